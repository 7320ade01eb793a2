"""Pages whose strings are endless: what leaves the page for a call is bounded, whatever is asked of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser

from handrail import Session
from handrail.browser.page import kit_client
from tests.conftest import OpenSession
from tests.pages import PageServer
from tests.tools.acting import ref

LENGTH = 130_000
ANSWER = 110_000
"""Characters of any answer about elements: one string of at most 100,000, and names."""
ALL_TEXT = 5_100_000
"""Characters of any answer that holds the text of a page."""
WITH_TEXT = ("snapshot", "search_page", "wait_for", "click", "fill")
LONG = f"const long = 'Open the next page '.repeat({LENGTH} / 19);"
CONTROLS = """<form id=f><button id=b>Go</button><input id=i aria-label=Name><textarea id=t aria-label=Text></textarea>
<label>Size <select id=s><optgroup id=g><option id=o>One<option>Two</select></label><label id=l for=c></label>
<input type=checkbox id=c><a id=a href=/here>There</a><button id=n type=button></button></form>"""
PAGES = {
    "text of controls": "b.textContent = a.textContent = l.textContent = o.label = long",
    "titles, values, addresses and tags": "for (const one of [i, t, s, c, a, n]) one.title = long;"
    " document.title = long; i.value = t.value = o.value = o.label = g.label = n.value = long;"
    " a.href = b.formAction = f.action = '/' + long; f.method = 'post';"
    " const odd = document.createElement('x-' + 'y'.repeat(9999)); odd.tabIndex = 0; odd.onclick = () => 1;"
    " odd.append('Odd'); f.append(odd)",
    "texts around blanks": "b.textContent = ' '.repeat(long.length) + 'Pay' + ' '.repeat(long.length) + 'now'",
    "many parts and choices": "for (let at = 0; at < 9000; at++)"
    " b.append(Object.assign(document.createElement('i'), {id: 'x'})); b.append(long);"
    " const one = new Option(long); s.add(one); for (let at = 0; at < 6; at++) s.add(one.cloneNode(true))",
    "nested": "let at = b; for (let deep = 0; deep < 300; deep++) at = at.appendChild(document.createElement('span'));"
    "at.textContent = long",
    "attributes": "for (const one of [b, i, t, s, c, a, g]) one.setAttribute('aria-label', long);"
    " for (const one of [b, i, t, s, c, a]) for (const name of ['role', 'name', 'autocomplete',"
    " 'placeholder', 'aria-description', 'aria-valuetext', 'aria-expanded', 'type', 'data-value', 'class', 'pattern'])"
    " one.setAttribute(name, long)",
}


@pytest.fixture
async def answers(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the kit answered: each as the text that left the page."""
    seen: list[str] = []
    mended: Callable[[str], str] = kit_client._without_lone_surrogates
    monkeypatch.setattr(kit_client, "_without_lone_surrogates", lambda raw: seen.append(raw) or mended(raw))
    return seen


async def calls_of_everything(session: Session) -> list[tuple[str, dict[str, Any]]]:
    refs = {name: await ref(session, f"#{name}") for name in "bitsca"}
    return [
        ("snapshot", {}), ("page_info", {}), ("find_elements", {"selector": "*", "attributes": ["name", "title"]}),
        *(("element_info", {"ref": one}) for one in refs.values()), ("dropdown_options", {"ref": refs["s"]}),
        ("hover", {"ref": refs["b"]}), ("focus", {"ref": refs["i"]}), ("fill", {"ref": refs["t"], "value": "Anna"}),
        ("select", {"ref": refs["s"], "values": "Two"}), ("check", {"ref": refs["c"]}), ("scroll", {}),
        ("send_keys", {"keys": "Tab"}), ("wait_for", {"text": "Open", "timeout": 1}),
        ("search_page", {"pattern": "Open"}), ("click", {"ref": refs["b"]}),
    ]  # fmt: skip


@pytest.mark.parametrize("script", PAGES.values(), ids=PAGES)
async def test_no_answer_about_elements_is_longer_than_its_bound(
    open_session: OpenSession, chromium: Browser, serve: PageServer, tmp_path: Path, answers: list[str], script: str
) -> None:
    page = serve(f"<title>Long</title>{CONTROLS}<script>f.onsubmit = () => false; {LONG} {script}</script>")
    session = await open_session(chromium, tmp_path / "run", trust=[serve.origin])
    assert (await session.call("goto", url=page)).ok
    for tool, params in await calls_of_everything(session):
        answers.clear()
        result = await session.perform("model", tool, params, observe=tool in ("click", "fill"))
        assert result.code != "browser_error", result
        limit = ALL_TEXT if tool in WITH_TEXT else ANSWER
        assert max(map(len, answers), default=0) < limit, tool


async def test_the_text_of_a_page_is_read_to_its_bound_and_the_rest_is_said_to_be_missing(
    open_session: OpenSession, chromium: Browser, serve: PageServer, tmp_path: Path, answers: list[str]
) -> None:
    session = await open_session(chromium, tmp_path / "run")
    script = f"{LONG} for (let at = 0; at < 45; at++) document.body.append(long, document.createElement('hr'))"
    assert (await session.call("goto", url=serve(f"<body><script>{script}</script>"))).ok
    for tool, params in (
        ("read_page", {"main_only": False}), ("search_page", {"pattern": "[0-9]{7}", "regex": True}), ("snapshot", {}),
    ):  # fmt: skip
        answers.clear()
        result = await session.call(tool, **params)
        assert result.ok, result
        assert max(map(len, answers)) < ALL_TEXT, tool
        said = json.dumps(result.to_dict(), default=str)
        assert "not_read" in said or "left_out" in said, tool
