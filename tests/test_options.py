"""Options are declared once, on the fields of dataclasses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from handrail.options import Option, declared_options


@dataclass(frozen=True)
class Sample:
    size: Annotated[tuple[int, int] | None, Option("--size", "Width and height. Both in pixels.")] = None
    folders: Annotated[Sequence[Path], Option("--folder", "Folders", setting="user")] = ()
    names: Annotated[tuple[str, ...], Option("--name", "Names.")] = ("a",)
    for_programs: int = 3


def test_only_fields_with_an_option_are_declared():
    assert [one.name for one in declared_options(Sample)] == ["size", "folders", "names"]


def test_a_declared_option_knows_its_type_and_default():
    size, folders, names = declared_options(Sample)
    assert (size.type, size.item_type, size.default) == (tuple[int, int], None, None)
    assert (folders.item_type, folders.default, folders.option.setting) == (Path, (), "user")
    assert (names.item_type, names.default) == (str, ("a",))


def test_the_summary_is_the_first_sentence_of_the_help():
    size, folders, _ = declared_options(Sample)
    assert size.option.summary == "Width and height."
    assert folders.option.summary == "Folders."
