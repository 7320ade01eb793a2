"""Inspect a page without a model: query its elements, list choices, read it."""

from __future__ import annotations

from pydantic import Field

from handrail.browser.types.reading import DropdownOption
from handrail.browser.types.reading import DropdownOptions as Choices
from handrail.results import Ok, Result
from handrail.results.data.elements import DropdownOptionsData, OptionData
from handrail.results.data.pages import FindElementsData, ReadPageData
from handrail.tools.core.context import Context
from handrail.tools.core.element_params import PartRef, Ref, element_data
from handrail.tools.core.paging import ROOM, Cursor, first_that_fit, next_call, offset_of, page_of, text_page
from handrail.tools.core.table import RESULT_CAP, Params, Security, tool
from handrail.tools.support.markdown import TextFormat, to_text
from handrail.tools.support.page_remark import remark_on

DEFAULT_ATTRIBUTES = ("href", "src")
MOST_AT_ONCE = 100
"""Elements that a model can ask for."""
MOST_LISTED = 100_000
"""Elements that a program gets that asks for all; a page that holds more is out to take all memory."""


class FindElements(Params):
    selector: str = Field(min_length=1, max_length=2_000)
    """A CSS selector."""
    within_ref: PartRef | None = None
    """Only below this element, or in this frame; `:scope` finds the element itself."""
    attributes: list[str] | None = Field(None, max_length=20)
    """By default href and src.

    For example ["href", "data-id"]. URLs come absolute."""
    max_results: int | None = Field(20, ge=1, le=MOST_AT_ONCE)
    """Elements to show; `total` counts all of them.

    None for all, in a program."""
    include_text: bool = True
    """Show each element's text too; false for shorter results."""
    cursor: Cursor = None


@tool(
    effect="read",
    example={"selector": "table.plans tbody tr", "max_results": 10},
    label="Find elements[: {what}]",
    label_keys=("selector",),
    result_cap=MOST_LISTED * RESULT_CAP,  # for a program that asks for all; other results keep to the common cap
    security=Security(reads_page=True, changes_state=False, sends_data=False, takes_text=True),
)
async def find_elements(ctx: Context, p: FindElements) -> Result[FindElementsData]:
    """List what a CSS selector finds: how many there are, and of each its ref, role, name and text.

    In every frame and through open shadow roots. Free and instant: prefer it to count things and to collect links. A
    selector that is not valid, or a stale `within_ref`, fails with a hint."""
    skip = offset_of("find_elements", p.cursor)
    for_model = ctx.caller == "model"
    found = await ctx.tab.reader.query(
        p.selector,
        within_ref=p.within_ref,
        attributes=DEFAULT_ATTRIBUTES if p.attributes is None else p.attributes,
        max_results=p.max_results or (MOST_AT_ONCE if for_model else MOST_LISTED),
        skip=skip,
        include_text=p.include_text,
    )
    listed = [element_data(element, with_text=p.include_text) for element in found.elements]
    shown = listed if p.max_results is None and not for_model else first_that_fit(listed)
    data: FindElementsData = {"total": found.total, "elements": shown}
    if found.missing:
        data["not_read"] = list(found.missing)
    result = page_of("find_elements", p, data, skip + len(shown), found.total, bool(shown))
    if result.truncated and not for_model:
        data["left_out"] = f"{len(shown)} of {found.total} elements are listed. max_results=None (null) lists all."
    return result


class DropdownOptions(Params):
    ref: Ref
    """The select, combobox, list box or menu button."""
    cursor: Cursor = None


@tool(
    effect="read",
    example={"ref": "e12"},
    label="List the choices[ of {what}]",
    calls_tools=True,
    security=Security(reads_page=True, changes_state=False, sends_data=False, takes_text=True),
)
async def dropdown_options(ctx: Context, p: DropdownOptions) -> Result[DropdownOptionsData]:
    """List the choices of a dropdown, before `select`.

    Of a native select, combobox, list box or menu, at most 200: value, label, selected, disabled, group. A list that
    the page builds only when open is opened, read and closed again, by a click that is judged as such; ask mode does
    not open it. A ref that is no dropdown fails."""
    skip = offset_of("dropdown_options", p.cursor)
    choices = await ctx.tab.reader.options(p.ref)
    opened = False
    if choices.built_when_open and ctx.mode == "act":
        read = await (_opened_by_calls(ctx, p.ref) if ctx.caller == "model" else ctx.tab.actions.open_options(p.ref))
        opened, choices = read is not None, read or choices
    shown = first_that_fit([_option(option) for option in choices.options[skip:]])
    data: DropdownOptionsData = {"total": choices.total, "multiple": choices.multiple, "options": shown}
    if opened:
        data["opened"] = "The list is built only when open; it was opened, read and closed again."
    elif choices.built_when_open:
        how = "ask mode does not open it" if ctx.mode == "ask" else "it did not open by a click"
        data["not_opened"] = f"The list is built only when open, and {how}."
    listed = len(choices.options)
    result = page_of("dropdown_options", p, data, skip + len(shown), listed, bool(shown))
    if choices.total > listed:
        data["left_out"] = f"Only the first {listed} of {choices.total} choices can be listed; type to filter the rest."
    elif choices.part:
        data["left_out"] = (
            f"The list makes its choices as it scrolls: these are {choices.part}. `select` scrolls it to any label."
        )
    return result


async def _opened_by_calls(ctx: Context, ref: str) -> Choices | None:
    """The choices of a list that a model has opened, read and closed: by calls that are judged, since to open it is a
    press. None where that is not permitted, or opens none."""
    if not (await ctx.perform("click", ref=ref)).ok:
        return None
    choices = await ctx.tab.reader.options(ref, opened=True)
    if not choices.options:
        return None
    await ctx.perform("send_keys", keys="Escape")
    if (await ctx.tab.reader.options(ref, opened=True)).options:
        await ctx.perform("click", ref=ref)
    return choices


class ReadPage(Params):
    format: TextFormat = "markdown"
    """markdown keeps headings, links and tables; text is the words alone."""
    within_ref: PartRef | None = None
    """Only this element, or this frame."""
    main_only: bool = True
    """Leave out menus and what else stands around the main content."""
    cursor: Cursor = None
    max_chars: int | None = Field(None, ge=200, le=50_000)
    """Characters of text; as many as fit into a result when left out."""


@tool(
    effect="read",
    example={"format": "markdown"},
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
    room = ROOM if p.max_chars is None else None
    piece = text_page("read_page", whole, p.cursor, p.max_chars or RESULT_CAP, room)
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
    return Ok(data, next=next_call("read_page", p, piece.cursor))


def _option(option: DropdownOption) -> OptionData:
    data: OptionData = {"value": option.value.shorten(300), "label": option.label.shorten(300)}
    if option.selected:
        data["selected"] = True
    if option.disabled:
        data["disabled"] = True
    if option.group is not None:
        data["group"] = option.group.shorten(200)
    return data
