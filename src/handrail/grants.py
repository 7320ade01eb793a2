"""What the user permitted and refused for good: a text file with one grant, origin or refusal a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

from handrail.errors import HandrailError, UsageError, explain_os_errors
from handrail.policy import Ask, Grant, Permissions
from handrail.policy.permissions import Refusal, parse_origin
from handrail.private_files import locked, write_private

HEAD = """\
# What Handrail may do without asking, because you answered "always", and what you answered "never" to. One a line:
#   VERB@ORIGIN         this kind of act on this origin          (submit@https://shop.example)
#   ORIGIN              changes on this origin, by these rules   (https://shop.example)
#   never VERB@ORIGIN   refused, whatever else permits it        (never pay@https://shop.example)
# `handrail grants` lists them, `handrail grants revoke LINE` takes one back; you can also edit this file.
"""


def grants_file() -> Path:
    """Return where they are kept: beside the user's own configuration. A project's folder has none."""
    from platformdirs import user_config_path

    return user_config_path("handrail", appauthor=False) / "grants"


class GrantBook:
    """The file of permissions.

    Args:
        path: `grants_file` by default.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or grants_file()

    def entries(self) -> list[str]:
        """Return what is permitted and refused, a line each.

        Raises:
            UsageError: the file cannot be read, or a line in it is none of these.
        """
        entries = [entry for line in self._lines() if (entry := _entry(line))]
        for entry in entries:
            _parse_entry(entry, f" in {self.path}")
        return entries

    def add_to(self, permissions: Permissions) -> None:
        """Add them to the permissions of a session.

        Raises:
            UsageError: as `entries`.
        """
        for entry in self.entries():
            match _parse_entry(entry):
                case Refusal() as refusal:
                    permissions.refusals.add(refusal)
                case Grant() as grant:
                    permissions.grants.add(grant)
                case origin:
                    permissions.origins.add(origin)

    def keep(self, question: Ask) -> None:
        """Add what an answer "always" to a question permits.

        Raises:
            HandrailError: the file cannot be written.
        """
        self._add([*map(str, question.grants), *question.origins])

    def refuse(self, question: Ask) -> None:
        """Add what an answer "never" to a question refuses.

        Raises:
            HandrailError: the file cannot be written.
        """
        self._add(map(str, question.refusals))

    def _add(self, entries: Iterable[str]) -> None:
        wanted = dict.fromkeys(entries)
        today = date.today().isoformat()
        with self._changing():
            known = self.entries()
            self._write(
                (self._lines() or HEAD.splitlines())
                + [f"{entry:<50} # on {today}" for entry in wanted if entry not in known]
            )

    def revoke(self, entry: str) -> bool:
        """Take one back; False where it is not there.

        Raises:
            HandrailError: the file cannot be written.
        """
        try:
            permission = str(_parse_entry(" ".join(entry.split())))
        except UsageError:
            return False
        with self._changing():
            if permission not in self.entries():
                return False
            self._write([line for line in self._lines() if _entry(line) != permission])
            return True

    def _lines(self) -> list[str]:
        """Return the lines of the file, with what a person wrote into it."""
        with explain_os_errors(f"The file of grants {self.path} cannot be read"):
            return self.path.read_text("utf-8").splitlines() if self.path.exists() else []

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Have other sessions wait that answer at the same moment."""
        unwritable = explain_os_errors(f"The file of grants {self.path} cannot be written", kind=HandrailError)
        with unwritable, locked(self.path.resolve()):
            yield

    def _write(self, lines: list[str]) -> None:
        # The file that a link leads to, so that the link stays.
        write_private(self.path.resolve(), "\n".join(lines) + "\n")


def _entry(line: str) -> str:
    entry = line.partition(" #")[0].strip()
    return "" if entry.startswith("#") else entry


def _parse_entry(entry: str, where: str = "") -> Grant | Refusal | str:
    word, _, rest = entry.partition(" ")
    try:
        if word == "never":
            return Refusal.parse(rest)
        # An origin with a user name in it is no origin, so an @ always means a grant.
        return Grant.parse(entry) if "@" in entry else parse_origin(entry)
    except UsageError as error:
        raise UsageError(f"{error.message[:-1]}{where}.") from None
