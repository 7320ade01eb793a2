"""What a page says of a secret does not leave the browser room: not in what is read, nor in what a search tells."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import Browser

from handrail.browser.tabs.tabs import PlaywrightTabs
from handrail.browser.tabs.wait import TextCondition
from handrail.tools.support.matcher import Matcher
from handrail.trust import External, plain
from handrail.vault import Vault, parse_secret
from tests.browser.openings import opened, ref_of
from tests.pages import PageServer

SECRET = "hunter2😀x"
PAGE = f"""<title>Hello {SECRET}</title><h1>Welcome {SECRET}</h1>
<p>😀 before hun<b>ter2</b>😀x, after</p><a href="/?p=hunter2%F0%9F%98%80x">Go {SECRET}</a>
<input aria-label="Name" value="{SECRET}"><label><input type=checkbox> {SECRET}</label>
<select aria-label="Pick"><option>{SECRET}<option>Other</select><img alt="{SECRET}" src="data:," width=9 height=9>
<p>hun</p><p>ter2😀x</p><table><tr><td>{SECRET}</td></tr></table><iframe srcdoc="<p>inside {SECRET}</p>"></iframe>
<p>{"filling " * 200}{SECRET}{" filling" * 200}</p>"""


@pytest.fixture
async def tabs(chromium: Browser, serve: PageServer, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[PlaywrightTabs]:
    monkeypatch.setenv("PW", SECRET)
    vault = Vault([parse_secret(f"login=env:PW@{serve.origin}")])
    vault.load()
    async with opened(chromium) as tabs:
        tabs.mask(vault)
        await tabs.active.goto(serve(PAGE))
        yield tabs


def said(value: Any) -> str:
    """All text of a structure."""
    match value:
        case External():
            return value.raw
        case list() | tuple():
            return "\n".join(map(said, value))
        case dict():
            return said(list(value.items()))
        case _ if dataclasses.is_dataclass(value):
            return said([getattr(value, field.name) for field in dataclasses.fields(value)])
        case _:
            return str(plain(value))


async def test_nothing_that_is_read_holds_it(tabs: PlaywrightTabs) -> None:
    reader = tabs.active.reader
    snapshot = await reader.snapshot("full")
    told = {
        "snapshot": snapshot.text.raw,
        "nodes": said(list(snapshot.nodes)),
        "title": snapshot.title.raw,
        "elements": said((await reader.query("*", attributes=["value", "alt", "href"], max_results=100)).elements),
        "options": said((await reader.options(await ref_of(tabs, "Pick"))).options),
        "html": (await reader.html(main_only=False)).html.raw,
        "facts": said(await reader.facts(await ref_of(tabs, "Pick"))),
        "info": said(await reader.info()),
        "tab": said(await tabs.list()),
    }
    for what, text in told.items():
        assert SECRET not in text, what
        assert "hunter2" not in text, what
        assert "[secret:login]" in text or what in ("facts",), what


async def test_a_search_tells_neither_the_value_nor_a_part_of_it_nor_whether_a_guess_is_right(
    tabs: PlaywrightTabs,
) -> None:
    reader = tabs.active.reader
    for pattern, regex in (("hunter", False), ("hun", False), ("ter2", False), ("h[a-z]n", True), ("2😀", False)):
        found = await reader.search(Matcher.compile(pattern, regex=regex, case_sensitive=False))
        assert found.total == 0, pattern
    for pattern in ("before", "after", "•", "filling ?•", "elcome", r"\S"):
        found = await reader.search(Matcher.compile(pattern, regex=True, case_sensitive=False), limit=50, context=10)
        assert found.total > 0
        for one in found.matches:
            around = "".join((one.before.raw, one.match.raw, one.after.raw))
            assert not any(part in around for part in ("hu", "nt", "er2", "r2")), (pattern, around)
            assert not any(part in one.heading.raw for part in ("hun", "ter2"))
            assert max(len(one.before), len(one.after)) <= 10
    (match,) = (await reader.search(Matcher.compile("before", regex=False, case_sensitive=False), context=40)).matches
    assert (match.before.raw[-2:], match.after.raw[:17]) == ("😀 ", " •••••••\U0001f784•, after")
    assert await tabs.active.wait_for(text="before", timeout=0)
    assert not await tabs.active.wait_for(text="hunter", timeout=0)
    assert not (await reader.search(TextCondition("hun"))).total


async def test_an_address_tells_no_guesser(tabs: PlaywrightTabs, serve: PageServer) -> None:
    await tabs.active.goto(serve("x", "/in") + "?p=hunter2%F0%9F%98%80x&q=1")
    assert await tabs.active.wait_for(url="*q=1", timeout=0)
    for guess in ("p=hun", "hunter2", "*?p=h*"):
        assert not await tabs.active.wait_for(url=guess, timeout=0)


async def test_a_field_takes_the_value_as_the_users_own_words(tabs: PlaywrightTabs) -> None:
    """What the user types is theirs; what the field holds is told as a kept value."""
    field = await ref_of(tabs, "Name")
    assert (await tabs.active.actions.fill(field, SECRET)).kept
    assert await tabs.active.page.locator("input").first.input_value() == SECRET
    assert (await tabs.active.actions.select(await ref_of(tabs, "Pick"), [SECRET]))[0].raw == SECRET
