"""Whether the rules understand all that the user says of acts.

Words that hold somebody back cannot be listed. Words that ask for something can: so the user asks for an act of
consequence only in a text of which every clause is known to ask, to look, to tell what somebody is told, to say how
something is, or to forbid an act that the rules know.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from handrail.policy.words.asked_acts import ACTS, forbids, is_statement, press_stems
from handrail.policy.words.clause import Clause
from handrail.policy.words.denials import AUXILIARIES
from handrail.policy.words.lexicon import act_of, infinitive_of, stem, stems_of, words_of
from handrail.policy.words.meanings import meaning_of
from handrail.policy.words.naming import strip_quotes
from handrail.policy.words.reservations import has_reservation

_SIGN = re.compile(r"[\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]|\[[ \txX\u2713\u2717-]?\]")
"""A picture, or a box to tick. (Arrows stand between the entries of a menu.)"""
_QUOTED = re.compile(r"""["“”„«»].*?["“”„«»]|(?<!\w)['‘‚](?:[^'‘’‚\n]|['’](?=\w))*['’](?!\w)""")
_VALUE_WORDS = 3
"""Of an address or a telephone number."""


def sign_in(text: str) -> str:
    """Return the first sign in a text, outside of quotation marks, that may mean anything: "Send it ❌"; "" if none."""
    found = _SIGN.search(_QUOTED.sub("", text))
    return found[0] if found is not None else ""


def not_understood(clauses: Sequence[Clause]) -> str:
    """Return the first clause that may hold the user's orders back in a way that the rules do not know; "" where none
    may."""
    for before, clause, after in zip((None, *clauses), clauses, (*clauses[1:], None), strict=False):
        goes_on = before is not None and _goes_on(before, clause)
        if has_reservation(before, clause):
            return " ".join(strip_quotes(clause.words or (before.words if before is not None else ())))
        if clause.words and not (goes_on or is_understood(clause) or (after is not None and _is_listed(clause, after))):
            return " ".join(strip_quotes(clause.words))
    return ""


def _is_listed(clause: Clause, after: Clause) -> bool:
    """Return whether a clause without a verb is one word of a list ("select Anna, Ben and click Submit"), or stands
    before a value ("Rosa Lind, rosa@example.org")."""
    if clause.mood != "asked" or clause.mark not in (",", ".") or after.mark == ".":
        return False
    is_word = len(clause.words) == 1 and (after.mark in clause.lexicon.words("and") or len(after.words) == 1)
    return is_word or (len(clause.words) <= _VALUE_WORDS and _is_value(after))


def _is_value(clause: Clause) -> bool:
    return clause.mark == "," and len(clause.words) <= _VALUE_WORDS and _has_value(clause)


def _goes_on(before: Clause, clause: Clause) -> bool:
    """Return whether a clause is part of the one before: a denial of a condition ("if there is no Send button"), which
    is the model's to judge, or of what somebody is told ("tell Anna that I cannot come"); another value ("I am Rosa
    Lind, rosa@example.org")."""
    if not before.words:
        return False
    if clause.mood != "denied":
        return _is_value(clause) and (_states(before) or _is_listed(before, clause))
    if clause.instead and before.heads & press_stems():
        # "Click Delete rather than Send".
        return True
    told = before.words[0] in before.lexicon.words("that") or bool(before.heads & before.lexicon.stems("say"))
    return not clause.prohibits and (told or before.words[0] in before.lexicon.words("condition"))


def is_understood(clause: Clause) -> bool:
    """Return whether a clause is known to ask, to look, to say what somebody is told or how something is, or to
    forbid."""
    first, lexicon = clause.words[0], clause.lexicon
    if clause.mood == "denied":
        harmless = press_stems() | stems_of("harmless") | stems_of("proceed")
        is_known = any(forbids(act, clause) for act in ACTS) or not clause.heads.isdisjoint(harmless)
        return clause.carried or (clause.prohibits and is_known)
    quoted = [word.startswith('"') for word in clause.words]
    if "." in first or all(quoted):
        return True
    if clause.carried and not clause.later:
        # "Write 'I resign.' Hold fire on it."
        return not any(quoted)
    if _is_about_the_user(clause):
        return False
    if first in lexicon.words("condition") | lexicon.words("that") or set(clause.words) <= AUXILIARIES:
        return True
    if clause.later:
        return False
    if clause.mood == "asked":
        return is_order(clause) or _states(clause)
    return first not in words_of("until") or set(clause.words[1:]) <= words_of("another_time") | _numbers(clause)


def is_order(clause: Clause) -> bool:
    """Return whether the verb of a clause is known to ask for something."""
    lexicon, words = clause.lexicon, set(map(stem, clause.words))
    own = (lexicon.stems(key) for key in ("press", "look", "say", "use", "set"))
    acts = (stems_of("acts", act) for act in ACTS)
    orders = set[str]().union(*own, *acts, *map(stems_of, ("enter", "fill", "fetch", "change", "attach", "proceed")))
    takes_back = clause.heads & stems_of("acts", "delete") and set(clause.words[1:]) <= words_of("it")
    leaves = words & (stems_of("acts", "send") | stems_of("acts", "submit"))
    put_off = words_of("another_time") if leaves else words_of("unsent")
    stops_before = any(word.endswith("ing") and act_of(word) for word in clause.words[1:])
    # "On the shop page press Add".
    is_behind_place = clause.words[0] in lexicon.words("stop") - lexicon.words("article")
    asks = bool(clause.heads & orders or (is_behind_place and words & lexicon.stems("press")))
    return asks and not (is_statement(clause) or takes_back or stops_before or words & set(map(stem, put_off)))


def _numbers(clause: Clause) -> set[str]:
    return {word for word in clause.words if meaning_of(word, clause.lexicon.languages).isdigit()}


def _is_about_the_user(clause: Clause) -> bool:
    """Return whether the user says what they do or will have done ("once I have read it"), or that something is shown
    to them first ("let me see it"). Who they are is another matter ("I am Rosa Lind"), and so is what they tell
    somebody."""
    lexicon, words = clause.lexicon, set(clause.words)
    pointed = not words_of("it").isdisjoint(clause.words[1:])
    if clause.looks and pointed and words & lexicon.words("self"):
        return True
    says = clause.heads & lexicon.stems("say") or clause.words[0] in lexicon.words("that")
    tells = says or _states(clause)
    return bool(words & (lexicon.words("user") - lexicon.words("self"))) and (pointed or not tells)


def _states(clause: Clause) -> bool:
    """Return whether a clause states a fact of the user or a value, and nothing that shall or will be: "I am Rosa
    Lind", "the address is a@b.org"."""
    words, lexicon = set(clause.words), clause.lexicon
    shall = (lexicon.words("modal") - words_of("being")) | lexicon.words("it")
    acts = any(act_of(infinitive_of(word)) for word in words)
    is_mine = clause.words[0] in lexicon.words("user") | lexicon.words("mine")
    says_what = not words.isdisjoint(lexicon.words("being")) and (is_mine or _has_value(clause))
    return says_what and not acts and words.isdisjoint(shall)


def _has_value(clause: Clause) -> bool:
    return any(word.startswith('"') or "." in word or word.isdigit() for word in clause.words)
