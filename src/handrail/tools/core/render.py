"""Renders a result for a model, in the agent and over MCP: our words plain, the page's words between fences."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from handrail.attachments import Attachment
from handrail.results import Failed, Ok, Result
from handrail.trust import External, Fenced, externals, fence, one_line, plain, well_formed

SERVER_ERROR = 500
"""From this HTTP status on the fault is the server's, below it the request's (RFC 9110, 15.5 and 15.6)."""
MOST_ACCEPTED = 3
"""Requests that succeeded which are named beside those that failed."""
STOPPED = frozenset(("stopped_requests", "stopped_before", "tried_again"))
"""What tells of requests that were stopped."""
NO_SUCH_PAGE = (404, 410)
GO_BY_LINKS = "The server does not have this page: go by links or search."
MAY_BE_TAKEN = (
    "The connection failed before an answer came, so what was sent may have been taken: look whether it was done "
    "before you repeat it."
)
KEPT = ("extract-result", "notes")
"""Labels that survive clipping: what was noted or extracted for later."""


def message_parts(result: Result) -> list[str | Fenced | Attachment]:
    """Return the parts of a tool message for ``result``: its observation last, with the images."""
    parts = [*result_parts(result), *(result.attachments if result.observation is None else result.observation.parts())]
    return [well_formed(part) if isinstance(part, str) else part for part in parts]


def result_parts(result: Result) -> list[str | Fenced | Attachment]:
    """Return the parts for a result without its observation and its images."""
    parts: list[str | Fenced | Attachment] = []
    match result:
        case Ok():
            data = {key: value for key, value in result.data.items() if key not in _in_observation(result)}
            parts += _outline(data) or _block("", _without_echo(data)) or ["ok"]
            if result.truncated and result.next is not None:
                parts.append(f"There is more: {result.next.tool} {json.dumps(result.next.params, ensure_ascii=False)}")
        case Failed():
            parts.append(f"Failed ({result.code}): {result.error}" + (f" {result.hint}" if result.hint else ""))
            parts += _block("Details:", result.details)
    if (recovered := result.followed.get("recovered")) is not None:
        parts.append(
            f"The {recovered['what']} was lost and restored: earlier refs are stale, and what was typed is gone."
        )
    by_itself = result.observation is not None and result.observation.by_itself
    head = "What happened meanwhile, not by this call:" if by_itself else "What came of it:"
    return [*parts, *_block(head, _effects(result)), *_advice(result)]


def _advice(result: Result) -> list[str | Fenced | Attachment]:
    """Return what to do next where the server answered with an error, or the page with nothing."""
    followed = result.followed
    if "page_could_not_be_read" in followed:
        return ["The page does not answer: `wait`, then `snapshot`, before you repeat anything."]
    if any("may_be_taken" in one for one in followed.get("sent", ())):
        return [MAY_BE_TAKEN]
    status = followed.get("http_status") or 0
    is_link = result.target is not None and result.target.kind == "link"
    if status >= SERVER_ERROR and is_link and not followed.get("sent"):
        return ["The server failed at this page: open it once more, or look for the same elsewhere."]
    if status >= SERVER_ERROR:
        return ["The server answered with an error: look whether the act was done before you repeat it."]
    if status in NO_SUCH_PAGE and is_link:
        return ["The link leads nowhere: the server does not have this page. Look for it by another link or by search."]
    if status in NO_SUCH_PAGE:
        return [GO_BY_LINKS]
    is_told = not status or "http_sign_in" in followed
    return [] if is_told else ["The server refused the request: read what the page says."]


def _outline(data: dict[str, Any]) -> list[str | Fenced | Attachment]:
    """Return the result of `snapshot` as text: JSON would write its lines as one. Nothing for any other."""
    outline = data.get("snapshot")
    if not isinstance(outline, External):
        return []
    head = [one_line(plain(data[key]), 400) for key in ("title", "url") if key in data]
    left_out = [str(data["left_out"])] if data.get("left_out") else []
    remark = [str(data[key]) for key in ("remark", "document") if data.get(key)]
    start = f"The page ({data['mode']}):" if "mode" in data else "The page:"
    return [*remark, start, fence(outline.map(lambda text: "\n".join([*head, text]))), *left_out]


def _effects(result: Result) -> dict[str, Any]:
    """Return what followed an act, without a dialog that the observation shows. Requests that succeeded are told beside
    one that failed or was stopped, since pages send some of their own and no status tells which was the act, and where
    the page shows nothing of it, so that it is not done twice."""
    seen = result.observation
    shown_below = seen is not None and seen.dialog is not None
    sent = result.followed.get("sent", ())
    refused = [one for one in sent if one["status"] == 0 or (one["status"] or 0) >= 400]
    tells_all = refused or not STOPPED.isdisjoint(result.followed) or (seen is not None and seen.is_same)
    answered = [one for one in sent if 0 < (one["status"] or 0) < 400] if tells_all else []
    again = plain(result.data.get("url")) == plain(result.followed.get("navigated_to"))
    left_out = set(_in_observation(result))
    if shown_below:
        left_out.add("dialog")
    if again:
        left_out.add("navigated_to")
    effects = {**result.followed, "sent": refused, "sent_and_accepted": _short_requests(answered)}
    return {key: value for key, value in effects.items() if value and key not in left_out}


def _short_requests(requests: Sequence[dict[str, Any]]) -> list[External | str]:
    """Return the first requests in a few words each, and how many more there are."""

    def line(one: dict[str, Any]) -> External:
        url: External = one["url"]
        return url.map(lambda raw: f"{one['method']} {raw} {one['status']}")

    shown = [line(one) for one in requests[:MOST_ACCEPTED]]
    more = len(requests) - len(shown)
    return [*shown, *([f"and {more} more"] if more else [])]


def _in_observation(result: Result) -> tuple[str, ...]:
    """Return the keys that the observation has too."""
    shown = None if result.observation is None else result.observation.snapshot
    return () if shown is None or shown.same_page else ("title", "url", "navigated_to")


def _block(head: str, data: dict[str, Any]) -> list[str | Fenced]:
    """Return data with outside text in it fenced whole, data of our own as plain JSON."""
    if not data:
        return []
    start: list[str | Fenced] = [head] if head else []
    data = without_empty(data)
    found = next(iter(externals(data)), None)
    if found is None:
        return [*start, json.dumps(plain(data), ensure_ascii=False)]
    return [*start, fence(data, keep=found.label in KEPT)]


def without_empty(data: dict[str, Any]) -> dict[str, Any]:
    """Return data without the fields of items in lists that say nothing: most hits are in no frame and visible."""
    return {
        key: [_drop_empty(one) for one in value] if isinstance(value, list) else value for key, value in data.items()
    }


def _drop_empty(item: Any) -> Any:
    if not isinstance(item, dict):
        return item
    return {key: part for key, part in item.items() if not _says_nothing(key, part, item)}


def _says_nothing(key: str, value: Any, item: dict[str, Any]) -> bool:
    repeats = key == "text" and plain(value) == plain(item.get("name"))
    return repeats or plain(value) in ("", None, [], {}) or (key == "visible" and value is True)


def _without_echo(data: dict[str, Any]) -> dict[str, Any]:
    """Return what was filled in, without the value where the field holds it as it was given."""
    if data.get("mismatch") is not False:
        return data
    said = {key: value for key, value in data.items() if key not in ("value", "mismatch") and value != []}
    return {**said, "value": "as given"}
