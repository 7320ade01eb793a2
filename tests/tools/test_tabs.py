"""new_tab, switch_tab and close_tab, through a session."""

from tests.tools.acting import ref, shown


async def ids(session):
    return {tab["id"]: tab["active"] for tab in (await session.call("page_info")).data["tabs"]}


async def test_a_new_tab_becomes_active_and_keeps_the_other(session, serve):
    await shown(session, serve, "<title>One</title>")
    result = await session.call("new_tab", url=serve("<title>Two</title>"))
    assert (result.ok, result.data["tab"], result.data["title"].raw) == (True, "t2", "Two")
    assert await ids(session) == {"t1": False, "t2": True}
    # Without an address it is empty.
    assert (await session.call("new_tab")).data["url"].raw == "about:blank"


async def test_a_tab_that_a_page_opens_is_reported_and_can_be_switched_to(session, serve):
    await shown(session, serve, f"<a target=_blank href='{serve('<title>Popup</title>')}'>Open</a>")
    clicked = await session.call("click", ref=await ref(session, "a"))
    [opened] = clicked.followed["opened_tabs"]
    assert (opened["id"], opened["title"].raw) == ("t2", "Popup")
    assert await ids(session) == {"t1": True, "t2": False}
    result = await session.call("switch_tab", tab="t2")
    assert (result.data["tab"], result.data["title"].raw) == ("t2", "Popup")


async def test_a_ref_of_another_tab_says_where_it_is(session, serve):
    await shown(session, serve, "<button>Here</button>")
    here = await ref(session, "button")
    await session.call("new_tab")
    result = await session.call("click", ref=here)
    assert (result.ok, result.code) == (False, "wrong_element")
    assert "t1" in result.error
    await session.call("switch_tab", tab="t1")
    assert (await session.call("click", ref=here)).ok


async def test_closing_says_which_tab_is_active_now(session, serve):
    await shown(session, serve, "<title>One</title>")
    await session.call("new_tab")
    result = await session.call("close_tab")
    assert (result.ok, result.data["active"]["tab"], result.data["active"]["title"].raw) == (True, "t1", "One")
    assert result.followed["closed_tabs"] == ["t2"]
    # One in the background can be closed too.
    await session.call("new_tab")
    assert (await session.call("close_tab", tab="t1")).data["active"]["tab"] == "t3"


async def test_a_tab_that_is_not_there_and_what_is_no_id_are_refused(session):
    await session.call("new_tab")
    await session.call("close_tab", tab="t2")
    for name in ("switch_tab", "close_tab"):
        result = await session.call(name, tab="t2")
        assert (result.ok, result.code, result.recoverable) == (False, "no_such_tab", True)
        assert result.hint == "Open tabs: t1."
    for name in ("switch_tab", "close_tab"):
        for tab in ("2", "tab2", "", "t", "t1; drop"):
            result = await session.call(name, tab=tab)
            assert (result.ok, result.code) == (False, "invalid_params"), (name, tab)
    assert (await session.call("new_tab", url="")).code == "invalid_params"


async def test_in_ask_mode_they_are_the_users_alone(ask_session):
    for name, params in (("new_tab", {}), ("switch_tab", {"tab": "t1"}), ("close_tab", {})):
        result = await ask_session.call_as("model", name, **params)
        assert (result.ok, result.code) == (False, "not_permitted"), name
        assert (await ask_session.call(name, **params)).ok, name
