"""The format of an outline's lines: what the kit sends for a node, its text, and how masking finds it again.

A line is ``role "name" [ref] states = "value" -> address``; text of the page that is not a name stands after ``: ``.
Nothing a page says can look like another line: names and values are quoted on one line, text always follows ``: ``.
"""

from __future__ import annotations

import json
import re
from importlib import resources
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from handrail.browser.page.refs import DocumentRefs

_FORMAT = json.loads((resources.files("handrail.browser") / "kit" / "snapshot" / "node_format.json").read_text("utf-8"))
# The fields of a node by their place in it, and its flags as bits; kit/snapshot/node_format.js says what they hold.
DEPTH, ROLE, NAME, LOCAL, FLAGS, STATES, VALUE, URL, OPTIONS, CHOICES = (
    _FORMAT["fields"].index(name)
    for name in ("depth", "role", "name", "local", "flags", "states", "value", "url", "options", "choices")
)
IN_VIEW, UNSEEN, COVERED, FRAME, SCROLLS, GUESSED = (
    1 << _FORMAT["flags"].index(name) for name in ("in_view", "unseen", "covered", "frame", "scrolls", "guessed")
)
_FLAG_WORDS = ((UNSEEN, "not-visible"), (COVERED, "covered"), (SCROLLS, "scrolls"), (GUESSED, "guessed"))

RawNode = list[Any]
URL_CHARS = 100
VALUE_CHARS = 200
OPTIONS_CHARS = 400

PAGE_WORDS = re.compile(r'^ *: (?P<text>.*)|(?:^ *| [>|+] )(?:[\w-]+ )?"(?P<name>(?:[^"\\\n]|\\.)*)"', re.MULTILINE)
"""The page's own words in a line of an outline: its text, or the names of its elements, as `quoted` writes them."""


_HELD = re.compile(r"blob:|data:[^,]{0,60}")
"""Of an address that is a file itself, all that helps."""

_KEY_VALUE = re.compile(
    r"([?&;](?:\w{0,20}[-_])?(?:key|apikey|tok|token|sectok|csrf\w{0,20}|sig|signature|auth|secret|password|sid|session\w{0,20})=)"
    r"[\w.~+/%=-]{16,}",
    re.IGNORECASE,
)
"""A key or token in an address: long, of no use to a reader, and not theirs to copy. A press by ref still sends it."""


def quoted(text: str, *, lines: bool = False) -> str:
    """On one line, between quotes that the text itself cannot close; ``lines``: with its line breaks as ``\\n``."""
    if lines and "\n" in text:
        return '"' + "\\n".join(quoted_line[1:-1] for quoted_line in map(quoted, text.splitlines())) + '"'
    if "\n" in text or "\r" in text or "\t" in text:
        text = " ".join(text.split())
    if '"' in text or "\\" in text:
        text = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'


def clipped(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[: limit * 2 // 3]}…{text[-(limit // 3) :]}"


def node_text(node: RawNode, refs: DocumentRefs) -> str:
    """A node's own line, without what stands below it."""
    role = node[ROLE]
    if not role:
        return f": {node[NAME]}"
    text = f"{role} {quoted(node[NAME])}" if node[NAME] else role
    if node[LOCAL]:
        text += f" [{refs[node[LOCAL]]}]"
    flags = node[FLAGS]
    if flags > IN_VIEW:
        text += "".join(f" {word}" for word in flag_words(flags))
    if len(node) > STATES:
        text += _details(node)
    return text


def flag_words(flags: int) -> tuple[str, ...]:
    """What the flags of a node add to its states."""
    return tuple(word for flag, word in _FLAG_WORDS if flags & flag)


def _details(node: RawNode) -> str:
    text = ""
    if node[STATES]:
        text = " " + " ".join(node[STATES])
    size = len(node)
    text += value_text(node)
    if size > OPTIONS and node[OPTIONS]:
        text += " of " + _choices(node[OPTIONS], node[CHOICES] if size > CHOICES else len(node[OPTIONS]))
    if size > URL and node[URL]:
        held = _HELD.match(node[URL])
        text += f" -> {held[0] if held else clipped(_without_keys(node[URL]), URL_CHARS)}"
    return text


def _without_keys(address: str) -> str:
    return _KEY_VALUE.sub(r"\1…", address)


def value_text(node: RawNode) -> str:
    """What a field's line says of what it holds; nothing where it holds nothing."""
    if len(node) <= VALUE or not node[VALUE]:
        return ""
    return f" = {quoted(clipped(node[VALUE], VALUE_CHARS), lines=True)}"


def _choices(options: Sequence[str], count: int) -> str:
    shown: list[str] = []
    room = OPTIONS_CHARS
    for option in options:
        room -= len(option) + 4
        if room < 0:
            return f"{', '.join(shown)} and {count - len(shown)} more"
        shown.append(quoted(option))
    return ", ".join(shown) + (f" and {count - len(shown)} more" if count > len(shown) else "")
