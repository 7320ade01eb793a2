"""Nothing that a call's parameter is compared with holds a secret: it could be guessed letter by letter."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import Browser

from handrail import Session
from tests.calls.test_pipeline_policy import refs
from tests.conftest import in_new_context
from tests.pages import PageServer
from tests.tools.acting import js

SECRET = "kq7zvw2m-Xy9"
PAGE = """<title>Sign in</title><style>.gone { display: none }</style>
<input id=field type=password aria-label=Password oninput="this.setAttribute('value', value)">
<p id=shown class=gone></p><select aria-label=Mine><option id=option>None</option></select>
<a class=product href=/products/1>Product</a><iframe srcdoc="<i id=inside>frame</i>"></iframe>
<button onclick="send(field.value)">Sign in</button>
<script>
  const send = value => {
    shown.textContent = option.textContent = value; shown.className = '';
    const frame = document.querySelector('iframe').contentDocument;
    frame.getElementById('inside').setAttribute('data-inside', value);
    console.log(`signed in by ${value}`);
    history.pushState({}, '', `?p=${value}`);
    return fetch(`/login?u=me&p=${value}`);
  };
</script>"""


@pytest.fixture(scope="module")
async def signed_in(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Session]:
    """A session of all tests here, whose page holds the secret: no guess changes that."""
    folder = tmp_path_factory.mktemp("signed_in")
    (folder / "password").write_text(SECRET)
    with PageServer() as serve:
        secret = f"login=file:{folder / 'password'}@{serve.origin}"
        async with await in_new_context(chromium, folder / "run", own=True, secrets=[secret]) as session:
            serve("ok", "/login")
            assert (await session.call("goto", url=serve(PAGE))).ok
            at = await refs(session)
            assert (await session.call("fill_secret", ref=at["Password"], name="login")).ok
            assert (await session.call("click", ref=at["Sign in"])).ok
            assert await js(session, "field.getAttribute('value')") == SECRET
            yield session


def told(result: Any) -> tuple[bool, object, object]:
    """What tells one guess from another."""
    data = result.data or {}
    return result.ok, result.code, data.get("total", data.get("holds", data.get("met")))


@pytest.mark.parametrize(
    ("tool", "params"),
    [
        ("network", {"contains": "p=GUESS"}),
        ("console", {"contains": "by GUESS"}),
        ("search_page", {"pattern": "GUESS"}),
        ("search_page", {"pattern": "^GUESS", "regex": True, "case_sensitive": True}),
        ("wait_for", {"text": "GUESS", "timeout": 0.1}),
        ("wait_for", {"url": "?p=GUESS", "timeout": 0.1}),
        ("wait_for", {"url": "*p=GUESS*", "timeout": 0.1}),
        ("wait_for", {"selector": "[value^=GUESS]", "timeout": 0.1}),
        ("find_elements", {"selector": "input[value^='GUESS']"}),
        ("find_elements", {"selector": "input:not([ VALUE *= 'GUESS' i])"}),
        ("find_elements", {"selector": "[v\\61lue^='GUESS']"}),
        ("find_elements", {"selector": "[data-inside|='GUESS']"}),
        ("find_elements", {"selector": "a:is(:root:has([*|value^=GUESS]) *)"}),
        ("read_table", {"selector": "[value^=GUESS]"}),
        ("collect", {"item": "body", "fields": {"it": "[value^=GUESS]"}}),
        ("hover", {"ref": {"selector": "[value^=GUESS]"}}),
        ("select", {"ref": "Mine", "values": ["GUESS"]}),
    ],
)  # fmt: skip
async def test_a_guess_at_the_beginning_of_a_secret_tells_nothing(
    signed_in: Session, tool: str, params: dict[str, Any]
):
    def guess(value: Any, text: str) -> Any:
        if isinstance(value, dict):
            return {key: guess(one, text) for key, one in value.items()}
        if isinstance(value, list):
            return [guess(one, text) for one in value]
        return value.replace("GUESS", text) if isinstance(value, str) else value

    right, wrong = [told(await signed_in.call_as("model", tool, **guess(params, text))) for text in (SECRET[:3], "kq8")]
    assert right == wrong


async def test_parts_of_attributes_without_a_secret_are_compared(signed_in: Session):
    found = await signed_in.call_as("model", "find_elements", selector="a.product[href*='/products/']")
    assert found.data["total"] == 1
    refused = await signed_in.call_as("model", "find_elements", selector="[value$='9']")
    assert refused.code == "invalid_selector"


async def test_a_secret_in_an_address_that_is_cut_is_masked_before(signed_in: Session):
    origin = await js(signed_in, "location.origin")
    padding = "x" * (300 - len(origin) - len("/login?x=&p=") - len(SECRET) // 3)
    await js(signed_in, f"fetch('/login?x={padding}&p={SECRET}').then(() => true)")
    found = await signed_in.call_as("model", "network", contains=padding)
    assert SECRET[:3] not in found.data["requests"][0]["url"].raw
