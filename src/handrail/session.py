"""Session: a browser context with its tabs, policy, notes and log. The one object that every front end holds."""

from __future__ import annotations

import asyncio
import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, Self, Unpack, overload

from handrail.browser.types.options import BrowserOptions
from handrail.calls.effects.approvals import send_held_requests
from handrail.calls.human_input import Approve, Askers
from handrail.calls.network_guard import network_guard
from handrail.calls.pipeline import CallPipeline, Observe
from handrail.calls.recovery.recovery import Recovery
from handrail.calls.state import SessionState
from handrail.events.kinds import SessionStartedEvent
from handrail.events.stream import Events
from handrail.grants import GrantBook
from handrail.models.metered import Purpose
from handrail.models.protocol import Model, Usage
from handrail.policy import Permissions, Provenance
from handrail.policy.facts import Caller, Mode
from handrail.policy.permissions import parse_origin
from handrail.policy.rules.guardrails import compile_guardrails
from handrail.results import Result
from handrail.runs.folders import check_writable, new_run_folder
from handrail.runs.log import RunLog
from handrail.session_keywords import SessionKeywords
from handrail.session_options import SessionOptions, check_switch, split_options, with_option_texts
from handrail.session_page import SessionPage, StateAttribute
from handrail.telemetry import trace_events
from handrail.tool_methods import ToolMethods
from handrail.tools.core.context import Files, GiveValues, Notes, Person
from handrail.tools.core.plan import PlanBook
from handrail.tools.core.table import Record, Table
from handrail.trust import External, Text, clean_data, well_formed_data
from handrail.vault import Vault, parse_secret
from handrail.vault.http_sign_in import http_sign_in, parse_http_credentials
from handrail.web_services.search import SearchService
from handrail.web_services.service import Tabstack

if TYPE_CHECKING:
    # Playwright takes a moment to import, and a session is often made before a browser is needed.
    from handrail.browser.playwright_browser import PlaywrightBrowser


class SessionArguments(SessionKeywords, total=False):
    """What every session takes."""

    approve: Approve | None
    give_values: GiveValues | None
    grant_book: GrantBook | None
    table: Table | None
    using: PlaywrightBrowser | None


class ModelSessionArguments(SessionArguments, total=False):
    """What a session takes in which a model may read pages."""

    plain: Literal[False]
    model: Model | str | None
    person: Person | None


@with_option_texts
class Session(ToolMethods[Text], SessionPage[Text]):
    """A browser with one pipeline for every call.

    Use it as ``async with Session(...) as session``. Calls of one session run one after the other; sessions are
    independent of each other.

    Args:
        plain: return text from pages as ``str`` instead of `External`: for a program's own calls, in a session without
            a model.
        model: what `extract` calls, a model or its name (``anthropic:…``); None leaves it out.
        approve: asked where policy leaves the decision to the user; without it the answer is no.
        person: who answers a model's own questions; without one it cannot ask any.
        give_values: asked for values that go into a page and that no model may see; without it `request_user_data` is
            off.
        grant_book: what the user permitted for good; None by default, so that a program decides for itself.
        table: the tools; by default those of this package and of installed ones.
        using: an open browser to take over in place of starting one; it is closed with the session.
        options: the options below: ``mode``, ``upload_dirs``, ``headless``, ``profile`` and so on.

    Raises:
        UsageError: an option that does not exist or does not fit.
        NoBrowser: on entering, when no browser can be had.
    """

    plain = StateAttribute[bool]()
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
    give_values = StateAttribute["GiveValues | None"]()
    usage = StateAttribute[Usage]()
    call_timeout = StateAttribute[float]()
    model_timeout = StateAttribute[float]()

    @overload
    def __init__(self: Session[External], **options: Unpack[ModelSessionArguments]) -> None: ...
    @overload
    def __init__(self: Session[str], *, plain: Literal[True], **options: Unpack[SessionArguments]) -> None: ...
    def __init__(
        self,
        *,
        plain: bool = False,
        model: Model | str | None = None,
        person: Person | None = None,
        approve: Approve | None = None,
        give_values: GiveValues | None = None,
        grant_book: GrantBook | None = None,
        table: Table | None = None,
        using: PlaywrightBrowser | None = None,
        **options: Unpack[SessionKeywords],
    ) -> None:
        if isinstance(model, str):
            # Providers take a moment to load, and few sessions name one.
            from handrail.models.choose import to_model

            model = to_model(model)
        check_switch("plain", plain)
        own, browser_options = split_options(options)
        self.guardrails = own.guardrails
        self.guarded = compile_guardrails(own.guardrails)
        permissions = _permissions(own, grant_book)
        permissions.rails = self.guarded.rails
        vault = Vault(parse_secret(one) if isinstance(one, str) else one for one in own.secrets)
        self._http_credentials = own.http_credentials
        if own.http_credentials is not None:
            parse_http_credentials(own.http_credentials, vault)
        self.run_dir = own.run_dir or new_run_folder()
        self._names_run_dir = own.run_dir is not None
        self._keeps_log = bool(own.log)
        self._log: RunLog | None = None
        self.approve = approve
        self._raise_errors = own.raise_errors
        self.state = SessionState(
            mode="ask" if self.guarded.ask else own.mode,
            permissions=permissions,
            table=table or Table.load(),
            vault=vault,
            events=Events(vault.mask),
            files=Files(own.upload_dirs, self.run_dir, own.upload_urls),
            model=model,
            person=person,
            give_values=give_values,
            search=SearchService(own.search, own.search_url, own.search_key) if own.search else None,
            tabstack=Tabstack(own.tabstack_url, own.tabstack_key) if own.tabstack_key else None,
            call_timeout=own.call_timeout,
            model_timeout=own.model_timeout,
            browser=using,
            browser_options=browser_options,
            plain=plain,
        )
        self.state.refuse_plain_text(for_model=person is not None)
        self.recovery = Recovery(self.state)
        trace_events(self.events, lambda name: self.table.get(name) is not None)
        self._lock = asyncio.Lock()
        self._is_closing = False

    async def __aenter__(self) -> Self:
        if self._names_run_dir or self._keeps_log:
            await asyncio.to_thread(check_writable, self.run_dir)
        options = BrowserOptions(**{"downloads": self.run_dir, **self.state.browser_options})
        if options.network is None and not self.permissions.unsafe and not options.ungated:
            options = replace(options, network=network_guard(self.permissions, self.events, options.profile))
        await asyncio.to_thread(self.state.load_keys)
        if self.vault:
            # Only what is known can be masked, so the values are read before the first page is; that may take long.
            await asyncio.to_thread(self.vault.load)
        if self._http_credentials is not None:
            options = replace(options, http_sign_in=http_sign_in(self._http_credentials, self.vault))
        if self.state.browser is None:
            await self.recovery.start(options)
        else:
            self.state.use_browser(self.state.browser)
        if self._keeps_log:
            self._log = RunLog(self.run_dir)
            self._unsubscribe_log = self.events.subscribe(self._log)
            self.events.emit(SessionStartedEvent())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the browser. Closing twice is fine."""
        browser = self.state.browser
        self.state.open_call.close()
        if self._is_closing:
            return
        self._is_closing = True
        try:
            if browser is not None:
                await self.recovery.end(finished=False)
                await browser.close()
        finally:
            # Requests are judged to the end, and their judge looks at the pages.
            self.state.browser, self._is_closing = None, False
            if (log := self._log) is not None:
                # Opened again, the session keeps another.
                self._log = None
                self._unsubscribe_log()
                log.close()

    async def call(self, name: str, /, **params: Any) -> Result:
        """Carry out a tool as the user: the arguments are the user's words.

        What a page or a caller did is no exception: a wrong name, a wrong parameter, a stale ref, a dead address are
        `handrail.Failed` results, which are false, and whose ``unwrap`` raises.

        Raises:
            ToolFailed: the call failed, in a session with ``raise_errors``.
        """
        given = {key: os.fspath(value) if isinstance(value, os.PathLike) else value for key, value in params.items()}
        result = await self.perform("user", name, given)
        if self._raise_errors:
            result.unwrap()
        return result.plain() if self.plain else result

    async def _call(self, name: str, params: dict[str, Any]) -> Result[Any]:
        """Carry out a call as the methods of the tools make it: with the parameters that are not as by default, as one
        would write it oneself.

        Args:
            params: the local variables of the method: its parameters, and ``self``.
        """
        record = self.table.get(name)
        defaults = record.defaults if record is not None else {}
        given = {
            key: value
            for key, value in params.items()
            if key != "self" and (key not in defaults or value not in (defaults[key], ()))
        }
        return await self.call(name, **given)

    async def call_as(self, caller: Caller, name: str, /, **params: Any) -> Result:
        """Carry out a tool as someone else: policy binds a ``model``. Raises nothing, whatever the session's options
        say: a model reads its failures."""
        return await self.perform(caller, name, params)

    async def perform(
        self,
        caller: Caller,
        name: str,
        params: dict[str, Any],
        *,
        observe: Observe = False,
        approve: Approve | None = None,
        give_values: GiveValues | None = None,
        begins_run: bool = False,
    ) -> Result:
        """Carry out a call of any caller: every front end ends up here.

        Args:
            observe: add what the page looks like afterwards; ``changes``: only where it changed in place.
            begins_run: it opens the page that a model begins with: what that sends is judged as of one that it opens.
            approve, give_values: who is asked about this call, in place of the session's own.

        Raises:
            UsageError: a model's call, in a session of plain text.
        """
        self.state.refuse_plain_text(for_model=caller == "model")
        if caller == "model" and (questions := self.state.open_call.late_questions):
            await asyncio.wait(questions)
        async with self._lock:
            if caller == "model":
                self.state.websockets.begin(self.permissions)
            asks, giving = Askers(approve or self.approve, self.approve), give_values or self.give_values
            pipeline = CallPipeline(self.state, self.recovery, caller, asks, giving)
            pipeline.begins_run = begins_run
            given = well_formed_data(params)
            # The questions of a model's call show all that it writes.
            given = clean_data(given) if caller == "model" else given
            async with self.state.open_call.begin(approve if caller == "model" else None):
                if caller == "model":
                    await send_held_requests(self.state)
                return await pipeline.run(well_formed_data(name), given, observe=observe)

    def offered(self) -> list[Record]:
        """Return the tools that can be used in this session, by its mode and what each tool needs."""
        # Ask mode allows a click on a plain link, which is navigation, and putting an alert away.
        fit = [one for one in self.table if self.mode == "act" or one.ask or one.name in ("click", "dialog")]
        return [record for record in fit if self.missing(record) is None]

    def missing(self, record: Record) -> str | None:
        """Return what a tool needs and this session does not have, as a sentence; None when it can be used."""
        return self.state.missing(record)

    def metered(self, model: Model, purpose: Purpose) -> Model:
        """Return the model, whose answers are added to `usage` and emitted as ``model_call`` events."""
        return self.state.metered(model, purpose)


def _permissions(own: SessionOptions, grant_book: GrantBook | None) -> Permissions:
    """Return what the options of a session and the user's permanent grants permit."""
    permissions = Permissions.of(
        own.allow_origins, own.grants, own.trust, unsafe=own.unsafe, ask_per_site=own.ask_per_site
    )
    # Services and files of the user's own may stand on a special network address.
    named = (own.search_url, own.tabstack_url, *own.upload_urls)
    permissions.reachable |= {parse_origin(url) for url in named if url}
    if grant_book is not None:
        grant_book.add_to(permissions)
    return permissions
