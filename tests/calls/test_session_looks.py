"""What a session itself sees of its page: under the lock, masked, and not as a call of the user's."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Browser

from handrail.events.kinds import DecisionEvent, Event, ResultEvent, ScreenshotEvent
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
