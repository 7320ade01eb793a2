"""Text from outside at the edges: its kinds, how it is cut, where an alphabet of signs ends."""

from __future__ import annotations

import pytest

from handrail.trust import LABELS, External, Fenced, fence, one_line, plain
from handrail.trust.clean import shadow

EVIL = "https://evil.example"
KINDS = {
    "page-snapshot", "page-text", "page-elements", "page-info", "extract-result", "search-results", "pdf-text",
    "file-content", "dialog", "console", "validator-feedback", "tool-listing", "tabstack-content", "web-service",
    "notes", "page-tool",
}  # fmt: skip


def outside(raw: str, label: str = "page-text") -> External:
    return External(raw, EVIL, label)


def test_text_from_outside_is_of_one_of_these_kinds() -> None:
    assert set(LABELS) == KINDS
    for kind in KINDS:
        assert f'label="{kind}"' in fence(outside("x", kind)).text


def test_data_is_fenced_as_json_that_a_person_can_read() -> None:
    assert fence({"price": [outside("zwölf"), 3]}).body == '{"price": ["zwölf", 3]}'
    many = [{"name": outside(word * 150)} for word in "ab"]
    assert [line[:14] for line in fence({"all": many, "n": 3}).body.split("\n")] == [
        '{"all": [{"nam',
        '  {"name": "bb',
        ' "n": 3}',
    ]


def test_who_fences_may_name_label_and_origin() -> None:
    block = fence(outside("x"), label="notes", origin="model")
    assert (block.label, block.origin) == ("notes", "model")
    assert fence("plain words", label="notes", origin="model").body == '"plain words"'
    with pytest.raises(ValueError, match="unknown fence label ''"):
        fence("plain words")


def test_outside_text_as_a_name_in_data_is_found_too() -> None:
    block = fence({outside("name", "dialog"): 1})
    assert (block.label, block.origin, block.body) == ("dialog", EVIL, '{"name": 1}')
    assert plain({outside("name"): outside("x")}) == {"name": "x"}


def test_a_change_is_made_to_every_text_but_the_names() -> None:
    data = {"a": "own", outside("b"): [outside("x"), ("y", 1, None)]}
    assert plain(data, str.upper) == {"a": "OWN", "b": ["X", ["Y", 1, None]]}


def test_a_block_is_clipped_unless_somebody_keeps_it() -> None:
    assert not fence(outside("x")).keep
    assert not Fenced("1a", "notes", "model", "x").keep
    assert "earlier content removed" in fence(outside("x")).clipped().body


def test_an_origin_is_cut_and_loses_signs_that_mean_something_in_a_tag() -> None:
    several = " ".join(["a" * 49] * 5)
    assert fence(outside("x"), origin=f"{several} {'b' * 50}").origin == f"{several} {'b' * 50}"
    assert fence(outside("x"), origin=f"{several} {'b' * 51}").origin == f"{several} {'b' * 49}"
    assert fence(outside("x"), origin='a"<b>=c').origin == "abc"


@pytest.mark.parametrize(("text", "limit", "short"), [("abcd", 4, "abcd"), ("abcde", 4, "abc…"), ("", 1, "")])
def test_a_text_is_cut_to_its_limit_with_an_ellipsis(text: str, limit: int, short: str) -> None:
    cut = outside(text).shorten(limit)
    assert (cut.raw, cut.origin, cut.label) == (short, EVIL, "page-text")
    assert one_line(text, limit) == short


def test_a_line_has_two_hundred_characters_unless_somebody_says_otherwise() -> None:
    assert one_line("x" * 200) == "x" * 200
    assert one_line("x" * 201) == "x" * 199 + "…"


def test_whoever_makes_a_string_of_it_is_told_what_to_do() -> None:
    for slip in (str, format, lambda text: text + "", lambda text: "" + text):
        with pytest.raises(TypeError, match=r"trust\.fence"):
            slip(outside("x"))


@pytest.mark.parametrize("first", [0x1F150, 0x1F170, 0x1F1E6])
def test_an_alphabet_of_signs_reads_from_a_to_z_and_no_further(first: int) -> None:
    assert shadow("".join(map(chr, range(first, first + 26)))) == "abcdefghijklmnopqrstuvwxyz"
    assert "{" not in shadow(chr(first + 26))
    assert "`" not in shadow(chr(first - 1))
