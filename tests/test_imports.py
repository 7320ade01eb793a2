"""What a run does not need is not loaded: packages are most of what this process holds in memory."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

from handrail.demo import DemoSite

RUN = """
import asyncio, sys
from handrail import Agent, Session
from handrail.models.offline import Offline

async def main():
    async with Session(headless=True, run_dir=sys.argv[1], executable=sys.argv[2] or None) as session:
        return await Agent(session, model=Offline()).run("click Kitchen", url=sys.argv[3])

assert asyncio.run(main()).outcome == "done"
print(*sys.modules)
"""
NEEDLESS = {
    "anthropic", "genai_prices", "html_to_markdown", "httpx", "httpx2", "jinja2", "jsonschema", "markdown_it", "mcp",
    "openai", "opentelemetry", "playwright.sync_api", "pydantic_ai", "rich", "typer",
}  # fmt: skip
"""Providers alone are 45 MiB; a whole run without one needs 45."""


@pytest.mark.browser
def test_a_run_without_a_provider_loads_none_and_nothing_of_the_command_line(tmp_path):
    shell = shutil.which("chromium-headless-shell") or ""
    with DemoSite() as site:
        command = [sys.executable, "-c", RUN, str(tmp_path), shell, site.url]
        done = subprocess.run(command, capture_output=True, text=True, timeout=90)
    assert done.returncode == 0, done.stderr
    loaded = set(done.stdout.split())
    assert {"handrail", "playwright"} <= loaded
    assert loaded & NEEDLESS == set()
