"""select, through a session, in a real browser."""

from __future__ import annotations

import pytest

from handrail import Session
from tests.browser.actions.widgets import SELECT_ONLY
from tests.pages import PageServer
from tests.tools.acting import js, ref, shown

PAGE = "<select id=s><option>Small<option>Large</select><p id=p>x</p>" + SELECT_ONLY


@pytest.fixture
async def sizes(session: Session, serve: PageServer) -> Session:
    return await shown(session, serve, PAGE)


async def test_native_and_custom(sizes: Session) -> None:
    native = await sizes.call("select", ref=await ref(sizes, "#s"), values="large")
    custom = await sizes.call("select", ref=await ref(sizes, "#w"), values=["Huge"])
    assert [one.raw for one in (*native.data["chosen"], *custom.data["chosen"])] == ["Large", "Huge"]
    assert await js(sizes, "[s.value, w.textContent]") == ["Large", "Huge"]


ADDS_FIELDS = """<select id=s aria-label=Add><option>Add field<option>Mobile<option>Title</select>
<p style="display:none"><input aria-label=Mobile></p><p style="display:none"><input aria-label=Title></p>
<script>s.onchange = () => {
  const field = document.querySelector(`[aria-label=${s.value}]`);
  %s
  s.selectedIndex = 0;
}</script>"""
SHOWS = "field.parentNode.style.display = ''; field.focus();"


async def test_a_list_that_shows_a_field_for_each_choice_and_sets_itself_back_has_taken_them(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, ADDS_FIELDS % SHOWS)
    fields = [
        {"ref": "Add", "value": ["Mobile"]},
        {"ref": "Add", "value": ["Title"]},
        {"ref": "Title", "value": "Mate"},
    ]
    assert (await session.call("fill_form", fields=fields)).ok


async def test_a_list_that_only_sets_itself_back_has_not_taken_the_choice(session: Session, serve: PageServer) -> None:
    await shown(session, serve, ADDS_FIELDS % "")
    result = await session.call("select", ref=await ref(session, "#s"), values=["Mobile"])
    assert (result.code, result.details["reason"]) == ("not_actionable", "no_reaction")


async def test_a_missing_option_lists_the_choices_as_outside_text(sizes: Session) -> None:
    for selector, some in (("#s", "Small"), ("#w", "Extra large")):
        result = await sizes.call("select", ref=await ref(sizes, selector), values=["Tiny"])
        assert (result.code, result.recoverable) == ("no_such_option", True)
        assert some in [one.raw for one in result.details["choices"]]
        assert some not in result.error + result.hint


async def test_wrong_elements_and_bad_input(sizes: Session) -> None:
    assert (await sizes.call("select", ref=await ref(sizes, "#p"), values="x")).code == "wrong_element"
    assert (await sizes.call("select", ref=await ref(sizes, "#s"), values=["Small", "Large"])).code == "invalid_value"
    assert (await sizes.call("select", ref="e1", values=3)).code == "invalid_params"


async def test_ask_mode_chooses_nothing(ask_session: Session, serve: PageServer) -> None:
    await shown(ask_session, serve, PAGE)
    assert (await ask_session.call("select", ref=await ref(ask_session, "#s"), values="Large")).code == "not_permitted"
    assert await js(ask_session, "s.value") == "Small"


async def test_in_firefox(firefox_session: Session, serve: PageServer) -> None:
    await shown(firefox_session, serve, PAGE)
    assert (await firefox_session.call("select", ref=await ref(firefox_session, "#w"), values="Medium")).ok
    assert await js(firefox_session, "w.textContent") == "Medium"
