"""Questions of policy to the person at an MCP client, in each of the protocol's two ways.

Up to 2025-11-25 a server sends a request of its own (elicitation) while the call waits. From 2026-07-28 on the call
returns the question (``input_required``) and the client makes the same call again with the answer.
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
"""Questions that may wait for an answer: a client that never answers must not fill the memory."""


class OpenQuestions:
    """Questions that were returned to the client, by the token that it repeats the call with."""

    def __init__(self) -> None:
        self._open: OrderedDict[str, Ask] = OrderedDict()

    def add(self, question: Ask) -> str:
        """Keep a question; its token."""
        token = secrets.token_urlsafe(16)
        self._open[token] = question
        if len(self._open) > MOST_OPEN:
            self._open.popitem(last=False)
        return token

    def pop(self, token: str | None) -> Ask | None:
        """Remove a question and return it; None where the token is unknown."""
        return self._open.pop(token, None) if token else None


class McpPerson:
    """Asks the person about one call.

    Args:
        client: the context of the call.
        params: the call; when it is made again, it holds the answer.
        questions: the questions that wait for an answer.
    """

    def __init__(
        self, client: ServerRequestContext[Any], params: types.CallToolRequestParams, questions: OpenQuestions
    ) -> None:
        self._client = client
        self._questions = questions
        self._answered = questions.pop(params.request_state)
        self._answer = (params.input_responses or {}).get(KEY)
        self._asked: Ask | None = None

    async def approve(self, question: Ask) -> Answer:
        """Ask a question of policy. An answer counts only for the same question; without a person it is denied."""
        if question == self._answered:
            return _answer_to(question, self._answer)
        capabilities = self._client.session.client_capabilities
        if capabilities is None or capabilities.elicitation is None:
            return "no"
        if self._client.session.can_send_request:
            reply = await self._client.session.elicit_form(question.prompt, _form(question), self._client.request_id)
            return _answer_to(question, reply)
        self._asked = question
        return "no"

    def input_request(self, result: Result) -> types.InputRequiredResult | None:
        """The question as the result of a call that waits for its answer; None for any other."""
        if self._asked is None or result.code != "not_permitted":
            return None
        params = types.ElicitRequestFormParams(message=self._asked.prompt, requested_schema=_form(self._asked))
        return types.InputRequiredResult(
            input_requests={KEY: types.ElicitRequest(params=params)}, request_state=self._questions.add(self._asked)
        )


def _form(question: Ask) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {"answer": {"type": "string", "title": "Allow it?", "enum": list(_answers(question))}},
        "required": ["answer"],
    }


def _answers(question: Ask) -> tuple[Answer, ...]:
    return ("no", "once", "run") if question.lasts else ("no", "once")


def _answer_to(question: Ask, reply: Any) -> Answer:
    if not isinstance(reply, types.ElicitResult) or reply.action != "accept":
        return "no"
    given = (reply.content or {}).get("answer")
    return next((answer for answer in _answers(question) if answer == given), "no")
