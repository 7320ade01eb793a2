"""What a dialog or a banner lies over: folded, marked, and shown when it goes."""

from __future__ import annotations

import re

from handrail.browser.reading.page_reader import PlaywrightReader
from tests.browser.stage import Stage


async def test_what_a_modal_covers_is_folded(both: Stage) -> None:
    html = """<p>Behind</p><button>Covered</button>
    <dialog id=d><h2>Sure?</h2><button>Yes</button></dialog><script>d.showModal()</script>"""
    await both.page.set_content(html)
    reader = PlaywrightReader(both.core)
    snapshot = await reader.snapshot("auto")
    assert "Covered" not in snapshot.text.raw
    assert 'button "Yes"' in snapshot.text.raw
    assert snapshot.left_out.startswith("1 elements behind the open dialog")
    assert re.search(r'button "Covered" \[e\d+\] covered', (await reader.snapshot("full")).text.raw)


SHADE = "position:fixed;inset:0;background:#0008"


CARD = "position:fixed;top:50px;left:50px;width:300px;background:#fff"


COVERED = {
    "in its shade": f"<div style='{SHADE}'><p>News</p><button>Close</button></div>",
    "beside its shade": f"<div style='{SHADE}'></div><div style='{CARD}'><p>News</p><button>Close</button></div>",
}


async def test_what_covers_the_window_without_saying_so_is_a_modal(both: Stage) -> None:
    for name in COVERED:
        await both.page.set_content(f"<!doctype html><p>Behind</p><button>Covered</button>{COVERED[name]}")
        reader = PlaywrightReader(both.core)
        for _ in range(2):
            snapshot = await reader.snapshot("auto")
            assert [line.split(" [")[0] for line in snapshot.text.raw.splitlines()] == [": News", 'button "Close"']
            assert snapshot.left_out.startswith("1 elements behind the open dialog")
        await both.page.evaluate("for (const box of document.querySelectorAll('div')) box.remove()")
        assert 'button "Covered"' in (await reader.snapshot("auto")).text.raw


async def test_what_its_list_cuts_off_at_the_edge_is_not_covered_by_what_lies_behind_the_list(both: Stage) -> None:
    items = "".join(f"<li style='height:30px;cursor:pointer'>Kind {at}" for at in range(5))
    inside = (
        f"<button>Close</button><ul style='position:fixed;top:300px;height:70px;margin:0;overflow:auto'>{items}</ul>"
    )
    await both.page.set_content(f"<!doctype html><div style='{SHADE}'></div><div style='{CARD}'>{inside}</div>")
    text = (await PlaywrightReader(both.core).snapshot("full")).text.raw
    assert "Kind 2" in text
    assert "covered" not in text


async def test_what_covers_the_page_and_holds_nothing_to_use_is_no_dialog(both: Stage) -> None:
    page = f"<!doctype html><p>Behind</p><button>Covered</button><div id=over style='{SHADE}'>"
    reader = PlaywrightReader(both.core)
    for inside, where in (
        ("<svg width=9 height=9></svg><p>Please wait</p>", "under what covers the page, as while it loads, are"),
        ("<p>News</p><a href=/>Go on</a>", "behind the open dialog are"),
        ("<p>News</p><p onclick='over.remove()'>Go on</p>", "behind the open dialog are"),
        ("<p style='cursor: pointer'>Press to go on</p>", "behind the open dialog are"),
        ("<p role=dialog>Sign in with your key</p>", "behind the open dialog are"),
        ("<img alt=Picture width=50 height=50>Picture", "behind the open dialog are"),
    ):
        await both.page.set_content(f"{page}{inside}</div>")
        assert f"1 elements {where} left out" in (await reader.snapshot("auto")).left_out, inside
    await both.page.set_content("<!doctype html><p>Behind</p><button>Covered</button>")
    await reader.snapshot("auto")
    await both.page.evaluate(f"document.body.insertAdjacentHTML('beforeend', `<div style='{SHADE}'>Please wait</div>`)")
    assert (await reader.snapshot("changes")).left_out.startswith("Something without controls covers the page")


async def test_a_shade_with_nothing_in_it_hides_nothing_and_one_that_lets_presses_through_covers_nothing(
    both: Stage,
) -> None:
    for shade, covered in (("'></div>", " covered"), (";pointer-events:none'>Snow</div>", "")):
        await both.page.set_content(f"<!doctype html><p>Behind</p><button>Go</button><div style='{SHADE}{shade}")
        snapshot = await PlaywrightReader(both.core).snapshot("auto")
        assert snapshot.text.raw.splitlines()[:2] == [": Behind", f'button "Go" [e1]{covered}']
        assert snapshot.left_out == ""


async def test_what_stands_behind_a_banner_is_marked_until_it_is_scrolled_out(both: Stage) -> None:
    links = "".join(f"<p style='height:100px'><a href=/{at}>Link {at}</a></p>" for at in range(12))
    banner = (
        "<div style='position:fixed;inset:auto 0 0 0;height:300px;background:#fff'>Cookies? <button>No</button></div>"
    )
    await both.page.set_content(f"<!doctype html>{links}{banner}")
    text = (await PlaywrightReader(both.core).snapshot("full")).text.raw
    covered = re.findall(r'link "(.*?)" \[e\d+\] covered', text)
    assert covered
    assert covered == [f"Link {at}" for at in range(int(covered[0][5:]), int(covered[-1][5:]) + 1)]
    assert 'button "No" [e13]' in text.splitlines()
    assert covered[0] not in (await PlaywrightReader(both.core).snapshot("viewport")).text.raw
    await both.page.evaluate("scrollTo(0, 1e6)")
    assert (
        f'link "{covered[0]}" [e{int(covered[0][5:]) + 1}] ->'
        in (await PlaywrightReader(both.core).snapshot("full")).text.raw
    )


async def test_what_a_dialog_hid_from_the_start_is_shown_when_it_closes(both: Stage) -> None:
    await both.page.set_content("""<main><h1>Notes</h1><a href=/one>One</a><button>New note</button></main>
        <dialog id=d><h2>Welcome</h2><button onclick="d.close()">Start</button></dialog>
        <script>d.showModal()</script>""")
    reader = PlaywrightReader(both.core)
    assert "New note" not in (await reader.snapshot("auto")).text.raw
    await both.page.click("text=Start")
    closed = await reader.snapshot("changes")
    assert (closed.mode, "New note" in closed.text.raw, "Welcome" in closed.text.raw) == ("full", True, False)
    await both.page.evaluate("d.showModal()")
    await reader.snapshot("changes")
    await both.page.click("text=Start")
    again = await reader.snapshot("changes")
    assert (again.mode, "New note" in again.text.raw) == ("changes", False)


COVERED_IN_PART = """<table><tr><td>Ann<td><button>Edit</button></table>
<div id=popup style="position:fixed;inset:0 0 50% 0;background:#fff" hidden>Choose</div>
<p style="height:2000px"></p><button>Far</button>"""


async def test_a_row_that_a_popup_covers_stays_a_line(both: Stage) -> None:
    await both.page.set_content(f"<!doctype html>{COVERED_IN_PART}")
    reader = PlaywrightReader(both.core)
    await reader.snapshot("full")
    await both.page.evaluate("popup.hidden = false")
    changed = (await reader.snapshot("changes")).text.raw.splitlines()
    assert [line for line in changed if line[0] != " "] == ["+ : Choose"]
    assert ' row covered > "Ann" | button "Edit" [e2]' in (await reader.snapshot("full")).text.raw.splitlines()


ROWS = """<style>svg { width: 9px; height: 9px }</style><table><tr tabindex=0><td><i title=Docked><svg></svg></i>
<th scope=row>Floor<td>vacuum.floor<td><i tabindex=0 class=fa-edit></i></table>
<div role=tab tabindex=0><div role=tab tabindex=0>Data</div><button>Close</button></div>
<div id=d role=dialog aria-modal=true aria-label=Edit style="position:fixed;inset:0" hidden>
<p>Area</p><ul role=listbox hidden><li role=option>One</ul></div>"""


async def test_a_row_behind_a_dialog_stays_a_line_and_says_each_of_its_words_once(both: Stage) -> None:
    await both.page.set_content(f"<!doctype html>{ROWS}")
    reader = PlaywrightReader(both.core)
    assert (await reader.snapshot("full")).text.raw.splitlines() == [
        "table [e1]",
        ' row [e2] clickable > "(Docked)" | "Floor" | "vacuum.floor" | clickable "edit" [e3] guessed',
        'tab "Data" [e4]',
        ' button "Close" [e5]',
    ]
    await both.page.evaluate("d.hidden = false")
    await reader.snapshot("changes")
    await both.page.evaluate("document.querySelector('ul').hidden = false")
    assert "row" not in (await reader.snapshot("changes")).text.raw
    assert (await reader.snapshot("full")).text.raw.splitlines()[:2] == [
        "table [e1] covered",
        ' row [e2] clickable > "(Docked)" | "Floor" | "vacuum.floor" | clickable "edit" [e3] guessed',
    ]


PINNED_ROOT = """<div style="position:fixed;inset:0"><main style="position:relative;height:100%">
<div style="position:fixed;inset:0"><button>Posts</button></div>{inside}</main></div>{above}"""
MENU = """<div style="position:absolute;z-index:9;left:40px;top:40px"><button>Delete</button></div>
<p style="position:fixed;top:90px;opacity:0">Saved</p>"""


async def test_the_pinned_root_of_an_application_is_no_dialog(both: Stage) -> None:
    await both.page.set_content(f"<!doctype html>{PINNED_ROOT.format(inside='', above=MENU)}")
    snapshot = await PlaywrightReader(both.core).snapshot("auto")
    assert [line.split(" [")[0] for line in snapshot.text.raw.splitlines()] == [
        "main",
        ' button "Posts"',
        'button "Delete"',
    ]
    assert snapshot.left_out == ""


async def test_a_dialog_in_a_pinned_root_is_alone(both: Stage) -> None:
    inside = f"<div style='{SHADE};z-index:9'><div><h3>Menu</h3><button>Save</button></div></div>"
    await both.page.set_content(f"<!doctype html>{PINNED_ROOT.format(inside=inside, above='')}")
    snapshot = await PlaywrightReader(both.core).snapshot("auto")
    assert [line.split(" [")[0] for line in snapshot.text.raw.splitlines()] == [
        "main covered",
        ' heading "Menu" level=3',
        ' button "Save"',
    ]
    assert snapshot.left_out.startswith("1 elements behind the open dialog")
