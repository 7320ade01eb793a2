"""What providers answer when they do not answer, word for word as their documentation and their servers give it.

By protocol, then by the code that we make of it. Keys, names and numbers are made up.
"""

from __future__ import annotations

from typing import Any

from tests.fakes.answers import Answer, Fault, Say


def _openai(status: int, kind: str, code: str | None, message: str, **headers: str) -> Fault:
    body = {"error": {"message": message, "type": kind, "param": None, "code": code}}
    return Fault(status, code or "", message, headers, body=body)


def _anthropic(status: int, kind: str, message: str, **headers: str) -> Fault:
    body = {"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_011CSHoEeqs5C35K2UUqR7Fy"}
    return Fault(status, kind, message, headers, body=body)


def _google(status: int, kind: str, message: str, *details: dict[str, Any]) -> Fault:
    error: dict[str, Any] = {"code": status, "message": message, "status": kind}
    if details:
        error["details"] = list(details)
    return Fault(status, kind, message, body={"error": error})


_OPENAI: dict[str, Answer] = {
    "wrong_key": _openai(
        401,
        "invalid_request_error",
        "invalid_api_key",
        "Incorrect API key provided: sk-abcde***wxyz. You can find your API key at "
        "https://platform.openai.com/account/api-keys.",
    ),
    "unknown_model": _openai(
        404,
        "invalid_request_error",
        "model_not_found",
        "The model `gpt-nope` does not exist or you do not have access to it.",
    ),
    "no_quota": _openai(
        429,
        "insufficient_quota",
        "insufficient_quota",
        "You exceeded your current quota, please check your plan and billing details. For more information on this "
        "error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors.",
    ),
    "context_overflow": _openai(
        400,
        "invalid_request_error",
        "context_length_exceeded",
        "Your input exceeds the context window of this model. Please adjust your input and try again.",
    ),
    "rate_limited": _openai(
        429,
        "tokens",
        "rate_limit_exceeded",
        "Rate limit reached for gpt-test in organization org-x on tokens per min (TPM): Limit 30000, Used 29000, "
        "Requested 2000. Please try again in 2s.",
        **{"retry-after": "2", "retry-after-ms": "2000", "x-ratelimit-remaining-tokens": "1000"},
    ),
    "provider_down": _openai(
        500,
        "server_error",
        None,
        "The server had an error while processing your request. Sorry about that!",
    ),
    "refused": Say(refusal="I'm sorry, but I can't assist with that request."),
    "filtered": Say(filtered=True),
    "empty": Say(),
}

FAULTS: dict[str, dict[str, Answer]] = {
    "openai": _OPENAI,
    "responses": {**_OPENAI, "empty": Say()},
    "anthropic": {
        "wrong_key": _anthropic(401, "authentication_error", "invalid x-api-key"),
        "unknown_model": _anthropic(404, "not_found_error", "model: claude-nope"),
        "no_quota": _anthropic(
            400,
            "invalid_request_error",
            "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or "
            "purchase credits.",
        ),
        "context_overflow": _anthropic(
            400, "invalid_request_error", "prompt is too long: 210345 tokens > 200000 maximum"
        ),
        "rate_limited": _anthropic(
            429,
            "rate_limit_error",
            "This request would exceed your organization's rate limit of 50 requests per minute.",
            **{"retry-after": "2", "anthropic-ratelimit-requests-remaining": "0"},
        ),
        "provider_down": _anthropic(529, "overloaded_error", "Overloaded"),
        "refused": Say(refusal="No."),
        "filtered": _anthropic(400, "invalid_request_error", "Output blocked by content filtering policy"),
        "empty": Say(),
    },
    "google": {
        "wrong_key": _google(
            400,
            "INVALID_ARGUMENT",
            "API key not valid. Please pass a valid API key.",
            {
                "@type": "type.googleapis.com/google.rpc.ErrorInfo",
                "reason": "API_KEY_INVALID",
                "domain": "googleapis.com",
                "metadata": {"service": "generativelanguage.googleapis.com"},
            },
        ),
        "unknown_model": _google(
            404,
            "NOT_FOUND",
            "models/gemini-nope is not found for API version v1beta, or is not supported for generateContent. Call "
            "ListModels to see the list of available models and their supported methods.",
        ),
        "no_quota": _google(
            429,
            "RESOURCE_EXHAUSTED",
            "You exceeded your current quota, please check your plan and billing details.",
            {
                "@type": "type.googleapis.com/google.rpc.QuotaFailure",
                "violations": [
                    {
                        "quotaMetric": "generativelanguage.googleapis.com/generate_content_free_tier_requests",
                        "quotaId": "GenerateRequestsPerDayPerProjectPerModel-FreeTier",
                        "quotaDimensions": {"location": "global", "model": "gemini-test"},
                        "quotaValue": "250",
                    }
                ],
            },
        ),
        "context_overflow": _google(
            400,
            "INVALID_ARGUMENT",
            "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
        ),
        "rate_limited": _google(
            429,
            "RESOURCE_EXHAUSTED",
            "You exceeded your current quota, please check your plan and billing details.",
            {
                "@type": "type.googleapis.com/google.rpc.QuotaFailure",
                "violations": [{"quotaId": "GenerateRequestsPerMinutePerProjectPerModel-FreeTier", "quotaValue": "10"}],
            },
            {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "2s"},
        ),
        "provider_down": _google(503, "UNAVAILABLE", "The model is overloaded. Please try again later."),
        "refused": Say(filtered=True),
        "filtered": Say(filtered=True),
        "empty": Say(),
    },
}
