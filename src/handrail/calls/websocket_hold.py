"""Lets websockets be open only where a model may change things: nobody judges what goes through them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from handrail.browser.types.network.network_rules import WebsocketRule
from handrail.calls.network_guard import STOPPED_WEBSOCKET, websocket_guard
from handrail.calls.written.model_texts import ModelTexts
from handrail.events.stream import Events
from handrail.policy import Permissions

if TYPE_CHECKING:
    from handrail.browser.playwright_browser import PlaywrightBrowser
    from handrail.browser.tabs.tab import PlaywrightTab


class WebsocketHold:
    """The websockets of a session. In a browser that was connected to, which has no filtering proxy, nothing holds
    them."""

    def __init__(self, events: Events, texts: ModelTexts) -> None:
        self._events, self._texts = events, texts
        self._browser: PlaywrightBrowser | None = None
        self._rule: WebsocketRule | None = None
        self._has_stopped = False

    def begin(self, permissions: Permissions) -> None:
        """Hold websockets from a model's first call until the end of the session: what they send later may come of its
        acts. A session without policy holds none."""
        if self._rule is None and not permissions.unsafe:
            self._rule = websocket_guard(permissions, self._events, self._has_unsent, self._note_stopped)
            self._apply()

    def use_browser(self, browser: PlaywrightBrowser) -> None:
        """Hold the websockets of this browser from now on."""
        self._browser = browser
        self._apply()

    @property
    def hosts(self) -> tuple[str, ...]:
        """The hosts that websockets are open to, through which a page may send what nothing holds."""
        proxy = self._browser.proxy if self._browser is not None else None
        return tuple(sorted({host for host, _ in proxy.open_websockets()})) if proxy is not None else ()

    def take_stopped(self) -> dict[str, str]:
        """Return what the model is told of a websocket that was stopped since the last call, which its page may open
        once the user agreed to send what that holds."""
        has_stopped, self._has_stopped = self._has_stopped, False
        return {"stopped_websocket": STOPPED_WEBSOCKET} if has_stopped else {}

    def _note_stopped(self) -> None:
        self._has_stopped = True

    def _apply(self) -> None:
        proxy = self._browser.proxy if self._browser is not None else None
        if proxy is not None and self._rule is not None:
            proxy.hold_websockets(self._rule, self._wait_for_documents)

    def _tabs(self) -> Sequence[PlaywrightTab]:
        return self._browser.tabs.all() if self._browser is not None else ()

    def _has_unsent(self) -> bool:
        tabs = self._tabs()
        in_tabs = [text for tab in tabs for text in tab.core.taint.unsent]
        return self._texts.has_unsent(in_tabs, [tab.document for tab in tabs])

    async def _wait_for_documents(self) -> None:
        """Wait until it is known which documents are open: a new one may open a websocket before it is reported."""
        tabs = self._tabs() if self._has_unsent() else ()
        await asyncio.gather(*(tab.wait_for_document() for tab in tabs))
