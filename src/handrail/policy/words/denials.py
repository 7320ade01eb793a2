"""What a denial forbids ("do not send it", "it must not be sent"), and what it only says in passing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from handrail.policy.words.clause import Clause
from handrail.policy.words.lexicon import Lexicon, Phrase, act_of, infinitive_of, stem, stems_of, words_in, words_of

AUXILIARIES = {"do", "does", "did", "must", "should", "can", "could", "will", "would", "may", "might", "ca", "wo"}
_BEGINS_ORDER = {"not", "never", "ne", "n", "non", "no", "nao"}


def clause_of_denial(lexicon: Lexicon, before: Phrase, denial: Phrase, words: Phrase, *, whole: bool) -> Clause:
    """Return the clause that a denial begins, of the words ``before`` it, those that deny and those behind them. Where
    they deny the ``whole`` clause ("nicht", "archive nothing"), only its first word is before."""
    first = lexicon.without_fillers(before)
    if whole:
        # "Do nothing else" is an order, unlike "der Knopf geht nicht".
        is_object = denial[0] not in lexicon.deny_all
        prohibits = is_object or not first or first[0] not in lexicon.words("stop") | lexicon.words("common")
    else:
        prohibits = not set(first) - AUXILIARIES or denial[0] in lexicon.words("subordinate")
    verb, has_subject = "", whole or not prohibits
    if _is_order(lexicon, first, denial, words) if has_subject else _is_passive(words):
        verb = next((word for word in map(infinitive_of, (*words, *first)) if act_of(word)), "")
    prohibits |= bool(verb) or stem(denial[0]) in stems_of("forbid")
    prohibits &= not before or before[0] not in lexicon.words("subordinate")
    # "No more weekly digests" may ask to switch them off, unlike "archive no digests".
    orders = whole and bool(first) and first[0] not in lexicon.words("modal") | lexicon.words("past")
    is_thing = denial[0] in lexicon.words("no_thing") and not orders
    prohibits &= not is_thing or not words or bool(verb) or any(map(act_of, words))
    if verb:
        words = (*first, *denial, *words)
    elif whole:
        # "Nothing" is an object, too.
        words = (*words[:1], *denial, *words[1:])
    instead = denial[0] in words_of("instead")
    return Clause(words, "denied", lexicon, prohibits=prohibits, verb=verb if prohibits else "", instead=instead)


def without_condition(lexicon: Lexicon, before: Phrase, words: Sequence[str]) -> Phrase:
    """Return what stands ``before`` the last denial of a sentence, but for a condition that no pause ends: what is
    denied there is the order of the sentence ("if the name is missing do not send it"), if it is an act and no other
    order follows ("if the button does not send it click Save")."""
    first, behind = lexicon.without_fillers(before), [word for word in words if len(word) > 1]
    behind = [word for word in behind if word not in lexicon.words("it")]
    is_condition = bool(first) and first[0] in lexicon.words("condition") and not first[-1].endswith("does")
    is_act = bool(behind) and act_of(re.sub("(?<=r)l[aeio]$", "", behind[0])) is not None
    others = lexicon.stems("press") | lexicon.stems("say")
    return () if is_condition and is_act and others.isdisjoint(map(stem, words)) else before


def denies_behind_condition(lexicon: Lexicon, before: Phrase, words: Sequence[str], at: int, length: int) -> bool:
    """Return whether a denial stands right before an act, behind a condition that denies, too: "if there is no price do
    not send it"; not in "if it is not sent", which in French takes two words."""
    begins = words[at] in _BEGINS_ORDER and (words[at] != "not" or words[at - 1] == "do")
    return begins and without_condition(lexicon, before, words[at + length :]) != before


def conditionally_denied(words: Sequence[str], clauses: Sequence[Clause]) -> list[Clause]:
    """Return the clauses of a sentence of these words. What they deny beside an answer for the case that something is
    not there ("if there is no such page, say so and change nothing") is denied in that case alone: the model judges
    whether it holds, and no kind of act is forbidden in any other."""
    condition = clauses[: 1 if clauses and clauses[0].mood == "denied" else 2]
    told = clauses[len(condition) : len(condition) + 1]
    if not told or not told[0].heads & told[0].lexicon.stems("say") or not _is_absence(condition):
        return list(clauses)
    # "..., but never send anything" holds in any case, and only the user knows what they agree to.
    strict = told[0].lexicon.words("contrast") | words_in("any_case") | words_in("approval") | words_in("answer")
    if not strict.isdisjoint(set(words).difference(told[0].words)):
        return list(clauses)
    denied = (replace(one, prohibits=False, conditional=one.prohibits) for one in clauses[len(condition) :])
    return [*condition, *denied]


def _is_absence(clauses: Sequence[Clause]) -> bool:
    """Return whether clauses say that something is not there, which a page shows; not that the user does not agree."""
    first, last = clauses[0], clauses[-1]
    if first.lexicon.words("condition").isdisjoint(first.words[:1]) or first.mood not in ("asked", "denied"):
        return False
    said = {*first.words, *last.words}
    leave = first.lexicon.words("user") | first.lexicon.words("mine")
    is_denied = (last.mood, last.prohibits, bool(last.words)) == ("denied", False, True)
    return is_denied and leave.isdisjoint(said) and not words_in("exists").isdisjoint(said)


def _is_passive(words: Phrase) -> bool:
    """Return whether no act stands behind a denial, but one that may not be done: "No file may be deleted"."""
    return bool(words) and act_of(words[0]) is None and not words_of("modal").isdisjoint(words)


def _is_order(lexicon: Lexicon, first: Phrase, denial: Phrase, words: Phrase) -> bool:
    """Return whether a denial behind its subject forbids ("it must not be sent"), and does not say what is or was, nor
    is a part of another order ("tell Anna that I cannot send it", "open the mail that is not sent")."""
    said = {*first, *words}
    if first and first[0] in lexicon.words("condition") | lexicon.words("ask") | lexicon.words("how"):
        return False
    if not lexicon.words("assure").isdisjoint(said) or stem(denial[0]) in stems_of("forbid"):
        return True
    if not lexicon.words("past").isdisjoint(said):
        return False
    others = (lexicon.stems(key) for key in ("look", "say", "press", "use"))
    orders = frozenset[str]().union(*others, stems_of("enter"), stems_of("fill"), stems_of("fetch"))
    verb = {stem(first[0])} if first and not first[0].endswith("ing") else set[str]()
    if verb & orders or (verb and act_of(first[0]) and first[0] not in lexicon.words("subject")):
        return False
    return not words_of("modal").isdisjoint(said)
