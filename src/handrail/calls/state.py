"""Holds what the calls of a session share. The pipeline, its facts and recovery work with it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from handrail.browser.outline.shown_parts import ShownParts
from handrail.browser.types.side_effects import Taint
from handrail.calls.human_input import TrustedHuman
from handrail.calls.judged_requests import JudgedRequests
from handrail.calls.network_guard import TypedSecrets
from handrail.calls.open_call import OpenCall
from handrail.calls.websocket_hold import WebsocketHold
from handrail.calls.written.earlier_presses import EarlierPresses
from handrail.calls.written.model_texts import ModelTexts
from handrail.errors import UsageError
from handrail.events.kinds import ModelCallEvent, NoticeEvent
from handrail.events.parts import RequestedCall
from handrail.events.stream import Events
from handrail.models.metered import Metered, Purpose
from handrail.models.protocol import Model, ModelReply, Usage
from handrail.policy import Ask, Facts, Permissions, Provenance, origin_of
from handrail.policy.facts import Caller, Mode
from handrail.policy.permissions import Verb
from handrail.tools.core.context import Context, Fetcher, Files, GiveValues, Notes, Perform, Person, UserValues
from handrail.tools.core.needs import unmet_need
from handrail.tools.core.plan import PlanBook
from handrail.tools.core.table import Record, Table
from handrail.trust import External
from handrail.vault import GivenValue, Vault
from handrail.web_services.search import SearchService
from handrail.web_services.service import Service, Tabstack

if TYPE_CHECKING:
    # Playwright takes a moment to import, and a session is often made before a browser is needed.
    from handrail.browser.playwright_browser import PlaywrightBrowser
    from handrail.browser.tabs.tab import PlaywrightTab
    from handrail.browser.tabs.tabs import PlaywrightTabs


@dataclass(slots=True)
class Shown:
    """What observations showed to a model in one conversation.

    Attributes:
        tab: the one that they showed last; None before the first.
        parts: the headers, menus and footers that they showed.
    """

    tab: PlaywrightTab | None = None
    parts: ShownParts = field(default_factory=ShownParts)


@dataclass(slots=True)
class SessionState:
    """The rules, the user's belongings and the browser of one session.

    Attributes:
        requests: what was judged of the requests of pages.
        presses: what a model did in open documents, of which a dialog or a request may still come.
        texts: what a model put into pages that may send it later.
        open_call: the call that is under way, and the requests that wait for the next one.
        confirmed: tells what the user's yes to the model's last act lets its next one do, which a question is about.
        shown: what observations showed to the model in this conversation.
        give_values: asks the user for values that no model may see; None where nobody can be asked.
        browser_options: those that were given, by their names in `BrowserOptions`.
        plain: the user's calls return text from outside as ``str``.
        vision, reads_documents: the caller can be shown pictures; the model that calls is known to read PDFs.
    """

    mode: Mode
    permissions: Permissions
    table: Table
    vault: Vault
    events: Events
    files: Files
    model: Model | None
    person: Person | None
    call_timeout: float
    model_timeout: float
    give_values: GiveValues | None = None
    search: SearchService | None = None
    tabstack: Tabstack | None = None
    browser_options: Mapping[str, Any] = field(default_factory=dict)
    provenance: Provenance = field(default_factory=Provenance)
    notes: Notes = field(default_factory=Notes)
    plan: PlanBook = field(default_factory=PlanBook)
    usage: Usage = field(default_factory=Usage)
    requests: JudgedRequests = field(default_factory=JudgedRequests)
    presses: EarlierPresses = field(default_factory=EarlierPresses)
    texts: ModelTexts = field(default_factory=ModelTexts)
    open_call: OpenCall = field(default_factory=OpenCall)
    confirmed: Callable[[Ask, Facts], frozenset[Verb]] | None = None
    shown: Shown = field(default_factory=Shown)
    browser: PlaywrightBrowser | None = None
    websockets: WebsocketHold = field(init=False)
    vision: bool = True
    reads_documents: Callable[[], bool] = lambda: False
    plain: bool = False

    def __post_init__(self) -> None:
        self.websockets = WebsocketHold(self.events, self.texts)

    @property
    def open_browser(self) -> PlaywrightBrowser:
        """The browser. Raises `UsageError` where the session is not open."""
        if self.browser is None:
            raise UsageError("The session is not open.", hint="Use it as: async with Session() as session: ...")
        return self.browser

    def refuse_plain_text(self, *, for_model: bool) -> None:
        """Raise `UsageError` if the session is one of plain text, and a model would read it now or has been given."""
        if self.plain and (for_model or self.model is not None):
            raise UsageError(
                "A session with plain=True is for a program alone; a model must be able to tell a page's words.",
                hint="Leave plain out, and take the text of single results with result.plain().",
            )

    @property
    def tabs(self) -> PlaywrightTabs:
        return self.open_browser.tabs

    @property
    def tab(self) -> PlaywrightTab:
        """The active tab."""
        return self.tabs.active

    @property
    def taint(self) -> Taint:
        """What the active tab holds of a model's; nothing where no tab is active."""
        tab = self.tabs.active_or_none
        return tab.core.taint if tab is not None else Taint()

    @property
    def origins_of_page(self) -> frozenset[str]:
        """Return the origins of all documents in the active tab, which speak with each other."""
        tab = self.tabs.active_or_none
        found = (origin_of(frame.url) for frame in tab.core.page.frames) if tab is not None else ()
        return frozenset(filter(None, found))

    def begin_conversation(self) -> None:
        """Forget what was shown: the model that observations are for from now on has seen nothing of any page."""
        self.shown = Shown()
        self.end_acts()

    def end_acts(self) -> None:
        """Forget a model's acts and the user's refusals, and stop what is held: the user acts or asks anew."""
        self.requests.end_acts()
        self.presses.end()
        self.confirmed = None
        self.open_call.refuse_held()

    def end_failed_act(self, code: str | None) -> None:
        """Note that a model's act failed: a yes to it covers no more, and what pressed nothing opened nothing."""
        self.confirmed = None
        tab = self.tabs.active_or_none if self.browser is not None else None
        if tab is not None and self.presses.note_failure(code, max(tab.core.pressed_at, tab.core.typed_at)):
            self.texts.take_back_entries()

    def use_browser(self, browser: PlaywrightBrowser) -> None:
        """Work in this browser from now on; it masks the session's secrets from its first page on."""
        self.browser = browser
        self._hide_secrets()
        self.websockets.use_browser(browser)

    def keep_value(self, given: GivenValue, value: str) -> None:
        """Mask a value that the user gave wherever it would show from now on; see `handrail.vault.Vault.add`."""
        self.vault.add(given, value)
        self._hide_secrets()

    def keep_data(self, values: Mapping[str, str]) -> None:
        """Keep values of the user's data that a model may fill in on opened origins, and never sees."""
        for name, value in values.items():
            self.keep_value(GivenValue(name, lambda: self.permissions.origins), value)

    def load_keys(self) -> None:
        """Read the keys of the services, which are masked like secrets. This may take long: call it in a thread. Raises
        `UsageError` where a key is not available."""
        services: tuple[Service | None, ...] = (self.search, self.tabstack)
        for service in services:
            if service is not None and (key := service.load_key()):
                name = f"{service.title.split()[0].lower()}-key"
                self.vault.add(GivenValue(name, tuple), key)
                self.vault.retire(name)

    def _hide_secrets(self) -> None:
        if self.vault and self.browser is not None:
            self.browser.tabs.redact(self.vault.needles)
            self.browser.tabs.mask(self.vault)
            self.browser.tabs.guard(TypedSecrets(self.vault, self.permissions, self.events))

    def unsent_on(self, *origins: str) -> list[str]:
        """Return what a model wrote into the active tab and pages of these origins without the user's agreement."""
        return list(dict.fromkeys((*self.taint.unsent, *self.texts.drafts_on(*origins))))

    def shown_on(self, origin: str) -> tuple[str, ...]:
        """Return what a question about a press on a page has to show: what is `unsent_on` its origin and, if an address
        may have filled the page in, what addresses said there."""
        said = self.texts.said_on(origin, with_labels=False) if self.taint.prefilled else []
        # Codes against forgery came with the page, and tell a person nothing.
        said = [text for text in said if text not in self.texts.tokens] or said
        return tuple(dict.fromkeys((*self.unsent_on(origin), *said)))

    def agree_to_send(self, texts: Collection[str], *origins: str) -> None:
        """Note that the user has seen these texts of a model, and agreed to send them."""
        unsent = self.taint.unsent
        unsent[:] = [text for text in unsent if text not in texts]
        self.texts.agree(texts, origins, self.provenance)

    def missing(self, record: Record) -> str | None:
        """Return what a tool needs and this session lacks, as a sentence; None if the tool can be used."""
        met = {
            "model": self.model is not None and self.model.name != "offline",
            "uploads": bool(self.files.upload_dirs or self.files.upload_urls),
            "secrets": bool(self.vault.names()),
            "person": self.person is not None,
            "values": self.give_values is not None,
            "plan": self.plan.current is not None,
            "vision": self.vision,
            # Ask mode opens no tab.
            "search": self.search is not None and (self.mode == "act" or self.search.provider.page is None),
            "tabstack": self.tabstack is not None,
            "page_tools": bool(self.browser_options.get("page_tools")),
        }
        return unmet_need(record, met)

    def context(self, caller: Caller, fetcher: Fetcher, perform: Perform, user_values: UserValues) -> Context:
        """Return the `Context` that a handler works with."""
        model = self.metered(self.model, "extract") if self.model is not None else None
        person = TrustedHuman(self.person, self.provenance) if self.person is not None else None
        return Context(
            caller=caller,
            mode=self.mode,
            tabs=self.tabs,
            notes=self.notes,
            files=self.files,
            model=model,
            vault=self.vault,
            plan=self.plan,
            person=person,
            fetcher=fetcher,
            perform=perform,
            user_values=user_values,
            search=self.search,
            tabstack=self.tabstack,
            shows_documents=lambda: caller == "user" or self.reads_documents(),
        )

    def metered(self, model: Model, purpose: Purpose) -> Model:
        """Return the model, metered: its answers are added to `usage` and emitted as ``model_call`` events. What it
        reports to the user (that it waits, or hands over to another model) is emitted as notices."""
        if hasattr(model, "on_notice"):
            model.on_notice = lambda text: self.events.emit(NoticeEvent(text=text))
        return Metered(model, purpose, self._count)

    def _count(self, model: str, purpose: Purpose, reply: ModelReply, seconds: float) -> None:
        self.usage.add(reply.usage)
        calls = [RequestedCall(call.name, call.params) for call in reply.calls]
        seconds = round(seconds, 3)
        event = ModelCallEvent(purpose=purpose, model=model, seconds=seconds, usage=reply.usage, calls=calls)
        if reply.reasoning:
            event = event.model_copy(update={"reasoning": External(reply.reasoning, "model", "notes")})
        self.events.emit(event)
