"""The model server that plays both sides: what is not shown is scrolled for, by the same rule on either side."""

import json

import pytest
from bench.peers.server import MOST_SCROLLS, Play, answered
from bench.peers.tasks import Do, Task

TASK = Task(
    "t", "w", "/", ((Do("fill", "Name", "Ada"), Do("click", "Next")), (Do("search", "x"),), (Do("done", "", "It is."),))
)
TOOLS = [{"function": {"name": name}} for name in ("click", "fill", "scroll", "done")]
SHAPE = {"response_format": {"properties": {"action": {}}}}
SIDES = {
    "ours": ('textbox "Name" [e3]', 'button "Next" [e4]', {"tools": TOOLS}),
    "theirs": ("[3]<input placeholder=Name />", "[4]<button />\n\tNext", SHAPE),
}


def asked(play, page, shape):
    message = answered(play, {"model": "m", "messages": [{"role": "user", "content": page}], **shape}, 0.0)
    message = message["choices"][0]["message"]
    if calls := message.get("tool_calls"):
        return [call["function"]["name"] for call in calls]
    return [name for action in json.loads(message["content"])["action"] for name in action]


@pytest.mark.parametrize("side", SIDES)
def test_what_is_not_shown_is_scrolled_for_and_then_done(side):
    field, button, shape = SIDES[side]
    play = Play(TASK, several=True)
    first = asked(play, field, shape)
    assert first in (["fill"], ["input"])
    assert asked(play, field, shape) == ["scroll"]
    assert asked(play, f"{field}\n{button}", shape) == ["click"]
    assert asked(play, "", shape) == ["search_page"]
    assert [asked(play, "", shape) for _ in range(2)] == [["done"], ["done"]]
    assert play.lost == []


@pytest.mark.parametrize("side", SIDES)
def test_what_does_not_come_is_done_without_after_a_few_scrolls(side):
    _, _, shape = SIDES[side]
    play = Play(TASK, several=False)
    did = [asked(play, "", shape)[0] for _ in range(2 * MOST_SCROLLS + 1)]
    assert did == ["scroll"] * 2 * MOST_SCROLLS + ["search_page"]
    assert play.lost == ["Name", "Next"]
