"""The files in a run's folder that are for the user."""

from __future__ import annotations

from pathlib import Path

FOLDERS = ("downloads", "files")
"""What was downloaded and kept, and what was written; files that were only read lie elsewhere."""


def kept_files(run_dir: Path) -> list[Path]:
    """Return the files that were downloaded and kept or written, the oldest first."""
    found = [file for folder in FOLDERS for file in _inside(run_dir / folder) if file.is_file()]
    return sorted(found, key=lambda file: (file.stat().st_mtime_ns, file.name))


def _inside(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []
