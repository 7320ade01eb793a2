"""The person at an MCP client: how questions of policy reach them, in each of the protocol's two ways.

Until 2025-11-25 a server sends a request of its own (elicitation) while the call waits. From 2026-07-28 on the call
returns with the question (``input_required``) and the client makes the same call again with the answer.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

import mcp_types as types

from handrail.policy import Answer, Ask
from handrail.results import Result

if TYPE_CHECKING:
    from mcp.server.context import ServerRequestContext

KEY = "allow"
MOST_OPEN = 100
"""Questions that may wait for an answer; a client that never answers does not fill our memory."""


class OpenQuestions:
    """Questions that were returned to the client and wait for the call to be made again, by a token of ours."""

    def __init__(self) -> None:
        self._open: OrderedDict[str, Ask] = OrderedDict()

    def put(self, question: Ask) -> str:
        token = secrets.token_urlsafe(16)
        self._open[token] = question
        if len(self._open) > MOST_OPEN:
            self._open.popitem(last=False)
        return token

    def take(self, token: str | None) -> Ask | None:
        return self._open.pop(token, None) if token else None


class McpPerson:
    """Answers for one call.

    Args:
        client: the call's own context.
        params: the call; on a second round the answer is in it.
        questions: those that wait.
    """

    def __init__(
        self, client: ServerRequestContext[Any], params: types.CallToolRequestParams, questions: OpenQuestions
    ) -> None:
        self._client = client
        self._questions = questions
        self._answered = questions.take(params.request_state)
        self._answer = (params.input_responses or {}).get(KEY)
        self._asked: Ask | None = None

    async def approve(self, question: Ask) -> Answer:
        """What `handrail.Session` calls. An answer holds for the very question that was put; nobody there is a no."""
        if question == self._answered:
            return _read(question, self._answer)
        capabilities = self._client.session.client_capabilities
        if capabilities is None or capabilities.elicitation is None:
            return "no"
        if self._client.session.can_send_request:
            said = await self._client.session.elicit_form(question.prompt, _form(question), self._client.request_id)
            return _read(question, said)
        self._asked = question
        return "no"

    def wanted(self, result: Result) -> types.InputRequiredResult | None:
        """The question as the call's result, where the call waits for its answer."""
        if self._asked is None or result.code != "not_permitted":
            return None
        params = types.ElicitRequestFormParams(message=self._asked.prompt, requested_schema=_form(self._asked))
        return types.InputRequiredResult(
            input_requests={KEY: types.ElicitRequest(params=params)}, request_state=self._questions.put(self._asked)
        )


def _form(question: Ask) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {"answer": {"type": "string", "title": "Allow it?", "enum": list(_answers(question))}},
        "required": ["answer"],
    }


def _answers(question: Ask) -> tuple[Answer, ...]:
    return ("no", "once", "run") if question.lasts else ("no", "once")


def _read(question: Ask, said: Any) -> Answer:
    if not isinstance(said, types.ElicitResult) or said.action != "accept":
        return "no"
    given = (said.content or {}).get("answer")
    return next((answer for answer in _answers(question) if answer == given), "no")
