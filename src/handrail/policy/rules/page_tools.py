"""Tools that a page registers itself: the page's own code runs, with what the model says to it."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from handrail.browser.types.acts import HeldRequest
from handrail.messages import Sentence
from handrail.policy.decision import MAX_SHOWN, TOO_LONG, Ask, Decision, Deny, flag, quotation
from handrail.policy.facts import CallRequest, Facts, PageToolFacts
from handrail.trust import one_line
from handrail.trust.words import identifier_words

RULE = "page_tools_are_asked"
_NEUTRAL = frozenset(("api", "v1", "v2", "v3"))
"""Steps of a path that say nothing of what is done."""


def page_tools_are_asked(request: CallRequest, facts: Facts) -> Decision | None:
    """Promises G1 and G3. A tool does what its page likes, whatever it is called, so each call is asked for, with all
    of its arguments; only trust in the origin ends that. None takes a secret. What the page then sends beyond
    that (`shows_all_of`) is judged like what comes of a press that the user did not name."""
    tool = facts.page_tool
    if tool is None:
        return None
    if tool.holds_secret:
        return Deny(RULE, "What the model wants to tell a tool of the page holds a secret of yours.")
    if facts.acted_on in request.permissions.trusted:
        return None
    shown = {"tool": quotation(tool.name, 200), "site": one_line(facts.acted_on, 200)}
    question = Sentence("The model wants to use {tool}, a tool of the page on {site}, without arguments.", **shown)
    if tool.arguments:
        said = _shown(json.loads(tool.arguments))
        if len(said) > MAX_SHOWN:
            return Deny(TOO_LONG, "What the model tells the tool is too long for a question.")
        question = Sentence(
            "The model wants to use {tool}, a tool of the page on {site}, with {arguments}.", **shown, arguments=said
        )
    return Ask(RULE, question, flag("--trust", facts.acted_on))


def _shown(value: Any) -> str:
    """Arguments as JSON, in which each text is a value of its own in quotation marks that it cannot end: in marks
    around the whole, those of the arguments would read as any other sign, and one argument as two."""
    match value:
        case str():
            return quotation(value, MAX_SHOWN)
        case dict():
            return (
                "{" + ", ".join(f"{quotation(name, MAX_SHOWN)}: {_shown(part)}" for name, part in value.items()) + "}"
            )
        case list():
            return "[" + ", ".join(map(_shown, value)) + "]"
        case _:
            return json.dumps(value)


def shows_all_of(tool: PageToolFacts, request: HeldRequest) -> bool:
    """Return whether the question about a call showed all that a request says, so that a yes to the one is a yes to the
    other: its path is made of the tool's name and of arguments, and its fields are arguments under their own names.

    What cannot be read (any body in Firefox), forms that open a page, and bodies that are neither fields nor one object
    in JSON say more than that."""
    if request.body is None or request.action or request.opens_document:
        return False
    try:
        given = json.loads(tool.arguments) if tool.arguments else {}
        address = urlsplit(request.url)
        fields = [*_fields(address.query), *_fields_of_body(request.body)]
    except (ValueError, RecursionError):
        return False
    words = {_singular(word) for word in identifier_words(tool.name)}
    steps = [unquote(step) for step in address.path.split("/") if step]
    return all(_says(given, name, value) for name, value in fields) and all(
        step in _NEUTRAL or any(_says({"": one}, "", step) for one in given.values()) or _is_of(step, words)
        for step in steps
    )


def _fields(query: str) -> list[tuple[str, Any]]:
    return list(parse_qsl(query, keep_blank_values=True, strict_parsing=True, errors="strict")) if query else []


def _fields_of_body(body: bytes) -> list[tuple[str, Any]]:
    text = body.decode("utf-8")
    if not text.startswith("{"):
        return _fields(text)
    # Of two fields of one name only one would be compared, and the other may be what is read.
    found = json.loads(text, object_pairs_hook=_different)
    return list(found.items())


def _different(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(found := dict(pairs)) < len(pairs):
        raise ValueError("two fields have the same name")
    return found


def _says(given: dict[str, Any], name: str, value: Any) -> bool:
    """Return whether a field is an argument: the same in JSON, or its text, where it has one."""
    if name not in given:
        return False
    argument = given[name]
    if isinstance(value, str) and isinstance(argument, int | float) and json.dumps(argument) == value:
        return True
    return json.dumps(argument, sort_keys=True) == json.dumps(value, sort_keys=True)


def _is_of(step: str, words: set[str]) -> bool:
    found = identifier_words(step)
    return bool(found) and {_singular(word) for word in found} <= words


def _singular(word: str) -> str:
    return word.removesuffix("s")
