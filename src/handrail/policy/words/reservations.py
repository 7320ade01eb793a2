"""What a user may add to an order to send something, so that it is not to be sent now, or not without them.

Only words that surely ask for an act free it (see `understood`). These stand in a clause that does, and take it back.
"""

from __future__ import annotations

from handrail.policy.words.clause import Clause
from handrail.policy.words.lexicon import act_of, infinitive_of, month_of, words_in, words_of

_LEAVING = ("send", "submit", "access")
"""The acts that words alone can free."""


def has_reservation(before: Clause | None, clause: Clause) -> bool:
    """Return whether a clause holds back what a text asks to send: by a time ("next week"), a limit ("only ..."), the
    user's leave ("with my approval", "check with me"), an answer ("Send the reply: no"), a heading ("Later: send it")
    or a verb that ends something ("turn off Share location").

    Args:
        before: the clause before it, if any.
    """
    if clause.mood == "denied" or not clause.words:
        return _answers(before, clause)
    if _needs_leave(clause):
        return True
    if not _sends(clause):
        return False
    is_headed = clause.mark == ":" and (before is None or not (_sends(before) or before.mood == "looked"))
    said = {word for word in clause.words if not word.startswith('"')}
    is_late = any(map(month_of, said)) or not said.isdisjoint(words_of("another_time"))
    ends = clause.words[0] in words_in("ending")
    return is_headed or is_late or ends or any(_is_in(word, "time", "limit") for word in said)


def _answers(before: Clause | None, clause: Clause) -> bool:
    """Return whether a clause denies the one before, and nothing else: "Send the reply: no", "Antwort senden
    verboten"."""
    if before is None or before.mood == "denied" or not _sends(before) or clause.mark in words_of("contrast"):
        return False
    return clause.words[: len(before.words)] in ((), before.words)


def _needs_leave(clause: Clause) -> bool:
    lexicon, words = clause.lexicon, clause.words
    for at, word in enumerate(words):
        last = words[at - 1] if at else ""
        if _is_in(word, "approval") and not clause.heads & lexicon.stems("press"):
            return True
        if _is_in(word, "answer") and (last in lexicon.words("mine") or _is_in(last, "upon")):
            return True
        if word in lexicon.words("self") and _is_in(last, "beside_me") and not _sends(clause):
            return True
    return False


def _is_in(word: str, *keys: str) -> bool:
    return any(word in words_in(key) for key in keys)


def _sends(clause: Clause) -> bool:
    return any(act_of(infinitive_of(word)) in _LEAVING for word in clause.words if not word.startswith('"'))
