"""Reads the values of secrets. No error raised here contains a value, nor what might be one."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from handrail.errors import UsageError
from handrail.options import flag_and_keyword
from handrail.session_options import SessionOptions

COMMAND_SECONDS = 30.0
"""A password manager may ask its owner to unlock it."""
LONGEST = 4_096
"""Characters of a value."""
EXAMPLE = "login=env:SHOP_PASSWORD@https://shop.example"
SOURCES = "env:VARIABLE, file:PATH, cmd:COMMAND, keyring:SERVICE/USER or totp: before one of those"


@dataclass(frozen=True, slots=True)
class SecretSource:
    """A place to read a value from, each time anew: ``env``, ``file``, ``cmd`` or ``keyring``, and the text after it,
    which is not shown, since a command may hold more than a name; ``seed``: the value is the seed of one-time codes."""

    kind: str
    place: str = field(repr=False)
    seed: bool = False

    def read(self, name: str) -> str:
        """Return the value of the secret ``name``, without a final line end; raise `UsageError` for none."""
        value = _READ[self.kind](self.place, name)
        if len(value) > LONGEST:
            raise UsageError(f"The value of the secret {name!r} is longer than {LONGEST} characters.")
        return value


def parse_source(name: str, text: str) -> SecretSource:
    """Return the source that a text names; raise `UsageError` without any of it, which may be the value itself."""
    seed = text.startswith("totp:")
    kind, colon, place = text.removeprefix("totp:").partition(":")
    if not colon or kind not in _READ:
        raise UsageError(
            f"The secret {name!r} does not say where its value comes from.",
            hint=f"Write {SOURCES}, never the value itself; for example "
            f"{flag_and_keyword(f'--secret {EXAMPLE}', SessionOptions)}.",
        )
    if not place.strip():
        raise UsageError(f"The secret {name!r} names nothing after {kind}:.", hint=f"Example: {_EXAMPLES[kind]}.")
    example = f"Example: {_EXAMPLES[kind]}."
    if kind == "env" and not re.fullmatch(r"[A-Za-z_]\w*", place, re.ASCII):
        raise UsageError(f"What the secret {name!r} names is not a variable.", hint=example)
    if kind == "cmd":
        _words(place, name)
    if kind == "keyring" and not all(place.rpartition("/")[::2]):
        raise UsageError(f"The secret {name!r} names no entry of the keyring.", hint=example)
    return SecretSource(kind, place, seed)


def _words(place: str, name: str) -> list[str]:
    try:
        words = shlex.split(place)
    except ValueError:
        words = []
    if not words:
        raise UsageError(
            f"The command of the secret {name!r} cannot be split into words: a quote is not closed, or it is empty.",
            hint="It is run without a shell; quote words with blanks in them.",
        )
    return words


def _from_environment(place: str, name: str) -> str:
    value = os.environ.get(place)
    if value is None:
        raise UsageError(
            f"The variable {place} of the secret {name!r} is not set.", hint="Set it for this process, or name another."
        )
    return value


def _from_file(place: str, name: str) -> str:
    path = Path(place).expanduser()
    try:
        with path.open(encoding="utf-8") as file:
            return _without_line_end(file.read(LONGEST + 2))
    except (OSError, RuntimeError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else "not UTF-8 text"
    raise UsageError(f"The file of the secret {name!r} cannot be read: {why}.", hint="Check its path and permissions.")


def _from_command(place: str, name: str) -> str:
    try:
        done = subprocess.run(
            _words(place, name),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=COMMAND_SECONDS,
            check=False,
        )
        value = done.stdout.decode()
    except subprocess.TimeoutExpired:
        fault = f"did not finish within {COMMAND_SECONDS:.0f} s"
    except UnicodeDecodeError:
        fault = "wrote what is not UTF-8 text"
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else "no such command"
        fault = f"cannot be run: {why}"
    else:
        if done.returncode == 0:
            return _without_line_end(value)
        fault = f"ended with exit code {done.returncode}"
    raise UsageError(f"The command of the secret {name!r} {fault}.", hint="Run it by hand to see its output.")


def _from_keyring(place: str, name: str) -> str:
    try:
        import keyring
        import keyring.errors
    except ImportError:
        raise UsageError(
            f"The secret {name!r} is in the keyring, and the package for that is not installed.",
            hint="Install it: pip install './handrail[secrets]', where that is a checkout.",
        ) from None
    service, _, user = place.rpartition("/")
    try:
        value: str | None = keyring.get_password(service, user)
    except keyring.errors.KeyringError:
        fault = "The keyring does not answer for the secret"
    else:
        if value is not None:
            return value
        fault = "The keyring has no such entry for the secret"
    raise UsageError(f"{fault} {name!r}.", hint="Look with: keyring get SERVICE USER.")


def _without_line_end(text: str) -> str:
    return text.removesuffix("\n").removesuffix("\r")


_READ: dict[str, Callable[[str, str], str]] = {
    "env": _from_environment,
    "file": _from_file,
    "cmd": _from_command,
    "keyring": _from_keyring,
}
_EXAMPLES = {
    "env": EXAMPLE,
    "file": "login=file:~/.shop-password@https://shop.example",
    "cmd": "'login=cmd:pass show shop@https://shop.example'",
    "keyring": "login=keyring:shop/ann@https://shop.example",
}
