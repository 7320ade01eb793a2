"""Files: uploads only from folders the user allowed, and only of what the user named."""

from __future__ import annotations

import shlex
from pathlib import Path

from handrail.policy.decision import Decision, Deny, ask_for_grant
from handrail.policy.facts import CallRequest, Facts
from handrail.trust import one_line


def uploads_from_allowed_folders(_request: CallRequest, facts: Facts) -> Decision | None:
    """Promise G4. The path is judged after links and ``..`` are resolved, for every caller: a folder is also what keeps
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


def uploads_that_were_meant(request: CallRequest, facts: Facts) -> Decision | None:
    """Rule 7. Of the allowed folders a model sends the file that the user named; any other needs a grant."""
    if facts.file is None or facts.file.named or request.permissions.allows("upload", facts.acted_on):
        return None
    question = f"The model wants to upload {_quoted(facts.file.path)} to {one_line(facts.acted_on, 200)}."
    return ask_for_grant("uploads_that_were_meant", "upload", facts.acted_on, question)


def _quoted(path: Path) -> str:
    return shlex.quote(one_line(str(path), 500))
