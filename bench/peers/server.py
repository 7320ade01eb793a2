"""A model server for both sides: OpenAI's chat protocol, answers from a script, and the times and sizes of requests."""

from __future__ import annotations

import json
import re
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from bench.peers.tasks import TASKS, Do, Task

Json = dict[str, Any]
PLAN = ["Open the page.", "Read it."]
MOST_SCROLLS = 4
"""Times that a side scrolls for an element that is not in what it is shown, as a model would; then it goes without."""


@dataclass
class Asked:
    """One request: when it came and when it was answered (seconds), its characters, and what it was for."""

    came: float
    characters: int
    purpose: str
    answered: float = 0.0


@dataclass
class Play:
    """One side at one task.

    Args:
        several: decisions of one group are answered in one turn.
        lost: decisions that were left out, since their element stood nowhere, however far the side scrolled.
    """

    task: Task
    several: bool
    asked: list[Asked] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    turn: int = 0
    _scrolls: int = 0

    def __post_init__(self) -> None:
        self._left = deque(map(list, self.task.groups if self.several else [[one] for one in self.task.decisions]))

    def next(self, find: Callable[[Do], Any]) -> list[tuple[Do, Any]]:
        """The decisions of this turn, as far as what they are about is shown, with what ``find`` finds for each; none
        where the side has to scroll first. Both sides go by this rule."""
        self.turn += 1
        while True:
            group = self._left[0]
            made = [(one, find(one) if one.needs_element else "") for one in group]
            made = made[: next((at for at, (_, found) in enumerate(made) if found is None), len(made))]
            if made:
                self._scrolls = 0
                if group[-1].what != "done":
                    del group[: len(made)]
                    if not group:
                        self._left.popleft()
                return made
            if self._scrolls < MOST_SCROLLS:
                self._scrolls += 1
                return []
            self._scrolls = 0
            self.lost.append(group.pop(0).on)
            if not group:
                self._left.popleft()


class ModelServer:
    """Listens on this machine alone. Use `url` as a base URL for each play, `plays` afterwards."""

    def __init__(self) -> None:
        self.plays: dict[str, Play] = {}
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                came = time.perf_counter()
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                play = outer.plays[self.path.split("/")[1]]
                answer = json.dumps(answered(play, body, came)).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)
                play.asked[-1].answered = time.perf_counter()

            def log_message(self, *_: object) -> None:
                return

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def url(self, side: str, number: int, *, several: bool) -> str:
        """The base URL for one task of one side."""
        key = f"{side}-{number}"
        self.plays[key] = Play(TASKS[number], several)
        return f"http://127.0.0.1:{self._server.server_address[1]}/{key}/v1"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def answered(play: Play, body: Json, came: float) -> Json:
    """The answer to one request, in the form that the asking side takes."""
    text = _text(body["messages"])
    rest = {key: value for key, value in body.items() if key in ("tools", "response_format")}
    characters = len(text) + (len(json.dumps(rest)) if rest else 0)
    tools = {tool["function"]["name"] for tool in body.get("tools", [])}
    if tools:
        purpose, message = _handrail(play, tools, body["messages"])
    else:
        purpose, message = _browser_use(play, body)
    play.asked.append(Asked(came, characters, purpose))
    usage = {"prompt_tokens": characters // 4, "completion_tokens": 20, "total_tokens": characters // 4 + 20}
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls" if "tool_calls" in message else "stop"}
    return {
        "id": "x",
        "object": "chat.completion",
        "created": 1,
        "model": body["model"],
        "choices": [choice],
        "usage": usage,
    }


def _text(messages: list[Json]) -> str:
    """All words of a conversation; pictures are left out, and both sides are run without."""
    found = []
    for message in messages:
        content = message.get("content") or ""
        parts = content if isinstance(content, list) else [{"text": content}]
        found += [part.get("text", "") for part in parts]
        found += [json.dumps(call["function"]) for call in message.get("tool_calls") or []]
    return "\n".join(found)


def _call(name: str, params: Json, number: int) -> Json:
    function = {"name": name, "arguments": json.dumps(params)}
    return {"id": f"call_{number}", "type": "function", "function": function}


def _handrail(play: Play, tools: set[str], messages: list[Json]) -> tuple[str, Json]:
    if tools == {"plan"}:
        params = {"criteria": ["The user's question is answered."], "steps": PLAN}
        return "plan", {"role": "assistant", "content": None, "tool_calls": [_call("plan", params, 0)]}
    if tools == {"verdict"}:
        params = {"ok": True, "reasons": [], "missing": []}
        return "judge", {"role": "assistant", "content": None, "tool_calls": [_call("verdict", params, 0)]}
    shown = _text(messages)
    calls: list[tuple[str, Json]] = []
    for one, ref in play.next(lambda one: _ref(shown, one.on, field=one.what != "click")):
        match one.what:
            case "search":
                calls.append(("search_page", {"pattern": one.on}))
            case "back":
                calls.append(("back", {}))
            case "done":
                calls.append(("done", {"result": one.value}))
            case "click":
                calls.append(("click", {"ref": ref}))
            case "fill":
                calls.append(("fill", {"ref": ref, "value": one.value}))
            case "select":
                calls.append(("select", {"ref": ref, "values": [one.value]}))
    calls = calls or [("scroll", {"direction": "down"})]
    made = [_call(name, params, play.turn * 10 + at) for at, (name, params) in enumerate(calls)]
    return "act", {"role": "assistant", "content": None, "tool_calls": made}


_FIELD = re.compile(r"\b(?:textbox|searchbox|spinbutton|combobox|checkbox|radio)\b")


def _ref(shown: str, words: str, *, field: bool) -> str | None:
    """The newest ref whose line has these words as its name."""
    lines = [line for line in shown.splitlines() if re.search(rf'"{re.escape(words)}(?: \d+)?"', line)]
    for line in reversed(lines):
        if field == bool(_FIELD.search(line)) and (found := re.search(r'"\s\[(e\d+)\]', line)):
            return found[1]
    for line in reversed(lines):
        if found := re.search(r"\[(e\d+)\]", line):
            return found[1]
    return None


_VERDICT = {
    "reasoning": "ok",
    "verdict": True,
    "failure_reason": "",
    "impossible_task": False,
    "reached_captcha": False,
}


def _browser_use(play: Play, body: Json) -> tuple[str, Json]:
    schema = json.dumps(body.get("response_format", {}))
    if '"verdict"' in schema:
        return "judge", {"role": "assistant", "content": json.dumps(_VERDICT)}
    if '"action"' not in schema:
        return "other", {"role": "assistant", "content": "{}"}
    # After the page may come a word of advice.
    told = [_text([message]) for message in body["messages"]]
    shown = next((text for text in reversed(told) if "<browser_state>" in text), told[-1])
    actions: list[Json] = []
    for one, index in play.next(lambda one: _index(shown, one.on, field=one.what != "click")):
        match one.what:
            case "search":
                actions.append({"search_page": {"pattern": one.on}})
            case "back":
                actions.append({"go_back": {}})
            case "done":
                actions.append({"done": {"text": one.value, "success": True}})
            case "click":
                actions.append({"click": {"index": index}})
            case "fill":
                actions.append({"input": {"index": index, "text": one.value, "clear": True}})
            case "select":
                actions.append({"select_dropdown": {"index": index, "text": one.value}})
    actions = actions or [{"scroll": {"down": True, "pages": 1.0}}]
    said: Json = {"evaluation_previous_goal": "ok", "memory": "", "next_goal": "go on", "action": actions}
    if '"thinking"' in schema:
        said["thinking"] = ""
    if '"plan_update"' in schema and play.turn == 1:
        said["plan_update"] = PLAN
    return "act", {"role": "assistant", "content": json.dumps(said)}


def _index(shown: str, words: str, *, field: bool) -> int | None:
    """The index of the element whose line, or the text below it, has these words."""
    lines = shown.splitlines()
    exact = re.compile(rf"(?:^|[\s=\"'>]){re.escape(words)}(?:$|[\s\"'</,])")
    hits = [at for at, line in enumerate(lines) if exact.search(line)]
    wanted = ("<input", "<select", "<textarea") if field else ("<a", "<button", "<input", "<label", "<summary", "<div")
    for at in hits:
        # The text of an element stands on the lines below its own; a field's label often on those above it.
        for line in [lines[at], *reversed(lines[max(0, at - 2) : at]), *(lines[at + 1 : at + 4] if field else [])]:
            found = re.search(r"\[(\d+)\]", line)
            if found and any(tag in line for tag in wanted):
                return int(found[1])
    return None
