"""What an act has a page send, and what came of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

from handrail.browser.types.forgery_tokens import is_code
from handrail.browser.types.tabs import DialogInfo, TabInfo
from handrail.trust import External
from handrail.trust.words import identifier_words

if TYPE_CHECKING:
    from playwright.async_api import Page

Button = Literal["left", "right"]
# The middle button pastes what was selected last, on any page or in any program of the desktop. Control opens tabs.
Modifier = Literal["Alt", "Control", "Meta", "Shift", "ControlOrMeta"]
Point = tuple[float, float]
"""In the window of the tab, from its left and its top, or a distance from one; in CSS pixels."""

MAX_BODY_BYTES = 1_000_000
"""Bytes of a body that is searched; a longer one may hold anything."""


SAFE_METHODS = frozenset(("GET", "HEAD", "OPTIONS"))
"""Methods that by HTTP change nothing (RFC 9110, section 9.2.1)."""


OVERRIDES = ("x-http-method-override", "x-method-override", "x-http-method")
"""Headers by which servers take another method for a request (Google APIs, Rails, Symfony, OData)."""

ACTIONS = ("next-action", "x-amz-target", "soapaction")
"""Headers that alone say which action of its address a request asks for (Next.js, the JSON protocol of AWS, SOAP)."""
_ACTION_WORDS = frozenset((
    "act", "action", "call", "cmd", "command", "event", "func", "function", "handler", "method",
    "op", "operation", "procedure", "rpc", "task", "verb",
))  # fmt: skip
"""Last words of other headers that do so, as those of October CMS ("X-OCTOBER-REQUEST-HANDLER"), of Apollo
("X-APOLLO-OPERATION-NAME"), and of interfaces of somebody's own ("X-Action")."""


def method_of(method: str, headers: Mapping[str, str]) -> str:
    """Return the method that a server takes a request for, in capital letters. ``headers``: by their names in small
    letters."""
    said = [headers[name].strip().upper() for name in OVERRIDES if name in headers]
    return next((one for one in said if one not in SAFE_METHODS), method.upper())


def action_of(headers: Mapping[str, str]) -> str:
    """Return what a request asks its address to do, where only headers say so; "" where none does. ``headers``: by
    their names in small letters."""
    return " ".join(
        value.strip(' "') for name, value in headers.items() if name in ACTIONS or _says_action(name, value)
    )


def _says_action(name: str, value: str) -> bool:
    """Return whether a header says by a name what is to be done. (A number or code tells one request from another.)"""
    if name in OVERRIDES or is_browsers_own(name):
        return False
    words = identifier_words(name.removesuffix("-name"))
    return words[-1:] != [] and words[-1] in _ACTION_WORDS and not (value.isdigit() or is_code(value))


SHOWN_VALUE = 200
"""Characters of rich text that the answer to an act shows whole."""
BROWSERS_OWN = frozenset((
    "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control", "connection", "content-length",
    "content-type", "dnt", "host", "if-modified-since", "if-none-match", "origin", "pragma", "priority",
    "proxy-authorization", "proxy-connection", "range", "referer", "upgrade-insecure-requests", "user-agent",
))  # fmt: skip
"""Headers that browsers set by themselves, beside those that begin with "sec-" (https://fetch.spec.whatwg.org)."""


def is_browsers_own(header: str) -> bool:
    """Return whether browsers set a header by themselves, by its name in small letters."""
    return header in BROWSERS_OWN or header.startswith("sec-")


def own_headers_of(headers: Mapping[str, str]) -> tuple[str, ...]:
    """Return the values of the headers that a page's script set. ``headers``: by their names in small letters."""
    return tuple(value for name, value in headers.items() if not is_browsers_own(name))


@dataclass(frozen=True, slots=True)
class HeldRequest:
    """A request that the browser holds until it is judged.

    Attributes:
        method: in capital letters; the one that a header says instead, where that changes something.
        opens_document: its answer is opened as a page or frame, as that of a form is.
        origin: the origin of what sends it, by the browser's own header; "" where there is none, ``null`` where the
            browser hides it.
        referrer: the address of what sends it; "" where that is hidden.
        body: None where there is one that cannot be read: a file, a stream, any body in Firefox.
        is_part: a script, style or font of a page, asked for by GET; False where that is not known.
        is_picture: a picture of a page.
        action: what it asks its own address to do, where a framework says so in a header.
        has_left: it was sent before it could be held, as what an object loads is in Firefox (153).
        may_be_redirected: its redirects are not held, so that its address may lead it on to any other.
        headers: the values of all of them that the browser tells.
        own_headers: the values of those that a script set.
        fragment: of a document's address, with its mark, which is not in ``url``; None where it is not known.
        in_frame: the document is opened in a frame of a page.
        redirected_by: addresses that redirected a document's request, the first first.
        chain: the same for all redirects of one request; "" where that is not known.
    """

    method: str
    url: str
    opens_document: bool = False
    origin: str = ""
    referrer: str = ""
    body: bytes | None = b""
    is_part: bool = False
    is_picture: bool = False
    fragment: str | None = ""
    in_frame: bool = False
    redirected_by: tuple[str, ...] = ()
    chain: str = ""
    action: str = ""
    may_be_redirected: bool = False
    has_left: bool = False
    headers: tuple[str, ...] = ()
    own_headers: tuple[str, ...] = ()

    @property
    def may_change_state(self) -> bool:
        return self.method not in SAFE_METHODS


Permits = Callable[[HeldRequest, "Page | None"], Awaitable[bool]]
"""Whether a request of a page may go; of None where the page is not known."""


@dataclass(frozen=True, slots=True)
class Filled:
    """A field after a fill: ``value`` is what it holds now (``•••`` for a secret one), None where a dialog or a new
    page hides it; ``kept`` is False where that is not what was put in; ``calendar_at`` is the month of an open
    calendar that did not go to the date, ``calendar_open`` that of one that did and is still open, ``in_dialog``
    whether its field stands in a dialog or popover; ``placeholder`` is what a field in which it did not stick says of
    itself. ``replaced_by`` are the fields that hold the text instead of
    this one: the page put them in its place, or gave them the focus. ``suggests`` is ``surely`` where it suggests
    something or says that it does, "" where it does not even look so. ``as_items``: it made items of the text beside
    it, as fields for tags do, and is empty. ``held_before`` is the date in another form that a field for text held
    before. ``error`` is what the page finds wrong with the field since, "" where it gives no words for that;
    ``in_form``: the value is the date in the form that the field shows."""

    value: External | None
    kept: bool
    calendar_at: External | None = None
    calendar_open: External | None = None
    in_dialog: bool = False
    placeholder: External | None = None
    replaced_by: tuple[NamedElement, ...] = ()
    suggests: Literal["", "perhaps", "surely"] = "perhaps"
    as_items: bool = False
    held_before: External | None = None
    error: External | None = None
    in_form: bool = False

    @property
    def stuck(self) -> bool:
        """Whether the field and its calendar hold what was put in, and the page finds nothing wrong with it."""
        return self.kept and self.calendar_at is None and self.error is None


class NamedElement(NamedTuple):
    """An element by its ref, role and name."""

    ref: str
    role: str
    name: External


class SendButton(NamedTuple):
    """The button that sends the form of a field.

    Attributes:
        element: None where there is none.
        is_sole: nothing else sends it.
        found_at: loop time from which on what comes of pressing it is watched.
    """

    element: NamedElement | None
    is_sole: bool
    found_at: float


@dataclass(frozen=True, slots=True)
class Submission:
    """What came of submitting a field: ``sent`` where a form was submitted or the page changed, as far as it shows.
    ``button`` would be the one to press, where there is one. ``answered``: the page could be asked what came of it.
    ``blocked``: why that button could not be pressed, in a sentence of ours."""

    sent: bool
    button: NamedElement | None = None
    answered: bool = True
    blocked: str = ""


@dataclass(frozen=True, slots=True)
class KeyHolder:
    """The element that keys go to, and what it holds (``•••`` for a secret); None for what holds no value.
    ``searches``: a page may search or filter by what is typed there. Of rich text, ``multiline``: it says that it has
    several lines; ``starts_line``: the caret stands where one begins; ``caret``: what stands in its paragraph before
    and behind it, parted by a bar."""

    element: NamedElement
    value: External | None
    searches: bool = False
    multiline: bool = False
    starts_line: bool = False
    caret: External | None = None

    @property
    def held(self) -> dict[str, External]:
        """What to say of what it holds: of rich text of several lines where in it the caret stands, in place of all of
        it where that is long."""
        if self.value is None:
            return {}
        if self.caret is None or "\n" not in self.value.raw.strip():
            return {"value": self.value}
        return {"caret": self.caret} if len(self.value) > SHOWN_VALUE else {"value": self.value, "caret": self.caret}


@dataclass(frozen=True, slots=True)
class Typed:
    """What had the keys at the end of typing, None for the page as a whole or where the focus went elsewhere; and how
    many line ends its editor left out."""

    holder: KeyHolder | None
    line_ends_lost: int = 0


@dataclass(frozen=True, slots=True)
class ScrollResult:
    """What a scroll moved, in CSS pixels, and where it stands now."""

    container: str
    moved_x: int
    moved_y: int
    above: int
    below: int
    left: int
    right: int
    in_view: list[External] = field(default_factory=list)
    busy: bool = False
    """What is in view says of itself that it loads."""


@dataclass(frozen=True, slots=True)
class SentRequest:
    """A request that may have changed something. ``status``: of its answer, 0 where it failed, None without one.
    ``may_be_taken``: it failed, and may have left before."""

    method: str
    url: External
    status: int | None
    may_be_taken: bool = False


@dataclass(slots=True)
class ActionEffects:
    """What came of an act: filled by the tab's watchers while the act ran and settled.

    ``navigated_to`` is the new address, ``dialog`` one that is open now, ``opened`` ids of new tabs, ``closed`` ids of
    tabs that went, ``downloads`` ids, ``settled`` False where the settle cap was hit, ``changed`` that the DOM did,
    ``status`` the HTTP status of the page that was gone to, ``loading`` that a page is on its way and has not come,
    ``wants_sign_in`` that its server wants the browser itself to sign in,
    ``asked_for_file`` that the page opened a file chooser and was given no file.
    """

    navigated_to: External | None = None
    dialog: DialogInfo | None = None
    opened: list[TabInfo] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)
    downloads: list[dict[str, External | int | str]] = field(default_factory=list)
    settled: bool = True
    loading: bool = False
    asked_for_file: bool = False
    wants_sign_in: bool = False
    changed: bool = False
    stopped: list[External] = field(default_factory=list)
    """Requests that were stopped because they would have changed something, as `stopped_in` reads them."""
    status: int | None = None
    requested: bool = False
    """The tab sent a request, or a message over a websocket."""
    sent: list[SentRequest] = field(default_factory=list)
    """Requests with a method that may change something, since the last act."""


def stopped_in(lines: Iterable[str]) -> frozenset[str]:
    """Return the requests of lines about stopped ones, each as "METHOD address": a line also says how many they were,
    as "POST https://shop.example/buy (2 times)"."""
    return frozenset(" ".join(line.split(" ")[:2]) for line in lines)
