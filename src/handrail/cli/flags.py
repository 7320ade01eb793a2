"""The flags of a session, written once and given to every command that opens one."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

from handrail.errors import UsageError


def _session_options(
    *,
    mode: Annotated[str | None, typer.Option(help="act, or ask to look and change nothing. [act]")] = None,
    upload_dir: Annotated[
        list[Path] | None, typer.Option(help="A folder that uploads may come from; repeatable.")
    ] = None,
    allow_origin: Annotated[
        list[str] | None,
        typer.Option(help="An origin where the model may change things, besides the start page's; repeatable."),
    ] = None,
    grant: Annotated[
        list[str] | None,
        typer.Option(help="An act the model need not ask for, such as submit@https://shop.example; repeatable."),
    ] = None,
    trust: Annotated[
        list[str] | None, typer.Option(help="An origin where the model is asked nothing; repeatable.")
    ] = None,
    secret: Annotated[
        list[str] | None,
        typer.Option(help="login=env:VAR@https://shop.example: a secret the model knows by name only; repeatable."),
    ] = None,
    unsafe: Annotated[bool, typer.Option("--unsafe", help="No policy for the model at all. Dangerous.")] = False,
    guardrails: Annotated[
        str | None, typer.Option(help='Limits in words: "browse only; stay on shop.example; do not buy anything".')
    ] = None,
    run_dir: Annotated[
        Path | None,
        typer.Option(help="The folder for log, downloads and pictures. [a new one in the user's data folder]"),
    ] = None,
    browser: Annotated[
        str | None,
        typer.Option(help="auto, chromium, chrome, edge, brave or firefox. [auto]"),
    ] = None,
    executable: Annotated[Path | None, typer.Option(help="This very browser program.")] = None,
    channel: Annotated[str | None, typer.Option(help="A release channel: chrome-beta, msedge-dev.")] = None,
    headless: Annotated[
        bool | None,
        typer.Option("--headless/--headed", help="Without or with a window."),
    ] = None,
    sandbox: Annotated[
        bool | None,
        typer.Option("--sandbox/--no-sandbox", help="Chromium's own sandbox. [on, except as root]"),
    ] = None,
    viewport: Annotated[str | None, typer.Option(help="Size in pixels: 1280x800.")] = None,
    locale: Annotated[str | None, typer.Option(help="Language of pages: de-CH.")] = None,
    timezone: Annotated[str | None, typer.Option(help="Time zone: Europe/Zurich.")] = None,
    user_agent: Annotated[str | None, typer.Option(help="In place of its own.")] = None,
    proxy: Annotated[
        str | None,
        typer.Option(
            help="http://host:port; user and password from HANDRAIL_PROXY_USERNAME and HANDRAIL_PROXY_PASSWORD.",
        ),
    ] = None,
    profile: Annotated[Path | None, typer.Option(help="A folder that keeps cookies between sessions.")] = None,
    copy_locked_profile: Annotated[
        bool, typer.Option("--copy-locked-profile", help="Work in a copy when another browser uses the profile.")
    ] = False,
    storage_state: Annotated[Path | None, typer.Option(help="Cookies to start with, from --save-state.")] = None,
    save_state: Annotated[Path | None, typer.Option(help="Where to write cookies at the end (mode 0600).")] = None,
    cdp: Annotated[
        list[str] | None,
        typer.Option(
            help="Connect to a running Chromium: http://127.0.0.1:9222; repeatable: the next where one is lost."
        ),
    ] = None,
    ungated: Annotated[
        bool, typer.Option("--ungated", help="Accept that the network rules do not hold in a browser given by --cdp.")
    ] = False,
    block: Annotated[
        list[str] | None,
        typer.Option(help="Kinds of requests to drop: image, media, font; repeatable."),
    ] = None,
) -> dict[str, Any]:
    """What was given, as options of `handrail.Session`; the configuration fills in the rest."""
    from handrail.config import Config
    from handrail.grants import GrantBook
    from handrail.runs.folders import new_run_folder

    config = Config.load()
    options = {
        "mode": mode or config.mode,
        "upload_dirs": upload_dir or config.upload_dirs,
        "allow_origins": allow_origin,
        "grants": grant,
        "trust": trust,
        "secrets": secret,
        "unsafe": _loudly(unsafe),
        "guardrails": guardrails,
        "grant_book": GrantBook(),
        "run_dir": run_dir or (new_run_folder(config.runs_dir) if config.runs_dir else None),
        "browser": browser or config.browser,
        "executable": executable,
        "channel": channel,
        "headless": headless if headless is not None else config.headless,
        "sandbox": sandbox,
        "viewport": _size(viewport) if viewport else config.viewport,
        "locale": locale or config.locale,
        "timezone": timezone or config.timezone,
        "user_agent": user_agent,
        "proxy": _proxy(proxy),
        "profile": profile,
        "profile_locked": "copy" if copy_locked_profile else None,
        "storage_state": storage_state,
        "save_state": save_state,
        "cdp_urls": tuple(cdp) if cdp else None,
        "ungated": ungated or None,
        "block": frozenset(block) if block else None,
    }
    return {name: value for name, value in options.items() if value is not None}


def with_session(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the flags of a session; it gets them, checked, as its parameter ``options``."""
    own = inspect.signature(command, eval_str=True)
    shared = inspect.signature(_session_options, eval_str=True)

    @wraps(command)
    def wrapper(**given: Any) -> None:
        flags = {name: given.pop(name) for name in shared.parameters}
        command(**given, options=_session_options(**flags))

    kept = [parameter for name, parameter in own.parameters.items() if name != "options"]
    wrapper.__signature__ = own.replace(parameters=[*kept, *shared.parameters.values()])  # type: ignore[attr-defined]
    return wrapper


def with_model(options: dict[str, Any]) -> dict[str, Any]:
    """The options of a session together with the model that `extract` calls, where one is configured."""
    from handrail.models.choose import choose_roles

    roles = choose_roles()
    model = roles.apart("extract") or roles.main
    return options if model.name == "offline" else {**options, "model": model}


def _loudly(unsafe: bool) -> bool | None:
    if unsafe:
        sys.stderr.write(
            "handrail: UNSAFE: no rule binds the model; a page that takes it over can do what you can do.\n"
        )
    return unsafe or None


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.lower().partition("x")
    try:
        return int(width), int(height)
    except ValueError:
        raise UsageError(f"The viewport {text[:40]!r} is not a size.", hint="Example: 1280x800.") from None


def _proxy(server: str | None) -> Any:
    if server is None:
        return None
    import os

    from handrail.browser.types.options import Proxy

    return Proxy(server, os.environ.get("HANDRAIL_PROXY_USERNAME", ""), os.environ.get("HANDRAIL_PROXY_PASSWORD", ""))
