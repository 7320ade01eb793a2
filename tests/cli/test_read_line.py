"""A line is read from a real terminal: hidden or not, and with the terminal as it was before, however that ends."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

from handrail.cli.read_line import read_line

pty = pytest.importorskip("pty", reason="a pseudo-terminal needs POSIX")
termios = pytest.importorskip("termios")

PROGRAM = """
import asyncio
from handrail.cli.read_line import read_line
print("read", asyncio.run(read_line("Password: ", hidden=True)))
"""


def start(program: str) -> tuple[int, int]:
    pid, master = pty.fork()
    if pid == 0:
        os.execv(sys.executable, [sys.executable, "-c", program])
    return pid, master


def shown_until(master: int, words: str) -> str:
    text = ""
    while words not in text:
        text += os.read(master, 1_000).decode()
    return text


def echoes(master: int) -> bool:
    return bool(termios.tcgetattr(master)[3] & termios.ECHO)


def test_what_is_hidden_is_not_echoed_and_the_terminal_echoes_again_afterwards():
    pid, master = start(PROGRAM)
    shown_until(master, "Password: ")
    assert not echoes(master)
    os.write(master, "cor2rect-Hörse!\n".encode())
    assert shown_until(master, "Hörse!").split() == ["read", "cor2rect-Hörse!"]
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    assert echoes(master)
    os.close(master)


def test_ctrl_c_at_a_hidden_line_ends_the_program_and_the_terminal_echoes_again():
    pid, master = start(PROGRAM)
    shown_until(master, "Password: ")
    os.write(master, b"half a pass\x03")
    shown_until(master, "KeyboardInterrupt")
    os.waitpid(pid, 0)
    assert echoes(master)
    os.close(master)


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        (b"one\n  two \n", ["one", "two"]),
        (b"\nafter an empty one\n", ["", "after an empty one"]),
        (b"cut off", ["cut off", None]),
        (b"", [None, None]),
        (b"\xff\n", ["\ufffd", None]),
    ],
)
async def test_each_call_reads_one_line_until_the_end_of_input(tmp_path: Path, monkeypatch, capsys, typed, lines):
    (tmp_path / "typed").write_bytes(typed)
    with (tmp_path / "typed").open(encoding="utf-8") as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        assert [await read_line("> "), await read_line("> ")] == lines
    assert capsys.readouterr().err == "> > "


async def test_the_event_loop_goes_on_while_a_line_is_awaited(monkeypatch):
    read_end, write_end = os.pipe()
    with os.fdopen(read_end) as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        line = asyncio.create_task(read_line("> "))
        await asyncio.sleep(0)
        os.write(write_end, b"answer\n")
        assert await line == "answer"
    os.close(write_end)
