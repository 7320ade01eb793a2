"""How much slower a page loads behind the filtering proxy.

A page of this machine with 50 pictures, scripts and style sheets, loaded with an empty cache (each load has names of
its own) in two browsers, one behind the proxy and one not, in turn, so that a busy machine slows both alike; and one
big download, for the throughput. The server is next door, so this is the worst case: on a real network the way there
takes most of the time. What is printed are medians.

    python -m bench.proxy_overhead
    python -m bench.proxy_overhead --browser firefox --rounds 20
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import time
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from typing import Any

from tests.pages import PageServer, Reply

from handrail.browser import BrowserOptions, open_browser
from handrail.browser.playwright_browser import PlaywrightBrowser
from handrail.policy.reachable_hosts import reason_to_refuse

KINDS = (("png", "image/png", 20_000), ("js", "text/javascript", 8_000), ("css", "text/css", 4_000))
BIG = 50 * 1024 * 1024


def page(load: str, count: int) -> tuple[str, dict[str, Reply]]:
    """A page with ``count`` subresources, and these by path."""
    tags, files = [], {}
    for number in range(count):
        suffix, kind, size = KINDS[number % len(KINDS)]
        path = f"/{load}/{number}.{suffix}"
        body = f"/*{'x' * (size - 4)}*/".encode()
        files[path] = Reply(body, content_type=kind)
        tag = {"png": f"<img src={path}>", "js": f"<script src={path}></script>"}
        tags.append(tag.get(suffix, f"<link rel=stylesheet href={path}>"))
    return f"<!doctype html><title>{load}</title>{''.join(tags)}", files


async def loaded(browser: PlaywrightBrowser, serve: PageServer, load: str, count: int) -> float:
    """Seconds until the page's load event."""
    html, files = page(load, count)
    serve.replies.update(files)
    url = serve(html, path=f"/{load}")
    before = time.perf_counter()
    await browser.tabs.active.page.goto(url, wait_until="load")
    return time.perf_counter() - before


async def fetched(browser: PlaywrightBrowser, serve: PageServer) -> float:
    """Megabytes per second of one big fetch."""
    await browser.tabs.active.page.goto(serve("<title>Big</title>", path="/blank"))
    serve.put("/big", Reply(b"x" * BIG, content_type="application/octet-stream", headers={"cache-control": "no-store"}))
    before = time.perf_counter()
    size = await browser.tabs.active.page.evaluate("fetch('/big').then(r => r.arrayBuffer()).then(b => b.byteLength)")
    assert size == BIG
    return BIG / 1e6 / (time.perf_counter() - before)


async def main(arguments: argparse.Namespace) -> None:
    serve = PageServer()
    allowed = {("127.0.0.1", serve.port)}
    options: dict[str, Any] = {"browser": arguments.browser, "headless": True}
    async with AsyncExitStack() as stack:
        browsers: dict[str, PlaywrightBrowser] = {}
        for name in ("direct", "proxy"):
            rule = (
                (lambda host, port, addresses: reason_to_refuse(host, port, addresses, allowed))
                if name == "proxy"
                else None
            )
            browsers[name] = await open_browser(BrowserOptions(**options, network=rule, shared=False))
            stack.push_async_callback(browsers[name].close)
        times: dict[str, list[float]] = {name: [] for name in browsers}
        for turn in range(-2, arguments.rounds):
            for name, browser in browsers.items():
                seconds = await loaded(browser, serve, f"{name}{turn}", arguments.resources)
                # The first two warm up.
                if turn >= 0:
                    times[name].append(seconds)
        rates = {name: [await fetched(browser, serve) for _ in range(3)] for name, browser in browsers.items()}
    serve.stop()
    print_times(arguments, times, rates)


def print_times(
    arguments: argparse.Namespace, times: Mapping[str, Sequence[float]], rates: Mapping[str, Sequence[float]]
) -> None:
    direct, proxied = (statistics.median(times[name]) * 1000 for name in ("direct", "proxy"))
    slow, fast = (statistics.median(rates[name]) for name in ("proxy", "direct"))
    print(f"{arguments.browser}, {arguments.resources} subresources, {arguments.rounds} loads each")
    print(f"page load: direct {direct:.0f} ms, behind the proxy {proxied:.0f} ms, ratio {proxied / direct:.2f}")
    print(f"  for each resource {(proxied - direct) / arguments.resources:.2f} ms more")
    print(f"download: direct {fast:.0f} MB/s, behind the proxy {slow:.0f} MB/s")
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--browser", default="chromium", choices=["chromium", "firefox"])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--resources", type=int, default=50)
    asyncio.run(main(parser.parse_args()))
