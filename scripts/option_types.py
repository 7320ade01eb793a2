"""Make the options of a session a `TypedDict`: type checkers do not see that keywords are fields of a dataclass."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import handrail
from handrail.browser.types.options import BrowserOptions
from handrail.session_options import SessionOptions

MODULE = Path(handrail.__file__).parent / "session_keywords.py"
HEAD = '''\
"""The options of a session as keyword parameters, for editors and type checkers.

Made from `handrail.session_options` and `handrail.browser.types.options` by ``make docs``; change them there.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, Literal, TypedDict

from handrail.browser.types.network.network_rules import HttpSignIn, NetworkRule
from handrail.browser.types.network.proxy import Proxy
from handrail.browser.types.option_values import BrowserName, LockedProfile, ResourceKind


class SessionKeywords(TypedDict, total=False):
    """See docs/settings.md for what each option means."""

'''
WIDER = {"frozenset[": "Collection[", "tuple[str, ...]": "Sequence[str]", "Path": "str | Path", "'": '"'}
"""What an option takes, by the type that it is kept as: texts become paths, and any collection a frozen one."""


def render() -> str:
    """The text of the module."""
    return HEAD + "".join(f"    {name}: {taken}\n" for name, taken in _options())


def _options() -> Iterator[tuple[str, str]]:
    for owner in (SessionOptions, BrowserOptions):
        for field in fields(owner):
            declared, is_text = ast.parse(str(field.type), mode="eval").body, False
            if isinstance(declared, ast.Subscript) and ast.unparse(declared.value) == "Annotated":
                assert isinstance(declared.slice, ast.Tuple)
                is_text = "parse=" in ast.unparse(declared.slice)
                declared = declared.slice.elts[0]
            taken = ast.unparse(declared)
            for kept, given in WIDER.items():
                taken = taken.replace(kept, given)
            if is_text:
                kept, none, _ = taken.partition(" | None")
                taken = f"{kept} | str{none}"
            yield field.name, taken
