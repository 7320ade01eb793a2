"""`handrail session`: one browser for several commands."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import stat
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest

from handrail.cli import kept_session
from handrail.cli.commands import sessions
from handrail.errors import HandrailError, UsageError
from tests.pages import Reply, Request
from tests.running import running

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows has no such sockets")
HANDRAIL = [sys.executable, "-m", "handrail"]


@pytest.fixture
def runtime(monkeypatch):
    # The folder of a test has a path that is too long for a socket.
    with tempfile.TemporaryDirectory() as folder:
        monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
        yield Path(folder) / "handrail" / "sessions"


def test_who_ends_a_session_that_is_not_open_is_not_told_to_open_it(runtime):
    with pytest.raises(UsageError) as ended:
        kept_session.ask("one", {"end": True})
    with pytest.raises(UsageError) as called:
        kept_session.ask("one", {"tool": "page_info"})
    assert ["session start" in error.value.hint for error in (ended, called)] == [False, True]


def handrail(*words: str) -> tuple[int, str, str]:
    done = subprocess.run([*HANDRAIL, *words], capture_output=True, text=True, timeout=100)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.browser
def test_commands_share_the_page_of_a_session_until_it_ends(runtime, serve, tmp_path):
    waits, stays = threading.Event(), threading.Event()
    page = serve("<label>Name <input></label>")

    def slow(_: Request) -> Reply:
        waits.set()
        return Reply(b"late", hold=stays)

    serve.put("/slow", slow)
    try:
        flags: tuple[str, ...] = ("--url", page, "--headless", "--run-dir", str(tmp_path), "--idle", "2")
        flags += ("--save-state", str(tmp_path / "state.json"))
        code, out, err = handrail("session", "start", "one", *flags)
        assert (code, out, "--session one" in err) == (0, "", True)
        [socket] = runtime.glob("*.sock")
        assert (stat.S_IMODE(runtime.stat().st_mode), stat.S_IMODE(socket.stat().st_mode)) == (0o700, 0o600)
        assert handrail("call", "fill", '{"ref": "Name", "value": "Ada"}', "--session", "one")[0] == 0
        assert handrail("session", "list")[1] == f"one  {page}\n"
        # Ctrl-C ends the call that waits, and not the session.
        call = [*HANDRAIL, "call", "fetch_url", json.dumps({"url": f"{serve.origin}/slow"}), "--session", "one"]
        with running(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as waiting:
            assert waits.wait(60)
            os.killpg(waiting.pid, signal.SIGINT)
            assert (waiting.wait(60), waiting.stderr.read()) == (130, b"")
        code, out, _ = handrail("call", "element_info", '{"ref": "Name"}', "--session", "one")
        assert json.loads(out)["data"]["value"] == "Ada"
        assert handrail("call", "page_info", "--session", "one", "--mode", "ask")[0] == 2
        assert handrail("session", "start", "one")[0] == 2
    finally:
        stays.set()
        assert handrail("session", "end", "one")[0] == 0
    assert (list(runtime.iterdir()), (tmp_path / "state.json").exists()) == ([], True)
    assert "No session is open." in handrail("session", "list")[2]
    assert "There is no session 'one'" in handrail("call", "page_info", "--session", "one")[2]


def test_a_second_start_of_a_name_fails_before_the_first_has_its_socket(runtime):
    with kept_session.reserve("one"):
        code, _, err = handrail("session", "start", "one", "--headless")
        assert (code, "The session 'one' is open." in err, list(runtime.glob("*.sock"))) == (2, True, [])
    with kept_session.reserve("one"):
        assert [file.name for file in runtime.iterdir()] == ["one.lock"]
    assert list(runtime.iterdir()) == []


async def test_a_session_ends_when_nobody_calls_it(runtime):
    async def answer(request):
        return request

    await kept_session.serve("one", answer, lambda: None, idle_seconds=0.05)
    assert not kept_session.is_open("one")


async def test_a_request_that_cannot_be_answered_keeps_no_client_waiting_and_no_session_open(runtime):
    async def answer(request):
        raise OSError("It cannot be answered.")

    ready = asyncio.Event()
    asyncio.get_running_loop().set_exception_handler(lambda *_: None)
    serving = asyncio.create_task(kept_session.serve("one", answer, ready.set, idle_seconds=0.05))
    await ready.wait()
    with pytest.raises(UsageError):
        await asyncio.wait_for(asyncio.to_thread(kept_session.ask, "one", {"tool": "page_info"}), 10)
    await asyncio.wait_for(serving, 10)


def fill_disk_of(log: Path) -> None:
    """Let no more be written into a file that this process has open."""
    [opened] = [file for file in Path("/proc/self/fd").iterdir() if file.resolve() == log]
    os.dup2(os.open("/dev/full", os.O_WRONLY), int(opened.name))


@pytest.mark.browser
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is always full")
async def test_a_call_whose_log_cannot_be_written_fails_in_one_sentence(runtime, tmp_path, monkeypatch):
    ready = asyncio.Event()
    monkeypatch.setattr(sessions, "_let_go", ready.set)
    options = {"headless": True, "log": True, "run_dir": tmp_path}
    holding = asyncio.create_task(sessions._hold("one", None, 1.0, options))
    await ready.wait()
    fill_disk_of(tmp_path / "run.jsonl")
    found = await asyncio.to_thread(kept_session.ask, "one", {"tool": "page_info"})
    assert (found["code"], "cannot be written: No space left" in found["error"]) == ("session_failed", True)
    with pytest.raises(HandrailError, match="cannot be written: No space left"):
        await holding


def test_a_folder_that_others_can_enter_holds_no_session(runtime):
    runtime.mkdir(parents=True)
    for folder, mode in ((runtime, 0o750), (runtime.parent, 0o777)):
        runtime.chmod(0o700)
        folder.chmod(mode)
        with pytest.raises(UsageError, match="not yours alone"):
            kept_session.names()
    runtime.parent.chmod(0o700)
    for name in ("../one", "", "a/b", "x" * 41):
        with pytest.raises(UsageError, match="no name"):
            kept_session.socket_of(name)
