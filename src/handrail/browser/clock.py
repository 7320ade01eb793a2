"""The clock of deadlines."""

from __future__ import annotations

import asyncio


def loop_time() -> float:
    """Return the seconds of the running loop's clock, which only goes forward."""
    return asyncio.get_running_loop().time()
