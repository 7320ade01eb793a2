"""A pattern that reads what a page wrote takes no more time than in proportion: one could stop the process."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import time
from collections.abc import Iterator
from types import ModuleType

import pytest

import handrail.agent
import handrail.browser
import handrail.calls
import handrail.documents
import handrail.models.offline
import handrail.policy.requests
import handrail.policy.rules
import handrail.results
import handrail.runs
import handrail.texts
import handrail.tools
import handrail.trust
import handrail.vault

PACKAGES = (
    handrail.agent,
    handrail.browser,
    handrail.calls,
    handrail.documents,
    handrail.models.offline,
    handrail.policy.requests,
    handrail.policy.rules,
    handrail.results,
    handrail.runs,
    handrail.texts,
    handrail.tools,
    handrail.trust,
    handrail.vault,
)
OF_THE_USER = {"handrail.policy.rules.guardrails"}
"""Patterns that read only what the user wrote."""
SHORT, LONG = 500, 4_000
MEASURED = 0.008
"""Least seconds of the processor that tell one growth from another."""


def modules() -> Iterator[ModuleType]:
    for package in PACKAGES:
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if found.name not in OF_THE_USER:
                yield importlib.import_module(found.name)


def patterns() -> Iterator[tuple[str, re.Pattern[str] | re.Pattern[bytes], bool]]:
    """Yield each pattern with its name, and whether it is only tried at the beginning of a text."""
    for module in modules():
        source = inspect.getsource(module)
        for name, value in vars(module).items():
            if isinstance(value, re.Pattern) and re.search(rf"\b{name}\b.*=", source):
                uses = set(re.findall(rf"\b{name}\.(\w+)", source)) - {"pattern"}
                yield f"{module.__name__}.{name}", value, bool(uses) and uses <= {"match", "fullmatch"}


def hostile_units(source: str) -> list[tuple[str, str]]:
    """Return what texts begin with, and what they repeat: marks and words of the pattern, numbers, blanks."""
    words = sorted(set(re.findall(r"[a-zA-Z]{3,}", source)))[:9]
    marks = [*sorted(set(re.findall(r"[^\w\s\\]", source)))[:12], "\\", "a", "1", "-", " ", "\n"]
    units = [*marks, *words, *(f"{word} " for word in words), "111 ", "111,", "1111-"]
    units += [a + b for a in marks for b in ("a", "1", " ", "\n") if a != b]
    starts = ["", "a", "<", '"', "(", *words, *(f"{word} " for word in words)]
    return [(start, unit) for start in starts for unit in units]


def seconds(pattern: re.Pattern[str] | re.Pattern[bytes], text: str, *, at_start: bool) -> float:
    given = text.encode("latin-1", "replace") if isinstance(pattern.pattern, bytes) else text
    began = time.process_time()
    for read in (pattern.match, pattern.fullmatch) if at_start else (pattern.findall,):
        read(given)  # type: ignore[arg-type]
    return time.process_time() - began


@pytest.mark.parametrize(("pattern", "at_start"), [pytest.param(one, at, id=name) for name, one, at in patterns()])
def test_a_pattern_takes_time_in_proportion_to_what_it_reads(
    pattern: re.Pattern[str] | re.Pattern[bytes], at_start: bool
):
    source = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    for start, unit in hostile_units(source):

        def least(chars: int, times: int, start: str = start, unit: str = unit) -> float:
            text = start + unit * (chars // len(unit)) + "\x01"
            return min(seconds(pattern, text, at_start=at_start) for _ in range(times))

        # What takes twice as long for each letter would not end at the greater lengths.
        assert least(24, 1) < 10 * max(least(12, 1), MEASURED), (start, unit)
        if least(LONG, 1) > MEASURED:
            assert least(LONG, 3) < 24 * least(SHORT, 3), (start, unit)
