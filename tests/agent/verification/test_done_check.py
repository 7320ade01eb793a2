"""How a run ends with `done`: accepted, sent back with the reason and the page, handed over unverified, in a form."""

from typing import Any

import pytest

from handrail import Agent
from handrail.errors import UsageError
from handrail.models import Call, Scripted
from tests.pages import Reply

FORM = """<title>Shop</title><h1>Order</h1><form method=post action=/order><label>Name <input name=n required></label>
<button>Send</button></form>"""
PRICE = "<title>Shop</title><h1>Pen</h1><p>The pen costs 19 dollars.</p>"
SCHEMA = {"type": "object", "properties": {"price": {"type": "integer"}}, "required": ["price"]}


def ref(turn, words):
    return next(node.ref for node in turn.observation.snapshot.nodes if node.ref and words in node.name)


def done(result="Ordered.", **more):
    return Call("done", {"result": result, **more})


async def test_a_claim_that_is_not_seen_to_be_true_goes_back_with_the_reason(open_session, chromium, serve, tmp_path):
    session = await open_session(chromium, tmp_path / "run", trust=[serve.origin])
    serve("<title>Thanks</title><h1>Thank you, your order arrived</h1>", "/order")
    events: list[Any] = []
    session.events.subscribe(events.append)

    def decide(turn):
        match len(model.turns):
            case 1:
                return Call("click", {"ref": ref(turn, "Send")})
            case 2:
                return done()
            case 3:
                return Call("fill", {"ref": ref(turn, "Name"), "value": "Ada", "submit": True})
            case _:
                return done()

    model = Scripted(decide)
    result = await Agent(session, model=model).run("Order it for Ada", url=serve(FORM))
    assert result.outcome == "done"
    assert [(step.tool, step.ok) for step in result.steps] == [
        ("click", True),
        ("done", True),
        ("fill", True),
        ("done", True),
    ]
    assert "not accepted" in model.turns[2].text
    assert '| heading "Order"' in "".join(message.text for message in model.turns[2].messages)
    assert [event.ok for event in events if event.kind == "verdict"] == [False, True]


async def test_the_answer_must_have_the_form_that_was_asked_for_and_names_its_pages(session, serve):
    model = Scripted([done("It costs 19 dollars."), done("It costs 19 dollars.", data={"price": 19})])
    result = await Agent(session, model=model, output_schema=SCHEMA).run("What is the price?", url=serve(PRICE))
    assert (result.outcome, result.data) == ("done", {"price": 19})
    assert [source.url for source in result.sources] == [serve.origin + "/1"]
    offered = next(tool for tool in model.turns[0].tools if tool.name == "done")
    assert offered.schema["properties"]["data"] == SCHEMA
    assert "data" in offered.schema["required"]


async def test_a_verifier_judges_and_its_words_go_back_as_outside_text(session, serve):
    verdicts = [
        {"ok": False, "reasons": ["The price is of another pen."], "missing": []},
        {"ok": True, "reasons": [], "missing": []},
    ]
    judge = Scripted([Call("verdict", one) for one in verdicts])
    judge.name = "judge"
    model = Scripted([done("It costs 19 dollars."), done("It costs 19 dollars.")])
    result = await Agent(session, model=model, verifier=judge).run("What does the pen cost?", url=serve(PRICE))
    assert result.outcome == "done"
    assert "1 more check before the run ends" in model.turns[1].text
    lines = model.turns[1].text.splitlines()
    assert next(line for line in lines if "another pen" in line).startswith("| ")
    assert "The pen costs 19 dollars." in "".join(message.text for message in judge.turns[0].messages)


async def test_a_schema_that_cannot_be_used_is_reported_before_anything_is_done(session):
    with pytest.raises(UsageError, match="output schema cannot be used"):
        Agent(session, model=Scripted([]), output_schema={"type": "no such type"})


async def test_what_stood_on_the_first_page_alone_was_read_too(session, serve):
    elsewhere = serve("<title>Shop</title><h1>Lamps</h1>", "/lamps")
    model = Scripted([Call("goto", {"url": elsewhere}), done("It costs 19 dollars.")])
    result = await Agent(session, model=model).run(f"What is the price? Then go to {elsewhere}", url=serve(PRICE))
    assert (result.outcome, [source.url for source in result.sources]) == ("done", [serve.origin + "/2"])


async def test_a_page_that_is_as_it_was_is_not_shown_again_with_a_refusal(session, serve):
    judge = Scripted([Call("verdict", {"ok": False, "reasons": ["No."], "missing": []})])
    judge.name = "judge"
    script = [done("It costs 19 dollars."), Call("abort", {"reason": "No price."})]
    model = Scripted(lambda turn: script[len(model.turns) - 1])
    await Agent(session, model=model, verifier=judge).run("What does the pen cost?", url=serve(PRICE))
    assert "The pen costs 19 dollars." not in model.turns[1].text
    assert "".join(message.text for message in model.turns[1].messages).count("The pen costs 19 dollars.") == 1


async def test_what_was_sent_and_no_page_confirms_is_handed_over_as_that(open_session, chromium, serve, tmp_path):
    session = await open_session(chromium, tmp_path / "run", trust=[serve.origin])
    serve.replies["/order"] = Reply(status=303, headers={"location": "/gone"})
    serve("<title>Not here</title><h1>Not here</h1>", "/gone", status=404)
    script = [
        lambda turn: [Call("fill", {"ref": ref(turn, "Name"), "value": "Ada"}), Call("click", {"ref": "Send"})],
        lambda _: done(),
        lambda _: done("It was sent; the site did not confirm it.", unconfirmed=True),
    ]
    model = Scripted(lambda turn: script[len(model.turns) - 1](turn))
    result = await Agent(session, model=model).run("Order it for Ada", url=serve(FORM))
    assert "call `done` with `unconfirmed`" in model.turns[2].text
    assert (result.outcome, result.ok) == ("unconfirmed", False)
    assert result.doubts == [f"POST {serve.origin}/order was answered with status 303."]


PLAN = Call("plan", {"criteria": ["Ann has a role."], "steps": ["Change it"], "changes": ["Make Ann an admin"]})
YES = Call("verdict", {"ok": True, "reasons": [], "missing": []})


def judge(*verdicts):
    model = Scripted(list(verdicts))
    model.name = "judge"
    return model


async def test_a_change_that_nobody_tried_is_sent_back_once_without_a_judge(session, serve):
    verifier = judge(YES)
    model = Scripted([done("There is no user Ann."), done("Ann is an admin already.")])
    agent = Agent(session, model=model, planner=Scripted([PLAN]), verifier=verifier)
    result = await agent.run("Make Ann an admin", url=serve(PRICE))
    assert "`abort` if the change cannot be made" in model.turns[1].text
    assert (result.outcome, len(verifier.turns)) == ("done", 1)


async def test_a_reason_that_rules_find_last_is_read_before_the_run_ends(open_session, chromium, serve, tmp_path):
    session = await open_session(chromium, tmp_path / "run", trust=[serve.origin])
    answers = [done(unconfirmed=True), done(unconfirmed=True), done()]
    model = Scripted(lambda turn: Call("click", {"ref": ref(turn, "Send")}) if len(model.turns) == 1 else answers.pop())
    result = await Agent(session, model=model).run("Order it", url=serve(FORM))
    assert "Nothing was sent that could have been taken" in model.turns[3].text
    assert (result.outcome, result.ok, len(model.turns)) == ("refuted", False, 4)
    assert result.doubts
    assert result.to_dict()["doubts"] == result.doubts


async def test_after_a_refusal_the_page_of_a_run_that_only_searched_it_is_not_shown(session, serve):
    verdicts = judge(Call("verdict", {"ok": False, "reasons": ["No."], "missing": []}), YES)
    url = serve(PRICE)
    calls = [Call("goto", {"url": url}), Call("search_page", {"pattern": "costs"})]
    script = [calls, [done("It costs 18 dollars.")], [done("It costs 19 dollars.")]]
    model = Scripted(lambda turn: script[len(model.turns) - 1])
    await Agent(session, model=model, verifier=verdicts).run(f"What does the pen cost? Look at {url}")
    assert "not accepted" in model.turns[2].text
    assert '| heading "Pen"' not in model.turns[2].text
