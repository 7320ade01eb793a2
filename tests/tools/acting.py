"""What tests of acting tools share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from handrail import Session
from handrail.browser.actions.actions import PlaywrightActions
from tests.browser.stage import SHORT
from tests.pages import PageServer


async def shown(session: Session, serve: PageServer, html: str) -> Session:
    """The session, with a page open."""
    assert (await session.call("goto", url=serve(html))).ok
    return session


async def ref(session: Session, selector: str) -> str:
    """The ref of the one element that a CSS selector finds."""
    result = await session.call("find_elements", selector=selector)
    assert result.ok, result
    (element,) = result.data["elements"]
    return str(element["ref"])


async def js(session: Session, script: str) -> Any:
    """What the page itself says."""
    return await session.tab.page.evaluate(script)


@contextmanager
def hasty(session: Session) -> Iterator[None]:
    """Have acts in the open tab wait but a moment for what never becomes possible."""
    tab, patient = session.tab, session.tab.actions
    tab.actions = PlaywrightActions(tab.core, patience=SHORT)
    try:
        yield
    finally:
        tab.actions = patient
