"""The loop: observe, decide, act, record. A run ends by raising `Ended`."""

from __future__ import annotations

import asyncio
import time
import traceback
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from typing import Any

from handrail.agent.circles import NUDGE_AT, STUCK_AT, Circles
from handrail.agent.history import History
from handrail.agent.outcome import Ended, RunResult, Step
from handrail.agent.prompt import system_prompt, tool_specs
from handrail.errors import HandrailError, ModelError, NoBrowser
from handrail.events import Event
from handrail.models.protocol import Call, Model, ModelReply, OnText, Usage
from handrail.runs.log import RunLog
from handrail.session import UNSAFE, Session
from handrail.tools.observation import Observation
from handrail.tools.result import Failed, Result
from handrail.trust import External, plain


class Agent:
    """Carries out tasks in a session with a model.

    Args:
        session: an open session.
        model: decides what to do; by default the session's own.
        max_steps: calls before the run is out of budget.
        max_errors: failed calls in a row before the run has failed; three times as many in all.
        timeout: seconds for the whole run, None for no limit.
        on_text: told each piece of the model's words as it comes.
    """

    def __init__(
        self,
        session: Session,
        *,
        model: Model | None = None,
        max_steps: int = 50,
        max_errors: int = 5,
        timeout: float | None = 1800.0,
        on_text: OnText | None = None,
    ) -> None:
        chosen = model or session.model
        if chosen is None:
            raise ModelError("The agent has no model.", hint="Give it one: Agent(session, model=...).")
        self.session = session
        self.model = chosen
        self.max_steps = max_steps
        self.max_errors = max_errors
        self.timeout = timeout
        self.on_text = on_text
        self._work: asyncio.Task[Ended] | None = None

    async def run(self, task: str, *, url: str | None = None, data: Any = None) -> RunResult:
        """Carry out one task.

        Args:
            task: what to do, in plain words.
            url: where to begin; by default the page that is open.
            data: values the user gives for the task, as JSON.

        Returns:
            How it ended and what was found. Errors of pages, models and browsers are outcomes, not exceptions.
        """
        log = RunLog(self.session.run_dir)
        self.session.usage = Usage()
        self._trust_words(task, url, data)
        run = _Run(self, task, data)
        unsubscribe = [self.session.events.subscribe(log), self.session.events.subscribe(run.hear)]
        try:
            if self.session.permissions.unsafe:
                self.session.events.emit("notice", text=UNSAFE)
            self.session.events.emit("run_started", task=task, url=url, model=self.model.name, run_id=run.id)
            self._work = asyncio.ensure_future(run.to_the_end(url))
            result = run.handed_over(await self._ended(self._work), log)
            self.session.events.emit("run_ended", **result.to_dict())
            return result
        finally:
            for remove in unsubscribe:
                remove()
            log.close()

    def stop(self) -> None:
        """End the run cleanly, as Ctrl-C does: `run` returns with the outcome ``cancelled``."""
        if self._work is not None:
            self._work.cancel("stopped")

    def _trust_words(self, task: str, url: str | None, data: Any) -> None:
        """What the user says is theirs. Without a start page, the first address in the task is one."""
        words = self.session.provenance.words
        words.say(task)
        words.give(data)
        if url is None and words.first_address is not None:
            self.session.permissions.open(words.first_address)

    async def _ended(self, work: asyncio.Task[Ended]) -> Ended:
        try:
            async with asyncio.timeout(self.timeout):
                await asyncio.wait({work})
        except TimeoutError:
            await _given_up(work)
            return Ended("out_of_budget", f"The time limit of {self.timeout:.0f} s was reached.")
        except asyncio.CancelledError:
            # Ended from outside: the browser must be free before whoever did it goes on, and the log must be whole.
            await _given_up(work)
            self.session.events.emit("run_ended", outcome="cancelled")
            raise
        return Ended("cancelled", "The run was stopped.") if work.cancelled() else work.result()


class _Run:
    """One run of an agent: its conversation, its steps, its errors."""

    def __init__(self, agent: Agent, task: str, data: Any) -> None:
        self.agent = agent
        self.session = agent.session
        self.id = agent.session.run_dir.name
        self.steps: list[Step] = []
        self.remedies: list[str] = []
        self._records = agent.session.offered()
        self._history = History(system_prompt(self._records, self.session.vault.describe()), task, data=data)
        self._observation: Observation | None = None
        self._circles = Circles()
        self._errors_in_a_row = 0
        self._errors = 0

    def hear(self, event: Event) -> None:
        """Remember for the user what would have allowed what policy did not."""
        if event.kind == "decision" and not event.data["allowed"] and event.data.get("remedy"):
            self.remedies.append(event.data["remedy"])

    async def to_the_end(self, url: str | None) -> Ended:
        """Turn by turn until something ends it."""
        try:
            async with AsyncExitStack() as stack:
                if isinstance(self.agent.model, AbstractAsyncContextManager):
                    # A provider keeps its connections for the whole run that way.
                    await stack.enter_async_context(self.agent.model)
                await self._begin(url)
                while True:
                    await self._turn()
        except Ended as ended:
            return ended
        except HandrailError as error:
            return Ended("error", _sentence(error), exit_code=error.exit_code)
        except Exception as error:  # noqa: BLE001 - a fault of ours ends a run like any other end: with what it found
            self.session.events.emit("fault", trace=traceback.format_exc())
            return Ended(
                "error", f"A fault in Handrail ({type(error).__name__}) ended the run; the log has the details."
            )

    def handed_over(self, ended: Ended, log: RunLog) -> RunResult:
        """What the run comes to."""
        return RunResult(
            ended.outcome,
            ended.answer,
            self.id,
            log.path,
            ended.data,
            self.session.usage,
            self.steps,
            list(dict.fromkeys(self.remedies)),
            ended.exit_code,
        )

    async def _begin(self, url: str | None) -> None:
        """Open the start page, as the user's own call, and show it."""
        first = ("goto", {"url": url}) if url else ("page_info", {})
        result = await self.session.perform("user", *first, observe=True)
        if isinstance(result, Failed):
            raise Ended("error", f"The start page did not open. {result.error}", exit_code=_exit_code(result))
        self._observation = result.observation
        if self._observation is not None:
            self._history.start(self._observation.parts())
        status = result.data.get("status")
        if isinstance(status, int) and status >= 400:
            word = f"The page answered with HTTP status {status}."
            self.session.events.emit("notice", text=word)
            self._history.say(word)

    async def _turn(self) -> None:
        """One answer of the model and what came of it."""
        self._history.clip()
        reply = await self._decide()
        self._history.reply(reply)
        if not reply.calls:
            self._failed("the model answered without calling a tool", "no_call")
            self._history.say(
                "Answer with a tool call: `done` with the answer, `abort` with the reason, or a next step."
            )
            return
        await self._act(reply.calls)

    async def _decide(self) -> ModelReply:
        self.session.events.emit("turn", number=len(self.steps) + 1)
        try:
            reply = await self.agent.model.respond(
                self._history.messages,
                tool_specs(self._records),
                observation=self._observation,
                must_call=True,
                on_text=self.agent.on_text,
            )
        except ModelError as error:
            raise Ended("error", _sentence(error), exit_code=error.exit_code) from error
        self.session.usage.add(reply.usage)
        if reply.text:
            self.session.events.emit("model_text", text=External(reply.text, "model", "notes"))
        return reply

    async def _act(self, calls: tuple[Call, ...]) -> None:
        """Carry out the calls of one turn in order, until one fails, moves the page or ends the run."""
        for index, call in enumerate(calls):
            last = index == len(calls) - 1
            result = await self._step(call, observe=last)
            stop = "" if result.ok else "the call before it failed"
            if not stop and result.page_changed and result.followed.get("navigated_to"):
                stop = "the page changed"
            if stop and not last:
                result.observation = (await self.session.perform("user", "page_info", {}, observe=True)).observation
            self._observation = result.observation or self._observation
            self._history.result(call, result)
            self._judge(call, result)
            if stop and not last:
                for skipped in calls[index + 1 :]:
                    self._history.skipped(skipped, stop)
                return

    async def _step(self, call: Call, *, observe: bool) -> Result:
        if len(self.steps) >= self.agent.max_steps:
            raise Ended("out_of_budget", f"The limit of {self.agent.max_steps} steps was reached.")
        begun = time.monotonic()
        result = await self.session.perform("model", call.name, call.params, observe=observe)
        taken = time.monotonic() - begun
        self.steps.append(Step(len(self.steps) + 1, call.name, call.params, result.ok, result.code, taken))
        return result

    def _judge(self, call: Call, result: Result) -> None:
        """End the run where a call ends it: an answer, too many errors, a lost browser, a circle."""
        if result.terminal:
            raise self._last_word(call, result)
        if result.code == "browser_lost":
            raise Ended("error", result.error or "The browser is gone.", exit_code=_exit_code(result))
        if result.ok:
            self._errors_in_a_row = 0
        else:
            self._failed(result.error or "", result.code or "")
        times = self._circles.count(self.session.table.get(call.name), call, result)
        if times >= STUCK_AT:
            raise Ended("stuck", f"{call.name} was called {times} times with the same outcome on an unchanged page.")
        if times >= NUDGE_AT:
            self._history.say(
                f"You have called {call.name} with the same arguments {times} times and nothing changed; "
                "try another way."
            )

    def _last_word(self, call: Call, result: Result) -> Ended:
        if call.name == "done":
            return Ended("done", plain(result.data["result"]), plain(result.data["data"]))
        return Ended("blocked" if self.remedies else "gave_up", plain(result.data["reason"]))

    def _failed(self, sentence: str, code: str) -> None:
        self._errors += 1
        self._errors_in_a_row += 1
        if self._errors_in_a_row >= self.agent.max_errors or self._errors >= 3 * self.agent.max_errors:
            outcome = "blocked" if code == "not_permitted" else "failed"
            raise Ended(outcome, f"{self._errors_in_a_row} calls in a row failed; the last one: {sentence}")  # type: ignore[arg-type]


async def _given_up(work: asyncio.Task[Ended]) -> None:
    work.cancel()
    await asyncio.wait({work})


def _exit_code(result: Result) -> int | None:
    return NoBrowser.exit_code if result.code == "browser_lost" else None


def _sentence(error: HandrailError) -> str:
    return f"{error.message} {error.hint}".strip()
