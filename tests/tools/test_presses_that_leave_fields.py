"""Presses that take the focus from an edited field, where the page answers the end of the entry."""

from __future__ import annotations

import pytest

from handrail import Session
from tests.pages import PageServer
from tests.tools.acting import js, ref, shown

REPEAT = """<title>Repeat</title><style>#m { position: fixed; inset: 0; background: #0006 }
#d { margin: 60px auto; width: 400px; background: #fff; padding: 10px }</style><p id=s>None</p><div id=m><div id=d
role=dialog aria-label=Repeat><label>occurrences <input id=n value=7></label><div id=l></div>SAVE</div></div><script>
window.log = [];
const draw = () => { l.innerHTML = ''; for (let i = 0; i < +n.value; i++) l.innerHTML += '<p>Date ' + i + '</p>' };
draw(); n.onchange = draw;
save.onclick = (e) => { e.preventDefault(); s.textContent = 'Repeats ' + n.value };
for (const type of ['mouseup', 'click'])
  document.addEventListener(type, (e) => log.push(type + ' ' + (e.target.id || e.target.localName)), true);
document.addEventListener('dragstart', () => log.push('dragstart'));
m.onclick = (e) => { if (e.target === m) m.remove() };
</script>"""
BUTTON, LINK = "<button id=save>Save rule</button>", '<a id=save href="/x">Save rule</a>'


async def type_over(session: Session) -> None:
    """Type another number into the field, with a real key: over BiDi, Firefox takes no other text for an entry."""
    await js(session, "n.select()")
    await session.tab.page.keyboard.press("4")


@pytest.mark.parametrize("saved", [BUTTON, LINK], ids=["button", "link"])
async def test_what_moves_as_the_press_takes_the_focus_from_a_field_is_pressed_where_it_is_then(
    any_session: Session, serve: PageServer, saved: str
) -> None:
    await shown(any_session, serve, REPEAT.replace("SAVE", saved))
    await type_over(any_session)
    result = await any_session.call_as("model", "click", ref=await ref(any_session, "#save"))
    assert result.ok, result
    assert await js(any_session, "[s.textContent, ...log]") == ["Repeats 4", "mouseup save", "click save"]


@pytest.mark.parametrize(
    "change", ["save.remove()", "save.textContent = 'Delete all'; draw()"], ids=["taken_away", "another"]
)
async def test_what_is_taken_away_or_becomes_another_meanwhile_is_not_pressed_nor_is_anything_else(
    any_session: Session, serve: PageServer, change: str
) -> None:
    page = REPEAT.replace("SAVE", BUTTON).replace("n.onchange = draw", f"n.onchange = () => {{ {change} }}")
    await shown(any_session, serve, page)
    await type_over(any_session)
    result = await any_session.call_as("model", "click", ref=await ref(any_session, "#save"))
    assert (result.ok, result.code) == (False, "page_changed")
    assert await js(any_session, "[s.textContent, ...log]") == ["None"]
    # What it kept from the page was the release alone.
    await any_session.tab.page.mouse.click(5, 5)
    assert await js(any_session, "log") == ["mouseup m", "click m"]


async def test_an_option_that_is_taken_by_the_press_and_goes_with_its_list_is_no_fault(
    any_session: Session, serve: PageServer
) -> None:
    page = """<input id=q aria-label=City><ul><li id=o role=option>Oslo</li></ul><p id=s></p><script>
    o.onmousedown = () => { s.textContent = 'Oslo'; o.remove() };</script>"""
    await shown(any_session, serve, page)
    assert (await any_session.call_as("model", "fill", ref=await ref(any_session, "#q"), value="Os")).ok
    result = await any_session.call_as("model", "click", ref=await ref(any_session, "#o"))
    assert result.ok, result
    assert await js(any_session, "s.textContent") == "Oslo"


async def test_a_dialog_that_opens_as_the_field_loses_the_focus_leaves_no_button_down(
    session: Session, serve: PageServer
) -> None:
    page = REPEAT.replace("SAVE", BUTTON).replace("n.onchange = draw", "n.onchange = () => { alert('No'); draw() }")
    await shown(session, serve, page)
    await type_over(session)
    await session.call_as("model", "click", ref=await ref(session, "#save"))
    await session.call("dialog", accept=True)
    await js(session, "document.addEventListener('mousemove', (e) => { window.down = e.buttons })")
    await session.tab.page.mouse.move(7, 7)
    assert await js(session, "down") == 0
