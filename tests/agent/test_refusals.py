"""After a refusal: what the model is told, what the user is told before and after, and how the run ends."""

import pytest

from handrail import Agent
from handrail.agent.refusals import (
    ADDRESS_HINT,
    DECLINED_HINT,
    DIALOG_HINT,
    HINT,
    PREFILLED_HINT,
    UNHEARD_HINT,
    Refusals,
)
from handrail.browser.types.tabs import DialogInfo
from handrail.events.kinds import DecisionEvent
from handrail.models import Call, Scripted
from handrail.results import Failed, Observation, Ok
from handrail.trust import External

SHOP = """<title>Shop</title><h1>Shop</h1><button onclick="this.textContent = 'Gone'">Delete account</button>
<button onclick="this.textContent = 'Gone'">Delete all orders</button>
<button onclick="this.after(document.createTextNode('Shown'))">Show prices</button>
<form method=post action=/cookies><button name=choice value=few>Only necessary</button></form>
<button onclick="fetch('/noted', {method: 'POST', body: 'x'})">Note it</button>
<button onclick="fetch('/posted', {method: 'DELETE'})">Keep</button>
<form method=post action=/coupon><label>Code <input name=code></label><button>Redeem</button></form>
"""


DONE = Call("done", {"result": "ok"})


def abort(reason: str) -> Call:
    return Call("abort", {"reason": reason, "not_permitted": True})


async def test_a_run_that_was_refused_nothing_is_not_blocked_whatever_the_agent_says(session, serve):
    result, _ = await run(session, serve, lambda _: abort("The rules do not allow it."))
    assert (result.outcome, result.remedies) == ("gave_up", [])


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
    assert UNHEARD_HINT in turns[1].text
    assert "going round in a circle" not in turns[1].text
    assert "what is not permitted was tried 2 times. It stays refused" in turns[2].text
    assert (result.outcome, len(result.steps)) == ("blocked", 5)
    assert result.remedies == [f"--trust {serve.origin}"]


def test_of_a_file_in_another_folder_the_model_is_told_to_name_the_file_alone():
    refusals, result = Refusals(), Failed("not_permitted", "This action is not permitted.")
    rule = "uploads_from_allowed_folders"
    refusals.collect(DecisionEvent(tool="upload_file", caller="model", rule=rule, allowed=False))
    refusals.look(None, Call("upload_file", {"ref": "e1", "path": "/home/mara/cv.txt"}), result)
    assert "by its name alone" in result.hint
    # A folder may lie there, and there may be no such file at all.
    assert "It lies in no folder" not in result.hint
    assert "a folder cannot be uploaded" in result.hint
    refusals.look(None, Call("upload_file", {"ref": "e1", "path": "cv.txt"}), result)
    assert result.hint == HINT


@pytest.mark.parametrize(
    ("unheard", "prefilled", "hint"),
    [
        (True, True, PREFILLED_HINT),
        (True, False, UNHEARD_HINT),
        # The user said no, or a rule: another way to the page changes nothing.
        (False, True, HINT),
        (False, False, HINT),
    ],
)
def test_a_model_is_told_to_open_a_page_otherwise_only_where_nobody_said_no(unheard, prefilled, hint):
    refusals, result = Refusals(), Failed("not_permitted", "This action is not permitted.")
    event = DecisionEvent(tool="click", caller="model", rule="requests", allowed=False, unheard=unheard)
    refusals.collect(event)
    refusals.look(None, Call("click", {"ref": "e1"}), result, prefilled=prefilled)
    assert result.hint == hint


def test_while_a_dialog_is_open_a_refusal_names_nothing_but_its_dismissal():
    shop = "https://shop.example"
    asks = DialogInfo("confirm", External("Sure?", shop, "dialog"), External("", shop, "dialog"))
    for call in (Call("dialog", {"accept": True}), Call("goto", {"url": shop})):
        result = Failed("not_permitted", "This action is not permitted.", observation=Observation(None, (), asks))
        Refusals().look(None, call, result)
        assert result.hint == DIALOG_HINT


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


@pytest.mark.parametrize(("not_permitted", "end"), [(True, ("blocked", True)), (False, ("gave_up", False))], ids=str)
async def test_flags_are_named_where_the_agent_gives_up_for_a_refusal_and_not_where_it_does_for_something_else(
    session, serve, not_permitted, end
):
    def decide(turn):
        match len(turn.messages):
            case 3:
                return press(turn, "Delete account")
            case 5:
                return press(turn, "Note it")
        return Call("abort", {"reason": "It cannot be done.", "not_permitted": not_permitted})

    result, _ = await run(session, serve, decide, task='Click "Note it"')
    assert (result.outcome, bool(result.remedies)) == end


async def test_a_field_that_is_filled_in_after_its_form_was_refused_makes_nothing_good(session, serve):
    def decide(turn):
        field = next(one.ref for one in turn.observation.snapshot.nodes if one.ref and one.role == "textbox")
        match len(turn.messages):
            case 3 | 5:
                submit = {"submit": True} if len(turn.messages) == 3 else {}
                return Call("fill", {"ref": field, "value": "a word of the model", **submit})
        return Call("done", {"result": "It is filled in.", "missing": "Sending it."})

    result, turns = await run(session, serve, decide)
    assert UNHEARD_HINT in turns[1].text
    assert (result.outcome, result.remedies) == ("partial", [f"--grant submit@{serve.origin}"])


async def test_what_was_stopped_is_not_said_to_be_done_nor_sent(session, serve):
    def decide(turn):
        return press(turn, "Keep") if len(turn.messages) == 3 else abort(turn.text)

    result, _ = await run(session, serve, decide)
    assert "(DELETE) is not permitted and was stopped: that did not happen." in result.answer
    assert ('"stopped_requests"' in result.answer, '"sent"' in result.answer) == (True, False)
    assert (result.outcome, result.remedies) == ("blocked", [f"--trust {serve.origin}"])


@pytest.mark.parametrize("name", ["Delete account", "Keep"])
async def test_who_says_no_is_no_reason_to_name_a_flag_for_want_of_somebody_to_ask(session, serve, name):
    async def decline(_):
        return "no"

    session.approve = decline
    _, turns = await run(session, serve, lambda turn: press(turn, name) if len(turn.messages) in (3, 5) else DONE)
    # The second time nobody is asked about a request.
    assert [DECLINED_HINT in turn.text for turn in turns[1:3]] == [True, True]


async def test_a_rule_that_refuses_is_told_from_a_user_who_does(session, serve):
    async def never_asked(_):
        raise AssertionError

    session.approve = never_asked
    task = "Do not delete anything"
    _, turns = await run(
        session, serve, lambda turn: press(turn, "Delete account") if len(turn.messages) == 3 else DONE, task
    )
    assert HINT in turns[1].text


@pytest.mark.parametrize("name", ["Delete account", "Keep", "Note it"])
@pytest.mark.parametrize("many", [1, 2])
async def test_after_a_no_a_run_ends_as_blocked_and_no_flag_is_offered(session, serve, name, many):
    async def decline(_):
        return "no"

    session.approve = decline

    def decide(turn):
        return press(turn, name) if len(turn.messages) < 3 + 2 * many else abort("The user said no.")

    result, _ = await run(session, serve, decide)
    assert (result.outcome, result.remedies) == ("blocked", [])


async def test_no_flag_is_offered_for_a_part_that_the_user_said_no_to(session, serve):
    async def decline(_):
        return False

    session.approve = decline

    def decide(turn):
        if len(turn.messages) == 3:
            return press(turn, "Delete account")
        return Call("done", {"result": "Nothing.", "missing": "The account is still there."})

    result, _ = await run(session, serve, decide)
    assert (result.outcome, result.remedies) == ("partial", [])


async def test_who_gives_up_with_the_name_of_the_parameter_as_the_reason_was_refused(session, serve):
    def decide(turn):
        if len(turn.messages) == 3:
            return press(turn, "Delete account")
        return Call("abort", {"reason": "`not_permitted`"})

    result, _ = await run(session, serve, decide)
    assert result.outcome == "blocked"


def test_a_no_that_comes_while_the_run_is_given_up_counts():
    refusals, event = Refusals(), DecisionEvent(tool="click", caller="model", rule="r", allowed=False, declined=True)
    refusals.collect(event)
    refusals.look(None, Call("abort", {"reason": "x"}), Ok({}, terminal=True))
    assert refusals.any
    assert refusals.remedies("blocked") == []
