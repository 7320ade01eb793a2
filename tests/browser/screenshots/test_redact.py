"""What a picture must not show is painted over, and where that cannot be said there is no picture."""

from __future__ import annotations

import base64
import threading
from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import Browser, Page

from handrail.attachments import Attachment
from handrail.browser.page.kit_selectors import selector
from handrail.browser.page.secret_parts import with_pad
from handrail.browser.screenshots.capture import PictureRefused, covers
from handrail.browser.tabs.tab import PlaywrightTab
from handrail.browser.tabs.tabs import PlaywrightTabs
from handrail.vault.forms import needles_of
from tests.browser.openings import opened, ref_of
from tests.browser.stage import Stage
from tests.pages import PageServer, Reply

SECRET = "p@ss-hunter2!"
NEEDLES = tuple(needles_of(SECRET))

STYLE = """<!doctype html><style>
body { margin: 0 } * { font: 20px/24px monospace }
.at { position: absolute; left: 40px; width: 400px; height: 30px; border: 0; padding: 0; background: #fff; color: red }
.at *, ::placeholder { background: inherit; color: red; opacity: 1 }
</style>"""


@pytest.fixture
async def tabs(chromium: Browser) -> AsyncIterator[PlaywrightTabs]:
    async with opened(chromium) as tabs:
        tabs.redact(lambda: NEEDLES)
        yield tabs


@pytest.fixture
async def both_tabs(any_browser: Browser) -> AsyncIterator[PlaywrightTabs]:
    async with opened(any_browser) as tabs:
        tabs.redact(lambda: NEEDLES)
        yield tabs


async def reds(page: Page, picture: Attachment, part: dict[str, int] | None = None) -> list[int]:
    """The rows of the picture, by 50, in which something red can be seen; read by a browser: there is no other decoder
    here."""
    source = "data:image/jpeg;base64," + base64.b64encode(picture.data).decode()
    script = """async ([source, part]) => {
        const image = new Image(); image.src = source; await image.decode();
        const canvas = document.createElement('canvas'); canvas.width = image.width; canvas.height = image.height;
        const pen = canvas.getContext('2d'); pen.drawImage(image, 0, 0);
        const { x, y, width, height } = part ?? { x: 0, y: 0, width: image.width, height: image.height };
        const { data } = pen.getImageData(x, y, width, height), rows = new Set();
        for (let at = 0; at < data.length; at += 4) {
          const isRed = data[at] - data[at + 1] > 60 && data[at] - data[at + 2] > 60;
          if (isRed) rows.add(Math.floor(at / 4 / width / 50));
        }
        return [...rows];
    }"""
    found: list[int] = await page.evaluate(script, [source, part])
    return found


def at(row: int, html: str) -> str:
    """A line of its own, 50 pixels for each."""
    return f'<div class=at style="top:{row * 50 + 10}px">{html}</div>'


SPLIT = "<b>p@ss</b>-h<i>unt</i><span style='display:none'>no</span>er\u200b2!"
SHOWN = {
    "text": SECRET,
    "split over elements": SPLIT,
    "split over lines": "p@ss-hun<br>ter2!",
    "with gaps": "p @ s s - h u n t e r 2 !",
    "base64": base64.b64encode(SECRET.encode()).decode().rstrip("="),
    "hex": SECRET.encode().hex().upper(),
    "address": "p%40ss-hunter2%21",
    "text field": f'<input class=at value="{SECRET}">',
    "password field": f'<input class=at type=password value="{SECRET}">',
    "search field": f'<input class=at type=search value="{SECRET}">',
    "fields of one character": "".join(f'<input size=1 value="{char}">' for char in SECRET),
    "text area": f"<textarea class=at>a {SECRET} b</textarea>",
    "hint": f'<input class=at placeholder="{SECRET}">',
    "button": f'<input type=button value="{SECRET}">',
    "list": f"<select class=at><option>{SECRET}</select>",
    "list box": f"<select class=at size=2><option>Other<option>{SECRET}</select>",
    "rich text": f"<p contenteditable>{SECRET}</p>",
    "shadow": "<x-y><template shadowrootmode=open><p style='color:red;margin:0'>p@ss-<slot></slot>"
    "</template>hunter2!</x-y>",
    "slotted frame": f"<iframe style='border:5px solid #fff;height:24px' srcdoc=\"{STYLE.replace(chr(34), '')}"
    f"<p style='color:red;margin:0'>{SECRET}\"></iframe>",
    "turned": f"<p style='margin:0;transform:rotate(2deg)'>{SECRET}</p>",
    "frame in a scaled box": "<p style='margin:0;transform:scale(.9)'><iframe style='border:0;height:24px' "
    f"srcdoc=\"<p style='color:red;margin:0'>{SECRET}\"></iframe></p>",
    "SVG": f"<svg width=400 height=24><text y=20 fill=red>{SECRET}</text></svg>",
}  # fmt: skip
PAGE = STYLE + "".join(at(row, html) for row, html in enumerate(SHOWN.values()))


async def test_all_that_shows_a_secret_is_painted_over(
    both_tabs: PlaywrightTabs, serve: PageServer, page: Page
) -> None:
    """Also in the picture of the whole document, and of one element, wherever the window is scrolled to."""
    tab = both_tabs.active
    await tab.page.set_viewport_size({"width": 1280, "height": 1250})
    await tab.goto(serve(PAGE + at(22, "other words") + "<p style='height:1600px'>"))
    other = 22
    assert await reds(page, await tab.screenshot()) == [other]
    await tab.page.mouse.wheel(0, 130)
    await tab.page.wait_for_function("scrollY == 130")
    assert await reds(page, await tab.screenshot(full_page=True)) == [other]
    both_tabs.redact(tuple)
    bare = await reds(page, await tab.screenshot(full_page=True))
    password = list(SHOWN).index("password field")
    assert set(bare) >= {row for row in range(23) if row != password}


async def test_generated_text_and_labels_that_hold_a_secret_are_painted_over(
    both_tabs: PlaywrightTabs, serve: PageServer, page: Page
) -> None:
    shown = [
        f"<style>.before::before {{ content: attr(data-s) }}</style><b class=before data-s='{SECRET}'></b>",
        f"<style>.after::after {{ content: '{SECRET}' }}</style><b class=after>Key: </b>",
        f"<img src='data:,' alt='{SECRET}'>",
        f"<input type=image src='data:,' alt='{SECRET}'>",
        f"<select size=2 style='height:30px'><optgroup label='{SECRET}'><option>x</optgroup></select>",
    ]
    tab = both_tabs.active
    await tab.goto(serve(STYLE + "".join(at(row, html) for row, html in enumerate([*shown, "other words"]))))
    assert await reds(page, await tab.screenshot()) == [5]
    both_tabs.redact(tuple)
    assert await reds(page, await tab.screenshot()) == [0, 1, 2, 3, 4, 5]


async def test_an_open_list_that_the_page_draws_and_text_that_browsers_hide_are_painted_over(
    tabs: PlaywrightTabs, serve: PageServer, page: Page
) -> None:
    shown = [
        f"<script type=text/plain style='display:block'>{SECRET}</script>",
        f"<datalist style='display:block'><option style='display:block'>{SECRET}</datalist>",
        f"<style type=text/plain style='display:block'>{SECRET}</style>",
    ]
    drawn = """<style>select, ::picker(select) { appearance: base-select; color: red; border: 0 }
        ::picker(select) { position: fixed; inset: auto; left: 40px; top: 200px; padding: 0 } option { height: 50px }
        option::checkmark, ::picker-icon { display: none }</style>"""
    options = f"<option>Other<option>{SECRET}<option><i>p@ss-</i><b>hunter2!</b><option>Last"
    lines = [at(row, html) for row, html in enumerate([*shown, f"<select>{options}</select>"])]
    tab = tabs.active
    await tab.goto(serve(STYLE + drawn + "".join(lines)))
    await tab.page.click("select")
    # The rows of the first and the last option.
    assert await reds(page, await tab.screenshot()) == [8, 11]
    tabs.redact(tuple)
    assert await reds(page, await tab.screenshot()) == [0, 1, 2, 3, 8, 9, 10, 11]


async def test_there_is_no_picture_while_a_transition_still_shows_the_view_before(
    tabs: PlaywrightTabs, serve: PageServer
) -> None:
    slow = "<style>::view-transition-old(root), ::view-transition-new(root) { animation-duration: 60s }</style>"
    tab = tabs.active
    await tab.goto(serve(f"{slow}<h1>{SECRET}</h1>"))
    start = "document.startViewTransition(() => { document.querySelector('h1').textContent = 'gone' }).ready"
    await tab.page.evaluate(f"({start}).then(() => {{ window.moving = document.activeViewTransition }})")
    with pytest.raises(PictureRefused, match="the one before"):
        await tab.screenshot()
    tabs.redact(tuple)
    assert await tab.screenshot()


async def test_a_picture_of_an_element_out_of_the_window(tabs: PlaywrightTabs, serve: PageServer, page: Page) -> None:
    tall = "<div style='height:3000px'></div>"
    style = "width:400px;height:50px;border:0;padding:0;background:#fff;color:red;text-align:left"
    button = f"<button style='{style}'>Keys: Key {SECRET}</button>"
    await tabs.active.goto(serve(STYLE + tall + button))
    taken = await tabs.active.screenshot(ref=await ref_of(tabs, f"Keys: Key {SECRET}"))
    first_letters = {"x": 0, "y": 10, "width": 130, "height": 30}
    assert await reds(page, taken, first_letters) == [0]
    behind_them = {"x": 170, "y": 0, "width": 230, "height": 50}
    assert await reds(page, taken, behind_them) == []


async def test_the_words_beside_it_stay_to_be_seen(tabs: PlaywrightTabs, serve: PageServer) -> None:
    await tabs.active.goto(serve(f"{STYLE}<p id=p style='margin:0'>ab {SECRET} cd</p>"))
    found = await covers(tabs.active.core, NEEDLES)
    assert {(round(cover.x / 12), round(cover.width / 12)) for cover in found} == {(3, len(SECRET))}


async def test_what_stays_in_the_window_has_no_place_in_a_picture_of_the_document(
    tabs: PlaywrightTabs, serve: PageServer, page: Page
) -> None:
    fixed = f"<p style='position:fixed;top:0;color:red;margin:0'>{SECRET}</p><p style='height:3000px'>"
    await tabs.active.goto(serve(STYLE + fixed))
    with pytest.raises(PictureRefused) as caught:
        await tabs.active.screenshot(full_page=True)
    assert "window" in caught.value.hint
    assert await reds(page, await tabs.active.screenshot()) == []


async def test_a_layout_that_depends_on_the_height_of_the_window(
    both_tabs: PlaywrightTabs, serve: PageServer, page: Page
) -> None:
    """A browser may lay the page out anew for a picture of all of it."""
    html = f"<div style='height:100vh'></div><p style='color:red'>{SECRET}</p><div style='height:200vh'></div>"
    await both_tabs.active.goto(serve(STYLE + html))
    assert await reds(page, await both_tabs.active.screenshot(full_page=True)) == []


async def test_a_frame_that_does_not_answer_means_no_picture(isolated: Stage, serve: PageServer) -> None:
    hung = serve("<p>x</p><script>onload = () => setTimeout(() => { for (;;); })</script>", "/hung")
    frame = f"<iframe src='{hung.replace(serve.origin, serve.other_site)}'></iframe>"
    await isolated.page.goto(serve(f"<h1>Above</h1>{frame}"))
    with pytest.raises(PictureRefused, match="could not be read"):
        await covers(isolated.core, NEEDLES)
    # One that has no place on the page shows nothing.
    await isolated.page.goto(serve(f"<h1>Above</h1><div hidden>{frame}</div>"))
    assert await covers(isolated.core, NEEDLES) == []


async def test_a_frame_whose_page_has_not_come_shows_nothing(chromium: Browser, serve: PageServer) -> None:
    """Also in a page that was read before."""
    serve.put("/held", Reply(hold=threading.Event()))
    page = serve(f"<h1>Above</h1><iframe src='{serve.other_site}/held'></iframe>")
    async with opened(chromium, own=True) as tabs:
        tabs.redact(lambda: NEEDLES)
        for _ in range(2):
            await tabs.active.goto(page)
            assert (await tabs.active.screenshot()).kind == "image"


async def test_a_secret_that_moves_means_no_picture(tabs: PlaywrightTabs, serve: PageServer) -> None:
    moving = f"<p style='position:relative;animation:go 1s linear infinite'>{SECRET}</p>"
    await tabs.active.goto(
        serve(f"{STYLE}<style>@keyframes go {{ from {{ left: 0 }} to {{ left: 900px }} }}</style>{moving}")
    )
    with pytest.raises(PictureRefused, match="moves"):
        await tabs.active.screenshot()


async def test_the_page_sees_nothing_of_the_search(tabs: PlaywrightTabs, serve: PageServer) -> None:
    watch = """<script>window.seen = [];
    new MutationObserver(all => seen.push(...all.map(one => one.type)))
      .observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
    for (const kind of ['selectionchange', 'focus', 'scroll']) addEventListener(kind, () => seen.push(kind), true);
    const indexOf = String.prototype.indexOf;
    String.prototype.indexOf = function (...rest) { seen.push(String(rest[0])); return indexOf.apply(this, rest) };
    </script>"""
    await tabs.active.goto(
        serve(f"<body style='margin:8px'><p style='margin:0;height:34px'>{SECRET}</p><input value='{SECRET}'>{watch}")
    )
    await tabs.active.page.evaluate("seen.length = 0")
    assert {round(cover.y) for cover in await covers(tabs.active.core, NEEDLES)} == {8, 42}
    assert await tabs.active.page.evaluate("seen") == []


async def test_no_error_or_log_of_a_question_spells_out_what_was_looked_for(
    tabs: PlaywrightTabs, serve: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    await tabs.active.goto(serve("x"))
    asked: list[Any] = []
    ask = tabs.active.core.ask

    async def told(frame: Any, op: str, **args: Any) -> Any:
        asked.append(selector({"op": op, "args": args}))
        return await ask(frame, op, **args)

    monkeypatch.setattr(tabs.active.core, "ask", told)
    await covers(tabs.active.core, NEEDLES)
    (question,) = asked
    plain = base64.b64decode(question.partition("=")[2]).decode()
    assert "secret_boxes" in plain
    assert not any(needle.text in question or needle.text in plain for needle in NEEDLES)
    again = with_pad(NEEDLES[0]), with_pad(NEEDLES[0])
    assert again[0]["text"] != again[1]["text"]


async def test_without_secrets_nothing_is_asked(tabs: PlaywrightTabs, serve: PageServer) -> None:
    tab: PlaywrightTab = tabs.active
    await tab.goto(serve("x"))
    tabs.redact(tuple)
    tabs.active.core.ask = None  # type: ignore[assignment, method-assign]
    assert (await tab.screenshot()).kind == "image"
