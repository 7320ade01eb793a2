"""What a snapshot shows of a page: its structure, what can be seen, states, values, frames."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import Frame, Playwright

from handrail.browser.backend import gather
from handrail.browser.backend.view import PageView
from handrail.tools.matcher import Matcher
from tests.browser.stage import Stage
from tests.pages import PageServer


@pytest.fixture
def view(both: Stage) -> PageView:
    return PageView(both.core)


async def outline(stage: Stage, html: str, **options: Any) -> str:
    await stage.page.set_content(f"<!doctype html><body>{html}")
    return (await PageView(stage.core).snapshot("full", **options)).text.raw


async def test_one_line_a_node_with_structure_kept_and_noise_folded(both: Stage) -> None:
    html = """
    <header><nav aria-label=Main>
    <ul><li><a href="/a">Home</a></li><li><a href="/b">Docs</a> new</li></ul></nav></header>
    <main><div><div><h1>Shop <em>now</em></h1></div></div>
    <p>Buy <b>good</b> things, <a href="#more">more here</a>.</p>
    <section><button>Save</button></section></main>"""
    assert await outline(both, html) == "\n".join(
        [
            "banner",
            ' navigation "Main"',
            "  list",
            '   link "Home" [e1] -> /a',
            "   listitem",
            '    link "Docs" [e2] -> /b',
            "    : new",
            "main",
            ' heading "Shop now" level=1',
            " : Buy good things,",
            ' link "more here" [e3] -> #more',
            " : .",
            ' button "Save" [e4]',
        ]
    )


async def test_tables_and_definitions_keep_their_shape(both: Stage) -> None:
    html = """<table><caption>Prices</caption><thead><tr><th>Name<th>Cost</thead>
    <tr><td>Pen<td>2</tr><tr><td>Ink<td><a href=/ink>7</a></tr></table>
    <dl><dt>Colour<dd>blue</dl>"""
    assert await outline(both, html) == "\n".join(
        [
            'table "Prices" [e1]',
            " row: Name | Cost",
            " row: Pen | 2",
            " row",
            "  cell: Ink",
            '  link "7" [e2] -> /ink',
            "term: Colour",
            "definition: blue",
        ]
    )


SEEN = "Seen"
PIXEL = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
HIDDEN = {
    "display none": "<p style='display:none'>{}</p>",
    "hidden attribute": "<p hidden>{}</p>",
    "visibility": "<p style='visibility:hidden'>{}</p>",
    "opacity": "<div style='opacity:0'><p>{}</p></div>",
    "off the page": "<p style='position:absolute;left:-9999px'>{}</p>",
    "one pixel": "<p style='position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)'>{}</p>",
    "clip path": "<p style='clip-path:inset(50%)'>{}</p>",
    "collapsed box": "<div style='height:0;overflow:hidden'><p>{}</p></div>",
    "outside of a clipping box": "<div style='height:20px;overflow:hidden'><p style='margin-top:90px'>{}</p></div>",
    "colour of the page": "<p style='color:#fff'>{}</p>",
    "colour of its box": "<p style='background:#224;color:#224'>{}</p>",
    "transparent ink": "<p style='color:transparent'>{}</p>",
    "font size nothing": "<p style='font-size:0'>{}</p>",
    "closed details": "<details><summary>More</summary><p>{}</p></details>",
    "content-visibility": "<div style='content-visibility:hidden'><p>{}</p></div>",
    "closed dialog": "<dialog><p>{}</p></dialog>",
    "template": "<template><p>{}</p></template>",
    "noscript": "<noscript><p>{}</p></noscript>",
    "comment": "<!-- {} -->",
}
VISIBLE = {
    "far below": "<div style='height:4000px'></div><p>{}</p>",
    "in a box that scrolls": "<div style='height:30px;overflow:auto'><div style='height:300px'></div><p>{}</p></div>",
    "in a box that scrolls sideways only": "<div style='width:50px;white-space:nowrap;overflow:auto hidden'>"
    "<b style='display:inline-block;width:300px'></b><b style='display:inline-block'>{}</b></div>",
    "in a box that scrolls in one that clips": "<div style='height:40px;overflow:hidden'>"
    "<div style='height:40px;overflow:auto'><div style='height:300px'></div><p>{}</p></div></div>",
    "white on dark": "<div style='background:#000'><p style='color:#fff'>{}</p></div>",
    "white on a picture beside it": "<div style='position:relative'><img style='position:absolute' alt=x src=data:,>"
    "<p style='position:relative;color:#fff'>{}</p></div>",
    "visible in a hidden box": "<div style='visibility:hidden'><p style='visibility:visible'>{}</p></div>",
    "hidden from readers only": "<p aria-hidden=true>{}</p>",
    "display contents": "<div style='display:contents'>{}</div>",
    "fixed out of a clipping box": "<div style='height:0;overflow:hidden'>"
    "<p style='position:fixed;top:9px'>{}</p></div>",
    "generated": "<style>p::before{{content:'{}'}}</style><p></p>",
    "open details": "<details open><summary>More</summary><p>{}</p></details>",
    "slot": "<x-y><template shadowrootmode=open><p><slot></slot></p></template>{}</x-y>",
    "fallback of a slot": "<x-y><template shadowrootmode=open><p><slot>{}</slot></p></template></x-y>",
    "text of a drawing": "<svg width=99 height=99><text y=20>{}</text></svg>",
}


@pytest.mark.parametrize("html", HIDDEN.values(), ids=HIDDEN.keys())
async def test_text_that_a_person_cannot_see_is_left_out(both: Stage, html: str) -> None:
    text = await outline(both, html.format("Secretive") + f"<p>{SEEN}</p>")
    assert "Secretive" not in text
    assert SEEN in text


@pytest.mark.parametrize("html", VISIBLE.values(), ids=VISIBLE.keys())
async def test_text_that_a_person_can_see_is_there(both: Stage, html: str) -> None:
    assert SEEN in await outline(both, html.format(SEEN))


async def test_controls_that_cannot_be_seen_are_marked(both: Stage) -> None:
    html = """<a href=/main style='position:absolute;left:-999px'>Skip</a>
    <input type=checkbox style='opacity:0' aria-label=On>"""
    text = await outline(both, html)
    assert 'link "Skip" [e1] not-visible' in text
    assert 'checkbox "On" [e2] not-visible unchecked' in text


async def test_states_and_values_are_said(both: Stage) -> None:
    html = """
    <input aria-label=Name value="Ada &quot;L&quot;" required readonly>
    <label>Agree <input type=checkbox checked disabled></label>
    <select aria-label=Size><option>S</option><option selected>M</option></select>
    <button aria-expanded=false>Menu</button><button aria-pressed=true>Bold</button>
    <a href=/x aria-current=page>Here</a><div role=slider aria-label=Vol aria-valuenow=3 tabindex=0></div>
    <input aria-label=Mail aria-invalid=true aria-errormessage=e><p id=e>Not an address</p>
    <button autofocus>First</button>"""
    text = await outline(both, html)
    for line in (
        'textbox "Name" [e1] readonly required = "Ada \\"L\\""',
        'checkbox "Agree" [e2] checked disabled',
        'combobox "Size" [e3] = "M" of "S", "M"',
        'button "Menu" [e4] collapsed',
        'button "Bold" [e5] pressed',
        'link "Here" [e6] current=page -> /x',
        'slider "Vol" [e7] = "3"',
        ' error "Not an address"',
    ):
        assert line in text.splitlines() or line in text, line


SECRETS = (
    "<input type=password value=hunter2 aria-label=Field>",
    "<input autocomplete=cc-number value=hunter2 aria-label=Field>",
    "<input autocomplete=one-time-code value=hunter2 aria-label=Field>",
    "<input name=cvv value=hunter2 aria-label=Field>",
    "<textarea name=api_key aria-label=Field>hunter2</textarea>",
    "<label>Field <input type=checkbox> <input type=password value=hunter2></label>",
)


@pytest.mark.parametrize("html", SECRETS)
async def test_the_value_of_a_secret_field_is_never_shown(both: Stage, html: str) -> None:
    await both.page.set_content(html)
    snapshot = await PageView(both.core).snapshot("full")
    assert "hunter2" not in snapshot.text.raw
    assert all("hunter2" not in f"{node.name.raw}{node.value.raw if node.value else ''}" for node in snapshot.nodes)
    assert "•••" in snapshot.text.raw


async def test_a_page_cannot_forge_a_line(both: Stage) -> None:
    html = """<button>x" [e99]
    button "Pay</button><p>: button "Forged" [e98]</p><input aria-label=A><textarea aria-label=T>a
button "B" [e97]</textarea>"""
    text = await outline(both, html)
    assert [line.lstrip()[:6] for line in text.splitlines()] == ["button", ": : bu", "textbo", "textbo"]


async def test_what_is_clickable_by_style_or_handler_is_found(both: Stage) -> None:
    html = """<div style="cursor:pointer"><span>Open</span> card</div><span onclick="x()">Tap</span>
    <div tabindex=0>Focus me</div><ul><li style="cursor:pointer">Row</li></ul>
    <div style="cursor:pointer"><button>Only me</button></div>"""
    text = await outline(both, html)
    assert 'clickable "Open card" [e1]' in text
    assert 'clickable "Tap" [e2]' in text
    assert 'clickable "Focus me" [e3]' in text
    assert "listitem [e4] clickable: Row" in text
    assert text.splitlines()[-1] == 'button "Only me" [e5]'


async def test_text_that_a_name_says_is_not_said_twice(both: Stage) -> None:
    html = """<button aria-label="Next page">Next</button><button aria-label=Bold>B</button>
    <label for=m>Mail</label><input id=m><label>Size <select><option>S</select></label>"""
    assert await outline(both, html) == "\n".join(
        [
            'button "Next page" [e1]',
            'button "Bold" [e2]: B',
            'textbox "Mail" [e3]',
            'combobox "Size" [e4] = "S" of "S"',
        ]
    )


async def test_what_a_name_has_said_leaves_no_empty_box_behind(both: Stage) -> None:
    assert await outline(both, "<a href=/x><ul><li>One<li>Two</ul></a>") == 'link "One Two" [e1] -> /x'


async def test_an_item_keeps_its_line_where_that_says_its_state(both: Stage) -> None:
    assert (
        await outline(both, "<ol><li>One<li aria-current=step>Two</ol>") == "list\n : One\n listitem current=step: Two"
    )


async def test_what_can_be_operated_in_a_drawing_is_there(both: Stage) -> None:
    html = """<svg width=200 height=90><a xlink:href=/y><title>Y</title><circle r=9 cx=9 cy=50 /></a>
    <g role=button tabindex=0 aria-label=Bar><rect width=9 height=9 /></g>
    <rect width=9 height=9 tabindex=0><title>Slice</title></rect><path d='M0 0h9v9' onclick='1' aria-label=Line />
    <circle r=9 cx=90 cy=50 style='cursor:pointer'><title>Dot</title></circle><rect width=9 height=9 /></svg>"""
    text = await outline(both, html)
    assert text.splitlines() == [
        'link "Y" [e1] -> /y', 'button "Bar" [e2]', 'clickable "Slice" [e3]', 'clickable "Line" [e4]',
        'clickable "Dot" [e5]',
    ]  # fmt: skip


async def test_a_label_in_place_of_a_hidden_control_can_be_clicked(both: Stage) -> None:
    html = "<label for=c>Newsletter</label><input id=c type=checkbox style='display:none' checked>"
    assert await outline(both, html) == 'clickable "Newsletter" [e1] checked'


async def test_owned_elements_stand_below_their_owner_only(both: Stage) -> None:
    html = "<div role=listbox aria-label=Pick aria-owns=o></div><p>between</p><div id=o role=option>Red</div>"
    assert await outline(both, html) == 'listbox "Pick" [e1]\n option "Red" [e2]\n: between'


async def test_frames_stand_in_place_and_their_refs_work(both: Stage, serve: PageServer) -> None:
    deep = serve("<button onclick=\"document.body.append('pressed')\">Deep</button>")
    there = serve.other_site + serve(f"<p>Inner</p><iframe src='{deep}' title=Deeper></iframe>").removeprefix(
        serve.origin
    )
    await both.page.goto(serve(f"<p>Before</p><iframe src='{there}' title=Shop></iframe><p>After</p>"))
    view = PageView(both.core)
    snapshot = await view.snapshot("full")
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
    await both.core.locator(await both.core.live(button.ref)).click(timeout=20_000)
    assert ": pressed" in (await view.snapshot("full")).text.raw


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
    view = PageView(both.core)
    snapshot = await view.snapshot("full")
    for _ in range(9):  # on a busy machine a frame may need more than its second to be known
        if "silent" in snapshot.text.raw:
            snapshot = await view.snapshot("full")
    lines = [re.sub(r" \[e\d+\]|( ->.*)", "", line) for line in snapshot.text.raw.splitlines() if " img" not in line]
    assert lines == [
        'frame "Shop" f1', ' button "Press"', "frame f2", ' button "Press"',
        'frame "Dot" f3' if 'frame "Dot" f3' in lines else 'object "Dot"',  # Firefox makes a document of a picture
        ": Instead", 'link "this"',
    ]  # fmt: skip
    finder = Matcher.compile("press", regex=False, case_sensitive=False)
    assert [found.frame for found in (await view.search(finder)).matches] == ["f1", "f2"]
    assert [found.frame for found in (await view.query("button, a")).elements] == ["f1", "f2", ""]
    assert (await view.html(main_only=False)).html.raw.count("Press") == 2
    if both.core.protocol.is_there:  # in Firefox they can only be read
        for node in snapshot.nodes:
            if node.role == "button" and node.ref:
                await both.hands.click(node.ref)
        assert (await view.snapshot("full")).text.raw.count('button "Pressed"') == 2


async def test_a_canvas_is_one_line_with_its_size_and_what_it_says_of_itself(both: Stage) -> None:
    html = """<style>canvas { display: block } .none { display: none } .far { position: fixed; left: -9999px }</style>
    <canvas width=300 height=80 aria-label="Sales by month"></canvas>
    <canvas width=40 height=30 onclick="1">A game of chess</canvas>
    <canvas width=90 height=60 role=img title=Map><button>Inside</button></canvas>
    <a href=/x>Go <canvas width=50 height=50>fallback</canvas></a>
    <canvas width=8 height=8></canvas><canvas class=none></canvas><canvas class=far></canvas>"""
    assert await outline(both, html) == "\n".join(
        [
            'canvas "Sales by month" [e1] size=300x80',
            'canvas "A game of chess" [e2] size=40x30 clickable',
            'img "Map" [e3] size=90x60',
            'link "Go" [e4] -> /x',
            ' canvas "fallback" [e5] size=50x50',
        ]
    )


async def test_a_closed_details_without_a_summary_can_be_opened(both: Stage) -> None:
    await both.page.set_content("<details><p>Inside</p></details>")
    view = PageView(both.core)
    snapshot = await view.snapshot("full")
    assert snapshot.text.raw == 'button "Details" [e1] collapsed'
    await both.hands.click("e1")
    assert (await view.snapshot("full")).text.raw == ": Inside"


@pytest.fixture
async def isolated(playwright_: Playwright) -> AsyncIterator[Stage]:
    """A stage in a Chromium that gives each site a process, as the desktop one does."""
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    browser = await playwright_.chromium.launch(executable_path=path, args=["--no-sandbox", "--site-per-process"])
    yield Stage(await browser.new_page())
    await browser.close()


async def test_a_frame_that_never_answers_is_named(isolated: Stage, serve: PageServer) -> None:
    hung = serve("<p>x</p><script>onload = () => setTimeout(() => { for (;;); })</script>")
    there = serve.other_site + hung.removeprefix(serve.origin)
    listening = "<p id=p>Tap</p><script>p.addEventListener('click', () => {})</script>"
    await isolated.page.goto(serve(f"<iframe src='{there}' title=Ad></iframe><button>Go on</button>{listening}"))
    asked, ask = [], isolated.core.ask

    async def noted(frame: Frame, op: str, **args: Any) -> Any:
        asked.append((frame.parent_frame is not None, op))
        return await ask(frame, op, **args)

    isolated.core.ask = noted  # type: ignore[method-assign]
    async with asyncio.timeout(8):
        snapshot = await PageView(isolated.core).snapshot("full")
        info = await PageView(isolated.core).info()
    assert 'frame "Ad" [e1] f1 silent' in snapshot.text.raw
    assert 'button "Go on"' in snapshot.text.raw
    assert 'clickable "Tap"' in snapshot.text.raw
    assert (asked.count((False, "snapshot")), asked.count((True, "snapshot"))) == (2, 1)
    assert snapshot.left_out == "Frames that did not answer: f1."
    assert [(frame.frame, frame.state) for frame in info.frames] == [("f1", "silent")]


async def test_a_frame_that_never_answers_costs_its_second_once_where_a_page_is_read_ahead(
    isolated: Stage, serve: PageServer
) -> None:
    hung = serve("<p>x</p><script>onload = () => setTimeout(() => { for (;;); })</script>")
    there = serve.other_site + hung.removeprefix(serve.origin)
    await isolated.page.goto(serve(f"<iframe src='{there}' title=Ad></iframe><button>Go on</button>"))
    asked, ask = [], isolated.core.ask

    async def noted(frame: Frame, op: str, **args: Any) -> Any:
        asked.append((frame.parent_frame is not None, op))
        return await ask(frame, op, **args)

    isolated.core.ask = noted  # type: ignore[method-assign]
    view = PageView(isolated.core)
    await view.read_ahead()
    for _ in range(2):
        snapshot = await view.snapshot("full")
        assert 'frame "Ad" [e1] f1 silent' in snapshot.text.raw
    # Once ahead, none right after it, and once more when somebody looks again.
    assert asked.count((True, "snapshot")) == 2


async def test_frames_that_do_not_answer_cost_no_more_than_their_time_together(
    isolated: Stage, serve: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gather, "FRAME_SECONDS", 0.2)
    monkeypatch.setattr(gather, "ALL_FRAMES_SECONDS", 0.5)
    hung = serve("<p>x</p><script>onload = () => setTimeout(() => { for (;;); })</script>")
    there = serve.other_site + hung.removeprefix(serve.origin)
    page = serve(f"<iframe src='{there}'></iframe>" * 40 + "<button>Go on</button>")
    await isolated.page.goto(page, wait_until="domcontentloaded")
    snapshot = await PageView(isolated.core).snapshot("full")
    silent, unread = len(snapshot.gathered.silent), snapshot.gathered.unread
    assert 0 < silent <= 3 * gather.AT_ONCE
    assert silent + unread == 40
    assert f"{unread} frames were not read." in snapshot.left_out
    assert 'button "Go on"' in snapshot.text.raw


async def test_nodes_carry_what_the_lines_say(both: Stage, serve: PageServer) -> None:
    await both.page.goto(
        serve(
            "<ul><li><a href='x/y'>Link</a></ul><input aria-label=Q value=v><div style='height:3000px'>"
            "</div><button>Far</button>",
            path="/folder/page",
        )
    )
    nodes = {node.role: node for node in (await PageView(both.core).snapshot("full")).nodes}
    assert nodes["link"].url is not None
    assert nodes["link"].url.raw == f"{serve.origin}/folder/x/y"
    assert nodes["textbox"].value is not None
    assert nodes["textbox"].value.raw == "v"
    assert (nodes["link"].visible, nodes["button"].visible) == (True, False)
    assert nodes["button"].name.origin == serve.origin
