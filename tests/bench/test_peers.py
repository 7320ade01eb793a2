"""The model server that plays both sides: by one rule it gives again what a side did not carry out, and scrolls for
what is not shown."""

import json
from typing import Any

import pytest
from bench.peers.server import respond
from bench.peers.task_progress import MOST_TRIES, TaskProgress
from bench.peers.tasks import TASKS, Do, Task

TASK = Task(
    "t",
    "w",
    "/",
    ((Do("fill", "Name", "Ada"), Do("click", "Next"), Do("search", "x")), (Do("search", "y"),), (Do("done"),)),
)
TOOLS = [{"function": {"name": name}} for name in ("click", "fill", "scroll", "done")]
SHAPE: dict[str, Any] = {"response_format": {"properties": {"action": {}}}}
FIELD, BUTTON = "field", "button"
SHOWN = {
    "ours": {FIELD: 'textbox "Name" [e3]', BUTTON: 'button "Next" [e4]'},
    "theirs": {FIELD: "Name\n[3]<input type=text />", BUTTON: "[4]<button />\n\tNext"},
}
CAME = {
    "ours": {"fill": '{"value": "Ada"}', "click": "ok", "search": "{}", "scroll": "ok"},
    "theirs": {
        "fill": "Typed 'Ada'\n💡 This is an autocomplete field.",
        "click": 'Clicked a "Next"',
        "search": 'Searched page for "{on}": 1 match found.',
        "scroll": "Scrolled down the page 720px",
    },
}
"""What came of a call, as each side's next request reported it (browser-use 0.13.14)."""
FAILED = {
    "ours": "Failed (covered): Something covers the element.",
    "theirs": "Failed to click element <button index=4>. It may not be interactable.\nTry another way.",
}


class Caller:
    """One side, as its requests look: it carries out as many calls of each turn as the test wants."""

    def __init__(self, side: str, task: Task = TASK, *, several: bool = True) -> None:
        self.side, self.progress = side, TaskProgress(task, several)
        self._ours: list = []
        self._theirs = ["Agent initialized", "<step>\nResult\nNavigated to http://127.0.0.1/"]

    def asks(self, *shown: str, carried_out: int = 9, failed: bool = False) -> list[str]:
        """The tools of the next answer; ``carried_out`` of its calls then are, and the next one is tried in vain."""
        page = "\n".join(SHOWN[self.side].get(one, one) for one in shown)
        body = self._ours_body(page) if self.side == "ours" else self._theirs_body(page)
        message = respond(self.progress, {"model": "m", **body}, 0.0)["choices"][0]["message"]
        names = self._take_ours(message, carried_out, failed=failed) if self.side == "ours" else None
        return names or self._take_theirs(json.loads(message["content"]), carried_out, failed=failed)

    def _ours_body(self, page):
        return {"messages": [{"role": "user", "content": page}, *self._ours], "tools": TOOLS}

    def _theirs_body(self, page):
        history = "\n".join(self._theirs)
        text = f"<agent_history>\n{history}\n</agent_history>\n<browser_state>\n{page}\n</browser_state>"
        return {"messages": [{"role": "system", "content": "s"}, {"role": "user", "content": text}], **SHAPE}

    def _take_ours(self, message, carried_out, *, failed):
        names = []
        self._ours.append(message)
        for at, call in enumerate(message["tool_calls"]):
            name = call["function"]["name"].removesuffix("_page")
            result = CAME["ours"].get(name, "ok")
            if at >= carried_out:
                result = FAILED["ours"] if failed and at == carried_out else "Not carried out: the page changed"
            self._ours.append({"role": "tool", "tool_call_id": call["id"], "content": result})
            names.append(name)
        return names

    def _take_theirs(self, answer, carried_out, *, failed):
        spoken = {"input": "fill", "search_page": "search", "select_dropdown": "select", "go_back": "back"}
        names, lines = [], []
        for action in answer["action"]:
            [(name, params)] = action.items()
            names.append(spoken.get(name, name))
            if len(names) <= carried_out and names[-1] != "done":
                lines.append(CAME["theirs"][names[-1]].format(on=params.get("pattern")))
        lines += [FAILED["theirs"]] * failed
        result = "\n".join(["Result", *lines]) if lines else ""
        self._theirs.append("\n".join(filter(None, ["<step>", "ok", answer["next_goal"], result])))
        return names


@pytest.fixture(params=SHOWN)
def caller(request):
    return Caller(request.param)


def completed(caller):
    return [(one.what, one.on) for one in caller.progress.completed]


ALL = [("fill", "Name"), ("click", "Next"), ("search", "x"), ("search", "y")]


def test_decisions_that_were_carried_out_are_made_once_and_in_order(caller):
    assert caller.asks(FIELD, BUTTON) == ["fill", "click", "search"]
    assert caller.asks() == ["search"]
    assert [caller.asks() for _ in range(2)] == [["done"], ["done"]]
    assert (completed(caller), caller.progress.skipped) == (ALL, [])


def test_what_a_side_did_not_carry_out_is_given_again_in_its_next_turn(caller):
    assert caller.asks(FIELD, BUTTON, carried_out=2) == ["fill", "click", "search"]
    assert caller.asks(carried_out=0) == ["search"]
    assert caller.asks() == ["search"]
    assert caller.asks() == ["search"]
    assert caller.asks() == ["done"]
    assert (completed(caller), caller.progress.skipped) == (ALL, [])


def test_what_failed_is_given_again_with_what_followed_it(caller):
    assert caller.asks(FIELD, BUTTON, carried_out=1, failed=True) == ["fill", "click", "search"]
    assert caller.asks(BUTTON) == ["click", "search"]
    assert caller.asks() == ["search"]
    assert (caller.asks(), completed(caller)) == (["done"], ALL)


def test_what_fails_again_and_again_is_done_without(caller):
    caller.asks(FIELD, BUTTON, carried_out=1, failed=True)
    for _ in range(MOST_TRIES):
        assert caller.asks(BUTTON, carried_out=0, failed=True) == ["click", "search"]
    assert caller.asks(BUTTON, carried_out=0, failed=True) == ["click", "search"]
    assert caller.asks(BUTTON) == ["search"]
    assert caller.progress.skipped == ["Next"]


def test_what_is_not_shown_is_scrolled_for_and_then_done(caller):
    assert caller.asks(FIELD) == ["fill"]
    assert caller.asks(FIELD) == ["scroll"]
    assert caller.asks(FIELD, BUTTON) == ["click", "search"]
    assert (caller.asks(), caller.asks(), caller.progress.skipped) == (["search"], ["done"], [])


def test_what_stands_in_a_part_that_was_shown_before_is_called_by_its_label_as_the_page_says():
    caller = Caller("ours", Task("t", "w", "/", ((Do("click", "Care plans"),), (Do("done"),))))
    assert caller.asks("| banner holds Shop · Care plans · Journal", "| banner [e48] … 13 lines as shown before") == [
        "click"
    ]
    (call,) = caller._ours[-2]["tool_calls"]
    assert json.loads(call["function"]["arguments"]) == {"ref": "Care plans"}


@pytest.mark.parametrize("side", SHOWN)
def test_what_does_not_come_is_done_without_after_a_few_scrolls(side):
    caller = Caller(side, several=False)
    assert [caller.asks()[0] for _ in range(2 * MOST_TRIES + 1)] == ["scroll"] * 2 * MOST_TRIES + ["search"]
    assert caller.progress.skipped == ["Name", "Next"]


@pytest.mark.parametrize(
    ("one", "index"),
    [
        (Do("click", "Search"), 27),
        (Do("fill", "Search products"), 22),
        (Do("click", "Support"), 14),
        (Do("check", "Kitchen"), 41),
        (Do("fill", "To", "30"), 55),
        (Do("select", "Sort by"), 57),
    ],
    ids=lambda one: f"{one.what} {one.on}" if isinstance(one, Do) else "",
)
def test_what_a_decision_names_is_found_among_what_looks_alike(one, index):
    page = """[14]<a />
	Support
Search products
|SHADOW(open)|[22]<input id=site-search type=search placeholder=Search products maxlength=80 />
[27]<button type=submit aria-label=Search />
[40]<label />
	[41]<input type=checkbox name=category value=kitchen />
	[42]<span />
		Kitchen
[43]<label />
	[44]<input type=checkbox name=category value=desk />
From
|SHADOW(open)|*[54]<input type=number name=min_price />
To
|SHADOW(open)|*[55]<input type=number name=max_price />
Sort by
|SHADOW(open)|*[57]<select name=sort />"""
    caller = Caller("theirs", Task("t", "w", "/", ((one,), (Do("done"),))))
    body = caller._theirs_body(page)
    answer = json.loads(respond(caller.progress, {"model": "m", **body}, 0.0)["choices"][0]["message"]["content"])
    assert [params["index"] for action in answer["action"] for params in action.values()] == [index]


def test_of_a_page_that_is_not_seen_yet_only_words_to_look_for_are_decided():
    for task in TASKS:
        for group in task.groups:
            whats = [one.what for one in group]
            assert set(whats[whats.index("click") + 1 :] if "click" in whats else ()) <= {"search"}, task.name
