"""A page whose referrer policy hides its origin counts as of its site, and none of another site passes for it."""

from __future__ import annotations

import asyncio

from handrail import Session
from tests.calls.test_consent import Yes
from tests.calls.test_pipeline_policy import as_model, refs
from tests.pages import PageServer

HIDES = {"Referrer-Policy": "no-referrer"}
SENDS = """<form method=post action=ORIGIN/WAY target=main><input type=hidden name=n value=1></form>
<script>const send = () => document.forms[0].submit(); onmessage = send; if (location.hash) send();
if (location.hash === '#close') close()</script>"""
PAGES = {
    "itself": f"{SENDS}<button onclick=send()>Add</button>",
    "sandbox": "<button onclick=\"location = '/sandbox-sender#now'\">Add</button>",
    "sandboxed-frame": "<iframe sandbox='allow-forms allow-scripts allow-top-navigation' src=/WAY-sender></iframe>"
    "<button onclick=ask(frames[0])>Add</button>",
    "foreign-frame": "<iframe src=OTHER/WAY-sender></iframe><button onclick=ask(frames[0])>Add</button>",
    "closed-window": "<button onclick=\"window.open('OTHER/WAY-sender#close')\">Add</button>",
    "foreign-window": "<button onclick=\"window.open('OTHER/WAY-sender#now')\">Add</button>",
}
SCRIPT = "<script>window.name = 'main'; const ask = (there) => there.postMessage('send', '*')</script>"


async def test_a_form_of_a_page_that_hides_its_origin_is_of_its_site_unless_another_page_may_have_sent_it(
    any_session: Session, serve: PageServer
):
    session, is_firefox = any_session, any_session.tab.page.context.browser.browser_type.name == "firefox"
    session.approve = person = Yes()
    for way, html in PAGES.items():

        def page(html: str, way: str = way) -> str:
            return html.replace("ORIGIN", serve.origin).replace("OTHER", serve.other_site).replace("WAY", way)

        if is_firefox and way == "closed-window":
            # A limit of docs/security.md: Firefox tells nobody of a request of a window that closes at once.
            continue
        serve("<title>Added</title>", f"/{way}")
        sandbox = {"Content-Security-Policy": "sandbox allow-forms allow-scripts"} if way == "sandbox" else {}
        serve(page(SENDS), f"/{way}-sender", headers=HIDES | sandbox)
        await session.call("goto", url=serve(SCRIPT + page(html), headers=HIDES))
        session.provenance.words.add_text("Press Add")
        await as_model(session, "click", ref=(await refs(session))["Add"])
        await session.tab.wait_for_reaction()
        if way != "itself" and not is_firefox:
            # A window that closes tells when it has closed, not when the form that it sent has reached the hold.
            async with asyncio.timeout(60):
                while not any(f"/{way}" in one.question for one in person.asked):  # noqa: ASYNC110
                    await asyncio.sleep(0.02)
        asked = [one.question for one in person.asked if f"/{way}" in one.question]
        if way == "itself":
            assert asked == []
        else:
            assert all("from a page of" in one for one in asked)
    assert [one.path for one in serve.requests if one.method == "POST"] == ["/itself"]
