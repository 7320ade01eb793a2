"""Everything that can go wrong around a run, at every step of it: it ends rightly, its log is whole, nothing is done
twice, and what was cut off goes on.

A sample of the positions by default; all of them with TESTS=all.
"""

from __future__ import annotations

import json
import os
import signal
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any, cast, get_args

import pytest

from handrail import Agent, Session
from handrail.browser.process.reaper import is_alive
from handrail.models import Call, Scripted
from handrail.models.providers.errors import ErrorCode, ProviderError
from handrail.runs.log import RunLog
from handrail.runs.resume import read_resumed_run
from tests.pages import PageServer, Reply
from tests.sampling import ALL, some

ACTS = 10


class Board(Reply):
    """A page with ten things to do, in order, which shows what was done: each is a form of its own.

    Args:
        sent: told of each act when it has come to the server and is not answered yet.
    """

    def __init__(self, server: PageServer, sent=lambda number: None) -> None:
        super().__init__(headers={"connection": "close"})
        self.server = server
        self.sent = sent
        self.url = server.origin + "/"
        server.replies["/"] = self
        server.replies |= {f"/act/{number}": self for number in range(1, ACTS + 1)}

    @property
    def done(self) -> Counter[int]:
        paths = [request.path for request in self.server.requests if request.method == "POST"]
        return Counter(int(path.rpartition("/")[2]) for path in paths)

    @property
    def body(self) -> bytes:
        if self.server.requests[-1].method == "POST":
            self.sent(int(self.server.requests[-1].path.rpartition("/")[2]))
        rows = [
            f"<li>{number} is done" if number in self.done
            else f"<li><form method=post action=/act/{number}><button>Act {number}</button></form>"
            for number in range(1, ACTS + 1)
        ]  # fmt: skip
        return f"<title>Board</title><h1>Board</h1><ul>{''.join(rows)}</ul>".encode()

    @body.setter
    def body(self, _: bytes) -> None:
        """It is made anew each time."""

    def decide(self, turn):
        """An honest agent: it does the first thing that the page says is not done, and looks where it cannot see."""
        seen = turn.observation and turn.observation.snapshot
        buttons = [node for node in seen.nodes if node.ref and "Act " in node.name] if seen else []
        if buttons:
            return [Call("click", {"ref": buttons[0].ref})]
        if seen and f"{ACTS} is done" in seen.text.raw:
            return [Call("done", {"result": "All is done."})]
        return [Call("snapshot", {"mode": "full"})]


TASK = "Do all that is on the board."


def agent(session: Session, model) -> Agent:
    return Agent(session, model=model, plan="none", verify=0, vision="never")


def lines(log: Path) -> list[dict]:
    """The events of a log that is whole."""
    text = log.read_text()
    assert text.endswith("\n")
    return [json.loads(line) for line in text.splitlines()]


def kill(session: Session) -> None:
    """End the session's own browser at once, as a crash would."""
    for process in cast(Any, session.browser).processes:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


# Not all in one run: three losses in a row without a successful call between end it.
GROUPS = [set(range(1, ACTS + 1, 2)), set(range(2, ACTS + 1, 2))] if ALL else [{4}]


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
@pytest.mark.parametrize("moment", ["before", "during", "after"])
@pytest.mark.parametrize("steps", GROUPS, ids=str)
@pytest.mark.browser
async def test_a_browser_killed_at_any_step_costs_nothing_and_repeats_nothing(serve, tmp_path, moment, steps):
    killed: set[Any] = set()

    def kill_at(number: int) -> None:
        if number in steps - killed:
            killed.add(number)
            kill(session)

    board = Board(serve, sent=kill_at if moment == "during" else lambda _: None)

    def decide(turn):
        call = board.decide(turn)
        if moment == "before" and call[0].name == "click":
            kill_at(len(board.done) + 1)
        return call

    def hear(event):
        if moment == "after" and event.kind == "result" and event.tool == "click":
            kill_at(len(board.done))

    async with Session(run_dir=tmp_path, headless=True, grants=[f"submit@{serve.origin}"]) as session:
        session.events.subscribe(hear)
        result = await agent(session, Scripted(decide)).run(TASK, url=board.url)
        assert result.outcome == "done", result.answer
    assert killed == steps
    assert board.done == Counter(range(1, ACTS + 1))
    told = lines(result.log)
    # After the last act nothing needs the browser any more.
    assert [event["event"] for event in told].count("recovered") >= len(steps - {ACTS})
    assert not (tmp_path / "state.json").exists()


@pytest.mark.parametrize("code", some(get_args(ErrorCode), 2))
async def test_a_provider_that_fails_in_any_way_at_any_step_ends_the_run_with_its_work_kept(session, serve, code):
    for step in some(range(1, ACTS + 1), 1):

        def decide(turn, step=step):
            done = sum(message.name == "note" for message in turn.messages)
            if done + 1 == step:
                raise ProviderError(code, f"It failed with {code}.")
            return [Call("note", {"text": f"found {done}", "key": f"k{done}"})]

        result = await agent(session, Scripted(decide)).run("Take notes.", url=serve("<h1>Here</h1>", "/"))
        assert (result.outcome, result.exit_code) == ("error", 4)
        said, _, found = result.answer.partition("\n\nFound so far:\n\n")
        assert said == f"It failed with {code}."
        assert found == "\n".join(f"- k{done} ({serve.origin}): found {done}" for done in range(step - 1))
        assert len(result.steps) == step - 1
        assert lines(result.log)[-1]["outcome"] == "error"
        past = read_resumed_run(result.log)
        assert len(past.steps) == len(past.notes) == step - 1


async def test_a_network_that_is_cut_fails_calls_and_then_the_run_with_its_log_whole(session, serve):
    board = Board(cut := PageServer())
    session.permissions.open(cut.origin)
    step = some(range(2, ACTS), 1)[0]

    def decide(turn):
        if len(board.done) + 1 >= step:
            cut.stop()
            return [Call("goto", {"url": f"{cut.origin}/?{len(turn.messages)}"})]
        return board.decide(turn)

    session.permissions.trusted.add(cut.origin)
    result = await agent(session, Scripted(decide)).run(TASK, url=board.url)
    assert result.outcome == "failed"
    assert "refused the connection" in result.answer
    assert lines(result.log)[-1]["outcome"] == "failed"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is always full")
async def test_a_full_disk_ends_the_run_in_one_sentence_with_what_was_written_whole(session, serve, monkeypatch):
    logs = []

    class Kept(RunLog):
        def __init__(self, folder):
            super().__init__(folder)
            logs.append(self)

        def fill_the_disk(self):
            self._file.close()
            self._file = os.fdopen(os.open("/dev/full", os.O_WRONLY), "w", encoding="utf-8")

    monkeypatch.setattr("handrail.agent.agent.RunLog", Kept)
    board = Board(serve)
    session.permissions.trusted.add(serve.origin)
    for step in some(range(1, ACTS + 1), 2):
        serve.requests.clear()

        def decide(turn, step=step):
            if len(board.done) + 1 == step:
                logs[-1].fill_the_disk()
            return board.decide(turn)

        result = await agent(session, Scripted(decide)).run(TASK, url=board.url)
        assert result.outcome == "error"
        assert "cannot be written: No space left on device. Make room on the disk." in result.answer
        assert sum(board.done.values()) == step - 1
        assert lines(result.log)[-1]["event"] != "run_ended"
        assert read_resumed_run(result.log).task == TASK


# With all points it is some hundred runs, each with one that goes on: about 3 s, and 10 s on a busy machine.
@pytest.mark.timeout(1_800 if ALL else 120)
async def test_ctrl_c_at_any_point_ends_the_run_cleanly_and_resume_goes_on_to_the_end(
    open_session, chromium, serve, tmp_path
):
    board = Board(serve)

    async def cut_off(name: str, at: int):
        """A run that is stopped when its event number ``at`` is told; None where it came to its end before."""
        session = await open_session(chromium, tmp_path / name, trust=[serve.origin])
        one = agent(session, Scripted(board.decide))
        told = []

        def hear(_):
            told.append(0)
            if len(told) == at:
                one.stop()

        session.events.subscribe(hear)
        return await one.run(TASK, url=board.url), len(told)

    whole, events = await cut_off("whole", 0)
    assert whole.outcome == "done"
    for at in some(range(1, events), 2):
        serve.requests.clear()
        result, _ = await cut_off(f"cut-{at}", at)
        assert result.outcome == "cancelled", at
        assert lines(result.log)[-1]["outcome"] == "cancelled"
        session = await open_session(chromium, result.log.parent, trust=[serve.origin])
        again = await agent(session, Scripted(board.decide)).go_on(read_resumed_run(result.log))
        assert again.outcome == "done", (at, again.answer)
        assert board.done == Counter(range(1, ACTS + 1)), at


@pytest.mark.browser
async def test_ctrl_c_leaves_no_process_behind_and_the_cookies_for_resume(serve, tmp_path):
    board = Board(serve)
    board.headers = {**board.headers, "set-cookie": "who=ada; Path=/"}
    step = some(range(2, ACTS), 1)[0]
    async with Session(run_dir=tmp_path, headless=True, trust=[serve.origin]) as session:

        def decide(turn):
            if len(board.done) + 1 == step:
                one.stop()
            return board.decide(turn)

        one = agent(session, Scripted(decide))
        assert (await one.run(TASK, url=board.url)).outcome == "cancelled"
        browsers = cast(Any, session.browser).processes
    assert browsers
    assert not any(map(is_alive, browsers))
    assert [cookie["name"] for cookie in json.loads((tmp_path / "state.json").read_text())["cookies"]] == ["who"]
