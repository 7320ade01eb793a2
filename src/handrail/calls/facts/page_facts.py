"""Collects the plain facts that policy judges before a call: of element, form, address, text, file and dialog."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from handrail.browser.types.errors import DialogOpen
from handrail.browser.types.facts import ElementFacts, Through
from handrail.calls.effects.act_judges import agreed_label
from handrail.calls.effects.judged_act import JudgedAct, chosen_by
from handrail.calls.facts.address_facts import AddressCollector
from handrail.calls.facts.call_params import chosen_in, keys_in, may_choose, request_of, times_pressed
from handrail.calls.facts.dialog_facts import facts_of_dialog
from handrail.calls.facts.drop_place import drop_facts, drop_place, place_for_question
from handrail.calls.facts.file_facts import File, file_facts
from handrail.calls.facts.model_text import (
    FOLLOWS_FOCUS,
    chooses_unnamed,
    fills_in_elsewhere,
    note_choices,
    note_texts,
    searches_for_value,
    texts_of_model,
)
from handrail.calls.facts.page_tool_facts import facts_of_page_tool
from handrail.calls.facts.press_labels import denied_button, is_denied, names_of_press, texts_around_press
from handrail.calls.facts.sign_ins import is_agreed_password, is_first_sign_in, signs_in
from handrail.calls.facts.text_facts import appended_to, refuse_text_in_box, service_facts, text_of
from handrail.calls.state import SessionState
from handrail.calls.written.entries import entries_of, form_of, standing
from handrail.calls.written.sent_choices import choice_of, said_in, said_in_link, stands_for_choice, tokens_of_link
from handrail.calls.written.standing_texts import is_hidden, with_surroundings
from handrail.policy import Allow, Ask, Facts
from handrail.policy.decision import rules_that_asked
from handrail.policy.facts import Caller, Effect
from handrail.policy.rules.acts import POINTING
from handrail.policy.rules.text_entry import HIDDEN_TEXT, is_search, words_sent_from_fields
from handrail.policy.words.spans import leaves_of
from handrail.results import Failed
from handrail.tools.core.table import Params, Record
from handrail.tools.page_tools import CallPageTool
from handrail.tools.secrets import FillSecret
from handrail.trust import External

THROUGH: dict[str, Through] = {"write": "field", "check": "box", "select": "list"}
"""Capabilities that act on the control of a label or wrapper. (A secret goes only into the field that is named.)"""


class FactCollector:
    """Collects the facts for one call of one caller. A change asks the kit once, a read not at all."""

    def __init__(self, state: SessionState, caller: Caller) -> None:
        self._state = state
        self._caller = caller
        self._addresses = AddressCollector(state, caller)
        self._asked: tuple[Record, Effect]

    async def collect(self, record: Record, params: Params) -> Facts | Failed:
        """Return the facts, or the failure that says why there can be none. Raise `BrowserError` where the page does
        not answer, the ref is stale, or the address is none."""
        facts = await self._collect(record, params)
        is_empty = self._state.provenance.words.is_empty
        return facts if isinstance(facts, Failed) else replace(facts, wordless=is_empty)

    async def _collect(self, record: Record, params: Params) -> Facts | Failed:
        file = await file_facts(self._state, self._addresses, record, params)
        if isinstance(file, Failed):
            return file
        effect = record.effect_of(params)
        self._asked = record, effect
        if effect != "change":
            return await self._facts_of_reading(record, params, file)
        tab = self._state.tab
        tab.core.judge = None
        if tab.dialog is not None and record.capability != "dialog" and self._caller == "model":
            # The dialog may be gone a moment later, and then nobody would have judged the act.
            raise DialogOpen("A dialog is open and blocks the page.", hint="Answer it with `dialog` first.")
        if tab.dialog is not None:
            # The page answers nothing while a dialog is open; acts other than `dialog` fail and say so.
            text = text_of(self._state.provenance.words, record, params)
            accepts = bool(getattr(params, "accept", False))
            return replace(facts_of_dialog(self._state, tab.dialog, accepts=accepts), file=file, text=text)
        if isinstance(params, CallPageTool):
            return await facts_of_page_tool(self._state, params.name, params.arguments or {})
        return await self._facts_of_act(record, params, file)

    async def _facts_of_reading(self, record: Record, params: Params, file: File | None) -> Facts:
        """Return the facts of a call that changes no page."""
        words = self._state.provenance.words
        address = await self._addresses.of(record, params)
        if record.capability != "download":
            return Facts("", "", file=file, address=address, service=service_facts(self._state, record, params))
        return Facts("", "", address=address, forbidden=words.forbidden, wants_file=words.asks("download"))

    async def _facts_of_act(self, record: Record, params: Params, file: File | None) -> Facts:
        """Return the facts of a call that acts on the page, or on an element of it."""
        tab = self._state.tab
        (element, origin), words = await self._element(record, params), self._state.provenance.words
        if element is not None and self._caller == "model":
            note_choices(self._state, element)
        chosen, text = chosen_in(record, params), text_of(words, record, params)
        if self._caller == "model":
            refuse_text_in_box(element, text, params)
        if text is not None and element is not None and getattr(params, "appends", False):
            text = appended_to(element, text, follows_own=form_of(element) in self._state.provenance.own_forms)
        place = None
        if record.capability == "drag" and element is not None:
            place = await drop_place(self._state, params, element)
            chosen, text = drop_facts(place, element) if place is not None else (chosen, text)
        keys = keys_in(record, params, element)
        nonce, unsent = element.nonce if element else await tab.pin(), self._state.shown_on(origin)
        facts = Facts(
            origin,
            nonce,
            element,
            file,
            prefilled=tab.core.taint.prefilled,
            filled_by=self._state.provenance.unaccepted(tab.core.taint.filled_by),
            ends=self._state.provenance.ends_alone(tab.core.taint.filled_by),
            tainted=tab.core.taint.holds,
            text=text,
            keys=keys,
            held=tuple(getattr(params, "modifiers", ())),
            submits=bool(getattr(params, "submit", False)),
            times=times_pressed(params, keys),
            denied=is_denied(words, element, chosen, file),
            denied_button=denied_button(words, element),
            forbidden=words.forbidden,
            withheld=words.withheld,
            wants_file=words.asks("download"),
            chosen=chosen,
            drop=place,
            unsent=unsent,
            picked=self._state.texts.picked_of(unsent),
            tried=frozenset(self._state.texts.tried),
            unchecked=self._state.texts.unchecked_in(tab.document),
            chose_before=self._state.texts.chosen_on(origin, self._state.provenance, nonce),
            websockets=self._state.websockets.hosts,
            around=self._state.origins_of_page,
            secret=self._state.vault.facts(params.name) if isinstance(params, FillSecret) else None,
            agreed_text=is_agreed_password(self._state.provenance, element, text),
        )
        if element is None:
            return facts
        return self._with_entries(self.with_element(with_surroundings(facts, element.around), element))

    def _with_entries(self, facts: Facts) -> Facts:
        """Return the facts with what the model filled in before that this call may send, and what it did last."""
        entries = self._state.texts.entered_on(facts.acted_on, but_for=facts.unsent)
        now, before = standing(entries, facts.element) if facts.element is not None else ((), ())
        writes_own = facts.submits and facts.text is not None and facts.text.own
        sent = [entry.shown for entry in entries_of(facts, presses=False)] if writes_own else []
        entered = tuple(dict.fromkeys((*now, *sent)))
        presses, tab = self._state.presses, self._state.tab
        openers, led_here = presses.behind_press(tab, facts), presses.behind_page(tab)
        return replace(facts, entered=entered, entered_before=before, openers=openers, led_here=led_here)

    def with_element(self, facts: Facts, element: ElementFacts) -> Facts:
        """Return the facts for the call's element as it is now."""
        record, _ = self._asked
        address = None
        if self._caller == "model" and record.capability in ("click", "press", "select") and element.href is not None:
            address = self._addresses.judged(element.href.raw, linked=not self._state.tab.core.taint.holds)
        given, words = self._state.provenance, self._state.provenance.words
        clicks = record.capability in POINTING | {"click", "check"}
        # A key in a box presses its form's button; a click, the box alone.
        pressed = replace(element, kind="button") if clicks and element.kind in ("checkbox", "radio") else element
        names = [name.raw for name in names_of_press(pressed)]
        points = record.capability in POINTING and element.role in FOLLOWS_FOCUS
        chosen = choice_of(element, points=points) if points or self._presses(facts, "check") else ()
        chosen = chosen or facts.chosen
        judged = replace(
            facts,
            element=element,
            address=address,
            own_typed=form_of(element) in given.own_forms,
            signs_in=form_of(element) in given.sign_in_forms or signs_in(given, facts.secret, element),
            wants_change=words.wants_change and not words.only_fills,
            asks_to_send=words.asks_to_send and not words.only_fills and all(map(words.only_sends, names)),
            named=any(map(words.names, names)),
            relevant=given.concerns(*texts_around_press(pressed), *chosen),
            names_press=any(map(words.names_press, names)),
            denied=is_denied(words, element, chosen, facts.file),
            denied_button=denied_button(words, element),
            chosen=chosen,
            user_chose=chosen_by(words, chosen),
            chose_to_change=bool(chosen) and all(words.chooses(one, to_change=True) for one in chosen),
        )
        return replace(judged, chooses=chooses_unnamed(judged, given))

    def with_drop(self, facts: Facts, place: ElementFacts) -> Facts:
        """Return the facts for a drag that ends on a place."""
        assert facts.element is not None, "a drag holds an element"
        chosen, text = drop_facts(place, facts.element)
        drop = place_for_question(place, facts.drop)
        return self.with_element(replace(facts, chosen=chosen, drop=drop, text=text), facts.element)

    def expect(self, facts: Facts) -> None:
        """Note before a model's act what it made up: that may be in the page even if the act fails half way. What it
        presses is judged again at that moment."""
        provenance, (record, effect) = self._state.provenance, self._asked
        if effect == "change":
            request = request_of(self._state, self._caller, record, effect)
            self._state.tab.core.judge = JudgedAct(request, facts, provenance.words, self.with_element, self.with_drop)
        entered = facts.chosen or facts.secret or facts.file or facts.page_tool or facts.written
        chooses = self._presses(facts, "drag") and stands_for_choice(facts.element)
        if chooses or (entered and not (facts.element is not None and is_search(facts.element))):
            self._state.texts.filled |= facts.reached
        if self._state.permissions.unsafe:
            return
        if facts.address is not None and facts.address.made_up:
            self._state.texts.tokens |= tokens_of_link(facts.address.url) if facts.element is not None else frozenset()
            self._state.texts.note_picked(said_in_link(facts.address.url, provenance, self._typed_on(facts.acted_on)))
        taint = self._state.tab.core.taint
        entries = entries_of(facts, presses=self._presses(facts), unchecks=record.name == "uncheck")
        self._state.texts.note_entries(list(entries), facts.reached)
        if searches_for_value(facts):
            taint.typed |= self._state.permissions.may_write(facts.acted_on)
        if facts.chosen and not facts.user_chose:
            # If a list takes effect at once, its page may also send the choice later.
            chosen = [text for text in facts.chosen if text.strip() and not provenance.words.has_words(text)]
            self._state.texts.note_picked((origin, text) for origin in facts.reached for text in chosen)
        self._state.texts.note_boxes(facts.chosen, unchecks=record.name == "uncheck")
        if texts := list(texts_of_model(facts, provenance)):
            if facts.element is not None and facts.element.sensitive:
                texts = [HIDDEN_TEXT]
            self._state.texts.choices |= set(facts.chosen)
            self._state.texts.chosen_in |= dict.fromkeys(facts.chosen, self._state.tab.document)
            self._state.texts.written |= set(texts).difference(facts.chosen, facts.keys)
            note_texts(
                self._state, texts, facts.acted_on, is_draft=facts.element is None or not is_search(facts.element)
            )
        elif fills_in_elsewhere(facts, self._state.permissions):
            taint.note_prefilled()
            self._state.texts.note_picked(said_in(facts.address.url if facts.address is not None else "", provenance))
        elif facts.address is not None and facts.address.known and not (facts.address.made_up or facts.tainted):
            provenance.links.add([facts.address.url])

    def _presses(self, facts: Facts, *besides: str) -> bool:
        """Return whether the call presses its element, or what has the focus. ``besides``: capabilities that count too:
        a box is pressed to be checked, and what is dragged to be held."""
        record, _ = self._asked
        return may_choose(facts.keys) or record.capability in ("click", *besides)

    def choices_to_log(self, facts: Facts, params: dict[str, Any]) -> list[External]:
        """Return what a model's act chooses or puts into the page that is not in the user's words, for a run that goes
        on with this one; without what its parameters say, or a sensitive field takes."""
        given, element = self._state.provenance, facts.element
        if self._caller != "model" or facts.page_tool is not None or (element is not None and element.sensitive):
            return []
        texts = list(texts_of_model(facts, given))
        if facts.drop is not None and not facts.user_chose:
            texts += facts.chosen
        if stands_for_choice(element) and self._presses(facts):
            texts.append(given.label_chosen(facts))
        said = {*leaves_of(params), ""}
        return [External(text, facts.acted_on, "page-elements") for text in dict.fromkeys(texts) if text not in said]

    def _typed_on(self, origin: str) -> list[str] | None:
        """Return all that a model put into the open tab; None where an address may have said it in a code, or it is
        hidden."""
        taint, typed = self._state.tab.core.taint, self._state.unsent_on(origin)
        return None if taint.composed or taint.prefilled or any(map(is_hidden, typed)) else typed

    def note_outcome(self, facts: Facts, *, ok: bool) -> None:
        """Note whether a model's act went well: only what did is told as written or chosen."""
        pressed = [facts.element.name.raw] if ok and facts.element is not None else []
        self._state.texts.note_outcome([*facts.chosen, *facts.parts, *pressed], ok=ok)

    def remember(self, facts: Facts, decision: Allow | Ask) -> None:
        """Note after a model's act what it pressed, and that the form now holds the user's own words, a secret, or a
        password that they agreed to send."""
        record, effect = self._asked
        self.note_outcome(facts, ok=True)
        given, presses = self._state.provenance, self._presses(facts, "drag")
        if presses or effect == "navigate":
            given.awaits_code = facts.element.origin if facts.element is not None and facts.signs_in else ""
        if facts.element is None:
            return
        asked = rules_that_asked(decision)
        if presses or record.capability == "select":
            # What the user let it press is no choice of the model's.
            agreed = agreed_label(facts, asked) or self._state.texts.agreed_press == facts.element.name.raw != ""
            press = replace(facts, user_chose=True) if agreed else facts
            self._state.texts.note_press(press, given, self._state.tab.document)
        elif record.capability in POINTING and (label := given.label_chosen(facts)):
            # Lists may take what lies under the pointer, or has the focus, for the choice.
            self._state.texts.note_picked((origin, label) for origin in facts.reached)
        form = form_of(facts.element)
        if presses and not facts.element.form:
            # A page without forms: what comes after its sign-in is no sign-in.
            given.sign_in_forms.discard(form)
        wrote = facts.text is not None and facts.text.own and facts.written
        chose = facts.chosen and facts.user_chose and record.capability != "drag"
        if wrote or chose:
            given.own_forms.add(form)
        agreed = words_sent_from_fields.__name__ in asked
        if agreed and facts.element.input_type == "password" and facts.text is not None:
            given.agreed_passwords |= {(*form, text) for text in facts.text.parts}
        sends_password = agreed and not facts.submits and is_first_sign_in(given, facts.element)
        if sends_password or signs_in(given, facts.secret, facts.element):
            given.sign_in_forms.add(form)
            given.sign_ins.setdefault(facts.element.origin, facts.element.nonce)

    async def _element(self, record: Record, params: Params) -> tuple[ElementFacts | None, str]:
        """Return what the call acts on, and the origin of its document."""
        reader = self._state.tab.reader
        ref = record.ref_in(params)
        if ref is None and (place := getattr(params, "place", None)) is not None:
            there = await reader.at(*place)
            ref = there and there.ref
        if ref is not None:
            element = await reader.facts(ref, THROUGH.get(record.capability))
            return element, element.origin
        if record.capability in ("press", "write") and self._caller == "model":
            # Keys without a ref go to the element with the focus, so that element is judged.
            focus = await reader.focused()
            return focus.element, focus.origin
        return None, self._state.tab.origin
