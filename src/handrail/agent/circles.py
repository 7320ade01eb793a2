"""Notices a run that goes round in circles."""

from __future__ import annotations

import json
from collections import Counter
from urllib.parse import urlsplit

from handrail.models.protocol import Call
from handrail.tools.result import Result
from handrail.tools.table import Record

NUDGE_AT = 3
STUCK_AT = 6
"""Times the same call may come to the same end, on an unchanged page, before a word and before the end of the run."""


class Circles:
    """Counts calls that came to the same end while nothing changed."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()

    def count(self, record: Record | None, call: Call, result: Result) -> int:
        """How often this call has come to this end since the page last changed."""
        if result.page_changed:
            self._seen.clear()
        key = f"{call.name} {_arguments(record, call)} {result.code}"
        self._seen[key] += 1
        return self._seen[key]


def _arguments(record: Record | None, call: Call) -> str:
    url = call.params.get("url")
    if record is not None and record.loop_key == "url_family" and isinstance(url, str):
        parts = urlsplit(url)
        return f"{parts.netloc}{parts.path}?{parts.query}"
    return json.dumps(call.params, sort_keys=True, default=str)
