"""The forms of a value that are looked for, in texts and in pictures, and how much around them is masked."""

from __future__ import annotations

import base64

import pytest

from handrail.vault import Mask
from handrail.vault.forms import LOOSE, ROUNDS, SHORTEST, EncodedNeedle, Encoding, forms_of, needles_of


@pytest.mark.parametrize(
    ("value", "forms"),
    [
        ("hunter2", [Encoding("it", "hunter2", "folded"), Encoding("it", "2retnuh", "folded")]),
        (
            "-Hunter2!?",
            [Encoding("it", "hunter2", "folded", "-", "!?"), Encoding("it", "2retnuh", "folded", "?!", "-")],
        ),
        ("hun ter-2x", [Encoding("it", "hunter2x", "folded"), Encoding("it", "x2retnuh", "folded")]),
        # Six letters or digits are looked for without the signs between them, as long as they are half of the value.
        ("Abcdef", [Encoding("it", "Abcdef", "bare"), Encoding("it", "fedcbA", "bare")]),
        ("abccba", [Encoding("it", "abccba", "bare")]),
        ("abc-de", [Encoding("it", "abc-de", "tight")]),
        ("ab!@#$%^cdef", [Encoding("it", "abcdef", "bare"), Encoding("it", "fedcba", "bare")]),
        ("ab!@#$%^&cdef", [Encoding("it", "ab!@#$%^&cdef", "tight"), Encoding("it", "fedc&^%$#@!ba", "tight")]),
        # Short values are looked for as they are; a blank may have been sent as a plus sign.
        ("12345", [Encoding("it", "12345", "raw")]),
        ("1 23", [Encoding("it", "1 23", "raw"), Encoding("it", "1+23", "raw")]),
        ("1 2 3 !", [Encoding("it", "1 2 3 !", "raw"), Encoding("it", "1+2+3+!", "tight")]),
    ],
)  # fmt: skip
def test_a_value_is_looked_for_as_loosely_as_its_length_allows(value: str, forms: list[Encoding]) -> None:
    found = [form for form in forms_of("it", value) if not form.rare]
    assert found[: len(forms)] == forms
    assert len(found) == len(forms) + 4
    assert (SHORTEST, ROUNDS, LOOSE) == (4, 3, 6)


def test_a_value_that_looks_encoded_is_looked_for_decoded_too() -> None:
    texts = [form.text for form in forms_of("it", "%2541%2542cdefgh")]
    assert {"2541" + "2542cdefgh", "4142cdefgh", "ABcdefgh"} <= set(texts)
    # Four characters are the least that is masked.
    assert "abc" not in [form.text for form in forms_of("it", "%61%62%63")]
    assert "abcd" in [form.text for form in forms_of("it", "%61%62%63%64")]


def test_base64_and_hexadecimal_are_looked_for_wherever_a_value_begins_in_them() -> None:
    assert list(forms_of("it", "hunter2"))[2:6] == [
        Encoding("it", "aHVudGVyM", "bare", reach=(0, 1)),
        Encoding("it", "h1bnRlcj", "bare", reach=(1, 1)),
        Encoding("it", "odW50ZXIy", "bare", reach=(1, 0)),
        Encoding("it", "68756e74657232", "folded"),
    ]
    # Of few letters the signs of both alphabets are looked for.
    signs = [form.text for form in forms_of("it", "???>>>") if form.look == "tight"]
    assert {"/Pz8+Pj", "_Pz8-Pj"} <= set(signs)


def needles(value: str) -> list[EncodedNeedle]:
    return list(needles_of(value))


def test_in_pictures_a_value_is_looked_for_as_in_texts_and_as_in_addresses() -> None:
    assert EncodedNeedle("hunter2", "folded", plain=True) in needles("hunter2")
    assert EncodedNeedle("hunter2", "folded", 1, 2, plain=True) in needles("-hunter2!?")
    odd = needles("p@ss wörd!")
    assert EncodedNeedle("psswörd", "bare", 0, 1, plain=True) in odd
    assert EncodedNeedle("p40ss20wC3B6rd21", "bare", 0, 1) in odd
    assert EncodedNeedle("p40ss20wc3b6rd21", "bare", 0, 1) in odd
    assert EncodedNeedle("ab2Fcdefgh", "bare") in needles("ab/cdefgh")
    # What an address writes as it is, is looked for once.
    assert [needle.text for needle in needles("hunter2")].count("hunter2") == 1
    assert EncodedNeedle("2B2B2B2B", "bare") in needles("++++")
    assert "20" not in [needle.text for needle in needles("    x")]


@pytest.mark.parametrize("value", ["hunter2", "correct horse", "p@ss/w+rd", "äöüß€", "++//++//", "++++", "0000000000"])
@pytest.mark.parametrize("shift", [0, 1, 2])
def test_base64_is_masked_whole_at_each_place_in_a_group(value: str, shift: int) -> None:
    mask = Mask({"it": [value]})
    for encode in (base64.b64encode, base64.urlsafe_b64encode):
        text = encode(b"~" * shift + value.encode() + b"~" * 3).decode()
        masked = mask.text(f"<{text}>")
        before, after = masked[1:-1].split("[secret:it]")
        # Of the characters that hold some bits of the value none is left, and of the others no more than two go.
        length = shift * 8 + len(value.encode()) * 8
        assert len(before) == shift * 8 // 6
        assert len(text) - len(after) == -(-length // 6)


@pytest.mark.parametrize("gap", ["\n", " ", "\r\n  "])
def test_base64_is_masked_to_its_end_over_the_end_of_a_line(gap: str) -> None:
    assert Mask({"it": ["hunter2"]}).text(f"aHVudGVyM{gap}g== end") == "[secret:it]== end"


def test_a_value_of_four_letters_is_masked_in_base32_too() -> None:
    assert Mask({"pin": ["abcd"]}).text("before MFRGGZDFMZTWQ=== after") == "before [secret:pin]FMZTWQ=== after"


def test_around_a_value_its_own_signs_are_masked_with_it_over_gaps() -> None:
    mask = Mask({"it": ["-hunter2!?"]})
    assert mask.text("a -hunter2!? b") == "a [secret:it] b"
    assert mask.text("a - hunter2 ! ? b") == "a [secret:it] b"
    assert mask.text("a hunter2 b") == "a [secret:it] b"
    assert mask.text("a-hunter2?! b") == "a[secret:it]! b"
    assert mask.text("hunter2") == "[secret:it]"


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("corre…", "corre…"),
        ("correc…", "[it]…"),
        ("correct… ", "[it]… "),
        ("a correc  …b", "a [it]  …b"),
        ("xcorrecthorse…", "x[it]…"),
        ("correcx…", "correcx…"),
        ("correc…thorse", "[it]…[it]"),
        ("…thorse", "…[it]"),
        ("…horse", "…horse"),
        ("…  thorse b", "…  [it] b"),
        ("…xthorse", "…xthorse"),
        ("…rrecthors", "…rrecthors"),
        ("…ecthorsex", "…[it]x"),
        ("thorse…", "thorse…"),
        ("…correc", "…correc"),
    ],
)
def test_half_of_a_value_and_more_is_masked_before_and_after_an_ellipsis(text: str, masked: str) -> None:
    assert Mask({"it": ["correcthorse"]}).text(text) == masked.replace("[it]", "[secret:it]")


def test_less_than_half_of_a_value_that_repeats_itself_is_not_masked() -> None:
    mask = Mask({"it": ["abcabcab"]})
    assert (mask.text("xcabc…"), mask.text("xabcabc…")) == ("xcabc…", "x[secret:it]…")


def test_of_a_short_value_four_characters_are_the_least_that_is_masked_before_an_ellipsis() -> None:
    mask = Mask({"pin": ["12345"]})
    assert (mask.text("123…"), mask.text("1234…"), mask.text("…2345")) == ("123…", "[secret:pin]…", "…[secret:pin]")


def test_before_so_many_ellipses_no_more_than_five_hundred_values_are_looked_for() -> None:
    mask = Mask({"it": ["correcthorse"]})
    assert "[secret:it]" in mask.text("…" * 499 + " correct…")
    assert "[secret:it]" not in mask.text("…" * 500 + " correct…")
