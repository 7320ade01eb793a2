"""What a question says of a request."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from handrail.browser.types.acts import HeldRequest
from handrail.messages import Sentence
from handrail.policy.decision import excerpt, quotation, told_by_kind
from handrail.policy.facts import TextsToSend
from handrail.policy.words.consequences import Evidence, sets, verbs
from handrail.policy.words.spans import as_words, is_part_of

ID = re.compile(r"\d+|(?=.*\d)[\w-]{8,}|[0-9a-f]{8,}", re.IGNORECASE)
"""A step of an address that names one thing by a number or code."""
MOST_FIELDS = 3
"""Fields that a question shows of a body."""
PARTS_OF_RECORD, MOST_ACTS = 2, 50
"""Least parts of a whole record, and fields that are looked at for the gravest."""
_PLAIN_STEP, MOST_STEPS = re.compile(r"[\w.-]{0,20}", re.ASCII), 6
SHORT_QUERY, SHORT_CODE = 60, 8
"""Characters of an address's query, and of a code in its path, that a question shows."""


def question(request: str, reasons: Sequence[Sentence]) -> Sentence:
    """Return the question whether a request may be sent, with ends of the sentence that say why it is asked."""
    return Sentence("The page wants to send {request}{reasons}.", request=request, reasons=Sentence.joined("", reasons))


def told_fields(body_keys: Sequence[str], texts: Sequence[str], *, whole: bool = False) -> str:
    """Return what the fields of a body say that is to be done, or what something is to be, the gravest first, and which
    of them hold a part of a model's texts: " (status: publish, name: fruit trees)"; "" where none does. ``whole``: it
    holds a whole record, so that what its other fields say may have been so before."""
    fields = [key.partition("=")[::2] for key in body_keys if key.partition("=")[2]]
    acts = [field for field in fields if sets(field[0])]
    first = [field for field in acts[:MOST_ACTS] if verbs(Evidence(method="POST", body_keys=("=".join(field),)))]
    given = [as_words(text) for text in texts]
    parts = [field for field in fields if not sets(field[0]) and is_part_of(as_words(field[1]), given)]
    if whole:
        acts = [field for field in acts if as_words(field[1]) in given]
    said = [f"{name}: {value}" for name, value in dict.fromkeys((*first, *acts, *parts))]
    return f" ({', '.join(said[:MOST_FIELDS])})" if said else ""


def is_whole_record(method: str, fields: Sequence[str], body_keys: Sequence[str]) -> bool:
    """Return whether a body takes the place of a record, as PUT says (RFC 9110, section 9.3.4), of more than one part.

    Args:
        fields: names of the fields that do not lie in others.
    """
    bare = set(fields).intersection(key for key in body_keys if "=" not in key)
    return method == "PUT" and len(bare) >= PARTS_OF_RECORD


def short_request(request: HeldRequest, fields: str = "") -> str:
    """Return the method and address of a request as a question names it, with what is told of its fields."""
    return quotation(f"{request.method} {short_address(request.url)}{fields}", 300)


def short_address(url: str) -> str:
    """Return an address without what a person cannot read in it: of its query the beginning, of long codes as well."""
    rest, mark, query = url.partition("?")
    is_code = {step: len(step) > 2 * SHORT_CODE and ID.fullmatch(step) for step in rest.split("/")}
    steps = [f"{step[:SHORT_CODE]}…" if is_code[step] else step for step in rest.split("/")]
    return "/".join(steps) + mark + (query if len(query) <= SHORT_QUERY else f"{query[:SHORT_QUERY]}…")


def plain_request(method: str, url: str) -> str:
    """Return a request's method and path, of whose steps only short plain ones are left: no sentence of a page's."""
    steps = urlsplit(url).path.split("/")
    return f"{method} {'/'.join(step if _PLAIN_STEP.fullmatch(step) else '…' for step in steps[:MOST_STEPS])}"


def told_texts(texts: Sequence[str], act: TextsToSend) -> list[Sentence]:
    """Return these texts of a model, which may come of an act, in ends of a sentence: first what the request says, then
    what was not found in it, the newest first."""
    (off, wrote, chose, before), found = told_by_kind(texts, act.earlier, act.picked, act.unchecked), list[Sentence]()
    if off:
        found.append(Sentence(", after the model unchecked {text}", text=excerpt(off)))
    if wrote:
        text = excerpt(wrote)
        own = Sentence(", after the model wrote {text}, which are not your words", text=text)
        found.append(Sentence(", after the model wrote {text}", text=text) if act.wordless else own)
    if chose:
        text = excerpt(chose)
        found.append(Sentence(", after the model chose {text}, pressed it, or put it into an address", text=text))
    if attempts := [text for text in before if text in act.tried]:
        text = excerpt(attempts)
        found.append(Sentence(", and after it tried to write or choose {text} on this site earlier", text=text))
    if before := [text for text in before if text not in act.tried]:
        text = excerpt(before)
        found.append(Sentence(", and after it wrote, chose or pressed {text} on this site earlier", text=text))
    return found


def came_unnamed(pressed: str, follows: Sequence[Sentence], *, is_mentioned: bool) -> list[Sentence]:
    """Return what a request came after that the user did not ask for, in ends of a sentence.

    Args:
        pressed: what was pressed; "" where that was nothing with a name.
        follows: what else was done.
        is_mentioned: the user's words hold its name, and only ask for no change by it.
    """
    if not pressed:
        return [*follows, Sentence(", after an act that you did not name")]
    if is_mentioned:
        return [Sentence(", after the model pressed {what}", what=pressed)]
    return [Sentence(", after the model pressed {what}, which you did not name", what=pressed)]


def filled_in(ends: Sequence[str]) -> Sentence:
    """Return that an address may have filled in a page, as the end of a sentence; ``ends``: what the user did not give
    of such addresses, where they gave all else of them."""
    if ends:
        end = excerpt(ends)
        return Sentence(", on a page that may have been filled in by {end}, an end of your address", end=end)
    return Sentence(", on a page that may have been filled in by an address that you did not give")
