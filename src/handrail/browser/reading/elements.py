"""Elements of a page: what a selector finds, all of one element, the choices of a dropdown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Any

from handrail.browser.page.frame_walk import FrameAnswer, FrameWalk, ask_by_frame, in_place
from handrail.browser.page.kit_client import KitAnswer
from handrail.browser.page.page_context import PageContext
from handrail.browser.types.errors import InvalidSelector, StaleRef, WrongElement
from handrail.browser.types.reading import (
    DropdownOption,
    DropdownOptions,
    ElementDetails,
    ElementInfo,
    ElementQuery,
    RecordField,
    Records,
    TableCell,
    TableRow,
    TableRows,
)
from handrail.trust import External

QUERY_DEADLINE = 3.0
"""Seconds that the main frame may work on a query."""
AT_ONCE = 500
"""Elements that are described at a time: each time has a deadline, and a program may want any number of them."""
MAX_OPTIONS = 200
_COMPARES_PART = re.compile(r"[~|^$*]=")
_WORD = re.compile(r"[\w-]+")


class ElementReader:
    """Reads elements of one tab."""

    def __init__(self, core: PageContext) -> None:
        self._core = core

    @property
    def is_blank(self) -> bool:
        """Whether no page was opened yet."""
        return self._core.page.url == "about:blank"

    async def query(
        self,
        selector: str,
        *,
        within_ref: str | None = None,
        attributes: Sequence[str] = (),
        max_results: int = 20,
        skip: int = 0,
        include_text: bool = True,
    ) -> ElementQuery:
        """Return the elements that a CSS selector finds, through open shadow roots and in every frame."""
        names, most = list(attributes), skip + max_results
        await self._check_selectors(selector)
        walk = FrameWalk(self._core, "query", timeout=QUERY_DEADLINE, selector=selector, attributes=names, most=most)
        root = await walk.start(within_ref)
        describe = partial(self._describe, attributes=names, text=include_text)
        wanted = _in_order(root)[skip : skip + max_results]
        described: list[ElementInfo] = []
        for at in range(0, len(wanted), AT_ONCE):
            described += await ask_by_frame(wanted[at : at + AT_ONCE], describe)
        return ElementQuery(sum(here.data["total"] for here in root.tree()), described, tuple(walk.missing))

    async def labelled(self, words: str) -> list[ElementInfo]:
        """Return the fields that a visible label with these words stands for, though they may not be called so."""
        root = await FrameWalk(self._core, "labelled", timeout=QUERY_DEADLINE, words=words).start()
        return await ask_by_frame(_in_order(root), partial(self._describe, attributes=[], text=False))

    async def _describe(self, here: FrameAnswer, locals_: list[int], **asked: Any) -> list[ElementInfo | None]:
        """Return elements of one frame; None for each that went meanwhile."""
        answer = await self._core.ask(here.frame, "describe", nonce=here.answer.nonce, locals=locals_, **asked)
        return [None if raw is None else _element(here, raw) for raw in answer.data["elements"]]

    async def records(
        self, item: str, fields: Sequence[RecordField], *, within_ref: str | None = None, max_results: int
    ) -> Records:
        """Return the texts and attributes that the fields name, of each element that a CSS selector finds."""
        await self._check_selectors(item, *(field.selector or "" for field in fields))
        walk = FrameWalk(self._core, "query", timeout=QUERY_DEADLINE, selector=item, attributes=[], most=max_results)
        root = await walk.start(within_ref)
        asked = [{"selector": field.selector, "attribute": field.attribute} for field in fields]

        async def read(here: FrameAnswer, locals_: list[int]) -> list[dict[str, External | None] | None]:
            answer = await self._core.ask(
                here.frame, "records", nonce=here.answer.nonce, locals=locals_, fields=asked, timeout=QUERY_DEADLINE
            )
            return [raw and _record(here, fields, raw) for raw in answer.data["records"]]

        found = await ask_by_frame(_in_order(root)[:max_results], read)
        return Records(sum(here.data["total"] for here in root.tree()), found, tuple(walk.missing))

    async def _check_selectors(self, *selectors: str) -> None:
        """Raise where a selector compares a part of attributes of which one holds a secret: it could be read so, letter
        by letter. What it compares them with does not matter, or that would tell."""
        secrets, asked = self._core.secrets, [one for one in selectors if _COMPARES_PART.search(one)]
        if secrets is None or not asked:
            return
        # A name may be written in escapes, and every word of a selector may be one.
        is_plain = all(one.isascii() and "\\" not in one for one in asked)
        names = sorted({word.lower() for one in asked for word in _WORD.findall(one)}) if is_plain else None
        walk = FrameWalk(self._core, "attribute_values", timeout=QUERY_DEADLINE, names=names)
        for here in (await walk.start()).tree():
            if here.data["cut"] or secrets.mask(values := here.data["values"]) != values:
                raise InvalidSelector(
                    "The selector compares parts of attributes that may hold a secret.",
                    hint="Name attributes whole, or take refs from a snapshot.",
                )

    async def table(self, ref: str) -> TableRows:
        """Return the rows of the table that an element is, stands in, or holds. Raises `WrongElement`: there is
        none."""
        target = await self._core.live(ref)
        answer = await self._core.ask(
            target.frame, "table", nonce=target.nonce, local=target.local, timeout=QUERY_DEADLINE
        )
        if not answer.data.get("found"):
            raise WrongElement(f"{ref} is no table, and in none.", hint="Take the ref of a table from the snapshot.")
        rows = [TableRow(raw["head"], tuple(TableCell(**cell) for cell in raw["cells"])) for raw in answer.data["rows"]]
        origin, caption = answer.origin, self._core.mask_text(answer.data["caption"])
        announced, drawn = answer.data["announced"], answer.data["drawn"]
        return TableRows(origin, answer.external(caption), rows, announced, bool(answer.late), drawn)

    async def element(self, ref: str) -> ElementDetails:
        """Return all of one element. Raises `StaleRef`: it is gone."""
        target = await self._core.live(ref)
        answer = await self._core.ask(target.frame, "element", nonce=target.nonce, local=target.local)
        data = answer.data
        if data.get("gone"):
            raise StaleRef.of(ref)
        here = FrameAnswer.of(self._core, target.frame, answer)
        by = data["coveredBy"]
        return ElementDetails(
            _element(here, data),
            None if data["value"] is None else here.external(data["value"]),
            tuple(data["box"]),
            by and (here.refs[by["local"]], by["role"], here.external(by["name"])),
            data["unlisted"],
            data["pressable"],
            tuple((here.external(one["text"]), one["as"]) for one in data["marked"]),
        )

    async def opener(self, ref: str) -> tuple[bool, str | None]:
        """Return whether an element stands in a closed part of the page, and the ref of what surely opens that."""
        target = await self._core.live(ref)
        answer = await self._core.ask(target.frame, "opener", nonce=target.nonce, local=target.local)
        local = answer.data.get("local")
        by = None if local is None else self._core.ref(target.frame, answer, local)
        return bool(answer.data.get("closed")), by

    async def options(self, ref: str, *, opened: bool = False) -> DropdownOptions:
        """Return the choices of a dropdown: a native select, a data list, an ARIA combobox, listbox or menu.
        ``opened``: it was opened just now, so that a list which names no owner is its own."""
        target = await self._core.live(ref)
        answer = await self._core.ask(target.frame, "options", nonce=target.nonce, local=target.local, open=opened)
        if not answer.data["dropdown"]:
            raise WrongElement(
                f"{ref} is not a dropdown.",
                hint="Take the ref of a select, combobox, list box or menu button from the snapshot.",
            )
        return dropdown_options(answer, answer.data["total"], built_when_open=answer.data["built_when_open"])


def dropdown_options(answer: KitAnswer, total: int, *, built_when_open: bool) -> DropdownOptions:
    """Return the choices in an answer of the kit, at most `MAX_OPTIONS` of ``total``."""
    external = answer.external
    options = [
        DropdownOption(
            external(raw["value"]),
            external(raw["label"]),
            raw["selected"],
            raw["disabled"],
            None if raw["group"] is None else external(raw["group"]),
        )
        for raw in answer.data["options"][:MAX_OPTIONS]
    ]
    part = answer.data.get("part", "")
    return DropdownOptions(options, total, answer.data["multiple"], built_when_open, part)


def _in_order(here: FrameAnswer) -> list[tuple[FrameAnswer, int]]:
    """Return what a query found, by the kit's ids, those of a frame where it stands."""
    own = [(at, (here, local)) for at, local in enumerate(here.data["locals"])]
    return in_place(own, [(met["at"], _in_order(child)) for met, child in here.frames()])


def _record(here: FrameAnswer, fields: Sequence[RecordField], raw: list[str | None]) -> dict[str, External | None]:
    pairs = zip(fields, raw, strict=True)
    return {field.name: None if text is None else here.external(text) for field, text in pairs}


def _element(here: FrameAnswer, raw: dict[str, Any]) -> ElementInfo:
    return ElementInfo(
        ref=here.refs[raw["local"]],
        tag=raw["tag"],
        role=raw["role"],
        name=here.external(raw["name"]),
        text=here.external(raw["text"]),
        states=tuple(raw["states"]),
        attributes={name: here.external(value) for name, value in raw["attributes"].items()},
        frame=here.label,
        visible=raw["visible"],
        guessed=raw["guessed"],
    )
