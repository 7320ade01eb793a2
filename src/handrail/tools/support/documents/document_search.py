"""Searches the text of a document: of a PDF page by page, of other files as they are read."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from handrail.documents.errors import DocumentError
from handrail.documents.read import read_document, read_pdf
from handrail.tools.core.context import Context
from handrail.tools.support.documents.document_source import DocumentSource
from handrail.tools.support.matcher import Matcher

SEARCH_TIME = 20.0
"""Seconds that the pages of one document may take to be read."""
MOST_CHARS = 5_000_000


@dataclass(frozen=True, slots=True)
class PlaceInDocument:
    """A match and the text around it; ``page`` counts from 1, None where there are no pages."""

    match: str
    before: str
    after: str
    page: int | None


@dataclass(slots=True)
class FoundInDocument:
    """The matches that were asked for, of ``total``; ``unread`` is the first page that was not read in time."""

    total: int = 0
    places: list[PlaceInDocument] = field(default_factory=list)
    unread: int | None = None


async def search_document(
    ctx: Context, source: DocumentSource, matcher: Matcher, *, skip: int, limit: int, context: int
) -> FoundInDocument:
    """Return where a pattern stands in a document, secrets masked.

    Raises:
        DocumentError: it cannot be read.
        PatternTooSlow: the pattern did not finish in time.
    """
    found = FoundInDocument()
    async for page, raw in _texts(source, found):
        text = ctx.vault.mask_text(raw)
        total, spans = matcher.find(text, max(0, skip + limit - found.total))
        for start, end in spans[max(0, skip - found.total) :]:
            before, after = text[max(0, start - context) : start], text[end : end + context]
            found.places.append(PlaceInDocument(text[start:end], before, after, page))
        found.total += total
    return found


async def _texts(source: DocumentSource, found: FoundInDocument) -> AsyncIterator[tuple[int | None, str]]:
    """Yield the texts of a document with their pages."""
    try:
        document = await read_document(source.path, source.name, base=source.url)
    except DocumentError as error:
        if error.code != "is_a_pdf":
            raise
    else:
        yield None, document.get("text", "")
        return
    following: int | None = 1
    end = time.monotonic() + SEARCH_TIME
    while following is not None and time.monotonic() < end:
        part = await read_pdf(source.path, first=following, max_chars=MOST_CHARS)
        for page in part["pages"]:
            yield page["number"], page["text"]
        following = part["next"]
    found.unread = following
