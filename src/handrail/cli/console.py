"""Printing for people and for programs. Page text cannot forge a line, a colour or a link in a terminal: it is cleaned,
put on one line, and printed as plain text, never as markup."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from handrail.trust import External, one_line

if TYPE_CHECKING:
    from rich.console import Console

    from handrail.errors import HandrailError


def console() -> Console:
    """A console on standard output. It does not colour numbers and paths by itself."""
    from rich.console import Console

    return Console(highlight=False, soft_wrap=False)


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
    """Text from outside in quotation marks, cleaned and on one line."""
    return f'"{one_line(value.raw if isinstance(value, External) else value, limit)}"'
