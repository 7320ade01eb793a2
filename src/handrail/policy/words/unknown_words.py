"""Which words of an order to send something are not known to be harmless: any of them may hold it back.

Words that hold somebody back cannot be listed. Known are the small words of the language, its verbs of ordering, what a
control is called, and what stands where a name or a thing does: behind the verb, or behind "to" ("Send Anna the form").
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

from handrail.policy.words.clause import Clause
from handrail.policy.words.lexicon import (
    LANGUAGES,
    Phrase,
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
_HELD_BY_TIME = ("send", "submit", "access", "upload")
_DOTS_OF_HOST = 3


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
    if _is_number(clause, word) and word not in clause.known.values:
        return not (speaks_of(clause, _HELD_BY_TIME) and _may_say_when(clause, at))
    is_listed = any(word in lexicon.words(key) for key in words_in("harmless_in_each"))
    is_listed |= _belongs_to_field(clause, at) or _is_ordinal(clause, at)
    if is_listed or any(word in words_in(key) for key in words_in("harmless_in_all")) or _is_value(clause, word):
        return True
    if word == "s" or word in lexicon.words("in_person"):
        return before in clause.known.names or before in lexicon.words("toward")
    ends, particles = at == len(clause.words) - 1, lexicon.words("particles")
    is_infinitive = before in lexicon.words("infinitive") - words_in("of") and word not in clause.known.names
    is_verb = at == 0 or (ends and particles) or is_infinitive
    return (
        (bool(is_verb) and stem(word) in lexicon.orders)
        or (at == 0 and clause.words[-1] in particles)
        or stem(word) in lexicon.stems("press")
        or meaning_of(word, lexicon.languages) != word
    )


def holds_back(word: str) -> bool:
    """Return whether a word may say when something is sent, upon what, or that it is not: "pending", "TBD"."""
    listed = words_of("unsent") | words_in("upon") | words_in("answer") | words_in("approval")
    return word in listed or _is_time(word) or act_of(word) == "delete"


def _belongs_to_field(clause: Clause, at: int) -> bool:
    """Return whether a word is the value of a field that is named without an article ("with priority high"), what is
    said of it before its value ("titled 'Ideas'"), or which of several it is ("pick express delivery")."""
    words = clause.words
    before, after = words[at - 1] if at else "", "".join(words[at + 1 : at + 2])
    if not at or holds_back(words[at]):
        return False
    if stem(words[at]) in stems_of("fields") and after.startswith('"'):
        return True
    if at == 1 and stem(before) in clause.lexicon.stems("press"):
        return after in words_in("choices") | words_in("places")
    has_article = at > 1 and words[at - 2] in clause.lexicon.words("article") | words_in("determiners")
    return before in words_in("choices") and not has_article


def _is_number(clause: Clause, word: str) -> bool:
    return meaning_of(word, clause.lexicon.languages).replace(".", "").isdecimal()


def speaks_of(clause: Clause, acts: Collection[str]) -> bool:
    """Return whether a clause has a word for one of these acts, outside of quotation marks."""
    return any(act_of(infinitive_of(word)) in acts for word in clause.words if not word.startswith('"'))


def _may_say_when(clause: Clause, at: int) -> bool:
    """Return whether a number may say when, or that nothing is sent ("at 18:00", "on 24.12.", "0 replies"): it reads as
    a date or a time, or counts and numbers nothing ("3 photos", "ticket 2")."""
    words, start, end = clause.words, at, at + 1
    while start and _is_number(clause, words[start - 1]):
        start -= 1
    while end < len(words) and _is_number(clause, words[end]):
        end += 1
    if any(word.count(".") == _DOTS_OF_HOST for word in words[start:end]):
        return False
    if _reads_as_time(words[start:end]):
        return True
    before, after = "".join(words[start - 1 : start]), "".join(words[end : end + 1])
    small = clause.lexicon.words("article") | clause.lexicon.words("stop")
    has_article = start > 1 and words[start - 2] in small and before not in small and not _is_time(before)
    is_object = start == 1 or before in words_in("recipient") | words_in("of")
    return not (has_article or is_object or _is_noun(clause, before) or _is_noun(clause, after))


def is_only_time(clause: Clause) -> bool:
    """Return whether a clause is a date or a time in digits: "Send the reply, 18:00"."""
    are_numbers = all(_is_number(clause, word) for word in clause.words)
    return are_numbers and bool(clause.words) and _reads_as_time(clause.words)


def _reads_as_time(numbers: Phrase) -> bool:
    parts = [part for word in numbers for part in word.split(".")]
    is_date = len(parts) > 1 and parts[-1] != "0" and all(map(_may_be_part_of_date, parts))
    return is_date or not any(part.strip("0") for part in parts)


def _may_be_part_of_date(part: str) -> bool:
    return len(part) < len("100") or part[:2] in ("19", "20")


def _is_noun(clause: Clause, word: str) -> bool:
    """Return whether a word may be what a number counts or numbers: no verb, no time and none of the small words."""
    lexicon = clause.lexicon
    nouns = frozenset[str]().union(*map(words_in, ("places", "choices", "fields")), clause.known.names)
    nouns |= lexicon.words("letter") | lexicon.words("button")
    # In German, nouns have capital letters: "um 9" has none.
    is_other = not lexicon.knows(word) and "de" not in lexicon.languages
    return word.isalpha() and not _is_time(word) and (word in nouns or is_other)


def _is_value(clause: Clause, word: str) -> bool:
    is_address = word in clause.known.values or word.startswith("handrailaddress")
    return is_address or word.startswith('"') or "." in word or word.isdigit()


def _is_ordinal(clause: Clause, at: int) -> bool:
    """Return whether a word says which of several things of one name is pressed ("click the second Remove"), and not
    when: "click Send in a second", "click Send on the second of May"."""
    words, lexicon = clause.words, clause.lexicon
    after, start = "".join(words[at + 1 : at + 2]), at
    definite = (lexicon.words("article") | words_in("to_the") | words_in("on_the")) - words_in("indefinite")
    while start and words[start - 1] in lexicon.words("stop") | definite:
        start -= 1
    presses = stem(words[start - 1]) in lexicon.stems("press") if start else bool(clause.heads & lexicon.stems("press"))
    names = bool(after) and not (after in lexicon.words("stop") or _is_time(after))
    return words[at] in words_in("ordinals") and words[max(0, at - 1)] in definite and presses and names


def _is_named(clause: Clause, at: int) -> bool:
    """Return whether a word is a name behind the verb, behind another name, or behind "to"; or a thing."""
    words, lexicon = clause.words, clause.lexicon
    before, names = words[at - 1] if at else "", clause.known.names
    if at == len(words) - 1 and stem(before) in lexicon.stems("press"):
        return True
    if words[at] in names and not _is_time(words[at]):
        small = words_in("ordinals") if at and _is_ordinal(clause, at - 1) else frozenset[str]()
        small = small.union(*map(lexicon.words, ("stop", "button", "adjective", "article")))
        verb = next((word for word in reversed(words[:at]) if word not in small), "")
        # Where nouns have capital letters, too, only "to" and "share with" are before a name.
        shares = "de" not in lexicon.languages or clause.heads & stems_of("acts", "access")
        aims = lexicon.words("toward") | lexicon.words("article") if shares else words_in("recipient")
        follows = aims | words_in("places") | words_in("fields") | names
        if stem(verb) in lexicon.stems("press"):
            return True
        if at == 1 or before in follows:
            return not _is_no_name(clause, at, is_next=before in words_in("places") | names)
    return is_thing(clause, at)


def _is_no_name(clause: Clause, at: int, *, is_next: bool) -> bool:
    """Return whether a word with a capital letter is not the name that its place says: "to Drafts"; behind a name or a
    thing (``is_next``) also "to Anna TBD", "to Anna Only If Ben Agrees", "the reply Pending"."""
    word, before, lexicon = clause.words[at], clause.words[at - 1], clause.lexicon
    if holds_back(word):
        return True
    is_small = word in words_in("upon") or (before in clause.known.names and lexicon.knows(word))
    return is_next and (is_small or word in clause.known.capitals or _is_message(clause, at - 1))


def _is_message(clause: Clause, at: int) -> bool:
    """Return whether a word is a message that the verb sends, which has no name: "the reply Maybe"."""
    is_message = stem(clause.words[at]) in clause.lexicon.stems("say") | clause.lexicon.stems("letter")
    return is_message and set(clause.words[1:at]) <= clause.lexicon.words("article")


def is_thing(clause: Clause, at: int) -> bool:
    """Return whether a word stands behind an article, a pronoun or a number that is the object of the verb, or behind a
    preposition that says to whom or of what; or before a value ("ticket 2", "with the subject 'Hello'")."""
    words, lexicon = clause.words, clause.lexicon
    if not (words[at].isascii() and words[at].isalpha()) or _is_time(words[at]) or _is_number(clause, words[at]):
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
