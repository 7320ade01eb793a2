"""Gives files to a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.async_api import Error as PlaywrightError

from handrail.browser.actions.actionability import ActionAttempt
from handrail.browser.actions.obstacles import not_actionable
from handrail.browser.actions.press import click
from handrail.browser.types.errors import DialogOpen, WrongElement

if TYPE_CHECKING:
    from handrail.browser.page.refs import RefTarget

CHOOSER = 4.0
"""Seconds that a button may take to ask for a file."""


async def set_files(attempt: ActionAttempt, ref: str, paths: Sequence[Path]) -> None:
    """Give files to the input behind a button, label, container or drop zone.

    Raises:
        WrongElement: there is none, or it does not take these.
        NotActionable: it is disabled.
    """
    target = attempt.core.target(ref)
    found = (await attempt.ask(target, "file_input")).data
    if not found["found"]:
        await _answer_chooser(attempt, target, paths)
        return
    if found["disabled"]:
        raise not_actionable(ref, "disabled")
    if found["folder"]:
        raise WrongElement(f"{ref} takes a whole folder, not single files.", hint="Look for a field for files.")
    _check_count(ref, paths, multiple=found["multiple"])
    place = replace(target, local=found["local"])
    await attempt.persist(lambda field, ms: field.set_input_files(list(paths), timeout=ms), place)


async def _answer_chooser(attempt: ActionAttempt, target: RefTarget, paths: Sequence[Path]) -> None:
    """Press a button whose script makes an input that stands in no document, and answer its file chooser."""
    try:
        async with attempt.core.page.expect_file_chooser(timeout=CHOOSER * 1000) as asked:
            await click(attempt, target)
        chooser = await asked.value
    except PlaywrightError:
        raise WrongElement(
            f"{target.ref} does not ask for a file, and no file field is near it.",
            hint="Use the ref of the file field or of its button.",
        ) from None
    _check_count(target.ref, paths, multiple=chooser.is_multiple())
    try:
        await attempt.core.race(chooser.set_files(list(paths), timeout=attempt.patience * 1000))
    except DialogOpen:
        return
    except PlaywrightError:
        raise not_actionable(target.ref, "out_of_reach") from None


def _check_count(ref: str, paths: Sequence[Path], *, multiple: bool) -> None:
    if len(paths) > 1 and not multiple:
        raise WrongElement(f"{ref} takes one file, not {len(paths)}.", hint="Upload them one at a time.")
