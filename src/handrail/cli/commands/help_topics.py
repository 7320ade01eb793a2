"""`help`: a topic explained at length."""

from __future__ import annotations

from typing import Annotated

import typer

from handrail.errors import UsageError


def explain(
    topic: Annotated[str, typer.Argument(help="offline: the language without a model.")],
) -> None:
    """Explain a topic, such as `offline`.

    `handrail help offline` prints what is understood without a model, and its whole grammar.
    """
    from handrail.models.offline.words import language

    if topic != "offline":
        raise UsageError(
            f"There is no topic {topic[:40]!r}.",
            hint="The topic is `offline`; `handrail COMMAND --help` explains a command.",
        )
    typer.echo(language())
