"""JSON objects from programs: an argument, or one on each line of standard input."""

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
from handrail.trust import well_formed_data

_READ_SIZE = 65_536


async def lines() -> AsyncIterator[bytes]:
    """Yield lines of standard input that are not empty. Reading them does not block the event loop."""
    if sys.stdin is None:
        return
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[bytes | None] = asyncio.Queue()

    def put(line: bytes | None) -> None:
        loop.call_soon_threadsafe(queue.put_nowait, line)

    # A daemon: asyncio's own threads are waited for at exit, and this one may sit in its read for ever.
    threading.Thread(target=_read, args=(sys.stdin.fileno(), put), name="stdin", daemon=True).start()
    while (line := await queue.get()) is not None:
        if line.strip():
            yield line


def _read(descriptor: int, put: Any) -> None:
    """Pass each line to ``put``, and None at the end.

    Not through `sys.stdin`: this thread would hold its lock when Python exits, which makes Python abort.
    """
    rest = bytearray()
    # The loop is closed or the terminal is gone.
    with suppress(RuntimeError, OSError):
        while chunk := os.read(descriptor, _READ_SIZE):
            rest += chunk
            if b"\n" in chunk:
                *complete, rest = rest.split(b"\n")
                for line in complete:
                    put(bytes(line))
    with suppress(RuntimeError):
        put(bytes(rest))
        put(None)


def json_object(text: str | bytes, *, example: Any) -> dict[str, Any]:
    """Parse a JSON object; raise `UsageError` where the text is none, with an example that would do."""
    from handrail.tools.core.invalid_calls import is_too_deep

    hint = f"Example: {json.dumps(example, ensure_ascii=False)}"
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise UsageError(f"Not valid JSON: {error.msg} at character {error.pos + 1}.", hint=hint) from None
    except UnicodeDecodeError:
        raise UsageError("Not valid JSON: it is not UTF-8 text.", hint=hint) from None
    except ValueError:
        raise UsageError("Not valid JSON: a number has too many digits.", hint=hint) from None
    except RecursionError:
        raise UsageError("The JSON is nested too deeply.", hint=hint) from None
    if is_too_deep(value):
        raise UsageError("The JSON is nested too deeply.", hint=hint)
    if not isinstance(value, dict):
        raise UsageError("The parameters must be a JSON object.", hint=hint)
    return well_formed_data(value)
