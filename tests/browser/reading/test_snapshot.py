"""What a snapshot shows of a page: its structure, what can be seen, states, values, frames."""

from __future__ import annotations

from handrail.browser.page.refs import Refs
from handrail.browser.reading.page_reader import PlaywrightReader
from handrail.tools.support.matcher import Matcher
from tests.browser.stage import Stage
from tests.pages import PageServer


async def outline(stage: Stage, html: str) -> str:
    """The outline of a page, with refs from e1 on."""
    stage.core.refs = Refs()
    await stage.page.set_content(f"<!doctype html><body>{html}")
    return (await PlaywrightReader(stage.core).snapshot("full")).text.raw


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
    "nearly the colour of its box": "<div style='background:#123456'><p style='color:#123457'>{}</p></div>",
    "beside a clipping box": "<div style='width:99px;height:20px;overflow:hidden'>"
    "<p style='margin-left:200px;width:90px'>{}</p></div>",
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
    "white with a shadow": "<p style='color:white;text-shadow:0 0 2px black'>{}</p>",
    "white on a picture of its own": "<p style='color:white;background:url(dark.png)'>{}</p>",
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


async def test_text_that_a_person_cannot_see_is_left_out_and_found_as_such(both: Stage) -> None:
    """Those that no page shows are no text at all."""
    text = await outline(both, "".join(html.format(f"Hid {name}.") for name, html in HIDDEN.items()) + "<p>Shown</p>")
    assert [name for name in HIDDEN if f"Hid {name}." in text] == []
    assert "Shown" in text
    found = (await PlaywrightReader(both.core).search(Matcher.compile("Hid .*", regex=True), limit=30)).matches
    assert {part.match.raw[4:-1]: part.visible for part in found} == dict.fromkeys(list(HIDDEN)[:-3], False)


async def test_text_that_a_person_can_see_is_there_and_found_as_such(both: Stage) -> None:
    text = await outline(both, "".join(html.format(f"Seen {name}.") for name, html in VISIBLE.items()))
    assert [name for name in VISIBLE if f"Seen {name}." not in text] == []
    found = (await PlaywrightReader(both.core).search(Matcher.compile("Seen .*", regex=True), limit=30)).matches
    # What only a style sheet writes is no text to search.
    assert {part.match.raw[5:-1]: part.visible for part in found} == dict.fromkeys(VISIBLE.keys() - {"generated"}, True)


async def test_controls_that_cannot_be_seen_are_marked(both: Stage) -> None:
    html = """<a href=/main style='position:absolute;left:-999px'>Skip</a>
    <input type=checkbox style='opacity:0' aria-label=On>"""
    text = await outline(both, html)
    assert 'link "Skip" [e1] not-visible' in text
    assert 'checkbox "On" [e2] not-visible unchecked' in text


async def test_states_and_values_are_reported(both: Stage) -> None:
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


SECRETS = """<input type=password value=hunter2 aria-label=1><input autocomplete=cc-number value=hunter2 aria-label=2>
<input autocomplete=one-time-code value=hunter2 aria-label=3><input name=cvv value=hunter2 aria-label=4>
<textarea name=api_key aria-label=5>hunter2</textarea>
<label>6 <input type=checkbox> <input type=password value=hunter2></label>"""


async def test_the_value_of_a_secret_field_is_never_shown(both: Stage) -> None:
    await both.page.set_content(SECRETS)
    snapshot = await PlaywrightReader(both.core).snapshot("full")
    assert "hunter2" not in snapshot.text.raw
    assert all("hunter2" not in f"{node.name.raw}{node.value.raw if node.value else ''}" for node in snapshot.nodes)
    assert snapshot.text.raw.count("•••") == 7, "the name of a box holds one of them too"


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


async def test_a_closed_details_without_a_summary_can_be_opened(both: Stage) -> None:
    await both.page.set_content("<details><p>Inside</p></details>")
    reader = PlaywrightReader(both.core)
    snapshot = await reader.snapshot("full")
    assert snapshot.text.raw == 'button "Details" [e1] collapsed'
    await both.actions.click("e1")
    assert (await reader.snapshot("full")).text.raw == ": Inside"


async def test_the_node_of_a_link_that_is_no_address_has_what_it_says(both: Stage) -> None:
    await both.page.set_content("<a href='http://[x/'>Broken</a>")
    (link,) = (await PlaywrightReader(both.core).snapshot("full")).nodes
    assert link.url is not None
    assert link.url.raw == "http://[x/"


async def test_nodes_carry_what_the_lines_say(both: Stage, serve: PageServer) -> None:
    await both.page.goto(
        serve(
            "<ul><li><a href='x/y'>Link</a></ul><input aria-label=Q value=v><div style='height:3000px'>"
            "</div><button>Far</button>",
            path="/folder/page",
        )
    )
    nodes = {node.role: node for node in (await PlaywrightReader(both.core).snapshot("full")).nodes}
    assert nodes["link"].url is not None
    assert nodes["link"].url.raw == f"{serve.origin}/folder/x/y"
    assert nodes["textbox"].value is not None
    assert nodes["textbox"].value.raw == "v"
    assert (nodes["link"].visible, nodes["button"].visible) == (True, False)
    assert nodes["button"].name.origin == serve.origin


async def test_a_row_is_one_line_where_nothing_stands_in_its_cells_but_controls_and_text(stage: Stage) -> None:
    html = """<table><tr><th><input type=checkbox aria-label=All><th>Name<th><a href=/s>Cost</a></tr>
    <tr><td><input type=checkbox aria-label=One><td><a href=/p>Pen " | button "No" [e9]</a><td>2<td>
    <td><button>Edit</button> <button>Drop</button></tr>
    <tr><td><ul><li>One<li>Two</ul><td><button>Deep</button></tr></table>"""
    await stage.page.set_content(html)
    reader = PlaywrightReader(stage.core)
    assert (await reader.snapshot("full")).text.raw.splitlines() == [
        "table [e1]",
        ' row header > checkbox "All" [e2] unchecked | "Name" | link "Cost" [e3] -> /s',
        ' row > checkbox "One" [e4] unchecked | link "Pen \\" | button \\"No\\" [e9]" [e5] -> /p | "2" | ""'
        ' | button "Edit" [e6] + button "Drop" [e7]',
        " row",
        "  list",
        "   : One",
        "   : Two",
        '  button "Deep" [e8]',
    ]
    await stage.js("document.querySelectorAll('input')[1].checked = true")
    assert [line[:34] for line in (await reader.snapshot("changes")).text.raw.splitlines()] == [
        '~ row > checkbox "One" [e4] checked'[:34]
    ]


async def test_the_address_of_a_link_says_no_more_than_helps(stage: Stage) -> None:
    data = "data:text/plain;charset=utf-8," + "x" * 500
    html = f"<a href=#>Menu</a><a href={data}>Save</a><a href=#top>Top</a><a id=b>Get</a>"
    await stage.page.set_content(f"{html}<script>b.href = URL.createObjectURL(new Blob(['x']))</script>")
    assert (await PlaywrightReader(stage.core).snapshot("full")).text.raw.splitlines() == [
        'link "Menu" [e1]',
        'link "Save" [e2] -> data:text/plain;charset=utf-8',
        'link "Top" [e3] -> #top',
        'link "Get" [e4] -> blob:',
    ]


async def test_text_that_is_struck_out_is_marked_beside_what_holds_now(both: Stage) -> None:
    html = "<p><s class=was> €62.00 </s> <b>€54.00</b><p><a href=/x>Lamp <del>€9</del> €8</a><p><s hidden>old</s>new"
    shown = await outline(both, html)
    assert ": ~~€62.00~~ €54.00" in shown
    assert 'link "Lamp €9 €8"' in shown
    assert ": new" in shown


OUTLINES = {
    "one line a node with structure kept and noise folded": (
        """
    <header><nav aria-label=Main>
    <ul><li><a href="/a">Home</a></li><li><a href="/b">Docs</a> new</li></ul></nav></header>
    <main><div><div><h1>Shop <em>now</em></h1></div></div>
    <p>Buy <b>good</b> things, <a href="#more">more here</a>.</p>
    <section><button>Save</button></section></main>""",
        [
            "banner [e1]",
            ' navigation "Main" [e2]',
            "  list",
            '   link "Home" [e3] -> /a',
            "   listitem",
            '    link "Docs" [e4] -> /b',
            "    : new",
            "main",
            ' heading "Shop now" level=1',
            " : Buy good things,",
            ' link "more here" [e5] -> #more',
            ' button "Save" [e6]',
        ],
    ),
    "tables and definitions keep their shape": (
        """<table><caption>Prices</caption><thead><tr><th>Name<th>Cost</thead>
    <tr><td>Pen<td>2</tr><tr><td>Ink<td><a href=/ink>7</a></tr></table>
    <dl><dt>Colour<dd>blue</dl>""",
        [
            'table "Prices" [e1]',
            " row: Name | Cost",
            " row: Pen | 2",
            ' row > "Ink" | link "7" [e2] -> /ink',
            "term: Colour",
            "definition: blue",
        ],
    ),
    "text that a name contains is not repeated": (
        """<button aria-label="Next page">Next</button><button aria-label=Bold>B</button>
    <label for=m>Mail</label><input id=m><label>Size <select><option>S</select></label>""",
        [
            'button "Next page" [e1]',
            'button "Bold" [e2]: B',
            'textbox "Mail" [e3]',
            'combobox "Size" [e4] = "S" of "S"',
        ],
    ),
    "what a name has said leaves no empty box behind": (
        "<a href=/x><ul><li>One<li>Two</ul></a>",
        ['link "One Two" [e1] -> /x'],
    ),
    "an item keeps its line where that says its state": (
        "<ol><li>One<li aria-current=step>Two</ol>",
        ["list", " : One", " listitem current=step: Two"],
    ),
    "a label in place of a hidden control can be clicked": (
        "<label for=c>Newsletter</label><input id=c type=checkbox style='display:none' checked>",
        ['checkbox "Newsletter" [e1] checked'],
    ),
    "owned elements stand below their owner only": (
        "<div role=listbox aria-label=Pick aria-owns=o></div><p>between</p><div id=o role=option>Red</div>",
        ['listbox "Pick" [e1]', ' option "Red" [e2]', ": between"],
    ),
    "a canvas is one line with its size and what it says of itself": (
        """<style>canvas { display: block } .none { display: none } .far { position: fixed; left: -9999px }</style>
    <canvas width=300 height=80 aria-label="Sales by month"></canvas>
    <canvas width=40 height=30 onclick="1">A game of chess</canvas>
    <canvas width=90 height=60 role=img title=Map><button>Inside</button></canvas>
    <a href=/x>Go <canvas width=50 height=50>fallback</canvas></a>
    <canvas width=8 height=8></canvas><canvas class=none></canvas><canvas class=far></canvas>""",
        [
            'canvas "Sales by month" [e1] size=300x80',
            'canvas "A game of chess" [e2] size=40x30 clickable',
            'img "Map" [e3] size=90x60',
            'link "Go" [e4] -> /x',
            ' canvas "fallback" [e5] size=50x50',
        ],
    ),
}


async def test_an_outline_says_of_each_page_what_a_person_sees(both: Stage) -> None:
    for case, (html, lines) in OUTLINES.items():
        assert (case, (await outline(both, html)).splitlines()) == (case, lines)
