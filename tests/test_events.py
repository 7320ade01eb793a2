"""Events: what listeners get, without secrets, and their JSON and back."""

import json

import pytest

from handrail.events.from_json import from_dict
from handrail.events.kinds import EVENT_TYPES, Event, NoticeEvent, PlanEvent, RecoveredEvent, ResultEvent, RunEndedEvent
from handrail.events.parts import EventTarget, Source, ToolCall
from handrail.events.stream import Events
from handrail.models.protocol import Usage
from handrail.trust import External
from handrail.vault.mask import Mask

SECRET = "lantern-42"
PAGE = External(f"It says {SECRET}", "https://shop.example", "page-text")
END = RunEndedEvent(
    outcome="done",
    answer=SECRET,
    data={"code": [SECRET]},
    run_id="one",
    log="run.jsonl",
    steps=1,
    remedies=[SECRET],
    sources=[Source(f"https://shop.example/{SECRET}", PAGE)],
    doubts=(SECRET,),
    usage=Usage(),
)
RESULT = ResultEvent(
    tool="fill",
    caller="model",
    params={SECRET: SECRET},
    label={"value": SECRET},
    target=EventTarget("textbox", PAGE),
    seconds=0.1,
    result={"status": "ok", "data": {"text": PAGE}},
)
LOST = RecoveredEvent(what="tab", url=PAGE, uncertain=ToolCall("fill", {"value": SECRET}), why=SECRET)


def listening(mask: Mask) -> tuple[Events, list[Event]]:
    """Events that go through a mask, and those that a listener gets."""
    events = Events(mask.value)
    received: list[Event] = []
    events.subscribe(received.append)
    return events, received


@pytest.mark.parametrize("event", [END, RESULT, LOST], ids=lambda event: event.kind)
def test_no_listener_gets_a_secret_however_deep_it_stands(event):
    events, received = listening(Mask({"code": [SECRET]}))
    events.emit(event)
    [masked] = received
    assert type(masked) is type(event)
    assert SECRET in json.dumps(event.to_dict())
    assert SECRET not in json.dumps(masked.to_dict())


def test_a_secret_spread_over_two_texts_of_an_event_is_masked():
    events, received = listening(Mask({"code": ["correct horse battery"]}))
    halves = [External(text, "https://shop.example", "page-text") for text in ("correct horse", "battery")]
    events.emit(PlanEvent(criteria=halves, steps=(), url=None, revision=0))
    assert received[0].to_dict()["criteria"] == ["[secret:code]", "[secret:code]"]


def test_a_secret_that_reads_like_the_name_of_a_field_changes_no_name():
    events, received = listening(Mask({"one": ["criteria"], "two": ["revision"]}))
    events.emit(PlanEvent(criteria=["the criteria"], steps=[], url=None, revision=0))
    line = received[0].to_dict()
    assert list(line) == ["event", "at", "criteria", "steps", "url", "revision"]
    assert line["criteria"] == ["the [secret:one]"]


def test_a_listener_that_unsubscribed_gets_no_more():
    events = Events()
    received: list[Event] = []
    unsubscribe = events.subscribe(received.append)
    events.emit(NoticeEvent(text="first"))
    unsubscribe()
    events.emit(NoticeEvent(text="second"))
    assert [event.to_dict()["text"] for event in received] == ["first"]


@pytest.mark.parametrize("kind", EVENT_TYPES)
def test_every_event_is_read_back_as_it_was_written(kind):
    event = from_dict({"event": kind, "at": 5.0})
    assert type(event) is EVENT_TYPES[kind]
    assert from_dict(json.loads(json.dumps(event.to_dict()))) == event


def test_an_event_has_only_the_fields_that_were_given():
    line = PlanEvent(criteria=["a"], steps=["b"], url=None, revision=0, at=5.00049).to_dict()
    expected = {"event": "plan", "at": 5.0, "criteria": ["a"], "steps": ["b"], "url": None, "revision": 0}
    assert json.dumps(line) == json.dumps(expected)


@pytest.mark.parametrize("kind", ["unheard_of", "", None, 5, ["plan"], {}])
def test_an_unknown_kind_is_no_event(kind):
    assert from_dict({"event": kind, "at": 5.0}) is None
