"""The user's secrets as a model is told of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def describe_secrets(secrets: Sequence[dict[str, Any]]) -> str:
    """Return the part of a prompt on the user's secrets (of `Vault.describe`): how to use them, and never a value."""
    if not secrets:
        return ""
    head = "\n# Secrets of the user\nPut them into fields with fill_secret; you never see their values.\n"
    return head + "\n".join(map(_line, secrets))


def _line(secret: dict[str, Any]) -> str:
    if "characters" in secret:
        return f"- {secret['name']}: {secret['kind']}, {secret['characters']} characters, for sites opened for changes"
    return f"- {secret['name']}: {secret['kind']}, for {', '.join(secret['origins'])}"
