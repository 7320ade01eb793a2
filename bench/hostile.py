"""What pages that mean harm cost: the page's own making and layout, our snapshot, and what that left out.

    python -m bench.hostile [--only frames] [--firefox]

Every page must give a snapshot of at most 12,000 characters that states what it left out, and live on. The kit's part
is bounded by its deadline; what the page's own layout costs is printed apart. Cheaper pages of these kinds are in
`tests/browser/test_snapshot_modes.py`.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from threading import Event

from playwright.async_api import Page, async_playwright
from tests.pages import PageServer, Reply

from bench.snapshot import launch
from handrail.browser.page.kits import register
from handrail.browser.page.page_context import PageContext
from handrail.browser.page.refs import Refs
from handrail.browser.reading.page_reader import PlaywrightReader
from handrail.browser.types.errors import BrowserError

ROOM = 12_000
BOUND = 20.0
"""Seconds that a snapshot may take with all its frames, closed trees and listeners."""
LAYOUT_MS = 300_000

PAGES = {
    "a million nodes": "add('<p>x <a href=#>y</a></p>'.repeat(200_000))",
    "50 MB in one text": "document.body.append('word '.repeat(1e7))",
    "50 MB in paragraphs": "add(('<p>' + 'word '.repeat(1000)).repeat(10_000))",
    "200 frames": "add('<iframe srcdoc=\"<button>in</button>\"></iframe>'.repeat(200))",
    "a frame that hangs": "add('<iframe src=\"/hangs\"></iframe>')",
    "10,000 deep": """let at = document.body; for (let i = 0; i < 10_000; i++) {
        at = at.appendChild(document.createElement('b')); at.style.display = 'contents' } at.append('deep')""",
    "endless mutations": "const go = () => { document.body.append('x'); queue.postMessage(0) };"
    "const { port1, port2: queue } = new MessageChannel(); port1.onmessage = go; go()",
    "elements that move": """add('<button>go</button>'.repeat(300)); const all = document.querySelectorAll('button');
        const go = () => { for (const b of all) b.style = `position:absolute;left:${Math.random() * 1e3}px`;
          document.body.append(all[0]); requestAnimationFrame(go) }; go()""",
    "getters that throw": """customElements.define('x-t', class extends HTMLElement {
        get role() { throw 1 } get ariaLabel() { throw 1 } get shadowRoot() { throw 1 } get attributes() { throw 1 }
        get childNodes() { throw 1 } get parentNode() { throw 1 } }); add('<x-t>t</x-t>'.repeat(2000))""",
    "two-way text": "add('<button>abc \\u202e def \\u2066 שלום</button>'.repeat(500))",
    "lone surrogates": "for (let i = 0; i < 500; i++) document.body.append('a\\ud800b '); document.title = '\\udfff'",
    "nothing and everything": """add('<button style="width:0;height:0;padding:0;border:0">a</button>'
        + '<div style="width:1e7px;height:1e7px"><button>b</button></div>')""",
    "a million options": "add('<select>' + '<option>o'.repeat(1_000_000) + '</select>')",
}


async def main() -> int:
    options = _options()
    failed = []
    async with async_playwright() as playwright:
        await register(playwright, firefox=options.firefox)
        browser = await launch(playwright, options.firefox)
        print(f"{'Firefox' if options.firefox else 'Chromium'} {browser.version}")
        print(f"{'page':24} {'elements':>9} {'its own':>8} {'ours':>8} {'again':>8} {'chars':>6}  lives, left out")
        with _server() as server:
            for name, script in PAGES.items():
                if options.only not in name:
                    continue
                page = await (await browser.new_context()).new_page()
                if not await _measure(page, name, script, server.origin):
                    failed.append(name)
                await page.context.close()
        await browser.close()
    print("\n" + (f"Not bounded: {', '.join(failed)}" if failed else "All are bounded, and live on."))
    return 1 if failed else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="What hostile pages cost.")
    parser.add_argument("--only", default="", help="only pages whose name holds this")
    parser.add_argument("--firefox", action="store_true")
    return parser.parse_args()


async def _measure(page: Page, name: str, script: str, origin: str) -> bool:
    """Make a page, read it twice, and print what that came to; whether it was bounded."""
    page.set_default_timeout(LAYOUT_MS)
    await page.goto(origin)
    started = time.perf_counter()
    await page.evaluate(f"() => {{ {script}; document.body.offsetHeight }}")
    elements = await page.locator("*").count()
    made = time.perf_counter() - started
    reader = PlaywrightReader(PageContext("t1", page, Refs()))
    took, chars, remark = [], 0, ""
    for _ in range(2):
        started = time.perf_counter()
        try:
            snapshot = await reader.snapshot("auto", max_chars=ROOM)
            chars, remark = len(snapshot.text.raw), snapshot.left_out
        except BrowserError as error:
            remark = f"{type(error).__name__}: {error}"
        took.append(time.perf_counter() - started)
    lives = await page.evaluate("document.readyState") == "complete"
    bounded = 0 < chars <= ROOM and max(took) <= BOUND and lives
    times = f"{made:7.1f}s {took[0]:7.2f}s {took[1]:7.2f}s"
    print(f"{name:24} {elements:9} {times} {chars:6}  {'yes' if lives else 'NO'}, {remark}", flush=True)
    return bounded


def _server() -> PageServer:
    """Return a server of an empty page, and of an address that never answers."""
    server = PageServer()
    server(
        "<!doctype html><title>x</title><h1>Live</h1>"
        "<script>const add = html => document.body.insertAdjacentHTML('beforeend', html)</script>",
        "/",
    )
    server.put("/hangs", Reply(hold=Event()))
    return server


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
