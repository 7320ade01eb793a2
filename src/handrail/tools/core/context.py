"""What a handler works with. Nothing here decides what may be done: policy did, before the handler is called."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from handrail.messages import tr
from handrail.policy.decision import quotation
from handrail.policy.facts import Caller, Mode
from handrail.tools.core.plan import PlanBook
from handrail.trust import External

if TYPE_CHECKING:
    from handrail.browser.network.fetching import Fetched
    from handrail.browser.tabs.downloaded_file import DownloadedFile
    from handrail.browser.tabs.tab import PlaywrightTab
    from handrail.browser.tabs.tabs import PlaywrightTabs
    from handrail.models.protocol import Model
    from handrail.results import Result
    from handrail.vault import Vault
    from handrail.web_services.search import SearchService
    from handrail.web_services.service import ServiceRequest, Tabstack


@dataclass(slots=True)
class Notes:
    """The notes of a session, by key. Text that a model wrote after it read a page is External."""

    entries: dict[str, External | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Files:
    """Where files may come from and go to.

    Args:
        upload_dirs: resolved folders that uploads may come from.
        run_dir: the folder of this session's run: downloads, screenshots, log. None when nothing is kept.
        upload_urls: addresses that uploads may come from; one that ends with ``/`` stands for those below it.
        written: the files that this session wrote. It adds to no other: a run's folder may hold files of the user's.
    """

    upload_dirs: Sequence[Path]
    run_dir: Path | None
    upload_urls: Sequence[str] = ()
    written: set[Path] = field(default_factory=set)

    def is_of_run(self, file: Path) -> bool:
        """Return whether a real path leads into the run's own folder, where a model writes."""
        return self.run_dir is not None and file.is_relative_to(self.run_dir.resolve())


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a person. The words are a model's, who may have them from a page: one cleaned line each, to be
    shown as a quotation."""

    text: str
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ValueField:
    """A field that the user is asked to give a value for.

    Attributes:
        name: what the model calls it; the key of the answer.
        label: what the page calls it, one cleaned line, to be shown as a quotation.
        hidden: it takes what nobody should read over the user's shoulder, such as a password.
    """

    name: str
    label: str
    hidden: bool

    @property
    def title(self) -> str:
        """What the user reads of it, in their language: what the page calls it, or that it does not, and then what the
        model does, as its words: it may give a field another meaning than the page has for it."""
        if self.label:
            return quotation(self.label, 100)
        word = quotation(self.name, 100)
        return tr("a field that the page does not name, and the model calls {word}", word=word)


@dataclass(frozen=True, slots=True)
class ValueRequest:
    """Asks the user for values that go into a page and are shown to no model.

    Attributes:
        origin: the site that gets them, and no other does.
        reason, form: why and for what, in a model's words: one cleaned line each, to be shown as a quotation.
        fields: those that the values go into.
    """

    origin: str
    reason: str
    form: str
    fields: tuple[ValueField, ...]


GiveValues = Callable[[ValueRequest], Awaitable[Mapping[str, str] | None]]
"""Asks the user for values, by the names of the fields; None where they give none. A field may be left out.

Raises:
    UsageError: they cannot be asked for such values.
"""


class UserValues(Protocol):
    """Values that the user gives for fields of a page, each good for one `fill_secret`."""

    async def ask(self, request: ValueRequest) -> Mapping[str, str] | None:
        """Ask the user; the names of what they gave as secrets, by the names of the fields. None where they gave none.
        Raises `UsageError`: they cannot be asked, or a value is too short to be kept out of what is shown."""

    def retire(self) -> None:
        """Let the values go nowhere any more. What echoes them is still masked."""


class Fetcher(Protocol):
    """Fetches the addresses of a call, which policy judged, asks the service of it, and keeps files."""

    async def ask(self, request: ServiceRequest, *, max_bytes: int) -> Fetched:
        """Return what the service of the call answers."""

    @property
    def is_tainted(self) -> bool:
        """Whether the answer may hold what a model made up, and the user has not seen."""

    async def get(self, *, max_bytes: int, with_cookies: bool) -> Fetched:
        """Return what the address answers."""

    async def get_upload(self, *, max_bytes: int) -> Fetched:
        """Return what the address of the file to upload answers."""

    async def keep(self, file: Fetched, *, held: bool = False) -> DownloadedFile:
        """Keep what was fetched among the downloads, or where it is only read (``held``)."""


class Perform(Protocol):
    """Carries out a call within another one."""

    async def __call__(self, name: str, /, **params: Any) -> Result[Any]:
        """Return the result of the call. Parameters that are None are left out."""


class Person(Protocol):
    """Who sits beside a session, if anybody does."""

    async def answer(self, question: Question) -> str | None:
        """Return the person's answer, None where they do not give one."""

    async def take_over(self, reason: str) -> bool | str:
        """Let them work in the browser until they give it back; False where they do not want to, and the reason as a
        sentence where they cannot."""


@dataclass(slots=True, kw_only=True)
class Context:
    """What a handler works with.

    Attributes:
        caller: who asked: the user's own call, or a model.
        model: what `extract` calls; None where none is configured.
        vault: the user's secrets; what is shown to a model goes through its mask.
        person: who can be asked; None where nobody is there.
        fetcher: of the address that the call names.
        perform: carries out another call within this one, through the whole pipeline: judged, watched and logged as if
            the caller had asked for it.
        user_values: asks the user for what goes into a page unseen.
        search, tabstack: services of the web that the user chose, if any; `fetcher` asks them.
        shows_documents: whether who calls can be shown documents as they are: a program, or a model that reads PDFs.
    """

    caller: Caller
    mode: Mode
    tabs: PlaywrightTabs
    notes: Notes
    files: Files
    model: Model | None
    vault: Vault
    plan: PlanBook
    person: Person | None
    fetcher: Fetcher
    perform: Perform
    user_values: UserValues
    search: SearchService | None
    tabstack: Tabstack | None
    shows_documents: Callable[[], bool]

    @property
    def tab(self) -> PlaywrightTab:
        return self.tabs.active
