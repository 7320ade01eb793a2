"""Pages of a site speak with each other: what one sends is judged by the last act on the site, in whatever tab."""

from __future__ import annotations

import pytest

from handrail import Session
from tests.calls.effects.test_request_judge import Person, changed
from tests.calls.test_pipeline_policy import refs
from tests.pages import PageServer

LEADER = """<title>App</title><button onclick="act('/api/save', 'x')">Save settings</button>
<button onclick="act('/api/follow/7', 'x')">Follow</button>
<button onclick="act('/api/invite', 'mallory')">Plus</button>
<label>Note <input></label><button onclick="act('/api/messages', document.querySelector('input').value)">Go</button>
<script>
  const outbox = new BroadcastChannel('outbox'), leads = location.search !== '?tab=2';
  const post = (path, text) => fetch(path, { method: 'POST', body: JSON.stringify({ text }) });
  outbox.onmessage = event => leads && post(...event.data).then(done, done);
  const act = (...what) => leads ? post(...what) : outbox.postMessage(what);
  const done = () => { document.title = 'Done' };
</script>"""


async def two_tabs(session: Session, serve: PageServer, person: Person) -> None:
    """A page whose first tab sends what is done in the second one, after a press that the user named."""
    session.approve = person
    session.provenance.words.add_text("Save settings")
    await session.call("goto", url=serve(LEADER, "/app"))
    assert (await session.call_as("model", "click", ref=(await refs(session))["Save settings"])).ok
    assert changed(serve) == ["POST /api/save"]
    await session.call("new_tab", url=serve(LEADER, "/app") + "?tab=2")


async def pressed(session: Session, name: str) -> None:
    """Press a button of the second tab, and wait until the first one has tried to send."""
    leader = next(tab for tab in session.tabs.all() if tab.id == "t1")
    await leader.core.page.evaluate("document.title = ''")
    assert (await session.call_as("model", "click", ref=(await refs(session))[name])).ok
    await leader.core.page.wait_for_function("document.title === 'Done'")


@pytest.mark.parametrize("name", ["Follow", "Plus"])
async def test_a_press_that_nobody_named_is_asked_for_though_another_tab_sends_what_comes_of_it(
    session: Session, serve: PageServer, name: str
):
    person = Person(False)
    await two_tabs(session, serve, person)
    await pressed(session, name)
    assert changed(serve) == ["POST /api/save"]
    assert len(person.questions) == 1


async def test_a_yes_to_one_text_covers_no_later_one_that_another_tab_sends(session: Session, serve: PageServer):
    person = Person(True)
    await two_tabs(session, serve, person)
    for text in ("See you tomorrow", "Please lend me 900 euros"):
        await session.call_as("model", "fill", ref={"label": "Note"}, value=text)
        await pressed(session, "Go")
    assert len(person.questions) == 2
    assert "lend me 900 euros" in person.questions[1]


EDITOR = """<textarea aria-label=Text oninput="parent.postMessage(this.value, '*')"></textarea>
<button onclick="parent.postMessage('join', '*')">Join</button>"""
AROUND = """<iframe src='{other}/editor'></iframe><script>
onmessage = event => {{ localStorage.kept = event.data; if (event.data === 'join') setTimeout(join, 500); }};
const join = () => fetch('/api/newsletter', {{ method: 'POST' }}).finally(() => {{ document.title = 'Tried' }});
</script>"""
KEPT = """<button onclick="fetch('/out', { method: 'POST', body: localStorage.kept })">Send mail</button>"""


async def test_what_was_done_in_a_frame_of_another_origin_binds_the_page_around_it(session: Session, serve: PageServer):
    serve(EDITOR, "/editor")
    serve(KEPT, "/drafts")
    session.permissions.origins.add(serve.other_site)
    session.provenance.words.add_text("Click Send mail")
    session.approve = person = Person(False)
    await session.call("goto", url=serve(AROUND.format(other=serve.other_site), "/mail"))
    at = await refs(session)
    await session.call_as("model", "click", ref=at["Join"])
    await session.call_as("model", "scroll", direction="down")
    await session.tab.page.wait_for_function("document.title === 'Tried'")
    assert "which you did not name" in person.questions[0]
    await session.call_as("model", "fill", ref=at["Text"], value="Please pay 900 euros")
    await session.call_as("model", "goto", url=f"{serve.origin}/drafts")
    await session.call_as("model", "click", ref=(await refs(session))["Send mail"])
    assert "Please pay 900 euros" in person.questions[1]
    assert changed(serve) == []
