"""`help`: a topic explained at length."""

from __future__ import annotations

from typing import Annotated, Literal

import typer


def explain(
    topic: Annotated[Literal["offline"], typer.Argument(help="offline: the language without a model.")],
) -> None:
    """Explain a topic: `handrail help offline` prints what is understood without a model, and its whole grammar."""
    from handrail.models.offline.words import language

    assert topic == "offline"
    typer.echo(language())
