"""What tests of tools share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file that can be uploaded, in a folder of its own test."""
    path = tmp_path / "file.txt"
    path.write_text("x")
    return path
