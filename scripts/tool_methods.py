"""Make each tool of the package a typed method of a session, with and without ``async``, and a program that calls them
all for mypy to check: from the records alone."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from pydantic import BaseModel
from pydantic.fields import FieldInfo

import handrail
from handrail.results import Ok
from handrail.tools.core.element_params import NamesElement
from handrail.tools.core.table import Record, own_records

PACKAGE = Path(handrail.__file__).parent
WRITTEN_BY_HAND = frozenset(("snapshot", "screenshot"))
"""Tools for which a session has a method of its own, which returns more than a result can hold."""


def records_with_method() -> list[Record]:
    """The tools that get a method. Those that steer a run (`done`, `abort`) do nothing in a program, which has none."""
    return [one for one in own_records() if one.family != "steer" and one.name not in WRITTEN_BY_HAND]


HEAD = '''\
"""Each tool as a method of handrail.Session, for editors and type checkers.

Made from the records of the tools by ``make docs``; change the tools.
"""

from __future__ import annotations

{imports}

class ToolMethods(ABC, Generic[Text]):
    """The tools as methods. Each returns the result of its call, as `handrail.Session.call` does.

    A parameter that is left out, or is as by default, is no part of the call.
    """

    @abstractmethod
    async def _call(self, name: str, params: dict[str, Any]) -> Result[Any]:
        """Call a tool by its name."""
'''
SYNC = '''\
"""Each tool as a method of handrail.SyncSession, with the signature that it has without.

Made from the records of the tools by ``make docs``; change the tools.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from handrail.tool_methods import ToolMethods
from handrail.trust import Text

P = ParamSpec("P")
T = TypeVar("T")


def make_blocking(
    method: Callable[Concatenate[Any, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[Any, P], T]:
    """Return a method of a session as one of a synchronous session, which waits for its result."""

    @wraps(method)
    def call(self: Any, /, *args: P.args, **kwargs: P.kwargs) -> T:
        result: T = self.run(method(self.session, *args, **kwargs))
        return result

    return call


class SyncToolMethods(Generic[Text]):
    """The tools as methods. Each returns the result of its call, as `handrail.SyncSession.call` does."""

'''
CALLS = '''\
"""A program that calls each tool by its method, as its example does: mypy checks it, nothing runs it.

Made from the records of the tools by ``make docs``. The methods without ``async`` have the same signatures.
"""

from __future__ import annotations

from handrail import Session


async def calls(session: Session) -> None:
'''
OF_HEAD = ("ABC", "Any", "Generic", "Text", "abstractmethod")
"""Names that the head of each module uses."""
SHARED = {
    "abc": ("ABC", "abstractmethod"),
    "collections.abc": ("Sequence",),
    "os": ("PathLike",),
    "typing": ("Any", "Generic", "Literal"),
    "handrail.browser.types.element_names": ("Element",),
    "handrail.results": ("Result",),
    "handrail.trust": ("Text",),
}
"""Names that signatures use, by their modules."""


def modules() -> dict[Path, str]:
    """The text of each generated module, by its path."""
    return {
        PACKAGE / "tool_methods.py": _module(),
        PACKAGE / "sync_tool_methods.py": _sync_module(),
        Path(__file__).parent.parent / "tests" / "typed_calls.py": _calls(),
    }


def _module() -> str:
    records = records_with_method()
    methods = "".join(_method(record) for record in records)
    return _formatted(HEAD.format(imports=_imports(records, methods)) + methods)


def _sync_module() -> str:
    names = (record.name for record in records_with_method())
    return _formatted(SYNC + "".join(f"    {name} = make_blocking(ToolMethods[Text].{name})\n" for name in names))


def _calls() -> str:
    calls = (f"    await session.{record.name}({_arguments(record.example)})\n" for record in records_with_method())
    return _formatted(CALLS + "".join(calls))


def _arguments(example: dict[str, Any]) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in example.items())


def _method(record: Record) -> str:
    return "\n".join(
        [
            "",
            f"    async def {record.name}({', '.join(_parameters(record))}) -> Result[{_data(record)}]:",
            textwrap.indent(_docstring(record), " " * 8),
            f'        return await self._call("{record.name}", locals())',
            "",
        ]
    )


def _parameters(record: Record) -> Iterator[str]:
    """``self``, what a call needs, and by name what it may leave out; where it needs nothing, the first of that too."""
    hints = get_type_hints(record.params, include_extras=True)
    fields = record.params.model_fields
    needed = [name for name, field in fields.items() if field.is_required()]
    optional = [name for name in fields if name not in needed]
    yield "self"
    for name in needed:
        # A path of a caller's is often a `pathlib.Path`; a model has none.
        yield f"{name}: {_source(hints[name])}{' | PathLike[str]' if name == 'path' else ''}"
    for at, name in enumerate(optional):
        if at == (0 if needed else 1):
            yield "*"
        yield f"{name}: {_source(hints[name])} = {_default(fields[name])}"


def _source(hint: Any) -> str:
    """A type as it is written in a signature. What is kept as a list may be given as any sequence."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated and any(isinstance(part, NamesElement) for part in parts):
        return "Element"
    if origin is Annotated:
        return _source(parts[0])
    if origin is Literal:
        return f"Literal[{', '.join(json.dumps(part) for part in parts)}]"
    if origin in (Union, UnionType):
        return " | ".join(_source(part) for part in parts)
    if origin is list:
        return f"Sequence[{_source(parts[0])}]"
    if origin is dict or (isinstance(hint, type) and issubclass(hint, BaseModel)):
        return "dict[str, Any]"
    return {NoneType: "None", Any: "Any"}.get(hint) or str(hint.__name__)


def _default(field: FieldInfo) -> str:
    value = field.get_default(call_default_factory=True)
    return "()" if value == [] else repr(value)


def _data(record: Record) -> str:
    """The type of a result's data, for text of the kind that the session returns."""
    data = data_type(record)
    if data is None:
        return "dict[str, Any]"
    return f"{data.__name__}[Text]" if getattr(data, "__parameters__", ()) else str(data.__name__)


def data_type(record: Record) -> Any:
    """The data that a handler declares: ``Result[ThisData]``; None where it only says that there is a result."""
    returned = get_type_hints(record.handler)["return"]
    ok = next((one for one in get_args(returned) or (returned,) if get_origin(one) is Ok), None)
    return next((one for one in (get_origin(one) or one for one in get_args(ok)) if is_typeddict(one)), None)


def _docstring(record: Record) -> str:
    rest = record.summary.removeprefix(record.brief).strip()
    described = {
        name: " ".join((field.description or "").split()) for name, field in record.params.model_fields.items()
    }
    lines = [*_wrapped(record.brief), *([""] if rest else []), *_wrapped(rest)]
    if described:
        lines += ["", "Args:"]
        lines += [line for name, text in described.items() for line in _wrapped(f"{name}: {text}", "    ", " " * 8)]
    lines[0] = f'"""{lines[0]}'
    return "\n".join(lines) + ('"""' if len(lines) == 1 else '\n"""')


def _wrapped(text: str, first: str = "", others: str = "") -> list[str]:
    # Of 120 columns eight are the method's own, three the quotes.
    return textwrap.wrap(text.replace("\\", "\\\\"), 106, initial_indent=first, subsequent_indent=others)


def _imports(records: Iterable[Record], methods: str) -> str:
    names = {module: set(own) for module, own in SHARED.items()}
    for record in records:
        if (data := data_type(record)) is not None:
            names.setdefault(data.__module__, set()).add(data.__name__)
    used = {
        module: sorted(one for one in own if one in OF_HEAD or re.search(rf"\b{one}\b", methods))
        for module, own in names.items()
    }
    standard = [_import(module, own) for module, own in sorted(used.items()) if not module.startswith("handrail")]
    ours = [_import(module, own) for module, own in sorted(used.items()) if module.startswith("handrail")]
    return "\n".join([*standard, "", *ours, ""])


def _import(module: str, names: list[str]) -> str:
    return f"from {module} import {', '.join(names)}"


def _formatted(text: str) -> str:
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(PACKAGE / "tool_methods.py"), "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
