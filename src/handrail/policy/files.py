"""Files: uploads only from folders the user allowed."""

from __future__ import annotations

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
    where = one_line(str(facts.file.path))
    return Deny(
        "uploads_from_allowed_folders",
        f"The file {where} is not in a folder that uploads may come from.",
        remedy=f"--upload-dir {one_line(str(facts.file.path.parent))}",
    )
