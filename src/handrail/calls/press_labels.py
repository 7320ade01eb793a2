"""Collects what is written on the element that a press would reach, and around it."""

from __future__ import annotations

from collections.abc import Sequence

from handrail.browser.types.facts import ElementFacts
from handrail.policy.rules.acts import FIELDS, SWITCHES
from handrail.policy.words.consequences import refuses_all
from handrail.trust import External


def _is_default_button_pressed(element: ElementFacts, *, clicks: bool = False) -> bool:
    is_box = clicks and element.kind in ("checkbox", "radio")
    return element.kind in FIELDS and element.role not in SWITCHES and not is_box


def names_of_press(element: ElementFacts, *, clicks: bool = False) -> Sequence[External]:
    """Return what a person calls the element that a press would reach; for a field, its form's default button.

    Args:
        clicks: the press is a click, so a box presses only itself.
    """
    if not _is_default_button_pressed(element, clicks=clicks):
        return element.names or (element.name,)
    form = element.form
    return form.submitter_names if form is not None else ()


def labels_of_press(element: ElementFacts, *, clicks: bool = False) -> Sequence[External]:
    """Return all that is written on the element that a press would reach; for ``clicks`` see `names_of_press`."""
    if not _is_default_button_pressed(element, clicks=clicks):
        return element.name, *element.labels
    form = element.form
    return form.submitter_labels if form is not None else ()


def texts_around_press(element: ElementFacts, *, clicks: bool = False) -> Sequence[str]:
    """Return all that is written on the element that a press would reach, and in its row or item. ("Reject all" is what
    cookie banners write.)"""
    texts = [
        text.raw
        for text in (
            *labels_of_press(element, clicks=clicks),
            *element.names,
            *([element.item] if element.item else ()),
        )
    ]
    return [*texts, "cookies"] if element.in_cookie_banner and any(map(refuses_all, texts)) else texts
