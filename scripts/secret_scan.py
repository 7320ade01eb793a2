"""Looks for keys, tokens and passwords in the repository: `python -m scripts.secret_scan`.

What the tests and documents make up stands in `.secrets.baseline`, by file, kind and hash; anything else fails. With
``--update`` what is there becomes the baseline: look at each new one first. Without the detectors of high entropy,
which take as long as all others together and find the hashes of files.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
BASELINE = ROOT / ".secrets.baseline"
LEFT_OUT = {"Base64HighEntropyString", "HexHighEntropyString", "IPPublicDetector"}
AT_ONCE = 100


class Finding(NamedTuple):
    """A secret, or what looks like one; without its line, so that moving it changes nothing."""

    file: str
    kind: str
    hash: str


def scan(files: Iterable[str]) -> dict[Finding, int]:
    """Return what looks like a secret in these files, each with its line."""
    from detect_secrets.core.scan import scan_file
    from detect_secrets.settings import Settings, transient_settings

    filters = ["scripts.secret_scan.is_plain", *Settings().filters]
    settings = {
        "plugins_used": [{"name": detector.__name__} for detector in detectors()],
        "filters_used": [{"path": path} for path in filters],
    }
    with transient_settings(settings):
        return {
            Finding(file, found.type, found.secret_hash): found.line_number
            for file in files
            for found in scan_file(str(ROOT / file))
        }


def detectors() -> list[Any]:
    """Return the classes of the detectors that are used."""
    from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class

    every: list[Any] = list(get_mapping_from_secret_type_to_class().values())
    return [one for one in every if one.__name__ not in LEFT_OUT]


def is_plain(line: str) -> bool:
    """Return whether no detector can find anything in this line.

    detect-secrets calls it before its own filters and detectors, which take three times as long for a line as a search
    for all their patterns.
    """
    return not any(pattern.search(line) for pattern in patterns())


@cache
def patterns() -> list[re.Pattern[str]]:
    """Return the patterns of all detectors; of the one for passwords, which has none, the words that name one."""
    from detect_secrets.plugins.keyword import DENYLIST, KeywordDetector

    own = [pattern for one in detectors() if one is not KeywordDetector for pattern in one.denylist]
    return [re.compile("|".join(DENYLIST), re.IGNORECASE), *own]


def scan_repository() -> dict[Finding, int]:
    """Return what looks like a secret in the files that git knows."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    files = [file for file in listed.split("\0") if (ROOT / file).is_file() and ROOT / file != BASELINE]
    with ProcessPoolExecutor() as pool:
        parts = pool.map(scan, [files[at : at + AT_ONCE] for at in range(0, len(files), AT_ONCE)])
        return {finding: line for part in parts for finding, line in part.items()}


def known() -> set[Finding]:
    """Return the findings of the baseline."""
    return {Finding(*one) for one in json.loads(BASELINE.read_text("utf-8"))}


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--update", action="store_true", help="Take what is there now as the baseline.")
    found = scan_repository()
    if options.parse_args().update:
        BASELINE.write_text(json.dumps(sorted(found), indent=1) + "\n", "utf-8")
        return 0
    baseline = known()
    new = {finding: line for finding, line in found.items() if finding not in baseline}
    for finding, line in sorted(new.items()):
        print(f"{finding.file}:{line}: {finding.kind}", file=sys.stderr)
    if new:
        print("Take secrets out. `python -m scripts.secret_scan --update` admits what is made up.", file=sys.stderr)
    return 1 if new else 0


if __name__ == "__main__":
    sys.exit(main())
