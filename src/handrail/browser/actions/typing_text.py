"""Types text with real keys, for editors that take no value from a script."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from handrail.browser.reading.element_facts import focused
from handrail.browser.types.errors import DialogOpen, DocumentChanged, PageChanged

if TYPE_CHECKING:
    from handrail.browser.actions.actionability import ActionAttempt
    from handrail.browser.page.refs import RefTarget

PIECE = 40
"""Characters after which it is looked whether the keys still go where they are meant to."""
_PARTS = re.compile(rf"[^\x00-\x1f]{{1,{PIECE}}}|[\x00-\x1f]+")


def on_one_line(text: str) -> str:
    """Return the text with a blank for each line end and tab: a field of one line takes a line end for Enter."""
    return re.sub(r"[\x00-\x1f]+", " ", text)


async def type_text(
    attempt: ActionAttempt,
    text: str,
    target: RefTarget | None,
    delay_ms: int,
    nonce: str,
    editor: RefTarget | None = None,
) -> None:
    """Press a key for each character, where the focus is. Line ends and tabs are put in without a key: their keys would
    send a form or a message, or leave the field.

    Args:
        target: what has to keep the focus; None for whatever has it.
        delay_ms: milliseconds between two keys.
        nonce: of the document that has the focus.
        editor: what has the focus, where that is rich text: line ends are pasted into it, and make paragraphs.

    Raises:
        PageChanged: the focus went elsewhere.
        DocumentChanged: another page came, or has the focus.
    """
    keyboard, typed = attempt.core.page.keyboard, 0
    # A frame of another site may take the focus, so there it is looked before each key.
    for part in text if attempt.has_other_sites else _PARTS.findall(text):
        if typed:
            if attempt.core.dialog_opened.is_set():
                raise DialogOpen(f"A dialog opened after {typed} characters.", hint="Answer it with `dialog` first.")
            if (await focused(attempt.core)).nonce != nonce:
                raise DocumentChanged(f"Another page came after {typed} characters.", hint="Take a snapshot.")
            if target is not None and not await attempt.has_focus(target):
                raise PageChanged(
                    f"The focus went elsewhere after {typed} of {len(text)} characters; the rest was not typed.",
                    hint="Take a snapshot.",
                )
        plain = part[0] >= " "
        if not plain and editor is not None and (await attempt.ask(editor, "paste", text=part)).data["taken"]:
            typed += len(part)
            continue
        act = partial(keyboard.type, part, delay=delay_ms) if plain else partial(keyboard.insert_text, part)
        await attempt.give_keys(act, extra=len(part) * delay_ms / 1000)
        typed += len(part)
