"""Which model, and why: the flag, then the configuration, then what the environment offers, then none at all."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args
from urllib.parse import urlsplit

from handrail.errors import UsageError
from handrail.models.providers.catalogue import PROVIDERS
from handrail.models.providers.local_servers import find_server
from handrail.models.providers.names import parse

if TYPE_CHECKING:
    from handrail.models.protocol import Model

_OF_ONE_MODEL = ("base_url", "context_window")
"""Settings that go with the configured model, not with another."""
_OF_ANY = ("model_timeout",)

Work = Literal["extract", "verify", "plan"]
"""What a small model can do."""
SMALL_FOR: tuple[Work, ...] = ("extract", "verify")
"""What it does unless told otherwise."""

NOBODY = "because no provider is configured"
_HOW = "set ANTHROPIC_API_KEY or OPENAI_API_KEY, start Ollama, or name one with --model"


@dataclass(frozen=True, slots=True)
class Roles:
    """The models of a run.

    Args:
        main: decides what to do.
        small: for what a cheaper model does as well; the main one where none is configured.
        why: one sentence that says which, and why.
        reason: why the main one, as half a sentence.
        effort: how much the main model should think, None where nothing was said.
        small_for: what the small model does.
    """

    main: Model
    small: Model
    why: str
    reason: str
    effort: str | None = None
    small_for: Collection[str] = SMALL_FOR

    def apart(self, work: Work) -> Model | None:
        """The small model, where it does this in place of the main one; else None."""
        return self.small if self.small is not self.main and work in self.small_for else None


def choose_roles(
    flag: str | None = None,
    config: Mapping[str, Any] | None = None,
    environ: Mapping[str, str] | None = None,
    *,
    small: str | None = None,
    small_for: str | None = None,
    effort: str | None = None,
) -> Roles:
    """The models to use for each role.

    Args:
        flag: the main model that the user named for this run.
        config: as for `choose_model`; ``small_model`` and ``small_model_for`` are looked at too.
        environ: by default the process's own environment.
        small: the small model that the user named for this run.
        small_for: what it does, names with commas between; by default ``small_model_for`` of the configuration.
        effort: how much the main model should think, by default ``effort`` of the configuration.

    Raises:
        UsageError: a name that is no model's, or work that a small model does not do or that is for none.
    """
    config = _settings() if config is None else config
    environ = os.environ if environ is None else environ
    effort = effort or config.get("effort")
    name, reason = _choice(flag, config, environ)
    main, why = _chain(name, config, environ, effort), _sentence(name, reason)
    named = small or config.get("small_model")
    if small_for and not named:
        raise UsageError("There is no small model to do that.", hint="Name one with --small-model.")
    if not named:
        return Roles(main, main, why, reason, effort)
    why = f"{why} Small model: {_shown(str(named))}."
    does = _works(small_for) if small_for else config.get("small_model_for", SMALL_FOR)
    return Roles(main, _chain(str(named), config, environ), why, reason, effort, does)


def choose_model(
    flag: str | None = None,
    config: Mapping[str, Any] | None = None,
    environ: Mapping[str, str] | None = None,
) -> tuple[Model, str]:
    """The model to use, and one sentence that says which and why.

    A name may be several with commas between them: where the first cannot answer, the next is asked.

    Args:
        flag: what the user named for this run.
        config: the settings; by default those of `handrail.config.Config.load`. ``model`` and ``effort`` are looked at,
            ``base_url`` and ``context_window`` go with the model, ``model_timeout`` with any.
        environ: by default the process's own environment.

    Raises:
        UsageError: a name that is no model's; the hint is the nearest.
    """
    config = _settings() if config is None else config
    environ = os.environ if environ is None else environ
    name, reason = _choice(flag, config, environ)
    return _chain(name, config, environ, config.get("effort")), _sentence(name, reason)


def _works(names: str) -> list[str]:
    listed = parts_of(names)
    if unknown := next((one for one in listed if one not in get_args(Work)), None):
        raise UsageError(f"A small model does no {unknown!r}.", hint=f"It does {', '.join(get_args(Work))}.")
    return listed


def _sentence(name: str, reason: str) -> str:
    more = f" (it takes direct instructions; for more {_HOW})" if reason == NOBODY else ""
    return f"Model: {_shown(name)}, {reason}{more}."


def _choice(flag: str | None, config: Mapping[str, Any], environ: Mapping[str, str]) -> tuple[str, str]:
    """The name of the model to use, and the reason as half a sentence."""
    if flag:
        return flag, "as asked for"
    if named := config.get("model"):
        return str(named), "from the configuration"
    if found := _by_key(environ):
        name, key = found
        return name, f"because {key} is set"
    if held := _from_ollama(environ):
        return held, "because Ollama runs on this machine"
    return "offline", NOBODY


def each(model: Model) -> list[Model]:
    """The models of a chain, or the one that is none."""
    return list(getattr(model, "models", (model,)))


def parts_of(name: str) -> list[str]:
    """The names in a chain."""
    return [part.strip() for part in name.split(",") if part.strip()]


def _settings() -> Mapping[str, Any]:
    from handrail.config import Config

    settings: Mapping[str, Any] = Config.load().model_dump()
    return settings


def _chain(name: str, config: Mapping[str, Any], environ: Mapping[str, str], effort: str | None = None) -> Model:
    models = [_named(part, _that_fit(part, config), environ, effort) for part in parts_of(name) or [name]]
    if len(models) == 1:
        return models[0]
    from handrail.models.fallback import Fallback

    return Fallback(models)


def _that_fit(name: str, config: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that hold for a model which may not be the configuration's own."""
    provider = name.partition(":")[0]
    meant_for = str(config.get("model") or "openai").strip().partition(":")[0]
    keys = (*_OF_ONE_MODEL, *_OF_ANY) if provider == meant_for else _OF_ANY
    return {key: config.get(key) for key in keys}


def _named(name: str, config: Mapping[str, Any], environ: Mapping[str, str], effort: str | None) -> Model:
    base_url = config.get("base_url")
    parsed = parse(f"{name}@{base_url}" if base_url and "@http" not in name and ":" in name else name)
    match parsed.provider:
        case "offline":
            return _offline()
        case "scripted":
            from handrail.models.scripted import Scripted

            return Scripted.load(parsed.model)
    from handrail.models.providers.llm import Llm

    provider = parsed.record
    base_url = parsed.base_url or provider.find_base_url(environ) or None
    key = environ.get(provider.key_variable(environ))
    options = {
        "timeout": config.get("model_timeout"),
        "context_window": config.get("context_window"),
        "effort": effort,
    }
    given: dict[str, Any] = {option: value for option, value in options.items() if value}
    return Llm(str(parsed), base_url=base_url, api_key=key, **given)


def _offline() -> Model:
    from handrail.models.offline import Offline

    return Offline()


def _by_key(environ: Mapping[str, str]) -> tuple[str, str] | None:
    """The default model of the first provider whose key is set, and the variable that holds the key."""
    for provider in PROVIDERS.values():
        if provider.default_model and (variable := provider.key_variable(environ)):
            return f"{provider.name}:{provider.default_model}", variable
    return None


def _from_ollama(environ: Mapping[str, str]) -> str | None:
    """The name of the model that a local Ollama used last, None where none answers in time or none is there."""
    ollama = PROVIDERS["ollama"]
    base_url = ollama.find_base_url(environ)
    server = find_server(ollama, base_url)
    if server is None or not server.models:
        return None
    return f"ollama:{server.models[0]}" + ("" if base_url == ollama.base_url else f"@{base_url}")


def _shown(name: str) -> str:
    """Names without the credentials that their base URLs may hold."""
    return ", then ".join(_shown_one(part) for part in parts_of(name)) or name


def _shown_one(name: str) -> str:
    head, at, url = name.partition("@http")
    return f"{head} at {urlsplit('http' + url).hostname}" if at else head
