"""Inspect a page without a model: search its text, query its elements, list choices, read it."""

from __future__ import annotations

from pydantic import Field

from handrail.browser.types.reading import DropdownOption, ElementInfo, TextMatch
from handrail.documents.errors import DocumentError
from handrail.results import Failed, NextCall, Ok, Result
from handrail.results.data.elements import DropdownOptionsData, OptionData
from handrail.results.data.pages import ElementData, FindElementsData, MatchData, ReadPageData, SearchPageData
from handrail.results.result import Data
from handrail.tools.core.context import Context
from handrail.tools.core.element_params import Ref, named_element
from handrail.tools.core.invalid_calls import bad_cursor
from handrail.tools.core.paging import ROOM, fitting, offset_of, text_page
from handrail.tools.core.table import RESULT_CAP, Params, Security, tool
from handrail.tools.support.document_search import PlaceInDocument, search_document
from handrail.tools.support.document_source import DocumentSource, find_file, local_path
from handrail.tools.support.markdown import TextFormat, to_text
from handrail.tools.support.matcher import TIME_LIMIT, InvalidPattern, Matcher, PatternTooSlow
from handrail.tools.support.overlaps import shorten_overlaps
from handrail.tools.support.page_remark import remark_on
from handrail.trust import External

MAX_MATCH = 500
"""Characters of a match that are shown; a regular expression can match a whole block."""
DEFAULT_ATTRIBUTES = ("href", "src")
MOST_AT_ONCE = 100
"""Elements that a model can ask for."""
MOST_LISTED = 100_000
"""Elements that a program gets that asks for all; a page that holds more is out to take all memory."""


class SearchPage(Params):
    pattern: str = Field(min_length=1, max_length=1_000)
    """Text to look for.

    Or a regular expression, if `regex` is set."""
    regex: bool = False
    """Read `pattern` as a regular expression."""
    case_sensitive: bool = False
    """Tell capital letters from small ones."""
    context_chars: int = Field(80, ge=0, le=500)
    """Characters of visible text on each side of a match."""
    max_results: int = Field(10, ge=1, le=50)
    """Matches to show; `total` counts all of them."""
    file: str | None = Field(None, min_length=1, max_length=4_096)
    """A download's id or an allowed path, to search that instead."""
    cursor: str | None = None
    """Where to go on, from `next` of the last result."""

    @property
    def local_path(self) -> str | None:
        return local_path(self.file)


@tool(
    effect="read",
    example={"pattern": "log out"},
    label="Search the page[ for {what}]",
    label_keys=("pattern",),
    security=Security(reads_page=True, changes_state=False, sends_data=False, takes_text=True),
)
async def search_page(ctx: Context, p: SearchPage) -> Result[SearchPageData]:
    """Find text, here or in a file: how often, what is around each match, its nearest ref, and controls named so.

    On the current page, in every frame, also what cannot be seen; or in a file, where each match in a PDF has its page.
    Free and instant: prefer it to `extract` when you
    know what to look for, and to count. A phrase is found across inline elements and in any case; a pattern that is not
    valid, or that does not finish within 2 s, fails with a hint."""
    skip = offset_of(p.cursor)
    if skip is None:
        return bad_cursor("search_page")
    try:
        matcher = Matcher.compile(p.pattern, regex=p.regex, case_sensitive=p.case_sensitive)
        if p.file is not None:
            return await _search_file(ctx, p, p.file, matcher, skip)
        found = await ctx.tab.reader.search(matcher, skip=skip, limit=p.max_results, context=p.context_chars)
        # Where more text is found than is shown, names would mostly repeat what comes next.
        named = [] if found.total > len(found.matches) else await ctx.tab.reader.named(matcher, p.max_results)
    except InvalidPattern as bad:
        what = "a valid regular expression" if p.regex else "text that can be looked for"
        return Failed("invalid_pattern", f"Not {what}: {bad.reason}.", hint=bad.hint)
    except PatternTooSlow:
        return Failed(
            "pattern_too_slow",
            f"The pattern did not finish within {TIME_LIMIT:.0f} s and was stopped; the page is untouched.",
            hint="Avoid nested repeats such as (a+)+, or look for plain text.",
        )
    listed = [_match(match) for match in found.matches]
    if ctx.caller == "model":
        shorten_overlaps(listed)
    shown = fitting(listed)
    data: SearchPageData = {"total": found.total, "matches": shown}
    if found.missing:
        data["not_read"] = list(found.missing)
    refs = {match.ref for match in found.matches}
    if controls := [named_element(one) for one in named if one.ref not in refs]:
        data["controls"] = fitting(controls)
    return _page("search_page", p, data, skip + len(shown), found.total, bool(shown))


async def _search_file(ctx: Context, p: SearchPage, file: str, matcher: Matcher, skip: int) -> Result[SearchPageData]:
    source = find_file(ctx, file)
    if isinstance(source, Failed):
        return source
    try:
        found = await search_document(ctx, source, matcher, skip=skip, limit=p.max_results, context=p.context_chars)
    except DocumentError as error:
        return Failed(error.code, error.message, hint=error.hint or "Choose another file.")
    shown = fitting([_match_in_file(source, place) for place in found.places])
    data: SearchPageData = {"total": found.total, "matches": shown}
    if found.unread is not None:
        data["unread_from"] = found.unread
    return _page("search_page", p, data, skip + len(shown), found.total, bool(shown))


def _match_in_file(source: DocumentSource, place: PlaceInDocument) -> MatchData:
    def outside(text: str) -> External:
        return source.outside(text, "file-content")

    data: MatchData = {
        "match": outside(place.match).shorten(MAX_MATCH),
        "before": outside(place.before),
        "after": outside(place.after),
        "ref": None,
        "heading": outside(""),
        "frame": "",
        "visible": True,
    }
    if place.page is not None:
        data["page"] = place.page
    return data


class FindElements(Params):
    selector: str = Field(min_length=1, max_length=2_000)
    """A CSS selector."""
    within_ref: Ref | None = None
    """Only below this element, or in this frame; `:scope` finds the element itself."""
    attributes: list[str] | None = Field(None, max_length=20)
    """By default href and src.

    For example ["href", "data-id"]. URLs come absolute."""
    max_results: int | None = Field(20, ge=1, le=MOST_AT_ONCE)
    """Elements to show; `total` counts all of them.

    None for all, in a program."""
    include_text: bool = True
    """Show each element's text too; false for shorter results."""
    cursor: str | None = None
    """Where to go on, from `next` of the last result."""


@tool(
    effect="read",
    example={"selector": "table.plans tbody tr", "max_results": 10},
    ref_fields=("within_ref",),
    label="Find elements[: {what}]",
    label_keys=("selector",),
    result_cap=MOST_LISTED * RESULT_CAP,  # for a program that asks for all; other results keep to the common cap
    security=Security(reads_page=True, changes_state=False, sends_data=False, takes_text=True),
)
async def find_elements(ctx: Context, p: FindElements) -> Result[FindElementsData]:
    """List what a CSS selector finds: how many there are, and of each its ref, role, name and text.

    In every frame and through open shadow roots. Free and instant: prefer it to count things and to collect links. A
    selector that is not valid, or a stale `within_ref`, fails with a hint."""
    skip = offset_of(p.cursor)
    if skip is None:
        return bad_cursor("find_elements")
    for_model = ctx.caller == "model"
    found = await ctx.tab.reader.query(
        p.selector,
        within_ref=p.within_ref,
        attributes=DEFAULT_ATTRIBUTES if p.attributes is None else p.attributes,
        max_results=p.max_results or (MOST_AT_ONCE if for_model else MOST_LISTED),
        skip=skip,
        include_text=p.include_text,
    )
    listed = [_element(element, p.include_text) for element in found.elements]
    shown = listed if p.max_results is None and not for_model else fitting(listed)
    data: FindElementsData = {"total": found.total, "elements": shown}
    if found.missing:
        data["not_read"] = list(found.missing)
    result = _page("find_elements", p, data, skip + len(shown), found.total, bool(shown))
    if result.truncated and not for_model:
        data["left_out"] = f"{len(shown)} of {found.total} elements are listed. max_results=None (null) lists all."
    return result


class DropdownOptions(Params):
    ref: Ref
    """The select, combobox, list box or menu button."""
    cursor: str | None = None
    """Where to go on, from `next` of the last result."""


@tool(
    effect="read",
    example={"ref": "e12"},
    ref_fields=("ref",),
    label="List the choices[ of {what}]",
    label_keys=("ref",),
    rare=True,
    security=Security(reads_page=True, changes_state=False, sends_data=False, takes_text=True),
)
async def dropdown_options(ctx: Context, p: DropdownOptions) -> Result[DropdownOptionsData]:
    """List the choices of a dropdown, before `select`.

    Of a native select, combobox, list box or menu, at most 200: value, label, selected, disabled, group. Of a list that
    the page builds only when open the result says so: open it with `click` first. A ref that is no dropdown fails."""
    skip = offset_of(p.cursor)
    if skip is None:
        return bad_cursor("dropdown_options")
    choices = await ctx.tab.reader.options(p.ref)
    # To open it is a press: a model asks for that by name, with `click` or `select`, which are judged.
    opened = choices.built_when_open and ctx.mode == "act" and ctx.caller != "model"
    if opened:
        choices = await ctx.tab.actions.open_options(p.ref)
    shown = fitting([_option(option) for option in choices.options[skip:]])
    data: DropdownOptionsData = {"total": choices.total, "multiple": choices.multiple, "options": shown}
    if opened:
        data["opened"] = "The list is built only when open; it was opened, read and closed again."
    elif choices.built_when_open:
        how = "ask mode does not open it" if ctx.mode == "ask" else "a model opens it with `click`"
        data["not_opened"] = f"The list is built only when open, and {how}."
    listed = len(choices.options)
    result = _page("dropdown_options", p, data, skip + len(shown), listed, bool(shown))
    if choices.total > listed:
        data["left_out"] = f"Only the first {listed} of {choices.total} choices can be listed; type to filter the rest."
    return result


class ReadPage(Params):
    format: TextFormat = "markdown"
    """markdown keeps headings, links and tables; text is the words alone."""
    within_ref: Ref | None = None
    """Only this element, or this frame."""
    main_only: bool = True
    """Leave out menus and what else stands around the main content."""
    cursor: str | None = None
    """Where to go on, from `next` of the last result."""
    max_chars: int | None = Field(None, ge=200, le=50_000)
    """Characters of text; as many as fit into a result when left out."""


@tool(
    effect="read",
    example={"format": "markdown"},
    ref_fields=("within_ref",),
    result_cap=120_000,  # only for who asks for `max_chars`; without it a result keeps to the common cap,
    security=Security(reads_page=True, changes_state=False, sends_data=False, takes_text=True),
    label="Read the page's text",
)
async def read_page(ctx: Context, p: ReadPage) -> Result[ReadPageData]:
    """Read the page as running text, a part at a time.

    What a person can see, as Markdown or plain text, with links absolute and tables kept. Prefer `search_page` when you
    know what to look for. A stale `within_ref` or a wrong cursor fails."""
    page = await ctx.tab.reader.html(within_ref=p.within_ref, main_only=p.main_only)
    whole = await to_text(page.html.raw, p.format)
    piece = text_page(whole, p.cursor, p.max_chars or RESULT_CAP, ROOM if p.max_chars is None else None)
    if piece is None:
        return bad_cursor("read_page")
    remark = await remark_on(ctx.tab, is_empty=not whole.strip())
    data: ReadPageData = {
        "title": page.title.shorten(300),
        "text": page.html.map(lambda _: piece.text),
        "from": piece.start,
        "of": len(whole),
    }
    if remark:
        data = {"remark": remark, **data}
    if page.missing:
        data["not_read"] = list(page.missing)
    if piece.changed:
        data["changed"] = "The page has changed since the cursor was made; parts may be missing or come twice."
    if piece.cursor is None:
        return Ok(data)
    return Ok(data, truncated=True, next=_next("read_page", p, piece.cursor))


def _page(tool_name: str, p: Params, data: Data, reached: int, total: int, more: bool) -> Ok[Data]:
    """The result, and the call that goes on after item ``reached`` where there is more."""
    if not more or reached >= total:
        return Ok(data)
    return Ok(data, truncated=True, next=_next(tool_name, p, str(reached)))


def _next(tool_name: str, p: Params, cursor: str) -> NextCall:
    return NextCall(tool_name, {**p.model_dump(exclude_defaults=True), "cursor": cursor})


def _match(match: TextMatch) -> MatchData:
    return {
        "match": match.match.shorten(MAX_MATCH),
        "before": match.before,
        "after": match.after,
        "ref": match.ref,
        "heading": match.heading.shorten(200),
        "frame": match.frame,
        "visible": match.visible,
    }


def _element(element: ElementInfo, include_text: bool) -> ElementData:
    data: ElementData = {
        "ref": element.ref,
        "tag": element.tag,
        "role": element.role,
        "name": element.name,
        "text": element.text,
        "attributes": element.attributes,
        "frame": element.frame,
        "visible": element.visible,
    }
    if element.guessed:
        data["guessed"] = True
    if not include_text:
        del data["text"]
    return data


def _option(option: DropdownOption) -> OptionData:
    return {
        "value": option.value.shorten(300),
        "label": option.label.shorten(300),
        "selected": option.selected,
        "disabled": option.disabled,
        "group": option.group and option.group.shorten(200),
    }
