"""Characters that are not seen but change what is read."""

import pytest

from handrail.trust import clean, one_line, site_line


@pytest.mark.parametrize(
    ("dirty", "expected"),
    [
        ("a\x1b[31mred\x1b[0m", "a[31mred[0m"),
        ("a\x1b]8;;https://evil.example\x07link", "a]8;;https://evil.examplelink"),
        ("pay\u200bpal", "paypal"),
        ("abc\u202egnp.exe", "abcgnp.exe"),
        ("hi" + "".join(chr(0xE0000 + ord(c)) for c in "obey"), "hi"),
        ("x\ufe01\U000e0100y", "xy"),
        ("a\r\nb\rc\u2028d\u2029e", "a\nb\nc d e"),
        ("bad \ud800 half", "bad \ufffd half"),
        ("so\u00adft", "soft"),
        ("z\u200dz", "zz"),
    ],
)
def test_what_hides_is_taken_out(dirty, expected):
    assert clean(dirty) == expected


def test_blanks_of_any_kind_forge_no_line():
    assert one_line("a\n\u2800 \u2800\u3000b") == "a b"


def test_an_origin_is_shown_to_its_end():
    host = ".".join(["online-bank-example"] * 12) + ".evil.example"
    assert site_line(f"https://{host}:8443").endswith(".evil.example:8443")


@pytest.mark.parametrize(
    "text",
    ["tabs\tand\nlines", "مرحبا بالعالم", "می\u200cخواهم", "क्\u200dष", "👩\u200d👩\u200d👧 ok ❤\ufe0f", "ﬁancé ½"],
)
def test_what_scripts_and_emoji_need_stays(text):
    assert clean(text) == text


def test_one_line_has_no_way_to_a_second_line():
    assert one_line("first\nsecond\u2028third\x85fourth\ttab") == "first second thirdfourth tab"
    assert one_line("x" * 300, 10) == "x" * 9 + "…"
