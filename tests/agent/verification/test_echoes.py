"""What a model put into an address itself is no evidence where the page repeats it."""

from __future__ import annotations

from urllib.parse import parse_qs, quote, urlsplit

import pytest

from handrail import Session
from handrail.agent.verification.answer_facts import AnswerFacts
from handrail.runs.sources import sources
from tests.agent.verification.claims.playing import Player
from tests.pages import PageServer, Reply, Request

SAID = "Order QX-99812 was placed for 4711.50"
TASK = "Order a lamp and tell me the number of the order"


@pytest.fixture
def player(session: Session, serve: PageServer) -> Player:
    session.permissions.unsafe = True
    serve.put("/echo", echo)
    return Player(session, serve)


def echo(request: Request) -> Reply:
    said = parse_qs(urlsplit(request.path).query).get("m", ["nothing"])[0]
    return Reply(f"<title>{said}</title><h1>Shop</h1><p>{said}</p><p>Lamp Pro, 12.75</p>".encode())


def missing(player: Player, answer: str) -> list[str]:
    return [one.text for one in AnswerFacts(TASK, None, answer, None, player.evidence.pages).missing_facts()]


async def test_a_page_that_repeats_what_its_address_was_given_shows_nothing(player: Player) -> None:
    await player.do("goto", url=f"{player.serve.origin}/echo?m={quote(SAID)}")
    await player.do("read_page")
    for answer in ("QX-99812", "The order QX-99812 costs 4711.50", f'It says "{SAID}"'):
        assert missing(player, answer)
        assert sources(answer, player.evidence.pages) == []
    # What the page says beside it is evidence, the product's whole name too.
    assert missing(player, "Lamp Pro costs 12.75") == []


async def test_a_link_that_was_read_says_what_its_page_shows(player: Player) -> None:
    url = f"{player.serve.origin}/echo?m={quote(SAID)}"
    await player.open(player.serve(f"<h1>Orders</h1><p>{SAID}</p><a href='{url}'>Your order</a>"))
    await player.do("goto", url=url)
    assert missing(player, "QX-99812") == []


async def test_another_page_that_says_it_too_is_evidence(player: Player) -> None:
    await player.do("goto", url=f"{player.serve.origin}/echo?m={quote(SAID)}")
    await player.do("goto", url=player.serve(f"<h1>Orders</h1><p>{SAID}</p>"))
    assert missing(player, "The order QX-99812 costs 4711.50") == []
