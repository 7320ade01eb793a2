"""Write `docs/settings.md` from the declarations of options and settings: ``python scripts/settings_page.py``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from handrail.config import SESSION_SETTINGS, Config
from handrail.session_options import session_options

PAGE = Path(__file__).parents[1] / "docs" / "settings.md"
INTRODUCTION = """\
# Settings and options

<!-- Made by scripts/settings_page.py from the declarations; change those. -->

A setting comes from the first of these places that has it:

1. a flag of the command,
2. the environment: `HANDRAIL_` and the setting's name in capitals, such as `HANDRAIL_MAX_STEPS=20`,
3. the project's file: `handrail.toml` in the current folder,
4. the user's file: `config.toml` in the folder that the system keeps for it (`~/.config/handrail` on Linux),
5. the default.

`handrail config` shows every setting, its value and where it comes from. Relative paths are relative to the file they
stand in. Keys of providers are not settings: they stay in the environment (docs/models.md).

A project's file may come from somebody else, with the folder. So it cannot set `base_url`, a model's address
(`provider:model@https://...`) or a scripted model, `mode = "act"`, `keep_state = true`, or folders outside its own.
"""
SESSIONS = """
## Options of a session

Keywords of `handrail.Session` and `handrail.SyncSession`, and flags of every command that opens a session. Those with a
mark are settings too.
"""
RUNS = """
## Settings of models and runs
"""


def page() -> str:
    """The whole page."""
    return "\n".join([INTRODUCTION + SESSIONS, *_session_rows(), RUNS, *_run_rows()]) + "\n"


def _session_rows() -> Iterator[str]:
    yield "| keyword | flag | setting | default | what it is |\n|---|---|---|---|---|"
    for name, declared in session_options().items():
        mark = "yes" if name in SESSION_SETTINGS else ""
        flag = declared.option.flag.replace("/", "`, `")
        yield _row(f"`{name}`", f"`{flag}`", mark, _default(declared.default), declared.option.help)


def _run_rows() -> Iterator[str]:
    yield "| setting | default | what it is |\n|---|---|---|"
    for name, field in Config.model_fields.items():
        if name not in SESSION_SETTINGS:
            yield _row(f"`{name}`", _default(field.default), " ".join(field.description.split()))


def _default(value: Any) -> str:
    match value:
        case None | "" | () | frozenset():
            return ""
        case bool() | tuple() | list():
            return f"`{json.dumps(value)}`"
        case _:
            return f"`{value}`"


def _row(*cells: str) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
