"""Checks a `done` of the model against what happened: accepts it, refuses it, or ends the run as unverified."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict
from typing import Any

from handrail.agent.conversation.step import Step
from handrail.agent.outcome import RunEnd
from handrail.agent.settings import AgentSettings
from handrail.agent.verification.evidence_log import EvidenceLog
from handrail.agent.verification.verify import Claim, Verifier
from handrail.browser.types.errors import BrowserError
from handrail.events.kinds import VerdictEvent
from handrail.results import Failed, Observation, Result
from handrail.trust import plain


class DoneCheck:
    """The answers of one run.

    Args:
        settings: of the agent.
        task, data: the user's words and values.
    """

    def __init__(self, settings: AgentSettings, task: str, data: Any) -> None:
        self.evidence = EvidenceLog()
        self._session = settings.session
        self._task = task
        self._data = data
        self._made = 0
        # `offline` puts its answers together from the page: it invents nothing, and cannot do better when asked again.
        self._by_rules = settings.model.name == "offline"
        self._tries = min(settings.verify, 1) if self._by_rules else settings.verify
        model = self._session.metered(settings.verifier, "verify") if settings.verifier is not None else None
        self._verifier = Verifier(model, schema=settings.output_schema)

    async def judge(self, result: Result, steps: list[Step]) -> Failed:
        """Return why the answer is not accepted, with the current page.

        Raises:
            RunEnd: it is accepted, or was refused for the last time.
        """
        answer, value = result.data["result"], result.data["data"]
        if self._tries == 0:
            raise RunEnd("done", plain(answer), plain(value))
        self._made += 1
        page = await self._page()
        plan = self._session.plan.current
        claim = Claim(self._task, self._data, plan, answer, value, self.evidence, steps, page, self._by_rules)
        verdict = await self._verifier.check(claim)
        self._session.events.emit(VerdictEvent(**asdict(verdict), attempt=self._made))
        if verdict.ok:
            raise RunEnd("done", plain(answer), plain(value))
        if verdict.unjudged or self._made >= self._tries:
            doubts = [plain(reason) for reason in verdict.reasons]
            raise RunEnd("done_unverified", plain(answer), plain(value), doubts=doubts)
        details = {"reasons": list(verdict.reasons), "missing": list(verdict.missing)}
        return Failed(
            "not_accepted",
            "The answer was checked and not accepted.",
            hint="Do or look up what is missing, then call `done` again; if it cannot be done, `abort`.",
            details={key: value for key, value in details.items() if value},
            observation=page,
        )

    async def _page(self) -> Observation | None:
        """Return the whole current page; None where it cannot be read."""
        with suppress(BrowserError):
            return await self._session.observe(whole=True)
        return None
