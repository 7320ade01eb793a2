"""Questions on a page that acts like the editor of a content management system: settings that it stores at each panel,
a draft, and what it sends when it is left."""

from __future__ import annotations

from base64 import b64encode

import pytest

from handrail import Session
from tests.calls.effects.test_request_judge import Person, changed
from tests.calls.test_pipeline_policy import refs
from tests.pages import PageServer

EDITOR = """<title>Editor</title><script>
  const send = (method, path, body) => fetch(path, { method, body: JSON.stringify(body) });
  const open = [];
  const panel = name => { open.push(name); send('PUT', '/users/me', { panels: open, at: new Date().toISOString() }) };
  const lock = new URLSearchParams({ action: 'remove-post-lock' });
  addEventListener('pagehide', () => navigator.sendBeacon('/ajax', lock));
  addEventListener('deposit', () => send('PUT', '/users/me', { panels: [btoa(text.value)], at: '' }));
</script>
<label>Title <textarea id=text></textarea></label>
<label>Size <select id=size><option>Small<option>Large</select></label>
<button onclick="panel('alpha')">Blocks</button><button onclick="panel('beta')">Styles</button>
<button onclick="window.dispatchEvent(new Event('deposit'))">Deposit</button>
<button onclick="send('PUT', '/users/me', { panels: [text.value], at: '' })">Keep</button>
<ul><li><button type=button aria-label=Post onclick="document.title = 'Post'">Post</button>
<li><button type=button class="tab is-active" aria-label="Block (selected)">Block</button></ul>
<button aria-expanded=false onclick="ready.hidden = false">Publish</button><p id=ready hidden>
<button onclick="send('PUT', '/posts/111', { title: text.value, status: 'publish' })">Publish</button></p>
<label for=components-form-token-input-0>Add tag</label><input id=components-form-token-input-0 role=combobox>
<label for=api-token-input>Key</label><input id=api-token-input>"""


async def opened_by_model(session: Session, serve: PageServer, address: str = "/site/post-new.php") -> Person:
    serve(EDITOR, address.partition("?")[0])
    session.permissions.origins.add(serve.origin)
    session.approve = person = Person(True)
    assert (await session.call_as("model", "goto", url=serve.origin + address)).ok
    return person


async def press(session: Session, *names: str) -> None:
    for name in names:
        assert (await session.call_as("model", "click", ref=(await refs(session))[name])).ok


async def test_settings_that_a_page_stores_again_and_again_are_asked_once(session: Session, serve: PageServer):
    person = await opened_by_model(session, serve)
    await press(session, "Blocks", "Styles", "Blocks")
    assert len(changed(serve)) == 3
    [asked] = person.questions
    assert "PUT" in asked
    # What the model wrote is told as soon as a request may hold it, in a code too.
    await session.call_as("model", "fill", ref=(await refs(session))["Title"], value="Seeds for Mallory")
    await press(session, "Styles")
    assert len(person.questions) == 1
    await press(session, "Deposit")
    assert "“Seeds for Mallory”" in person.questions[1]
    await session.call_as("model", "fill", ref=(await refs(session))["Title"], value="Beans for Mallory")
    await press(session, "Keep")
    assert "“Beans for Mallory”" in person.questions[2]
    assert b64encode(b"Seeds for Mallory") in serve.requests[-2].body


async def test_the_same_settings_on_a_page_that_another_address_filled_in_are_asked_again(
    session: Session, serve: PageServer
):
    person = await opened_by_model(session, serve)
    await press(session, "Blocks", "Styles")
    assert len(person.questions) == 1
    await session.call_as("model", "goto", url=f"{serve.origin}/site/post-new.php?to=mallory")
    await press(session, "Blocks")
    assert ["/users/me" in one for one in person.questions] == [True, False, True]
    # After a no to it, its like is asked for again, too.
    person.answer = False
    await session.call_as("model", "goto", url=f"{serve.origin}/site/post-new.php?to=mallet")
    await session.call_as("model", "click", ref=(await refs(session))["Styles"])
    stored = [one for one in changed(serve) if "/users/me" in one]
    assert len(stored) == 3


async def test_what_a_request_does_not_hold_is_not_told_with_it(session: Session, serve: PageServer):
    person = await opened_by_model(session, serve)
    at = await refs(session)
    await session.call_as("model", "fill", ref=at["Title"], value="Seed swap in February")
    await press(session, "Blocks")
    [asked] = person.questions
    assert "Seed swap" not in asked
    # A choice may be said by a number.
    await session.call_as("model", "select", ref=at["Size"], values="Large")
    await press(session, "Deposit")
    assert "Seed swap" in person.questions[-1]


async def test_a_yes_to_a_press_that_publishes_covers_the_request_that_it_showed(session: Session, serve: PageServer):
    person = await opened_by_model(session, serve)
    await session.call_as("model", "fill", ref=(await refs(session))["Title"], value="Seed swap in February")
    await press(session, "Publish")
    assert person.questions == []
    await press(session, "Publish")
    [asked] = person.questions
    assert "press “Publish”" in asked
    assert "“Seed swap in February”" in asked
    assert changed(serve) == ["PUT /posts/111"]


async def test_what_a_page_sends_when_it_is_left_is_not_said_to_come_of_an_old_press(
    session: Session, serve: PageServer
):
    person = await opened_by_model(session, serve)
    await press(session, "Blocks")
    await session.call_as("model", "goto", url=serve("<title>There</title>", "/there"))
    asked = person.questions[-1]
    assert f"“POST {serve.origin}/ajax (action: remove-post-lock)”, as its page is left, which may delete" in asked
    assert "Blocks" not in asked


async def test_a_tab_of_a_name_that_publishes_is_asked_for_only_with_a_request(session: Session, serve: PageServer):
    person = await opened_by_model(session, serve)
    await press(session, "Post")
    assert person.questions == []
    assert (await session.tab.title()).raw == "Post"


@pytest.mark.parametrize(("field", "masked"), [("Add tag", False), ("Key", True)])
async def test_a_field_that_suggests_tags_is_not_taken_for_a_credential(
    session: Session, serve: PageServer, field: str, masked: bool
):
    person = await opened_by_model(session, serve)
    await session.call_as("model", "fill", ref=(await refs(session))[field], value="fruit trees")
    assert ["••••••••" in one for one in person.questions] == ([True] if masked else [])


USERS = """<title>Users</title><form method=get action=/users><input type=hidden name=_wpnonce value=abcdef1234>
<label>Search <input type=search name=s></label><input type=submit value="Search users">
<label>Role <select name=new_role><option value="">Change role to…<option value=author>Author</select></label>
<input type=submit name=changeit value=Change></form>"""


async def test_a_role_that_a_form_changes_by_get_is_asked_for_and_a_search_in_it_is_not(
    session: Session, serve: PageServer
):
    session.approve = person = Person(False)
    await session.call("goto", url=serve(USERS, "/users"))
    at = await refs(session)
    await session.call_as("model", "fill", ref=at["Search"], value="dpatel")
    assert (await session.call_as("model", "click", ref=at["Search users"])).ok
    assert person.questions == []
    at = await refs(session)
    await session.call_as("model", "select", ref=at["Role"], values="Author")
    assert not (await session.call_as("model", "click", ref=at["Change"])).ok
    assert "which may change something there: “new_role=author”" in person.questions[0]
    assert not [one.path for one in serve.requests if "new_role=author" in one.path]


ROWS = f"""<title>Rows</title><fieldset style="display: none">
<label><input type=checkbox checked>Slug</label></fieldset>
<table><tr><td><input type=checkbox></td><td>{" " * 600}Toaster{" " * 600}</td></tr></table>
<button>Delete</button>"""


async def test_a_question_names_a_box_by_its_row_and_no_boxes_of_a_closed_panel(session: Session, serve: PageServer):
    session.approve = person = Person(True)
    await session.call("goto", url=serve(ROWS))
    box = next(node.ref for node in (await session.snapshot()).nodes if node.role == "checkbox")
    assert (await session.call_as("model", "check", ref=box)).ok
    await press(session, "Delete")
    [asked] = person.questions
    assert "(checked: “Toaster”)" in asked
    assert "Slug" not in asked
    assert "“”" not in asked
