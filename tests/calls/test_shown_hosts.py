"""Who decides by reading a host reads the one that is opened."""

from __future__ import annotations

import pytest

from handrail import Session
from handrail.events.kinds import IntentEvent
from tests.calls.effects.test_request_judge import Person
from tests.pages import PageServer

LIKE_GITHUB = "https://g\u0456thub.example/login"
SHOWN = "https://xn--gthub-n2e.example/login"


@pytest.mark.parametrize("tool", ["goto", "new_tab", "fetch_url", "download"])
async def test_a_host_that_looks_like_another_is_asked_about_in_punycode(
    session: Session, serve: PageServer, tool: str
) -> None:
    await session.call("goto", url=serve("<h1>Home</h1>"))
    session.approve = no = Person(False)
    result = await session.call_as("model", tool, url=LIKE_GITHUB)
    assert result.code == "not_permitted", result
    assert SHOWN in no.questions[0]
    assert "\u0456" not in no.questions[0]


async def test_a_host_that_the_user_wrote_with_its_own_letters_is_theirs(session: Session, serve: PageServer) -> None:
    await session.call("goto", url=serve("<h1>Home</h1>"))
    session.provenance.words.add_text("Open https://b\u00fccher.example/ and read the title")
    intents: list[str] = []
    session.events.subscribe(lambda one: intents.append(str(one.params)) if isinstance(one, IntentEvent) else None)
    session.approve = no = Person(False)
    await session.call_as("model", "goto", url="https://b\u00fccher.example/")
    assert no.questions == []
    assert "https://xn--bcher-kva.example/" in intents[0]
