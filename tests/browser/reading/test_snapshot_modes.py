"""Modes of a snapshot: what fits, what is left out and how to get it, what changed."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from typing import Any

import pytest
from playwright.async_api import Frame

from handrail.browser.reading import frame_outlines
from handrail.browser.reading.page_reader import PlaywrightReader
from handrail.browser.types.errors import DeadlineHit, DialogOpen, InvalidCursor, StaleRef, TabLost
from handrail.browser.types.reading import Snapshot
from tests.browser.stage import Stage
from tests.pages import PageServer

SHOP = """<!doctype html><h1>Shop</h1><button id=top>Top</button>
<ul id=list></ul><div style="height:2000px"></div><h2>Help</h2><button id=below>Below</button><p>Fine print</p>
<script>list.innerHTML = Array.from({length: 40}, (_, i) => `<li><a href="/p/${i}">Thing ${i}</a> cost ${i}`).join('')
</script>"""


async def read_on(reader: PlaywrightReader, first: Snapshot, max_chars: int) -> list[Snapshot]:
    """All the parts of a snapshot, one after the other."""
    parts = [first]
    while parts[-1].cursor is not None:
        parts.append(await reader.snapshot(cursor=parts[-1].cursor, max_chars=max_chars))
    return parts


@pytest.fixture
async def reader(both: Stage) -> PlaywrightReader:
    await both.page.set_content(SHOP)
    return PlaywrightReader(both.core)


async def test_viewport_shows_what_is_in_the_window_and_says_what_is_not(reader: PlaywrightReader) -> None:
    snapshot = await reader.snapshot("viewport")
    assert 'button "Top"' in snapshot.text.raw
    assert "Below" not in snapshot.text.raw
    assert re.search(r"0 px above and \d{3,} px below", snapshot.left_out)
    assert 'snapshot(mode="full")' in snapshot.left_out


async def test_interactive_shows_what_can_be_operated_under_its_headings(reader: PlaywrightReader) -> None:
    snapshot = await reader.snapshot("interactive")
    assert 'button "Below"' in snapshot.text.raw
    assert 'heading "Help" level=2' in snapshot.text.raw
    assert "Fine print" not in snapshot.text.raw
    assert "Text is left out" in snapshot.left_out


async def test_auto_shows_all_of_a_page_that_fits(reader: PlaywrightReader) -> None:
    snapshot = await reader.snapshot("auto")
    assert (snapshot.mode, snapshot.left_out, snapshot.cursor) == ("full", "", None)
    assert "Fine print" in snapshot.text.raw


async def test_auto_folds_long_runs_of_like_items_between_the_first_and_the_last(reader: PlaywrightReader) -> None:
    snapshot = await reader.snapshot("auto", max_chars=1200)
    assert snapshot.mode == "full"
    assert [f'"Thing {number}"' in snapshot.text.raw for number in (2, 3, 38, 39)] == [True, False, False, True]
    assert "… 36 more: listitem, cursor s1:" in snapshot.text.raw
    cursor = snapshot.text.raw.split("cursor ")[1].split()[0]
    assert 'Thing 3"' in (await reader.snapshot(cursor=cursor, max_chars=1200)).text.raw.splitlines()[1]
    assert "Fine print" in snapshot.text.raw
    assert snapshot.left_out.startswith("36 items in long runs")


async def test_a_long_list_of_choices_that_opens_shows_its_first_ones_and_where_the_rest_is(
    reader: PlaywrightReader, both: Stage
) -> None:
    await reader.snapshot("changes")
    options = "".join(f"<li role=option>Land {number}</li>" for number in range(60))
    await both.page.evaluate("html => { list.outerHTML = html }", f"<ul role=listbox>{options}</ul>")
    for mode in ("changes", "auto"):
        text = (await reader.snapshot(mode)).text.raw
        shown = [f'"Land {number}"' in text for number in (0, 9, 10, 58, 59)]
        assert shown == [True, True, False, False, True]
        assert "… 49 more: option, use their labels, or snapshot(cursor=" in text
        rest = await reader.snapshot(cursor=text.split('cursor="')[1].partition('"')[0])
        assert rest.text.raw.splitlines()[0].startswith(' option "Land 10"')
    assert '"Land 30"' in (await reader.snapshot("full")).text.raw


FORM = """<p>Main options</p><form>{fields}<input aria-label=Extra {extra}><button></button></form>"""


async def test_a_frame_that_is_loaded_again_shows_what_is_new_in_it_and_what_has_no_label(
    reader: PlaywrightReader, both: Stage
) -> None:
    fields = "".join(f"<p><input aria-label='Field {number}'></p>" for number in range(6))
    show = "html => { list.innerHTML = '<iframe></iframe>'; list.firstChild.srcdoc = html }"
    await both.page.evaluate(show, FORM.format(fields=fields, extra=""))
    await both.page.frame_locator("iframe").locator("form").wait_for()
    await reader.snapshot("changes")
    await both.page.evaluate(
        "html => new Promise(done => { const f = list.firstChild; f.onload = done; f.srcdoc = html })",
        "<p>Saved</p>" + FORM.format(fields=fields, extra="value=1"),
    )
    text = (await reader.snapshot("changes")).text.raw
    assert "+ … 6 lines as before in a frame that was loaded again: use their labels, or snapshot" in text
    assert '"Field 3"' not in text
    assert re.search(r'^\+ +textbox "Extra" \[e\d+\] = "1"\n\+ +button \[e\d+\]$', text, re.MULTILINE)


async def test_a_frame_that_was_not_read_in_time_is_asked_again(both: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    await both.page.set_content("<iframe srcdoc='<button>Save</button>'></iframe>")
    await both.page.frame_locator("iframe").locator("button").wait_for()
    ask, late = both.core.ask, iter((7, 0))

    async def slow(frame: Frame, op: str, **args: Any) -> Any:
        answer = await ask(frame, op, **args)
        return replace(answer, late=next(late)) if op == "snapshot" and frame.parent_frame else answer

    monkeypatch.setattr(both.core, "ask", slow)
    snapshot = await PlaywrightReader(both.core).snapshot("full")
    assert 'button "Save"' in snapshot.text.raw
    assert snapshot.left_out == ""


async def test_auto_shows_the_window_of_a_page_that_does_not_fit(reader: PlaywrightReader) -> None:
    snapshot = await reader.snapshot("auto", max_chars=300)
    assert snapshot.mode == "viewport"
    assert len(snapshot.text.raw) <= 300
    assert snapshot.cursor is not None


async def test_a_cursor_goes_on_where_the_text_stopped(reader: PlaywrightReader) -> None:
    whole = await reader.snapshot("full")
    first = await reader.snapshot("full", max_chars=500)
    parts = await read_on(reader, first, 500)
    assert "\n".join(part.text.raw for part in parts) == whole.text.raw
    assert all(len(part.text.raw) <= 500 for part in parts)
    assert f'snapshot(cursor="{first.cursor}")' in first.left_out


async def test_one_endless_line_is_read_in_parts_too(both: Stage) -> None:
    await both.page.set_content(f"<p>{'word ' * 1000}</p>")
    reader = PlaywrightReader(both.core)
    parts = await read_on(reader, await reader.snapshot("full", max_chars=800), 800)
    assert sum(part.text.raw.count("word") for part in parts) == 1000


async def test_an_old_cursor_is_an_error(reader: PlaywrightReader) -> None:
    kept = (await reader.snapshot("viewport", max_chars=300)).cursor or ""
    for cursor in ("s9:3", "nonsense", kept.partition(":")[0] + ":" + "9" * 5_000):
        with pytest.raises(InvalidCursor):
            await reader.snapshot(cursor=cursor)


async def test_a_part_of_the_page_can_be_read_alone(reader: PlaywrightReader, both: Stage) -> None:
    await both.page.set_content("<p>Out</p><form aria-label=Join><input aria-label=Mail><button>Go</button></form>")
    whole = await reader.snapshot("full")
    form = next(node.ref for node in whole.nodes if node.role == "form")
    part = await reader.snapshot("full", within_ref=form)
    assert part.text.raw.splitlines() == whole.text.raw.splitlines()[1:]
    await both.page.evaluate("document.querySelector('form').remove()")
    with pytest.raises(StaleRef):
        await reader.snapshot("full", within_ref=form)


async def test_changes_show_what_appeared_went_and_changed_with_where_it_stands(
    reader: PlaywrightReader, both: Stage
) -> None:
    rest = "<p>Much more text stands here than changes.</p>" * 9
    html = f"""<main><h1>List</h1><ul><li>One <button>Drop one</button><li>Two <button>Drop two</button></ul>
    <label>Done <input type=checkbox></label><p>Calm</p>{rest}</main>"""
    await both.page.set_content(html)
    await reader.snapshot("full")
    await both.page.evaluate(
        """() => { document.querySelector('li').remove(); document.querySelector('input').checked = true;
        document.querySelector('ul').insertAdjacentHTML('beforeend', '<li>Three <button>Drop three</button>') }"""
    )
    snapshot = await reader.snapshot("changes")
    assert snapshot.mode == "changes"
    lines = snapshot.text.raw.splitlines()
    assert lines[0].strip() == "listitem", "where it stood"
    assert "- : One" in lines
    assert '- button "Drop one" [e1]' in lines
    assert any(line.startswith('+    button "Drop three"') for line in lines)
    assert any(line.startswith("~ ") and "checked" in line for line in lines)
    assert "Calm" not in snapshot.text.raw
    assert [line[:2] for line in lines if "Drop two" in line] == ["  "], "what the new item comes after"


REST = "<p>Much more text stands here than changes.</p>" * 9


async def changed_by(reader: PlaywrightReader, both: Stage, html: str, script: str) -> list[str]:
    """The lines of `changes` after a script."""
    await both.page.set_content(REST + html)
    await reader.snapshot("full")
    await both.page.evaluate(script)
    return (await reader.snapshot("changes")).text.raw.splitlines()


async def test_a_control_that_changes_is_one_line_wherever_it_stands(reader: PlaywrightReader, both: Stage) -> None:
    html = "<main><form aria-label=Order><p>Text</p><button id=b>Send</button><button>Help</button></form></main>"
    assert await changed_by(reader, both, html, "b.disabled = true") == ['~ button "Send" [e2] disabled']


async def test_what_is_no_longer_focused_is_no_change(reader: PlaywrightReader, both: Stage) -> None:
    html = "<button id=a>One</button><button id=b>Two</button><script>a.focus()</script>"
    assert await changed_by(reader, both, html, "b.focus()") == ['~ button "Two" [e2] focused']
    assert (await changed_by(reader, both, html, "a.blur()")) == ["(nothing changed)"]


async def test_what_is_out_of_sight_for_a_while_is_no_change_and_what_comes_into_sight_is(
    reader: PlaywrightReader, both: Stage
) -> None:
    html = "<div id=d style='overflow:hidden;height:50px'><p style='height:90px'>Top</p><button>Low</button></div>"
    assert await changed_by(reader, both, html, "d.scrollTop = 90") == ['~ button "Low" [e1]']
    html = html.replace("hidden", "auto")
    told = await changed_by(reader, both, html, "d.style.overflow = 'hidden'")
    assert [line for line in told if "Low" in line and line[0] != " "] == []


async def test_what_a_banner_lies_over_is_no_change(reader: PlaywrightReader, both: Stage) -> None:
    html = "".join(f"<p><button>Button {at}</button></p>" for at in range(9)) + "<p>The end</p>"
    banner = "<div style='position:fixed;inset:0 0 auto 0;height:500px;background:#fff'>Saved</div>"
    told = await changed_by(reader, both, html, f"document.body.insertAdjacentHTML('beforeend', `{banner}`)")
    assert [line for line in told if line[0] != " "] == ["+ : Saved"]


async def test_a_box_that_comes_around_lines_is_one_line_and_a_line_that_is_moved_into_another_box_is_told(
    reader: PlaywrightReader, both: Stage
) -> None:
    html = "<main><div id=d><p>One</p><p>Two</p><button>Three</button></div></main>"
    around = "d.setAttribute('role', 'group'); d.setAttribute('aria-label', 'All')"
    assert (await changed_by(reader, both, html, around)) == ["  main", '+  group "All"']
    nested = "<fieldset aria-label=A><fieldset aria-label=B id=b><p>Zero</p><p>One</p><p>Two</p></fieldset></fieldset>"
    told = await changed_by(reader, both, nested, "b.after(b.lastElementChild)")
    assert [line for line in told if line[0] != " "] == ["- : Two", "+  : Two"]


async def test_a_panel_that_another_one_replaces_went_in_one_line(reader: PlaywrightReader, both: Stage) -> None:
    panel = "".join(f"<p>Line {at} of{' many' * 20} words</p>" for at in range(6))
    told = await changed_by(reader, both, f"<main id=m>{panel}</main>", "m.innerHTML = '<button>New</button>'")
    (gone,) = [line for line in told if line.startswith("- ")]
    assert re.fullmatch(r"- : Line 0 .{40,60}…[\w ]+ \(and 5 lines up to : Line 5 .{40,60}…[\w ]+\)", gone)


async def test_changes_of_a_page_that_did_not_change_say_so(reader: PlaywrightReader) -> None:
    await reader.snapshot("full")
    assert (await reader.snapshot("changes")).text.raw == "(nothing changed)"


async def test_changes_fall_back_to_a_new_snapshot(reader: PlaywrightReader, both: Stage, serve: PageServer) -> None:
    assert (await reader.snapshot("changes")).mode == "full", "there is nothing to compare with"
    await both.page.evaluate("document.body.innerHTML = '<p>All new</p>'")
    rewritten = await reader.snapshot("changes")
    assert (rewritten.mode, rewritten.text.raw) == ("full", ": All new")
    await both.page.goto(serve("<p>Another page</p>"))
    assert (await reader.snapshot("changes")).mode == "full"


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


@pytest.mark.parametrize("name", COVERED)
async def test_what_covers_the_window_without_saying_so_is_a_modal(both: Stage, name: str) -> None:
    await both.page.set_content(f"<!doctype html><p>Behind</p><button>Covered</button>{COVERED[name]}")
    reader = PlaywrightReader(both.core)
    for _ in range(2):
        snapshot = await reader.snapshot("auto")
        assert [line.split(" [")[0] for line in snapshot.text.raw.splitlines()] == [": News", 'button "Close"']
        assert snapshot.left_out.startswith("1 elements behind the open dialog")
    await both.page.evaluate("for (const box of document.querySelectorAll('div')) box.remove()")
    assert 'button "Covered"' in (await reader.snapshot("auto")).text.raw


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


async def test_a_dialog_that_opens_while_reading_is_reported_at_once(both: Stage) -> None:
    await both.page.set_content("<p>x</p>")
    reader = PlaywrightReader(both.core)
    asking = asyncio.ensure_future(both.page.evaluate("alert('hello')"))
    await both.core.dialog_opened.wait()
    async with asyncio.timeout(2):
        with pytest.raises(DialogOpen):
            await reader.snapshot("full")
    await both.accept()
    await asking
    assert (await reader.snapshot("full")).text.raw == ": x"


async def test_a_page_that_hangs_is_a_missed_deadline(stage: Stage) -> None:
    await stage.page.set_content("<p>x</p><script>setTimeout(() => { for (;;); })</script>")
    async with asyncio.timeout(12):
        with pytest.raises(DeadlineHit):
            await PlaywrightReader(stage.core).snapshot("full")


async def test_a_crashed_tab_is_lost(stage: Stage) -> None:
    await stage.page.set_content("<p>x</p>")
    crashed = asyncio.Event()
    stage.page.on("crash", lambda _: crashed.set())
    going = asyncio.ensure_future(stage.page.goto("chrome://crash"))
    await crashed.wait()
    with pytest.raises(TabLost):
        await PlaywrightReader(stage.core).snapshot("full")
    await asyncio.wait([going])
    assert going.exception() is not None


HOSTILE = {
    # Chromium itself crashes at 3,000 boxes within each other; without boxes, no depth is too much for it.
    "deep nesting": """let at = document.body; for (let i = 0; i < 1400; i++)
      at = at.appendChild(document.createElement('div'))""",
    "deep nesting without boxes": """let at = document.body; for (let i = 0; i < 10000; i++) {
      at = at.appendChild(document.createElement('b')); at.style.display = 'contents' } at.append('deep')""",
    "a deep name": """let at = document.body.appendChild(document.createElement('button'));
      for (let i = 0; i < 1000; i++) at = at.appendChild(document.createElement('b')); at.append('deep')""",
    "very many elements": "document.body.innerHTML = '<p>x</p><a href=#>y</a>'.repeat(60000)",
    "a long text": "document.body.append('word '.repeat(2e6))",
    "lone surrogates": "document.body.append('a\\ud800b'); document.title = '\\udfff'",
    "two-way text": "document.body.append('abc \\u202e def \\u2066 שלום')",
    "endless mutations": "setInterval(() => document.body.append('x'), 0)",
    "throwing getters": """customElements.define('x-t', class extends HTMLElement { get role() { throw 1 }
      get ariaLabel() { throw 1 } get shadowRoot() { throw 1 } get attributes() { throw 1 } });
      document.body.append(document.createElement('x-t'))""",
    "sizes of nothing and of everything": """document.body.innerHTML =
      '<button style="width:0;height:0;padding:0;border:0">a</button><div style="width:1e7px;height:1e7px">b</div>'""",
    "elements that move": """const boxes = Array.from({ length: 50 }, (_, at) => {
      const box = document.body.appendChild(document.createElement('button'));
      box.append(at); box.style.position = 'absolute'; return box });
      const go = () => { for (const box of boxes) box.style.left = `${Math.random() * 900}px`;
        document.body.append(boxes[0]); requestAnimationFrame(go) }; go()""",
    "very many choices": "document.body.innerHTML = `<select>${'<option>one'.repeat(50000)}</select>`",
    "many frames": "document.body.innerHTML = '<iframe srcdoc=\"<button>in</button>\"></iframe>'.repeat(70)",
}
SAID = {
    "deep nesting": "nodes were not read in time",
    "very many elements": "Only what is in the window is shown",
    "a long text": "characters of very long texts are left out",
    "many frames": "10 frames were not read",
}
"""What a snapshot says of what it left out."""


@pytest.mark.parametrize("name", HOSTILE)
async def test_a_hostile_page_gives_a_bounded_snapshot_and_lives(
    stage: Stage, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # How much is read here is not to be a matter of speed.
    monkeypatch.setattr(frame_outlines, "ALL_FRAMES_SECONDS", 25)
    monkeypatch.setattr(frame_outlines, "MAIN_SECONDS", 15)
    script = HOSTILE[name]
    await stage.page.set_content("<!doctype html><button>Live</button>")
    # The page's own layout is its own time.
    await stage.page.evaluate(f"() => {{ {script}; document.body.offsetHeight }}")
    reader = PlaywrightReader(stage.core)
    async with asyncio.timeout(30):
        snapshot = await reader.snapshot("auto")
    assert len(snapshot.text.raw) <= 12_000
    snapshot.text.raw.encode("utf-8")
    assert snapshot.text.raw
    assert SAID.get(name, "") in snapshot.left_out
    assert (await reader.info()).load_state == "complete"
