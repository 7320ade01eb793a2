"""Sessions that are phones: their size and user agent, and taps for clicks."""

from __future__ import annotations

from pathlib import Path

import pytest

from handrail import Session
from handrail.browser.opening import context_options
from handrail.browser.types.options import BrowserOptions
from handrail.errors import UsageError
from tests.pages import PageServer
from tests.tools.acting import js

PHONE = {"Pixel 7": {"viewport": {"width": 412, "height": 839}, "user_agent": "Phone", "has_touch": True}}
PAGE = """<meta name=viewport content='width=device-width'><button id=b>Go</button><button id=n>Next</button>
<input id=i aria-label=Name>
<input type=checkbox id=c aria-label=Yes><script>seen = [];
for (const kind of ['touchstart', 'click', 'contextmenu', 'dblclick'])
  addEventListener(kind, (event) => seen.push(`${kind} ${event.target.id}`));</script>"""


@pytest.mark.browser
async def test_what_is_pressed_on_a_phone_is_tapped(serve: PageServer, tmp_path: Path) -> None:
    async with Session(device="mobile", headless=True, allow_origins=[serve.origin], run_dir=tmp_path) as session:
        assert (await session.call("goto", url=serve(PAGE))).ok
        assert await js(session, "[innerWidth, navigator.userAgent.includes('Mobile')]") == [412, True]
        assert (await session.call("click", ref="Go")).ok
        assert (await session.call_as("model", "click", ref="Next")).ok
        assert await js(session, "seen.splice(0)") == ["touchstart b", "click b", "touchstart n", "click n"]
        assert (await session.call("click", ref="Go", count=2)).ok
        assert "touchstart b" not in await js(session, "seen.splice(0)"), "no finger double-clicks"
        assert (await session.call_as("model", "check", ref="Yes")).ok
        assert await js(session, "[seen.splice(0)[0], c.checked]") == ["touchstart c", True]
        assert (await session.call("fill", ref="Name", value="Ada")).ok
        assert (await session.call("screenshot")).ok


def test_a_device_is_found_by_its_name_and_gives_way_to_what_else_is_named() -> None:
    found = context_options(BrowserOptions(device="pixel 7"), firefox=False, devices=PHONE)
    assert (found["viewport"]["width"], found["user_agent"], found["has_touch"]) == (412, "Phone", True)
    options = BrowserOptions(device="mobile", viewport=(320, 500), user_agent="Mine")
    found = context_options(options, firefox=False, devices=PHONE)
    assert (found["viewport"]["width"], found["user_agent"]) == (320, "Mine")


def test_no_such_device_and_no_phone_in_firefox_are_said_in_a_sentence() -> None:
    with pytest.raises(UsageError, match="no phone or tablet 'Pixel 6'") as unknown:
        context_options(BrowserOptions(device="Pixel 6"), firefox=False, devices=PHONE)
    assert unknown.value.hint == "Did you mean Pixel 7?"
    desktop = {"Desktop Chrome": {**PHONE["Pixel 7"], "has_touch": False}}
    with pytest.raises(UsageError, match="no phone or tablet"):
        context_options(BrowserOptions(device="Desktop Chrome"), firefox=False, devices=desktop)
    with pytest.raises(UsageError, match="Firefox cannot be a phone"):
        BrowserOptions(device="mobile", browser="firefox")
    with pytest.raises(UsageError, match="Firefox cannot be a phone"):
        context_options(BrowserOptions(device="mobile"), firefox=True, devices=PHONE)
    with pytest.raises(UsageError, match="device has no effect"):
        BrowserOptions(device="mobile", cdp_url="http://127.0.0.1:9222")


@pytest.mark.browser
async def test_what_a_browser_cannot_do_is_said_before_it_starts(tmp_path: Path) -> None:
    program = tmp_path / "chromium"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/started\n")
    program.chmod(0o700)
    with pytest.raises(UsageError, match="no phone or tablet"):
        async with Session(executable=program, device="Telephone", headless=True, run_dir=tmp_path / "run"):
            pass
    assert not (tmp_path / "started").exists()
