"""Echoes in structures: External text, lists, snapshots."""

from __future__ import annotations

from dataclasses import dataclass

from handrail.attachments import Attachment
from handrail.results import Ok
from handrail.trust import External
from handrail.vault import Mask

HUNTER = Mask({"login": ["hunter2"]})


def outside(text: str) -> External:
    return External(text, "https://shop.example", "page-text")


@dataclass(frozen=True, slots=True)
class Line:
    name: External
    ref: str
    kept: Attachment


def test_any_structure_is_masked_and_keeps_its_shape() -> None:
    picture = Attachment("image", "image/png", b"hunter2")
    data = {
        "hunter2": [outside("hunter2"), ("a hunter2", 7, None, True)],
        outside("%68unter2"): Line(outside("x hunter2"), "e1", picture),
    }
    masked = HUNTER.value(data)
    text, line = masked["[secret:login]"], masked["[secret:login] (2)"]
    assert text == [outside("[secret:login]"), ("a [secret:login]", 7, None, True)]
    assert (text[0].origin, text[0].label) == ("https://shop.example", "page-text")
    assert (line.name.raw, line.ref, line.kept) == ("x [secret:login]", "e1", picture)
    assert HUNTER.value(Ok({"a": [outside("%68unter2")]}, page_changed=True)) == Ok(
        {"a": [outside("[secret:login]")]}, page_changed=True
    )


class Rows(list[External]):
    """A list of a kind of its own, as libraries return them."""


def test_lists_of_other_kinds_are_masked_too() -> None:
    assert HUNTER.value({"rows": Rows([outside("hunter2"), outside("x")])}) == {
        "rows": [outside("[secret:login]"), outside("x")]
    }


def test_a_value_spread_over_neighbouring_texts_is_masked() -> None:
    masked = HUNTER.value({"texts": [outside("my hun"), outside("ter"), outside("2, yes")], "own": "plain"})
    assert [text.raw for text in masked["texts"]] == ["my [secret:login]", "[secret:login]", "[secret:login], yes"]
    assert masked["own"] == "plain"


def test_what_holds_no_echo_is_handed_back_itself() -> None:
    data = {"a": [outside("nothing"), ("x", 1)], "b": Line(outside("y"), "e1", Attachment("image", "", b""))}
    assert HUNTER.value(data) is data


class Outline:
    """Stands for a snapshot: asked for its nodes only where somebody wants them."""

    text, title, url = outside(' : hun\n link "ter2" [e5]'), outside("hunter2"), outside("https://a.example/?p=hunter2")
    mode, left_out, cursor = "full", "", None
    asked = 0

    @property
    def nodes(self) -> list[Line]:
        self.asked += 1
        return [Line(outside("hunter2"), "e5", Attachment("image", "", b""))]


def test_a_snapshot_is_masked_in_all_its_parts_and_its_nodes_only_when_asked_for() -> None:
    outline = Outline()
    masked = HUNTER.value([outline])[0]
    assert (masked.text.raw, masked.title.raw) == (' : [secret:login]\n link "[secret:login]" [e5]', "[secret:login]")
    assert (masked.url.raw, masked.mode, outline.asked) == ("https://a.example/?p=[secret:login]", "full", 0)
    assert masked.nodes[0].name.raw == "[secret:login]"
    assert HUNTER.value(masked) is masked
