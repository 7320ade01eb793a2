"""The flags of a session, made from the declarations of its options, for every command that opens one."""

from __future__ import annotations

import inspect
import os
import re
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

from handrail.cli.help import BROWSER, RULES
from handrail.errors import UsageError
from handrail.options import DeclaredOption
from handrail.session_options import UNSAFE, SessionOptions, session_options
from handrail.trust import one_line

NEEDED_FIRST = ("mode", "allow_origins", "guardrails", "secrets", "headless", "profile")
"""Options that the help shows before its groups."""


def with_session(command: Callable[..., None]) -> Callable[..., None]:
    """Add the flags of a session to a command; it gets what they say as its parameter ``options``, and those that were
    given as ``given``, if it has that one."""
    own = inspect.signature(command, eval_str=True)

    @wraps(command)
    def wrapper(**given: Any) -> None:
        flags = {name: given.pop(name) for name in session_options()}
        if "given" in own.parameters:
            given["given"] = [one.option.flag for name, one in session_options().items() if _is_given(one, flags[name])]
        command(**given, options=_with_settings(flags))

    kept = [parameter for name, parameter in own.parameters.items() if name not in ("options", "given")]
    flags = [_parameter(option) for option in session_options().values()]
    # typer reads the parameters from here; a function's type has no such attribute.
    wrapper.__signature__ = own.replace(parameters=[*kept, *flags])  # type: ignore[attr-defined]  # typer reads the flags from there
    return wrapper


def with_language(command: Callable[..., None]) -> Callable[..., None]:
    """Add ``--language`` to a command. It speaks that language, else the one of the settings or the environment."""
    own = inspect.signature(command, eval_str=True)

    @wraps(command)
    def wrapper(*, language: str | None, **given: Any) -> None:
        from handrail.config import Config
        from handrail.messages import language_of, use_language

        use_language(language or Config.load().language or language_of(os.environ))
        command(**given)

    flag = typer.Option("--language", help="The language of what you are shown: de, ja, pt... [the environment's]")
    parameter = inspect.Parameter(
        "language", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[str | None, flag]
    )
    # typer reads the parameters from here; a function's type has no such attribute.
    wrapper.__signature__ = own.replace(parameters=[*own.parameters.values(), parameter])  # type: ignore[attr-defined]  # as above
    return wrapper


def report_unenforced(options: dict[str, Any]) -> None:
    """Print on standard error which guardrails of the options became no rule. (A run says so in its own lines.)"""
    from handrail.policy.rules.guardrails import compile_guardrails

    if text := compile_guardrails(options.get("guardrails", "")).unenforced():
        sys.stderr.write(f"handrail: {one_line(text, 500)}\n")


def with_model(options: dict[str, Any], named: str | None = None) -> dict[str, Any]:
    """Return the options of a session, with the model that `extract` calls where one is named or configured."""
    from handrail.models.choose import choose_roles

    roles = choose_roles(named)
    model = roles.small_model_for("extract") or roles.main
    return options if model.name == "offline" else {**options, "model": model}


def _with_settings(flags: dict[str, Any]) -> dict[str, Any]:
    """Return options of `handrail.Session`: what the flags say, and the settings where they say nothing."""
    from handrail.config import Config
    from handrail.grants import GrantBook
    from handrail.runs.folders import new_run_folder

    config = Config.load()
    options = {**config.session_options(), "grant_book": GrantBook()}
    for name, option in session_options().items():
        if _is_given(option, flags[name]):
            options[name] = _value(option, flags[name])
    if config.runs_dir is not None:
        options.setdefault("run_dir", new_run_folder(config.runs_dir))
    if options.get("unsafe"):
        sys.stderr.write(f"handrail: {UNSAFE}\n")
    return options


def _parameter(declared: DeclaredOption) -> inspect.Parameter:
    option, kind = declared.option, declared.type
    if option.const is not None:
        flag_type: Any = bool
    elif declared.item_type is not None:
        flag_type = list[Path] if declared.item_type is Path else list[str]
    else:
        flag_type = kind if kind in (bool, Path) else str
    return inspect.Parameter(
        declared.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=None,
        annotation=Annotated[
            flag_type | None, typer.Option(option.flag, help=option.summary, rich_help_panel=_panel(declared))
        ],
    )


def _panel(declared: DeclaredOption) -> str | None:
    """Return the group of a flag in the help; None where a newcomer needs it."""
    if declared.name in NEEDED_FIRST:
        return None
    return RULES if declared.owner is SessionOptions else BROWSER


def _is_given(declared: DeclaredOption, flag: Any) -> bool:
    """Return whether a flag says anything. An empty word for a setting does not, as in the environment."""
    return flag is not None and flag != [] and not (flag == "" and declared.option.setting)


def _value(declared: DeclaredOption, flag: Any) -> Any:
    option = declared.option
    if option.const is not None:
        return option.const
    if declared.name == "proxy" and "://" not in flag and not re.search(r":\d+/?$", flag):
        # A word alone may be any host; no browser would say which one it did not reach.
        raise UsageError(f"{flag[:60]!r} is no address of a proxy.", hint="Write it as http://host:port.")
    return option.parse(flag) if option.parse and isinstance(flag, str) else flag
