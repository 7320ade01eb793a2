"""Limits what a call may lead to (requests, files, presses of list options), and describes what it led to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from handrail.browser.types.acts import ActionEffects, SentRequest, stopped_in
from handrail.browser.types.network.addresses import short_address, without_sign_in
from handrail.browser.types.side_effects import Confinement, SideEffectLimits, Taint
from handrail.calls.effects.act_judges import judge_of_return
from handrail.calls.effects.arriving_files import ask_to_save, may_save
from handrail.calls.effects.page_retries import ActRefusals
from handrail.calls.effects.request_judge import RequestJudge
from handrail.calls.given_addresses import prefills
from handrail.calls.state import SessionState
from handrail.policy import Allow, Ask, Facts, origin_of
from handrail.trust import External

if TYPE_CHECKING:
    from handrail.browser.tabs.tabs import PlaywrightTabs

TRIED_AGAIN = "The page tried again by itself what was refused."
ASKED_FOR_FILE = "The page asked for a file and was given none: `upload_file` on what was pressed gives it one."
HTTP_SIGN_IN = (
    "The site wants the browser itself to sign in (HTTP authentication), which nothing on the page can do. Ask the "
    "user: --http-credentials gives it a user name and a password."
)


def limits_of_call(
    state: SessionState, decision: Allow | Ask, facts: Facts, judge: RequestJudge, taint: Taint
) -> SideEffectLimits:
    """Return the limits on what a permitted call of a model may lead to, in a tab of this taint."""
    if state.permissions.unsafe:
        return _own_limits(state, judge)
    writable = state.permissions.may_write(facts.acted_on)
    return SideEffectLimits(
        may_send=judge.may_send,
        confinement=_confinement(state, taint, facts.acted_on if isinstance(decision, Ask) else None),
        may_save=may_save(state, decision, facts),
        # On an origin that is not opened, only the user's words filter a list.
        may_type=lambda text: writable or state.provenance.words.in_text(text),
        may_open=_own_limits(state, judge).may_open,
        ask_to_save=ask_to_save(state, facts, judge),
    )


def _own_limits(state: SessionState, judge: RequestJudge) -> SideEffectLimits:
    """Return the limits that the user set for this run, which also hold without policy."""
    rails, words = state.permissions.rails, state.provenance.words
    forbids = state.mode == "ask" or rails.never or words.forbidden or words.withheld or judge.keeps_back
    return SideEffectLimits(judge.may_send if forbids else None, may_open=rails.covers if rails.limits_sites else None)


def limits_of_start(state: SessionState, judge: RequestJudge) -> SideEffectLimits:
    """Return the limits on opening the page that a model begins with. The user named it, so its files are theirs."""
    own = _own_limits(state, judge)
    return own if state.permissions.unsafe else replace(own, may_send=judge.may_send)


def limits_of_return(state: SessionState, url: str, kept: Taint | None = None) -> SideEffectLimits:
    """Return the limits on opening a lost tab's page again, or on the page of a tab that its browser ``kept``, with
    what that holds of a model. It may do as little as a page that the user did not name, since no call asks for it. It
    does not open its origin for changes, and sends something only where that is open."""
    # Elsewhere the page holds nothing of the user's that the address could carry away.
    is_opened = state.permissions.may_write(origin_of(url) or "")
    # What filled the lost page in went with it, so only the user's own address is known to hold nothing else.
    composed = is_opened and not state.provenance.words.has_address(url)
    taint = kept or Taint(composed=composed, called=url)
    if composed and kept is None:
        taint.note_prefilled(url)
    judge = judge_of_return(state, url, taint, may_change=is_opened)
    own = _own_limits(state, judge)
    if state.permissions.unsafe:
        return own
    confinement = _confinement(state, taint, None)
    return replace(own, may_send=judge.may_send, confinement=confinement, may_save=lambda _: False)


def _confinement(state: SessionState, taint: Taint, approved: str | None) -> Confinement:
    """Return where a tainted tab may send requests: to opened origins, to those where a model may open any address, and
    to one on which the user approved the act."""

    def is_trusted(url: str) -> bool:
        origin = origin_of(without_sign_in(url))
        if origin is None:
            return False
        return origin == approved or state.permissions.may_write(origin) or state.permissions.allows("open", origin)

    given = state.provenance
    return Confinement(taint, is_trusted, given.is_composed, given.record_composed, partial(prefills, state))


def describe_effects(
    after: ActionEffects, before: Sequence[External], *, left: External | None, refusals: ActRefusals | None = None
) -> dict[str, Any]:
    """Return the effects that an act had, as data.

    Args:
        before: the requests that were stopped before the act.
        left: the address of the page that was open then.
        refusals: of the act, which know what the page only tried again by itself; None for an act of the user.
    """
    stopped, retried = after.stopped, refusals.retried if refusals is not None else frozenset()
    if left is not None and after.navigated_to is not None and left.origin != after.navigated_to.origin:
        before, stopped = _but_reads_of(left, before), _but_reads_of(left, stopped)
    effects = {
        "navigated_to": after.navigated_to,
        "dialog": after.dialog
        and {"kind": after.dialog.kind, "message": after.dialog.message, "default": after.dialog.default},
        "opened_tabs": [{"id": tab.id, "url": tab.url, "title": tab.title} for tab in after.opened],
        "closed_tabs": after.closed,
        "downloads": after.downloads,
        "not_settled": not after.settled,
        "still_loading": "The page that it leads to has not come yet: wait for it." if after.loading else None,
        "file_chooser": ASKED_FOR_FILE if after.asked_for_file else None,
        "stopped_requests": [line for line in stopped if retried.isdisjoint(stopped_in([line.raw]))],
        "tried_again": TRIED_AGAIN if retried else None,
        "stopped_before": list(before),
        "http_status": after.status if after.status is not None and after.status >= 400 else None,
        "http_sign_in": HTTP_SIGN_IN if after.wants_sign_in else None,
        "sent": describe_requests(after.sent, but_for=stopped),
    }
    return {key: value for key, value in effects.items() if value}


def _but_reads_of(left: External, stopped: Sequence[External]) -> list[External]:
    """Return stopped requests without those by which a page that was left asked its own site for something: on another
    site they are of no use, unlike those that would have changed something."""
    return [one for one in stopped if one.origin != left.origin or not one.raw.startswith("GET ")]


def late_effects(tabs: PlaywrightTabs, moved_to: External | None) -> dict[str, Any]:
    """Return what came of earlier acts while the page was only read; ``moved_to``: where it went meanwhile."""
    stopped = list(tabs.stopped())
    sent = describe_requests(tabs.sent(), but_for=stopped)
    effects = {"navigated_to": moved_to, "sent": sent, "stopped_requests": stopped}
    return {key: value for key, value in effects.items() if value}


def describe_requests(requests: Sequence[SentRequest], *, but_for: Sequence[External]) -> list[dict[str, Any]]:
    """Return requests as data, without those ``but_for``, which were stopped and have no answer therefore."""
    stopped = stopped_in(line.raw for line in but_for)
    return [
        {"method": one.method, "url": one.url, "status": one.status}
        | ({"may_be_taken": True} if one.may_be_taken else {})
        for one in requests
        if one.status or f"{one.method} {short_address(one.url.raw)}" not in stopped
    ]
