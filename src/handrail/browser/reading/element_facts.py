"""The facts of an element that policy judges by, pinned to its document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from handrail.browser.page.kit_client import KitAnswer
from handrail.browser.page.page_context import PageContext
from handrail.browser.page.refs import RefTarget
from handrail.browser.types.acts import NamedElement
from handrail.browser.types.errors import BrowserError, DeadlineHit, DocumentChanged, StaleRef, TabLost
from handrail.browser.types.facts import NOT_LOOKED_AT, ElementFacts, Focus, FormFacts, Surroundings, Through
from handrail.browser.types.forgery_tokens import is_forgery_token
from handrail.browser.types.network.addresses import is_readable
from handrail.trust import External

FRAMES_ASKED = 30
FRAME_SECONDS = 1.0
MAX_DEPTH = 5
"""Frames in frames that are looked into for what lies at a place."""


async def facts(core: PageContext, ref: str, through: Through | None = None) -> ElementFacts:
    """Return what an act on ``ref`` would meet now. Reads only.

    Args:
        through: judge what the act reaches through it, where it is a label or wrapper; None judges what is pressed.

    Raises:
        UnknownRef, WrongElement: not a ref of this tab.
        StaleRef: the element or its document is gone.
    """
    answer = await _ask(core, core.target(ref), through)
    if answer is None:
        # Gone: another element may be its only successor; if none is, this says so, with the nearest ones.
        answer = await _ask(core, await core.live(ref), through)
    if answer is None:
        raise StaleRef.of(ref)
    return element_of(answer)


async def _ask(core: PageContext, target: RefTarget, through: Through | None) -> KitAnswer | None:
    """Return the kit's answer; None where the element no longer stands in its document."""
    try:
        answer = await core.ask(target.frame, "facts", local=target.local, nonce=target.nonce, through=through)
    except (DocumentChanged, TabLost):
        return None
    return None if "gone" in answer.data else answer


async def focused(core: PageContext) -> Focus:
    """Return what keys would go to, in whatever frame. Raises `DeadlineHit`: that is in a frame that does not
    answer."""
    frame, seconds = core.page.main_frame, dict[str, float]()
    for _ in range(MAX_DEPTH):
        answer = await core.ask(frame, "focus_facts", **seconds)
        holder = answer.data.get("frame")
        if holder is None:
            return Focus(element_of(answer) if answer.data else None, answer.origin, answer.nonce)
        child = await core.frames.child(frame, answer.nonce, holder, timeout=FRAME_SECONDS)
        if child is None:
            break
        frame, seconds = child, {"timeout": FRAME_SECONDS}
    raise DeadlineHit("What has the focus is in a frame that does not answer.", hint="Click on a field, or name one.")


async def has_link(core: PageContext, url: str, origin: str | None = None) -> bool:
    """Return whether a link of the page, in any frame or those of one origin, leads to exactly ``url``. A frame that
    does not answer has none."""
    for frame in core.page.frames[:FRAMES_ASKED]:
        try:
            answer = await core.ask(frame, "has_link", timeout=FRAME_SECONDS, url=url)
            if answer.data and origin in (None, answer.origin):
                return True
        except BrowserError:
            continue
    return False


def element_of(answer: KitAnswer, data: dict[str, Any] | None = None) -> ElementFacts:
    """Return the facts in an answer of the kit, or in a part of it."""
    data = answer.data if data is None else data
    return ElementFacts(
        nonce=answer.nonce,
        origin=answer.origin,
        tag=data["tag"],
        role=data["role"],
        name=answer.external(data["name"]),
        kind=data["kind"],
        input_type=data["inputType"],
        autocomplete=data["autocomplete"],
        href=answer.external(data["href"]) if data["href"] and is_readable(data["href"]) else None,
        disabled=data["disabled"],
        editable=data["editable"],
        visible=data["visible"],
        sensitive=data["sensitive"],
        value_length=data["valueLength"],
        all_selected=data["allSelected"],
        form=_form(answer, data["form"]),
        downloads=data["downloads"],
        saves=answer.external(data["saves"]) if data["saves"] else None,
        box=tuple(data["box"]) if data["box"] else None,
        labels=_texts(answer, data["labels"]),
        names=_texts(answer, data["names"]),
        reacts=data["reacts"],
        opens=data["opens"],
        near=answer.external(data["near"]) if data["near"] else None,
        changed=_texts(answer, data.get("changed", ())),
        item=answer.external(data["item"]) if data["item"] else None,
        item_content=data["itemContent"],
        item_buttons=tuple(data["itemButtons"]),
        in_row=data["inRow"],
        in_cookie_banner=data["cookieBanner"],
        around=_surroundings(answer, data.get("around")),
    )


_TEXTS = ("held", "checked", "selected", "addressed", "menu", "chosen", "searched", "standing", "outputs")
_ONE_TEXT = ("apart", "heading", "value", "words", "row", "first")
"""Of `Surroundings`: what is a list of texts, and what is one or none."""


def _texts(answer: KitAnswer, texts: Sequence[str]) -> tuple[External, ...]:
    return tuple(map(answer.external, texts))


def _surroundings(answer: KitAnswer, data: dict[str, Any] | None) -> Surroundings:
    if data is None:
        return NOT_LOOKED_AT
    found: dict[str, Any] = {part: _texts(answer, data[part]) for part in _TEXTS}
    found |= {part: answer.external(data[part]) if data[part] else None for part in _ONE_TEXT}
    # A dialog may hold nothing but buttons.
    dialog = answer.external(data["dialog"]) if data["dialog"] is not None else None
    return Surroundings(confirms=data["confirms"], alike=data["alike"], dialog=dialog, **found)


def _form(answer: KitAnswer, data: dict[str, Any] | None) -> FormFacts | None:
    if data is None:
        return None
    is_guarded = any(is_forgery_token(name, value) for name, value in data["hidden"])
    return FormFacts(
        method=data["method"],
        action=answer.external(data["action"]),
        action_origin=data["actionOrigin"],
        fields=_texts(answer, data["fields"]),
        submitter=answer.external(data["submitter"]) if data["submitter"] is not None else None,
        local=data["local"],
        values=_texts(answer, data["values"]),
        scripted=data["scripted"],
        submitter_labels=_texts(answer, data["submitterLabels"]),
        submitter_names=_texts(answer, data["submitterNames"]),
        acts=_texts(answer, data["changed"]) if is_guarded else (),
        came=_texts(answer, data["came"]),
    )


async def at(core: PageContext, x: float, y: float, *, beside: RefTarget | None = None) -> NamedElement | None:
    """Return what lies at a place of the window, in whatever frame; None for nothing. ``beside``: an element
    that is dragged there, and does not count."""
    frame, left, top = core.page.main_frame, 0.0, 0.0
    for _ in range(MAX_DEPTH):
        local = beside.local if beside is not None and beside.frame is frame else None
        answer = await core.ask(frame, "at", x=x - left, y=y - top, beside=local)
        found = answer.data["by"]
        if found is None:
            return None
        element = core.named(frame, answer, found)
        if not answer.data["frame"]:
            return element
        child = await core.frames.child(frame, answer.nonce, found["local"], timeout=FRAME_SECONDS)
        box = await core.box(core.target(element.ref), timeout=FRAME_SECONDS)
        if child is None or box is None:
            return element
        frame, left, top = child, box["x"], box["y"]
    return None
