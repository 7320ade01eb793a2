"""The grammar: how a request is read, and that nothing of it is left over."""

from __future__ import annotations

import pytest

from handrail.models.offline.language import Request, grammar, read_clause
from handrail.models.offline.words import data, forms, forms_like, keys_of, language, roles_of, same_but_number


def readings(text: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """Each way to read a request that is one clause: its rule, and the value and thing of each item."""
    return [
        (clause.rule, [(item.value, str(item.thing or "")) for item in clause.items])
        for part in Request(text).parts(0)
        for clause in part.readings
    ]


@pytest.mark.parametrize(
    ("text", "rule", "items"),
    [
        ("open https://example.org/a", "open", [("https://example.org/a", "")]),
        ("go to example.org", "open", [("example.org", "")]),
        ("click Sign in", "click", [("", "“Sign in”")]),
        ("please click on Sign in now", "click", [("", "“Sign in”")]),
        ("type bob into Username", "fill", [("bob", "“Username”")]),
        ('type "a, b and then c" into Note', "fill", [("a, b and then c", "“Note”")]),
        ("type 'it is' into Note", "fill", [("it is", "“Note”")]),
        ("fill City with Lisbon", "fill", [("Lisbon", "“City”")]),
        ("set Adults to 3 and Kids to 2", "set", [("3", "“Adults”"), ("2", "“Kids”")]),
        ("type 31 into Day, 3 into Month and 1980 into Year", "fill",
         [("31", "“Day”"), ("3", "“Month”"), ("1980", "“Year”")]),
        ("select Express from Delivery.", "select", [("Express", "“Delivery”")]),
        ("uncheck Newsletter", "uncheck", [("", "“Newsletter”")]),
        ("press ctrl+a in Note", "keys", [("Control+a", "“Note”")]),
        ("search for reading lamp", "search", [("reading lamp", "")]),
        ("sign in as mara@x.example with shop", "sign_in", [("mara@x.example", "“shop”")]),
        ("go back", "back", [("", "")]),
        ("scroll to the bottom", "scroll_bottom", [("", "")]),
        ("wait 2 seconds", "wait", [("2", "")]),
        ("How many links are there?", "count", [("links", "")]),
        ("how many rows does the Users table have", "count", [("rows", "“the Users table”")]),
        ('does the page say "sold out"?', "says", [("sold out", "")]),
        ('is "not mentioned" on this page?', "says", [("not mentioned", "")]),
        ("where does Docs lead?", "leads", [("", "“Docs”")]),
        ("is Newsletter checked?", "state", [("checked", "“Newsletter”")]),
        ("read the table", "read", [("", "“table”")]),
        ("what's John Doe's email?", "value", [("email", "“John Doe”")]),
        ("what is the price of Desk Lamp?", "value", [("the price", "“Desk Lamp”")]),
    ],
)  # fmt: skip
def test_reads(text: str, rule: str, items: list[tuple[str, str]]) -> None:
    assert (rule, items) in readings(text)


@pytest.mark.parametrize(
    "text",
    [
        "", "frobnicate the gizmo", "do not click Submit", "don't click Submit", "click Sign in and frobnicate it",
        "what company does Emily work for?", "type bob", "delete John Doe", "click Sign in or Register, whatever, then",
        "if there is a banner, close it", "press the panic button key", "summarize this page", "type a, b into Note",
        "my birthday is 31 March", "book a table for two", "click everything but Delete and see what happens, ok?",
    ],
)  # fmt: skip
def test_what_is_not_in_the_language_is_not_read(text: str) -> None:
    parts = Request(text).parts(0)
    # A name may be any words; then the page has to hold it.
    assert not parts or all(clause.rule == "click" for part in parts for clause in part.readings)


def test_a_question_whether_words_are_mentioned_is_read_in_one_way() -> None:
    assert readings("is Free mentioned on this page?") == [("says", [("Free", "")])]


def test_clauses_end_where_the_next_can_be_read() -> None:
    request = Request("check Terms and Conditions, then press Enter. Go back")
    first = {request.words_between(0, part.end) for part in request.parts(0)}
    assert first == {"check Terms and Conditions"}
    ways = [[str(item.thing) for item in clause.items] for clause in request.parts(0)[0].readings]
    assert sorted(ways) == [["“Terms and Conditions”"], ["“Terms”", "“Conditions”"]]


def test_a_verb_after_and_is_a_clause_or_a_part_of_the_name_and_both_are_kept() -> None:
    request = Request("click Save and press Enter")
    assert {request.words_between(0, part.end) for part in request.parts(0)} == {
        "click Save",
        "click Save and press Enter",
    }


def test_what_was_understood_before_the_rest_is_told() -> None:
    assert Request("click Sign in, then frobnicate it").understood() == (["click Sign in"], "frobnicate it")


def test_a_long_request_is_read_in_time_that_grows_with_its_length() -> None:
    request = Request(", ".join(f"type {number} into Field {number} and click Button {number}" for number in range(20)))
    assert request.parts(0)
    assert len(read_clause("check " + " and ".join("abcdefghij"))) <= 200


def test_every_form_of_the_guide_is_read() -> None:
    assert [example for _, example in forms() if not Request(example).parts(0)] == []
    assert forms_like("type it all") == "It could be said: “type VALUE into NAME”. "


def test_the_guide_prints_the_grammar_and_the_words() -> None:
    text = language()
    assert "?ask: _HOW_MANY kind" in text
    assert 'uncheck = ["uncheck"' in text
    assert "_CLICK: /" in grammar()


def test_every_phrase_of_a_rule_is_used_by_the_grammar() -> None:
    rules = grammar().split("_words: WORD+")[0]
    assert [name for name in data()["rules"] if f"_{name.upper()}" not in rules] == []


@pytest.mark.parametrize(
    ("phrase", "key"),
    [("Enter", "Enter"), ("the return key", None), ("esc", "Escape"), ("ctrl+shift+a", "Control+Shift+a"), ("f5", "F5"),
     ("page down", "PageDown"), ("Enter key", "Enter"), ("Submit", None), ("ctrl+", None), ("hyper+a", None)],
)  # fmt: skip
def test_keys(phrase: str, key: str | None) -> None:
    assert keys_of(phrase) == key


def test_kinds_and_their_plural() -> None:
    assert roles_of("links") >= {"link"}
    assert roles_of("checkboxes", counts=True) == {"checkbox"}
    assert roles_of("menus", counts=True) == frozenset()
    assert same_but_number("categories", "category")
    assert not same_but_number("tier", "tire")
