"""A secret that a page and a model say again stands in nothing that a run leaves behind."""

import json
from typing import Any

import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from handrail import Agent
from handrail.cli.event_views import JsonView, TerminalView
from handrail.models import Call, Scripted
from handrail.runs.log_reader import read_run
from handrail.runs.report import render

SECRET = "correct-horse-battery-staple"
PAGE = f"<title>Hi {SECRET}</title><h1>Welcome {SECRET}</h1><button>Pay with {SECRET}</button>"


@pytest.fixture
def exporter(monkeypatch):
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr(trace, "get_tracer_provider", lambda: provider)
    yield exporter
    provider.shutdown()


async def test_it_is_masked_in_log_report_spans_terminal_and_json(
    open_session, chromium, tmp_path, serve, monkeypatch, exporter, capsys
):
    monkeypatch.setenv("SHOP_PASSWORD", SECRET)
    url = serve(PAGE)
    session = await open_session(
        chromium, tmp_path / "run", secrets=[f"login=env:SHOP_PASSWORD@{url.rpartition('/')[0]}"]
    )
    views: list[Any] = [JsonView(), TerminalView()]
    for view in views:
        session.events.subscribe(view.on_event)
    calls = [
        Call("search_page", {"pattern": SECRET}),
        Call("note", {"text": f"The password is {SECRET}", "key": "password"}),
        Call(f"tool_{SECRET}", {SECRET: SECRET}),
        # Sent back by the check, and said again: its words are written down, too.
        *[Call("done", {"result": f"It is {SECRET}", "data": {"password": SECRET, SECRET: 1}})] * 3,
    ]
    result = await Agent(session, model=Scripted([*calls])).run("Look around", url=url)
    for view in views:
        view.result(result)
    log = (tmp_path / "run" / "run.jsonl").read_text("utf-8")
    spans = "".join(span.to_json() for span in exporter.get_finished_spans())
    left = {
        "log": log,
        "report": render(read_run(tmp_path / "run" / "run.jsonl")),
        "spans": spans,
        "printed": capsys.readouterr().out,
        "result": json.dumps(result.to_dict()),
    }
    assert [place for place, text in left.items() if SECRET in text] == []
    # Each of them does tell of it, by its name.
    assert [place for place, text in left.items() if "[secret:login]" in text] == ["log", "report", "printed", "result"]
    assert "execute_tool search_page" in spans
