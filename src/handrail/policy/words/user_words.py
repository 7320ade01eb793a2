"""The user's own words, and what they name: controls to press, options to choose, files to send."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

from handrail.policy.origins import origin_of, page_of
from handrail.policy.permissions import Verb
from handrail.policy.words.addresses import addresses_in, whole
from handrail.policy.words.asked_acts import (
    ACTS,
    asks_beside,
    asks_for,
    empty_stems,
    forbidden_at_all,
    forbids,
    press_stems,
    withheld,
    without_act,
)
from handrail.policy.words.clause import Clause, Mood
from handrail.policy.words.clauses import read
from handrail.policy.words.consequences import verb_of_name
from handrail.policy.words.dates import moments_in
from handrail.policy.words.file_names import fetches, hands_over, is_elsewhere, is_file_named
from handrail.policy.words.lexicon import Phrase, act_of, infinitive_of, stem, stems_of, tokens_of, words_in, words_of
from handrail.policy.words.meanings import is_one_of_counted, is_said_otherwise, meaning_of
from handrail.policy.words.naming import does, has_run, holds, is_chosen, is_pressed, runs, strip_quotes
from handrail.policy.words.quotes import are_quoted_lines
from handrail.policy.words.retractions import denied_in, takes_back
from handrail.policy.words.spans import contains_words, leaves_of, squeeze
from handrail.policy.words.understanding import Doubt, doubts_of, is_order, wanted_words
from handrail.policy.words.unknown_words import holds_back
from handrail.trust import clean

MOST_WORDS, LONGEST_LABEL = 16, 300
"""Words of a query, and characters of a label, to which a page may give any length."""
FIRST_WORDS, WORDS_OF_ROW = 2, 6
"""Words that say which row it is, of one with more words than the other number."""


class UserWords:
    """The user's own words: the task, answers, and the values of the data. Text from pages never gets in."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._raw: list[str] = []
        self._clauses: list[list[Clause]] = []
        self._asked, self._forbidden = set[Verb](), set[Verb]()
        self.withheld = ""
        """The words by which the user denied that what is filled in leaves the page, and did not ask for it later."""
        self._doubts = list[Doubt]()
        self._values, self._words, self._moments = set[str](), set[str](), set[str]()
        self._addresses, self._destinations = list[str](), list[str]()

    def add_text(self, text: str, *, orders: bool = True) -> None:
        """Add a text of the user: each contiguous span of it counts as the user's; ``orders``: it may ask for an act of
        consequence. An answer may not: whoever asks chooses what it is about."""
        self._texts.append(squeeze(text))
        self._raw.append(text)
        self._words |= set(tokens_of(text))
        self._moments |= moments_in(text)
        clauses = list(read(text))
        if last := max((at for at, clause in enumerate(clauses, 1) if takes_back(clause)), default=0):
            self._clauses = [denied_in(before) for before in self._clauses]
            clauses = [*denied_in(clauses[: last - 1]), *clauses[last:]]
            self._asked.clear()
        self._doubts += doubts_of(clauses)
        self._clauses.append(clauses if orders else list(map(without_act, clauses)))
        self._record_acts(self._clauses[-1])
        for address, is_destination in addresses_in(text):
            self._addresses.append(address)
            if is_destination and origin_of(address):
                self._destinations.append(address)

    def add_data(self, data: Any) -> None:
        """Add data of the user: each whole value counts as the user's, but no part of a longer text."""
        for value in leaves_of(data):
            self._values.add(squeeze(value))
            self._raw.append(value)

    @property
    def is_empty(self) -> bool:
        """Whether the user gave no text and no data."""
        return not (self._texts or self._values)

    def add_address(self, url: str) -> None:
        """Add an address that the user gave by itself. It asks for nothing and forbids nothing."""
        self.add_data(url)
        self._addresses.append(whole(url))

    def has(self, text: str) -> bool:
        """Return whether ``text`` is the user's own: one span of a text, from word to word, or a whole value. Letters
        count as they are: an attacker who may choose upper and lower case can write with that choice."""
        return (squeeze(text) in self._values and self._has_spaces_of(text)) or self.in_text(text)

    def in_text(self, text: str) -> bool:
        """Return whether ``text`` is a span of the user's words, not only a value of the data. "three" is 3, "German"
        is "Deutsch", "Jar" is one of "3 Jars", lines may be quotes, and a date be written as fields take it."""
        wanted = squeeze(text)
        if text.count("T") <= 1 and self._moments.issuperset(text.split("T")):
            return True
        if not wanted or not self._has_spaces_of(text):
            return are_quoted_lines(text, self._texts, words_of("joins_numbers") | words_in("courtesy"))
        has_span = any(contains_words(wanted, given) for given in self._texts) or is_one_of_counted(wanted, self._texts)
        return has_span or is_said_otherwise(wanted, self._texts, self._all())

    def has_words(self, text: str) -> bool:
        """Return whether ``text`` is made of words of the user's texts, each of them once, in any order. It may say
        something by their choice and order: for what reaches those alone whom the user chose, as a search does."""
        words = tokens_of(text)
        if not words or len(set(words)) < len(words) or len(words) > MOST_WORDS:
            return False
        signs = re.sub(r"\w", "", "".join(text.split()))
        return set(words) <= self._words and not set(signs) - set("-'.,?!") and text == text.strip()

    def _has_spaces_of(self, text: str) -> bool:
        """Return whether blanks are single ones, or as the user wrote them: a text can be written in blanks."""
        bare = text.strip()
        around = len(text) - len(bare) <= 2 and set(text) - set(bare) <= set(" \n")
        return any(text in raw or (around and bare in raw) for raw in self._raw) or (around and bare == squeeze(text))

    def not_understood(self, *labels: Iterable[str]) -> str:
        """Return words that may hold back what the user asks for, in a way that the rules do not know: acts of
        consequence are asked then, and so are files. The words of these labels hold nothing back."""
        known = frozenset[str]().union(*labels)
        return next((said for said, unknown in self._doubts if not unknown <= known), "")

    def names(self, label: str) -> bool:
        """Return whether the user asked to press a control so called, in words ("click Send") or by its verb and
        objects in any order: "Send the shop the message" names "Send message". What they deny or ask is not named."""
        words = _label(label)
        return not self.not_understood(words) and self._any_names(words, "asked")

    def only_sends(self, label: str) -> bool:
        """Return whether a control so called says no more than that something is sent: "Post reply", or one word alone,
        and not "Send: I accept the offer"."""
        words, small = _label(label), (words_of(key) for key in ("stop", "letter", "common", "self"))
        known = self._words.union(*small)
        return len(words) <= 1 or all(word in known or act_of(infinitive_of(word)) for word in words)

    def names_press(self, label: str) -> bool:
        """Return whether the user named the control ("click Download"), not only what it does ("download the list")."""
        wanted = _label(label)
        asked = [run for clauses in self._clauses for run in runs(clauses, "asked") if wanted]
        return any(is_pressed(*run, wanted) for run in asked) and not self.not_understood(wanted)

    def denies(self, label: str) -> bool:
        """Return whether the user forbade to press a control so called, and did not ask for it."""
        return self._any_names(_label(label), "denied") and not self.names(label)

    def chooses(self, option: str, *, to_change: bool = False) -> bool:
        """Return whether the user named an option of a list, or a box: by its words, in any case, where they ask or
        look for something; ``to_change``: only where they ask for something to be done. One that gives access or acts
        at once has to be asked for."""
        label = _label(option)
        if squeeze(option) in self._values or self.names(option):
            return True
        if len(label) == 1 and meaning_of(label[0]).isdigit() and not self.in_text(option):
            return False
        # "Vote for the lake" means "By the lake"; "send me a summary" means no option that is called "Me".
        # A small word has to be the choice itself, in the user's letters: "choose a colour" does not name "A".
        wanted = tuple(word for word in label if word not in words_of("stop")) or label
        is_small = words_of("self") | words_of("article") >= set(wanted)
        if is_small and not any(contains_words(squeeze(option), given) for given in self._texts):
            return False
        grave = verb_of_name(option) is not None or any(stem(word) in stems_of("exposed") for word in wanted)
        if (grave or to_change) and self.not_understood(wanted):
            return False
        return any(
            (clause.mood == "asked" and is_order(clause)) if grave or to_change else clause.mood in ("asked", "looked")
            for clause in self._all()
            if is_chosen(clause, wanted, is_grave=grave, is_small=is_small)
        )

    def concerns(self, *labels: str) -> bool:
        """Return whether a word of what the user wants to be changed stands in one of these labels."""
        wanted = self._stems_of_wanted()
        return any(not wanted.isdisjoint(map(stem, tokens_of(clean(label)))) for label in labels)

    def says(self, label: str) -> bool:
        """Return whether a label says what the user wants to be changed: its first word, and half of all, stand there.
        Of a row's text, which tells more of it, the first two words."""
        empty = empty_stems() - {stem(word) for word in words_of("all")}
        words = [one for one in map(stem, tokens_of(clean(label))) if one not in empty]
        words, wanted = words[:FIRST_WORDS] if len(words) > WORDS_OF_ROW else words, self._stems_of_wanted()
        return bool(words) and words[0] in wanted and 2 * sum(one in wanted for one in words) >= len(words)

    def _stems_of_wanted(self) -> frozenset[str]:
        return frozenset(stem(word) for clauses in self._clauses for word in wanted_words(clauses)) - empty_stems()

    @property
    def wants_change(self) -> bool:
        """Whether the user wants anything but to look and to be answered."""
        return any(True for clauses in self._clauses for _ in wanted_words(clauses))

    @property
    def only_fills(self) -> bool:
        """Whether all that the user wants is that fields are filled in, as who sends a form themselves."""
        heads = [clause.heads for clause in self._all() if clause.mood == "asked" and not clause.prohibits]
        waiting = [clause.heads for clause in self._all() if clause.later]
        more = stems_of("enter") | press_stems() | frozenset().union(*(stems_of("acts", act) for act in ACTS))
        return any(one & stems_of("fill") for one in heads + waiting) and not any(
            one & (more - stems_of("fill")) for one in heads
        )

    def names_file(self, *names: str, longer: Sequence[str] = (), arrives: bool = False, site: str = "") -> bool:
        """Return whether the user asked for a file to be handed over, by one of its names, or gave one as a value.

        Args:
            longer: names of other files in its folder.
            arrives: it comes from the web, so that who asks to fetch it names it too.
            site: the origin that it would go to, if any: what is asked for at another site is not asked for here.
        """
        asked = [clause for clauses in self._clauses for clause in (fetches if arrives else hands_over)(clauses)]
        asked = [clause for clause in asked if not (site and is_elsewhere(clause, self._addresses, site))]
        return not self.not_understood(*map(tokens_of, (*names, *longer))) and any(
            squeeze(name) in self._values or self.has_address(name) or is_file_named(asked, self._texts, name, longer)
            for name in names
        )

    def spells(self, name: str) -> bool:
        """Return whether the user wrote a name in the same letters, capitals and accents among them."""
        whole = unicodedata.normalize("NFC", name)
        return any(whole in unicodedata.normalize("NFC", text) for text in self._texts)

    def mentions_file(self, *names: str) -> bool:
        """Return whether the user spoke of a file by one of its names, in a question too, not to forbid something."""
        said = [clause for clause in self._all() if not clause.prohibits]
        return any(is_file_named(said, self._texts, name) for name in names)

    def denies_file(self, name: str) -> bool:
        """Return whether the user forbade to do something with a file, and did not ask for it."""
        denied = any(has_run(strip_quotes(one.words), tokens_of(name)) for one in self._all() if one.prohibits)
        return denied and not self.names_file(name, arrives=True)

    def asks(self, act: Verb) -> bool:
        """Return whether the user asked for a kind of act, in any wording, and did not forbid it later."""
        return act in self._asked

    def asks_at(self, act: Verb, url: str) -> bool:
        """Return whether the user asked for a kind of act in a clause that holds the host of an address."""
        return self.asks(act) and asks_beside(act, tokens_of(urlsplit(url).hostname or ""), self._all())

    @property
    def asks_to_send(self) -> bool:
        """Whether the user asked, in any wording, for something to be sent or entered: to tell somebody else something,
        to submit, save, add or register it. To fill a form in is less than that."""
        return self._speaks_of_sending and not self.not_understood()

    @property
    def held_back_by(self) -> str:
        """The words because of which what the user seems to ask for does not happen unasked; "" where none do."""
        # What is to be pressed is a label: "Reading" in "Click Remove Reading Lamp" holds nothing back, unlike "later".
        presses = (clause for clause in self._all() if clause.mood == "asked" and clause.heads & press_stems())
        pressed = [[word for word in clause.words if not holds_back(word)] for clause in presses]
        # What "send me the name" asks for is an answer.
        seems_asked = pressed or self._speaks_of_sending or self._asked & {"submit", "access", "upload"}
        # What holds back one press holds back those of other names, too.
        return next(filter(None, map(self.not_understood, pressed or [[]])), "") if seems_asked else ""

    @property
    def _speaks_of_sending(self) -> bool:
        verbs = stems_of("acts", "send") | stems_of("acts", "submit") | stems_of("enter")
        return any(
            clause.mood in ("asked", "looked")
            and clause.heads & (verbs | clause.lexicon.stems("say"))
            and clause.lexicon.words("self").isdisjoint(clause.words)
            for clause in self._all()
        )

    @property
    def forbidden(self) -> frozenset[Verb]:
        """The kinds of acts that the user forbade, and did not ask for beside that or later. A rule cannot tell which
        mail is not to be sent, so who says "send it to Anna, but not to Ben" forbids no kind."""
        return frozenset(self._forbidden)

    def has_address(self, url: str) -> bool:
        """Return whether the user wrote this very address, with or without ``https://``."""
        return whole(url) in self._addresses

    def has_page(self, url: str) -> bool:
        """Return whether the user wrote this address (see `page_of`), with a query or without."""
        return any(page_of(address) == url for address in self._addresses)

    @property
    def first_address(self) -> str | None:
        """The first address to which the user sends somebody, if any."""
        return next(iter(self._destinations), None)

    def _all(self) -> Iterator[Clause]:
        return (clause for clauses in self._clauses for clause in clauses)

    def _record_acts(self, clauses: list[Clause]) -> None:
        orders = [clause for clause in clauses if clause.mood == "asked" and clause.known.is_sure]
        asked = {act for act in ACTS for clause in orders if asks_for(act, clause)}
        denials = [one for one in clauses if one.prohibits or (one.conditional and not one.heads & stems_of("change"))]
        denied = {act for act in ACTS for clause in denials if forbids(act, clause)} - asked
        # "Do not book anything. Order the flights by price" asks for no order.
        asked -= (strictly := forbidden_at_all(clauses))
        denied |= strictly
        self._asked, self._forbidden = (self._asked - denied) | asked, (self._forbidden - asked) | denied
        self.withheld = withheld(clauses, self.withheld)

    def _any_names(self, label: Phrase, mood: Mood) -> bool:
        return len("".join(label)) > 1 and any(
            any(is_pressed(*run, label) or holds(*run, label) for run in runs(clauses, mood))
            or any(clause.mood == mood and clause.binds and does(clause, label) for clause in clauses)
            for clauses in self._clauses
        )


def _label(text: str) -> Phrase:
    """Return the words of a label as a person sees it; none of one that is longer than what anybody would name."""
    return tokens_of(clean(text)) if len(text) <= LONGEST_LABEL else ()
