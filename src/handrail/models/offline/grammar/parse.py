"""From a task to its steps. Each kind of instruction has one small function that reads what follows its verb."""

from __future__ import annotations

import re
from collections.abc import Callable

from handrail.models.offline.grammar import moves, questions
from handrail.models.offline.grammar.clauses import clauses, object_of, verb_of
from handrail.models.offline.grammar.filling import filled, fills, set_to
from handrail.models.offline.grammar.keys import keys_of, may_be_a_name
from handrail.models.offline.grammar.numbers import number_in
from handrail.models.offline.grammar.phrases import Phrase
from handrail.models.offline.grammar.steps import (
    Check,
    ClickStep,
    FillStep,
    Focus,
    GotoStep,
    Hover,
    Move,
    Press,
    ScreenshotStep,
    SelectStep,
    Step,
    Unknown,
    UploadStep,
)
from handrail.models.offline.grammar.words import listed, words

_ARTICLES = ("the", "a", "an", "my", "your", "this", "that")
_BASKETS = tuple(
    f"{into} {the}{basket}"
    for into in ("in", "into", "to")
    for the in ("the ", "my ", "")
    for basket in ("basket", "cart", "bag")
)
_SMALL_WORDS = frozenset(listed("the a an in on at to of for and or with it this that from into", " "))
_MARKED = listed("as done, as checked, as completed, as complete, as selected")
_COUNTS = {"twice": 2, "thrice": 3}


def parse(task: str) -> list[Step]:
    """The steps of a task, in order. An unknown or ambiguous clause is an `Unknown`, never a guess."""
    steps: list[Step] = []
    for clause in clauses(task):
        steps += _clause(clause)
    return steps


def _clause(clause: Phrase) -> list[Step]:
    if (question := questions.question(clause)) is not None:
        return [question]
    if means := _by_means_of(clause):
        return _clause(means)
    found = verb_of(clause)
    if found is None:
        return [_named(clause)]
    kind, rest = found
    if kind in _VERBAL:
        return _VERBAL[kind](" ".join(clause.low[: len(clause) - len(rest)]), rest)
    if not rest.trim() and kind == "find":
        return []
    if clause.low[0] == "mark" and "as" in rest.low and rest.before(*_MARKED) is None:
        return [ClickStep(clause.trim(), loose=True)]
    if kind == "command" and (steps := _signing_in(clause, rest)):
        return steps
    read = _READERS.get(kind)
    if read is None:
        return [ClickStep(clause.trim(), loose=True)]
    return read(rest) or [Unknown(clause.text, "it does not say what to act on")]


def _signing_in(clause: Phrase, rest: Phrase) -> list[Step]:
    """ "log in as bob with password secret": the fields, then the button."""
    verb = clause[: len(clause) - len(rest)]
    if verb.low not in (("log", "in"), ("login",), ("sign", "in"), ("log", "on")) or len(rest) < 2:
        return []
    rest = rest.after("to the site", "to the page") or rest
    steps: list[Step] = []
    if (named := rest.after("as")) is not None:
        cut = next((place for place in named.places(("with", "using", "and", ",")) if place), len(named))
        steps.append(FillStep(named[:cut].trim(("user",)).text, Phrase.of("username")))
        rest = named[cut:].trim(("and",))
    if (values := rest.after("with", "using")) is not None:
        steps += fills(values.trim(("the",)))
    elif rest and not steps:
        return []
    return [*steps, ClickStep(verb, loose=True)] if not any(isinstance(step, Unknown) for step in steps) else steps


def _named(clause: Phrase) -> Step:
    """No verb that we know: it may still be what a button is called, if it is as short as a name."""
    says_something = any(word not in _SMALL_WORDS for word in words(clause.text))
    if says_something and (clause.is_quoted or (len(clause) <= 3 and clause.low[0] not in questions.OPENINGS)):
        return ClickStep(clause, loose=True)
    return Unknown(clause.text)


def _by_means_of(clause: Phrase) -> Phrase | None:
    """ "Close the box by clicking the x": what is done is the clicking."""
    for place in clause.places(("by",)):
        verb = clause.low[place + 1] if place + 1 < len(clause) else ""
        plain = {"clicking": "click", "pressing": "press", "selecting": "select", "choosing": "choose",
                 "typing": "type", "entering": "enter", "hitting": "hit", "tapping": "tap"}.get(verb)  # fmt: skip
        if plain and place:
            return Phrase.of(f"{plain} {clause[place + 2 :].text}")
    return None


def _goto(rest: Phrase) -> list[Step]:
    rest = object_of(rest)
    if rest.after("to the top", "to the bottom", "top", "bottom", "the top", "the bottom", "to the end") is not None:
        return moves.scroll(rest)
    rest = rest.after("to", "the url", "the address", "url") or rest
    if rest and (url := moves.address(rest[:1].text)) and len(rest) <= 3:
        return [GotoStep(url, new_tab=rest[1:].starts("in"))]
    for name in ("page", "website", "site"):
        if (at := rest.after(f"the {name} at", f"the {name}")) and (url := moves.address(at.text)):
            return [GotoStep(url)]
    return [ClickStep(rest, follow=True)] if rest else []


def _open(rest: Phrase) -> list[Step]:
    if rest and moves.address(rest.trim(_ARTICLES)[:1].text):
        return _goto(rest.trim(_ARTICLES))
    return _click(rest)


def _click(rest: Phrase, count: int = 1) -> list[Step]:
    rest = object_of(rest)
    rest = rest.after("on", "onto") or rest
    if rest and rest.low[-1] in _COUNTS:
        rest, count = rest[:-1], _COUNTS[rest.low[-1]]
    elif len(rest) > 2 and rest.low[-1] == "times" and (times := number_in(rest[-2:-1].text)):
        rest, count = rest[:-2], int(times)
    if steps := _path(rest):
        return steps
    if len(rest.items()) > 1 and all(part.is_quoted for part in rest.items()):
        return [ClickStep(part, count) for part in rest.items()]
    return [ClickStep(rest, count)] if rest else []


def _path(rest: Phrase) -> list[Step]:
    """ "File > Save as": each in turn."""
    if ">" not in rest.text or rest.quoted:
        return []
    parts = [Phrase.of(part.strip()) for part in re.split(r"\s*(?:->|>)\s*", rest.text)]
    if len(parts) < 2 or not all(parts):
        return []
    return [ClickStep(part, on_the_way=part is not parts[-1]) for part in parts]


def _press(rest: Phrase) -> list[Step]:
    rest = object_of(rest)
    if (found := keys_of(rest)) is None:
        return _click(rest)
    keys, target = found
    return [Press(keys, target, name=rest if may_be_a_name(rest) else None)]


def _fill(rest: Phrase) -> list[Step]:
    if (said := object_of(rest)).before(*_BASKETS) is not None:
        # "put two mugs in the basket" is a button's work, not a field's.
        into = next(place for place in reversed(said.places(("in", "into", "to"))))
        return [ClickStep(Phrase.of(f"add {said[:into].text} to {said[into + 1 :].text}"), loose=True)]
    if keys := keys_of(rest):
        return [Press(*keys)] if len(rest) > 1 and rest.low[-1] == "key" else list(fills(rest))
    return list(fills(rest))


def _set(rest: Phrase) -> list[Step]:
    return list(set_to(object_of(rest)))


def _clear(rest: Phrase) -> list[Step]:
    rest = object_of(rest)
    rest = (
        rest.after("the text in", "the text from", "the contents of", "the content of", "the value of", "out") or rest
    )
    return [FillStep("", rest)] if rest else []


def _select(rest: Phrase) -> list[Step]:
    rest = object_of(rest)
    if not rest:
        return []
    if rest.low[0] in ("nothing", "none"):
        return [Check((), rest, on=True)]
    if steps := _path(rest):
        return steps
    cut = _choice(rest)
    if cut is None:
        return [SelectStep(tuple(rest.items()), None, rest)]
    option, target = cut
    return [SelectStep(tuple(option.items()), target, option)]


def _choice(rest: Phrase) -> tuple[Phrase, Phrase] | None:
    """What is chosen, and from what: "Blue from Colour", "Large for the size", "red as the colour"."""
    for prepositions in (("from",), ("as",), ("in", "for", "under", "within", "using", "with", "of", "out")):
        for place in rest.places(prepositions):
            option, target = rest[:place], rest[place + 1 :].trim(("of",))
            if option.trim(_ARTICLES) and target:
                return option, target
    return None


def _check(rest: Phrase, on: bool = True) -> list[Step]:
    rest = object_of(rest)
    rest = rest.after("on", "off", "next to", "to") or rest
    rest = rest.before(*_MARKED, "on", "off") or rest
    if not rest:
        return []
    return [Check(tuple(rest.items()), rest, on)]


def _uncheck(rest: Phrase) -> list[Step]:
    return _check(rest, on=False)


def _upload(rest: Phrase) -> list[Step]:
    rest = object_of(rest)
    cut = filled(rest, ("to", "into", "in", "using", "as", "with", "for", "through"))
    file, target = cut or (rest, None)
    file = file.trim(("the", "a", "file", "document", "picture", "image"))
    return [UploadStep(file.text, target)] if file else []


def _find(rest: Phrase) -> list[Step]:
    found = questions.found(object_of(rest))
    return [found] if found is not None else []


_READERS: dict[str, Callable[[Phrase], list[Step]]] = {
    "goto": _goto,
    "click": _click,
    "open": _open,
    "press": _press,
    "double": lambda rest: _click(rest, count=2),
    "right": lambda rest: [ClickStep(rest.after("on") or rest, button="right")] if rest else [],
    "hover": lambda rest: [Hover(object_of(rest))] if rest else [],
    "focus": lambda rest: [Focus(object_of(rest.after("into", "on", "in") or rest))] if rest else [],
    "fill": _fill,
    "set": _set,
    "clear": _clear,
    "select": _select,
    "check": _check,
    "uncheck": _uncheck,
    "upload": _upload,
    "scroll": moves.scroll,
    "wait": moves.wait,
    "search": moves.search,
    "find": _find,
    "back": lambda _: [Move("back")],
    "forward": lambda _: [Move("forward")],
    "reload": lambda _: [Move("reload")],
}
_VERBAL: dict[str, Callable[[str, Phrase], list[Step]]] = {
    "tabs": moves.tabs,
    "dialog": moves.dialog,
    "picture": lambda verb, rest: [ScreenshotStep(full_page="full" in f"{verb} {rest.text}".casefold())],
}
"""Kinds whose verbs differ in more than wording: they are given the verb too."""
