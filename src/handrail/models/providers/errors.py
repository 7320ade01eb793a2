"""What can go wrong between us and a provider, each as one clear sentence."""

from __future__ import annotations

import re
from typing import Literal
from urllib.parse import urlsplit

from pydantic_ai import exceptions as pai

from handrail.errors import ModelError
from handrail.models.providers.catalogue import PROVIDERS
from handrail.models.providers.provider import Provider
from handrail.trust import one_line

Code = Literal[
    "wrong_key",
    "unknown_model",
    "no_quota",
    "rate_limited",
    "context_overflow",
    "refused",
    "empty",
    "unreachable",
    "timeout",
    "provider_down",
    "rejected",
    "bad_arguments",
    "bad_answer",
]


class ProviderError(ModelError):
    """A provider did not answer, or not with anything of use.

    Args:
        code: what went wrong, for programs.
        summary: one sentence of our own words; fit for a model's eyes.
        said: the provider's words. They stand in ``message`` for people and may quote the prompt, so a prompt is
            never given them.
    """

    def __init__(self, code: Code, summary: str, *, hint: str = "", said: str = "", retryable: bool = False) -> None:
        quoted = one_line(said, 200).rstrip(".")
        message = f"{summary.rstrip('.')}: {quoted}." if quoted else summary
        super().__init__(message, hint=hint, retryable=retryable)
        self.code = code
        self.summary = summary
        self.said = said

    @property
    def about_images(self) -> bool:
        """Whether it was refused because of a picture in it: servers say only in words that a model sees none."""
        return self.code in ("rejected", "provider_down", "unknown_model") and bool(_IMAGES.search(self.said))


# Servers without an error code of their own (llama.cpp, LM Studio, Ollama) say it only in words.
_OVERFLOW = re.compile(r"context (size|length|window)|prompt is too long|too many (input )?tokens", re.IGNORECASE)
_IMAGES = re.compile(r"\b(image|mmproj|vision|multimodal)", re.IGNORECASE)
_FILTERED = re.compile(r"content[_ ](policy|filter)|safety system|flagged", re.IGNORECASE)


# Packages whose errors come through as they are, most of them about credentials that are looked for when first needed.
_SDKS = ("anthropic", "botocore", "google", "groq", "httpx", "httpx2", "mistralai", "openai")
_CREDENTIALS = re.compile(r"credential|token (has )?expired|reauth", re.IGNORECASE)


def is_a_providers(error: Exception) -> bool:
    """Whether an error is one of a provider's or of its package's, not a fault of ours."""
    return isinstance(error, pai.AgentRunError | pai.UserError) or type(error).__module__.partition(".")[0] in _SDKS


def explain(error: Exception, name: str, base_url: str | None) -> ProviderError:
    """A failed request as one sentence.

    Args:
        error: what pydantic-ai raised.
        name: the model, as ``provider:model``.
        base_url: where it was asked, when not at the provider's own address.
    """
    provider_name, _, model = name.partition(":")
    provider = PROVIDERS[provider_name]
    where = f"the server at {_shown(base_url)}" if base_url else f"the provider {provider_name!r}"
    said = _words(error)
    match error:
        case pai.ModelQuotaExceededError():
            hint = "Check the plan and billing of the account, or choose another model."
            return ProviderError(
                "no_quota", f"{_upper(where)} says that the account has no quota left.", hint=hint, said=said
            )
        case pai.ModelContextWindowExceededError():
            return _overflow(name)
        case pai.ModelAuthenticationError():
            key = " or ".join(provider.keys or ["the key"])
            hint = f"Check {key}, and that it may use this model."
            return ProviderError("wrong_key", f"{_upper(where)} does not accept the key.", hint=hint)
        case pai.ModelNotFoundError():
            return _unknown(error, model, provider, where, base_url)
        case pai.ModelRateLimitError():
            wait = f" It asks to wait {error.retry_after:.0f} s." if error.retry_after else ""
            summary = f"{_upper(where)} takes no more requests for now (rate limit).{wait}"
            return ProviderError("rate_limited", summary, hint="Try again later.", retryable=True)
        case pai.ModelRequestTimeout():
            return timeout(name, error.timeout)
        case pai.ModelTimeoutError():
            return ProviderError("timeout", f"{_upper(where)} did not answer in time.", retryable=True)
        case pai.ModelConnectionError():
            return _unreachable(error, provider, where)
        case pai.ModelUnavailableError() | pai.ModelServerError():
            status = f" (status {error.status_code})" if isinstance(error, pai.ModelHTTPError) else ""
            summary = f"{_upper(where)} cannot answer right now{status}."
            return ProviderError("provider_down", summary, hint="Try again later.", said=said, retryable=True)
        case pai.ContentFilterError():
            return refused(name, said)
        case pai.ModelAPIError() if _OVERFLOW.search(said):
            return _overflow(name)
        case pai.ModelAPIError() if _FILTERED.search(said):
            return refused(name, said)
        case pai.AgentRunError() if said.startswith("Streamed response ended without"):
            return _broken_off(where)
        case pai.ModelRequestRejectedError() | pai.UserError():
            return ProviderError("rejected", f"{_upper(where)} rejected the request.", said=said)
        case _ if _CREDENTIALS.search(said) and not isinstance(error, pai.AgentRunError):
            hint = "Sign in again with the provider's own tool."
            return ProviderError("wrong_key", f"{_upper(where)} gets no valid credentials.", hint=hint, said=said)
        case _:
            summary = f"{_upper(where)} gave an answer that cannot be read."
            hint = "Check that the base URL is the one of its chat API." if base_url else ""
            return ProviderError("bad_answer", summary, hint=hint, said=said, retryable=True)


def timeout(name: str, seconds: float) -> ProviderError:
    """The deadline of a request was hit."""
    summary = f"The model {name} did not finish its answer within {seconds:g} s."
    return ProviderError(
        "timeout", summary, hint="Raise the model's timeout, or choose a faster model.", retryable=True
    )


def refused(name: str, said: str = "") -> ProviderError:
    """The model, or a filter before it, declined."""
    return ProviderError("refused", f"The model {name} refused to answer.", said=said, hint="Choose another model.")


def _overflow(name: str) -> ProviderError:
    summary = f"The conversation is longer than the model {name} can read at once."
    return ProviderError("context_overflow", summary, hint="Choose a model with a larger context window.")


def _unknown(
    error: pai.ModelAPIError, model: str, provider: Provider, where: str, base_url: str | None
) -> ProviderError:
    near = error.suggested_model_id if isinstance(error, pai.ModelHTTPError) else None
    hints = [f"Did you mean {near}?" if near else "Check the model's name, and that the key may use it."]
    if provider.server is not None and provider.server.download:
        hints = [f"Get it with: {provider.server.download.format(model=model)}"]
    elif base_url:
        hints.append("The base URL may be wrong: it usually ends in /v1.")
    return ProviderError("unknown_model", f"{_upper(where)} knows no model {model!r}.", hint=" ".join(hints))


def _unreachable(error: pai.ModelConnectionError, provider: Provider, where: str) -> ProviderError:
    if error.phase == "read":
        return _broken_off(where)
    hint = f"Start it with: {provider.server.start}" if provider.server else "Check the network and the base URL."
    return ProviderError("unreachable", f"{_upper(where)} cannot be reached.", hint=hint, retryable=True)


def _broken_off(where: str) -> ProviderError:
    summary = f"{_upper(where)} broke the connection before its answer was complete."
    return ProviderError("unreachable", summary, hint="Try again.", retryable=True)


def _words(error: Exception) -> str:
    """What the provider said, out of the envelope it came in."""
    body = getattr(error, "body", None)
    while isinstance(body, dict):
        body = body.get("error") or body.get("message")
    if isinstance(body, str):
        return body
    return "" if isinstance(error, pai.ModelHTTPError) else getattr(error, "message", "") or str(error)


def _shown(base_url: str) -> str:
    """A base URL without the credentials it may hold."""
    parts = urlsplit(base_url)
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host}{parts.path}"


def _upper(text: str) -> str:
    return text[0].upper() + text[1:]
