"""What stands around matches is shown once, and a match's own line always."""

import pytest

from handrail.tools.search import shorten_overlaps
from handrail.trust import External

PAGE = "Mug\nEnamelled steel\n€16.50\nLamp\nLight on the page, not in your eyes\n€129.00 a piece\nEnd"


def matches(words, around):
    found, at = [], 0
    for word in words:
        at = PAGE.index(word, at)
        parts = {"before": PAGE[max(0, at - around) : at], "match": word, "after": PAGE[at + len(word) :][:around]}
        found.append({name: External(text, "https://shop.example", "page-text") for name, text in parts.items()})
        at += len(word)
    return found


@pytest.mark.parametrize("around", [0, 3, 10, 30, 60, 200])
def test_all_that_was_shown_is_still_shown_and_the_line_of_each_match_with_it(around):
    whole, short = (matches(("€16", "€129"), around) for _ in range(2))
    shorten_overlaps(short)
    for before, after in zip(whole, short, strict=True):
        assert before["after"].raw.startswith(after["after"].raw.removesuffix("…"))
        assert after["after"].raw.startswith(before["after"].raw.split("\n")[0])
    first, second = short
    rest = whole[0]["after"].raw.removeprefix(first["after"].raw.removesuffix("…"))
    assert rest == "" or rest in second["before"].raw + second["match"].raw + second["after"].raw


def test_a_page_full_of_matches_is_told_in_half_the_words():
    whole, short = (matches(("€16", "€129"), 60) for _ in range(2))
    shorten_overlaps(short)
    assert (len(whole[0]["after"].raw), short[0]["after"].raw) == (60, ".50\n…")
