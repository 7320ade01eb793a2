"""Questions of policy to the person at an MCP client, in each of the protocol's two ways.

Up to 2025-11-25 a server sends a request of its own (elicitation) while the call waits. From 2026-07-28 on the call
returns the question (``input_required``), and the client makes the same call again with the answer. Here the call goes
on meanwhile, so that it can ask at any moment, also while the browser holds a request: nothing is done twice.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import mcp_types as types

from handrail.policy import Answer, Ask

if TYPE_CHECKING:
    from mcp.server.context import ServerRequestContext

KEY = "allow"
ANSWER_TIME = 300.0
"""Seconds that a returned question waits for its answer: a client that never brings one must not block the session."""
OTHER_CALL_TIME = 20.0
"""The same once another call waits behind it: most clients that make one have dropped the question."""
CHOICES: dict[Answer, str] = {"no": "No", "once": "Yes, this once", "run": "Yes, for this session"}

Work = Callable[["CallWithQuestions"], Awaitable[types.CallToolResult]]


@dataclass(frozen=True, slots=True)
class _OpenQuestion:
    question: Ask
    token: str
    answer: asyncio.Future[Answer]


class CallWithQuestions:
    """One call of a client, which stops at each question until the person has answered it.

    Args:
        client: the context of the request.
        name, arguments: the call; one that brings an answer has to be the same.
        work: carries it out, with this object's `approve`.

    Attributes:
        unheard: whether something was refused because nobody could be asked.
        answered: what the person was asked, or had the time to answer.
    """

    def __init__(self, client: ServerRequestContext[Any], name: str, arguments: dict[str, Any], work: Work) -> None:
        self.unheard = False
        self.answered: set[str] = set()
        self._client = client
        self._call = name, arguments
        self._open: _OpenQuestion | None = None
        self._asked = asyncio.Event()
        self._work = asyncio.ensure_future(work(self))

    @property
    def is_done(self) -> bool:
        """Whether it has its result."""
        return self._work.done()

    async def approve(self, question: Ask) -> Answer:
        """The person's answer; what `handrail.Session.perform` takes as ``approve``."""
        session = self._client.session
        capabilities = session.client_capabilities
        if capabilities is None or capabilities.elicitation is None:
            self.unheard = True
            return "no"
        self.answered.add(question.question)
        if session.can_send_request:
            reply = await session.elicit_form(question.prompt, _form(question), self._client.request_id)
            return _answer_to(question, reply)
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._open = _OpenQuestion(question, secrets.token_urlsafe(16), future)
        self._asked.set()
        try:
            async with asyncio.timeout(ANSWER_TIME):
                return await future
        except TimeoutError:
            return "no"
        finally:
            self._open = None

    async def next(self) -> types.CallToolResult | types.InputRequiredResult:
        """The result of the call, or the question that it stops at."""
        asked = asyncio.ensure_future(self._asked.wait())
        try:
            await asyncio.wait((self._work, asked), return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            # The client wants no answer any more.
            self._work.cancel()
            raise
        finally:
            asked.cancel()
        if self._work.done() or self._open is None:
            return await self._work
        self._asked.clear()
        params = types.ElicitRequestFormParams(
            message=self._open.question.prompt, requested_schema=_form(self._open.question)
        )
        return types.InputRequiredResult(
            input_requests={KEY: types.ElicitRequest(params=params)}, request_state=self._open.token
        )

    def takes_answer(self, params: types.CallToolRequestParams) -> bool:
        """Take the answer that a request brings to the open question; False where it brings none to it. An answer
        counts only for the same call."""
        call = params.name, dict(params.arguments or {})
        if self._open is None or self._open.answer.done() or params.request_state != self._open.token:
            return False
        same, reply = call == self._call, (params.input_responses or {}).get(KEY)
        self._open.answer.set_result(_answer_to(self._open.question, reply) if same else "no")
        return same

    async def wait_for_answer(self, seconds: float = OTHER_CALL_TIME) -> None:
        """Let the open question wait so long and no longer: another call stands behind it."""
        if self._open is None:
            return
        answer = self._open.answer
        await asyncio.wait((answer,), timeout=seconds)
        if not answer.done():
            answer.set_result("no")


def _form(question: Ask) -> dict[str, Any]:
    answers = _answers(question)
    names = [CHOICES[answer] for answer in answers]
    choice = {"type": "string", "title": "Allow it?", "enum": list(answers), "enumNames": names}
    return {"type": "object", "properties": {"answer": choice}, "required": ["answer"]}


def _answers(question: Ask) -> tuple[Answer, ...]:
    return ("no", "once", "run") if question.lasts else ("no", "once")


def _answer_to(question: Ask, reply: Any) -> Answer:
    if not isinstance(reply, types.ElicitResult) or reply.action != "accept":
        return "no"
    given = (reply.content or {}).get("answer")
    return next((answer for answer in _answers(question) if answer == given), "no")
