"""click, through a session, in a real browser."""

from __future__ import annotations

import re
import threading
from functools import partial

import pytest

from handrail import Session
from handrail.browser.tabs import settle
from handrail.policy import Answer, Ask
from handrail.tools.core.render import message_parts
from handrail.trust import Fenced
from tests.pages import PageServer, Reply
from tests.tools.acting import hasty, js, ref, shown


async def test_clicks_and_tells_what_changed_or_what_is_wrong(session: Session, serve: PageServer) -> None:
    await shown(session, serve, "<button onclick=\"this.textContent = 'Saved'\">Save</button>")
    result = await session.call("click", ref=await ref(session, "button"))
    assert (result.ok, result.page_changed) == (True, True)
    assert await js(session, "document.querySelector('button').textContent") == "Saved"
    for params, code in BAD:
        result = await session.call("click", **params)
        assert (result.code, result.recoverable) == (code, True), params
        assert result.hint


async def test_tells_the_page_the_tab_and_the_dialog_that_followed(session: Session, serve: PageServer) -> None:
    there = serve("<h1>There</h1>")
    await shown(
        session,
        serve,
        f"<a id=tab href='{there}' target=_blank>Tab</a><a id=go href='{there}'>Go</a>"
        "<button onclick=\"confirm('Sure?')\">Ask</button>",
    )
    button, go = await ref(session, "button"), await ref(session, "#go")
    asked = await session.call("click", ref=button)
    assert asked.followed["dialog"]["message"] == "Sure?"
    blocked = await session.call("click", ref=go)
    assert blocked.code == "dialog_open"
    assert (await session.call("dialog", accept=False)).ok
    opened = await session.call("click", ref=await ref(session, "#tab"))
    assert [tab["url"] for tab in opened.followed["opened_tabs"]] == [there]
    went = await session.call("click", ref=go)
    assert went.followed["navigated_to"] == there


BAD: list[tuple[dict[str, object], str]] = [
    ({"ref": "e99"}, "unknown_ref"),
    ({"ref": "Save"}, "no_such_element"),
    ({"ref": "e1", "button": "up"}, "invalid_params"),
    ({"ref": "e1", "count": 9}, "invalid_params"),
    ({"ref": "e1", "modifiers": ["Hyper"]}, "invalid_params"),
    ({}, "invalid_params"),
]


async def test_in_ask_mode_a_plain_link_is_followed_and_nothing_else_is_clicked(
    ask_session: Session, serve: PageServer
) -> None:
    there = serve("<h1>There</h1>")
    html = f"<a href='{there}'>Go</a><button onclick=\"document.title = 'clicked'\">Save</button>"
    await shown(
        ask_session, serve, html + "<script>addEventListener('click', () => { document.title = 'heard' })</script>"
    )
    refused = await ask_session.call("click", ref=await ref(ask_session, "button"))
    assert refused.code == "not_permitted"
    assert await js(ask_session, "document.title") == ""
    followed = await ask_session.call("click", ref=await ref(ask_session, "a"))
    assert followed.ok
    assert await js(ask_session, "document.body.textContent.trim()") == "There"


SWAPPED = """<style>#bar { position: absolute; bottom: 0 } #card { position: relative; width: 120px; height: 60px }
#bar > span { height: 14px; margin-left: 15px } #like, #more { content: url(/like.svg) }
#like:hover { content: url(/like-hover.svg) }</style>
<div id=card><div id=bar><span id=like></span><span><span id=more></span></span></div></div>
<script>window.log = [];
for (const one of [like, more, bar]) one.onclick = (e) => { log.push(one.id); e.stopPropagation(); };</script>"""
PICTURE = b"<svg xmlns='http://www.w3.org/2000/svg' width='14' height='14'><rect width='14' height='14'/></svg>"


async def test_what_is_swapped_under_the_pointer_is_pressed_itself_not_what_comes_in_between(
    any_session: Session, serve: PageServer
) -> None:
    """A picture that a style sheet loads for the pointer has no width until it came: its neighbour takes its place."""
    for name in ("like", "like-hover"):
        no_store = {"cache-control": "no-store"}
        serve.put(f"/{name}.svg", Reply(PICTURE, content_type="image/svg+xml", headers=no_store))
    for caller in ("user", "model"):
        await shown(any_session, serve, SWAPPED)
        assert (await any_session.call_as(caller, "click", ref=await ref(any_session, "#like"))).ok
        assert await js(any_session, "log") == ["like"]


async def test_a_page_that_goes_to_where_it_is_has_gone_nowhere_unless_it_is_loaded_again(
    session: Session, serve: PageServer
) -> None:
    same = "history.pushState(null, '', location.href)"
    buttons = f'<button id=a onclick="{same}">Same</button><button id=b onclick="location.reload()">Again</button>'
    await shown(session, serve, buttons + "<button id=c onclick=\"location.hash = 'c'\">There</button>")
    followed = [(await session.call("click", ref=await ref(session, at))).followed for at in ("#a", "#b", "#c")]
    assert ["navigated_to" in what for what in followed] == [False, True, True]


ROW = """<style>div { position: relative; width: 200px; height: 50px } .bar { position: absolute; z-index: -1; HIDDEN }
  div:hover .bar { visibility: visible; opacity: 1; z-index: 1 } canvas { background: white }</style>
  <div><span class=bar><button onclick="said.textContent = 'Gone'">Remove</button></span><canvas></canvas></div><br>
  <p id=said></p>"""


async def test_a_button_that_shows_while_the_pointer_is_over_its_row_is_pressed(
    any_session: Session, serve: PageServer
) -> None:
    for hidden in ("opacity: 0", "visibility: hidden"):
        await shown(any_session, serve, ROW.replace("HIDDEN", hidden))
        result = await any_session.call("click", ref=await ref(any_session, "button"))
        assert result.ok, result
        assert await js(any_session, "said.textContent") == "Gone", hidden


ACTIONS = """<style>tr div { position: relative; left: -9999px } tr:hover div { left: 0 }</style>
<table><tr id=row><td>weeds<td style='width:400px'><div><a href=#e>Edit</a>
<button id=del onclick="row.remove()">Delete</button></div>
</table><input type=password id=pin readonly aria-label=PIN><button inert id=off>Delete all</button>"""


async def test_nobody_is_asked_about_what_cannot_be_done_as_the_page_stands(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, ACTIONS)
    asked: list[str] = []

    async def approve(question: Ask) -> Answer:
        asked.append(question.question)
        return "once"

    session.approve = approve
    for tool, params in (
        ("click", {"ref": await ref(session, "#off")}),
        ("fill", {"ref": await ref(session, "#pin"), "value": "guess"}),
    ):
        with hasty(session):
            failed = await session.call_as("model", tool, **params)
        assert (failed.code, asked) == ("not_actionable", []), (tool, failed)
    # The pointer over its row brings it into view.
    assert (await session.call_as("model", "click", ref=await ref(session, "#del"))).ok
    assert (len(asked), await js(session, "document.querySelector('#row')")) == (1, None)


SUBMITS = """<form onsubmit="event.preventDefault(); ASKS"><button>Save</button></form>"""


async def test_a_button_of_a_form_that_sent_nothing_and_changed_nothing_is_told(
    session: Session, serve: PageServer
) -> None:
    for asks, unsent in (("", True), ("fetch('/x')", False)):
        await shown(session, serve, SUBMITS.replace("ASKS", asks))
        await session.observe()
        result = await session.perform("model", "click", {"ref": await ref(session, "button")}, observe=True)
        assert result.observation is not None, asks
        assert ("no request went out" in str(result.observation.parts()[-1])) == unsent, result.observation.parts()


FILES = """<p id=one>One</p><p id=two>Two</p><script>
let chosen = 'one'
addEventListener('click', event => setTimeout(() => { chosen = event.target.id }, 80))
addEventListener('dblclick', () => { window.opened = chosen })</script>"""


async def test_between_the_presses_of_a_double_click_a_page_has_time_to_note_what_was_chosen(
    any_session: Session, serve: PageServer
) -> None:
    for caller in ("model", "user"):
        await shown(any_session, serve, FILES)
        two = await ref(any_session, "#two")
        call = any_session.call if caller == "user" else partial(any_session.call_as, "model")
        assert (await call("click", ref=two, count=2)).ok, caller
        assert await js(any_session, "opened") == "two", caller


FIELD = (
    "<div id=box style='width: 200px; height: {height}px; cursor: pointer'>"
    "<input readonly style='pointer-events: none'></div>"
)


async def test_a_field_that_lets_presses_through_is_pressed_by_the_box_of_its_control(
    any_session: Session, serve: PageServer
) -> None:
    await shown(any_session, serve, FIELD.format(height=60) + "<script>box.onclick = () => box.append('open')</script>")
    assert (await any_session.call("click", ref=await ref(any_session, "input"))).ok
    assert await js(any_session, "box.textContent") == "open"


async def test_a_part_of_the_page_is_no_control_of_a_field_that_lets_presses_through(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, FIELD.format(height=400) + "<script>box.onclick = () => box.append('open')</script>")
    assert not (await session.call("click", ref=await ref(session, "input"))).ok
    assert await js(session, "box.textContent") == ""


async def test_a_page_that_does_not_come_is_told_in_words(
    any_session: Session, serve: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settle, "NAVIGATION_CAP", 0.5)
    serve("<h1>Slow", "/slow", hold=threading.Event())
    await shown(any_session, serve, "<a href=/slow>Slow</a>")
    result = await any_session.call("click", ref="Slow")
    assert (result.ok, "has not come" in result.followed["still_loading"]) == (True, True)


@pytest.mark.parametrize(
    ("markup", "before"),
    [
        pytest.param(
            "<button style='position:absolute;left:40px;top:40px' onpointerover=\"this.style.left = '300px'\""
            " onclick=\"document.title = 'pressed at ' + this.style.left\">Go</button>",
            "0", id="as the pointer comes",
        ),
        pytest.param(
            "<div style='height:300px'></div><button onclick=\"document.title = 'pressed at 300px'\">Go</button>"
            "<div style='height:5000px'></div>",
            "scrollTo({ top: 250, behavior: 'smooth' })", id="as the page scrolls",
        ),
    ],
)  # fmt: skip
async def test_an_element_that_moves_is_pressed_where_it_comes_to_stand(
    any_session: Session, serve: PageServer, markup: str, before: str
) -> None:
    await shown(any_session, serve, markup)
    button = await ref(any_session, "button")
    await js(any_session, before)
    assert (await any_session.call_as("model", "click", ref=button)).ok
    assert await js(any_session, "document.title") == "pressed at 300px"


AT_WORK = """<button>Submit</button><p id=p>Draft</p><script>document.querySelector('button').onclick = ({target}) => {
  target.disabled = true; setTimeout(() => { target.remove(); p.textContent = 'Posted' }, 700) }</script>"""


async def test_a_page_that_disabled_the_pressed_button_is_waited_for(session: Session, serve: PageServer) -> None:
    await shown(session, serve, AT_WORK)
    await session.observe()
    result = await session.perform("user", "click", {"ref": "Submit"}, observe=True)
    assert result.observation is not None
    assert result.observation.snapshot is not None
    assert "Posted" in result.observation.snapshot.text.raw


ROWS = """<p id=out></p><style>[role=row] {{ cursor: pointer }}</style>
<div role=grid><div role=row tabindex=-1 aria-label=Budget onclick="out.textContent += 'row '">
<div role=gridcell {cell}><div>My budget</div>
<button onclick="event.stopPropagation()">Menu</button></div></div></div>"""


async def test_a_row_is_pressed_through_the_cell_that_fills_it(session: Session, serve: PageServer) -> None:
    for part in ("[role=row]", "[role=gridcell]"):
        for cell in ("", "style='display: contents'"):
            await shown(session, serve, ROWS.format(cell=cell))
            result = await session.call("click", ref=await ref(session, part))
            assert result.ok, result
            assert await js(session, "out.textContent") == "row ", part


async def test_a_row_is_not_pressed_where_its_cell_takes_the_press(session: Session, serve: PageServer) -> None:
    await shown(session, serve, ROWS.format(cell="onclick='event.stopPropagation()'"))
    result = await session.call("click", ref=await ref(session, "[role=row]"))
    assert result.code == "covered"
    assert await js(session, "out.textContent") == ""


IN_ITS_BUTTON = """<style>[role=button] { cursor: pointer; width: 9em } .p { position: absolute; top: 9em }</style>
<div role=button tabindex=0 onclick="panel.hidden = false">Assignee
<div id=panel class=p hidden><div onclick="event.stopPropagation(); out.textContent = 'Bob'">Bob</div>
<p>Or nobody</p><input aria-label=Find></div></div>
<button><span class=p>Print this page</span></button><p id=out></p>"""


async def test_a_panel_that_opens_in_its_button_is_read_and_pressed_as_no_part_of_it(
    any_session: Session, serve: PageServer
) -> None:
    await shown(any_session, serve, IN_ITS_BUTTON)
    assert (await any_session.call("click", ref="Assignee")).ok
    seen = (await any_session.snapshot()).text.raw
    assert all(part in seen for part in ('button "Assignee"', '"Or nobody"', 'textbox "Find"')), seen
    assert 'button "Print this page"' in seen, "a tip is all that names a button"
    pressed = await any_session.call("click", ref="Bob")
    assert pressed.target is not None
    assert (pressed.target.kind, await js(any_session, "out.textContent")) == ("other", "Bob")


MENU = """<!doctype html><style>[hidden] { display: none } #menu { position: absolute; background: #eee }</style>
<ul id=files><li><a href=/a>notes.md</a><li><a href=/b>todo.txt</a></ul><p style='height: 300px'>
<ul id=menu hidden><li><label>View</label><li><label>Download</label></ul><script>
files.oncontextmenu = e => { e.preventDefault(); menu.hidden = false; menu.style = `left: ${e.x}px; top: ${e.y}px` };
document.addEventListener('click', e => { document.title = e.target.closest('#menu li')?.textContent ?? '';
  menu.hidden = true });</script>"""


async def test_the_entries_of_a_menu_that_a_right_click_opens_have_refs_though_only_the_page_listens(
    any_session: Session, serve: PageServer
) -> None:
    await shown(any_session, serve, MENU)
    opened = await any_session.perform("user", "click", {"ref": "notes.md", "button": "right"}, observe=True)
    assert opened.observation is not None
    assert opened.observation.snapshot is not None
    entries = re.findall(r"listitem \[e\d+\] clickable: (.*)", opened.observation.snapshot.text.raw)
    assert entries == ["View", "Download"]
    assert (await any_session.call("click", ref="Download")).ok
    assert await js(any_session, "document.title") == "Download"


async def test_a_form_that_the_browser_holds_back_names_the_fields_that_are_at_fault(
    session: Session, serve: PageServer
) -> None:
    form = "<form method=post>{}<button>Send application</button></form>"
    await shown(session, serve, form.format("<label>Name <input id=name required></label><label>Note <input></label>"))
    held = await session.call("click", ref="Send application")
    assert [(one["ref"], one["name"]) for one in held.followed["invalid_fields"]] == [
        (await ref(session, "#name"), "Name")
    ]
    await session.call("fill", ref="Name", value="Ada")
    sent = await session.call("click", ref="Send application")
    assert (sent.ok, "invalid_fields" in sent.followed) == (True, False)


async def test_an_editor_that_draws_its_text_is_pressed_where_it_draws_it(session: Session, serve: PageServer) -> None:
    await shown(
        session,
        serve,
        """<style>#editor { position: relative; width: 300px; height: 80px } #lines { cursor: text; height: 80px }
        #catcher { position: relative; width: 3px; height: 0; overflow: hidden }
        #catcher textarea { position: absolute; bottom: -1em; width: 900px; height: 1em }</style>
        <div id=editor><div id=catcher><textarea></textarea></div><div id=lines>select * from books</div></div>
        <script>lines.onmousedown = event => { event.preventDefault(); document.querySelector('textarea').focus() }
        document.querySelector('textarea').oninput = event => { lines.textContent = event.target.value }</script>""",
    )
    field = await ref(session, "textarea")
    assert f"textbox [{field}]\n" in (await session.call("snapshot")).data["snapshot"].raw
    assert (await session.call("click", ref=field)).ok
    assert (await session.call("type_text", text="one")).ok
    assert await js(session, "[document.activeElement.tagName, lines.textContent]") == ["TEXTAREA", "one"]


async def test_what_a_press_sent_is_told_where_the_page_shows_nothing_of_it(
    session: Session, serve: PageServer
) -> None:
    serve.put("/rows", Reply(b"{}", 201))
    buttons = {"New record": "", "Count": "this.after(1)"}
    send = "fetch('/rows', {method: 'POST'});"
    page = "".join(f'<button onclick="{send}{then}">{name}</button>' for name, then in buttons.items())
    await session.call("goto", url=serve(page))
    session.permissions.unsafe = True
    told = {}
    for name in ("New record", "New record", "Count"):
        result = await session.perform("model", "click", {"ref": name}, observe=True)
        told[name] = "\n".join(part.body for part in message_parts(result) if isinstance(part, Fenced))
    assert f"POST {serve.origin}/rows 201" in told["New record"]
    assert "sent_and_accepted" not in told["Count"]
