"""The names of hosts that had public addresses while a profile was used, of which it may have pages in its cache."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from handrail.private_files import MODE

FILE = "handrail-public-names.txt"
"""In the profile, a name a line."""
MOST_NAMES = 20_000
"""The newest that are read."""


def read_public_names(profile: Path | None) -> Sequence[str]:
    """Return the names; none without a profile, or where they cannot be read."""
    with suppress(OSError, UnicodeDecodeError):
        return (profile / FILE).read_text("ascii").split()[-MOST_NAMES:] if profile is not None else ()
    return ()


def add_public_name(profile: Path | None, name: str | None) -> None:
    """Add a name, in the form of `handrail.policy.reachable_hosts.normal_host`, where there is a profile by now."""
    with suppress(OSError):
        if profile is not None and profile.is_dir():
            with os.fdopen(os.open(profile / FILE, os.O_WRONLY | os.O_APPEND | os.O_CREAT, MODE), "ab") as file:
                file.write(f"{name}\n".encode())
