"""Gates, sites and clients that end with the test."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest

from handrail.browser.network.filtering_proxy import FilteringProxy
from tests.browser.network.filtering_proxy.wires import Client, Handler, Site

OpenProxy = Callable[..., Awaitable[FilteringProxy]]
OpenSite = Callable[..., Awaitable[Site]]
OpenClient = Callable[[FilteringProxy], Awaitable[Client]]


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    async with AsyncExitStack() as stack:
        yield stack


@pytest.fixture
def open_proxy(stack: AsyncExitStack) -> OpenProxy:
    async def opened(judge: Any = lambda *_: None, **options: Any) -> FilteringProxy:
        return await stack.enter_async_context(FilteringProxy(judge, **options))

    return opened


@pytest.fixture
def open_site(stack: AsyncExitStack) -> OpenSite:
    async def opened(handler: Handler, **options: Any) -> Site:
        return await stack.enter_async_context(Site(handler, **options))

    return opened


@pytest.fixture
def client_of(stack: AsyncExitStack) -> OpenClient:
    async def opened(proxy: FilteringProxy) -> Client:
        client = await Client.at(proxy)
        stack.callback(client.close)
        return client

    return opened
