"""What a program writes to us: JSON objects, as an argument or a line each on standard input."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

from handrail.errors import UsageError

EXAMPLE = 'Example: {"pattern": "logout"}'
_AT_ONCE = 65_536
"""Bytes of one reading."""


async def lines() -> AsyncIterator[bytes]:
    """Lines of standard input, without holding up the browser's events. Empty ones are left out."""
    if sys.stdin is None:
        return
    loop = asyncio.get_running_loop()
    read: asyncio.Queue[bytes | None] = asyncio.Queue()

    def hand_over(line: bytes | None) -> None:
        loop.call_soon_threadsafe(read.put_nowait, line)

    # A daemon: asyncio's own threads are waited for at exit, and this one may sit in its read for ever.
    threading.Thread(target=_read, args=(sys.stdin.fileno(), hand_over), name="stdin", daemon=True).start()
    while (line := await read.get()) is not None:
        if line.strip():
            yield line


def _read(descriptor: int, hand_over: Any) -> None:
    """Read to the end. Not through `sys.stdin`: its lock would be held while Python ends, which aborts Python."""
    rest = bytearray()
    # The loop is closed, or the terminal is gone: nobody listens any more.
    with suppress(RuntimeError, OSError):
        while piece := os.read(descriptor, _AT_ONCE):
            rest += piece
            if b"\n" in piece:
                *whole, rest = rest.split(b"\n")
                for line in whole:
                    hand_over(bytes(line))
    with suppress(RuntimeError):
        hand_over(bytes(rest))
        hand_over(None)


def json_object(text: str | bytes) -> dict[str, Any]:
    """A JSON object.

    Raises:
        UsageError: the text is not one.
    """
    from handrail.tools.core.invalid_calls import is_too_deep

    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise UsageError(f"Not valid JSON: {error.msg} at character {error.pos + 1}.", hint=EXAMPLE) from None
    except UnicodeDecodeError:
        raise UsageError("Not valid JSON: it is not UTF-8 text.", hint=EXAMPLE) from None
    except ValueError:
        raise UsageError("Not valid JSON: a number has too many digits.", hint=EXAMPLE) from None
    except RecursionError:
        raise UsageError("The JSON is nested too deeply.", hint=EXAMPLE) from None
    if is_too_deep(value):
        raise UsageError("The JSON is nested too deeply.", hint=EXAMPLE)
    if not isinstance(value, dict):
        raise UsageError("The parameters must be a JSON object.", hint=EXAMPLE)
    return value
