"""Collects what is written on the element that a press would reach, and around it."""

from __future__ import annotations

from collections.abc import Sequence

from handrail.browser.types.facts import ElementFacts
from handrail.calls.facts.file_facts import File, name_of
from handrail.policy.rules.acts import FIELDS, SWITCHES
from handrail.policy.words.cookie_refusals import refuses_all
from handrail.policy.words.user_words import UserWords
from handrail.trust import External


def _is_default_button_pressed(element: ElementFacts) -> bool:
    return element.kind in FIELDS and element.role not in SWITCHES


def names_of_press(element: ElementFacts) -> Sequence[External]:
    """Return what a person calls what a press would reach: of a field, its form's default button."""
    if not _is_default_button_pressed(element):
        return element.names or (element.name,)
    form = element.form
    return form.submitter_names if form is not None else ()


def labels_of_press(element: ElementFacts) -> Sequence[External]:
    """Return all that is written on what a press would reach."""
    if not _is_default_button_pressed(element):
        return element.name, *element.labels
    form = element.form
    return form.submitter_labels if form is not None else ()


def texts_around_press(element: ElementFacts) -> Sequence[str]:
    """Return all that is written on what a press would reach, and in its row or item ("Reject all": "cookies")."""
    texts = [
        text.raw for text in (*labels_of_press(element), *element.names, *([element.item] if element.item else ()))
    ]
    return [*texts, "cookies"] if element.in_cookie_banner and any(map(refuses_all, texts)) else texts


def is_denied(words: UserWords, element: ElementFacts | None, chosen: Sequence[str], file: File | None) -> bool:
    """Return whether the user's words deny a press on an element, a choice, or a file."""
    pressed = [label.raw for label in _labels_of_element(element)] if element is not None else []
    return any(map(words.denies, (*pressed, *chosen))) or (file is not None and words.denies_file(name_of(file)))


def denied_button(words: UserWords, element: ElementFacts | None) -> str:
    """Return what is written on the button of a field's form, where the user's words deny to press that; else ""."""
    if element is None or not _is_default_button_pressed(element):
        return ""
    return next((label.raw for label in labels_of_press(element) if words.denies(label.raw)), "")


def _labels_of_element(element: ElementFacts) -> Sequence[External]:
    """Return what is written on what a click on an element presses: of a field it is what lies over a box."""
    if not _is_default_button_pressed(element):
        return labels_of_press(element)
    own = [name.raw for name in (element.name, *element.names)]
    is_box = element.kind in ("checkbox", "radio")
    return [label for label in element.labels if is_box and not any(label.raw in name for name in own)]
