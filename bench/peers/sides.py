"""How the two sides ask for decisions, are answered, and say what of them they carried out."""

from __future__ import annotations

import json
import re
from typing import Any

from bench.peers.task_progress import TaskProgress
from bench.peers.tasks import Do

Json = dict[str, Any]
PLAN = ["Open the page.", "Read it."]


def words_of(messages: list[Json]) -> str:
    """All words of a conversation; pictures are left out, and both sides are run without."""
    found = []
    for message in messages:
        content = message.get("content") or ""
        parts = content if isinstance(content, list) else [{"text": content}]
        found += [part.get("text", "") for part in parts]
        found += [json.dumps(call["function"]) for call in message.get("tool_calls") or []]
    return "\n".join(found)


def _id(turn: int, place: int) -> str:
    return f"call_{turn}_{place}"


def _call(name: str, params: Json, number: str) -> Json:
    function = {"name": name, "arguments": json.dumps(params)}
    return {"id": number, "type": "function", "function": function}


NOT, FAILED = "Not carried out", "Failed"
"""How the result of a call of ours begins that did not do what it was asked."""


def handrail(progress: TaskProgress, tools: set[str], messages: list[Json]) -> tuple[str, Json]:
    if tools == {"plan"}:
        params: dict[str, object] = {"criteria": ["The user's question is answered."], "steps": PLAN}
        return "plan", {"role": "assistant", "content": None, "tool_calls": [_call("plan", params, "plan")]}
    if tools == {"verdict"}:
        params = {"ok": True, "reasons": [], "missing": []}
        return "judge", {"role": "assistant", "content": None, "tool_calls": [_call("verdict", params, "verdict")]}
    results = {one["tool_call_id"]: words_of([one]) for one in messages if one["role"] == "tool"}
    last = [results.get(_id(progress.turn, at), NOT) for at in range(len(progress.sent))]
    progress.record([not text.startswith((NOT, FAILED)) for text in last])
    shown = words_of(messages)
    calls: list[tuple[str, Json]] = []
    for one, ref in progress.next_decisions(lambda one: _ref(shown, one.on, field=one.what != "click")):
        match one.what:
            case "search":
                calls.append(("search_page", {"pattern": one.on}))
            case "back":
                calls.append(("back", {}))
            case "done":
                calls.append(("done", {"result": one.value}))
            case "click" | "check":
                calls.append((one.what, {"ref": ref}))
            case "fill":
                calls.append(("fill", {"ref": ref, "value": one.value}))
            case "select":
                calls.append(("select", {"ref": ref, "values": [one.value]}))
    calls = calls or [("scroll", {"direction": "down"})]
    made = [_call(name, params, _id(progress.turn, at)) for at, (name, params) in enumerate(calls)]
    return "act", {"role": "assistant", "content": None, "tool_calls": made}


_FIELD = re.compile(r"\b(?:textbox|searchbox|spinbutton|combobox|checkbox|radio)\b")


def _ref(shown: str, words: str, *, field: bool) -> str | None:
    """The newest ref whose line has these words as its name."""
    lines = [line for line in shown.splitlines() if re.search(rf'"{re.escape(words)}(?: \d+)?"', line)]
    own = re.compile(rf'"{re.escape(words)}(?: \d+)?" \[(e\d+)\]')
    for line in reversed(lines):
        # Other controls may stand on the line of a row.
        if field == bool(_FIELD.search(line)) and (found := own.search(line) or re.search(r'"\s\[(e\d+)\]', line)):
            return found[1]
    for line in reversed(lines):
        if found := re.search(r"\[(e\d+)\]", line):
            return found[1]
    # Of a part that was shown before, the page says to use the labels; an earlier outline lists them.
    labels = {
        label for line in shown.splitlines() if " holds " in line for label in line.split(" holds ")[1].split(" · ")
    }
    return words if words in labels else None


_VERDICT = {
    "reasoning": "ok",
    "verdict": True,
    "failure_reason": "",
    "impossible_task": False,
    "reached_captcha": False,
}


def browser_use(progress: TaskProgress, body: Json) -> tuple[str, Json]:
    schema = json.dumps(body.get("response_format", {}))
    if '"verdict"' in schema:
        return "judge", {"role": "assistant", "content": json.dumps(_VERDICT)}
    if '"action"' not in schema:
        return "other", {"role": "assistant", "content": "{}"}
    # After the page may come a word of advice.
    texts = [words_of([message]) for message in body["messages"]]
    shown = next((text for text in reversed(texts) if "<browser_state>" in text), texts[-1])
    progress.record(_carried_out(progress, words_of(body["messages"])))
    actions: list[Json] = []
    for one, index in progress.next_decisions(lambda one: _index(shown, one)):
        match one.what:
            case "search":
                actions.append({"search_page": {"pattern": one.on}})
            case "back":
                actions.append({"go_back": {}})
            case "done":
                actions.append({"done": {"text": one.value, "success": True}})
            case "click" | "check":
                actions.append({"click": {"index": index}})
            case "fill":
                actions.append({"input": {"index": index, "text": one.value, "clear": True}})
            case "select":
                actions.append({"select_dropdown": {"index": index, "text": one.value}})
    actions = actions or [{"scroll": {"down": True, "pages": 1.0}}]
    answer: Json = {
        "evaluation_previous_goal": "ok",
        "memory": "",
        "next_goal": _goal(progress.turn),
        "action": actions,
    }
    if '"thinking"' in schema:
        answer["thinking"] = ""
    if '"plan_update"' in schema and progress.turn == 1:
        answer["plan_update"] = PLAN
    return "act", {"role": "assistant", "content": json.dumps(answer)}


def _goal(turn: int) -> str:
    """The goal that a turn's answer states. browser-use repeats it in its history, before what came of the actions."""
    return f"go on with turn {turn}."


_HISTORY = {
    "click": "Clicked ",
    "check": "Clicked ",
    "fill": "Typed '{value}'",
    "select": "Selected dropdown option '{value}'",
    "search": 'Searched page for "{on}"',
    "back": "Navigated back",
}
"""How browser-use's history reports what was carried out, a line for each action (`tools/service.py`)."""


def _carried_out(progress: TaskProgress, history: str) -> list[bool]:
    """Which decisions of the last turn stand in browser-use's history. What it drops after a change of page, or after a
    failure, does not (`Agent.multi_act`)."""
    _, _, came = history.partition(f"{_goal(progress.turn)}\nResult\n")
    left, found = came.split("\n<")[0].split("\n"), []
    for one in progress.sent:
        begins = _HISTORY[one.what].format(**vars(one))
        at = next((at for at, line in enumerate(left) if line.startswith(begins)), None)
        found.append(at is not None)
        left = left if at is None else left[at + 1 :]
    return found


_TAGS = {
    "click": ("<a", "<button", "<input", "<label", "<summary", "<div"),
    "check": ("<input",),
    "fill": ("<input", "<textarea"),
    "select": ("<select",),
}


def _index(shown: str, one: Do) -> int | None:
    """The index of the element whose line, or a text near it, is what a decision names; else of one that has it."""
    lines, words = shown.splitlines(), re.escape(one.on)
    whole = re.compile(rf"(?:^\W*|=){words}(?:\W*$| [\w-]+=| />)")
    within = re.compile(rf"(?:^|[\s=\"'>]){words}(?:$|[\s\"'</,])")
    for at in [at for rule in (whole, within) for at, line in enumerate(lines) if rule.search(line)]:
        # The text of an element stands on the lines below its own; that of a field, above it.
        above, below = lines[max(0, at - 2) : at][::-1], lines[at + 1 : at + 4]
        for line in [lines[at], *(below if one.what in ("fill", "select") else above)]:
            found = re.search(r"\[(\d+)\]", line)
            if found and any(tag in line for tag in _TAGS[one.what]):
                return int(found[1])
    return None
