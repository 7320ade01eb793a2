"""Plain text for a program: of one result, or of all in a session without a model. Nowhere where a model reads."""

import json
from typing import Any

import pytest
from playwright.async_api import Browser

from handrail import Agent, Failed, Ok, Session
from handrail.errors import UsageError
from handrail.models import Scripted
from handrail.trust import External
from tests.conftest import OpenSession
from tests.pages import PageServer

PAGE = "<title>Prices</title><p>Five</p><a href=/six>Six</a><button>Buy</button>"


def outside(text: str) -> External:
    return External(text, "https://a.example", "page-text")


def test_a_result_gives_its_text_plain_and_stays_as_it_is():
    result = Ok({"names": [outside("Ann")]}, followed={"navigated_to": outside("https://a.example/")}, truncated=True)
    plain = result.plain()
    assert (", ".join(plain.data["names"]), plain.followed["navigated_to"], plain.truncated) == (
        "Ann",
        "https://a.example/",
        True,
    )
    assert type(result.data["names"][0]) is External
    failed = Failed("covered", "Something covers it.", details={"by": outside("Banner")})
    assert (failed.plain().details, failed.plain().code) == ({"by": "Banner"}, "covered")


async def test_a_plain_session_returns_text_that_can_be_joined_sorted_and_written(
    open_session: OpenSession, chromium: Browser, tmp_path, serve: PageServer
):
    session: Session[Any] = await open_session(chromium, tmp_path / "run", plain=True)
    page = await session.goto(serve(PAGE))
    found = await session.find_elements("p, a, button")
    assert json.loads(json.dumps(found.data))["total"] == 3
    assert sorted(element["text"] for element in found.data["elements"]) == ["Buy", "Five", "Six"]
    assert f"{page.data['title']}" == "Prices"
    taken = await session.snapshot()
    assert (taken.title, [node.name for node in taken.nodes if node.role == "link"]) == ("Prices", ["Six"])
    assert "Five" in taken.text
    assert [node.name for node in taken.controls] == ["Buy"]
    assert type((await session.click("Buy now")).details["candidates"][0]["name"]) is str
    with pytest.raises(UsageError, match="for a program alone"):
        await session.call_as("model", "page_info")
    session.model = Scripted([])
    with pytest.raises(UsageError, match="for a program alone"):
        await session.page_info()


def test_there_is_no_model_in_a_plain_session(tmp_path):
    with pytest.raises(UsageError, match="for a program alone"):
        Session(plain=True, model="offline", run_dir=tmp_path)  # type: ignore[call-overload]
    with pytest.raises(UsageError, match="for a program alone"):
        Agent(Session(plain=True, run_dir=tmp_path), model="offline")  # type: ignore[arg-type]
