"""The tools over MCP, with the official client.

Flags and pipes are tried with a real server process, which costs four seconds; what a server answers, within this one.
"""

import sys
from typing import Any

import pytest
from mcp_types import ElicitRequestParams, ElicitResult

from handrail import Session
from handrail.demo import serve as serve_demo
from handrail.mcp.server import make_server
from handrail.tools.core.table import Table
from mcp import Client, StdioServerParameters
from tests.fakes.provider import FakeProvider


@pytest.fixture(scope="module")
def shop():
    with serve_demo() as site:
        yield site


def server(*flags: str, **env: str) -> StdioServerParameters:
    # No Ollama of this machine is asked; the client passes no keys on by itself.
    alone = {"OLLAMA_HOST": "127.0.0.1:9"}
    return StdioServerParameters(
        command=sys.executable, args=["-m", "handrail", "mcp", "--headless", *flags], env=alone | env
    )


def text_of(result) -> str:
    return "\n".join(part.text for part in result.content if part.type == "text")


def ref_of(outline: str, words: str) -> str:
    line = next(line for line in outline.split("\n") if words in line)
    return line.split("[")[1].split("]")[0]


@pytest.mark.browser
async def test_a_client_lists_the_tools_of_the_table_with_annotations_from_the_records():
    async with Client(server()) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    table = Table.load()
    expected = {r.name for r in table if r.family != "steer" and not r.needs}
    assert set(tools) == expected
    for name, tool in tools.items():
        record = table.get(name)
        assert tool.description == record.summary
        assert tool.input_schema["properties"].keys() == record.schema["properties"].keys()
        assert tool.annotations.read_only_hint is (record.effect in ("read", "control"))


@pytest.mark.browser
async def test_a_client_does_a_task_of_five_calls_on_the_demo_site(shop):
    async with Client(server("--allow-origin", shop.url)) as client:
        opened = await client.call_tool("goto", {"url": f"{shop.url}pricing"})
        assert not opened.is_error
        assert "EXTERNAL-CONTENT" in text_of(opened)
        tiers = await client.call_tool("find_elements", {"selector": "article.tier"})
        assert '"total": 4' in text_of(tiers)
        signin = await client.call_tool("goto", {"url": f"{shop.url}products"})
        found = await client.call_tool("search_page", {"pattern": "in stock"})
        assert not found.is_error
        clicked = await client.call_tool("click", {"ref": ref_of(text_of(signin), 'link "Care plans"')})
        assert "Keep it for life" in text_of(clicked)
        picture = await client.call_tool("screenshot", {})
        assert [part.type for part in picture.content if part.type == "image"] == ["image"]


@pytest.mark.browser
async def test_extract_is_offered_with_a_configured_model(shop):
    with FakeProvider(["Fernwood"], key="good") as provider:
        env = {"OPENAI_API_KEY": "good", "OPENAI_BASE_URL": provider.openai}
        async with Client(server("--url", shop.url, **env)) as client:
            assert "extract" in {tool.name for tool in (await client.list_tools()).tools}
            found = await client.call_tool("extract", {"description": "The name of the shop"})
    assert not found.is_error, text_of(found)
    assert "Fernwood" in text_of(found)
    assert "The name of the shop" in provider.asked[0].text


async def test_a_wrong_call_is_an_error_result_in_one_sentence(session: Session):
    async with Client(make_server(session)) as client:
        wrong = await client.call_tool("clik", {})
        assert wrong.is_error
        assert "Did you mean click?" in text_of(wrong)
        stale = await client.call_tool("click", {"ref": "e99"})
        assert stale.is_error
        assert "no element e99" in text_of(stale)


@pytest.mark.browser
async def test_an_mcp_client_is_a_model_and_ask_mode_binds_it(shop):
    async with Client(server("--mode", "ask", "--url", f"{shop.url}products")) as client:
        names = {tool.name for tool in (await client.list_tools()).tools}
        assert "fill" not in names
        assert "search_page" in names
        denied = await client.call_tool("fill", {"ref": "e1", "value": "x"})
        assert denied.is_error
        assert "--mode" not in text_of(denied)


MADE_UP = {"url": "http://127.0.0.1:9/made-up"}


def answering(answer: str, asked: list[ElicitRequestParams]) -> Any:
    """A person at the client."""

    async def person(_: Any, params: ElicitRequestParams) -> ElicitResult:
        asked.append(params)
        return ElicitResult(action="accept", content={"answer": answer})

    return person


@pytest.mark.parametrize(
    ("mode", "answer", "allowed"),
    [("auto", "once", True), ("auto", "no", False), ("auto", "always", False), ("legacy", "once", True)],
)
async def test_a_question_of_policy_goes_to_the_person_at_the_client(shop, session: Session, mode, answer, allowed):
    await session.call("goto", url=shop.url)
    asked: list[Any] = []
    async with Client(make_server(session), mode=mode, elicitation_callback=answering(answer, asked)) as client:
        opened = await client.call_tool("goto", MADE_UP)
    assert ("not permitted" not in text_of(opened)) is allowed
    assert "The model wants to open “http://127.0.0.1:9/made-up”" in asked[0].message
    assert asked[0].requested_schema["properties"]["answer"]["enum"] == ["no", "once"]


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.browser
async def test_a_question_of_policy_reaches_the_client_of_a_server_process(shop, mode):
    asked: list[Any] = []
    async with Client(server("--url", shop.url), mode=mode, elicitation_callback=answering("once", asked)) as client:
        assert "not permitted" not in text_of(await client.call_tool("goto", MADE_UP))
    assert len(asked) == 1


async def test_without_elicitation_the_call_is_denied_and_the_model_reads_no_flag(shop, session: Session):
    await session.call("goto", url=shop.url)
    async with Client(make_server(session)) as client:
        text = text_of(await client.call_tool("goto", MADE_UP))
    assert "not permitted" in text
    assert "--allow-origin" not in text
