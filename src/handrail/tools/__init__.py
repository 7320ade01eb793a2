"""The tools. What a program needs for a tool of its own can be imported from here; see docs/adding-a-tool.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from handrail.tools.core.context import Context
    from handrail.tools.core.element_params import Ref
    from handrail.tools.core.table import Params, Security, Table, tool

__all__ = ["Context", "Params", "Ref", "Security", "Table", "tool"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'handrail.tools' has no attribute {name!r}")
    from importlib import import_module

    homes = {"Context": "context", "Ref": "element_params"}
    return getattr(import_module(f"handrail.tools.core.{homes.get(name, 'table')}"), name)
