"""check and uncheck, through a session, in a real browser."""

from __future__ import annotations

from handrail import Session
from tests.pages import PageServer
from tests.tools.acting import hasty, js, ref, shown

PAGE = """<label id=l><input type=checkbox id=c> Agree</label><input type=radio id=r><p id=p>x</p>
<div id=s role=switch aria-checked=false onclick="this.ariaChecked = this.ariaChecked !== 'true'">Dark</div>"""


async def test_is_idempotent_on_boxes_labels_and_switches_and_refuses_the_rest(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, PAGE)
    for selector in ("#c", "#l", "#s"):
        target = await ref(session, selector)
        changes = [(await session.call(tool, ref=target)).data["changed"] for tool in ("check", "check", "uncheck")]
        assert changes == [True, False, True]
    assert await js(session, "[c.checked, s.ariaChecked]") == [False, "false"]
    radio = await ref(session, "#r")
    assert (await session.call("check", ref=radio)).ok
    result = await session.call("uncheck", ref=radio)
    assert (result.code, result.recoverable) == ("wrong_element", True)
    assert (await session.call("check", ref=await ref(session, "#p"))).code == "wrong_element"
    assert (await session.call("uncheck", ref="e99")).code == "unknown_ref"
    assert (await session.call("check")).code == "invalid_params"


async def test_ask_mode_checks_nothing(ask_session: Session, serve: PageServer) -> None:
    await shown(ask_session, serve, PAGE)
    for tool in ("check", "uncheck"):
        assert (await ask_session.call(tool, ref=await ref(ask_session, "#c"))).code == "not_permitted"
    assert not await js(ask_session, "c.checked")


SWITCH = """<!doctype html><style>div { position: relative; display: inline-flex }
input { position: absolute; width: 0; height: 0; margin: 0; opacity: 0 }
b { width: 40px; height: 20px; background: #ccc; cursor: pointer }</style>
<div onclick="event.preventDefault(); const i = this.querySelector('input');
i.setAttribute('aria-checked', i.getAttribute('aria-checked') !== 'true')">
<input id=i type=checkbox role=switch aria-label=Timeout aria-checked=false>%s</div>"""


async def test_a_switch_of_no_size_is_pressed_on_what_is_drawn_for_it_alone(
    any_session: Session, serve: PageServer
) -> None:
    await shown(any_session, serve, SWITCH % "<span>Off</span><b></b>")
    assert "not-visible" not in (await any_session.snapshot()).text.raw
    for act in ("check", "uncheck", "click"):
        assert (await any_session.call_as("model", act, ref="Timeout")).ok, act
    assert await js(any_session, "i.getAttribute('aria-checked')") == "true"
    for unsure in ("<b></b><b></b>", "<b></b><button>Help</button>", "<b style='cursor: default'></b>"):
        await shown(any_session, serve, SWITCH % unsure)
        with hasty(any_session):
            assert (await any_session.check("Timeout")).code == "not_actionable", unsure


COPIED = """<div hidden><form><input type=checkbox id=sun name=original><label for=sun>Sun</label></form></div>
<div role=dialog aria-label=Repeat><p><input type=checkbox id=sun name=copy> <label for=sun>Sun</label></p></div>"""


async def test_a_label_in_a_copied_form_is_of_the_box_beside_it_and_not_of_the_hidden_one_with_its_id(
    any_session: Session, serve: PageServer
) -> None:
    states = "[...document.querySelectorAll('input')].map(box => box.checked)"
    await shown(any_session, serve, COPIED)
    lines = (await any_session.snapshot()).text.raw.splitlines()
    assert len([line for line in lines if "checkbox" in line]) == 1, lines
    for way in ("Sun", await ref(any_session, "[role=dialog] label")):
        assert (await any_session.call_as("model", "check", ref=way)).data["checked"]
        assert await js(any_session, states) == [False, True], way
        assert (await any_session.call_as("model", "uncheck", ref=way)).ok
        assert await js(any_session, states) == [False, False], way
