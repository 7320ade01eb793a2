"""Which requests only ask, though their method may change something: a query that is too long for an address, and what
counts visits. `reading.json` lists how interfaces name these, with where that is from."""

from __future__ import annotations

import json
import re
from importlib import resources
from urllib.parse import urlsplit

from handrail.policy.requests.bodies import BodyNames
from handrail.trust.words import address_steps, identifier_words

_NAMES = json.loads((resources.files("handrail.policy.requests") / "reading.json").read_text("utf-8"))
_LAST_STEPS = frozenset((*_NAMES["last_steps"], *_NAMES["collectors"]))
_BELOW = frozenset(_NAMES["last_steps_below"])
"""Of what the step before names: ``/orders/list``, but not ``/list``."""
_OPERATIONS = frozenset(_NAMES["operations"])
_DRAFTS = frozenset(_NAMES["drafts"])
_PROGRAM = re.compile(r"\w (?:php\d?|phtml|aspx?|jsp|cgi|pl|py|rb|do|action)$")


def only_asks(method: str, url: str, names: BodyNames) -> bool:
    """Whether a request asks for something and changes nothing, by what it is called. What pays or deletes is judged
    before, by all that it holds.

    Args:
        method: in capital letters.
        names: what its body names.
    """
    if method != "POST":
        return False
    if names.mutates:
        return False
    if names.is_call:
        return names.mutates is False or (bool(names.operations) and all(map(_is_read, names.operations)))
    steps = _steps(url)
    if any(map(_PROGRAM.search, steps[:-1])):
        # What follows the name of a program is an argument of it.
        return False
    below = len(steps) > 1 and steps[-1] in _BELOW
    return below or (bool(steps) and steps[-1] in _LAST_STEPS)


def keeps_draft(url: str, names: BodyNames) -> bool:
    """Whether a request keeps a draft, as pages do by themselves while one writes, by what it is called: by the last
    step of its path that is a name, or by its operations."""
    if names.is_call:
        return bool(names.operations) and all(not _DRAFTS.isdisjoint(identifier_words(one)) for one in names.operations)
    named = [step for step in _steps(url) if not any(map(str.isdigit, step))]
    return bool(named) and not _DRAFTS.isdisjoint(named[-1].split())


def _steps(url: str) -> list[str]:
    return [step.replace("-", " ") for step in address_steps(urlsplit(url).path).split("/") if step.strip()]


def _is_read(operation: str) -> bool:
    """A name of JSON-RPC whose verb reads: "users.list", "getUser". ("resetList" and "list.reset.count" do not.)"""
    *groups, name = operation.split(".")
    words = identifier_words(name)
    return len(groups) <= 1 and bool(words) and words[0] in _OPERATIONS
