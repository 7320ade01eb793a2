"""Requests that come when the call is over: asked, refused, and reported with the next one."""

from __future__ import annotations

import asyncio

import pytest

from handrail import Session
from handrail.policy import Ask
from tests.calls.effects.test_request_judge import Person, changed, click
from tests.calls.test_pipeline_policy import refs
from tests.pages import PageServer

LATE_DELETE = "fetch('/api/1', { method: 'DELETE' }).then(() => 'sent', () => 'stopped')"


async def test_a_request_that_comes_after_the_call_is_asked_when_it_comes(session: Session, serve: PageServer):
    yes = Person(True)
    await session.call("goto", url=serve("<button onclick='document.title = 1'>OK</button>"))
    await click(session, "OK", yes)
    assert await session.tab.page.evaluate(LATE_DELETE) == "sent"
    assert len(yes.questions) == 1
    assert yes.clocks_stand


async def test_after_a_no_what_comes_late_of_an_act_is_refused_without_further_questions(
    session: Session, serve: PageServer
):
    no = Person(False)
    await session.call("goto", url=serve("<button onclick='document.title = 1'>OK</button>"))
    await click(session, "OK", no)
    for path in ("/api/1", "/other/2"):
        assert await session.tab.page.evaluate(LATE_DELETE.replace("/api/1", path)) == "stopped"
    assert len(no.questions) == 1


async def is_held(session: Session) -> None:
    """Wait until a late request waits for the next call: the driver reports it a moment before the browser holds it."""
    while not session.state.open_call.has_held:  # noqa: ASYNC110 (the hold tells nobody of it)
        await asyncio.sleep(0.01)


async def test_who_can_be_asked_during_a_call_only_is_asked_in_the_next_one(session: Session, serve: PageServer):
    yes = Person(True)
    await session.call("goto", url=serve("<button onclick='document.title = 1'>OK</button>"))
    session.approve = None
    result = await session.perform("model", "click", {"ref": (await refs(session))["OK"]}, approve=yes)
    assert result.ok
    async with session.tab.page.expect_request("**/api/1"):
        late = asyncio.create_task(session.tab.page.evaluate(LATE_DELETE))
    await is_held(session)
    assert yes.questions == []
    await session.perform("model", "page_info", {}, approve=yes)
    assert (await late, len(yes.questions), yes.clocks_stand) == ("sent", 1, True)

    # What is held when the user acts is stopped: nobody acts with them there.
    await session.perform("model", "click", {"ref": (await refs(session))["OK"]}, approve=yes)
    async with session.tab.page.expect_request("**/api/1"):
        late = asyncio.create_task(session.tab.page.evaluate(LATE_DELETE))
    await is_held(session)
    await session.call("click", ref=(await refs(session))["OK"])
    assert (await late, len(yes.questions)) == ("stopped", 1)


async def test_the_models_next_call_waits_for_the_answer_to_a_late_question(session: Session, serve: PageServer):
    asked, answer = asyncio.Event(), asyncio.Event()

    async def person(_: Ask) -> bool:
        asked.set()
        await answer.wait()
        return True

    await session.call("goto", url=serve("<button onclick='document.title = 1'>OK</button>"))
    session.approve = person
    assert (await session.call_as("model", "click", ref=(await refs(session))["OK"])).ok
    late = asyncio.create_task(session.tab.page.evaluate(LATE_DELETE))
    await asked.wait()
    following = asyncio.create_task(session.call_as("model", "read_page"))
    assert (await session.call("read_page")).ok, "the user's own calls wait for nothing"
    assert not following.done()
    answer.set()
    assert (await following).ok
    assert await late == "sent"


async def test_what_was_stopped_after_its_act_is_reported_with_the_next(session: Session, serve: PageServer):
    page = "<button onclick='document.title = 1'>More</button>"
    serve(page, "/there")
    await session.call("goto", url=serve(f'<a href="{serve.other_site}/there">There</a>'))
    await session.call_as("model", "click", ref=(await refs(session))["There"])
    assert not (await session.call_as("model", "click", ref=(await refs(session))["More"])).followed
    await session.tab.page.evaluate("fetch('/late', { method: 'POST' }).catch(() => {})")
    stopped = (await session.call_as("model", "page_info")).followed["stopped_requests"]
    assert [one.raw for one in stopped] == [f"POST {serve.other_site}/late"]
    assert changed(serve) == []


LATER = """<title>Later</title><button onclick="armed = true">OK</button>
<label>Note <input></label><p style='margin-top: 2000px'>End</p><script>
  let armed = false;
  const send = () => armed && fetch('/paid', { method: 'POST', keepalive: true });
  for (const name of ['scroll', 'input', 'pagehide']) addEventListener(name, send);
</script>"""


@pytest.mark.parametrize(
    ("tool", "params"),
    [
        ("scroll", {}),
        ("fill", {"ref": {"label": "Note"}, "value": "rope"}),
        ("goto", {"url": "{origin}/there"}),
        ("back", {}),
    ],
)
async def test_what_comes_late_of_a_press_that_the_user_did_not_name_is_stopped_whatever_is_done_next(
    session: Session, serve: PageServer, tool: str, params: dict[str, object]
):
    session.provenance.words.add_text("Write 'rope' into the note.")
    url = params.get("url")
    params = params | ({"url": str(url).format(origin=serve.origin)} if url else {})
    await session.call("goto", url=serve("<title>There</title>", "/there"))
    await session.call("goto", url=serve(LATER))
    await click(session, "OK", None)
    made = await session.call_as("model", tool, **params)
    assert made.ok
    waited = await session.call_as("model", "wait", seconds=0.2)
    stopped = [str(one.raw) for result in (made, waited) for one in result.followed.get("stopped_requests", ())]
    assert stopped == [f"POST {serve.origin}/paid"]
    assert changed(serve) == []


async def test_waiting_or_changing_tabs_does_not_free_what_an_unnamed_press_sends_late(
    session: Session, serve: PageServer
):
    page = "<button onclick=\"addEventListener('late', () => fetch('/paid', { method: 'POST' }))\">OK</button>"
    await session.call("goto", url=serve(page))
    await session.call("new_tab", url=serve("<title>Other</title>", "/other"))
    await session.call("switch_tab", tab="t1")
    await click(session, "OK", None)
    for tool, params in (
        ("wait", {"seconds": 0}), ("switch_tab", {"tab": "t2"}), ("switch_tab", {"tab": "t1"}), ("forward", {}),
    ):  # fmt: skip
        await session.call_as("model", tool, **params)
    await session.tab.page.evaluate("dispatchEvent(new Event('late'))")
    assert await session.call_as("model", "wait", seconds=0.2)
    assert changed(serve) == []


async def test_requests_that_a_page_still_makes_do_not_disturb_the_end_of_a_session(
    any_session: Session, serve: PageServer
) -> None:
    faults: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context))
    # As many as can be answered, and no more: by a clock, a busy machine would get ever further behind.
    send = "const send = () => fetch('/sent', {method: 'POST', body: 'x'}).catch(() => 0).then(send)"
    await any_session.call(
        "goto", url=serve(f'<script>{send}</script><button onclick="for (let i = 9; i--;) send()">Go</button>')
    )
    assert (await any_session.call_as("model", "click", ref="Go")).ok
    await any_session.close()
    assert faults == []
