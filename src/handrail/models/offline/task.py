"""A whole task as one program: its steps in order, and its answer at the end."""

from __future__ import annotations

from collections.abc import Sequence

from handrail.models.offline.answers.answering import OfflineAnswer
from handrail.models.offline.answers.asking import ask
from handrail.models.offline.grammar.steps import Question, Step, Unknown
from handrail.models.offline.instructions.doing import do
from handrail.models.offline.program import PageView, Program, Stop
from handrail.models.protocol import Call

NOTE_CHARS = 4_000


def carry_out(steps: Sequence[Step]) -> Program:
    """The program of a task: carries out its instructions, answers its questions, ends the run."""
    did: list[str] = []
    answers: list[OfflineAnswer] = []
    for number, step in enumerate(steps):
        try:
            if isinstance(step, Question):
                compose = yield from ask(step)
                last = number == len(steps) - 1
                if last:
                    yield lambda page, compose=compose: _done([*answers, compose(page)])  # type: ignore[misc]  # its default has no type
                else:
                    turn = yield lambda page, compose=compose, n=number: _note(compose(page), n)  # type: ignore[misc]  # its default has no type
                    answers.append(OfflineAnswer(turn.call.params["text"] if turn.call else ""))
            elif not isinstance(step, Unknown):
                did.append((yield from do(step)))
        except Stop as stop:
            raise Stop(_with_what_was_done(str(stop), did, answers)) from stop
    yield lambda _: _done(answers) if answers else Call("done", {"result": _describe_done(did)})
    return ""


def _done(answers: Sequence[OfflineAnswer]) -> Call:
    data = answers[-1].data if len(answers) == 1 else None
    params = {"result": "\n\n".join(answer.text for answer in answers)}
    return Call("done", params if data is None else {**params, "data": data})


def _note(answer: OfflineAnswer, number: int) -> Call:
    text = answer.text if len(answer.text) <= NOTE_CHARS else answer.text[: NOTE_CHARS - 2] + " …"
    return Call("note", {"key": f"answer-{number + 1}", "text": text})


def _describe_done(did: Sequence[str]) -> str:
    return "Done: " + "; ".join(part for part in did if part) + "."


def _with_what_was_done(reason: str, did: Sequence[str], answers: Sequence[OfflineAnswer]) -> str:
    before = [*(part for part in did if part), *(answer.text for answer in answers)]
    return f"{reason} Before that: {'; '.join(before)}." if before else reason


__all__ = ["PageView", "carry_out"]
