"""Documents through a session: from an address, a link, the tab, a download, an allowed folder; and whose they are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser

from handrail import Agent, Session
from handrail.models import Scripted
from handrail.policy import Permissions
from tests.conftest import OpenSession
from tests.documents.making import pdf, scan
from tests.pages import PageServer, Reply, Request
from tests.tools.acting import ref

PRICES = pdf([[(72, 700, 10, f"Page {number} of the price list")] for number in range(1, 41)])
HOME = "<title>Home</title><a id=a href=/prices.pdf>Prices</a> <a id=t href=/list>List</a> <button id=b>Save</button>"
NOT_PERMITTED = "not_permitted"


def put_documents(serve: PageServer) -> None:
    serve.put("/prices.pdf", Reply(PRICES, content_type="application/pdf"))
    serve.put("/list", Reply(b"item,price\nkettle,30", content_type="text/csv"))
    serve.put("/scan.pdf", Reply(scan(), content_type="application/pdf"))
    serve.put("/page", Reply(b"<p>hello"))


@pytest.fixture
async def home(session: Session, serve: PageServer) -> Session:
    put_documents(serve)
    assert (await session.call("goto", url=serve(HOME, "/"))).ok
    return session


async def test_a_pdf_is_read_from_a_link_an_address_and_by_its_id(home: Session, serve: PageServer) -> None:
    for source in ({"ref": await ref(home, "#a")}, {"url": f"{serve.origin}/prices.pdf"}):
        found = await home.call("read_pdf", **source, pages="2-3")
        assert [page["text"].raw for page in found.data["pages"]] == [
            "Page 2 of the price list",
            "Page 3 of the price list",
        ]
        assert (found.data["total_pages"], found.data["pages"][0]["text"].origin) == (40, serve.origin)
    again = await home.call("read_pdf", file=found.data["document"], pages="40")
    assert again.data["pages"][0]["text"] == "Page 40 of the price list"
    assert not (home.run_dir / "downloads").exists()


async def test_the_whole_of_a_pdf_is_reached_by_next(home: Session, serve: PageServer) -> None:
    found = await home.call("read_pdf", url=f"{serve.origin}/prices.pdf", max_chars=400)
    numbers = [page["page"] for page in found.data["pages"]]
    while found.truncated:
        found = await home.call(found.next.tool, **found.next.params)
        numbers += [page["page"] for page in found.data["pages"]]
    assert numbers == list(range(1, 41))


async def test_a_page_that_is_longer_than_a_result_is_reached_by_next(home: Session, serve: PageServer) -> None:
    lines = [(20, 800 - 2 * number, 1, f"line {number} " + "of very many words " * 8) for number in range(390)]
    serve.put("/long.pdf", Reply(pdf([lines, [(72, 700, 10, "the end")]]), content_type="application/pdf"))
    found = await home.call("read_pdf", url=f"{serve.origin}/long.pdf")
    texts = [page["text"].raw for page in found.data["pages"]]
    while found.truncated:
        assert len(str(found.to_dict())) < 9_000
        found = await home.call(found.next.tool, **found.next.params)
        texts += [page["text"].raw for page in found.data["pages"]]
    assert [word for word in "".join(texts).split() if word.isdigit()] == [str(number) for number in range(390)]
    assert texts[-1] == "the end"


async def goto_and_read(session: Session, serve: PageServer) -> None:
    put_documents(serve)
    await session.call("goto", url=serve(HOME, "/"))
    opened = await session.call_as("model", "click", ref=await ref(session, "#a"))
    # The headless shell hands the file over, other browsers show it in the tab.
    snapshot = await session.call("snapshot")
    assert "read_pdf" in str(opened.to_dict()) + str(snapshot.to_dict())
    assert (await session.call_as("model", "read_pdf", pages="7")).data["pages"][0][
        "text"
    ] == "Page 7 of the price list"
    assert (await session.call("goto", url=f"{serve.origin}/scan.pdf")).ok
    scanned = await session.call_as("model", "read_pdf")
    assert (scanned.data["pages"][0]["scanned"], scanned.attachments[0].mime) == (True, "image/jpeg")


async def test_a_pdf_that_opens_is_read_without_naming_it(session: Session, serve: PageServer) -> None:
    await goto_and_read(session, serve)


async def test_a_pdf_that_opens_is_read_without_naming_it_in_firefox(
    firefox_session: Session, serve: PageServer
) -> None:
    await goto_and_read(firefox_session, serve)


async def test_a_download_is_read_by_its_id_and_by_the_name_and_path_that_its_result_tells(
    home: Session, serve: PageServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    kept = await home.call("download", url=f"{serve.origin}/list")
    for called in (kept.data["id"], kept.data["file"].raw, kept.data["path"].raw):
        read = await home.call_as("model", "read_download", file=called)
        assert (read.code, read.data and read.data["text"].raw) == (None, "item,price\nkettle,30"), called
    # The user's own file of that name is another one.
    (tmp_path / kept.data["file"].raw).write_text("mine")
    assert (await home.call_as("model", "read_download", file=kept.data["file"].raw)).code == NOT_PERMITTED


async def test_a_csv_that_opens_is_held_to_be_read_and_not_kept(home: Session) -> None:
    came = await home.call_as("model", "click", ref=await ref(home, "#t"))
    [file] = came.followed["downloads"]
    assert (file["state"], file["read_with"]) == ("held", "read_download")
    read = await home.call_as("model", "read_download", file=file["id"])
    assert read.data["text"] == "item,price\nkettle,30"
    [listed] = (await home.call_as("model", "list_downloads")).data["downloads"]
    assert listed["id"] == file["id"]
    assert not (home.run_dir / "downloads").exists()


async def test_a_cookie_for_its_own_site_alone_goes_along_with_no_link_of_another_site(
    session: Session, serve: PageServer
) -> None:
    elsewhere, seen = PageServer(), list[str]()
    session.permissions.unsafe = True

    def answer(request: Request) -> Reply:
        seen.append(request.headers.get("Cookie", request.headers.get("cookie", "")))
        return Reply(PRICES, content_type="application/pdf")

    try:
        serve.put("/prices.pdf", answer)
        here = {"url": serve.origin, "value": "1"}
        cookies: list[Any] = [{**here, "name": "own", "sameSite": "Strict"}, {**here, "name": "any", "sameSite": "Lax"}]
        await session.tab.page.context.add_cookies(cookies)
        for page in (elsewhere, serve):
            origin = page.origin.replace("127.0.0.1", "localhost") if page is elsewhere else page.origin
            page.put("/", Reply(f"<a href={serve.origin}/prices.pdf>Prices</a>".encode()))
            assert (await session.call("goto", url=f"{origin}/")).ok
            assert (await session.call_as("model", "read_pdf", ref="Prices")).ok
    finally:
        elsewhere.stop()
    assert [sorted(one.split("; ")) for one in seen] == [["any=1"], ["any=1", "own=1"]]


async def test_a_pdf_behind_a_sign_in_is_read_with_the_cookies_of_the_browser(
    any_session: Session, serve: PageServer
) -> None:
    def members_only(request: Request) -> Reply:
        signed_in = request.headers.get("Cookie", request.headers.get("cookie")) == "sid=1"
        return Reply(PRICES, content_type="application/pdf") if signed_in else Reply(b"Sign in first", 403)

    serve.put("/members.pdf", members_only)
    serve.put("/in", Reply(b"<a href=/members.pdf>Prices</a>", headers={"set-cookie": "sid=1; HttpOnly"}))
    page = serve("<form action=/in method=post><button>Sign in</button></form>")
    await any_session.call("goto", url=page)
    assert (await any_session.call("read_pdf", url=f"{serve.origin}/members.pdf")).code == "http_error"
    await any_session.call("click", ref="Sign in")
    read = await any_session.call("read_pdf", ref=await ref(any_session, "a"), pages="1")
    assert read.data["pages"][0]["text"] == "Page 1 of the price list"


async def test_what_is_no_document_is_one_sentence(home: Session, serve: PageServer) -> None:
    serve.put("/broken.pdf", Reply(b"%PDF-1.7\n", content_type="application/pdf"))
    for params, code in (
        ({"url": f"{serve.origin}/page"}, "not_a_pdf"),
        ({"url": f"{serve.origin}/broken.pdf"}, "broken_document"),
        ({"url": f"{serve.origin}/none.pdf"}, "http_error"),
        ({"url": f"{serve.origin}/prices.pdf", "pages": "99"}, "no_such_page"),
        ({"url": f"{serve.origin}/prices.pdf", "cursor": "2"}, "bad_cursor"),
        ({"ref": await ref(home, "#b")}, "navigation_failed"),
        ({"file": "d99"}, "no_such_file"),
        ({"file": "d1", "url": serve.origin}, "invalid_params"),
    ):
        result = await home.call("read_pdf", **params)
        assert (result.code, result.error[-1], result.hint != "") == (code, ".", True), params


async def test_files_of_this_machine_only_from_allowed_folders_and_for_a_model_only_named_ones(
    open_session: OpenSession, chromium: Browser, tmp_path: Path
) -> None:
    folder = tmp_path / "up"
    folder.mkdir()
    (folder / "terms.txt").write_text("They hold.")
    (folder / "other.txt").write_text("Not named.")
    (tmp_path / "outside.txt").write_text("not yours")
    (folder / "link.txt").symlink_to(tmp_path / "outside.txt")
    session = await open_session(chromium, tmp_path / "run", upload_dirs=[folder])
    session.provenance.words.add_text("What does terms.txt say?")
    read = await session.call_as("model", "read_download", file=str(folder / "terms.txt"))
    assert read.ok, (read.error, read.code)
    assert (read.data["text"], read.data["text"].origin) == ("They hold.", "file")
    for path in (folder / "other.txt", folder / "link.txt", tmp_path / "outside.txt", folder / ".." / "outside.txt"):
        assert (await session.call_as("model", "read_download", file=str(path))).code == NOT_PERMITTED, path
    assert (await session.call("read_download", file=str(folder / "link.txt"))).code == NOT_PERMITTED


async def test_what_the_run_keeps_is_no_file_of_the_users_though_uploads_may_come_from_above(
    open_session: OpenSession, chromium: Browser, serve: PageServer, tmp_path: Path
) -> None:
    session = await open_session(chromium, tmp_path / "up" / "run", upload_dirs=[tmp_path])
    (tmp_path / "link").symlink_to(tmp_path / "up" / "run")
    session.provenance.words.add_text("Upload report.csv, and read report.csv")
    await session.call("goto", url=serve("<input type=file id=f>", "/"))
    link = f"{serve.other_site}/leak?d=SECRET"
    assert (await session.call_as("model", "write_file", name="report.csv", content=f"see {link} there")).ok
    field = await ref(session, "#f")
    for folder in (session.run_dir, tmp_path / "link", tmp_path / "link" / "files" / ".."):
        path = str(folder / "files" / "report.csv")
        assert (await session.call_as("model", "read_download", file=path)).code == NOT_PERMITTED, path
        assert (await session.call_as("model", "read_pdf", file=path)).code == NOT_PERMITTED, path
        assert (await session.call_as("model", "upload_file", ref=field, path=path)).code == NOT_PERMITTED, path
    assert not session.provenance.links.has(link)
    (tmp_path / "report.csv").write_text("the user's")
    assert (await session.call_as("model", "upload_file", ref=field, path=str(tmp_path / "report.csv"))).ok
    assert (await session.call("upload_file", ref=field, path=path)).ok


async def test_a_page_that_shows_a_secret_comes_without_a_picture(
    open_session: OpenSession, chromium: Browser, serve: PageServer, tmp_path: Path
) -> None:
    (tmp_path / "word").write_text("kestrel-Rosa-9917")
    secrets = [f"login=file:{tmp_path / 'word'}@{serve.origin}"]
    session = await open_session(chromium, tmp_path / "run", secrets=secrets)
    pages = [[(72, 700, 10, words)] for words in ("Your login is kestrel-Rosa-9917", "Nothing to hide here")]
    serve.put("/mine.pdf", Reply(pdf(pages), content_type="application/pdf"))
    serve.put("/form.pdf", Reply(pdf(pages[1:], field=("login", "kestrel-Rosa-9917")), content_type="application/pdf"))
    await session.call("goto", url=serve(HOME, "/"))
    read = await session.call_as("model", "read_pdf", url=f"{serve.origin}/mine.pdf", pages="1-2", pictures=True)
    assert [one.name for one in read.attachments] == ["page 2"]
    first, second = read.data["pages"]
    assert (first["text"], first["no_picture"][-1]) == ("Your login is [secret:login]", ".")
    assert "no_picture" not in second
    form = await session.call_as("model", "read_pdf", url=f"{serve.origin}/form.pdf", pictures=True)
    assert (form.attachments, "no_picture" in form.data["pages"][0]) == ((), True)


async def test_a_secret_opens_a_document_of_its_own_site_only(
    open_session: OpenSession, chromium: Browser, serve: PageServer, tmp_path: Path
) -> None:
    put_documents(serve)
    (tmp_path / "word").write_text("cor2rect-Horse!")
    secrets = [f"pdf=file:{tmp_path / 'word'}@https://bank.example"]
    session = await open_session(chromium, tmp_path / "run", secrets=secrets)
    await session.call("goto", url=serve(HOME, "/"))
    result = await session.call("read_pdf", url=f"{serve.origin}/prices.pdf", password="pdf")
    assert result.code == NOT_PERMITTED
    assert (await session.call("read_pdf", url=f"{serve.origin}/prices.pdf", password="x")).code == "no_such_secret"


async def test_a_model_s_own_address_is_judged_like_a_goto_and_a_redirect_where_it_lands(
    home: Session, serve: PageServer
) -> None:
    home.provenance.words.add_text("Read the price list")
    away = f"{serve.other_site}/prices.pdf"
    assert (await home.call_as("model", "read_pdf", url=f"{away}?secret=1")).code == NOT_PERMITTED
    # On an opened origin it may be asked for what it likes, but that must not lead off it.
    serve.put("/out", Reply(status=302, headers={"location": f"{away}?secret=1"}))
    assert (await home.call_as("model", "read_pdf", url=f"{serve.origin}/out?secret=1")).code == "navigation_failed"
    assert (await home.call_as("model", "read_pdf", url=f"{serve.origin}/delete?id=1")).code == NOT_PERMITTED
    assert not [one for one in serve.requests if "secret" in one.path and one.headers["Host"] in away]
    assert not [one for one in serve.requests if "delete" in one.path]


async def test_what_is_fetched_keeps_to_the_network_rules(session: Session, serve: PageServer) -> None:
    put_documents(serve)
    url = serve(f"<a id=a href={serve.origin}/prices.pdf>Prices</a>", "/")
    await session.call("goto", url=url)
    link = await ref(session, "#a")
    # A page that anybody may link from names no host of this machine.
    session.permissions = Permissions.of(["https://example.org"])
    result = await session.call_as("model", "read_pdf", ref=link)
    assert (result.code, "loopback" in result.error) == ("navigation_failed", True)
    serve.put("/out", Reply(status=302, headers={"location": "http://127.0.0.1:9/x.pdf"}))
    session.permissions = Permissions.of([serve.origin])
    result = await session.call("read_pdf", url=f"{serve.origin}/out")
    assert (result.code, "loopback" in result.error) == ("navigation_failed", True)


async def test_text_is_searched_for_in_a_pdf_by_pages_and_in_other_files(home: Session, serve: PageServer) -> None:
    await home.call("read_pdf", url=f"{serve.origin}/prices.pdf", pages="1")
    found = await home.call("search_page", pattern="page 3", file="d1", max_results=4, context_chars=9)
    assert (found.data["total"], [one["page"] for one in found.data["matches"]]) == (11, [3, 30, 31, 32])
    first = found.data["matches"][0]
    assert (first["match"].raw, first["after"].raw, first["match"].origin) == ("Page 3", " of the p", serve.origin)
    rest = await home.call(found.next.tool, **found.next.params)
    assert [one["page"] for one in rest.data["matches"]] == [33, 34, 35, 36]
    await home.call("fetch_url", url=f"{serve.origin}/list")
    found = await home.call("search_page", pattern="kettle", file="d2")
    assert [(one["before"].raw, "page" in one) for one in found.data["matches"]] == [("item,price\n", False)]
    cut = await home.call_as("model", "search_page", pattern="page 30", file="d1", context_chars=12)
    assert cut.data["matches"][0]["after"].raw == " of the…"


async def test_a_search_in_a_file_is_bound_as_reading_it_is(home: Session, tmp_path: Path) -> None:
    private = tmp_path / "private.txt"
    private.write_text("the word")
    outside = await home.call_as("model", "search_page", pattern="word", file=str(private))
    assert outside.code == NOT_PERMITTED
    assert (await home.call("search_page", pattern="word", file="d9")).code == "no_such_file"
    await home.call("write_file", name="own.txt", content="the word")
    own = await home.call_as("model", "search_page", pattern="word", file=str(home.run_dir / "files" / "own.txt"))
    assert own.code == NOT_PERMITTED


async def test_the_document_itself_is_attached_for_models_that_read_pdfs(
    open_session: OpenSession, chromium: Browser, serve: PageServer, tmp_path: Path
) -> None:
    put_documents(serve)
    (tmp_path / "key").write_text("kettle-4711-copper")
    secrets = [f"login=file:{tmp_path / 'key'}@{serve.origin}"]
    session = await open_session(chromium, tmp_path / "run", secrets=secrets)
    short = pdf([[(72, 700, 10, f"Page {number}")] for number in (1, 2)])
    hidden = pdf([[(72, 700, 10, "Nothing")], [(72, 700, 10, "The key is kettle-4711-copper")]])
    for path, data in (("/short.pdf", short), ("/hidden.pdf", hidden)):
        serve.put(path, Reply(data, content_type="application/pdf"))
    links = "".join(f"<a href=/{name}.pdf>{name}</a>" for name in ("short", "hidden", "prices", "scan"))
    assert (await session.call("goto", url=serve(links, "/links"))).ok
    assert (await session.call_as("model", "snapshot")).ok

    async def attached(name: str) -> tuple[list[bytes], str]:
        result = await session.call_as("model", "read_pdf", url=f"{serve.origin}/{name}.pdf", pages="1", attach=True)
        found = [one for one in result.attachments if one.kind == "document"]
        return [one.data for one in found], result.data.get("not_attached", "")

    assert await attached("short") == ([], "This model is shown no documents.")
    model = Scripted([])
    model.reads_documents = True  # type: ignore[attr-defined]
    Agent(session, model=model)
    assert await attached("short") == ([short], "")
    assert (await attached("hidden"))[1] == "It shows a secret, which the document would show too."
    assert "up to 20 pages" in (await attached("prices"))[1]
    assert (await attached("scan"))[1] == "Not all of it can be searched for secrets."


async def test_a_run_that_starts_at_a_pdf_is_told_so(session: Session, serve: PageServer) -> None:
    put_documents(serve)
    run = await Agent(session, model="offline").run("how many links are there?", url=f"{serve.origin}/prices.pdf")
    assert "gives a file and no page; `read_pdf` reads it" in run.answer
    assert "no page yet" not in run.answer
