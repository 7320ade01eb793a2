"""What a model chose by pressing, or said in an address, where a script keeps it: told by what the page then sends."""

from __future__ import annotations

import json
from collections.abc import Iterable
from urllib.parse import parse_qsl, unquote, urlsplit

from handrail.browser.types.acts import MAX_BODY_BYTES, HeldRequest
from handrail.policy import Facts, origin_of
from handrail.policy.provenance import Provenance
from handrail.policy.words.user_words import leaves_of
from handrail.trust.words import fold

LEAST_CHARS = 4
"""Characters of a text that is looked for in what is sent: shorter ones stand in many words."""


def kept_texts(request: HeldRequest, presses: Iterable[Facts], said: Iterable[str], given: Provenance) -> list[str]:
    """What a request says that a script kept: labels of what a model pressed, as its choice, and values of addresses
    that the model composed, as a draft. (A number that stands for a choice is not found.)

    Args:
        request: what a page of theirs wants to send.
        presses: the last ones of the model.
        said: values of its addresses.
        given: what the user and the plan want.
    """
    values = [fold(value) for value in _sent_values(request)]
    labels = (given.label_chosen(press) for press in presses if not _is_field(press))
    texts = (text for text in (*labels, *said) if len(text) >= LEAST_CHARS)
    return [text for text in dict.fromkeys(texts) if any(fold(text) in value for value in values)]


def said_in(url: str, given: Provenance) -> list[tuple[str, str]]:
    """What an address says in its query and fragment that is none of the user's words, each with the origin."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return []
    values = (*(value for _, value in parse_qsl(parts.query)), unquote(parts.fragment))
    return [(origin_of(url) or "", value) for value in values if value and not given.words.has(value)]


def _is_field(press: Facts) -> bool:
    return press.element is not None and press.element.kind in ("text", "editable", "select")


def _sent_values(request: HeldRequest) -> list[str]:
    """The values in the body and the query of a request, without their names; of a body of no known form, the whole."""
    body = (request.body or b"")[:MAX_BODY_BYTES].decode("utf-8", "replace")
    try:
        values = list(leaves_of(json.loads(body)))
    except (ValueError, RecursionError):
        values = [value for _, value in parse_qsl(body)] or [body]
    return [*values, *(value for _, value in parse_qsl(urlsplit(request.url).query))]
