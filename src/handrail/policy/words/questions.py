"""Where a sentence that ends as a question begins to ask: "click Send, does the page say X?" orders first.

Only a question about what the page shows leaves the orders before it as they are. One about the act itself ("click
Send, is that right?"), or about what somebody wants or agrees to, may hold them back, and so may any that is not known.
"""

from __future__ import annotations

from collections.abc import Sequence

from handrail.policy.words.clause import PAUSES, Clause
from handrail.policy.words.denials import AUXILIARIES
from handrail.policy.words.lexicon import (
    Lexicon,
    Phrase,
    act_of,
    infinitive_of,
    page_questions,
    phrase_length,
    stem,
    words_in,
)
from handrail.policy.words.unknown_words import holds_back

_WORDS_OF_SUBJECT = 3
"""Words behind a verb among which its subject may stand: "clique-t-on"."""
_WORDS_OF_VALUE = 3
"""Of a text that a page may say, without quotation marks."""


def politely_asked(lexicon: Lexicon, words: Phrase) -> int:
    """Return where a request behind a pause begins; 0 where there is none."""
    pauses = (at for at, word in enumerate(words) if word in PAUSES)
    return next((at + 1 for at in pauses if phrase_length(lexicon.polite, words, at + 1)), 0)


def begin_of_question(lexicon: Lexicon, words: Phrase) -> int:
    """Return where the questions about the page begin that a sentence ends with, behind what it orders; 0 where it does
    not end so, or where what it asks may hold the orders back."""
    starts = [at for at in range(1, len(words)) if _opening(lexicon, words, at) and _is_joined(lexicon, words, at)]
    if not starts or not lexicon.words("or").isdisjoint(words):
        return 0
    questions = (words[at:end] for at, end in zip(starts, [*starts[1:], len(words)], strict=True))
    return starts[0] if all(_is_about_page(lexicon, one) for one in questions) else 0


def orders_before(lexicon: Lexicon, words: Phrase, at: int) -> Phrase:
    """Return the words before a question, without those that join it to them."""
    while at and (words[at - 1] in PAUSES or words[at - 1] in lexicon.words("and")):
        at -= 1
    return words[:at]


def are_orders(clauses: Sequence[Clause]) -> bool:
    """Return whether clauses are orders or denials, each of which begins with its verb: "you click Send", "clicking
    Send" and "when I click Send" are what a question is about."""
    followed = zip(clauses, (*clauses[1:], None), strict=True)
    return bool(clauses) and all(
        one.carried or one.mood == "denied" or _is_order(one) or _begins_denial(one, after) for one, after in followed
    )


def _begins_denial(clause: Clause, after: Clause | None) -> bool:
    """Return whether a clause is the "do" of "do not send it"."""
    return after is not None and after.mood == "denied" and set(clause.words) <= AUXILIARIES


def _is_order(clause: Clause) -> bool:
    lexicon, words = clause.lexicon, clause.words
    if clause.mood not in ("asked", "looked") or clause.later or not words or words[0].endswith("ing"):
        return False
    # "Klicke ich auf Senden, was ist zu sehen?" asks what would be; an English order has no such form.
    subjects = words_in("you") | (lexicon.words("subject") if lexicon.languages != ("en",) else set[str]())
    return stem(words[0]) in lexicon.orders and subjects.isdisjoint(words[1 : 1 + _WORDS_OF_SUBJECT])


def _opening(lexicon: Lexicon, words: Phrase, at: int) -> int:
    """Return how many words open a question about the page there; 0 where none begins."""
    lengths = (phrase_length(page_questions(lexicon.languages, key), words, at) for key in ("asks", "says", "state"))
    return max(lengths)


def _is_joined(lexicon: Lexicon, words: Phrase, at: int) -> bool:
    """Return whether a new clause may begin there: behind a pause, or behind "and" or "then"."""
    joins = lexicon.words("and") - lexicon.words("or") - lexicon.words("contrast") - lexicon.words("condition")
    return words[at - 1] == "," or words[at - 1] in joins


def _without_end(lexicon: Lexicon, words: Phrase) -> Phrase:
    """Return the words of a question without a verb that only closes it: "wie viele Zeilen gibt es"."""
    ends = page_questions(lexicon.languages, "ends")
    return next((words[:at] for at in range(1, len(words)) if phrase_length(ends, words, at) == len(words) - at), words)


def _is_about_page(lexicon: Lexicon, words: Phrase) -> bool:
    """Return whether a question asks for what the page shows, and nothing that may hold back the orders before it."""
    at = _opening(lexicon, words, 0)
    said = _without_end(lexicon, orders_before(lexicon, words[at:], len(words) - at))
    says = bool(phrase_length(page_questions(lexicon.languages, "says"), words, 0))
    is_state = bool(phrase_length(page_questions(lexicon.languages, "state"), words, 0)) and at == 1
    if not said or (is_state and said[-1] not in words_in("page_states")):
        return False
    # "Thank you" is what pages say.
    others = set[str]() if says and len(said) <= _WORDS_OF_VALUE else words_in("you")
    keys = ("user", "self", "subject", "condition", "until", "mine", "press")
    doubtful = frozenset(others).union(*map(lexicon.words, keys), words_in("qualms"), words_in("suspect"))
    doubtful |= lexicon.words("modal") - lexicon.words("being")
    doubtful |= lexicon.words("it") - lexicon.words("article")
    doubtful |= lexicon.deny_all | lexicon.deny.keys() | words_in("agreed")
    stems = frozenset(map(stem, words_in("approval"))) | lexicon.stems("press")
    return not any(
        word in doubtful or holds_back(word) or act_of(infinitive_of(word)) or stem(word) in stems
        for word in said
        if not word.startswith('"')
    )
