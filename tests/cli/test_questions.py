"""A person at a real terminal pauses a run with Ctrl-C, sends it a message, answers it, and lets it continue."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from handrail.cli.questions import NO_WINDOW, Terminal
from handrail.messages import ENGLISH, Sentence, use_language
from handrail.policy import Ask
from handrail.policy.decision import ask_for_grant
from handrail.tools.core.context import Question, ValueField, ValueRequest
from handrail.tools.core.plan import Plan
from tests.pages import PageServer

pty = pytest.importorskip("pty", reason="a pseudo-terminal needs POSIX")


class Screen:
    """What a program writes on its terminal, and keys for it."""

    def __init__(self, master: int) -> None:
        self._master = master
        self.text = ""

    def until(self, words: str) -> None:
        """Read until these words are shown. The test's own time limit ends it where they never are."""
        while words not in self.text:
            try:
                self.text += os.read(self._master, 10_000).decode("utf-8", "replace")
            except OSError:
                raise AssertionError(f"{words!r} never came; there was: {self.text}") from None

    def rest(self) -> None:
        """Read what an ended program left."""
        with suppress(OSError):
            while part := os.read(self._master, 10_000):
                self.text += part.decode("utf-8", "replace")

    def type(self, keys: str) -> None:
        os.write(self._master, keys.encode())


@contextmanager
def at_a_terminal(*command: str, kind: str = "dumb") -> Iterator[tuple[Screen, int]]:
    pid, master = pty.fork()
    if pid == 0:
        os.environ |= {"TERM": kind, "COLUMNS": "200"}
        os.execv(sys.executable, [sys.executable, "-m", "handrail", *command])
    try:
        yield Screen(master), pid
    finally:
        os.close(master)


def script(path: Path, *calls: tuple[str, dict[str, object]]) -> str:
    path.write_text(json.dumps([{"tool": name, "params": params} for name, params in calls]))
    return f"scripted:{path}"


@pytest.mark.browser
def test_ctrl_c_pauses_a_run_which_continues_with_the_message(tmp_path: Path, serve: PageServer):
    calls: list[tuple[str, dict[str, object]]] = [
        ("wait", {"seconds": 2}),
        ("ask_user", {"question": "Which size?", "options": ["Small", "Large"]}),
    ]
    model = script(tmp_path / "script.json", *calls, ("done", {"result": "All well"}))
    command = ("run", "look", "--url", serve("<h1>Here</h1>"), "--headless", "--model", model)
    with at_a_terminal(*command, "--run-dir", str(tmp_path / "run")) as (screen, pid):
        screen.until("Task:")
        screen.type("\x03")
        screen.until("message for the agent")
        screen.type("prefer the blue one\n")
        screen.until("your answer")
        screen.type("2\n")
        screen.until("All well")
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    events = [json.loads(line) for line in (tmp_path / "run" / "run.jsonl").read_text().splitlines()]
    assert [event["text"] for event in events if event["event"] == "steered"] == ["prefer the blue one"]
    answers = [
        event["result"]["data"] for event in events if event["event"] == "result" and event["tool"] == "ask_user"
    ]
    assert answers == [{"answer": "Large", "chosen": True}]


@pytest.mark.browser
def test_ctrl_c_at_a_question_ends_the_run_at_once(tmp_path: Path, serve: PageServer):
    model = script(tmp_path / "script.json", ("ask_user", {"question": "Which size?"}))
    with at_a_terminal("run", "look", "--url", serve("<h1>Here</h1>"), "--headless", "--model", model) as (screen, pid):
        screen.until("your answer")
        screen.type("\x03")
        screen.until("Cancelled")
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 130


HIDE, SHOW = "\x1b[?25l", "\x1b[?25h"


@pytest.mark.browser
@pytest.mark.parametrize(("ends_with", "code"), [("second Ctrl-C", 130), ("SIGTERM", 143)])
def test_the_cursor_is_shown_again_however_a_run_ends(tmp_path: Path, serve: PageServer, ends_with: str, code: int):
    model = script(tmp_path / "script.json", ("wait", {"seconds": 30}))
    command = ["run", "wait", "--url", serve("<h1>Here</h1>"), "--headless", "--model", model]
    with at_a_terminal(*command, "--run-dir", str(tmp_path / "run"), kind="xterm") as (screen, pid):
        screen.until("\x1b[0m Wait")
        if ends_with == "SIGTERM":
            os.kill(pid, signal.SIGTERM)
        else:
            screen.type("\x03")
            screen.until("[q] to end")
            screen.type("\x03")
        screen.until("report handrail")
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == code
        screen.rest()
    assert screen.text.rindex(SHOW) > screen.text.rindex(HIDE)


@pytest.mark.browser
def test_sigterm_ends_a_call_with_its_browser_and_the_cursor_comes_back(serve: PageServer):
    with at_a_terminal("call", "wait", '{"seconds": 30}', "--headless", kind="xterm") as (screen, pid):
        screen.until(HIDE)
        screen.until("\x1b[0m wait")
        os.kill(pid, signal.SIGTERM)
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 143
        screen.rest()
    assert screen.text.rindex(SHOW) > screen.text.rindex(HIDE)
    assert "Traceback" not in screen.text


@pytest.fixture
def prompts() -> list[tuple[str, bool]]:
    """What was asked for on the terminal, and whether the reply was hidden."""
    return []


@pytest.fixture
def terminal_typing(monkeypatch: pytest.MonkeyPatch, prompts: list[tuple[str, bool]]):
    def lines(*answers: str | None) -> Terminal:
        given = iter(answers)

        async def read_line(prompt: str, *, hidden: bool = False) -> str | None:
            prompts.append((prompt, hidden))
            return next(given)

        monkeypatch.setattr("handrail.cli.questions.read_line", read_line)
        return Terminal(lambda: None, lambda: None)

    return lines


@pytest.mark.parametrize(
    ("typed", "answer"), [("2", "Large"), ("3", "3"), ("0", "0"), ("neither", "neither"), ("", None), (None, None)]
)
async def test_a_number_chooses_an_option_and_other_text_is_the_answer(terminal_typing, typed, answer):
    assert await terminal_typing(typed).answer(Question("Which size?", ("Small", "Large"))) == answer


@pytest.mark.parametrize(
    ("typed", "answer"), [("y", True), ("", True), ("n", False), (None, False), ("first the sale", "first the sale")]
)
async def test_a_plan_is_approved_rejected_or_changed(terminal_typing, typed, answer):
    assert await terminal_typing(typed).approve_plan(Plan(("x",), ("y",))) == answer


async def test_a_browser_without_a_window_cannot_be_taken_over(terminal_typing, capsys):
    terminal = Terminal(lambda: None, lambda: None, window=False)
    assert await terminal.take_over("Solve it") == NO_WINDOW
    assert "--headed" in capsys.readouterr().err


async def test_what_a_model_says_cannot_end_its_quotation_marks(terminal_typing, capsys):
    await terminal_typing("n").take_over('Solve it". Handrail has checked this site: "go on')
    assert "\"Solve it'. Handrail has checked this site: 'go on\"" in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize(("typed", "taken"), [("", True), ("n", False), (None, False)])
async def test_a_person_takes_over_the_browser_or_declines(terminal_typing, typed, taken):
    assert await terminal_typing(typed).take_over("Solve it") is taken


async def test_the_end_of_input_denies_a_question(terminal_typing):
    assert await terminal_typing(None).approve(Ask("test", "Pay?", "--trust https://shop.example")) == "no"


async def test_values_are_asked_for_a_site_and_what_is_hidden_is_not_echoed(terminal_typing, prompts, capsys):
    fields = (ValueField("owner", "Owner\x1b[2J", hidden=False), ValueField("pw", "Password", hidden=True))
    request = ValueRequest("https://shop.example", "To pay", "Bank details", fields)
    given = await terminal_typing("Ada", "cor2rect-Horse!").give_values(request)
    assert given == {"owner": "Ada", "pw": "cor2rect-Horse!"}
    shown = capsys.readouterr().err
    assert 'https://shop.example asks for data of yours, through the agent: "To pay", for "Bank details".' in shown
    assert prompts == [("  “Owner[2J”: ", False), ("  “Password” (not shown): ", True)]


async def test_a_field_that_the_page_does_not_name_is_not_called_what_the_model_calls_it(terminal_typing, prompts):
    fields = (ValueField("password", "", hidden=False), ValueField("e-mail", "", hidden=False))
    await terminal_typing("x", "y").give_values(ValueRequest("https://shop.example", "x", "x", fields))
    said = "  a field that the page does not name, and the model calls “{}”: "
    assert [prompt for prompt, _ in prompts] == [said.format("password"), said.format("e-mail")]


async def test_the_end_of_input_gives_no_values(terminal_typing):
    request = ValueRequest("https://shop.example", "x", "x", (ValueField("owner", "Owner", hidden=False),))
    assert await terminal_typing(None).give_values(request) is None


async def test_a_question_is_put_in_the_persons_language_and_answered_by_the_same_letters(
    terminal_typing, prompts, capsys
):
    question = ask_for_grant(
        "test", "submit", "https://a.example", Sentence("The model wants to read {file}.", file="x")
    )
    use_language("de")
    try:
        assert await terminal_typing("r").approve(question) == "run"
    finally:
        use_language(ENGLISH)
    printed = capsys.readouterr().err
    assert "Das Modell möchte x lesen. Erlauben? Ein Ja für länger als einmal lässt das Modell" in printed
    assert "[y] ja, dieses eine Mal / für diesen Lauf [r] / immer [a] / [N] nein" in prompts[0][0]
