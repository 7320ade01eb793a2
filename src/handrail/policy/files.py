"""Files: uploads only from folders the user allowed."""

from __future__ import annotations

import shlex
from pathlib import Path

from handrail.policy.decision import Decision, Deny
from handrail.policy.facts import Facts, Request
from handrail.trust import one_line


def uploads_from_allowed_folders(_request: Request, facts: Facts) -> Decision | None:
    """Promise G4. The path is judged after links and ``..`` are resolved, for every asker: a folder is also what keeps
    the user from sending the wrong file."""
    if facts.file is None:
        return None
    if any(facts.file.path.is_relative_to(folder) for folder in facts.file.allowed):
        return None
    # A model may have composed the path, and a person may paste the remedy into a shell.
    return Deny(
        "uploads_from_allowed_folders",
        f"The file {_quoted(facts.file.path)} is not in a folder that uploads may come from.",
        remedy=f"--upload-dir {_quoted(facts.file.path.parent)}",
    )


def _quoted(path: Path) -> str:
    return shlex.quote(one_line(str(path), 500))
