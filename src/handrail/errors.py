"""What a person can be told in one sentence, and the exit code that goes with it."""

from __future__ import annotations

from typing import Any


class HandrailError(Exception):
    """Base of every error that Handrail raises on purpose. ``hint`` is what to try; it is our own words."""

    exit_code = 1

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(HandrailError):
    """A wrong option, parameter or configuration."""

    exit_code = 2


class NoBrowser(HandrailError):
    """No browser was found, or none would start."""

    exit_code = 4


class ModelError(HandrailError):
    """A model cannot be had or cannot answer. ``code`` says what went wrong, where known; ``retryable``, whether
    the same call may go through later."""

    exit_code = 4
    code: str = ""
    usage: Any = None
    """What answers of no use cost before it came to this: a `handrail.models.protocol.Usage`, where there were any."""

    def __init__(self, message: str, *, hint: str = "", retryable: bool = False) -> None:
        super().__init__(message, hint=hint)
        self.retryable = retryable
