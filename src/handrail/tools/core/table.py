"""The table of tools: records, the decorator that makes them, and the registry that every front end reads."""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Literal, Protocol, cast, get_type_hints

from pydantic import BaseModel, ConfigDict, ValidationError
from rapidfuzz import fuzz, process

from handrail.errors import UsageError
from handrail.policy.facts import Effect
from handrail.results import Result
from handrail.tools.core.context import Context
from handrail.tools.core.element_params import own_elements
from handrail.tools.core.handler_results import Handler, marking_text, returning_failures
from handrail.tools.core.schema import without_titles

Need = Literal["model", "uploads", "person", "plan", "secrets", "values", "vision", "search", "tabstack", "page_tools"]

FAMILIES = (
    "act", "input", "coordinates", "navigate", "look", "search", "inspect", "element", "extract", "records", "network",
    "page_tools", "web", "documents", "files", "secrets", "memory", "person", "steer",
)  # fmt: skip
"""The package's own families, each a module of `handrail.tools`. Adding one is adding its name here."""
RESULT_CAP = 8_000
"""Characters of JSON that a result may take unless the record says otherwise."""
LABEL = re.compile(r"[^][{}]*(?:\[[^][{}]*\{what\}[^][{}]*\][^][{}]*)?")
"""Labels of step lines, in any language."""
MORE = "more"
"""The one tool that stands for those which are `rare`: see `handrail.tools.core.more`."""
PlannedCall = tuple[str, dict[str, Any]]
"""A call that a tool makes: its name and parameters."""


class Params(BaseModel):
    """Base of every tool's parameters: unknown names are an error, and field descriptions reach the model."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    def planned_calls(self) -> list[list[PlannedCall]]:
        """Return the calls that the tool will make, each as the ways to make it: the first possible one is taken."""
        return []


class NoParams(Params):
    # A docstring would be the description of the schema.
    pass


class ToolHandler(Protocol):
    """A handler that `tool` decorated: it carries its record."""

    record: Record

    def __call__(self, ctx: Context, p: Any, /) -> Awaitable[Result[Any]]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Security:
    """What of a tool bears on security. No field has a default: each is decided for each tool, or `assume` sets all.

    Attributes:
        reads_page: it reads page data.
        changes_state: it changes the page, what a site keeps, or which page or tab is open.
        sends_data: something can leave this machine.
        takes_text: its result carries text that can hold an injection.
    """

    reads_page: bool
    changes_state: bool
    sends_data: bool
    takes_text: bool

    @classmethod
    def assume(cls, effect: Effect | Callable[[Any], Effect]) -> Security:
        """Return the fields of a tool that does not say them: all that its effect leaves possible."""
        return cls(reads_page=True, changes_state=effect not in ("read", "control"), sends_data=True, takes_text=True)


@dataclass(frozen=True, kw_only=True)
class ToolOptions:
    """What a tool declares beside its handler.

    Attributes:
        effect: what it does to the world; for a callable, judged from the parameters.
        security: the four security fields; where they are left out, they are `Security.assume`, and all text of a
            result counts as text from outside where a model called the tool.
        example: parameters for the reference page, if any; they must fit.
        ask: also offered in ask mode; by default where the effect is reading or control.
        needs: what must be there; without it the tool is not offered and a call fails clearly.
        capability: the verb that policy asks for (``click``, ``write``, ``upload``, ...); by default its name.
        ref_fields: the parameters that hold a ref, whose facts policy sees; by default those that are a `Ref`.
        value_field: the parameter that holds what would be written or sent, if any.
        screenshot: whether the report keeps a picture of a change of page or state that it causes.
        label: what a person's step line says that it does: ``Click[ {what}]``. What stands in brackets is left out
            where there is nothing to put into ``{what}``. By default its name.
        label_keys: the parameters that the line shows; by default its value and refs, where the label has a place for
            them.
        result_cap: characters of JSON of a result.
        rare: few tasks need it, so that an agent's model is offered it within `MORE`.
        opens_tab: it acts in a tab that it opens, not in the active one.
        calls_tools: it acts by calls of other tools, each judged by itself.
        shows_page: an MCP client is shown what changed on the page, although the tool only reads.
    """

    effect: Effect | Callable[[Any], Effect] = "change"
    security: Security | None = None
    example: dict[str, Any] = field(default_factory=dict)
    ask: bool | None = None
    needs: tuple[Need, ...] = ()
    capability: str = ""
    ref_fields: tuple[str, ...] | None = None
    value_field: str | None = None
    screenshot: bool = False
    label: str = ""
    label_keys: tuple[str, ...] = ()
    result_cap: int = RESULT_CAP
    rare: bool = False
    opens_tab: bool = False
    calls_tools: bool = False
    shows_page: bool = False


@dataclass(frozen=True, kw_only=True)
class Record(ToolOptions):
    """All that a front end needs to know of a tool.

    Attributes:
        name: what a model and a program call it.
        summary: what it does, when to prefer it, what errors to expect: its whole docstring.
        brief: the docstring's first paragraph, which is all that an agent's model gets of it.
        family: the group it is listed under.
    """

    name: str
    summary: str
    brief: str
    params: type[Params]
    handler: Handler
    family: str
    ask: bool
    ref_fields: tuple[str, ...]
    security: Security

    def effect_of(self, params: Params) -> Effect:
        """Return the effect of one call."""
        return self.effect(params) if callable(self.effect) else self.effect

    def ref_in(self, params: Params) -> str | None:
        """Return the ref that a call acts on; None where it names none."""
        return next((ref for field in self.ref_fields if (ref := getattr(params, field, None))), None)

    @property
    def defaults(self) -> dict[str, Any]:
        """What the parameters are that a call leaves out."""
        fields = self.params.model_fields.items()
        return {name: one.get_default(call_default_factory=True) for name, one in fields if not one.is_required()}

    @cached_property
    def schema(self) -> dict[str, Any]:
        """JSON Schema of the parameters, without the titles that only cost tokens. It is made once: for all tools, each
        run would wait for that for longer than for its first page."""
        schema: dict[str, Any] = without_titles(self.params.model_json_schema())
        return schema


class tool(ToolOptions):  # noqa: N801 - a decorator, which takes what its base declares
    """Makes a handler a tool: its name, docstring, module and annotated parameter class fill the rest of its record."""

    def __call__(self, handler: Handler) -> ToolHandler:
        """Return the handler, with its record."""
        name = getattr(handler, "__name__", "")
        words = inspect.getdoc(handler) or ""
        params = get_type_hints(handler)[list(inspect.signature(handler).parameters)[1]]
        refs = self.ref_fields if self.ref_fields is not None else own_elements(params)
        shown = (*filter(None, [self.value_field]), *refs) if "{what}" in self.label else ()
        options = vars(self) | {
            "ref_fields": refs,
            "label_keys": self.label_keys or shown,
            "ask": self.ask if self.ask is not None else self.effect in ("read", "control"),
            "capability": self.capability or name,
            "security": self.security or Security.assume(self.effect),
        }
        handler = returning_failures(handler)
        if self.security is None:
            handler = marking_text(handler)
        decorated = cast(ToolHandler, handler)
        decorated.record = Record(
            **options,
            name=name,
            summary=" ".join(words.split()),
            brief=first_paragraph(words),
            params=params,
            handler=handler,
            family=handler.__module__.rpartition(".")[2],
        )
        return decorated


class Table:
    """The tools by name, in the order in which they are listed."""

    def __init__(self, records: Iterator[Record] | list[Record]) -> None:
        self._records: dict[str, Record] = {}
        for record in records:
            if fault := next(_faults(record), None):
                raise UsageError(f"The tool {record.name!r} does not load: {fault}.")
            if record.name in self._records:
                raise UsageError(f"Two tools are called {record.name!r}.")
            self._records[record.name] = record

    @classmethod
    def load(cls, *handlers: ToolHandler) -> Table:
        """Return the tools of this package, of the entry points ``handrail.tools``, and these handlers, all alike."""
        return cls([*own_records(), *_plugin_records(), *(handler.record for handler in handlers)])

    def __iter__(self) -> Iterator[Record]:
        return iter(self._records.values())

    def get(self, name: str) -> Record | None:
        return self._records.get(name)

    def only(self, names: Iterable[str]) -> Table:
        """Return a table of these tools alone; the name of a family stands for all of its tools. Raise `UsageError`
        where nothing is called so."""
        families, wanted = {record.family for record in self}, set(names)
        for name in wanted:
            if name not in families and name not in self._records:
                near = self.nearest(name)
                raise UsageError(
                    f"There is no tool or family called {name[:60]!r}.",
                    hint=f"Did you mean {near}?" if near else "`handrail tools` lists all.",
                )
        return Table([record for record in self if not wanted.isdisjoint((record.name, record.family))])

    def nearest(self, name: str) -> str | None:
        """Return the tool that is meant: one like ``name``, that shares its words, or that it holds ("goback")."""
        names = {one: one.replace("_", " ") for one in self._records}
        for like in (fuzz.ratio, fuzz.token_set_ratio):
            if found := process.extractOne(name.replace("_", " "), names, scorer=like, score_cutoff=85):
                return found[2]
        return max((one for one in names if len(one) > 3 and one in name), key=len, default=None)


def own_records() -> Iterator[Record]:
    """Yield the records of this package's tools, in the order of their families."""
    for family in FAMILIES:
        yield from records_in(import_module(f"handrail.tools.{family}"))


@cache
def _plugins() -> tuple[EntryPoint, ...]:
    """Return the entry points of other packages. To read what every package says of itself takes ten milliseconds, most
    of what a further session costs; what is installed stays the same while a program runs."""
    return tuple(entry_points(group="handrail.tools"))


def _plugin_records() -> Iterator[Record]:
    for point in _plugins():
        try:
            yield from records_in(point.load())
        except Exception as error:
            raise UsageError(
                f"The tools of the package {point.dist.name if point.dist else point.name!r} do not load: {error}"
            ) from error


def records_in(module: object) -> Iterator[Record]:
    """Yield the records of the tools that a module (or a module of its package) defines, in the order in which they are
    written. Handlers that it imports from elsewhere are not its own."""
    own = getattr(module, "__name__", "")
    for value in vars(module).values():
        record = getattr(value, "record", None)
        if isinstance(record, Record) and f"{record.handler.__module__}.".startswith(f"{own}."):
            yield record


def first_paragraph(words: str) -> str:
    """Return the first paragraph of a docstring, for models. What follows is for people."""
    return " ".join(words.partition("\n\n")[0].split())


def _faults(record: Record) -> Iterator[str]:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", record.name) or record.name == MORE:
        yield f"its name is not snake_case, or is {MORE!r}"
    if not record.summary:
        yield "it has no docstring"
    if not (isinstance(record.params, type) and issubclass(record.params, Params)):
        yield "its parameters are not a Params class"
    named = (*record.ref_fields, *record.label_keys, *filter(None, [record.value_field]))
    if any(field not in record.params.model_fields for field in named):
        yield "ref_fields, label_keys or value_field name a parameter it does not have"
    if not LABEL.fullmatch(record.label):
        yield "its label is not like 'Click[ {what}]'"
    if record.effect in ("read", "control") and record.security.changes_state:
        yield f"changes_state is set, and its effect is {record.effect}"
    if record.effect == "change" and record.ask:
        yield "it changes the page, so it cannot be offered in ask mode"
    if record.capability == "upload" and record.value_field is None:
        yield "it uploads, so value_field has to name the parameter that holds the path"
    try:
        if record.example:
            record.params.model_validate(record.example)
    except ValidationError as error:
        yield f"its example is wrong: {_describe(error)}"


def _describe(error: ValidationError) -> str:
    """Return the first fault and its place."""
    fault = error.errors()[0]
    where = ".".join(str(part) for part in fault["loc"])
    what = fault["msg"].removeprefix("Value error, ")
    return f"{where}: {what}" if where else what
