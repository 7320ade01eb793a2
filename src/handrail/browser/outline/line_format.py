"""The format of an outline's lines: what the kit sends for a node, its text, and how masking finds it again.

A line is ``role "name" [ref] states = "value" -> address``; text of the page that is not a name stands after ``: ``.
Nothing a page says can look like another line: names and values are quoted on one line, text always follows ``: ``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from importlib import resources
from itertools import accumulate
from typing import Any, NamedTuple, Self
from urllib.parse import unquote

from handrail.browser.page.refs import DocumentRefs

_FORMAT = json.loads((resources.files("handrail.browser") / "kit" / "snapshot" / "node_format.json").read_text("utf-8"))
# The flags of a node as bits; kit/snapshot/node_format.js says what they hold.
IN_VIEW, UNSEEN, COVERED, FRAME, SCROLLS, GUESSED = (
    1 << _FORMAT["flags"].index(name) for name in ("in_view", "unseen", "covered", "frame", "scrolls", "guessed")
)
UNSEEN_ROLE = "not-visible"
"""The role of a node for controls out of sight that stand together, as what only the pointer shows."""
_FLAG_WORDS = ((UNSEEN, "not-visible"), (COVERED, "covered"), (SCROLLS, "scrolls"), (GUESSED, "guessed"))

URL_CHARS = 100
QUERY_CHARS = 64
"""Of an address: in many applications its parameters are what says where it leads."""
VALUE_CHARS = 200
OPTIONS_CHARS = 400
SAMPLE_CHARS = 120
"""Of choices that are too many to show: what they are like."""


class OutlineNode(NamedTuple):
    """An element or a text of a page, whose role is empty, as the kit sends it.

    Attributes:
        local: the kit's id of the element; 0 for none.
        options: the labels of a closed list's options, of ``choices`` in all where that says so.
        together: the controls that `compact_nodes` tells in this one node.
        hides_value: `compact_nodes` left the value out, which is not empty.
    """

    depth: int
    role: str
    name: str
    local: int
    flags: int
    states: Sequence[str] = ()
    value: str | None = None
    url: str | None = None
    options: Sequence[str] | None = None
    choices: int | None = None
    together: Sequence[OutlineNode] = ()
    hides_value: bool = False

    @classmethod
    def of(cls, sent: Sequence[Any]) -> Self:
        """Return a node as the kit sent it: its fields in their order, without those at the end that it has no use
        for."""
        node = cls(*sent)
        return node if node.states is not None else node._replace(states=())

    @property
    def has_details(self) -> bool:
        """Whether there is more to say of it than its name and states."""
        return bool(self.value or self.url or self.options or self.together)

    @property
    def is_simple(self) -> bool:
        """Whether it is one control or text that leads nowhere and has no options."""
        return self.url is None and self.options is None and not self.together


PAGE_WORDS = re.compile(r'^ *: (?P<text>.*)|(?:^ *| [>|+] )(?:[\w-]+ )?"(?P<name>(?:[^"\\\n]|\\.)*)"', re.MULTILINE)
"""The page's own words in a line of an outline: its text, or the names of its elements, as `quoted` writes them."""


QUOTED = r'"(?:[^"\\\n]|\\.)*"'
_WORDS_OR_CHOICES = re.compile(rf"(?P<choices> of {QUOTED}(?:, {QUOTED})*(?: and \d+ more)?)|{QUOTED}|: .*")
"""The choices of a dropdown in a line, or what must not be taken for them: a name, a value, text."""
_ESCAPED = re.compile(r"\\(.)")
_HELD = re.compile(r"blob:|data:[^,]{0,60}")
"""Of an address that is a file itself, all that helps."""

_LONG_VALUE = re.compile(r"(?<=[?&;])(?P<name>[^=&;#?]{1,60}=)(?P<value>[\w.~+/%=-]{16,})")
_KEY = re.compile(
    r"(?:.*[-_])?(?:key|apikey|tok|token|sectok|csrf\w*|sig|signature|auth|secret|password|sid|session\w*)=",
    re.IGNORECASE,
)
"""What pages call a parameter that holds a key or token."""
_SWITCH = re.compile(r"\d(?=[a-z])|[a-z](?=\d)", re.IGNORECASE)
"""From a digit to a letter, or back: few in words, numbers and dates, and one in five characters of a random value."""


def quote_text(text: str, *, lines: bool = False) -> str:
    """Return a text on one line, between quotes that it cannot close; ``lines``: with its line breaks as ``\\n``."""
    if lines and "\n" in text:
        return '"' + "\\n".join(quoted_line[1:-1] for quoted_line in map(quote_text, text.splitlines())) + '"'
    if "\n" in text or "\r" in text or "\t" in text:
        text = " ".join(text.split())
    if '"' in text or "\\" in text:
        text = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'


def words_of_line(line: str) -> str:
    """Return what a line says: its text, names and values, without the choices of dropdowns."""
    said = (found[0] for found in _WORDS_OR_CHOICES.finditer(line) if not found["choices"])
    return " ".join(filter(None, (_ESCAPED.sub(r"\1", one[1:-1]) if one[0] == '"' else one[2:] for one in said)))


def clip_middle(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[: limit * 2 // 3]}…{text[-(limit // 3) :]}"


def node_text(node: OutlineNode, refs: DocumentRefs) -> str:
    """Return a node's own line, without what stands below it."""
    role = node.role
    if not role:
        return f": {node.name}"
    if node.together:
        return _together(node, refs)
    text = f"{role} {quote_text(node.name)}" if node.name else role
    if node.local:
        text += f" [{refs[node.local]}]"
    flags = node.flags
    if flags > IN_VIEW:
        text += "".join(f" {word}" for word in flag_words(flags))
    return text + _details(node)


def _together(node: OutlineNode, refs: DocumentRefs) -> str:
    """Return the names and refs of controls, with what else there is to say of each."""
    is_unseen = node.role == UNSEEN_ROLE
    parts = list[str]()
    for control in node.together:
        states = () if is_unseen else control.states
        words = () if is_unseen else flag_words(control.flags)
        parts.append(" ".join([quote_text(control.name), f"[{refs[control.local]}]", *words, *states]))
    return f"{node.role} {' + '.join(parts)}"


def flag_words(flags: int) -> tuple[str, ...]:
    """Return what the flags of a node add to its states."""
    return tuple(word for flag, word in _FLAG_WORDS if flags & flag)


def _details(node: OutlineNode) -> str:
    text = " " + " ".join(node.states) if node.states else ""
    text += value_text(node)
    if node.options:
        text += " of " + _choices(node.options, node.choices or len(node.options))
    if node.url:
        held = _HELD.match(node.url)
        text += f" -> {held[0] if held else _shorten_address(node.url)}"
    return text


def _shorten_address(address: str) -> str:
    """Return an address without the middle of what is long, and without keys and tokens: they are of no use to a
    reader, and not theirs to copy. A press by ref still sends all of it."""
    page, mark, query = _LONG_VALUE.sub(_without_key, address).partition("?")
    return clip_middle(page + mark + clip_middle(query, QUERY_CHARS), URL_CHARS)


def _without_key(found: re.Match[str]) -> str:
    value = unquote(found["value"])
    is_random = len(_SWITCH.findall(value)) * 5 >= len(value)
    return f"{found['name']}…" if is_random or _KEY.fullmatch(found["name"]) else found[0]


def value_text(node: OutlineNode) -> str:
    """Return what a field's line says of what it holds; nothing where it holds nothing."""
    if not node.value:
        return ""
    return f" = {quote_text(clip_middle(node.value, VALUE_CHARS), lines=True)}"


def _choices(options: Sequence[str], count: int) -> str:
    """Return all choices where they fit, else the first few and how many more there are."""
    sizes = [len(option) + 4 for option in options]
    room = OPTIONS_CHARS if count == len(options) and sum(sizes) <= OPTIONS_CHARS else SAMPLE_CHARS
    fitting = sum(size <= room for size in accumulate(sizes))
    shown = ", ".join(map(quote_text, options[:fitting]))
    return shown + (f" and {count - fitting} more" if fitting < count else "")


def without_choices_of(old: str, new: str) -> str:
    """Return the new text of a line, with an ellipsis for choices that its old text has too."""
    known = {found["choices"] for found in _WORDS_OR_CHOICES.finditer(old)}

    def without_known(found: re.Match[str]) -> str:
        return " of …" if found["choices"] and found["choices"] in known else found[0]

    return _WORDS_OR_CHOICES.sub(without_known, new)
