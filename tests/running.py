"""Processes that tests start, which end with them."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any


@contextmanager
def running(command: Sequence[str], **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """A process that is killed and whose pipes are closed however its test ends; options as of `subprocess.Popen`.

    A pipe that is left open is closed by the collector one day, with a warning in the test that happens to run then.
    """
    with subprocess.Popen(command, **options) as process:
        try:
            yield process
        finally:
            process.kill()
