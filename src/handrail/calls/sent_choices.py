"""What a model chose by pressing, or said in an address, where a script keeps it: told by what the page then sends."""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64decode
from collections.abc import Iterable, Iterator
from contextlib import suppress
from urllib.parse import parse_qsl, unquote, urlsplit

from handrail.browser.types.acts import MAX_BODY_BYTES, HeldRequest
from handrail.policy import Facts, origin_of
from handrail.policy.provenance import Provenance
from handrail.policy.words.user_words import leaves_of
from handrail.trust.words import fold

_PLAIN_STEP = re.compile(r"[a-z_-]{0,16}|\d*", re.IGNORECASE)
_URL_SAFE = str.maketrans("+/ ", "-_-")
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
    values = [fold(value) for value in sent_values(request)]
    labels = (given.label_chosen(press) for press in presses if not _is_field(press))
    texts = (text for text in (*labels, *said) if len(text) >= LEAST_CHARS)
    return [text for text in dict.fromkeys(texts) if any(fold(text) in value for value in values)]


def said_in(url: str, given: Provenance) -> list[tuple[str, str]]:
    """What an address says that is none of the user's words, each with the origin: in its query, its fragment, steps of
    their paths that are no plain word, and texts within these that are encoded as sites do."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return []
    path, _, query = parts.fragment.partition("?")
    steps = [step for step in f"{parts.path}/{path}".split("/") if _PLAIN_STEP.fullmatch(step) is None]
    pairs = [*parse_qsl(parts.query), *parse_qsl(query or path)]
    values = [*(value for _, value in pairs), unquote(parts.fragment), *map(unquote, steps)]
    values += [text for value in values for text in _decoded(value)]
    return [(origin_of(url) or "", value) for value in values if value and not given.words.has(value)]


def _decoded(value: str) -> Iterator[str]:
    """The texts in a value that is JSON, encoded once more, or base64 of such."""
    texts = [value, unquote(value)]
    with suppress(ValueError):
        texts.append(urlsafe_b64decode(value.translate(_URL_SAFE) + "==").decode())
    for text in dict.fromkeys(texts):
        try:
            yield from leaves_of(json.loads(text))
        except (ValueError, RecursionError):
            yield from [text] if text != value and text.isprintable() else []


def _is_field(press: Facts) -> bool:
    return press.element is not None and press.element.kind in ("text", "editable", "select")


def sent_values(request: HeldRequest) -> list[str]:
    """The values in the body and the query of a request, without their names; of a body of no known form, the whole."""
    body = (request.body or b"")[:MAX_BODY_BYTES].decode("utf-8", "replace")
    try:
        values = list(leaves_of(json.loads(body)))
    except (ValueError, RecursionError):
        values = [value for _, value in parse_qsl(body)] or [body]
    return [*values, *(value for _, value in parse_qsl(urlsplit(request.url).query))]
