"""Forged fences against the fence: none may get out, and no word that a person saw may be lost.

    python -m bench.fences [--cases 100000] [--seed 1]

Forged tags, nonces, entities, look-alike letters, direction and tag characters, zero width, line separators, nested and
split tags; judged by a reader of fences that shares no code with `handrail.trust` (`tests/trust/forging.py`). Ends with
1 where one case fails.
"""

from __future__ import annotations

import argparse
import sys
import time

from tests.trust.forging import Forger, faults

SHOWN = 10


def main() -> int:
    parser = argparse.ArgumentParser(description="Forged fences against the fence.")
    parser.add_argument("--cases", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    forger, begun, failed = Forger(given.seed), time.perf_counter(), 0
    for number in range(given.cases):
        case = forger.case()
        if found := faults(case, in_json=number % 8 == 0):
            failed += 1
            if failed <= SHOWN:
                print(f"case {number}: {'; '.join(found)}\n  {case.text!r}")
    print(f"{given.cases} cases, {failed} failed, {time.perf_counter() - begun:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
