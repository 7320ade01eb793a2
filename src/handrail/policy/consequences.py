"""What a control does, by its name and address: the words on buttons of consequence.

Sources of `verb_words.json`: the action labels of GOV.UK Design System, Shopify Polaris, GitHub, WordPress and Wagtail,
and their usual translations. A button with none of these words is judged by its form alone (`acts.py`).
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Sequence
from importlib import resources
from urllib.parse import parse_qsl, urlsplit

from handrail.browser.types.facts import ElementFacts
from handrail.policy.permissions import Verb
from handrail.trust import External, clean

_WORDS = json.loads((resources.files("handrail.policy") / "verb_words.json").read_text("utf-8"))
_NAMES: dict[Verb, list[str]] = _WORDS["names"]
"""Words and phrases on controls, by what they do, the most serious first."""
_PATHS: dict[Verb, list[str]] = _WORDS["path_steps"]
"""Words that are a step of the path which a control sends to: icon buttons often have no name."""
_REFUSAL = re.compile("|".join(_WORDS["cookie_refusals"]), re.IGNORECASE)
ACTIONS = frozenset(("action", "do", "op", "cmd", "method", "_method"))
"""Parameters of an address in which sites name what it does."""
LONGEST_LINK = 4
"""Words of a link that does something: "Delete this page" does, "How to delete your account" is an article."""
_BETWEEN = r"(?:\s+(?:your|my|this|the|a|an|all))*\s+"
"""Between the words of a phrase: "Place your order"."""


def _pattern(names: Sequence[str]) -> re.Pattern[str]:
    phrases = [_BETWEEN.join(re.escape(word) for word in name.split()) for name in names]
    return re.compile(rf"(?<!\w)(?:{'|'.join(phrases)})(?!\w)", re.IGNORECASE)


_PATTERNS = {verb: _pattern(names) for verb, names in _NAMES.items()}
_STEPS = {verb: frozenset(words) for verb, words in _PATHS.items()}


def verb_of(element: ElementFacts, *, submits: bool) -> Verb | None:
    """What pressing the element would do, the most serious first; None where nothing suggests a consequence.

    Args:
        submits: its form would be sent; from a field that is what the form's default button does.
    """
    if element.href is not None:
        return _verb_of_link(element.name.raw, element.href.raw)
    if named := verb_of_name(pressed_name(element, submits=submits).raw):
        return named
    posts = submits and element.form is not None and element.form.method == "post"
    return _verb_of_path(element.form.action.raw) if posts and element.form is not None else None


def verb_of_name(name: str) -> Verb | None:
    """What a control of this name does. It is read as a person sees it: soft hyphens and wide letters hide nothing."""
    seen = unicodedata.normalize("NFKC", clean(name))
    return next((verb for verb, pattern in _PATTERNS.items() if pattern.search(seen)), None)


def refuses_cookies(name: str) -> bool:
    """Whether a button of a cookie banner refuses all that can be refused. (Accepting is left to the user.)"""
    return _REFUSAL.fullmatch(" ".join(unicodedata.normalize("NFKC", clean(name)).split())) is not None


def deletes(address: str) -> bool:
    """Whether opening an address deletes: by its last step, or by a parameter that names an action."""
    parts = urlsplit(address)
    last = parts.path.rstrip("/").rpartition("/")[2].lower()
    actions = [value.lower() for key, value in parse_qsl(parts.query) if key.lower() in ACTIONS]
    return not _STEPS["delete"].isdisjoint((last, *actions))


def destructive_verb(method: str, address: str) -> Verb | None:
    """What a request would do that is asked for every time, by its method and the last step of its address."""
    last = urlsplit(address).path.rstrip("/").rpartition("/")[2].lower()
    if method == "DELETE" or deletes(address):
        return "delete"
    return "pay" if last in _STEPS["pay"] else None


def pressed_name(element: ElementFacts, *, submits: bool) -> External:
    """The name of what is pressed: of a field whose form is sent, the form's default button."""
    button = element.form.submitter if element.form is not None else None
    return button if submits and button is not None and element.kind != "submit" else element.name


def _verb_of_link(name: str, href: str) -> Verb | None:
    """Following a link only reads, by HTTP; but some sites delete by link, so one that names that first is taken at its
    word."""
    if len(name.split()) <= LONGEST_LINK and _PATTERNS["delete"].match(clean(name).strip()):
        return "delete"
    return "delete" if deletes(href) else None


def _verb_of_path(address: str) -> Verb | None:
    steps = set(re.split(r"[/_.-]+", urlsplit(address).path.lower()))
    return next((verb for verb, words in _STEPS.items() if steps & words), None)
