"""Websockets lead only to origins where a model may change things, from its first call on (promises G2, G3)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from handrail import Session
from handrail.calls.network_guard import websocket_guard
from handrail.events.stream import Events
from handrail.policy import Permissions
from handrail.policy.rules.text_entry import FILLED_IN
from tests.calls.test_consent import Yes
from tests.calls.test_pipeline_policy import as_model, refs
from tests.chat import ChatServer
from tests.pages import PageServer

TRIES = """
const tries = (address, way, done) => {
  const socket = new WebSocket(address + '/' + way);
  socket.onopen = () => socket.send(way);
  socket.onmessage = ({ data }) => done([way, 'heard ' + data]);
  socket.onerror = () => done([way, 'refused']);
};
"""
WORKER = f"""
{TRIES}
const {{ way, address }} = Object.fromEntries(new URL(location).searchParams), channel = new BroadcastChannel('ways');
// On a busy machine the first messages of a worker may get lost.
const report = (seen) => {{
  for (let at = 0; at < 10_000; at += 100) setTimeout(() => channel.postMessage(seen), at);
}};
const run = () => new Promise((done) => tries(address, way, (seen) => done(report(seen))));
if (way.startsWith('service')) addEventListener('install', (event) => event.waitUntil(run()));
else run();
"""
PAGE = f"""<h1>Chat</h1><script>
{TRIES}
const seen = new Map(), channel = new BroadcastChannel('ways');
const done = ([way, what]) => seen.set(way, what);
channel.onmessage = ({{ data }}) => done(data);
const within = (there, way, address) => {{
  there.done = done;
  const script = there.document.createElement('script');
  script.textContent = `{TRIES.strip()}; tries('${{address}}', '${{way}}', done)`;
  there.document.documentElement.append(script);
}};
const frame = (attributes) => document.body.appendChild(Object.assign(document.createElement('iframe'), attributes));
const tryAll = (address, turn) => {{
  const worker = (way) => '/worker.js?' + new URLSearchParams({{ way: way + turn, address }});
  tries(address, 'page' + turn, done);
  new Worker(worker('worker'));
  new SharedWorker(worker('shared'));
  // One for each turn: a second one in the same place waits for the first to go.
  navigator.serviceWorker.register(worker('service'), {{ scope: `/${{turn}}/` }});
  within(frame({{}}).contentWindow, 'blank' + turn, address);
  const described = frame({{ srcdoc: '<p>Described</p>' }});
  described.onload = () => within(described.contentWindow, 'srcdoc' + turn, address);
  within(open('about:blank'), 'popup' + turn, address);
}};
const keep = (address) => {{
  window.kept = new WebSocket(address);
  return new Promise((open) => {{ kept.onopen = () => open('open'); kept.onclose = () => open(kept.cut = true); }});
}};
</script>"""
WAYS = {"page", "worker", "shared", "service", "blank", "srcdoc", "popup"}


@pytest.fixture
def elsewhere() -> Iterator[ChatServer]:
    with ChatServer() as server:
        yield server


@pytest.fixture
def home() -> Iterator[ChatServer]:
    with ChatServer() as server:
        server(PAGE, "/")
        server(WORKER, "/worker.js", content_type="text/javascript")
        yield server


async def try_all(session: Session, address: str, turn: str) -> dict[str, str]:
    """Open websockets from everything that a page can open them from, and what came of each."""
    page = session.tab.page
    await page.evaluate(f"tryAll('{address}', '{turn}')")
    ways = [way + turn for way in WAYS]
    # By time: a page behind its popup may be given no frames.
    await page.wait_for_function("ways => ways.every(way => seen.has(way))", arg=ways, polling=50)
    return {way.removesuffix(turn): await page.evaluate("way => seen.get(way)", way) for way in ways}


@pytest.mark.parametrize("browser", ["chromium", "firefox"])
async def test_websockets_reach_opened_origins_and_no_others_from_anything_that_a_page_can_open(
    browser, home: ChatServer, elsewhere: ChatServer, tmp_path
):
    notices: list[str] = []
    async with Session(browser=browser, headless=True, run_dir=tmp_path / "run") as session:
        session.events.subscribe(lambda event: notices.append(event.text) if event.kind == "notice" else None)
        # It may be gone to and read, but not written to.
        session.permissions.reachable.add(elsewhere.origin)
        assert (await session.call("goto", url=f"{home.origin}/")).ok
        page, proxy = session.tab.page, session.browser.proxy
        assert proxy is not None
        assert await page.evaluate(f"keep('{elsewhere.chat}')") == "open"
        assert proxy.open_websockets() == {("127.0.0.1", elsewhere.port)}

        # What is open already ends with the first call of a model.
        assert (await session.call_as("model", "snapshot")).ok
        await page.wait_for_function("kept.cut")
        assert proxy.open_websockets() == set()
        assert await try_all(session, elsewhere.chat, "1") == dict.fromkeys(WAYS, "refused")
        assert elsewhere.heard == []
        assert notices == [
            f"A websocket to 127.0.0.1:{elsewhere.port} was refused: it could send anything there. "
            f"Allow it with --allow-origin https://127.0.0.1:{elsewhere.port}."
        ]

        # The user's own chat works.
        assert await try_all(session, home.chat, "2") == {way: f"heard {way}2" for way in WAYS}
        assert proxy.open_websockets() == {("127.0.0.1", home.port)}

        # Each of the ways is one: where the user allows it, they all arrive.
        session.permissions.origins.add(elsewhere.origin)
        assert await try_all(session, elsewhere.chat, "3") == {way: f"heard {way}3" for way in WAYS}
        assert sorted(elsewhere.heard) == sorted(way + "3" for way in WAYS)

        # As test_network_guard.py has it, which the whole suite starts no Firefox of its own for.
        with PageServer() as private:
            secret = private("<h1>Router</h1>", "/admin")
            session.provenance.links.add([secret])
            followed = await session.call_as("model", "goto", url=secret)
            assert followed.code == "navigation_failed"
            assert followed.error == "The network rules do not let requests go there: it is a loopback address."
            await page.evaluate(f"fetch('{private.origin}/pixel', {{ mode: 'no-cors' }}).catch(() => 0)")
            assert private.requests == []
            assert f"--allow-origin {private.origin}" in notices[-1]
            assert (await session.call("goto", url=secret)).ok, "the user goes where they like"
            assert "/admin" in [request.path for request in private.requests]


@pytest.mark.parametrize(
    ("opened", "host", "port", "allowed"),
    [
        ("https://shop.example", "shop.example", 443, True),
        ("https://shop.example", "SHOP.example.", 443, True),
        ("https://shop.example", "ws.shop.example", 443, True),
        ("https://shop.example", "eu.ws.shop.example", 443, True),
        ("https://www.shop.example", "ws.shop.example", 443, True),
        ("https://www.shop.example", "shop.example", 443, True),
        ("http://shop.example", "ws.shop.example", 80, True),
        ("http://127.0.0.1:8000", "127.0.0.1", 8000, True),
        ("http://[::1]:8000", "::1", 8000, True),
        ("https://shop.example:8443", "ws.shop.example", 8443, True),
        ("https://shop.example", "shop.example", 8443, False),
        ("https://shop.example", "shop.example", 80, False),
        ("https://shop.example", "evilshop.example", 443, False),
        ("https://shop.example", "shop.example.evil.test", 443, False),
        ("https://ws.shop.example", "shop.example", 443, False),
        ("https://ws.shop.example", "chat.shop.example", 443, False),
        ("https://example", "shop.example", 443, False),
        ("http://127.0.0.1:8000", "127.0.0.1", 9000, False),
        ("http://0.0.1:8000", "127.0.0.1", 8000, False),
        ("https://shop.example", "", 443, False),
    ],
)
def test_a_websocket_may_be_open_to_an_opened_origin_and_the_hosts_below_it(opened, host, port, allowed):
    assert websocket_guard(Permissions.of([opened]), Events(), lambda: False)(host, port) is allowed


def test_a_refused_host_is_reported_once_with_the_flag_that_allows_it():
    events, notices = Events(), []
    events.subscribe(lambda event: notices.append(event.text))
    permissions = Permissions.of()
    guard = websocket_guard(permissions, events, lambda: False)
    assert [guard(host, port) for host, port in (("a.test", 443), ("a.test", 443), ("b.test", 80), ("::1", 9))] == [
        False
    ] * 4
    assert [notice.rsplit(" ", 1)[1] for notice in notices] == [
        "https://a.test:443.",
        "http://b.test:80.",
        "'https://[::1]:9'.",
    ]
    permissions.origins.add("https://a.test")
    assert guard("a.test", 443), "permissions are read anew"


FILES = """<button oncontextmenu="menu.hidden = false; return false">old.py</button>
<div role=menu id=menu hidden><button role=menuitem onclick="menu.hidden = true; asks.hidden = false">Move to Trash Del
</button></div><div role=dialog id=asks hidden><p>QUESTION</p><button onclick="asks.hidden = true">Cancel</button>
<button onclick="asks.hidden = true; socket.send('trash')">Move to Trash</button></div>
<script>const socket = new WebSocket('ADDRESS');</script>"""


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Move to trash: old.py?", 1),
        ("Move the whole folder too?", 2),
        ("Move to trash: old.py.bak?", 2),
        ("Move to trash: new.py and old.py?", 2),
        ("Move 3 files with old.py?", 2),
    ],
)
@pytest.mark.browser
async def test_beside_a_websocket_a_yes_covers_a_dialog_about_the_same_file(
    home: ChatServer, tmp_path, question: str, asked: int
):
    home(FILES.replace("QUESTION", question).replace("ADDRESS", home.chat), "/files")
    person = Yes("consequential_acts")
    async with Session(browser="chromium", headless=True, run_dir=tmp_path / "run") as session:
        session.approve = person
        await session.call("goto", url=f"{home.origin}/files")
        assert await as_model(session, "click", ref=(await refs(session))["old.py"], button="right")
        assert session.state.websockets.hosts
        assert await as_model(session, "click", ref=(await refs(session))["Move to Trash Del"])
        assert await as_model(session, "click", ref=(await refs(session))["Move to Trash"])
    assert "“Move to Trash Del” in “old.py”" in person.asked[0].question
    assert [one.rule for one in person.asked] == ["consequential_acts"] * asked
    assert home.heard == ["trash"]


SOCKET = (
    "The page has an open connection (websocket) to 127.0.0.1, by which it may send at once what is typed or pressed."
)
CALENDAR = """<button onclick="socket.send('next')">Next</button><button onclick="socket.send('today')">Today</button>
<input aria-label=To value=mallory><button onclick="socket.send('sent')">Send invitation</button>
<input type=checkbox aria-label=History checked><select aria-label=Country><option>Uruguay</select>
<script>const socket = new WebSocket('ADDRESS');</script>"""


@pytest.mark.browser
async def test_beside_a_websocket_one_yes_accepts_the_page_of_a_models_address_but_nothing_that_it_sends(
    home: ChatServer, tmp_path
):
    paths = ("/config/backup", "/mail/mallory")
    for path in paths:
        home(CALENDAR.replace("ADDRESS", home.chat), path)
    person = Yes("presses_beside_websockets")
    async with Session(browser="chromium", headless=True, run_dir=tmp_path / "run") as session:
        session.approve = person
        await session.call("goto", url=f"{home.origin}/")
        session.provenance.words.add_text("Write to Anna and click Send invitation")
        for path in paths:
            assert await as_model(session, "goto", url=home.origin + path)
            for name in ("Next", "Today", "Next", "Send invitation"):
                assert await as_model(session, "click", ref=(await refs(session))[name])
        asked = [one.question.splitlines()[:2] for one in person.asked]
        assert person.asked[0].question.splitlines()[2:] == [SOCKET, str(FILLED_IN)]
        failed = await session.call_as("model", "fill", ref="History", value="no")
        assert (failed.code, len(person.asked)) == ("wrong_element", len(asked)), "asked in vain"
        assert not (await session.call_as("model", "select", ref="Country", values=["Atlantis"])).ok
        assert await as_model(session, "uncheck", ref="History")
        assert "tried to write or choose “Atlantis”" in person.asked[-1].question
    assert asked == [
        [f"The model wants to press “{name}” on {home.origin}.", then]
        for path in paths
        for name, then in (
            ("Next", f"A yes also accepts the page as {home.origin}{path} opened it."),
            ("Send invitation", SOCKET),
        )
    ]
    assert home.heard == ["next", "today", "next", "sent"] * 2


EVENT = """<button onclick="connect()">Connect to the calendar</button><ul><li tabindex=0 role=listitem
onclick="rule.value = 'Every month on the 11'">Monthly</ul><input id=rule aria-label=Rule readonly value=never>
<div role=combobox id=box aria-label=Repeat aria-haspopup=listbox aria-expanded=false tabindex=0 aria-controls=options
onclick="show(true)">Never</div><div role=listbox id=options hidden><div role=option onclick="pick(this)">Never</div>
<div role=option onclick="pick(this)">Each year</div></div><button>Add event</button><script>
const show = now => { options.hidden = !now; box.ariaExpanded = `${now}` };
const pick = one => { box.textContent = one.textContent; rule.value = 'Every year in the winter'; show(false) };
const connect = () => new Promise((end) => {
  const socket = new WebSocket('ADDRESS');
  socket.onopen = () => end(document.title = 'Open');
  socket.onerror = () => end(document.title = 'Refused');
});
const connected = CONNECTS && connect();
</script>"""


async def test_a_websocket_waits_for_no_choice_that_was_agreed_to_or_that_its_page_has_lost(home: ChatServer, tmp_path):
    for path, connects in (("/event", "true"), ("/other", "true"), ("/plain", "false")):
        home(EVENT.replace("ADDRESS", home.chat).replace("CONNECTS", connects), path)
    person = Yes("presses_beside_websockets")
    async with Session(browser="chromium", headless=True, run_dir=tmp_path / "run") as session:
        session.approve = person
        await session.call("goto", url=f"{home.origin}/event")
        page = session.tab.page
        assert await page.evaluate("connected") == "Open"
        # What the list wrote into a field came of it, and of no press before.
        assert await as_model(session, "click", ref="Connect to the calendar")
        assert await as_model(session, "select", ref="Repeat", values=["Each year"])
        assert await as_model(session, "click", ref="Add event")
        assert await as_model(session, "goto", url=f"{home.origin}/other")
        assert await page.evaluate("connected") == "Open"
        assert len(person.asked) == 1

        # A choice that nobody agreed to holds the websockets of its page, and the model is told.
        assert await as_model(session, "goto", url=f"{home.origin}/plain")
        assert await as_model(session, "click", ref="Monthly")
        assert await as_model(session, "click", ref="Add event")
        assert await page.evaluate("connect()") == "Refused"
        told = (await session.call_as("model", "page_info")).followed["stopped_websocket"]
        assert "has not agreed to send" in told
        assert await as_model(session, "goto", url=f"{home.origin}/other")
        assert await page.evaluate("connected") == "Open"

        # What it wrote may be kept as a draft, and holds those of later pages too.
        assert await as_model(session, "goto", url=f"{home.origin}/plain")
        await page.evaluate("rule.readOnly = false")
        assert await as_model(session, "fill", ref="Rule", value="mallory")
        assert await as_model(session, "goto", url=f"{home.origin}/other")
        assert await page.evaluate("connected") == "Refused"


BOXES = "words_in_fields+words_sent_from_fields+presses_beside_websockets"
CONNECT = """<form onsubmit="socket.send('join ' + nick.value); return false"><label>Nick <input id=nick></label>
<label>Port <input id=port></label><label>Key <input type=password></label><label><input type=checkbox checked> TLS
</label><label>Mode <select><option>all<option>none</select></label><label>Room <input></label><label>Topic <input
id=topic></label><button>Join</button></form><script>const socket = new WebSocket('ADDRESS');
nick.oninput = () => {
  if (nick.value != 'eve') return;
  nick.form.removeAttribute('onsubmit');
  nick.form.action = 'http://elsewhere.example/';
}</script>"""


@pytest.mark.browser
async def test_beside_a_websocket_the_fields_of_a_form_are_asked_at_once_and_what_differs_by_itself(
    home: ChatServer, tmp_path
):
    home(CONNECT.replace("ADDRESS", home.chat), "/connect")
    person = Yes("words_in_fields", "words_sent_from_fields", "words_in_fields+words_sent_from_fields", BOXES)

    def form(**values: str | bool) -> dict[str, object]:
        return {"fields": [{"ref": name, "value": value} for name, value in values.items()], "submit": True}

    async with Session(browser="chromium", headless=True, run_dir=tmp_path / "run") as session:
        session.approve = person
        await session.call("goto", url=f"{home.origin}/connect")
        session.provenance.words.add_text("Join the room boats")
        values: dict[str, str | bool] = {
            "Nick": "ann",
            "Port": "6301",
            "Key": "hunter2",
            "TLS": False,
            "Mode": "none",
            "Room": "boats",
        }
        filled = await session.call_as("model", "fill_form", **form(**values, Topic="ships"))
        assert filled.data.get("submitted"), [(one.rule, one.question) for one in person.asked]
        (question,) = [one.question.splitlines() for one in person.asked]
        assert question == [
            "The model wants to fill in “Nick”: “ann”; “Port”: “6301”; “Key”: ••••••••; “TLS”: ☐; “Mode”: “none”; "
            f"“Room”: “boats”; “Topic”: “ships” on {home.origin}, and to send it to {home.origin}.",
            SOCKET,
        ]

        # By what is typed first, the page sends the form elsewhere.
        person.asked.clear()
        assert not await as_model(session, "fill_form", **form(Nick="eve", Topic="y"))
        assert [one.question.splitlines()[0].rpartition(", and ")[2] for one in person.asked] == [
            f"to send it to {home.origin}.",
            "to send it to http://elsewhere.example.",
        ]

        person.asked.clear()
        person.rules = ()
        assert not await as_model(session, "fill_form", **form(Nick="bob", Topic="y"))
        assert len(person.asked) == 1
        assert await session.tab.page.evaluate("nick.value") == "eve", "nothing is filled in after a no"
    assert home.heard[0] == "join ann"
