"""The tools over MCP: the same records and pipeline, with a model as the caller."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from handrail import __version__
from handrail.agent.conversation.system_prompt import describe_secrets
from handrail.attachments import Attachment
from handrail.mcp.elicitation import McpPerson, OpenQuestions
from handrail.mcp.unreadable import AnsweringStream
from handrail.models.protocol import Part
from handrail.session import Session
from handrail.session_options import UNSAFE
from handrail.tools.core.render import message_parts
from handrail.tools.core.table import Record
from handrail.trust import WARNING, Fenced

if TYPE_CHECKING:
    from mcp.server.context import ServerRequestContext

INSTRUCTIONS = (
    "Tools for a real web browser. Start with goto; results bring what the page looks like now, with refs such as "
    "e12 that stay with their element. Prefer search_page and find_elements, which are instant, to reading whole "
    f"pages.\n\n{WARNING}"
)


async def serve_stdio(options: dict[str, Any], *, url: str | None = None) -> None:
    """Serve one session to one client over standard input and output, until the client disconnects.

    The MCP transport keeps standard output to itself: nothing else can be printed there.

    Args:
        options: of `handrail.Session`; `extract` is offered where there is a ``model`` among them.
        url: the page to open first, as the user's own call.
    """
    from handrail.errors import UsageError

    async with Session(**options) as session:
        if url is not None:
            opened = await session.call("goto", url=url)
            if not opened.ok:
                raise UsageError(f"The start page did not open. {opened.error}", hint=opened.hint)
        server = make_server(session)
        async with stdio_server() as (read, write):
            await server.run(AnsweringStream(read, write), write, server.create_initialization_options())


def make_server(session: Session) -> Server[Any]:
    """An MCP server for a session. A call that changes the page returns the new snapshot with its result."""

    async def list_tools(
        _: ServerRequestContext[Any], __: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        # Tools that steer a run, such as `done`, are for our own agent.
        return types.ListToolsResult(tools=[_tool(one) for one in session.offered() if one.family != "steer"])

    questions = OpenQuestions()

    async def call_tool(
        client: ServerRequestContext[Any], params: types.CallToolRequestParams
    ) -> types.CallToolResult | types.InputRequiredResult:
        record = session.table.get(params.name)
        changes_page = record is not None and record.effect not in ("read", "control")
        arguments = dict(params.arguments or {})
        person = McpPerson(client, params, questions)
        result = await session.perform("model", params.name, arguments, observe=changes_page, approve=person.approve)
        if question := person.input_request(result):
            return question
        return types.CallToolResult(content=[_content(part) for part in message_parts(result)], is_error=not result.ok)

    return Server(
        "handrail",
        version=__version__,
        instructions=_instructions(session),
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _instructions(session: Session) -> str:
    warning = f"{UNSAFE}\n\n" if session.permissions.unsafe else ""
    return f"{warning}{INSTRUCTIONS}{describe_secrets(session.vault.describe())}"


def _tool(record: Record) -> types.Tool:
    reads = record.effect in ("read", "control")
    return types.Tool(
        name=record.name,
        description=record.summary,
        input_schema=record.schema,
        annotations=types.ToolAnnotations(
            read_only_hint=reads,
            destructive_hint=None if reads else record.security.changes_state,
            open_world_hint=record.security.reads_page or record.security.sends_data,
        ),
    )


def _content(part: Part) -> types.TextContent | types.ImageContent | types.EmbeddedResource:
    match part:
        case Attachment(kind="image"):
            return types.ImageContent(type="image", data=base64.b64encode(part.data).decode(), mime_type=part.mime)
        case Attachment():
            blob = types.BlobResourceContents(
                uri=f"handrail://{part.name or 'document'}",
                blob=base64.b64encode(part.data).decode(),
                mime_type=part.mime,
            )
            return types.EmbeddedResource(type="resource", resource=blob)
        case Fenced():
            return types.TextContent(type="text", text=part.text)
        case _:
            return types.TextContent(type="text", text=part)
