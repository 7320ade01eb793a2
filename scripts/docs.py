"""Write what is made from declarations: ``python -m scripts.docs``, or ``make docs``.

A page of the documentation marks a generated part with ``<!-- generated: NAME -->`` and ``<!-- end -->``; `PARTS` says
who makes it. Three modules are generated too: the options of a session as keywords, and each tool as its method.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from handrail.events.kinds import EVENT_TYPES
from handrail.events.parts import BaseEvent
from handrail.models.offline.words import forms, text_of
from handrail.models.providers.catalogue import PROVIDERS, hosted_providers
from handrail.models.providers.provider import Provider
from handrail.tools.core.table import Record, Table
from scripts import option_types, tool_methods
from scripts.api_docs import api_reference, data_table
from scripts.behaviours import behaviour_tables
from scripts.cookbook import program_texts
from scripts.settings_docs import option_rows, program_option_rows, setting_rows

DOCS = Path(__file__).parent.parent / "docs"
_ARGUMENT = re.compile(r"^    (\w[\w, ]*): (.+(?:\n {8}.+)*)", re.MULTILINE)
_VARIABLE = re.compile(r"\b[A-Z]+(_[A-Z]+)+\b")


def hosted_table() -> str:
    """The providers that need a key or credentials."""
    rows = [(f"`{_example(provider)}`", _setup(provider), provider.notes) for provider in hosted_providers()]
    return _table(("name", "what to do", "notes"), rows)


def server_table() -> str:
    """The servers of one's own, those with a place where they are looked for first."""
    servers = [one for one in PROVIDERS.values() if one.listed and not (one.keys or one.variables)]
    rows = [(f"`{_example(one)}`", *_server_cells(one)) for one in sorted(servers, key=lambda one: one.server is None)]
    return _table(("name", "start it with", "where it is looked for"), rows)


def form_table() -> str:
    """The forms of the language without a model, with examples."""
    return _table(("form", "example"), [(f"`{form}`", f"`{example}`") for form, example in forms()])


def grammar_text() -> str:
    """The grammar of that language."""
    return f"```\n{text_of('grammar.lark').strip()}\n```"


def event_table() -> str:
    """Every event, with its fields."""
    rows = [(f"`{kind}`", _summary_of(event), _fields_of(event)) for kind, event in EVENT_TYPES.items()]
    return _table(("event", "what happened", "data"), rows)


def _summary_of(event: type[BaseEvent]) -> str:
    """What happened, in the words of the docstring."""
    return _markdown((inspect.getdoc(event) or "").partition("\n\nArgs:")[0])


def _fields_of(event: type[BaseEvent]) -> str:
    """The fields in order, with their values or parts, and the explanation where there is one."""
    explained = dict(_ARGUMENT.findall(inspect.getdoc(event) or ""))
    names = [name for name, one in event.model_fields.items() if name not in BaseEvent.model_fields and not one.exclude]
    parts = []
    for name in names:
        inside = ", ".join(f"`{one}`" for one in _inside(event.model_fields[name].annotation))
        text = next((text for of, text in explained.items() if name == of.split(", ")[-1]), "")
        parts.append(f"`{name}`" + f" ({inside})" * bool(inside) + f": {_markdown(text)}" * bool(text))
    return "<br>".join(parts)


def _inside(annotation: Any) -> list[str]:
    """The values of a choice, the fields of an object, of a list or not."""
    if get_origin(annotation) is Literal:
        return [str(value) for value in get_args(annotation)]
    if is_dataclass(annotation):
        return [one.name for one in fields(annotation)]
    return next((found for one in get_args(annotation) if (found := _inside(one))), [])


def _markdown(text: str) -> str:
    """A docstring's text in one line of Markdown."""
    return " ".join(text.split()).replace("``", "`").removesuffix(".")


def option_table() -> str:
    """Every option of a session that a flag sets too."""
    return _table(("keyword", "flag", "setting", "default", "what it is"), option_rows())


def program_option_table() -> str:
    """Every option of a session that only a program sets."""
    return _table(("keyword", "default", "what it is"), program_option_rows())


def setting_table() -> str:
    """Every setting that is no option of a session."""
    return _table(("setting", "default", "what it is"), setting_rows())


def tool_reference() -> str:
    """Every tool by family: what it does, its parameters, and an example."""
    return "\n\n".join(line for record in Table.load() for line in _tool(record))


def _tool(record: Record) -> Iterator[str]:
    effect = record.effect if isinstance(record.effect, str) else "depends on the parameters"
    yield f"## {record.name}"
    yield f"*{record.family}*, effect: {effect}"
    yield _escaped(record.summary)
    properties = record.schema.get("properties", {})
    required = record.schema.get("required", [])
    if properties:
        rows = [
            (f"`{name}`", _type(field), "yes" if name in required else "", _escaped(field.get("description", "")))
            for name, field in properties.items()
        ]
        yield _table(("parameter", "type", "required", "what it is"), rows)
    yield f"Example: `{record.name} {json.dumps(record.example, ensure_ascii=False)}`"


def _type(field: dict[str, Any]) -> str:
    """The type of a parameter in JSON's words; a choice as its values."""
    if "enum" in field:
        return ", ".join(f"`{json.dumps(value)}`" for value in field["enum"])
    if "anyOf" in field:
        return " or ".join(_type(one) for one in field["anyOf"] if one.get("type") != "null")
    return str(field.get("type", "any"))


def _escaped(text: str) -> str:
    """A text of a record for a cell of a table: no markup in it, one line."""
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


PARTS: dict[str, dict[str, Callable[[], str]]] = {
    "api.md": {
        "classes": api_reference,
        "data": lambda: _table(("tool", "keys of `data`; a question mark: may be absent"), data_table()),
    },
    "behaviours.md": {"behaviours": behaviour_tables},
    "cookbook/index.md": {"programs": program_texts},
    "events.md": {"events": event_table},
    "tools.md": {"tools": tool_reference},
    "settings.md": {"options": option_table, "program options": program_option_table, "settings": setting_table},
    "models.md": {"providers": hosted_table, "servers": server_table},
    "offline.md": {"forms": form_table, "grammar": grammar_text},
}
"""The generated parts of each page."""


def render(page: str) -> str:
    """A page with its generated parts as they should be now."""
    text = (DOCS / page).read_text("utf-8")
    for name, make in PARTS[page].items():
        head, mark, rest = text.partition(f"<!-- generated: {name} -->\n")
        _, end, tail = rest.partition("\n<!-- end -->")
        if not end:
            raise SystemExit(f"docs/{page} has no part {name!r}.")
        text = f"{head}{mark}\n{make()}\n{end}{tail}"
    return text


def generated_modules() -> dict[Path, str]:
    """The text of each module that is made from declarations, by its path."""
    return {option_types.MODULE: option_types.render(), **tool_methods.modules()}


def _example(provider: Provider) -> str:
    return f"{provider.name}:{provider.default_model or provider.example or 'MODEL'}"


def _setup(provider: Provider) -> str:
    steps = [f"`pip install './handrail[{provider.extra}]'`"] if provider.extra else []
    setup = provider.setup.removesuffix(".") or f"Set {' or '.join(provider.keys)}"
    return "; ".join([*steps, _VARIABLE.sub(r"`\g<0>`", setup[0].lower() + setup[1:])])


def _server_cells(provider: Provider) -> tuple[str, str]:
    if provider.server is None:
        return "", provider.notes
    variable = f", or `{provider.base_url_variable}`" if provider.base_url_variable else ""
    start = f"`{provider.server.start}`" + (f", {provider.notes}" if provider.notes else "")
    return start, f"`{provider.base_url}`{variable}"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


if __name__ == "__main__":
    for page in PARTS:
        (DOCS / page).write_text(render(page), "utf-8")
    for module, text in generated_modules().items():
        module.write_text(text, "utf-8")
