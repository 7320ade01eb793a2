"""Options are declared once, on the fields of dataclasses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated

import pytest

import handrail
from handrail import Session, SyncSession
from handrail.browser.types.network.proxy import Proxy
from handrail.browser.types.options import BrowserOptions
from handrail.errors import UsageError
from handrail.options import Option, declared_options, flag_and_keyword
from handrail.session_options import SessionOptions, option_texts, split_options


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


@pytest.mark.parametrize(
    ("flags", "keywords"),
    [
        ("--mode act", 'mode="act"'),
        ("--grant 'submit@https://a.example' --trust https://b.example",
         'grants=["submit@https://a.example"], trust=["https://b.example"]'),
        ("--upload-dir FOLDER or --upload-url URL", 'upload_dirs=["FOLDER"] or upload_urls=["URL"]'),
        ("--ungated", "ungated=True"),
        ("--no-sandbox", "sandbox=False"),
        ("--copy-locked-profile", 'profile_locked="copy"'),
        ("--model PROVIDER:NAME", 'model="PROVIDER:NAME"'),
    ],
)  # fmt: skip
def test_a_hint_names_a_flag_and_the_keyword_of_a_program(flags, keywords):
    assert flag_and_keyword(flags, SessionOptions, BrowserOptions) == f"{flags} (in a program: {keywords})"


def test_help_of_a_session_names_every_option():
    for kind in (Session, SyncSession):
        named = [line for name in option_texts() for line in kind.__doc__.splitlines() if f" {name}: " in line]
        assert len(named) == len(option_texts())


def test_every_option_without_a_flag_says_what_it_is():
    assert set(option_texts()) == {field.name for owner in (SessionOptions, BrowserOptions) for field in fields(owner)}


def test_a_wrong_option_is_a_public_error_whose_text_holds_the_hint():
    with pytest.raises(handrail.UsageError, match=r"There is no mode 'foo'\. Use 'ask' or 'act'\."):
        split_options({"mode": "foo"})


def test_an_unknown_option_names_each_that_is_equally_near():
    with pytest.raises(handrail.UsageError, match=r"Did you mean mode or model\?"):
        split_options({"modle": "offline"})


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"headless": "yes"}, "headless must be True or False, not 'yes'."),
        ({"log": 1}, "log must be True or False, not 1."),
        ({"plain": "x"}, "plain must be True or False, not 'x'."),
        ({"call_timeout": "x"}, "call_timeout must be more than 0 seconds."),
        ({"call_timeout": -1}, "call_timeout must be more than 0 seconds."),
        ({"model_timeout": 0}, "model_timeout must be more than 0 seconds."),
    ],
)
def test_a_value_that_no_session_can_work_with_is_a_usage_error(options, said):
    with pytest.raises(UsageError) as raised:
        Session(**options)
    assert raised.value.message == said
