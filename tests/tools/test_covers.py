"""What an act is told of a part of the page that covers its element."""

from __future__ import annotations

from handrail import Session
from tests.pages import PageServer
from tests.tools.acting import js, ref, shown

DAYS = "".join(f"<td><a href=#>{day}</a>" + ("<tr>" if day % 7 == 0 else "") for day in range(1, 32))
CALENDAR = f"<table><caption>March 1985</caption><tr>{DAYS}</table>"
SHADE = "<div class='ui-widget-overlay' style='position:fixed;inset:0;z-index:5'></div>"
BOX = "position:absolute;top:0;left:0;width:600px;height:400px;background:white"


async def test_a_calendar_is_called_by_its_month_and_said_to_close_by_escape(session: Session, serve: PageServer):
    for cover in (
        f"<div style='{BOX}'>{CALENDAR}</div>",
        f"{SHADE}<div style='{BOX};top:60px;z-index:6;width:200px'>{CALENDAR}</div>",
    ):
        await shown(session, serve, f"<!doctype html><input aria-label=Birthday> <button id=b>Save</button>{cover}")
        result = await session.call("click", ref=await ref(session, "#b"))
        assert (result.code, "Escape" in result.hint) == ("covered", True), result
        assert (result.details["by"]["role"], result.details["by"]["name"].raw) == ("calendar", "March 1985"), cover


async def test_a_calendar_in_a_popover_is_told_with_the_button_beside_it_that_closes_that(
    session: Session, serve: PageServer
) -> None:
    popover = f"<div id=popover style='{BOX}'><div role=application>{CALENDAR}</div><button id=x>Close</button></div>"
    await shown(session, serve, f"<!doctype html><button id=b>Save</button>{popover}")
    result = await session.call("click", ref=await ref(session, "#b"))
    assert (result.code, result.details["by"]["role"]) == ("covered", "calendar")
    assert (result.details["closed_by"]["ref"], result.details["closed_by"]["name"].raw) == (
        await ref(session, "#x"),
        "Close",
    )


EVENT = """<!doctype html><style>.day{position:relative;height:200px;width:120px}.in{overflow:hidden}
.event{position:absolute;top:40px;height:60px;left:0;right:0;cursor:pointer}.text{position:absolute;inset:3px;overflow:hidden}
</style><div class=day><div class=event><div class=in role=button tabindex=0 onclick="o.textContent='opened'">
<div class=text>Team lunch</div></div></div></div><p id=o>closed</p>"""


async def test_a_box_of_height_0_is_pressed_and_dragged_by_what_it_does_not_clip(
    any_session: Session, serve: PageServer
) -> None:
    await shown(any_session, serve, EVENT)
    page = (await any_session.call("snapshot", mode="full")).data["snapshot"].raw
    assert f'button "Team lunch" [{await ref(any_session, ".in")}]' in page
    assert (await any_session.call_as("model", "click", ref=await ref(any_session, ".in"))).ok
    assert await js(any_session, "o.textContent") == "opened"
    assert (await any_session.call_as("model", "drag", from_ref=await ref(any_session, ".in"), to_x=200, to_y=150)).ok


async def test_a_box_that_a_control_in_it_fills_is_said_to_hold_that(session: Session, serve: PageServer) -> None:
    await shown(session, serve, EVENT)
    inner = await ref(session, ".in")
    result = await session.call("click", ref=await ref(session, ".event"))
    assert (result.details["by"]["ref"], result.hint) == (inner, f"Act on {inner}."), result


POPOVER = """<!doctype html><style>body{pointer-events:none;height:600px}
.pop{pointer-events:auto;position:fixed;top:90px}</style><button>Close sidebar</button><button id=b>Save</button>
<div class=pop id=pop ROLE tabindex=-1 autofocus>Filter runs<input></div>"""


async def test_a_popover_beside_which_nothing_takes_presses_is_named_and_nothing_outside_of_it_said_to_close_it(
    session: Session, serve: PageServer
) -> None:
    for role, escapes in (("role=dialog", True), ("", False)):
        await shown(session, serve, POPOVER.replace("ROLE", role))
        result = await session.call("click", ref=await ref(session, "#b"))
        assert (result.code, "Escape" in result.hint, "closed_by" in result.details) == ("covered", escapes, False)
        assert result.details["by"]["ref"] == await ref(session, "#pop"), role


async def test_a_covered_element_names_what_covers_it_as_outside_text(session: Session, serve: PageServer) -> None:
    await shown(
        session,
        serve,
        "<button id=b>Save</button><div role=dialog aria-label='We use cookies' style='position:fixed;inset:0'>"
        "<button id=ok onclick='this.parentNode.remove()'>OK</button></div>",
    )
    save = await ref(session, "#b")
    result = await session.call("click", ref=save)
    assert (result.code, result.recoverable) == ("covered", True)
    assert "cookies" not in (result.error + result.hint)
    assert result.details["by"]["name"] == "We use cookies"
    assert (await session.call("click", ref=await ref(session, "#ok"))).ok
    assert (await session.call("click", ref=save)).ok


async def test_a_cover_is_told_by_what_it_is_and_by_what_closes_it(session: Session, serve: PageServer) -> None:
    await shown(
        session,
        serve,
        "<button id=b>Save</button><div id=c style='position:fixed;inset:0'><div><style>.icon { color: red }</style>"
        "<p>What is new</p><button id=ok onclick='c.remove()'>Got it</button></div></div>",
    )
    result = await session.call("click", ref=await ref(session, "#b"))
    assert result.details["by"]["name"] == "What is new Got it"
    assert result.details["closed_by"]["ref"] in result.hint
    assert (await session.call("click", ref=result.details["closed_by"]["ref"])).ok
    assert (await session.call("click", ref=await ref(session, "#b"))).ok


TOUR = """<button id=b>Save</button><div id=shade class=tour-shade style="position: fixed; inset: 0"></div>
<div id=step style="position: absolute; left: 200px; top: 100px"><p>Welcome</p>
<button onclick="shade.remove(); step.remove()"><i class="fa fa-times"></i></button></div>"""


async def test_an_empty_shade_is_told_by_its_class_and_closed_by_what_floats_beside_it(
    any_session: Session, serve: PageServer
) -> None:
    await shown(any_session, serve, TOUR)
    covered = await any_session.call("click", ref="Save")
    assert covered.details["by"]["name"].raw == "tour-shade"
    assert (await any_session.call("click", ref=covered.details["closed_by"]["ref"])).ok
    assert (await any_session.call("click", ref="Save")).ok


PICKER = """<style>body { margin: 0 } #picker { position: fixed; left: 0; width: 300px; height: 250px;
  background: white }</style><p style="height: 300px"></p><button id=anchor>Colour</button><br>
<button onclick="save.textContent = 'Saved'" id=save>Save</button><p style="height: 1500px"></p>
<div id=picker role=dialog aria-label=Colours></div><script>
  const place = () => { picker.style.top = `${anchor.getBoundingClientRect().bottom}px` };
  addEventListener('scroll', () => requestAnimationFrame(place)); place();
  addEventListener('keydown', ({ key }) => { if (key === 'Escape') picker.remove() });
</script>"""


async def test_what_keeps_beside_its_anchor_as_the_page_scrolls_is_named_as_a_cover(
    any_session: Session, serve: PageServer
) -> None:
    await shown(any_session, serve, PICKER)
    covered = await any_session.call("click", ref="Save")
    assert covered.code == "covered"
    assert covered.details["by"]["name"].raw == "Colours"
    assert (await any_session.call("send_keys", keys=["Escape"])).ok
    assert (await any_session.call("click", ref="Save")).ok
    assert await js(any_session, "save.textContent") == "Saved"
