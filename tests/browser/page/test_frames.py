"""Frames in a snapshot: they stand in their place, and one that does not answer costs a second."""

from __future__ import annotations

import asyncio
import re
import threading
from typing import Any, cast

import pytest
from playwright.async_api import Frame

from handrail.browser.reading import closed_shadow, frame_outlines
from handrail.browser.reading.page_reader import PlaywrightReader
from handrail.browser.types.errors import KitFailed
from handrail.tools.support.matcher import Matcher
from tests.browser.stage import Stage
from tests.pages import PageServer, Reply

PIXEL = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"


def noted(stage: Stage) -> list[tuple[bool, str]]:
    """What the kit is asked from now on: whether in a frame, and the operation."""
    asked, ask = [], stage.core.ask

    async def note(frame: Frame, op: str, **args: Any) -> Any:
        asked.append((frame.parent_frame is not None, op))
        return await ask(frame, op, **args)

    stage.core.ask = note  # type: ignore[method-assign]
    return asked


async def test_a_frame_that_never_answers_is_named(
    isolated: Stage, serve: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Who listens for the mouse is asked within a second; here the frame keeps a whole processor busy all the while.
    monkeypatch.setattr(closed_shadow, "SECONDS", 4.0)
    hung = serve("<p>x</p><script>onload = () => setTimeout(() => { for (;;); })</script>")
    there = serve.other_site + hung.removeprefix(serve.origin)
    listening = "<p id=p>Tap</p><script>p.addEventListener('click', () => {})</script>"
    await isolated.page.goto(serve(f"<iframe src='{there}' title=Ad></iframe><button>Go on</button>{listening}"))
    asked = noted(isolated)
    async with asyncio.timeout(8):
        snapshot = await PlaywrightReader(isolated.core).snapshot("full")
        info = await PlaywrightReader(isolated.core).info()
    assert 'frame "Ad" [e1] f1 silent' in snapshot.text.raw
    assert 'button "Go on"' in snapshot.text.raw
    assert 'clickable "Tap"' in snapshot.text.raw
    assert (asked.count((False, "snapshot")), asked.count((True, "snapshot"))) == (2, 1)
    assert snapshot.left_out == "Frames that could not be read: f1."
    assert [(frame.frame, frame.state) for frame in info.frames] == [("f1", "silent")]


async def test_a_frame_that_was_busy_when_the_page_was_read_ahead_is_shown_once_it_answers(
    isolated: Stage, serve: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    hold = threading.Event()
    serve.put("/held", Reply(b"Awake", hold=hold))
    waits = "r = new XMLHttpRequest(); r.open('GET', '/held', false); r.send(); document.body.append(r.responseText)"
    busy = serve(f"<p>x</p><script>onload = () => setTimeout(() => {{ {waits} }})</script>", "/busy")
    there = busy.replace(serve.origin, serve.other_site)
    await isolated.page.goto(serve(f"<iframe src='{there}' title=Ad></iframe><button>Go on</button>"))
    reader = PlaywrightReader(isolated.core)
    monkeypatch.setattr(frame_outlines, "FRAME_SECONDS", 0.2)
    await reader.read_ahead()
    assert 'frame "Ad" [e1] f1 silent' in (await reader.snapshot("full")).text.raw
    await reader.read_ahead()
    monkeypatch.undo()
    hold.set()
    await isolated.page.frames[1].get_by_text("Awake").wait_for()
    assert "Awake" in (await reader.snapshot("full")).text.raw


async def test_frames_that_do_not_answer_cost_no_more_than_their_time_together(
    isolated: Stage, serve: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frame_outlines, "FRAME_SECONDS", 0.2)
    monkeypatch.setattr(frame_outlines, "ALL_FRAMES_SECONDS", 0.5)
    hung = serve("<p>x</p><script>onload = () => setTimeout(() => { for (;;); })</script>")
    there = serve.other_site + hung.removeprefix(serve.origin)
    page = serve(f"<iframe src='{there}'></iframe>" * 40 + "<button>Go on</button>")
    await isolated.page.goto(page, wait_until="domcontentloaded")
    snapshot = await PlaywrightReader(isolated.core).snapshot("full")
    gathered = cast(Any, snapshot).gathered
    silent, unread = len(gathered.silent), gathered.unread
    assert 0 < silent <= 3 * frame_outlines.AT_ONCE
    assert silent + unread == 40
    assert f"{unread} frames were not read." in snapshot.left_out
    assert 'button "Go on"' in snapshot.text.raw


async def test_frames_stand_in_place_and_their_refs_work(
    both: Stage, serve: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a busy machine a frame may take longer than its second, which is not what is tried here.
    monkeypatch.setattr(frame_outlines, "FRAME_SECONDS", 20.0)
    monkeypatch.setattr(frame_outlines, "ALL_FRAMES_SECONDS", 40.0)
    deep = serve("<button onclick=\"document.body.append('pressed')\">Deep</button>")
    there = serve.other_site + serve(f"<p>Inner</p><iframe src='{deep}' title=Deeper></iframe>").removeprefix(
        serve.origin
    )
    await both.page.goto(serve(f"<p>Before</p><iframe src='{there}' title=Shop></iframe><p>After</p>"))
    reader = PlaywrightReader(both.core)
    snapshot = await reader.snapshot("full")
    lines = snapshot.text.raw.splitlines()
    assert [line.split(" ->")[0] for line in lines] == [
        ": Before",
        'frame "Shop" [e1] f1',
        " : Inner",
        ' frame "Deeper" [e2] f2',
        '  button "Deep" [e3]',
        ": After",
    ]
    button = next(node for node in snapshot.nodes if node.role == "button")
    assert (button.frame, button.depth, button.name.origin) == ("f2", 2, serve.origin)
    assert button.ref is not None
    await (await both.core.locator(await both.core.live(button.ref))).click(timeout=20_000)
    assert ": pressed" in (await reader.snapshot("full")).text.raw


async def test_documents_in_objects_and_embeds_are_frames_and_pictures_in_them_are_not(
    both: Stage, serve: PageServer
) -> None:
    inner = serve("<button onclick=\"this.textContent = 'Pressed'\">Press</button>")
    there = serve.other_site + inner.removeprefix(serve.origin)
    await both.page.goto(
        serve(
            f"<object data='{inner}' title=Shop></object><embed src='{there}' width=200 height=90>"
            f"<object data='{PIXEL}' width=9 height=9 aria-label=Dot></object>"
            "<object data=/nothing type=application/x-nothing>Instead <a href=/x>this</a></object>"
        )
    )
    reader = PlaywrightReader(both.core)
    snapshot = await reader.snapshot("full")
    for _ in range(9):  # on a busy machine a frame may need more than its second to be known
        if "silent" in snapshot.text.raw:
            snapshot = await reader.snapshot("full")
    lines = [re.sub(r" \[e\d+\]|( ->.*)", "", line) for line in snapshot.text.raw.splitlines() if " img" not in line]
    assert lines == [
        'frame "Shop" f1', ' button "Press"', "frame f2", ' button "Press"',
        'frame "Dot" f3' if 'frame "Dot" f3' in lines else 'object "Dot"',  # Firefox makes a document of a picture
        ": Instead", 'link "this"',
    ]  # fmt: skip
    finder = Matcher.compile("press", regex=False, case_sensitive=False)
    assert [found.frame for found in (await reader.search(finder)).matches] == ["f1", "f2"]
    assert [found.frame for found in (await reader.query("button, a")).elements] == ["f1", "f2", ""]
    assert (await reader.html(main_only=False)).html.raw.count("Press") == 2
    if both.page.context.browser.browser_type.name == "chromium":  # in Firefox they can only be read
        for node in snapshot.nodes:
            if node.role == "button" and node.ref:
                await both.actions.click(node.ref)
        assert (await reader.snapshot("full")).text.raw.count('button "Pressed"') == 2


WRITTEN = """() => {
  const frame = document.body.appendChild(document.createElement('iframe'));
  const inner = frame.contentDocument;
  inner.open();
  inner.write('<label>Note <input value=kept></label><p>Text</p>');
  inner.close();
  for (const one of [inner, inner.querySelector('input')]) one.addEventListener('click', () => {});
}"""


async def test_a_frame_whose_listeners_were_read_before_it_was_is_readable(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The page's own kit gets its nodes first: they have the classes of the page's window, not of the frame's.
    monkeypatch.setattr(closed_shadow, "MAX_WORLDS", 1)
    await stage.show("<h1>Edit</h1><p id=p>Tap</p><script>p.addEventListener('click', () => {})</script>")
    gathered = await frame_outlines.gather(stage.core, stage.page.main_frame)
    await stage.page.evaluate(WRITTEN)
    await closed_shadow.ClosedShadow(stage.core).found_more(gathered)
    reader = PlaywrightReader(stage.core)
    text = (await reader.snapshot("full")).text.raw
    assert 'textbox "Note"' in text
    assert '= "kept"' in text
    assert ": Text" in text
    assert (await reader.search(Matcher.compile("Text"))).total == 1


async def test_a_frame_in_which_the_kit_fails_is_named_and_the_page_is_read(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stage.show("<iframe srcdoc='<p>Inside</p>' title=Editor></iframe><p>Outside</p>")
    ask = stage.core.ask

    async def failing(frame: Frame, op: str, **args: Any) -> Any:
        if frame.parent_frame is not None:
            raise KitFailed("The page kit failed.")
        return await ask(frame, op, **args)

    monkeypatch.setattr(stage.core, "ask", failing)
    reader = PlaywrightReader(stage.core)
    snapshot = await reader.snapshot("full")
    assert ": Outside" in snapshot.text.raw
    assert snapshot.left_out == "Frames that could not be read: f1."
    assert (await reader.search(Matcher.compile("Outside"))).missing == ("frame f1 could not be read",)
