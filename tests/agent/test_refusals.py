"""After a refusal: what the model is told, what the user is told before and after, and how the run ends."""

from handrail import Agent
from handrail.agent.refusals import ADDRESS_HINT, HINT
from handrail.models import Call, Scripted

SHOP = """<title>Shop</title><h1>Shop</h1><button onclick="this.textContent = 'Gone'">Delete account</button>
<button onclick="this.textContent = 'Gone'">Delete all orders</button>
<button onclick="this.after(document.createTextNode('Shown'))">Show prices</button>
<form method=post action=/cookies><button name=choice value=few>Only necessary</button></form>
"""


def press(turn, words: str) -> Call:
    return Call(
        "click", {"ref": next(one.ref for one in turn.observation.snapshot.nodes if one.ref and words in one.name)}
    )


async def run(session, serve, decide, task="Tidy up", **options):
    model = Scripted(decide)
    return await Agent(session, model=model, **options).run(task, url=serve(SHOP)), model.turns


async def test_the_model_is_told_what_a_refusal_means_and_a_second_try_counts_as_going_in_circles(session, serve):
    names = ["Delete account", "Delete all orders"] * 4

    def decide(turn):
        return press(turn, names.pop())

    result, turns = await run(session, serve, decide)
    assert HINT in turns[1].text
    assert "going round in a circle" not in turns[1].text
    assert "what is not permitted was tried 2 times. It stays refused" in turns[2].text
    assert (result.outcome, len(result.steps)) == ("blocked", 5)
    assert result.remedies == [f"--trust {serve.origin}"]


async def test_an_address_that_was_made_up_is_no_reason_to_end(session, serve):
    calls = [Call("goto", {"url": "https://made-up.example/"}), Call("done", {"result": "ok"})]
    _, turns = await run(session, serve, lambda turn: calls.pop(0))
    assert ADDRESS_HINT in turns[1].text


async def test_what_could_be_done_without_it_is_handed_over_as_a_part_with_what_is_missing(session, serve):
    def decide(turn):
        match len(turn.messages):
            case 3:
                return press(turn, "Only necessary")
            case 5:
                return press(turn, "Delete account")
            case 7:
                return press(turn, "Show prices")
        return Call("done", {"result": "Prices are shown.", "data": {"n": 1}, "missing": "The account is still there."})

    result, turns = await run(session, serve, decide)
    assert "stopped_requests" in turns[1].text
    assert (result.outcome, result.ok, result.answer, result.data) == ("partial", False, "Prices are shown.", {"n": 1})
    assert result.missing == result.to_dict()["missing"] == "The account is still there."
    assert result.remedies == [f"--grant submit@{serve.origin}", f"--trust {serve.origin}"]


async def test_a_run_whose_last_act_was_refused_is_not_done_but_may_be_done_in_part(session, serve):
    answers = [Call("done", {"result": "Ready."}), Call("done", {"result": "Nothing yet.", "missing": "All of it."})]

    def decide(turn):
        return press(turn, "Delete account") if len(turn.messages) == 3 else answers.pop(0)

    result, turns = await run(session, serve, decide)
    assert "another way" not in turns[2].text
    assert "it was not permitted, so it did not happen" in turns[2].text
    assert (result.outcome, result.missing) == ("partial", "All of it.")


async def test_a_run_that_went_on_and_gives_up_for_something_else_names_no_flag(session, serve):
    def decide(turn):
        match len(turn.messages):
            case 3:
                return press(turn, "Delete account")
            case 5:
                return press(turn, "Show prices")
        return Call("abort", {"reason": "There is no price of a lamp."})

    result, _ = await run(session, serve, decide)
    assert (result.outcome, result.remedies) == ("gave_up", [])
