"""Spans of OpenTelemetry, made from a session's events where the program has configured a tracer provider.

By the semantic conventions for generative AI, version 1.41 (development): ``invoke_agent handrail`` for a run,
``chat {model}`` for each request to a model, ``execute_tool {tool}`` for each call. They
hold names, numbers and words of our own, never what pages, models or users wrote. Only the API is used; the program
brings the SDK.

https://github.com/open-telemetry/semantic-conventions/blob/v1.41.0/docs/gen-ai/gen-ai-agent-spans.md
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from handrail.events import kinds
from handrail.events.stream import Events
from handrail.models.protocol import Usage

if TYPE_CHECKING:
    from opentelemetry.trace import Span, Tracer

SCHEMA = "https://opentelemetry.io/schemas/1.41.0"
PROVIDERS = {
    "google": "gcp.gemini",
    "vertex": "gcp.vertex_ai",
    "bedrock": "aws.bedrock",
    "azure": "azure.ai.openai",
    "mistral": "mistral_ai",
    "xai": "x_ai",
}
"""Names of providers in the conventions, where ours differ."""
_WORD = re.compile(r"[a-z][a-z_+]{0,79}")
NOTED_EVENTS = (
    kinds.NudgeEvent, kinds.CompactedEvent, kinds.RecoveredEvent, kinds.PausedEvent, kinds.ResumedEvent,
    kinds.SteeredEvent, kinds.PlanEvent, kinds.FaultEvent,
)  # fmt: skip
"""Events whose name and time are added to a run's span."""


def trace_events(events: Events, known_tool: Callable[[str], bool]) -> None:
    """Make spans of these events from now on. Without a configured tracer provider, do and import nothing.

    Args:
        known_tool: whether there is a tool of that name; a model may ask for one that a page invented.
    """
    if "opentelemetry.trace" not in sys.modules:
        return
    from opentelemetry import trace

    provider = trace.get_tracer_provider()
    if not isinstance(provider, trace.ProxyTracerProvider | trace.NoOpTracerProvider):
        events.subscribe(Spans(provider.get_tracer("handrail", schema_url=SCHEMA), known_tool))


class Spans:
    """A listener that makes spans. Those of calls and requests are made when they have ended, with their real times;
    what is instrumented below them (HTTP clients) is therefore not their child."""

    def __init__(self, tracer: Tracer, known_tool: Callable[[str], bool]) -> None:
        self._tracer = tracer
        self._known = known_tool
        self._run: Span | None = None
        self._model = ""
        self._decision: dict[str, Any] = {}

    def __call__(self, event: kinds.Event) -> None:
        """Make a span of an event, or note it on the run's."""
        match event:
            case kinds.RunStartedEvent():
                self._start(event)
            case kinds.ModelCallEvent():
                self._chat(event)
            case kinds.DecisionEvent():
                self._decision = {"handrail.rule": _word(event.rule), "handrail.allowed": event.allowed}
            case kinds.ResultEvent():
                self._tool(event)
            case kinds.VerdictEvent():
                self._note(event, {"handrail.ok": event.ok, "handrail.by": _word(event.by)})
            case kinds.RunEndedEvent():
                self._end(event)
            case _ if isinstance(event, NOTED_EVENTS):
                self._note(event, {})

    def _start(self, event: kinds.RunStartedEvent) -> None:
        self._model = event.model
        attributes = {
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.agent.name": "handrail",
            "gen_ai.conversation.id": event.run_id,
            **_model_of(event.model),
        }
        self._run = self._tracer.start_span("invoke_agent handrail", attributes=attributes, start_time=_ns(event.at))

    def _chat(self, event: kinds.ModelCallEvent) -> None:
        model = _model_of(event.model or self._model)
        attributes = {"gen_ai.operation.name": "chat", "handrail.purpose": event.purpose, **_tokens(event.usage)}
        self._add(f"chat {model['gen_ai.request.model']}", event, attributes | model)

    def _tool(self, event: kinds.ResultEvent) -> None:
        name = event.tool if self._known(event.tool) else "unknown"
        attributes = {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": name,
            "gen_ai.tool.type": "function",
            "handrail.caller": event.caller,
            **self._decision,
        }
        self._decision = {}
        error = "" if event.ok else _word(event.code)
        self._add(f"execute_tool {name}", event, attributes, error)

    def _add(
        self, name: str, event: kinds.ModelCallEvent | kinds.ResultEvent, attributes: dict[str, Any], error: str = ""
    ) -> None:
        """Add a span that has ended: to the run where there is one, else to the program's own span."""
        from opentelemetry.trace import SpanKind, set_span_in_context

        kind = SpanKind.CLIENT if isinstance(event, kinds.ModelCallEvent) else SpanKind.INTERNAL
        context = set_span_in_context(self._run) if self._run is not None else None
        start = _ns(event.at - event.seconds)
        span = self._tracer.start_span(name, context, kind, attributes, start_time=start)
        _mark_failed(span, error)
        span.end(_ns(event.at))

    def _note(self, event: kinds.Event, attributes: dict[str, Any]) -> None:
        if self._run is not None:
            self._run.add_event(f"handrail.{event.kind}", attributes, _ns(event.at))

    def _end(self, event: kinds.RunEndedEvent) -> None:
        if self._run is None:
            return
        outcome = _word(event.outcome)
        result: dict[str, Any] = {"handrail.outcome": outcome, "handrail.steps": event.steps}
        self._run.set_attributes(result | _tokens(event.usage))
        _mark_failed(self._run, outcome if outcome in ("error", "failed") else "")
        self._run.end(_ns(event.at))
        self._run = None


def _model_of(name: str) -> dict[str, str]:
    """Return ``anthropic:claude@https://...`` as provider and model, without the address."""
    provider, colon, model = name.partition("@")[0].partition(":")
    if not colon:
        # Models of our own (offline, scripted) have no provider.
        provider, model = "", provider
    return {
        "gen_ai.provider.name": PROVIDERS.get(provider, provider) or "handrail",
        "gen_ai.request.model": model or "none",
    }


def _tokens(usage: Usage) -> dict[str, Any]:
    known = {
        "gen_ai.usage.input_tokens": usage.input_tokens,
        "gen_ai.usage.cache_read.input_tokens": usage.cached_tokens,
        "gen_ai.usage.output_tokens": usage.output_tokens,
    }
    return known if usage.cost is None else {**known, "handrail.cost_usd": usage.cost}


def _mark_failed(span: Span, error: str) -> None:
    if error:
        from opentelemetry.trace import Status, StatusCode

        span.set_attribute("error.type", error)
        span.set_status(Status(StatusCode.ERROR))


def _word(value: Any) -> str:
    """Return a word of our own as it is; anything else, which a page or model may have chosen, as ``other``."""
    return value if isinstance(value, str) and _WORD.fullmatch(value) else "other"


def _ns(at: float) -> int:
    return round(at * 1e9)
