"""A session of its own browser: what leaves it, whoever sets it off, passes the filtering proxy (promise G5)."""

from ipaddress import ip_address
from pathlib import Path

import pytest

from handrail import Session
from handrail.browser.process.public_names import FILE
from handrail.calls.network_guard import network_guard, websocket_guard
from handrail.events.stream import Events
from handrail.policy import Permissions
from tests.pages import PageServer


@pytest.mark.parametrize("browser", ["chromium", "firefox"])
async def test_only_the_hosts_that_the_user_named_are_reached_and_the_reason_reported(
    browser, serve: PageServer, tmp_path
):
    private = PageServer()
    secret = private("<h1>Router</h1>", "/admin")
    notices = []
    try:
        async with Session(browser=browser, headless=True, run_dir=tmp_path / "run") as session:
            session.events.subscribe(lambda event: notices.append(event.text) if event.kind == "notice" else None)
            page = serve(f"<h1>Here</h1><a href='{secret}'>Go</a><img src='{private.origin}/pixel'>")
            assert (await session.call("goto", url=page)).ok
            followed = await session.call_as("model", "goto", url=secret)
            assert (followed.code, followed.error) == (
                "navigation_failed",
                "The network rules do not let requests go there: it is a loopback address.",
            )
            assert private.requests == []
            assert f"--allow-origin {private.origin}" in notices[0]
            assert (await session.call("goto", url=secret)).ok, "the user goes where they like"
            assert "/admin" in [request.path for request in private.requests]
    finally:
        private.stop()


@pytest.mark.browser
async def test_without_policy_there_is_no_filtering_proxy(serve: PageServer, tmp_path):
    private = PageServer()
    try:
        async with Session(headless=True, run_dir=tmp_path / "run", unsafe=True) as session:
            await session.call("goto", url=serve(f"<img src='{private.origin}/pixel'>"))
            assert (await session.call_as("model", "goto", url=private("<h1>In</h1>"))).ok
    finally:
        private.stop()


@pytest.mark.parametrize("inside", ["169.254.169.254", "192.168.1.1", "127.0.0.1", "fd00::7"])
def test_a_name_that_had_a_public_address_reaches_no_other_one_though_the_user_opened_it(inside: str):
    """DNS rebinding of the user's own start page."""
    events, notices = Events(), list[str]()
    events.subscribe(lambda event: notices.append(str(getattr(event, "text", ""))))
    permissions = Permissions.of(["http://news.example", "http://wiki.corp.example", "http://192.168.1.1"])
    check = network_guard(permissions, events)
    public, other = ip_address("93.184.216.34"), ip_address(inside)
    # A name of the user's own network, and one that has addresses of both kinds from the beginning.
    assert check("wiki.corp.example", 80, [other]) is None
    assert check("wiki.corp.example", 80, [public, other]) is None
    assert check("news.example", 80, [public]) is None
    for host, addresses in (("news.example", [other]), ("NEWS.example.", [public, other])):
        assert "and was a public one before" in str(check(host, 80, addresses))
    assert check("news.example", 80, [public]) is None
    assert check("192.168.1.1", 80, [ip_address("192.168.1.1")]) is None
    assert len({*notices}) == 2
    assert "--allow-origin" not in notices[0]


def test_a_profile_remembers_which_names_were_public_since_it_may_show_their_pages_from_its_cache(tmp_path: Path):
    permissions, public, inside = Permissions.of(["http://news.example"]), "93.184.216.34", "192.168.1.1"
    assert network_guard(permissions, Events(), tmp_path)("news.example", 80, [ip_address(public)]) is None
    later = network_guard(permissions, Events(), tmp_path)
    assert later("news.example", 80, [ip_address(inside)]) == "a private address now, and was a public one before"
    assert network_guard(permissions, Events())("news.example", 80, [ip_address(inside)]) is None
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0


def test_a_name_that_had_another_address_reaches_no_public_one_which_would_be_told_what_was_read_there():
    check = network_guard(Permissions.of(["http://news.example"]), Events())
    inside, public = ip_address("192.168.1.1"), ip_address("93.184.216.34")
    assert check("other.example", 80, [inside])
    assert check("other.example", 80, [public]) is None, "nothing was read there"
    assert check("news.example", 80, [inside]) is None
    assert check("news.example", 80, [public]) == "a public address now, and was none before"
    assert check("news.example", 80, [inside]) is None


def test_a_websocket_that_could_take_text_of_a_model_along_is_refused_once_with_the_option_that_lets_it_be_open():
    origin, events, notices = "https://chat.example", Events(), list[str]()
    events.subscribe(lambda event: notices.append(str(getattr(event, "text", ""))))
    permissions = Permissions.of([origin])
    holds_text = False
    check = websocket_guard(permissions, events, lambda: holds_text)
    assert check("chat.example", 443)
    holds_text = True
    assert not check("chat.example", 443)
    assert not check("chat.example", 443)
    assert len(notices) == 1
    assert f"--grant write@{origin}" in notices[0]
    permissions = Permissions.of([origin], grants=[f"write@{origin}"])
    assert websocket_guard(permissions, events, lambda: True)("chat.example", 443)
