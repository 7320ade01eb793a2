"""What policy judges: the call, and the facts that the pipeline collected for it. Plain data, never a tab."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

from handrail.browser.types.facts import ElementFacts, FormFacts
from handrail.policy.origins import is_below
from handrail.policy.permissions import Permissions, Verb
from handrail.trust import External

Caller = Literal["user", "model"]
Mode = Literal["ask", "act"]
Effect = Literal["read", "navigate", "change", "control"]
SecretKind = Literal["password", "username", "otp", "card", "text"]
GivenAs = Literal["secret", "data", "field"]
CHOOSING = frozenset(("select", "check"))
"""Capabilities of acts that choose one of the values of a field."""
KINDS: tuple[SecretKind, ...] = get_args(SecretKind)


@dataclass(frozen=True, slots=True)
class CallRequest:
    """A call as policy sees it. The front end sets its caller, never an argument; ``offered_in_ask``: the tool's record
    allows it in ask mode; ``follows_choice``: the call that it is within chose an option or a box before."""

    caller: Caller
    mode: Mode
    tool: str
    effect: Effect
    capability: str
    offered_in_ask: bool
    permissions: Permissions = field(default_factory=Permissions)
    follows_choice: bool = False


@dataclass(frozen=True, slots=True)
class FileFacts:
    """A file that would leave the machine: its real path after links and ``..``, the folders allowed, whether the
    user named it, and whether it lies in the run's own folder, where a model writes."""

    path: Path
    allowed: tuple[Path, ...]
    named: bool = False
    of_run: bool = False

    @property
    def shown(self) -> str:
        return str(self.path)


@dataclass(frozen=True, slots=True)
class RemoteFileFacts:
    """A file that would be fetched, to be uploaded: its address, those that the user allowed, whether the user named
    the file, and whether its address is ``known`` as in `AddressFacts`."""

    url: str
    allowed: tuple[str, ...]
    named: bool = False
    known: bool = False

    @property
    def is_allowed(self) -> bool:
        """Whether the user allowed this very address, or one above it. An address is data that leaves, so of those
        below only known ones count."""
        return self.url in self.allowed or (self.known and self.is_below)

    @property
    def is_below(self) -> bool:
        """Whether it is below an address that the user allowed."""
        return any(is_below(self.url, one) for one in self.allowed)

    @property
    def shown(self) -> str:
        return self.url


@dataclass(frozen=True, slots=True)
class SecretFacts:
    """A secret as policy sees it, without its value: where it may go, of exact origins such as ``https://shop.example``
    and kinds of fields; ``given_as``: as a named ``secret``, among the ``data`` of a task, or for a ``field`` that the
    user was shown, so that they know that it is sent from there."""

    name: str
    origins: tuple[str, ...]
    kind: SecretKind
    given_as: GivenAs = "secret"


@dataclass(frozen=True, slots=True)
class Opener:
    """What a model did that may have opened a dialog, or that a request may come of: the element that it acted on, or
    the address within its document that it opened; ``value``: what it put into that, as a question says it, "" for a
    press; ``agreed``: the acts to which the user agreed since, when they were told of it."""

    element: ElementFacts | None
    address: str = ""
    value: str = field(default="", compare=False)
    agreed: frozenset[Verb] = field(default=frozenset(), compare=False)


@dataclass(frozen=True, slots=True)
class DialogFacts:
    """The open dialog.

    Args:
        accepts: the call would accept it.
        frames: origins of frames of other sites in its page, which may have opened it: browsers do not say.
        pressed: what a model acted on last in its page; None where that is not known.
        default: what a prompt comes with, and answers where no other text is given.
    """

    kind: str
    accepts: bool
    message: External | None = None
    frames: tuple[str, ...] = ()
    pressed: ElementFacts | None = None
    default: External | None = None


@dataclass(frozen=True, slots=True)
class ServiceFacts:
    """What a call would tell a service of the web, such as a search provider: the ``texts`` are what a model wrote of
    it; ``own``: all of it is words of the user's text; ``holds_secret``: a secret of the user stands in it."""

    title: str
    origin: str
    texts: tuple[str, ...]
    own: bool
    holds_secret: bool


@dataclass(frozen=True, slots=True)
class PageToolFacts:
    """A tool of the page that a call would use, by the page's name, with all arguments as JSON, "" where there are
    none; ``holds_secret``: a secret of the user stands in them."""

    name: str
    arguments: str
    holds_secret: bool


@dataclass(frozen=True, slots=True)
class AddressFacts:
    """An address as the call would open it. ``known``: the user wrote it, or it was unchanged as a link in what was
    read. ``made_up``: neither, so that only what the user opened can let it through. ``by_user``: the user wrote it."""

    url: str
    origin: str | None
    known: bool
    made_up: bool = False
    by_user: bool = False


@dataclass(frozen=True, slots=True)
class TextFacts:
    """Text that the call would put into a page, in its parts. ``own``: each is the user's own words; ``in_user_text``:
    and none is a value of the user's data, which may only go to the origins that the user opened."""

    parts: tuple[str, ...]
    own: bool
    in_user_text: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TextsToSend:
    """What a model wrote or chose that a call or a request may send, as questions tell it.

    Args:
        unsent: text of the tab that the model wrote, and the user has not agreed to.
        earlier: what of it neither stands in the form, dialog or page that the call acts in, nor in the request.
        picked: what of it the model chose, pressed or said in an address, and did not write.
        tried: what of it only calls wrote or chose that failed.
        unchecked: what of it the model took a check mark from, on the page that shows.
        entered: what else the model filled in or chose that stands there, the user's own words too, with the names of
            the fields.
        entered_before: the same of what stands there no more.
        wordless: the user gave no words at all, as over MCP, so that a question compares nothing with them.
        ends: the ends, from "#" on, of the addresses that may have filled in its page, where the user gave all else of
            them; empty where any other may have.
    """

    unsent: Sequence[str] = ()
    earlier: Sequence[str] = ()
    picked: Sequence[str] = ()
    tried: Set[str] = frozenset()
    unchecked: Set[str] = frozenset()
    entered: Sequence[str] = ()
    entered_before: Sequence[str] = ()
    wordless: bool = False
    ends: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Facts(TextsToSend):
    """What the pipeline collected before the call.

    Args:
        origin: of the main document.
        nonce: the main document's own; a call whose document changed since is not carried out.
        element: of the ref that the call acts on, or of what has the focus where keys go there; None where it has none.
        file: the file it would send, of this machine or of an address; None where it has none.
        address: what it would open, None where that is no address; of a link that would be pressed, where it leads.
        prefilled: an address that a model composed may have filled in the document's forms.
        filled_by: if so, those addresses that the user did not accept yet; "" for one that is not known.
        tainted: the document came of such an address, or holds text of a model that is not the user's; a link from it
            may tell others.
        agreed_text: the user agreed that the same text is sent from a field of the same form.
        keys, held, times: what it would press, hold down while it clicks, and how often it presses.
        named: whether the user named the element (or the button that would be pressed) by its name.
        denied: whether the user forbade to press, choose or send what the call would.
        denied_button: what is written on the button of the field's form, where they forbade to press that; else "".
        forbidden: the kinds of acts that the user forbade in the task or an answer.
        withheld: the words by which they forbade that what is filled in is sent; "" where they did not.
        relevant: whether what would be pressed, or the row or item of that, bears a word of what the user wants to be
            changed, or of what the plan said would be.
        names_press: whether they named it as a control to press, and not only by what they ask for.
        wants_file: whether the user asked for a file to be kept, in any wording.
        drop: what a drag ends on.
        user_chose: whether the user named each of what is ``chosen``; ``chose_to_change``: where they ask for an act.
        own_typed: words of the user were put into the form before, or into the document outside of forms.
        signs_in: a secret was put into a password field of the form, or one like it, to sign in to its site.
        chose_before: the options and rows of its site that the model pressed, and the user has not named, the newest
            first: what it sends may name them by a number.
        chooses: the call presses a row that the user did not name, or chooses by keys or a range.
        in_dialog: the text of the page's dialog that the element stands in; None where it stands in none.
        openers: what the model did in that tab's document that may have opened the dialog, or the browser's own, the
            newest first; for what stands in none, what else it did there that the user was not asked about.
        led_here: what the model pressed that led to the page, the newest first.
        checked: the names of the boxes that are checked on the page.
        wants_change: the user wants anything but to look, to be answered and to have fields filled in.
        asks_to_send: the user asked, in any wording, for something to be sent, and what is pressed says no more than
            that in words that are not theirs.
        websockets: the hosts to which the page may send by a websocket.
        around: the origins of all documents of the page that the call acts in.
        page_tool: the tool of the page that it would use; ``origin`` and ``nonce`` are then of the tool's document.
    """

    origin: str
    nonce: str
    element: ElementFacts | None = None
    file: FileFacts | RemoteFileFacts | None = None
    dialog: DialogFacts | None = None
    address: AddressFacts | None = None
    text: TextFacts | None = None
    keys: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    submits: bool = False
    times: int = 1
    named: bool = False
    relevant: bool = False
    names_press: bool = False
    denied: bool = False
    denied_button: str = ""
    forbidden: frozenset[Verb] = frozenset()
    withheld: str = ""
    wants_file: bool = False
    prefilled: bool = False
    filled_by: tuple[str, ...] = ("",)
    agreed_text: bool = False
    tainted: bool = False
    chosen: tuple[str, ...] = ()
    drop: ElementFacts | None = None
    user_chose: bool = False
    chose_to_change: bool = False
    own_typed: bool = False
    signs_in: bool = False
    chose_before: tuple[str, ...] = ()
    chooses: bool = False
    in_dialog: External | None = None
    openers: tuple[Opener, ...] = ()
    led_here: tuple[ElementFacts, ...] = ()
    checked: tuple[External, ...] = ()
    wants_change: bool = False
    asks_to_send: bool = False
    websockets: tuple[str, ...] = ()
    around: frozenset[str] = frozenset()
    secret: SecretFacts | None = None
    service: ServiceFacts | None = None
    page_tool: PageToolFacts | None = None

    @property
    def form(self) -> FormFacts | None:
        """The form that the element stands in, if any."""
        return self.element.form if self.element is not None else None

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts of the text that the call would put into the page, also empty ones."""
        return self.text.parts if self.text is not None else ()

    @property
    def written(self) -> tuple[str, ...]:
        """The same; none where it only clears a field."""
        return self.parts if any(self.parts) else ()

    @property
    def menu(self) -> tuple[External, ...]:
        """What opened the menu in which the element is an entry."""
        return self.element.around.menu if self.element is not None else ()

    @property
    def acted_on(self) -> str:
        """The origin of the document that the call acts on: of the frame that holds the element."""
        return self.element.origin if self.element else self.origin

    @property
    def reached(self) -> frozenset[str]:
        """The origins that what the call does may reach: documents of a page speak with each other."""
        return self.around | {self.acted_on}
