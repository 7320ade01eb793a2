"""Session: a browser context with its tabs, policy, notes and log. The one object that every front end holds."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar, Unpack

from handrail.attachments import Attachment
from handrail.browser.types.errors import BrowserLost, DeadlineHit
from handrail.browser.types.options import BrowserOptions
from handrail.browser.types.reading import Snapshot, SnapshotMode
from handrail.calls.human_input import Approve
from handrail.calls.network_guard import network_guard
from handrail.calls.observe import learn_links, observe_page
from handrail.calls.pipeline import CallPipeline
from handrail.calls.recovery import Recovered, Recovery
from handrail.calls.state import SessionState, StateAttribute
from handrail.events.kinds import ScreenshotEvent
from handrail.events.stream import Events
from handrail.grants import GrantBook
from handrail.models.metered import Purpose
from handrail.models.protocol import Model, Usage
from handrail.policy import Permissions, Provenance
from handrail.policy.facts import Caller, Mode
from handrail.policy.guardrails import compile_guardrails
from handrail.results import Observation, Result
from handrail.runs.folders import new_run_folder
from handrail.session_keywords import SessionKeywords
from handrail.session_options import split_options
from handrail.telemetry import trace_events
from handrail.tools.core.context import Files, Notes, Person
from handrail.tools.core.plan import PlanBook
from handrail.tools.core.table import Record, Table
from handrail.trust import well_formed_data
from handrail.vault import Vault, parse_secret

if TYPE_CHECKING:
    # Playwright takes a moment to import, and a session is often made before a browser is needed.
    from handrail.browser.playwright_browser import PlaywrightBrowser
    from handrail.browser.tabs.tab import PlaywrightTab
    from handrail.browser.tabs.tabs import PlaywrightTabs

WHOLE = 100_000_000
"""Characters of a snapshot that is not to be cut; the kit's own deadlines bound it long before."""
T = TypeVar("T")


class Session:
    """A browser with one pipeline for every call.

    Use it as ``async with Session(...) as session``. Calls of one session run one after the other; sessions are
    independent of each other.

    Args:
        model: what `extract` calls; None leaves it out.
        approve: asked where policy leaves the decision to the user; without it the answer is no.
        person: who answers a model's own questions; without one it cannot ask any.
        grant_book: what the user permitted for good; None by default, so that a program decides for itself.
        table: the tools; by default those of this package and of installed ones.
        using: an open browser to take over in place of starting one; it is closed with the session.
        options: fields of `handrail.session_options.SessionOptions` and
            `handrail.browser.types.options.BrowserOptions`: ``mode``, ``upload_dirs``, ``headless``, ``profile`` and so
            on; docs/settings.md lists them.

    Raises:
        UsageError: an option that does not exist or does not fit.
        NoBrowser: on entering, when no browser can be had.
    """

    mode = StateAttribute[Mode]()
    permissions = StateAttribute[Permissions]()
    provenance = StateAttribute[Provenance]()
    table = StateAttribute[Table]()
    vault = StateAttribute[Vault]()
    events = StateAttribute[Events]()
    notes = StateAttribute[Notes]()
    plan = StateAttribute[PlanBook]()
    files = StateAttribute[Files]()
    model = StateAttribute["Model | None"]()
    person = StateAttribute["Person | None"]()
    usage = StateAttribute[Usage]()
    call_timeout = StateAttribute[float]()
    model_timeout = StateAttribute[float]()

    def __init__(
        self,
        *,
        model: Model | None = None,
        approve: Approve | None = None,
        person: Person | None = None,
        grant_book: GrantBook | None = None,
        table: Table | None = None,
        using: PlaywrightBrowser | None = None,
        **options: Unpack[SessionKeywords],
    ) -> None:
        own, self._options = split_options(options)
        self.guardrails = own.guardrails
        self.guarded = compile_guardrails(own.guardrails)
        permissions = Permissions.of(own.allow_origins, own.grants, own.trust, unsafe=own.unsafe)
        permissions.rails = self.guarded.rails
        if grant_book is not None:
            grant_book.add_to(permissions)
        vault = Vault(parse_secret(one) if isinstance(one, str) else one for one in own.secrets)
        self.run_dir = own.run_dir or new_run_folder()
        self.approve = approve
        self._raise_errors = own.raise_errors
        self.state = SessionState(
            mode="ask" if self.guarded.ask else own.mode,
            permissions=permissions,
            table=table or Table.load(),
            vault=vault,
            events=Events(vault.mask),
            files=Files(own.upload_dirs, self.run_dir),
            model=model,
            person=person,
            call_timeout=own.call_timeout,
            model_timeout=own.model_timeout,
            browser=using,
            timezone=self._options.get("timezone"),
            locale=self._options.get("locale"),
        )
        self.recovery = Recovery(self.state)
        trace_events(self.events, lambda name: self.table.get(name) is not None)
        self._lock = asyncio.Lock()

    async def __aenter__(self) -> Self:
        options = BrowserOptions(**{"downloads": self.run_dir, **self._options})
        if options.network is None and not self.permissions.unsafe and not options.ungated:
            options = replace(options, network=network_guard(self.permissions, self.events))
        if self.vault:
            # Only what is known can be masked, so the values are read before the first page is; that may take long.
            await asyncio.to_thread(self.vault.load)
        if self.state.browser is None:
            await self.recovery.start(options)
        else:
            self.state.use_browser(self.state.browser)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the browser. Closing twice is fine."""
        browser, self.state.browser = self.state.browser, None
        if browser is not None:
            await self.recovery.end(finished=False)
            await browser.close()

    async def recover(self, why: str) -> Recovered | None:
        """Restore a lost tab or browser now; every call does so by itself before it begins.

        Args:
            why: for the log.

        Returns:
            What was restored, None where nothing was lost.

        Raises:
            BrowserLost: it cannot be had again.
        """
        async with self._lock:
            return await self._recover(why)

    @property
    def browser(self) -> PlaywrightBrowser:
        return self.state.open_browser

    @property
    def tabs(self) -> PlaywrightTabs:
        return self.state.tabs

    @property
    def tab(self) -> PlaywrightTab:
        """The active tab; ``tab.page`` is its Playwright page."""
        return self.state.tab

    async def call(self, name: str, /, **params: Any) -> Result:
        """Carry out a tool as the user: the arguments are the user's words.

        What a page or a caller did is no exception: a wrong name, a wrong parameter, a stale ref, a dead address are
        `handrail.Failed` results, which are false, and whose ``unwrap`` raises.

        Raises:
            ToolFailed: the call failed, in a session with ``raise_errors``.
        """
        result = await self.perform("user", name, params)
        if self._raise_errors:
            result.unwrap()
        return result

    async def call_as(self, caller: Caller, name: str, /, **params: Any) -> Result:
        """`call`, asked by someone else: policy binds a ``model``. Raises nothing, whatever the session's options say:
        a model reads its failures."""
        return await self.perform(caller, name, params)

    async def perform(
        self,
        caller: Caller,
        name: str,
        params: dict[str, Any],
        *,
        observe: bool = False,
        approve: Approve | None = None,
    ) -> Result:
        """Carry out a call of any caller: every front end ends up here.

        Args:
            observe: add what the page looks like afterwards.
            approve: who is asked about this call, in place of the session's own.
        """
        async with self._lock:
            self.state.hold_websockets(caller)
            pipeline = CallPipeline(self.state, self.recovery, caller, approve or self.approve)
            return await pipeline.run(well_formed_data(name), well_formed_data(params), observe=observe)

    async def return_to(self, url: str) -> bool:
        """Open a page again in the active tab that was open in an earlier session, and return whether it opened. No
        call asks for it, so it permits no changes on its origin, and may only read where the user has not allowed
        them. Where its address came from is not known any more: on an origin of the user's it counts as made up by a
        model, unless the user wrote it.
        """
        return await self._with_browser(lambda: self.recovery.go(url))

    async def snapshot(self, /, mode: SnapshotMode = "full", **options: Any) -> Snapshot:
        """The active page's outline with refs, as an object; options as in `PageReader.snapshot`.

        In full mode it is whole, unless ``max_chars`` says otherwise: a program has no context window.

        Raises:
            BrowserError: the page does not answer.
        """
        if mode == "full":
            options.setdefault("max_chars", WHOLE)
        return await self._with_browser(lambda: self.tab.reader.snapshot(mode, **options))

    async def observe(self, *, whole: bool = False) -> Observation:
        """What a model is shown of the page beside its calls: what changed since the last observation of the same tab,
        or all that fits; the tabs; an open dialog. No tool is called for it.

        Args:
            whole: not only what changed.

        Raises:
            BrowserError: the page does not answer.
        """
        seen = await self._with_browser(lambda: observe_page(self.state, None, whole=whole))
        learn_links(self.state, [seen.snapshot_text])
        if seen.snapshot is not None:
            self.recovery.record_read()
        return seen

    async def screenshot(self, *, marks: bool = False) -> Attachment:
        """A picture of the window, beside the calls; ``marks`` draws in the refs that can be operated. The run's log
        keeps it.

        Raises:
            BrowserError: there is none, or it would show what it must not.
        """
        picture = await self._with_browser(lambda: self.tab.screenshot(marks=marks))
        self.events.emit(ScreenshotEvent(tool="screenshot", attachments=(picture,)))
        return picture

    async def _recover(self, why: str = "") -> Recovered | None:
        recovered = await self.recovery.recover(why)
        if self.recovery.given_up:
            raise BrowserLost(self.recovery.given_up, hint="Start a new session.")
        return recovered

    async def _with_browser(self, work: Callable[[], Awaitable[T]]) -> T:
        """The result of the session's own work on its browser, under the terms of every call: one after the other, in a
        browser that was restored where it was lost, within the time of a call, with secrets masked.

        Raises:
            BrowserError: it could not be done, or not in time.
        """
        async with self._lock:
            await self._recover()
            try:
                async with asyncio.timeout(self.call_timeout):
                    result = await work()
            except TimeoutError:
                raise DeadlineHit(f"The page did not answer within {self.call_timeout:.0f} s.") from None
            except Exception as error:
                if (lost := self.tabs.explain(error)) is None:
                    raise
                raise lost from error
            masked: T = self.vault.mask(result)
            return masked

    def offered(self) -> list[Record]:
        """The tools that can be used in this session, by its mode and what each tool needs."""
        # Ask mode allows a click on a plain link, which is navigation, and putting an alert away.
        fit = [one for one in self.table if self.mode == "act" or one.ask or one.name in ("click", "dialog")]
        return [record for record in fit if self.missing(record) is None]

    def missing(self, record: Record) -> str | None:
        """What a tool needs and this session does not have, as a sentence; None when it can be used."""
        return self.state.missing(record)

    def metered(self, model: Model, purpose: Purpose) -> Model:
        """The model, whose answers are added to `usage` and emitted as ``model_call`` events."""
        return self.state.metered(model, purpose)
