"""back, forward and reload, through a session."""

import pytest


@pytest.fixture
async def walked(session, serve):
    """A session that stands on the second of two pages."""
    await session.call("goto", url=serve("<title>First</title>"))
    await session.call("goto", url=serve("<title>Second</title>"))
    return session


async def test_back_and_forward_return_where_they_came_to(walked):
    back = await walked.call("back")
    assert (back.ok, back.data["title"].raw, back.page_changed) == (True, "First", True)
    forward = await walked.call("forward")
    assert (forward.ok, forward.data["title"].raw) == (True, "Second")


async def test_reload_loads_again_and_returns_the_status(session, serve):
    url = serve("<title>Old</title>")
    await session.call("goto", url=url)
    serve("<title>New</title>", path=url.removeprefix(serve.origin), status=503)
    result = await session.call("reload")
    assert (result.ok, result.data["title"].raw, result.data["status"]) == (True, "New", 503)


async def test_in_ask_mode_they_are_the_users_alone(ask_session, serve):
    for title in ("First", "Second"):
        await ask_session.call("goto", url=serve(f"<title>{title}</title>"))
    for name, title in (("back", "First"), ("forward", "Second"), ("reload", "Second")):
        result = await ask_session.call_as("model", name)
        assert (result.ok, result.code) == (False, "not_permitted")
        assert (await ask_session.call(name)).data["title"].raw == title


async def test_in_firefox(firefox_session, serve):
    first = serve("<title>First</title><a href='#part'>Part</a>")
    await firefox_session.call("goto", url=first)
    await firefox_session.call("goto", url=first + "#part")
    await firefox_session.call("goto", url=serve("<title>Second</title>"))
    assert (await firefox_session.call("back")).data["url"].raw == first + "#part"
    assert (await firefox_session.call("back")).data["url"].raw == first
    assert (await firefox_session.call("forward")).data["url"].raw == first + "#part"
    assert (await firefox_session.call("reload")).data["status"] == 200
