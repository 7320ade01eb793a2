"""The tools that a page registers itself (WebMCP), in all its frames. The browser lists and runs them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, repeat
from typing import Any

from playwright.async_api import Frame

from handrail.browser.page.kit_client import KitAnswer
from handrail.browser.page.page_context import PageContext
from handrail.browser.types.errors import (
    NOTHING_DONE,
    BrowserError,
    DeadlineHit,
    DialogOpen,
    DocumentChanged,
    NoPageTools,
    TabLost,
)
from handrail.browser.types.page_tools import PageTool, PageToolAnswer, PageToolEnd, PageToolList
from handrail.trust import External

MOST_FRAMES = 30
MOST_TOOLS = 100
FRAME_SECONDS = 2.0
"""What a frame has to list its tools."""
STOP_SECONDS = 0.5
PAUSES = (0.01, 0.02, 0.05, 0.1)
"""Seconds between two looks at a task; the last one stays."""


class PageTools:
    """The tools of one tab's page."""

    def __init__(self, core: PageContext) -> None:
        self._core = core
        self._listed: dict[str, tuple[Frame, PageTool]] = {}

    async def tools(self) -> PageToolList:
        """Return the tools that are there now, those of the main document first. Raises `NoPageTools`: the browser has
        no WebMCP, or not for this page."""
        self._listed, left_out = {}, 0
        main = self._core.page.main_frame
        below = [frame for frame in self._core.page.frames if frame is not main and not frame.is_detached()]
        for frame in (main, *below[:MOST_FRAMES]):
            answer = await self._ask_frame(frame)
            found = list(_tools(answer)) if answer is not None else []
            left_out += answer.data["value"]["left_out"] if answer is not None else 0
            for tool in sorted(found, key=lambda one: one.name):
                if tool.name in self._listed or len(self._listed) >= MOST_TOOLS:
                    left_out += 1
                else:
                    self._listed[tool.name] = frame, tool
        return PageToolList([tool for _, tool in self._listed.values()], left_out)

    async def find(self, name: str) -> PageTool | None:
        """Return the tool of this name that is there now; `call` calls this one."""
        await self.tools()
        return self._listed[name][1] if name in self._listed else None

    async def call(self, name: str, arguments: dict[str, Any]) -> PageToolAnswer:
        """Call the tool that was found last under this name, in the document that it was found in. Raises
        `DocumentChanged`: that document is gone, or has no such tool any more; nothing was done."""
        frame, tool = self._listed[name]
        end: PageToolEnd
        try:
            begun = await self._core.ask(frame, "call_page_tool", nonce=tool.nonce, name=name, input=arguments)
        except DialogOpen:
            # Firefox runs the tool at once.
            end, value = "dialog_open", dict[str, Any]()
        else:
            end, value = await self._outcome(frame, begun)
        if value.get("missing"):
            raise DocumentChanged(f"The page took the tool away{NOTHING_DONE}", hint="List its tools again.")
        return PageToolAnswer(end, External(value.get("text", ""), tool.origin, "page-tool"))

    async def _ask_frame(self, frame: Frame) -> KitAnswer | None:
        """Return what a frame lists; None where it, but for the main one, has no WebMCP or does not answer in time."""
        is_main = frame is self._core.page.main_frame
        try:
            async with asyncio.timeout(FRAME_SECONDS):
                begun = await self._core.ask(frame, "page_tools", timeout=FRAME_SECONDS * 0.8)
                answer = await self._done(frame, begun) if begun.data["task"] is not None else None
        except TimeoutError:
            answer = None
        except (DeadlineHit, TabLost, DocumentChanged):
            if is_main:
                raise
            answer = None
        if answer is not None and answer.data["error"] is None:
            return answer
        if is_main:
            raise NoPageTools(
                "This page cannot offer tools: the browser has no WebMCP, or the page came over http.",
                hint="Work with its controls.",
            )
        return None

    async def _outcome(self, frame: Frame, begun: KitAnswer) -> tuple[PageToolEnd, dict[str, Any]]:
        done = False
        try:
            answer = await self._done(frame, begun)
            done = True
        except DialogOpen:
            return "dialog_open", {}
        except (DocumentChanged, TabLost):
            return "left_page", {}
        finally:
            if not done and not self._core.dialog_opened.is_set():
                # Nobody waits for it any more: the call ran out of time, or its page is gone.
                await self._stop(frame, begun)
        if answer.data.get("error"):
            return "failed", {"text": answer.data["error"]}
        value = answer.data["value"] or {}
        return ("filled_in" if value.get("filled") else "done"), value

    async def _done(self, frame: Frame, begun: KitAnswer) -> KitAnswer:
        """Return the end of a task in a frame's document."""
        pauses = chain(PAUSES, repeat(PAUSES[-1]))
        while True:
            task = begun.data["task"]
            answer = await self._core.ask(frame, "page_task", nonce=begun.nonce, task=task)
            if answer.data["done"]:
                return answer
            await asyncio.sleep(next(pauses))

    async def _stop(self, frame: Frame, begun: KitAnswer) -> None:
        with suppress(BrowserError):
            task = begun.data["task"]
            await self._core.ask(frame, "page_task", nonce=begun.nonce, timeout=STOP_SECONDS, task=task, stop=True)


def _tools(answer: KitAnswer) -> Iterator[PageTool]:
    for one in answer.data["value"]["tools"]:
        title, description, schema = (
            External(one[key], answer.origin, "page-tool") for key in ("title", "description", "schema")
        )
        yield PageTool(one["name"], title, description, schema, answer.origin, answer.nonce)
