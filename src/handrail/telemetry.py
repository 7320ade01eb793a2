"""Spans of OpenTelemetry, made from a session's events where the program has configured a tracer provider.

By the semantic conventions for generative AI, version 1.41 (development): ``invoke_agent handrail`` for a run,
``chat {model}`` for each request to a model, ``execute_tool {tool}`` for each call. What pages, models and users said
is in none of them: only names, numbers and words of our own. The API alone is used; an SDK is the program's to bring.

https://github.com/open-telemetry/semantic-conventions/blob/v1.41.0/docs/gen-ai/gen-ai-agent-spans.md
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from handrail.events import Event, Events

if TYPE_CHECKING:
    from opentelemetry.trace import Span, SpanKind, Tracer

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
_MOMENTS = ("nudge", "compacted", "recovered", "paused", "resumed", "steered", "plan", "fault")


def trace_events(events: Events, known_tool: Callable[[str], bool]) -> None:
    """Make spans of these events from now on, if a tracer provider is configured; else nothing is done, and nothing
    imported.

    Args:
        known_tool: whether there is a tool of that name; a model may ask for one whose name a page made up.
    """
    if "opentelemetry.trace" not in sys.modules:
        return
    from opentelemetry import trace

    provider = trace.get_tracer_provider()
    if not isinstance(provider, trace.ProxyTracerProvider | trace.NoOpTracerProvider):
        events.subscribe(Spans(provider.get_tracer("handrail", schema_url=SCHEMA), known_tool))


class Spans:
    """A listener that makes spans. Those of calls and requests are made when they are over, with the times they had;
    what is instrumented below them (HTTP clients) is therefore not their child."""

    def __init__(self, tracer: Tracer, known_tool: Callable[[str], bool]) -> None:
        self._tracer = tracer
        self._known = known_tool
        self._run: Span | None = None
        self._model = ""
        self._ruling: dict[str, Any] = {}

    def __call__(self, event: Event) -> None:
        """Hear one event."""
        data = event.data
        match event.kind:
            case "run_started":
                self._begin(event)
            case "model_call":
                self._chat(event, data.get("usage") or {})
            case "decision":
                rule = _word(data.get("rule"))
                self._ruling = {"handrail.rule": rule, "handrail.allowed": bool(data.get("allowed"))}
            case "result":
                self._tool(event)
            case "verdict":
                told = {"handrail.ok": bool(data.get("ok")), "handrail.by": _word(data.get("by"))}
                self._mark(event, told)
            case "run_ended":
                self._end(event)
            case kind if kind in _MOMENTS:
                self._mark(event, {})

    def _begin(self, event: Event) -> None:
        from opentelemetry.trace import SpanKind

        self._model = event.data.get("model") or ""
        attributes = {
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.agent.name": "handrail",
            "gen_ai.conversation.id": event.data.get("run_id") or "",
            **_model_of(self._model),
        }
        self._run = self._tracer.start_span(
            "invoke_agent handrail", kind=SpanKind.INTERNAL, attributes=attributes, start_time=_ns(event.at)
        )

    def _chat(self, event: Event, usage: dict[str, Any]) -> None:
        from opentelemetry.trace import SpanKind

        model = _model_of(event.data.get("model") or self._model)
        attributes = {
            "gen_ai.operation.name": "chat",
            **model,
            "handrail.purpose": _word(event.data.get("purpose")),
            **_used(usage),
        }
        self._past(f"chat {model['gen_ai.request.model']}", SpanKind.CLIENT, event, attributes)

    def _tool(self, event: Event) -> None:
        from opentelemetry.trace import SpanKind

        data, result = event.data, event.data.get("result") or {}
        name = data["tool"] if self._known(data.get("tool", "")) else "unknown"
        attributes = {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": name,
            "gen_ai.tool.type": "function",
            "handrail.caller": _word(data.get("caller")),
            **self._ruling,
        }
        self._ruling = {}
        error = "" if result.get("status") == "ok" else _word(result.get("code"))
        self._past(f"execute_tool {name}", SpanKind.INTERNAL, event, attributes, error)

    def _past(self, name: str, kind: SpanKind, event: Event, attributes: dict[str, Any], error: str = "") -> None:
        """A span that is over, in the run where there is one, else in the program's own span."""
        from opentelemetry.trace import set_span_in_context

        seconds = event.data.get("seconds") or 0.0
        context = set_span_in_context(self._run) if self._run is not None else None
        begun = _ns(event.at - seconds)
        span = self._tracer.start_span(name, context, kind, attributes, start_time=begun)
        _failed(span, error)
        span.end(_ns(event.at))

    def _mark(self, event: Event, attributes: dict[str, Any]) -> None:
        if self._run is not None:
            self._run.add_event(f"handrail.{event.kind}", attributes, _ns(event.at))

    def _end(self, event: Event) -> None:
        if self._run is None:
            return
        outcome = _word(event.data.get("outcome"))
        self._run.set_attribute("handrail.outcome", outcome)
        self._run.set_attribute("handrail.steps", int(event.data.get("steps") or 0))
        self._run.set_attributes(_used(event.data.get("usage") or {}))
        _failed(self._run, outcome if outcome in ("error", "failed") else "")
        self._run.end(_ns(event.at))
        self._run = None


def _model_of(name: str) -> dict[str, str]:
    """``anthropic:claude@https://...`` as provider and model, without the address."""
    provider, colon, model = name.partition("@")[0].partition(":")
    if not colon:
        # Models of our own (offline, scripted) have no provider.
        provider, model = "", provider
    return {
        "gen_ai.provider.name": PROVIDERS.get(provider, provider) or "handrail",
        "gen_ai.request.model": model or "none",
    }


def _used(usage: dict[str, Any]) -> dict[str, Any]:
    told = {
        "gen_ai.usage.input_tokens": usage.get("input_tokens"),
        "gen_ai.usage.cache_read.input_tokens": usage.get("cached_tokens"),
        "gen_ai.usage.output_tokens": usage.get("output_tokens"),
        "handrail.cost_usd": usage.get("cost"),
    }
    return {key: value for key, value in told.items() if value is not None}


def _failed(span: Span, error: str) -> None:
    if error:
        from opentelemetry.trace import Status, StatusCode

        span.set_attribute("error.type", error)
        span.set_status(Status(StatusCode.ERROR))


def _word(value: Any) -> str:
    """A word of ours as it is; anything else, which somebody else may have chosen, as ``other``."""
    return value if isinstance(value, str) and _WORD.fullmatch(value) else "other"


def _ns(at: float) -> int:
    return round(at * 1e9)
