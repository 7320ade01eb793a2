"""About how much a provider is sent of a part of a message."""

from __future__ import annotations

from handrail.attachments import Attachment
from handrail.models.protocol import Part
from handrail.trust import Fenced

MEDIA_CHARS = {"image": 6_000, "document": 10_000}
"""What a picture or a page of a document is counted as: about 1,500 tokens for a window of 1,280 by 800 (Anthropic's
rule: width times height over 750), and for a page 2,500, its text and its picture."""
_TAGS = 110
"""Characters of a fence's tags."""


def size(part: Part) -> int:
    """Return about how many characters a provider is sent of a part."""
    match part:
        case str():
            return len(part)
        case Fenced():
            return len(part.body) + 2 * part.body.count("\n") + len(part.origin) + _TAGS
        case Attachment():
            return MEDIA_CHARS[part.kind] * part.pages
