"""Pages as applications make them that nobody here tuned for: everything positioned, lines that count."""

from __future__ import annotations

from contextlib import suppress

from playwright.async_api import Error

from handrail.browser.reading.page_reader import PlaywrightReader
from tests.browser.actions.widgets import ROWS_BY_SCROLLING
from tests.browser.reading.test_snapshot import outline
from tests.browser.stage import Stage

FLAT = """<!doctype html><style>html, body { margin: 0; height: 0; overflow: hidden }
#all { position: absolute; inset: 0 }
#all > * { position: absolute } ul { inset: 60px 0 0 0; overflow: auto; margin: 0 } .pin { height: 0; overflow: hidden }
.pin > p { position: absolute; top: 500px }</style><body><div id=all><button>Run</button>
<p style='top:30px'>Kernel is ready</p><ul><li style='height:900px'>report.csv</ul></div>
<div class=pin><p>Out of its box</p></div>
<div class=pin style='position:relative'><p>Cut away</p></div>
<div class=pin style='transform:scale(1)'><p style='position:fixed'>Cut away too</p></div>"""


async def test_a_page_whose_body_has_no_height_is_as_visible_as_any(both: Stage) -> None:
    await both.page.set_content(FLAT)
    reader = PlaywrightReader(both.core)
    shown = (await reader.query("button, p, li", include_text=False)).elements
    assert [element.visible for element in shown] == [True] * 4 + [False] * 2
    assert "Kernel is ready" in (await reader.html()).html.raw
    text = (await reader.snapshot("full")).text.raw
    assert "Out of its box" in text
    assert "Cut away" not in text
    assert not (await both.core.ask(both.page.main_frame, "out_of_sight", local=1, nonce=None)).data["hidden"]


async def test_what_can_be_operated_inside_a_box_with_a_hand_has_a_ref(stage: Stage) -> None:
    html = """<div style='cursor:pointer'><ul style='list-style:none'><li tabindex=0 aria-haspopup=true>Open with</li>
    <li onclick='1'>Rename</li><li>Plain</li></ul><p aria-haspopup=menu>Sort</p></div>
    <button>Save <b onclick='1'>now</b></button><div onclick='1' aria-label=Add><button>Add</button></div>"""
    text = await outline(stage, html)
    for line in ("listitem [e2] clickable: Open with", "listitem [e3] clickable: Rename", 'clickable "Sort" [e4]'):
        assert line in text
    assert text.splitlines()[-2:] == ['button "Save now" [e5]', 'button "Add" [e6]']


async def test_what_has_a_hand_in_a_region_with_a_tab_stop_has_a_ref(stage: Stage) -> None:
    html = """<style>b { cursor: pointer }</style><div role=tabpanel tabindex=0 aria-label=Data><p>X-axis</p>
    <b>Drop a column here</b></div><div role=button tabindex=0>Add <b>now</b></div>"""
    text = await outline(stage, html)
    assert 'clickable "Drop a column here" [e2]' in text
    assert text.splitlines()[-1] == 'button "Add now" [e3]'


MODAL = """<style>.dot::before { content: '●' }</style><main><h1>Files</h1><ul><li><i class=dot></i>
<button onclick=d.showModal()>Delete</button></ul><p>One file</p><p>Of many words</p><p>And more</p></main>
<dialog id=d aria-label='Delete it? It is gone then.'><p>Delete it?</p><p>It is gone then.</p>
<button>Yes</button><button>No</button></dialog>"""


async def test_a_dialog_that_opens_and_closes_is_all_that_changes(stage: Stage) -> None:
    await stage.page.set_content(MODAL)
    reader = PlaywrightReader(stage.core)
    await reader.snapshot("auto")
    await stage.js("d.showModal()")
    opened = await reader.snapshot("changes")
    assert [line for line in opened.text.raw.splitlines() if line.startswith("+")] == [
        '+ dialog "Delete it? It is gone then." [e2]',
        '+  button "Yes" [e3] focused',
        '+  button "No" [e4]',
    ]
    assert "behind the open dialog" in opened.left_out
    assert "●" not in (await reader.snapshot("auto")).text.raw
    await stage.js("d.close()")
    closed = await reader.snapshot("changes")
    assert (closed.mode, closed.left_out) == ("changes", "")
    (gone,) = [line for line in closed.text.raw.splitlines() if line[0] != " "]
    assert gone == '- dialog "Delete it? It is gone then." [e2] (and 2 lines in it)'


async def test_what_an_application_scrolled_out_of_its_own_box_is_there_still(both: Stage) -> None:
    aside = "<a href=/x style='position:absolute;left:-9999px'>Skip</a>"
    box = (
        f"<main id=m style='position:fixed;inset:0;overflow:auto'>{aside}<button>Top</button><p style='height:5000px'>x"
    )
    await both.page.set_content(f"<!doctype html>{box}</p><button>End</button></main>")
    reader = PlaywrightReader(both.core)
    before = (await reader.snapshot("full")).text.raw
    assert before.count("not-visible") == 1, "what stands before the box cannot be scrolled to"
    await both.js("m.scrollTop = 4000")
    assert (await reader.snapshot("changes")).text.raw == "(nothing changed)"
    assert (await reader.snapshot("full")).text.raw == before


async def test_a_page_that_shows_nothing_yet_says_so(stage: Stage) -> None:
    await stage.page.set_content("<div><svg width=9 height=9></svg></div>")
    snapshot = await PlaywrightReader(stage.core).snapshot("auto")
    assert (snapshot.text.raw, "nothing yet" in snapshot.left_out) == ("", True)


async def test_the_error_page_of_the_browser_is_called_that(stage: Stage) -> None:
    with suppress(Error):
        await stage.page.goto("http://127.0.0.1:1/")
    snapshot = await PlaywrightReader(stage.core).snapshot("auto")
    assert ("own error page" in snapshot.left_out, "nothing yet" in snapshot.left_out) == (True, False)


async def test_a_control_without_a_name_is_called_by_its_icon_or_neighbour_and_marked(stage: Stage) -> None:
    html = """<button class='btn btn-lg'><i class='fa fa-lg fa-trash-alt'></i></button>
    <a href=/x><img src=/icons/zoom_in.svg></a>
    <button><svg width=9 height=9 data-icon='ui-components:caret-up'></svg></button>
    <p>Owner <input><input type=checkbox> Mine</p>
    <button><span aria-hidden=true title=Share></span></button><button><b></b></button>
    <button>Named <i class=fa-x></i></button>
    <ul><li><b>a.md</b><li><input></ul><div><pre>1
2</pre><div contenteditable>x</div></div>"""
    assert await outline(stage, html) == "\n".join(
        [
            'button "trash alt" [e1] guessed',
            'link "zoom in" [e2] guessed -> /x',
            'button "caret up" [e3] guessed',
            ": Owner",
            'textbox "Owner" [e4] guessed',
            'checkbox "Mine" [e5] guessed unchecked',
            'button "Share" [e6] guessed',
            "button [e7]",
            'button "Named" [e8]',
            "list",
            " : a.md",
            " textbox [e9]",
            ": 1",
            ": 2",
            'textbox [e10] = "x"',
        ]
    )
    facts = await stage.facts("button")
    assert facts.name.raw == ""


async def test_boxes_that_the_page_draws_itself_are_one_line_with_their_state_and_take_presses(both: Stage) -> None:
    html = """<style>label, .all { cursor: pointer } .own { position: absolute; opacity: 0; width: 16px }
    .pin { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0,0,0,0) }
    .box { position: relative; overflow: hidden; display: inline-block; width: 18px; height: 18px }
    .box i { position: absolute; inset: 0 }</style>
    <label><input type=radio class=own> Compact</label>
    <input type=checkbox id=a class=pin checked><label for=a>Stay signed in</label>
    <input type=checkbox id=b style='display:none'><label for=b>Keep <b>me</b></label>
    <label><input type=radio style='visibility:hidden;position:absolute'> Monthly</label>
    <label><input type=checkbox class=pin> Accept the <a href='#terms'>terms</a></label>
    <div class=all onclick='1'><span class=box><input type=checkbox class=own aria-label='Task 5'><i></i></span></div>
    <div style='opacity:0'><label><input type=checkbox class=own> Trap</label></div>"""
    lines = (await outline(both, html)).splitlines()
    assert lines == [
        'radio "Compact" [e1] unchecked',
        'checkbox "Stay signed in" [e2] checked',
        'checkbox "Keep me" [e3] unchecked',
        'radio "Monthly" [e4] unchecked',
        'checkbox "Accept the terms" [e5] unchecked',
        'link "terms" [e6] -> #terms',
        'checkbox "Task 5" [e7] unchecked',
        'checkbox "Trap" [e8] not-visible unchecked',
    ]
    for ref in ("e1", "e2", "e3", "e4", "e5", "e7"):
        await both.actions.click(ref)
    states = "[...document.querySelectorAll('input')].map(box => box.checked)"
    assert await both.page.evaluate(states) == [True, False, True, True, True, True, False]
    shown = (await PlaywrightReader(both.core).query("input", include_text=False)).elements
    assert [element.visible for element in shown] == [True] * 6 + [False]


async def test_a_word_whose_letters_are_boxes_stays_one_word(both: Stage) -> None:
    html = "<style>i { display: inline-block }</style><p><i>H</i><i>e</i><i>y</i></p>"
    html += "<p><i>4</i><i>5</i> <i>New</i><i>a</i></p>"
    assert await outline(both, html) == ": Hey\n: 4 5 New a"


async def test_parts_with_a_hand_have_refs_in_a_box_that_only_listens(stage: Stage) -> None:
    html = """<style>td { cursor: pointer }</style><div onmousedown='1' aria-label=Dates><table><tr><td>14<td>15
    </table></div>
    <ul role=menu><li role=menuitem><span style='cursor:pointer'>Cut</span></ul>"""
    lines = (await outline(stage, html)).splitlines()
    assert [line.strip() for line in lines if "row" in line] == ['row > "14" [e3] clickable | "15" [e4] clickable']
    assert lines[-1] == ' menuitem "Cut" [e5]'


async def test_a_list_of_which_only_some_rows_are_made_says_so_and_a_row_is_a_line(both: Stage) -> None:
    lines = (await outline(both, ROWS_BY_SCROLLING)).splitlines()
    assert lines[0] == "scrollable [e1] scrolls items=1-12/~60"
    assert lines[12] == ' clickable [e24] > "12" | "0" | button "Source" [e25] | "Order 12"'
    assert lines[13:] == ["scrollable [e26] scrolls", " : One", " : Two", " : Three", " : Four"]
    assert await PlaywrightReader(both.core).lists_in_part() == [("e1", "items=1-12/~60")]


async def test_what_is_chosen_by_a_class_alone_says_so_and_a_click_tells_it(both: Stage) -> None:
    html = """<style>.item { cursor: pointer }</style>
    <div class='item item_active' onclick='this.classList.add("item_selected")'>CSV</div>
    <div class='item item_active Item_selected__x3F9a'>JSON</div><div class='item not-selected'>XML</div>
    <div><button class='btn active'>Week</button><button class=btn>Day</button></div><button class=active>Go</button>"""
    await both.page.set_content(f"<!doctype html>{html}")
    reader = PlaywrightReader(both.core)
    assert (await reader.snapshot("full")).text.raw.splitlines() == [
        'clickable "CSV" [e1]',
        'clickable "JSON" [e2] selected',
        'clickable "XML" [e3]',
        'button "Week" [e4] selected',
        'button "Day" [e5]',
        'button "Go" [e6]',
    ]
    await both.actions.click("e1")
    assert (await reader.snapshot("changes")).text.raw == '~ clickable "CSV" [e1] selected'


EDITOR = """<style>.editor {{ position: relative; width: 300px; height: 80px; border: 1px solid }}
.catcher {{ position: relative; width: 3px; height: 0; overflow: hidden }} .lines {{ cursor: {cursor} }}
.catcher textarea {{ position: absolute; bottom: -1em; width: 900px; height: 1em; padding: 0; border: 0 }}</style>
<div class=editor><div class=catcher><textarea></textarea></div>
<div class=lines><pre>select * from books</pre></div></div>"""


async def test_an_editor_that_draws_its_text_is_the_field_that_takes_its_keys(both: Stage) -> None:
    for cursor, expected in [("text", "textbox [e1]\n: select * from books"), ("cell", ": select * from books")]:
        assert await outline(both, EDITOR.format(cursor=cursor)) == expected


OUTLINES = {
    "a control drawn by a style sheet is called by the file of its picture": (
        """<style>span { display: inline-block; width: 12px; height: 12px }
    .t { content: url(https://x.example/delete.png) } .s { background: url("https://x.example/i/star-full.svg") }
    .x { background: url(https://x.example/sprites.png) }
    .d { background: url(data:image/gif;base64,R0lGODlhAQABAAAAACw=) }</style>
    <div onclick=1>Ann <p>Hello</p> <span class=t onclick=1></span></div><span class=s onclick=1></span>
    <span class=x onclick=1></span><span class=d onclick=1></span><button class=ql-bold></button>
    <button class="ui-button ui-icon-disk"></button>""",
        [
            'clickable [e1] > "Ann" | "Hello" | clickable "delete" [e2] guessed',
            'clickable "star full" [e3] guessed',
            "clickable [e4]",
            "clickable [e5]",
            'button "bold" [e6] guessed',
            'button "disk" [e7] guessed',
        ],
    ),
    "a field is called by the words of its own part before or behind it": (
        """Film <div class=entry><input><div>Genre</div></div>
    <div class=entry><input><div>Year</div></div>
    <p><label><input type=radio>Old</label></p>
    <p><textarea></textarea></p><p>Price <input> to <input></p><p><input> Name <input> City</p>""",
        [
            ": Film",
            'textbox "Genre" [e1] guessed',
            'textbox "Year" [e2] guessed',
            'radio "Old" [e3] unchecked',
            "textbox [e4]",
            ": Price",
            'textbox "Price" [e5] guessed',
            ": to",
            'textbox "to" [e6] guessed',
            'textbox "Name" [e7] guessed',
            'textbox "City" [e8] guessed',
        ],
    ),
}


async def test_an_outline_says_of_each_page_what_a_person_sees(both: Stage) -> None:
    for case, (html, lines) in OUTLINES.items():
        assert (case, (await outline(both, html)).splitlines()) == (case, lines)


OUTLINES_IN_CHROMIUM = {
    "lines and indentation of code and values are kept": (
        """<pre>def f():\n    return 1\n\nf()</pre>
    <div style='white-space:pre-wrap'>one\ntwo <b>bold</b>\n  three</div>
    <pre><span>if</span> x:\n\t<span>pass</span></pre>
    <div contenteditable aria-label=Note><div>alpha</div><div><br></div><div>beta</div></div>
    <textarea aria-label=Text>a\n "b"</textarea><p>not\nhere</p>""",
        [
            ": def f():",
            ":     return 1",
            ": f()",
            ": one",
            ": two bold",
            ":   three",
            ": if x:",
            ":   pass",
            'textbox "Note" [e1] = "alpha\\n\\nbeta"',
            'textbox "Text" [e2] = "a\\n \\"b\\""',
            ": not here",
        ],
    ),
    "items among which arrow keys lead on are told once each with a ref": (
        """<ul><li title="Name: a.csv\nSize: 3 B"><span class=item tabindex=0 role=button>a.csv</span> now</li>
    <li title="Name: b.csv\nSize: 4 B"><span class=item tabindex=-1>b.csv</span> now</li></ul>
    <h2 class=title tabindex=-1>Plain</h2>
    <div onclick='1' aria-pressed=false aria-label=Filter><button aria-pressed=false>Filter</button></div>""",
        [
            "list",
            ' listitem "Size: 3 B"',
            '  button "a.csv" [e1]',
            "  : now",
            ' listitem "Size: 4 B"',
            '  clickable "b.csv" [e2]',
            "  : now",
            'heading "Plain" level=2',
            'button "Filter" [e3] unpressed',
        ],
    ),
    "a grid and a list tell how much of them there is": (
        """<style>[role=grid], ul { overflow: auto; width: 200px; height: 30px } .all { width: 900px; height: 9000px }
</style><div role=grid aria-label=Runs aria-rowcount=1000 aria-colcount=6><div class=all>
<div role=row aria-rowindex=1><b role=columnheader aria-colindex=1>Name</b><b role=columnheader>Loss</b></div>
<div role=row aria-rowindex=40><b role=cell aria-colindex=1>a</b><b role=cell aria-colindex=2>b</b></div>
<div role=row aria-rowindex=41><b role=cell aria-colindex=1>c</b><b role=cell aria-colindex=4>d</b></div></div></div>
<ul><li aria-setsize=90 aria-posinset=4>Four<li aria-setsize=90 aria-posinset=5>Five<li>Six</ul>
<table aria-rowcount=2 aria-label=Whole><tr aria-rowindex=1><td>x<td>z<tr aria-rowindex=2><td>y<td>w</table>""",
        [
            'grid "Runs" [e1] scrolls down,sideways rows=39-40/999 columns=1-2,4/6',
            " row: Name | Loss",
            " row: a | b",
            " row: c | d",
            "list [e2] scrolls items=4-5/90",
            " : Four",
            " : Five",
            " : Six",
            'table "Whole" [e3]',
            " row: x | z",
            " row: y | w",
        ],
    ),
    "a label around its control is no line of its own but one in its place is": (
        """<style>label { cursor: pointer } .own { position: absolute; opacity: 0; width: 0 }</style>
    <label><input type=checkbox><span>Desk</span> <span>8</span></label>
    <label onclick='1'><input type=radio> Mail</label><label><input class=own type=checkbox><b>Terms</b></label>""",
        [
            'checkbox "Desk 8" [e1] unchecked',
            'radio "Mail" [e2] unchecked',
            'checkbox "Terms" [e3] unchecked',
        ],
    ),
    "the structure of rich text is shown and a link in it names no editor": (
        """<div contenteditable><h2>Why</h2><p>It is good</p><ul><li>one<li>two</ul></div>
    <div contenteditable><p>Plain <a href=/x><svg aria-label=link></svg>here</a></p></div>""",
        [
            "textbox [e1]",
            ' heading "Why" level=2',
            " : It is good",
            " list",
            "  : one",
            "  : two",
            'textbox [e2] = "Plain here"',
            ' link "link here" [e3] -> /x',
        ],
    ),
    "what is dragged and where things are dropped has refs": (
        """<div draggable=true>inject</div><div draggable=false>fixed</div><div ondrop='1'>Drop files here</div>
    <p ondblclick='1'>Rename</p><div id=z>Or here</div><script>z.addEventListener('drop', () => 1)</script>""",
        [
            'clickable "inject" [e1]',
            ": fixed",
            'clickable "Drop files here" [e2]',
            'clickable "Rename" [e3]',
            'clickable "Or here" [e4]',
        ],
    ),
    "a class that ends like a state but is about others is none": (
        """<button class='i-button icon-remove js-enabled-if-checked'>Delete selected</button>
    <button class='i-button icon-checkbox-checked'>All</button>
    <button class='day-cell day-cell-selected'>12</button>
    <button class='list-item-is-selected list-item'>13</button>""",
        [
            'button "Delete selected" [e1]',
            'button "All" [e2]',
            'button "12" [e3] selected',
            'button "13" [e4] selected',
        ],
    ),
    "numbers of lines and closed lists are left out and parts without words are guessed": (
        """<style>.numbers div { cursor: pointer } .swatch, .star { width: 9px; height: 9px }
ul { overflow-y: auto; height: 40px; opacity: 0; pointer-events: none }</style>
<div id=sidediv class=numbers><div><span class=line-number>1</span></div>
<div><span class=line-number>2</span></div></div>
<p>Minutes</p><div style='cursor:pointer'>2026</div>
<div tabindex=0><span>Heading 2</span><ul><li>Normal<li>Heading 1<li>Heading 2<li>Heading 3</ul></div>
<div><div id=ui-slider-handle onclick=1 style='height:9px'></div><div class='star css-1x2y' onclick=1></div></div>
<div class=swatch onclick=1 style='background: rgb(199, 255, 213)'></div><div class='flex css-9z' onclick=1></div>""",
        [
            ": Minutes",
            'clickable "2026" [e1]',
            'clickable "Heading 2" [e2]',
            'clickable "slider handle" [e3] guessed',
            'clickable "star" [e4] guessed',
            'clickable "color #c7ffd5" [e5] guessed',
        ],
    ),
}


async def test_an_outline_says_of_each_page_what_a_person_sees_in_chromium(stage: Stage) -> None:
    for case, (html, lines) in OUTLINES_IN_CHROMIUM.items():
        assert (case, (await outline(stage, html)).splitlines()) == (case, lines)
