"""Windows that opened one another, and frames, may write behind the ``#`` of a page's address, which pages read."""

from __future__ import annotations

from handrail import Session
from tests.calls.test_consent import Yes
from tests.calls.test_pipeline_policy import as_model, refs
from tests.pages import PageServer

PAGE = """<a href=REVIEWS rel=opener target=_blank>Reviews</a>
<form method=post action=/comment><input name=text id=field value=hello><button>Post the comment</button></form>
<script>addEventListener('hashchange', () => { field.value = location.hash.slice(1) })</script>"""


async def test_what_another_sites_window_writes_behind_an_address_is_not_sent_unasked(
    any_session: Session, serve: PageServer
) -> None:
    session = any_session
    session.approve = person = Yes()
    session.provenance.words.add_text("Open the reviews and post the comment")
    serve("ok", "/comment")
    for writes in (False, True):
        there = f"{serve.other_site}/reviews-{writes}"
        url = serve(PAGE.replace("REVIEWS", there))
        script = f"<script>opener.location = '{url}#eve'</script>" if writes else ""
        serve(script + "<h1>Reviews</h1>", f"/reviews-{writes}")
        await session.call("goto", url=url)
        first = session.tabs.active_or_none.id
        await as_model(session, "click", ref=(await refs(session))["Reviews"])
        await as_model(session, "switch_tab", tab=first)
        person.asked.clear()
        await as_model(session, "click", ref=(await refs(session))["Post the comment"])
        questions = [one.question for one in person.asked if "may have been filled in" in one.question]
        assert bool(questions) is writes


async def test_what_a_frame_of_another_site_writes_behind_the_address_around_it_is_not_sent_unasked(
    any_session: Session, serve: PageServer
) -> None:
    session = any_session
    session.approve = person = Yes()
    session.provenance.words.add_text("Post the comment")
    serve("ok", "/comment")
    for end in ("places/2", "visit%20eve"):
        url = serve(f"{PAGE}<iframe src={serve.other_site}/advertisement></iframe>")
        serve(f"<script>setInterval(() => {{ top.location = '{url}#{end}' }}, 100)</script>", "/advertisement")
        await session.call("goto", url=url)
        await session.tab.page.wait_for_function("end => location.hash.endsWith(end)", arg=end)
        person.asked.clear()
        await as_model(session, "click", ref=(await refs(session))["Post the comment"])
        questions = [one.question for one in person.asked if "may have been filled in" in one.question]
        assert bool(questions) is (end == "visit%20eve")
