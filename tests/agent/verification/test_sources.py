"""The pages that an answer cites, and what an answer names: without a browser."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from handrail.agent.verification.answer_facts import EXTRA_WORDS, AnswerFacts, EvidencePage
from handrail.agent.verification.evidence_log import EvidenceLog
from handrail.runs.sources import MOST, PHRASE, sources
from handrail.trust import External
from tests.agent.verification.doings import outside, seen

HOME = "https://shop.example/"


def read(*pages: tuple[str, str], title: str = "Shop") -> EvidenceLog:
    log = EvidenceLog()
    for path, text in pages:
        log.look(seen(text, url=path if ":" in path else f"{HOME}{path}", title=outside(title)))
    return log


def cited(answer: External | str, log: EvidenceLog) -> list[str]:
    return [source.url.removeprefix(HOME) for source in sources(answer, log.pages)]


SHOP = read(
    ("a", ": Welcome, since 1998"),
    ("b", ": The Reading Lamp costs $42.50, since 1998"),
    ("c", ": The Oak Chair costs $99.00 and weighs 7 kg, since 1998"),
    ("d", ": Ask Mary of the wall_mount, since 1998"),
)


@pytest.mark.parametrize(
    ("answer", "pages"),
    [
        ("It costs $42.50.", ["b"]),
        ("$99.00 and $42.50", ["b", "c"]),
        (outside("It costs $42.50."), ["b"]),
        # Two words with capitals are a name that tells; one at the beginning of the answer may be any.
        ("an Oak Chair", ["c"]),
        ("It is Mary", ["d"]),
        ("Mary", []),
        # Less telling facts are asked only where telling ones stand nowhere.
        ("The Oak Chair, not Mary", ["c"]),
        ("The Elm Chair, says Mary", ["d"]),
        ("It weighs 7 kg", ["c"]),
        # What stands on every page says nothing of any.
        ("since 1998", []),
        # A setting or a function is named by one word of programs.
        ("wall_mount is longer than 7 kg", ["d"]),
        # Without names and numbers, four words in a row.
        ("the reading lamp costs much", ["b"]),
        ("a reading lamp costs", []),
        ("done", []),
    ],
)
def test_an_answer_cites_the_pages_that_hold_what_tells_most(answer: External | str, pages: list[str]) -> None:
    assert cited(answer, SHOP) == pages
    assert (MOST, PHRASE) == (10, 4)


def test_of_few_pages_what_stands_on_all_is_cited_and_of_many_the_ten_with_most() -> None:
    two = [("a", ": costs $42.50"), ("b", ": costs $42.50 too")]
    assert cited("$42.50", read(*two)) == ["a", "b"]
    assert cited("$42.50 for 8 lamps, says Mary", read(("a", ": Mary"), ("b", ": Mary has 8 lamps"))) == ["b"]
    assert cited("$42.50", read(*two, ("c", ": $42.50"))) == []
    many = [(f"p{number}", f": $42.50 {'$77.25' if number > 8 else ''} {number}x") for number in range(16)]
    assert cited("$42.50 and $77.25", read(*many, ("z", ": nothing"))) == [
        *(f"p{number}" for number in range(3)),
        *(f"p{number}" for number in range(9, 16)),
    ]


def test_a_page_read_in_parts_is_one_source_with_the_first_title_that_it_had() -> None:
    log = read(("a", ": $42.50"), ("about:blank", ": $42.50"))
    log.pages.insert(0, EvidencePage(f"{HOME}a", "", outside("x"), outline=False))
    log.pages.append(EvidencePage(f"{HOME}b", "", outside("$77.25"), outline=False))
    [one] = sources("$42.50", log.pages)
    assert (one.url, one.title.raw, one.title.label) == (f"{HOME}a", "Shop", "page-info")
    assert one.title.origin == "https://shop.example"
    assert [source.title.raw for source in sources("$77.25", log.pages)] == [""]
    titled = read(("a", ": x"), title="Lamp 555")
    assert cited("Lamp 555", titled) == ["a"]


def test_a_page_about_what_the_answer_names_is_cited_and_what_lists_it_only_for_the_rest() -> None:
    log = read(
        ("", ": Shop 3.11\n: Reading Lamp\n: Trail Lamp"),
        ("products/reading-lamp", ": Reading Lamp\n: 2.3 kg"),
        ("products/trail-lamp.html", ": Trail Lamp\n: 0.4 kg\n: Shop 3.11"),
        ("news", ": The Reading Lamp is older than 1,998 others"),
        ("other", ": 1.1 kg"),
    )
    answer = "So the Reading Lamp weighs 2.3 kg, the Trail Lamp of 3.11 only 0.4 kg"
    assert cited(answer, log) == ["products/reading-lamp", "products/trail-lamp.html"]
    assert cited(f"{answer}; older than 1,998 others", log)[-1] == "news"


def test_a_page_of_which_but_the_address_is_about_the_answer_is_not_cited() -> None:
    log = read(("reading-lamp", ": No such Lamp"), ("news", ": The Reading Lamp costs $42.50"), ("other", ": 7 kg"))
    assert cited("The Reading Lamp costs $42.50. Lamp is its name.", log) == ["news"]


def test_of_more_pages_than_are_cited_those_that_tell_less_or_came_later_are_left_out() -> None:
    prices = [f"${number}.50" for number in range(101, 111)]
    pages = [(f"p{number}", f": It costs {price}") for number, price in enumerate(prices, 1)]
    log = read(*pages, ("reading-lamp", ": It costs $42.50"))
    answer = f"Others cost {', '.join(prices)}, the Reading Lamp $42.50"
    assert cited(answer, log) == [*(f"p{number}" for number in range(1, 10)), "reading-lamp"]


def test_of_one_page_an_answer_that_only_counts_is_cited_too() -> None:
    assert cited("There are two", read(("a", ": x\n: y"))) == ["a"]


def named(answer: str, task: str = "Tell me", value: Any = None) -> list[str]:
    return [fact.text for fact in AnswerFacts(task, None, answer, value, []).facts]


@pytest.mark.parametrize(
    ("answer", "task", "value", "names"),
    [
        ("It is 7", "Tell me", None, []),
        ("It is 7", "How many are there?", None, ["7"]),
        ("It is 17", "Tell me", None, ["17"]),
        ("It is 0", "How many are there?", None, []),
        ("It is 400", "Tell me", {"n": 7}, ["7"]),
        ("It is 400", "Tell me", {"n": 0}, []),
    ],
)
def test_an_answer_names_its_data_else_what_its_words_say(answer: str, task: str, value: Any, names: list[str]) -> None:
    assert named(answer, task, value) == names


def page(text: str, *, outline: bool = True) -> EvidencePage:
    return EvidencePage(HOME, "Shop", outside(text), outline)


def made_up(answer: str, text: str, task: str = "Tell me", value: Any = None, **more: Any) -> bool:
    return bool(AnswerFacts(task, more.pop("data", None), answer, value, [page(text, **more)]).made_up_facts())


WORDS = "and it is by far the best of all that I saw there"
THREE = "list\n item: a\n item: b\n item: c"


@pytest.mark.parametrize(
    ("answer", "task", "value", "invented"),
    [
        ("It costs 24.50", "Tell me", None, True),
        ("It costs 24.50", "Tell me", {"price": 42.5}, False),
        # With many words beside its facts it is an explanation.
        (f"24.50 {WORDS}", "Tell me", None, False),
        (f"24.50 {WORDS.rpartition(' ')[0]}", "Tell me", None, True),
        (f"24.50 {WORDS}", "Tell me", {"price": 24.5}, True),
        ("24.50 and 42.50", "Tell me", None, False),
        ("24.50", "What is the total?", None, False),
        ("24.50", "Tell me for 24.50", None, False),
        # A count may be of some of the things that a page shows, where the user wants some.
        ("3", "How many are cheaper than 50?", None, False),
        ("4", "How many are cheaper than 50?", None, True),
        ("3", "How many?", None, False),
        ("2", "How many?", None, True),
        ("There are 1042.", "How many of 1042?", None, False),
        (f"There are {'9' * 5_000}.", "How many?", None, True),
        ("Yes.", "Is it in stock?", None, False),
        ('"Elm"', "How many are cheaper than 50?", None, True),
    ],
)
def test_an_answer_is_made_up_where_none_of_its_facts_was_read(
    answer: str, task: str, value: Any, invented: bool
) -> None:
    assert len(WORDS.split()) == EXTRA_WORDS + 1
    assert made_up(answer, f": costs 42.50\n{THREE}", task, value) is invented


def test_the_user_s_data_needs_no_page_and_without_pages_nothing_is_missing() -> None:
    assert not made_up("It is for Zoë Müller", ": x", data={"name": "Zoë Müller 24"})
    assert not made_up("24", ": x", data={"name": "Zoë Müller 24"})
    assert made_up("24", ": x")
    assert AnswerFacts("Tell me", None, "24.50", None, []).missing_facts() == []


def test_counts_are_of_roles_of_lines_and_of_roles_at_one_depth() -> None:
    outline = "list\n item: a\n item: b\n  item: c\n  item: c\n\n  item: c"
    assert max(page(outline).counts) == 5
    assert page(outline, outline=False).counts == frozenset()
    # Two at one depth, three at another, three alike, five in all; four is none of them.
    missing = [
        number
        for number in range(1, 8)
        if AnswerFacts("How many?", None, str(number), None, [page(outline)]).missing_facts()
    ]
    assert missing == [4, 6, 7]


def test_the_error_page_of_a_site_is_no_source() -> None:
    log = read(("a", ": Release 14 is of 2021"))
    log.look(replace(seen(": Release 14: not found", url=f"{HOME}b", title=outside("Not found")), status=404))
    assert cited("Release 14", log) == ["a"]


def test_an_answer_that_rests_on_a_page_that_is_not_there_cites_no_page_read_before_it() -> None:
    log = read(("", ": Welcome"))
    log.look(replace(seen(": Ticket 99 does not exist.", url=f"{HOME}ticket/99", title=outside("Error")), status=404))
    assert cited("There is no ticket 99.", log) == []
