"""How many small faults in the rules are noticed by their tests: ``python -m scripts.mutants``, or ``make mutants``.

Of each package a sample is tried, the same as long as the code is. A fault that no test notices is printed; so few may
be left that 90 % are noticed. Those that change nothing anybody could see are listed in ``equivalent.toml``, each with
the reason.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from scripts.mutants.entries import entries_of
from scripts.mutants.mutations import Mutant, mutants_of
from scripts.mutants.runner import PACKAGE, ROOT, Runner, runner

_POLICY = ("tests/policy", "tests/test_grants.py")
TESTS: dict[str, tuple[str, ...]] = {
    "policy": _POLICY,
    "policy/requests": ("tests/policy/requests", *_POLICY),
    "policy/rules": ("tests/policy/rules", *_POLICY),
    "policy/words": ("tests/policy/words", *_POLICY),
    "vault": ("tests/vault",),
    "trust": ("tests/trust",),
    "agent/verification": ("tests/agent/verification",),
    "texts": ("tests/texts", "tests/agent/verification", "tests/agent/conversation"),
}
"""The tests of each package that is tried, those that are likeliest to notice a fault first."""
SUFFIXES = (".py", ".json", ".toml")
AT_LEAST = 0.9
"""The share of mutants that must be noticed."""
EQUIVALENT: dict[str, str] = {
    row["name"]: row["reason"]
    for row in tomllib.loads((Path(__file__).parent / "equivalent.toml").read_text("utf-8"))["mutant"]
}
"""Mutants that behave as the code does, by name, each with the reason."""


@dataclass(frozen=True, slots=True)
class Part:
    """What is tried of one package."""

    package: str
    files: Sequence[Path]

    def sample(self, count: int, seed: str) -> list[Mutant]:
        """As many as wanted, by chance. A change of one function leaves the choice among the others as it is."""
        every = [mutant for file in self.files for mutant in mutants_in(file) if mutant.name not in EQUIVALENT]
        every.sort(key=lambda mutant: hashlib.sha256(f"{seed} {mutant.name}".encode()).digest())
        return every[:count] if count else every


def mutants_in(file: Path) -> list[Mutant]:
    """Every mutant of a file of the package."""
    make = mutants_of if file.suffix == ".py" else entries_of
    return make(file.relative_to(PACKAGE).as_posix(), file.read_text("utf-8"))


def main() -> int:
    """Try what is asked for; the exit code is 1 where too few mutants of a package are noticed."""
    parser = argparse.ArgumentParser(prog="python -m scripts.mutants", description=__doc__)
    parser.add_argument("what", nargs="*", default=list(TESTS), help="packages, or files, below src/handrail")
    parser.add_argument("--count", type=int, default=100, help="mutants of each package; 0 for all")
    parser.add_argument("--seed", default="handrail", help="another one chooses other mutants")
    given = parser.parse_args()
    os.chdir(ROOT)
    enough = True
    with runner() as run:
        for part in parts(given.what):
            enough = _try(run, part, part.sample(given.count, given.seed)) and enough
    return 0 if enough else 1


def parts(what: Sequence[str]) -> list[Part]:
    """What is asked for, by packages."""
    asked = [PACKAGE / one for one in what]
    files = {file for one in asked for file in ([one] if one.is_file() else one.rglob("*")) if file.suffix in SUFFIXES}
    every = [Part(name, sorted(file for file in files if file.parent == PACKAGE / name)) for name in TESTS]
    return [part for part in every if part.files]


def _try(run: Runner, part: Part, mutants: Sequence[Mutant]) -> bool:
    """Whether enough mutants of a package are noticed. Prints the others."""
    tests = TESTS[part.package]
    run.check(tests)
    start = time.monotonic()
    verdicts: Counter[str] = Counter()
    for number, mutant in enumerate(mutants, 1):
        print(f"\r{part.package}: {number} of {len(mutants)} ", end="", file=sys.stderr, flush=True)
        verdict = run.verdict(mutant, tests)
        verdicts[verdict] += 1
        if verdict == "survived":
            print(f"\rsrc/handrail/{mutant.file}:{mutant.line}\n    {mutant.name}", flush=True)
    noticed = verdicts["killed"] + verdicts["timeout"]
    equivalent = sum(name.split(" ")[0].rpartition("/")[0] == part.package for name in EQUIVALENT)
    print(
        f"\r{part.package}: {noticed} of {len(mutants)} noticed ({verdicts['timeout']} by their time), "
        f"{verdicts['survived']} survive; {equivalent} known to be equivalent; {time.monotonic() - start:.0f} s",
        flush=True,
    )
    return noticed >= AT_LEAST * len(mutants)


if __name__ == "__main__":
    sys.exit(main())
