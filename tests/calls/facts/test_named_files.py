"""Which file the user means by a name: the one in the folder that they allowed, not one below it of the same name."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser

from handrail import Session
from tests.calls.test_consent import Yes
from tests.calls.test_pipeline_policy import refs
from tests.conftest import OpenSession
from tests.pages import PageServer


@pytest.fixture
def task() -> str:
    return "Upload cv.txt"


@pytest.fixture
async def form(
    chromium: Browser, open_session: OpenSession, tmp_path: Path, serve: PageServer, task: str
) -> tuple[Session, Path]:
    (tmp_path / "up" / "private").mkdir(parents=True)
    for name in ("cv.txt", "private/cv.txt", "private/only.txt"):
        (tmp_path / "up" / name).write_text(name)
    session = await open_session(chromium, tmp_path / "run", upload_dirs=[tmp_path / "up"])
    session.provenance.words.add_text(task)
    await session.call("goto", url=serve("<input type=file aria-label=File>"))
    return session, tmp_path / "up"


@pytest.mark.parametrize(
    ("task", "file", "named"),
    [
        ("Upload cv.txt", "cv.txt", True),
        ("Upload cv.txt", "private/cv.txt", False),
        ("Upload only.txt", "private/only.txt", False),
        ("Upload private/cv.txt", "private/cv.txt", True),
        ("Upload private/cv.txt", "cv.txt", False),
        ("Upload up/private/cv.txt", "private/cv.txt", True),
        ("Upload cv.txt to https://jobs.example", "cv.txt", False),
    ],
)
async def test_a_bare_name_is_of_a_file_in_the_allowed_folder_itself(
    form: tuple[Session, Path], file: str, named: bool
) -> None:
    session, folder = form
    session.approve = no = Yes()
    result = await session.call_as("model", "upload_file", ref=(await refs(session))["File"], path=str(folder / file))
    assert result.ok is named
    assert [one.rule for one in no.asked] == ([] if named else ["uploads_that_were_meant"])


async def test_a_file_is_known_by_the_name_that_the_user_gave_it_wherever_the_program_runs(
    form: tuple[Session, Path],
) -> None:
    session, _ = form
    ref = (await refs(session))["File"]
    assert (await session.call_as("model", "upload_file", ref=ref, path="cv.txt")).ok
    assert not (await session.call_as("model", "upload_file", ref=ref, path="../run/log.txt")).ok
