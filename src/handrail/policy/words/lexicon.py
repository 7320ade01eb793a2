"""The words by which a user's text is read, for the languages of `handrail.policy.words.consequences`.

`task_words.json` holds them. A word that denies does so in a text of any language, since the language is only guessed.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache, cached_property, lru_cache
from importlib import resources
from itertools import chain

Phrase = tuple[str, ...]
_WORDS = json.loads((resources.files("handrail.policy.words") / "task_words.json").read_text("utf-8"))
LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl")
WORD = r"[\w-]+(?:\.[\w-]+)+|(?:[^\W_]|[\u0900-\u0963\u0981-\u0df3])+"
"""The name of a file or host, or a word: in the scripts of India with the vowel signs, which are no letters."""
_A_WORD = re.compile(WORD)
_WITH_PRONOUN, _AR, _IR = map(re.compile, (r"r(?:se|l[aeo]s?)$", r"(?:at|ad)[aeio]s?$", r"(?:it|id|ut|ud)[aeio]s?$"))
_IS = ("e\u0300", "e\u0301")
_ENDING = re.compile(r"(?:ing|ed|ez|ons|are|ere|ire|ar|er|ir|ern|eln|en|es|as|os|s|e|a|i|o)$")


class Lexicon:
    """The words of one language, or of several where a text could be in each."""

    def __init__(self, languages: Sequence[str]) -> None:
        self.languages = tuple(languages)
        allowed = frozenset.intersection(*(_words((one,), "not_deny") for one in languages))
        self.deny = _index(phrase for phrase in _phrases(LANGUAGES, "deny") if phrase[0] not in allowed)
        self.affirm, self.filler, self.polite = (
            _index(_phrases(self.languages, key)) for key in ("affirm", "filler", "polite")
        )
        self.deny_all = {phrase[0] for phrase in _phrases(LANGUAGES, "deny_all")}
        self.deny_as_object = (words_of("nothing") | words_of("no_thing")) - allowed

    def words(self, key: str) -> frozenset[str]:
        return _words(self.languages, key)

    def stems(self, key: str) -> frozenset[str]:
        return _stems(self.languages, key)

    @cached_property
    def orders(self) -> frozenset[str]:
        """The stems of the verbs that surely ask for something."""
        shared = map(stems_of, ("enter", "fill", "fetch", "change", "attach", "proceed"))
        acts = (stems_of("acts", act) for act in _WORDS["acts"])
        return frozenset[str]().union(*map(self.stems, ("press", "look", "say", "use", "set")), *acts, *shared)

    def knows(self, word: str) -> bool:
        """Return whether a word is one of this language, of those that are listed."""
        is_verb = stem(word) in self.orders | stems_of("everyday")
        return word in self._known or is_verb or act_of(infinitive_of(word)) is not None

    @cached_property
    def _known(self) -> frozenset[str]:
        keys = frozenset(key for one in self.languages for key in _WORDS[one])
        shared = words_in("harmless_in_all") | {"more", "shall"}
        return frozenset[str]().union(*map(self.words, keys), *map(words_in, shared))

    def heads(self, words: Sequence[str]) -> set[str]:
        """Return the same as `Clause.heads`."""
        if not words:
            return set()
        first, last, particles = words[0], words[-1], self.words("particles")
        heads = {stem(first), stem(re.sub(r"(?:l[aeio]s?|li)$", "", first))}
        if particles:
            heads |= {stem(last), stem(last + first)} if last in particles else {stem(last)}
        return heads

    def without_fillers(self, words: Sequence[str]) -> Phrase:
        at = 0
        while length := phrase_length(self.filler, words, at):
            at += length
        return tuple(words[at:])


def tokens_of(text: str) -> Phrase:
    """Return the words of a label, or of the name of a file."""
    return tuple(plain(match[0]) for match in _A_WORD.finditer(text))


def quote(text: str) -> str:
    """Return a quoted span as one word."""
    return '"' + " ".join(tokens_of(text))


@lru_cache(4096)
def plain(word: str) -> str:
    """Return a word in lower case and without accents, but for "è" and "é" alone, which are "is", and not "and"."""
    whole = unicodedata.normalize("NFKD", word.casefold())
    if whole in _IS:
        return unicodedata.normalize("NFC", whole)
    return "".join(char for char in whole if not unicodedata.combining(char))


@lru_cache(4096)
def stem(word: str) -> str:
    """Return a word without its endings, roughly: what is compared are the words of a task, and of a label."""
    word = word.replace("y", "i")
    while len(shorter := _ENDING.sub("", word)) >= 3 and shorter != word:
        word = shorter
    # "Publique" and "publicar", "pague" and "pagar"; "bestelle" and "bestellen".
    word = re.sub("gu$", "g", re.sub("qu$", "c", word))
    return re.sub(r"(\w)\1", r"\1", word) if len(word) > 3 else word


def act_of(word: str) -> str | None:
    """Return the kind of act that a word names."""
    return next((act for act in _WORDS["acts"] if stem(word) in stems_of("acts", act)), None)


_PARTICIPLES = dict(plain(pair).split("=") for pair in _WORDS["participles"].split())


@cache
def stems_of(*keys: str) -> frozenset[str]:
    """Return the stems of a list of words that is the same in all languages."""
    words = _WORDS
    for key in keys:
        words = words[key]
    return frozenset(stem(plain(word)) for word in words.split())


@cache
def infinitive_of(word: str) -> str:
    """Return the verb of a participle that `stem` does not lead to ("sent", "inviata"), or of an infinitive with a
    pronoun ("enviarse"), where it is one of an act; any other word as it is."""
    verbs = (_PARTICIPLES.get(word, ""), _WITH_PRONOUN.sub("r", word), _AR.sub("ar", word), _IR.sub("ir", word))
    return next((verb for verb in verbs if verb and verb != word and act_of(verb) and not act_of(word)), word)


@cache
def numbers_of(language: str) -> dict[str, str]:
    """Return the digits of the numbers from 2 to 12, by their words in a language."""
    numbers = enumerate(_WORDS[language]["numbers"].split(), 2)
    return {plain(word): str(number) for number, words in numbers for word in words.split("|")}


@cache
def names_of_languages() -> dict[str, str]:
    """Return what languages call themselves, by their names in all languages."""
    # A word that stands in two lines counts as one of the first.
    lines = [tokens_of(line) for line in reversed(_WORDS["languages"])]
    return {word: words[0] for words in lines for word in words}


@cache
def month_of(name: str) -> int:
    """Return the number of a month by its name in any language, with or without accents; 0 for any other word."""
    lines = (map(plain, line.split()) for line in _WORDS["months"])
    return next((number for number, names in enumerate(lines, 1) if plain(name) in names), 0)


@cache
def words_in(key: str) -> frozenset[str]:
    """Return a list of words that is the same in all languages, as they are: stems of short words are alike."""
    return frozenset(plain(word) for word in _WORDS[key].split())


@cache
def words_of(key: str) -> frozenset[str]:
    """Return a list of words of all languages."""
    return _words(LANGUAGES, key)


@cache
def _phrases(languages: Phrase, key: str) -> list[Phrase]:
    given = (_WORDS[one].get(key, []) for one in languages)
    return [tokens_of(phrase) for one in given for phrase in (one.split() if isinstance(one, str) else one)]


@cache
def _words(languages: Phrase, key: str) -> frozenset[str]:
    return frozenset(chain.from_iterable(_phrases(languages, key)))


@cache
def _stems(languages: Phrase, key: str) -> frozenset[str]:
    return frozenset(map(stem, _words(languages, key)))


def guess_lexicon(words: Phrase) -> Lexicon:
    """Return the words of the language that most of a text's words are of."""
    votes = {
        one: sum(word in _words((one,), "common") or stem(word) in _known_stems(one) for word in words)
        for one in LANGUAGES
    }
    return lexicon_of(tuple(one for one in LANGUAGES if votes[one] == max(votes.values())))


@cache
def _known_stems(language: str) -> frozenset[str]:
    return _stems((language,), "press") | _stems((language,), "look") | _stems((language,), "say")


@cache
def lexicon_of(languages: Phrase) -> Lexicon:
    return Lexicon(languages)


def _index(phrases: Iterable[Phrase]) -> dict[str, list[Phrase]]:
    index: dict[str, list[Phrase]] = {}
    for phrase in sorted(phrases, key=len, reverse=True):
        index.setdefault(phrase[0], []).append(phrase)
    return index


def phrase_length(index: dict[str, list[Phrase]], words: Sequence[str], at: int) -> int:
    """Return how long the phrase is that stands there; 0 where none does."""
    known = index.get(words[at], []) if at < len(words) else []
    return next((len(phrase) for phrase in known if tuple(words[at : at + len(phrase)]) == phrase), 0)
