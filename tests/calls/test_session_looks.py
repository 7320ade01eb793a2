"""What a session itself sees of its page: under the lock, masked, and not as a call of the user's."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.async_api import Browser

from handrail.events.kinds import DecisionEvent, Event, ResultEvent, ScreenshotEvent
from handrail.tools.core.render import message_parts
from handrail.trust import plain
from tests.conftest import OpenSession
from tests.pages import PageServer, Reply


async def test_an_observation_is_no_call_and_holds_the_page_then_its_changes(
    open_session: OpenSession, chromium: Browser, serve: PageServer, tmp_path: Path
) -> None:
    session = await open_session(chromium, tmp_path / "run")
    await session.call("goto", url=serve("<button onclick=\"this.after('Saved')\">Save</button>"))
    events: list[Event] = []
    session.events.subscribe(events.append)
    first = await session.observe()
    assert first.snapshot is not None
    assert (first.adds, first.status, "Save" in first.snapshot.text) == (False, 200, True)
    assert (await session.observe()).adds
    assert not (await session.observe(whole=True)).adds
    assert not [event for event in events if isinstance(event, DecisionEvent | ResultEvent)]


async def test_a_model_may_follow_the_links_that_it_was_shown(
    open_session: OpenSession, chromium: Browser, serve: PageServer, tmp_path: Path
) -> None:
    session = await open_session(chromium, tmp_path / "run")
    await session.call("goto", url=serve("<p>See https://elsewhere.example/kettles for more</p>"))
    await session.observe()
    assert session.provenance.links.has("https://elsewhere.example/kettles")


async def test_an_observation_shows_no_secret(
    open_session: OpenSession, chromium: Browser, serve: PageServer, tmp_path: Path, monkeypatch
) -> None:
    monkeypatch.setenv("SHOP_PASSWORD", "correct horse battery")
    url = serve("<p>Your password is correct horse battery</p>")
    session = await open_session(chromium, tmp_path / "run", secrets=[f"login=env:SHOP_PASSWORD@{serve.origin}"])
    await session.call("goto", url=url)
    seen = await session.observe()
    assert seen.snapshot is not None
    assert "horse" not in seen.snapshot.text.raw


async def test_a_picture_of_the_session_goes_into_the_log(
    open_session: OpenSession, chromium: Browser, serve: PageServer, tmp_path: Path
) -> None:
    session = await open_session(chromium, tmp_path / "run")
    await session.call("goto", url=serve("<h1>Here</h1>"))
    events: list[Event] = []
    session.events.subscribe(events.append)
    picture = await session.screenshot(marks=True)
    assert [event.attachments for event in events if isinstance(event, ScreenshotEvent)] == [(picture,)]
    assert len(events) == 1


async def test_an_observation_says_the_status_of_a_page_that_answered_with_an_error(
    open_session: OpenSession, chromium: Browser, serve: PageServer, tmp_path: Path
) -> None:
    session = await open_session(chromium, tmp_path / "run")
    await session.call("goto", url=serve.put("/gone", Reply(b"<p>Not here</p>", status=404)))
    assert (await session.observe()).status == 404


async def test_changes_of_a_page_come_without_its_title_and_address_until_these_change(
    open_session: OpenSession, chromium: Browser, serve: PageServer, tmp_path: Path
) -> None:
    session = await open_session(chromium, tmp_path / "run")
    html = """<button onclick="this.after('Saved')">Save</button>
    <button onclick="history.pushState({}, '', '/next'); this.after('Went')">Go</button><p>Line one</p>
    <p>Line two</p><p>Line three</p><p>Line four</p>"""
    await session.call("goto", url=serve(html))
    await session.observe()
    saved = await session.perform("model", "click", {"ref": "Save"}, observe=True)
    went = await session.perform("model", "click", {"ref": "Go"}, observe=True)
    shown = ["\n".join(getattr(part, "text", str(part)) for part in message_parts(one)) for one in (saved, went)]
    assert [(text.count(serve.origin + "/"), text.count("/next"), text.count("What changed")) for text in shown] == [
        (0, 0, 1),
        (1, 1, 1),
    ]


FORM = """<input aria-label=Name><input type=checkbox aria-label=Agree onchange="this.after('Thanks')">
<input aria-label=Price oninput="setTimeout(() => { this.value = '7 EUR' }, 100)"><button>Nothing</button>
<p>One</p><p>Two</p><p>Three</p><p>Four</p><p>Five</p><p>Six</p>"""


async def test_what_the_result_of_an_act_says_is_not_among_the_changes(
    open_session: OpenSession, chromium: Browser, serve: PageServer, tmp_path: Path
) -> None:
    session = await open_session(chromium, tmp_path / "run")
    await session.call("goto", url=serve(FORM))
    await session.observe()
    acts = [
        ("fill", {"ref": "Name", "value": "Ada"}),
        ("check", {"ref": "Agree"}),
        ("fill", {"ref": "Price", "value": "7"}),
        ("click", {"ref": "Nothing"}),
        ("click", {"ref": "Agree"}),
    ]
    shown = []
    for name, params in acts:
        result = await session.perform("model", name, params, observe=True)
        shown.append("\n".join(getattr(part, "text", str(part)) for part in message_parts(result)))
    filled, checked, formatted, nothing, unchecked = shown
    assert filled.endswith('"value": "as given"}\nNothing else changed on the page.')
    assert ('"Agree"' not in checked.partition("| +")[2], "+ : Thanks" in checked) == (True, True)
    assert '"7 EUR"' in formatted
    assert nothing.endswith("\nNothing changed on the page.")
    assert '~ checkbox "Agree" [e2] unchecked' in unchecked, "a click does not say what it made of it"


async def test_of_a_link_within_the_page_the_new_address_is_told(
    open_session: OpenSession, chromium: Browser, serve: PageServer, tmp_path: Path
) -> None:
    session = await open_session(chromium, tmp_path / "run")
    address = serve("<title>Shop</title><a href='#contact'>Contact</a><h2 id=contact>Phone 4711</h2>")
    await session.call("goto", url=address)
    await session.observe()
    shown = []
    for _ in range(2):
        result = await session.perform("model", "click", {"ref": "Contact"}, observe=True)
        shown.append("\n".join(getattr(part, "text", str(part)) for part in message_parts(result)))
    assert f"Only the title or the address of the page changed:\n{address}#contact" in re.sub(
        r"(?m)^<.*>\n|^\| (?:Shop\n)?", "", shown[0]
    )
    assert shown[1].endswith("\nNothing changed on the page.")


LATE = """<style>#tray { transition: right .3s; position: absolute; right: 0 } #tray.shut { right: -500px }</style>
<input aria-label=Filter onkeyup="clearTimeout(window.t); t = setTimeout(() => found.textContent = 'Found', 250)">
<p id=found></p><div id=tray><button onclick="tray.className = 'shut'">Done</button><p>Options</p></div>
<script>tray.addEventListener('transitionend', () => tray.remove())</script>"""


async def test_a_model_is_shown_what_a_page_made_of_keys_and_what_is_left_after_a_transition(
    open_session: OpenSession, chromium: Browser, serve: PageServer, tmp_path: Path
) -> None:
    session = await open_session(chromium, tmp_path / "run")
    await session.call("goto", url=serve(LATE))
    await session.observe()
    typed = await session.perform("model", "fill", {"ref": "Filter", "value": "x"}, observe=True)
    done = await session.perform("model", "click", {"ref": "Done"}, observe=True)
    shown = [
        one.observation.snapshot.outline.raw for one in (typed, done) if one.observation and one.observation.snapshot
    ]
    assert ["Found" in text for text in shown] == [True, True]
    assert ["Options" in text for text in shown] == [True, False]


async def test_long_lists_are_folded_in_what_comes_with_an_act_and_whole_in_a_snapshot(
    open_session: OpenSession, chromium: Browser, serve: PageServer, tmp_path: Path
) -> None:
    session = await open_session(chromium, tmp_path / "run")
    rows = "".join(f"<li><a href=/{at}>Report of {'x' * 80} number {at}</a>" for at in range(60))
    await session.call("goto", url=serve(f"<ul>{rows}</ul>"))
    with_act = await session.observe()
    assert with_act.snapshot is not None
    assert "number 30" not in with_act.snapshot.text.raw
    assert "number 30" in str(plain((await session.call("snapshot")).data))
