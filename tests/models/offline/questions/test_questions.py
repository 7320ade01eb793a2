"""`offline` answers, acts and refuses on pages that nobody here wrote."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from handrail import Agent, RunResult, Session
from handrail.models.offline import Offline
from handrail.policy import Grant
from tests.models.offline.questions.asked import AMBIGUOUS, ANSWERED, EPISODES, NOT_UNDERSTOOD, REFUSED, Asked, Episode

Origin = Callable[[str], str]


def each(rows: list[Asked] | list[Episode]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("row", rows, ids=[row.id for row in rows])


async def run(session: Session, origin: Origin, row: Asked) -> RunResult:
    url = f"{origin(row.source)}/{row.page}"
    if row.page == "todo.html":
        # It keeps what the question before this one left in its list.
        await session.call("goto", url=url)
        await session.tab.page.evaluate("localStorage.clear()")
    return await Agent(session, model=Offline()).run(row.task, url=url)


def holds(data: Any, wanted: dict[str, Any]) -> bool:
    return all(isinstance(data, dict) and data.get(key) == value for key, value in wanted.items())


@each(ANSWERED)
async def test_gives_the_right_answer(asked_session: Session, origin: Origin, row: Asked) -> None:
    result = await run(asked_session, origin, row)
    assert result.outcome == "done", result.answer
    assert holds(result.data, row.data), result.answer
    assert [words for words in row.says if words not in str(result.answer)] == [], result.answer


@each(EPISODES)
async def test_carries_out_the_task_of_a_page(asked_session: Session, origin: Origin, row: Episode) -> None:
    await asked_session.call("goto", url=f"{origin('miniwob')}/miniwob/{row.name}.html")
    # Some of these tasks copy what the page says into a field: those are not the user's words.
    asked_session.permissions.grants.add(Grant("write", origin("miniwob")))
    page = asked_session.tab.page
    await page.evaluate("Math.seedrandom('questions'); core.EPISODE_MAX_TIME = 1e9; core.startEpisodeReal()")
    said = await page.evaluate("(() => { const u = core.getUtterance(); return u.utterance ?? u })()")
    await Agent(asked_session, model=Offline()).run(in_our_words(row, said))
    assert await page.evaluate("WOB_RAW_REWARD_GLOBAL") == 1


def in_our_words(row: Episode, said: str) -> str:
    if not row.pattern:
        return said
    found = re.search(row.pattern, said)
    assert found, said
    return row.task.format(*found.groups())


@each(REFUSED)
async def test_refuses_what_the_page_does_not_answer(asked_session: Session, origin: Origin, row: Asked) -> None:
    result = await run(asked_session, origin, row)
    assert (result.outcome, str(result.answer)[:23]) == ("gave_up", "not found on this page:"), result.answer


@each(NOT_UNDERSTOOD)
async def test_says_what_it_does_not_understand_and_does_nothing(
    asked_session: Session, origin: Origin, row: Asked
) -> None:
    result = await run(asked_session, origin, row)
    assert result.outcome == "gave_up"
    assert "do not understand" in str(result.answer)
    assert [step.tool for step in result.steps] == ["abort"]


@each(AMBIGUOUS)
async def test_names_the_things_that_match_equally_well(asked_session: Session, origin: Origin, row: Asked) -> None:
    result = await run(asked_session, origin, row)
    assert result.outcome == "gave_up"
    assert [words for words in row.says if words not in str(result.answer)] == [], result.answer


def test_the_list_is_as_long_as_it_was_promised() -> None:
    assert len(ANSWERED) + len(EPISODES) >= 21
    assert len(REFUSED) >= 10
