"""Echoes that only a page that means to reveal a secret writes: other encodings, two of them, letter by letter."""

from __future__ import annotations

import base64
import random
from collections.abc import Callable
from functools import partial

import pytest

from handrail.trust import External
from handrail.vault import Mask

VALUE = "Hunter2-horse"
HUNTER = Mask({"login": [VALUE], "words": ["correct horse"], "pin": ["482915"]})


def base64_of(octets: bytes, shift: int = 0) -> str:
    return base64.b64encode(b"~" * shift + octets + b"~~").decode()


def utf16(value: str) -> bytes:
    return value.encode("utf-16-le")


def base64_of_utf16(value: str, shift: int) -> str:
    return base64_of(utf16(value), shift)


def base32_of(value: str, shift: int) -> str:
    return base64.b32encode(b"~" * shift + value.encode() + b"~").decode()


def twice(value: str, inner: int, outer: int) -> str:
    return base64_of(base64_of(value.encode(), inner).encode(), outer)


ENCODINGS: dict[str, Callable[[str], str]] = {
    "UTF-16 in hex": lambda v: utf16(v).hex(),
    "UTF-16 in hex, big": lambda v: v.encode("utf-16-be").hex().upper(),
    "UTF-16 in a URL": lambda v: "".join(f"%{octet:02x}" for octet in utf16(v)),
    "UTF-16 in a URL, big": lambda v: "".join(f"%{octet:02X}" for octet in v.encode("utf-16-be")),
    "reversed": lambda v: v[::-1],
    "reversed, apart": lambda v: "-".join(v[::-1]),
    "hex of base64": lambda v: base64_of(v.encode()).encode().hex(),
    "base64 of hex": lambda v: base64_of(v.encode().hex().encode()),
    "base64 of HEX": lambda v: base64_of(v.encode().hex().upper().encode()),
    "hex of hex": lambda v: v.encode().hex().encode().hex(),
    "base64 in a URL twice": lambda v: base64_of(base64_of(v.encode()).encode()).replace("=", "%253D"),
    **{f"UTF-16 in base64, {s}": partial(base64_of_utf16, shift=s) for s in range(3)},
    **{f"base32, {s}": partial(base32_of, shift=s) for s in range(5)},
    **{f"base64 of base64, {i}, {o}": partial(twice, inner=i, outer=o) for i in range(3) for o in range(3)},
}


@pytest.mark.parametrize("value", [VALUE, "correct horse", "p@ss wörd€", "482915"])
@pytest.mark.parametrize("how", ENCODINGS)
def test_rare_encodings_are_masked(how: str, value: str) -> None:
    if "UTF-16 in a URL" in how and not value.isascii():
        pytest.skip("other octets than zeros are no characters of their own")
    echo = ENCODINGS[how](value)
    masked = Mask({"login": [value]}).text(f"before {echo} after, and plain words stay")
    assert "[secret:login]" in masked
    assert masked.startswith("before ")
    assert masked.endswith(" after, and plain words stay")
    # The edges of an inner encoding hold what stands around the value too: those characters stay.
    assert len(masked.replace("[secret:login]", "")) < len("before  after, and plain words stay") + 24


@pytest.mark.parametrize("echo", ["hunter2-horse", "HUNTER2-HORSE", "hUnTeR2 hOrSe", "esroH-2rETNUH"])
def test_what_has_letters_and_digits_is_masked_in_any_case(echo: str) -> None:
    assert HUNTER.text(f"a {echo} b") == "a [secret:login] b"


SHOWN = {
    "between words": lambda letters: " and then ".join(letters),
    "between short words with signs": lambda letters: " it's ".join(letters),
    "one in a line, with a word": lambda letters: "\n".join(f"{letter} letter" for letter in letters),
    "in a list": lambda letters: "\n".join(f"- {letter}\n- Delete" for letter in letters),
    "in a table": lambda letters: "\n".join(f"| {letter} | Copy it | Share |" for letter in letters),
    "in quotes": lambda letters: ", then ".join(f'"{letter}"' for letter in letters),
    "in elements": lambda letters: "<b>next</b>".join(f"<i>{letter}</i>" for letter in letters),
    "in blocks": lambda letters: "\x1eAnother\x1e".join(letters),
    "backwards": lambda letters: " and then ".join(reversed(letters)),
    "two at a time": lambda letters: " and then ".join(letters[at : at + 2] for at in range(0, len(letters), 2)),
}


@pytest.mark.parametrize("value", ["Hunter2horse", "correcthorse", "482915"])
@pytest.mark.parametrize("how", SHOWN)
def test_a_value_shown_letter_by_letter_is_masked_and_what_is_between_stays(how: str, value: str) -> None:
    mask = Mask({"login": [value]})
    shown = SHOWN[how](value)
    masked = mask.text(shown).split("[secret:login]")
    assert len(masked) > len(value) // 2
    assert not set("".join(masked).split()) & {letter for letter in value if letter not in "|-"}
    assert len(mask.dots(shown)) == len(shown)


@pytest.mark.parametrize("times", [1, 2, 3])
def test_elements_that_say_each_letter_more_than_once_are_masked(times: int) -> None:
    def external(text: str) -> External:
        return External(text, "https://shop.example", "page-elements")

    elements = [{"tag": "button", **{f"said {n}": external(letter) for n in range(times)}} for letter in VALUE]
    shown = HUNTER.value(elements)
    texts = {text.raw for element in shown for name, text in element.items() if name != "tag"}
    assert texts <= {"[secret:login]", "-"}
    assert [element["tag"] for element in shown] == ["button"] * len(VALUE)


ORDINARY = """The hunter has two horses. Hunter 3, horse 2: correct. Horses are correct, a correct hors d'oeuvre!
A B C D E F G H I J K L M N O P Q R S T U V W X Y Z | 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22
Page 4 of 8, 29 items, 15 new. 04.08.2029 15:00. a to of in is it on as at be by we or an go no so up I he me my us
c o r r e c t h e l l o  H u n t e r  2  h o u r s  4 8 2 9 1 6  information about ABCDEFGHIJKLMNOPQRSTUVWXYZ"""


def test_ordinary_text_stays_as_it_is() -> None:
    assert HUNTER.text(ORDINARY) == ORDINARY
    rng = random.Random(14)
    words = [word for word in ORDINARY.split() if not word.lower().startswith(("correct", "hors"))]
    for _ in range(300):
        text = " ".join(rng.choices(words, k=400))
        assert HUNTER.text(text) == text
