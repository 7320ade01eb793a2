"""Counts and lists in words: each says what was counted, and where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from handrail.models.offline.answers.answering import ANSWER_CHARS, OfflineAnswer, not_found
from handrail.models.offline.answers.answers import Counted, counted, stated
from handrail.models.offline.answers.gathering import Box, CollectedNames
from handrail.models.offline.answers.lists import choices
from handrail.models.offline.answers.scope import span_of
from handrail.models.offline.answers.telling import describe_values
from handrail.models.offline.grammar.numbers import whole_number
from handrail.models.offline.grammar.steps import Things
from handrail.models.offline.grammar.words import fold, singular
from handrail.models.offline.page.conditions import in_words, text_holds
from handrail.models.offline.page.tokens import AuthorToken
from handrail.models.offline.page.values import values
from handrail.models.offline.program import PageView, Stop


def how_many(page: PageView, things: Things, found: CollectedNames) -> OfflineAnswer:
    for condition in things.where:
        if condition.kind == "stated":
            return _answer_stated_count(page, things, condition.value)
    try:
        groups = _groups(page, things, found)
    except Stop:
        said = [] if things.where else _stated(page, things)
        if not said:
            raise
        number, line = said[0]
        return OfflineAnswer(f"**{number}**, as the page itself says: “{line}”.", {"count": _number(number)})
    if len(groups) > 1:
        told = "; ".join(f"{group.total} {group.what}" for group in groups)
        return OfflineAnswer(
            f"Several kinds of things are called “{things.noun.text}” here: {told}.",
            {"counts": [group.total for group in groups]},
        )
    group = groups[0]
    names = f": {_joined(group.names)}" if 0 < group.total <= 12 and all(group.names) else ""
    text = f"**{group.total}** {_agreeing(group)}{_where(things)}{names}."
    said = [(number, line) for number, line in _stated(page, things) if _number(number) != group.total]
    if said and not things.where:
        text += f" The page itself says: “{said[0][1]}”."
    return OfflineAnswer(text, {"count": group.total, "counted": group.what})


def _answer_stated_count(page: PageView, things: Things, word: str) -> OfflineAnswer:
    """The count that the page itself states, such as how many are left."""
    for number, line in stated(page.outline, things.noun.text):
        if word in line.casefold():
            return OfflineAnswer(f"**{number}**, as the page itself says: “{line}”.", {"count": _number(number)})
    raise not_found(f"how many “{things.noun.text}” are {word}")


def _agreeing(group: Counted) -> str:
    """What was counted, in the singular where there is one."""
    if group.total != 1:
        return group.what
    noun, bracket, rest = group.what.partition(" (") if " (" in group.what else group.what.partition(" that ")
    first, *more = noun.split(" of ", 1)
    *before, head = first.split()
    one = " ".join([*before, "entry" if head == "entries" else singular(head)])
    return " of ".join([one, *more]) + bracket + rest


def list_of(page: PageView, things: Things, found: CollectedNames) -> OfflineAnswer:
    try:
        groups = _groups(page, things, found)
    except Stop:
        # "What are the opening hours of Ghent?" asks for a value, in the plural.
        said = values(page.outline, things.noun.text, things.scope.text if things.scope else None)
        if things.where or not said:
            raise
        owner = f" of {things.scope.text}" if things.scope else ""
        return describe_values(f"{things.noun.text}{owner}", said)
    if len(groups) == 1 and not groups[0].total:
        return OfflineAnswer(f"There are none: no {groups[0].what}{_where(things)}.", {"items": []})
    parts = []
    for group in groups:
        shown, size = [], 0
        for name in group.names:
            size += len(name) + 3
            if size > ANSWER_CHARS:
                break
            shown.append(f"- {name or '(without a name)'}")
        more = f"\n(and {group.total - len(shown)} more)" if len(shown) < group.total else ""
        parts.append(f"{group.total} {_agreeing(group)}{_where(things)}:\n" + "\n".join(shown) + more)
    return OfflineAnswer("\n\n".join(parts), {"items": [name for group in groups for name in group.names]})


def _where(things: Things) -> str:
    return f" in “{things.scope.text}”" if things.scope else " on this page"


def _joined(names: Sequence[str]) -> str:
    return ", ".join(name if len(name) <= 80 else name[:78] + " …" for name in names)


def _groups(page: PageView, things: Things, found: CollectedNames) -> list[Counted]:
    noun = things.noun.text
    if found.matches is not None:
        return [_occurrences(noun, found.matches)]
    if found.options is not None:
        labels = [option["label"].raw for option in found.options if option["value"].raw or not option["disabled"]]
        real = [option["label"].raw for option in found.options if not _placeholder(option)]
        return [Counted(f"options{' (besides an empty one)' if len(real) < len(labels) else ''}", real)]
    span = span_of(page, things)
    if found.groups:
        return [_by_author(token, boxes, things) for token, boxes in found.groups]
    structural = counted(page.outline, noun, span, things.where)
    if (
        structural is None
        and len(lists := choices(page.outline, noun, things.scope.text if things.scope else None)) == 1
    ):
        children = list(page.outline.children(lists[0]))
        structural = None if not children else Counted("options", [page.outline.label(at) for at in children], children)
    if structural is not None:
        return [structural]
    raise not_found(
        f"anything that it calls “{noun}”{_where(things) if things.scope else ''}",
        "I count by roles (links, buttons, rows), by headings and lists, "
        "and by what the page's author calls its boxes.",
    )


def _placeholder(option: Any) -> bool:
    return not option["value"].raw and (
        option["disabled"]
        or not option["label"].raw
        or option["selected"]
        or option["label"].raw.endswith(("…", "..."))
        or "select" in option["label"].raw.casefold()
        or "choose" in option["label"].raw.casefold()
    )


def _by_author(token: AuthorToken, boxes: list[Box], things: Things) -> Counted:
    kept = boxes
    for condition in things.where:
        if condition.kind in ("state", "not_state", "url"):
            raise not_found(f"whether a “{things.noun.text}” is {condition.value}")
        kept = [box for box in kept if text_holds(condition, box.text if condition.kind == "contains" else box.name)]
    names = [box.name for box in kept]
    if token.attribute == "tag":
        return Counted(f"{fold(things.noun.text)} (<{token.value}>)", names)
    where = f"in the box “{token.value}”" if token.container else f"with the {token.attribute} “{token.value}”"
    conditions = "".join(f" {in_words(condition)}" for condition in things.where)
    return Counted(f"{fold(things.noun.text)}{conditions} ({where})", names)


def _occurrences(text: str, data: Mapping[str, Any]) -> Counted:
    seen = [match for match in data.get("matches", []) if match["visible"]]
    return Counted(
        f"places where “{text}” stands",
        [f"{match['before'].raw}{match['match'].raw}{match['after'].raw}".strip() for match in seen],
    )


def _stated(page: PageView, things: Things) -> list[tuple[str, str]]:
    return [] if things.scope else stated(page.outline, things.noun.text)


def _number(text: str) -> int | None:
    return whole_number(text.replace(",", "").replace(".", ""))


def how_often(text: str, data: Mapping[str, Any]) -> OfflineAnswer:
    total = int(data.get("total", 0))
    under = list(dict.fromkeys(match["heading"].raw for match in data.get("matches", []) if match["heading"].raw))
    where = f", first under “{under[0]}”" if under else ""
    return OfflineAnswer(
        f"**{total}** times: “{text}” occurs {total} times in the text of this page{where if total else ''}.",
        {"count": total},
    )


def any_of(page: PageView, things: Things, found: CollectedNames) -> OfflineAnswer:
    """Whether there are things of a kind that meet a condition."""
    groups = [group for group in _groups(page, things, found) if group.total]
    if not groups:
        return OfflineAnswer(
            f"**No**: I found none of the {_groups(page, things, found)[0].what}{_where(things)}.", {"found": False}
        )
    told = "; ".join(f"{group.total} {_agreeing(group)}: {_joined(group.names[:5])}" for group in groups)
    return OfflineAnswer(f"**Yes**: {told}.", {"found": True})
