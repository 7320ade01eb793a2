"""Whether a claim of `done` holds by rules, and how `done` ends a run: without a browser."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from handrail.agent.ending import RunEnd
from handrail.agent.settings import AgentSettings, Task, load_schema
from handrail.agent.verification.acts import Unverified
from handrail.agent.verification.changes import Changes
from handrail.agent.verification.done_check import DoneCheck, check_claim
from handrail.agent.verification.judge import Claim
from handrail.browser.types.errors import BrowserError
from handrail.browser.types.tabs import DialogInfo
from handrail.models import Call, Scripted
from handrail.results import Failed, Observation, Ok
from handrail.tools.core.plan import Plan
from handrail.trust import External, plain
from tests.agent.verification.doings import (
    NOT_SENT,
    SHOP,
    Judge,
    act,
    button,
    claim,
    evidence,
    form,
    outside,
    page,
    request,
    says,
    seen,
)
from tests.agent.verification.doings import field as text_field


async def checked(one: Claim, judge: Any = None, schema: Any = None) -> tuple[bool, list[str], list[str]]:
    verdict = await check_claim(one, judge, schema)
    return verdict.ok, [plain(reason) for reason in verdict.reasons], [plain(each) for each in verdict.missing]


async def test_doubts_are_told_with_what_would_show_each_once() -> None:
    log = evidence("heading Shop")
    log.changes.acts += [
        act(number, "click", button(name), sent=[request(500, f"https://shop.example/{number}")], changed=True)
        for number, name in ((3, "Save"), (5, "Send"))
    ]
    log.changes.pages += [page(3, new=["x"]), page(5, new=["y"])]
    ok, reasons, missing = await checked(claim(evidence=log))
    assert (ok, len(reasons), missing) == (
        False,
        2,
        ["Look at what the page says, and do it again only if it was not taken."],
    )


@pytest.mark.parametrize(("task", "ok"), [("Fill in the form", True), ("Fill in the form and send it", False)])
async def test_a_form_that_was_not_sent_is_right_where_the_task_asks_for_no_more(task: str, ok: bool) -> None:
    log = evidence("heading Shop")
    log.changes.acts.append(act(3, "fill", text_field(of=form()), ref="e1", value="x"))
    accepted, reasons, _ = await checked(claim(task, evidence=log))
    assert accepted is ok
    assert ok or NOT_SENT in reasons[0]
    log.changes.acts.append(act(5, "click", button(), sent=[request(500)], changed=True))
    assert not (await checked(claim(task, evidence=log)))[0]


@pytest.mark.parametrize(
    ("task", "ok"),
    [("upload files/a.pdf to Attachment", True), ("upload files/a.pdf to Attachment and click Send", False)],
)
async def test_a_file_that_was_not_sent_is_right_where_the_task_only_puts_it_into_its_field(
    task: str, ok: bool
) -> None:
    log = evidence("heading Shop")
    chosen = text_field("Attachment", of=form(), role="button")
    log.changes.acts.append(act(3, "upload_file", chosen, ref="e1", path="files/a.pdf"))
    accepted, reasons, _ = await checked(claim(task, evidence=log))
    assert accepted is ok
    assert ok or NOT_SENT in reasons[0]


async def test_the_page_as_it_is_counts_as_evidence_before_the_verdict() -> None:
    log = evidence("text: nothing")
    read = claim("How much is it?", "It costs 24.50.", evidence=log, page=seen("text: $24.50"))
    assert (await checked(read))[0]
    assert not (await checked(replace(read, evidence=evidence("text: x"), page=None)))[0]


@pytest.mark.parametrize(
    ("kind", "ok"), [("confirm", False), ("prompt", False), ("beforeunload", False), ("alert", True)]
)
async def test_an_open_question_of_the_page_must_be_answered(kind: str, ok: bool) -> None:
    dialog = Observation(None, [], DialogInfo(cast(Any, kind), outside("Sure?"), outside("")))
    accepted, reasons, _ = await checked(claim(evidence=evidence(), page=dialog))
    assert (accepted, reasons) == (ok, [] if ok else [f"A dialog ({kind}) is open and was not answered."])


@pytest.mark.parametrize(
    ("task", "state", "ok"),
    [
        ("Download the bill", None, False),
        ("Download the bill", "failed", False),
        ("Download the bill", "saved", True),
        ("Order it", None, True),
    ],
)
async def test_a_download_that_was_asked_for_must_have_come(task: str, state: str | None, ok: bool) -> None:
    log = evidence()
    if state is not None:
        log.changes.files["d"] = {"step": 1, "name": "a", "state": state, "bytes": 1}
    _, reasons, _ = await checked(claim(task, evidence=log))
    assert ("The task asks for a download, and no file came." not in reasons) is ok


async def test_an_answer_that_was_made_up_is_refused_with_at_most_five_facts_of_it() -> None:
    answer = " ".join(f'"{letter * 90}"' for letter in "abcdefg")
    one = claim("What is it?", answer, evidence=evidence("text: x"))
    ok, [reason], _ = await checked(one)
    assert not ok
    assert reason == (
        f"The answer stands in nothing that was read: {', '.join(letter * 80 for letter in 'abcde')}. "
        "Look it up, and answer with what is there."
    )
    said = (await check_claim(one, None)).reasons[0]
    assert isinstance(said, External)
    assert (said.origin, said.label) == ("model", "validator-feedback")
    assert (await checked(replace(one, by_rules=True)))[0]
    one.evidence.complete = False
    assert (await checked(one))[0]
    one.evidence.complete = True
    one.evidence.changes.acts.append(act(1, "click", button(), sent=[request(200)], changed=True))
    assert (await checked(one))[0]


SCHEMA = load_schema({"type": "object", "properties": {"price": {"type": "number"}}, "required": ["price"]})


async def test_data_that_does_not_fit_is_told_where_and_never_judged() -> None:
    judge = says()
    one = claim(evidence=evidence("text: 3"), value={"price": "x"})
    ok, [reason], _ = await checked(one, judge, SCHEMA)
    assert (ok, judge.turns) == (False, [])
    assert reason.startswith("The data does not fit at ")
    assert "price" in reason
    assert (await checked(replace(one, value={"price": 3}), judge, SCHEMA))[0]
    assert (await checked(replace(one, value=None), None, SCHEMA))[1] == [
        "The answer has no data: call done with `data` that fits the output schema."
    ]


async def test_a_model_judges_only_what_rules_leave_open() -> None:
    refuses = says(ok=False, reasons=["no"])
    assert (await checked(claim(evidence=evidence()), refuses))[:2] == (False, ["no"])
    assert (await checked(claim(evidence=evidence()), Scripted([])))[0]
    idle = says()
    assert not (await checked(claim("Download it", evidence=evidence()), idle))[0]
    assert idle.turns == []


@pytest.mark.parametrize(
    ("stopped", "sent", "asked"),
    [
        # A wiki saves a page, and deletes its draft beside that.
        ("DELETE https://shop.example/draft", request(204, method="PUT"), True),
        ("DELETE https://shop.example/draft", request(500, method="PUT"), False),
        ("DELETE https://shop.example/draft", request(None, method="PUT"), False),
        # A shop reports a visit, and is not paid.
        ("DELETE https://shop.example/lamp", request(204), False),
        ("POST https://shop.example/pay", request(204), False),
        ("POST https://shop.example/pay", request(204, method="PUT"), False),
    ],
)
async def test_a_model_judges_whether_a_stopped_request_matters_beside_what_was_saved(
    stopped: str, sent: dict[str, Any], asked: bool
) -> None:
    log = evidence("heading Shop")
    followed = {"stopped_requests": [stopped]}
    log.changes.acts.append(act(3, "click", button(), followed=followed, sent=[sent], ok=False, code="not_permitted"))
    log.changes.failed = Unverified(3, "click", "it was not permitted", refused=True, aside=asked)
    log.changes.pages.append(page(3, new=["heading: Network Error", "row: Lamp"]))
    accepts = says()
    assert (await checked(claim(evidence=log), accepts))[0] is asked
    assert bool(accepts.turns) is asked
    # Without a model, it stays open.
    assert not (await checked(claim(evidence=log)))[0]


def test_what_was_refused_beside_what_an_act_was_for_is_left_to_a_model_however_the_call_ended() -> None:
    changes, followed = Changes(), {"stopped_requests": ["PUT https://shop.example/story"]}
    for target, aside in ((button("Ines Roth", "link"), True), (button("Save"), False)):
        refused = Failed("not_permitted", "It was stopped.", followed=followed, target=target, page_changed=True)
        changes.record(1, page(0), Call("click", {"ref": "e1"}), refused, "change")
        assert changes.failed is not None
        assert changes.failed.aside is aside


@dataclass
class Run:
    """What the check of a run needs of its session, and what it told it."""

    verify: int = 2
    model: str = "model"
    judge: Any = None
    page: Observation | None = None
    told: list[Any] = field(default_factory=list)

    def check(self, task: str = "Order a lamp") -> DoneCheck:
        session = SimpleNamespace(
            observe=self._observe,
            plan=SimpleNamespace(current=None),
            events=SimpleNamespace(emit=self.told.append),
            metered=lambda model, what: model,
        )
        settings = SimpleNamespace(
            session=session,
            schema=None,
            main=Scripted([]),
            verify=self.verify,
            verifying_model=self.judge,
            today="Monday",
        )
        settings.main.name = self.model
        return DoneCheck(cast(AgentSettings, settings), Task(task))

    async def _observe(self, *, whole: bool) -> Observation:
        if self.page is None or not whole:
            raise BrowserError("no page")
        return self.page


ANSWER = Ok({"result": External("Ordered.", "model", "notes"), "data": {"n": 1}})


async def ended(check: DoneCheck, answer: Ok = ANSWER) -> RunEnd:
    with pytest.raises(RunEnd) as caught:
        await check.check(answer)
    return caught.value


async def test_an_accepted_answer_ends_the_run() -> None:
    run = Run()
    end = await ended(run.check())
    assert (end.outcome, end.answer, end.data, end.doubts) == ("done", "Ordered.", {"n": 1}, [])
    assert [(event.ok, event.attempt) for event in run.told] == [(True, 1)]


async def test_without_checks_nothing_is_looked_at() -> None:
    run = Run(verify=0)
    assert (await ended(run.check("Download it"))).outcome == "done"
    assert run.told == []


@pytest.mark.parametrize(
    ("more", "outcome", "missing"),
    [
        ({}, "done", ""),
        ({"missing": "The other lamp"}, "partial", "The other lamp"),
        ({"unconfirmed": True}, "unconfirmed", ""),
        ({"unconfirmed": True, "missing": "The other lamp"}, "unconfirmed", "The other lamp"),
    ],
)
async def test_an_answer_that_says_what_is_missing_or_not_confirmed_ends_the_run_as_that(
    more: dict[str, Any], outcome: str, missing: str
) -> None:
    check = Run(verify=0).check()
    log = check.evidence.changes
    log.acts += [
        act(1, "click", button(), sent=[request(303)]),
        act(2, "click", button(), sent=[request(None, SHOP + "/2")]),
    ]
    end = await ended(check, Ok({"result": External("Ordered.", "model", "notes"), "data": None, **more}))
    assert (end.outcome, end.missing) == (outcome, missing)
    sent = [f"POST {SHOP} was answered with status 303.", f"POST {SHOP}/2 got no answer."]
    assert end.doubts == (sent if "unconfirmed" in more else [])


async def test_a_refused_answer_goes_back_with_the_page_of_an_act_until_the_last_try() -> None:
    run = Run(page=seen("text: x"))
    check = run.check("Download it")
    check.evidence.changes.acts.append(act(0, "hover"))
    back = await check.check(ANSWER)
    assert isinstance(back, Failed)
    assert (back.code, back.observation) == ("not_accepted", run.page)
    assert back.details == {"reasons": ["The task asks for a download, and no file came."]}
    assert "What cannot be done goes into its `missing`" in back.hint
    end = await ended(check)
    assert (end.outcome, end.answer, end.data) == ("refuted", "Ordered.", {"n": 1})
    assert end.doubts == ["The task asks for a download, and no file came."]
    assert [event.attempt for event in run.told] == [1, 2]


async def test_the_offline_model_is_refused_once_and_a_judge_that_is_silent_at_once() -> None:
    assert (await ended(Run(model="offline").check("Download it"))).outcome == "refuted"
    assert (await ended(Run(model="offline", verify=0).check("Download it"))).outcome == "done"
    silent = Judge(["Hm."])
    assert (await ended(Run(judge=silent).check())).outcome == "done_unverified"
    part = Ok({"result": External("Ordered one.", "model", "notes"), "data": None, "missing": "The other lamp"})
    assert (await ended(Run(judge=silent).check(), part)).outcome == "partial"
    refusal = await Run(judge=says(ok=False, reasons=["no"], missing=["look"])).check().check(ANSWER)
    assert {key: [plain(one) for one in value] for key, value in refusal.details.items()} == {
        "reasons": ["no"],
        "missing": ["look"],
    }


@pytest.mark.parametrize(
    ("answer", "ends"),
    [
        ("costs 45.00", ["done"]),
        ("costs 54.00", ["refused", "done_unverified"]),
        # A sum, a multiple and another unit are worked out.
        ("costs with the other 84.00", ["done"]),
        ("costs 135.00 if one takes three", ["done"]),
        ("weighs 1.25 kg", ["done"]),
    ],
)
async def test_an_amount_that_stands_nowhere_is_not_done_because_a_judge_says_so(answer: str, ends: list[str]) -> None:
    row = "row: Oak stool | 9 | 45.00 | 1,250 g\nrow: Ash stool | 14 | 39.00"
    run = Run(page=seen(row), judge=says(ok=True))
    check = run.check("What does the oak stool cost, and what else?")
    given = Ok({"result": External(f'The "Oak stool" {answer}', "model", "notes"), "data": None})
    found = []
    for _ in ends:
        try:
            found.append("refused" if isinstance(await check.check(given), Failed) else "?")
        except RunEnd as end:
            found.append(end.outcome)
    assert found == ends


@pytest.mark.parametrize(
    ("task", "status", "outcome"),
    [
        ("How many links are there?", 500, "done_unverified"),
        ("How many links are there?", 404, "done_unverified"),
        ("How many links are there?", 200, "done"),
        ("How many links are there?", None, "done"),
        ("Does the page answer with 404?", 404, "done"),
        ("What does the error say?", 500, "done"),
    ],
)
async def test_what_rules_read_of_an_error_page_is_in_doubt_unless_the_task_is_about_it(
    task: str, status: int | None, outcome: str
) -> None:
    run = Run(model="offline", page=replace(seen("heading Oops"), status=status))
    with pytest.raises(RunEnd) as end:
        await run.check(task).check(Ok({"result": "0 links on this page.", "data": None}))
    assert end.value.outcome == outcome
    assert [f"HTTP status {status}" in doubt for doubt in end.value.doubts] == [True] * (outcome == "done_unverified")


@pytest.mark.parametrize(
    ("status", "followed", "excused"),
    [
        (303, {"http_status": 404}, True),
        (None, {}, True),
        (200, {}, True),
        (500, {}, False),
        (0, {}, False),
        (404, {"http_status": 404}, False),
    ],
)
async def test_what_was_sent_and_not_refused_may_be_claimed_as_not_confirmed(
    status: int | None, followed: dict[str, Any], excused: bool
) -> None:
    log = evidence("heading Shop")
    pressed = act(3, "click", button(), sent=[request(status)], changed=True, followed=followed)
    log.changes.acts.append(pressed)
    log.changes.pages.append(page(3, new=["heading Account"]))
    sent = claim(evidence=log, unconfirmed=True)
    assert (await checked(sent))[0] is excused
    plain_claim = await checked(replace(sent, unconfirmed=False))
    assert plain_claim[0] is (status == 200)
    assert ("`unconfirmed`" in "".join(plain_claim[2])) is (excused and status != 200)
    judge = says()
    await checked(sent, judge)
    told = judge.turns[0].text if excused else ""
    assert ("confirmed by no page" in told, f'"status": {status or "null"}' in told) == (excused, excused)


async def test_nothing_is_not_confirmed_where_nothing_was_sent() -> None:
    ok, [reason], _ = await checked(claim(evidence=evidence("heading Shop"), unconfirmed=True))
    assert (ok, "Nothing was sent" in reason) == (False, True)


CHANGES = Plan(("Ann has a role.",), ("Change it",), changes=("Make Ann an admin",))


@pytest.mark.parametrize(
    ("plan", "acts", "refusals", "doubted"),
    [
        (CHANGES, [], (), True),
        (None, [], (), False),
        (replace(CHANGES, changes=()), [], (), False),
        (CHANGES, [act(1, "hover")], (), False),
        # It was said once; then all may be so already.
        (CHANGES, [], ({"answer": "Done.", "refused because": ["Nothing was acted on"]},), False),
    ],
)
async def test_a_planned_change_that_nothing_was_done_for_is_doubted_once(plan, acts, refusals, doubted) -> None:
    log = evidence("heading Users")
    log.changes.acts += acts
    ok, reasons, _ = await checked(claim("Make Ann an admin", evidence=log, plan=plan, refusals=refusals))
    assert ok is not doubted
    assert [reason.partition(":")[0] for reason in reasons] == ["Nothing was acted on"] * doubted


async def test_amounts_that_stand_nowhere_are_named_in_one_sentence() -> None:
    run = Run(page=seen("row: Oak stool | 45.00\nrow: Ash stool | 39.00"), judge=says(ok=True))
    answer = Ok({"result": External('The "Oak stool" costs 54.30 or 77.10.', "model", "notes"), "data": None})
    back = await run.check("What do the stools cost?").check(answer)
    assert isinstance(back, Failed)
    [reason] = back.details["reasons"]
    assert plain(reason).startswith("54.30, 77.10 stands in nothing that was read")
