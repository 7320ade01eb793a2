"""Collects the text that a call puts into a page or tells a service, and whether it is the user's own."""

from __future__ import annotations

from handrail.browser.types.errors import WrongElement
from handrail.browser.types.facts import ElementFacts
from handrail.calls.state import SessionState
from handrail.policy import TextFacts
from handrail.policy.facts import ServiceFacts
from handrail.policy.rules.text_entry import takes_text
from handrail.policy.words.user_words import UserWords
from handrail.tools.core.table import Params, Record


def text_of(words: UserWords, record: Record, params: Params) -> TextFacts | None:
    """Return the text that a call would write; None if it writes none."""
    if record.capability not in ("write", "dialog") or record.value_field is None:
        return None
    value = getattr(params, record.value_field)
    parts = (value,) if isinstance(value, str) else tuple(value or ())
    # Clearing a field puts in no text of anybody's.
    own = any(parts) and all(words.has(part) for part in parts if part)
    return TextFacts(parts, own, own and all(words.in_text(part) for part in parts if part))


def refuse_text_in_box(element: ElementFacts | None, text: TextFacts | None, params: Params) -> None:
    """Raise `WrongElement` for a text that is not the user's in a box, which takes none, before anybody is asked."""
    is_box = element is not None and element.kind in ("checkbox", "radio")
    if is_box and text is not None and not (text.own or getattr(params, "appends", False)):
        raise WrongElement("A box takes no text.", hint="Use `check` or `uncheck`.")


def service_facts(state: SessionState, record: Record, params: Params) -> ServiceFacts | None:
    """Return what a call would tell a web service; None if it asks none."""
    service = {"search": state.search, "tabstack": state.tabstack}.get(record.capability)
    if service is None:
        return None
    texts = tuple(getattr(params, "texts", ()))
    own = all(map(state.provenance.words.has_words, texts))
    sent = (*texts, str(getattr(params, record.value_field or "", "")))
    hidden = any(state.vault.mask_text(text) != text for text in sent)
    return ServiceFacts(service.title, service.origin, texts, own, hidden)


def appended_to(field: ElementFacts, text: TextFacts, *, follows_own: bool) -> TextFacts:
    """Return the text as typed behind what a field holds. Behind words of the user that a model put into its form
    before (``follows_own``) it no longer counts as theirs: two spans together may say the contrary of the whole. Typed
    over all of what the field holds, it stands alone."""
    stays = field.value_length and not field.all_selected
    return TextFacts(text.parts, own=False) if follows_own and stays else text


def dropped_into(place: ElementFacts, dragged: ElementFacts) -> TextFacts | None:
    """Return the text that a field takes from a drop, which is not the user's; None if it takes none."""
    shown = next((label.raw for label in (dragged.name, *dragged.labels) if label.raw.strip()), "text of the page")
    return TextFacts((shown,), own=False) if takes_text(place) else None
