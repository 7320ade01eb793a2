"""Replay everyday calls in applications that Handrail was not made for, and count the characters of the answers.

    python -m bench.trials [gradio ...] [--side handrail|playwright] [--show]

`bench/trials/*.toml` has the calls of both sides: the same tasks, by names and selectors, each side with the looks at
the page that it needs. An application is installed once, into the user's cache folder, and started anew for each side.
`--show` prints every answer. Playwright MCP runs by `npx`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from mcp_types import ElicitRequestFormParams, ElicitRequestParams, ElicitResult
from platformdirs import user_cache_path

from handrail.browser.process.find import choose
from handrail.browser.types.options import BrowserOptions
from mcp import Client, StdioServerParameters

HERE = Path(__file__).parent
# `--no-sandbox`: benchmarks run in containers, as root.
COMMANDS = {
    "handrail": "{python} -m handrail mcp --headless --allow-origin {origin}",
    "playwright": "npx -y @playwright/mcp@0.0.83 --headless --isolated --no-sandbox --executable-path {browser}",
}
SECONDS_TO_START = 180


@dataclass(frozen=True)
class Answered:
    """One call, and its answer."""

    tool: str
    params: dict[str, Any]
    text: str
    failed: bool


class Application:
    """An application that is installed once, and started for each side in a folder of its own.

    Args:
        name: of its file.
        folder: where that is.
    """

    def __init__(self, name: str, folder: Path = HERE) -> None:
        self.name = name
        self.record = tomllib.loads((folder / f"{name}.toml").read_text("utf-8"))
        self.home = user_cache_path("handrail") / "trials" / name

    def install(self) -> None:
        """Installs it, if that was not done the same way before."""
        done = self.home / "installed"
        wanted = repr(self.record["install"])
        if done.exists() and done.read_text("utf-8") == wanted:
            return
        shutil.rmtree(self.home, ignore_errors=True)
        self.home.mkdir(parents=True)
        for command in self.record["install"]:
            subprocess.run(command.format(python=sys.executable).split(), cwd=self.home, check=True)
        done.write_text(wanted, "utf-8")

    @contextmanager
    def served(self) -> Iterator[dict[str, str]]:
        """Runs it, and gives what commands and calls name in braces."""
        with tempfile.TemporaryDirectory(prefix="handrail-trial-") as folder, socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
            free.close()
            for name, text in self.record.get("files", {}).items():
                (Path(folder) / name).write_text(text, "utf-8")
            values = {"home": str(self.home), "folder": folder, "port": str(port), "python": sys.executable}
            values |= {"origin": f"http://127.0.0.1:{port}", "browser": str(choose(BrowserOptions()).path)}
            with (Path(folder) / "server.log").open("wb") as log:
                # A session of its own: Node-RED starts another process, which would outlive it.
                server = subprocess.Popen(
                    _words(self.record["serve"], values), cwd=folder, stdout=log, stderr=log, start_new_session=True
                )
            try:
                asyncio.run(_up(values["origin"]))
                yield values
            finally:
                os.killpg(server.pid, signal.SIGTERM)
                server.wait(10)


def _words(command: str, values: dict[str, str]) -> list[str]:
    return [word.format(**values) for word in command.split()]


async def _up(url: str) -> None:
    async with httpx.AsyncClient(trust_env=False) as client, asyncio.timeout(SECONDS_TO_START):
        while True:
            try:
                await client.get(url, timeout=5)
            except httpx.TransportError:
                await asyncio.sleep(0.2)
            else:
                return


async def _person(context: object, params: ElicitRequestParams) -> ElicitResult:  # noqa: ARG001
    """The answer of a person who says yes for the session, or once where that is all there is."""
    fields = params.requested_schema["properties"] if isinstance(params, ElicitRequestFormParams) else {}
    return ElicitResult(
        action="accept",
        content={name: "run" if '"run"' in json.dumps(field) else "once" for name, field in fields.items()},
    )


async def replay(side: str, calls: Sequence[tuple[str, dict[str, Any]]], values: dict[str, str]) -> list[Answered]:
    """The answers of one side to its calls."""
    command, *args = _words(COMMANDS[side], values)
    server = StdioServerParameters(command=command, args=args, env=dict(os.environ), cwd=values["folder"])
    answers = []
    async with Client(server, elicitation_callback=_person) as client:
        for tool, params in calls:
            given = {key: filled(value, values) for key, value in params.items()}
            result = await client.call_tool(tool, given)
            text = "\n".join(part.text if part.type == "text" else f"[{part.type}]" for part in result.content)
            answers.append(Answered(tool, given, text, bool(result.is_error)))
    return answers


def filled(value: Any, values: dict[str, str]) -> Any:
    """A parameter with the values that it names in braces."""
    match value:
        case str():
            for key, text in values.items():
                value = value.replace(f"{{{key}}}", text)
            return value
        case dict():
            return {key: filled(part, values) for key, part in value.items()}
        case list():
            return [filled(part, values) for part in value]
        case _:
            return value


def main() -> None:
    names = sorted(path.stem for path in HERE.glob("*.toml"))
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("names", nargs="*", default=names)
    parser.add_argument("--side", choices=COMMANDS, help="only this side")
    parser.add_argument("--show", action="store_true", help="print each answer")
    asked = parser.parse_args()
    for name in asked.names:
        application = Application(name)
        application.install()
        totals = {}
        for side in [asked.side] if asked.side else COMMANDS:
            with application.served() as values:
                answers = asyncio.run(replay(side, application.record[side], values))
            for number, one in enumerate(answers, start=1):
                print(f"{side} {number:3} {len(one.text):6} {'FAILED ' if one.failed else ''}{one.tool} {one.params}")
                if asked.show:
                    print(one.text, end="\n\n")
            totals[side] = len(answers), sum(len(one.text) for one in answers)
            print(f"{name}, {side}: {totals[side][0]} calls, {totals[side][1]:,} characters")
        if len(totals) == len(COMMANDS):
            (calls, chars), (other_calls, other_chars) = totals["handrail"], totals["playwright"]
            print(f"{name}: {calls / other_calls:.2f} of the calls, {chars / other_chars:.2f} of the characters")


if __name__ == "__main__":
    main()
