"""Lines that a model was shown before: what makes two of them the same, and which boxes stay around new ones."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple
from urllib.parse import SplitResult, unquote_plus, urljoin, urlsplit

from handrail.browser.outline.lines import OutlineLine

MOST_NAMED = 5
_PASSING = re.compile(r" (?:\[e\d+\]|not-visible|covered|focused|current(?:=[a-z]+)?)(?= |$)")
"""What differs from page to page though the element is the same."""
_IN_FOLDER = re.compile(r"(?<= -> )\./")
"""Of an address that is written relative to the page's folder (`kit/page/addresses.js`)."""
_ADDRESS = re.compile(r" -> \S+")


class LineKey(NamedTuple):
    """What a line says and how deep it stands; the name of what can be operated in it."""

    depth: int
    text: str
    control: str


def key_by_label(line: OutlineLine, control: str, depth: int) -> LineKey:
    """Return the key of a line in a menu that begins at ``depth``: a link that can be named is the same wherever it
    leads ("Log out" and "History" lead somewhere else from each page)."""
    return without_address(line_key(line, control, depth))


def without_address(key: LineKey) -> LineKey:
    """Return the key of what can be named without where it leads."""
    return key._replace(text=_ADDRESS.sub("", key.text)) if key.control else key


def with_whole_address(line: OutlineLine) -> str:
    """Return what a line says, with an address that it gives relative to the page's folder from the site's root on."""
    folder = urlsplit(line.document.url).path.rpartition("/")[0]
    return _IN_FOLDER.sub(lambda _: f"{folder}/", line.text)


def follows_page(old: OutlineLine, new: OutlineLine) -> bool:
    """Return whether two lines of a link differ only in parameters of its address that changed likewise in the page's
    own, such as what a list is searched for."""
    if any(not line.node.url for line in (old, new)):
        return False
    if _ADDRESS.sub("", old.text) != _ADDRESS.sub("", new.text):
        return False
    was, now = (urlsplit(line.document.url) for line in (old, new))
    led, leads = (urlsplit(urljoin(line.document.url, line.node.url)) for line in (old, new))
    if led._replace(query="") != leads._replace(query=""):
        return False
    return _new_parameters(led, leads) <= _new_parameters(was, now) and (
        _new_parameters(leads, led) <= _new_parameters(now, was)
    )


def _new_parameters(old: SplitResult, new: SplitResult) -> Counter[str]:
    had, has = (Counter(unquote_plus(one) for one in url.query.split("&") if one) for url in (old, new))
    return has - had


def line_key(line: OutlineLine, control: str, depth: int = 0) -> LineKey:
    """Return the key of a line in a part that begins at ``depth``. Links to one place have the same, from any page."""
    return LineKey(line.depth - depth, _PASSING.sub("", with_whole_address(line)), control)


def without_known(lines: Sequence[OutlineLine], known: Collection[int]) -> list[OutlineLine]:
    """Return the lines but for those at the indexes ``known``; a known box stays where something new stands in it, and
    one without a word goes with all that stands in it."""
    known = _with_emptied(lines, known)
    new: list[OutlineLine] = []
    boxes: list[OutlineLine] = []
    for at, line in enumerate(lines):
        while boxes and boxes[-1].depth >= line.depth:
            boxes.pop()
        if at in known:
            boxes.append(line)
        else:
            new += [*boxes, line]
            boxes.clear()
    return new


def _with_emptied(lines: Sequence[OutlineLine], known: Collection[int]) -> set[int]:
    """Return the indexes of known lines, with those of boxes without a word of their own in which all is known."""
    emptied = set(known)
    for at in reversed(range(len(lines))):
        if '"' in lines[at].text or ": " in lines[at].text:
            continue
        end = at + 1
        while end < len(lines) and lines[end].depth > lines[at].depth and end in emptied:
            end += 1
        if end > at + 1 and (end == len(lines) or lines[end].depth <= lines[at].depth):
            emptied.add(at)
    return emptied


def gone_text(names: Sequence[str]) -> str:
    """Return what a page shows no more, by its quoted names; follows our words about the lines that it still shows."""
    more = ", …" * (len(names) > MOST_NAMED)
    return f"; gone since: {', '.join(names[:MOST_NAMED])}{more}" if names else ""
