"""One browser for all questions, and the pages they are asked on, fetched once and served."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from bench.corpus import SOURCES, Unavailable, serve_folder

from handrail import Session
from handrail.demo import serve as serve_demo


@pytest.fixture(scope="package")
async def asked_session(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Session]:
    run_dir: Path = tmp_path_factory.mktemp("questions")
    async with Session(headless=True, run_dir=run_dir) as session:
        yield session


@pytest.fixture(scope="session")
def origin() -> Iterator[Callable[[str], str]]:
    """The origin that serves a source of pages; the test is skipped where the source cannot be had."""
    served: dict[str, str] = {}
    with ExitStack() as stack:

        def of(name: str) -> str:
            if name not in served:
                served[name] = _serve(name, stack)
            return served[name]

        yield of


def _serve(name: str, stack: ExitStack) -> str:
    if name == "demo":
        return stack.enter_context(serve_demo()).url.rstrip("/")
    source = next(source for source in SOURCES if source.name == name)
    try:
        root = source.prepare()
    except Unavailable as reason:
        pytest.skip(f"the pages of {name} cannot be had: {reason}")
    return stack.enter_context(serve_folder(root)).origin
