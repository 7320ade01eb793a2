"""What type checkers know of a session's methods, for them alone: mypy reads it with all other files, strictly.

What is wrong on purpose says so with an ignore; mypy complains of one that nothing needs. `tests.typed_calls` calls
every method.
"""

# mypy: enable-error-code="union-attr,index,operator"

from __future__ import annotations

from typing import assert_type

from handrail import Agent, Session, SyncSession
from handrail.trust import External


async def right(session: Session) -> None:
    await session.click("e1", button="right", count=2, modifiers=["Shift"])
    await session.send_keys(("ArrowDown", "Enter"), ref="e5")
    assert_type((await session.fill("e2", "Mara", submit=True)).unwrap()["mismatch"], bool)
    assert_type((await session.scroll("down", amount=200)).unwrap()["below"], int)
    assert_type((await session.goto("https://example.org/")).unwrap()["url"], External)
    assert_type((await session.snapshot("viewport", max_chars=500)).text, External)
    assert_type((await session.screenshot(full_page=True)).data, bytes)
    assert_type((await session.page_info()).unwrap()["tabs"][0]["active"], bool)
    found = (await session.find_elements("a", attributes=["href"])).unwrap()
    assert_type(found["elements"][0]["attributes"]["href"], External)


async def wrong(session: Session) -> None:
    await session.gotto("https://example.org/")  # type: ignore[attr-defined]
    await session.goto(adress="https://example.org/")  # type: ignore[call-arg]
    await session.click("e1", button="middel")  # type: ignore[arg-type]
    await session.click(12)  # type: ignore[arg-type]
    (await session.page_info()).unwrap()["titel"]  # type: ignore[typeddict-item]
    Session(hedless=True)  # type: ignore[call-overload]
    Session(mode="aks")  # type: ignore[call-overload]
    Session(plain=True, model="offline")  # type: ignore[call-overload]
    Agent(Session(plain=True), model="offline")  # type: ignore[arg-type]


def outside(text: External) -> None:
    "Title: " + text  # type: ignore[operator]
    text + "."  # type: ignore[operator]


async def plain(session: Session[str]) -> None:
    assert_type((await session.goto("https://example.org/")).unwrap()["url"], str)
    assert_type((await session.find_elements("a", max_results=None)).unwrap()["elements"][0]["text"], str)
    assert_type((await session.snapshot()).nodes[0].name, str)
    assert_type(Session(plain=True), Session[str])
    assert_type(SyncSession(plain=True).snapshot().text, str)
    assert_type(Session(headless=True), Session)


def synchronous(session: SyncSession) -> None:
    assert_type(session.goto("https://example.org/").unwrap()["url"], External)
    assert_type(session.find_elements("a").unwrap()["total"], int)
    session.gotto("https://example.org/")  # type: ignore[attr-defined]
    session.goto(adress="https://example.org/")  # type: ignore[call-arg]
    SyncSession(hedless=True)  # type: ignore[call-overload]
