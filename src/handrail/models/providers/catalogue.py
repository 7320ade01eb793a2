"""The providers of models that Handrail knows. To add one, add its record here and run `make docs`.

What speaks OpenAI's chat protocol needs no more than a name, `model_classes.chat_completions`, a key and a base URL.
Nothing here imports a provider's package.
"""

from __future__ import annotations

from typing import Any

from handrail.models.providers import model_classes
from handrail.models.providers.provider import LocalServer, Provider


def _entry(entries: Any, key: str, *names: str) -> Any:
    return next(entry for entry in entries if entry[key] in names)


_AZURE = Provider(
    "azure",
    model_classes.azure,
    keys=("AZURE_OPENAI_API_KEY",),
    serves_openai=True,
    setup="Set AZURE_OPENAI_API_KEY, and AZURE_OPENAI_ENDPOINT to `https://NAME.openai.azure.com/openai/v1`.",
    example="DEPLOYMENT",
    notes="the endpoint may be the address that the portal shows. With `OPENAI_API_VERSION` the older API with dated "
    "versions is asked. `azure-responses:` for the newer protocol",
)

_RECORDS = (
    Provider(
        "anthropic",
        model_classes.anthropic,
        keys=("ANTHROPIC_API_KEY",),
        requires_key=True,
        default_model="claude-sonnet-5-5",
        families=("claude",),
        cache_marks=True,
        notes="thinking goes back with its signature; system prompt, tools and conversation are cached",
    ),
    Provider(
        "openai",
        model_classes.openai,
        keys=("OPENAI_API_KEY",),
        requires_key=True,
        base_url_variable="OPENAI_BASE_URL",
        default_model="gpt-6.1-terra",
        families=("gpt", "o1", "o3", "o4"),
        aliases=("openai-chat",),
        serves_openai=True,
        notes="the chat protocol; `OPENAI_BASE_URL` names another address",
    ),
    Provider(
        "openai-responses",
        model_classes.openai_responses,
        keys=("OPENAI_API_KEY",),
        requires_key=True,
        serves_openai=True,
        example="gpt-6.1-terra",
        notes="the newer protocol: a summary of the reasoning is shown, and all of it goes back, encrypted, with the "
        "next request. OpenAI stores nothing (`store: false`)",
    ),
    Provider(
        "openrouter",
        model_classes.openrouter,
        keys=("OPENROUTER_API_KEY",),
        default_model="anthropic/claude-sonnet-5.5",
    ),
    _AZURE,
    Provider(
        "openai-compatible",
        model_classes.chat_completions,
        example="MODEL@http://HOST:PORT/v1",
        notes="anything else that speaks OpenAI's chat protocol",
    ),
    Provider(
        "ollama",
        model_classes.ollama,
        base_url="http://127.0.0.1:11434/v1",
        base_url_variable="OLLAMA_HOST",
        server=LocalServer(
            "ollama serve",
            lambda answer, model: _entry(answer["models"], "name", model, f"{model}:latest")["context_length"],
            "/api/ps",
            download="ollama pull {model}",
            models=("/api/tags", "models", "name"),
        ),
        example="qwen3:8b",
    ),
    Provider(
        "lmstudio",
        model_classes.chat_completions,
        base_url="http://127.0.0.1:1234/v1",
        server=LocalServer(
            "lms server start",
            lambda answer, model: _entry(answer["data"], "id", model)["loaded_context_length"],
            "/api/v0/models",
        ),
        complete_streams=True,
        notes="or its server tab",
    ),
    Provider(
        "vllm",
        model_classes.vllm,
        base_url="http://127.0.0.1:8000/v1",
        server=LocalServer(
            "vllm serve MODEL --enable-auto-tool-choice --tool-call-parser ...",
            lambda answer, model: _entry(answer["data"], "id", model)["max_model_len"],
        ),
    ),
    Provider(
        "llamacpp",
        model_classes.chat_completions,
        base_url="http://127.0.0.1:8080/v1",
        server=LocalServer(
            "llama-server --jinja -m FILE",
            lambda answer, _: answer["default_generation_settings"]["n_ctx"],
            "/props",
        ),
        complete_streams=True,
    ),
    Provider(
        "google",
        model_classes.google,
        keys=("GOOGLE_API_KEY", "GEMINI_API_KEY"),
        requires_key=True,
        extra="google",
        package="google.genai",
        default_model="gemini-3.8-flash",
        families=("gemini",),
    ),
    Provider(
        "vertex",
        model_classes.vertex,
        variables=("GOOGLE_CLOUD_PROJECT",),
        extra="google",
        package="google.genai",
        aliases=("google-cloud",),
        setup="Run: `gcloud auth application-default login`; and set GOOGLE_CLOUD_PROJECT.",
        example="gemini-3.8-flash",
    ),
    Provider(
        "bedrock",
        model_classes.bedrock,
        variables=("AWS_REGION", "AWS_DEFAULT_REGION"),
        extra="bedrock",
        package="boto3",
        setup="Set AWS_REGION, and your AWS credentials or AWS_BEARER_TOKEN_BEDROCK.",
    ),
    Provider("mistral", model_classes.own_class, keys=("MISTRAL_API_KEY",), extra="mistral", package="mistralai"),
    Provider("groq", model_classes.own_class, keys=("GROQ_API_KEY",), extra="groq", package="groq"),
    Provider(
        "azure-responses",
        model_classes.azure_responses,
        keys=_AZURE.keys,
        serves_openai=True,
        setup=_AZURE.setup,
        listed=False,
    ),
    Provider(
        "bedrock-mantle",
        model_classes.own_or_chat_completions,
        variables=("AWS_REGION", "AWS_DEFAULT_REGION"),
        listed=False,
    ),
)

# Others that pydantic-ai knows work too, with their own package and key.
_FURTHER = (
    "cerebras", "cohere", "deepseek", "fireworks", "github", "huggingface", "litellm", "moonshotai", "nebius",
    "sambanova", "snowflake", "together", "vercel", "xai", "zai",
)  # fmt: skip

PROVIDERS = {
    record.name: record
    for record in (
        *_RECORDS,
        *(Provider(name, model_classes.own_or_chat_completions, listed=False) for name in _FURTHER),
    )
}


def local_providers() -> list[Provider]:
    """The model servers that may run on this machine."""
    return [provider for provider in PROVIDERS.values() if provider.server is not None]


def hosted_providers() -> list[Provider]:
    """The listed providers that need a key or credentials."""
    return [provider for provider in PROVIDERS.values() if provider.listed and (provider.keys or provider.variables)]
