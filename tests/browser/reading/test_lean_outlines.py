"""The outline says a thing once: no label beside its field, no button in the name of a heading, no empty separator."""

from __future__ import annotations

import pytest

from tests.browser.reading.test_snapshot import outline
from tests.browser.stage import Stage

LEAN = {
    "a link in brackets": (
        "<h2><span>Tools</span><span>[<a href=#u>edit</a>]</span></h2>",
        ['heading "Tools" level=2', ' link "edit" [e1] -> #u'],
    ),
    "several links in brackets behind a heading, and marks between links": (
        "<h2><span>Rules</span><span><span>[</span><a href=#e>edit</a><span> | </span><a href=#s>edit source</a>"
        "<span>]</span></span></h2><ul><li>(<a href=#c>cur</a> | <a href=#p>prev</a>) <a href=#m>Mara</a> . . (+12)",
        [
            'heading "Rules" level=2',
            ' link "edit" [e1] -> #e',
            ' link "edit source" [e2] -> #s',
            "listitem",
            ' link "cur" [e3] -> #c',
            ' link "prev" [e4] -> #p',
            ' link "Mara" [e5] -> #m',
            " : . . (+12)",
        ],
    ),
    "lines between the entries of a menu": (
        "<div role=menu><div role=menuitem tabindex=0>Copy</div><div role=separator></div>"
        "<div role=menuitem tabindex=0>Delete</div></div><hr><p>Rest</p>",
        ["menu", ' menuitem "Copy" [e1]', ' menuitem "Delete" [e2]', "separator", ": Rest"],
    ),
    "parts that are all called by the same guess": (
        "<style>i { display: block; width: 20px; height: 20px; background: red; cursor: pointer }</style>"
        + "<i class=resize-handle></i>" * 8
        + "<p>Rest</p>"
        + "<i class=resize-handle></i>" * 2,
        [
            'clickable "resize handle" [e1] to [e8] guessed',
            ": Rest",
            'clickable "resize handle" [e9] guessed',
            'clickable "resize handle" [e10] guessed',
        ],
    ),
    "the picture of a box to check": (
        "<style>i { position: relative; display: inline-block } input, b { position: absolute; inset: 0; margin: 0; "
        "cursor: pointer } input { opacity: 0; z-index: 1 } i, input, b { width: 20px; height: 20px; background: #ddd }"
        "</style><i><input type=checkbox id=m><b></b></i><label for=m>Minor edit</label>",
        ['checkbox "Minor edit" [e1] unchecked'],
    ),
    "messages of a log": (
        "<style>p { display: flex; margin: 0 }</style><div role=log aria-label=Chat><div><p><i>15:09</i> "
        "<button>priya</button> <i>Checked</i></p><p><i>15:10</i> <button>jonas</button> <i>See <a href=#a>it</a></i>"
        "</p></div></div>",
        [
            'log "Chat"',
            ' listitem > "15:09" | button "priya" [e1] | "Checked"',
            ' listitem > "15:10" | button "jonas" [e2] | "See" | link "it" [e3] -> #a',
        ],
    ),
    "a list that is closed, and a long menu out of sight": (
        "<style>div { position: absolute; opacity: 0 }</style><div role=listbox><p role=option>Rome<p role=option>Oslo"
        "</div><div role=menu><button>B</button>" + "<button>A</button>" * 50 + "</div><p>Page",
        [
            "not-visible " + " + ".join(f'"{"A" if number > 1 else "B"}" [e{number}]' for number in range(1, 41)),
            "not-visible … 11 more",
            ": Page",
        ],
    ),
    "a list that what is chosen in it names too": (
        "<div role=combobox tabindex=0 aria-labelledby='l v'><i id=v>en - English</i></div><b id=l hidden>Language</b>",
        ['combobox "Language" [e1] = "en - English"'],
    ),
    "a tab that says what it is": (
        "<div role=tablist><div role=tab tabindex=0 aria-label='channel: #yard'>#yard <button>Close</button></div>",
        ["tablist", ' tab "channel: #yard" [e1]', '  button "Close" [e2]'],
    ),
    "a row whose words a box to check is called by": (
        "<div><div><input type=checkbox></div><div>18 May</div><div>Ann Lux</div><div>-24.00</div></div>",
        ['checkbox "18 May | Ann Lux | -24.00" [e1] guessed unchecked'],
    ),
    "the head of a column that is a button too": (
        "<style>th{cursor:pointer}</style><table><tr>"
        + "".join(
            f"<th tabindex=-1 onclick=0{sort}>{name.upper()} <b role=button tabindex=0 aria-label='{name}: sort'></b>"
            for name, sort in (("Order", " aria-sort=ascending"), ("Total", ""))
        )
        + "<tr><td>7<td>9</table>",
        [
            "table [e1]",
            ' row header > "Order: sort" [e2] sort=ascending clickable | "Total: sort" [e3] clickable',
            " row: 7 | 9",
        ],
    ),
    "terms that are links": (
        "<dl><dt><a href=#p>Preface</a><dt><a href=#t>Tutorial</a><dt>Colour<dd>Red</dl>",
        ['link "Preface" [e1] -> #p', 'link "Tutorial" [e2] -> #t', "term: Colour", "definition: Red"],
    ),
    "a button behind a heading": (
        "<h3>Import <button>Close</button></h3>",
        ['heading "Import" level=3', ' button "Close" [e1]'],
    ),
    "a button behind a heading that takes presses": (
        "<h3><span style='cursor: pointer'>Import</span><button>Close</button></h3>",
        ['heading level=3 > clickable "Import" [e1]', ' button "Close" [e2]'],
    ),
    "links that are a part of the heading": (
        "<h2><a href=#u>Users</a> » New user of <a href=#a>cats</a></h2>",
        ['heading "Users » New user of cats" level=2', ' link "Users" [e1] -> #u', ' link "cats" [e2] -> #a'],
    ),
    "a heading that opens a part": ("<h3><button>Part 1</button></h3>", ['heading level=3 > button "Part 1" [e1]']),
    "a dialog with the name of its heading": (
        "<div role=dialog aria-labelledby=h><h2 id=h>Import</h2><button>Go</button></div>",
        ['dialog "Import" [e1]', ' button "Go" [e2]'],
    ),
    "a dialog with a button in its heading": (
        "<div role=dialog aria-labelledby=h><h2 id=h>Import <button>Close</button></h2><p>Text</div>",
        ['dialog "Import" [e1]', ' button "Close" [e2]', " : Text"],
    ),
    "a dialog with another heading": (
        "<div role=dialog aria-label=Import><h2>File</h2><p>Text</div>",
        ['dialog "Import" [e1]', ' heading "File" level=2', " : Text"],
    ),
    "a tab with a button": (
        "<div role=tablist><div role=tab tabindex=0>a.csv <button>Close a.csv</button></div></div>",
        ["tablist", ' tab "a.csv" [e1]', '  button "Close a.csv" [e2]'],
    ),
    "a label that takes presses": (
        "<style>label{cursor:pointer}</style><label for=i>Name</label> <input id=i> <label>Free text</label>",
        ['textbox "Name" [e1]', 'clickable "Free text" [e2]'],
    ),
    "a link around a button": ("<a href=#u><button>Back</button></a>", ['link "Back" [e1] -> #u']),
    "an item in an item of its name": (
        "<ul role=listbox><li role=option aria-selected=true><div role=option>Map</div></ul>",
        ["listbox [e1]", ' option "Map" [e2] selected'],
    ),
    "a titled box around a button without a name": (
        "<div tabindex=0 title='Add item'><button></button></div>",
        ['button "Add item" [e1]'],
    ),
    "an item around a box to check of its name": (
        "<div role=tree><div role=treeitem tabindex=0><label><input type=checkbox>Leaf</label></div></div>",
        ["tree [e1]", ' treeitem "Leaf" [e2]', '  checkbox "Leaf" [e3] unchecked'],
    ),
    "a handle to drag with": (
        "<p>Passports <i title='Drag and drop' style='cursor:grab;display:inline-block;width:9px;height:9px'></i>",
        [": Passports", 'clickable "Drag and drop" [e1]'],
    ),
    "a label in a cell beside that of its field": (
        "<table><tr><td><label for=n>Name</label><td><input id=n></table>",
        ["table [e1]", ' row > textbox "Name" [e2]'],
    ),
    "a box around two controls": (
        "<div tabindex=0><button>Menu</button>Home</div>",
        ['clickable [e1] > button "Menu" [e2] | "Home"'],
    ),
    "a field that keeps the value of a drawn one": (
        "<button>Twenty</button><input aria-hidden=true tabindex=-1 style='opacity:0' value=20>",
        ['button "Twenty" [e1]'],
    ),
    "a month that is out of sight": (
        "<div style='width:200px;overflow:hidden;position:relative;height:50px'><table role=grid aria-label=June "
        "style='position:absolute;left:300px'><tr>"
        + "".join(f"<td role=gridcell>{day}" for day in range(1, 8))
        + "</table></div>",
        ['grid "June" [e1] … 7 elements not-visible'],
    ),
    "a week of which the names of days say the numbers": (
        "<table role=grid aria-label=May><tr><th aria-label=Sunday>S<th aria-label=Monday>M<tr>"
        "<td role=gridcell style='opacity:0'><td role=gridcell aria-label='May 1, 2026'>1</table>",
        ['grid "May" [e1]', " row: Sunday | Monday", ' row > "" | "May 1, 2026" [e2]'],
    ),
    "a dialog with a button in the element that names it": (
        "<div role=dialog aria-labelledby=h><div id=h><button>Close</button> Add event</div><p>Text</div>",
        ['dialog "Add event" [e1]', ' button "Close" [e2]', " : Text"],
    ),
    "a table with actions that its rows show under the pointer": (
        "<style>td div { position: relative; left: -9999em }</style><table><thead><tr><th>Pick<th>Name<tbody>"
        + "".join(
            f"<tr><td><input type=checkbox><td><b><a href=#{name}>{name}</a></b> by <a href=#{name}>Ann</a>"
            f"<div><a href=#e aria-label='Edit “{name}”'>E</a> <button aria-label='Drop “{name}” now'>x</button></div>"
            for name in ("old apples", "bees")
        )
        + "<tfoot><tr><th>Pick<th>Name</table>",
        [
            "table [e1]",
            " row: Pick | Name",
            ' row > checkbox "old apples by Ann" [e2] guessed unchecked | link "old apples" [e3] -> #old + "by" + '
            'link "Ann" [e4] + not-visible "Edit “old apples”" [e5] + "Drop “old apples” now" [e6]',
            ' row > checkbox "bees by Ann" [e7] guessed unchecked | link "bees" [e8] -> #bees + "by" + '
            'link "Ann" [e9] + not-visible [e10] + [e11] as above',
        ],
    ),
    "actions that are named by another cell of their row": (
        "<style>td div { position: relative; left: -9999em }</style><table>"
        + "".join(
            f"<tr><td>{name}<div><a href=#e>Edit</a> <a href=#v>View posts by {name} V.</a></div><td>{name} V.<td>"
            f"<a href='mailto:{name}@x.example'>{name}@x.example</a>"
            for name in ("Anna", "Bruno")
        )
        + "</table>",
        [
            "table [e1]",
            ' row > "Anna" + not-visible "Edit" [e2] + "View posts by Anna V." [e3] | "Anna V." | '
            'link "Anna@x.example" [e4]',
            ' row > "Bruno" + not-visible [e5] + [e6] as above | "Bruno V." | link "Bruno@x.example" [e7]',
        ],
    ),
    "menus that items show under the pointer": (
        "<style>ul ul { position: absolute; top: -1000em }</style><ul><li><a href=#m>Media</a><ul><li aria-hidden=true>"
        "Media<li onclick=1><a href=#l>Library</a><li><a href=#a>Add</a></ul><li onclick=1 aria-hidden=true>"
        "<div style='height:20px'></div></ul>",
        ["listitem", ' link "Media" [e1] -> #m', ' not-visible "Library" [e2] + "Add" [e3]'],
    ),
    "a panel that is pushed out of the window": (
        "<style>div { position: fixed; width: 300px; top: 50px } #a { right: -300px } #b { right: -280px }</style>"
        "<div id=a><h4>Help</h4><p>Thanks</p><a href=#h>Docs</a><b style='position:absolute;left:-40px'>Open</b></div>"
        "<div id=b>Half</div><p>Page</p>",
        ['link "Docs" [e1] not-visible -> #h', ": Open", ": Half", ": Page"],
    ),
    "cards of a bar that stands still, and of one that scrolls": (
        "<style>.bar { position: fixed; bottom: 0; width: 300px; height: 30px } "
        ".bar div { position: absolute; top: 100%; width: 90px } .all { overflow-y: auto; left: 400px }</style>"
        "<div class=bar>Bar<div><p>Debug</p><button>OK</button></div></div>"
        "<div class='bar all'>All<div><p>More</p><button>Go</button></div></div>",
        [": Bar", 'button "OK" [e1] not-visible', "scrollable [e2] scrolls", " : All", " : More", ' button "Go" [e3]'],
    ),
    "a page that a dialog keeps from scrolling, and slides that stand still": (
        "<style>body { position: fixed; width: 100% } .deck { position: fixed; inset: 0 } "
        ".deck div, .page { position: absolute; top: 200% }</style>"
        "<div class=page>Page</div><div class=deck>One<div>Two</div></div>",
        [": Page", ": One", ": Two"],
    ),
    "a panel beside a page that does not scroll to the side": (
        "<style>body { overflow-x: hidden } div { position: absolute; width: 300px; right: -300px }</style>"
        "<div><p>Thanks</p></div><p>Page</p>",
        [": Page"],
    ),
    "strips that nothing is painted on": (
        "<style>div { height: 8px } i { display: block; width: 8px; height: 8px; background: red }</style>"
        "<div onclick=1></div><div draggable=true></div><i onclick=1></i>",
        ["clickable [e1]"],
    ),
    "the days above a calendar, and an address that is the name": (
        "<div>Mon</div><div>Tue</div><div>Wed</div><div>Thu</div><div>Fri</div>"
        "<a href='http://x.example/'>http://x.example</a><ul><li>Mon<li>Tue<li>Wed<li>Thu<li>Fri</ul>",
        [
            ": Mon | Tue | Wed | Thu | Fri",
            'link "http://x.example" [e1]',
            "list",
            *(f" : {day}" for day in ("Mon", "Tue", "Wed", "Thu", "Fri")),
        ],
    ),
    "the days of a month, and steps that are called otherwise each": (
        "".join(f"<button>May {day}, 2026{'. Selected' * (day == 5)}</button>" for day in range(1, 10))
        + "".join(
            f"<p><a tabindex=0 onclick=1>{day} {['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][day % 7]}</a>"
            for day in range(14)
        )
        + "".join(f"<button>Step {at} {chr(97 + at)}</button>" for at in range(8)),
        [
            'button "May 1, 2026" [e1] + "2" [e2] + "3" [e3] + "4" [e4] + "May 5, 2026. Selected" [e5] + '
            '"6" [e6] + "7" [e7] + "8" [e8] + "9" [e9]',
            'link "0 Sun" [e10] + ' + " + ".join(f'"{day}" [e{day + 10}]' for day in range(1, 14)),
            *(f'button "Step {at} {chr(97 + at)}" [e{at + 24}]' for at in range(8)),
        ],
    ),
    "words that the name of their item begins with": (
        "<ul><li role=listitem tabindex=-1 onclick=1 aria-label='Newsletter 30, from 9:15'><p>News<p>Newsletter<p>30"
        "<p>15<p>letter 30</ul>",
        ['listitem "Newsletter 30, from 9:15" [e1] clickable', " : News", " : letter 30"],
    ),
    "rows that only measure their table, or have a sign that is no part of their name": (
        "<style>#m * { padding: 0; height: 0; border: 0 }</style><table style='border-spacing: 0'><tr><th>Name<th>Owner"
        "<tr id=m aria-hidden=true style='height: 0'><td><div style='overflow: hidden'>&nbsp;</div><td>"
        "<tr onclick=1><td><a href=#t>Things count</a><td><span aria-hidden=true>AD</span></table>",
        ["table [e1]", " row: Name | Owner", ' row [e2] clickable > link "Things count" [e3] -> #t | "AD"'],
    ),
    "a bar that is switched off, a list named by its options, and a list in a box of its name": (
        "<div role=progressbar aria-disabled=true style='height: 4px'></div>"
        "<div role=progressbar style='height: 4px'></div>"
        "<div role=listbox tabindex=0><div role=option aria-label=East></div></div>"
        "<div onclick=1 aria-label=Pick><input role=combobox aria-label=Pick></div>",
        ["progressbar", "listbox [e1]", ' option "East" [e2]', 'combobox "Pick" [e3]'],
    ),
    "a separator with boxes in it": (
        "<ul><li tabindex=0>Cut<li tabindex=0 role=presentation data-type=separator><div></div><div></div></ul>",
        ["listitem [e1] clickable: Cut"],
    ),
    "the minutes of an hour": (
        "".join(f"<button>{minute:02}</button>" for minute in range(60)),
        ['button "00" [e1] + ' + " + ".join(f'"{minute:02}" [e{minute + 1}]' for minute in range(1, 60))],
    ),
    "a label of a box that holds a field, or two": (
        "<label for=s>Start</label><div id=s><p><input placeholder=DD/MM/YYYY><p><input placeholder=--:-- value=9:00>"
        "</div><label for=e>End</label><div id=e><p><span><input placeholder=--:--></span></div>",
        [
            ": Start",
            'textbox "Start (DD/MM/YYYY)" [e1] guessed',
            'textbox "Start (--:--)" [e2] guessed = "9:00"',
            ": End",
            'textbox "End" [e3] guessed placeholder="--:--"',
        ],
    ),
    "a list that shows its choice as an alert, and a tooltip that is one": (
        "<label>Visible to</label><div role=listbox aria-expanded=false tabindex=0><div role=alert>All</div>"
        "<div hidden><div role=option>All</div><div role=option>None</div></div></div>"
        "<div role=alert class='qtip qtip-default'>Edit the title</div><div role=alert>Saved</div>",
        [
            ": Visible to",
            'listbox "Visible to" [e1] guessed collapsed: All',
            'tooltip "Edit the title"',
            "alert: Saved",
        ],
    ),
    "boxes of which a class says what they need, or what their picture is, and that cannot be read-only": (
        "<button class='b js-enable-if-checked'>Delete selected</button><button class=icon-checkbox-checked>Choose"
        "</button><button class='b is-selected'>List</button><input type=checkbox readonly aria-label=Skip>",
        [
            'button "Delete selected" [e1]',
            'button "Choose" [e2]',
            'button "List" [e3] selected',
            'checkbox "Skip" [e4] unchecked',
        ],
    ),
    "a branch that only its class shuts": (
        "<ul><li class=closed><a href=#u>A</a><ul hidden><li>B</ul><li class='tree-open'><a href=#u>C</a><ul><li>D</ul>"
        "<li class=closed><a href=#u>Issue</a></ul>",
        [
            "list",
            " listitem collapsed",
            '  link "A" [e1] -> #u',
            " listitem expanded",
            '  link "C" [e2] -> #u',
            "  : D",
            ' link "Issue" [e3] -> #u',
        ],
    ),
}


@pytest.mark.parametrize("case", LEAN)
async def test_a_thing_is_said_once(both: Stage, case: str) -> None:
    html, lines = LEAN[case]
    assert (await outline(both, html)).splitlines() == lines


OPEN = """<style>[role=dialog] {{ position: fixed; {place}; width: 300px; height: 100px }}
.shade {{ position: fixed; inset: 0 }}</style>{shade}
<div role=dialog aria-modal=true aria-label=Panel><button>Inside</button></div><button>Page</button>
<a href=/x>More</a>"""
PLACES = {
    "out of the window": ("left: 3000px", "", False),
    "without a shade": ("right: 0; bottom: 0", "", False),
    "with a shade": ("right: 0; bottom: 0", "<div class=shade></div>", True),
}


@pytest.mark.parametrize("case", PLACES)
async def test_a_box_that_says_it_is_modal_covers_only_what_takes_no_presses(both: Stage, case: str) -> None:
    place, shade, is_covered = PLACES[case]
    text = await outline(both, OPEN.format(place=place, shade=shade))
    assert ('button "Page" [e3] covered' in text) is is_covered
    assert ("covered" in text) is is_covered
