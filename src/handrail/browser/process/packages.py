"""The package managers that install a browser, and fonts where a machine has none. `packages.toml` has them all."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources


@dataclass(frozen=True)
class Manager:
    """A package manager.

    Attributes:
        program: its name on PATH.
        install: arguments before the packages.
        packages: for each browser the packages to try, best first.
        refresh: arguments that bring its lists up to date; empty where installing does that.
        fonts: the package of a set of fonts that covers the usual ones.
        root: it must run as root; otherwise as the user.
        env: variables that keep it from asking.
    """

    program: str
    install: Sequence[str]
    packages: Mapping[str, Sequence[str]]
    refresh: Sequence[str] = ()
    fonts: str = ""
    root: bool = True
    env: Mapping[str, str] = field(default_factory=dict)

    def by_hand(self, package: str) -> str:
        """Return the command for a person to type."""
        verb = next(word for word in self.install if word in ("install", "add", "-Sy"))
        return f"sudo {self.program} {verb} {package}"


@cache
def managers(platform: str) -> Sequence[Manager]:
    """Return the package managers of a system, by its ``sys.platform``; any that is not named is taken for a Linux."""
    text = (resources.files("handrail.browser.process") / "packages.toml").read_text("utf-8")
    systems = tomllib.loads(text)
    return [Manager(**record) for record in systems.get(platform, systems["linux"])]
