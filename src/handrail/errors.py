"""Errors that a person can act on: one sentence, a hint, and an exit code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class HandrailError(Exception):
    """Base of every error that Handrail raises on purpose. ``hint`` says what to try, never in the words of a page."""

    exit_code = 1

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        # What a traceback shows: no front end is there to add the hint.
        return f"{self.message} {self.hint}".rstrip()


class UsageError(HandrailError):
    """A wrong option, parameter or configuration."""

    exit_code = 2


@contextmanager
def explain_os_errors(what: str, hint: str = "", kind: type[HandrailError] = UsageError) -> Iterator[None]:
    """Raise what keeps the block from reading or writing a file as an error of this kind, which says what failed, and
    why."""
    try:
        yield
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise kind(f"{what}: {reason}.", hint=hint) from error


class NoBrowser(HandrailError):
    """No browser was found, or none would start."""

    exit_code = 4


class ModelError(HandrailError):
    """No model is available, or it cannot answer. ``code`` says why, where known; ``retryable``, whether the same call
    may succeed later."""

    exit_code = 4
    code: str = ""
    was_asked: bool = True
    """Whether a model may have been asked, and may be paid for; not where a key or name was refused, or nobody was
    reached."""
    usage: Any = None
    """What useless answers cost before the error: a `handrail.models.protocol.Usage`, where there were any."""

    def __init__(self, message: str, *, hint: str = "", retryable: bool = False) -> None:
        super().__init__(message, hint=hint)
        self.retryable = retryable
