"""The system prompt, built from the records of the tools that are offered, and what several prompts say alike."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from importlib import resources
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from handrail.tools.core.table import Record
from handrail.trust import WARNING
from handrail.vault import describe_secrets

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_TAGGED = re.compile(r"^\[([a-z_ ]+)\] (.*)$")


def describe_today(timezone: str | None = None, locale: str | None = None, now: datetime | None = None) -> str:
    """Return the date where the browser says it is, with its ``timezone`` and language: pages show dates by these."""
    zone = None
    with suppress(ZoneInfoNotFoundError):
        zone = ZoneInfo(timezone) if timezone else None
    now = (now or datetime.now(UTC)).astimezone(zone)
    language = f"; pages are asked for in {locale}" if locale else ""
    return f"{DAYS[now.weekday()]}, {now:%Y-%m-%d} (time zone {timezone or now.tzname()}{language})"


def describe_data(data: Any) -> list[str]:
    """Return what a prompt says of the user's values; nothing where there are none."""
    return [] if data is None else ["Data the user gave: " + json.dumps(data, ensure_ascii=False)]


def system_prompt(records: Sequence[Record], secrets: Sequence[dict[str, Any]] = (), *, today: str) -> str:
    """Return the prompt for these tools. Advice about a tool that is not offered is left out. ``secrets``: names, kinds
    and origins, by `handrail.vault.Vault.describe`."""
    offered = {record.name for record in records}
    lines = [line for raw in read_prompt("system").splitlines() if (line := _advice(raw, offered)) is not None]
    text = "\n".join(lines) + describe_secrets(secrets)
    return text.replace("{today}", today).strip() + "\n"


def _advice(line: str, offered: set[str]) -> str | None:
    match = _TAGGED.match(line)
    if match is None:
        return line
    return f"- {match[2]}" if set(match[1].split()) <= offered else None


@cache
def read_prompt(name: str) -> str:
    """Return a file of `agent/prompts`, with the warning of text from outside in its place."""
    text = (resources.files("handrail.agent") / "prompts" / f"{name}.md").read_text("utf-8")
    return text.replace("{warning}", WARNING)
