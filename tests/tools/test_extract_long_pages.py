"""`extract` reads a page that is too long for one request in parts."""

import json
import re

from handrail import Session
from handrail.models import Scripted, ScriptedTurn
from handrail.models.providers.llm import Llm
from handrail.tools.support.extraction import AT_ONCE
from tests.fakes.answers import Asked, Fault
from tests.fakes.provider import FakeProvider
from tests.tools.test_extract import LAMPS


def long_page(rows: int) -> str:
    lines = "".join(f"<tr><td>Lamp {n}</td><td>{n}.50</td><td>{'bright and ' * 8}</td></tr>" for n in range(rows))
    return f"<h1>All lamps</h1><table><tr><th>Name</th><th>Price</th><th>Words</th></tr>{lines}</table>"


class Reader:
    """Takes the rows of each part down, and answers with the rows of all the notes."""

    def __init__(self) -> None:
        self.parts = 0

    def __call__(self, turn: ScriptedTurn) -> str:
        rows = re.findall(r"(Lamp \d+)\s*\|\s*([\d.]+)", turn.text)
        if "this is part" in turn.text:
            self.parts += 1
            return "\n".join(f"{name} | {price}" for name, price in rows)
        return json.dumps({"lamps": [{"name": name, "price": float(price)} for name, price in rows]})


async def test_a_long_page_is_read_in_parts_and_nothing_is_left_out(session: Session, serve):
    await session.call("goto", url=serve(long_page(300)))
    reader = Reader()
    session.model = Scripted(reader)
    session.model.context_window = 10_000
    result = await session.call("extract", description="all lamps", output_schema=LAMPS)
    assert result.ok, result.error
    assert [lamp["name"].raw for lamp in result.data["data"]["lamps"]] == [f"Lamp {n}" for n in range(300)]
    sources = result.to_dict()["data"]["sources"]
    assert [source["part"] for source in sources] == list(range(1, reader.parts + 1))
    assert reader.parts > 1
    assert all("| Name" in turn.text for turn in session.model.turns[:-1])


async def test_a_page_that_is_too_long_for_the_model_is_a_failure(session: Session, serve):
    await session.call("goto", url=serve(long_page(9_000)))
    session.model = Scripted(Reader())
    session.model.context_window = 2_000
    result = await session.call("extract", description="all lamps", output_schema=LAMPS)
    assert (result.ok, result.code) == (False, "too_long")
    assert session.model.turns == []


async def test_parts_that_the_model_finds_too_long_are_made_smaller(session: Session, serve):
    await session.call("goto", url=serve(long_page(300)))
    reader = Reader()

    def narrow(asked: Asked):
        if asked.characters > 20_000:
            return Fault(400, "context_length_exceeded", "Too long.")
        return reader(ScriptedTurn(asked.last, [], []))

    with FakeProvider(narrow) as provider:
        session.model = Llm("openai:gpt-test", base_url=provider.openai, api_key="k", context_window=40_000)
        result = await session.call("extract", description="all lamps", output_schema=LAMPS)
    assert result.ok, result.error
    assert len(result.data["data"]["lamps"]) == 300


async def test_no_more_parts_are_asked_for_once_one_has_failed(session: Session, serve):
    await session.call("goto", url=serve(long_page(1500)))
    with FakeProvider(lambda asked: Fault(401, "invalid_api_key", "No.")) as provider:
        session.model = Llm("openai:gpt-test", base_url=provider.openai, api_key="k", context_window=12_000)
        result = await session.call("extract", description="all lamps", output_schema=LAMPS)
    assert result.code == "model_failed"
    assert len(provider.asked) == AT_ONCE
