"""Which requests only ask, though their method may change something: a query that is too long for an address, and what
counts visits. `read_only.json` lists how interfaces name these, with where that is from."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from importlib import resources
from urllib.parse import parse_qsl, urlsplit

from handrail.policy.requests.bodies import BodyNames
from handrail.policy.words.consequences import affirms, is_sent, names_act, sets
from handrail.trust.words import address_steps, identifier_words

_LISTS = json.loads((resources.files("handrail.policy.requests") / "read_only.json").read_text("utf-8"))
_NAMES = {kind: frozenset(names) for kind, names in _LISTS.items()}
_LAST_STEPS = _NAMES["last_steps"] | _NAMES["collectors"]
_CHANGING, _DRAFTS, _DRAFT_ENDS = _NAMES["changing"], _NAMES["drafts"], _NAMES["draft_ends"]
_MODEL = "model"
"""Before a model's name of several parts, in Tryton's calls: "model.party.address.read"."""
_ID = re.compile(r"(?!v\d+$)(?=.*\d)[\w ]*")
_PROGRAM = re.compile(r"\w (?:php\d?|phtml|aspx?|jsp|cgi|pl|py|rb|do|action)$")


def only_asks(method: str, url: str, names: BodyNames, *, is_form: bool = False, is_read: bool = True) -> bool:
    """Return whether a request asks for something and changes nothing, by what it and its body are called. What pays or
    deletes is judged before, by all that it holds.

    Args:
        method: in capital letters.
        is_form: it opens a document, as a form does: then a field that asks must be in it.
        is_read: its body could be read.
    """
    if method != "POST" or names.mutates:
        return False
    if names.is_call:
        return names.mutates is False or (bool(names.operations) and all(map(_is_read, names.operations)))
    steps = _steps(url)
    if any(map(_PROGRAM.search, steps[:-1])):
        # What follows the name of a program is an argument of it.
        return False
    last, before = next(reversed(steps), ""), next(reversed(steps[:-1]), "")
    if _PROGRAM.search(last):
        # One program for all that a site does is told by a field what to do.
        return not is_form and is_read and _act_of(names, url) in _LAST_STEPS and not says_text(names.keys)
    asked, of_one = [_asks_by_field(name) for name in names.fields], _ID.fullmatch(before) is not None
    if last in _NAMES["last_steps_of_queries"] | _NAMES["last_steps_with_fields"]:
        # What its body holds tells, and whose it is: of one thing of many it is an act ("/stock/9/count").
        needs_fields = is_form or last in _NAMES["last_steps_with_fields"]
        return is_read and not of_one and all(asked) and bool(asked or not needs_fields)
    if last in _NAMES["collectors_below"]:
        # Who counts visits at "/g/collect" does; "/invoices/7/collect" is an act.
        return not is_form and (not before or before in _NAMES["collecting"])
    # "status" is what is looked for in a search, and what a thing becomes where it is viewed.
    says_change = any(
        not _CHANGING.isdisjoint(identifier_words(name)) or (last in _NAMES["last_steps_of_views"] and sets(name))
        for name in names.fields
    )
    # "/users/7/lookup" with fields of any name may set them; "/items/7/list" may offer it for sale.
    may_act = of_one and not (all(asked) and (asked or last not in _NAMES["acts_on_one"]))
    # "/orders/list" lists, and "/list" says not what.
    lists = last in _LAST_STEPS or (bool(before) and last in _NAMES["last_steps_below"])
    reads = not says_change and not may_act and lists
    return reads and (not is_form or not is_read or any(asked))


def keeps_draft(url: str, names: BodyNames) -> bool:
    """Return whether a request keeps a draft, as pages do by themselves while one writes, by what it is called: by the
    last step of its path that is a name, or by its operations. A field may say that it ends there: "submit=true"."""
    if names.parts or is_sent(names.keys) or any(map(_ends_draft, names.keys)):
        return False
    if names.is_call:
        return bool(names.operations) and all(_is_draft(identifier_words(one)) for one in names.operations)
    *_, before, last = ("", "", *(step for step in _steps(url) if not any(map(str.isdigit, step))))
    return _is_draft(last.split()) and _DRAFT_ENDS.isdisjoint(before.split())


def _is_draft(words: Sequence[str]) -> bool:
    """Return whether a name is of a draft and of nothing that is done with it but to keep it: not "submitDraft"."""
    return not _DRAFTS.isdisjoint(words) and set(words) <= _DRAFTS | _NAMES["keeps"]


def removes_draft(method: str, url: str, names: BodyNames) -> bool:
    """Return whether a request removes a draft, as pages do by themselves once they have saved what was in it."""
    *_, before, last = ("", "", *_steps(url))
    in_drafts = any(not _DRAFTS.isdisjoint(step.split()) for step in (before, last))
    return method == "DELETE" and in_drafts and not names.keys and not names.parts and "?" not in url


def is_plain_act(name: str, value: str) -> bool:
    """Return whether a field says which plain step of a form this is ("action=edit"), and no choice."""
    return value.lower() in _NAMES["plain_acts"] and names_act(name)


def says_text(keys: Sequence[str]) -> bool:
    """Return whether a field is for text that somebody reads, not one to search: "comment", "message.body"."""
    ends = (identifier_words(key.partition("=")[0])[-1:] for key in keys)
    return any(end and end[0] in _NAMES["texts"] for end in ends)


def _steps(url: str) -> list[str]:
    return [step.replace("-", " ") for step in address_steps(urlsplit(url).path).split("/") if step.strip()]


def _act_of(names: BodyNames, url: str) -> str:
    """Return what the field of body or query says that names what is to be done; "" unless there is one."""
    fields = (*(key.partition("=")[::2] for key in names.keys), *parse_qsl(urlsplit(url).query))
    acts = {value for name, value in fields if names_act(name)}
    return " ".join(identifier_words(acts.pop())) if len(acts) == 1 else ""


def _asks_by_field(name: str) -> bool:
    words = identifier_words(name)
    return any(" ".join(words[at:]) in _NAMES["query_fields"] for at in (0, -1, -2))


def _ends_draft(key: str) -> bool:
    name, _, value = key.partition("=")
    words = identifier_words(name)
    return affirms(value) and any(" ".join(words[at:]) in _DRAFT_ENDS for at in (-1, -2))


def _is_read(operation: str) -> bool:
    """Return whether a name of JSON-RPC has a verb that reads: "users.list", "getUser". ("resetList",
    "list.reset.count", "findOneAndUpdate" and "readAll" do not.)"""
    *groups, name = operation.split(".")
    if groups[:1] == [_MODEL]:
        groups = groups[:1]
    words = identifier_words(name)
    reads = " ".join(words) in _NAMES["operations_alone"] or (words[:1] != [] and words[0] in _NAMES["operations"])
    return len(groups) <= 1 and reads and _CHANGING.isdisjoint(words[1:])
