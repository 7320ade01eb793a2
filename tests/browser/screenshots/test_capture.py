"""Pictures: how large, of what, with which marks, and what the page notices of them."""

import base64

import pytest

from handrail.attachments import jpeg_size
from handrail.browser.screenshots import capture
from handrail.browser.types.errors import DeadlineHit, DialogOpen, NotActionable
from tests.browser.openings import isolated, opened, ref_of

NOISE = """<canvas id=c width=1200 height=700></canvas><script>
const g = c.getContext('2d'), d = g.createImageData(1200, 700); let s = 1;
for (let i = 0; i < d.data.length; i++) d.data[i] = i % 4 == 3 ? 255 : (s = s * 16807 % 2147483647) & 255;
g.putImageData(d, 0, 0);</script>"""


async def colour(page, picture, x, y):
    """The colour of a pixel, read by a browser: there is no other decoder here."""
    source = "data:image/jpeg;base64," + base64.b64encode(picture.data).decode()
    script = """async ([source, x, y]) => {
        const image = new Image(); image.src = source; await image.decode();
        const canvas = document.createElement('canvas'); canvas.width = image.width; canvas.height = image.height;
        const pen = canvas.getContext('2d'); pen.drawImage(image, 0, 0);
        return [...pen.getImageData(x, y, 1, 1).data].slice(0, 3);
    }"""
    return await page.evaluate(script, [source, x, y])


def near(seen, wanted):
    return all(abs(a - b) < 40 for a, b in zip(seen, wanted, strict=True))


async def test_a_picture_of_the_window_is_a_jpeg_of_its_size(both_tabs, serve, page):
    await both_tabs.active.goto(serve("<body style='background: rgb(0, 128, 255)'>"))
    picture = await both_tabs.active.screenshot()
    assert (picture.kind, picture.mime, picture.name) == ("image", "image/jpeg", "screenshot")
    assert jpeg_size(picture.data) == (1280, 800)
    assert near(await colour(page, picture, 640, 400), (0, 128, 255))


async def test_a_picture_that_compresses_badly_and_one_of_a_wide_window_are_made_smaller(tabs, serve):
    await tabs.active.goto(serve(NOISE))
    picture = await tabs.active.screenshot()
    assert len(picture.data) <= capture.MAX_BYTES
    assert jpeg_size(picture.data) == (1280, 800)
    await tabs.active.page.set_viewport_size({"width": 2560, "height": 1000})
    await tabs.active.goto(serve("wide"))
    assert jpeg_size((await tabs.active.screenshot()).data) == (1280, 500)


async def test_the_whole_page_has_a_cap_too(both_tabs, serve, page):
    tall = "<body style='margin:0'><div style='height:100px;background:lime'></div><div style='height:30000px'></div>"
    await both_tabs.active.goto(serve(tall))
    picture = await both_tabs.active.screenshot(full_page=True)
    width, height = jpeg_size(picture.data)
    assert height == capture.MAX_HEIGHT
    assert width / height == pytest.approx(1280 / capture.MAX_PAGE_HEIGHT, rel=0.05)
    assert near(await colour(page, picture, 10, 10), (0, 255, 0))


async def test_one_element_wherever_it_stands_without_scrolling_there(both_tabs, serve, page):
    button = "<button style='width:300px;height:60px;border:0;background:rgb(255,0,0)'>Below</button>"
    await both_tabs.active.goto(serve(f"<div style='height:3000px'></div>{button}"))
    picture = await both_tabs.active.screenshot(ref=await ref_of(both_tabs, "Below"))
    assert jpeg_size(picture.data) == (300, 60)
    assert near(await colour(page, picture, 5, 5), (255, 0, 0))
    assert (await both_tabs.active.reader.info()).scroll_y == 0


async def test_an_element_in_a_frame(both_tabs, serve, page):
    inner = "<button style='width:200px;height:50px;border:0;background:rgb(255,0,0)'>Inner</button>"
    await both_tabs.active.goto(serve(f'<iframe style="margin:50px" srcdoc="{inner}"></iframe>'))
    picture = await both_tabs.active.screenshot(ref=await ref_of(both_tabs, "Inner"))
    assert jpeg_size(picture.data) == (200, 50)
    assert near(await colour(page, picture, 5, 5), (255, 0, 0))


async def test_an_element_that_cannot_be_seen_has_no_picture(tabs, serve):
    box = "<div style='height:100px;overflow:auto'><p style='height:900px'>x</p><button>Deep</button></div>"
    await tabs.active.goto(serve(box))
    with pytest.raises(NotActionable, match="cannot be seen"):
        await tabs.active.screenshot(ref=await ref_of(tabs, "Deep"))


WATCHED = """<script>window.seen = [];
new MutationObserver((all) => seen.push(...all.map((r) => r.type)))
  .observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
for (const kind of ['scroll', 'resize', 'focus', 'blur']) addEventListener(kind, () => seen.push(kind), true);
</script>"""


async def test_marks_are_drawn_on_the_picture_and_not_on_the_page(tabs, serve, page):
    button = "<button style='position:absolute;left:100px;top:200px;width:120px;height:40px;border:0'>Go</button>"
    await tabs.active.goto(serve(WATCHED + button))
    await tabs.active.page.evaluate("new Promise(requestAnimationFrame).then(() => seen.length = 0)")
    plain, marked = await tabs.active.screenshot(), await tabs.active.screenshot(marks=True)
    assert await tabs.active.page.evaluate("seen") == []
    assert jpeg_size(marked.data) == jpeg_size(plain.data)
    assert [tab.id for tab in await tabs.list()] == ["t1"]
    # The label stands on the corner of the box; #d62728 is the first colour.
    assert near(await colour(page, marked, 101, 189), (0xD6, 0x27, 0x28))
    assert near(await colour(page, plain, 101, 189), (255, 255, 255))


async def test_marks_in_firefox_too(firefox, serve, page):
    button = "<button style='position:absolute;left:100px;top:200px;width:120px;height:40px;border:0'>Go</button>"
    async with opened(firefox) as tabs:
        await tabs.active.goto(serve(button))
        marked = await tabs.active.screenshot(marks=True)
    assert near(await colour(page, marked, 101, 189), (0xD6, 0x27, 0x28))


async def test_looking_for_what_to_mark_is_no_snapshot(tabs, serve):
    await tabs.active.goto(serve("<button onclick=\"document.body.append('Changed')\">Go</button>"))
    go = await ref_of(tabs, "Go")
    await tabs.active.actions.click(go)
    await tabs.active.screenshot(marks=True)
    assert "Changed" in (await tabs.active.reader.snapshot("changes")).text


async def test_a_frame_that_hangs_is_a_deadline_and_a_sentence(playwright_, serve, monkeypatch):
    monkeypatch.setattr(capture, "TIMEOUT", 1.0)
    spin = serve("<script>setTimeout(() => { while (true); }, 50)</script>").replace(serve.origin, serve.other_site)
    async with isolated(playwright_) as tabs:
        await tabs.active.goto(serve(f"<h1>Above</h1><iframe src='{spin}'></iframe>"))
        said = None
        while said is None:
            try:
                await tabs.active.screenshot()
            except DeadlineHit as hit:
                said = hit
        assert "gave no picture within 1 s" in said.message
        assert "Above" in (await tabs.active.reader.snapshot("full")).text


async def test_an_open_dialog_is_an_error(tabs, serve):
    await tabs.active.goto(serve("<script>alert(1)</script>"))
    with pytest.raises(DialogOpen):
        await tabs.active.screenshot()


@pytest.mark.parametrize("data", [b"", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0\x00\x10"])
def test_what_is_no_jpeg_has_no_size(data):
    with pytest.raises(ValueError, match="not a JPEG"):
        jpeg_size(data)
