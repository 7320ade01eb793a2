"""upload_file with addresses that the user allowed (--upload-url), through a session, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser

from handrail import Session
from handrail.policy import Answer, Ask
from handrail.policy.facts import Caller
from handrail.trust import External
from tests.conftest import OpenSession
from tests.pages import PageServer, Reply
from tests.tools.acting import js, ref, shown

PAGE = "<label id=l>CV <input type=file id=f></label>"


@pytest.fixture
def files() -> Iterator[PageServer]:
    """A server of files, on a port of its own."""
    with PageServer() as server:
        server.put("/cv.pdf", Reply(b"My life", content_type="application/pdf"))
        named = {"content-disposition": 'attachment; filename="Letter.txt"'}
        server.put("/letters/latest", Reply(b"Dear all", headers=named))
        server.put("/private.txt", Reply(b"not yours"))
        yield server


@pytest.fixture
async def form(
    open_session: OpenSession, chromium: Browser, tmp_path: Path, serve: PageServer, files: PageServer
) -> Session:
    allowed = [f"{files.origin}/cv.pdf", f"{files.origin}/letters/"]
    return await shown(await open_session(chromium, tmp_path / "run", upload_urls=allowed), serve, PAGE)


async def upload(form: Session, url: str, caller: Caller = "model"):
    return await form.call_as(caller, "upload_file", ref=await ref(form, "#f"), path=url)


async def test_an_allowed_address_is_fetched_kept_and_put_into_the_field(
    open_session: OpenSession, any_browser: Browser, tmp_path: Path, serve: PageServer, files: PageServer
) -> None:
    url = f"{files.origin}/cv.pdf"
    form = await shown(await open_session(any_browser, tmp_path / "run", upload_urls=[url]), serve, PAGE)
    await js(form, "document.cookie = 'sid=1'")
    form.provenance.words.add_text(f"Upload {url} as my CV.")
    result = await upload(form, url)
    assert (result.data["file"].raw, result.data["bytes"]) == ("cv.pdf", 7)
    assert await js(form, "f.files[0].text().then((text) => f.files[0].name + ': ' + text)") == "cv.pdf: My life"
    [kept] = (tmp_path / "run").rglob("cv.pdf")
    assert (kept.read_bytes(), kept.stat().st_mode & 0o077) == (b"My life", 0)
    assert [request.headers.get("cookie") for request in files.requests] == [None]


async def test_it_is_judged_as_a_file_of_a_folder(form: Session, files: PageServer) -> None:
    asked = list[str]()

    async def approve(question: Ask) -> Answer:
        asked.append(question.question)
        return "once"

    url = f"{files.origin}/cv.pdf"
    assert (await upload(form, url)).code == "not_permitted"
    assert files.requests == []
    form.approve = approve
    assert (await upload(form, url)).ok
    assert asked == [f"The model wants to upload “{url}” to {form.state.tab.origin}."]
    form.provenance.words.add_text("Do not upload cv.pdf.")
    assert (await upload(form, url)).code == "not_permitted"


async def test_other_addresses_are_never_fetched_and_the_user_reads_which_flag_allows_them(
    form: Session, files: PageServer, serve: PageServer
) -> None:
    private = f"{files.origin}/private.txt"
    form.provenance.words.add_text(f"Upload {private} and cv.pdf.")
    below = (f"{files.origin}/letters/../private.txt", f"{files.origin}/letters/%2e%2e/private.txt")
    for url in (private, f"{files.origin}/cv.pdf?user=ada", *below, serve("my page"), "http://169.254.169.254/x.txt"):
        result = await upload(form, url)
        assert (result.code, "upload" in str(result.to_dict())) == ("not_permitted", False), url
    assert files.requests == []
    result = await upload(form, private, "user")
    assert (result.code, result.hint) == (
        "not_permitted",
        f'Allow it with --upload-url {private} (in a program: upload_urls=["{private}"]).',
    )
    assert await js(form, "f.files.length") == 0


async def test_below_an_allowed_address_a_model_uploads_what_it_read_as_a_link(
    form: Session, files: PageServer, serve: PageServer
) -> None:
    form.provenance.words.add_text("Upload the latest letter.")
    url = f"{files.origin}/letters/latest"
    assert (await upload(form, url)).code == "not_permitted"
    reason = (await upload(form, f"{files.origin}/letters/../private.txt", "user")).error
    assert "is not one that uploads may come from" in reason
    assert files.requests == []
    await shown(form, serve, f"{PAGE}<a href='{url}'>Latest</a>")
    await form.call_as("model", "snapshot")
    form.permissions.trusted.add(serve.origin)
    result = await upload(form, url)
    # What it is called is its server's word.
    assert isinstance(result.data["file"], External)
    assert await js(form, "f.files[0].name") == result.data["file"].raw == "Letter.txt"


async def test_a_redirect_stays_on_its_site_or_leads_to_another_allowed_address(
    open_session: OpenSession, chromium: Browser, tmp_path: Path, serve: PageServer, files: PageServer
) -> None:
    def leads_to(path: str, url: str) -> str:
        return files.put(path, Reply(b"", 302, headers={"location": url}))

    there = serve.put("/private.txt", Reply(b"of another server"))
    allowed = [leads_to("/here", f"{files.origin}/cv.pdf"), leads_to("/away", there)]
    form = await shown(await open_session(chromium, tmp_path / "run", upload_urls=allowed), serve, PAGE)
    assert (await upload(form, allowed[0], "user")).data["file"].raw == "cv.pdf"
    assert (await upload(form, allowed[1], "user")).code == "navigation_failed"
    assert "/private.txt" not in [request.path for request in serve.requests]
    second = await open_session(chromium, tmp_path / "second", upload_urls=[allowed[1], there])
    await shown(second, serve, PAGE)
    assert (await upload(second, allowed[1], "user")).data["bytes"] == len(b"of another server")


async def test_what_is_no_file_worth_sending(form: Session, files: PageServer, monkeypatch: pytest.MonkeyPatch) -> None:
    files.put("/letters/empty", Reply(b""))
    for path, code in (("letters/none", "http_error"), ("letters/empty", "empty_file")):
        assert (await upload(form, f"{files.origin}/{path}", "user")).code == code
    monkeypatch.setattr("handrail.tools.files.MAX_BYTES", 3)
    assert (await upload(form, f"{files.origin}/cv.pdf", "user")).code == "too_large"
    assert await js(form, "f.files.length") == 0


async def test_a_limit_to_sites_holds_for_where_a_file_comes_from(
    open_session: OpenSession, chromium: Browser, tmp_path: Path, serve: PageServer, files: PageServer
) -> None:
    url = f"{files.other_site}/cv.pdf"
    session = await open_session(chromium, tmp_path / "run", upload_urls=[url], guardrails="stay on 127.0.0.1")
    await shown(session, serve, PAGE)
    session.provenance.words.add_text(f"Upload {url}.")
    assert (await upload(session, url)).code == "not_permitted"
    assert files.requests == []
