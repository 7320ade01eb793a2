"""Decides whether to keep files that pages hand over while a model acts."""

from __future__ import annotations

import shlex
from collections.abc import Awaitable, Callable

from handrail.browser.types.side_effects import ArrivingFile
from handrail.calls.effects.request_judge import RequestJudge
from handrail.calls.state import SessionState
from handrail.events.kinds import NoticeEvent
from handrail.policy import Allow, Ask, Facts
from handrail.policy.decision import flag, rules_that_asked
from handrail.policy.rules.acts import downloads_that_were_meant
from handrail.policy.rules.files import arrives_from, is_program, may_keep, question_to_keep
from handrail.trust import one_line


def may_save(state: SessionState, decision: Allow | Ask, facts: Facts) -> Callable[[ArrivingFile], bool]:
    """Return a function that says whether a file that comes of a call is kept without a question."""
    asked = downloads_that_were_meant.__name__ in rules_that_asked(decision)

    def may_keep_it(file: ArrivingFile) -> bool:
        permissions, words = state.permissions, state.provenance.words
        return may_keep(file, facts, permissions, words, approved=isinstance(decision, Ask), asked=asked)

    return may_keep_it


def ask_to_save(state: SessionState, facts: Facts, judge: RequestJudge) -> Callable[[ArrivingFile], Awaitable[bool]]:
    """Return a function that asks the user whether to keep another file of an act; if nobody answers, they read how to
    allow it. After a no to one question of an act, its judge asks no other."""

    async def ask(file: ArrivingFile) -> bool:
        question = question_to_keep(file, facts, state.permissions, state.provenance.words, judge.pressed)
        if question is not None and judge.can_ask:
            return await judge.ask(question)
        notify_not_kept(state, facts, file)
        return False

    return ask


def notify_not_kept(state: SessionState, facts: Facts, file: ArrivingFile) -> None:
    """Tell the user that a file was not kept, why, and what would allow it."""
    forbidden = question_to_keep(file, facts, state.permissions, state.provenance.words) is None
    origin = one_line(arrives_from(file, facts), 200)
    what = f"The file {shlex.quote(one_line(file.name, 100))} from {origin or 'a page'} was not kept"
    why = "it may be a program" if is_program(file.name, file.content_type) else "nothing you said asks for it"
    remedy = f"{why}. Allow it with {flag('--grant', f'download@{origin}')}."
    state.events.emit(NoticeEvent(text=f"{what}: {'you forbade it.' if forbidden else remedy}"))
