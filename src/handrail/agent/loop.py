"""The loop: plan, observe, decide, act, verify. A run ends by raising `RunEnd`."""

from __future__ import annotations

import asyncio
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from itertools import zip_longest

from handrail.agent.conversation.history import History
from handrail.agent.ending import RunEnd, add_findings, sum_up
from handrail.agent.limits import Spending
from handrail.agent.loop_detector import LoopDetector
from handrail.agent.planning import emit_revised_plan, plan_run
from handrail.agent.refusals import Refusals
from handrail.agent.settings import AgentSettings, Task
from handrail.agent.start import add_words, open_first_page, start_conversation
from handrail.agent.turn import Turn
from handrail.agent.verification.done_check import DoneCheck
from handrail.agent.vision import with_picture
from handrail.browser.types.errors import BrowserError
from handrail.calls.human_input import limited, waited_for
from handrail.calls.observe import is_prefilled
from handrail.calls.pipeline import Observe
from handrail.errors import HandrailError, ModelError
from handrail.events import kinds
from handrail.models.protocol import Call, ModelReply, ToolSpec
from handrail.results import Failed, Observation, Result
from handrail.runs.folders import kept_files
from handrail.runs.log import RunLog
from handrail.runs.result import RunResult, Step, came_of
from handrail.runs.sources import sources
from handrail.tools.core.more import unwrap
from handrail.trust import External, plain

ENDINGS = ("done", "abort")
"""Calls that may still be carried out when a limit of steps, tokens or money is reached."""


class AgentLoop:
    """One run of an agent: its conversation, steps, evidence and spending."""

    def __init__(self, settings: AgentSettings, task: Task) -> None:
        self._settings, self._task = settings, task
        self.session = settings.session
        self.steps: list[Step] = list(task.past.steps) if task.past is not None else []
        self._notes_before = dict(self.session.notes.entries) if task.past is None else {}
        self._files_before = set(kept_files(self.session.run_dir)) if task.past is None else set()
        self.refusals = Refusals()
        self._model = self.session.metered(settings.main, "act")
        self._specs: list[ToolSpec] = []
        self._history = History("", task.words, data=task.data)
        self._observation: Observation | None = None
        self._spending = Spending(settings)
        self._limit: asyncio.Timeout | None = None
        self._loop_detector = LoopDetector(settings.max_errors)
        self._done_check = DoneCheck(settings, task)

    async def run(self) -> RunEnd:
        """Take turns until something ends the run."""
        used = {id(model): model for model in (self._settings.main, self._settings.planning_model)}
        try:
            async with AsyncExitStack() as opened:
                # A provider keeps its connections for the whole run that way, and is loaded before its time begins.
                for model in used.values():
                    if isinstance(model, AbstractAsyncContextManager):
                        await opened.enter_async_context(model)
                ended = await self._take_turns()
                if ended.outcome in ("stuck", "failed", "out_of_budget") and self.steps and self._settings.capable:
                    # However a run ends, it hands over what it found; before the first step that is nothing.
                    self._history.end_turn()
                    ended.found = await sum_up(self.session, self._settings.capable, self._history, ended.answer)
                return ended
        except HandrailError as error:
            return RunEnd.from_error(error)
        except Exception as error:  # noqa: BLE001 - a fault of ours ends a run like any other end: with what it found
            self._emit(kinds.FaultEvent(trace=traceback.format_exc()))
            fault = f"A fault in Handrail ({type(error).__name__}) ended the run; the log has the details."
            return RunEnd("error", fault)

    async def _take_turns(self) -> RunEnd:
        seconds = self._settings.timeout
        try:
            async with limited(seconds) as limit:
                self._limit = limit
                await self._begin()
                while True:
                    await self._turn()
        except RunEnd as ended:
            return ended
        except TimeoutError:
            if not limit.expired():
                raise
            return RunEnd("out_of_budget", f"The time limit of {seconds:.0f} s was reached.")

    async def _begin(self) -> None:
        """Plan from the user's words, then open the start page as the user's own call, and show it."""
        plan = await plan_run(self._settings, self._task)
        self._history, self._specs = start_conversation(self._settings, self._task, plan)
        result = await open_first_page(self.session, self._task, plan, self._notice)
        self._show(await with_picture(self._settings, result, self.session.table.get("goto")))

    async def _turn(self) -> None:
        """Ask the model once and carry out its calls."""
        await self._apply_user_messages()
        self._watch_spending()
        reply = await self._decide()
        if reply.calls:
            await self._act([unwrap(call) for call in reply.calls])
            return
        self._spending.count_error("the model answered without calling a tool")
        self._history.say("Answer with a tool call: `done` with the answer, `abort` with the reason, or a next step.")

    async def _decide(self) -> ModelReply:
        """Ask the model, with the conversation shortened where that is due."""
        # A chain of models may have gone on to one that reads less at once.
        self._history.window = self._settings.main.context_window
        self._history.clip()
        if self._history.should_compact():
            self._shorten(self._history.compact)
        self._emit(kinds.TurnEvent(number=len(self.steps) + 1))
        while True:
            try:
                reply = await self._model.respond(
                    self._history.messages,
                    self._specs,
                    observation=self._observation,
                    must_call=True,
                    on_text=self._settings.on_text,
                    on_reasoning=self._settings.on_reasoning,
                )
                break
            except ModelError as error:
                # What is too long is cut harder each time, until nothing is left to cut.
                if error.code != "context_overflow" or not self._shorten(self._history.squeeze):
                    raise RunEnd.from_error(error) from error
        self._history.calibrate(reply.usage)
        if not any(call.name in ENDINGS for call in reply.calls):
            # An answer is paid for by then, and checking it costs no more than summing up what was found without it.
            self._spending.check_cost(self.session.usage)
        if reply.text:
            self._emit(kinds.ModelTextEvent(text=External(reply.text, "model", "notes")))
        self._history.reply(reply)
        return reply

    async def _act(self, calls: Sequence[Call]) -> None:
        """Carry out the calls of one turn in order, until a result or the user stops the rest."""
        messages, turn = self._settings.user_messages, Turn(self.session.table)
        stop = messages.waiting
        for call, following in zip_longest(calls, calls[1:]):
            if stop:
                self._history.skip(call, stop)
                continue
            observe = turn.to_observe(call, following)
            result = await self._carry_out(call, observe=observe)
            if following is not None:
                stop = turn.reason_to_stop(call, result, following) or messages.waiting
            elif not observe and (not result.ok or result.data.get("total") == 0):
                stop = "nothing was found"
            if stop and not result.terminal:
                # The model decides anew, so it is shown where it is.
                result.observation = result.observation or await self._page()
            elif following is not None and result.observation is not None:
                result.observation = result.observation.between_calls()
            await self._take_in(call, result)

    async def _carry_out(self, call: Call, *, observe: Observe) -> Result:
        if call.name not in ENDINGS:
            self._spending.count_step()
        started = time.monotonic()
        result = await self.session.perform("model", call.name, call.params, observe=observe)
        found, taken = came_of(result.to_dict()), time.monotonic() - started
        self.steps.append(Step(len(self.steps) + 1, call.name, call.params, result.ok, result.code, taken, found))
        return result

    async def _take_in(self, call: Call, result: Result) -> None:
        """Record and show the result of a call, and end the run where it does: by an answer, an error or a loop."""
        record = self.session.table.get(call.name)
        self._done_check.evidence.record(record, call, result)
        refused = self.refusals.look(record, call, result, prefilled=is_prefilled(self.session.state))
        if result.terminal:
            result = await self._check_ending(call, result)
        result.observation = await with_picture(self._settings, result, record)
        self._see(result.observation)
        self._history.result(call, result)
        if call.name == "revise_plan" and result.ok:
            self._history.plan(emit_revised_plan(self.session, call.params["reason"]))
        self._spending.count_result(result)
        if (warning := self._loop_detector.look(record, call, result, refused)) is not None:
            if warning.kind == "stuck":
                raise RunEnd("blocked" if warning.pattern == "refused" else "stuck", warning.text)
            self._emit(kinds.NudgeEvent(text=warning.text, pattern=warning.pattern))
            self._history.say(warning.text)

    async def _check_ending(self, call: Call, result: Result) -> Result:
        """End the run: for `abort` at once, for `done` where the check accepts it and the user sent no message."""
        if call.name == "abort":
            blocked = result.data["not_permitted"] and self.refusals.any
            raise RunEnd("blocked" if blocked else "gave_up", plain(result.data["reason"]))
        try:
            refused = await self._done_check.check(result)
        except RunEnd:
            if not (why := self._settings.user_messages.waiting):
                raise
            return Failed("not_accepted", f"The run goes on: {why}.", hint="Heed it, then call `done` again.")
        if refused.observation is not None and refused.observation.shows_same(self._observation):
            refused.observation = None
        return refused

    async def _apply_user_messages(self) -> None:
        """Pause where the user asked for it, and pass on the user's messages."""
        messages = self._settings.user_messages
        # A stop takes effect here, also where nothing in a turn waits for anything.
        await asyncio.sleep(0)
        if not messages.may_go_on.is_set():
            self._emit(kinds.PausedEvent(why="the user"))
            with waited_for():
                await messages.may_go_on.wait()
            self._emit(kinds.ResumedEvent(why="the user"))
            self._history.say("The user held the run for a while and may have worked in the browser.")
            self._show(await self._page())
        for words in messages.take():
            add_words(self.session, words)
            self._history.add_user_message(words)

    def _watch_spending(self) -> None:
        """End the run at a limit, and warn the user and the model of one that is near."""
        self._spending.check_cost(self.session.usage)
        for text in self._spending.unpriced(self.session.usage):
            self._emit(kinds.NoticeEvent(text=text))
        for text in self._spending.near(self.session.usage, self._limit.when() if self._limit else None):
            self._emit(kinds.NoticeEvent(text=f"{text} The agent is asked to finish with what there is."))
            self._history.say(f"{text} Finish in that: call `done` with what there is, and say what is `missing`.")

    def _shorten(self, shorten: Callable[[Mapping[str, External | str], Sequence[Step]], bool]) -> bool:
        before = self._history.size
        if shortened := shorten(self.session.notes.entries, self.steps):
            self._emit(kinds.CompactedEvent(before=before, after=self._history.size))
        return shortened

    async def _page(self) -> Observation | None:
        """Return the page as it is now; None where it cannot be read."""
        with suppress(BrowserError):
            return await self.session.observe()
        return None

    def _show(self, observation: Observation | None) -> None:
        """Show the model the page outside of any call."""
        self._see(observation)
        if observation is not None:
            self._history.show_page(observation.parts())

    def _see(self, observation: Observation | None) -> None:
        if observation is None:
            return
        self._observation = observation
        self._done_check.evidence.look(observation)
        if (shot := observation.snapshot) is not None:
            self._emit(kinds.ObservedEvent(url=shot.url, title=shot.title, mode=shot.mode, text=shot.text))

    def _notice(self, text: str) -> None:
        """Tell the user and the model something."""
        self._emit(kinds.NoticeEvent(text=text))
        self._history.say(text)

    def _emit(self, event: kinds.Event) -> None:
        self.session.events.emit(event)

    def to_result(self, ended: RunEnd, log: RunLog) -> RunResult:
        """Return the result of the run."""
        entries, before = self.session.notes.entries, self._notes_before
        return RunResult(
            outcome=ended.outcome,
            answer=add_findings(ended, {key: text for key, text in entries.items() if text is not before.get(key)}),
            run_id=self.session.run_dir.name,
            log=log.path,
            data=ended.data,
            usage=self.session.usage,
            steps=self.steps,
            remedies=self.refusals.remedies(ended.outcome),
            exit_code=ended.exit_code,
            sources=sources(ended.found or ended.answer, self._done_check.evidence.pages),
            doubts=ended.doubts,
            missing=ended.missing,
            files=[file for file in kept_files(self.session.run_dir) if file not in self._files_before],
        )
