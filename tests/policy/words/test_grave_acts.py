"""Every word and list entry that makes an act grave, against tables of texts and verdicts that people wrote by hand."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from handrail.policy.words import consequences
from handrail.policy.words.consequences import Evidence, gravest, verbs

LABELS = json.loads(Path(__file__).with_name("grave_labels.json").read_text("utf-8"))
"""By language and verdict: texts of controls, and the options that open something to others."""
REQUESTS = json.loads(Path(__file__).with_name("grave_requests.json").read_text("utf-8"))
"""By method and verdict: addresses; then names and values in bodies, names of operations, and what lists are asked."""
Row = tuple[str, Evidence]


def label_rows(language: str, *verdicts: str) -> Iterator[Row]:
    for verdict in verdicts or LABELS[language]:
        for text in LABELS[language][verdict]:
            option = verdict == "option"
            evidence = Evidence(option=text) if option else Evidence((text,))
            yield "access" if option else verdict, evidence


def request_rows() -> Iterator[Row]:
    for kind, by_verdict in REQUESTS.items():
        for verdict, texts in by_verdict.items():
            for text in texts:
                if kind == "body":
                    yield verdict, Evidence(method="POST", body_keys=(text,))
                elif kind == "list":
                    yield (
                        verdict,
                        Evidence(method="POST", url="https://shop.example/orders", body_keys=("page=1", text)),
                    )
                elif kind == "operation":
                    yield verdict, Evidence(operation=text)
                else:
                    keys = ("of",) if kind == "post" else ()
                    yield verdict, Evidence(method=kind.upper(), url="https://shop.example" + text, body_keys=keys)


def wrong(rows: list[Row]) -> list[Row]:
    return [(verdict, evidence) for verdict, evidence in rows if (gravest(evidence) or "none") != verdict]


def letters(text: object) -> str:
    return re.sub(r"[\W_]+", "", str(text)).casefold()


def unnoticed(entries: list[str], rows: list[Row]) -> list[str]:
    """The entries that could be taken out without any row noticing. The rows that hold an entry are asked first: one of
    them notices soon, where all others would be read in vain."""
    found, spelled = [], [letters(evidence) for _, evidence in rows]
    for place, entry in enumerate(list(entries)):
        del entries[place]
        consequences._in_each_language.cache_clear()
        order = sorted(range(len(rows)), key=lambda at: letters(entry) not in spelled[at])
        if not any((gravest(rows[at][1]) or "none") != rows[at][0] for at in order):
            found.append(entry)
        entries.insert(place, entry)
        consequences._in_each_language.cache_clear()
    return found


def test_every_language_has_its_rows():
    assert list(LABELS) == list(consequences._LANGUAGES)
    assert sum(len(by_verdict["none"]) for by_verdict in LABELS.values()) >= 150
    assert len(REQUESTS["get"]["none"]) >= 80


@pytest.mark.parametrize("language", LABELS)
def test_a_label_has_the_verdict_that_the_table_says(language):
    assert wrong(list(label_rows(language))) == []


@pytest.mark.parametrize("language", LABELS)
def test_no_word_can_be_taken_out_unnoticed(language):
    row_of: Callable[[str], str] = lambda kind: {"harmless": "none", "everyone": "option"}.get(kind, kind)  # noqa: E731
    lists = consequences._LANGUAGES[language]
    left = {kind: unnoticed(entries, list(label_rows(language, row_of(kind)))) for kind, entries in lists.items()}
    assert {kind: entries for kind, entries in left.items() if entries} == {}


def test_a_request_has_the_verdict_that_the_table_says():
    assert wrong(list(request_rows())) == []


@pytest.mark.parametrize("kind", [*consequences._ACTS, "addresses"])
def test_no_entry_for_addresses_and_bodies_can_be_taken_out_unnoticed(kind):
    rows = list(request_rows())
    for name, entries in (consequences._ADDRESSES if kind == "addresses" else consequences._ACTS[kind]).items():
        assert unnoticed(entries, rows) == [], name


@pytest.mark.parametrize(
    "evidence",
    [
        Evidence(("OK", "Löschen")),
        Evidence(("Show more", "OK", "delete_post")),
        Evidence(("OK",), option="Delete"),
        Evidence(("OK",), dialog="Really delete all 7 pictures?"),
        Evidence(("OK",), method="POST", url="https://shop.example/posts/7/delete"),
        Evidence(("OK",), method="delete", url="https://shop.example/posts/7"),
        Evidence(("OK",), method="POST", url="https://shop.example/posts/7", body_keys=("token", "_method=delete")),
        Evidence(("OK",), method="POST", url="https://shop.example/graphql", operation="Feed deletePost"),
        Evidence(("Share",), method="POST", url="https://shop.example/posts/7/delete"),
    ],
)
def test_any_evidence_is_enough_and_the_gravest_counts(evidence):
    assert gravest(evidence) == "delete"


def test_all_acts_are_told_the_gravest_first():
    assert verbs(Evidence(("Send", "Share and pay"), dialog="Delete?")) == ["pay", "delete", "access", "send"]
    assert verbs(Evidence()) == []


@pytest.mark.parametrize("padding", ["/", "x/", "%2e/", "a/../", "&"])
def test_what_stands_before_an_act_in_an_address_does_not_hide_it(padding):
    assert gravest(Evidence(url=f"https://shop.example/{padding * 3000}posts/delete/42")) == "delete"
    assert gravest(Evidence(url=f"https://shop.example/?{padding * 3000}&action=delete")) == "delete"


@pytest.mark.parametrize(
    "url", ["", "https://[", "https://shop.example:99999999/delete", "/posts/delete/4", "http:/\ud800"]
)
def test_an_address_that_is_none_is_judged_without_an_error(url):
    assert gravest(Evidence(url=url)) == ("delete" if "delete" in url else None)


def test_a_collection_is_added_to_by_a_body_and_only_read_without_one():
    orders = "https://shop.example/orders"
    assert gravest(Evidence(method="POST", url=orders, body_keys=("item",))) == "pay"
    assert gravest(Evidence(method="POST", url=orders)) is None
    assert gravest(Evidence(method="GET", url=orders, body_keys=("item",))) is None


def test_a_host_names_no_act():
    assert gravest(Evidence(url="https://delete.example")) is None
    assert gravest(Evidence(url="https://delete:pay@shop.example/")) is None


def test_the_words_that_asked_before_the_other_languages_came_still_ask():
    english = ("transfer ownership", "empty trash", "Buy", "Delete", "Remove", "Post", "Share", "Subscribe", "Apply")
    assert [gravest(Evidence((name,))) for name in english] == [
        "pay", "delete", "pay", "delete", "delete", "send", "access", "pay", "send"
    ]  # fmt: skip
