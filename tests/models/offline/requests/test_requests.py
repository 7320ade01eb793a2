"""The requests of requests.toml on their pages: a sample in the gate, all of them in `make test-all`."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack

import pytest
from bench.corpus import Unavailable, serve_folder

from handrail import Session
from tests.models.offline.requests.judge import Request, judge, load
from tests.models.offline.requests.sources import FOLDERS, SOURCES
from tests.sampling import some

REQUESTS = load()
SAMPLE = 10
ANSWERED = 54
"""Of 120: at least 45 in a hundred."""


@pytest.fixture(scope="module")
async def session() -> AsyncIterator[Session]:
    async with Session(headless=True, run_dir=tempfile.mkdtemp()) as session:
        yield session


@pytest.fixture(scope="module")
def origin() -> Iterator[Callable[[str], str]]:
    """The origin that serves a source of pages; the test is skipped where its package cannot be had."""
    served: dict[str, str] = {}
    with ExitStack() as stack:

        def of(name: str) -> str:
            if name not in served:
                try:
                    served[name] = stack.enter_context(serve_folder(SOURCES[name]())).origin
                except Unavailable as reason:
                    pytest.skip(f"the pages of {name} cannot be had: {reason}")
            return served[name]

        yield of


@pytest.mark.browser
@pytest.mark.parametrize("request_", some(REQUESTS, SAMPLE, 7), ids=lambda one: one.id)
async def test_is_answered_rightly_or_refused(
    session: Session, origin: Callable[[str], str], request_: Request
) -> None:
    url = f"{origin(request_.source)}/{FOLDERS.get(request_.source, '')}{request_.path}"
    result, answer = await judge(session, request_, url)
    assert result == request_.result, answer


def test_there_are_120_on_20_pages_and_none_is_wrong_and_enough_are_answered() -> None:
    assert (len(REQUESTS), len({(one.source, one.path) for one in REQUESTS})) == (120, 20)
    assert {one.result for one in REQUESTS} <= {"answered", "refused"}
    assert sum(one.result == "answered" for one in REQUESTS) >= ANSWERED
