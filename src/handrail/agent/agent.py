"""The agent: what a run is given, how a person stays beside it, and what it hands over."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any, Literal

from handrail.agent.conversation.resume import ResumedRun
from handrail.agent.limits import Limits
from handrail.agent.loop import AgentLoop
from handrail.agent.outcome import RunEnd, RunResult
from handrail.agent.settings import AgentSettings, ApprovePlan, Pictures, Planning, Vision
from handrail.agent.verification.verify import usable_schema
from handrail.calls.storage_copies import StateFile
from handrail.errors import HandrailError, ModelError, UsageError
from handrail.events.kinds import NoticeEvent, RunStartedEvent
from handrail.models.protocol import Model, OnText, Usage
from handrail.models.providers.names import BUILT_IN
from handrail.policy import origin_of
from handrail.runs.log import RunLog
from handrail.session import Session
from handrail.session_options import UNSAFE


class Agent:
    """Carries out tasks in a session with a model.

    Args:
        session: an open session.
        model: decides what to do; by default the session's own.
        planner, verifier: make the plan and check the answer; by default ``model``, unless it is one that cannot
            (`offline`, a script): then nobody does, except by rules.
        plan: ``auto`` makes one before any page is read, ``approve`` has the user agree to it, ``none`` makes none.
        approve_plan: who is asked with ``plan="approve"``.
        verify: times that an answer is checked before it is handed over unverified; 0 takes every answer.
        output_schema: a JSON Schema that the answer's data must fit.
        vision: whether the model is shown pictures: ``auto`` where the outline says too little.
        pictures: which pictures the log keeps for the report.
        max_steps, max_errors, max_tokens, max_cost, timeout: as in `handrail.agent.limits.Limits`.
        keep_state: keep cookies and local storage in the run's folder while it goes on, for `handrail resume`.
        clip: ``batch`` keeps the prompt's prefix for provider caches, ``each`` keeps the prompt short.
        on_text, on_reasoning: told each piece of the model's words and thoughts as it comes.

    Raises:
        ModelError: no model.
        UsageError: options that do not fit each other.
    """

    def __init__(
        self,
        session: Session,
        *,
        model: Model | None = None,
        planner: Model | None = None,
        verifier: Model | None = None,
        plan: Planning = "auto",
        approve_plan: ApprovePlan | None = None,
        verify: int = 2,
        output_schema: dict[str, Any] | None = None,
        vision: Vision = "auto",
        pictures: Pictures = "never",
        max_steps: int = 50,
        max_errors: int = 5,
        max_tokens: int | None = None,
        max_cost: float | None = None,
        timeout: float | None = 1800.0,
        keep_state: bool = True,
        clip: Literal["batch", "each"] = "batch",
        on_text: OnText | None = None,
        on_reasoning: OnText | None = None,
    ) -> None:
        chosen = model or session.model
        if chosen is None:
            raise ModelError("The agent has no model.", hint="Give it one: Agent(session, model=...).")
        if plan == "approve" and approve_plan is None:
            raise UsageError("Nobody can approve the plan.", hint="Give approve_plan=..., or plan='auto'.")
        capable = chosen if chosen.name not in BUILT_IN else None
        if plan == "approve" and planner is None and capable is None:
            raise UsageError(f"There is no plan to approve: {chosen.name} makes none.", hint="Choose another model.")
        if output_schema is not None:
            usable_schema(output_schema)
        self.session = session
        self.settings = AgentSettings(
            session=session,
            model=chosen,
            capable=capable,
            planner=(planner or capable) if plan != "none" else None,
            verifier=verifier or capable,
            approve_plan=approve_plan if plan == "approve" else None,
            verify=verify,
            output_schema=output_schema,
            vision=vision,
            pictures=pictures,
            limits=Limits(max_steps, max_errors, max_tokens, max_cost, timeout),
            keep_state=keep_state,
            clip=clip,
            on_text=on_text,
            on_reasoning=on_reasoning,
        )
        self._work: asyncio.Task[RunEnd] | None = None
        self._stopped = False

    async def run(self, task: str, *, url: str | None = None, data: Any = None) -> RunResult:
        """Carry out one task.

        Args:
            task: what to do, in plain words.
            url: where to begin; by default the page that is open.
            data: values the user gives for the task, as JSON.

        Returns:
            How it ended and what was found. Errors of pages, models and browsers are outcomes, not exceptions.
        """
        return await self._carry_out(task, url, data)

    async def go_on(self, past: ResumedRun) -> RunResult:
        """Go on with a run that did not come to its end, in this new session: at its last page, by its plan, with its
        notes, and told what it had done. `handrail.agent.conversation.resume.read_resumed_run` reads it from its log.

        Returns:
            As `run`. The budgets begin anew.
        """
        for words in past.words:
            self.session.provenance.words.say(words)
        self.session.notes.entries.update(past.notes)
        if past.url is not None:
            # The start page is the user's word, and what it answered as, where that is the same place.
            self.session.permissions.open(past.url, origin_of(past.last_url) or "")
            self.session.provenance.words.say(past.url)
        return await self._carry_out(past.task, past.url, past.data, past)

    async def _carry_out(self, task: str, url: str | None, data: Any, past: ResumedRun | None = None) -> RunResult:
        self._work, self._stopped = None, False
        log = RunLog(self.session.run_dir)
        self.session.usage = Usage()
        self.session.state.observed_tab = None
        self._trust_words(task, url, data)
        run = AgentLoop(self.settings, task, data, past)
        state_file = StateFile(log.path.parent, self.session.vault.mask) if self.settings.keep_state else None
        self.session.recovery.keep(state_file)
        finished = False
        unsubscribe = [self.session.events.subscribe(log), self.session.events.subscribe(run.hear)]
        try:
            if self.session.permissions.unsafe:
                self.session.events.emit(NoticeEvent(text=UNSAFE))
            self._tell_start(run, task, url, data, past)
            self._tell_guardrails()
            self._work = asyncio.ensure_future(run.run(url))
            if self._stopped:
                self._work.cancel("stopped")
            try:
                await asyncio.wait({self._work})
            except asyncio.CancelledError:
                # Ended from outside: the browser must be free before whoever did it goes on, and the log must be whole.
                self._work.cancel()
                await asyncio.wait({self._work})
                self._tell_end(run.to_result(RunEnd("cancelled", "The run was stopped."), log))
                raise
            stopped = self._work.cancelled()
            ended = RunEnd("cancelled", "The run was stopped.") if stopped else self._work.result()
            result = self._tell_end(run.to_result(ended, log))
            finished = result.outcome == "done"
            return result
        finally:
            await self.session.recovery.end(finished=finished)
            for remove in unsubscribe:
                remove()
            with suppress(HandrailError):
                log.close()

    def stop(self) -> None:
        """End the run cleanly, as Ctrl-C does: `run` returns with the outcome ``cancelled``."""
        self._stopped = True
        if self._work is not None:
            self._work.cancel("stopped")

    def tell(self, text: str) -> None:
        """Words of the user while it runs, trusted like the task. The model reads them before its next step."""
        self.settings.user_messages.tell(text)

    def pause(self) -> None:
        """Hold the run after the call that is under way. Meanwhile the user may work in the browser."""
        self.settings.user_messages.pause()

    def resume(self) -> None:
        """Let a paused run go on. It looks at the page anew first."""
        self.settings.user_messages.resume()

    def _trust_words(self, task: str, url: str | None, data: Any) -> None:
        """What the user says is theirs. Without a start page, the first address in the task is one."""
        words = self.session.provenance.words
        words.say(task)
        words.give(data)
        if url is None and words.first_address is not None:
            self.session.permissions.open(words.first_address)

    def _tell_start(self, run: AgentLoop, task: str, url: str | None, data: Any, past: ResumedRun | None) -> None:
        options = {
            "mode": self.session.mode,
            "resumes": past.log.name if past is not None else None,
            "guardrails": self.session.guardrails,
            "output_schema": self.settings.output_schema,
        }
        model = self.settings.model.name
        self.session.events.emit(
            RunStartedEvent(task=task, url=url, data=data, model=model, run_id=run.id, options=options)
        )

    def _tell_guardrails(self) -> None:
        """What of the user's guardrails is held by rules, and what by the model's good will alone."""
        guarded = self.session.guarded
        if limits := guarded.describe():
            self.session.events.emit(NoticeEvent(text=f"Guardrails enforced by rules: {' '.join(limits)}"))
        if guarded.rest:
            left = "; ".join(guarded.rest)
            text = f"Guardrails that only the model was asked to follow: {left}"
            self.session.events.emit(NoticeEvent(text=text))

    def _tell_end(self, result: RunResult) -> RunResult:
        """What the run came to, without secrets: a title of a source or a doubt of the check may echo one as well as a
        result may."""
        masked: RunResult = self.session.vault.mask(result)
        # A log that cannot be written ended the run, and its answer says so; or there was only this left to write.
        with suppress(HandrailError):
            self.session.events.emit(masked.event)
        return masked
