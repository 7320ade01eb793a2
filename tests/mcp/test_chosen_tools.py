"""Which tools a server offers: those that its user chose."""

import subprocess
import sys

import pytest

from handrail.mcp.server import make_server
from mcp import Client


async def test_only_the_chosen_tools_and_families_are_offered_and_can_be_called(session):
    async with Client(make_server(session, tools=["goto", "look"])) as client:
        assert [tool.name for tool in (await client.list_tools()).tools] == [
            "goto",
            "snapshot",
            "page_info",
            "screenshot",
        ]
        assert not (await client.call_tool("page_info", {})).is_error
        refused = await client.call_tool("send_keys", {"keys": "Tab"})
        assert (refused.is_error, "There is no tool called 'send_keys'" in refused.content[0].text) == (True, True)


@pytest.mark.parametrize("flags", [["--tools", "goto,clik"], ["--tools", ","]])
def test_a_tool_that_there_is_not_is_named_before_anything_is_served_or_installed(flags, tmp_path):
    said = "Did you mean click?" if "clik" in flags[1] else "--tools names no tool."
    for command in (["mcp", *flags], ["mcp", "install", "cursor", "--file", str(tmp_path / "mcp.json"), "--", *flags]):
        done = subprocess.run([sys.executable, "-m", "handrail", *command], capture_output=True, text=True, check=False)
        assert (done.returncode, said in done.stderr) == (2, True), done.stderr
    assert list(tmp_path.iterdir()) == []
