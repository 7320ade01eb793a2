"""The user's own words, and what they name: controls to press, options to choose, files to send.

The page chooses its labels, but not the task. So a label is compared with the words of one clause that asks for an act:
**a control counts as named, whatever it does, if its label holds only words of such a clause, its verb among them.**
(What pays or deletes is asked all the same.)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import dropwhile
from typing import Any

from handrail.policy.clauses import Clause, Mood, read
from handrail.policy.consequences import verb_of_name
from handrail.policy.lexicon import Lexicon, Phrase, quote, stem, stems_of, tokens_of, words_of
from handrail.policy.origins import origin_of
from handrail.policy.permissions import Verb
from handrail.trust import clean

_ENDINGS = "zip|mov|md|py|sh|rs|pl|ps|app|cc|so|js|tar|pdf|docx?|xlsx?|csv|txt|png|jpe?g"
_FILE = re.compile(rf"[\w-]+\.(?:{_ENDINGS})", re.IGNORECASE)
"""The name of a file, though some of these endings are domains that anybody can buy."""
# The part behind an @ is where mail goes to, not where the user goes.
_ADDRESS = re.compile(r"https?://[^\s<>\"'`]+|(?<![\w@.+-])(?=[\w-]+\.[\w-])[^\s<>\"'`@]++(?!@)", re.IGNORECASE)
_TRAILING = ".,;:!?)]}'\""
ACTS: tuple[Verb, ...] = ("pay", "delete", "access", "send", "submit", "upload", "download")
"""What a task can ask for, and forbid."""
LONGEST_LABEL = 300
"""Characters; a page may give a control a label of any length."""
_SHORT = 3
"""Words between a verb and its object: "Send Anna Berg the message"."""


class UserWords:
    """The user's own words: the task, answers, and the values of the data. Text from pages never gets in."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._clauses: list[list[Clause]] = []
        self._values: set[str] = set()
        self._addresses: list[str] = []

    def add_text(self, text: str) -> None:
        """Add a text of the user: each contiguous span of it counts as the user's."""
        self._texts.append(_spaced(text))
        self._clauses.append(list(read(text)))
        for match in _ADDRESS.finditer(text):
            address = match[0].rstrip(_TRAILING)
            if _FILE.fullmatch(address):
                continue
            self._addresses.append(_whole(address if "://" in address else f"https://{address}"))

    def add_data(self, data: Any) -> None:
        """Add data of the user: each whole value counts as the user's, but no part of a longer text."""
        for value in _leaves(data):
            self._values.add(_spaced(value))

    def has(self, text: str) -> bool:
        """Whether ``text`` is the user's own: one contiguous span of a text, from word to word, or a whole value.

        Letters count as they are: an attacker who may choose upper and lower case can write with that choice.
        """
        return _spaced(text) in self._values or self.in_text(text)

    def in_text(self, text: str) -> bool:
        """Whether ``text`` is a span of the user's words, not only a value of the data."""
        wanted = _spaced(text)
        return bool(wanted) and any(_contains_words(wanted, given) for given in self._texts)

    def names(self, label: str) -> bool:
        """Whether the user asked to press a control so called, in words ("click Send") or by its verb and objects in
        any order: "Send the shop the message" names "Send message". What they deny or only ask about is not named."""
        return self._any_names(_label(label), "asked")

    def names_press(self, label: str) -> bool:
        """Whether the user named the control itself ("click Download"), not only what it does ("download the list")."""
        wanted = _label(label)
        runs = (run for clauses in self._clauses for run in _runs(clauses, "asked"))
        return bool(wanted) and any(_is_pressed(lexicon, run, wanted) for lexicon, run in runs)

    def denies(self, label: str) -> bool:
        """Whether the user forbade to press a control so called, and did not ask for it."""
        return self._any_names(_label(label), "denied") and not self.names(label)

    def chooses(self, option: str) -> bool:
        """Whether the user named an option of a list, or a box: by its words, in any case, where they ask or look for
        something. One that gives access or acts at once has to be asked for."""
        wanted = _label(option)
        if _spaced(option) in self._values or self.names(option):
            return True
        grave = verb_of_name(option) is not None or any(stem(word) in stems_of("exposed") for word in wanted)
        return any(
            clause.mood == "asked" or (clause.mood == "looked" and not grave)
            for clause in self._all()
            if _has_run(_unquoted(clause.words), wanted) and (not grave or clause.heads & clause.lexicon.stems("set"))
        )

    def names_file(self, *names: str) -> bool:
        """Whether the user asked for something to be done with a file, by one of its names, or gave one as a value."""
        asked = [_unquoted(clause.words) for clause in self._all() if clause.mood == "asked"]
        return any(
            _spaced(name) in self._values or any(_has_run(words, tokens_of(name)) for words in asked) for name in names
        )

    def denies_file(self, name: str) -> bool:
        """Whether the user forbade to do something with a file, and did not ask for it."""
        denied = (clause for clause in self._all() if clause.prohibits)
        return any(_has_run(_unquoted(clause.words), tokens_of(name)) for clause in denied) and not self.names_file(
            name
        )

    def asks(self, act: Verb) -> bool:
        """Whether the user asked for a kind of act, in any wording, and did not forbid it later."""
        return act in self._acts()[0]

    @property
    def forbidden(self) -> frozenset[Verb]:
        """The kinds of acts that the user forbade, and did not ask for beside that or later. A rule cannot tell which
        mail is not to be sent, so who says "send it to Anna, but not to Ben" forbids no kind."""
        return frozenset(self._acts()[1])

    def has_address(self, url: str) -> bool:
        """Whether the user wrote this very address, with or without ``https://``."""
        return _whole(url) in self._addresses

    @property
    def first_address(self) -> str | None:
        """The first address that the user wrote, if any."""
        return next((address for address in self._addresses if origin_of(address)), None)

    def _all(self) -> Iterator[Clause]:
        return (clause for clauses in self._clauses for clause in clauses)

    def _acts(self) -> tuple[set[Verb], set[Verb]]:
        asked, forbidden = set[Verb](), set[Verb]()
        for clauses in self._clauses:
            now = {act for act in ACTS for clause in clauses if clause.mood == "asked" and _asks_for(act, clause)}
            never = {act for act in ACTS for clause in clauses if clause.prohibits and _forbids(act, clause)} - now
            asked, forbidden = (asked - never) | now, (forbidden - now) | never
        return asked, forbidden

    def _any_names(self, label: Phrase, mood: Mood) -> bool:
        if len("".join(label)) < 2:
            return False
        return any(
            any(_is_pressed(*run, label) or _holds(run[1], label) for run in _runs(clauses, mood))
            or any(clause.mood == mood and clause.binds and _does(clause, label) for clause in clauses)
            for clauses in self._clauses
        )


def acts_forbidden_in(text: str) -> set[Verb]:
    """The kinds of acts that a text forbids."""
    return {act for clause in read(text) if clause.prohibits for act in ACTS if _forbids(act, clause)}


def _runs(clauses: Iterable[Clause], mood: Mood) -> Iterator[tuple[Lexicon, Phrase]]:
    """What reads on without a pause, of clauses of one mood: "Save and close" may be a label."""
    run, lexicon = list[str](), None
    for clause in clauses:
        if lexicon is not None and not (clause.mood == mood and clause.joint):
            yield lexicon, tuple(run)
            run, lexicon = [], None
        if clause.mood == mood and clause.binds:
            run += [clause.joint, *clause.words] if run and clause.joint else clause.words
            lexicon = clause.lexicon
    if lexicon is not None:
        yield lexicon, tuple(run)


def _is_pressed(lexicon: Lexicon, run: Phrase, label: Phrase) -> bool:
    """Whether a control is named as one: after a verb of pressing, or beside "button"."""
    return any(
        _is_pressed_at(lexicon, run, at, len(wanted))
        for wanted in (label, (quote(" ".join(label)),))
        for at in range(len(run) - len(wanted) + 1)
        if run[at : at + len(wanted)] == wanted
    )


def _holds(run: Phrase, label: Phrase) -> bool:
    """Whether a label of several words stands in what is asked for."""
    return len(label) > 1 and _has_run(run, label)


def _is_pressed_at(lexicon: Lexicon, run: Phrase, at: int, length: int) -> bool:
    button, between = lexicon.words("button"), lexicon.words("stop") | lexicon.words("adjective")
    start = at
    while start and run[start - 1] in button | between:
        start -= 1
    verb, after = stem(run[start - 1]) if start else "", run[at + length :]
    # "Click Share price" does not name "Share".
    ends = (
        not after
        or after[0].startswith('"')
        or after[0] in between | button | lexicon.words("after") | lexicon.words("and")
    )
    if verb in lexicon.stems("press"):
        return ends
    if verb in lexicon.stems("use"):
        marked = run[at].startswith('"') or not button.isdisjoint((*run[start:at], *after[:1]))
        return ends and marked
    # "Auf Senden klicken".
    rest = [word for word in after if word not in button | {"zu", "te"}]
    return bool(lexicon.words("particles")) and len(rest) == 1 and stem(rest[0]) in lexicon.stems("press")


def _does(clause: Clause, label: Phrase) -> bool:
    """Whether a clause asks for what a label says: by its verb, and by all of its objects."""
    lexicon, heads = clause.lexicon, clause.heads
    content = {stem(word) for word in label if word not in words_of("stop")}
    if heads.isdisjoint(content) or not lexicon.words("self").isdisjoint(clause.words):
        # "Send me a summary" asks for an answer.
        return False
    return content <= heads | set(map(stem, clause.words)) and (len(content) > 1 or _has_object(clause))


def _has_object(clause: Clause) -> bool:
    """Whether the verb of a clause is one: "Share the report", "Send Anna the mail", but not "Share prices"."""
    lexicon, words = clause.lexicon, clause.words
    if len(words) == 1 or (stem(words[-1]) in clause.heads and lexicon.words("particles")):
        return True
    near = words[1 : 2 + _SHORT]
    return near[0] in lexicon.words("stop") or any(
        word in lexicon.words("article") or word.startswith('"') for word in near
    )


def _asks_for(act: Verb, clause: Clause) -> bool:
    stems, words = stems_of("acts", act), {stem(word) for word in clause.words}
    pressed = not clause.heads.isdisjoint(clause.lexicon.stems("press"))
    if act == "download":
        fetched = words & stems_of("fetch") and words & stems_of("file")
        return not pressed and bool(words & stems or fetched)
    return bool((words if pressed else clause.heads) & stems)


def _forbids(act: Verb, clause: Clause) -> bool:
    lexicon, nothing = clause.lexicon, stems_of("anything")
    empty = lexicon.words("stop") | lexicon.words("self")
    words = tuple(dropwhile(lambda word: word in empty or stem(word) in nothing, clause.words))
    heads, said = lexicon.heads(words), set(map(stem, clause.words))
    if heads & stems_of("change") and said & nothing and not said & stems_of("else"):
        return act != "download"
    pressed = heads & lexicon.stems("press") and act != "download"
    return not stems_of("acts", act).isdisjoint(said if pressed else heads)


def _has_run(words: Phrase, wanted: Phrase) -> bool:
    """Whether words stand in a row, with any endings."""
    stems, row = [stem(word) for word in words], [stem(word) for word in wanted]
    return bool(row) and any(stems[at : at + len(row)] == row for at in range(len(stems) - len(row) + 1))


def _unquoted(words: Phrase) -> Phrase:
    return tuple(one for word in words for one in word.removeprefix('"').split())


def _label(text: str) -> Phrase:
    """The words of a label as a person sees it; none of one that is longer than what anybody would name."""
    return tokens_of(clean(text)) if len(text) <= LONGEST_LABEL else ()


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _contains_words(wanted: str, given: str) -> bool:
    """Whether whole words match: letters picked out of words would spell anything."""
    before = r"(?<!\w)" if re.match(r"\w", wanted) else ""
    after = r"(?!\w)" if re.search(r"\w$", wanted) else ""
    return re.search(f"{before}{re.escape(wanted)}{after}", given) is not None


def _whole(url: str) -> str:
    """An address with the path that a browser adds to a bare host."""
    head, mark, rest = url.partition("://")
    return f"{head.lower()}{mark}{rest}" + ("/" if "/" not in rest and "?" not in rest and "#" not in rest else "")


def _leaves(data: Any) -> Iterator[str]:
    match data:
        case None | bool():
            return
        case dict():
            for value in data.values():
                yield from _leaves(value)
        case list() | tuple():
            for value in data:
                yield from _leaves(value)
        case _:
            yield str(data)
