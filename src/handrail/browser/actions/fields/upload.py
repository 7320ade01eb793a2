"""Gives files to a page: into its inputs, to the choosers that it opens, or dropped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from playwright.async_api import Error as PlaywrightError

from handrail.browser.actions.actionability import ActionAttempt
from handrail.browser.actions.obstacles import not_actionable
from handrail.browser.actions.press import click
from handrail.browser.page.refs import RefTarget
from handrail.browser.types.dropped import Uploaded
from handrail.browser.types.errors import DialogOpen, StaleRef, WrongElement

CHOOSER = 4.0
"""Seconds that a button may take to ask for a file, but no longer than our patience."""


async def set_files(attempt: ActionAttempt, ref: str, paths: Sequence[Path], *, add: bool) -> Uploaded:
    """Give files to the input behind a button, label or container, or drop them where there is none. ``add``: keep the
    files that the input holds. Raises `WrongElement`: nothing there takes these."""
    target = attempt.core.target(ref)
    answer = await attempt.ask(target, "file_input")
    found = answer.data
    if not found["own"] and not found["pressed"] and await _drop(attempt, target, paths):
        return Uploaded(dropped=True)
    if not found["found"]:
        return Uploaded(await _without_input(attempt, target, paths, pressed=found["pressed"]))
    if found["disabled"]:
        raise not_actionable(ref, "disabled")
    if found["folder"]:
        raise WrongElement(f"{ref} takes a whole folder, not single files.", hint="Look for a field for files.")
    held = [answer.external(name) for name in found["names"]]
    count = len(paths) + (len(held) if add else 0)
    if count > 1 and not found["multiple"]:
        raise _takes_one(ref, count)
    place = replace(target, local=found["local"])
    if add and held:
        await _hold(attempt, target, paths)
        await attempt.ask(place, "add_files")
    else:
        await attempt.persist(lambda field, ms: field.set_input_files(list(paths), timeout=ms), place)
    return Uploaded(dropped=False, held=held)


async def _without_input(attempt: ActionAttempt, target: RefTarget, paths: Sequence[Path], *, pressed: bool) -> bool:
    """Answer the chooser that a press opens; where none opens, drop the files. Whether they were dropped."""
    try:
        await _answer_chooser(attempt, target, paths)
    except WrongElement:
        try:
            if not pressed or not await _drop(attempt, target, paths):
                raise
        except StaleRef:
            raise WrongElement(
                f"{target.ref} was pressed, asked for no file, and is gone: the page shows something else now.",
                hint="Give the file to the field or button for files that it shows now.",
            ) from None
        return True
    return False


async def _drop(attempt: ActionAttempt, target: RefTarget, paths: Sequence[Path]) -> bool:
    """Drop files onto an element; whether the page takes files there."""
    await attempt.aim(target, press=False)
    await _hold(attempt, target, paths)
    return bool((await attempt.ask(target, "drop_files")).data["taken"])


async def _hold(attempt: ActionAttempt, target: RefTarget, paths: Sequence[Path]) -> None:
    """Give files to the input outside the document, from which the kit takes them."""
    holder = await attempt.core.race(attempt.core.kit.file_holder(target.frame, target.nonce))
    try:
        await attempt.core.race(holder.set_input_files(list(paths), timeout=attempt.patience * 1000))
    except PlaywrightError:
        raise not_actionable(target.ref, "out_of_reach") from None


async def _answer_chooser(attempt: ActionAttempt, target: RefTarget, paths: Sequence[Path]) -> None:
    """Press a button whose script makes an input that stands in no document, and answer its file chooser."""
    try:
        async with attempt.core.page.expect_file_chooser(timeout=min(CHOOSER, attempt.patience) * 1000) as asked:
            await click(attempt, target)
        chooser = await asked.value
        attempt.core.asked_for_file = False
    except PlaywrightError:
        raise WrongElement(
            f"{target.ref} neither asks for a file nor takes a dropped one, and no file field is near it.",
            hint="Use the ref of the file field, of its button or of the place to drop files.",
        ) from None
    if len(paths) > 1 and not chooser.is_multiple():
        raise _takes_one(target.ref, len(paths))
    try:
        await attempt.core.race(chooser.set_files(list(paths), timeout=attempt.patience * 1000))
    except DialogOpen:
        return
    except PlaywrightError:
        raise not_actionable(target.ref, "out_of_reach") from None


def _takes_one(ref: str, count: int) -> WrongElement:
    return WrongElement(f"{ref} takes one file, not {count}.", hint="Upload them one at a time, without `add`.")
