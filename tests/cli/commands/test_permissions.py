"""Permissions on the command line: flags, questions at a terminal, the list of grants, the rules in force."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from handrail.cli.questions import Terminal
from handrail.grants import GrantBook
from handrail.policy import RULES, Ask, Grant
from handrail.policy.permissions import Refusal
from tests.cli.test_commands import handrail, here  # noqa: F401 - fixtures
from tests.pages import PageServer

SHOP = "https://shop.example"
LASTING = Ask("test", "Submit the form?", f"--grant submit@{SHOP}", (Grant("submit", SHOP),))
ONCE = Ask("test", "Pay?", f"--trust {SHOP}")


@pytest.fixture
def terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def ask(*answers: str) -> Terminal:
        typed = iter(answers)

        async def read_line(_prompt: str) -> str:
            return next(typed)

        monkeypatch.setattr("handrail.cli.questions.read_line", read_line)
        return Terminal(lambda: None, lambda: None, book=GrantBook(tmp_path / "grants"))

    return ask


@pytest.mark.parametrize(
    ("typed", "answer"), [("y", "once"), ("r", "run"), ("", "no"), ("N", "no"), ("always", None), ("a", "always")]
)
async def test_a_person_answers_with_a_letter_and_is_asked_again_for_what_is_none(terminal, typed, answer):
    assert await terminal(typed, "n").approve(LASTING) == (answer or "no")


async def test_what_can_only_be_allowed_once_offers_no_more(terminal):
    assert await terminal("a", "r", "v", "y").approve(ONCE) == "once"


async def test_always_and_never_are_kept(terminal, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    await terminal("a").approve(LASTING)
    assert await terminal("v").approve(LASTING) == "never"
    assert await terminal("a", "r", "v").approve(replace(ONCE, refusable=(Refusal("pay", SHOP),))) == "never"
    assert GrantBook(tmp_path / "grants").entries() == [
        f"submit@{SHOP}",
        f"never submit@{SHOP}",
        f"never pay@{SHOP}",
    ]
    assert f"“Never” refuses the model this for good: pay on {SHOP}." in " ".join(capsys.readouterr().err.split())


def test_the_rules_in_force_are_printed_with_where_each_permission_comes_from(here):  # noqa: F811
    GrantBook(Path(here("grants").stderr.rpartition(" ")[2].strip())).keep(LASTING)
    flags = ("--grant", "send@shop.example", "--trust", "own.example", "--secret", f"login=env:PW@{SHOP}")
    done = here("policy", "explain", *flags, "--upload-dir", ".")
    assert done.returncode == 0, done.stderr
    assert all(rule.__name__ in done.stdout for rule in RULES)
    lines = done.stdout.splitlines()
    assert lines[0] == "In force now:"
    for line in (
        "mode           act  (default)",
        f"permitted      send@{SHOP}  (--grant)",
        "trusted        https://own.example  (--trust)",
        f"secret         login, password, for {SHOP}  (--secret)",
    ):
        assert line in lines
    for begin, end in ((f"permitted      submit@{SHOP}", "grants)"), ("uploads from   /", "  (--upload-dir)")):
        assert any(line.startswith(begin) and line.endswith(end) for line in lines), begin


def test_without_policy_only_what_the_user_asked_for_themselves_is_in_force(here):  # noqa: F811
    done = here("policy", "explain", "--unsafe")
    assert [rule.__name__ for rule in RULES if rule.__name__ in done.stdout] == [
        "ask_mode",
        "within_rails",
        "standing_refusals",
    ]
    assert "UNSAFE" in done.stdout
    assert "UNSAFE" in done.stderr


@pytest.mark.parametrize(
    "flags",
    [
        ("--allow-origin", "ftp://x"),
        ("--grant", "pay@shop.example"),
        ("--trust", "http://["),
        ("--secret", "login=hush"),
    ],
)
def test_a_flag_that_a_run_would_refuse_is_not_explained_as_if_it_held(here, flags):  # noqa: F811
    done = here("policy", "explain", *flags)
    assert (done.returncode, done.stdout) == (2, "")
    assert "hush" not in done.stderr


def test_what_becomes_of_guardrails_is_explained_beforehand(here):  # noqa: F811
    done = here("policy", "explain", "--guardrails", "Look only; do not buy anything; be polite")
    assert done.returncode == 0, done.stderr
    for line in ("mode           ask", "guardrail      Never: pay.", "not enforced   be polite"):
        assert line in done.stdout


def test_grants_are_listed_and_revoked(here):  # noqa: F811
    nothing = here("grants")
    path = Path(nothing.stderr.rpartition(" ")[2].strip())
    assert (nothing.returncode, nothing.stdout) == (0, "")
    GrantBook(path).keep(LASTING)
    assert here("grants").stdout == f"submit@{SHOP}\n"
    wrong = here("grants", "revoke", "send@https://shop.example")
    assert (wrong.returncode, "is not in the list" in wrong.stderr) == (2, True)
    assert here("grants", "revoke", f"submit@{SHOP}").returncode == 0
    assert here("grants").stdout == ""
    GrantBook(path).refuse(LASTING)
    assert here("grants").stdout == f"never submit@{SHOP}\n"
    assert f"refused        never submit@{SHOP}  ({path})" in here("policy", "explain").stdout.splitlines()
    assert here("grants", "revoke", "never", f"submit@{SHOP}").returncode == 0
    assert here("grants").stdout == ""


DELETES = "<title>Account</title><form method=post action=/gone><button>Delete account</button></form>"


def posts(serve: PageServer) -> int:
    return sum(request.method == "POST" for request in serve.requests)


@pytest.mark.browser
def test_what_nobody_can_allow_ends_blocked_with_the_flag_that_would(handrail, serve: PageServer):  # noqa: F811
    serve("<h1>Gone</h1>", "/gone")
    words = ("run", "click Delete account", "--url", serve(DELETES), "--model", "offline", "--headless")
    done = handrail(*words)
    assert done.returncode == 3, done.stdout + done.stderr
    assert f"To allow it: --trust {serve.origin}" in done.stderr
    assert posts(serve) == 0
    assert handrail(*words, "--trust", serve.origin).returncode == 0
    assert posts(serve) == 1


@pytest.mark.skipif(os.name != "posix", reason="a pseudo-terminal")
@pytest.mark.parametrize(("typed", "code", "sent"), [("y", 0, 1), ("v", 3, 0)])
@pytest.mark.browser
def test_a_person_at_the_terminal_is_asked(tmp_path: Path, serve: PageServer, typed: str, code: int, sent: int):
    import pty

    serve("<h1>Gone</h1>", "/gone")
    words = ["run", "click Delete account", "--url", serve(DELETES), "--model", "offline", "--headless"]
    ours, theirs = pty.openpty()
    env = {**os.environ, "HOME": str(tmp_path), "COLUMNS": "120", "TERM": "dumb"}
    child = subprocess.Popen(
        [sys.executable, "-m", "handrail", *words], stdin=theirs, stdout=theirs, stderr=theirs, env=env, cwd=tmp_path
    )
    os.close(theirs)
    seen = b""
    with os.fdopen(ours, "r+b", buffering=0) as terminal, suppress(OSError):
        while piece := terminal.read(4096):
            seen += piece
            if piece.rstrip().endswith(b"ne[v]er:"):
                terminal.write(typed.encode() + b"\n")
    assert child.wait(60) == code, seen.decode()
    assert "press “Delete account” on" in seen.decode()
    assert posts(serve) == sent
    if typed == "v":
        trusted = [sys.executable, "-m", "handrail", *words, "--trust", serve.origin]
        done = subprocess.run(trusted, env=env, cwd=tmp_path, capture_output=True, text=True)
        assert (done.returncode, posts(serve)) == (3, 0), done.stderr
        assert f"handrail grants revoke never delete@{serve.origin}" in done.stderr
