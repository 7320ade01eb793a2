"""How an element is named without a ref: by role and name, by its label, or by a CSS selector."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NotRequired, TypedDict

from handrail.trust import one_line

REF = re.compile(r"e[0-9]+")
"""What a ref looks like."""
MOST_CHARS = 2_000
MOST_NTH = 1_000


class _OneOfSeveral(TypedDict, total=False):
    """Which of several is meant: the ``nth`` of them, in the order of the page, or the one with these words near it."""

    nth: int
    near: str


class ByRole(_OneOfSeveral):
    """The element with this role and exact name, both as the outline has them: ``button``, ``Save``."""

    role: str
    name: NotRequired[str]


class ByLabel(_OneOfSeveral):
    """The element with this exact name, whatever its role. A plain ``str`` that is no ref means the same."""

    label: str


class BySelector(_OneOfSeveral):
    """The element that a CSS selector finds."""

    selector: str


Element = str | ByRole | ByLabel | BySelector
"""An element as a program names it: a ref (``e12``), a label, a role with a name, or a CSS selector."""
_FORMS = ({"role"}, {"role", "name"}, {"name"}, {"label"}, {"selector"})


@dataclass(frozen=True, slots=True)
class ElementName:
    """An element that is to be found. Empty parts say nothing of it."""

    role: str = ""
    name: str = ""
    selector: str = ""
    nth: int = 0
    near: str = ""
    part: bool = False
    """It is a part of a page to be read: a mere box is meant too."""

    @classmethod
    def parse(cls, text: str) -> ElementName | None:
        """Return the name that `element_text` wrote; None for a ref."""
        if REF.fullmatch(text):
            return None
        parts: dict[str, Any] = json.loads(text) if text.startswith("{") else {"label": text}
        return cls(**{"name" if key == "label" else key: part for key, part in parts.items()})

    def __str__(self) -> str:
        """Return it as a sentence has it: ``button 'Save'``."""
        if self.selector:
            text = f"selector {one_line(self.selector, 80)!r}"
        else:
            text = " ".join(filter(None, (one_line(self.role, 40), repr(one_line(self.name, 80)) if self.name else "")))
        return f"{text} near {one_line(self.near, 80)!r}" if self.near else text


def element_text(given: Any) -> Any:
    """Return what names an element, as one text: a ref or a label as it is, any other form as JSON. Raises
    `ValueError`: it names none."""
    if isinstance(given, str) and given.startswith("{"):
        # From a command line, or from a model whose schema knows texts alone.
        with suppress(ValueError, RecursionError):
            given = json.loads(given)
        if isinstance(given, str):
            given = {"label": given}
    if isinstance(given, str):
        given, form = given.strip(), [given.strip()]
    elif isinstance(given, dict) and set(given) - {"nth", "near"} in _FORMS:
        nth = given.get("nth", 1)
        if type(nth) is not int or not 0 < nth <= MOST_NTH:
            _refuse()
        form = [value for key, value in given.items() if key != "nth"]
        given = json.dumps(given, ensure_ascii=False)
    else:
        return given if not isinstance(given, dict) else _refuse()
    if not all(isinstance(part, str) and 0 < len(part) <= MOST_CHARS for part in form):
        _refuse()
    return given


def _refuse() -> Any:
    raise ValueError('an element is a text: a ref (e12), a label, {"role": ..., "name": ...} or {"selector": ...}')
