"""A provider of models on this machine."""

import pytest

from tests.fakes.provider import FakeProvider


@pytest.fixture
def provider():
    with FakeProvider() as running:
        yield running
