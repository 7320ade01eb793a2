"""Why a document cannot be read, one sentence each."""

from __future__ import annotations


class DocumentError(Exception):
    """A document that cannot be read.

    Args:
        code: one snake_case word for programs.
        message: a sentence a person understands, in our own words.
        hint: what to try.
    """

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
