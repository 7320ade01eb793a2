"""What became of requests that acts sent, as results tell of them: a method, an address and a status each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from handrail.policy.origins import same_site
from handrail.texts.task_words import mentions

SentData = dict[str, Any]
"""A request as `handrail.results.Result.followed` has it under ``sent``: ``method``, ``url``, and ``status``, which is
None until an answer comes and 0 where it failed on the way; ``may_be_taken`` where it failed and may have left."""


def succeeded(sent: SentData) -> bool:
    """Return whether it was answered below 400."""
    return 0 < (sent["status"] or 0) < 400


def may_be_taken(sent: SentData) -> bool:
    """Return whether nothing says that it was not taken: an answer to it is missing, or good."""
    return sent["status"] is None or succeeded(sent) or sent.get("may_be_taken", False)


def kind_of(sent: SentData) -> tuple[str, str]:
    """Return what two requests of one kind have in common."""
    return sent["method"], urlsplit(sent["url"]).path


def is_of_page(sent: SentData, url: str) -> bool:
    """Return whether it is the business of the page at ``url``: to its own site, and no count of visits."""
    counts = mentions("counters", urlsplit(sent["url"]).path.lower())
    return not counts and (not url or same_site(sent["url"], url))


def is_stopped_aside(followed: Mapping[str, Any], taken: Sequence[SentData], *, opens: bool) -> bool:
    """Return whether requests that were stopped may be the page's own business, beside what an act was for.

    Beside what it saved, a page deletes its draft, or tries again what was stopped before; as it opens something, it
    may store its own state. Whether that is so, the methods do not tell: somebody has to judge it.

    Args:
        followed: what came of the act, in plain words, as a result has it.
        taken: its own requests that succeeded.
        opens: a link was pressed, and the page shows more or other things since.
    """
    stopped, before = (followed.get(key) or [] for key in ("stopped_requests", "stopped_before"))
    if any(one["method"] in ("PUT", "PATCH") for one in taken):
        return bool(stopped) and all(line.startswith("DELETE ") or line in before for line in stopped)
    return opens and bool(stopped) and all(line.startswith("PUT ") for line in stopped)
