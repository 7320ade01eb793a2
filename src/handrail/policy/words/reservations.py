"""What a user may add to an order to send something, so that it is not to be sent now, or not without them.

Only words that surely ask for an act free it (see `understood`). These stand in a clause that does, and take it back.
"""

from __future__ import annotations

from handrail.policy.words.clause import Clause
from handrail.policy.words.lexicon import (
    act_of,
    infinitive_of,
    month_of,
    names_of_languages,
    stem,
    words_in,
    words_of,
)

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
    if _needs_leave(clause) or (clause.mark == ":" and _answers(before, clause)):
        return True
    if before is not None and _sends(before) and clause.mark in words_in("upon"):
        # "Send the reply after review", unlike "Send the reply, after that close the tab".
        return clause.words[0] not in clause.lexicon.words("it")
    if not _sends(clause):
        return False
    is_headed = clause.mark == ":" and (before is None or not (_sends(before) or before.mood == "looked"))
    said = {word for word in clause.words if not word.startswith('"')}
    is_late = any(map(month_of, said)) or not said.isdisjoint(words_of("another_time"))
    ends = clause.words[0] in words_in("ending")
    is_limited = any(_is_in(word, "time", "limit", "proviso") for word in said)
    return is_headed or is_late or ends or is_limited or _says_how(clause) or _is_spoken_of(clause)


def _says_how(clause: Clause) -> bool:
    """Return whether a clause says how or when, and not where: "in a dry run" and "at midnight" have no definite
    article, unlike "in the chat". A number, the language and the kind of message say nothing of that."""
    words, lexicon = clause.words, clause.lexicon
    if not lexicon.stems("press").isdisjoint(map(stem, words)):
        return False
    known = lexicon.words("letter") | (lexicon.words("stop") - words_in("indefinite")) | frozenset(names_of_languages())
    places = [words[at + 1 : at + 3] for at, word in enumerate(words[:-1]) if word in words_in("place")]
    return any(not (place[0] in known or place[0][0] == '"' or place[-1][0].isdigit()) for place in places)


def _is_spoken_of(clause: Clause) -> bool:
    """Return whether a sending is what a clause speaks of, in languages that put the infinitive last: "Antwort senden
    weglassen", "Blijf af van antwoord versturen"."""
    words, lexicon = clause.words, clause.lexicon
    at = next((at for at, word in enumerate(words) if at and _is_infinitive(word)), None)
    if at is None or not lexicon.words("particles"):
        return False
    follow = words[at + 1 :]
    is_told = bool(follow) and not (
        follow[0].startswith('"') or follow[0] in lexicon.words("toward") or stem(follow[-1]) in lexicon.stems("press")
    )
    begins = words[0] not in lexicon.words("stop") and stem(words[0]) not in lexicon.stems("press")
    return is_told or (not follow and begins and not lexicon.words("away").isdisjoint(words[1:at]))


def _is_infinitive(word: str) -> bool:
    return word.endswith("n") and _leaves(word)


def _answers(before: Clause | None, clause: Clause) -> bool:
    """Return whether a clause denies the one before, and nothing else: "Send the reply: no", "Antwort senden
    verboten"."""
    if before is None or before.mood == "denied" or not _sends(before) or clause.mark in words_of("contrast"):
        return False
    own = clause.lexicon
    # "Envoyer la réponse : c'est moi".
    is_mine = clause.mark == ":" and set(clause.words) <= own.words("being") | own.words("user") | own.words("it") | {
        "c"
    }
    return clause.words[: len(before.words)] in ((), before.words) or is_mine


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
    return any(map(_leaves, clause.words))


def _leaves(word: str) -> bool:
    return not word.startswith('"') and act_of(infinitive_of(word)) in _LEAVING
