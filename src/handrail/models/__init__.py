"""Models: a small protocol and its implementations: providers, `offline`, `scripted`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from handrail.models.choose import choose_model
    from handrail.models.protocol import Call, Message, Model, ModelReply, ToolSpec, Usage
    from handrail.models.scripted import Scripted, ScriptedTurn

__all__ = ["Call", "Message", "Model", "ModelReply", "Scripted", "ScriptedTurn", "ToolSpec", "Usage", "choose_model"]


def __getattr__(name: str) -> Any:
    # Imported when first used: `handrail --help` needs no model, and providers cost seconds.
    if name not in __all__:
        raise AttributeError(f"module 'handrail.models' has no attribute {name!r}")
    from importlib import import_module

    homes = {"Scripted": "scripted", "ScriptedTurn": "scripted", "choose_model": "choose"}
    return getattr(import_module(f"handrail.models.{homes.get(name, 'protocol')}"), name)
