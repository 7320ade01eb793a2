"""A shop for the tests of this folder, and plain HTTP clients that keep cookies as a browser does."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from handrail.demo import DemoSite, serve
from tests.demo.client import Client


@pytest.fixture(scope="session")
def shop() -> Iterator[DemoSite]:
    with serve() as site:
        yield site


@pytest.fixture
def client(shop: DemoSite) -> Client:
    return Client(shop)


@pytest.fixture
def new_client(shop: DemoSite) -> Callable[[], Client]:
    return lambda: Client(shop)
