"""There is one pipeline: no front end and no handler reaches a page, a request, a file or a secret but through it.

The first half reads the source: what a module names. The second drives each front end once, with tabs and secrets that
refuse to be touched outside of a call.
"""

from __future__ import annotations

import ast
import asyncio
import re
import sys
from collections.abc import Iterator
from contextvars import ContextVar
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any, cast

import pytest
from playwright.async_api import Browser
from typer.testing import CliRunner

import handrail
from handrail.agent import Agent
from handrail.browser.playwright_browser import PlaywrightBrowser
from handrail.calls.pipeline import CallPipeline
from handrail.cli.app import app
from handrail.mcp.server import make_server
from handrail.models.protocol import Call
from handrail.models.scripted import Scripted
from handrail.sync import SyncSession
from handrail.tools.core.table import Table
from handrail.vault import Vault
from mcp import Client
from tests.conftest import OpenSession
from tests.pages import PageServer

ROOT = Path(handrail.__file__).parent

NETWORK = {
    "socket", "ssl", "http.client", "http.server", "uvicorn", "urllib.request", "httpx", "httpx2", "requests",
    "aiohttp", "websockets", "ftplib", "smtplib", "telnetlib",
}  # fmt: skip
MAY_TALK = {
    "browser/network/filtering_proxy/*": "every request of a browser passes the filtering proxy",
    "browser/network/fetching.py": "one address, through the filtering proxy",
    "browser/browser_check.py": "looks whether a proxy or a browser's port listens",
    "browser/process/profile.py": "whose machine a profile is locked by",
    "models/*": "the provider of the model; no page is reached so",
    "cli/kept_session.py": "the user's own commands, at a socket that only they can reach",
    "demo/site.py": "serves the demo shop on this machine",
    "evals/applications/web_server.py": "serves the attacked application and the attacker on this machine",
}
MAY_START = {
    "browser/process/find.py": "asks a browser for its version",
    "browser/process/install.py": "installs one",
    "vault/sources.py": "the user's own command for a secret",
    "cli/commands/sessions.py": "Handrail itself, to hold a session open between commands",
    "evals/*": "applications that are attacked on this machine",
}
MAY_OPEN = {
    "tools/look.py": "a screenshot that was asked for, into the run's folder",
    "tools/support/run_files.py": "what was found, into the run's folder",
    "documents/*": "a kept document, in a process that may write nothing",
    "browser/tabs/downloaded_file.py": "what came, into the run's folder",
    "browser/*": "profiles, programs, the state that the user asked to be kept",
    "mcp/clients.py": "the settings of a client that the user wants the server in",
    "vault/sources.py": "the user's own file for a secret",
    "calls/recovery/storage_copies.py": "cookies of a run, for its owner, while it goes on",
    "config.py": "settings", "grants.py": "grants", "private_files.py": "how all of it is written",
    "runs/*": "the log", "cli/*": "what the user named on the command line", "models/scripted.py": "a script of calls",
    "demo/*": "its own pages", "evals/*": "its own worlds",
}  # fmt: skip
OPENING = {
    "read_text", "read_bytes", "write_text", "write_bytes", "unlink", "rmtree", "touch", "symlink_to", "rename",
    "create_private", "new_private_file", "write_private", "copyfile", "copy", "move", "fdopen",
}  # fmt: skip


@cache
def modules() -> dict[str, ast.Module]:
    """The source, parsed where a test asks for it: every process that collects this file would wait for it."""
    return {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text("utf-8")) for path in ROOT.rglob("*.py")}


@cache
def nodes(module: ast.Module) -> list[ast.AST]:
    return list(ast.walk(module))


def named(module: ast.Module) -> Iterator[str]:
    """What a module imports."""
    for node in nodes(module):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def calls(module: ast.Module) -> Iterator[ast.Call]:
    return (node for node in nodes(module) if isinstance(node, ast.Call))


def attribute(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def beyond(users: set[str], allowed: dict[str, str]) -> set[str]:
    """Modules that do it without being named; a name that no module bears any more is a fault too."""
    unused = {pattern for pattern in allowed if not any(fnmatch(user, pattern) for user in users)}
    return {user for user in users if not any(fnmatch(user, pattern) for pattern in allowed)} | unused


def modules_that(does: Any) -> set[str]:
    return {name for name, module in modules().items() if does(module)}


def test_playwright_is_known_to_the_browser_room_alone():
    users = modules_that(lambda module: any(name.split(".")[0] == "playwright" for name in named(module)))
    assert {user for user in users if not user.startswith(("browser/", "evals/"))} == set()


def test_no_module_talks_to_a_network_but_those_that_are_named():
    assert beyond(modules_that(lambda module: not NETWORK.isdisjoint(named(module))), MAY_TALK) <= {"models/*"}
    connects = {"open_connection", "create_connection", "start_server", "sock_connect"}
    users = modules_that(lambda module: any(attribute(call) in connects for call in calls(module)))
    assert all(user.startswith("browser/network/filtering_proxy/") for user in users - {
        "browser/browser_check.py", "evals/applications/web_server.py", "models/providers/local_servers.py",
    }), users  # fmt: skip


def test_no_module_starts_a_program_but_those_that_are_named():
    starts = ("subprocess", "pty", "multiprocessing")
    assert beyond(modules_that(lambda module: not set(starts).isdisjoint(named(module))), MAY_START) == set()
    runs = {"system", "popen", "execv", "spawnl", "create_subprocess_exec", "create_subprocess_shell"}
    assert modules_that(lambda module: any(attribute(call) in runs for call in calls(module))) <= {
        "browser/browser_check.py", "browser/process/find.py", "browser/process/install.py", "documents/read.py",
        "vault/sources.py",
    }  # fmt: skip


def test_no_module_opens_files_but_those_that_are_named():
    def opens(module: ast.Module) -> bool:
        for call in calls(module):
            if isinstance(call.func, ast.Name) and call.func.id in {"open", *OPENING}:
                return True
            if attribute(call) == "open" and ast.unparse(call.func).split(".")[-2] in ("path", "file", "log"):
                return True
            # Files of the package itself are no files of the user's.
            if attribute(call) in OPENING and "resources.files" not in ast.unparse(call):
                return True
        return False

    users = {user for user in modules_that(opens) if user.startswith("tools/") or not user.startswith("models/offline")}
    assert beyond(users, MAY_OPEN) - {"browser/*"} == set()


def test_no_module_runs_code_that_it_was_given():
    runs = {"eval", "exec", "compile", "__import__"}
    found = modules_that(lambda module: any(isinstance(c.func, ast.Name) and c.func.id in runs for c in calls(module)))
    assert found == set()


def test_the_values_of_secrets_are_asked_for_by_one_handler_and_typed_in_one_place():
    def asks(module: ast.Module) -> bool:
        return any(
            isinstance(node, ast.Attribute) and node.attr in ("value", "load") and "vault" in ast.unparse(node.value)
            for node in nodes(module)
        )

    # A document may need a password.
    assert modules_that(asks) == {"tools/secrets.py", "tools/documents.py", "session.py"}
    reveals = modules_that(lambda module: any(ast.unparse(call.func) == "reveal" for call in calls(module)))
    assert reveals == {"browser/actions/fields/secret_input.py"}


def test_handlers_and_pipelines_are_entered_at_one_place():
    def calls_of(text: str) -> set[str]:
        return modules_that(lambda module: any(ast.unparse(call.func).endswith(text) for call in calls(module)))

    assert calls_of("record.handler") == {"calls/pipeline.py"}
    # A call may be made of several, each judged for itself.
    assert calls_of("CallPipeline") == {"session.py", "calls/pipeline.py"}
    assert calls_of("state.context") == {"calls/pipeline.py"}
    contexts = modules_that(lambda module: any(ast.unparse(call.func) == "Context" for call in calls(module)))
    assert contexts == {"calls/state.py"}
    enters = {user for user in calls_of(".perform") | calls_of(".call_as") if user.startswith(("tools/", "browser/"))}
    # What one tool does in several calls, each judged for itself: pages of a collection, fields of a form, a search.
    assert enters == {
        "tools/records.py",
        "tools/input.py",
        "tools/inspect.py",
        "tools/secrets.py",
        "tools/support/form_values.py",
        "tools/web.py",
    }


def test_no_front_end_touches_tabs():
    """Front ends go through the pipeline, its facts, the session itself and what replaces a lost browser. `sync` lists
    tabs, and what is claimed at the end of a run is held against the open ones."""

    def touches(module: ast.Module) -> bool:
        return any(
            isinstance(node, ast.Attribute)
            and node.attr in ("tab", "tabs", "browser", "context")
            and ast.unparse(node.value).removeprefix("self.").removeprefix("_").removesuffix(".state")
            in ("session", "state")
            for node in nodes(module)
        )

    users = {user for user in modules_that(touches) if not user.startswith("evals/")}
    lists = {"sync.py"}
    parts = (
        "pipeline",
        "facts/address_facts",
        "facts/dialog_facts",
        "facts/drop_place",
        "facts/file_facts",
        "facts/model_text",
        "facts/page_facts",
        "facts/page_tool_facts",
        "fetching",
        "joint_question",
        "named_elements",
        "observe",
        "recovery/recovery",
        "effects/act_judges",
        "effects/approvals",
        "effects/page_retries",
        "effects/request_judge",
        "effects/taint",
        "given_addresses",
    )
    looks = {"session.py", "session_page.py", *(f"calls/{name}.py" for name in parts)}
    assert users - lists <= looks, users
    for user in lists:
        asked = {ast.unparse(node) for node in nodes(modules()[user]) if isinstance(node, ast.Attribute)}
        deeper = {one for one in asked if re.search(r"session\.tabs?\.(?!list$|dialog$)", one)}
        assert deeper == set(), (user, deeper)


# --- each front end, driven once

IN_PIPELINE: ContextVar[bool] = ContextVar("in_pipeline", default=False)
OWN = ("session.py", "session_page.py", "sync.py", "calls/recovery/recovery.py", "calls/observe.py", "browser/")
"""Modules whose own work on the tabs is the beginning and end of a browser, and the list of the open ones."""


@pytest.fixture
def guarded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Tabs and secrets that refuse to be touched outside of the pipeline. The list names the tools that were called."""
    came: list[str] = []
    run, value, tabs = CallPipeline.run, Vault.value, cast(Any, PlaywrightBrowser.tabs).fget

    async def in_pipeline(self: CallPipeline, name: str, raw: dict[str, Any], *, observe: bool) -> Any:
        came.append(name)
        token = IN_PIPELINE.set(True)
        try:
            return await run(self, name, raw, observe=observe)
        finally:
            IN_PIPELINE.reset(token)

    def touched(what: str) -> None:
        caller = _module(sys._getframe(2))
        assert IN_PIPELINE.get() or caller.startswith(OWN), f"{caller} touched {what} outside of the pipeline"

    def guarded_tabs(self: PlaywrightBrowser) -> Any:
        touched("the tabs")
        return tabs(self)

    def guarded_value(self: Vault, name: str) -> str:
        touched("a secret")
        return value(self, name)

    monkeypatch.setattr(CallPipeline, "run", in_pipeline)
    monkeypatch.setattr(PlaywrightBrowser, "tabs", property(guarded_tabs))
    monkeypatch.setattr(Vault, "value", guarded_value)
    return came


def _module(frame: FrameType | None) -> str:
    """The module of ours that asked: behind properties of a session and its state that only hand on."""
    while frame is not None and frame.f_code.co_name in ("tab", "tabs", "browser", "open_browser", "taint"):
        frame = frame.f_back
    path = Path(frame.f_code.co_filename) if frame is not None else ROOT
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)


async def test_a_program_that_bypasses_the_pipeline_is_caught(
    guarded: list[str], open_session: OpenSession, chromium: Browser, tmp_path: Path
):
    session = await open_session(chromium, tmp_path / "run")
    with pytest.raises(AssertionError, match="outside of the pipeline"):
        _ = session.tab
    assert (await session.call("page_info")).ok


async def test_the_library_and_the_agent_and_mcp_go_through_the_pipeline(
    guarded: list[str], open_session: OpenSession, chromium: Browser, serve: PageServer, tmp_path: Path
):
    url = serve("<h1>Here</h1><button>Go</button>")
    session = await open_session(chromium, tmp_path / "run")
    assert (await session.call("goto", url=url)).ok
    button = next(node.ref for node in (await session.snapshot()).nodes if node.ref)
    assert (await session.call_as("model", "click", ref=button)).ok
    assert "Here" in (await session.snapshot()).text
    script = Scripted([Call("read_page", {}), Call("done", {"result": "Here"})])
    result = await Agent(await open_session(chromium, tmp_path / "agent", model=script)).run("Look", url=url)
    assert result.outcome.startswith("done")
    async with Client(make_server(session)) as client:
        assert not (await client.call_tool("read_page", {})).is_error
    assert {"goto", "click", "read_page", "done"} <= set(guarded)


@pytest.mark.browser
async def test_the_command_line_and_the_session_without_async_go_through_the_pipeline(
    guarded: list[str], serve: PageServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    url = serve("<h1>Here</h1>")

    def without_async() -> str:
        with SyncSession(headless=True, run_dir=tmp_path / "run") as session:
            assert session.call("goto", url=url).ok
            assert session.tab().url == url
            return str(session.snapshot().text.raw)

    assert "Here" in await asyncio.to_thread(without_async)
    words = ["call", "read_page", "{}", "--url", url, "--headless"]
    done = await asyncio.to_thread(CliRunner().invoke, app, words)
    assert (done.exit_code, "Here" in done.output) == (0, True), done.output
    assert guarded == ["goto", "goto", "read_page"]


def test_every_handler_of_the_table_is_reached_by_the_pipeline_alone():
    """A handler is given the page, files and secrets in its context; it imports none of them."""
    for record in Table.load():
        module = modules()[record.handler.__module__.removeprefix("handrail.").replace(".", "/") + ".py"]
        imported = set(named(module))
        assert not any(name.startswith(("handrail.browser.tabs", "handrail.session")) for name in imported), record
        assert NETWORK.isdisjoint(imported), record
