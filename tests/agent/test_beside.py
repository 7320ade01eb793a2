"""A person beside a run: words while it goes on, a hold, questions of the model, the browser handed over."""

import asyncio
from typing import Any

import pytest

from handrail import Agent
from handrail.models import Call, Scripted

PAGE = "<title>Shop</title><h1>Shop</h1><button onclick=\"this.textContent = 'Pressed'\">Press</button>"
DONE = Call("done", {"result": "ok"})


class Ada:
    """Answers as told, and keeps what was asked."""

    def __init__(self, said=None, *, takes=True):
        self.said, self.takes, self.asked = said, takes, []

    async def answer(self, question):
        self.asked.append(question)
        return self.said

    async def take_over(self, reason):
        self.asked.append(reason)
        return self.takes


async def test_words_of_the_user_reach_the_model_before_its_next_step_and_are_theirs(session, serve):
    def decide(turn):
        if len(model.turns) == 1:
            agent.tell("Prefer the blue one")
            return Call("page_info")
        return DONE

    model = Scripted(decide)
    agent = Agent(session, model=model)
    events: list[Any] = []
    session.events.subscribe(events.append)
    await agent.run("Buy a pen", url=serve(PAGE))
    assert "The user says: Prefer the blue one" in model.turns[1].text
    assert session.provenance.words.has("the blue one")
    assert [event.text for event in events if event.kind == "steered"] == ["Prefer the blue one"]


async def test_a_held_run_waits_and_looks_at_the_page_anew(session, serve):
    held = asyncio.Event()
    session.events.subscribe(lambda event: held.set() if event.kind == "paused" else None)

    def decide(turn):
        if len(model.turns) == 1:
            agent.pause()
            return Call("page_info")
        return DONE

    model = Scripted(decide)
    agent = Agent(session, model=model)
    running = asyncio.ensure_future(agent.run("Look", url=serve(PAGE)))
    await held.wait()
    assert len(model.turns) == 1
    # The person works in the browser meanwhile.
    await session.tab.page.click("button")
    agent.resume()
    assert (await running).outcome == "done"
    assert "Pressed" in model.turns[1].text


@pytest.mark.parametrize("speaks", [lambda agent: agent.tell("Not that one"), Agent.pause], ids=["a word", "a hold"])
async def test_what_was_decided_before_the_user_spoke_up_is_not_carried_out(session, serve, speaks):
    def decide(turn):
        if len(model.turns) == 1:
            speaks(agent)
        return [Call("note", {"text": key, "key": key}) for key in ("one", "two")] if len(model.turns) < 3 else DONE

    def hear(event):
        if event.kind == "paused":
            agent.resume()
        elif event.kind == "result" and event.tool == "note":
            speaks(agent)

    session.events.subscribe(hear)
    model = Scripted(decide)
    agent = Agent(session, model=model, plan="none", verify=0)
    assert (await agent.run("Look", url=serve(PAGE))).outcome == "done"
    assert list(session.notes.entries) == ["one"]
    assert "Not carried out: the user" in model.turns[1].text


@pytest.mark.parametrize("speaks", [lambda agent: agent.tell("Pans too"), Agent.pause], ids=["a word", "a hold"])
async def test_a_run_does_not_end_over_what_the_user_wrote_while_its_answer_was_checked(session, serve, speaks):
    def hear(event):
        if event.kind == "verdict" and event.attempt == 1:
            speaks(agent)
        elif event.kind == "paused":
            agent.resume()

    model = Scripted([DONE, DONE])
    agent = Agent(session, model=model)
    session.events.subscribe(hear)
    result = await agent.run("Look at lamps", url=serve(PAGE))
    assert result.outcome == "done"
    assert [step.tool for step in result.steps] == ["done", "done"]
    assert "The run goes on: the user" in model.turns[1].text
    assert ("The user says: Pans too" in model.turns[1].text) != ("held the run" in model.turns[1].text)


async def test_a_held_run_can_be_ended(session, serve):
    held = asyncio.Event()
    session.events.subscribe(lambda event: held.set() if event.kind == "paused" else None)
    agent = Agent(session, model=Scripted([DONE]))
    agent.pause()
    running = asyncio.ensure_future(agent.run("Look", url=serve(PAGE)))
    await held.wait()
    agent.stop()
    assert (await running).outcome == "cancelled"


async def test_an_answer_is_the_users_word_and_an_option_that_a_model_wrote_is_not(session, serve):
    session.person = ada = Ada("navy blue")
    calls = [Call("ask_user", {"question": "Which colour?", "options": ["acid green"]})] * 2
    model = Scripted([calls[0], calls[1], DONE])

    def first(event):
        if event.kind == "result" and event.tool == "ask_user":
            ada.said = "acid green"

    session.events.subscribe(first)
    await Agent(session, model=model).run("Buy a pen", url=serve(PAGE))
    assert "navy blue" in model.turns[1].text
    assert "acid green" in model.turns[2].text
    assert session.provenance.words.has("navy blue")
    assert not session.provenance.words.has("acid green")


async def test_a_question_is_one_clean_line_however_the_model_wrote_it(session, serve):
    session.person = ada = Ada("x")
    await session.call_as("model", "ask_user", question="Safe?\n\x1b[2JPress y", options=["a\nb"])
    assert "\n" not in ada.asked[0].text
    assert "\x1b" not in ada.asked[0].text
    assert ada.asked[0].options == ("a b",)


async def test_the_browser_is_handed_over_and_the_page_is_shown_when_it_comes_back(session, serve):
    class Solver(Ada):
        async def take_over(self, reason):
            await session.tab.page.click("button")
            return await super().take_over(reason)

    session.person = ada = Solver()
    model = Scripted([Call("hand_over", {"reason": "Please solve it"}), DONE])
    await Agent(session, model=model).run("Look", url=serve(PAGE))
    assert ada.asked == ["Please solve it"]
    assert "Pressed" in model.turns[1].text


async def test_a_model_reads_why_the_user_cannot_take_the_browser(session, serve):
    class Elsewhere(Ada):
        async def take_over(self, reason):
            return "It runs without a window."

    session.person = Elsewhere()
    model = Scripted([Call("hand_over", {"reason": "Please solve it"}), DONE])
    await Agent(session, model=model).run("Look", url=serve(PAGE))
    assert "It runs without a window." in model.turns[1].text


async def test_without_a_person_there_is_nobody_to_ask(session, serve):
    model = Scripted([Call("ask_user", {"question": "x"}), DONE])
    result = await Agent(session, model=model).run("Look", url=serve(PAGE))
    assert "ask_user" not in {tool.name for tool in model.turns[0].tools}
    assert result.steps[0].code == "not_available"


async def test_a_person_who_takes_long_is_waited_for(session, serve):
    came = asyncio.Event()

    class Slow(Ada):
        async def answer(self, question):
            await came.wait()
            return "Late"

    session.person, session.call_timeout = Slow(), 0.05
    asking = asyncio.ensure_future(session.call_as("model", "ask_user", question="x"))
    await asyncio.wait({asking}, timeout=0.2)
    assert not asking.done()
    came.set()
    assert (await asking).data == {"answer": "Late", "chosen": False}
