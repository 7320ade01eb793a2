"""Reading a log into a record, also a damaged one."""

import json
import random
from typing import Any

import pytest

from handrail.runs import log_reader
from handrail.runs.log_reader import read_run
from handrail.runs.record import Moment
from handrail.runs.step_words import about
from handrail.trust import External
from tests.runs.writing import USAGE, Writer, whole_run


def test_the_log_of_a_session_adds_up_what_its_model_calls_cost(tmp_path):
    write = Writer(tmp_path)("session_started")
    for _ in range(2):
        write("model_call", purpose="extract", model="m", seconds=1.5, usage=USAGE, calls=[], reasoning="")
    usage = read_run(write.stop()).usage
    assert (usage.calls, usage.input_tokens) == (2, 2 * USAGE["input_tokens"])


def test_a_step_has_its_observation_words_decision_result_and_pictures(tmp_path):
    run = read_run(whole_run(tmp_path / "one"))
    assert (run.id, run.task, run.outcome, run.answer) == ("one", "Buy a lamp", "done", "Bought **one** lamp.")
    [step] = run.steps
    assert (step.number, step.tool, step.params, step.state, step.seconds) == (1, "click", {"ref": "e1"}, "ok", 0.4)
    assert [(seen.url, seen.text.raw) for seen in step.seen] == [("https://shop.example/cart", "button Save [e1]")]
    assert (step.said.raw, step.decided.reasoning.raw, step.decided.usage.input_tokens) == (
        "I will do that.",
        "because",
        4200,
    )
    assert (step.ruling.rule, step.ruling.allowed) == ("acting_on_the_write_set", True)
    assert (step.role, step.name.raw) == ("button", "Save")
    assert [picture.file for picture in step.pictures] == ["run-002.jpg"]
    assert run.plan.criteria == ["A lamp is in the basket"]
    assert [verdict.reasons for verdict in run.verdicts] == [["The basket holds a lamp."]]


def test_opening_the_start_page_is_in_the_timeline_but_not_a_step(tmp_path):
    run = read_run(whole_run(tmp_path / "one"))
    opening, step, *moments = run.timeline
    assert (opening.tool, opening.caller, opening.number, len(opening.pictures)) == ("goto", "user", 0, 1)
    assert step is run.steps[0]
    assert [(moment.kind, moment.text) for moment in moments] == [
        ("nudge", "You go round in circles."),
        ("verdict", "The answer was accepted: The basket holds a lamp."),
    ]


def test_text_of_pages_and_models_is_external(tmp_path):
    step = read_run(whole_run(tmp_path)).steps[0]
    for text in (step.name, step.said, step.seen[0].text, step.seen[0].title, step.decided.reasoning):
        assert isinstance(text, External)
        with pytest.raises(TypeError):
            str(text)


def test_a_log_that_ends_during_an_act_is_unfinished_and_the_act_uncertain(tmp_path):
    write = Writer(tmp_path).started().observed()
    log = write.decided("click", {"ref": "e7"}).stop()
    run = read_run(log)
    assert (run.outcome, run.finished) == ("unfinished", False)
    assert (run.under_way.tool, run.under_way.params, run.under_way.number) == ("click", {"ref": "e7"}, 1)
    assert run.usage.input_tokens == USAGE["input_tokens"]
    assert run.last_url == "https://shop.example/cart"


def test_an_interrupted_read_is_not_uncertain(tmp_path):
    run = read_run(Writer(tmp_path).started().decided("search_page", {"pattern": "x"}, act=False).stop())
    assert run.under_way is None
    assert run.steps == []


def test_an_act_without_a_result_stays_uncertain_when_the_run_continues(tmp_path):
    write = Writer(tmp_path).started().decided("click", {"ref": "e7"})
    write("recovered", what="browser", url="https://shop.example/later", uncertain={"tool": "click"})
    log = write.decided("fill", {"ref": "e8"}).result("fill", {"ref": "e8"}).ended()
    run = read_run(log)
    assert [(step.number, step.tool, step.state) for step in run.steps] == [
        (1, "click", "uncertain"),
        (2, "fill", "ok"),
    ]
    assert run.under_way is None
    assert "click, which was under way, is uncertain" in next(m.text for m in run.timeline if isinstance(m, Moment))


def test_notes_plan_and_last_address_are_read_for_resuming(tmp_path):
    write = Writer(tmp_path).started()
    write("plan", criteria=["a"], steps=["b"], url="https://shop.example/", revision=0)
    write("plan", criteria=["a"], steps=["b", "c"], url="", revision=1, reason="The shop moved.")
    write.result("note", {"text": "19 dollars", "key": "price"}, result={"status": "ok", "data": {"key": "price"}})
    write.result("note", {"text": "lost"}, result={"status": "failed", "code": "notes_full", "error": "Full."})
    write.result("click", result={"status": "ok", "data": {}, "followed": {"navigated_to": "https://shop.example/b"}})
    run = read_run(write.stop())
    assert run.notes == {"price": External("19 dollars", "model", "notes")}
    assert (run.plan.revision, run.plan.steps, run.last_url) == (1, ["b", "c"], "https://shop.example/b")


def test_the_first_call_of_a_turn_has_the_observation_and_the_model_call(tmp_path):
    write = Writer(tmp_path).started().observed("first").decided("fill", {"ref": "e1"}).result("fill")
    write("decision", tool="fill", caller="model", rule="r", allowed=True)
    write("intent", tool="fill", params={})
    run = read_run(write.result("fill").observed("second").decided("click", {}).result("click").ended())
    assert [[seen.text.raw for seen in step.seen] for step in run.steps] == [["first"], [], ["second"]]
    assert [step.turn for step in run.steps] == [1, 1, 2]
    assert [step.decided is not None for step in run.steps] == [True, False, True]


def test_a_step_names_an_element_by_what_its_ref_stood_for_then_and_not_later(tmp_path):
    failed = {"status": "failed", "code": "covered", "error": "The element e2 is covered by e9."}
    write = Writer(tmp_path).started().observed('button "Save" [e1]\n| link "Close" [e2]').decided("drag", {})
    write.result("drag", target=None, label={"from_ref": "e1", "to_ref": "e9"}, ok=False, code="covered", result=failed)
    run = read_run(write.observed('link "Home" [e2]\n| combobox "Size" [e9]').stop())
    [step] = run.steps
    assert about(step.role, step.name, step.label, step.elements) == "button “Save”, element"
    assert run.error_of(step) == "The link “Close” is covered by the element."


def test_an_unverified_answer_has_its_doubts_and_sources(tmp_path):
    write = Writer(tmp_path).started()
    write("verdict", ok=False, by="model", reasons=["No order number."], missing=["the receipt"], attempt=1)
    sources = [{"url": "https://shop.example/cart", "title": "Cart"}, {"title": 5}, "odd"]
    run = read_run(write.ended("done_unverified", "Sent.", sources=sources, doubts=["No order number."]))
    assert run.verdicts[0].summary == "No order number. Missing: the receipt"
    assert [(source.url, source.title.raw) for source in run.sources] == [
        ("https://shop.example/cart", "Cart"),
        ("", ""),
    ]
    assert run.doubts == ["No order number."]


def test_an_incomplete_last_line_is_skipped_and_counted(tmp_path):
    log = whole_run(tmp_path)
    whole = log.read_bytes()
    log.write_bytes(whole[: whole.rindex(b'"outcome"')])
    run = read_run(log)
    assert (run.outcome, run.damaged, len(run.steps)) == ("unfinished", 1, 1)


def test_a_log_truncated_anywhere_is_read(tmp_path):
    log = whole_run(tmp_path)
    whole = log.read_bytes()
    chance = random.Random(5)
    for end in sorted(chance.sample(range(len(whole)), 60)):
        log.write_bytes(whole[:end])
        run = read_run(log)
        assert not run.finished
        assert len(run.steps) <= 1


ODD: list[Any] = [
    None,
    True,
    -1,
    1e308,
    10**400,
    "text",
    [],
    [1, None],
    {},
    {"status": []},
    {"a": {"b": []}},
    float("nan"),
]


def test_fields_of_another_type_are_empty(tmp_path):
    events = [json.loads(line) for line in whole_run(tmp_path / "a").read_text("utf-8").splitlines()]
    log = tmp_path / "odd.jsonl"
    for odd in ODD:
        lines_ = [{key: value if key == "event" else odd for key, value in event.items()} for event in events]
        log.write_text("\n".join(json.dumps(line) for line in lines_), "utf-8")
        assert len(read_run(log).steps) <= 1


@pytest.mark.parametrize("junk", [b"\x00" * 999, b"[1]\n", b'{"event": 5}\n', b"[" * 50_000, b"\xff\xfe", b"\n\n\n"])
def test_lines_that_are_not_events_are_skipped(tmp_path, junk):
    log = whole_run(tmp_path)
    log.write_bytes(junk + b"\n" + log.read_bytes())
    assert read_run(log).outcome == "done"


def test_very_long_lines_and_logs_are_read_up_to_a_limit(tmp_path, monkeypatch):
    log = whole_run(tmp_path)
    whole = log.read_bytes()
    monkeypatch.setattr(log_reader, "MAX_LINE", len(whole))
    log.write_bytes(b'{"event": "' + b"x" * 3 * len(whole) + b'"}\n' + whole)
    run = read_run(log)
    assert (run.outcome, run.damaged, run.cut) == ("done", 1, False)
    log.write_bytes(whole * 2)
    monkeypatch.setattr(log_reader, "MAX_LOG", len(whole))
    assert len(read_run(log).steps) == len(run.steps)
    assert read_run(log).cut


def test_a_request_that_is_judged_while_an_act_goes_on_belongs_to_the_act(tmp_path):
    write = Writer(tmp_path).started().decided("click", {"ref": "e1"})
    write("decision", tool="click", caller="model", rule="sends", allowed=False, reason="A form.", of_request=True)
    write.result("click", {"ref": "e1"}, result={"status": "failed", "code": "not_permitted", "error": "No."})
    [step] = read_run(write.stop()).steps
    assert (step.state, step.ruling.rule, step.ruling.allowed) == ("not_permitted", "sends", False)
