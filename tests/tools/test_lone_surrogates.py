"""Halves of characters, in what a caller gives and in what a page holds: every call is answered, in text that can be
written down."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser

from handrail.results import Result
from handrail.runs.log import RunLog
from handrail.tools.core.render import message_parts
from handrail.trust import Fenced
from tests.conftest import OpenSession
from tests.pages import PageServer
from tests.tools.acting import ref
from tests.tools.every_tool import CALLS, LEAVING, PAGE

HALVES = ("\ud800", "x\udfffy", "\ude00\ud83d")
HALF_PAGE = """<title>x</title><button id=b onclick="alert('\\ud800 said')">x</button><input id=i><select id=s></select>
<a id=d download>get</a><p id=p></p><script>
const half = 'a\\ud800b';
document.title = b.textContent = p.textContent = i.value = i.placeholder = half;
b.setAttribute('aria-label', half); s.add(new Option(half, half)); i.setAttribute('data-' + 'x', half);
document.cookie = 'half=' + half; localStorage.setItem(half, half); history.replaceState(null, '', '?q=' + half);
d.href = URL.createObjectURL(new Blob([half])); d.download = half + '.txt'; console.log(half);
</script>"""


def writable(result: Result) -> str:
    """The result as a log, a model and a client get it, which they can only where all of it can be encoded."""
    texts = [part.text if isinstance(part, Fenced) else part for part in message_parts(result)]
    said = "\n".join(text for text in texts if isinstance(text, str))
    said.encode()
    json.dumps(result.to_dict(), ensure_ascii=False, default=str).encode()
    return said


def with_halves(params: dict[str, Any], half: str) -> Iterator[dict[str, Any]]:
    """The parameters with a half of a character in one of them, and as the name of one more."""
    yield {**params, half: half}
    for name in params:
        yield {**params, name: half}
        yield {**params, name: [half, {half: half}]}


@pytest.mark.parametrize("caller", ["user", "model"])
async def test_every_tool_answers_a_half_of_a_character_in_any_parameter(
    open_session: OpenSession, chromium: Browser, serve: PageServer, tmp_path: Path, caller: Any
) -> None:
    session = await open_session(chromium, tmp_path, call_timeout=10, trust=[serve.origin])
    log = RunLog(session.run_dir)
    unsubscribe = session.events.subscribe(log)
    assert (await session.call("goto", url=serve(PAGE))).ok
    for tool in (*(name for name in CALLS if name not in LEAVING), *LEAVING, "\ud800"):
        for half in HALVES if tool in ("fill", "note") else HALVES[:1]:
            for params in with_halves(CALLS.get(tool, {}), half):
                writable(await session.perform(caller, tool, params, observe=caller == "model"))
    unsubscribe()
    log.close()
    for line in log.path.read_bytes().splitlines():
        json.dumps(json.loads(line), ensure_ascii=False).encode()


async def test_a_page_of_halves_of_characters_is_read_and_operated(
    open_session: OpenSession, any_browser: Browser, serve: PageServer, tmp_path: Path
) -> None:
    session = await open_session(any_browser, tmp_path, call_timeout=20, trust=[serve.origin])
    assert (await session.call("goto", url=serve(HALF_PAGE))).ok
    for tool, params in (
        ("snapshot", {}), ("page_info", {}), ("read_page", {}), ("search_page", {"pattern": "a."}),
        ("find_elements", {"selector": "*", "attributes": ["value", "data-x", "aria-label"]}),
        ("element_info", {"ref": await ref(session, "#i")}), ("dropdown_options", {"ref": await ref(session, "#s")}),
        ("fill", {"ref": await ref(session, "#i"), "value": "\ud83d"}), ("click", {"ref": await ref(session, "#d")}),
        ("click", {"ref": await ref(session, "#b")}), ("page_info", {}), ("dialog", {"accept": True}),
    ):  # fmt: skip
        result = await session.perform("model", tool, params, observe=True)
        assert result.ok, result
        writable(result)
