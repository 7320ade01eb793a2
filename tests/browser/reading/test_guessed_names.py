"""What fields and buttons without a name are called: never by another control."""

from __future__ import annotations

import re

from handrail.browser.reading.page_reader import PlaywrightReader
from tests.browser.reading.test_snapshot import outline
from tests.browser.stage import Stage


async def test_another_control_names_no_field_but_its_own_attributes_do(both: Stage) -> None:
    html = """<p><a href=#x>remove</a> <input class="qq-upload-name-input"></p>
    <form><button>Toggle Search Tools</button> <input name=q> <input id=user-name> <input name=field_17></form>
    <p>City <input name=town></p><p><input name=ab12cd34ef><input class=form-control></p>"""
    lines = (await outline(both, html)).splitlines()
    assert [line.strip() for line in lines if "textbox" in line] == [
        'textbox "upload name" [e2] guessed',
        'textbox "q" [e4] guessed',
        'textbox "user name" [e5] guessed',
        "textbox [e6]",
        'textbox "City" [e7] guessed',
        "textbox [e8]",
        "textbox [e9]",
    ]


async def test_the_arrow_of_a_list_and_words_on_how_an_icon_looks_name_nothing(both: Stage) -> None:
    html = """<style>select { background: url(https://x.example/arrow-down.svg) }</style><select><option>A</select>
    <a href=/x class="icon-only icon-toggle-plus"></a><a href=/y class="icon-only icon-del remove-upload"></a>"""
    assert await outline(both, html) == "\n".join(
        [
            'combobox [e1] = "A" of "A"',
            'link "toggle plus" [e2] guessed -> /x',
            'link "del" [e3] guessed -> /y',
        ]
    )


async def test_words_in_the_next_line_name_no_field(both: Stage) -> None:
    html = """<div><div><label><input type=checkbox> Pages</label></div><strong>Topics per page</strong><br>
    <input value=20><br><strong>Posts per page</strong><br><input value=10></div>"""
    lines = (await outline(both, html)).splitlines()
    assert [line.split(" [")[0].strip() for line in lines if "textbox" in line] == [
        'textbox "Topics per page"',
        'textbox "Posts per page"',
    ]


async def test_a_label_before_a_field_names_it_and_not_the_example_that_it_shows(both: Stage) -> None:
    html = """<div><label>Site title</label><input placeholder="Your community name"></div>
    <div><label>Key words</label><div><input placeholder="a, b" value="c"></div></div>
    <label>Both</label><input placeholder=From><input placeholder=To>
    <a href=/recent data-original-title=Recent><i class="fa fa-clock-o"></i></a>"""
    lines = (await outline(both, html)).splitlines()
    assert [line.strip() for line in lines if not line.strip().startswith(":")] == [
        'textbox "Site title" [e1] guessed placeholder="Your community name"',
        'textbox "Key words" [e2] guessed = "c"',
        'textbox "From" [e3]',
        'textbox "To" [e4]',
        'link "Recent" [e5] -> /recent',
    ]


PANEL = """<section><h2><label for=body>Body</label></h2><div><input type=hidden id=body>
<div><div><button>Bold</button></div><div><div><div contenteditable role=textbox></div></div></div></div></div>
</section><section><h2 tabindex=0><label for=date>Post date</label></h2><div><div><input id=date></div></div></section>
<div><label for=tags>Tags</label><div><input id=tags style='display:none'><ul><li><input></li></ul></div></div>
<div><label for=many>Many</label><input id=many style='display:none'><ul><li><input><li><input></ul></div>"""


async def test_a_field_is_called_by_the_label_of_the_field_that_it_stands_for(both: Stage) -> None:
    lines = [line.strip() for line in (await outline(both, PANEL)).splitlines()]
    assert [line for line in lines if line.startswith(("textbox", "heading"))] == [
        'heading "Body" level=2',
        'textbox "Body" [e2] guessed',
        'heading "Post date" [e3] level=2 clickable',
        'textbox "Post date" [e4]',
        'textbox "Tags" [e6] guessed',
        "textbox [e8]",
        "textbox [e9]",
    ]


async def test_a_text_area_that_only_takes_keys_for_an_editor_is_left_out(both: Stage) -> None:
    html = """<div><textarea style='opacity:0'></textarea><div>let a = 1</div></div>
    <p><textarea style='opacity:0' aria-label=Code></textarea><textarea style='opacity:0' name=trap></textarea>"""
    assert (await outline(both, html)).splitlines() == [
        ": let a = 1",
        'textbox "Code" [e1] not-visible',
        'textbox "trap" [e2] not-visible guessed',
    ]


DEEP = """<div><div class=head><div><label><span>Due</span> <span>date</span><b>*</b><i></i></label></div></div>
<div><div><div><div><div><input></div></div></div></div></div></div>
<p>Some text of the page</p><form><div><input></div></form>"""


async def test_words_before_the_boxes_that_hold_a_field_alone_name_it(both: Stage) -> None:
    lines = [line.strip() for line in (await outline(both, DEEP)).splitlines()]
    assert [line for line in lines if line.startswith("textbox")] == [
        'textbox "Due date *" [e1] guessed',
        "textbox [e2]",
    ]


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


async def test_a_control_made_of_components_is_called_by_them_and_by_the_words_beside_it(both: Stage) -> None:
    """And a box to check that is drawn beside the boxes around a transparent input is seen."""
    lines = [line.strip() for line in (await outline(both, COMPONENTS)).splitlines()]
    assert [line for line in lines if line.startswith(":")] == [": Start:"]
    assert [re.sub(r" \[e\d+\]", "", line) for line in lines if not line.startswith(":")] == [
        'button "Save" guessed',
        'button "trash" guessed',
        'button "delete" guessed',
        'checkbox "Second" guessed unchecked',
        'checkbox "Passports" guessed unchecked',
        'textbox "Start:" guessed = "1"',
        "radiogroup",
        'radio "Small"',
        "slider",
    ]


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


WRAPPED = """<style>svg { width: 9px; height: 9px }</style>
<span aria-label=Sort><button class=btn-colored style='background: #fff' disabled><svg></svg></button></span>
<b title=More><span><i tabindex=0><svg></svg></i></span></b><b title=Both><button></button><button></button></b>
<p style='display: flex'><label for=none>Owner</label><span style='display: grid'><i style='grid-area: 1/1'>keeper</i>
<i style='grid-area: 1/1'><input role=combobox style='border: 0; width: 2px'></i></span></p>
<button><i>\ue123</i> OK</button><p>\ue123 Done</p>"""


async def test_a_control_is_called_by_the_box_that_holds_it_alone_and_never_by_what_it_shows_as_chosen(
    both: Stage,
) -> None:
    lines = [line.strip() for line in (await outline(both, WRAPPED)).splitlines()]
    assert lines == [
        'button "Sort" [e1] guessed disabled',
        'clickable "More" [e2] guessed',
        "button [e3]",
        "button [e4]",
        ": Owner",
        ": keeper",
        'combobox "Owner" [e5] guessed',
        'button "OK" [e6]',
        ": Done",
    ]


GRIPS = """<style>x-item { display: flex; cursor: pointer } b { width: 9px; height: 9px; cursor: grab }</style>
<x-item tabindex=0><i>Passports</i><b title='Drag and drop'></b></x-item>
<ul><li style='cursor: pointer' onclick=1>Plain <b title=Move>=</b></ul>
<ul><li><div style='cursor: move'><span>Handle</span></div></ul>
<script>customElements.define('x-item', class extends HTMLElement { constructor() { super();
  this.attachShadow({mode: 'open'}).innerHTML = '<u><input type=checkbox></u><slot></slot>' } })</script>"""


async def test_the_handle_of_an_item_has_a_ref_and_names_no_control_beside_it(both: Stage) -> None:
    assert (await outline(both, GRIPS)).splitlines() == [
        'clickable [e1] > checkbox "Passports" [e2] guessed unchecked | clickable "Drag and drop" [e3]',
        "listitem [e4] clickable",
        " : Plain",
        ' clickable "Move" [e5]: =',
        'clickable "Handle" [e6]',
    ]


TOOLTIPS = """<nav><span aria-label=Settings><div role=tab tabindex=0><button aria-selected=true></button></div></span>
<span title=Help><a role=tab href=#h></a></span></nav>
<form><label>Highlights <label>Words <button></button></label> <input placeholder='like: word'></label></form>
<div class=field><span><label>New title:</label></span><div><div role=combobox tabindex=0>(Main)</div>
<input class=ui-text-input></div></div><fieldset><legend>Reason</legend><button>Why</button><input class=ui-text-input>
</fieldset><div><div><label><input type=checkbox> Endless</label></div><b>Topics per page</b><br><input><br>
<b>Posts per page</b><br><input></div>
<p>From the handbook<div><div><div><div><div contenteditable><p>Prices</div></div></div></div></div>"""


async def test_what_stands_around_controls_names_them_as_far_as_it_is_theirs_alone(both: Stage) -> None:
    lines = [line.strip() for line in (await outline(both, TOOLTIPS)).splitlines()]
    assert [re.sub(r" \[e\d+\]", "", line) for line in lines if re.match("tab|button|textbox", line)] == [
        'tab "Settings" guessed selected',
        'tab "Help" guessed',
        'button "Highlights Words"',
        'textbox "like: word"',
        'textbox "New title:" guessed',
        'button "Why"',
        'textbox "Reason" guessed',
        'textbox "Topics per page" guessed',
        'textbox "Posts per page" guessed',
        'textbox = "Prices"',
    ]


COLUMNS = """<style>.head, .row { display: flex } .row > *, .head > * { width: 150px }
.value { cursor: pointer }</style>
<div><div class=head><button>Date</button><button>Notes</button><button>Payment</button></div>
<div><div class=row><div><input value=11/20></div><div class=value>Corner Shop</div><div><input></div></div>
<div class=row><div class=value>11/21</div><div><input></div><div class=value>80.00</div></div></div></div>
<table><thead><tr><th>Kind<th>Value<th>Invoice</thead><tr><td>E-Mail<td><input><td><input type=checkbox>
<tr><td>Phone<td>home <input><td><input type=checkbox></table>
<div><div class=row><div class=value>Ada</div><div><input></div><div>Bern</div></div></div>"""


async def test_a_field_in_a_table_is_called_by_the_head_of_its_column_and_not_by_a_value_beside_it(both: Stage) -> None:
    fields = re.findall(r'(?:textbox|checkbox)(?: "[^"]*")?', await outline(both, COLUMNS))
    assert fields == [
        'textbox "Date"',
        'textbox "Payment"',
        'textbox "Notes"',
        'textbox "Value"',
        'checkbox "Invoice"',
        'textbox "home"',
        'checkbox "Invoice"',
        "textbox",
    ]


async def test_an_empty_cell_that_takes_presses_is_called_by_the_head_of_its_column(both: Stage) -> None:
    html = """<style>.head, .row { display: flex } .row > *, .head > * { width: 150px; height: 20px }
    .row > * { cursor: pointer }</style><div class=head><b>Payee</b><b>Payment</b><b>Deposit</b></div>
    <div><div class=row><div>Ada</div><div>80.00</div><div></div></div></div>"""
    assert (await outline(both, html)).splitlines()[-1].strip() == 'clickable "Deposit" [e3] guessed'


ROWS_OF_FIELDS = """<style>.row { display: flex } .box input { width: 4px }</style>
<div class=row><div>Queue:</div><div><div><select name=Queue style="display:none"><option>General</select>
<button role=combobox aria-haspopup=listbox title=General>General</button></div></div></div>
<div><select name=DateOp style="display:none"><option>before</select>
<button role=combobox aria-haspopup=listbox title=before>before</button></div>
<div class=row><div>Cc:</div><div><div><input id=Cc style="display:none" value=ann><div><div class=box>
<span>ann <a href=#x>x</a></span><input id=Cc-selectized></div></div></div></div></div>"""


async def test_a_field_is_called_neither_by_its_value_nor_by_the_hidden_one_that_it_stands_for(both: Stage) -> None:
    lines = [line.strip() for line in (await outline(both, ROWS_OF_FIELDS)).splitlines()]
    assert [line for line in lines if "box" in line] == [
        'combobox "Queue:" [e1] guessed = "General"',
        'combobox "date op" [e2] guessed = "before"',
        'textbox "Cc:" [e4] guessed',
    ]


async def test_no_field_is_called_by_the_label_of_a_later_one(both: Stage) -> None:
    html = """<form><p><label for=space>Free space</label><div><div><input id=space></div>
    <div><select><option>%</select></div></div></p><p><label>API Key</label><input></p></form>"""
    lines = [line.strip() for line in (await outline(both, html)).splitlines()]
    assert [line.split(" [")[0] for line in lines if "box" in line] == [
        'textbox "Free space"',
        "combobox",
        'textbox "API Key"',
    ]


async def test_no_field_is_called_by_what_it_holds_though_a_layer_over_it_shows_that_in_colours(both: Stage) -> None:
    html = """<style>div { position: relative } pre { position: absolute; inset: 0; margin: 0 }</style>
    <div><pre><b>My</b>·file</pre><textarea>My file</textarea></div>
    <div><pre>Floating label</pre><textarea>My file</textarea></div>"""
    lines = [line.strip() for line in (await outline(both, html)).splitlines()]
    assert [line.split(" [")[0] for line in lines if "textbox" in line] == ["textbox", 'textbox "Floating label"']


async def test_a_panel_that_opens_as_a_tip_names_nothing(both: Stage) -> None:
    html = """<button aria-describedby=panel><svg data-icon=funnel width=9 height=9></svg></button>
    <button aria-describedby=tip><svg width=9 height=9></svg></button>
    <div role=tooltip id=panel><label>Tags</label><input></div><div role=tooltip id=tip>Search</div>"""
    lines = [line.strip() for line in (await outline(both, html)).splitlines()]
    assert [line for line in lines if "button" in line] == ['button "funnel" [e1] guessed', 'button "Search" [e2]']
