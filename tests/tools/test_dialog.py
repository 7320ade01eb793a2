"""dialog, through a session."""

from tests.tools.acting import ref, shown


async def asked(session, serve, script):
    """A session in which a click has opened a dialog; the result of the click."""
    await shown(session, serve, f'<button onclick="{script}">Go</button><p id=out></p>')
    result = await session.call("click", ref=await ref(session, "button"))
    assert result.ok
    return result


async def said(session):
    return (await session.snapshot()).text


async def test_a_confirm_is_told_as_outside_text_and_accepted_or_dismissed(session, serve):
    for accept, outcome in ((True, "yes"), (False, "no")):
        clicked = await asked(session, serve, "out.textContent = confirm('Sure?') ? 'yes' : 'no'")
        told = clicked.followed["dialog"]
        assert (told["kind"], told["message"].raw, told["message"].label) == ("confirm", "Sure?", "dialog")
        assert clicked.to_dict()["external"]["labels"] == ["dialog"]
        result = await session.call("dialog", accept=accept)
        assert (result.ok, result.data["kind"], result.data["message"].raw) == (True, "confirm", "Sure?")
        assert result.data["accepted"] is accept
        assert outcome in await said(session)


async def test_only_a_prompt_takes_a_text(session, serve):
    await asked(session, serve, "out.textContent = 'Hello ' + prompt('Name?', 'you')")
    assert (await session.call("dialog", accept=True, text="Ada")).ok
    assert "Hello Ada" in await said(session)
    await asked(session, serve, "alert('Careful')")
    result = await session.call("dialog", accept=True, text="Ada")
    assert (result.ok, result.code, result.recoverable) == (False, "wrong_dialog", True)
    assert "an alert" in result.error
    assert (await session.call("dialog", accept=True)).ok


async def test_leaving_a_page_that_asks_first(session, serve):
    await asked(session, serve, "onbeforeunload = (e) => e.preventDefault()")
    there = serve("<title>There</title>")
    result = await session.perform("user", "goto", {"url": there}, observe=True)
    assert (result.ok, result.code, "not saved" in result.error) == (False, "dialog_open", True)
    assert result.observation is not None
    assert "not saved" in str(result.observation.parts()[0])
    result = await session.call("dialog", accept=True)
    assert (result.data["kind"], result.followed["navigated_to"].raw) == ("beforeunload", there)


async def test_while_one_is_open_other_tools_say_so(session, serve):
    await asked(session, serve, "alert('Careful')")
    for name, params in [
        ("snapshot", {}), ("screenshot", {}), ("search_page", {"pattern": "x"}), ("wait_for", {"text": "x"}),
        ("click", {"ref": "e1"}), ("send_keys", {"keys": "Escape"}), ("reload", {}), ("back", {}), ("forward", {}),
    ]:  # fmt: skip
        result = await session.call(name, **params)
        assert (result.ok, result.code) == (False, "dialog_open"), name
        assert "dialog" in result.hint
        assert "Careful" not in result.error + result.hint


async def test_where_none_is_open_and_bad_parameters_fail(session, serve):
    await shown(session, serve, "quiet")
    result = await session.call("dialog", accept=True)
    assert (result.ok, result.code, result.recoverable) == (False, "no_dialog", True)
    for params in ({}, {"accept": "maybe"}, {"accept": True, "answer": "x"}):
        result = await session.call("dialog", **params)
        assert (result.ok, result.code) == (False, "invalid_params")
        assert "accept" in result.error + result.hint


async def test_in_ask_mode_nothing_is_confirmed(ask_session, serve):
    await shown(ask_session, serve, "<script>confirm('Delete everything?')</script>")
    result = await ask_session.call_as("model", "dialog", accept=True)
    assert (result.ok, result.code) == (False, "not_permitted")
