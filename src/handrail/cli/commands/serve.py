"""`mcp` and `demo-site`: commands that serve until they are stopped."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import typer

from handrail.cli.flags import with_model, with_session


@with_session
def mcp(url: Annotated[str | None, typer.Option(help="The page to open first.")] = None, options: Any = None) -> None:
    """Serve the tools to an MCP client over standard input and output."""
    from handrail.mcp.server import serve_stdio

    asyncio.run(serve_stdio(with_model(options), url=url))


def demo_site(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on; 0 for any free one.")] = 8000,
) -> None:
    """Serve the demo shop that the tour and the tests use, until Ctrl-C."""
    from handrail.demo import main

    main(host, port)
