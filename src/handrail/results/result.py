"""What a tool call gives back: `Ok` or `Failed`, discriminated by ``status``. A `Failed` is false."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NoReturn, cast

from typing_extensions import TypeVar

from handrail.attachments import Attachment
from handrail.errors import HandrailError
from handrail.trust import External, externals, plain

if TYPE_CHECKING:
    from handrail.browser.types.facts import FormFacts
    from handrail.results.observation import Observation

NAME_CHARS = 80
"""Characters of a target's name and of its place that are said of it."""
Status = Literal["ok", "failed"]
Data = TypeVar("Data", default=dict[str, Any])
"""The type of a result's data; `handrail.results.data` has one for each tool of the package."""


@dataclass(frozen=True, slots=True)
class NextCall:
    """The exact call that continues a result that was cut to size."""

    tool: str
    params: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Target:
    """The element that an act was about, as it was before: its role, and its name as the page gives it; its kind, its
    form and whether it is a link to a file as in `handrail.browser.types.facts.ElementFacts`; the nonce of its
    document; ``place``: what the row or item that it stands in says, or the words near it where it has no name."""

    role: str
    name: External
    kind: str = ""
    form: FormFacts | None = None
    document: str = ""
    downloads: bool = False
    place: External | None = None

    @property
    def words(self) -> str:
        """What it is called, and what its row or item said before the act: of several "Edit", which."""
        name, place = self.name.raw.strip()[:NAME_CHARS], self.place.raw.strip()[:NAME_CHARS] if self.place else ""
        where = f" (its row read “{place}” before)" if name and place.removesuffix(name).strip() else ""
        return f"{self.role} {name or place}{where}".strip()


@dataclass(slots=True, repr=False)
class _Result:
    """What both kinds share, so that a caller can read any of it without asking first."""

    status: ClassVar[Status]
    page_changed: bool = field(default=False, kw_only=True)
    attachments: tuple[Attachment, ...] = field(default=(), kw_only=True)
    followed: dict[str, Any] = field(default_factory=dict, kw_only=True)
    """What came of an act: ``navigated_to``, ``opened_tabs``, ``dialog``, ``downloads``, ``not_settled``,
    ``still_loading`` (a sentence: the page that it leads to has not come yet), ``file_chooser`` (a sentence: the page
    asked for a file), ``unchanged`` (a sentence, of a press after which nobody looks), ``http_status`` (of a page that
    answered with an error), ``http_sign_in`` (a sentence: its server wants the browser itself to sign in), ``sent``
    (requests that may have changed something; of one that failed, ``may_be_taken``: it may have left before that),
    ``stopped_requests``, ``tried_again`` (a sentence: the page repeated by itself what was refused),
    ``stopped_websocket``."""
    observation: Observation | None = field(default=None, kw_only=True)
    """What the page looks like now, where the caller asked for it."""
    target: Target | None = field(default=None, kw_only=True)
    """The element that it was about, where policy looked at one."""

    @property
    def ok(self) -> bool:
        return self.status == "ok"

    def __bool__(self) -> bool:
        return self.ok

    def __repr__(self) -> str:
        # What it is about first, and not the element that policy judged, which is long.
        first, usual = fields(self)[len(fields(_Result)) :], fields(_Result)
        shown = [
            f"{one.name}={getattr(self, one.name)!r}"
            for one in (*first, *usual)
            if one.name != "target" and (one.default is MISSING or getattr(self, one.name) != one.default)
        ]
        return f"{type(self).__name__}({', '.join(part for part in shown if not part.endswith('={}'))})"

    def _common(self) -> dict[str, Any]:
        out: dict[str, Any] = {"page_changed": self.page_changed}
        if self.followed:
            out["followed"] = plain(self.followed)
        if self.attachments:
            out["attachments"] = [
                {"kind": a.kind, "mime": a.mime, "name": a.name, "bytes": len(a.data)} for a in self.attachments
            ]
        return out


@dataclass(slots=True, repr=False)
class Ok(_Result, Generic[Data]):
    """A call that did what it was asked.

    Args:
        data: JSON-serialisable, with External leaves where outside text stands; `handrail.results.data` says what each
            tool's holds. In a session with ``plain``, and after `plain`, the leaves are ``str``.
        truncated: there is more.
        next: the call that continues, where there is one; there is more then.
        terminal: the run ends with this call (`done`, `abort`).
    """

    status = "ok"
    data: Data = field(default_factory=cast(Any, dict))
    truncated: bool = False
    next: NextCall | None = None
    terminal: bool = False

    error: ClassVar[str | None] = None
    code: ClassVar[str | None] = None
    hint: ClassVar[str] = ""
    recoverable: ClassVar[bool] = True
    details: ClassVar[dict[str, Any]] = {}

    def __post_init__(self) -> None:
        self.truncated |= self.next is not None

    def unwrap(self) -> Data:
        """Return the data."""
        return self.data

    def plain(self) -> Ok[Any]:
        """Return the same result with text from outside as ``str``, for a program: no model may read it so."""
        return replace(self, data=plain(self.data), followed=plain(self.followed))

    def to_dict(self) -> dict[str, Any]:
        """Return plain JSON for programs. Outside text is plain strings; ``external`` beside them says whose it is."""
        out: dict[str, Any] = {"status": self.status, "data": plain(self.data), **self._common()}
        if self.truncated:
            out["truncated"] = True
            if self.next is not None:
                out["next"] = {"tool": self.next.tool, "params": self.next.params}
        if self.terminal:
            out["terminal"] = True
        return _with_sources(out, (self.data, self.followed))


@dataclass(slots=True, repr=False)
class Failed(_Result):
    """A call that did not, for something the page, the model or the caller did.

    Args:
        code: one snake_case word for programs, for example ``stale_ref``.
        error: one sentence a person understands; our own words, refs and tool names only.
        hint: what to try.
        details: page text and lists (what covers the element, the nearest candidates), External where outside text.
        recoverable: whether another call may get there.
        declined: it was not permitted, since whoever can be asked said no. (Else a rule did not permit it.)
    """

    status = "failed"
    code: str
    error: str
    hint: str = ""
    details: dict[str, Any] = field(default_factory=dict)
    recoverable: bool = True
    declined: bool = False

    data: ClassVar[dict[str, Any]] = {}
    truncated: ClassVar[bool] = False
    next: ClassVar[NextCall | None] = None
    terminal: ClassVar[bool] = False

    def unwrap(self) -> NoReturn:
        """Raise the failure: there is no data to return.

        Raises:
            ToolFailed: always, with this result.
        """
        raise ToolFailed(self)

    def plain(self) -> Failed:
        """Return the same result with text from outside as ``str``, for a program: no model may read it so."""
        return replace(self, details=plain(self.details), followed=plain(self.followed))

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON for programs."""
        out: dict[str, Any] = {
            "status": self.status,
            "code": self.code,
            "error": self.error,
            "recoverable": self.recoverable,
            **({"hint": self.hint} if self.hint else {}),
            **({"details": plain(self.details)} if self.details else {}),
            **self._common(),
        }
        return _with_sources(out, (self.details, self.followed))


Result = Ok[Data] | Failed


class ToolFailed(HandrailError):
    """A call that failed, as an error: `Failed.unwrap` raises it, and a session with ``raise_errors``.

    Args:
        result: the whole result, with ``details``; ``code``, ``error`` and ``hint`` are its own.
    """

    def __init__(self, result: Failed) -> None:
        super().__init__(result.error, hint=result.hint)
        self.result = result
        self.code = result.code

    @property
    def error(self) -> str:
        return self.message

    def __str__(self) -> str:
        # What a traceback shows: no front end is there to add the rest.
        return " ".join(filter(None, (self.message, self.hint, f"({self.code})")))


def _with_sources(out: dict[str, Any], values: tuple[Any, ...]) -> dict[str, Any]:
    found = list(externals(values))
    if found:
        out["external"] = {
            "labels": sorted({leaf.label for leaf in found}),
            "origins": sorted({leaf.origin for leaf in found}),
        }
    return out
