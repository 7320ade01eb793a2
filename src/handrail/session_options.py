"""The options of a session: its own, and those of its browser."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, get_type_hints
from urllib.parse import urlsplit

from handrail.browser.types.errors import NavigationFailed
from handrail.browser.types.network.addresses import web_address
from handrail.browser.types.options import BrowserOptions
from handrail.errors import UsageError
from handrail.options import DeclaredOption, Option, declared_options, described_args

UNSAFE = "UNSAFE: no rule binds the model; a page that takes it over can do what you can do."
"""Shown wherever a session without policy is."""
TURNS_ON = {
    "model": "--model PROVIDER:NAME",
    "uploads": "--upload-dir FOLDER or --upload-url URL",
    "secrets": "--secret NAME=env:VARIABLE@ORIGIN",
    "search": "--search PROVIDER",
    "tabstack": "--tabstack-key SOURCE",
    "page_tools": "--page-tools",
}
"""What the user turns on with which option, by the need of a tool."""


def _project_mode_limit(mode: str, _folder: Path) -> str | None:
    return "can only allow less than you do (ask), not more" if mode == "act" else None


def _project_folder_limit(paths: Sequence[Path], folder: Path) -> str | None:
    below = all(path.resolve().is_relative_to(folder) for path in paths)
    return None if below else "can only allow folders of its own"


@dataclass(frozen=True, slots=True)
class SessionOptions:
    """What a session may do and where it keeps what it does.

    Fields without an `Option` are for programs:

    Args:
        tabstack_url: where Tabstack is asked, in place of its own address.
        call_timeout: seconds that one call may take in all.
        model_timeout: the same for a tool that calls a model, which reads a long page in parts.
        raise_errors: the user's own calls raise `handrail.ToolFailed` where they would return a `Failed`.
    """

    mode: Annotated[
        Literal["act", "ask"],
        Option(
            "--mode",
            "act, or ask to look and change nothing; act by default.",
            setting="project",
            project_limit=_project_mode_limit,
        ),
    ] = "act"
    upload_dirs: Annotated[
        Sequence[Path],
        Option(
            "--upload-dir",
            "A folder that uploads may come from; repeatable.",
            setting="project",
            project_limit=_project_folder_limit,
        ),
    ] = ()
    upload_urls: Annotated[
        Sequence[str],
        Option(
            "--upload-url",
            "An address that uploads may come from, such as https://files.example/cv.pdf; repeatable. One that ends "
            "with / stands for all below it that the model read as a link or you named. The file is fetched without "
            "cookies.",
            setting="user",
        ),
    ] = ()
    allow_origins: Annotated[
        Sequence[str],
        Option(
            "--allow-origin",
            "An origin where the model may change things, besides the start page's; repeatable. "
            "https://*.example.org stands for every host below example.org, not for example.org itself.",
        ),
    ] = ()
    ask_per_site: Annotated[
        bool,
        Option(
            "--ask-per-site",
            "Ask once for each site: a yes covers reading, writing and sending there. Paying, deleting, changing "
            "access, dialogs and files are still asked.",
            setting="user",
        ),
    ] = False
    grants: Annotated[
        Sequence[str],
        Option(
            "--grant",
            "What the model may do without asking, such as submit@https://shop.example; repeatable.",
        ),
    ] = ()
    trust: Annotated[
        Sequence[str], Option("--trust", "An origin where the model need not ask for anything; repeatable.")
    ] = ()
    secrets: Annotated[
        Sequence[Any],
        Option(
            "--secret",
            "login=env:VAR@https://shop.example: a secret that the model knows only by name; repeatable. A program may "
            "also give a `handrail.vault.Secret`.",
        ),
    ] = ()
    http_credentials: Annotated[
        str | None,
        Option(
            "--http-credentials",
            "NAME@https://intranet.example: answer a site's HTTP sign-in with the secret of this name. Its value is "
            "user:password; only this origin gets it.",
        ),
    ] = None
    search: Annotated[
        str | None,
        Option(
            "--search",
            "Where web_search searches: duckduckgo, google, bing, brave, exa, tavily, parallel or searxng. The first "
            "three in a tab; the others by their API, with the key in BRAVE_API_KEY and so on (SearXNG takes none).",
            setting="user",
        ),
    ] = None
    search_url: Annotated[
        str | None,
        Option("--search-url", "The address of the search provider, such as your SearXNG's.", setting="user"),
    ] = None
    search_key: Annotated[
        str | None,
        Option(
            "--search-key",
            "Where the search provider's key comes from, if not from its variable: env:VAR, file:PATH, cmd:COMMAND or "
            "keyring:SERVICE/USER.",
            setting="user",
        ),
    ] = None
    tabstack_key: Annotated[
        str | None,
        Option(
            "--tabstack-key",
            "Offer the tools of Tabstack, with a key from env:TABSTACK_API_KEY, file:PATH, cmd:COMMAND or "
            "keyring:SERVICE/USER.",
        ),
    ] = None
    unsafe: Annotated[bool, Option("--unsafe", "Dangerous: no policy for the model at all.")] = False
    guardrails: Annotated[
        str, Option("--guardrails", 'Limits in words: "browse only; stay on shop.example; do not buy anything".')
    ] = ""
    run_dir: Annotated[
        Path | None,
        Option(
            "--run-dir", "The folder for log, downloads and pictures; by default a new one in the user's data folder."
        ),
    ] = None
    log: Annotated[
        bool | None,
        Option(
            "--log/--no-log",
            "Keep a log of each call in the session's folder, for `handrail runs`. A run of an agent keeps its own; "
            "`handrail mcp` keeps one by default.",
            setting="user",
        ),
    ] = None
    tabstack_url: str | None = None
    call_timeout: float = 90.0
    model_timeout: float = 600.0
    raise_errors: bool = False

    def __post_init__(self) -> None:
        if self.mode not in ("ask", "act"):
            raise UsageError(f"There is no mode {self.mode!r}.", hint="Use 'ask' or 'act'.")
        object.__setattr__(self, "upload_dirs", tuple(_existing_folder(folder) for folder in self.upload_dirs))
        object.__setattr__(self, "upload_urls", tuple(map(_upload_address, self.upload_urls)))
        if self.run_dir is not None:
            object.__setattr__(self, "run_dir", Path(self.run_dir))
        for name in ("call_timeout", "model_timeout"):
            value = getattr(self, name)
            if not (isinstance(value, int | float) and value > 0):
                raise UsageError(f"{name} must be more than 0 seconds.")


@cache
def session_options() -> Mapping[str, DeclaredOption]:
    """Return every declared option of a session by its name: its own, then its browser's."""
    return {one.name: one for owner in (SessionOptions, BrowserOptions) for one in declared_options(owner)}


def option_texts() -> dict[str, str]:
    """Return what each option is, by its name: those with a flag, then those of programs only."""
    texts = {name: one.option.help for name, one in session_options().items()}
    return texts | described_args(SessionOptions) | described_args(BrowserOptions)


Documented = TypeVar("Documented", bound=type)


def with_option_texts(session: Documented) -> Documented:
    """Add what each option is to the docstring of a kind of session, for ``help()``."""
    entries = [
        textwrap.fill(f"{name}: {text}", 112, initial_indent=" " * 8, subsequent_indent=" " * 12)
        for name, text in option_texts().items()
    ]
    session.__doc__ = "\n".join([(session.__doc__ or "").rstrip(), "", "    Options:", *entries, ""])
    return session


def split_options(options: Mapping[str, Any]) -> tuple[SessionOptions, dict[str, Any]]:
    """Return a session's own options, checked, and those of its browser as they were given.

    Raises:
        UsageError: there is no such option, or one of the session's own does not fit.
    """
    own, browser = (_names(owner) for owner in (SessionOptions, BrowserOptions))
    if unknown := next((name for name in options if name not in own | browser), None):
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        known = sorted({*own, *browser, "model"})
        near = process.extract(unknown, known, scorer=OSA.normalized_similarity, score_cutoff=0.6)
        names = " or ".join(name for name, score, _ in near if score == near[0][1])
        raise UsageError(f"There is no session option {unknown!r}.", hint=f"Did you mean {names}?" if names else "")
    given = {name: _read(name, value) for name, value in options.items()}
    return (
        SessionOptions(**{name: value for name, value in given.items() if name in own}),
        {name: value for name, value in given.items() if name in browser},
    )


def _read(name: str, value: Any) -> Any:
    """Return a value as its option keeps it: one text where several may be given is one of them, and any other is read
    as on the command line."""
    if name in _switches() and value is not None:
        check_switch(name, value)
    declared = session_options().get(name)
    if declared is None or not isinstance(value, str | Path):
        return value
    if declared.item_type is not None:
        return [value]
    parse = declared.option.parse
    return parse(value) if parse is not None and isinstance(value, str) else value


def check_switch(name: str, value: Any) -> None:
    """Raise `UsageError` unless the value of an option that is on or off is one of the two."""
    if not isinstance(value, bool):
        raise UsageError(f"{name} must be True or False, not {value!r:.60}.")


@cache
def _switches() -> frozenset[str]:
    """Return the options that are on or off, for programs only or not."""
    hints = get_type_hints(SessionOptions) | get_type_hints(BrowserOptions)
    return frozenset(name for name, hint in hints.items() if hint in (bool, bool | None))


def _names(owner: Any) -> frozenset[str]:
    return frozenset(field.name for field in fields(owner))


def _upload_address(url: str) -> str:
    try:
        whole = web_address(url)
    except NavigationFailed as error:
        raise UsageError(f"{url[:200]!r} is no address that a file can be fetched from.", hint=error.hint) from None
    if whole == "about:blank" or "@" in urlsplit(whole).netloc or "#" in whole:
        raise UsageError(
            f"{url[:200]!r} is no address that a file can be fetched from.",
            hint="Write it like https://files.example/cv.pdf, without a user name and a fragment.",
        )
    return whole


def _existing_folder(folder: str | Path) -> Path:
    path = Path(folder).expanduser()
    if not path.is_dir():
        raise UsageError(f"The upload folder {path} does not exist.", hint="Name a folder that is there.")
    return path.resolve()
