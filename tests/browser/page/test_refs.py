"""A ref belongs to one element, and is never given to another: re-rendering, navigation, history, frames."""

from __future__ import annotations

import asyncio

import pytest

from handrail.browser.page.page_context import PageContext
from handrail.browser.reading.page_reader import PlaywrightReader
from handrail.browser.types.errors import StaleRef, UnknownRef, WrongElement
from tests.browser.stage import Stage
from tests.pages import PageServer

ROWS = """<!doctype html><table><tbody id=rows></tbody></table>
<script>
  function render(names) {
    rows.innerHTML = names.map(n => `<tr><td>${n}</td><td><button>Delete</button></td></tr>`).join('')
  }
  render(['Ada', 'Bob', 'Cyd'])
</script>"""


class Sheet:
    """A page with its refs by role and name, or by the text of their row."""

    def __init__(self, stage: Stage) -> None:
        self.page = stage.page
        self.core = stage.core
        self.reader = PlaywrightReader(stage.core)

    async def refs(self, role: str, name: str | None = None) -> list[str]:
        nodes = (await self.reader.snapshot("full")).nodes
        return [node.ref for node in nodes if node.ref and node.role == role and name in (None, node.name.raw)]

    async def click(self, ref: str) -> None:
        await (await self.core.locator(await self.core.live(ref))).click(timeout=20_000)

    async def key(self, ref: str, expression: str = "e => e.closest('tr').cells[0].textContent") -> str:
        return str(await (await self.core.locator(await self.core.live(ref))).evaluate(expression))


@pytest.fixture
async def sheet(both: Stage) -> Sheet:
    return Sheet(both)


async def test_a_removed_row_does_not_give_its_ref_to_the_next(sheet: Sheet) -> None:
    await sheet.page.set_content(ROWS)
    ada, bob, cyd = await sheet.refs("button", "Delete")
    await sheet.page.evaluate("render(['Bob', 'Cyd'])")
    with pytest.raises(StaleRef):
        await sheet.core.live(ada)
    assert [await sheet.key(ref) for ref in (bob, cyd)] == ["Bob", "Cyd"]


async def test_a_snapshot_after_re_rendering_hands_out_the_same_refs(sheet: Sheet) -> None:
    await sheet.page.set_content(ROWS)
    ada, bob, cyd = await sheet.refs("button", "Delete")
    await sheet.page.evaluate("render(['Bob', 'Dan', 'Cyd'])")
    now = await sheet.refs("button", "Delete")
    assert (now[0], now[2]) == (bob, cyd)
    assert now[1] not in (ada, bob, cyd)


async def test_equal_elements_have_no_successor(sheet: Sheet) -> None:
    await sheet.page.set_content("<div id=box><button>Buy</button><button>Buy</button></div>")
    first, second = await sheet.refs("button")
    await sheet.page.evaluate("box.innerHTML = '<button>Buy</button>'")
    for ref in (first, second):
        with pytest.raises(StaleRef):
            await sheet.core.live(ref)


PANELS = """<!doctype html><section id=left></section><section id=right></section><script>
  const item = name => `<li><a href="/${name}">${name}</a><button>Copy</button></li>`;
  const render = (panel, names) => { panel.innerHTML = `<ul>${names.map(item).join('')}</ul>` };
  render(left, ['a', 'b']); render(right, ['a', 'b'])
</script>"""
SIDE = "e => e.closest('section').id + ' ' + e.parentNode.firstChild.textContent"


async def test_a_list_that_is_built_anew_keeps_its_refs_where_another_list_holds_the_same(sheet: Sheet) -> None:
    await sheet.page.set_content(PANELS)
    before = await sheet.refs("button")
    await sheet.page.evaluate("render(left, ['a', 'b', 'c'])")
    now = await sheet.refs("button")
    assert [*now[:2], *now[3:]] == before
    assert [await sheet.key(ref, SIDE) for ref in now] == ["left a", "left b", "left c", "right a", "right b"]


async def test_what_comes_to_the_other_list_is_no_successor_of_what_left_one(sheet: Sheet) -> None:
    await sheet.page.set_content(PANELS)
    gone = (await sheet.refs("button"))[0]
    await sheet.page.evaluate(
        "render(left, ['b']); right.querySelector('ul').insertAdjacentHTML('beforeend', item('a'))"
    )
    assert gone not in await sheet.refs("button")
    with pytest.raises(StaleRef):
        await sheet.core.live(gone)


async def test_a_dialog_that_opens_later_has_refs_of_its_own(sheet: Sheet) -> None:
    for button in ["<button>Close</button>", "<button class=icon></button>"]:
        await sheet.page.set_content(f"<div id=box><div><h2>Delete all</h2>{button}</div></div>")
        (first,) = await sheet.refs("button")
        await sheet.page.evaluate("box.innerHTML = ''")
        assert await sheet.refs("button") == []
        await sheet.page.evaluate("button => { box.innerHTML = `<div><h2>Settings</h2>${button}</div>` }", button)
        with pytest.raises(StaleRef):
            await sheet.core.live(first)
        assert await sheet.refs("button") != [first]


async def test_an_equal_element_that_was_there_before_is_no_successor(sheet: Sheet) -> None:
    await sheet.page.set_content("<div><button>Buy</button><button>Buy</button></div>")
    first, second = await sheet.refs("button")
    await sheet.page.evaluate("document.querySelector('button').remove()")
    with pytest.raises(StaleRef):
        await sheet.core.live(first)
    await sheet.core.live(second)


async def test_a_row_whose_text_changed_is_another_row(sheet: Sheet) -> None:
    await sheet.page.set_content(ROWS)
    ada, *_ = await sheet.refs("button", "Delete")
    await sheet.page.evaluate("render(['Adam', 'Bob', 'Cyd'])")
    with pytest.raises(StaleRef) as stale:
        await sheet.core.live(ada)
    assert [near["name"].raw for near in stale.value.details["candidates"]] == ["Delete"] * 3
    assert all(near["ref"] in stale.value.hint for near in stale.value.details["candidates"])
    assert "Delete" not in stale.value.message + stale.value.hint


async def test_a_ref_dies_with_its_document_at_once(sheet: Sheet, serve: PageServer) -> None:
    await sheet.page.goto(serve("<button>Save</button>"))
    (save,) = await sheet.refs("button")
    await sheet.page.goto(serve("<button>Delete</button>"))
    with pytest.raises(StaleRef):
        await asyncio.wait_for(sheet.core.live(save), 2)


async def test_a_pending_click_does_not_survive_a_navigation(sheet: Sheet, serve: PageServer) -> None:
    there = serve("<button onclick=\"document.title='deleted'\">Delete</button>")
    cover = "<div style='position:fixed;inset:0'></div>"
    await sheet.page.goto(serve(f"<button>Save</button>{cover}"))
    (save,) = await sheet.refs("button")
    target = await sheet.core.live(save)
    pending = asyncio.ensure_future((await sheet.core.locator(target)).click(timeout=2500))
    await sheet.page.goto(there)
    await asyncio.wait([pending])
    assert pending.exception() is not None
    assert await sheet.page.title() == ""


async def test_refs_after_going_back_never_mean_another_element(sheet: Sheet, serve: PageServer) -> None:
    await sheet.page.goto(serve("<button id=save>Save</button>"))
    (save,) = await sheet.refs("button")
    await sheet.page.goto(serve("<button id=delete>Delete</button>"))
    (delete,) = await sheet.refs("button")
    await sheet.page.go_back()
    with pytest.raises(StaleRef):
        await sheet.core.live(delete)
    (again,) = await sheet.refs("button")
    assert await sheet.key(again, "e => e.id") == "save"
    # A browser may keep the old document and show it again: then, and only then, its refs live on.
    if again != save:
        with pytest.raises(StaleRef):
            await sheet.core.live(save)
    await sheet.page.go_forward()
    (forward,) = await sheet.refs("button")
    assert await sheet.key(forward, "e => e.id") == "delete"


async def test_push_state_changes_no_ref(sheet: Sheet, serve: PageServer) -> None:
    await sheet.page.goto(serve("<button id=b>Go</button>"))
    (before,) = await sheet.refs("button")
    await sheet.page.evaluate("history.pushState({}, '', '/elsewhere')")
    assert await sheet.refs("button") == [before]
    assert (await sheet.reader.snapshot("full")).url.raw.endswith("/elsewhere")


async def test_refs_of_frames_of_another_site_are_their_own(sheet: Sheet, serve: PageServer) -> None:
    inner = serve("<button id=in onclick=\"document.title='in'\">Press</button>")
    there = serve.other_site + inner.removeprefix(serve.origin)
    await sheet.page.goto(serve(f"<button id=out>Press</button><iframe src='{there}'></iframe>"))
    outside, inside = await sheet.refs("button", "Press")
    assert await sheet.key(outside, "e => e.id") == "out"
    assert await sheet.key(inside, "e => e.id") == "in"
    await sheet.click(inside)
    assert await sheet.page.frames[1].title() == "in"
    await sheet.page.frames[1].goto(serve("<button id=new>Press</button>"))
    with pytest.raises(StaleRef):
        await sheet.core.live(inside)
    await sheet.core.live(outside)


async def test_an_element_moved_within_the_document_keeps_its_ref(sheet: Sheet) -> None:
    await sheet.page.set_content("<p><button id=b>Go</button></p><div id=d></div>")
    (before,) = await sheet.refs("button")
    await sheet.page.evaluate("d.append(b)")
    assert await sheet.refs("button") == [before]


async def test_an_element_moved_into_a_frame_is_gone_from_its_document(sheet: Sheet) -> None:
    await sheet.page.set_content("<button id=b>Go</button><iframe id=f></iframe>")
    (before,) = await sheet.refs("button")
    await sheet.page.evaluate("f.contentDocument.body.append(b)")
    with pytest.raises(StaleRef):
        await sheet.core.live(before)


async def test_each_kind_of_wrong_ref_has_its_own_error(sheet: Sheet) -> None:
    with pytest.raises(UnknownRef):
        await sheet.core.live("e99")
    await sheet.page.set_content("<button>Go</button>")
    (ref,) = await sheet.refs("button")
    other = PageContext("t2", sheet.page, sheet.core.refs)
    with pytest.raises(WrongElement) as wrong:
        await other.live(ref)
    assert "t1" in wrong.value.hint
