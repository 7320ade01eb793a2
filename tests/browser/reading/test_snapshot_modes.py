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


async def read_on(reader: PlaywrightReader, first: Snapshot, max_chars: int) -> list[Snapshot]:
    """All the parts of a snapshot, one after the other."""
    parts = [first]
    while parts[-1].cursor is not None:
        parts.append(await reader.snapshot(cursor=parts[-1].cursor, max_chars=max_chars))
    return parts


async def test_each_mode_shows_its_part_and_says_what_is_left_out(reader: PlaywrightReader) -> None:
    window = await reader.snapshot("viewport")
    assert ('button "Top"' in window.text.raw, "Below" in window.text.raw) == (True, False)
    assert re.search(r"0 px above and \d{3,} px below", window.left_out)
    assert 'snapshot(mode="full")' in window.left_out
    operable = await reader.snapshot("interactive")
    assert 'button "Below"' in operable.text.raw
    assert 'heading "Help" level=2' in operable.text.raw
    assert "Fine print" not in operable.text.raw
    assert "Text is left out" in operable.left_out
    whole = await reader.snapshot("auto")
    assert (whole.mode, whole.left_out, whole.cursor, "Fine print" in whole.text.raw) == ("full", "", None, True)
    short = await reader.snapshot("auto", max_chars=300)
    assert (short.mode, len(short.text.raw) <= 300, short.cursor is None) == ("viewport", True, False)


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
    for role, item, told in (("option", "role=option", 'option "Land 10"'), ("listitem", "onclick=1", "listitem")):
        items = "".join(f"<li {item}>Land {number}</li>" for number in range(60))
        box = f"<ul id=list{' role=listbox' if role == 'option' else ''}>{items}</ul>"
        await both.page.evaluate("html => { list.outerHTML = html }", box)
        for mode in ("changes", "auto"):
            text = (await reader.snapshot(mode)).text.raw
            shown = [f"Land {number}" in text for number in (0, 9, 10, 58, 59)]
            assert shown == [True, True, False, False, True], role
            assert f"… 49 more: {role}, use their labels, or snapshot(cursor=" in text
            rest = await reader.snapshot(cursor=text.split('cursor="')[1].partition('"')[0])
            first = rest.text.raw.splitlines()[0]
            assert first.startswith(f" {told}"), first
            assert "Land 10" in first, first
        assert "Land 30" in (await reader.snapshot("full")).text.raw


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


async def test_a_cursor_goes_on_where_the_text_stopped_and_an_old_one_is_an_error(reader: PlaywrightReader) -> None:
    whole = await reader.snapshot("full")
    first = await reader.snapshot("full", max_chars=500)
    parts = await read_on(reader, first, 500)
    assert "\n".join(part.text.raw for part in parts) == whole.text.raw
    assert all(len(part.text.raw) <= 500 for part in parts)
    assert f'snapshot(cursor="{first.cursor}")' in first.left_out
    for cursor in ("s9:3", "nonsense", str(first.cursor).partition(":")[0] + ":" + "9" * 5_000):
        with pytest.raises(InvalidCursor):
            await reader.snapshot(cursor=cursor)


async def test_one_endless_line_is_read_in_parts_too(both: Stage) -> None:
    await both.page.set_content(f"<p>{'word ' * 1000}</p>")
    reader = PlaywrightReader(both.core)
    parts = await read_on(reader, await reader.snapshot("full", max_chars=800), 800)
    assert sum(part.text.raw.count("word") for part in parts) == 1000


async def test_a_part_of_the_page_can_be_read_alone(reader: PlaywrightReader, both: Stage) -> None:
    await both.page.set_content("<p>Out</p><form aria-label=Join><input aria-label=Mail><button>Go</button></form>")
    whole = await reader.snapshot("full")
    form = next(node.ref for node in whole.nodes if node.role == "form")
    part = await reader.snapshot("full", within_ref=form)
    assert part.text.raw.splitlines() == whole.text.raw.splitlines()[1:]
    await both.page.evaluate("document.querySelector('form').remove()")
    with pytest.raises(StaleRef):
        await reader.snapshot("full", within_ref=form)


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


async def test_a_page_that_hides_all_its_words_says_so(stage: Stage) -> None:
    table = "<table><tr><td>Ann<td>Ben<tr><td>Cy<td>Di</table>"
    await stage.show(f"<style>body {{ visibility: hidden }}</style>{table}")
    assert "shows no word" in (await PlaywrightReader(stage.core).snapshot()).left_out
    await stage.show(table)
    assert (await PlaywrightReader(stage.core).snapshot()).left_out == ""
