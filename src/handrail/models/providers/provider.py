"""What Handrail knows of one provider of models: its record. `catalogue.toml` has them all."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from handrail.errors import UsageError

if TYPE_CHECKING:
    from pydantic_ai.models import Model

_OPENAI_MODELS = re.compile(r"(chat)?gpt-(?!oss)|o\d")


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A model server on this machine: how to start it, and how to ask it what it holds.

    Args:
        start: the command that starts it.
        download: the command that fetches a model, with ``{model}`` for its name; empty where there is none.
        models: the path that lists the models (empty: ``models`` below the base URL), the key of the list and the key
            of a name in it.
        window_path: the path that says how many tokens one request may take (empty: the same).
        window: where that number stands in the answer: the key of a list, the key of a name in it (empty: there is no
            list but one object), and the key of the number.
    """

    start: str
    window: tuple[str, str, str]
    window_path: str = ""
    download: str = ""
    models: tuple[str, str, str] = ("", "data", "id")

    def read_window(self, answer: Any, model: str) -> Any:
        """Return the number of tokens that an answer of the server names. Raises `LookupError`, `TypeError`,
        `StopIteration`: the number is not in the answer."""
        entries, name, tokens = self.window
        entry = answer[entries]
        if name:
            entry = next(one for one in entry if one[name] in (model, f"{model}:latest"))
        return entry[tokens]


@dataclass(frozen=True, slots=True)
class Provider:
    """A provider of models.

    Args:
        name: as in ``provider:model``.
        build: makes pydantic-ai's model class, one of `handrail.models.providers.model_classes`.
        keys: the environment variables that may hold its key, the preferred one first.
        variables: where it takes no key: the environment variables of which one must be set.
        requires_key: its SDK takes an empty variable for a key and then fails obscurely, so a missing key is reported
            before the SDK is asked.
        base_url: where it answers; empty where its SDK knows that.
        base_url_variable: the environment variable that names another address.
        server: set for a server on this machine.
        extra: the extra of Handrail that installs its package.
        package: the module that this extra must bring.
        default_model: the middle of its range, used where its key is set and no model is named.
        families: how the names of its models begin, to suggest it for a name without a provider.
        aliases: pydantic-ai's names for it, where those differ.
        serves_openai: it serves OpenAI's own models.
        complete_streams: it always marks the end of a stream, so that one without a mark was cut
            (`model_classes.chat_completions` only; the other classes know it of themselves).
        cache_marks: its cache needs marks in the conversation.
        reads_documents: its models are known to read PDFs.
        setup: what to do before it can be used, where that is more than setting a key; Markdown, for hints too.
        example: a model's name for the documentation.
        notes: what a user should know, as Markdown.
        listed: whether `handrail models` and the documentation list it.
    """

    name: str
    build: Callable[[Endpoint], Model[Any]]
    keys: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()
    requires_key: bool = False
    base_url: str = ""
    base_url_variable: str = ""
    server: LocalServer | None = None
    extra: str = ""
    package: str = ""
    default_model: str = ""
    families: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    serves_openai: bool = False
    complete_streams: bool = False
    cache_marks: bool = False
    reads_documents: bool = False
    setup: str = ""
    example: str = ""
    notes: str = ""
    listed: bool = True

    @property
    def setup_hint(self) -> str:
        """What to do before it can be used, as a sentence; empty where Handrail does not know."""
        return self.setup.replace("`", "") or (f"Set {' or '.join(self.keys)}." if self.keys else "")

    def key_variable(self, environ: Mapping[str, str]) -> str:
        """Return the first variable that holds a key; empty where none does."""
        return next((name for name in self.keys if environ.get(name)), "")

    def find_base_url(self, environ: Mapping[str, str]) -> str:
        """Return the base URL that the environment names, or a local server's own; empty where its SDK knows it. Raises
        `UsageError`: the variable of a local server is not an address."""
        named = environ.get(self.base_url_variable, "")
        if self.server is None:
            return named
        return self._server_url(named) if named else self.base_url

    def is_openai_model(self, model: str, base_url: str) -> bool:
        """Return whether a model is OpenAI's own, there or behind a proxy, and takes what only those take."""
        return self.serves_openai and (not base_url or bool(_OPENAI_MODELS.match(model)))

    def _server_url(self, host: str) -> str:
        """Return the base URL of a local server from a variable that may leave the scheme or the port out."""
        port = urlsplit(self.base_url).port
        try:
            parts = urlsplit(host if "//" in host else f"//{host}")
            # Listening on every address means that it is on this one too; an IPv6 address stands in brackets.
            name = "127.0.0.1" if parts.hostname in (None, "0.0.0.0", "::") else parts.hostname
            name = f"[{name}]" if ":" in name else name
            return f"{'https' if parts.scheme == 'https' else 'http'}://{name}:{parts.port or port}/v1"
        except ValueError as error:
            raise UsageError(
                f"{self.base_url_variable} is not an address: {host!r}.", hint="Write HOST:PORT."
            ) from error


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A model at a provider, as its model class is built from it.

    Args:
        base_url: empty for the provider's own address.
        key: None where there is none.
    """

    provider: Provider
    model: str
    base_url: str = ""
    key: str | None = None

    @property
    def name(self) -> str:
        return f"{self.provider.name}:{self.model}"
