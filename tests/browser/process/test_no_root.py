"""A page that has taken its own root element away is an empty page, not a fault."""

import pytest


@pytest.fixture
async def opened(any_browser, open_session, tmp_path):
    return await open_session(any_browser, tmp_path / "run")


async def test_every_read_answers(opened, serve):
    for script in ("document.documentElement.remove()", "document.body.remove()"):
        await every_read_answers(opened, script, serve)


async def every_read_answers(session, script, serve):
    await session.call("goto", url=serve(f"<h1>Here</h1><script>onload = () => {script}</script>"))
    await session.call("wait_for", text="Here", gone=True, timeout=3)
    for name, params in [
        ("snapshot", {}),
        ("page_info", {}),
        ("search_page", {"pattern": "Here"}),
        ("find_elements", {"selector": "h1"}),
        ("read_page", {}),
        ("send_keys", {"keys": "a"}),
    ]:
        result = await session.perform("user", name, params, observe=True)
        assert result.ok, (name, result.to_dict())
    assert (await session.call("scroll", to="bottom")).code in (None, "not_actionable")
    assert (await session.call("search_page", pattern="Here")).data["total"] == 0
