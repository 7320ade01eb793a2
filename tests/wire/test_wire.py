"""Promises G1 to G5, checked on the wire: whatever a model calls, the server in place of the internet never receives
what it must not.

``WIRE=500 pytest tests/wire -s`` runs that many sequences instead of the suite's few, and prints the number of
calls; ``WIRE_BROWSER=firefox`` names the browser.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, note, settings
from hypothesis import strategies as st

from handrail.browser import open_browser
from handrail.browser.network.filtering_proxy.sign_in import sign_in
from handrail.browser.page.refs import Refs
from handrail.browser.playwright_browser import PlaywrightBrowser
from handrail.browser.tabs.tabs import PlaywrightTabs
from handrail.browser.types.options import BrowserOptions
from handrail.calls.network_guard import network_guard
from handrail.session import Session
from handrail.sync import LoopThread
from handrail.tools.core.table import Table
from tests.wire.calls import Calls, Ref, call, calls, tools
from tests.wire.internet import CANARY, EVIL, GIVEN, KEPT, SECRET, SHOP, TASK, Arrived, Internet

pytestmark = pytest.mark.browser

SEQUENCES = int(os.environ.get("WIRE", "5"))
CALLS = 14
TABLE = Table([record for record in Table.load() if not {"model", "person", "plan"} & set(record.needs)])


class WireRun:
    """A browser behind a proxy that leads to the one server, with a session for each sequence."""

    def __init__(self, internet: Internet, folder: Path) -> None:
        self.internet = internet
        self.folder = folder
        self.session: Session | None = None
        self.calls = self.denied = 0
        self.loop = LoopThread()
        self._browser: Any = None

    async def open(self, name: Any) -> None:
        def rule(host: str, port: int, addresses: Sequence[IPv4Address | IPv6Address]) -> str | None:
            if self.session is None:
                return "not ready"
            return network_guard(self.session.permissions, self.session.events)(host, port, addresses)

        self._browser = await open_browser(BrowserOptions(browser=name, headless=True, network=rule))

    async def close(self) -> None:
        await self._browser.close()

    async def run(self, sequence: Calls) -> list[str]:
        browser = self._browser.context.browser
        context = await browser.new_context(accept_downloads=True)
        try:
            await sign_in(self._browser.proxy, context, firefox=browser.browser_type.name == "firefox")
            tabs = await PlaywrightTabs(context, Refs(), run_dir=self.folder / "run", proxy=self._browser.proxy).start()
            self.session = Session(
                using=PlaywrightBrowser("wire", context, tabs, proxy=self._browser.proxy),
                run_dir=self.folder / "run",
                table=TABLE,
                upload_dirs=[self.folder / "up"],
                secrets=[f"login=file:{self.folder / 'secret'}@http://{SHOP},password"],
                call_timeout=20.0,
            )
            async with self.session as session:
                return await self._call_all(session, sequence)
        finally:
            self.session = None
            await context.close()

    async def _call_all(self, session: Session, sequence: Calls) -> list[str]:
        self.internet.reset()
        session.provenance.words.add_text(TASK)
        session.provenance.words.add_data({"phone": GIVEN})
        assert (await session.call("goto", url=f"http://{SHOP}/")).ok
        for name, params in sequence:
            shown = await session.perform("model", name, await self._resolve(session, params), observe=True)
            self.calls += 1
            self.denied += shown.code == "not_permitted"
            text = shown.observation.snapshot_text.raw if shown.observation and shown.observation.snapshot_text else ""
            self.internet.shown.append(json.dumps(shown.to_dict(), default=str) + text)
            if broken := self.internet.broken_promises():
                return [f"{name} {params}", *broken]
            if session.tab.dialog is not None:
                await session.call_as("model", "dialog", accept=False)
        return []

    async def _resolve(self, session: Session, params: dict[str, Any]) -> dict[str, Any]:
        if not any(isinstance(value, Ref) for value in params.values()) or session.tab.dialog is not None:
            return {key: "e1" if isinstance(value, Ref) else value for key, value in params.items()}
        refs = [node.ref for node in (await session.snapshot()).nodes if node.ref] or ["e1"]
        return {
            key: refs[value.number % len(refs)] if isinstance(value, Ref) else value for key, value in params.items()
        }


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wire")
    (folder / "up").mkdir()
    (folder / "up" / "report.pdf").write_bytes(b"%PDF-1.4 report")
    (folder / "kept.txt").write_text(KEPT)
    (folder / "up" / "link.pdf").symlink_to(folder / "kept.txt")
    (folder / "secret").write_text(SECRET)
    return folder


@pytest.fixture(scope="module")
def wire(folder: Path, request: pytest.FixtureRequest) -> Iterator[WireRun]:
    with pytest.MonkeyPatch.context() as patched:
        internet = Internet()
        patched.setattr("handrail.browser.network.filtering_proxy.connector.connect", internet.connect)
        patched.setattr("handrail.browser.network.filtering_proxy.resolve.system_lookup", internet.lookup)
        run = WireRun(internet, folder)
        run.loop.run(run.open(os.environ.get("WIRE_BROWSER", "auto")))
        yield run
        run.loop.run(run.close())
        run.loop.close()
        internet.stop()


@pytest.mark.timeout(120 if SEQUENCES <= 5 else 0)
def test_no_sequence_of_calls_breaks_a_promise(wire: WireRun, folder: Path):
    @settings(
        max_examples=SEQUENCES, derandomize=True, deadline=None, database=None,
        suppress_health_check=list(HealthCheck), phases=[Phase.generate],
    )  # fmt: skip
    @given(calls(TABLE, folder, CALLS))
    def sequences(sequence: Calls) -> None:
        note(str(sequence))
        assert wire.loop.run(wire.run(sequence)) == []

    sequences()
    assert wire.calls > SEQUENCES * CALLS // 4
    print(
        f"{wire.calls} calls, {wire.denied} not permitted, {len(wire.internet.arrived)} requests in the last sequence"
    )


def test_requests_of_the_user_arrive_and_broken_promises_are_reported(wire: WireRun):
    """The server and its checks work: what the user does arrives, and would break a promise if a model did it."""

    async def by_the_user() -> list[str]:
        await wire.run([])
        return []

    wire.loop.run(by_the_user())
    assert [one.host for one in wire.internet.arrived] == [SHOP]
    internet = Internet()
    internet.connected.append(IPv4Address("10.0.0.7"))
    internet.shown.append(SECRET)
    internet.arrived += [
        Arrived(EVIL, "GET", f"/?d={CANARY}", "", ""),
        Arrived(EVIL, "POST", "/collect", "", "a=1"),
        Arrived(SHOP, "POST", "/delete", "", ""),
        Arrived(SHOP, "POST", "/comment", "", "card=evil"),
        Arrived(SHOP, "GET", f"/search?q={SECRET}", "", ""),
        Arrived(SHOP, "POST", "/upload", "", KEPT),
    ]
    internet.stop()
    assert sorted(promise[:2] for promise in internet.broken_promises()) == [
        "G1",
        "G1",
        "G2",
        "G3",
        "G3",
        "G3",
        "G4",
        "G5",
    ]


def test_every_tool_is_among_the_calls(folder: Path):
    seen: set[str] = set()

    # Arguments are drawn once for each tool: they take most of the time.
    @settings(max_examples=100, derandomize=True, deadline=None, database=None, phases=[Phase.generate])
    @given(st.data())
    def draw_tools(data: st.DataObject) -> None:
        for record in data.draw(st.lists(tools(TABLE), min_size=50, max_size=100)):
            if record.name not in seen:
                assert data.draw(call(record, folder))[0] == record.name
                seen.add(record.name)

    draw_tools()
    assert seen == {record.name for record in TABLE}
