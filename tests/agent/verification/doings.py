"""Acts and pages as a run takes them down, put together without a browser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field as field_
from typing import Any, cast

from handrail.agent.verification.acts import Act, PageRecord
from handrail.agent.verification.changes import Changes
from handrail.agent.verification.evidence_log import EvidenceLog
from handrail.agent.verification.judge import Claim
from handrail.attachments import Attachment
from handrail.browser.types.facts import FormFacts
from handrail.browser.types.reading import Node, Snapshot
from handrail.models import Call, Scripted
from handrail.results import Observation, Target
from handrail.trust import External

SHOP = "https://shop.example/order"
NOT_SENT = "what it put into the page was never sent"
NOT_HELD = "the field does not hold what was put into it"
NOTHING_CAME = "nothing was sent and nothing changed"
COMPLAINS = "the page that followed complains"


def outside(text: str) -> External:
    return External(text, "https://shop.example", "page-snapshot")


def node(role: str, name: str = "", ref: str | None = None, value: str | None = None, *states: str) -> Node:
    return Node(
        ref, role, outside(name), None if value is None else outside(value), states, 0, "", visible=True, url=None
    )


def page(step: int, *controls: Node, url: str = SHOP, new: Sequence[str] = (), gone: Sequence[str] = ()) -> PageRecord:
    return PageRecord(step, url, new, gone, controls)


def form(method: str = "post", submitter: str | None = "Send") -> FormFacts:
    button = None if submitter is None else outside(submitter)
    return FormFacts(method, outside(SHOP), "https://shop.example", (), button)


def button(name: str = "Send", kind: str = "submit", of: FormFacts | None = None, **more: Any) -> Target:
    return Target("button", outside(name), kind, of, **{"document": "d1", **more})


def field(name: str = "Name", of: FormFacts | None = None, role: str = "textbox", **more: Any) -> Target:
    return Target(role, outside(name), "text", of, **{"document": "d1", **more})


def act(step: int, tool: str, on: Target | None = None, **more: Any) -> Act:
    """An act on an element of the shop's page, the first of which stands there as it was before."""
    params: dict[str, Any] = {
        key: more.pop(key) for key in ("ref", "value", "keys", "accept", "fields", "path") if key in more
    }
    return Act(step, tool, params, more.pop("before", page(step - 1)), target=on, **more)


def request(status: int | None, url: str = SHOP, method: str = "POST") -> dict[str, Any]:
    return {"method": method, "url": url, "status": status}


def doubts(acts: Sequence[Act], pages: Sequence[PageRecord] = (), **more: Any) -> list[tuple[int, str]]:
    """The steps that were not seen to have happened, each with the reason."""
    return [(one.step, one.why) for one in Changes(list(acts), list(pages), **more).find_doubts()]


@dataclass
class Shot:
    """A snapshot, as far as it is taken down."""

    lines: str
    url: External = field_(default_factory=lambda: outside(SHOP))
    title: External = field_(default_factory=lambda: outside("Shop"))
    mode: str = "full"
    left_out: str = ""
    same_page: bool = False
    controls: Sequence[Node] = ()

    whole: str = ""

    @property
    def text(self) -> External:
        return outside(self.lines)

    @property
    def outline(self) -> External:
        return outside(self.whole or self.lines)


def seen(lines: str, *controls: Node, pictures: Sequence[Attachment] = (), **more: Any) -> Observation:
    """The page as a call shows it."""
    if "url" in more:
        more["url"] = outside(more["url"])
    return Observation(cast(Snapshot, Shot(lines, controls=controls, **more)), [], None, pictures)


class Judge(Scripted):
    """A model that judges, as a provider's would."""

    name = "judge"


def says(ok: Any = True, reasons: Any = (), missing: Any = ()) -> Judge:
    return Judge([Call("verdict", {"ok": ok, "reasons": reasons, "missing": missing})])


def claim(task: str = "Order a lamp", answer: External | str = "Done.", **more: Any) -> Claim:
    return Claim(task, more.pop("data", None), more.pop("plan", None), answer, more.pop("value", None), **more)


def evidence(*lines: str) -> EvidenceLog:
    log = EvidenceLog()
    if lines:
        log.look(seen("\n".join(lines)))
    return log
