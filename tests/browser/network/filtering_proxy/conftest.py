"""Proxies, sites and clients that end with the test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import pytest

from handrail.browser.network.filtering_proxy import FilteringProxy
from tests.browser.network.filtering_proxy.wires import Client, Handler, Site


class Wires:
    """Opens what a test connects."""

    def __init__(self, stack: AsyncExitStack) -> None:
        self._stack = stack

    async def proxy(self, judge: Any = lambda *_: None, **options: Any) -> FilteringProxy:
        return await self._stack.enter_async_context(FilteringProxy(judge, **options))

    async def site(self, handler: Handler, **options: Any) -> Site:
        return await self._stack.enter_async_context(Site(handler, **options))

    async def client(self, proxy: FilteringProxy) -> Client:
        client = await Client.at(proxy)
        self._stack.callback(client.close)
        return client


@pytest.fixture
async def wires() -> AsyncIterator[Wires]:
    async with AsyncExitStack() as stack:
        yield Wires(stack)
