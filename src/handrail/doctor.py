"""Check whether a run would work on this machine: browser, configuration, model, disk. Nothing leaves the machine."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from handrail.browser import browser_check as browser_doctor
from handrail.browser.browser_check import Finding
from handrail.browser.process.find import Machine
from handrail.config import Config
from handrail.errors import HandrailError, UsageError

LOW_DISK_SPACE = 500_000_000
"""Bytes below which a long run may fill the disk with screenshots and downloads."""


def examine(machine: Machine | None = None, *, folder: Path | None = None) -> list[Finding]:
    """Return the findings of every check. No provider is called; only a local Ollama is asked whether it runs.

    Args:
        machine: the machine to check; this one by default.
        folder: the folder of the project's file; the current one by default.
    """
    machine = machine or Machine()
    settings, config = configuration(folder, machine.env)
    return [
        *browser_doctor.examine(machine),
        settings,
        model(config, machine.env),
        search(config, machine.env),
        runs(config),
    ]


def configuration(folder: Path | None, env: Mapping[str, str]) -> tuple[Finding, Config]:
    """Check that the settings can be read; the finding and the settings, the defaults where they cannot be read."""
    try:
        config = Config.load(folder=folder, environ=env)
    except UsageError as error:
        return Finding("config", "fail", error.message, error.hint), Config()
    sources = dict.fromkeys(row.source for row in config.describe() if row.source != "default")
    found = f"Settings come from: {', '.join(sources)}." if sources else "Nothing is set; the defaults apply."
    return Finding("config", "ok", found), config


def model(config: Config, env: Mapping[str, str]) -> Finding:
    """Find the model that a run would use."""
    from handrail.models import choose_model

    try:
        chosen, why = choose_model(None, config.model_dump(), env)
    except HandrailError as error:
        return Finding("model", "fail", error.message, error.hint)
    if chosen.name != "offline" or config.model:
        return Finding("model", "ok", why)
    return Finding(
        "model",
        "warn",
        "No model is configured: runs take direct instructions and questions only.",
        "Set ANTHROPIC_API_KEY or OPENAI_API_KEY, start Ollama, or name a model with --model.",
    )


def search(config: Config, env: Mapping[str, str]) -> Finding:
    """Find what `web_search` would search with. Nothing is asked."""
    from handrail.web_services.search import SearchService

    options = config.session_options()
    name = options.get("search")
    if not name:
        return Finding("search", "ok", "No search provider is chosen; web_search is off. --search NAME turns it on.")
    try:
        service = SearchService(name, options.get("search_url"), options.get("search_key"))
        service.load_key(env)
    except UsageError as error:
        return Finding("search", "fail", error.message, error.hint)
    how = "in a tab" if service.provider.page is not None else "by its API"
    return Finding("search", "ok", f"web_search searches {service.title}, {how}.")


def runs(config: Config) -> Finding:
    """Check that the folder of runs can be written and has space."""
    from handrail.runs.folders import runs_folder

    folder = config.runs_dir or runs_folder()
    try:
        existing = next(parent for parent in (folder, *folder.parents) if parent.exists())
        with tempfile.NamedTemporaryFile(dir=existing):
            free = shutil.disk_usage(existing).free
    except OSError as error:
        return Finding(
            "runs", "fail", f"{folder} cannot be written: {error.strerror}.", "Set runs_dir to a folder of yours."
        )
    if free < LOW_DISK_SPACE:
        return Finding("runs", "warn", f"Only {free // 1_000_000} MB are left for {folder}.", "Make room on the disk.")
    return Finding("runs", "ok", f"Runs are kept in {folder}{os.sep}.")
