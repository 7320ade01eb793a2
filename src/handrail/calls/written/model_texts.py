"""Keeps what a model put into pages (words, choices, addresses) until the user agrees to send it."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from handrail.browser.types.facts import ElementFacts
from handrail.browser.types.keys import PRESSING_KEYS
from handrail.calls.written.earlier_presses import DocumentKey
from handrail.calls.written.entries import Entry
from handrail.calls.written.pieces import SentPieces
from handrail.calls.written.sent_choices import is_field, kept_texts, opens, said_in, stands_for_choice
from handrail.calls.written.sent_texts import SentTexts
from handrail.policy import Facts, Provenance
from handrail.policy.decision import UNCHECKED
from handrail.policy.requests.facts import ActFacts, RequestFacts
from handrail.policy.rules.keys import ARROWS, QUIET_KEYS
from handrail.policy.rules.pressed import called
from handrail.policy.words.spans import leaves_of
from handrail.tools.core.table import Table

KEYS_WITHOUT_TEXT = QUIET_KEYS.union(PRESSING_KEYS)
ANYWHERE = "*"
"""In place of an origin for what an earlier run put into pages: its log does not say of which frame a page was."""
MOST_PRESSES = 20
"""How many presses of a model are kept, to tell what it chose by them."""
MOST_PICKED = 1_000
"""How many texts in addresses, and labels of earlier presses, are kept for the same reason. Older ones are shown in
every question about their site."""


@dataclass(slots=True)
class ModelTexts:
    """Texts of a model by origin: pages of that origin may keep them and send them later.

    Attributes:
        filled: origins on which a model put something into a field that is not for searching.
        unsent: what a model wrote, by the origin that may keep it as a draft. (What it searched for is in the tab's
            taint alone.)
        presses: by which the last presses of a model were judged, on any page.
        pressed_in: the documents that these were in, each by the nonce of the document or of a frame in it.
        picked_texts: texts in addresses that a model or another site gave, and labels of what a model pressed,
            each with the origin that may keep it, and whether it is such a label.
        choices: options that a model chose, in the page's own words.
        chosen_in: the document in which a model made each choice that its page put into a field, by `DocumentKey`.
        agreed_on: origins of the last act, if the user agreed to what it sends: what fields hold then came of it.
        entries: what a model put into fields, the user's own words too, by origin.
        new_entries: those of the act under way that were not among them before.
        written: what a model wrote itself; other texts it chose, pressed or said in an address.
        agreed: texts of an earlier run that the user agreed to send, each with the origin whose pages send it.
        done: what it wrote or chose by a call that went well.
        tried: what it wrote or chose only by calls that failed.
        unchecked: what it took a check mark from, and did not check again.
        agreed_press: the label of the last press, if the user agreed to a request that came of it and says that.
        tokens: codes against forgery in links that a model followed; they came with the page.
        pieces: what requests may have said of what it wrote, a piece in each.
    """

    filled: set[str] = field(default_factory=set)
    unsent: dict[str, list[str]] = field(default_factory=dict)
    presses: deque[Facts] = field(default_factory=lambda: deque(maxlen=MOST_PRESSES))
    pressed_in: dict[str, DocumentKey] = field(default_factory=dict)
    picked_texts: dict[tuple[str, str], bool] = field(default_factory=dict)
    choices: set[str] = field(default_factory=set)
    chosen_in: dict[str, DocumentKey] = field(default_factory=dict)
    agreed_on: frozenset[str] = frozenset()
    entries: dict[str, dict[Entry, None]] = field(default_factory=dict)
    new_entries: list[tuple[str, Entry]] = field(default_factory=list)
    written: set[str] = field(default_factory=set)
    agreed: set[tuple[str, str]] = field(default_factory=set)
    done: set[str] = field(default_factory=set)
    tried: set[str] = field(default_factory=set)
    unchecked: set[str] = field(default_factory=set)
    agreed_press: str = ""
    tokens: set[str] = field(default_factory=set)
    pieces: SentPieces = field(default_factory=SentPieces)

    def has_unsent(self, in_tabs: Iterable[str], documents: Collection[DocumentKey]) -> bool:
        """Return whether some page may keep a text of a model that the user did not agree to send, also of those
        ``in_tabs``. A choice, in the page's own words, is lost when its document is no more open; what the model wrote
        may be kept as a draft."""
        agreed = {text for _, text in self.agreed}
        kept = [text for origin, texts in self.unsent.items() if origin != ANYWHERE for text in texts]
        kept += [text for text in self.unsent.get(ANYWHERE, ()) if text not in agreed]
        return any(self._stays(text, documents) for text in (*kept, *in_tabs))

    def _stays(self, text: str, documents: Collection[DocumentKey]) -> bool:
        return text in self.written or text not in self.chosen_in or self.chosen_in[text] in documents

    def has_filled(self, origin: str) -> bool:
        """Return whether a model put something into pages of an origin that is not for searching."""
        return not self.filled.isdisjoint((origin, ANYWHERE))

    def said_on(self, origin: str, *, with_labels: bool = True) -> list[str]:
        """Return those of `picked_texts` that pages of an origin may keep."""
        texts = ((one, text) for (one, text), is_label in self.picked_texts.items() if with_labels or not is_label)
        return [text for one, text in texts if one in (origin, ANYWHERE)]

    def picked_of(self, texts: Iterable[str]) -> tuple[str, ...]:
        """Return those of a model's texts that it did not write, but choose, press or say in an address."""
        return tuple(text for text in texts if text not in self.written)

    def kept_in(self, facts: RequestFacts, sent: SentTexts, act: ActFacts, given: Provenance) -> list[str]:
        """Return what a model chose by presses on the site of a request, or said in addresses there, as the request,
        which came after an act, says it."""
        presses = [press for press in self.presses if facts.from_origin in press.reached]
        presses = [press for press in presses if not _is_pressed_again(press.element, act)]
        kept = kept_texts(sent, presses, self.said_on(facts.from_origin), given)
        # A yes to the press has seen those, since its question shows them.
        if act.has_agreed(facts.from_origin) or not (facts.verbs or act.written):
            return kept
        # An option or a row that was pressed may have chosen, by a number, to whom it goes, or what.
        options = (given.label_chosen(press) for press in presses if stands_for_choice(press.element))
        return list(dict.fromkeys((*filter(None, options), *kept)))

    def note_outcome(self, texts: Collection[str], *, ok: bool) -> None:
        """Note whether the call went well that wrote or chose these texts."""
        self.new_entries = [] if ok else self.new_entries
        self.done |= set(texts) if ok else set()
        self.tried = self.tried.union(texts) - self.done

    def note_boxes(self, names: Collection[str], *, unchecks: bool) -> None:
        """Note that a model checked these boxes, chose these options, or took a check mark from them."""
        self.unchecked = self.unchecked.union(names) if unchecks else self.unchecked.difference(names)

    def unchecked_in(self, document: DocumentKey | None) -> frozenset[str]:
        """Return what a model took a check mark from in this document, as far as that is known: on another page it says
        nothing of what this one sends now."""
        if document is None:
            return frozenset(self.unchecked)
        # One that was not parsed yet may have been this one.
        here = (None, document, (document[0], 0.0))
        return frozenset(name for name in self.unchecked if self.chosen_in.get(name) in here)

    def note_entries(self, entries: Collection[Entry], origins: Iterable[str]) -> None:
        """Note what a model puts into fields of pages of these origins, the newest last."""
        self.new_entries = []
        for origin in origins if entries else ():
            kept = self.entries.setdefault(origin, {})
            for entry in entries:
                self.new_entries += [(origin, entry)] if entry not in kept else []
                kept.pop(entry, None)
                kept[entry] = None

    def take_back_entries(self) -> None:
        """Forget what the last act was to put into fields: it did not."""
        for origin, entry in self.new_entries:
            self.entries.get(origin, {}).pop(entry, None)
        self.new_entries = []

    def entered_on(self, *origins: str, but_for: Collection[str]) -> list[Entry]:
        """Return what a model put into fields on these origins, but for what a question shows as not the user's."""
        found = dict.fromkeys(entry for origin in origins for entry in self.entries.get(origin, ()))
        earlier = [entry for entry in self.entries.get(ANYWHERE, ()) if self._is_open(entry.shown, origins)]
        return [
            entry
            for entry in dict.fromkeys((*earlier, *found))
            if (entry.field if entry.text == UNCHECKED else entry.text) not in but_for
        ]

    def drafts_on(self, *origins: str) -> list[str]:
        """Return what a page of these origins may keep: all but what was searched for."""
        earlier = [text for text in self.unsent.get(ANYWHERE, ()) if self._is_open(text, origins)]
        return earlier + [text for origin in dict.fromkeys(origins) for text in self.unsent.get(origin, ())]

    def _is_open(self, text: str, origins: Iterable[str]) -> bool:
        return any((origin, text) not in self.agreed for origin in origins)

    def chosen_on(self, origin: str, given: Provenance, nonce: str) -> tuple[str, ...]:
        """Return the labels of the rows and options that a model pressed on pages of this origin, the newest first, and
        of all that it pressed in the document of this nonce: cells, tabs and toggles choose there, too, but not what
        only opened something."""
        presses = (press for press in reversed(self.presses) if origin in press.reached)
        chosen = (
            press
            for press in presses
            if stands_for_choice(press.element) or (press.nonce == nonce and not (is_field(press) or opens(press)))
        )
        labels = map(given.label_chosen, chosen)
        return tuple(dict.fromkeys(filter(None, labels)))

    def note_picked(self, texts: Iterable[tuple[str, str]], *, are_labels: bool = False) -> None:
        """Note texts that pages of an origin may keep, each with the origin."""
        for one in texts:
            self.picked_texts[one] = are_labels and self.picked_texts.get(one, True)
        while len(self.picked_texts) > MOST_PICKED:
            origin, text = next(iter(self.picked_texts))
            del self.picked_texts[origin, text]
            self.unsent.setdefault(origin, []).append(text)

    def note_press(self, press: Facts, given: Provenance, document: DocumentKey) -> None:
        """Note the facts of a press of a model, in a document of a tab. Of the oldest press only the label is kept."""
        if len(self.presses) == MOST_PRESSES and (label := given.label_chosen(self.presses[0])):
            self.note_picked(((origin, label) for origin in self.presses[0].reached), are_labels=True)
        self.presses.append(press)
        self.pressed_in[press.nonce] = document

    def note_earlier_calls(
        self, calls: Iterable[tuple[str, Mapping[str, Any], str]], table: Table, given: Provenance
    ) -> None:
        """Note what calls of an earlier run (tool, parameters, name of what it acted on) put into pages that is not in
        the user's words. Any page may have kept it."""
        for tool, params, name in calls:
            record = table.get(tool)
            capability, field = (record.capability, record.value_field or "") if record is not None else ("", "")
            if capability in ("dialog", "page_tool"):
                # Their texts are handed to the page, as those of fields are.
                capability, field = "write", field or "arguments"
            # Arrow keys choose in a list.
            quiet = KEYS_WITHOUT_TEXT - ARROWS if name else KEYS_WITHOUT_TEXT
            texts = [text for text in leaves_of(params.get(field)) if text and text not in quiet]
            if capability in ("write", "select", "press", "secret"):
                is_own = given.words.chooses if capability == "select" else given.words.has
                self.filled |= {ANYWHERE} if texts or capability == "secret" else set()
                self.unsent.setdefault(ANYWHERE, []).extend(text for text in texts if not is_own(text))
                self.written |= set(texts) if capability == "write" else set()
                chosen = texts if capability in ("write", "select") else []
                self.note_entries([Entry(name, text) for text in chosen], [ANYWHERE])
            if tool in ("check", "uncheck") and name:
                self.note_boxes([name], unchecks=tool == "uncheck")
            if capability in ("click", "check", "drag", "hover", "focus") and name:
                is_named = given.says(name) or given.words.names(name)
                self.note_picked([] if is_named else [(ANYWHERE, name)])
            elif capability == "goto":
                self.note_picked(one for url in texts for one in said_in(url, given))

    def note_earlier_choices(self, texts: Iterable[str], given: Provenance) -> None:
        """Note what calls of an earlier run chose that is not in the user's words. A page may keep a number for it."""
        texts = [text for text in texts if not given.words.chooses(text)]
        self.filled |= {ANYWHERE} if texts else set()
        self.unsent.setdefault(ANYWHERE, []).extend(texts)
        self.choices.update(texts)

    def agree(self, texts: Collection[str], origins: Iterable[str], given: Provenance) -> None:
        """Note that the user has seen these texts, and agreed that pages of these origins send them."""
        if ANYWHERE in self.unsent or ANYWHERE in self.entries:
            self.agreed |= {(origin, text) for origin in origins for text in texts}
        for origin in origins:
            if origin in self.unsent:
                self.unsent[origin] = [text for text in self.unsent[origin] if text not in texts]
            entries = self.entries.get(origin, {})
            self.entries[origin] = {one: None for one in entries if one.shown not in texts and one.text not in texts}
        self.unsent = {origin: unsent for origin, unsent in self.unsent.items() if unsent}
        open_choices = (press for press in self.presses if given.label_chosen(press) not in texts)
        self.presses = deque(open_choices, maxlen=MOST_PRESSES)
        self.picked_texts = {one: label for one, label in self.picked_texts.items() if one[1] not in texts}


def _is_pressed_again(element: ElementFacts | None, act: ActFacts) -> bool:
    """Return whether an earlier press was on a button of the name that is pressed now, which its form sends."""
    if element is None or stands_for_choice(element):
        return False
    return called(element) == act.pressed or element.name.raw == act.label != ""
