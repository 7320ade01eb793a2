"""Claims of `done` in real applications: the evidence holds what decides, rules block what nobody saw happen."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser

from handrail import Session
from handrail.agent.verify import Claim, Verifier, evidence
from handrail.browser.backend.opened import PlaywrightBrowser
from handrail.browser.backend.refs import Refs
from handrail.browser.backend.tabs import PlaywrightTabs
from handrail.models import Call, Message, Scripted
from tests.agent.claims.playing import Case, Player
from tests.agent.claims.right import right
from tests.agent.claims.wrong import wrong
from tests.pages import PageServer


class Judge(Scripted):
    """A model that judges, as a provider's would."""

    name = "judge"


@pytest.fixture(scope="module")
async def shared(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Session]:
    """One session for all cases: each begins by opening a page of a server of its own."""
    folder = tmp_path_factory.mktemp("claims")
    (folder / "up").mkdir()
    (folder / "up" / "file.txt").write_text("words")
    context = await chromium.new_context(accept_downloads=True)
    tabs = await PlaywrightTabs(context, Refs(), run_dir=folder / "run").start()
    browser = PlaywrightBrowser(chromium.browser_type.name, context, tabs)
    browser.cleanup.push_async_callback(context.close)
    async with Session(using=browser, run_dir=folder / "run", upload_dirs=[folder / "up"], unsafe=True) as session:
        yield session


@pytest.fixture
async def player(shared: Session, serve: PageServer) -> AsyncIterator[Player]:
    yield Player(shared, serve)
    if shared.tab.dialog is not None:
        await shared.call("dialog", accept=False)


async def claimed(player: Player, case: Case) -> Claim:
    await case.play(player)
    return await player.claim(case)


def shown(claim: Claim) -> str:
    return Message("user", evidence(claim)).text


def words(verdict: object) -> str:
    return " ".join(getattr(one, "raw", one) for one in verdict.reasons)  # type: ignore[attr-defined]


@pytest.mark.parametrize("case", wrong.cases, ids=lambda case: case.name)
async def test_a_wrong_claim_is_blocked_and_what_decides_is_in_the_evidence(player: Player, case: Case) -> None:
    claim = await claimed(player, case)
    seen = shown(claim)
    assert case.decides in seen, seen
    verdict = await Verifier(None).check(claim)
    assert verdict.ok is not case.by_rules, seen
    assert bool(verdict.reasons) is case.by_rules
    # What rules cannot know, a model can tell from the very words that decide.
    judge = Judge(
        lambda turn: [Call("verdict", {"ok": case.decides not in turn.text, "reasons": ["no"], "missing": []})]
    )
    verdict = await Verifier(judge).check(claim)
    assert (verdict.ok, verdict.by) == (False, "rules" if case.by_rules else "model")


@pytest.mark.parametrize("case", right.cases, ids=lambda case: case.name)
async def test_a_right_claim_passes_by_rules_alone(player: Player, case: Case) -> None:
    claim = await claimed(player, case)
    verdict = await Verifier(None).check(claim)
    assert verdict.ok, (words(verdict), shown(claim))


def test_there_are_twenty_of_each() -> None:
    assert len(wrong.cases) >= 20
    assert len(right.cases) >= 20
