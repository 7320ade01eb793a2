"""Spans of a run, received by OpenTelemetry's own SDK."""

import json
import subprocess
import sys

import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

from handrail import Agent
from handrail.events.from_json import from_dict
from handrail.events.stream import Events
from handrail.models import Call, Scripted
from handrail.telemetry import Spans, trace_events
from tests.runs.test_report import run_full_of
from tests.runs.writing import BEGUN, whole_run


@pytest.fixture
def exporter():
    return InMemorySpanExporter()


@pytest.fixture
def provider(exporter):
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    yield provider
    provider.shutdown()


@pytest.fixture
def spans(provider):
    return Spans(provider.get_tracer("handrail"), lambda name: name in ("click", "goto"))


def replay(spans, log) -> None:
    """Make spans of a log."""
    for line in log.read_text("utf-8").splitlines():
        spans(from_dict(json.loads(line)))


def test_a_run_is_a_span_with_its_requests_and_calls_as_children(tmp_path, spans, exporter):
    replay(spans, whole_run(tmp_path))
    *below, root = exporter.get_finished_spans()
    assert (root.name, root.kind, root.parent) == ("invoke_agent handrail", SpanKind.INTERNAL, None)
    assert [(span.name, span.kind) for span in below] == [
        ("execute_tool goto", SpanKind.INTERNAL),
        ("chat m", SpanKind.CLIENT),
        ("execute_tool click", SpanKind.INTERNAL),
    ]
    assert {span.parent.span_id for span in below} == {root.context.span_id}
    assert root.attributes == {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": "handrail",
        "gen_ai.conversation.id": tmp_path.name,
        "gen_ai.provider.name": "anthropic",
        "gen_ai.request.model": "claude",
        "gen_ai.usage.input_tokens": 4200,
        "gen_ai.usage.cache_read.input_tokens": 3000,
        "gen_ai.usage.output_tokens": 90,
        "handrail.cost_usd": 0.0031,
        "handrail.outcome": "done",
        "handrail.steps": 1,
    }
    assert [event.name for event in root.events] == ["handrail.plan", "handrail.nudge", "handrail.verdict"]
    assert root.start_time == round(BEGUN * 1e9)
    assert below[2].end_time - below[2].start_time == pytest.approx(0.4e9, abs=1e6)
    assert below[2].attributes["handrail.rule"] == "acting_on_the_write_set"


def test_a_failed_call_is_an_error_with_its_code(spans, exporter):
    failed = {"status": "failed", "code": "stale_ref", "error": "What the page said"}
    call = {"tool": "click", "caller": "user", "seconds": 0.1, "result": failed}
    spans(from_dict({"event": "result", "at": BEGUN, **call}))
    [span] = exporter.get_finished_spans()
    assert (span.status.status_code, span.status.description) == (StatusCode.ERROR, None)
    assert span.attributes["error.type"] == "stale_ref"
    assert span.parent is None


@pytest.mark.parametrize(
    ("name", "provider_name", "model"),
    [
        ("anthropic:claude-sonnet-5-5", "anthropic", "claude-sonnet-5-5"),
        ("ollama:llama3.2:latest@http://user:pw@127.0.0.1:11434", "ollama", "llama3.2:latest"),
        ("vertex:gemini", "gcp.vertex_ai", "gemini"),
        ("offline", "handrail", "offline"),
    ],
)
def test_a_model_is_named_by_provider_and_model(spans, exporter, name, provider_name, model):
    spans(from_dict({"event": "model_call", "at": BEGUN, "purpose": "act", "model": name, "seconds": 1.0}))
    [span] = exporter.get_finished_spans()
    assert span.name == f"chat {model}"
    assert (span.attributes["gen_ai.provider.name"], span.attributes["gen_ai.request.model"]) == (provider_name, model)


def test_spans_hold_no_text_of_pages_models_or_users(tmp_path, spans, exporter):
    said = "Words of a page, a model or a user"
    log = run_full_of(tmp_path, said)
    # The name of the model is the user's own setting.
    log.write_text(log.read_text("utf-8").replace(f'"model": "{said}"', '"model": "m"'), "utf-8")
    replay(spans, log)
    finished = exporter.get_finished_spans()
    assert len(finished) == 5
    assert "Words" not in "".join(span.to_json() for span in finished)


async def test_a_session_makes_spans_when_a_provider_is_configured(session, serve, provider, exporter, monkeypatch):
    monkeypatch.setattr(trace, "get_tracer_provider", lambda: provider)
    trace_events(session.events, lambda name: session.table.get(name) is not None)
    model = Scripted([Call("no_such_tool_named_by_a_page"), Call("done", {"result": "ok"})])
    with provider.get_tracer("program").start_as_current_span("the program's own"):
        await Agent(session, model=model, verify=0).run("Look", url=serve("<h1>Hi</h1>"))
    by_name = {span.name: span for span in exporter.get_finished_spans()}
    assert {"invoke_agent handrail", "execute_tool goto", "execute_tool done", "execute_tool unknown"} <= by_name.keys()
    assert by_name["invoke_agent handrail"].parent.span_id == by_name["the program's own"].context.span_id
    assert by_name["execute_tool unknown"].attributes["error.type"] == "unknown_tool"
    assert by_name["invoke_agent handrail"].attributes["handrail.outcome"] == "done"


def test_without_a_provider_nothing_is_subscribed_or_imported():
    events = Events()
    trace_events(events, lambda name: True)
    assert events._listeners == []
    code = "import sys; from handrail import Session; Session(); print('opentelemetry.trace' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "False\n"
