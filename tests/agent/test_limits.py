"""Limits of a run: what is said when three quarters of one is used."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from handrail import Agent
from handrail.agent.ending import RunEnd
from handrail.agent.limits import Spending
from handrail.agent.settings import AgentSettings
from handrail.models import Call, Scripted
from handrail.models.protocol import ModelReply, Usage
from handrail.results import Failed


def spending(**limits: Any) -> Spending:
    none = {"max_steps": 100, "max_errors": 5, "max_tokens": None, "max_cost": None, "timeout": None}
    return Spending(cast(AgentSettings, SimpleNamespace(**none | limits)))


@pytest.mark.parametrize(
    ("limits", "usage", "said"),
    [
        ({"max_tokens": 1_000}, Usage(1, 700, 0, 50), ["75% of the limit of 1,000 tokens is used."]),
        ({"max_tokens": 1_000}, Usage(1, 700, 0, 49), []),
        ({"max_cost": 0.5}, Usage(1, cost=0.4), ["80% of the limit of $0.5 is used."]),
        ({"max_cost": 0.5}, Usage(1, cost=None), []),
    ],
)
async def test_each_limit_is_named_once_when_three_quarters_are_used(
    limits: dict[str, Any], usage: Usage, said: list[str]
) -> None:
    spent = spending(**limits)
    assert list(spent.near(usage, None)) == said
    assert list(spent.near(usage, None)) == []


@pytest.mark.parametrize(
    ("tokens", "said"), [(2_000, ["The limit of 2,000 tokens pays for one more answer like the last."]), (4_000, [])]
)
async def test_of_tokens_it_is_said_once_when_they_pay_for_one_more_answer(tokens: int, said: list[str]) -> None:
    spent = spending(max_tokens=tokens)
    assert list(spent.near(Usage(1, 200, 0, 100), None)) == []
    assert [text for text in spent.near(Usage(2, 850, 0, 450), None) if "%" not in text] == said
    assert list(spent.near(Usage(2, 850, 0, 450), None)) == []


async def test_an_answer_that_was_not_accepted_is_no_call_that_failed() -> None:
    spent = spending(max_errors=2)
    spent.count_result(Failed("not_found", "It is gone."))
    spent.count_result(Failed("not_accepted", "It was checked."))
    with pytest.raises(RunEnd, match="2 calls in a row failed"):
        spent.count_result(Failed("not_found", "It is gone."))


async def test_time_counts_too() -> None:
    now = asyncio.get_running_loop().time()
    assert list(spending(timeout=1_000.0).near(Usage(), now + 900)) == []
    [said] = spending(timeout=1_000.0).near(Usage(), now + 200)
    assert said.endswith("of the limit of 1000 s is used.")


async def test_the_model_and_the_user_are_warned_and_the_model_can_still_answer(session, serve) -> None:
    told: list[Any] = []
    session.events.subscribe(told.append)
    searches = [Call("search_page", {"pattern": f"x{n}"}) for n in range(3)]
    script = [*searches, Call("done", {"result": "Half of it.", "missing": "The rest."})]
    model = Scripted(lambda turn: script[len(model.turns) - 1])
    result = await Agent(session, model=model, max_steps=4).run("Look", url=serve("<h1>Shop</h1>"))
    assert (result.outcome, result.missing) == ("partial", "The rest.")
    warning = "1 of 4 steps is left."
    assert [warning in turn.text for turn in model.turns] == [False, False, False, True]
    assert "Finish in that: call `done`" in model.turns[3].text
    assert "This run has 4 steps" in model.turns[0].text
    shown = f"{warning} The agent is asked to finish with what there is."
    assert [event.text for event in told if event.kind == "notice"] == [shown]


async def test_a_limit_of_money_that_cannot_hold_is_said_not_to_once() -> None:
    spent = spending(max_cost=1.0)
    assert list(spent.unpriced(Usage(1, 600, cost=0.001))) == []
    void = "The price of the model is not known, so the limit of $1 does not hold."
    assert list(spent.unpriced(Usage(1, 600, cost=None))) == [void]
    assert list(spent.unpriced(Usage(2, 600, cost=None))) == []


@pytest.mark.parametrize(
    ("call", "outcome", "asked"),
    [(Call("done", {"result": "Half of it."}), "done", 2), (Call("back"), "out_of_budget", 2)],
    ids=["answer", "act"],
)
async def test_an_answer_that_took_the_last_tokens_is_taken_and_no_other_call(
    session, serve, call: Call, outcome: str, asked: int
) -> None:
    replies = [ModelReply((one,), usage=Usage(1, 600)) for one in (Call("page_info"), call)]
    model = Scripted(lambda _: replies[len(model.turns) - 1])
    result = await Agent(session, model=model, max_tokens=1_000).run("Look", url=serve("<h1>Shop</h1>"))
    assert (result.outcome, len(model.turns)) == (outcome, asked)
    assert [step.tool for step in result.steps] == ["page_info", *(["done"] if outcome == "done" else [])]
