"""What policy knows of an element before anything is done to it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal, Protocol

from handrail.trust import External

_NUMBER, _DAY = re.compile(r"\d+"), re.compile(r"\d{1,2}")
_FEWEST_DAYS = 28
"""Days of a month, after which another begins."""
Through = Literal["field", "box", "list"]
"""What an act reaches through a label or wrapper: the field to fill, the box to check, what opens a list."""


@dataclass(frozen=True, slots=True)
class FormFacts:
    """The form an element belongs to, as policy needs it: where it goes by the element, if that submits, else by its
    default button. ``submitter`` is that button's name, None where there is none; ``local`` identifies the form in its
    document; ``values`` are what its text fields and hidden inputs hold, secret ones left out; ``scripted``: it names
    neither target nor method, or only a script as its target, so a script sends it, and HTML's defaults (GET, to its
    own page) mean nothing.
    ``submitter_labels`` and ``submitter_names`` are the button's, as `ElementFacts.labels` and `names`; empty where it
    is the element itself. ``acts``: of a form sent by GET that holds a token against forgery, what was changed in
    it, as "name=value"; empty of any other. ``came``: the boxes and choices in it that stand as its page came with
    them, as "name=value"."""

    method: str
    action: External
    action_origin: str
    fields: tuple[External, ...]
    submitter: External | None = None
    local: int = 0
    values: tuple[External, ...] = ()
    scripted: bool = False
    submitter_labels: tuple[External, ...] = ()
    submitter_names: tuple[External, ...] = ()
    acts: tuple[External, ...] = ()
    came: tuple[External, ...] = ()


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a press on an element is about, as a person sees it.

    Attributes:
        held: what its form, else its dialog, else its document holds: values of fields, names of what is checked or
            chosen; secret ones left out, long ones cut.
        value: what the element itself holds, if it is a field for text; None of any other, and of a secret.
        standing: what of that its form or dialog holds beside it, else the nearest box with a field.
        outputs: what a script shows there as the result of what is filled in (``output``).
        words: the text of its form, clipped to 300 characters; None where it stands in none.
        checked: the names of its document's checked boxes.
        selected: what is written on the selected items of lists, tables and trees of its document.
        chosen: what else its document shows as chosen: entries of lists, radios, switches, toggles, tabs, and what is
            marked as current.
        searched: what its document's fields to search in hold.
        addressed: the values of its form, else its dialog, else its document that hold mail addresses.
        dialog: the text of the dialog that it stands in, clipped to 300 characters, "" where that holds only buttons;
            None where it stands in none.
        confirms: that dialog came since facts were asked for before, and only asks yes or no.
        menu: what opened the menu that it stands in, each by its row or item where its name does not say which; several
            where the page does not tell.
        apart: the words that tell it from other controls of its name, where its row or item does not say that alone;
            None where nothing does, and of a field.
        heading: what it stands under; None where that is nothing, and of a field.
        row: of a box whose name does not say which it is, such as "Select row", what is written in its row; else None.
        first: the first words of the row or item that it stands in; None where it stands in none.
        alike: a neighbour of that row or item has a control that is called like it: it is one of several things, and no
            toolbar, head or foot.
    """

    held: tuple[External, ...] = ()
    checked: tuple[External, ...] = ()
    dialog: External | None = None
    confirms: bool = False
    selected: tuple[External, ...] = ()
    addressed: tuple[External, ...] = ()
    menu: tuple[External, ...] = ()
    apart: External | None = None
    heading: External | None = None
    chosen: tuple[External, ...] = ()
    value: External | None = None
    standing: tuple[External, ...] = ()
    outputs: tuple[External, ...] = ()
    words: External | None = None
    row: External | None = None
    searched: tuple[External, ...] = ()
    first: External | None = None
    alike: bool = False


NOT_LOOKED_AT = Surroundings()
"""Of an element around which nobody looked."""


@dataclass(frozen=True)
class ElementFacts:
    """What policy and acts need to know of what takes a press on an element, pinned to a document by ``nonce``: the
    same for each part of it that the press would reach.

    Attributes:
        origin: of the document that holds the element, from the kit's answer, never from ``page.url``.
        kind: what an act would meet: ``link``, ``button``, ``submit``, ``text``, ``checkbox``, ``radio``, ``select``,
            ``file``, ``editable``, ``other``.
        input_type: ``type`` of an input, lower case, else "".
        autocomplete: its autocomplete token, lower case, else "".
        href: absolute address of a plain link (http/https, no script handler needed to follow it), else None.
        sensitive: a password, card, one-time-code or credential field.
        value_length: how many characters the field holds (the value itself is not carried).
        all_selected: whether the field has the focus and all of its text is selected, so that a key replaces it.
        downloads: a link that is marked as a download.
        saves: the address of such a link, clipped to 5,000 characters; None of any other.
        box: left, top, width and height in the window, in CSS pixels; None in a frame.
        labels: all that is written on it, on controls around it and on what lies under the pointer, seen or not: name,
            text, value, title, alternative text; each clipped to 200 characters, at most 12.
        names: what a person calls it: its name and the text seen on it, only the text where the name says other words.
        reacts: a list whose choice a script takes up at once.
        opens: it says that it opens or closes a part of the page, such as a menu.
        near: of an element without a name, the words or the icon beside it: a guess, by which nothing is judged.
        item: the text of the row or item that it stands in, clipped to 300 characters; None where it stands in none.
        item_content: stands for all its texts, names and values, shown or not and without its buttons: how many
            characters these are, and a number made of them.
        item_buttons: names of the other buttons that show in it.
        in_row: that is one of a table, list or grid, and no head: not a box among others like it, such as a form's.
        in_cookie_banner: it is a button in a banner or dialog that speaks of cookies.
        changed: what fields of its document hold that they did not when facts were asked for before.
        around: what a press on it is about; only known of what a call is about to act on.
    """

    nonce: str
    origin: str
    tag: str
    role: str
    name: External
    kind: str
    input_type: str
    autocomplete: str
    href: External | None
    disabled: bool
    editable: bool
    visible: bool
    sensitive: bool
    value_length: int
    form: FormFacts | None
    downloads: bool = False
    saves: External | None = None
    box: tuple[int, int, int, int] | None = None
    labels: tuple[External, ...] = ()
    names: tuple[External, ...] = ()
    reacts: bool = False
    opens: bool = False
    near: External | None = None
    item: External | None = None
    item_content: str = ""
    item_buttons: tuple[str, ...] = ()
    in_row: bool = False
    in_cookie_banner: bool = False
    changed: tuple[External, ...] = ()
    around: Surroundings = NOT_LOOKED_AT
    all_selected: bool = False

    @cached_property
    def shown_name(self) -> str:
        """Its name, else what a person reads on it: a box that takes presses may have no name."""
        return next((name for one in (self.name, *self.names) if (name := one.raw.strip())), "")

    @cached_property
    def item_beside_name(self) -> str:
        """What its row or item says beside its name; "" where it stands in none."""
        item = self.item.raw.strip() if self.item is not None else ""
        return item.removesuffix(self.shown_name).strip()

    @property
    def row_has_text(self) -> bool:
        """Whether its row or item holds more than buttons."""
        return not self.item_content.startswith("0 ") and self.item_content != ""

    @property
    def is_day_of_week(self) -> bool:
        """Whether it is a day in a row of a calendar, which says no more than the day does: numbers that count on."""
        row = self.item.raw.split() if self.item is not None else []
        if not all(map(_DAY.fullmatch, row)) or set(row).isdisjoint(_NUMBER.findall(self.name.raw)):
            return False
        days = [int(day) for day in row]
        return all(later == day + 1 or (later == 1 and day >= _FEWEST_DAYS) for day, later in pairwise(days))


FieldCheck = Callable[[ElementFacts, Sequence[str]], None]
"""Raises where something may not go into a field. The second argument is every origin that the field's form, or a
button that submits it, names."""


@dataclass(frozen=True, slots=True)
class Focus:
    """What keys would go to: None where that is the page as a whole; with the origin and the nonce of its document."""

    element: ElementFacts | None
    origin: str
    nonce: str


class ActJudge(Protocol):
    """Judges an act again while it is carried out: a page may change between the judgement and the press."""

    @property
    def looks_around(self) -> bool:
        """Whether a press is judged with what stands around it by then, which the user was told of."""

    def press(self, now: ElementFacts | None) -> None:
        """Raise where what is about to be pressed is graver than what was judged; None where that is the whole page."""

    def drop(self, on: ElementFacts | None) -> None:
        """Raise where a drop on this is graver than what was judged; None where only what is dragged lies there."""

    def may_enter(self, now: ElementFacts | None) -> bool:
        """Return whether Enter may be pressed there too, beside what the call does."""

    def take_keys(self, origin: str) -> None:
        """Raise where keys would go to a page of another origin than was judged."""

    def choose(self, names: Sequence[str], labels: Sequence[str] = ()) -> None:
        """Raise where options that are called so, and on which ``labels`` are written, too, may not be chosen."""

    def press_option(self, now: ElementFacts, label: str) -> None:
        """Raise where an option of a list that the page draws, called ``label`` there, may not be pressed."""

    def may_type(self, text: str) -> bool:
        """Return whether a list may be given this text to filter itself by."""
