"""Giving files to a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.async_api import Error as PlaywrightError

from handrail.browser.actions.actionability import ActionAttempt, not_actionable
from handrail.browser.types.errors import DialogOpen, WrongElement

if TYPE_CHECKING:
    from handrail.browser.page.refs import RefTarget

CHOOSER = 4.0
"""Seconds that a button may take to ask for a file."""


class FileInput:
    """Puts files into the file input that stands behind a ref.

    Args:
        grip: takes hold of the input, or of the button that makes one.
    """

    def __init__(self, grip: ActionAttempt) -> None:
        self._grip = grip
        self._core = grip.core

    async def set(self, ref: str, paths: Sequence[Path]) -> None:
        """Give files to the input behind a button, label, container or drop zone.

        Raises:
            WrongElement: there is none, or it does not take these.
            NotActionable: it is disabled.
        """
        target = self._core.target(ref)
        found = (await self._grip.ask(target, "file_input")).data
        if not found["found"]:
            await self._through_chooser(target, paths)
            return
        if found["disabled"]:
            raise not_actionable(ref, "disabled")
        self._check(ref, paths, multiple=found["multiple"], folder=found["folder"])
        place = replace(target, local=found["local"])
        locator = self._core.locator(place)
        await self._grip.persist(lambda ms: locator.set_input_files(list(paths), timeout=ms), place)

    async def _through_chooser(self, target: RefTarget, paths: Sequence[Path]) -> None:
        """A button whose script makes an input that stands in no document: press it and answer its file chooser."""
        try:
            async with self._core.page.expect_file_chooser(timeout=CHOOSER * 1000) as asked:
                await self._grip.point(target, lambda aim, ms: aim.locator.click(timeout=ms, position=aim.position))
            chooser = await asked.value
        except PlaywrightError:
            raise WrongElement(
                f"{target.ref} does not ask for a file, and no file field is near it.",
                hint="Use the ref of the file field or of its button.",
            ) from None
        self._check(target.ref, paths, multiple=chooser.is_multiple(), folder=False)
        try:
            await self._core.race(chooser.set_files(list(paths), timeout=self._grip.patience * 1000))
        except DialogOpen:
            return
        except PlaywrightError:
            raise not_actionable(target.ref, "out_of_reach") from None

    def _check(self, ref: str, paths: Sequence[Path], *, multiple: bool, folder: bool) -> None:
        if folder:
            raise WrongElement(f"{ref} takes a whole folder, not single files.", hint="Look for a field for files.")
        if len(paths) > 1 and not multiple:
            raise WrongElement(f"{ref} takes one file, not {len(paths)}.", hint="Upload them one at a time.")
