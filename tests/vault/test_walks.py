"""Structures keep their shape when their texts change, and echoes keep their places."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pytest

from handrail.trust import External
from handrail.vault import Mask
from handrail.vault.structure import MaskedSnapshot, walk

HUNTER = Mask({"login": ["hunter2"]})
MARK = "[secret:login]"


def outside(text: str) -> External:
    return External(text, "https://shop.example", "page-text")


class Pair(NamedTuple):
    first: Any
    second: Any


@dataclass
class Kept:
    name: str
    made: str = field(init=False, default="hunter2")


@pytest.mark.parametrize(
    ("value", "masked"),
    [
        ("hunter2", MARK),
        (["a", "hunter2"], ["a", MARK]),
        (("a", "hunter2"), ("a", MARK)),
        (Pair("hunter2", 1), Pair(MARK, 1)),
        ({"a": "hunter2"}, {"a": MARK}),
        ({"hunter2": "a"}, {MARK: "a"}),
        ({"hunter2": 1, "%68unter2": 2, "h unter2": 3}, {MARK: 1, f"{MARK} (2)": 2, f"{MARK} (3)": 3}),
        ({MARK: 1, "hunter2": 2}, {MARK: 1, f"{MARK} (2)": 2}),
        (Kept("hunter2"), Kept(MARK)),
        (b"hunter2", b"hunter2"),
        (Kept, Kept),
        (None, None),
        (7, 7),
    ],
)
def test_a_structure_is_masked_in_its_own_type(value: Any, masked: Any) -> None:
    changed = HUNTER.value(value)
    assert changed == masked
    assert type(changed) is type(masked)


@pytest.mark.parametrize(
    "value", [["a", ("b", {"c": outside("d")})], Pair("a", 1), {"a": Kept("b")}, ("a",), Kept("c"), "hunter", 3.5]
)
def test_a_structure_without_an_echo_is_handed_back_itself(value: Any) -> None:
    assert HUNTER.value(value) is value


def test_outside_names_in_data_stay_outside_and_apart() -> None:
    masked = HUNTER.value({outside("hunter2"): 1, outside("%68unter2"): 2})
    assert [(key.raw, key.origin, key.label, part) for key, part in masked.items()] == [
        (MARK, "https://shop.example", "page-text", 1),
        (f"{MARK} (2)", "https://shop.example", "page-text", 2),
    ]


def test_echoes_are_spread_over_texts_of_one_side_only() -> None:
    both = HUNTER.value([outside("hun"), "ter2", outside("ter2"), "x"])
    assert both == [MARK, "ter2", MARK, "x"]
    own = HUNTER.value(["xhun", "ter2y", outside("hun"), "hunter2"])
    assert own == [f"x{MARK}", f"{MARK}y", "hun", MARK]


def test_of_texts_one_after_the_other_each_keeps_its_own_part() -> None:
    texts = ["hunter2 a hunter2", "", "b", "c hun", "ter2 hunter2", "d"]
    assert HUNTER.value(texts) == [f"{MARK} a {MARK}", "", "b", f"c {MARK}", f"{MARK} {MARK}", "d"]


def test_a_walk_meets_every_text_in_order_and_knows_which_came_from_outside() -> None:
    met: list[tuple[str, bool]] = []

    def note(text: str, out: bool) -> str:
        met.append((text, out))
        return text

    walk({"a": [outside("b"), ("c", Kept("d"))], outside("e"): 1}, note, lambda value: value)
    assert met == [("a", False), ("b", True), ("c", False), ("d", False), ("hunter2", False), ("e", True)]


class Shot:
    """As much of a snapshot as makes one."""

    text, title, url = outside("my hunter2"), outside("t"), outside("u")
    mode, left_out, cursor = "full", "hunter2", "c"
    secret = "hunter2"

    def __init__(self) -> None:
        self.asked = 0

    @property
    def nodes(self) -> list[str]:
        self.asked += 1
        return ["hunter2"]

    outline = outside("hunter2")
    controls = (outside("hunter2"),)


def test_of_a_snapshot_the_parts_are_masked_once_and_nothing_else_is_told() -> None:
    shot = Shot()
    masked = HUNTER.value(shot)
    assert isinstance(masked, MaskedSnapshot)
    assert (masked.text.raw, masked.outline.raw, masked.controls) == (f"my {MARK}", MARK, [MARK])
    assert (masked.title.raw, masked.url.raw) == ("t", "u")
    assert (masked.mode, masked.left_out, masked.cursor) == ("full", "hunter2", "c")
    assert masked.nodes is masked.nodes
    assert (masked.nodes, shot.asked) == ([MARK], 1)
    assert not hasattr(masked, "secret")
    with pytest.raises(AttributeError, match="secret"):
        _ = masked.secret


@pytest.mark.parametrize("left_out", ["text", "nodes", "left_out"])
def test_what_lacks_a_part_of_a_snapshot_is_none(left_out: str) -> None:
    parts = {name: outside("x") for name in ("text", "nodes", "left_out") if name != left_out}
    other = type("Other", (), parts)()
    assert HUNTER.value(other) is other


@pytest.mark.parametrize(
    ("values", "text", "masked"),
    [
        # The longest of those that overlap gives the name, and all of both is masked.
        ({"a": ["hunter2"], "b": ["hunter2hunter2"]}, "xhunter2hunter2y", "x[secret:b]y"),
        ({"a": ["abcdefgh"], "b": ["fghijklmnop"]}, "abcdefghijklmnop", "[secret:b]"),
        ({"a": ["abcdefghijkl"], "b": ["jklmnop"]}, "abcdefghijklmnop", "[secret:a]"),
        ({"a": ["abcdef"], "b": ["ghijkl"]}, "abcdefghijkl", "[secret:a][secret:b]"),
        ({"a": ["aaaa1aaaa1"]}, "aaaa1aaaa1aaaa1", "[secret:a]"),
        # Its own mark may hold a value, and is left as it is; other brackets are no mark.
        ({"a": ["secret"]}, "[secret:a] secret [secret:b]", "[secret:a] [secret:a] [[secret:a]:b]"),
        ({"a.b": ["secret"]}, "[secret:a.b] [secret:axb]", "[secret:a.b] [[secret:a.b]:axb]"),
        ({}, "hunter2", "hunter2"),
        ({"a": []}, "hunter2", "hunter2"),
        ({"a": ["hunter2", "correcthorse"]}, "correcthorse hunter2", "[secret:a] [secret:a]"),
        # In hexadecimal and over gaps, in either case.
        ({"a": ["hunter2"]}, "68 75:6E-74 65 72 32!", "[secret:a]!"),
        ({"a": ["hunter2"]}, "x68756E74657232", "x[secret:a]"),
        # Beside each other in one text: as it is, and decoded once, twice and thrice, but no oftener.
        ({"a": ["hunter2"]}, "hunter2 %68unter2 %2568unter2", "[secret:a] [secret:a] [secret:a]"),
        ({"a": ["hunter2"]}, "%252568unter2 %25252568unter2", "[secret:a] %25252568unter2"),
        ({"a": ["1234"]}, "1234", "[secret:a]"),
        ({"a": ["1234"]}, "123", "123"),
        ({"a": ["p@ss"]}, "p@ss p%40ss p @ss", "[secret:a] [secret:a] p @ss"),
    ],
)
def test_echoes_that_overlap_stand_beside_each_other_or_in_marks(
    values: dict[str, list[str]], text: str, masked: str
) -> None:
    assert Mask(values).text(text) == masked


def test_a_character_beyond_the_first_plane_gets_a_dot_of_its_size() -> None:
    assert Mask({"a": ["😀😀ab"]}).dots("x😀😀aby") == "x\U0001f784\U0001f784••y"


def test_in_an_outline_a_value_is_found_over_lines_and_what_is_around_it_stays() -> None:
    outline = 'list\n : my hun\n link "ter2 x" [e5] -> /hun\n : y'
    assert HUNTER.text(outline) == f'list\n : my {MARK}\n link "{MARK} x" [e5] -> /hun\n : y'
