"""Logs for tests, written by the log itself from events as a run emits them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from handrail.attachments import Attachment
from handrail.events.from_json import from_dict
from handrail.events.kinds import ScreenshotEvent
from handrail.runs.log import RunLog

BEGUN = 1_795_000_000.0
USAGE = {"input_tokens": 4200, "cached_tokens": 3000, "output_tokens": 90, "cost": 0.0031}


def jpeg(width: int = 1280, height: int = 800, *, padding: int = 0) -> bytes:
    """What passes for a JPEG of that size; ``padding`` makes it larger and, by its own byte, another picture."""
    size = height.to_bytes(2, "big") + width.to_bytes(2, "big")
    return b"\xff\xd8\xff\xc0\x00\x11\x08" + size + bytes([padding % 251]) * padding + b"\xff\xd9"


class Writer:
    """Writes events a second apart."""

    def __init__(self, folder: Path) -> None:
        self.log = RunLog(folder)
        self.at = BEGUN

    def __call__(self, kind: str, /, *, files: tuple[bytes, ...] = (), **data: Any) -> Writer:
        event = from_dict({"event": kind, "at": self.at, **data})
        assert event is not None
        if isinstance(event, ScreenshotEvent):
            attachments = [Attachment("image", "image/jpeg", one, "screenshot") for one in files]
            event = event.model_copy(update={"attachments": attachments})
        self.log(event)
        self.at += 1.0
        return self

    def started(self, task: str = "Buy a lamp", **more: Any) -> Writer:
        more = {"url": "https://shop.example/", "model": "anthropic:claude", "data": None, "options": {}} | more
        return self("run_started", run_id=self.log.path.parent.name, task=task, **more)

    def decided(self, tool: str, params: dict[str, Any], **more: Any) -> Writer:
        """A turn up to the intent of its one call."""
        self("turn", number=1)
        calls = [{"name": tool, "params": params}]
        self("model_call", purpose="act", model="m", seconds=1.5, usage=USAGE, calls=calls, reasoning="because")
        self("model_text", text="I will do that.")
        self("decision", tool=tool, caller="model", rule="acting_on_the_write_set", allowed=True)
        return self("intent", tool=tool, params=params) if more.get("act", True) else self

    def result(self, tool: str, params: dict[str, Any] | None = None, *, caller: str = "model", **more: Any) -> Writer:
        data: dict[str, Any] = {"label": {}, "target": {"role": "button", "name": "Save"}, "seconds": 0.4} | more
        data.setdefault("result", {"status": "ok", "data": {}, "page_changed": True})
        return self("result", tool=tool, caller=caller, params=params or {}, **data)

    def observed(self, text: str = "button Save [e1]", url: str = "https://shop.example/cart") -> Writer:
        return self("observed", url=url, title="Cart", mode="changes", text=text)

    def ended(self, outcome: str = "done", answer: str = "Bought **one** lamp.", **more: Any) -> Path:
        more = {"data": None, "sources": [], "steps": 1, "remedies": [], "usage": {"calls": 1, **USAGE}} | more
        self("run_ended", outcome=outcome, answer=answer, **more)
        return self.stop()

    def stop(self) -> Path:
        self.log.close()
        return self.log.path


def whole_run(folder: Path, change: Callable[[Writer], Any] = lambda writer: None) -> Path:
    """A run with one of everything."""
    write = Writer(folder).started()
    write("plan", criteria=["A lamp is in the basket"], steps=["Find a lamp", "Add it"], url="", revision=0)
    write("decision", tool="goto", caller="user", rule="user", allowed=True)
    write("intent", tool="goto", params={"url": "https://shop.example/"})
    write.result("goto", {"url": "https://shop.example/"}, caller="user", target=None)
    write("screenshot", tool="goto", files=(jpeg(padding=1),))
    write.observed()
    write.decided("click", {"ref": "e1"}).result("click", {"ref": "e1"}, label={"ref": "e1"})
    write("screenshot", tool="click", files=(jpeg(padding=2),))
    write("nudge", text="You go round in circles.")
    change(write)
    write("verdict", ok=True, by="rules", reasons=["The basket holds a lamp."], attempt=1)
    return write.ended()
