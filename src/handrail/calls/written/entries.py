"""Keeps what a model puts into fields, the user's own words too, by the names of the fields, for later questions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from handrail.browser.types.facts import ElementFacts, Surroundings
from handrail.calls.written.sent_choices import stands_for_choice
from handrail.calls.written.sent_texts import SentTexts
from handrail.calls.written.standing_texts import not_found_in, stands_in
from handrail.policy import Facts
from handrail.policy.decision import UNCHECKED
from handrail.policy.facts import FileFacts
from handrail.policy.rules.text_entry import HIDDEN_TEXT, is_search_box
from handrail.trust import one_line

FIELD_CHARS, TEXT_CHARS = 60, 300
"""Characters of a field's name, and of what was put in, that a question shows: the user wrote it, and knows the rest by
its beginning. (What they did not write is shown whole.)"""


@dataclass(frozen=True, slots=True)
class Entry:
    """What a model put into a field, or chose.

    Attributes:
        field: the name of the field; "" where it has none, or is called like the choice.
        text: what was put in; dots for a secret, the name of a file.
        form: the document's nonce and the form, where the page does not say what the field holds: of files, secrets and
            boxes without a check mark.
    """

    field: str
    text: str
    form: tuple[str, int] | None = None

    @property
    def shown(self) -> str:
        """What a question says of it, such as "Quantity: 30"."""
        text = self.text if len(self.text) <= TEXT_CHARS else f"{self.text[: TEXT_CHARS - 1]}…"
        return f"{self.field}: {text}" if self.field else text

    def may_be_in(self, document: str) -> bool:
        """Return whether it may stand in the document of this nonce. What a field of another one held is not seen."""
        return self.form is None or self.form[0] == document

    def stands_around(self, element: ElementFacts, around: Surroundings) -> bool:
        """Return whether it stands in the form, dialog or page that a press on an element is about."""
        return self.form == form_of(element) or (self.form is None and stands_in(self.text, around))


def form_of(element: ElementFacts) -> tuple[str, int]:
    """Return the nonce of an element's document, and the form in it, 0 outside of forms."""
    return element.nonce, element.form.local if element.form is not None else 0


def entries_of(facts: Facts, *, presses: bool, unchecks: bool = False) -> Iterator[Entry]:
    """Yield what a call puts into a page. A search is no draft of anything.

    Args:
        presses: it presses what it acts on, which chooses where that is a row or an option.
        unchecks: it takes the check mark from a box.
    """
    element = facts.element
    if element is None or is_search_box(element):
        return
    form = form_of(element)
    name = one_line(element.name.raw, FIELD_CHARS).rstrip(" :*")
    if facts.secret is not None or (element.sensitive and facts.written):
        yield Entry(name, HIDDEN_TEXT, form)
        return
    if presses and not facts.chosen and stands_for_choice(element) and element.name.raw.strip():
        yield Entry("", element.name.raw)
    if unchecks:
        yield Entry(name, UNCHECKED, form)
        return
    row = element.around.row
    for text in filter(None, (*facts.parts, *facts.chosen)):
        if text != element.name.raw:
            yield Entry(name, text)
        else:
            yield Entry("", text) if row is None else Entry(name, row.raw)
    if facts.file is not None:
        file = facts.file.path.name if isinstance(facts.file, FileFacts) else facts.file.url
        yield Entry(name, file, form)


def standing(entries: Iterable[Entry], element: ElementFacts) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what a question about a press says of a model's entries: of those that stand around the element, and of
    those that do not. (A secret only where its form is the one: who signed in has sent it.)"""
    now, before = list[str](), list[str]()
    for entry in entries:
        if entry.stands_around(element, element.around):
            now.append(entry.shown)
        elif entry.text != HIDDEN_TEXT and entry.may_be_in(element.nonce):
            before.append(entry.shown)
    return tuple(now), tuple(before)


def entered_in(
    sent: SentTexts, entries: Iterable[Entry], in_form: Collection[str], document: str
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what a question about a request says of a model's entries: of those that it holds, and of the others.

    Args:
        in_form: what stood in the form that was sent, which may say it by a number.
        document: the nonce of the one that sends it.
    """
    known = [entry for entry in entries if entry.text != HIDDEN_TEXT or entry.shown in in_form]
    absent = set(not_found_in(sent, [entry.text for entry in known]))
    now = [one.shown for one in known if one.shown in in_form or one.text not in absent]
    return tuple(now), tuple(one.shown for one in known if one.shown not in now and one.may_be_in(document))
