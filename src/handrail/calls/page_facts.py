"""Collects what policy judges before a call: plain facts of element, form, address, text, file and dialog."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from handrail.browser.types.errors import DialogOpen
from handrail.browser.types.facts import ElementFacts, Through
from handrail.calls.judged_act import JudgedAct, chosen_by
from handrail.calls.model_text import fills_in_elsewhere, searches_for_value, texts_of_model
from handrail.calls.state import SessionState
from handrail.policy import (
    AddressFacts,
    DialogFacts,
    Facts,
    FileFacts,
    TextFacts,
    origin_of,
)
from handrail.policy.acts import FIELDS, SWITCHES
from handrail.policy.consequences import refuses_all
from handrail.policy.facts import Caller, CallRequest, Effect
from handrail.policy.text_entry import HIDDEN_TEXT, is_search
from handrail.policy.user_words import UserWords
from handrail.results import Failed
from handrail.tools.core.table import Params, Record
from handrail.tools.secrets import FillSecret
from handrail.trust import External

THROUGH: dict[str, Through] = {"write": "field", "check": "box", "select": "list"}
"""Capabilities that act on the control of a label or wrapper. (A secret goes into the very field that is named.)"""


ADDRESSED = frozenset(("goto", "download"))
"""Capabilities whose value is an address."""
CHOICES = frozenset(("radio", "checkbox", "switch", "menuitemradio", "menuitemcheckbox"))


class FactCollector:
    """Collects the facts for one call of one caller, with one question to the kit for a change and none for a read."""

    def __init__(self, state: SessionState, caller: Caller) -> None:
        self._state = state
        self._caller = caller
        self._asked: tuple[Record, Effect]

    async def collect(self, record: Record, params: Params) -> Facts | Failed:
        """The facts, or why there can be none.

        Raises:
            BrowserError: the page does not answer, the ref is stale, the address is not one.
        """
        file = self._file(record, params)
        if isinstance(file, Failed):
            return file
        effect = record.effect_of(params)
        self._asked = record, effect
        if effect != "change":
            words = self._state.provenance.words
            address = await self._address(record, params)
            if record.capability != "download":
                return Facts("", "", file=file, address=address)
            return Facts("", "", address=address, forbidden=words.forbidden, wants_file=words.asks("download"))
        tab = self._state.tab
        tab.core.judge = None
        if tab.dialog is not None and record.capability != "dialog" and self._caller == "model":
            # The dialog may be gone a moment later, and then the act would be one that was never judged.
            raise DialogOpen("A dialog is open and blocks the page.", hint="Answer it with `dialog` first.")
        if tab.dialog is not None:
            # The page answers nothing while a dialog is open; acts other than `dialog` fail and say so.
            dialog = DialogFacts(tab.dialog.kind, bool(getattr(params, "accept", False)), tab.dialog.message)
            return Facts(tab.origin, "", file=file, dialog=dialog, text=self._text(record, params))
        element, words = await self._element(record, params), self._state.provenance.words
        chosen = await self._drop_place(params) if record.capability == "drag" else _chosen(record, params)
        nonce = element.nonce if element else await tab.pin()
        facts = Facts(
            element.origin if element else tab.origin,
            nonce,
            element,
            file,
            prefilled=tab.core.taint.prefilled,
            tainted=tab.core.taint.holds,
            text=self._text(record, params),
            keys=_keys(record, params),
            submits=bool(getattr(params, "submit", False)),
            denied=_denied(words, element, chosen, file),
            forbidden=words.forbidden,
            wants_file=words.asks("download"),
            chosen=chosen,
            unsent=tuple(self._state.unsent_on(element.origin if element else tab.origin)),
            websockets=self._state.has_websocket,
            secret=self._state.vault.facts(params.name) if isinstance(params, FillSecret) else None,
        )
        return self.with_element(facts, element) if element is not None else facts

    def with_element(self, facts: Facts, element: ElementFacts) -> Facts:
        """The facts, for what the call's element is by now."""
        record, _ = self._asked
        address = None
        if self._caller == "model" and record.capability in ("click", "press") and element.href is not None:
            address = self._judged(element.href.raw, linked=not self._state.tab.core.taint.holds)
        given, words = self._state.provenance, self._state.provenance.words
        presses = record.capability in ("check", "click", "press")
        chosen = (element.name.raw,) if presses and _is_choice(element) else facts.chosen
        return replace(
            facts,
            element=element,
            address=address,
            own_typed=_form(element) in given.own_forms,
            signs_in=_form(element) in given.sign_in_forms or (facts.secret is not None and element.sensitive),
            wants_change=words.wants_change,
            asks_to_send=words.asks_to_send,
            named=any(words.names(name.raw) for name in _names(element)),
            relevant=given.concerns(*_surroundings(element), *chosen),
            names_press=any(words.names_press(name.raw) for name in _names(element)),
            denied=_denied(words, element, chosen, facts.file),
            chosen=chosen,
            user_chose=chosen_by(words, chosen),
        )

    def expect(self, facts: Facts) -> None:
        """Note, before a model's act, what it made up: that may be in the page even if the act fails half way. What it
        presses is judged again when it does."""
        provenance = self._state.provenance
        record, effect = self._asked
        if effect == "change":
            request = request_of(self._state, self._caller, record, effect)
            self._state.tab.core.judge = JudgedAct(request, facts, provenance.words, self.with_element)
        if self._state.permissions.unsafe:
            return
        taint = self._state.tab.core.taint
        if searches_for_value(facts):
            taint.typed |= self._state.permissions.may_write(facts.acted_on)
        if texts := list(texts_of_model(facts)):
            if facts.element is not None and facts.element.sensitive:
                texts = [HIDDEN_TEXT]
            # Elsewhere the user has seen the text, and let it go there.
            taint.typed |= self._state.permissions.may_write(facts.acted_on)
            taint.unsent += texts
            self._state.choices |= set(facts.chosen)
            if facts.element is None or not is_search(facts.element):
                self._state.unsent.setdefault(facts.acted_on, []).extend(texts)
        elif fills_in_elsewhere(facts, self._state.permissions):
            taint.prefilled = True
        elif facts.address is not None and facts.address.known and not (facts.address.made_up or facts.tainted):
            provenance.links.add([facts.address.url])

    def remember(self, facts: Facts) -> None:
        """Note after a model's act that the form now holds the user's own words, or a secret."""
        if facts.element is None:
            return
        given, form = self._state.provenance, _form(facts.element)
        wrote = facts.text is not None and facts.text.own and not facts.text.empty
        chose = facts.chosen and facts.user_chose and self._asked[0].capability != "drag"
        if wrote or chose:
            given.own_forms.add(form)
        if facts.secret is not None and facts.element.sensitive:
            given.sign_in_forms.add(form)

    async def _element(self, record: Record, params: Params) -> ElementFacts | None:
        reader = self._state.tab.reader
        ref = next((ref for field in record.ref_fields if (ref := getattr(params, field, None))), None)
        if ref is None and (place := getattr(params, "place", None)) is not None:
            ref = await reader.at(*place)
        if ref is not None:
            return await reader.facts(ref, THROUGH.get(record.capability))
        # Keys without a ref go to what has the focus, and that is what is judged.
        return await reader.focused() if record.capability in ("press", "write") and self._caller == "model" else None

    async def _drop_place(self, params: Params) -> tuple[str, ...]:
        """All that is written on what a drag drops on, as one choice: where something is dropped tells what is done."""
        ref = getattr(params, "to_ref", None)
        if ref is None and (place := getattr(params, "to_place", None)) is not None:
            ref = await self._state.tab.reader.at(*place)
        if ref is None:
            return ()
        element = await self._state.tab.reader.facts(ref)
        return (" / ".join(dict.fromkeys(label.raw for label in _labels(element) if label)),)

    async def _address(self, record: Record, params: Params) -> AddressFacts | None:
        if record.capability not in ADDRESSED or record.value_field is None:
            return None
        given = getattr(params, record.value_field)
        if given is None and getattr(params, "reads_tab", False) and self._state.tab.content_type == "application/pdf":
            return self._address_of_tab()
        if given is None:
            return await self._linked_address(record, params)
        from handrail.browser.types.addresses import web_address

        url = web_address(given)
        if self._caller != "model":
            return AddressFacts(url, origin_of(url), known=True, by_user=True)
        linked = self._state.provenance.links.has(url) or await self._state.tabs.has_link(url)
        return self._judged(url, linked=linked)

    def _address_of_tab(self) -> AddressFacts:
        """Where the active tab stands, for what is read of it again."""
        url = self._state.tab.core.url
        if self._caller != "model":
            return AddressFacts(url, origin_of(url), known=True, by_user=True)
        return self._judged(url, linked=not self._state.tab.core.taint.holds)

    async def _linked_address(self, record: Record, params: Params) -> AddressFacts | None:
        """Where the link leads whose ref the call names in place of an address."""
        ref = next((ref for field in record.ref_fields if (ref := getattr(params, field, None))), None)
        if ref is None:
            return None
        reader = self._state.tab.reader
        element = await reader.facts(ref)
        href = element.href
        if element.downloads:
            # It is no plain link, since a click on it opens nothing.
            href = (await reader.element(ref)).element.attributes.get("href")
        if href is None:
            return None
        if self._caller != "model":
            return AddressFacts(href.raw, origin_of(href.raw), known=True, by_user=True)
        return self._judged(href.raw, linked=not self._state.tab.core.taint.holds)

    def _judged(self, url: str, *, linked: bool) -> AddressFacts:
        origin, given = origin_of(url), self._state.provenance
        by_user = given.words.has_address(url)
        known = by_user or linked
        writable = origin is not None and self._state.permissions.may_write(origin)
        return AddressFacts(url, origin, known or writable, writable and not known and given.composes(url), by_user)

    def _text(self, record: Record, params: Params) -> TextFacts | None:
        if record.capability not in ("write", "dialog") or record.value_field is None:
            return None
        value = getattr(params, record.value_field)
        parts = (value,) if isinstance(value, str) else tuple(value or ())
        words = self._state.provenance.words
        own = all(words.has(part) for part in parts if part)
        return TextFacts(parts, own, own and all(words.in_text(part) for part in parts if part))

    def _file(self, record: Record, params: Params) -> FileFacts | Failed | None:
        given = getattr(params, "local_path", None)
        if record.capability == "upload" and record.value_field is not None:
            given = getattr(params, record.value_field)
        if given is None:
            return None
        try:
            path = Path(given).expanduser().resolve()
        except (OSError, RuntimeError, ValueError):
            return Failed("no_such_file", "The path cannot be resolved.", hint="Give the full path of a file.")
        words, names = self._state.provenance.words, (given, str(path), path.name)
        named = words.names_file(*names) or (record.capability != "upload" and words.mentions_file(*names))
        files = self._state.files
        return FileFacts(path, tuple(files.upload_dirs), named, files.is_of_run(path))


def _is_default_button_pressed(element: ElementFacts) -> bool:
    return element.kind in FIELDS and element.role not in SWITCHES


def _names(element: ElementFacts) -> Sequence[External]:
    """What a person calls what a press would reach: of a field, its form's default button."""
    if not _is_default_button_pressed(element):
        return element.names or (element.name,)
    form = element.form
    return form.submitter_names if form is not None else ()


def _labels(element: ElementFacts) -> Sequence[External]:
    """All that is written on what a press would reach."""
    if not _is_default_button_pressed(element):
        return element.name, *element.labels
    form = element.form
    return form.submitter_labels if form is not None else ()


def _surroundings(element: ElementFacts) -> Sequence[str]:
    """All that is written on what a press would reach, and in the row or item of that. "Reject all" is what banners
    write that ask about cookies."""
    texts = [text.raw for text in (*_labels(element), *element.names, *([element.item] if element.item else ()))]
    return [*texts, "cookies"] if any(map(refuses_all, texts)) else texts


def _denied(words: UserWords, element: ElementFacts | None, chosen: Sequence[str], file: FileFacts | None) -> bool:
    pressed = [label.raw for label in _labels(element)] if element is not None else []
    return any(map(words.denies, (*pressed, *chosen))) or (file is not None and words.denies_file(file.path.name))


def _is_choice(element: ElementFacts) -> bool:
    return element.kind in ("checkbox", "radio") or element.role in CHOICES


def _form(element: ElementFacts) -> tuple[str, int]:
    return element.nonce, element.form.local if element.form is not None else 0


def request_of(state: SessionState, caller: Caller, record: Record, effect: Effect) -> CallRequest:
    """A call as policy sees it."""
    return CallRequest(caller, state.mode, record.name, effect, record.capability, record.ask, state.permissions)


def _chosen(record: Record, params: Params) -> tuple[str, ...]:
    values = getattr(params, record.value_field or "", ()) if record.capability == "select" else ()
    return (values,) if isinstance(values, str) else tuple(values)


def _keys(record: Record, params: Params) -> tuple[str, ...]:
    if record.capability != "press":
        return ()
    from handrail.browser.actions.keys import parse

    keys = getattr(params, record.value_field, None) if record.value_field else "Enter"
    return tuple(parse([keys] if isinstance(keys, str) else keys or ()))
