"""The text that every match of a pattern holds: never one that a match can do without."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from handrail.tools.support.matcher import required_literal


@pytest.mark.parametrize(
    ("pattern", "word"),
    [
        (r"chil\w+\s+process", "process"),
        (r"^Item \d+", "Item"),
        (r"\$\d+\.00", ".00"),
        ("(abc|def)ghi", "ghi"),
        ("abcd?e", "abc"),
        ("abc+def", "cdef"),
        ("a{2}bcd", "bcd"),
        ("[]xyz]abc", "abc"),
        (r"x\|yz", "x|yz"),
    ],
)
def test_the_longest_plain_piece(pattern: str, word: str) -> None:
    assert required_literal(pattern) == word


@pytest.mark.parametrize(
    "pattern",
    ["abc|def", "(?i)abc", "(?x)a b c", "foo{e<=1}", "[[:alpha:]]abc", r"\x41bcd", r"\101abc", r"\p{L}abc", "(?!abc)d",
     "a.b.c", r"\d+", "(abc)?", "(abc)*d", "é+abc", "(?<=abc)d", r"\L<names>",
     f"a{{{'9' * 5_000}}}bcd"],
)  # fmt: skip
def test_what_cannot_be_said_is_not(pattern: str) -> None:
    assert required_literal(pattern) is None


PARTS = st.sampled_from(
    ["abc", "d", r"\d", "[xyz]", "(ab|cd)", "(?:efg)", ".", r"\.", "h i", "j|k", "^", r"\b", "[^a]"]
)
COUNTS = st.sampled_from(["", "", "", "*", "+", "?", "{0}", "{2}", "{0,3}", "{1,}", "+?", "*?"])
PATTERNS = st.lists(st.tuples(PARTS, COUNTS), min_size=1, max_size=6).map(
    lambda parts: "".join(a + b for a, b in parts)
)


@given(PATTERNS, st.data())
def test_every_match_holds_it(pattern: str, data: st.DataObject) -> None:
    word = required_literal(pattern)
    try:
        compiled = regex.compile(pattern)
    except regex.error:
        return
    text = data.draw(st.text("abcdefghijkxyz. 12", max_size=40))
    for match in compiled.finditer(text, timeout=1):
        assert word is None or not match[0] or word in match[0]
