"""A page that tries again by itself what was refused, and a model that does."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from handrail import Session
from handrail.calls.effects.page_retries import ActRefusals
from handrail.calls.judged_requests import JudgedRequests, Trigger
from handrail.results import Result
from handrail.trust import plain
from tests.calls.effects.test_request_judge import changed
from tests.calls.test_consent import Yes
from tests.calls.test_pipeline_policy import refs
from tests.pages import PageServer
from tests.policy.requests import sent

PAGE = """<title>Drafts</title>
<button onclick="send()">Done</button><button onclick="send()">Discard draft</button>
<button onclick="wake(); this.textContent = 'Less'">More</button><button onclick="store().then(wake)">Save</button>
<button onclick="confirm('Sure?'); wake()">Tidy up</button><label>Title <input oninput="wake()"></label><script>
  let failed;
  const remove = () => fetch('/drafts/1', { method: 'DELETE' });
  const send = () => remove().catch(() => { failed = true });
  const store = () => fetch('/pages/1', { method: 'PUT', body: '{"title": "a"}' });
  const wake = () => failed && remove().catch(() => 0);
</script>"""
TRIED_AGAIN = "The page tried again by itself what was refused."
BY_ITSELF = "remove().catch(() => 'stopped')"
"""What a timer of the page does."""


@pytest.fixture
async def drafts(any_session: Session, serve: PageServer) -> Session:
    any_session.provenance.words.add_text("Press Done, More, Tidy up. Write 'rope' into the title, save it.")
    await any_session.call("goto", url=serve(PAGE))
    any_session.approve = Yes("consequential_acts", "agreed_dialogs")
    return any_session


async def press(session: Session, name: str) -> Result:
    return await session.call_as("model", "click", ref=(await refs(session))[name])


async def refuse(session: Session, *, repeats: bool = True) -> None:
    """Have the model press what deletes the draft, which is refused; ``repeats``: then the page tries it again."""
    refused = await press(session, "Done")
    assert (refused.code, "tried_again" in refused.followed) == ("not_permitted", False)
    if repeats:
        await tried_by_itself(session)


async def tried_by_itself(session: Session) -> None:
    assert await session.tab.page.evaluate(BY_ITSELF) == "stopped"


def is_told_as_retry(result: Result) -> bool:
    return bool(result.ok) and result.followed.get("tried_again") == TRIED_AGAIN


async def test_what_a_page_is_known_to_try_again_is_no_failure_of_another_press(drafts: Session, serve: PageServer):
    await refuse(drafts)
    result = await press(drafts, "More")
    assert is_told_as_retry(result)
    assert "stopped_requests" not in result.followed
    assert changed(serve) == []


async def test_a_press_counts_that_sends_what_was_refused_as_long_as_the_page_repeats_nothing(drafts: Session):
    await refuse(drafts, repeats=False)
    assert (await press(drafts, "More")).code == "not_permitted"


@pytest.mark.parametrize("name", ["Done", "Discard draft"])
async def test_a_second_try_of_the_model_counts_however_often_the_page_tries(drafts: Session, name: str):
    await refuse(drafts)
    await tried_by_itself(drafts)
    result = await press(drafts, name)
    assert result.code == "not_permitted"
    assert len(result.followed["stopped_requests"]) == 1


async def test_text_that_wakes_a_retry_is_no_reason_for_it(drafts: Session, serve: PageServer):
    await refuse(drafts, repeats=False)
    result = await drafts.call_as("model", "fill", ref=(await refs(drafts))["Title"], value="rope")
    assert is_told_as_retry(result)
    assert changed(serve) == []


async def test_what_was_saved_beside_a_retry_is_saved(drafts: Session, serve: PageServer):
    serve("{}", "/pages/1")
    await refuse(drafts)
    assert is_told_as_retry(await press(drafts, "Save"))
    assert changed(serve) == ["PUT /pages/1"]


async def test_a_press_that_sends_what_was_refused_and_counts_the_click_did_not_do_what_it_should(
    any_session: Session, serve: PageServer
):
    page = """<title>News</title><button onclick="store()">Save</button>
    <button onclick="navigator.sendBeacon('/collect', 'click'); store()">Publish</button><script>
      const store = () => fetch('/news/1', { method: 'PUT', body: '{"title": "a"}' }).catch(() => 'stopped');
    </script>"""
    serve("", "/collect")
    any_session.provenance.words.add_text("Publish the news.")
    await any_session.call("goto", url=serve(page))
    any_session.approve = Yes("consequential_acts")
    assert "stopped_requests" in (await press(any_session, "Save")).followed
    assert await any_session.tab.page.evaluate("store()") == "stopped"
    published = await press(any_session, "Publish")
    assert (published.code, "tried_again" in published.followed) == ("not_permitted", False)


def test_what_is_refused_after_the_call_is_not_kept():
    state: Any = SimpleNamespace(browser=None, requests=JudgedRequests())
    refusals = ActRefusals(state, Trigger("click"))
    refusals.miss(sent.request(path="/1"))
    refusals.is_over = True
    for facts in (sent.request(path="/2"), sent.request(path="/3", body=b"{}"), sent.request(path="/3", body=b"{}")):
        refusals.note(facts)
        refusals.miss(facts)
    assert ([facts.request.url for facts in refusals.missed], refusals.retries) == ([f"{sent.HOME}/1"], [])


@pytest.mark.parametrize(
    ("accept", "repeats", "is_retry"), [(True, True, True), (False, False, True), (True, False, False)]
)
async def test_an_answer_to_a_dialog_counts_only_where_it_may_be_the_reason(
    drafts: Session, accept: bool, repeats: bool, is_retry: bool
):
    await refuse(drafts, repeats=repeats)
    assert (await press(drafts, "Tidy up")).followed["dialog"]["kind"] == "confirm"
    result = await drafts.call_as("model", "dialog", accept=accept)
    assert is_told_as_retry(result) is is_retry
    assert bool(result.ok) is is_retry


NOTES = """<title>Notes</title><label>Note <input></label><button>Keep</button><p></p><script>
  const put = () => fetch('/notes/1', { method: 'PUT', body: document.querySelector('input').value });
  document.querySelector('input').oninput = () => put().catch(() => 0);
  document.querySelector('button').onclick = () => put();
</script>"""


async def test_text_that_stands_in_its_field_was_put_in_though_its_autosave_was_stopped(
    session: Session, serve: PageServer
) -> None:
    serve("{}", "/notes/1")
    await session.call("goto", url=serve(NOTES))
    result = await session.call_as("model", "fill", ref=(await refs(session))["Note"], value="a rope of the model")
    assert (result.ok, result.data["mismatch"]) == (True, False)
    assert [plain(one) for one in result.followed["stopped_requests"]] == [f"PUT {serve.origin}/notes/1"]
    assert changed(serve) == []


async def test_what_was_to_be_submitted_with_a_text_did_not_happen_where_that_was_stopped(
    session: Session, serve: PageServer
) -> None:
    await session.call("goto", url=serve(NOTES))
    note = (await refs(session))["Note"]
    result = await session.call_as("model", "fill", ref=note, value="a rope of the model", submit=True)
    assert result.code == "not_permitted"
