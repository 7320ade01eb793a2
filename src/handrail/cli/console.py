"""What a person's terminal is shown. Page text cannot forge a line, a colour or a link there: it is cleaned, put on one
line, and printed as plain text, never as markup."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from handrail.trust import External, one_line

if TYPE_CHECKING:
    from rich.console import Console

    from handrail.errors import HandrailError


def console() -> Console:
    """Standard output for people. No highlighting: colours are ours to give."""
    from rich.console import Console

    return Console(highlight=False, soft_wrap=False)


def complain(error: HandrailError) -> None:
    """One sentence and its hint, on standard error."""
    sys.stderr.write(f"handrail: {one_line(error.message, 500)}\n")
    if error.hint:
        sys.stderr.write(f"  {one_line(error.hint, 500)}\n")


def print_json(value: Any) -> None:
    """One JSON value on one line of standard output, ASCII only, so that no terminal acts on what a page said."""
    sys.stdout.write(json.dumps(value, ensure_ascii=True, default=str) + "\n")
    sys.stdout.flush()


def quoted(value: External | str, limit: int = 60) -> str:
    """Outside text as a quoted value on one line."""
    return f'"{one_line(value.raw if isinstance(value, External) else value, limit)}"'
