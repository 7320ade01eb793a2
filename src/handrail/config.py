"""Settings: defaults, the user's file, the project's file, the environment. Each overrides those before, flags all.

Keys of providers are not settings: they stay in the environment, and so out of files that are shared by accident.

Not pydantic-settings: it merges its sources before it checks them, so that an error cannot name the file; it ignores
misspelt variables; and it costs every command another 0.15 s of imports.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, Self, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PrivateAttr,
    ValidationError,
    create_model,
)

from handrail.browser.types.network.proxy import CREDENTIAL_VARIABLES
from handrail.errors import UsageError, explain_os_errors
from handrail.messages import check_language
from handrail.options import PREFIX, DeclaredOption
from handrail.session_options import session_options

PROJECT_FILE = "handrail.toml"
_LISTS = {"upload_dirs": os.pathsep, "upload_urls": None}
"""Settings of several values, and what stands between them in a variable; None: blanks."""
_SECRET_NAME = re.compile(r"(^|_)(api_?)?(key|keys|token|secret|password)$")
_ADDRESS = "cannot choose the address that your key is sent to"
_USER_ONLY = "cannot choose this for you"
_CREDENTIALS = re.compile(r"(?<=//)[^/@\s]+@")


@dataclass(frozen=True, slots=True)
class SettingRow:
    """A setting as `handrail config` shows it; ``source`` is where its value comes from."""

    key: str
    value: Any
    source: str


@dataclass(frozen=True, slots=True)
class _Source:
    """Values from one source. Relative paths in it are relative to ``folder``."""

    name: str
    values: dict[str, Any]
    folder: Path
    project: bool = False


_SmallModelWork = Literal["extract", "verify", "plan"]


def _split(text: Any) -> Any:
    return [part.strip() for part in text.split(",") if part.strip()] if isinstance(text, str) else text


class _RunSettings(BaseModel):
    """Settings of models and runs. None means that nobody set it, and the code that uses it has its own default."""

    # Of the three models made here only the last is built, when it is used, and only `make docs` reads the texts below
    # the fields: either takes as long as all else here, with every command.
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    model: str | None = None
    """`provider:model`, `provider:model@base-url`, or `offline`; several with commas between: if one cannot answer, the
    next is asked."""
    small_model: str | None = None
    """A cheaper model for reading pages and checking answers; by default `model` does that too."""
    small_model_for: Annotated[list[_SmallModelWork], BeforeValidator(_split)] = ["extract", "verify"]
    """What `small_model` does: read pages (`extract`), check answers (`verify`), plan (`plan`)."""
    effort: Literal["low", "medium", "high"] | None = None
    """How much `model` thinks before it answers, if its provider lets you choose; by default the provider's choice."""
    base_url: str | None = Field(default=None, pattern=r"^https?://[^\s/]")
    """Where the provider of `model` answers, if not at its own address."""
    model_timeout: float | None = Field(default=None, gt=0, le=3600)
    """Seconds that a model may take to answer."""
    context_window: int | None = Field(default=None, ge=1000)
    """Tokens that fit into one request, for models that do not say."""
    runs_dir: Path | None = None
    """The folder in which each run gets a folder of its own."""
    max_steps: int = Field(default=50, ge=1, le=10_000)
    """Calls before a run is out of budget."""
    timeout: float = Field(default=1800.0, gt=0)
    """Seconds that a run may take, not counting the time that you take."""
    language: Annotated[str, AfterValidator(check_language)] | None = None
    """The language of the command line and its questions, such as `de`; by default the environment's."""
    keep_state: bool = True
    """Whether a run's folder holds its cookies until it is done, so that it can be resumed."""


def _field(declared: DeclaredOption) -> tuple[Any, Any]:
    parse = declared.option.parse

    def parse_text(value: Any) -> Any:
        return parse(value) if parse and isinstance(value, str) else value

    return Annotated[declared.annotation, BeforeValidator(parse_text)], declared.default


SESSION_SETTINGS = {name: declared for name, declared in session_options().items() if declared.option.setting}
"""The options of a session that can be set for all sessions."""
_FIELDS: dict[str, Any] = {name: _field(declared) for name, declared in SESSION_SETTINGS.items()}
_WithSessionSettings: Any = create_model("_WithSessionSettings", __base__=_RunSettings, **_FIELDS)


class Config(_WithSessionSettings):  # type: ignore[misc]  # mypy cannot see a class that is made of declarations
    """Every setting: of models, of runs, of sessions."""

    _sources: dict[str, str] = PrivateAttr(default_factory=dict)

    @classmethod
    def load(
        cls, *, folder: Path | None = None, environ: Mapping[str, str] | None = None, user_file: Path | None = None
    ) -> Self:
        """Load the settings from all their places.

        Args:
            folder: the folder of the project's file; by default the current one.
            environ: the environment; by default that of this process.
            user_file: by default `user_config_file`.

        Raises:
            UsageError: a setting is unknown or wrong; it names the file or variable.
        """
        folder = folder or Path.cwd()
        sources = [
            _from_file(user_file or user_config_file(), "user file"),
            _from_file(folder / PROJECT_FILE, "project file", project=True),
            *_from_environment(os.environ if environ is None else environ, folder),
        ]
        values: dict[str, Any] = {}
        names: dict[str, str] = {}
        for source in filter(None, sources):
            for key, value in source.values.items():
                values[key] = _check(cls, source, key, value)
                names[key] = source.name
        config: Self = cls.model_validate(values)
        config._sources.update(names)
        return config

    def get(self, key: str, default: Any = None) -> Any:
        """Return a setting by name; ``default`` where it is unset or does not exist."""
        value = getattr(self, key, None) if key in type(self).model_fields else None
        return default if value is None else value

    def describe(self) -> list[SettingRow]:
        """Return every setting with its value and its source, without the credentials of addresses."""
        return [
            SettingRow(key, _without_credentials(getattr(self, key)), self._sources.get(key, "default"))
            for key in type(self).model_fields
        ]

    def session_options(self) -> dict[str, Any]:
        """Return the options that every session starts with."""
        values = {name: getattr(self, name) for name in SESSION_SETTINGS}
        return {name: value for name, value in values.items() if value is not None}


def user_config_file() -> Path:
    """Return the user's file, in the system's folder for configuration."""
    from platformdirs import user_config_path

    return user_config_path("handrail", appauthor=False) / "config.toml"


def _from_file(path: Path, name: str, *, project: bool = False) -> _Source | None:
    try:
        with explain_os_errors(f"The configuration {path} cannot be read"):
            values = tomllib.loads(path.read_text("utf-8")) if path.exists() else None
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"The configuration {path} is not valid TOML: {error}.") from error
    return _Source(f"{name} {path}", values, path.parent.resolve(), project) if values is not None else None


def _from_environment(environ: Mapping[str, str], folder: Path) -> Iterator[_Source]:
    for variable, value in sorted(environ.items()):
        if not variable.startswith(PREFIX) or variable in CREDENTIAL_VARIABLES or value == "":
            continue
        key = variable.removeprefix(PREFIX).lower()
        parsed: Any = value
        if key in _LISTS:
            # An empty part, as after a separator at the end, would be the current folder.
            parsed = [part for part in value.split(_LISTS[key]) if part.strip()]
        yield _Source(f"environment {variable}", {key: parsed}, folder)


def _check(config: type[Config], source: _Source, key: str, value: Any) -> Any:
    """Return a valid value of a setting, with absolute paths.

    Raises:
        UsageError: the setting is unknown, wrong, or not for a project to set.
    """
    if key not in config.model_fields:
        raise _unknown(config, source, key)
    value = _absolute(source.folder, key, value)
    try:
        valid = getattr(config.model_validate({key: value}), key)
        if key in SESSION_SETTINGS:
            SESSION_SETTINGS[key].owner(**{key: valid})
    except ValidationError as error:
        raise UsageError(f"{key} in the {source.name} is wrong: {_message(error)}.", hint=_hint(config, key)) from None
    except UsageError as error:
        raise UsageError(f"{key} in the {source.name} is wrong: {_lower(error.message)}", hint=error.hint) from None
    if source.project:
        _refuse_from_project(source, key, valid)
    return valid


def _unknown(config: type[Config], source: _Source, key: str) -> UsageError:
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    if _SECRET_NAME.search(key.lower()):
        return UsageError(
            f"{key} in the {source.name} is refused: keys of providers do not belong in the configuration.",
            hint="Set the provider's own variable in the environment, for example ANTHROPIC_API_KEY.",
        )
    near = process.extractOne(key, list(config.model_fields), scorer=OSA.normalized_similarity, score_cutoff=0.5)
    hint = f"Did you mean {near[0]}?" if near else f"The settings are {', '.join(config.model_fields)}."
    return UsageError(f"There is no setting {key[:60]!r} (in the {source.name}).", hint=hint)


def _absolute(folder: Path, key: str, value: Any) -> Any:
    match key, value:
        case "upload_dirs", list():
            return [folder / Path(part).expanduser() if isinstance(part, str) else part for part in value]
        case "runs_dir", str():
            return folder / Path(value).expanduser()
        case _:
            return value


def _refuse_from_project(source: _Source, key: str, value: Any) -> None:
    """Refuse what a project's file must not set. It may come from somebody else, with the folder: it must not send keys
    or files anywhere, answer in the model's place, write outside its folder, or allow what the user does not.

    Raises:
        UsageError: only the user may set this.
    """
    if reason := _reason_to_refuse(key, value, source.folder):
        flag = {"upload_dirs": "--upload-dir", "upload_urls": "--upload-url"}.get(key, "a flag")
        raise UsageError(
            f"{key} in the {source.name} is refused: a project {reason}.",
            hint=f"Set it in {user_config_file()}, in the environment, or with {flag}.",
        )


def _reason_to_refuse(key: str, value: Any, folder: Path) -> str | None:
    if key in SESSION_SETTINGS:
        option = SESSION_SETTINGS[key].option
        if option.setting != "project":
            return _USER_ONLY
        return option.project_limit(value, folder) if option.project_limit is not None else None
    match key:
        case "base_url":
            return _ADDRESS
        case "model" | "small_model" if "@http" in value:
            return _ADDRESS
        case "model" | "small_model" if any(part.strip().startswith("scripted:") for part in value.split(",")):
            return "cannot answer in the place of a model"
        case "keep_state" if value:
            return "can only keep less than you do (false), not more"
        case "runs_dir" if not value.resolve().is_relative_to(folder):
            return "can only keep runs in its own folder"
        case "model" | "small_model" | "small_model_for" | "effort" | "model_timeout" | "context_window":
            return None
        case "runs_dir" | "keep_state" | "max_steps" | "timeout":
            return None
        case _:
            # A setting that is not declared safe to come from a stranger is for the user alone.
            return _USER_ONLY


def _message(error: ValidationError) -> str:
    # pydantic says more than one wants to know: "..., unable to parse string as an integer".
    return _lower(error.errors()[0]["msg"].removeprefix("Value error, ").partition(", unable to parse")[0])


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def _hint(config: type[Config], key: str) -> str:
    names = [str(name) for name in get_args(config.model_fields[key].annotation)]
    literal = names and all(re.fullmatch(r"[a-z]+", name) for name in names)
    return f"Choose one of {', '.join(names)}." if literal else ""


def _without_credentials(value: Any) -> Any:
    match value:
        case str():
            return _CREDENTIALS.sub("•••@", value)
        case Path():
            return str(value)
        case list() | tuple():
            return [_without_credentials(part) for part in value]
        case _:
            return value
