"""How a text of the user reads: its clauses, and whether each asks for an act, only looks, denies, or does neither.

Where a clause can be read in two ways, it asks for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from handrail.policy.words.clause import PAUSES, Clause, Known
from handrail.policy.words.denials import (
    clause_of_denial,
    conditionally_denied,
    denies_behind_condition,
    without_condition,
)
from handrail.policy.words.lexicon import (
    WORD,
    Lexicon,
    Phrase,
    guess_lexicon,
    infinitive_of,
    phrase_length,
    plain,
    quote,
    stem,
    stems_of,
    tokens_of,
    words_in,
    words_of,
)
from handrail.policy.words.retractions import BEFORE_INFINITIVES, held_back
from handrail.policy.words.spellings import as_written_out

_TOKEN = re.compile(
    r"""["“”„«»‹›]\s*([^"“”„«»‹›\n]{1,2000}?)\s*["“”«»‹›]   # quoted
    |(?<!\w)['‘‚]((?:[^'‘’‚\n]|['’](?=\w)){1,2000})['’](?!\w)
    |("""
    + WORD
    + r""")                                                  # the name of a file or host; a word
    |((?:(?<![\s.]\w)\.|[!?;])+(?=\W|$)|\n\s*(?:\n|[-*•]\s|\d+[.)]\s))   # the end of a sentence
    # A sign that may mean anything.
    |(\(\s*\)|(?<=\w{3})['’](?=\w{1,2}\b)(?!(?:s|t|m|d|ll|re|ve)\b)|[¿¡](?!\w)|[^\w\s.,;:!?()'"“”„«»‹›‘’‚`/@&%+*#•€$£¿¡…_>→–—-])
    |([,–—\n()]|:(?!//|(?<=\w:)\d)|\s[-/]\s)                   # a pause, but not within an address or a time""",
    re.VERBOSE,
)
_WORD, _END, _SIGN, _PAUSE = 3, 4, 5, 6
_VALUE = re.compile(r"\S*(?:/\S*/|\w\.\w|@)\S*")
"""An address, or the name of a file or its path."""
_GOES_ON = re.compile(r"(?:ing|ar|er|ir|re|en)$")
"""Endings of the words that go on with a list after "without"."""


@dataclass(slots=True)
class _Part:
    """A part of a sentence: ``mark`` is what stands before it (see `Clause`), ``denial`` what denies it (``whole``: all
    of it), ``before`` the words since the last mark."""

    mark: str
    words: list[str] = field(default_factory=list)
    denial: Phrase | None = None
    before: Phrase = ()
    whole: bool = False


def read(text: str) -> Iterator[Clause]:
    """Yield the clauses of a text. Behind a line that looks, says or states something, with a colon at its end, nothing
    is asked for: it is what the line speaks of. Neither is it in the same line behind the colon of a clause that looks.
    """
    text = as_written_out(text)
    tokens = [(match.lastindex or 0, match[match.lastindex or 0]) for match in _TOKEN.finditer(text)]
    lexicon = guess_lexicon(tuple(plain(given) for group, given in tokens if group == _WORD))
    known = _known(lexicon, text, tokens)
    sentence: list[str] = []
    told = ""
    for (group, given), after in pairwise([*tokens, (_END, ""), (_END, "")]):
        ends = group == _END
        if group in (_WORD, _SIGN):
            sentence.append(plain(given))
        elif group == _PAUSE:
            mark = given.strip() if given.strip() in (":", "/") else ","
            if mark == ":" and not told and _tells(lexicon, sentence, after[1]):
                yield from (replace(one, known=known) for one in _Sentence(lexicon, asks=False).read(sentence))
                sentence, told = [], "text" if "\n" in after[1] else "line"
            else:
                sentence.append(mark)
        elif not ends:
            sentence.append(quote(given))
            # "Write 'I resign.' Keep it in the drafts."
            ends = given[-1] in ".!?" and after[0] == _WORD and after[1][0].isupper()
        if ends:
            for one in _Sentence(lexicon, asks="?" in given and group == _END).read(sentence):
                yield replace(one, mood=one.mood if one.mood == "denied" or not told else "other", known=known)
            sentence = []
        if told == "line" and "\n" in given:
            told = ""


def _known(lexicon: Lexicon, text: str, tokens: Sequence[tuple[int, str]]) -> Known:
    pairs = [(before, given) for (before, _), (group, given) in pairwise([(_END, ""), *tokens]) if group == _WORD]
    names = frozenset(plain(given) for before, given in pairs if given[0].isupper() and before != _END)
    capitals = frozenset(plain(given) for _, given in pairs if given.isupper() and len(given) > 1)
    # "24.12." and "3/4/2027" are values, too, but may say when.
    found_values = [found[0] for found in _VALUE.finditer(text) if re.search(r"[^\W\d_]", found[0])]
    values = frozenset(word for value in found_values for word in tokens_of(value))
    words = [word for _, given in pairs if (word := plain(given)) not in names | values and not word[0].isdigit()]
    return Known(names, capitals, values, 2 * sum(map(lexicon.knows, words)) >= len(words))


def _tells(lexicon: Lexicon, words: Sequence[str], after: str) -> bool:
    """Return whether what stands behind the colon of a clause is spoken of, and not asked for. ``after`` is the token
    behind the colon."""
    behind = next((at for at in range(len(words), 0, -1) if words[at - 1] in PAUSES), 0)
    clause = lexicon.without_fillers(words[behind:])
    heads, says, looks = lexicon.heads(clause), lexicon.stems("say"), lexicon.stems("look")
    asks = not (lexicon.words("ask") | lexicon.words("how")).isdisjoint(clause)
    if heads & says and not asks:
        # "Tell me of answers: subscribe to the thread" asks for it; for one sentence, `_Sentence` knows.
        return after.count("\n") > 1
    if "\n" not in after:
        return bool(heads & looks)
    begins = lexicon.words("do") | (lexicon.words("stop") - lexicon.words("article"))
    return len(clause) > 1 and clause[0] not in begins and not heads & (lexicon.orders - looks)


class _Sentence:
    """Reads one sentence. A denial holds to its end unless a contrast ("but", "just") ends it: "do not open the menu
    and press Send" may deny both."""

    def __init__(self, lexicon: Lexicon, *, asks: bool) -> None:
        self._lexicon = lexicon
        self._asks = asks
        self._carry: Clause | None = None
        """Whose mood goes on to the clauses after it."""
        self._until: Callable[[_Part, Phrase], bool] = lambda *_: False
        """Whether the carried mood ends before a part."""
        self._talks = False
        """What follows a colon is what somebody is told."""
        self._makes, self._in_entry = False, False
        """A sending behind a colon is what an entry says, but for one of steps: "Add a task: send the reply"."""

    def read(self, words: Sequence[str]) -> Iterator[Clause]:
        lexicon = self._lexicon
        words = self._without_affirmed(words)
        start = lexicon.without_fillers(words)
        if self._asks and (at := self._politely_asked(start)):
            # "It is too bright here, can you switch it to dark?"
            yield from _Sentence(lexicon, asks=False).read(start[: at - 1])
            start = start[at:]
        polite = phrase_length(lexicon.polite, start, 0)
        if start and not polite and (self._asks or start[0] in lexicon.words("yes_no")):
            yield Clause(start, "other", lexicon)
            return
        parts = list(self._parts(start[polite:] if polite else words))
        self._deny_behind_condition(parts)
        clauses = [one for part in parts for one in self._read_part(part)]
        yield from conditionally_denied(words, list(self._as_listed(held_back(clauses))))

    def _deny_behind_condition(self, parts: list[_Part]) -> None:
        """Take the condition from before the denial that a sentence ends with ("if the name is missing do not send the
        form"). Behind orders a condition may hold for them: "click Save, if the button does not send it"."""
        at = next((at for at, part in enumerate(parts) if part.denial is not None), 0)
        is_last = at > 0 and all(part.denial is not None or not part.words for part in parts[at:])
        is_joined = at > 0 and parts[at - 1].mark in self._lexicon.words("and") - self._lexicon.words("or")
        if is_last and (is_joined or not any(part.words for part in parts[: at - 1])):
            parts[at].before = without_condition(self._lexicon, parts[at].before, parts[at].words)

    def _politely_asked(self, words: Phrase) -> int:
        """Return where a request behind a pause begins; 0 where there is none."""
        pauses = (at for at, word in enumerate(words) if word in PAUSES)
        return next((at + 1 for at in pauses if phrase_length(self._lexicon.polite, words, at + 1)), 0)

    def _as_listed(self, clauses: list[Clause]) -> Iterator[Clause]:
        """Return what a denial goes on to is prohibited as far as a list goes that "or" closes. Further it may be meant
        or not: it names nothing then, and nothing is forbidden by it."""
        closes, listed, kept = self._lexicon.words("or") | {"/"}, False, list[Clause]()
        for clause in reversed(clauses):
            listed = clause.carried and (clause.mark in closes or (listed and clause.mark == ","))
            kept.append(replace(clause, prohibits=False) if clause.carried and not listed else clause)
        return reversed(kept)

    def _without_affirmed(self, words: Sequence[str]) -> list[str]:
        """Return words without what only looks like a denial ("do not forget to")."""
        kept, at = list[str](), 0
        while at < len(words):
            length = phrase_length(self._lexicon.affirm, words, at)
            kept += words[at : at + (not length)]
            at += length or 1
            if length and (behind := next((i for i, w in enumerate(words[at:], at) if w in BEFORE_INFINITIVES), None)):
                # "Vergiss nicht, auf Senden zu klicken" asks for it, unlike "vermeide es, auf Senden zu klicken".
                words = [*words[:behind], *words[behind + 1 :]]
        return kept

    def _parts(self, words: Sequence[str]) -> Iterator[_Part]:
        lexicon, part, at = self._lexicon, _Part("."), 0
        while at < len(words):
            word, length = words[at], phrase_length(self._lexicon.deny, words, at)
            if part.denial is None and self._is_denied_object(part.words, words[at:]):
                part.denial, part.before, part.whole, length = (word,), tuple(part.words[:1]), True, 1
            elif length and (part.denial is None or denies_behind_condition(lexicon, part.before, words, at, length)):
                yield part
                part = _Part(
                    "", denial=tuple(words[at : at + length]), before=tuple(part.words) if part.denial is None else ()
                )
            elif word == "," and part.denial is not None and at + 1 < len(words) and words[at + 1] in words_of("that"):
                length = 1  # "Ich möchte nicht, dass sie gesendet wird"
            elif not length and (word in PAUSES or word in lexicon.words("and")):
                yield part
                keeps_mark = part.mark == ":" or (part.mark == "." and word in PAUSES)
                part = _Part(part.mark if keeps_mark and not part.words else word)
            elif not length and word in lexicon.deny_all:
                part.whole |= part.denial is None
                part.denial, part.before = part.denial or (word,), part.before or tuple(part.words[:1])
            elif not length:
                part.words.append(word)
            at += length or 1
        yield part

    def _is_denied_object(self, before: Sequence[str], words: Sequence[str]) -> bool:
        """Return whether words begin with the object of an order that denies all of it ("archive nothing", "archive no
        entry"), and not with a name ("answer with no", "set the colour to none", "press none") or with what is left
        ("archive nothing but the first")."""
        lexicon, order = self._lexicon, self._lexicon.without_fillers(before)
        if words[0] not in lexicon.deny_as_object or not order:
            return False
        after = words[1] if len(words) > 1 else "."
        if after in lexicon.words("contrast") | words_in("excepting"):
            return False
        if after in lexicon.words("and").union(PAUSES) and stem(order[0]) in lexicon.stems("press"):
            return False
        # "Coloque a chaleira no carrinho", "buy the lamp no matter what".
        between = order[-1:] if words[0] in words_of("nothing") else order
        small = lexicon.words("stop") - words_in("persons")
        states = frozenset[str]().union(*map(lexicon.words, ("modal", "past", "subject", "that", "subordinate")))
        return small.isdisjoint(between) and states.isdisjoint(order)

    def _read_part(self, part: _Part) -> Iterator[Clause]:
        lexicon = self._lexicon
        words = lexicon.without_fillers(part.words)
        if not (words or part.denial or words_of("another_time").isdisjoint(part.words)):
            words = tuple(part.words)  # "Send the reply, later" asks for nothing now.
        if self._carry is not None and self._until(part, words):
            self._carry = None
        if part.mark == ":":
            self._in_entry = self._makes and lexicon.heads(words).isdisjoint(lexicon.stems("press"))
        is_told = part.mark == ":" and self._talks
        # What is forbidden there is forbidden: "Stop: do not send anything".
        is_content = self._in_entry and part.denial is None and self._sends(words)
        if self._carry is None and (is_told or is_content):
            self._carry, self._until = Clause(words, "other", lexicon), lambda *_: False
        denies_anew = part.denial is not None and self._carry is not None and self._carry.mood == "denied"
        if self._carry is not None and not denies_anew:
            if self._carry.mood == "denied":
                words = tuple(map(infinitive_of, words))
            yield replace(self._carry, words=words, mark=part.mark, carried=True, verb="")
        elif part.denial is not None:
            clause = clause_of_denial(lexicon, part.before, part.denial, words, whole=part.whole)
            self._carry, self._until = clause, self._end_of_denial(part)
            yield self._carry
        elif words:
            yield from self._plain(words, part.mark)

    def _sends(self, words: Phrase) -> bool:
        heads = self._lexicon.heads(words)
        return any(not heads.isdisjoint(stems_of("acts", act)) for act in ("send", "submit", "access"))

    def _end_of_denial(self, part: _Part) -> Callable[[_Part, Phrase], bool]:
        lexicon, denial = self._lexicon, part.denial or ()
        aside = not lexicon.words("subordinate").isdisjoint((*part.before[:1], denial[0]))
        # "No, click Send" answers, and "do not, please, click Send" goes on.
        answers = denial[0] in words_of("no_alone") and not (part.before or part.words)

        def ends(next_: _Part, words: Phrase) -> bool:
            if next_.mark in lexicon.words("contrast") or (next_.words and next_.words[0] in lexicon.words("contrast")):
                return True
            if answers and next_.mark == ",":
                return True
            return aside and next_.mark in PAUSES and bool(words) and not _GOES_ON.search(words[0])

        return ends

    def _plain(self, words: Phrase, mark: str) -> Iterator[Clause]:
        lexicon = self._lexicon
        heads = lexicon.heads(words)
        writes = not heads.isdisjoint(stems_of("acts", "send")) and not lexicon.words("letter").isdisjoint(words)
        says = not heads.isdisjoint(lexicon.stems("say"))
        # Who is told is the user: "Tell me of answers: subscribe to the thread" asks for it.
        self._talks = (writes or says) and lexicon.words("self").isdisjoint(words)
        shown = lexicon.stems("press") | lexicon.stems("look") | lexicon.stems("use") | stems_of("proceed")
        self._makes = bool(heads & (lexicon.orders | stems_of("everyday"))) and heads.isdisjoint(shown)
        # "Set who sees it to all" asks nothing.
        asking = lexicon.words("how") | (lexicon.words("ask") if heads.isdisjoint(lexicon.stems("set")) else set())
        # "Ask me before you click Send" does not ask to click.
        asking |= lexicon.words("until")
        asking |= lexicon.words("that") if self._talks else set()
        pressed = lexicon.stems("press") if self._talks else ()
        end = next(
            (at for at, word in enumerate(words) if word in asking or (at and stem(word) in pressed)), len(words)
        )
        given, rest = words[:end], words[end:]
        if given:
            looks = not lexicon.heads(given).isdisjoint(lexicon.stems("look"))
            yield Clause(given, "looked" if looks else "asked", lexicon, mark)
        if rest:
            yield (told := Clause(rest, "other", lexicon, ""))
            if rest[0] in lexicon.words("how"):
                self._carry, self._until = told, lambda part, _: part.mark in PAUSES
