"""Printing for people and for programs. Page text cannot forge a line, a colour or a link in a terminal: it is cleaned,
put on one line, and printed as plain text, never as markup."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from handrail.trust import External, one_line

if TYPE_CHECKING:
    from rich.console import Console

    from handrail.errors import HandrailError


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
    """Return text from outside in quotation marks, cleaned and on one line."""
    return f'"{one_line(value.raw if isinstance(value, External) else value, limit)}"'
