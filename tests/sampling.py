"""What of a long list is tried each time: a seeded sample, or all with TESTS=all (`make test-all`)."""

import os
import random
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

ALL = os.environ.get("TESTS") == "all"

BROWSERS = ("chromium", "firefox") if ALL else ("chromium",)
"""For what is decided by code of ours that is the same for both, where tests beside it start a Firefox: that takes four
seconds of a processor."""


def some(items: Iterable[T], count: int, seed: int = 1) -> list[T]:
    """These many of the items, always the same ones, in their order; or all of them."""
    listed = list(items)
    if ALL or count >= len(listed):
        return listed
    chosen = sorted(random.Random(seed).sample(range(len(listed)), count))
    return [listed[at] for at in chosen]
