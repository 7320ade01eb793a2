"""A document as it is, for models that read PDFs themselves."""

from __future__ import annotations

import asyncio
from pathlib import Path

from handrail.documents.limits import MAX_ATTACHED_BYTES


async def whole_document(path: Path) -> bytes | None:
    """Return the bytes of a document; None where there are more than may be attached, or none can be read."""
    return await asyncio.to_thread(_read, path)


def _read(path: Path) -> bytes | None:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_ATTACHED_BYTES + 1)
    except OSError:
        return None
    return data if len(data) <= MAX_ATTACHED_BYTES else None
