"""What a task is made of, once it is understood: plain records, without a page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from handrail.models.offline.grammar.phrases import Phrase

Direction = Literal["up", "down", "left", "right"]


@dataclass(frozen=True, slots=True)
class GotoStep:
    url: str
    new_tab: bool = False


@dataclass(frozen=True, slots=True)
class ClickStep:
    """``loose`` is a bare command such as "log out": the thing to press is called by the words of the command.

    ``on_the_way``: an entry of a menu whose own menu is to open ("File > Export").
    """

    target: Phrase
    count: int = 1
    button: Literal["left", "right"] = "left"
    follow: bool = False
    loose: bool = False
    on_the_way: bool = False


@dataclass(frozen=True, slots=True)
class Hover:
    target: Phrase


@dataclass(frozen=True, slots=True)
class Focus:
    target: Phrase


@dataclass(frozen=True, slots=True)
class FillStep:
    """``target`` None is the field in focus or the only one; an empty value clears.

    ``page_value`` is a value that stands on the page ("the value of Religion"), in place of ``value``. ``others`` are
    the other places where value and target may be cut ("Feed the cat in What needs to be done"): the page decides.
    """

    value: str
    target: Phrase | None
    page_value: ValueOf | None = None
    others: tuple[tuple[str, Phrase], ...] = ()


@dataclass(frozen=True, slots=True)
class SelectStep:
    """Choose options. ``target`` None: whatever offers options of these names."""

    options: tuple[Phrase, ...]
    target: Phrase | None
    whole: Phrase


@dataclass(frozen=True, slots=True)
class Check:
    """``items`` are the things to tick; ``whole`` is the phrase before it was cut at its "and"."""

    items: tuple[Phrase, ...]
    whole: Phrase
    on: bool


@dataclass(frozen=True, slots=True)
class Press:
    """Keys. ``name`` is set where the words could also name a button ("press Delete")."""

    keys: tuple[str, ...]
    target: Phrase | None = None
    name: Phrase | None = None


@dataclass(frozen=True, slots=True)
class UploadStep:
    path: str
    target: Phrase | None


@dataclass(frozen=True, slots=True)
class ScrollStep:
    direction: Direction | None = None
    edge: Literal["top", "bottom"] | None = None
    target: Phrase | None = None
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class WaitStep:
    seconds: float


@dataclass(frozen=True, slots=True)
class WaitForStep:
    """``what`` None waits for the page itself to load."""

    what: Phrase | None
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Search:
    query: str
    target: Phrase | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """Back, forward, reload."""

    where: Literal["back", "forward", "reload"]


@dataclass(frozen=True, slots=True)
class TabsStep:
    """``which`` names a tab by id, title, or place."""

    do: Literal["switch_tab", "close_tab"]
    which: Phrase | None


@dataclass(frozen=True, slots=True)
class DialogStep:
    accept: bool
    text: str | None = None


@dataclass(frozen=True, slots=True)
class ScreenshotStep:
    full_page: bool


Instruction = (
    GotoStep
    | ClickStep
    | Hover
    | Focus
    | FillStep
    | SelectStep
    | Check
    | Press
    | UploadStep
    | ScrollStep
    | WaitStep
    | WaitForStep
    | Search
    | Move
    | TabsStep
    | DialogStep
    | ScreenshotStep
)


@dataclass(frozen=True, slots=True)
class Where:
    """A condition on the things that are counted or listed: a state, or words in the name or address."""

    kind: Literal["state", "not_state", "contains", "starts", "ends", "named", "url", "stated", "unknown"]
    value: str


@dataclass(frozen=True, slots=True)
class Things:
    """Things of a kind: "product cards", in "the sidebar", "that contain 'x'"."""

    noun: Phrase
    scope: Phrase | None = None
    where: tuple[Where, ...] = ()


@dataclass(frozen=True, slots=True)
class HowMany:
    things: Things


@dataclass(frozen=True, slots=True)
class ListOf:
    things: Things


@dataclass(frozen=True, slots=True)
class HowOften:
    text: str


@dataclass(frozen=True, slots=True)
class IsThere:
    """``text_only``: the words are to stand in the text ("mention", "say"), whatever they name.

    ``things`` is set where a condition was said ("a function called zip").
    """

    what: Phrase
    text_only: bool = False
    things: Things | None = None


@dataclass(frozen=True, slots=True)
class IsState:
    what: Phrase
    state: str


@dataclass(frozen=True, slots=True)
class WhereLeads:
    target: Phrase


@dataclass(frozen=True, slots=True)
class WhereIs:
    what: Phrase


@dataclass(frozen=True, slots=True)
class ReadTable:
    which: Phrase | None


@dataclass(frozen=True, slots=True)
class ReadText:
    what: Phrase


@dataclass(frozen=True, slots=True)
class ValueOf:
    """``whole`` is label and owner as they were said, for names that hold an "of" themselves."""

    label: Phrase
    of: Phrase | None
    whole: Phrase


@dataclass(frozen=True, slots=True)
class PageFact:
    what: Literal["title", "url", "heading"]


Question = (
    HowMany | ListOf | HowOften | IsThere | IsState | WhereLeads | WhereIs | ReadTable | ReadText | ValueOf | PageFact
)


@dataclass(frozen=True, slots=True)
class Unknown:
    """A clause that is none of these; ``why`` is for the user."""

    said: str
    why: str = ""


Step = Instruction | Question | Unknown
