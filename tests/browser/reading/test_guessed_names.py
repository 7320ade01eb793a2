"""What fields and buttons without a name are called: never by another control."""

from __future__ import annotations

import re

from handrail.browser.reading.page_reader import PlaywrightReader
from tests.browser.reading.test_snapshot import outline
from tests.browser.stage import Stage

FIELDS = {
    "not by another control, but by its own attributes": (
        """<p><a href=#x>remove</a> <input class="qq-upload-name-input"></p>
        <form><button>Toggle Search Tools</button> <input name=q> <input id=user-name> <input name=field_17></form>
        <p>City <input name=town></p><p><input name=ab12cd34ef><input class=form-control></p>""",
        ["upload name (guessed)", "q (guessed)", "user name (guessed)", "", "City (guessed)", "", ""],
    ),
    "by the number that its row begins with, and not by the state alone that other rows have too": (
        """<table><tr><th><th>Order<th>State<tr><td><input type=checkbox><td><a href=/o/1>100105</a><td>Pending
        <tr><td><input type=checkbox><td><a href=/o/2>100104</a><td>Pending
        <tr><td><input type=checkbox><td>Ann Lee<td>100103<tr><td><input type=checkbox><td>12<td>Draft</table>""",
        [f"{name} (guessed)" for name in ("100105 Pending", "100104 Pending", "Ann Lee", "Draft")],
    ),
    "not by words in the next line": (
        """<div><div><label><input type=checkbox> Pages</label></div><strong>Topics per page</strong><br>
        <input value=20><br><strong>Posts per page</strong><br><input value=10></div>""",
        ["Pages", "Topics per page (guessed)", "Posts per page (guessed)"],
    ),
    "by a label before it and not by the example that it shows": (
        """<div><label>Site title</label><input placeholder="Your community name"></div>
        <div><label>Key words</label><div><input placeholder="a, b" value="c"></div></div>
        <label>Both</label><input placeholder=From><input placeholder=To>""",
        ["Site title (guessed)", "Key words (guessed)", "From", "To"],
    ),
    "by the label of the field that it stands for": (
        """<section><h2><label for=body>Body</label></h2><div><input type=hidden id=body>
        <div><div><button>Bold</button></div><div><div><div contenteditable role=textbox></div></div></div></div></div>
        </section><section><h2 tabindex=0><label for=date>Post date</label></h2><div><div><input id=date></div></div>
        </section><div><label for=tags>Tags</label><div><input id=tags style='display:none'><ul><li><input></li></ul>
        </div></div><div><label for=many>Many</label><input id=many style='display:none'><ul><li><input><li><input></ul>
        </div>""",
        ["Body (guessed)", "Post date", "Tags (guessed)", "", ""],
    ),
    "by words before the boxes that hold it alone": (
        """<div><div class=head><div><label><span>Due</span> <span>date</span><b>*</b><i></i></label></div></div>
        <div><div><div><div><div><input></div></div></div></div></div></div>
        <p>Some text of the page</p><form><div><input></div></form>""",
        ["Due date * (guessed)", ""],
    ),
    "by the head of its column and not by a value beside it": (
        """<style>.head, .row { display: flex } .row > *, .head > * { width: 150px } .value { cursor: pointer }</style>
        <div><div class=head><button>Date</button><button>Notes</button><button>Payment</button></div>
        <div><div class=row><div><input value=11/20></div><div class=value>Corner Shop</div><div><input></div></div>
        <div class=row><div class=value>11/21</div><div><input></div><div class=value>80.00</div></div></div></div>
        <table><thead><tr><th>Kind<th>Value<th>Invoice</thead><tr><td>E-Mail<td><input><td><input type=checkbox>
        <tr><td>Phone<td>home <input><td><input type=checkbox></table>
        <div><div class=row><div class=value>Ada</div><div><input></div><div>Bern</div></div></div>""",
        [*(f"{name} (guessed)" for name in ("Date", "Payment", "Notes", "Value", "Invoice", "home", "Invoice")), ""],
    ),
    "neither by its value nor by the hidden field that it stands for": (
        """<style>.row { display: flex } .box input { width: 4px }</style>
        <div class=row><div>Queue:</div><div><div><select name=Queue style="display:none"><option>General</select>
        <button role=combobox aria-haspopup=listbox title=General>General</button></div></div></div>
        <div><select name=DateOp style="display:none"><option>before</select>
        <button role=combobox aria-haspopup=listbox title=before>before</button></div>
        <div class=row><div>Cc:</div><div><div><input id=Cc style="display:none" value=ann><div><div class=box>
        <span>ann <a href=#x>x</a></span><input id=Cc-selectized></div></div></div></div></div>""",
        ["Queue: (guessed)", "date op (guessed)", "Cc: (guessed)"],
    ),
    "not by the label of a later one": (
        """<form><p><label for=space>Free space</label><div><div><input id=space></div>
        <div><select><option>%</select></div></div></p><p><label>API Key</label><input></p></form>""",
        ["Free space", "", "API Key (guessed)"],
    ),
    "not by what it holds though a layer over it shows that in colours": (
        """<style>div { position: relative } pre { position: absolute; inset: 0; margin: 0 }</style>
        <div><pre><b>My</b>·file</pre><textarea>My file</textarea></div>
        <div><pre>Floating label</pre><textarea>My file</textarea></div>""",
        ["", "Floating label (guessed)"],
    ),
    "not by a picture in its label that opens help": (
        """<label for=a>Author name <a href=/help title=Documentation><svg width=9 height=9></svg></a></label>
        <label for=b>Documentation <a href=/help title=Documentation><svg width=9 height=9></svg></a></label>
        <input id=a><input id=b><label for=c>Read the <a href=/terms>terms</a></label><input id=c>""",
        ["Author name", "Documentation", "Read the terms"],
    ),
}


async def test_a_field_is_called(both: Stage) -> None:
    for case, (html, names) in FIELDS.items():
        found = re.findall(
            r'(?:textbox|combobox|checkbox)(?: "([^"]*)")? \[e\d+\]( guessed)?', await outline(both, html)
        )
        assert (case, [name + guessed.replace(" guessed", " (guessed)") for name, guessed in found]) == (case, names)


COMPONENTS = """<style>input { opacity: 0; position: absolute; inset: 0; margin: 0 } x-box, i { position: relative;
display: inline-block; width: 20px; height: 20px; background: #888 } x-box { width: 40px }</style>
<x-button title=Save></x-button><x-button><x-icon name=trash></x-icon></x-button>
<button><svg data-testid=DeleteIcon></svg></button>
<x-check id=second></x-check><label for=second>Second</label>
<div><div><x-check></x-check></div><span>Passports</span></div>
<p>Start: <x-field></x-field></p>
<div><div role=radiogroup><b role=radio tabindex=0>Small</b></div><b role=slider tabindex=0></b></div>
<script>
const define = (name, html) => customElements.define(name, class extends HTMLElement {
  constructor() { super(); this.attachShadow({mode: 'open'}).innerHTML = html } });
define('x-inner', '<button><slot></slot></button>');
define('x-button', '<x-inner><slot></slot></x-inner>');
define('x-check', `<style>input { opacity: 0; position: absolute; inset: 0; margin: 0; width: 20px; height: 20px }
  b, i { display: inline-block; position: relative; width: 20px; height: 20px; background: #888 }</style>
  <b><u><i></i><input type=checkbox></u></b>`);
define('x-field', '<input value=1>');
</script>"""
TOOLTIPS = """<nav><span aria-label=Settings><div role=tab tabindex=0><button aria-selected=true></button></div></span>
<span title=Help><a role=tab href=#h></a></span></nav>
<form><label>Highlights <label>Words <button></button></label> <input placeholder='like: word'></label></form>
<ul><li><input type=radio name=old> <input type=radio name=diff> <a href=#1>17 June</a></ul>
<div class=field><span><label>New title:</label></span><div><div role=combobox tabindex=0>(Main)</div>
<input class=ui-text-input></div></div><fieldset><legend>Reason</legend><button>Why</button><input class=ui-text-input>
</fieldset><div><div><label><input type=checkbox> Endless</label></div><b>Topics per page</b><br><input><br>
<b>Posts per page</b><br><input></div>
<p>From the handbook<div><div><div><div><div contenteditable><p>Prices</div></div></div></div></div>"""
OTHERS = {
    "by an icon, and not by words on how it looks, nor by the arrow of a list": (
        """<style>select { background: url(https://x.example/arrow-down.svg) }</style><select><option>A</select>
        <a href=/x class="icon-only icon-toggle-plus"></a><a href=/y class="icon-only icon-del remove-upload"></a>
        <a href=/recent data-original-title=Recent><i class="fa fa-clock-o"></i></a>""",
        [
            'combobox = "A" of "A"',
            'link "toggle plus" guessed -> /x',
            'link "del" guessed -> /y',
            'link "Recent" -> /recent',
        ],
    ),
    "not at all where a text area only takes keys for an editor": (
        """<div><textarea style='opacity:0'></textarea><div>let a = 1</div></div>
        <p><textarea style='opacity:0' aria-label=Code></textarea><textarea style='opacity:0' name=trap></textarea>""",
        [": let a = 1", 'textbox "Code" not-visible', 'textbox "trap" not-visible guessed'],
    ),
    "by components that it is made of, and the words beside it; a drawn box to check is seen": (
        COMPONENTS,
        [
            'button "Save" guessed',
            'button "trash" guessed',
            'button "delete" guessed',
            'checkbox "Second" guessed unchecked',
            'checkbox "Passports" guessed unchecked',
            ": Start:",
            'textbox "Start:" guessed = "1"',
            "radiogroup",
            'radio "Small"',
            "slider",
        ],
    ),
    "by the box that holds it alone and never by what it shows as chosen": (
        """<style>svg { width: 9px; height: 9px }</style>
        <span aria-label=Sort><button class=btn-colored style='background: #fff' disabled><svg></svg></button></span>
        <b title=More><span><i tabindex=0><svg></svg></i></span></b><b title=Both><button></button><button></button></b>
        <p style='display: flex'><label for=none>Owner</label><span style='display: grid'>
        <i style='grid-area: 1/1'>keeper</i>
        <i style='grid-area: 1/1'><input role=combobox style='border: 0; width: 2px'></i></span></p>
        <button><i>\ue123</i> OK</button><p>\ue123 Done</p>""",
        [
            'button "Sort" guessed disabled',
            'clickable "More" guessed',
            "button",
            "button",
            ": Owner",
            ": keeper",
            'combobox "Owner" guessed',
            'button "OK"',
            ": Done",
        ],
    ),
    "not by the handle of its item, which has a ref of its own": (
        """<style>x-item { display: flex; cursor: pointer } b { width: 9px; height: 9px; cursor: grab }</style>
        <x-item tabindex=0><i>Passports</i><b title='Drag and drop'></b></x-item>
        <ul><li style='cursor: pointer' onclick=1>Plain <b title=Move>=</b></ul>
        <ul><li><div style='cursor: move'><span>Handle</span></div></ul>
        <script>customElements.define('x-item', class extends HTMLElement { constructor() { super();
          this.attachShadow({mode: 'open'}).innerHTML = '<u><input type=checkbox></u><slot></slot>' } })</script>""",
        [
            'clickable > checkbox "Passports" guessed unchecked | clickable "Drag and drop"',
            "listitem clickable",
            ": Plain",
            'clickable "Move": =',
            'clickable "Handle"',
        ],
    ),
    "by what stands around it, as far as that is its alone": (
        TOOLTIPS,
        [
            'tab "Settings" guessed selected',
            'tab "Help" guessed',
            'button "Highlights Words"',
            'textbox "like: word"',
            'radio "17 June (old)" guessed unchecked',
            'radio "17 June (diff)" guessed unchecked',
            'textbox "New title:" guessed',
            'button "Why"',
            'textbox "Reason" guessed',
            'textbox "Topics per page" guessed',
            'textbox "Posts per page" guessed',
            'textbox = "Prices"',
        ],
    ),
    "by the head of its column, where it is an empty cell that takes presses": (
        """<style>.head, .row { display: flex } .row > *, .head > * { width: 150px; height: 20px }
        .row > * { cursor: pointer }</style><div class=head><b>Payee</b><b>Payment</b><b>Deposit</b></div>
        <div><div class=row><div>Ada</div><div>80.00</div><div></div></div></div>""",
        ['clickable "Ada"', 'clickable "80.00"', 'clickable "Deposit" guessed'],
    ),
    "not by the texture that is painted on it": (
        """<style>.slider a { display: inline-block; width: 20px; height: 20px;
        background: url(https://x.example/ui-bg_glass_75_e6e6e6_1x400.png) }</style>
        <div class=slider><a class="ui-slider-handle" tabindex=0></a></div>
        <a href=/x style="background: url(https://x.example/trash-16x16.png)"></a>""",
        ['clickable "slider handle" guessed', 'link "trash 16x16" guessed -> /x'],
    ),
    "not by a panel that opens as a tip": (
        """<button aria-describedby=panel><svg data-icon=funnel width=9 height=9></svg></button>
        <button aria-describedby=tip><svg width=9 height=9></svg></button>
        <div role=tooltip id=panel><label>Tags</label><input></div><div role=tooltip id=tip>Search</div>""",
        ['button "funnel" guessed', 'button "Search"'],
    ),
}


async def test_a_control_is_called(both: Stage) -> None:
    for case, (html, lines) in OTHERS.items():
        shown = [re.sub(r" \[e\d+\]", "", line.strip()) for line in (await outline(both, html)).splitlines()]
        roles = {line.partition(" ")[0] for line in lines}
        assert (case, [line for line in shown if line.partition(" ")[0] in roles]) == (case, lines)


async def test_what_is_being_faded_in_can_be_seen(both: Stage) -> None:
    html = (
        "<div id=menu style='opacity:0'><button>Copy</button></div><div style='opacity:0'><button>Ghost</button></div>"
    )
    await both.page.set_content(html)
    await both.page.evaluate(
        "menu.animate([{opacity: 0}, {opacity: 1}], {duration: 500, fill: 'both'}).playbackRate = 0"
    )
    text = (await PlaywrightReader(both.core).snapshot("full")).text.raw
    assert text.splitlines() == ['button "Copy" [e1]', 'button "Ghost" [e2] not-visible']


async def test_parts_of_one_box_that_nothing_names_are_called_by_what_tests_find_them_by(both: Stage) -> None:
    def handles(*ids: str) -> str:
        part = '<i style="display: block; width: 20px; height: 20px; background: red; cursor: pointer" {}></i>'
        return "<div role=group tabindex=0>" + "".join(part.format(one) for one in ids) + "Node</div>"

    html = (
        handles("data-test-id=canvas-node-inputHandle", "data-testid=canvas-handle-plus", "data-cy=h-3f2ab9")
        + handles("data-testid=resize-control", "data-testid=resize-control")
        + handles("data-testid=lone-part")
    )
    lines = [re.sub(r"e\d+", "e1", line.strip()) for line in (await outline(both, html)).splitlines()]
    assert [line for line in lines if line.startswith("clickable")] == [
        'clickable "canvas node input handle" [e1] guessed',
        'clickable "canvas handle plus" [e1] guessed',
        *["clickable [e1]"] * 4,
    ]


async def test_the_cells_of_a_palette_are_called_by_their_colours_and_two_coloured_boxes_are_none(both: Stage) -> None:
    def cells(*colors: str) -> str:
        return "".join(f"<td style='background: {one}; width: 16px; height: 16px' onclick=1></td>" for one in colors)

    html = f"""<table><tr>{cells("#d5e8d4", "rgb(255, 0, 0)", "white")}</table>
    <table><tr>{cells("red", "green", "red")}</table>"""
    lines = [line.strip() for line in (await outline(both, html)).splitlines()]
    names = ('"color #d5e8d4" [e2]', '"color #ff0000" [e3]', '"color #ffffff" [e4]')
    assert lines[1] == "row > " + " | ".join(f"{name} guessed clickable" for name in names)
    assert lines[3] == "row > [e6] clickable | [e7] clickable | [e8] clickable"
