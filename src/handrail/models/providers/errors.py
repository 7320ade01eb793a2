"""Every way in which a request to a provider can fail, as one clear sentence each."""

from __future__ import annotations

import re
from typing import Literal
from urllib.parse import urlsplit

from pydantic_ai import exceptions as pai

from handrail.errors import ModelError
from handrail.models.providers.catalogue import PROVIDERS
from handrail.models.providers.provider import Provider
from handrail.trust import one_line

ErrorCode = Literal[
    "wrong_key", "unknown_model", "no_quota", "rate_limited", "context_overflow", "refused", "empty", "unreachable",
    "timeout", "provider_down", "rejected", "bad_arguments", "bad_answer",
]  # fmt: skip
_NOT_ASKED = frozenset(("wrong_key", "unknown_model", "no_quota", "rate_limited", "unreachable"))


class ProviderError(ModelError):
    """A provider did not answer, or not with anything usable.

    Args:
        code: what went wrong, for programs.
        summary: one sentence of our own words; fit for a model's eyes.
        detail: the provider's words. They stand in ``message`` for people and may quote the prompt, so a prompt is
            never given them.
    """

    def __init__(
        self, code: ErrorCode, summary: str, *, hint: str = "", detail: str = "", retryable: bool = False
    ) -> None:
        quoted = one_line(detail, 200).rstrip(".")
        message = f"{summary.rstrip('.')}: {quoted}." if quoted else summary
        super().__init__(message, hint=hint, retryable=retryable)
        self.code = code
        self.was_asked = code not in _NOT_ASKED
        self.summary = summary
        self.detail = detail

    @property
    def rejects_images(self) -> bool:
        """Whether it was refused because it holds a picture: servers tell only in words that a model reads none."""
        return self.code in ("rejected", "provider_down", "unknown_model") and bool(_IMAGES.search(self.detail))


# Servers without error codes (llama.cpp, LM Studio, Ollama) tell only in words.
_OVERFLOW = re.compile(r"context (size|length|window)|prompt is too long|too many (input )?tokens", re.IGNORECASE)
_IMAGES = re.compile(r"\b(image|mmproj|vision|multimodal)", re.IGNORECASE)
_FILTERED = re.compile(r"content[_ ](policy|filter)|safety system|flagged", re.IGNORECASE)

# Packages whose errors pydantic-ai passes on, most of them about credentials, which they load when first needed.
_SDKS = ("anthropic", "botocore", "google", "groq", "httpx", "httpx2", "mistralai", "openai")
_CREDENTIALS = re.compile(r"credential|token (has )?expired|reauth", re.IGNORECASE)


def is_provider_error(error: Exception) -> bool:
    """Return whether an error comes from a provider or its package, and not from a bug of ours."""
    return isinstance(error, pai.AgentRunError | pai.UserError) or type(error).__module__.partition(".")[0] in _SDKS


def explain(error: Exception, name: str, base_url: str | None) -> ProviderError:
    """Return the error for a failed request.

    Args:
        error: what pydantic-ai raised.
        base_url: set where the request did not go to the provider's own address.
    """
    provider_name, _, model = name.partition(":")
    provider = PROVIDERS[provider_name]
    subject = subject_of(provider, base_url)
    detail = _provider_message(error)
    match error:
        case pai.ModelQuotaExceededError():
            hint = "Check the plan and billing of the account, or choose another model."
            summary = f"{subject} says that the account has no quota left."
            return ProviderError("no_quota", summary, hint=hint, detail=detail)
        case pai.ModelContextWindowExceededError():
            return _overflow(name)
        case pai.ModelAuthenticationError():
            key = " or ".join(provider.keys or ["the key"])
            hint = f"Check {key}, and that it may use this model."
            return ProviderError("wrong_key", f"{subject} does not accept the key.", hint=hint)
        case pai.ModelNotFoundError():
            return _unknown_model(error, model, provider, subject, base_url)
        case pai.ModelRateLimitError():
            wait = f" It asks to wait {error.retry_after:.0f} s." if error.retry_after else ""
            summary = f"{subject} takes no more requests for now (rate limit).{wait}"
            return ProviderError("rate_limited", summary, hint="Try again later.", retryable=True)
        case pai.ModelRequestTimeout():
            return timeout(name, error.timeout)
        case pai.ModelTimeoutError():
            return ProviderError("timeout", f"{subject} did not answer in time.", retryable=True)
        case pai.ModelConnectionError():
            return _broken_connection(subject) if error.phase == "read" else unreachable(provider, subject)
        case pai.ModelUnavailableError() | pai.ModelServerError():
            status = f" (status {error.status_code})" if isinstance(error, pai.ModelHTTPError) else ""
            summary = f"{subject} cannot answer right now{status}."
            return ProviderError("provider_down", summary, hint="Try again later.", detail=detail, retryable=True)
        case pai.ContentFilterError():
            return refusal_error(name, detail)
        case pai.ModelAPIError() if _OVERFLOW.search(detail):
            return _overflow(name)
        case pai.ModelAPIError() if _FILTERED.search(detail):
            return refusal_error(name, detail)
        case pai.AgentRunError() if detail.startswith("Streamed response ended without"):
            # A page in place of an answer ends so, too.
            return _broken_connection(subject, check=" If it does so again, check the base URL." if base_url else "")
        case pai.ModelRequestRejectedError() | pai.UserError():
            return ProviderError("rejected", f"{subject} rejected the request.", detail=detail)
        case _ if _CREDENTIALS.search(detail) and not isinstance(error, pai.AgentRunError):
            hint = "Sign in again with the provider's own tool."
            return ProviderError("wrong_key", f"{subject} gets no valid credentials.", hint=hint, detail=detail)
        case _:
            summary = f"{subject} gave an answer that cannot be read."
            hint = "Check that the base URL is the one of its chat API." if base_url else ""
            return ProviderError("bad_answer", summary, hint=hint, detail=detail, retryable=True)


def subject_of(provider: Provider, base_url: str | None) -> str:
    """Return who did not answer, as the subject of a sentence."""
    return f"The server at {_without_credentials(base_url)}" if base_url else f"The provider {provider.name!r}"


def timeout(name: str, seconds: float) -> ProviderError:
    """Return the error for a request that took too long."""
    summary = f"The model {name} did not finish its answer within {seconds:g} s."
    return ProviderError(
        "timeout", summary, hint="Raise the model's timeout, or choose a faster model.", retryable=True
    )


def refusal_error(name: str, detail: str) -> ProviderError:
    """Return the error for a refusal by the model or a content filter."""
    return ProviderError("refused", f"The model {name} refused to answer.", detail=detail, hint="Choose another model.")


def _overflow(name: str) -> ProviderError:
    summary = f"The conversation is longer than the model {name} can read at once."
    return ProviderError("context_overflow", summary, hint="Choose a model with a larger context window.")


def _unknown_model(
    error: pai.ModelAPIError, model: str, provider: Provider, subject: str, base_url: str | None
) -> ProviderError:
    near = error.suggested_model_id if isinstance(error, pai.ModelHTTPError) else None
    hints = [f"Did you mean {near}?" if near else "Check the model's name, and that the key may use it."]
    if provider.server is not None and provider.server.download:
        hints = [f"Get it with: {provider.server.download.format(model=model)}"]
    elif base_url:
        hints.append("The base URL may be wrong: it usually ends in /v1.")
    return ProviderError("unknown_model", f"{subject} knows no model {model!r}.", hint=" ".join(hints))


def unreachable(provider: Provider, subject: str) -> ProviderError:
    """Return the error for a server to which no connection is made."""
    hint = f"Start it with: {provider.server.start}" if provider.server else "Check the network and the base URL."
    return ProviderError("unreachable", f"{subject} cannot be reached.", hint=hint, retryable=True)


def _broken_connection(subject: str, check: str = "") -> ProviderError:
    summary = f"{subject} broke the connection before its answer was complete."
    broken = ProviderError("unreachable", summary, hint=f"Try again.{check}", retryable=True)
    broken.was_asked = True
    return broken


def _provider_message(error: Exception) -> str:
    """Return the provider's message, without the JSON around it."""
    body = getattr(error, "body", None)
    while isinstance(body, dict):
        body = body.get("error") or body.get("message")
    if isinstance(body, str):
        return body
    return "" if isinstance(error, pai.ModelHTTPError) else getattr(error, "message", "") or str(error)


def _without_credentials(base_url: str) -> str:
    """Return a base URL without the credentials it may hold."""
    parts = urlsplit(base_url)
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host}{parts.path}"
