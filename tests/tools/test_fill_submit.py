"""fill with `submit`, through a session: what came of Enter, or of the button of the form."""

from __future__ import annotations

import asyncio
import threading

import pytest
from playwright.async_api import Request

from handrail import Session
from handrail.browser.actions import field_outcomes
from handrail.browser.page import kit_client
from tests.pages import PageServer, Reply
from tests.tools.acting import hasty, js, ref, shown

DIALOG = """<div role=dialog aria-label=Rename><input id=a aria-label=Name>
<button>Cancel</button><button>Rename</button></div>
<input id=b aria-label=Chat onkeydown="if (event.key === 'Enter') setTimeout(() => document.body.append('Sent'), 50)">
<div id=c contenteditable aria-label=Editor></div>
<form><button type=button>Play sound</button><input id=d aria-label=Words><input aria-label=More></form>"""


SIGN_IN = """<form><label>Word <input></label><button onclick="event.preventDefault();
fetch('/in', {method: 'POST'})">Login</button></form>"""


async def test_a_submit_that_the_server_has_not_answered_yet_was_sent(
    session: Session, serve: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(field_outcomes, "LONGEST_WAIT", 0.5)
    serve("", "/in", hold=(answers := threading.Event()))
    await shown(session, serve, SIGN_IN)
    asyncio.get_running_loop().call_later(1, answers.set)
    assert (await session.call("fill", ref="Word", value="x", submit=True)).data["submitted"]


async def test_a_submit_that_the_page_makes_nothing_of_is_told_with_the_button_that_would(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, DIALOG)
    result = await session.call("fill", ref=await ref(session, "#a"), value="New", submit=True)
    assert (result.data["submitted"], result.data["button"]["name"].raw) == (False, "Rename")
    assert "nothing" in result.data["why"]
    assert (await session.call("fill", ref=await ref(session, "#b"), value="Hi", submit=True)).data["submitted"]
    for selector in ("#c", "#d"):
        other = await session.call("fill", ref=await ref(session, selector), value="Hi", submit=True)
        assert (other.data["submitted"], "button" in other.data) == (False, False)


SLOW = """<input id=a aria-label=Chat onkeydown="if (event.key === 'Enter') fetch('/slow', {method: 'POST'})">
<form method=post action=/slow><input id=b name=b aria-label=Name><button>Save</button></form>"""


@pytest.mark.parametrize(("field", "seconds"), [("Chat", 0.7), ("Name", 3.3)])
async def test_what_a_server_takes_long_to_answer_was_submitted(
    session: Session, serve: PageServer, monkeypatch: pytest.MonkeyPatch, field: str, seconds: float
) -> None:
    monkeypatch.setattr(kit_client, "GRACE", 0.0)
    await shown(session, serve, SLOW)
    answer = threading.Event()
    serve.put("/slow", Reply(b"Saved", hold=answer))

    def answer_late(_: Request) -> None:
        asyncio.get_running_loop().call_later(seconds, answer.set)

    session.tab.page.on("request", answer_late)
    result = await session.call("fill", ref=field, value="Hi", submit=True)
    assert result.ok, result
    assert result.data["submitted"], result


FILTER = """<input type=search aria-label=Search><input type=search aria-label=Find><ul><li>Ant<li>Bee<li>Cat</ul>
<p id=p></p><script>
for (const [at, field] of document.querySelectorAll('input').entries()) { let due; field.onkeyup = () => {
  clearTimeout(due); due = setTimeout(() => {
    if (at) p.textContent += 'x';
    else for (const item of document.querySelectorAll('li')) item.hidden = !item.textContent.includes(field.value);
  }, 500); }; }</script>"""


async def test_a_search_that_a_list_answers_after_half_a_second_has_been_taken(
    any_session: Session, serve: PageServer
) -> None:
    for field in ("Search", "Find"):
        await shown(any_session, serve, FILTER)
        assert (await any_session.call("fill", ref=field, value="Bee", submit=True)).data["submitted"]


SUGGESTS = """<title>Shop</title><label>Search <input role=combobox id=q autocomplete=off></label><p id=p></p><script>
let due; q.oninput = () => { clearTimeout(due); due = setTimeout(async () => { await fetch('/suggest'); OPEN }, 500) };
q.onkeydown = (event) => { if (event.key === 'Enter' && q.value === 'take') p.textContent = 'No lamps'; };
const list = () => { const box = document.createElement('div');
box.innerHTML = `<ul role=listbox id=l style="position: absolute; margin: 0">
<li role=option>Lamp<li role=option>Lampshade</ul>`;
return box; };</script>"""


@pytest.mark.parametrize(
    "opens", ["q.parentNode.after(list())", "q.setAttribute('aria-controls', 'l'); document.body.append(list())"]
)
async def test_suggestions_that_come_late_are_not_what_came_of_enter(
    any_session: Session, serve: PageServer, opens: str
) -> None:
    serve("[]", "/suggest")
    await shown(any_session, serve, SUGGESTS.replace("OPEN", opens))
    result = await any_session.call("fill", ref="Search", value="lamp", submit=True)
    assert (result.data["submitted"], await js(any_session, "l.childElementCount")) == (False, 2)
    assert (await any_session.call("fill", ref="Search", value="take", submit=True)).data["submitted"]


async def test_what_a_page_makes_of_keys_in_a_search_field_is_waited_for(session: Session, serve: PageServer) -> None:
    await shown(session, serve, FILTER)
    await session.call("enter", ref="Find")
    await session.tab.wait_for_reaction()
    assert await js(session, "p.textContent") == "x"


OF_ROWS = """<form onsubmit="event.preventDefault(); document.title += event.submitter.value">
<textarea id=cell aria-label=Cell></textarea><textarea id=note name=note aria-label=Note></textarea>
<button value=Remove>Remove</button><button value=Copy>Copy</button></form>
<script>cell.onkeydown = event => { if (event.key === 'Enter') { event.preventDefault(); document.title += 'Saved' } }
</script>"""


async def test_a_form_whose_buttons_need_not_send_a_field_of_several_lines_is_not_sent(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, f"<title>-</title>{OF_ROWS}")
    filled = await session.call("fill", ref="Cell", value="Graz", submit=True)
    assert (filled.data["submitted"], filled.data["button"]["name"].raw) == (False, "Remove")
    assert "several" in filled.data["why"]
    assert (await session.enter("Cell")).ok
    assert await js(session, "document.title") == "-Saved"
    assert (await session.call("fill", ref="Note", value="Hi", submit=True)).data["submitted"]
    assert await js(session, "document.title") == "-SavedRemove"


HIDDEN_BUTTON = """<title>x</title><form onsubmit="event.preventDefault(); document.title = q.value">
<textarea id=q aria-label=Query></textarea><div hidden><input type=submit value=Find></div></form>
<script>q.onkeydown = event => {
if (event.key === 'Enter') { event.preventDefault(); q.form.requestSubmit() } }</script>"""


async def test_a_button_of_a_form_that_nothing_can_press_is_told_with_the_value_that_was_put_in(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, HIDDEN_BUTTON)
    with hasty(session):
        filled = await session.call("fill", ref="Query", value="kettle", submit=True)
    button = filled.data["button"]
    assert (filled.data["mismatch"], filled.data["submitted"], button["name"].raw) == (False, False, "Find")
    assert f"{button['ref']} is not visible. `enter` presses" in filled.data["why"]
    assert (await session.enter("Query")).ok
    assert await js(session, "document.title") == "kettle"


INLINE = """<div id=box><input aria-label=Name value=Old><button>Save</button></div><script>
const field = box.firstElementChild; let steps = 0
field.onkeydown = event => { if (event.key === 'Enter') { const saving = setInterval(() => {
field.style.color = `rgb(${++steps}, 0, 0)`
if (steps === 20) { clearInterval(saving); box.innerHTML = `<p>${field.value}</p><button>Save</button>` } }, 40) } }
</script>"""


async def test_a_field_that_its_page_takes_away_while_it_settles_was_submitted(
    session: Session, serve: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(field_outcomes, "UNHEEDED", 0.0)
    monkeypatch.setattr(field_outcomes, "SEARCH_UNHEEDED", 0.0)
    await shown(session, serve, INLINE)
    fill = {"ref": "Name", "value": "New", "submit": True}
    filled = await session.perform("model", "fill", fill, observe=True)
    assert "New" in filled.observation.snapshot_text.raw, filled
    assert (filled.data["submitted"], "why" in filled.data, "button" in filled.data) == (True, False, False)
    await shown(session, serve, INLINE)
    form = {"fields": [{"ref": "Name", "value": "New"}], "submit": True}
    filled = await session.perform("model", "fill_form", form, observe=True)
    assert (filled.data["submitted"], "why" in filled.data) == (True, False)


CELL = """<p id=cell><input aria-label=Date></p><div id=calendar style="position: absolute; top: 60px">
<b>November 2026</b><table><tr>DAYS</table></div><script>const field = cell.firstElementChild
field.onkeydown = event => { if (event.key === 'Enter') { cell.textContent = field.value
setTimeout(() => calendar.remove(), 60) } }</script>""".replace("DAYS", "".join(f"<td>{day}" for day in range(1, 31)))


async def test_a_calendar_that_went_with_its_field_is_not_told(session: Session, serve: PageServer) -> None:
    await shown(session, serve, CELL)
    fill = {"ref": "Date", "value": "2024-03-05"}
    assert "to_close_calendar" in (await session.perform("model", "fill", fill, observe=True)).data
    filled = await session.perform("model", "fill", {**fill, "submit": True}, observe=True)
    told = {"calendar_still_at", "calendar_open", "to_close_calendar"} & set(filled.data)
    assert (filled.data["submitted"], told) == (True, set())
