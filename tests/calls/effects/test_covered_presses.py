"""What `fill` and `check` press is judged by what takes the press, as `click` is."""

from __future__ import annotations

from handrail import Session
from tests.calls.test_pipeline_policy import as_model
from tests.pages import PageServer
from tests.tools.acting import ref

PAGE = """<style>.star { width: 30px; height: 30px } #box { position: relative; width: 200px; height: 40px }
#over { position: absolute; inset: 0; background: #eee }</style>
<div id=rate tabindex=0 role=group aria-label=Rating>
<button class=star FIRST></button><button class=star SECOND></button><button class=star THIRD></button></div>
<div id=box><input type=checkbox aria-label='Red shirt'><div id=over onclick=send()>OVER</div></div>
<script>const send = () => fetch('/sent', {method: 'POST'}); rate.onclick = send</script>"""
STARS = {"FIRST": "1 star", "SECOND": "2 stars", "THIRD": "3 stars"}


async def sent_after(session: Session, serve: PageServer, words: dict[str, str], call: str, **args: str) -> bool:
    html = PAGE
    for place, text in words.items():
        html = html.replace(place, text if place == "OVER" else f"aria-label='{text}'")
    serve("ok", "/sent")
    await session.call("goto", url=serve(html))
    selector = "#rate" if call == "fill" else "input"
    await as_model(session, call, ref=await ref(session, selector), **args)
    await session.tab.wait_for_reaction()
    sent = any(one.path == "/sent" for one in serve.requests)
    serve.requests.clear()
    return sent


async def test_a_press_of_a_call_that_is_none_is_judged_by_what_takes_it(
    any_session: Session, serve: PageServer
) -> None:
    session = any_session
    session.provenance.words.add_text("Choose the red shirt, rate it 2")
    assert await sent_after(session, serve, STARS | {"OVER": ""}, "fill", value="2")
    assert not await sent_after(session, serve, STARS | {"SECOND": "Delete 2 stars", "OVER": ""}, "fill", value="2")
    paying = dict.fromkeys(STARS, "Pay now")
    assert not await sent_after(session, serve, paying | {"OVER": ""}, "fill", value="2")
    assert await sent_after(session, serve, STARS | {"OVER": ""}, "check")
    assert not await sent_after(session, serve, STARS | {"OVER": "Pay now"}, "check")
