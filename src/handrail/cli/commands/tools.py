"""`call`, `pipe`, `tools` and `snapshot`: tools from a shell, without a model."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from handrail.cli.console import print_json, progress
from handrail.cli.flags import report_unenforced, with_model, with_session
from handrail.cli.signals import run_command
from handrail.errors import HandrailError, UsageError
from handrail.standard_input import lines
from handrail.trust import well_formed_data

if TYPE_CHECKING:
    from handrail.results import Result
    from handrail.session import Session
    from handrail.tools.core.table import Table

ExtractModel = Annotated[
    str | None, typer.Option("--model", help="The model that extract calls: anthropic:NAME, ollama:NAME and so on.")
]
Url = Annotated[str | None, typer.Option(help="The page to open first.")]
MOST_CHARS = 1_000_000
AT_START = "Give it to `handrail session start`."
EXIT_CODES = {"not_permitted": 3, "unknown_tool": 2, "invalid_params": 2, "browser_lost": 4}
"""By the code of a failed result; every other one is 1."""


@with_session
def call(
    name: Annotated[str, typer.Argument(help="The tool; `handrail tools` lists them.")],
    params: Annotated[str, typer.Argument(help="Its parameters as a JSON object.")] = "{}",
    url: Url = None,
    session: Annotated[
        str | None, typer.Option(help="Call it in this open session; see `handrail session --help`.")
    ] = None,
    model: ExtractModel = None,
    given: Any = (),
    options: Any = None,
) -> None:
    """Call one tool and print its result as JSON.

    A picture of `screenshot` is kept as a file, and the result has its path.

    Exit code 0 when the call succeeded, 1 when it failed, 2 for wrong usage, 3 when policy denied it, 4 without a
    browser.
    """
    from handrail.tools.core.table import Table

    table = Table.load()
    record = table.get(name)
    params_given = json_object(params, example={"ref": "e12"} if record is None else record.example)
    if (invalid := _invalid_call(table, name, params_given)) is not None:
        raise typer.Exit(_print_result(invalid.to_dict()))
    if name == "screenshot":
        # JSON on standard output shows no picture; its path says where to look.
        params_given = {"save": True, **params_given}
    if session is not None:
        if wrong := [*given, *(["--model"] if model else [])]:
            raise UsageError(f"{wrong[0]} is for opening a session, and {session!r} is open.", hint=AT_START)
        raise typer.Exit(_call_in(session, name, params_given, url))
    report_unenforced(options)
    options = with_model(options, model)

    async def work() -> int:
        from handrail.session import Session

        with progress() as show:
            async with Session(**options) as opened:
                show(f"opening {url}" if url else name)
                result = await open_page(opened, url)
                if result is None:
                    show(name)
                    result = await opened.call(name, **params_given)
        return _print_result(result.to_dict())

    raise typer.Exit(run_command(work()))


@with_session
def pipe(url: Url = None, model: ExtractModel = None, options: Any = None) -> None:
    """Call tools, one on each line of the input, in one session.

    A line is {"tool": ..., "params": {...}}; for each a result is printed, in the same order, with the "id" of its
    line, if that has one. Empty lines are skipped. The session lasts until the input ends.
    """
    report_unenforced(options)
    options = with_model(options, model)

    async def work() -> int:
        from handrail.session import Session

        async with Session(**options) as session:
            failed = await open_page(session, url)
            if failed is not None:
                return _print_result(failed.to_dict())
            async for line in lines():
                print_json(await _answer(session, line))
        return 0

    raise typer.Exit(run_command(work()))


def list_tools(
    name: Annotated[str | None, typer.Argument(help="Show only this tool, with its parameters.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Names, descriptions and schemas as JSON.")] = False,
) -> None:
    """List the tools, or show the parameters of one."""
    from handrail.tools.core.table import Table

    table = Table.load()
    records = list(table)
    if name is not None:
        record = table.get(name)
        if record is None:
            near = table.nearest(name)
            raise UsageError(f"There is no tool called {name!r}.", hint=f"Did you mean {near}?" if near else "")
        records = [record]
    if as_json:
        print_json([{"name": r.name, "description": r.summary, "parameters": r.schema} for r in records])
        return
    from handrail.cli.tool_list import one_tool, tool_list

    typer.echo(one_tool(records[0]) if name else tool_list(records))


@with_session
def snapshot(
    url: Annotated[str, typer.Argument(help="The page to read.")],
    view: Annotated[str, typer.Option("--view", help="full, viewport, interactive or auto.")] = "full",
    max_chars: Annotated[
        int | None, typer.Option(min=100, help="The most characters to print. [auto: as a model; else all]")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Nodes as JSON.")] = False,
    options: Any = None,
) -> None:
    """Print the outline of a page as a model reads it.

    With `--view auto` it prints as much as a model is shown.

    Exit code 1 when the page did not finish loading.
    """
    mode = _mode(view)

    async def work() -> int:
        from handrail.session import Session
        from handrail.trust import clean, plain

        with progress() as show:
            async with Session(**options) as session:
                show(f"opening {url}")
                result = await session.call("goto", url=url)
                if not result.ok:
                    raise HandrailError(result.error or "", hint=result.hint)
                if (file := result.plain().data.get("document")) is not None:
                    raise HandrailError(
                        f"This address is a file, not a page; it was saved as {file.get('path', 'nothing')}.",
                        hint="`handrail call fetch_url` reads what a file at an address says.",
                    )
                show(f"reading {url}")
                info = (await session.call("page_info")).data
                if max_chars is None and mode == "auto":  # as much as a model is shown
                    taken = await session.snapshot(mode)
                else:
                    taken = await session.snapshot(mode, max_chars=max_chars or MOST_CHARS)
        if as_json:
            from dataclasses import asdict

            print_json([{key: plain(part) for key, part in asdict(node).items()} for node in taken.nodes])
            return 0
        if remark := info.get("remark"):
            typer.echo(remark)
        if taken.text.raw or not remark:
            typer.echo(clean(taken.text.raw))
            typer.echo(taken.left_out, err=True) if taken.left_out else None
        return 1 if info.get("load_state") == "loading" else 0

    raise typer.Exit(run_command(work()))


def _invalid_call(table: Table, name: str, params: dict[str, Any]) -> Result | None:
    """Return the result of a call that no session would carry out, without a browser; None for any other."""
    from pydantic import ValidationError

    from handrail.tools.core.invalid_calls import invalid_params, unknown_tool

    record = table.get(name)
    if record is None:
        return unknown_tool(table, name)
    try:
        record.params.model_validate(params)
    except ValidationError as error:
        return invalid_params(record, error, params)
    return None


async def open_page(session: Session, url: str | None) -> Result | None:
    """Open the first page, if any, and return the result where that fails, else None."""
    if url is None:
        return None
    result = await session.call("goto", url=url)
    return None if result.ok else result


async def _answer(session: Session, line: bytes) -> dict[str, Any]:
    """Return what is printed for a line: the result, with the ``id`` of the line, if it has one."""
    from handrail.results import Failed

    try:
        request = json_object(line, example={"tool": "page_info", "params": {}})
    except UsageError as error:
        return Failed("bad_json", error.message, hint=error.hint).to_dict()
    own = {"id": request.pop("id")} if "id" in request else {}
    return own | (await call_request(session, request)).to_dict()


async def call_request(session: Session, request: dict[str, Any]) -> Result:
    """Return the result of a call that is given as an object with ``tool`` and ``params``."""
    from handrail.results import Failed

    name, params = request.get("tool"), request.get("params", {})
    if not isinstance(name, str) or not isinstance(params, dict) or set(request) - {"tool", "params"}:
        return Failed("bad_request", "A line needs a tool and its params.", hint='{"tool": "page_info", "params": {}}')
    return await session.call(name, **params)


def _call_in(session: str, name: str, params: dict[str, Any], url: str | None) -> int:
    """Make a call in a session that is open, print its result, and return the exit code."""
    from handrail.cli.kept_session import ask

    found = ask(session, {"tool": "goto", "params": {"url": url}}) if url is not None else {"status": "ok"}
    if found.get("status") == "ok":
        found = ask(session, {"tool": name, "params": params})
    return _print_result(found)


def _mode(name: str) -> Any:
    known = ("auto", "full", "viewport", "interactive")
    if name not in known:
        raise UsageError(f"There is no view {name!r}.", hint=f"Choose one of {', '.join(known)}.")
    return name


def _print_result(result: dict[str, Any]) -> int:
    """Print a result, and return the exit code that tells how the call went."""
    print_json(result)
    return 0 if result["status"] == "ok" else EXIT_CODES.get(result["code"], 1)


def json_object(text: str | bytes, *, example: Any) -> dict[str, Any]:
    """Parse a JSON object; raise `UsageError` where the text is none, with an example that would do."""
    from handrail.tools.core.invalid_calls import is_too_deep

    hint = f"Example: {json.dumps(example, ensure_ascii=False)}"
    try:
        value = json.loads(text)
        if is_too_deep(value):
            raise RecursionError
    except json.JSONDecodeError as error:
        raise UsageError(f"Not valid JSON: {error.msg} at character {error.pos + 1}.", hint=hint) from None
    except UnicodeDecodeError:
        raise UsageError("Not valid JSON: it is not UTF-8 text.", hint=hint) from None
    except ValueError:
        raise UsageError("Not valid JSON: a number has too many digits.", hint=hint) from None
    except RecursionError:
        raise UsageError("The JSON is nested too deeply.", hint=hint) from None
    if not isinstance(value, dict):
        raise UsageError("The parameters must be a JSON object.", hint=hint)
    return well_formed_data(value)
