"""The system prompt, built from the records of the tools that are offered."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any

from handrail.tools.core.table import Record
from handrail.trust import WARNING

_TAGGED = re.compile(r"^\[([a-z_ ]+)\] (.*)$")


def system_prompt(records: Sequence[Record], secrets: Sequence[dict[str, Any]] = ()) -> str:
    """The prompt for these tools. Advice about a tool that is not offered is left out.

    Args:
        records: the tools that the model may call.
        secrets: names, kinds and origins, by `handrail.vault.Vault.describe`.
    """
    offered = {record.name for record in records}
    lines = [line for raw in _template().splitlines() if (line := _advice(raw, offered)) is not None]
    text = "\n".join(lines) + describe_secrets(secrets)
    return text.replace("{warning}", WARNING).strip() + "\n"


def describe_secrets(secrets: Sequence[dict[str, Any]]) -> str:
    """Return the part of the prompt on the user's secrets: how to use them, and never a value."""
    if not secrets:
        return ""
    lines = [f"- {one['name']}: {one['kind']}, for {', '.join(one['origins'])}" for one in secrets]
    return "\n# Secrets of the user\nPut them into fields with fill_secret; you never see their values.\n" + "\n".join(
        lines
    )


def _advice(line: str, offered: set[str]) -> str | None:
    match = _TAGGED.match(line)
    if match is None:
        return line
    return f"- {match[2]}" if set(match[1].split()) <= offered else None


@cache
def _template() -> str:
    return (resources.files("handrail.agent") / "prompts" / "system.md").read_text("utf-8")
