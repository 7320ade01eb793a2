"""Messages that MCP's transport cannot read, sent to a real server process: none is left without an answer."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

Send = Callable[[str], Awaitable[dict[str, Any]]]
SECONDS = 60
HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}


@pytest.fixture
async def send() -> AsyncIterator[Send]:
    """Sends a line to a server and returns the next line of its answer."""
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "handrail", "mcp", "--headless",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "OLLAMA_HOST": "127.0.0.1:9", "HANDRAIL_LOG": "no"}, limit=1_000_000,
    )  # fmt: skip
    written, read = server.stdin, server.stdout
    assert written is not None
    assert read is not None

    async def answer(line: str) -> dict[str, Any]:
        written.write(line.encode("latin-1") + b"\n")
        reply: dict[str, Any] = json.loads(await asyncio.wait_for(read.readline(), SECONDS))
        return reply

    await answer(json.dumps({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": HELLO}))
    written.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
    yield answer
    written.close()
    await asyncio.wait_for(server.wait(), SECONDS)


def call(number: int, name: str, arguments: str) -> str:
    return (
        f'{{"jsonrpc":"2.0","id":{number},"method":"tools/call","params":{{"name":"{name}","arguments":{arguments}}}}}'
    )


@pytest.mark.browser
async def test_halves_of_characters_endless_numbers_and_broken_lines_are_answered(send: Send) -> None:
    noted = await send(call(1, "note", r'{"text":"a\ud800b"}'))
    assert (noted["id"], noted["result"]["isError"]) == (1, False)
    assert "a\ufffdb" in str(await send(call(2, "read_notes", "{}")))
    for number, line in enumerate((
        call(3, r"no\ud800te", "{}"), call(4, "note", r'{"te\ud800xt":"x"}'), call(5, "note", r'{"key":"\udfff"}'),
        call(6, "wait", '{"seconds":' + "9" * 5_000 + "}"), call(7, "wait", '{"seconds":-' + "9" * 5_000 + "}"),
        call(8, "note", '{"text":' + "[" * 300 + "]" * 300 + "}"),
    ), 3):  # fmt: skip
        refused = await send(line)
        assert (refused["id"], refused["result"]["isError"]) == (number, True)
    for line in ("no message", "\xff\xfe", '["a list"]', call(9, "note", "[" * 400_000 + "]" * 400_000)):
        answer = await send(line)
        assert (answer["id"], answer["error"]["code"]) == (None, -32700)
    # Too deep for Python's parser before 3.14, and for the parameters of a tool ever since.
    assert (await send(call(9, "note", "[" * 5_000 + "]" * 5_000)))["error"]["code"] in (-32700, -32602)
    assert (await send(r'{"jsonrpc":"2.0","id":10,"method":"pi\ud800ng"}'))["error"]["code"] == -32601
