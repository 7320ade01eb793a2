"""Printing for people and for programs. Page text cannot forge a line, a colour or a link in a terminal: it is cleaned,
put on one line, and printed as plain text, never as markup. Where standard output is closed or on a full disk that is
said in one sentence, since what nobody can read is no success."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

from handrail.errors import HandrailError, UsageError
from handrail.trust import External, one_line, without_quotes

if TYPE_CHECKING:
    from rich.console import Console

UNLIMITED = 10_000
"""Columns of what is no terminal: nothing is wrapped or cut there."""


def console(*, stderr: bool = False) -> Console:
    """Return a console on standard output or standard error. It does not colour numbers and paths by itself, and wraps
    lines for a terminal only."""
    from rich.console import Console

    out = Console(highlight=False, soft_wrap=False, stderr=stderr)
    if not out.is_terminal:
        out.width = UNLIMITED
    return out


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """Show what goes on until the block ends, at a terminal only; what it yields changes the words."""
    out = console(stderr=True)
    if not out.is_terminal:
        yield lambda _: None
        return
    from rich.text import Text

    with out.status("starting the browser", spinner="dots") as status:
        yield lambda what: status.update(Text(one_line(what, 200)))


def print_error(error: HandrailError) -> None:
    """Print an error and its hint on standard error."""
    sys.stderr.write(f"handrail: {one_line(error.message, 500)}\n")
    if error.hint:
        sys.stderr.write(f"  {one_line(error.hint, 500)}\n")


def print_json(value: Any) -> None:
    """Print a JSON value on one line of standard output, ASCII only, so that page text cannot control a terminal."""
    sys.stdout.write(json.dumps(value, ensure_ascii=True, default=str) + "\n")
    sys.stdout.flush()


def quote(value: External | str, limit: int = 60) -> str:
    """Return text from outside in quotation marks, which it cannot end, cleaned and on one line."""
    return f'"{without_quotes(one_line(value.raw if isinstance(value, External) else value, limit))}"'


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
