"""What a running run looks like, in a terminal and without one."""

import json
import re
from io import StringIO
from pathlib import Path
from time import monotonic

import pytest
from rich.console import Console

from handrail import Agent, RunResult
from handrail.cli import event_views, line_formats
from handrail.cli.event_views import JsonView, TerminalView
from handrail.cli.line_formats import INDENT, cost_line
from handrail.events.from_json import from_dict
from handrail.events.kinds import PlanEvent
from handrail.messages import use_language
from handrail.models import Call, Scripted, choose
from handrail.models.protocol import Usage
from handrail.trust import External

USAGE = {"input_tokens": 4000, "cached_tokens": 3000, "output_tokens": 200, "cost": 0.01}


@pytest.fixture
def view():
    view = TerminalView()
    view.console = Console(file=StringIO(), width=100, highlight=False)
    view.out = Console(file=StringIO(), width=100, highlight=False)
    return view


def output(view) -> str:
    return view.console.file.getvalue()


def show(view, kind, **data):
    view.on_event(from_dict({"event": kind, **data}))


def test_a_plan_is_shown_with_its_criteria(view):
    criteria: list[External | str] = [External("The basket holds a lamp", "model", "notes"), "The total is named"]
    view.on_event(PlanEvent(criteria=criteria, steps=["Find it", "Add it"], url=None, revision=0))
    assert output(view) == (
        "Plan\n   1. Find it\n   2. Add it\nDone when The basket holds a lamp\n          The total is named\n\n"
    )


@pytest.mark.parametrize(
    ("kind", "data", "line"),
    [
        ("nudge", {"text": "You are going round in a circle: 3 calls."}, "going round in circles: 3 calls."),
        ("steered", {"text": "In red, please."}, "you said: In red, please."),
        ("verdict", {"ok": True, "by": "rules", "reasons": [], "attempt": 1}, "checked by the rules"),
        ("verdict", {"ok": False, "by": "model", "reasons": ["No total."]}, "not accepted by a model: No total."),
        ("recovered", {"what": "tab", "url": "", "uncertain": None}, "recovered: the tab was lost and started again"),
        ("compacted", {"before": 90_000, "after": 900}, "conversation shortened: 90.0 k characters became 900"),
        ("paused", {"why": "the user"}, "paused by the user"),
        ("notice", {"text": "HTTP status 404."}, "HTTP status 404."),
    ],
)
def test_each_event_between_steps_is_a_line(view, kind, data, line):
    show(view, kind, **data)
    assert output(view) == " " * 15 + line + "\n"


def test_observations_and_model_calls_are_not_shown(view):
    show(view, "observed", url="u", title="t", mode="full", text=External("all of it", "u", "page-snapshot"))
    show(view, "model_call", purpose="act", model="m", seconds=1.0, usage=USAGE, calls=[], reasoning="because")
    show(view, "turn", number=1)
    assert output(view) == ""


def test_while_a_model_plans_the_status_says_that_it_thinks(view):
    show(view, "run_started", run_id="r", task="Buy a lamp", url=None, model="m", data=None, options={})
    assert view.status.status.plain.startswith("thinking")
    show(view, "plan_accepted")
    assert view.status.status.plain.startswith("opening the page")


def test_the_status_shows_steps_tokens_and_cost(view):
    show(view, "turn", number=1)
    show(view, "model_call", purpose="act", model="m", seconds=1.0, usage=USAGE, calls=[], reasoning="")
    assert view.status.status.plain == "thinking   step 1 · 4.2 k tokens · $0.0100"
    show(view, "model_call", purpose="act", model="m", seconds=1.0, usage={**USAGE, "cost": None}, calls=[])
    show(view, "intent", tool="click", params={})
    assert view.status.status.plain == "click   step 1 · 8.4 k tokens · $0.0100"


def test_without_a_model_the_status_does_not_say_that_one_thinks(view):
    view.model("offline", "Model: offline")
    show(view, "turn", number=1)
    assert view.status.status.plain == "reading the page"


@pytest.mark.parametrize(
    ("model", "cost"), [("openai:m", "none: the model did not answer"), ("offline", "none: no model was called")]
)
def test_a_model_that_was_only_asked_in_vain_was_called(view, tmp_path, model, cost):
    show(view, "model_call", purpose="act", model=model, seconds=1.0, usage={**USAGE, "calls": 0, "cost": None})
    view.result(RunResult("error", "It cannot be reached.", "run", tmp_path / "run.jsonl"))
    assert f"cost   {cost} (0 steps)" in output(view)


@pytest.mark.parametrize(
    ("flag", "config", "environ", "german"),
    [
        ("offline", {}, {}, "Modell: offline, wie verlangt."),
        (None, {"model": "openai:a"}, {}, "Modell: openai:a, aus den Einstellungen."),
        (None, {"model": "openai:a", "small_model": "openai:b"}, {}, "Kleines Modell: openai:b."),
        (None, {}, {"OPENAI_API_KEY": "x"}, ", weil OPENAI_API_KEY gesetzt ist."),
        (None, {}, {}, "Modell: offline, weil kein Anbieter eingerichtet ist"),
    ],
)
def test_the_first_line_is_in_the_language_of_the_person(view, monkeypatch, flag, config, environ, german):
    monkeypatch.setattr(choose, "find_server", lambda *_: None)
    roles = choose.choose_roles(flag, config, environ)
    use_language("de")
    try:
        view.model(roles.main.name, roles.why)
    finally:
        use_language("en")
    assert german in " ".join(output(view).split())


def test_while_a_page_opens_the_status_names_its_host_and_how_long_it_takes(view, monkeypatch):
    show(view, "intent", tool="goto", params={"url": "http://slow.example:81/a?b"}, label_text="Open[ {what}]")
    assert view.status.status.plain == "Open slow.example:81"
    now = monotonic()
    monkeypatch.setattr(event_views, "monotonic", lambda: now + 12)
    assert view.status.status.plain == "Open slow.example:81  12 s"


def test_a_step_is_one_line_however_long_its_text(view):
    label, got = {"pattern": "long " * 40, "value": "words " * 40}, {"status": "ok"}
    show(view, "result", tool="find", caller="model", params={}, label=label, target=None, seconds=0.1, result=got)
    [line] = output(view).splitlines()
    assert line.endswith("…")
    assert len(line) <= 100


def test_a_refusal_is_shown_under_its_step_with_the_reason_for_the_user(view):
    show(view, "decision", tool="click", caller="model", rule="r", allowed=False, reason="Delete it?", remedy="--x")
    failed = {"status": "failed", "code": "not_permitted", "error": "This action is not permitted."}
    show(view, "result", tool="click", caller="model", params={}, label={}, target=None, seconds=0.1, result=failed)
    assert output(view).splitlines() == ["   1    0.1 s  click", " " * 15 + "not permitted: Delete it?"]
    refused = {"tool": "click", "caller": "model", "rule": "r", "allowed": False, "reason": "Delete it?"}
    show(view, "decision", **refused, unheard=True)
    show(view, "result", tool="click", caller="model", params={}, label={}, target=None, seconds=0.1, result=failed)
    assert output(view).splitlines()[-1] == " " * 15 + "nobody could be asked: Delete it?"


def test_a_person_reads_the_names_of_elements_and_nothing_of_refs_and_tools(view):
    outline = 'button "Add to cart" [e12]\nlistitem "One" [e3]\nlistitem "Two" [e4]'
    show(view, "observed", url="u", title="t", mode="full", text=outline)

    def failed(tool, label, code, error, **params):
        got = {"status": "failed", "code": code, "error": error}
        more = {"params": params, "label": params, "label_text": label, "target": None, "seconds": 0.1, "result": got}
        show(view, "result", tool=tool, caller="model", **more)

    failed("click", "Click[ {what}]", "stale_ref", "The element e12 is gone.", ref="e12")
    failed("click", "Click[ {what}]", "unknown_ref", "There is no element e99.", ref="e99")
    failed("select", "Choose[ in {what}]", "invalid_params", "select: there is no parameter 'value'.", ref="e12")
    target = {"role": "listitem", "name": "One", "box": None}
    params = {"from_ref": "e3", "to_ref": "e4"}
    more = {"params": params, "label": params, "label_text": "Drag[ {what}]", "seconds": 0.1, "target": target}
    show(view, "result", tool="drag", caller="model", result={"status": "ok"}, **more)
    assert [line[INDENT:] for line in output(view).splitlines()] == [
        "Click button “Add to cart”",
        "The button “Add to cart” is gone.",
        "Click element",
        "There is no such element.",
        "Choose in button “Add to cart”",
        "The model asked for this in a way that cannot be carried out.",
        'Drag listitem "One" · listitem “Two”',
    ]


def test_what_a_dialog_says_that_a_step_opened_is_a_line_below_it(view):
    got = {"status": "ok", "followed": {"dialog": {"kind": "alert", "message": "Saved.\nOrder 17"}}}
    show(view, "result", tool="x", caller="model", params={}, label={}, target=None, seconds=0.1, result=got)
    assert output(view).splitlines()[1:] == [" " * INDENT + "dialog: “Saved. Order 17”"]


async def test_without_a_terminal_a_run_is_plain_lines(session, serve, view):
    session.events.subscribe(view.on_event)
    url = serve("<title>\x1b[31mRed</title><button>\x1b]8;;http://x\x07Press\u202e</button>")

    turns = []

    def decide(turn):
        turns.append(turn)
        if len(turns) > 1:
            return [Call("done", {"result": "**ok**", "data": {"name": "Zoë\u202e"}})]
        return [Call("click", {"ref": next(node.ref for node in turn.observation.snapshot.nodes if node.ref)})]

    with view.status:
        view.result(await Agent(session, model=Scripted(decide)).run("Press it", url=url))
    lines = output(view).splitlines()
    assert lines[0] == "Task: Press it"
    assert any(line.endswith('Click button "]8;;http://xPress"') for line in lines)
    assert lines[lines.index("Done") :][1:4] == ["  {", '    "name": "Zoë"', "  }"]
    assert "\x1b" not in output(view)
    assert view.out.file.getvalue() == "**ok**\n"


@pytest.mark.parametrize(
    ("outcome", "answers"), [("done", True), ("partial", True), ("refuted", False), ("error", False)]
)
@pytest.mark.parametrize("wants_data", [True, False])
def test_only_what_answers_the_task_is_on_standard_output(capsys, tmp_path, outcome, answers, wants_data):
    answer = f"A long answer {'with words ' * 40}"
    view = TerminalView(wants_data=wants_data)
    view.result(RunResult(outcome, answer, "run", tmp_path / "run.jsonl", {"n": 1}))
    printed = capsys.readouterr()
    expected = ('{\n  "n": 1\n}\n' if wants_data else f"{answer}\n") if answers else ""
    assert printed.out == expected
    assert ("with words" in printed.err) is (wants_data or not answers)


def test_an_answer_that_was_refuted_is_called_so_and_not_done(view, tmp_path):
    view.result(RunResult("refuted", "Done: click “Send”.", "run", tmp_path / "run.jsonl", doubts=["It says no."]))
    lines = output(view).splitlines()
    assert lines[2:4] == ["The answer that was not accepted:", "  click “Send”."]


def test_files_are_shown_with_their_whole_paths_and_no_line_of_their_own_making(view, tmp_path):
    files = [tmp_path / "downloads" / f"{'a' * 90}.csv", tmp_path / "files" / "b\nlog    elsewhere.md"]
    view.result(RunResult("done", "ok", "run", tmp_path / "run.jsonl", files=files))
    assert f"  file: {files[0]}\n" in output(view)
    assert f"  file: {tmp_path / 'files'}/b log elsewhere.md\n" in output(view)


async def test_json_output_is_one_object_a_line_with_the_result_last(session, serve, capsys):
    view = JsonView()
    session.events.subscribe(view.on_event)
    model = Scripted([Call("page_info"), Call("done", {"result": "ok", "data": {"n": 1}})])
    view.result(await Agent(session, model=model).run("Look", url=serve("<h1>Hi</h1>")))
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [events[0]["event"], events[-2]["event"], events[-1]["event"]] == [
        "run_started",
        "run_ended",
        "result_of_run",
    ]
    result = events[-1]
    assert {"outcome", "answer", "data", "run_id", "log", "steps", "remedies", "usage"} <= result.keys()
    assert set(result["usage"]) == {"calls", "input_tokens", "cached_tokens", "output_tokens", "cost"}
    assert (result["outcome"], result["data"]) == ("done", {"n": 1})


def test_the_cost_is_shown_by_what_models_were_asked_for():
    parts = {"plan": Usage(1, 1_000, 0, 100, 0.01), "act": Usage(4, 20_000, 15_000, 400, 0.02)}
    whole = Usage(5, 21_000, 15_000, 500, 0.03)
    lines = cost_line(whole, 6, parts).split("\n")
    assert lines[0] == "cost   $0.0300: 5 model calls, 21,000 tokens in (15,000 cached), 500 out (6 steps)"
    assert lines[1:] == [
        "       plan    $0.0100: 1 call, 1.0 k in (0 cached), 100 out",
        "       act     $0.0200: 4 calls, 20.0 k in (15.0 k cached), 400 out",
    ]
    assert cost_line(whole, 6, {"act": whole}) == cost_line(whole, 6)


def test_an_answer_that_was_asked_for_twice_counts_as_two_calls(view, tmp_path):
    for purpose, calls in (("plan", 1), ("act", 2)):
        usage = {**USAGE, "calls": calls}
        show(view, "model_call", purpose=purpose, model="m", seconds=1.0, usage=usage, calls=[])
    view.result(RunResult("done", "ok", "run", tmp_path / "run.jsonl", usage=Usage(3, 8_000, 6_000, 400, 0.02)))
    assert [line.split(", ")[0].split(": ")[1] for line in output(view).split("\n") if " in (" in line] == [
        "3 model calls", "1 call", "2 calls"
    ]  # fmt: skip


def test_the_lines_of_an_answer_at_a_terminal_end_with_their_last_letter(tmp_path: Path) -> None:
    run = RunResult(
        "done",
        "Three lamps:\n\n- Fernwood\n- Ash, *in stock*\n\n```\ncode\n```",
        run_id="r",
        log=tmp_path / "run.jsonl",
    )
    written = StringIO()
    out = Console(file=written, width=60, force_terminal=True, no_color=True, highlight=False)
    out.print(line_formats.answer(run, as_markdown=True))
    lines = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in written.getvalue().split("\n")]
    assert [line for line in lines if line != line.rstrip()] == []
    assert "  Three lamps:" in lines
    assert "   • Ash, in stock" in lines
