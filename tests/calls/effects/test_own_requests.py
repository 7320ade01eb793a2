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
  const settings = {}, to = new URLSearchParams(location.search).get('to') ?? '';
  const panel = name => {
    settings.panels = [...(settings.panels ?? []), name];
    send('PUT', '/users/me', { meta: { ...settings, to, at: new Date().toISOString() } });
  };
  const lock = new URLSearchParams({ action: 'wp-remove-post-lock', post: location.search.replace(/\\D/g, '') });
  addEventListener('pagehide', () => navigator.sendBeacon('/ajax', lock));
  addEventListener('deposit', () => send('PUT', '/users/me', { meta: { panels: [btoa(text.value)] } }));
</script>
<label>Title <textarea id=text></textarea></label>
<label>Size <select id=size><option>Small<option>Large</select></label>
<button onclick="panel('alpha')">Blocks</button><button onclick="panel('beta')">Styles</button>
<button onclick="settings.hint = false; panel('beta')">Hide hint</button>
<button onclick="panel('wide')">Wide</button>
<button onclick="navigator.sendBeacon('/ajax', lock)">Unlock</button>
<button onclick="window.dispatchEvent(new Event('deposit'))">Deposit</button>
<button onclick="send('PUT', '/users/me', { meta: { panels: [text.value] } })">Keep</button>
<ul><li><button type=button aria-label=Post onclick="document.title = 'Post'">Post</button>
<li><button type=button class="tab is-active" aria-label="Block (selected)">Block</button></ul>
<ol><li><button type=button class=is-active aria-label="Post (selected)">Post</button><li><button type=button>Page</ol>
<button aria-expanded=false onclick="ready.hidden = false">Publish</button><p id=ready hidden>
<button onclick="send('PUT', '/posts/111', { title: text.value, status: 'publish' })">Publish</button></p>
<label for=components-form-token-input-0>Add tag</label><input id=components-form-token-input-0 role=combobox
  onchange="value.split(',').forEach(name => send('POST', '/tags', { name: name.trim().replace('!', '5') }))">
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
    await press(session, "Blocks", "Styles", "Blocks", "Hide hint")
    assert len(changed(serve)) == 4
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
    assert "after the model pressed “Keep”, after the model wrote “Beans for Mallory”" in person.questions[2]
    assert b64encode(b"Seeds for Mallory") in serve.requests[-2].body


async def test_a_choice_before_settings_are_stored_is_told_unless_they_say_only_what_is_pressed(
    session: Session, serve: PageServer
):
    person = await opened_by_model(session, serve)
    await press(session, "Styles")
    await session.call_as("model", "select", ref=(await refs(session))["Size"], values="Large")
    await press(session, "Wide", "Styles")
    assert len(person.questions) == 1
    # "hint" stands on it, "false" may be what was chosen.
    await press(session, "Hide hint")
    assert "pressed “Hide hint”" in person.questions[1]
    assert "“Large”" in person.questions[1]


async def test_a_yes_to_what_the_model_chose_covers_no_other_request_like_it(session: Session, serve: PageServer):
    session.approve = person = Person(True)
    page = """<select id=to aria-label=To><option value=2>Anna<option value=3>Ben</select>
    <button onclick="fetch('/to', { method: 'PUT', body: JSON.stringify({ id: +to.value }) })">Keep</button>
    <button onclick="to.value = 2">Next</button>"""
    await session.call("goto", url=serve(page))
    await session.call_as("model", "select", ref=(await refs(session))["To"], values="Ben")
    await press(session, "Keep")
    assert "“Ben”" in person.questions[0]
    # A number that a button puts into a request is not found there.
    await press(session, "Next", "Keep")
    assert ["“Ben”" in one for one in person.questions] == [True, False]


async def test_the_same_settings_on_a_page_of_another_address_are_asked_again_where_they_say_something_new(
    session: Session, serve: PageServer
):
    person = await opened_by_model(session, serve)
    await press(session, "Blocks", "Styles")
    assert len(person.questions) == 1

    async def stores(query: str) -> bool:
        await session.call_as("model", "goto", url=f"{serve.origin}/site/post-new.php?{query}")
        before = len(person.questions)
        await session.call_as("model", "click", ref=(await refs(session))["Blocks"])
        return len(person.questions) > before

    assert not await stores("view=list")
    assert await stores("to=mallory")
    assert await stores("to=5")
    # A button says what the address says, too.
    assert await stores("to=blocks")
    # After a no to it, its like is asked for again, too.
    person.answer = False
    assert await stores("to=mallet")
    assert await stores("view=grid")


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


async def test_the_lock_that_a_page_releases_as_it_is_left_is_asked_once_and_is_no_deletion(
    session: Session, serve: PageServer
):
    person = await opened_by_model(session, serve)
    await press(session, "Styles")
    there, asked = serve("<title>There</title>", "/there"), f"“POST {serve.origin}/ajax (action: wp-remove-post-lock)”"
    for post in ("", "?post=65", "?post=66&size=2"):
        await session.call_as("model", "goto", url=f"{serve.origin}/site/post-new.php{post}")
        await session.call_as("model", "goto", url=there)
    [left] = [one for one in person.questions if asked in one]
    assert f"{asked}, as its page is left, on a page" in left
    assert "Styles" not in left
    assert changed(serve).count("POST /ajax") == 4
    # What the model wrote may be in it, and at any other time a press may remove a lock.
    await session.call_as("model", "goto", url=f"{serve.origin}/site/post-new.php?post=67")
    await press(session, "Unlock")
    assert f"{asked}, which may delete or revoke something, after the model pressed “Unlock”" in person.questions[-1]
    await session.call_as("model", "fill", ref=(await refs(session))["Title"], value="No")
    await session.call_as("model", "goto", url=there)
    assert f"{asked}, as its page is left, and after it wrote, chose or pressed “No”" in person.questions[-1]


async def test_words_of_one_text_that_a_page_sends_one_by_one_are_asked_once_and_told(
    session: Session, serve: PageServer
):
    person = await opened_by_model(session, serve)
    at = await refs(session)
    await session.call_as("model", "fill", ref=at["Title"], value="Pruning course")
    await session.call_as("model", "fill", ref=at["Add tag"], value="fruit trees, pruning", submit=True)
    assert changed(serve) == ["POST /tags", "POST /tags"]
    [asked] = person.questions
    assert "/tags (name: fruit trees)”, after the model pressed Enter in “Add tag”, after the model wrote" in asked
    assert "wrote “fruit trees, pruning”, on a page" in asked
    # What is no word of the text is asked for.
    await session.call_as("model", "fill", ref=at["Add tag"], value="apple pie, pruning!", submit=True)
    assert ["(name: apple pie)" in one for one in person.questions[1:]] == [True, False]


async def test_a_tab_of_a_name_that_publishes_is_asked_for_only_with_a_request(session: Session, serve: PageServer):
    person = await opened_by_model(session, serve)
    await press(session, "Post", "Post (selected)")
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


OPTIONS = """<title>Options</title><button onclick="this.hidden = true">Close</button>
<button onclick="fetch('/posts/65', { method: 'PUT', body: '{}' })">Update</button>
<form method=post action=/options><input type=hidden name=action value=update><input type=hidden name=data
value='[{"name": "closedpostboxesnonce", "value": "a1"}, {"name": "menu-item-type[97]", "value": "page"}]'>
<label>Posts <input name=posts></label><label><input type=checkbox name=mail checked> Send a mail</label>
<input type=submit name=submit value="Save Changes"></form>"""


async def test_a_question_about_a_form_names_what_sends_it_and_not_what_was_pressed_before(
    session: Session, serve: PageServer
):
    session.approve = person = Person(True)
    await session.call("goto", url=serve(OPTIONS, "/options"))
    await press(session, "Close", "Update")
    assert "after the model pressed “Update”" in person.questions[0]
    for number in ("15", "16"):
        at = await refs(session)
        assert (await session.call_as("model", "uncheck", ref=at["Send a mail"])).ok
        assert (await session.call_as("model", "fill", ref=at["Posts"], value=number, submit=True)).ok
        asked = f"The page wants to send “POST {serve.origin}/options (action: update)”, after the model pressed Enter"
        asked += " in “Posts”, after the model unchecked “Send a mail”, after the model wrote "
        assert person.questions[-1] == f"{asked}“{number}”."
    assert len(person.questions) == 3


async def test_a_page_whose_own_request_was_refused_is_open_all_the_same(session: Session, serve: PageServer):
    serve(
        """<h1 id=h></h1><script>
        onhashchange = () => { h.textContent = location.hash; fetch('/opened', { method: 'PUT', body: h.textContent }) }
    </script>""",
        "/notes",
    )
    session.permissions.origins.add(serve.origin)
    assert (await session.call_as("model", "goto", url=f"{serve.origin}/notes")).ok
    session.approve = person = Person(False)
    result = await session.call_as("model", "goto", url=f"{serve.origin}/notes#Team")
    assert person.questions
    assert (result.ok, changed(serve)) == (True, [])
    assert [one.raw for one in result.followed["stopped_requests"]] == [f"PUT {serve.origin}/opened"]
    assert (await session.call("search_page", pattern="#Team")).data["total"] == 1
