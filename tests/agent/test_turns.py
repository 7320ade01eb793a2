"""Several calls of one turn: how far they are carried out, and what the model is shown then."""

from typing import Any

import pytest

from handrail import Agent
from handrail.agent.turn import Turn
from handrail.models import Call, Scripted
from handrail.results import Failed, Ok, Result
from handrail.tools.core.more import unwrap
from handrail.tools.core.table import Table

SHOP = """
<title>Shop</title><h1>Shop</h1>
<button onclick="this.after(document.createTextNode('Added'))">Add</button>
<button onclick="alert('Really?')">Ask</button>
<a href="/two">Two</a>
"""
TWO = "<title>Two</title><h1>Page two</h1><p>Lamps from $12</p><button>Two's button</button><a href='/'>Shop</a>"
SEARCH = Call("search_page", {"pattern": "Lamps"})
DONE = Call("done", {"result": "ok"})


@pytest.fixture
def shop(serve):
    serve(TWO, "/two")
    return serve(SHOP)


def click(turn, words):
    found = next(node.ref for node in turn.observation.snapshot.nodes if node.ref and words in node.name)
    return Call("click", {"ref": found})


async def played(session, url, *script):
    """A run whose turns are made by ``script``, and then done: what was called, and the model."""

    def decide(turn):
        at = len(model.turns) - 1
        return script[at](turn) if at < len(script) else DONE  # or an awaitable

    model = Scripted(decide)
    result = await Agent(session, model=model, verify=0, vision="never").run("Look at lamps", url=url)
    assert result.outcome == "done"
    return [(step.tool, step.ok) for step in result.steps[:-1]], model


def told(model, turn=1):
    """What came of each call of the turn before, a text each."""
    messages = model.turns[turn].messages
    last = max(at for at, message in enumerate(messages) if message.role == "assistant")
    return [message.text for message in messages[last:] if message.role == "tool"]


async def test_after_a_change_of_page_what_only_reads_goes_on_and_the_new_page_is_shown_once(session, shop):
    read = Call("read_page", {"cursor": None, "within_ref": None})
    calls, model = await played(session, shop, lambda turn: [click(turn, "Two"), SEARCH, read])
    assert calls == [("click", True), ("search_page", True), ("read_page", True)]
    first, second, third = told(model)
    assert "/two" in first
    assert "from $12" in second
    assert ["The page:" in text for text in (first, second, third)] == [False, False, True]
    assert "Page two" in model.turns[1].observation.snapshot.text


async def test_addresses_are_opened_one_after_the_other_for_what_is_read_there_but_not_after_an_act(session, serve):
    two, one = serve(TWO, "/two"), serve(SHOP, "/one")
    there = [Call("goto", {"url": two}), SEARCH, Call("goto", {"url": one}), SEARCH]
    calls, model = await played(
        session, one, lambda _: there, lambda turn: [click(turn, "Two"), Call("goto", there[2].params)]
    )
    assert calls == [("goto", True), ("search_page", True)] * 2 + [("click", True)]
    assert "from $12" in told(model)[1]
    assert told(model, 2)[1] == "Not carried out: the page changed"


async def test_of_pages_that_were_opened_to_be_read_no_outline_comes_unless_nothing_was_found(session, serve):
    two, one = serve(TWO, "/two"), serve(SHOP, "/one")

    def seek(words):
        return lambda _: [
            Call("goto", {"url": one}),
            Call("goto", {"url": two}),
            Call("search_page", {"pattern": words}),
        ]

    _, model = await played(session, one, seek("Lamps"), seek("Chairs"), lambda turn: click(turn, "Two's button"))
    shown = ["The page:" in text for turn in (1, 2) for text in told(model, turn)]
    assert shown == [False] * 3 + [False, False, True]
    assert "from $12" in told(model)[2]


async def test_after_a_change_of_page_the_first_call_that_is_anything_else_ends_the_turn(session, shop):
    calls, model = await played(session, shop, lambda turn: [click(turn, "Two"), SEARCH, click(turn, "Add"), SEARCH])
    assert calls == [("click", True), ("search_page", True)]
    _, searched, *skipped = told(model)
    assert "The page:" in searched
    assert skipped == ["Not carried out: the page changed"] * 2


@pytest.mark.parametrize(
    ("following", "goes_on"),
    [
        (Call("page_info"), True),
        (Call("more", {"tool": "page_info"}), True),
        (Call("click", {"ref": "e1"}), False),
        (Call("read_page", {"within_ref": "e1"}), False),
        (Call("wait_for", {"ref": "e1"}), False),
        (Call("search_page", {"pattern": "Lamps", "cursor": "10"}), False),
        (Call("more", {"tool": "element_info", "params": {"ref": "e1"}}), False),
        (Call("back"), False),
        (Call("note", {"text": "Lamps are there"}), False),
        (Call("no_such_tool"), False),
        (DONE, False),
    ],
)
def test_after_a_change_of_page_only_what_reads_any_page_goes_on(following, goes_on):
    turn = Turn(Table.load())
    led: Result = Ok({}, followed={"navigated_to": "https://shop.example/two"})
    assert turn.reason_to_stop(Call("click", {"ref": "e2"}), led, SEARCH) == ""
    assert turn.reason_to_stop(SEARCH, Ok({}), unwrap(following)) == ("" if goes_on else "the page changed")


@pytest.mark.parametrize(
    ("call", "result", "why"),
    [
        (Call("click", {"ref": "e1"}), Failed("stale_ref", "It is gone."), "the call before it failed"),
        (Call("click", {"ref": "e1"}), Ok({}, followed={"dialog": {"kind": "alert"}}), "a dialog is open"),
        (Call("ask_user", {"question": "Shall I?"}), Ok({}), "the user was asked before it"),
        (Call("done", {"result": "ok"}), Ok({}, terminal=True), "the answer was not accepted"),
        (Call("click", {"ref": "e1"}), Ok({}, page_changed=True), ""),
    ],
)
def test_what_ends_a_turn_is_said(call, result, why):
    assert Turn(Table.load()).reason_to_stop(call, result, SEARCH) == why


async def test_a_page_that_changes_while_it_is_waited_for_is_a_change_of_page_too(session, serve, shop):
    waited, press = Call("wait_for", {"text": "Page two"}), Call("send_keys", {"keys": "Tab"})

    async def decide(_):
        # From here on, not from when the page loads: however slow the machine, the page is seen before it changes.
        await session.tab.page.evaluate("void setTimeout(() => location = '/two', 1000)")
        return [waited, SEARCH, press, DONE]

    calls, model = await played(session, serve("<title>Soon</title>"), decide)
    assert calls == [("wait_for", True), ("search_page", True)]
    assert told(model)[2:] == ["Not carried out: the page changed"] * 2
    assert "/two" in told(model)[0]


async def test_where_the_page_stays_calls_of_all_kinds_go_on(session, shop):
    calls, model = await played(
        session, shop, lambda turn: [click(turn, "Add"), SEARCH, Call("note", {"text": "x"}), click(turn, "Add")]
    )
    assert [name for name, _ in calls] == ["click", "search_page", "note", "click"]
    assert "Added" in model.turns[1].text


async def test_what_changed_is_told_beside_the_call_that_changed_it(session, serve):
    say = "document.querySelector('output').textContent"
    page = f"""<title>Shop</title><h1>Shop</h1><button onclick="{say} = 'Wished for'">Wish</button>
        <button onclick="{say} = 'Added'">Add</button><input aria-label="Name"><output></output>"""
    named = Call("fill", {"ref": "Name", "value": "Ada"})
    _, model = await played(
        session, serve(page), lambda turn: [click(turn, "Wish"), named, click(turn, "Add"), Call("note", {"text": "x"})]
    )
    wished, filled, added, noted = told(model)
    assert [text.count("Wished for") for text in (wished, filled, added, noted)] == [1, 0, 1, 0]
    assert [text.count("Added") for text in (wished, filled, added, noted)] == [0, 0, 1, 0]
    assert ("changed" in filled, "Nothing changed on the page." in noted) == (False, True)


async def test_of_a_press_between_calls_is_told_that_nothing_changed(session, serve):
    url = serve("<title>Shop</title><h1>Shop</h1><button>Dead</button><input aria-label=Name>")
    named = Call("fill", {"ref": "Name", "value": "Ada"})
    _, model = await played(session, url, lambda turn: [click(turn, "Dead"), named, Call("note", {"text": "x"})])
    pressed, filled, _ = told(model)
    assert ("Nothing changed on the page" in pressed, "Nothing" in filled) == (True, False)


async def test_what_a_page_changes_by_itself_is_not_told_as_of_a_call_that_reads(session, serve):
    async def decide(_):
        late = "document.querySelector('output').textContent = 'It came'"
        await session.tab.page.evaluate(f"void setTimeout(() => {{ {late} }}, 300)")
        return Call("wait_for", {"text": "It came"})

    _, model = await played(session, serve(SHOP + "<output></output>"), decide)
    assert "on the page since the call before, not by this one:" in told(model)[0]


async def test_the_first_failure_ends_the_turn_also_on_a_new_page(session, shop):
    wrong = Call("search_page", {"pattern": "(", "regex": True})
    calls, model = await played(session, shop, lambda turn: [click(turn, "Two"), wrong, SEARCH])
    assert calls == [("click", True), ("search_page", False)]
    assert told(model)[-1] == "Not carried out: the call before it failed"
    assert "Page two" in model.turns[1].text


async def test_what_reads_any_page_waits_where_another_tab_was_opened(session, serve):
    serve(TWO, "/two")
    page = SHOP.replace('<a href="/two">', '<a href="/two" target="_blank">') + "<p>No Lamps here</p>"
    calls, model = await played(session, serve(page), lambda turn: [click(turn, "Two"), SEARCH])
    assert calls == [("click", True)]
    assert told(model)[-1] == "Not carried out: another tab was opened"
    calls, _ = await played(session, serve(page), lambda _: [Call("new_tab", {"url": f"{serve.origin}/two"}), SEARCH])
    assert calls == [("new_tab", True), ("search_page", True)]


async def test_words_of_the_user_end_the_turn_also_on_a_new_page(session, shop):
    def decide(turn):
        return DONE if len(model.turns) > 1 else [click(turn, "Two"), SEARCH]

    model = Scripted(decide)
    agent = Agent(session, model=model, verify=0)
    session.events.subscribe(lambda event: agent.tell("Only pans") if getattr(event, "tool", "") == "click" else None)
    result = await agent.run("Look at lamps", url=shop)
    assert [step.tool for step in result.steps] == ["click", "done"]
    assert "Not carried out: the user has said something" in model.turns[1].text


async def test_ask_mode_follows_a_link_and_reads_in_one_turn(ask_session, shop):
    calls, _ = await played(ask_session, shop, lambda turn: [click(turn, "Two"), SEARCH, click(turn, "Add")])
    assert calls == [("click", True), ("search_page", True)]


async def test_what_is_read_right_after_a_change_of_page_is_cited_from_the_new_one(session, shop):
    turns: list[Any] = [
        lambda turn: [click(turn, "Two"), SEARCH, Call("page_info")],
        lambda turn: Call("done", {"result": "$12"}),
    ]
    model = Scripted(lambda turn: turns.pop(0)(turn))
    result = await Agent(session, model=model, verify=0).run("What do lamps cost?", url=shop)
    assert [source.url for source in result.sources] == [shop.replace("/2", "/two")]
