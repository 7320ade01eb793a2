"""Texts as other texts, and where each stretch of them came from."""

from __future__ import annotations

import pytest

from handrail.vault import views
from handrail.vault.views import BARE, TIGHT, TextView


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("%41", "A"),
        ("%c3%a9", "é"),
        ("%C3%A9", "é"),
        ("%e2%82%ac", "€"),
        ("%f0%9f%98%80", "😀"),
        ("%ff", "ÿ"),
        ("%c3%41", "ÃA"),
        ("%4", "%4"),
        ("&amp;", "&"),
        ("&AMP", "&"),
        ("&#65;", "A"),
        ("&#65", "A"),
        ("&#65534;", "\ufffe"),
        ("&#xFFFE;", "\ufffe"),
        ("&#1", "\x01"),
        ("&#x41;", "A"),
        ("&#X1F600;", "😀"),
        ("&nosuch;", "&nosuch;"),
        ("\\u0041", "A"),
        ("\\u{1F600}", "😀"),
        ("\\u{110000}", "\\u{110000}"),
        ("\\u{10ffff}", "\U0010ffff"),
        ("\\ud83d\\ude00", "😀"),
        ("\\uD83D\\uDE00", "😀"),
        ("\\ud83d", "\ud83d"),
        ("\\x41", "A"),
        ("\\X41", "A"),
        *((f"\\{sign}", sign) for sign in "\"'\\/"),
        ("\\b\\f\\n\\r\\t", "\b\f\n\r\t"),
        ("\\q", "\\q"),
        ("plain", "plain"),
    ],
)
def test_a_character_is_decoded_as_addresses_markup_and_scripts_write_it(written: str, meant: str) -> None:
    for before, after in (("", ""), ("x", "y")):
        text = f"{before}{written}{after}"
        assert views.decode(text) == f"{before}{meant}{after}"
        assert TextView.of(text).decode().text == f"{before}{meant}{after}"


def test_each_stretch_of_a_decoded_text_knows_where_it_came_from() -> None:
    view = TextView.of("a%41b&amp;c").decode()
    assert view.text == "aAb&c"
    assert [view.origin(at, at + 1) for at in range(5)] == [(0, 1), (1, 4), (4, 5), (5, 10), (10, 11)]
    assert (view.origin(0, 5), view.origin(1, 4), view.in_parent(2, 4)) == ((0, 11), (1, 10), (4, 10))
    twice = TextView.of("x%2541y%2e").decode().decode()
    assert twice.text == "xAy."
    assert [twice.origin(at, at + 1) for at in range(4)] == [(0, 1), (1, 6), (6, 7), (7, 10)]
    assert twice.in_parent(1, 2) == (1, 4)


def test_what_is_left_of_a_text_knows_its_pieces() -> None:
    view = TextView.of("ab cd\u200be").only(TIGHT)
    assert view.text == "abcde"
    assert (view.origin(0, 5), view.origin(1, 3), view.origin(3, 4)) == ((0, 7), (1, 4), (4, 5))
    assert list(view.origins(0, 5)) == [(0, 2), (3, 5), (6, 7)]
    assert list(view.origins(1, 3)) == [(1, 2), (3, 4)]
    assert list(view.origins(2, 2)) == []
    assert TextView.of("a-b, c_d!").only(BARE).text == "abcd"


@pytest.mark.parametrize(
    ("text", "tight", "bare"),
    [
        ("a b\n\tc-d!", "abc-d!", "abcd"),
        ("é b\u00a0c\u200b-d!", "ébc-d!", "ébcd"),
        ("[Zz]{9}", "[Zz]{9}", "Zz9"),
        ("é[Zz]@`{9}~/:", "é[Zz]@`{9}~/:", "éZz9"),
        ("\x7f\x00x", "x", "x"),
        ("\x9fé\u2028\u3164\U000e0041", "é", "é"),
        ("", "", ""),
    ],
)
def test_gaps_and_signs_are_left_out_alike_with_and_without_a_view(text: str, tight: str, bare: str) -> None:
    assert (views.tight(text), views.bare(text)) == (tight, bare)
    assert (TextView.of(text).only(TIGHT).text, TextView.of(text).only(BARE).text) == (tight, bare)


@pytest.mark.parametrize(
    ("text", "small"), [("AZaz09[@", "azaz09[@"), ("ÄAZ[@`", "Äaz[@`"), ("İX", "İx"), ("éabc", "éabc")]
)
def test_plain_capitals_become_small_and_the_length_stays(text: str, small: str) -> None:
    assert views.fold(text) == small


OUTLINE = 'link "Go" [e1]\n : one: two\n button "Sa\\"ve" [e2]'


def test_of_an_outline_the_texts_of_its_lines_are_taken() -> None:
    assert views.outline(OUTLINE) == 'Goone: twoSa\\"ve'
    view = TextView.of(OUTLINE).outline()
    assert view.text == views.outline(OUTLINE)
    assert list(view.origins(0, 4)) == [(6, 8), (18, 20)]
    assert OUTLINE[slice(*view.origin(2, 10))] == "one: two"


@pytest.mark.parametrize(
    ("text", "words"), [("\n : hun", "hun"), ('\nlink "hun"', "hun"), (" : hun", ""), ("hun\nter", ""), ("a\nb: c", "")]
)
def test_what_is_no_outline_of_several_lines_has_no_texts(text: str, words: str) -> None:
    assert views.outline(text) == words
