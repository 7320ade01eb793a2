"""What the gate asks about secrets that a page may hold."""

from __future__ import annotations

from typing import Protocol

from handrail.browser.types.acts import HeldRequest


class SecretGuard(Protocol):
    """Knows which requests would tell a secret to a site that it is not for, whoever acts."""

    @property
    def is_needed(self) -> bool:
        """Whether a page may hold a secret."""

    def tells(self, request: HeldRequest) -> bool:
        """Return whether a request would tell one; the user is told of it."""
