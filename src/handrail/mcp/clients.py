"""Writes the server into the configuration of MCP clients: into the file that is there, of which a copy is kept."""

from __future__ import annotations

import json
import os
import shlex
import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any, Literal

from handrail.errors import HandrailError, UsageError, explain_os_errors
from handrail.private_files import new_private_file, write_private

NAME = "handrail"
"""What the server is called in a client's list."""
State = Literal["written", "replaced", "unchanged"]


@dataclass(frozen=True, slots=True)
class Client:
    """An MCP client, as `clients.toml` declares it.

    Args:
        file: where it keeps its servers, by system.
        key: the table of servers there.
        entry: what an entry holds beside command and arguments.
        command: the client's own command that adds a server, in place of a file.
        after: what the user does then.
    """

    title: str
    after: str
    key: str = "mcpServers"
    entry: Mapping[str, str] = field(default_factory=dict)
    file: Mapping[str, str] = field(default_factory=dict)
    command: Sequence[str] = ()

    def path(self, platform: str = sys.platform, env: Mapping[str, str] = os.environ) -> Path | None:
        """Return the file of its servers on a system; None where it has none."""
        named = self.file.get("linux" if platform.startswith("linux") else platform)
        return Path(named.replace("%APPDATA%", env.get("APPDATA", "~/AppData/Roaming"))).expanduser() if named else None

    def server(self, command: Sequence[str]) -> dict[str, Any]:
        """Return the entry of a server that this command starts."""
        return {**self.entry, "command": command[0], "args": list(command[1:])}

    def snippet(self, command: Sequence[str]) -> str:
        """Return what stands in its configuration then, for a person to copy."""
        if self.command:
            return shlex.join([*self.command, *command])
        if any(name.endswith(".toml") for name in self.file.values()):
            return _toml(self.key, self.server(command))
        return json.dumps({self.key: {NAME: self.server(command)}}, ensure_ascii=False, indent=2)


@dataclass(frozen=True, slots=True)
class Written:
    """What was done to a client's file; ``backup`` is the copy of the former one, where there was one."""

    path: Path
    state: State
    backup: Path | None = None


def clients() -> dict[str, Client]:
    """Return every client that is known, by the name that the command line takes."""
    declared = tomllib.loads((resources.files("handrail.mcp") / "clients.toml").read_text("utf-8"))
    return {name: Client(**one) for name, one in declared.items()}


def client_named(name: str) -> Client:
    """Return the client of a name; raise `UsageError` where there is none."""
    known = clients()
    if name not in known:
        raise UsageError(f"There is no MCP client {name[:40]!r} here.", hint=f"There are: {', '.join(known)}.")
    return known[name]


def install(client: Client, path: Path, command: Sequence[str]) -> Written:
    """Put the server that a command starts into a client's file, which is made where it is missing, beside what is
    there, and keep a copy of what was there. Raise `HandrailError` where the file cannot be read, written, or changed
    without losing some of it; nothing was written then."""
    path = path.resolve()
    with explain_os_errors(f"{path} was not changed", kind=HandrailError):
        former = path.read_bytes() if path.exists() else b""
        is_toml = path.suffix == ".toml"
        change = _with_toml if is_toml else _with_json
        after, state = change(former.decode("utf-8-sig"), client.key, client.server(command), path)
        if state == "unchanged":
            return Written(path, state)
        backup = _keep_copy(path, former) if former else None
        mode = path.stat().st_mode if path.exists() else None
        write_private(path, after)
        if mode is not None:
            path.chmod(mode & 0o777)
    return Written(path, state, backup)


def _with_json(before: str, key: str, server: dict[str, Any], path: Path) -> tuple[str, State]:
    try:
        whole = json.loads(before, object_pairs_hook=_unique) if before.strip() else {}
    except ValueError:
        raise HandrailError(
            f"{path} was not changed: it is not plain JSON (comments would be lost).",
            hint="Add the server to it yourself: the same command with --print shows how.",
        ) from None
    servers = whole.get(key, {}) if isinstance(whole, dict) else None
    if not isinstance(servers, dict):
        raise HandrailError(f"{path} was not changed: {key} is not what this client expects.")
    if servers.get(NAME) == server:
        return before, "unchanged"
    state: State = "replaced" if NAME in servers else "written"
    whole[key] = {**servers, NAME: server}
    return json.dumps(whole, ensure_ascii=False, indent=2) + "\n", state


def _with_toml(before: str, key: str, server: dict[str, Any], path: Path) -> tuple[str, State]:
    """Return the file with a table added at the end, so that comments and order stay."""
    try:
        servers = tomllib.loads(before).get(key, {})
        if isinstance(servers, dict) and servers.get(NAME) == server:
            return before, "unchanged"
        after = f"{before.rstrip()}\n\n{_toml(key, server)}".lstrip()
        tomllib.loads(after)
    except tomllib.TOMLDecodeError:
        raise HandrailError(
            f"{path} was not changed: it has another server of this name, or is not valid TOML.",
            hint="Change it yourself: the same command with --print shows how.",
        ) from None
    return after, "written"


def _toml(key: str, server: dict[str, Any]) -> str:
    # Strings and lists of strings are written in TOML as in JSON.
    lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in server.items()]
    return "\n".join([f"[{key}.{NAME}]", *lines, ""])


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the pairs as a dict; raise `ValueError` where a name stands twice, of which one would be lost."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands twice")
    return found


def _keep_copy(path: Path, data: bytes) -> Path:
    """Write the data into a new file beside it, which only the user can read; its path."""
    for number in range(1, 1000):
        copy = path.with_name(f"{path.name}.before-handrail{'' if number == 1 else f'-{number}'}")
        try:
            with new_private_file(copy) as file:
                file.write(data)
        except FileExistsError:
            continue
        return copy
    raise FileExistsError(17, "there are too many copies of it already")
