"""What other agents show a model of the same pages, in characters. Part of `bench.snapshot --peers`.

Each peer is set up once in the cache folder, in an environment of its own and at an exact version, and drives a
headless Chromium of its own. What cannot be set up or asked is left out, and named.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

FOLDER = user_cache_path("handrail") / "peers"
SETUP_SECONDS = 900
PAGE_SECONDS = 120
NPM = ("@playwright/mcp@0.0.83", "agent-browser@0.41.2")
PIP = "browser-use==0.13.14"

BESIDE = "Playwright AI"

Sizes = dict[str, int]
"""Characters by address."""


class Unavailable(Exception):
    """A peer that cannot be set up or asked here, with the reason."""


@dataclass(frozen=True)
class Peer:
    name: str
    ask: Callable[[Sequence[str]], Sizes]


def table(pages: Sequence[tuple[str, str, dict[str, int]]]) -> None:
    """Print the characters of each page ``(name, url, ours)``, ours and theirs, and their medians by Playwright's.

    Args:
        pages: ``ours`` has the sizes that were measured already, Playwright's AI snapshot among them, as `BESIDE`.
    """
    theirs = measure([url for _, url, _ in pages])
    names = [*pages[0][2], *theirs]
    print(f"\n{'characters':40} " + " ".join(f"{name:>16}" for name in names))
    ratios: dict[str, list[float]] = {name: [] for name in names}
    for name, url, ours in pages:
        sizes = {**ours, **{peer: found[url] for peer, found in theirs.items()}}
        for each, size in sizes.items():
            ratios[each].append(size / ours[BESIDE])
        print(f"{name[-40:]:40} " + " ".join(f"{sizes[each]:16}" for each in names))
    print(f"{f'median, of {BESIDE}':40} " + " ".join(f"{statistics.median(ratios[each]):16.2f}" for each in names))


def measure(urls: Sequence[str]) -> dict[str, Sizes]:
    """What each peer shows of each page; a peer that cannot be had is missing."""
    found = {}
    for peer in PEERS:
        try:
            found[peer.name] = peer.ask(urls)
        except (Unavailable, OSError, subprocess.SubprocessError, ValueError, KeyError) as reason:
            print(f"left out {peer.name}: {type(reason).__name__}: {str(reason)[:300]}")
    return found


def _chromium() -> str:
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if path is None:
        raise Unavailable("there is no Chromium here")
    return path


def _set_up(name: str, *commands: Sequence[str]) -> Path:
    """A folder in the cache, filled once: a setup that fails leaves nothing behind."""
    folder = FOLDER / name
    if (folder / "ready").exists():
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for command in commands:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=SETUP_SECONDS)
        if done.returncode != 0:
            raise Unavailable(f"`{' '.join(command)}` failed: {done.stderr.strip()[-200:]}")
    (folder / "ready").touch()
    return folder


def _npm() -> Path:
    if shutil.which("npm") is None:
        raise Unavailable("there is no npm here")
    command = ("npm", "install", "--no-audit", "--no-fund", "--prefix", ".", *NPM)
    return _set_up("npm", command) / "node_modules" / ".bin"


def _playwright_mcp(urls: Sequence[str]) -> Sizes:
    """The text of the tool `browser_snapshot`."""
    command = (
        str(_npm() / "playwright-mcp"), "--headless", "--isolated", "--no-sandbox", "--executable-path", _chromium(),
        "--viewport-size", "1280x720",
    )  # fmt: skip
    with subprocess.Popen(command, cwd=FOLDER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        client = _Client(server)
        try:
            client.call(
                "initialize",
                {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}},
            )
            client.say({"method": "notifications/initialized"})
            sizes = {}
            for url in urls:
                client.tool("browser_navigate", {"url": url})
                client.tool("browser_wait_for", {"time": 1})
                sizes[url] = len(client.tool("browser_snapshot", {}))
            client.tool("browser_close", {})
            return sizes
        finally:
            server.terminate()


class _Client:
    """Asks an MCP server over its standard streams."""

    def __init__(self, server: subprocess.Popen[str]) -> None:
        self._server = server
        self._count = 0

    def say(self, message: dict[str, Any]) -> None:
        assert self._server.stdin is not None
        self._server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self._server.stdin.flush()

    def call(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        assert self._server.stdout is not None
        self._count += 1
        self.say({"id": self._count, "method": method, "params": params})
        for line in self._server.stdout:
            answer = json.loads(line)
            if answer.get("id") == self._count:
                return dict(answer["result"])
        raise Unavailable("the server ended")

    def tool(self, name: str, arguments: dict[str, Any]) -> str:
        result = self.call("tools/call", {"name": name, "arguments": arguments})
        text = "".join(part.get("text", "") for part in result["content"])
        if result.get("isError"):
            raise Unavailable(text)
        return text


def _agent_browser(*options: str) -> Callable[[Sequence[str]], Sizes]:
    """What the command `snapshot` prints."""

    def ask(urls: Sequence[str]) -> Sizes:
        program = str(_npm() / "agent-browser")
        environment = {
            **os.environ, "AGENT_BROWSER_EXECUTABLE_PATH": _chromium(), "AGENT_BROWSER_ARGS": "--no-sandbox",
            "AGENT_BROWSER_SESSION": "handrail-bench",
        }  # fmt: skip

        def run(*command: str) -> str:
            done = subprocess.run(
                (program, *command), env=environment, capture_output=True, text=True, timeout=PAGE_SECONDS
            )
            if done.returncode != 0:
                raise Unavailable((done.stderr or done.stdout).strip())
            return done.stdout

        sizes = {}
        try:
            for url in urls:
                run("open", url)
                run("set", "viewport", "1280", "720")
                run("wait", "1000")
                sizes[url] = len(run("snapshot", *options))
        finally:
            run("close")
        return sizes

    return ask


STATE = """
import asyncio, json, os, sys
os.environ.update(ANONYMIZED_TELEMETRY="false", BROWSER_USE_LOGGING_LEVEL="error", BROWSER_USE_CLOUD_SYNC="false")
from browser_use import BrowserProfile, BrowserSession
from browser_use.agent.prompts import AgentMessagePrompt
from browser_use.filesystem.file_system import FileSystem

async def main(path, urls):
    profile = BrowserProfile(executable_path=path, headless=True, chromium_sandbox=False,
                             enable_default_extensions=False, viewport={"width": 1280, "height": 720})
    session = BrowserSession(browser_profile=profile)
    await session.start()
    sizes = {}
    for url in urls:
        await session.navigate_to(url)
        await asyncio.sleep(1)
        state = await session.get_browser_state_summary(include_screenshot=False)
        prompt = AgentMessagePrompt(browser_state_summary=state, file_system=FileSystem(base_dir="."), task="x",
                                    max_clickable_elements_length=10**9)
        sizes[url] = len(prompt._get_browser_state_description())
    await session.kill()
    print("SIZES " + json.dumps(sizes))

asyncio.run(main(sys.argv[1], sys.argv[2:]))
"""
"""The page state of browser-use's prompt, without its own limit of 40,000 characters."""


def _browser_use(urls: Sequence[str]) -> Sizes:
    """The part of its prompt that describes the page."""
    folder = _set_up("browser-use", (sys.executable, "-m", "venv", "env"), ("env/bin/pip", "install", "--quiet", PIP))
    python = folder / "env" / "bin" / "python"
    done = subprocess.run(
        (str(python), "-c", STATE, _chromium(), *urls),
        cwd=FOLDER, capture_output=True, text=True, timeout=PAGE_SECONDS * (1 + len(urls)),
    )  # fmt: skip
    lines = [line for line in done.stdout.splitlines() if line.startswith("SIZES ")]
    if not lines:
        raise Unavailable(done.stderr.strip()[-300:])
    return dict(json.loads(lines[0].removeprefix("SIZES ")))


PEERS = (
    Peer("Playwright MCP", _playwright_mcp),
    Peer("agent-browser", _agent_browser()),
    Peer("agent-browser -i", _agent_browser("-i")),
    Peer("browser-use", _browser_use),
)
