"""Has a document read by a process of its own, and ends that when it takes too long.

Measured on two cores: such a process takes 0.12 s and 33 MB for page 300 of 2,415 (6.5 MB), of which 0.1 s are its
start. The same work would be done at once in this process, where a file that is made for it could end the session, hang
it, or read its secrets.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from handrail.documents.errors import DocumentError
from handrail.documents.limits import MAX_ANSWER_BYTES, MAX_ATTACHED_BYTES, TIME_LIMIT

_KEPT = ("PATH", "PYTHONPATH", "PYTHONHOME", "SYSTEMROOT", "TEMP", "TMP", "LD_LIBRARY_PATH", "VIRTUAL_ENV")
"""Variables that a Python needs to start; the others may hold secrets."""


async def read_pdf(
    path: Path, *, first: int = 1, last: int | None = None, max_chars: int, password: str = "", pictures: bool = False
) -> dict[str, Any]:
    """Return pages of a PDF: see `handrail.documents.pdf.read_pdf`. Raises `DocumentError`: it cannot be read."""
    job = {"read": "pdf", "first": first, "last": last, "max_chars": max_chars, "pictures": pictures}
    return await _work({**job, "path": str(path), "password": password})


async def read_document(path: Path, name: str = "", part: str | None = None, base: str = "") -> dict[str, Any]:
    """Return a document that is no PDF: ``kind``, ``text``; of a workbook ``sheets``, of an archive ``entries``.

    Args:
        name: what the file is called, where that is not its name on disk.
        part: a sheet of a workbook, or an entry of an archive.
        base: the address that links of an HTML file are relative to.

    Raises:
        DocumentError: it cannot be read.
    """
    return await _work({"read": "document", "path": str(path), "name": name, "part": part, "base": base})


async def whole_document(path: Path) -> bytes | None:
    """Return the bytes of a document, for models that read PDFs themselves; None where there are more than may be
    attached, or none can be read."""
    return await asyncio.to_thread(_read, path)


def _read(path: Path) -> bytes | None:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_ATTACHED_BYTES + 1)
    except OSError:
        return None
    return data if len(data) <= MAX_ATTACHED_BYTES else None


async def _work(job: dict[str, Any]) -> dict[str, Any]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-P", "-m", "handrail.documents.worker"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={name: os.environ[name] for name in _KEPT if name in os.environ},
    )
    try:
        async with asyncio.timeout(TIME_LIMIT):
            answer = await _answer(process, json.dumps(job).encode())
    except TimeoutError:
        raise DocumentError(
            "too_slow", f"The document could not be read within {TIME_LIMIT:.0f} s.", "Ask for fewer pages."
        ) from None
    finally:
        # To kill one that has ended would take its exit from the event loop.
        if process.returncode is None and process.stdout is not None and not process.stdout.at_eof():
            with suppress(ProcessLookupError):
                process.kill()
        await process.wait()
    if "error" in answer:
        raise DocumentError(*answer["error"])
    return answer


async def _answer(process: asyncio.subprocess.Process, job: bytes) -> dict[str, Any]:
    assert process.stdin is not None, "it is a pipe"
    assert process.stdout is not None, "it is a pipe"
    with suppress(BrokenPipeError, ConnectionResetError):
        process.stdin.write(job)
        await process.stdin.drain()
        process.stdin.close()
    parts, size = list[bytes](), 0
    while chunk := await process.stdout.read(1 << 20):
        parts.append(chunk)
        size += len(chunk)
        if size > MAX_ANSWER_BYTES:
            raise DocumentError(
                "too_large", "The document holds more than can be read at once.", "Ask for fewer pages."
            )
    try:
        answer: dict[str, Any] = json.loads(b"".join(parts))
    except ValueError:
        # It was ended: by its own limits, or by a fault of the parser.
        raise DocumentError(
            "broken_document", "Reading the document failed; the file may be broken or a bomb."
        ) from None
    return answer
