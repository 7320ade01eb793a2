"""Outlines written down as the kit writes them, for tests without a browser."""

from __future__ import annotations

import re
from dataclasses import dataclass

from handrail.models.offline.outline import OutlineTree
from handrail.trust import External

ORIGIN = "https://shop.example"
_LINE = re.compile(
    r'(?P<role>[a-z]+)(?: "(?P<name>[^"]*)")?(?P<states>(?: [a-z-]+(?:=\d)?)*)'
    r'(?: = "(?P<value>[^"]*)")?(?: -> (?P<url>\S+))?$'
)
_REFLESS = re.compile(
    "text|heading|list|listitem|row|cell|columnheader|rowheader|article|group|term|definition|region|navigation|"
    "contentinfo|status"
)


@dataclass(frozen=True)
class FakeNode:
    ref: str | None
    role: str
    name: External
    value: External | None
    states: tuple[str, ...]
    depth: int
    frame: str
    visible: bool
    url: External | None


def outline(text: str) -> OutlineTree:
    """A node a line, a space of indent a level: ``link "Docs" -> /docs``, ``: text``, ``textbox "Name" = "bob"``."""
    lines = [line for line in text.splitlines() if line.strip()]
    margin = min(len(line) - len(line.lstrip()) for line in lines)
    return OutlineTree([_node(number, line[margin:]) for number, line in enumerate(lines, 1)])


def _node(number: int, line: str) -> FakeNode:
    said = line.lstrip()
    depth = len(line) - len(said)
    if said.startswith(": "):
        return FakeNode(None, "text", _said(said[2:]), None, (), depth, "", True, None)
    found = _LINE.fullmatch(said)
    assert found, said
    role, value, url = found["role"], found["value"], found["url"]
    ref = None if _REFLESS.fullmatch(role) else f"e{number}"
    return FakeNode(
        ref, role, _said(found["name"] or ""), None if value is None else _said(value), tuple(found["states"].split()),
        depth, "", True, None if url is None else _said(ORIGIN + url if url.startswith("/") else url),
    )  # fmt: skip


def _said(text: str) -> External:
    return External(text, ORIGIN, "page-snapshot")
