"""Every command and program of README and docs, as written, against the demo shop: what they print is compared."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from handrail.demo import serve as serve_demo

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^(?:\$ )?(?:\.venv/bin/)?(handrail .*)$")
ELSEWHERE = {
    "handrail demo-site": "tests/demo",
    'handrail run "Search for lamp, open Reading Lamp, click Add to basket, open the basket, then click Remove Reading '
    'Lamp" --url http://127.0.0.1:8000/': "asks at a terminal: tests/cli/commands/test_permissions.py",
    'handrail run "how many links are there?" --url https://news.example': "the same question, in tests/cli",
    "handrail tools count_words": "needs the tool that the page builds",
    'handrail call count_words \'{"word": "things"}\' --url http://127.0.0.1:8000/': "needs that tool",
    "handrail runs": "lists the runs of its reader: tests/cli/commands/test_runs.py",
    "handrail models check": "calls providers: tests/cli/commands/test_models.py",
    "handrail resume RUN": "tests/cli/commands/test_resume.py",
}
"""Commands that cannot be run as written, and where they are tested."""


@dataclass(frozen=True)
class Example:
    """A command of a page, and what the page says that it prints."""

    page: str
    command: str
    prints: str


def examples() -> Iterator[Example]:
    for path in PAGES:
        for language, block in BLOCK.findall(path.read_text("utf-8")):
            if language not in ("", "console"):
                continue
            command, printed = "", list[str]()
            for line in [*block.replace("\\\n", "").splitlines(), "handrail"]:
                found = COMMAND.match(line) or (line == "handrail")
                if not found and not line.startswith("$ "):
                    printed.append(line)
                    continue
                if command:
                    yield Example(path.name, command, "\n".join(printed))
                command, printed = (found[1].split("   #")[0].strip() if isinstance(found, re.Match) else ""), []


EXAMPLES = list(examples())
RUN: dict[str, list[Example]] = {}
for one in EXAMPLES:
    if (command := " ".join(one.command.split())) not in ELSEWHERE:
        RUN.setdefault(command, []).append(one)
ALL_PROGRAMS = [
    (path.name, code)
    for path in PAGES
    for language, code in BLOCK.findall(path.read_text("utf-8"))
    if language == "python"
]
PROGRAMS_ELSEWHERE = {
    "main = Fallback(": "calls providers: tests/models/test_fallback.py",
    "OTLPSpanExporter": "needs an extra and a collector: tests/test_telemetry.py",
}
"""Words of the programs that cannot be run as written, and where what they do is tested."""
COUNT_WORDS = next(code for _, code in ALL_PROGRAMS if "class CountWords" in code)
OWN_TOOL = """import re
from typing import TypedDict
from pydantic import Field
from handrail.results import Ok, Result
from handrail.tools import Context, Params, Security, Table, tool
from handrail.tools.support.matcher import Matcher
class CountWordsData(TypedDict):
    word: str
    count: int
"""
AROUND = {
    "class CountWords": (OWN_TOOL, "print(Table.load(count_words).get('count_words').summary)"),
    "async def test_counts_a_word": (
        OWN_TOOL + COUNT_WORDS,
        """
import asyncio
from handrail import Session
from tests.pages import PageServer
async def main():
    with PageServer() as serve:
        async with Session(table=Table.load(count_words)) as session:
            await test_counts_a_word_in_every_frame(session, serve)
            print("counted")
asyncio.run(main())""",
    ),
    "async def press_twice": (
        "",
        """
import asyncio
async def main():
    async with session:
        await session.goto("http://127.0.0.1:8000/")
        print((await session.call("press_twice", ref={"selector": "h1"})).unwrap())
asyncio.run(main())""",
    ),
    "def test_the_lamp_is_found": (
        "",
        "from pathlib import Path\ntest_the_lamp_is_found(Path('test').absolute())\nprint('passed')",
    ),
    "def on_event": (
        "from handrail import SyncSession\nsession = SyncSession()\nsession.__enter__()\n",
        "session.goto('http://127.0.0.1:9/')\nsession.__exit__(None, None, None)",
    ),
    "read_run(Path(": (
        "from handrail import run\n"
        "run('How many pricing tiers are there?', url='http://127.0.0.1:8000/pricing', model='offline', "
        "run_dir='runs/20261121-182201-77ce')\n",
        "",
    ),
}
"""What stands around a program that its page shows a part of, by words of the part."""
PROGRAMS = [one for one in ALL_PROGRAMS if not any(words in one[1] for words in PROGRAMS_ELSEWHERE)]


@pytest.fixture(scope="module")
def shop():
    with serve_demo() as site:
        yield site


@pytest.fixture(scope="module")
def run(shop, tmp_path_factory):
    """Runs a program in a home of its own, with the shop where the pages say that it is; its output and errors."""
    home = tmp_path_factory.mktemp("home")
    keys = ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENROUTER_API_KEY", "XDG_CONFIG_HOME", "XDG_DATA_HOME")
    env = {name: value for name, value in os.environ.items() if name not in keys}
    env |= {"HOME": str(home), "HANDRAIL_HEADLESS": "true", "OLLAMA_HOST": "127.0.0.1:9", "SHOP_PASSWORD": "lantern-42"}
    env["PYTHONPATH"] = str(ROOT)

    def start(*words: str) -> tuple[str, int]:
        here = [word.replace("http://127.0.0.1:8000/", shop.url) for word in words]
        here = [word.replace("http://127.0.0.1:8000", shop.url.rstrip("/")) for word in here]
        done = subprocess.run(
            [sys.executable, *here], env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, timeout=100, cwd=home,
        )  # fmt: skip
        text = done.stdout.replace(shop.url.rstrip("/"), "http://127.0.0.1:8000").replace(str(home), "~")
        return text, done.returncode

    return start


def words_of(text: str) -> str:
    """The words of a text, without what differs from run to run: times, names of runs, refs."""
    text = re.sub(r"\d{8}-\d{6}-[0-9a-f]{4}", "RUN", text)
    text = re.sub(r"\b\d+\.\d s\b", "TIME", text)
    return " ".join(text.split())


def assert_prints(printed: str, expected: str) -> None:
    """That all parts of what a page shows, between its lines of three points, are printed in this order."""
    rest = words_of(printed)
    for part in filter(None, map(words_of, re.split(r"^\.\.\.$", expected, flags=re.MULTILINE))):
        before, found, rest = rest.partition(part)
        assert found, f"{part!r} is not in {before!r}"


@pytest.mark.parametrize("shown", RUN.values(), ids=lambda shown: f"{shown[0].page}: {shown[0].command[:60]}")
def test_a_command_of_the_documentation_prints_what_it_says(run, shown: list[Example]):
    """A command that several pages show is run once."""
    printed, code = run("-m", *shlex.split(shown[0].command))
    assert "Traceback" not in printed
    for example in shown:
        assert code == (3 if '"not_permitted"' in example.prints else 0), printed
        assert_prints(printed, example.prints)


@pytest.mark.parametrize(("page", "code"), PROGRAMS, ids=[f"{page} {at}" for at, (page, _) in enumerate(PROGRAMS)])
def test_a_program_of_the_documentation_runs(run, page: str, code: str):
    before, after = next((around for words, around in AROUND.items() if words in code), ("", ""))
    shown = re.sub(r"https://(shop|news)\.example", "http://127.0.0.1:8000", code)
    printed, status = run("-c", f"{before}\n{shown}\n{after}")
    assert status == 0, printed
    assert printed.strip()


def test_every_command_is_run_or_tested_elsewhere():
    known = {" ".join(one.command.split()) for one in EXAMPLES}
    assert len(RUN) >= 10
    assert set(ELSEWHERE) <= known, "a command that no page has any more"
    for words in (*PROGRAMS_ELSEWHERE, *AROUND):
        assert sum(words in code for _, code in ALL_PROGRAMS) == 1, "a program that no page has any more"
