"""What clauses of the user ask for and forbid: kinds of acts, changes, and that something leaves the page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import dropwhile, takewhile, zip_longest

from handrail.policy.permissions import Verb
from handrail.policy.words.clause import Clause
from handrail.policy.words.clauses import read
from handrail.policy.words.denials import AUXILIARIES
from handrail.policy.words.lexicon import Phrase, act_of, infinitive_of, stem, stems_of, words_of
from handrail.policy.words.naming import has_run, strip_quotes

ACTS: tuple[Verb, ...] = ("pay", "delete", "access", "send", "submit", "upload", "download")
"""What a task can ask for, and forbid."""
_MODAL = AUXILIARIES - {"do"} | {"ll", "shall", "wants", "wanted", "tried", "has", "had", "have"}


def acts_forbidden_in(text: str) -> set[Verb]:
    """Return the kinds of acts that a text forbids, if only in some case: it is a limit, and no task."""
    denials = [clause for clause in read(text) if clause.prohibits or clause.conditional]
    return {act for clause in denials for act in ACTS if forbids(act, clause)}


def says_paying(words: Iterable[str]) -> bool:
    """Return whether any of these words stands for paying, by the words that forbid it: who says not to book anything
    means "Book now", and a request for ``/bookings``. (Much that pages book costs nothing.)"""
    return not stems_of("acts", "pay").isdisjoint(map(stem, words))


def is_statement(clause: Clause) -> bool:
    """Return whether a clause says what somebody does or wants, whatever its verbs are: "save what Anna will send",
    "make Anna click Send", "Anna will es senden"."""
    lexicon, words = clause.lexicon, clause.words
    press, use = lexicon.stems("press"), lexicon.words("use") | lexicon.words("stop") - lexicon.words("article")
    if is_in_person(clause):
        return True
    if not words or stem(words[0]) in press or words[0] in lexicon.words("use"):
        return False
    modal = _MODAL | (lexicon.words("modal") if lexicon.words("particles") else set())
    if words[0] in lexicon.words("subject") or not modal.isdisjoint(words[1:]):
        return True
    # "On the shop page press Add", "finish by clicking Send", "fai clic".
    before = next((words[at - 1] for at, word in enumerate(words) if stem(word) in press), words[0])
    return use.isdisjoint((words[0], before)) and before != words[0]


def asks_for(act: Verb, clause: Clause) -> bool:
    if is_statement(clause):
        return False
    stems, words = stems_of("acts", act), {stem(word) for word in clause.words}
    pressed = not clause.heads.isdisjoint(clause.lexicon.stems("press"))
    if act == "download":
        # To press a button so called is another thing.
        return not pressed and bool(
            clause.heads & stems or (clause.heads & stems_of("fetch") and words & stems_of("file"))
        )
    return bool((words if pressed else clause.heads) & stems)


def asks_beside(act: Verb, words: Phrase, clauses: Iterable[Clause]) -> bool:
    """Return whether a clause asks for a kind of act and holds nothing else but these words: in "send the hours at
    shop.example to Anna" they say what is sent, and not where."""
    for clause in clauses:
        said, small = strip_quotes(clause.words), words_of("stop") - clause.lexicon.words("away")
        if clause.mood == "asked" and has_run(said, words) and asks_for(act, clause):
            known = {*words, *small, "http", "https"}
            if all(word in known or stem(word) in clause.heads for word in said):
                return True
    return False


def forbids(act: Verb, clause: Clause) -> bool:
    heads, said = _heads_behind_objects(clause), set(map(stem, clause.words))
    if heads & stems_of("change") and said & stems_of("anything") and not said & stems_of("else"):
        return act != "download"
    pressed = heads & clause.lexicon.stems("press") and act != "download"
    return not stems_of("acts", act).isdisjoint(said if pressed else heads)


def forbidden_at_all(clauses: Sequence[Clause]) -> set[Verb]:
    """Return the kinds of acts of which a text forbids any ("do not send anything"), without an exception."""
    found = set[Verb]()
    for clause, after in zip_longest(clauses, clauses[1:]):
        said = set(map(stem, clause.words))
        excepts = bool(said & stems_of("else")) or (after is not None and after.mark in words_of("contrast"))
        excepts |= not words_of("contrast").isdisjoint(clause.words)
        excepts |= after is not None and after.mood == "denied" and not after.carried
        if clause.prohibits and said & stems_of("anything") and not excepts:
            found |= {act for act in ACTS if forbids(act, clause)}
    return found


def _heads_behind_objects(clause: Clause) -> set[str]:
    """Return the heads of a clause that may begin with an object: "no lo envíes"."""
    if clause.verb:
        return clause.heads
    lexicon, nothing = clause.lexicon, stems_of("anything")
    empty = lexicon.words("stop") | lexicon.words("self")
    return lexicon.heads(tuple(dropwhile(lambda word: word in empty or stem(word) in nothing, clause.words)))


def withheld(clauses: list[Clause], before: str) -> str:
    """Return what `UserWords.withheld` says, after one more text. Who says "send it to Anna, but not to Ben" asks for
    it; who says "reply to Anna, but do not send it" does not."""
    leaves = stems_of("acts", "send") | stems_of("acts", "submit")
    orders = [at for at, one in enumerate(clauses) if one.mood == "asked" and not is_statement(one)]
    asked = [at for at in orders if clauses[at].heads & (leaves | stems_of("enter"))]
    for at, clause in enumerate(clauses):
        lexicon, heads = clause.lexicon, _heads_behind_objects(clause)
        words = {stem(infinitive_of(word) if clause.verb else word) for word in clause.words}
        if _denies_making(clause, words, [clauses[one] for one in orders if one < at]):
            if not any(one > at for one in asked):
                return " ".join(clause.words)
            continue
        meant = words if heads & lexicon.stems("press") else heads
        if not clause.prohibits or meant.isdisjoint(leaves | stems_of("keep_back")):
            continue
        aside = words - heads - empty_stems() - stems_of("anything") - stems_of("yet")
        if clause.verb:
            denials = {stem(word) for phrases in lexicon.deny.values() for phrase in phrases for word in phrase}
            aside -= denials | {stem(word) for key in ("deny_all", "modal", "common") for word in words_of(key)}
        # Who asks to set a field asks for no sending of the form that it stands in.
        elsewhere = aside - stems_of("where")
        if not any(one > at or (aside if clauses[one].heads & leaves else elsewhere) for one in asked):
            return " ".join(clause.words)
    return "" if asked else before


def _denies_making(clause: Clause, words: set[str], before: Sequence[Clause]) -> bool:
    """Return whether a clause denies to make what clauses ``before`` it fill in, or says that the user does that
    themselves: "set up the project, but do not create it". Who asks to change a thing may deny that one is made; what
    denies another kind of act ("do not order it") leaves the rest asked."""
    heads, changes = _heads_behind_objects(clause), stems_of("change")
    made = heads & (stems_of("enter") | stems_of("schedule"))
    is_other = any(forbids(act, clause) for act in ACTS)
    if not made or is_other or not (clause.prohibits or is_in_person(clause)):
        return False
    alike = [one for one in before if bool(one.heads & changes) <= bool(heads & changes)]
    filled = set().union(*(_object_of(one) for one in alike))
    small = empty_stems() | stems_of("yet") | stems_of("anything") | clause.lexicon.stems("in_person")
    if objects := words - heads - small:
        return objects <= filled
    # The pronoun may be part of the verb: "crearlo".
    points = bool(words & stems_of("anything")) or stem(clause.words[0]) not in made
    points |= not clause.lexicon.words("it").isdisjoint(clause.words)
    return bool(filled) and points and made.isdisjoint(changes)


def _object_of(clause: Clause) -> set[str]:
    """Return the words of what an order is about: those up to the first preposition."""
    small = clause.lexicon.words("stop") - clause.lexicon.words("article")
    behind = dropwhile(lambda word: word in small, clause.words[1:])
    return {stem(word) for word in takewhile(lambda word: word not in small, behind)} - empty_stems()


def is_in_person(clause: Clause) -> bool:
    """Return whether a clause says that the user does something themselves: "I want to create it myself"."""
    before, last = ("", *clause.words)[-2:]
    return last in clause.lexicon.words("in_person") and before not in clause.lexicon.words("toward")


def without_act(clause: Clause) -> Clause:
    """Return a clause that asks for no act of consequence, nor for a press."""
    verbs = press_stems() | stems_of("enter") | stems_of("fetch") | clause.lexicon.stems("say")
    acts = clause.mood != "denied" and (clause.heads & verbs or any(map(act_of, clause.words)))
    return replace(clause, mood="other") if acts else clause


@cache
def press_stems() -> frozenset[str]:
    """Return the stems of the verbs by which a control is pressed, in all languages."""
    return frozenset(map(stem, words_of("press")))


@cache
def empty_stems() -> frozenset[str]:
    """Return words that most texts have, and most controls."""
    keys = "common stop self article after use press button set how ask subject do and contrast"
    return frozenset(stem(word) for key in keys.split() for word in words_of(key))
