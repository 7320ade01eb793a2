"""Which words of an order to send something are not known to be harmless: any of them may hold it back.

Words that hold somebody back cannot be listed. Known are the small words of the language, its verbs of ordering, what a
control is called, and what stands where a name or a thing does: behind the verb, or behind "to" ("Send Anna the form").
"""

from __future__ import annotations

from itertools import pairwise

from handrail.policy.words.clause import Clause
from handrail.policy.words.lexicon import (
    LANGUAGES,
    act_of,
    infinitive_of,
    month_of,
    stem,
    stems_of,
    words_in,
    words_of,
)
from handrail.policy.words.meanings import meaning_of

_LEAVING = ("send", "submit", "access", "upload", "download")


def unknown_words(clause: Clause) -> tuple[str, ...]:
    """Return the words of a clause that presses, sends, shares or hands over, that may hold this back. Where nothing
    tells the language, any clause may do that to another one."""
    words, lexicon = clause.words, clause.lexicon
    if clause.mood != "asked":
        return ()
    pressed = (at for at, word in enumerate(words) if stem(word) in lexicon.stems("press"))
    start = 0 if sends(clause) or clause.heads & lexicon.stems("use") else next(pressed, len(words))
    if start == len(words) and len(lexicon.languages) == len(LANGUAGES):
        harmless = clause.known.names | {word for word in words if _is_value(clause, word) or lexicon.knows(word)}
        return tuple(word for word in words if word not in harmless)
    # "Click Send when you are done", "comment on it with Wonderful news" (but "with Ben's leave").
    when, you, says = lexicon.words("condition"), words_in("you"), clause.heads & lexicon.stems("say")
    names = clause.known.names if says and "s" not in words else ()
    pairs = enumerate(pairwise(words))
    ends = [
        at
        for at, (one, after) in pairs
        if (one in when and after in you) or (one in words_in("with") and after in names)
    ]
    places = range(start, min([*ends, len(words)]))
    return tuple(words[at] for at in places if not (_is_known(clause, at) or _is_named(clause, at)))


def sends(clause: Clause) -> bool:
    """Return whether the verb of a clause is one of an act of consequence, or a later word is its infinitive."""
    first, rest = clause.words[:1], [word for word in clause.words[1:] if word.endswith("n")]
    return any(act_of(infinitive_of(word)) in _LEAVING for word in (*first, *rest, *clause.heads))


def _is_known(clause: Clause, at: int) -> bool:
    word, before, lexicon = clause.words[at], clause.words[at - 1] if at else "", clause.lexicon
    is_listed = any(word in lexicon.words(key) for key in words_in("harmless_in_each"))
    if is_listed or any(word in words_in(key) for key in words_in("harmless_in_all")) or _is_value(clause, word):
        return True
    if word == "s" or word in lexicon.words("in_person"):
        return before in clause.known.names or before in lexicon.words("toward")
    ends, particles = at == len(clause.words) - 1, lexicon.words("particles")
    is_verb = at == 0 or (ends and particles) or before in lexicon.words("infinitive") - words_in("of")
    return (
        (bool(is_verb) and stem(word) in lexicon.orders)
        or (at == 0 and clause.words[-1] in particles)
        or stem(word) in lexicon.stems("press")
        or meaning_of(word, lexicon.languages) != word
    )


def _is_value(clause: Clause, word: str) -> bool:
    is_address = word in clause.known.values or word.startswith("handrailaddress")
    return is_address or word.startswith('"') or "." in word or word.isdigit()


def _is_named(clause: Clause, at: int) -> bool:
    """Return whether a word is a name behind the verb, behind another name, or behind "to"; or a thing."""
    words, lexicon = clause.words, clause.lexicon
    before, names = words[at - 1] if at else "", clause.known.names
    if at == len(words) - 1 and stem(before) in lexicon.stems("press"):
        return True
    if words[at] in names and not _is_time(words[at]):
        small = frozenset[str]().union(*map(lexicon.words, ("stop", "button", "adjective", "article")))
        verb = next((word for word in reversed(words[:at]) if word not in small), "")
        # Where nouns have capital letters, too, only "to" and "share with" are before a name.
        shares = "de" not in lexicon.languages or clause.heads & stems_of("acts", "access")
        aims = lexicon.words("toward") | lexicon.words("article") if shares else words_in("recipient")
        follows = aims | words_in("places") | names
        if at == 1 or before in follows or stem(verb) in lexicon.stems("press"):
            return True
    return is_thing(clause, at)


def is_thing(clause: Clause, at: int) -> bool:
    """Return whether a word stands behind an article, a pronoun or a number that is the object of the verb, or behind a
    preposition that says to whom or of what; or before a value ("ticket 2", "with the subject 'Hello'")."""
    words, lexicon = clause.words, clause.lexicon
    if not words[at].isascii() or not words[at].isalpha() or _is_time(words[at]):
        return False
    determiners = words_in("determiners").union(*map(lexicon.words, ("article", "mine", "adjective", "all")))
    contracted, start, after = words_in("to_the") & lexicon.words("stop"), at, "".join(words[at + 1 : at + 2])
    while start and (words[start - 1] in determiners or meaning_of(words[start - 1], lexicon.languages).isdigit()):
        start -= 1
    before = words[start - 1] if start else ""
    if start == at:
        return before in contracted | (words_in("recipient") & lexicon.words("toward")) or after.isdigit()
    if before == "as" and words[at] in words_of("unsent"):
        return False
    first = [word for word in words[:start] if word not in words_in("courtesy")]
    is_object = len(first) <= 1 or (start == 2 and before in words_in("persons")) or before in clause.known.names
    has_value = after.startswith('"') or after in words_in("of") | words_in("places")
    return is_object or has_value or before in words_in("aims") | contracted


def _is_time(word: str) -> bool:
    return word in words_in("time") or word in words_of("another_time") or bool(month_of(word))
