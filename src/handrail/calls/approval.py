"""Asking the user for what policy leaves to them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from handrail.calls.human_input import waited_for
from handrail.policy import Answer, Ask

Approve = Callable[[Ask], Awaitable[bool | Answer]]
"""Puts a question of policy to the user. True and ``once`` allow this one call, ``run`` what the question asks for as
long as the session lasts; the callback itself keeps an ``always``."""


def without_time_limit(approve: Approve) -> Approve:
    """The same callback, during which the clock of `handrail.calls.human_input.limited` stands still."""

    async def ask(question: Ask) -> bool | Answer:
        with waited_for():
            return await approve(question)

    return ask
