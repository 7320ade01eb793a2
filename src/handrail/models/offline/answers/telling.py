"""Answers about single things: is it there, where is it, what does it say, what is its value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from handrail.models.offline.answers.answering import ANSWER_CHARS, OfflineAnswer, not_found
from handrail.models.offline.answers.answers import by_role
from handrail.models.offline.grammar.phrases import Phrase
from handrail.models.offline.grammar.steps import IsState, IsThere, ValueOf
from handrail.models.offline.grammar.words import content, fold
from handrail.models.offline.outline import OutlineTree
from handrail.models.offline.page.conditions import has_state
from handrail.models.offline.page.finding import describe, describe_ambiguous
from handrail.models.offline.page.grounding import CLICK, FILL, LINK, SEE, SURE, Wanted, ground
from handrail.models.offline.page.places import regions
from handrail.models.offline.page.readings import readings
from handrail.models.offline.page.tables import tables
from handrail.models.offline.page.tokens import best
from handrail.models.offline.page.values import Value, held, values
from handrail.models.offline.program import PageView, Stop


def seen(outline: OutlineTree, what: Phrase) -> list[int]:
    """Nodes that certainly match."""
    if what.is_quoted:
        return []
    wanted = readings(what)
    bare = by_role(outline, what.text, range(len(outline)))
    if bare is not None and bare.total and not _has_name(wanted):
        return bare.places
    sure = [reading for reading in wanted if reading.name or reading.near]
    found = ground(outline, [reading for reading in sure if reading.roles is None], SEE, SURE - 3.0)
    if found.matches:
        return [match.place for match in found.matches]
    kinds = [reading for reading in sure if reading.roles is not None and reading.name]
    fitting = ground(outline, kinds, SEE, 74.0).matches
    roles = {role for reading in kinds for role in reading.roles or ()}
    return [match.place for match in fitting if outline[match.place].role in roles]


def _has_name(wanted: Sequence[Wanted]) -> bool:
    return not any(not reading.name and not reading.near for reading in wanted)


def is_there(page: PageView, question: IsThere, data: Mapping[str, Any] | None) -> OfflineAnswer:
    what = question.what.text
    places = [] if question.text_only else seen(page.outline, question.what)
    if places:
        told = "; ".join(describe(page.outline, place) for place in places[:3])
        more = f" and {len(places) - 3} more" if len(places) > 3 else ""
        return OfflineAnswer(f"**Yes**: {told}{more}.", {"found": True})
    matches = list(data.get("matches", [])) if data else []
    shown = [match for match in matches if match["visible"]]
    if shown:
        quoted = _around(shown[0])
        heading = shown[0]["heading"].raw
        under = f" under “{heading}”" if heading else ""
        times = f" ({data['total']} times in all)" if data and data["total"] > 1 else ""
        return OfflineAnswer(f"**Yes**: “… {quoted} …”{under}{times}.", {"found": True})
    if matches:
        return OfflineAnswer(f"**No**, not to be seen: “{what}” is on the page only in hidden text.", {"found": False})
    return OfflineAnswer(
        f"**No**: nothing on this page is called “{what}”, and its text does not hold these words.", {"found": False}
    )


def where_is(page: PageView, what: Phrase, data: Mapping[str, Any] | None) -> OfflineAnswer:
    found = () if what.is_quoted else ground(page.outline, readings(what), SEE, SURE - 4.0).matches
    if found:
        told = "; ".join(describe(page.outline, match.place) for match in found[:8])
        return OfflineAnswer(f"{told}.".capitalize() if told[:1].islower() else f"{told}.", {"found": True})
    matches = [match for match in (data.get("matches", []) if data else []) if match["visible"]]
    if not matches:
        raise not_found(f"“{what.text}”")
    told_lines = []
    for match in matches[:8]:
        under = f" under “{match['heading'].raw}”" if match["heading"].raw else ""
        line = _around(match)
        told_lines.append(f"“… {line} …”{under}")
    return OfflineAnswer("It stands in " + "; ".join(told_lines) + ".", {"found": True})


def _around(match: Any) -> str:
    """A place in a text with a few words before and after it."""
    return " ".join(f"{match['before'].raw[-60:]}{match['match'].raw}{match['after'].raw[:60]}".split())


def is_state(page: PageView, question: IsState) -> OfflineAnswer:
    found = ground(page.outline, readings(question.what), CLICK, SURE - 8.0)
    if not found.matches:
        raise not_found(f"“{question.what.text}”")
    if len(found.matches) > 1:
        raise Stop(describe_ambiguous(page.outline, question.what.text, [match.place for match in found.matches]))
    place = found.matches[0].place
    states = set(page.outline[place].states)
    wanted = question.state.lstrip("!")
    if (told := has_state(tuple(states), wanted)) is None:
        raise not_found(f"whether “{page.outline.label(place)}” is {wanted}")
    holds = told
    yes = holds != question.state.startswith("!")
    verb = "is" if holds else "is not"
    return OfflineAnswer(
        f"**{'Yes' if yes else 'No'}**: {describe(page.outline, place)} {verb} {wanted}.", {"holds": yes}
    )


def where_leads(page: PageView, target: Phrase) -> OfflineAnswer:
    found = ground(page.outline, readings(target), LINK, 74.0)
    places = [match.place for match in found.matches]
    if len(places) > 1:
        raise Stop(describe_ambiguous(page.outline, target.text, places))
    if not places:
        other = ground(page.outline, readings(target), CLICK, SURE - 4.0).one
        if other is not None:
            raise not_found(f"an address of “{target.text}”", f"It is a {page.outline[other].role}, not a link.")
        raise not_found(f"a link “{target.text}”")
    node = page.outline[places[0]]
    url = node.url.raw if node.url else ""
    if not url:
        raise not_found(f"an address of the link “{target.text}”")
    return OfflineAnswer(f"The link “{page.outline.label(places[0])}” leads to {url}", {"url": url})


def page_fact(page: PageView, what: str) -> OfflineAnswer:
    if what == "title":
        return OfflineAnswer(f"The page is called “{page.title}”.", {"title": page.title})
    if what == "url":
        return OfflineAnswer(f"The page's address is {page.url}", {"url": page.url})
    headings = [place for place in range(len(page.outline)) if page.outline.level(place)]
    if not headings:
        raise not_found("a heading")
    main = min(headings, key=lambda place: (page.outline.level(place), place))
    return OfflineAnswer(f"The main heading is “{page.outline.name(main)}”.", {"heading": page.outline.name(main)})


def value_is_there(outline: OutlineTree, question: ValueOf) -> bool:
    return bool(_values(outline, question))


def _values(outline: OutlineTree, question: ValueOf) -> list[Value]:
    """By label and owner; by the whole phrase as a label; for "in the Name field", what the field holds."""
    if question.label.text == "value" and question.of is not None:
        return (
            held(outline, question.of.text)
            or [value for reading in readings(question.of) if reading.name for value in held(outline, reading.name)][:1]
            or _only_field_value(outline, question.of)
            or values(outline, question.of.text, None)
        )
    owner = question.of.text if question.of else None
    return (values(outline, question.whole.text, None) if owner else []) or values(outline, question.label.text, owner)


def _only_field_value(outline: OutlineTree, of: Phrase) -> list[Value]:
    """ "in the dropdown": what the only field of the kind holds."""
    place = ground(outline, readings(of), FILL).one
    if place is None:
        return []
    label = outline.label(place)
    return [Value(outline.value(place), f"the field “{label}”" if label else "", place)]


def value_of(page: PageView, question: ValueOf, elements: Sequence[Any]) -> OfflineAnswer:
    what = (
        question.whole.text
        if question.whole.text != (question.of.text if question.of else "")
        else f"{question.label.text} of {question.whole.text}"
    )
    found = _values(page.outline, question)
    if not found and elements:
        found = _by_authors_name(question, elements)
    if not found and question.label.text == "value":
        raise not_found(f"a field “{what}”")
    if not found:
        raise not_found(
            f"the {what}", "I look for it in tables, definition lists, fields, cards and “label: value” lines."
        )
    if question.label.text == "value" and not found[0].text:
        return OfflineAnswer(f"The field “{what}” is empty.", {"value": ""})
    return describe_values(what, found)


def describe_values(what: str, found: Sequence[Value]) -> OfflineAnswer:
    if len(found) > 1:
        told = "; ".join(f"“{value.text}”" + (f" ({value.source})" if value.source else "") for value in found[:8])
        return OfflineAnswer(
            f"The page gives {len(found)} values for “{what}”: {told}.", {"values": [value.text for value in found]}
        )
    source = f" ({found[0].source})" if found[0].source else ""
    return OfflineAnswer(f"{what[:1].upper()}{what[1:]}: **{found[0].text}**{source}.", {"value": found[0].text})


def _by_authors_name(question: ValueOf, elements: Sequence[Any]) -> list[Value]:
    tokens = [token for token in best(question.label.text, elements) if not token.container and token.rank >= 4]
    values_: dict[str, Value] = {}
    for element in elements:
        text = " ".join(element["text"].raw.split())
        for token in tokens:
            if (
                element["visible"]
                and 0 < len(text) <= 80
                and token.value in element["attributes"].get(token.attribute, "")
            ):
                values_.setdefault(fold(text), Value(text, f"the box “{token.value}”", 0))
    return list(values_.values()) if len(values_) == 1 else []


def read_table(page: PageView, which: Phrase | None) -> OfflineAnswer:
    found = list(tables(page.outline))
    if not found:
        raise not_found("a table")
    if which is not None and (spans := list(regions(page.outline, which.text))):
        for span in spans:
            inside = [table for table in found if table.place in span]
            if inside:
                found = inside[:1]
                break
    elif which is not None and content(which.text) not in ((), ("table",)):
        raise not_found(f"a table “{which.text}”")
    outer = [table for table in found if not any(table.place in page.outline.under(other.place) for other in found)]
    if which is None or content(which.text) == ("table",):
        outer = [table for table in outer if table.holds_data] or outer
    if len(outer) > 1:
        named = "; ".join(
            f"“{table.name or ', '.join(table.header) or 'without a name'}” ({len(table.body)} rows)"
            for table in outer[:8]
        )
        raise Stop(f"There are {len(outer)} tables on this page: {named}. Say which one.")
    table = outer[0]
    rows = [list(row.cells) for row in table.body]
    return OfflineAnswer(table.markdown(ANSWER_CHARS), {"header": list(table.header), "rows": rows[:100]})


def read_text(page: PageView, what: Phrase) -> OfflineAnswer:
    for span in regions(page.outline, what.text):
        told = "\n\n".join(page.outline.lines(span))
        if told:
            cut = told if len(told) <= ANSWER_CHARS else told[:ANSWER_CHARS] + "\n\n(… there is more)"
            return OfflineAnswer(cut, {"text": cut})
    found = ground(page.outline, readings(what), SEE, SURE - 8.0).one
    told = page.outline.text(found) or page.outline.label(found) if found is not None else ""
    if not told or fold(told) == fold(what.text):
        raise not_found(f"more about “{what.text}” than the words themselves" if told else f"“{what.text}”")
    return OfflineAnswer(told, {"text": told})
