"""Settings: defaults, the user's file, the project's file, the environment; flags of a command go over all of them.

Keys of providers are not settings: they stay in the environment, where they reach no file that is shared by accident.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, Self, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PrivateAttr, ValidationError, create_model

from handrail.errors import UsageError
from handrail.options import PREFIX, DeclaredOption
from handrail.session_options import session_options

PROJECT_FILE = "handrail.toml"
NOT_SETTINGS = ("HANDRAIL_PROXY_USERNAME", "HANDRAIL_PROXY_PASSWORD")
"""Variables with our prefix that are secrets, read where they are needed and shown nowhere."""

_SECRETS = re.compile(r"(^|_)(api_?)?(key|keys|token|secret|password)$")
_ADDRESS = "cannot choose the address that your key is sent to"
_CREDENTIALS = re.compile(r"(?<=//)[^/@\s]+@")


@dataclass(frozen=True, slots=True)
class SettingRow:
    """A setting as `handrail config` shows it: ``source`` says where its value comes from."""

    key: str
    value: Any
    source: str


@dataclass(frozen=True, slots=True)
class _Source:
    """Values from one place. ``folder`` is what relative paths in it are relative to."""

    name: str
    values: dict[str, Any]
    folder: Path
    project: bool = False


def _split(text: Any) -> Any:
    return [part.strip() for part in text.split(",") if part.strip()] if isinstance(text, str) else text


class _RunSettings(BaseModel):
    """Settings of models and runs. None means that nobody set it, and the code that uses it has its own default."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    model: str | None = Field(
        None,
        description="`provider:model`, `provider:model@base-url`, or `offline`; several with commas between: the next "
        "is asked where one cannot answer.",
    )
    small_model: str | None = Field(
        None, description="A cheaper one for reading pages and checking answers; by default `model` does that too."
    )
    small_model_for: Annotated[list[Literal["extract", "verify", "plan"]], BeforeValidator(_split)] = Field(
        ["extract", "verify"],
        description="What `small_model` does: read pages (`extract`), check answers (`verify`), plan (`plan`).",
    )
    effort: Literal["low", "medium", "high"] | None = Field(
        None,
        description="How much `model` thinks before it answers, where it can; by default its provider's choice.",
    )
    base_url: str | None = Field(
        None,
        pattern=r"^https?://[^\s/]",
        description="Where the provider of `model` answers, if not at its own address.",
    )
    model_timeout: float | None = Field(None, gt=0, le=3600, description="Seconds that a model may take to answer.")
    context_window: int | None = Field(
        None, ge=1000, description="Tokens that fit into one request, for models that do not say."
    )
    runs_dir: Path | None = Field(None, description="The folder in which each run gets a folder of its own.")
    max_steps: int = Field(50, ge=1, le=10_000, description="Calls before a run is out of budget.")
    timeout: float = Field(1800.0, gt=0, description="Seconds that a run may take, without those that a person takes.")
    keep_state: bool = Field(
        True, description="Whether a run's folder holds its cookies until it is done, so that it can be resumed."
    )


def _field(declared: DeclaredOption) -> tuple[Any, Any]:
    """A field of a pydantic model for an option."""
    parse = declared.option.parse

    def parsed(value: Any) -> Any:
        return parse(value) if parse and isinstance(value, str) else value

    return Annotated[declared.annotation, BeforeValidator(parsed)], declared.default


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
        """The settings as they are now.

        Args:
            folder: where the project's file is looked for; the current folder.
            environ: the process's own environment.
            user_file: `user_config_file`.

        Raises:
            UsageError: a key or value that is wrong, and in which file or variable it stands.
        """
        folder = folder or Path.cwd()
        places = [
            _from_file(user_file or user_config_file(), "user file"),
            _from_file(folder / PROJECT_FILE, "project file", project=True),
            *_from_environment(os.environ if environ is None else environ, folder),
        ]
        values: dict[str, Any] = {}
        sources: dict[str, str] = {}
        for place in filter(None, places):
            for key, value in place.values.items():
                values[key] = _checked(cls, place, key, value)
                sources[key] = place.name
        config: Self = cls.model_validate(values)
        config._sources.update(sources)
        return config

    def get(self, key: str, default: Any = None) -> Any:
        """A setting by name, ``default`` where it is unset or there is none of that name."""
        value = getattr(self, key, None) if key in type(self).model_fields else None
        return default if value is None else value

    def describe(self) -> list[SettingRow]:
        """Every setting with its value and where that comes from. Credentials in an address are not shown."""
        return [
            SettingRow(key, _shown(getattr(self, key)), self._sources.get(key, "default"))
            for key in type(self).model_fields
        ]

    def session_options(self) -> dict[str, Any]:
        """The options that every session starts with."""
        values = {name: getattr(self, name) for name in SESSION_SETTINGS}
        return {name: value for name, value in values.items() if value is not None}


def user_config_file() -> Path:
    """The user's own file, in the folder that the system keeps for such."""
    from platformdirs import user_config_path

    return user_config_path("handrail", appauthor=False) / "config.toml"


def _from_file(path: Path, name: str, *, project: bool = False) -> _Source | None:
    try:
        values = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise UsageError(f"The configuration {path} cannot be read: {reason}.") from error
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"The configuration {path} is not valid TOML: {error}.") from error
    return _Source(f"{name} {path}", values, path.parent.resolve(), project)


def _from_environment(environ: Mapping[str, str], folder: Path) -> Iterator[_Source]:
    for variable, value in sorted(environ.items()):
        if not variable.startswith(PREFIX) or variable in NOT_SETTINGS or value == "":
            continue
        key = variable.removeprefix(PREFIX).lower()
        parsed: Any = value.split(os.pathsep) if key == "upload_dirs" else value
        yield _Source(f"environment {variable}", {key: parsed}, folder)


def _checked(config: type[Config], place: _Source, key: str, value: Any) -> Any:
    """One value, checked and with its paths made whole.

    Raises:
        UsageError: what is wrong with it, and where it stands.
    """
    if key not in config.model_fields:
        raise _unknown(config, place, key)
    value = _whole(place.folder, key, value)
    try:
        checked = getattr(config.model_validate({key: value}), key)
        if key in SESSION_SETTINGS:
            SESSION_SETTINGS[key].owner(**{key: checked})
    except ValidationError as error:
        raise UsageError(f"{key} in the {place.name} is wrong: {_reason(error)}.", hint=_choices(config, key)) from None
    except UsageError as error:
        raise UsageError(f"{key} in the {place.name} is wrong: {_lower(error.message)}", hint=error.hint) from None
    if place.project:
        _refuse_from_project(place, key, checked)
    return checked


def _unknown(config: type[Config], place: _Source, key: str) -> UsageError:
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    if _SECRETS.search(key.lower()):
        return UsageError(
            f"{key} in the {place.name} is refused: keys of providers do not belong into the configuration.",
            hint="Set the provider's own variable in the environment, for example ANTHROPIC_API_KEY.",
        )
    near = process.extractOne(key, list(config.model_fields), scorer=OSA.normalized_similarity, score_cutoff=0.5)
    hint = f"Did you mean {near[0]}?" if near else f"The settings are {', '.join(config.model_fields)}."
    return UsageError(f"There is no setting {key[:60]!r} (in the {place.name}).", hint=hint)


def _whole(folder: Path, key: str, value: Any) -> Any:
    match key, value:
        case "upload_dirs", list():
            return [folder / Path(part).expanduser() if isinstance(part, str) else part for part in value]
        case "runs_dir", str():
            return folder / Path(value).expanduser()
        case _:
            return value


def _refuse_from_project(place: _Source, key: str, value: Any) -> None:
    """A project's file may come from somebody else, with the folder: it must not send keys or files anywhere, answer in
    the model's place, write outside its folder, or allow what the user does not.

    Raises:
        UsageError: the setting is the user's alone.
    """
    if reason := _the_users_alone(key, value, place.folder):
        flag = "--upload-dir" if key == "upload_dirs" else "a flag"
        raise UsageError(
            f"{key} in the {place.name} is refused: a project {reason}.",
            hint=f"Set it in {user_config_file()}, in the environment, or with {flag}.",
        )


def _the_users_alone(key: str, value: Any, folder: Path) -> str | None:
    match key:
        case "base_url":
            return _ADDRESS
        case "model" | "small_model" if "@http" in value:
            return _ADDRESS
        case "model" | "small_model" if any(part.strip().startswith("scripted:") for part in value.split(",")):
            return "cannot answer in the place of a model"
        case "mode" if value == "act":
            return "can only allow less than you do (ask), not more"
        case "upload_dirs" if not all(path.resolve().is_relative_to(folder) for path in value):
            return "can only allow folders of its own"
        case "keep_state" if value:
            return "can only keep less than you do (false), not more"
        case "runs_dir" if not value.resolve().is_relative_to(folder):
            return "can only keep runs in its own folder"
        case _:
            return None


def _reason(error: ValidationError) -> str:
    return _lower(error.errors()[0]["msg"].removeprefix("Value error, "))


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def _choices(config: type[Config], key: str) -> str:
    names = [str(name) for name in get_args(config.model_fields[key].annotation)]
    literal = names and all(re.fullmatch(r"[a-z]+", name) for name in names)
    return f"Choose one of {', '.join(names)}." if literal else ""


def _shown(value: Any) -> Any:
    match value:
        case str():
            return _CREDENTIALS.sub("•••@", value)
        case Path():
            return str(value)
        case list() | tuple():
            return [_shown(part) for part in value]
        case _:
            return value
