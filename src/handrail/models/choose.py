"""Which model, and why: the flag, then the configuration, then what the environment offers, then none at all."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args
from urllib.parse import urlsplit

from handrail.errors import ModelError, UsageError
from handrail.messages import Sentence
from handrail.models.providers.catalogue import PROVIDERS
from handrail.models.providers.local_servers import find_server
from handrail.models.providers.names import parse

if TYPE_CHECKING:
    from handrail.models.protocol import Model

Work = Literal["extract", "verify", "plan"]
"""What a small model can do."""
DEFAULT_SMALL_WORK: tuple[Work, ...] = ("extract", "verify")
"""What it does by default."""

NO_PROVIDER = "because no provider is configured"


@dataclass(frozen=True, slots=True)
class Roles:
    """The models of a run.

    Args:
        main: decides what to do.
        small: a cheaper one for simple work; the main one where none is configured.
        why: one sentence that names the models and the reason, which `handrail.messages.translate` translates.
        reason: the reason for the main one, as half a sentence.
        effort: how much the main model should think, None for its provider's default.
        small_for: what the small model does.
    """

    main: Model
    small: Model
    why: str
    reason: str
    effort: str | None = None
    small_for: Collection[str] = DEFAULT_SMALL_WORK

    def small_model_for(self, work: Work) -> Model | None:
        """Return the small model if it does this work in place of the main one."""
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
    """Return the models to use for each role.

    Args:
        flag: the main model that the user named for this run.
        config: as for `choose_model`; ``small_model`` and ``small_model_for`` count too.
        environ: by default the process's own environment.
        small: the small model that the user named for this run.
        small_for: what it does, names with commas between; by default ``small_model_for`` of the configuration.
        effort: how much the main model should think, by default ``effort`` of the configuration.

    Raises:
        UsageError: not a model's name, or work for a small model that it does not do or that does not exist.
    """
    config = _load_settings() if config is None else config
    environ = os.environ if environ is None else environ
    effort = effort or config.get("effort")
    name, reason, why = _choose_name(flag, config, environ)
    main = _create_chain(name, config, environ, effort)
    named = small or config.get("small_model")
    if small_for and not named:
        raise UsageError("There is no small model to do that.", hint="Name one with --small-model.")
    does = _parse_work(small_for) if small_for else config.get("small_model_for", DEFAULT_SMALL_WORK)
    if not named:
        return Roles(main, main, why, reason, effort, does)
    why = Sentence.joined(" ", (why, Sentence("Small model: {name}.", name=_display(str(named)))))
    return Roles(main, _create_chain(str(named), config, environ), why, reason, effort, does)


def choose_model(
    flag: str | None = None, config: Mapping[str, Any] | None = None, environ: Mapping[str, str] | None = None
) -> tuple[Model, str]:
    """Return the model to use, and one sentence that names it and the reason.

    Several names with commas are a chain: where the first cannot answer, the next is asked.

    Args:
        flag: what the user named for this run.
        config: the settings; by default those of `handrail.config.Config.load`. ``base_url`` and
            ``context_window`` hold for its ``model``, ``model_timeout`` for any.
        environ: by default the process's own environment.

    Raises:
        UsageError: not a model's name; the hint is the nearest.
    """
    config = _load_settings() if config is None else config
    roles = choose_roles(flag, {**config, "small_model": None}, environ)
    return roles.main, roles.why


def check_ready(model: Model) -> None:
    """Raise `ModelError` where it is known that a model, or each of a chain, cannot answer: before a browser starts
    and a run leaves its folder."""
    errors = list[ModelError]()
    for one in chain_members(model):
        try:
            getattr(one, "check_ready", lambda: None)()
        except ModelError as error:
            errors.append(error)
        else:
            return
    raise errors[0]


def to_model(model: Model | str) -> Model:
    """Return a model; where its name is given, the one that `choose_model` makes of it. Raises `UsageError`: not a
    model's name."""
    return choose_model(model)[0] if isinstance(model, str) else model


def _parse_work(names: str) -> list[str]:
    listed = split_chain(names)
    if unknown := next((one for one in listed if one not in get_args(Work)), None):
        raise UsageError(f"A small model does no {unknown!r}.", hint=f"It does {', '.join(get_args(Work))}.")
    return listed


def _choose_name(flag: str | None, config: Mapping[str, Any], environ: Mapping[str, str]) -> tuple[str, str, Sentence]:
    """Return the name of the model to use, and the reason as half a sentence and as a whole one."""
    if flag:
        return flag, "as asked for", Sentence("Model: {name}, as asked for.", name=_display(flag))
    if named := config.get("model"):
        name = str(named)
        return name, "from the configuration", Sentence("Model: {name}, from the configuration.", name=_display(name))
    for provider in PROVIDERS.values():
        if provider.default_model and (variable := provider.key_variable(environ)):
            name = f"{provider.name}:{provider.default_model}"
            why = Sentence("Model: {name}, because {variable} is set.", name=_display(name), variable=variable)
            return name, f"because {variable} is set", why
    if local := _from_ollama(environ):
        why = Sentence("Model: {name}, because Ollama runs on this machine.", name=_display(local))
        return local, "because Ollama runs on this machine", why
    why = Sentence(
        "Model: {name}, because no provider is configured (it takes direct instructions; for more set "
        "ANTHROPIC_API_KEY or OPENAI_API_KEY, start Ollama, or name one with --model).",
        name="offline",
    )
    return "offline", NO_PROVIDER, why


def chain_members(model: Model) -> list[Model]:
    """Return the models of a chain; a model that is not a chain is alone."""
    return list(getattr(model, "models", (model,)))


def split_chain(name: str) -> list[str]:
    """Return the names in a chain."""
    return [part.strip() for part in name.split(",") if part.strip()]


def _load_settings() -> Mapping[str, Any]:
    from handrail.config import Config

    settings: Mapping[str, Any] = Config.load().model_dump()
    return settings


def _create_chain(name: str, config: Mapping[str, Any], environ: Mapping[str, str], effort: str | None = None) -> Model:
    models = [_create(part, _settings_for(part, config), environ, effort) for part in split_chain(name) or [name]]
    if len(models) == 1:
        return models[0]
    from handrail.models.fallback import Fallback

    return Fallback(models)


def _settings_for(name: str, config: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings that hold for this model: address and window are those of the configured model. Where none
    is configured, the address is OpenAI's, and the window that of whichever model is used."""
    named = config.get("model")
    is_configured = name.partition(":")[0] == str(named or "openai").strip().partition(":")[0]
    own = ("base_url", "context_window") if is_configured else () if named else ("context_window",)
    return {key: config.get(key) for key in (*own, "model_timeout")}


def _create(name: str, config: Mapping[str, Any], environ: Mapping[str, str], effort: str | None) -> Model:
    base_url = config.get("base_url")
    parsed = parse(f"{name}@{base_url}" if base_url and "@http" not in name and ":" in name else name)
    match parsed.provider:
        case "offline":
            from handrail.models.offline import Offline

            return Offline()
        case "scripted":
            from handrail.models.scripted import Scripted

            return Scripted.load(parsed.model)
    from handrail.models.providers.llm import Llm

    provider = parsed.record
    base_url = parsed.base_url or provider.find_base_url(environ) or None
    key = environ.get(provider.key_variable(environ))
    options = {"timeout": config.get("model_timeout"), "context_window": config.get("context_window"), "effort": effort}
    given: dict[str, Any] = {option: value for option, value in options.items() if value}
    return Llm(str(parsed), base_url=base_url, api_key=key, **given)


def _from_ollama(environ: Mapping[str, str]) -> str | None:
    """Return the name of the model that a local Ollama used last; None where none answers in time or it has none."""
    ollama = PROVIDERS["ollama"]
    base_url = ollama.find_base_url(environ)
    server = find_server(ollama, base_url)
    if server is None or not server.models:
        return None
    return f"ollama:{server.models[0]}" + ("" if base_url == ollama.base_url else f"@{base_url}")


def _display(name: str) -> str:
    """Return the names of a chain without the credentials that their base URLs may hold."""
    parts = [part.partition("@http") for part in split_chain(name)]
    return (
        ", then ".join(f"{head} at {urlsplit('http' + url).hostname}" if at else head for head, at, url in parts)
        or name
    )
