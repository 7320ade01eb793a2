"""Look at the page: its outline, its facts, a picture of it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from pydantic import Field

from handrail.attachments import Attachment
from handrail.browser.types.errors import DialogOpen
from handrail.browser.types.reading import SnapshotMode
from handrail.browser.types.tabs import DialogInfo, PageInfo
from handrail.private_files import new_private_file, private_folder
from handrail.results import Failed, NextCall, Ok, Result
from handrail.results.data.pages import OpenDialogData, PageFacts, PageInfoData, ScreenshotData, SnapshotData
from handrail.tools.core.context import Context
from handrail.tools.core.element_params import PartRef, Ref
from handrail.tools.core.table import NoParams, Params, Security, tool
from handrail.tools.support.page_remark import page_remark, remark_on

SNAPSHOT_CHARS = 12_000
MOST_CHARS = 200_000
BESIDE = 1_300
"""Characters of a snapshot's result that are not the outline: address, title, notes, names of fields."""
TITLE_CHARS = 200
URL_CHARS = 400
MOST_LISTED = 20
"""Tabs and frames that page_info lists."""


_SHOWN = {
    "application/pdf": "The tab shows a PDF: read_pdf reads it.",
    **dict.fromkeys(
        ("image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/svg+xml"),
        "The tab shows an image: screenshot shows it.",
    ),
}
"""What a tab shows that is no page, and what reads it."""


class SnapshotParams(Params):
    within_ref: PartRef | None = None
    """Only this element and what is in it."""
    mode: SnapshotMode = "auto"
    """interactive: what can be operated. changes: since the last one.

    full: all. viewport: what is in the window. auto: what fits."""
    max_chars: int = Field(SNAPSHOT_CHARS, ge=2_000, le=MOST_CHARS)
    """The most characters of the whole result."""
    cursor: str | None = None
    """From the `next` of an earlier snapshot: goes on where that one stopped."""


@tool(
    effect="read",
    label="Look at the page[: {what}]",
    label_keys=("mode", "within_ref"),
    example={"mode": "viewport"},
    # The handler pages its own output to `max_chars`, which the caller may raise.
    result_cap=MOST_CHARS,
    security=Security(reads_page=True, changes_state=False, sends_data=False, takes_text=True),
)
async def snapshot(ctx: Context, p: SnapshotParams) -> Result[SnapshotData]:
    """Read the page as an outline with refs.

    One line an element. The mode `auto` shows what fits and says what it left out. To find one thing, search_page and
    find_elements are quicker."""
    room = p.max_chars - BESIDE
    taken = await ctx.tab.reader.snapshot(p.mode, within_ref=p.within_ref, max_chars=room, cursor=p.cursor)
    remark = await remark_on(ctx.tab, is_empty=not taken.text.raw.strip())
    data: SnapshotData = {
        "mode": taken.mode,
        "url": taken.url.shorten(URL_CHARS),
        "title": taken.title.shorten(TITLE_CHARS),
        "snapshot": taken.text,
    }
    if (shown := _SHOWN.get(ctx.tab.content_type)) is not None:
        data["document"] = shown
    if remark:
        data = {"remark": remark, **data}
    if taken.left_out:
        data["left_out"] = taken.left_out
    more = NextCall("snapshot", {"cursor": taken.cursor, "max_chars": p.max_chars}) if taken.cursor else None
    return Ok(data, next=more)


@tool(
    effect="read",
    rare=True,
    security=Security(reads_page=True, changes_state=False, sends_data=False, takes_text=True),
    label="Check address, tabs and frames",
)
async def page_info(ctx: Context, _: NoParams) -> Result[PageInfoData]:
    """The address, HTTP status, load state, tabs and frames.

    Also the title, scroll position, open dialog or modal, cookie banner. Works while a dialog is open. What the page
    says is in `snapshot`."""
    tabs = await ctx.tabs.list()
    beside: PageInfoData = {
        "tabs": [
            {
                "id": tab.id,
                "active": tab.active,
                "title": tab.title.shorten(TITLE_CHARS),
                "url": tab.url.shorten(URL_CHARS),
            }
            for tab in tabs[:MOST_LISTED]
        ],
        "dialog": _dialog(ctx.tab.dialog),
    }
    try:
        return Ok({**_facts(await ctx.tab.reader.info()), **beside})
    except DialogOpen:
        # The page answers nothing until the dialog is answered; what is known without it still helps.
        return Ok({"url": ctx.tab.url.shorten(URL_CHARS), **beside, "dialog": _dialog(ctx.tab.dialog)})


def _facts(info: PageInfo) -> PageFacts:
    return {
        "url": info.url.shorten(URL_CHARS),
        "title": info.title.shorten(TITLE_CHARS),
        "status": info.status,
        "load_state": info.load_state,
        "scroll": {"x": info.scroll_x, "y": info.scroll_y},
        "page_size": {"width": info.page_width, "height": info.page_height},
        "viewport": {"width": info.viewport_width, "height": info.viewport_height},
        "frames": [
            {"frame": frame.frame, "url": frame.url.shorten(URL_CHARS), "state": frame.state}
            for frame in info.frames[:MOST_LISTED]
        ],
        "frames_total": len(info.frames),
        "modal": None if info.modal is None else info.modal.shorten(TITLE_CHARS),
        "cookie_banner": info.cookie_banner,
        "remark": page_remark(info),
    }


def _dialog(dialog: DialogInfo | None) -> OpenDialogData | None:
    if dialog is None:
        return None
    return {"kind": dialog.kind, "message": dialog.message, "default": dialog.default}


class ScreenshotParams(Params):
    full_page: bool = False
    """The whole page, not only what is in the window."""
    ref: Ref | None = None
    """Only this element."""
    marks: bool = False
    """Draw the refs of the elements in view into the picture."""
    save: bool = False
    """Also keep it as a file in the run's folder."""


@tool(
    effect="read",
    rare=True,
    label="Take a picture[ of {what}]",
    label_keys=("ref", "full_page"),
    security=Security(reads_page=True, changes_state=False, sends_data=False, takes_text=True),
)
async def screenshot(ctx: Context, p: ScreenshotParams) -> Result[ScreenshotData]:
    """Take a picture of what the outline does not say (charts, maps); costs much.

    It is shown beside the next observation. For the full page or one element the browser may scroll by itself."""
    if p.ref is not None and p.full_page:
        return Failed(
            "invalid_params", "A picture is of the full page or of one ref, not of both.", hint="Leave one out."
        )
    picture = await ctx.tab.screenshot(full_page=p.full_page, ref=p.ref, marks=p.marks)
    data: ScreenshotData = {"mime": picture.mime, "bytes": len(picture.data)}
    if picture.left_out:
        data["cut"] = picture.left_out
    if p.save:
        folder = ctx.files.run_dir
        if folder is None:
            return Failed(
                "not_available", "This session keeps no files.", hint="Call it without `save`.", recoverable=True
            )
        try:
            data["path"] = str(await asyncio.to_thread(_keep, folder, picture))
        except OSError as error:
            return Failed(
                "cannot_save",
                f"The picture cannot be saved in the run's folder: {error.strerror}.",
                hint="Call it without `save`.",
            )
    return Ok(data, attachments=(picture,))


def _keep(folder: Path, picture: Attachment) -> Path:
    """Write a picture under the next free name of the folder."""
    private_folder(folder)
    ending = picture.mime.rpartition("/")[2].replace("jpeg", "jpg")
    number = 1
    while True:
        path = folder / f"screenshot-{number}.{ending}"
        try:
            with new_private_file(path) as file:
                file.write(picture.data)
        except FileExistsError:
            number += 1
            continue
        return path
