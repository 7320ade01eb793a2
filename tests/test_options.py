"""Options are declared once, on the fields of dataclasses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from handrail.browser.types.network.proxy import Proxy
from handrail.options import Option, declared_options
from handrail.session_options import split_options


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


def test_a_program_may_give_one_text_where_several_are_taken_and_the_text_of_a_flag(tmp_path):
    own, browser = split_options(
        {
            "allow_origins": "https://shop.example",
            "upload_dirs": tmp_path,
            "block": "image",
            "viewport": "800x600",
            "proxy": "http://127.0.0.1:9",
        }
    )
    assert own.allow_origins == ["https://shop.example"]
    assert list(own.upload_dirs) == [tmp_path]
    assert browser == {"block": ["image"], "viewport": (800, 600), "proxy": Proxy("http://127.0.0.1:9")}
