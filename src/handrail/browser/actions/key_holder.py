"""Tells what keys go to."""

from __future__ import annotations

from contextlib import suppress

from handrail.browser.actions.actionability import ActionAttempt
from handrail.browser.page.kit_client import KitAnswer
from handrail.browser.page.page_context import PageContext
from handrail.browser.types.acts import KeyHolder
from handrail.browser.types.errors import DeadlineHit, DialogOpen, DocumentChanged, TabLost
from handrail.trust import External

BESIDE_CARET = 60
"""Characters that are told on each side of the caret."""
DEEPEST = 8
"""Frames within frames that are asked for what has the focus."""


async def key_holder(attempt: ActionAttempt) -> KeyHolder | None:
    """Return the element that keys go to now; None for the page as a whole, and where the page cannot say."""
    core = attempt.core
    frame = core.page.main_frame
    with suppress(DialogOpen, DocumentChanged, DeadlineHit, TabLost):
        for _ in range(DEEPEST):
            answer = await core.ask(frame, "key_holder")
            if answer.data["local"] is None:
                return None
            if not answer.data["frame"]:
                found = answer.data
                held = None if found["value"] is None else answer.external(found["value"])
                return KeyHolder(
                    core.named(frame, answer, found),
                    held,
                    found["searches"],
                    found["multiline"],
                    found["startsLine"],
                    _caret(core, answer),
                )
            inner = await core.frames.child(frame, answer.nonce, answer.data["local"])
            if inner is None:
                return None
            frame = inner
    return None


def _caret(core: PageContext, answer: KitAnswer) -> External | None:
    """Return what stands beside the caret of rich text; None where it may be a part of a secret."""
    if answer.data["caret"] is None:
        return None
    before, behind = answer.data["caret"]
    if core.mask_text(before + behind) != before + behind:
        return None
    return answer.external(f"{before[-BESIDE_CARET:]}|{behind[:BESIDE_CARET]}")
