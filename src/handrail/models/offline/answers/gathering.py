"""Tool calls that find what a noun means: options of a list, boxes by their authors' names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any

from handrail.models.offline.answers.lists import choices
from handrail.models.offline.answers.scope import outline_tells, span_of
from handrail.models.offline.grammar.nouns import TAGS
from handrail.models.offline.grammar.steps import Things
from handrail.models.offline.grammar.words import content, stems
from handrail.models.offline.outline import OutlineTree
from handrail.models.offline.page.tokens import ATTRIBUTES, CONTROLS, INLINE, AuthorToken, best, selector_for
from handrail.models.offline.program import Choose, Later, PageView, ProgramTurn
from handrail.models.protocol import Call

_PAGES_READ = 6
_NAME_CHARS = 100


@dataclass(frozen=True, slots=True)
class Box:
    """An element that an author named: what it is called, all its text, its tag and role."""

    name: str
    text: str
    tag: str
    role: str


@dataclass(frozen=True, slots=True)
class CollectedNames:
    """What calls found for a noun: options of a list, boxes by their authors' names, places of a text."""

    options: list[Any] | None = None
    groups: list[tuple[AuthorToken, list[Box]]] = field(default_factory=list)
    matches: Mapping[str, Any] | None = None


Gathering = Generator[Choose, ProgramTurn, CollectedNames]


def gather(things: Things) -> Gathering:
    """The options of a list, or the boxes that authors call by the noun; the outline itself needs no call."""
    if things.noun.is_quoted:
        turn = yield lambda _: Call("search_page", {"pattern": things.noun.text, "max_results": 20})
        return CollectedNames(matches=turn.data)
    options = yield lambda page: _options_call(page, things)
    if options.call is not None:
        return CollectedNames(options=list(options.data.get("options", [])) if options.ok else None)
    if (tag := TAGS.get(stems(things.noun.text))) is not None and things.scope is None:
        token = AuthorToken("tag", tag, container=False, rank=9)
        return CollectedNames(groups=[(token, (yield from _boxes(token)))])
    query = yield lambda page: _author_query(page, things)
    if query.call is None or not query.ok:
        return CollectedNames()
    groups: list[tuple[AuthorToken, list[Box]]] = []
    for token in best(things.noun.text, query.data.get("elements", []))[:3]:
        boxes = yield from _boxes(token)
        if _are_things(token, boxes):
            groups.append((token, boxes))
    return CollectedNames(groups=groups)


def _options_call(page: PageView, things: Things) -> Call | None:
    if page.dialog:
        raise Later("A dialog is in the way.")
    lists = choices(page.outline, things.noun.text, things.scope.text if things.scope else None)
    if len(lists) != 1 or things.where:
        return None
    place = lists[0]
    if page.outline[place].role == "listbox" and any(True for _ in page.outline.children(place)):
        return None
    return Call("dropdown_options", {"ref": page.outline[place].ref})


def _author_query(page: PageView, things: Things) -> Call | None:
    """Only where roles and headings do not say it, and for the page as a whole or a part that has a ref."""
    noun, span = things.noun.text, span_of(page, things)
    if not content(noun) or outline_tells(page.outline, noun, span):
        return None
    params: dict[str, Any] = {
        "selector": selector_for(noun),
        "attributes": list(ATTRIBUTES),
        "include_text": False,
        "max_results": 100,
    }
    if span != range(len(page.outline)):
        ref = _box_ref(page.outline, span)
        if ref is None:
            return None
        params["within_ref"] = ref
    return Call("find_elements", params)


def _box_ref(outline: OutlineTree, span: range) -> str | None:
    return outline[span.start].ref if span and outline.end[span.start] == span.stop else None


def _boxes(token: AuthorToken) -> Generator[Choose, ProgramTurn, list[Box]]:
    """All boxes of one author's name that can be seen, called by their headings where each has one."""
    found: list[Box] = []
    cursor: str | None = None
    for _ in range(_PAGES_READ):
        turn = yield lambda _, cursor=cursor: _query(token.selector, cursor)  # type: ignore[misc]  # its default has no type
        if not turn.ok:
            break
        found += [_box(element) for element in turn.data["elements"] if element["visible"]]
        following = turn.result.next if turn.result is not None else None
        if following is None:
            break
        cursor = following.params["cursor"]
    if not found:
        return []
    turn = yield lambda _: _query(f"{token.selector} :is(h1, h2, h3, h4, h5, h6)", None)
    headings = (
        [_box(element).name for element in turn.data.get("elements", []) if element["visible"]] if turn.ok else []
    )
    if len(headings) != len(found):
        return found
    return [Box(name, box.text, box.tag, box.role) for name, box in zip(headings, found, strict=True)]


def _query(selector: str, cursor: str | None) -> Call:
    params: dict[str, Any] = {"selector": selector, "attributes": [], "max_results": 100}
    return Call("find_elements", params if cursor is None else {**params, "cursor": cursor})


def _box(element: Any) -> Box:
    text = " ".join(element["text"].raw.split())
    name = " ".join(element["name"].raw.split()) or text
    short = name if len(name) <= _NAME_CHARS else name[: _NAME_CHARS - 2] + " …"
    return Box(short, text, element["tag"], element["role"])


def _are_things(token: AuthorToken, boxes: list[Box]) -> bool:
    """Whether boxes are things of a kind, not a frame around them, nor a word that is marked wherever it stands."""
    names = [box.name for box in boxes]
    if not any(names) or any(box.role in CONTROLS for box in boxes):
        return False
    if token.container:
        if len(boxes) == 1:
            return boxes[0].tag in ("li", "tr")
        return Counter(box.tag for box in boxes).most_common(1)[0][1] == len(boxes)
    inline = all(box.tag in INLINE for box in boxes)
    return not inline or (len(boxes) > 1 and len(set(names)) == len(names))
