"""What a user takes back, or puts off until they have done or said something themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from handrail.policy.words.clause import PAUSES, Clause
from handrail.policy.words.lexicon import Lexicon, phrase_length, words_of

_ALL = words_of("all")


def around_taking_back(lexicon: Lexicon, words: Sequence[str]) -> tuple[Sequence[str], Sequence[str] | None]:
    """The words before the part of a sentence that takes back what was said ("no, wait, don't"; "forget that"), and
    those after it; all of them and None where no part does."""
    start = 0
    denials = {word for known in lexicon.deny.values() for phrase in known for word in phrase} | lexicon.deny_all
    verbs, beside = lexicon.words("take_back"), lexicon.words("beside") | lexicon.words("contrast")
    for at, word in enumerate((*words, ",")):
        if word not in PAUSES:
            continue
        part = set(words[start:at])
        # "If there is a banner, ignore it" takes nothing back.
        begins = set(words[:start]) <= {*PAUSES} | denials | beside
        alone = not set(words[:start]) - {*PAUSES} and len(words) == 1
        takes_back = (begins and part & verbs) or (part & denials and (at - start > 1 or alone))
        if takes_back and part <= denials | beside | verbs and not phrase_length(lexicon.affirm, words, start):
            return words[:start], words[at + 1 :]
        start = at + 1
    return words, None


def put_off(lexicon: Lexicon, clauses: Sequence[Clause]) -> list[Clause]:
    """Where a clause waits for the user ("once I have approved it", "when I tell you"), nobody but them knows when
    it holds: what it belongs to asks for no act."""
    condition, user = lexicon.words("condition"), lexicon.words("user")
    off = set[int]()
    for at, clause in enumerate(clauses):
        begins = clause.mark in condition or (clause.words[:1] and clause.words[0] in condition)
        found = next((i for i, word in enumerate(clause.words) if word in condition), None)
        if user.isdisjoint(clause.words[found or 0 :]) or (found is None and not begins):
            continue
        if not begins and found:
            off.add(at)
        else:
            off |= set(range(at, len(clauses))) if at + 1 < len(clauses) else {at - 1, at}
    return [postponed(one) if at in off else one for at, one in enumerate(clauses)]


def leave_alone(lexicon: Lexicon, clauses: Sequence[Clause]) -> list[Clause]:
    """What is to stay as it is ("leave the kettle alone", "everything but the kettle", "the kettle is not mine") is not
    wanted to be changed."""
    kept, linking = list(clauses), words_of("yes_no") | lexicon.words("modal")
    for at, clause in enumerate(clauses):
        before, after = clauses[max(0, at - 1)], clauses[min(at + 1, len(clauses) - 1)]
        stays = not lexicon.words("leave").isdisjoint(clause.words)
        stays &= not (lexicon.words("untouched") | {"as"}).isdisjoint(clause.words)
        excepted = clause.mark in words_of("contrast") and not _ALL.isdisjoint(before.words[-1:])
        denied = after.mood == "denied" and not after.carried and clause.words[-1:] and clause.words[-1] in linking
        if stays or excepted or denied:
            kept[at] = postponed(clause) if clause.mood == "asked" else replace(clause, later=True)
    return kept


def postponed(clause: Clause) -> Clause:
    """A clause that asks for nothing now. What it denies stays denied."""
    return replace(clause, mood="other", later=True) if clause.mood == "asked" else clause
