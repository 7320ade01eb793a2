from collections.abc import Iterator

import pytest

from handrail.messages import ENGLISH, use_language


@pytest.fixture(autouse=True)
def in_english_again() -> Iterator[None]:
    yield
    use_language(ENGLISH)
