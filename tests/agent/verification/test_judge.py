"""What a judge is shown and how its verdict is read, and how `done` ends a run: without a browser."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import pytest

from handrail.agent.verification.evidence_log import EvidenceLog
from handrail.agent.verification.judge import (
    MAX_CHARS,
    MAX_PARAM_CHARS,
    Claim,
    ask_judge,
    render_claim,
)
from handrail.attachments import Attachment
from handrail.browser.types.tabs import DialogInfo
from handrail.errors import ModelError
from handrail.models import Call
from handrail.results import Observation, Ok
from handrail.runs.result import Step
from handrail.tools.core.plan import Plan
from handrail.tools.core.table import Table
from handrail.trust import WARNING, External, Fenced, plain
from tests.agent.verification.doings import Judge, button, claim, evidence, form, outside, says, seen

TABLE = Table.load()


def blocks(one: Claim, room: int = MAX_CHARS) -> list[str]:
    return [part.text if isinstance(part, Fenced) else str(part) for part in render_claim(one, room)]


def test_of_a_bare_claim_a_judge_is_shown_the_task_the_answer_and_the_calls() -> None:
    parts = render_claim(claim(evidence=evidence()))
    assert [part if isinstance(part, str) else (part.label, part.origin) for part in parts] == [
        "The task: Order a lamp",
        "The agent's answer:",
        ("notes", "model"),
        "Its calls and what came of each:",
        ("page-info", "run"),
    ]
    assert '"data"' not in blocks(claim(evidence=evidence()))[2]


def test_data_criteria_and_the_answer_s_data_are_shown_where_there_are_any() -> None:
    plan = Plan(("A lamp is ordered", "It is blue"), ("Look",))
    shown = blocks(claim(data={"für": "Ann"}, plan=plan, value={"price": 3, "ok": "ü"}, evidence=evidence()))
    assert shown[1:3] == [
        'Data the user gave: {"für": "Ann"}',
        "It is done when:\n- A lamp is ordered\n- It is blue",
    ]
    assert '"price": 3' in shown[4]
    assert "It is done when" not in "".join(blocks(claim(plan=Plan((), ("Look",)), evidence=evidence())))


def test_what_stands_nowhere_is_pointed_out_where_all_was_read() -> None:
    read = claim("How much?", "It costs 24.50.", evidence=evidence("text: $42.50"))
    shown = blocks(read)
    pointed_out = "The answer names these, and they stand in nothing that was read:"
    worked_out = claim("How much more?", "It costs 10.68 more.", evidence=evidence("text: $42.50", "text: $53.18"))
    assert pointed_out not in blocks(worked_out)
    assert shown[-2] == pointed_out
    assert '"24.50"' in shown[-1]
    assert pointed_out not in blocks(replace(read, answer="It costs 42.50."))
    read.evidence.complete = False
    assert pointed_out not in blocks(read)


def test_where_there_is_room_for_one_line_it_holds_the_amount_and_not_a_lone_digit() -> None:
    between = [f"text: filler line number {word} of the page" for word in ("alpha", "beta", "gamma", "delta")]
    log = evidence("text: Pack of 7 for the office", *between, "text: Brandt takes 45.00 for it")
    shown = "\n".join(blocks(claim("What does it cost?", "7 of them cost 45.00.", evidence=log), 400))
    assert ("Brandt takes 45.00" in shown, "Pack of 7" in shown) == (True, False)


def test_the_page_as_it_is_stands_last() -> None:
    shown = blocks(
        claim(evidence=evidence(), page=Observation(None, [], DialogInfo("confirm", outside("Sure?"), outside(""))))
    )
    assert shown[5] == "How things stand now:"
    assert "A dialog (confirm) is open" in shown[6]


def test_the_page_is_shown_to_a_judge_without_what_only_an_agent_can_use() -> None:
    page = seen('button "Save" [e63] focused', left_out='snapshot(mode="full") shows all of it.')
    shown = "\n".join(blocks(claim(evidence=evidence(), page=page)))
    assert 'button "Save" focused' in shown
    assert "Parts of the page are not shown here." in shown
    assert "snapshot(" not in shown


def filled(*outcomes: dict[str, Any], value: str = "x") -> Claim:
    """A claim after a field was filled as often as there are outcomes."""
    log = evidence()
    log.calls = [
        {"step": step, "call": "fill", "params": {"value": value}, "ok": True} | outcome
        for step, outcome in enumerate(outcomes, 1)
    ]
    return claim(evidence=log)


def test_calls_are_shown_in_order_with_what_came_of_each_and_long_values_cut() -> None:
    calls = blocks(filled({"error": "No."}, {"result": "Ja, schön"}, value="y" * 800))[4]
    assert calls.index('"error": "No."') < calls.index('"result": "Ja, schön"')
    assert '"step": 1' in calls
    assert '"call": "fill"' in calls
    assert '"ok": true' in calls
    assert "y" * MAX_PARAM_CHARS + " [400 more characters]" in calls
    # The quotes of a text count, since it is shown as JSON.
    assert "more characters" not in blocks(filled({}, value="y" * MAX_PARAM_CHARS))[4]
    assert "more characters" in blocks(filled({}, value="y" * (MAX_PARAM_CHARS + 1)))[4]
    assert (MAX_PARAM_CHARS, MAX_CHARS) == (400, 30_000)


def test_where_there_is_no_room_each_call_keeps_an_equal_share_and_what_is_cut_is_marked() -> None:
    long = filled(*({"result": f"r{number} " + f"w{number} " * 100} for number in (1, 2, 3)), {"result": "short"})
    shown = blocks(long, 900)[4]
    assert all(f"r{number} w{number} w{number}" in shown for number in (1, 2, 3))
    assert shown.count(" more characters]") == 3
    assert '"short"' in shown
    assert all(text in blocks(long)[4] for text in ("w1 " * 99, "w3 " * 99))
    assert blocks(long, 0)[4].count('"call"') == 4
    # Room is counted in letters, whatever alphabet they are of.
    assert "ü" * 200 in blocks(filled({"result": "ü" * 200}), 330)[4]


def test_what_was_claimed_before_and_why_it_was_refused_is_shown_and_done_is_no_call() -> None:
    log = EvidenceLog([Step(1, "click", {}, True, None, 0.0), Step(2, "done", {"result": "First"}, True, None, 0.0)])
    refused = ({"answer": "First", "refused because": ["Wrong lamp."]},)
    shown = "\n".join(blocks(claim(evidence=log, not_done="The bill", refusals=refused)))
    assert "It was refused before:" in shown
    assert "Wrong lamp." in shown
    assert '"not done, as the agent says": "The bill"' in shown
    assert '"call": "done"' not in shown


def test_a_judge_is_told_what_an_act_sent_with_the_answer_that_came_late_and_nothing_that_the_page_asks_by_itself() -> (
    None
):
    log = evidence("button Send")
    poll, order = {"method": "POST", "url": "https://shop.example/poll", "status": 200}, "https://shop.example/order"
    target = button("Send", of=form())
    for sent in ([poll], [poll, {"method": "POST", "url": order, "status": None}]):
        result = Ok(target=target, followed={"sent": sent})
        log.record(TABLE.get("click"), Call("click", {"ref": "e1"}), result)
    late = Ok(followed={"sent": [{"method": "POST", "url": order, "status": 201}, poll]})
    log.record(TABLE.get("done"), Call("done"), late)
    shown = blocks(claim(evidence=log))[-1]
    assert '"status": 201' in shown
    assert shown.count(order) == 1


def test_pictures_that_the_agent_was_shown_are_shown_with_their_step() -> None:
    log, picture = evidence(), Attachment("image", "image/png", b"x", "shot")
    log.record(TABLE.get("screenshot"), Call("screenshot"), Ok(attachments=(picture,)))
    log.look(seen("text: x", pictures=(picture,)))
    parts = render_claim(claim(evidence=log))
    assert [part for part in parts if isinstance(part, Attachment)] == [picture]
    assert "The agent was shown this image at step 1:" in parts


async def test_a_judge_reads_our_words_and_must_give_a_verdict() -> None:
    judge = says()
    judge.context_window = 700
    verdict = await ask_judge(filled(*({"result": f"r{number}z " + "z" * 200} for number in (1, 2, 3))), judge)
    assert (verdict.ok, verdict.by, verdict.unjudged, verdict.reasons) == (True, "model", False, ())
    [turn] = judge.turns
    assert WARNING in turn.messages[0].text
    assert "{warning}" not in turn.messages[0].text
    assert [message.role for message in turn.messages] == ["system", "user"]
    assert "r1z" in turn.text
    assert "z" * 200 not in turn.text
    [tool] = turn.tools
    assert tool.schema["required"] == ["ok", "reasons", "missing"]
    assert set(tool.schema["properties"]) == {"ok", "reasons", "missing"}


@pytest.mark.parametrize(
    ("ok", "reasons", "missing", "accepted", "said"),
    [
        (True, [], [], True, []),
        (False, ["a", "b"], ["c"], False, ["a", "b", "c"]),
        ("true", [], [], False, []),
        (1, [], [], False, []),
        (False, "a sentence", None, False, ["a sentence"]),
        (False, [7], "", False, ["7"]),
        (False, ["x" * 900], [], False, ["x" * 600]),
    ],
)
async def test_only_true_is_a_yes_and_what_is_said_comes_from_outside(
    ok: Any, reasons: Any, missing: Any, accepted: bool, said: list[str]
) -> None:
    verdict = await ask_judge(claim(evidence=evidence()), says(ok, reasons, missing))
    assert verdict.ok is accepted
    words = [*verdict.reasons, *verdict.missing]
    assert [plain(one) for one in words] == said
    assert all((one.origin, one.label) == ("model", "validator-feedback") for one in cast(list[External], words))
    assert len(verdict.missing) == (1 if missing else 0)


@pytest.mark.parametrize("reply", ["It is done.", Call("verdict", {}), Call("done", {"ok": True}), ModelError("No.")])
async def test_a_judge_without_a_verdict_leaves_the_claim_unjudged(reply: object) -> None:
    def answer(turn: object) -> object:
        if isinstance(reply, Exception):
            raise reply
        return reply

    verdict = await ask_judge(claim(evidence=evidence()), Judge(cast(Callable[..., Any], answer)))
    assert (verdict.ok, verdict.by, verdict.unjudged) == (False, "rules", True)
    wanted = "The check by a model failed: No." if isinstance(reply, Exception) else "The model that should judge it"
    assert str(verdict.reasons[0]).startswith(wanted)
