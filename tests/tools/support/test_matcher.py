"""Patterns over text, without a browser."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.browser.types.reading import BLOCK_END
from handrail.tools.support.matcher import InvalidPattern, Matcher, PatternTooSlow

# The last letters keep the engine from seeing at once that the patterns below cannot match.
ENDLESS = "x" * 5_000 + "? y ! z"
SHORT = 0.3
"""Seconds that a pattern gets where a test waits for their end."""


def blocks(*texts: str) -> str:
    return BLOCK_END.join(texts)


def found(matcher: Matcher, text: str) -> list[str]:
    return [text[start:end] for start, end in matcher.find(text, 100)[1]]


class TestPhrases:
    @pytest.mark.parametrize(
        ("pattern", "text"),
        [
            ("log out", "LOG\nOUT"),
            ("  log   out ", "log out"),
            ("strasse", "Straße"),
            ("STRASSE", "straße"),
            ("fin", "ﬁn"),
            ("abc 1", "ＡＢＣ １"),
            ("café", "cafe\u0301"),
            ("cafe\u0301", "CAFÉ"),
            ("so\u00adft", "soft"),
            ("$19.00 (a+b)", "$19.00 (A+B)"),
        ],
    )
    def test_spelling_and_spacing_do_not_matter(self, pattern: str, text: str) -> None:
        assert found(Matcher.compile(pattern), text) == [text]

    def test_case_matters_when_asked(self) -> None:
        matcher = Matcher.compile("Out", case_sensitive=True)
        assert found(matcher, "out Out OUT") == ["Out"]

    def test_nothing_is_found_across_blocks(self) -> None:
        assert found(Matcher.compile("log out"), blocks("log", "out", "log out")) == ["log out"]

    def test_only_the_first_are_kept_and_all_are_counted(self) -> None:
        assert Matcher.compile("a").find("a a a a", 2) == (4, [(0, 1), (2, 3)])

    def test_a_pattern_of_nothing_visible_is_invalid(self) -> None:
        with pytest.raises(InvalidPattern):
            Matcher.compile(" \u200b ")

    @given(st.text(st.characters(blacklist_categories=("Cs", "Cc", "Zs", "Zl", "Zp", "Cf")), min_size=1, max_size=20))
    def test_every_text_is_found_in_itself(self, text: str) -> None:
        assert Matcher.compile(text).find(text, 1)[0] >= 1


class TestRegularExpressions:
    def test_anchors_hold_at_the_ends_of_blocks(self) -> None:
        text = blocks("one", "two three", "three")
        assert found(Matcher.compile("^three$", regex=True), text) == ["three"]

    @pytest.mark.parametrize(
        ("pattern", "expected"),
        [
            (r"a[\s\S]*b", ["a1 b", "axb"]),
            (r"[^q]+", ["a1 b a", "b2", "axb\ny"]),
            (r"\s+", [" ", " ", "\n"]),
            (r"(?s)a.*?2", []),
        ],
    )
    def test_no_match_goes_from_one_block_into_the_next(self, pattern: str, expected: list[str]) -> None:
        assert found(Matcher.compile(pattern, regex=True), blocks("a1 b a", "b2", "axb\ny")) == expected

    def test_empty_matches_are_none(self) -> None:
        assert Matcher.compile("x*", regex=True).find("abc", 5) == (0, [])

    @pytest.mark.parametrize(
        "pattern",
        [
            "(",
            ")",
            "[",
            "[z-a]",
            "(?<n",
            "a{2,1}",
            "*",
            "a**",
            "\\",
            r"\p{Nonsense}",
            "(?P<1>a)",
            "(?&x)",
            "[[:x:]]",
            f"a{{1,{'9' * 5_000}}}",
            f"(a)(?P={'9' * 5_000})",
        ],
    )
    def test_an_invalid_pattern_names_its_fault_in_our_words(self, pattern: str) -> None:
        with pytest.raises(InvalidPattern) as caught:
            Matcher.compile(pattern, regex=True)
        assert caught.value.reason
        assert caught.value.hint

    @pytest.mark.parametrize(
        "pattern",
        [
            "a{99999999}",
            f"a{{{'9' * 5_000}}}",
            "((a{1000}){1000}){1000}",
            "(?:" * 5000 + "a" + ")" * 5000,
            "(?:" * 20 + "a" + ")+" * 20,
            "(?:" * 20 + "a" + "){1,}" * 20,
            "(?:" * 12 + "a" + "){2}" * 12,
            "(?x)(?:(?:ab){2 00}){20 0}",
            "a(?ix:(?:(?:ab){2 00}){20 0})",
        ],
    )
    def test_a_pattern_too_large_to_compile_is_refused_before_it_is(self, pattern: str) -> None:
        with pytest.raises(InvalidPattern):
            Matcher.compile(pattern, regex=True)

    def test_groups_that_repeat_are_found(self) -> None:
        matcher = Matcher.compile(r"((?:[a-z]+\.)+(?:com|org)(?:/\w+)*)+ (?:\d{2}){1,3}", regex=True)
        assert matcher.find("see www.example.org/a/b 1234 now", 5)[1] == [(4, 28)]

    @pytest.mark.parametrize("pattern", ["(x+x+)+y", r"(x+)(x+)(x+)\1\2\3y", "(?:x*x*x*x*){e<=2}z"])
    def test_an_endless_pattern_is_stopped(self, pattern: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("handrail.tools.support.matcher.TIME_LIMIT", SHORT)
        matcher = Matcher.compile(pattern, regex=True)
        with pytest.raises(PatternTooSlow):
            matcher.find(ENDLESS, 5)

    def test_the_time_is_one_budget_over_all_texts(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("handrail.tools.support.matcher.TIME_LIMIT", SHORT)
        matcher = Matcher.compile("(x+x+)+y", regex=True)
        began = time.process_time()
        for _ in range(3):
            with pytest.raises(PatternTooSlow):
                matcher.find(ENDLESS, 5)
        assert time.process_time() - began < 2 * SHORT


class TestWords:
    def test_plain_words_let_the_page_leave_text_out(self) -> None:
        assert Matcher.compile(" log  out ").words == ("log", "out")

    def test_a_regular_expression_gives_a_word_that_is_not_all_of_it(self) -> None:
        matcher = Matcher.compile(r"log\s+\w+", regex=True)
        assert (matcher.words, matcher.only_words) == (("log",), False)

    @pytest.mark.parametrize(("pattern", "regex"), [(r"\w+", True), ("café", False)])
    def test_what_has_no_plain_word_gives_none(self, pattern: str, regex: bool) -> None:
        assert Matcher.compile(pattern, regex=regex).words is None
