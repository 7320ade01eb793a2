"""The agent: what a run is given, how a person stays beside it, and what it hands over."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from handrail.agent.ending import RunEnd
from handrail.agent.loop import AgentLoop
from handrail.agent.settings import AgentSettings, Task
from handrail.agent.start import emit_prohibitions
from handrail.calls.recovery.storage_copies import StateFile
from handrail.errors import HandrailError, UsageError
from handrail.events.kinds import NoticeEvent, RunStartedEvent, SteeredEvent
from handrail.models.protocol import Usage
from handrail.policy import origin_of
from handrail.runs.log import RunLog
from handrail.runs.result import RunResult
from handrail.runs.resume import ResumedRun
from handrail.session_options import UNSAFE
from handrail.trust import well_formed, well_formed_data
from handrail.vault.private_data import split_private


class Agent(AgentSettings):
    """Carries out tasks in a session with a model.

    Args:
        session: an open session.
        model: decides what to do, a model or its name (``offline``, ``anthropic:…``); by default the session's own.
        planner, verifier: make the plan and check the answer; by default ``model``, unless it is one that cannot
            (`offline`, a script): then nobody does, except by rules.
        plan: ``auto`` makes one before any page is read, ``approve`` has the user agree to it, ``none`` makes none.
        approve_plan: who is asked with ``plan="approve"``.
        verify: times that an answer is checked before the run ends as refuted; 0 takes every answer.
        output_schema: a JSON Schema that the answer's data must fit.
        vision: whether the model is shown pictures: ``auto`` where the outline says too little.
        pictures: which pictures the log keeps for the report.
        max_steps: calls of tools.
        max_errors: failed calls in a row; three times as many in all.
        max_tokens: input and output of every model call together, None for no limit.
        max_cost: US dollars, None for no limit. Binds only where the model's price is known.
        timeout: seconds for everything but what a person takes, None for no limit.
        keep_state: keep cookies and local storage in the run's folder while it goes on, for `handrail resume`.
        on_text, on_reasoning: called with each piece of the model's words and thoughts as it comes.

    Raises:
        ModelError: no model.
        UsageError: options that do not fit each other.
    """

    _work: asyncio.Task[RunEnd] | None = None
    _stopped = False

    async def run(
        self, task: str, *, url: str | None = None, data: Any = None, private: Sequence[str] = ()
    ) -> RunResult:
        """Carry out one task.

        Args:
            task: what to do, in plain words.
            url: where to begin; by default the page that is open.
            data: values the user gives for the task, as JSON.
            private: names of values of ``data`` (``iban``, ``address.street``) that the model may have filled in where
                things may be changed, and does not see: neither in its prompt, nor where a page shows them.

        Returns:
            How it ended and what was found. Errors of pages, models and browsers are outcomes, not exceptions.

        Raises:
            UsageError: there is no such value, or it cannot be kept from the model.
        """
        shown, hidden = split_private(well_formed_data(data), private)
        self.session.state.keep_data(hidden)
        return await self._carry_out(Task(well_formed(task), shown, url))

    async def go_on(self, past: ResumedRun) -> RunResult:
        """Go on with a run that did not come to its end, in this new session: at its last page, by its plan, with its
        notes, and aware of what it did. `handrail.runs.resume.read_resumed_run` reads it from its log.

        Returns:
            As `run`. The budgets begin anew.

        Raises:
            UsageError: the run filled in values that this session does not have, so that it would not mask them.
        """
        filled = {str(params.get("name")) for tool, params, _ in past.acts if tool == "fill_secret"}
        if unknown := sorted(filled - set(self.session.vault.names())):
            raise UsageError(
                f"The run filled in values that no model saw ({', '.join(unknown)[:200]}), which this one cannot mask.",
                hint="Give them as secrets of these names (`--secret`), or begin a new run.",
            )
        self.session.notes.entries.update(past.notes)
        if past.url is not None:
            # The start page is the user's word, and what it answered as, where that is the same place.
            self.session.permissions.open(past.url, origin_of(past.last_url) or "")
            self.session.provenance.words.add_address(past.url)
        return await self._carry_out(Task(past.task, past.data, past.url, past))

    async def _carry_out(self, task: Task) -> RunResult:
        self._work, self._stopped = None, False
        log = RunLog(self.session.run_dir)
        self.session.usage = Usage()
        self.session.state.begin_conversation()
        self._trust_words(task)
        run = AgentLoop(self, task)
        state_file = StateFile(log.path.parent, self.session.vault.mask) if self.keep_state else None
        self.session.recovery.keep(state_file)
        finished, stopped = False, RunEnd("cancelled", "The run was stopped.")
        unsubscribe = [self.session.events.subscribe(log), self.session.events.subscribe(run.refusals.collect)]
        try:
            self._emit_start(task)
            self._work = asyncio.ensure_future(run.run())
            if self._stopped:
                self._work.cancel("stopped")
            try:
                await asyncio.wait({self._work})
            except asyncio.CancelledError:
                # Ended from outside: the browser must be free before whoever did it goes on, and the log must be whole.
                self._work.cancel()
                await asyncio.wait({self._work})
                self._emit_end(run.to_result(stopped, log))
                raise
            result = self._emit_end(run.to_result(stopped if self._work.cancelled() else self._work.result(), log))
            finished = result.outcome == "done"
            return result
        finally:
            await self.session.recovery.end(finished=finished)
            for remove in unsubscribe:
                remove()
            with suppress(HandrailError):
                log.close()

    @property
    def is_stopped(self) -> bool:
        """Whether `stop` was called for the run that goes on, or was the last."""
        return self._stopped

    def stop(self) -> None:
        """End the run cleanly, as Ctrl-C does: `run` returns with the outcome ``cancelled``."""
        self._stopped = True
        if self._work is not None:
            self._work.cancel("stopped")

    def tell(self, text: str) -> None:
        """Pass words of the user, trusted like the task, to the running agent; its model reads them next turn."""
        self.user_messages.tell(well_formed(text))

    def pause(self) -> None:
        """Hold the run after the call that is under way. Meanwhile the user may work in the browser."""
        self.user_messages.may_go_on.clear()

    def resume(self) -> None:
        """Let a paused run go on. It looks at the page anew first."""
        self.user_messages.may_go_on.set()

    def _trust_words(self, task: Task) -> None:
        """Trust what the user says, in the order in which they said it: later words may forbid what the task asks for.
        Without a start page, the first address in the task is one."""
        session, past, words = self.session, task.past, self.session.provenance.words
        words.add_text(task.words)
        words.add_data(task.data)
        if task.url is None and words.first_address is not None:
            session.permissions.open(words.first_address)
        if past is None:
            return
        for text in past.words:
            words.add_text(text, orders=text not in past.answers)
        session.state.requests.denied_earlier |= past.denied
        session.state.texts.note_earlier_calls(past.acts, session.table, session.provenance)
        session.state.texts.note_earlier_choices(past.chose, session.provenance)

    def _emit_start(self, task: Task) -> None:
        """Emit the start of the run, with the guardrails that rules enforce and those only asked of the model."""
        session, guarded = self.session, self.session.guarded
        options = {
            "mode": session.mode,
            "resumes": task.past.log.name if task.past is not None else None,
            "guardrails": session.guardrails,
            "output_schema": self.output_schema,
        }
        if session.permissions.unsafe:
            session.events.emit(NoticeEvent(text=UNSAFE))
        start: dict[str, Any] = {"task": task.words, "url": task.url, "data": task.data, "model": self.main.name}
        session.events.emit(RunStartedEvent(**start, run_id=session.run_dir.name, options=options))
        if limits := guarded.describe():
            session.events.emit(NoticeEvent(text=f"Guardrails enforced by rules: {' '.join(limits)}"))
        if text := guarded.unenforced(offline=self.main.name == "offline"):
            session.events.emit(NoticeEvent(text=text))
        emit_prohibitions(session, session.provenance.words.forbidden)

    def _emit_end(self, result: RunResult) -> RunResult:
        """Emit and return the result without secrets, which also a source's title or a doubt may echo."""
        masked: RunResult = self.session.vault.mask(result)
        # What the user said last, and the run did not come to, holds for what goes on with it.
        for words in self.user_messages.take():
            with suppress(HandrailError):
                self.session.events.emit(SteeredEvent(text=words))
        # A log that cannot be written ended the run, and its answer says so; or there was only this left to write.
        with suppress(HandrailError):
            self.session.events.emit(masked.event)
        return masked
