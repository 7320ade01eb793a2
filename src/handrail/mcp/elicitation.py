"""Questions of policy to the person at an MCP client, in each of the protocol's two ways.

Up to 2025-11-25 a server sends a request of its own (elicitation) while the call waits. From 2026-07-28 on the call
returns the question (``input_required``), and the client makes the same call again with the answer. Here the call goes
on meanwhile, so that it can ask at any moment, also while the browser holds a request: nothing is done twice.
"""

from __future__ import annotations

import asyncio
import secrets
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import mcp_types as types

from handrail.errors import HandrailError, UsageError
from handrail.grants import GrantBook
from handrail.messages import Sentence, tr, translate
from handrail.policy import Answer, Ask
from handrail.policy.decision import quotation
from handrail.tools.core.context import ValueField, ValueRequest
from handrail.trust import one_line, site_line

if TYPE_CHECKING:
    from mcp.server.context import ServerRequestContext

KEY = "allow"
ANSWER_TIME = 300.0
"""Seconds that a returned question waits for its answer: a client that never brings one must not block the session."""
OTHER_CALL_TIME = 20.0
"""The same once another call waits behind it: most clients that make one have dropped the question."""
CHOICES: dict[Answer, Sentence] = {
    "no": Sentence("No"),
    "once": Sentence("Yes, this once"),
    "run": Sentence("Yes, for this session"),
    "never": Sentence("No, and never again"),
}

Work = Callable[["CallWithQuestions"], Awaitable[types.CallToolResult]]


@dataclass(frozen=True, slots=True)
class _OpenQuestion:
    form: types.ElicitRequestFormParams
    token: str
    reply: asyncio.Future[types.ElicitResult | None]


class CallWithQuestions:
    """One call of a client, which stops at each question until the person has answered it.

    Args:
        client: the context of the request.
        name, arguments: the call; one that brings an answer has to be the same.
        work: carries it out, with this object's `approve`.
        book: where "never" is kept; without one it is not among the answers.

    Attributes:
        unheard: whether something was refused because nobody could be asked.
        answered: what the person was asked, or had the time to answer.
    """

    def __init__(
        self,
        client: ServerRequestContext[Any],
        name: str,
        arguments: dict[str, Any],
        work: Work,
        book: GrantBook | None,
    ) -> None:
        self.unheard = False
        self.answered: set[str] = set()
        self._client = client
        self._call = name, arguments
        self._book = book
        self._open: _OpenQuestion | None = None
        self._asked = asyncio.Event()
        self._work = asyncio.ensure_future(work(self))

    @property
    def is_done(self) -> bool:
        """Whether it has its result."""
        return self._work.done()

    async def approve(self, question: Ask) -> Answer:
        """Return the person's answer; what `handrail.Session.perform` takes as ``approve``."""
        if not self._can_ask:
            self.unheard = True
            return "no"
        self.answered.add(question.question)
        answers, prompt = self._answers(question), question.prompt
        if "never" in answers:
            prompt = Sentence.joined(" ", [prompt, question.never])
        answer = _answer_of(await self._ask(translate(prompt), _form(answers)), answers)
        if answer == "never":
            self._keep(question)
        return answer

    def _answers(self, question: Ask) -> tuple[Answer, ...]:
        """Return those that a person can choose. None holds for good but "never": some clients let a model answer, and
        what it permitted would outlast the server."""
        longer: tuple[Answer, ...] = ("run",) if question.lasts else ()
        return ("no", "once", *longer, *(("never",) if self._book is not None and question.refusals else ()))

    def _keep(self, question: Ask) -> None:
        assert self._book is not None, "the answer was offered"
        try:
            self._book.refuse(question)
        except HandrailError as error:
            # For the session it holds all the same.
            sys.stderr.write(f"handrail: {one_line(error.message, 500)}\n")

    async def give_values(self, request: ValueRequest) -> dict[str, str] | None:
        """Return what the person gives for fields of a page; what `handrail.Session.perform` takes as ``give_values``.
        Raise `UsageError` where the client shows no questions, or the protocol forbids this one."""
        if not self._can_ask:
            raise UsageError("This client shows no questions, so nobody could be asked for values.")
        if any(field.hidden for field in request.fields):
            raise UsageError(
                "Passwords and card data are not asked for over MCP.",
                hint="The user can name them when the server starts, with --secret.",
            )
        reply = await self._ask(*_form_for_values(request))
        if reply is None or reply.action != "accept":
            return None
        content = reply.content or {}
        keyed = _key_fields(request)
        return {field.name: str(content[key]) for key, field in keyed.items() if content.get(key)}

    @property
    def _can_ask(self) -> bool:
        capabilities = self._client.session.client_capabilities
        return capabilities is not None and capabilities.elicitation is not None

    async def _ask(self, prompt: str, form: dict[str, Any]) -> types.ElicitResult | None:
        """Return the reply to a question; None where none comes in time."""
        session = self._client.session
        if session.can_send_request:
            return await session.elicit_form(prompt, form, self._client.request_id)
        future: asyncio.Future[types.ElicitResult | None] = asyncio.get_running_loop().create_future()
        params = types.ElicitRequestFormParams(message=prompt, requested_schema=form)
        self._open = _OpenQuestion(params, secrets.token_urlsafe(16), future)
        self._asked.set()
        try:
            async with asyncio.timeout(ANSWER_TIME):
                return await future
        except TimeoutError:
            return None
        finally:
            self._open = None

    async def next(self) -> types.CallToolResult | types.InputRequiredResult:
        """Return the result of the call, or the question that it stops at."""
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
        return types.InputRequiredResult(
            input_requests={KEY: types.ElicitRequest(params=self._open.form)}, request_state=self._open.token
        )

    def takes_answer(self, params: types.CallToolRequestParams) -> bool:
        """Take the answer of a request to the open question; False where it has none. It counts for the same call."""
        call = params.name, dict(params.arguments or {})
        if self._open is None or self._open.reply.done() or params.request_state != self._open.token:
            return False
        same, reply = call == self._call, (params.input_responses or {}).get(KEY)
        self._open.reply.set_result(reply if same and isinstance(reply, types.ElicitResult) else None)
        return same

    async def wait_for_answer(self) -> None:
        """Let the open question wait so long and no longer: another call stands behind it."""
        if self._open is None:
            return
        reply = self._open.reply
        await asyncio.wait((reply,), timeout=OTHER_CALL_TIME)
        if not reply.done():
            reply.set_result(None)


def _form(answers: tuple[Answer, ...]) -> dict[str, Any]:
    names = [translate(CHOICES[answer]) for answer in answers]
    choice = {"type": "string", "title": tr("Allow it?"), "enum": list(answers), "enumNames": names}
    return {"type": "object", "properties": {"answer": choice}, "required": ["answer"]}


def _form_for_values(request: ValueRequest) -> tuple[str, dict[str, Any]]:
    """Return the question and the form by which a person gives values."""
    text = tr(
        "{site} asks for data of yours, through the agent: {reason}, for {form}.",
        site=site_line(request.origin),
        reason=quotation(request.reason, 500),
        form=quotation(request.form, 200),
    )
    text += f" {tr('What you enter goes into the page, and not to the model.')}"
    fields = {key: {"type": "string", "title": field.title} for key, field in _key_fields(request).items()}
    return text, {"type": "object", "properties": fields}


def _key_fields(request: ValueRequest) -> dict[str, ValueField]:
    """Return the fields by keys of our own: a client may show those, and the model's word would read as the page's."""
    return {f"field{number}": field for number, field in enumerate(request.fields, 1)}


def _answer_of(reply: Any, answers: tuple[Answer, ...]) -> Answer:
    if not isinstance(reply, types.ElicitResult) or reply.action != "accept":
        return "no"
    given = (reply.content or {}).get("answer")
    return next((answer for answer in answers if answer == given), "no")
