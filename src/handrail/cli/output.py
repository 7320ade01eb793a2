"""Standard output that is closed or on a full disk: one sentence, since what nobody can read is no success."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Any

from handrail.errors import HandrailError, UsageError


class CheckedOutput:
    """A stream whose `write` and `flush` raise `UsageError` where that fails. A pipe that its reader closed is left to
    the command: `head` is no error."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        written: int = self._checked(self._stream.write, text)
        return written

    def flush(self) -> None:
        self._checked(self._stream.flush)

    def _checked(self, method: Any, *args: str) -> Any:
        try:
            return method(*args)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise UsageError(f"Standard output cannot be written: {error.strerror}.") from error


@contextmanager
def checked_output() -> Iterator[None]:
    """Check what the block prints, to its last line. Raises `UsageError`: there is nowhere to print it, or it cannot be
    written."""
    if sys.stdout is None:
        raise UsageError("Standard output is closed.", hint="To print nowhere: > /dev/null")
    with redirect_stdout(CheckedOutput(sys.stdout)) as output:
        try:
            yield
        finally:
            try:
                output.flush()
            except (HandrailError, BrokenPipeError) as error:
                # Python would try the rest once more when it ends, and print a traceback.
                with Path(os.devnull).open("wb") as nowhere:
                    os.dup2(nowhere.fileno(), output.fileno())
                if isinstance(error, HandrailError):
                    raise
