"""`handrail mcp install`: what it writes into the configuration of clients, and what it leaves there."""

import json
import os
import tomllib
from pathlib import Path

import pytest

from handrail.errors import HandrailError, UsageError
from handrail.mcp.clients import client_named, clients, install

COMMAND = ["/opt/handrail", "mcp", "--allow-origin", "https://*.example.org"]
OTHER = {"command": "npx", "args": ["-y", "other"], "env": {"KEY": "kept"}}
WITH_FILE = [name for name, client in clients().items() if client.file]


def servers_in(path: Path, key: str):
    text = path.read_text("utf-8")
    return (tomllib.loads(text) if path.suffix == ".toml" else json.loads(text))[key]


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
@pytest.mark.parametrize("name", WITH_FILE)
def test_every_client_has_a_file_on_every_system(name, platform):
    path = client_named(name).path(platform, {"APPDATA": "/appdata"})
    assert path is not None
    assert path.is_absolute()
    assert "%" not in str(path)


@pytest.mark.parametrize("name", WITH_FILE)
def test_the_server_is_added_to_a_new_file_and_again_changes_nothing(name, tmp_path):
    client = client_named(name)
    path = tmp_path / "folder" / Path(client.file["linux"]).name
    done = install(client, path, COMMAND)
    assert (done.state, done.backup) == ("written", None)
    assert servers_in(path, client.key)["handrail"] == {**client.entry, "command": COMMAND[0], "args": COMMAND[1:]}
    if os.name == "posix":
        assert path.stat().st_mode & 0o777 == 0o600
    before = path.read_bytes()
    assert install(client, path, COMMAND).state == "unchanged"
    assert path.read_bytes() == before
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_what_stood_in_the_file_stays_and_a_copy_of_it_is_kept(tmp_path):
    path = tmp_path / "mcp.json"
    path.write_text(json.dumps({"theme": "dünkel", "mcpServers": {"other": OTHER}}))
    before = path.read_bytes()
    done = install(client_named("cursor"), path, COMMAND)
    assert done.backup is not None
    assert done.backup.read_bytes() == before
    whole = json.loads(path.read_text("utf-8"))
    assert whole["theme"] == "dünkel"
    assert whole["mcpServers"]["other"] == OTHER
    again = install(client_named("cursor"), path, ["/opt/newer", "mcp"])
    assert again.state == "replaced"
    assert again.backup not in (None, done.backup)
    assert done.backup.read_bytes() == before
    assert servers_in(path, "mcpServers") == {"other": OTHER, "handrail": {"command": "/opt/newer", "args": ["mcp"]}}


@pytest.mark.parametrize("client", ["cursor", "codex"])
def test_the_copy_of_a_file_of_windows_has_its_very_bytes(client, tmp_path):
    path = tmp_path / ("config.toml" if client == "codex" else "mcp.json")
    before = b"\xef\xbb\xbf" + (b'model = "o"\r\n' if client == "codex" else b'{\r\n "a": 1\r\n}\r\n')
    path.write_bytes(before)
    done = install(client_named(client), path, COMMAND)
    assert done.backup is not None
    assert done.backup.read_bytes() == before


def test_comments_and_order_of_a_toml_file_stay(tmp_path):
    path = tmp_path / "config.toml"
    before = '# mine\nmodel = "o"\n\n[mcp_servers.other]\ncommand = "npx"\n'
    path.write_text(before)
    install(client_named("codex"), path, COMMAND)
    assert path.read_text().startswith(before)
    assert set(servers_in(path, "mcp_servers")) == {"other", "handrail"}


@pytest.mark.parametrize(
    ("client", "text", "why"),
    [
        ("cursor", '{"mcpServers": {} // mine\n}', "is not plain JSON"),
        ("cursor", '{"a": 1, "a": 2}', "is not plain JSON"),
        ("cursor", "[1]", "is not what this client expects"),
        ("cursor", '{"mcpServers": []}', "is not what this client expects"),
        ("codex", "model = ", "is not valid TOML"),
        ("codex", '[mcp_servers.handrail]\ncommand = "mine"\n', "another server of this name"),
        ("codex", 'mcp_servers = "mine"\n', "is not valid TOML"),
    ],
)
def test_a_file_that_would_lose_something_is_left_as_it_is(client, text, why, tmp_path):
    path = tmp_path / ("config.toml" if client == "codex" else "mcp.json")
    path.write_text(text)
    with pytest.raises(HandrailError, match=why):
        install(client_named(client), path, COMMAND)
    assert path.read_text() == text
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


def test_a_link_to_the_file_stays_a_link(tmp_path):
    real, link = tmp_path / "dotfiles.json", tmp_path / "mcp.json"
    real.write_text("{}")
    link.symlink_to(real)
    install(client_named("cursor"), link, COMMAND)
    assert link.is_symlink()
    assert "handrail" in servers_in(real, "mcpServers")


def test_what_is_printed_is_what_is_written(tmp_path):
    for name in WITH_FILE:
        client = client_named(name)
        path = tmp_path / name / Path(client.file["linux"]).name
        install(client, path, COMMAND)
        printed = client.snippet(COMMAND)
        parsed = tomllib.loads(printed) if path.suffix == ".toml" else json.loads(printed)
        assert parsed[client.key] == servers_in(path, client.key)


def test_an_unknown_client_is_reported_with_those_that_there_are():
    with pytest.raises(UsageError) as caught:
        client_named("emacs")
    assert "cursor" in caught.value.hint
