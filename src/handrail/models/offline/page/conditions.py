"""Conditions on things that are counted or listed: a state, words in a name, a part of an address."""

from __future__ import annotations

import re
from collections.abc import Sequence

from handrail.models.offline.grammar.steps import Where
from handrail.models.offline.grammar.words import fold
from handrail.models.offline.outline import TICKS, OutlineTree
from handrail.models.offline.page.grounding import SURE, likeness

_ON, _OFF = {"checked", "selected", "pressed"}, {"unchecked", "unpressed", "mixed"}


_FOLDS = {"expanded", "collapsed"}


def has_state(states: Sequence[str], wanted: str) -> bool | None:
    """Whether states include this one; None where they do not tell. Chosen, ticked and pressed count as the same."""
    here = set(states)
    if wanted in _ON:
        return bool(here & _ON) if here & (_ON | _OFF) else None
    if wanted == "expanded":
        return "expanded" in here if here & _FOLDS else None
    return wanted in here


def holds(outline: OutlineTree, condition: Where, name: str, place: int) -> bool:
    states = outline[place].states
    if outline[place].role not in TICKS and condition.value in _ON:
        inside = [at for at in outline.under(place) if outline[at].role in TICKS]
        states = outline[inside[0]].states if len(inside) == 1 else states
    url = outline[place].url
    match condition.kind:
        case "state":
            return bool(has_state(states, condition.value))
        case "not_state":
            return has_state(states, condition.value) is not True
        case "url":
            return url is not None and condition.value.casefold() in url.raw.casefold()
        case _:
            return text_holds(condition, name)


def text_holds(condition: Where, name: str) -> bool:
    """Whether a name meets a condition on its words."""
    match condition.kind:
        case "named":
            signature = signature_name(name)
            own = signature.rpartition(".")[2].strip()
            return max(likeness(condition.value, other) for other in (name, signature, own)) >= SURE
        case "starts":
            own = signature_name(name).rpartition(".")[2]
            return any(fold(other).startswith(fold(condition.value)) for other in (name, own))
        case "ends":
            return fold(name).endswith(fold(condition.value))
        case _:
            return fold(condition.value) in fold(name)


def signature_name(text: str) -> str:
    """What a signature is called: zip(*iterables) is zip, class json.JSONDecoder(...) is json.JSONDecoder."""
    return re.sub(r"^(?:class|exception|method|function|async|static)\s+", "", text).partition("(")[0].strip()


def in_words(condition: Where) -> str:
    match condition.kind:
        case "state":
            return f"that are {condition.value}"
        case "not_state":
            return f"that are not {condition.value}"
        case "url":
            return f"that lead to “{condition.value}”"
        case "named":
            return f"called “{condition.value}”"
        case "starts":
            return f"that start with “{condition.value}”"
        case "ends":
            return f"that end with “{condition.value}”"
        case _:
            return f"that contain “{condition.value}”"
