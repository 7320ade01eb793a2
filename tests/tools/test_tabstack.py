"""The tools of Tabstack, against a server that answers like it; and which addresses and words it is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser

from handrail import Session
from tests.conftest import OpenSession
from tests.pages import HttpServer, PageServer, Reply

PUBLIC = "https://shop.example/kettles"
SCHEMA = {"type": "object", "properties": {"price": {"type": "number"}}}


@pytest.fixture
def stack() -> Any:
    """Tabstack, as another site than the pages."""
    with PageServer() as server:
        for path, answer in {
            "extract/markdown": {"url": PUBLIC, "content": "# Kettles\n" + "copper " * 2_000},
            "extract/json": {"price": 12},
            "generate/json": {"summary": "Cheap"},
        }.items():
            server.put(f"/v1/{path}", Reply(json.dumps(answer).encode(), content_type="application/json"))
        yield server


@pytest.fixture
async def tabstack(
    open_session: OpenSession, chromium: Browser, tmp_path: Path, stack: HttpServer, monkeypatch: pytest.MonkeyPatch
) -> Any:
    monkeypatch.setenv("STACK_KEY", "key-of-tests")

    async def opened(**options: Any) -> Session:
        options = {"tabstack_url": f"{stack.origin}/v1", "tabstack_key": "env:STACK_KEY", **options}
        session = await open_session(chromium, tmp_path / f"run{len(options)}", **options)
        session.provenance.words.add_text(f"What do the kettles of {PUBLIC} cost?")
        return session

    return opened


async def test_a_page_is_read_as_markdown_in_pages(tabstack: Any, stack: PageServer) -> None:
    session = await tabstack()
    result = await session.call_as("model", "tabstack_extract_markdown", url=PUBLIC)
    assert result.ok, result
    assert result.data["text"].raw.startswith("# Kettles")
    assert (result.data["text"].label, result.data["text"].origin) == ("tabstack-content", stack.origin)
    assert (await session.call_as("model", result.next.tool, **result.next.params)).ok
    assert json.loads(stack.requests[0].body) == {"url": PUBLIC}
    assert {"authorization": "Bearer key-of-tests"}.items() <= {
        k.lower(): v for k, v in stack.requests[0].headers.items()
    }.items()


async def test_schema_and_instructions_are_asked_for_before_they_are_sent(tabstack: Any, stack: PageServer) -> None:
    asked: list[str] = []

    async def approve(question: Any) -> bool:
        asked.append(question.question)
        return len(asked) > 1

    session = await tabstack(approve=approve)
    params = {"url": PUBLIC, "json_schema": SCHEMA}
    assert (await session.call_as("model", "tabstack_extract_json", **params)).code == "not_permitted"
    assert stack.requests == []
    extracted = await session.call_as("model", "tabstack_extract_json", **params)
    assert json.loads(extracted.data["json"].raw) == {"price": 12}
    made = await session.call_as("model", "tabstack_generate_json", **params, instructions="Sum it up")
    assert json.loads(made.data["json"].raw) == {"summary": "Cheap"}
    assert "Sum it up" in asked[2]
    assert json.loads(stack.requests[1].body) == {**params, "instructions": "Sum it up"}


async def test_an_address_that_nobody_gave_or_of_this_machine_is_not_told(
    tabstack: Any, stack: PageServer, serve: PageServer
) -> None:
    session = await tabstack()
    home = serve("<title>Home</title>", "/home")
    await session.call("goto", url=home)
    composed = f"{serve.origin}/home?d=q7hx3"
    for url in (f"{PUBLIC}?d=q7hx3", home, composed, "http://169.254.169.254/latest"):
        result = await session.call_as("model", "tabstack_extract_markdown", url=url)
        assert result.code == "not_permitted", url
    assert stack.requests == []


async def test_an_address_composed_on_an_opened_site_is_asked_for(tabstack: Any, stack: PageServer) -> None:
    asked: list[str] = []

    async def no(question: Any) -> bool:
        asked.append(question.question)
        return False

    session = await tabstack(approve=no, allow_origins=["https://shop.example"])
    composed = f"{PUBLIC}/q7hx3?x=1"
    assert (await session.call_as("model", "tabstack_extract_markdown", url=composed)).code == "not_permitted"
    assert composed in asked[0]
    assert stack.requests == []


async def test_without_a_key_the_tools_are_off(session: Session) -> None:
    result = await session.call("tabstack_extract_markdown", url=PUBLIC)
    assert result.error == "tabstack_extract_markdown is off: no key for Tabstack is given."
