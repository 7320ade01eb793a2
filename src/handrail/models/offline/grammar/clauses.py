"""Where one instruction or question ends and the next begins."""

from __future__ import annotations

from collections.abc import Iterator

from handrail.models.offline.grammar.phrases import Phrase, Token
from handrail.models.offline.grammar.words import listed

_VERBS = {
    "goto": "go to, goto, go, go into, go over to, navigate, navigate to, visit, browse, browse to, head to, "
    "head over to, take me to, bring me to, surf to, load, jump to, proceed to, return to, pull up, bring up",
    "click": "click, click on, click onto, left click, left click on, tap, tap on, activate, follow, "
    "trigger, launch, toggle, press on, use",
    "open": "open, open up",
    "press": "press, press down, hit, push, strike",
    "double": "double click, double-click, doubleclick, double click on, double-click on",
    "right": "right click, right-click, right click on, right-click on",
    "hover": "hover, hover over, hover on, mouse over, point at, move the mouse over, move the mouse to",
    "focus": "focus, focus on, focus into, focus in, put the cursor in, put the cursor into, place the cursor in",
    "fill": "type, type in, enter, fill, fill in, fill out, put, put in, input, write, write in, key in, insert, "
    "provide, paste, give, supply, use as",
    "set": "set, change, update, replace, switch the value of, make, adjust, move the slider",
    "clear": "clear, clear out, empty, erase, wipe",
    "select": "select, choose, pick, pick out, opt for, go for, highlight the option",
    "check": "check, check off, tick, tick off, mark, turn on, switch on, enable, agree to, activate the checkbox",
    "uncheck": "uncheck, un-check, untick, un-tick, deselect, unselect, unmark, turn off, switch off, disable",
    "upload": "upload, attach",
    "scroll": "scroll, page",
    "wait": "wait, wait for, wait until, pause for",
    "search": "search, search for, look up, do a search for, run a search for, query, google",
    "find": "find, locate, look for",
    "back": "go back, back, navigate back, move back, step back, return to the previous page, go to the previous page",
    "forward": "go forward, forward, navigate forward, move forward",
    "reload": "reload, refresh",
    "tabs": "switch to, close tab, close the tab, close this tab, close the current tab, open a new tab, "
    "open a tab, open new tab",
    "dialog": "accept the alert, accept the dialog, accept the prompt, accept the confirmation, accept alert, "
    "dismiss the alert, dismiss the dialog, dismiss the prompt, dismiss the confirmation, dismiss alert, "
    "confirm the dialog, confirm the alert, cancel the alert, cancel the prompt, cancel the confirmation, "
    "answer the prompt, answer the dialog, accept the popup, dismiss the popup",
    "picture": "take a screenshot, take screenshot, screenshot, make a screenshot, capture the page, "
    "take a full-page screenshot, take a full page screenshot, take a picture",
    "command": "log in, login, sign in, log out, logout, sign out, sign up, log on, log off, submit, send, save, "
    "cancel, close, dismiss, confirm, accept, decline, reject, continue, proceed, register, subscribe, unsubscribe, "
    "apply, delete, remove, add, buy, check out, checkout, order, download, expand, collapse, show, hide, view, "
    "play, start, stop, post, reply, like, share, edit, finish, skip, approve, allow, deny, agree, join, create, "
    "sort, filter, book, publish, archive, print, export, copy, undo, redo, reset, increase, decrease, dismiss",
}
VERBS = {verb: kind for kind, listed in _VERBS.items() for verb in listed.split(", ")}
"""What an instruction can begin with. Where a phrase is in two kinds the later wins; the longest phrase is taken."""

_BARE = {"back", "forward", "reload", "tabs", "dialog", "picture", "command"}
"""Kinds that need no object."""

_ASKING = listed(
    "how many, how much, how often, how long, what, what's, whats, which, where, where's, who, who's, when, when's, "
    "is there, are there, is the, are the, is, does, do, do you see, can you see, can i see, has, list, name all, "
    "enumerate, count, tell me, read, give me, show me, name the, report, extract the, get the, return the, verify, "
    "check if, check whether, check that, check how many, find out",
    ", ",
)

OPENERS = frozenset(
    listed("please now then next finally also first firstly second secondly lastly just kindly and so", " ")
)
_POLITE = listed(
    "can you, could you, would you, will you, can you please, could you please, would you please, i want you to, "
    "i want to, i'd like you to, i'd like to, i would like to, i would like you to, i need to, "
    "i need you to, you should, let's, let us, "
    "go ahead and, try to, make sure to, be sure to, remember to, you need to, you must, your task is to, "
    "use the mouse to, on this page, on the page, after that, afterwards, once done, when done, "
    "once that is done, and then",
    ", ",
)
_FINDING = ("find", "locate", "look for", "search out")
_PREPOSITIONS = frozenset(listed("in into from under on within inside for with at using to as out according", " "))


def clauses(task: str) -> list[Phrase]:
    """The instructions and questions of a task, in order, without the words of courtesy in front of them."""
    found: list[Phrase] = []
    lead: Phrase | None = None
    parts = list(_cut(Phrase.of(task)))
    for number, raw in enumerate(parts):
        clause = bare(raw)
        if not clause:
            continue
        if lead is not None and (named := _replace_pronoun(lead, clause)) is not None:
            clause, lead = named, None
        elif lead is not None:
            # "In the Colour list, choose Blue": the place came first; put it where the grammar looks for it.
            clause, lead = _moved(lead, clause), None
        elif is_place(clause):
            lead = None if clause.starts("according to") else clause
            continue
        elif (sought := clause.after(*_FINDING)) and number < len(parts) - 1 and _is_instruction(parts[number + 1]):
            # "Find the row of Alice and click Delete": what is found is where the next thing is done.
            lead = Phrase(clause.source, (Token("in", clause.tokens[0].start, clause.tokens[0].end), *sought.tokens))
            continue
        found.append(_place_last(clause))
    return [*found, lead] if lead is not None else found


def _is_instruction(clause: Phrase) -> bool:
    clause = bare(clause)
    return bool(clause) and not asks(clause) and verb_of(clause) is not None and not is_place(clause)


def _replace_pronoun(lead: Phrase, clause: Phrase) -> Phrase | None:
    """ "Find the Save button and click it": the thing in place of the pronoun."""
    for place in clause.places(("it", "them")):
        return Phrase(clause.source, (*clause[:place].tokens, *lead[1:].tokens, *clause[place + 1 :].tokens))
    return None


def bare(clause: Phrase) -> Phrase:
    """Without marks around it and courtesy before and after it."""
    while True:
        clause = clause.trim(leading=OPENERS, trailing=("please", "now", "thanks", "then", "and", "again"))
        rest = clause.after(*_POLITE) or clause.before("for me", "if you can", "thank you")
        if rest is None:
            return clause
        clause = rest


def object_of(rest: Phrase) -> Phrase:
    """What follows a verb, without courtesy behind it."""
    rest = rest.trim(trailing=("please", "now", "thanks"))
    return rest.before("for me", "if you can", "thank you", "once more") or rest


def verb_of(clause: Phrase) -> tuple[str, Phrase] | None:
    """The kind of the instruction that begins here and what follows its verb."""
    for size in range(min(6, len(clause)), 0, -1):
        if kind := VERBS.get(" ".join(clause.low[:size])):
            return kind, clause[size:]
    return None


def asks(clause: Phrase) -> bool:
    """Whether a question begins here."""
    return clause.after(*_ASKING) is not None


def is_place(clause: Phrase) -> bool:
    """Whether it is only a place: "In the Colour list" before the comma."""
    if clause.low[0] not in _PREPOSITIONS:
        return False
    return not any(_acts_from(clause, index) for index in range(1, len(clause)))


def _acts_from(clause: Phrase, index: int) -> bool:
    """Whether an instruction begins here: "type" in "In the box type foo", not the "search" of "the search box"."""
    if clause.low[index - 1] in ("the", "a", "an", "my", "this"):
        return False
    return not asks(clause[index:]) and _begins(clause[index:], None)


def _place_last(clause: Phrase) -> Phrase:
    """ "In the search box type foo", "Use the search box to type foo": the same without a comma."""
    if not clause.tokens or clause.low[0] not in (*_PREPOSITIONS, "use"):
        return clause
    for index in range(2, len(clause)):
        if _acts_from(clause, index):
            return _moved(clause[:index].trim(trailing=("to",)), clause[index:])
    return clause


def _moved(place: Phrase, clause: Phrase) -> Phrase:
    if place.starts("on this page") or place.starts("on the page") or place.starts("on this site"):
        return clause
    first = place.tokens[0]
    if first.low in ("use", "using", "with", "for"):
        first = Token("in", first.start, first.end)
    return Phrase(clause.source, (*clause.trim().tokens, first, *place[1:].trim().tokens))


def _cut(task: Phrase) -> Iterator[Phrase]:
    begin = 0
    for index in range(len(task)):
        if index >= begin and (width := _boundary(task, begin, index)):
            yield task[begin:index]
            begin = index + width
    yield task[begin:]


def _boundary(task: Phrase, begin: int, index: int) -> int:
    """How many tokens at ``index`` separate two clauses; 0 where the clause goes on."""
    low, rest = task.low[index], bare(task[index + 1 :])
    if low in (";", "\n"):
        return 1
    if not rest:
        return 0
    if low in (".", "!", "?"):
        return 1 if _begins(rest, None) or rest.text[:1].isupper() or (low == "." and is_place(rest)) else 0
    if low == "then" or (low in (",", "and") and task.low[index + 1] == "then"):
        return 1
    if low in (",", "and", "&", ":") and _begins(rest, task[begin:index], low):
        return 1
    return 0


def _begins(rest: Phrase, left: Phrase | None, joint: str = "") -> bool:
    """Whether ``rest`` begins an instruction or question of its own, after ``left`` and the word between them."""
    if asks(rest):
        return not (joint == ":" and left is None)
    found = verb_of(rest)
    if found is None:
        return False
    kind, tail = found
    has_object = bool(tail) and tail.low[0] not in (",", "and", "or", ";", ".", "then", "&", "\n")
    if joint == "&" or (joint == "and" and kind == "command" and not has_object and _names_something(left)):
        # "click Save and close", "open Terms & apply": more likely one name than two instructions.
        return False
    return has_object or kind in _BARE


def _names_something(left: Phrase | None) -> bool:
    found = verb_of(bare(left)) if left else None
    return found is not None and found[0] in ("click", "open", "press", "double") and not found[1].quoted
