"""A session of Chromium's protocol with a worker. Playwright gives one for pages and frames alone."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Callable
from typing import Any

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError

Listener = Callable[[dict[str, Any]], object]


class WorkerSession:
    """A session with one worker, whose messages travel within those of a session with the browser. ``session_id``: what
    `Target.attachToTarget` answered, with `flatten` off."""

    def __init__(self, browser: CDPSession, session_id: str) -> None:
        self._browser = browser
        self._id = session_id
        self._numbers = itertools.count(1)
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._listeners: dict[str, Listener] = {}
        browser.on("Target.receivedMessageFromTarget", self._receive)
        browser.on("Target.detachedFromTarget", self._end)

    @classmethod
    async def attach(cls, browser: CDPSession, target: str) -> WorkerSession:
        """Return a session with the worker of this target id. Raises `PlaywrightError`: the worker has ended."""
        answer = await browser.send("Target.attachToTarget", {"targetId": target, "flatten": False})
        return cls(browser, answer["sessionId"])

    def on(self, event: str, listener: Listener) -> None:
        """Call the listener with the parameters of each event of this name."""
        self._listeners[event] = listener

    async def send(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to a command. Raises `PlaywrightError`: the worker refused it, or has ended."""
        number = next(self._numbers)
        answer = self._answers[number] = asyncio.Future()
        message = json.dumps({"id": number, "method": method, "params": params})
        try:
            await self._browser.send("Target.sendMessageToTarget", {"sessionId": self._id, "message": message})
            return await answer
        finally:
            self._answers.pop(number, None)

    def _receive(self, event: dict[str, Any]) -> None:
        if event["sessionId"] != self._id:
            return
        message = json.loads(event["message"])
        if (listener := self._listeners.get(message.get("method", ""))) is not None:
            listener(message["params"])
        elif (answer := self._answers.get(message.get("id", 0))) is not None and not answer.done():
            if "error" in message:
                answer.set_exception(PlaywrightError(message["error"]["message"]))
            else:
                answer.set_result(message.get("result", {}))

    def _end(self, event: dict[str, Any]) -> None:
        if event["sessionId"] == self._id:
            for answer in self._answers.values():
                if not answer.done():
                    answer.set_exception(PlaywrightError("The worker has ended."))
