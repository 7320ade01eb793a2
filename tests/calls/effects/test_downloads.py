"""Files that come of a model's act, in real pages: kept only where the user meant them."""

from __future__ import annotations

from typing import Any

import pytest

from handrail import Session
from handrail.policy import Answer, Ask
from tests.calls.test_pipeline_policy import refs
from tests.pages import PageServer, Reply

LINKS = """<a href=/program>Read more</a> <a href=/list>Prices</a>
<button onclick="location = '/list'">Show all</button>
<button onclick="made.click()">Export</button><a id=made download=made.csv hidden>x</a>
<script>made.href = URL.createObjectURL(new Blob(['a,b']))</script>"""


def attachment(name: str, content_type: str = "application/octet-stream") -> Reply:
    return Reply(b"data", 200, content_type, {"content-disposition": f'attachment; filename="{name}"'})


@pytest.fixture
async def shop(session: Session, serve: PageServer) -> Session:
    serve.put("/program", attachment("setup.exe"))
    serve.put("/list", attachment("list.csv", "text/csv"))
    await session.call("goto", url=serve(LINKS, "/shop"))
    return session


async def come(session: Session, name: str) -> list[Any]:
    """The states of the files that come of a click."""
    result = await session.call_as("model", "click", ref=(await refs(session))[name])
    return [file["state"] for file in result.followed.get("downloads", [])]


def saved(session: Session) -> list[str]:
    folder = session.run_dir / "downloads"
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


@pytest.mark.parametrize("name", ["Read more", "Prices", "Show all"])
async def test_a_link_that_turns_out_to_be_a_file_is_not_kept_unasked(shop: Session, serve: PageServer, name: str):
    shop.provenance.words.add_text("What does the kettle cost?")
    notices = []
    shop.events.subscribe(lambda event: notices.append(event.text) if event.kind == "notice" else None)
    assert await come(shop, name) == ["not_kept"]
    assert saved(shop) == []
    assert any(f"--grant download@{serve.origin}" in text for text in notices)


def asked_by(session: Session, answer: Answer) -> list[str]:
    """The questions that a person gets who always answers so."""
    questions: list[str] = []

    async def approve(question: Ask) -> Answer:
        questions.append(question.question)
        return answer

    session.approve = approve
    return questions


async def test_the_person_is_asked_whether_a_file_is_kept_that_nobody_asked_for(shop: Session, serve: PageServer):
    questions = asked_by(shop, "once")
    assert await come(shop, "Show all") == ["saved"]
    assert await come(shop, "Export") == ["saved"]
    assert await come(shop, "Read more") == ["saved"]
    assert saved(shop) == ["list.csv", "made.csv", "setup.exe"]
    assert questions == [
        f"After the model pressed “Show all”, {serve.origin} hands over the file “list.csv”.",
        f"After the model pressed “Export”, {serve.origin} hands over the file “made.csv”.",
        f"After the model pressed “Read more”, {serve.origin} hands over “setup.exe”, which may be a program.",
    ]


async def test_a_yes_for_the_run_covers_files_of_the_site_and_a_no_ends_the_questions_of_an_act(
    session: Session, serve: PageServer
):
    script = "for (const n of ['a.csv', 'b.csv']) { it.download = n; it.click() }"
    page = f"<button onclick=\"{script}\">Get</button><a id=it href='data:text/plain,x' hidden>x</a>"
    await session.call("goto", url=serve(page))
    questions = asked_by(session, "no")
    assert await come(session, "Get") == ["not_kept", "not_kept"]
    assert len(questions) == 1
    questions = asked_by(session, "run")
    assert await come(session, "Get") == ["saved", "saved"]
    assert 1 <= len(questions) <= 2
    assert await come(session, "Get") == ["saved", "saved"]
    assert len(questions) <= 2


async def test_a_fetched_file_that_is_not_kept_says_to_the_user_which_flag_would(shop: Session, serve: PageServer):
    shop.provenance.words.add_text("Download the price list")
    notices = []
    shop.events.subscribe(lambda event: notices.append(event.text) if event.kind == "notice" else None)
    serve.put("/list", attachment("list.exe"))
    result = await shop.call_as("model", "download", url=f"{serve.origin}/list")
    assert result.code == "not_permitted"
    assert any(f"it may be a program. Allow it with --grant download@{serve.origin}" in text for text in notices)


async def test_what_the_user_forbade_is_not_asked_for(shop: Session):
    shop.provenance.words.add_text("What does the kettle cost? Do not download anything.")
    questions, notices = asked_by(shop, "run"), []
    shop.events.subscribe(lambda event: notices.append(event.text) if event.kind == "notice" else None)
    assert await come(shop, "Show all") == ["not_kept"]
    assert questions == []
    assert any("was not kept: you forbade it." in text for text in notices)


async def test_a_task_that_asks_for_a_file_keeps_it_and_no_program(shop: Session):
    shop.provenance.words.add_text("Save the prices as a file")
    assert await come(shop, "Show all") == ["saved"]
    assert await come(shop, "Read more") == ["not_kept"]
    assert saved(shop) == ["list.csv"]


async def test_a_file_that_a_script_makes_is_judged_too(shop: Session):
    assert await come(shop, "Export") == ["not_kept"]
    shop.provenance.words.add_text("Export the prices")
    assert await come(shop, "Export") == ["saved"]


async def test_a_file_in_an_address_is_named_without_its_content_and_one_not_kept_with_the_reason(
    session: Session, serve: PageServer
):
    text = "flow," * 500
    await session.call("goto", url=serve(f"<a download=flows.json href='data:application/json,{text}'>Flows</a>"))
    kept = await session.call_as("user", "click", ref="Flows")
    button = "<button onclick='document.links[0].click()'>Go</button>"
    await session.call(
        "goto", url=serve(f"{button}<a download=x.csv hidden href='data:text/csv;charset=utf-8,{text}'>x</a>")
    )
    lost = await session.call_as("model", "click", ref="Go")
    (first,), (second,) = (one.followed["downloads"] for one in (kept, lost))
    assert (first["state"], first["url"].raw, "why" in first) == ("saved", "data:application/json", False)
    assert (second["state"], second["url"].raw) == ("not_kept", "data:text/csv;charset=utf-8")
    assert "did not ask for" in second["why"]


async def test_a_program_by_its_content_type_is_one_whatever_it_is_called(shop: Session, serve: PageServer):
    serve.put("/list", attachment("list.csv", "application/x-msdownload"))
    shop.provenance.words.add_text("Download the table")
    assert await come(shop, "Prices") == ["not_kept"]


async def test_an_address_that_is_a_file_is_judged_too(shop: Session, serve: PageServer):
    await shop.call_as("model", "goto", url=f"{serve.origin}/list")
    assert saved(shop) == []
    shop.provenance.words.add_text(f"Read {serve.origin}/list")
    await shop.call_as("model", "goto", url=f"{serve.origin}/list")
    assert saved(shop) == ["list.csv"]


async def test_a_question_about_a_download_shows_the_address_of_its_link(session: Session, serve: PageServer):
    await session.call("goto", url=serve("<a href=/get/setup.exe download>Price list</a>"))
    questions = asked_by(session, "no")
    await session.call_as("model", "click", ref=(await refs(session))["Price list"])
    where = f"“Price list” → “{serve.origin}/get/setup.exe”"
    assert questions == [f"The model wants to download {where} from {serve.origin}."]
