"""A question says which thing is acted on, however a page writes the names of things and their buttons."""

from __future__ import annotations

import pytest

from handrail import Session
from tests.calls.effects.test_request_judge import Person, changed
from tests.pages import PageServer

LONG = (
    "Minutes of the general meeting of the members of the association, with the report of the treasurer and all of its"
)


async def last(session: Session, selector: str) -> str:
    found = await session.call("find_elements", selector=selector)
    return str(found.data["elements"][-1]["ref"])


def deletes(name: str, more: str = "") -> str:
    return f"<button {more} onclick=\"fetch('/{name}', {{ method: 'DELETE' }})\">Delete</button>"


def made(tag: str, more: str = "", says: str = "Delete") -> str:
    """Return a control of this kind that deletes something."""
    return f"<{tag} {more} onclick=\"fetch('/gone', {{ method: 'DELETE' }})\">{says}</{tag}>"


def component(tag: str, shows: str) -> str:
    """Return the script of a component that shows this in its shadow tree."""
    made = "this.attachShadow({ mode: 'open' }).append(shows.content.cloneNode(true))"
    kind = f"class extends HTMLElement {{ connectedCallback() {{ {made} }} }}"
    return f"<template id=shows>{shows}</template><script>customElements.define('{tag}', {kind})</script>"


def twice(html: str) -> str:
    """Return the same for two things: a name in the middle, and the button that deletes it."""
    return "".join(
        html.replace("NAME", name).replace("BUTTON", deletes(name[:3])) for name in ("Ann Ash", "Ben Brecht")
    )


LAYOUTS = {
    "row span": f"<table>{twice('<tr><td rowspan=2>NAME<td>Phone<td>x<tr><td>Mail<td>BUTTON')}</table>",
    "group head": f"<table>{twice('<tr><th colspan=2>NAME<tr><td>Editor<td>BUTTON')}</table>",
    "groups of two": "<table>" + twice("<tr><th colspan=2>NAME<tr><td>Editor<td>BUTTON<tr><td>Viewer<td>BUTTON"),
    "caption": twice("<table><caption>NAME</caption><tr><td>Editor<td>BUTTON</table>"),
    "headings": f"<div>{twice('<h3>NAME</h3><p>Editor</p>BUTTON')}</div>",
    "terms": f"<dl>{twice('<dt>NAME<dd>Editor BUTTON')}</dl>",
    "column": "<table><tr><th><th>Ann Ash<th>Ben Brecht<tr><td>Role<td>Editor<td>Editor<tr><td>"
    f"<td>{deletes('Ann')}<td>{deletes('Ben')}</table>",
    "nested list": f"<ul>{twice('<li>NAME<ul><li>Phone BUTTON</ul>')}</ul>",
    "sections": twice("<section><h2>NAME</h2><ul><li>Password BUTTON</ul></section>"),
    "details": twice("<details open><summary>NAME</summary><p>Role BUTTON</details>"),
    "legend": twice("<fieldset><legend>NAME</legend>Role BUTTON</fieldset>"),
    "two rows": f"<table>{twice('<tr><td>NAME<tr><td>BUTTON')}</table>",
    "cards": twice("<div><h4>NAME</h4><div>BUTTON</div></div>"),
    "name behind": twice("<div><div>BUTTON</div><p>NAME</p></div>"),
    "described": "<p>" + deletes("Ann", "aria-describedby=a") + deletes("Ben", "aria-describedby=b")
    + "<p id=a>Ann Ash<p id=b>Ben Brecht",
    "pinned": "<div role=grid><div><div role=row aria-rowindex=2>Ann Ash</div><div role=row aria-rowindex=3>Ben Brecht"
    f"</div></div><div><div role=row aria-rowindex=2>{deletes('Ann')}</div><div role=row aria-rowindex=3>"
    f"{deletes('Ben')}</div></div></div>",
    "value of the button": "<form method=post>" + twice("<b>NAME</b> <button name=id value=NAME>Delete</button><br>")
    + "</form>",
    "clickable boxes": twice(f"<b>NAME</b> {made('div', 'style=display:inline')}<br>"),
    "links by role": twice(f"<b>NAME</b> {made('span', 'role=link tabindex=0')}<br>"),
    "labels": twice(f"<b>NAME</b> {made('label', 'style=cursor:pointer')}<br>"),
    "pictures": twice(f"<b>NAME</b> {made('img', 'alt=Delete width=9 height=9 style=cursor:pointer', says='')}<br>"),
    "titles": twice(f"<b>NAME</b> {made('button', 'aria-label=Delete title=NAME', says='x')}<br>"),
    "keys": twice(f"<b>NAME</b> {made('button', says='<span hidden>NAME</span>Delete')}<br>"),
    "counts": "<b>Ann Ash</b><button>Delete (3)</button><br><b>Ben Brecht</b>" + made("button", says="Delete (12)"),
    "keys of rows": twice(f"<ul><li>NAME<li><s hidden>NAME</s>{made('button')}</ul>").replace("</ul><ul>", ""),
    "long page": "<a href=/x>x</a>" * 2001 + twice("<b>NAME</b> BUTTON<br>"),
    "heading of a link": twice("<div><h3><a href=/NAME>NAME</a></h3></div><div>BUTTON</div>"),
    "links": twice("<div><a href=/NAME>NAME</a></div><div>BUTTON</div>"),
    "components": twice("<p>NAME</p><x-button></x-button>") + component("x-button", made("button")),
    "fields": twice("<input aria-label=Name value='NAME'> BUTTON<br>"),
    "radios": twice("<label><input type=radio checked>NAME</label> BUTTON<br>"),
    "switches": twice(f"<b>NAME</b> {made('span', 'role=switch aria-checked=true tabindex=0')}<br>"),
    "rows of components": twice("<x-row>NAME</x-row>") + component("x-row", f"<slot></slot>{made('button')}"),
    "slots": f"<x-list>{twice('<b>NAME</b> BUTTON<br>')}</x-list>" + component("x-list", "<div><slot></slot></div>"),
    "token of one": f"<h2>Members</h2><div><span>Ben Brecht {deletes('Ben')}</span><input></div>",
    "page of one": f"<nav><h2>Club</h2></nav><h1>Ben Brecht</h1><p>Editor</p>{deletes('Ben')}",
}  # fmt: skip


@pytest.mark.parametrize("layout", LAYOUTS)
async def test_a_question_about_one_of_several_names_it_alone(session: Session, serve: PageServer, layout: str):
    session.approve = person = Person(False)
    await session.call("goto", url=serve(LAYOUTS[layout]))
    await session.call_as("model", "click", ref=await last(session, "button, [onclick]"))
    [question] = person.questions
    assert question.count("Ben Brecht") == 1
    assert "Ann Ash" not in question
    assert changed(serve) == []


ENDS = {
    "row": f"<ul><li>{LONG} annexes, 2023 {deletes('Old')}<li>{LONG} annexes, 2024 {deletes('New')}</ul>",
    "button": deletes("New").replace(">Delete<", f">Delete {LONG} annexes, 2024<"),
    "checked": f"<label><input type=checkbox checked>{LONG[:70]} 2024</label><p>{deletes('New')}",
    "dialog": f"<dialog open><p>{LONG} {LONG} {LONG} 2024</p>{deletes('New')}<button>No</button></dialog>",
    "row of a book": f"<ul><li>{LONG} {LONG} {LONG} 2024 {deletes('New')}</ul>",
}


@pytest.mark.parametrize("place", ENDS)
async def test_a_question_shows_how_a_long_name_ends(session: Session, serve: PageServer, place: str):
    session.approve = person = Person(False)
    await session.call("goto", url=serve(ENDS[place]))
    await session.call_as("model", "click", ref=await last(session, "[onclick]"))
    assert "2024" in person.questions[0]
    assert "2023" not in person.questions[0]


CHOSEN = {
    "cell": "<table><tr onclick=\"at = 'Ann'\"><td>Ann Ash<td>1<tr onclick=\"at = 'Ben'\"><td>Ben Brecht<td>1</table>",
    "toggle": "<button aria-pressed=false onclick=\"at = 'Ben'; ariaPressed = true\">Ben Brecht</button>",
    "tab": "<div role=tablist><button role=tab onclick=\"at = 'Ben'\">Ben Brecht</button></div>",
}


@pytest.mark.parametrize("choice", CHOSEN)
async def test_a_question_says_what_was_pressed_before_in_its_page(session: Session, serve: PageServer, choice: str):
    session.approve = person = Person(False)
    button = "<p><button id=go onclick=\"fetch('/' + at, { method: 'DELETE' })\">Delete</button>"
    await session.call("goto", url=serve(f"<script>let at = 'Ann'</script>{CHOSEN[choice]}{button}"))
    await session.call_as("model", "click", ref="Ben Brecht")
    await session.call_as("model", "click", ref=await last(session, "#go"))
    assert "Ben Brecht" in person.questions[0]


POSTS = """<div id=menu style="display: none; position: absolute"><ul><li><button onclick="menu.style.display = 'none'">
Copy</button><li><button onclick="menu.style.display = 'none'; asks.hidden = false">Delete</button></ul></div>
<ol oncontextmenu="event.preventDefault(); menu.style.display = 'block'"><li role=menuitem><ul><li class=row>
<a href=#ride><h3>Spring ride</h3></a> by Kim</ul><li role=menuitem><ul><li class=row><a href=#swap><h3>Parts swap</h3>
</a> by Lena</ul></ol><button>New post</button><div id=asks hidden><p>For good?</p><button>Remove</button></div>"""


async def test_a_question_names_what_a_right_click_opened_the_menu_for(session: Session, serve: PageServer):
    session.approve = person = Person(True)
    await session.call("goto", url=serve(POSTS))
    for row in ("Spring ride", "Parts swap"):
        assert (await session.call_as("model", "click", ref=row, button="right")).ok
        await session.call_as("model", "click", ref="Delete")
        assert f"“Delete” in “{row}”" in person.questions[-1]


async def test_what_shows_after_another_act_is_not_told_as_of_the_right_click(session: Session, serve: PageServer):
    session.approve = person = Person(True)
    await session.call("goto", url=serve(POSTS.replace("<button>New", "<button onclick='asks.hidden = false'>New")))
    assert (await session.call_as("model", "click", ref="Spring ride", button="right")).ok
    assert (await session.call_as("model", "click", ref="New post")).ok
    await session.call_as("model", "click", ref="Remove")
    assert ", after the model pressed “Spring ride”" in person.questions[-1]


async def test_what_comes_into_the_page_itself_is_not_told_as_of_the_right_click(session: Session, serve: PageServer):
    row = "<li>Parts swap <button onclick=\"fetch('/x', {method: 'DELETE'})\">Delete</button>"
    rows = "<ol id=rows oncontextmenu='event.preventDefault()'><li><a href=#ride>Spring ride</a></ol>"
    session.approve = person = Person(False)
    await session.call("goto", url=serve(f"{rows}<template id=more>{row}</template>"))
    assert (await session.call_as("model", "click", ref="Spring ride", button="right")).ok
    await session.tab.page.evaluate("rows.append(more.content)")
    await session.call_as("model", "click", ref="Delete")
    assert "“Delete” in “Parts swap” on" in person.questions[0]


OPTIONS = "<option>Ann Ash<option selected>Ben Brecht"
LANGUAGE = "<select aria-label=Language><option>English</select>"
CHOICES = """<select><option>no 1<option selected>yes 1</select>
<select style='display:none'><option>no 2<option selected>yes 2</select>
<label><input type=radio> no 3</label><label><input type=radio checked> yes 3</label>
<span role=switch aria-checked=true aria-label='yes 4'>on</span>
<button aria-pressed=false>no 5</button><button aria-pressed=true>yes 5</button>
<div role=tablist><button role=tab>no 6</button><button role=tab aria-selected=true>yes 6</button></div>
<a href=#1>no 7</a><a href=#2 aria-current=page>yes 7</a>"""


async def test_a_question_says_all_that_stands_as_chosen_on_the_page(session: Session, serve: PageServer):
    session.approve = person = Person(False)
    await session.call("goto", url=serve(CHOICES + made("button")))
    await session.call_as("model", "click", ref="Delete")
    [question] = person.questions
    assert [at for at in range(1, 8) if f"yes {at}" not in question] == []
    assert "no " not in question.partition("“")[2]


STANDING = {
    "row": f"<table><tr aria-selected=false><td>Ann Ash<tr aria-selected=true><td>Ben Brecht</table>{made('button')}",
    "component": "<p><x-box></x-box> Ben Brecht</p>" + component("x-box", "<input type=checkbox checked>")
    + made("button"),
    "hidden field": "<form method=post><input type=hidden name=who value='Ben Brecht'><input type=hidden name=t "
    "value=a8Fq21><button>Delete</button></form>",
    "heading and list": f"<h1>Ben Brecht</h1>{LANGUAGE}{made('button')}",
    "heading and form": f"<h1>Ben Brecht</h1><form method=post>{LANGUAGE}<button>Delete</button></form>",
    "many": "<label><input type=radio checked> Ben Brecht</label>"
    + "<span><i>Cleo Kern</i><input type=radio checked></span>" * 2_000
    + made("button"),
    "box and list": f"<label><input type=checkbox checked>Dark</label><select>{OPTIONS}</select>{made('button')}",
}  # fmt: skip


@pytest.mark.parametrize("layout", STANDING)
async def test_a_question_says_what_stands_as_chosen_on_the_page(session: Session, serve: PageServer, layout: str):
    session.approve = person = Person(False)
    await session.call("goto", url=serve(STANDING[layout]))
    await session.call_as("model", "click", ref="Delete")
    [question] = person.questions
    assert "Ben Brecht" in question
    assert "Ann Ash" not in question
    assert "a8Fq21" not in question


@pytest.mark.parametrize(
    "says", ["<li>Ann Ash BUTTON", "<div role=dialog>Ann Ash? BUTTON</div>", "<b>Ann Ash</b> BUTTON<br>" * 2]
)
async def test_a_question_says_nothing_of_other_choices_where_something_says_which(
    session: Session, serve: PageServer, says: str
):
    session.approve = person = Person(False)
    await session.call("goto", url=serve(LANGUAGE + says.replace("BUTTON", made("button"))))
    await session.call_as("model", "click", ref=await last(session, "button"))
    assert "“Delete” in “Ann Ash" in person.questions[0]
    assert "English" not in person.questions[0]


async def test_a_question_about_a_request_calls_a_box_without_a_name_by_what_is_written_on_it(
    session: Session, serve: PageServer
):
    session.approve = person = Person(False)
    await session.call("goto", url=serve(twice(f"<b>NAME</b> {made('div', says='Go')}")))
    await session.call_as("model", "click", ref=await last(session, "[onclick]"))
    assert "after the model pressed “Go” in “Ben Brecht”" in person.questions[0]


BOARD = """<h1>Board</h1><ul><li draggable=true id=card>Red card</ul>ZONE<script>
card.ondragstart = event => event.dataTransfer.setData('text', 'x')
zone.ondragover = event => event.preventDefault()
zone.ondrop = event => { event.preventDefault(); fetch('/api/cards/1', { method: 'POST', body: '{"column":7}' }) }
</script>"""
ZONE = "<div id=zone style='height: 60px'>Drop a card here</div>"
ZONES = {
    "heading": f"<section><h2>PLACE</h2>{ZONE}</section>",
    "among others": f"<section><h2>Draft</h2><div>Drop a card here</div></section><h2>PLACE</h2>{ZONE}",
    "words": f"<p>Draft</p><div>Drop a card here</div><p>PLACE</p>{ZONE}",
    "no words of its own": f"<section><h2>PLACE</h2>{ZONE.replace('Drop a card here', '')}</section>",
    "own words": ZONE.replace("Drop a card here", "PLACE"),
}


@pytest.mark.parametrize("zone", ZONES)
async def test_a_question_about_a_drag_says_where_it_ends(session: Session, serve: PageServer, zone: str):
    session.approve = person = Person(False)
    await session.call("goto", url=serve(BOARD.replace("ZONE", ZONES[zone].replace("PLACE", "Published"))))
    ends = {"from_ref": await last(session, "#card"), "to_ref": await last(session, "#zone")}
    await session.call_as("model", "drag", **ends)
    [question] = person.questions
    assert "“Red card” → " in question
    assert "Published" in question
    assert "Draft" not in question
    assert changed(serve) == []


ASKS = """<ul><li>Invoice <button onclick="of = 'invoice'; ASK">Details</button>
<li><label>Lunch <input type=checkbox aria-label=Pick onchange="of = 'lunch'; ASK"></label></ul>
<button onclick="of = 'all'; ASK">Clean up</button>
<dialog id=asks>Are you sure?<button>Cancel</button><button onclick="remove()">YES</button></dialog><script>
remove = () => fetch('/mail/' + of, {method: 'DELETE'});
</script>"""
AFTER = ", after the model pressed “Details” in “Invoice”"
PICKED = ", after the model pressed “Pick” in “Lunch”"


@pytest.mark.parametrize(
    ("acted_on", "ask", "yes", "told"),
    [
        ("li button", "asks.showModal()", "Delete", f", which may delete or revoke something{AFTER}."),
        ("li button", "asks.showModal()", "Go on", f"pressed “Go on”{AFTER}"),
        ("li button", "if (confirm('Delete it?')) remove()", "", f": “Delete it?”{AFTER}."),
        ("input", "asks.showModal()", "Delete", f", which may delete or revoke something{PICKED}."),
        ("input", "if (confirm('Delete it?')) remove()", "", f": “Delete it?”{PICKED}."),
    ],
)
async def test_a_question_about_a_dialog_says_after_what_it_came(
    session: Session, serve: PageServer, acted_on: str, ask: str, yes: str, told: str
):
    session.approve = person = Person(False)
    await session.call("goto", url=serve(ASKS.replace("ASK", ask).replace("YES", yes)))
    tool = "check" if acted_on == "input" else "click"
    await session.call_as("model", tool, ref=await last(session, acted_on))
    if yes:
        await session.call_as("model", "click", ref=await last(session, "dialog button:last-child"))
    else:
        assert not (await session.call_as("model", "dialog", accept=True)).ok
    assert told in person.questions[-1]
    assert changed(serve) == []


async def test_a_question_about_a_dialog_that_the_user_opened_names_no_row(session: Session, serve: PageServer):
    session.approve = person = Person(False)
    page = ASKS.replace("ASK", "0", 2).replace("ASK", "asks.showModal()").replace("YES", "Delete")
    await session.call("goto", url=serve(page))
    assert (await session.call_as("model", "click", ref=await last(session, "li button"))).ok
    assert (await session.call("click", ref=await last(session, "ul + button"))).ok
    await session.call_as("model", "click", ref=await last(session, "dialog button:last-child"))
    assert "Invoice" not in person.questions[-1]


RECYCLED = """<ul><li><span id=row>Invoice</span>
<button aria-label=More aria-haspopup=menu onclick="open_()">⋮</button><li>Lunch</ul>
<div id=menu role=menu hidden><button role=menuitem onclick="remove()">Delete</button></div><script>
let of;
open_ = () => { of = row.textContent; menu.hidden = false };
remove = () => fetch('/mail/' + of, {method: 'DELETE'});
</script>"""


async def test_a_menu_of_a_row_that_shows_another_thing_by_now_is_called_by_both(session: Session, serve: PageServer):
    """Pages use the elements of a list for other rows, as one comes or as they are scrolled."""
    session.approve = person = Person(False)
    await session.call("goto", url=serve(RECYCLED))
    assert (await session.call_as("model", "click", ref=await last(session, "li button"))).ok
    await session.tab.page.evaluate("row.textContent = 'Newsletter'")
    # Nor does pointing at the opener make it the menu of the other row.
    assert (await session.call_as("model", "hover", ref=await last(session, "li button"))).ok
    assert not (await session.call_as("model", "click", ref=await last(session, "#menu button"))).ok
    assert "Invoice" in person.questions[-1]
    assert "Newsletter" in person.questions[-1]
    assert changed(serve) == []


async def test_the_heading_that_a_drag_ends_under_says_what_it_does(session: Session, serve: PageServer):
    session.approve = person = Person(False)
    await session.call("goto", url=serve(BOARD.replace("ZONE", ZONES["heading"].replace("PLACE", "Trash"))))
    ends = {"from_ref": await last(session, "#card"), "to_ref": await last(session, "#zone")}
    assert not (await session.call_as("model", "drag", **ends)).ok
    assert "press “Red card” in “Board / Red card” → “Drop a card here” in “Trash” on " in person.questions[0]
    assert "delete" in person.questions[0]
