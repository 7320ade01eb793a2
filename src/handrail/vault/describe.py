"""The user's secrets as a model is told of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def describe_secrets(secrets: Sequence[dict[str, Any]]) -> str:
    """Return the part of a prompt on the user's secrets: how to use them, and never a value.

    Args:
        secrets: by `handrail.vault.Vault.describe`.
    """
    if not secrets:
        return ""
    lines = [f"- {one['name']}: {one['kind']}, for {', '.join(one['origins'])}" for one in secrets]
    return "\n# Secrets of the user\nPut them into fields with fill_secret; you never see their values.\n" + "\n".join(
        lines
    )
