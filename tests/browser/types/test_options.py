"""Wrong options are one sentence each, before anything starts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from handrail.browser import BrowserOptions, Proxy
from handrail.browser.types.options import has_display
from handrail.errors import UsageError


@pytest.mark.parametrize(
    "tag",
    ["de", "de-CH", "en_GB", "zh-Hant-TW", "zh-yue-HK", "es-419", "de-CH-1901", "ca-ES-valencia", "th-TH-u-nu-thai"],
)
def test_every_kind_of_language_tag_is_one(tag: str):
    assert BrowserOptions(locale=tag).locale == tag


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"browser": "opera"}, "no browser 'opera'"),
        ({"profile_locked": "steal"}, "cannot be 'steal'"),
        ({"block": {"pictures"}}, "no resource kind 'pictures'"),
        ({"block": {"document"}}, "would block every page"),
        ({"viewport": (1280,)}, "two whole numbers"),
        ({"viewport": (1280, 99)}, "from 100 to 10000"),
        ({"viewport": (True, 800)}, "two whole numbers"),
        ({"viewport": (12.5, 800)}, "two whole numbers"),
        ({"timeout": 0}, "from 1 to 600 seconds"),
        ({"locale": "not a locale"}, "not a language tag"),
        ({"locale": "zz-zz-zz-zz"}, "not a language tag"),
        ({"timezone": "Europe/Nowhere"}, "not a time zone"),
        ({"timezone": "../../etc/passwd"}, "not a time zone"),
        ({"user_agent": "a\r\nX-Evil: 1"}, "one line"),
        ({"user_agent": " "}, "one line"),
        ({"executable": Path("/no/such/browser")}, "no browser program"),
        ({"storage_state": Path("/no/such/state.json")}, "no storage state"),
        ({"channel": "chrome-beta", "browser": "firefox"}, "Channels are of Chrome and Edge"),
        ({"cdp_url": "localhost:9222"}, "must start with http"),
        ({"cdp_url": "http://127.0.0.1:9222", "browser": "firefox"}, "Firefox cannot be connected to"),
        ({"cdp_url": "http://127.0.0.1:9222", "proxy": Proxy("127.0.0.1:1")}, "proxy has no effect"),
        ({"cdp_url": "http://127.0.0.1:9222", "locale": "de-CH"}, "locale has no effect"),
        ({"cdp_url": "http://127.0.0.1:9222", "block": {"websocket"}}, "Websockets cannot be blocked"),
    ],
)
def test_a_wrong_option_is_an_error_in_one_sentence(options: dict[str, Any], said: str):
    with pytest.raises(UsageError, match=said) as raised:
        BrowserOptions(**options)
    assert "\n" not in raised.value.message
    assert raised.value.message.endswith((".", "out."))


@pytest.mark.parametrize(
    ("proxy", "said"),
    [
        ({"server": ""}, "not an address"),
        ({"server": "ftp://proxy:21"}, "not an address"),
        ({"server": "http://proxy:port"}, "not an address"),
        ({"server": "http://ada:secret@proxy:3128"}, "holds a user name or password"),
        ({"server": "proxy:3128", "password": "secret"}, "password but no user name"),
        ({"server": "socks5://proxy:1080", "username": "ada", "password": "secret"}, "SOCKS"),
    ],
)
def test_a_wrong_proxy_is_an_error_without_the_password(proxy: dict[str, str], said: str):
    with pytest.raises(UsageError, match=said) as raised:
        Proxy(**proxy)
    assert "secret" not in raised.value.message + raised.value.hint


def test_a_proxy_s_password_is_not_in_its_repr():
    options = BrowserOptions(proxy=Proxy("proxy:3128", "ada", "hunter2"))
    assert "hunter2" not in repr(options)
    assert options.proxy is not None
    assert options.proxy.server == "http://proxy:3128"
    assert options.proxy.password == "hunter2"


def test_an_ipv6_proxy_keeps_its_brackets():
    assert Proxy("http://[::1]:3128").server == "http://[::1]:3128"


def test_a_profile_and_a_storage_state_exclude_each_other(tmp_path: Path):
    state = tmp_path / "state.json"
    state.write_text("{}")
    with pytest.raises(UsageError, match="cannot be used together"):
        BrowserOptions(profile=tmp_path, storage_state=state)
    with pytest.raises(UsageError, match="is not a folder"):
        BrowserOptions(profile=state)


def test_executable_and_channel_exclude_each_other(tmp_path: Path):
    program = tmp_path / "chrome"
    program.touch()
    with pytest.raises(UsageError, match="not both"):
        BrowserOptions(executable=program, channel="chrome")


def test_the_home_folder_in_paths_is_expanded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert BrowserOptions(profile=Path("~/profile")).profile == tmp_path / "profile"


@pytest.mark.parametrize(
    ("platform", "env", "shown"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("darwin", {}, True),
        ("win32", {}, True),
    ],
)
def test_headless_where_there_is_no_display(platform: str, env: dict[str, str], shown: bool):
    assert has_display(env, platform) is shown


def test_headless_is_as_set_or_follows_the_display(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("handrail.browser.types.options.has_display", lambda: True)
    assert not BrowserOptions().is_headless
    assert BrowserOptions(headless=True).is_headless
    monkeypatch.setattr("handrail.browser.types.options.has_display", lambda: False)
    assert BrowserOptions().is_headless
    assert not BrowserOptions(headless=False).is_headless
