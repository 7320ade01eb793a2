"""Every kind of event, each declared here and nowhere else; `make docs` makes docs/events.md of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, get_args

from pydantic import Field

from handrail.attachments import Attachment
from handrail.events.parts import BaseEvent, EventTarget, RequestedCall, Source, Text, ToolCall
from handrail.models.metered import Purpose
from handrail.models.protocol import Usage
from handrail.policy.facts import Caller


class RunStartedEvent(BaseEvent):
    """A run starts.

    Args:
        data: the user's values.
        options: ``mode``; ``resumes``, the log of the run before, or null; ``guardrails``; ``output_schema``.
    """

    kind: Literal["run_started"] = "run_started"
    task: str
    url: str | None
    data: Any
    model: str
    run_id: str
    options: dict[str, Any]


class SessionStartedEvent(BaseEvent):
    """A session that keeps a log of its own is open."""

    kind: Literal["session_started"] = "session_started"


class PlanEvent(BaseEvent):
    """The run has its first plan, or a revised one.

    Args:
        revision: 0 for the first plan, which was made before a page was read.
        acts: the kinds of acts that the plan takes, as policy names them.
        changes: what the plan says will be changed on pages.
        reason: why it was revised; absent for the first plan.
    """

    kind: Literal["plan"] = "plan"
    criteria: Sequence[Text]
    steps: Sequence[Text]
    url: str | None
    revision: int
    acts: Sequence[str] = ()
    changes: Sequence[Text] = ()
    reason: Text = ""


class PlanAcceptedEvent(BaseEvent):
    """The run follows the plan that was emitted last: the user approved it, or does not want to be asked."""

    kind: Literal["plan_accepted"] = "plan_accepted"


class TurnEvent(BaseEvent):
    """The model is asked for its next calls.

    Args:
        number: counted from 1.
    """

    kind: Literal["turn"] = "turn"
    number: int


class ModelCallEvent(BaseEvent):
    """A model answered, or was asked in vain: then there are no tokens, and what that cost is not known.

    Args:
        model: its name; for a chain, the name of the model that answered.
        calls: what it asks for.
        reasoning: what it thought before it answered; absent if its provider does not show that.
    """

    kind: Literal["model_call"] = "model_call"
    purpose: Purpose
    model: str
    seconds: float
    usage: Usage
    calls: Sequence[RequestedCall]
    reasoning: Text = ""


class ModelTextEvent(BaseEvent):
    """The model wrote text beside its calls."""

    kind: Literal["model_text"] = "model_text"
    text: Text


class DecisionEvent(BaseEvent):
    """Policy allowed or refused a call.

    Args:
        rule: the rule that decided; where it was for the user to decide, ``declined`` if they said no, ``unheard`` if
            nobody could be asked.
        reason, remedy: why it is not allowed or what was asked, and the flag that would allow it; never for a model.
        of_request, request, denied: a request of the page was judged: method and path; a hash where the user said no.
    """

    kind: Literal["decision"] = "decision"
    tool: str
    caller: Caller
    rule: str
    allowed: bool
    reason: str = ""
    remedy: str = ""
    of_request: bool = False
    request: str = ""
    denied: str = ""
    unheard: bool = False
    declined: bool = False


class IntentEvent(BaseEvent):
    """An act is about to be tried. Until its result comes, it may have happened or not; ``chose``: what it puts into
    the page that neither the user's words nor its parameters say."""

    kind: Literal["intent"] = "intent"
    tool: str
    params: dict[str, Any]
    label_text: str = ""
    chose: Sequence[Text] = ()


class ResultEvent(BaseEvent):
    """A call returned. A call that was stopped before it started returns too.

    Args:
        params: without the values for password and card fields.
        label: the parameters that people are shown.
        label_text: the tool's label, in English, with a place for the parameters (``Click[ {what}]``); or empty.
        target: the element that the call named, or null. ``box`` is left, top, width and height in the window when the
            act began, in CSS pixels; null in a frame.
        result: as `handrail.results.Result.to_dict` returns it.
    """

    kind: Literal["result"] = "result"
    tool: str
    caller: Caller
    params: dict[str, Any]
    label: dict[str, Any]
    target: EventTarget | None
    seconds: float
    result: dict[str, Any]
    label_text: str = ""

    @property
    def ok(self) -> bool:
        return self.result.get("status") == "ok"

    @property
    def code(self) -> str:
        """The code of a call that failed, else empty."""
        return str(self.result.get("code") or "")


class ObservedEvent(BaseEvent):
    """A model was shown the page.

    Args:
        mode: how much of it: ``full``, ``viewport``, ``interactive`` or ``changes``.
        text: the outline.
    """

    kind: Literal["observed"] = "observed"
    url: Text
    title: Text
    mode: str
    text: Text


class ScreenshotEvent(BaseEvent):
    """A picture was taken; ``files`` has its file beside the log, and only in the log."""

    kind: Literal["screenshot"] = "screenshot"
    tool: str
    files: Sequence[str] = ()
    attachments: Sequence[Attachment] = Field(default=(), exclude=True)


class NudgeEvent(BaseEvent):
    """The run repeats itself, and the model is warned.

    Args:
        pattern: what repeats itself, for example ``same_call``.
    """

    kind: Literal["nudge"] = "nudge"
    text: str
    pattern: str


class VerdictEvent(BaseEvent):
    """An answer was checked.

    Args:
        missing: what the check did not find done or shown.
        by: ``rules`` or ``model``.
        unjudged: the rules found nothing wrong, and the model that should judge it failed.
        attempt: counted from 1.
    """

    kind: Literal["verdict"] = "verdict"
    ok: bool
    reasons: Sequence[Text]
    missing: Sequence[Text] = ()
    by: str
    unjudged: bool = False
    attempt: int


class SteeredEvent(BaseEvent):
    """The user sent a message during the run."""

    kind: Literal["steered"] = "steered"
    text: str


class PausedEvent(BaseEvent):
    """The run is paused; ``why`` says who paused it."""

    kind: Literal["paused"] = "paused"
    why: str


class ResumedEvent(BaseEvent):
    """The run continues after a pause; ``why`` says who continued it."""

    kind: Literal["resumed"] = "resumed"
    why: str


class CompactedEvent(BaseEvent):
    """The conversation was shortened.

    Args:
        before, after: its length in characters, before and after.
    """

    kind: Literal["compacted"] = "compacted"
    before: int
    after: int


class RecoveredEvent(BaseEvent):
    """A lost tab or browser was replaced.

    Args:
        url: the page that is open in it now; null if the last page did not open again.
        uncertain: the act that was under way and may have happened or not, or null.
    """

    kind: Literal["recovered"] = "recovered"
    what: Literal["tab", "browser"]
    url: Text | None
    uncertain: ToolCall | None
    why: str


class NoticeEvent(BaseEvent):
    """Something that the user should know."""

    kind: Literal["notice"] = "notice"
    text: str


class FaultEvent(BaseEvent):
    """Handrail itself failed; ``trace`` is the traceback."""

    kind: Literal["fault"] = "fault"
    trace: str


class RunEndedEvent(BaseEvent):
    """A run is over.

    Args:
        outcome: as in `handrail.agent.RunResult`.
        steps: how many calls were made.
        remedies: flags that would have allowed what policy refused.
        doubts: why the answer was not accepted.
        missing: what is not done of a task that was done in part.
        files: the paths of the files that the run left for the user.
    """

    kind: Literal["run_ended"] = "run_ended"
    outcome: str
    answer: str
    data: Any
    run_id: str
    log: str
    steps: int
    remedies: Sequence[str]
    sources: Sequence[Source]
    doubts: Sequence[str]
    missing: str = ""
    files: Sequence[str] = ()
    usage: Usage


Event = Annotated[
    SessionStartedEvent | RunStartedEvent | PlanEvent | PlanAcceptedEvent | TurnEvent | ModelCallEvent |
    ModelTextEvent | DecisionEvent | IntentEvent | ResultEvent | ObservedEvent | ScreenshotEvent | NudgeEvent |
    VerdictEvent | SteeredEvent | PausedEvent | ResumedEvent | CompactedEvent | RecoveredEvent | NoticeEvent |
    FaultEvent | RunEndedEvent,
    Field(discriminator="kind"),
]  # fmt: skip
EVENT_TYPES: dict[str, type[Event]] = {one.model_fields["kind"].default: one for one in get_args(get_args(Event)[0])}
