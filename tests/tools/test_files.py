"""Files that a run keeps and writes: download, write_file, save_pdf."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser

from handrail import Session, UsageError
from handrail.documents.read import read_pdf
from handrail.policy import Permissions
from handrail.runs.log_reader import read_run
from handrail.runs.resume import read_resumed_run
from handrail.trust import plain
from tests.browser.network.filtering_proxy.wires import Site
from tests.conftest import OpenSession
from tests.pages import PageServer, Reply
from tests.tools.acting import ref

HOME = "<title>Home</title><a id=a href=/list>List</a> <a id=x href=/tool download>Tool</a> <button id=b>Save</button>"
NOT_PERMITTED = "not_permitted"


@pytest.fixture
async def home(session: Session, serve: PageServer) -> Session:
    named = {"content-disposition": 'attachment; filename="../..\\\\evil/pri\\u202ces.csv"'}
    serve.put("/list", Reply(b"item,price", content_type="text/csv", headers=named))
    serve.put("/tool", Reply(b"MZ", content_type="application/x-msdownload"))
    assert (await session.call("goto", url=serve(HOME, "/"))).ok
    return session


def kept(session: Session, folder: str = "downloads") -> list[str]:
    path = session.run_dir / folder
    return sorted(file.name for file in path.iterdir()) if path.exists() else []


async def test_a_link_and_an_address_are_kept_under_a_clean_name(home: Session, serve: PageServer) -> None:
    for source in ({"ref": await ref(home, "#a")}, {"url": f"{serve.origin}/list"}):
        result = await home.call("download", **source)
        assert (result.data["state"], result.data["bytes"]) == ("saved", 10)
        assert not result.page_changed
    names = kept(home)
    assert len(names) == 2
    assert all(name.endswith(".csv") and not {"/", "\\", "\u202e"} & set(name) for name in names), names


async def test_a_link_that_a_script_listens_to_is_kept_by_its_address(session: Session, serve: PageServer) -> None:
    page = "<a id=a href=/list onclick='return false'>List</a> <a id=b href=# onclick='return false'>Menu</a>"
    serve.put("/list", Reply(b"item,price", content_type="text/csv"))
    assert (await session.call("goto", url=serve(page, "/"))).ok
    assert (await session.call("download", ref=await ref(session, "#a"))).data["bytes"] == 10
    assert (await session.call("download", ref=await ref(session, "#b"))).code == "navigation_failed"
    assert len(kept(session)) == 1


async def test_a_model_keeps_only_what_the_user_asked_for(home: Session, serve: PageServer) -> None:
    link, tool = await ref(home, "#a"), await ref(home, "#x")
    assert (await home.call_as("model", "download", ref=link)).code == NOT_PERMITTED
    home.provenance.words.add_text("Download the list")
    assert (await home.call_as("model", "download", ref=link)).ok
    # A program needs a grant, and another site is no part of the task.
    assert (await home.call_as("model", "download", ref=tool)).code == NOT_PERMITTED
    assert (await home.call_as("model", "download", url=f"{serve.other_site}/list")).code == NOT_PERMITTED
    home.permissions = Permissions.of([serve.origin], [f"download@{serve.origin}"])
    assert (await home.call_as("model", "download", ref=tool)).ok
    assert len(kept(home)) == 2


async def test_an_address_that_redirects_to_a_program_is_not_kept(home: Session, serve: PageServer) -> None:
    serve.put("/go", Reply(status=302, headers={"location": "/tool"}))
    home.provenance.words.add_text("Download the list")
    assert (await home.call_as("model", "download", url=f"{serve.origin}/go")).code == NOT_PERMITTED
    assert kept(home) == []


async def test_a_press_whose_file_did_not_come_fails_and_says_why(session: Session, serve: PageServer) -> None:
    async def cut(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Disposition: attachment\r\nContent-Length: 900000\r\n\r\nabc")
        await writer.drain()
        writer.close()

    serve.put("/whole", Reply(b"data", 200, "text/csv", {"content-disposition": "attachment; filename=whole.csv"}))
    async with Site(cut) as site:
        show = "onclick=\"document.body.append('Started')\""
        await session.goto(serve(f"<a href='http://{site.at}/'>Cut</a> <a {show} href='http://{site.at}/2'>Shown</a>"))
        got = await session.click("Cut")
        assert (got.code, plain(got.followed["downloads"])[0]["state"]) == ("download_failed", "failed")
        assert "the connection was cut, or the disk is full" in (got.error or "")
        # What else came of a press stays done; its file is told as failed.
        got = await session.click("Shown")
        [file] = plain(got.followed["downloads"])
        assert (got.code, file["state"], "the connection was cut" in file["why"]) == (None, "failed", True)
    session.run_dir.mkdir(exist_ok=True)
    (session.run_dir / "downloads").write_text("No folder")
    await session.goto(serve("<a href=/whole>Whole</a>"))
    got = await session.click("Whole")
    assert (got.code, got.error) == ("download_failed", "No file came. It could not be written: Not a directory.")


async def test_a_forbidden_download_stays_so(home: Session) -> None:
    home.provenance.words.add_text("Read the list. Do not download anything.")
    assert (await home.call_as("model", "download", ref=await ref(home, "#a"))).code == NOT_PERMITTED


async def test_a_button_and_a_dead_address_are_said_to_be_none(home: Session, serve: PageServer) -> None:
    for params, code in (
        ({"ref": await ref(home, "#b")}, "navigation_failed"),
        ({"url": f"{serve.origin}/none"}, "http_error"),
        ({"url": "ftp://example.org/x"}, "navigation_failed"),
        ({}, "invalid_params"),
    ):
        result = await home.call("download", **params)
        assert (result.code, result.hint != "") == (code, True), params


async def test_a_written_file_stays_in_the_run_s_folder(session: Session) -> None:
    for name, kept_as in (
        ("prices.csv", "prices.csv"),
        ("../../.bashrc.txt", "_.._.bashrc.txt"),
        ("/etc/cron.d/x.txt", "_etc_cron.d_x.txt"),
        ("con.txt", "file_con.txt"),
    ):
        result = await session.call_as("model", "write_file", name=name, content="a,b\n")
        path = session.run_dir / "files" / kept_as
        assert result.data == {"file": kept_as, "path": str(path), "bytes": 4}
        assert kept(session, "files") == [kept_as]
        path.unlink()


async def test_nothing_is_overwritten_and_only_text_is_written(session: Session) -> None:
    async def write(**params: Any) -> Any:
        return await session.call_as("model", "write_file", **params)

    assert (await write(name="a.md", content="one\n")).data["file"] == "a.md"
    assert (await write(name="a.md", content="two\n")).data["file"] == "a-2.md"
    assert (await write(name="a.md", content="three\n", append=True)).data["bytes"] == 10
    assert (session.run_dir / "files" / "a.md").read_text() == "one\nthree\n"
    for name in ("run.sh", "page.html", "a.exe", "plain", "a.txt.lnk"):
        assert (await write(name=name, content="x")).code == "wrong_ending", name
    assert kept(session, "files") == ["a-2.md", "a.md"]


async def test_text_is_added_to_no_file_that_the_session_did_not_write(session: Session) -> None:
    folder = session.run_dir / "files"
    folder.mkdir(parents=True)
    (folder / "requirements.txt").write_text("mine\n")
    added = await session.call_as("model", "write_file", name="requirements.txt", content="x", append=True)
    assert added.data["file"] == "requirements-2.txt"
    assert (folder / "requirements.txt").read_text() == "mine\n"


async def test_a_link_in_the_place_of_a_file_is_not_followed(session: Session) -> None:
    folder = session.run_dir / "files"
    folder.mkdir(parents=True)
    outside = session.run_dir.parent / "outside.txt"
    (folder / "a.txt").symlink_to(outside)
    assert (await session.call("write_file", name="a.txt", content="x", append=True)).data["file"] == "a-2.txt"
    assert not outside.exists()


async def test_files_that_cannot_be_written_fail_with_what_is_wrong_with_the_folder(
    session: Session, serve: PageServer
) -> None:
    for folder in ("files", "downloads"):
        (session.run_dir / folder).parent.mkdir(exist_ok=True)
        (session.run_dir / folder).write_text("a file in the place of a folder")
    serve.put("/list", Reply(b"item,price", content_type="text/csv"))
    for tool, params in (
        ("download", {"url": f"{serve.origin}/list"}),
        ("write_file", {"name": "a.md", "content": "x"}),
    ):
        result = await session.call(tool, **params)
        assert (result.code, result.error, result.hint) == (
            "cannot_save",
            "The run's folder cannot be written: Not a directory.",
            "",
        )


async def test_a_folder_that_cannot_be_written_is_refused_before_a_browser_starts(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "run"):
        with pytest.raises(UsageError, match="cannot be written: Not a directory"):
            await Session(run_dir=folder).__aenter__()


async def test_a_log_that_cannot_be_written_is_refused_before_a_browser_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "handrail").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    session = Session(log=True, headless=True)
    with pytest.raises(UsageError, match="cannot be written: Not a directory"):
        await session.__aenter__()
    assert session.state.browser is None


async def test_a_session_that_is_opened_again_keeps_a_log_of_its_own(tmp_path: Path) -> None:
    session = Session(log=True, headless=True, run_dir=tmp_path)
    for log in ("run.jsonl", "run-2.jsonl"):
        async with session:
            await session.page_info()
        assert [one.tool for one in read_run(tmp_path / log).steps] == ["page_info"]


async def test_a_session_with_a_log_keeps_each_call_there(
    open_session: OpenSession, chromium: Browser, serve: PageServer, tmp_path: Path
) -> None:
    session = await open_session(chromium, tmp_path, log=True)
    await session.goto(serve("<button>Send</button>", "/form"))
    await session.click("Send")
    await session.search_page("Send")
    run = read_run(session.run_dir / "run.jsonl")
    assert [(one.number, one.tool, one.state) for one in run.steps] == [
        (1, "goto", "ok"), (2, "click", "ok"), (3, "search_page", "ok")
    ]  # fmt: skip
    assert (run.outcome, run.last_url) == ("session", f"{serve.origin}/form")
    with pytest.raises(UsageError, match="not of a run"):
        read_resumed_run(session.run_dir / "run.jsonl")


async def save(session: Session, serve: PageServer) -> None:
    await session.call("goto", url=serve("<p>Ninety euros</p>", "/receipt"))
    saved = await session.call_as("model", "save_pdf", name="../receipt")
    assert saved.data["file"] == "_receipt.pdf"
    [page] = (await read_pdf(session.run_dir / "files" / "_receipt.pdf", max_chars=1_000))["pages"]
    assert "Ninety euros" in page["text"]


async def test_the_page_is_saved_as_it_would_be_printed(session: Session, serve: PageServer) -> None:
    await save(session, serve)


async def test_firefox_prints_too(firefox_session: Session, serve: PageServer) -> None:
    await save(firefox_session, serve)
