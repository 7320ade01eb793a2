"""Files that pages hand over: where they go, under which name, and which are refused."""

import asyncio
import os
from contextlib import asynccontextmanager

import pytest

from handrail.browser.tabs import downloads
from handrail.browser.types.errors import NavigationFailed
from handrail.browser.types.file_names import clean_name, free_path
from handrail.browser.types.side_effects import ArrivingFile, SideEffectLimits
from handrail.trust import plain
from tests.browser.network.filtering_proxy.wires import Site
from tests.browser.openings import click, opened, ref_of
from tests.pages import Reply


def attachment(name, body=b"data", **headers):
    return Reply(
        body, 200, "application/octet-stream", {"content-disposition": f'attachment; filename="{name}"', **headers}
    )


@pytest.fixture
async def tabs(any_browser, tmp_path):
    async with opened(any_browser, tmp_path) as tabs:
        yield tabs


async def test_a_download_is_saved_in_the_runs_folder_and_reported(tabs, serve, tmp_path):
    url = serve.put("/report", attachment("report.csv", b"a,b\n1,2\n"))
    page = serve(f"<title>Here</title><a href='{url}'>Get</a>")
    await tabs.active.goto(page)
    after = await click(tabs, "Get")
    [told] = after.downloads
    assert (told["id"], told["state"], told["bytes"]) == ("d1", "saved", 8)
    assert (told["name"].raw, told["name"].origin) == ("report.csv", serve.origin)
    kept = tmp_path / "downloads" / told["file"].raw
    assert told["path"].raw == str(kept)
    assert kept.read_bytes() == b"a,b\n1,2\n"
    if os.name == "posix":
        assert [path.stat().st_mode & 0o777 for path in (kept.parent, kept)] == [0o700, 0o600]
    assert after.navigated_to is None
    assert tabs.active.url.raw == page


async def test_a_tab_that_was_opened_for_a_file_alone_is_closed(tabs, serve):
    url = serve.put("/report", attachment("report.csv"))
    await tabs.active.goto(serve(f"<form target=_blank action='{url}'><button>Export</button></form>"))
    after = await click(tabs, "Export")
    assert [told["state"] for told in after.downloads] == ["saved"]
    assert (after.opened, [tab.id for tab in tabs.all()]) == ([], ["t1"])


async def test_a_secret_in_the_name_of_a_file_is_in_no_path(tabs, serve, tmp_path):
    tabs.downloads.mask_text = lambda text: text.replace("DE8937", "••••••")
    url = serve.put("/statement", attachment("statement-DE8937.csv"))
    await tabs.active.goto(serve(f"<a href='{url}'>Get</a>"))
    [told] = (await click(tabs, "Get")).downloads
    assert [path.name for path in (tmp_path / "downloads").iterdir()] == [told["file"].raw]
    assert "DE8937" not in told["path"].raw


async def test_an_address_that_is_a_file_is_no_page_but_the_file_is_kept(tabs, serve, tmp_path):
    page = serve("<title>Here</title>")
    await tabs.active.goto(page)
    with pytest.raises(NavigationFailed, match="a file to download") as caught:
        await tabs.active.goto(serve.put("/file", attachment("data.bin")))
    [told] = caught.value.details["downloads"]
    assert (told["id"], told["state"]) == ("d1", "saved")
    assert (tmp_path / "downloads" / "data.bin").read_bytes() == b"data"
    assert tabs.active.url.raw == page
    assert await tabs.active.goto(page) == 200


async def test_a_new_tab_for_a_file_keeps_the_file(tabs, serve, tmp_path):
    with pytest.raises(NavigationFailed, match="a file to download"):
        await tabs.new(serve.put("/file", attachment("data.bin")))
    assert (tmp_path / "downloads" / "data.bin").read_bytes() == b"data"


async def test_nothing_is_overwritten_and_ids_go_on(tabs, serve, tmp_path):
    serve.put("/file", attachment("same.txt", b"first"))
    await tabs.active.goto(serve("<a href=/file>Get</a>"))
    await click(tabs, "Get")
    serve.put("/file", attachment("same.txt", b"second"))
    after = await click(tabs, "Get")
    assert after.downloads[0]["id"] == "d2"
    kept = sorted(path.read_bytes() for path in (tmp_path / "downloads").iterdir())
    assert kept == [b"first", b"second"]


async def test_a_file_is_judged_by_the_name_it_would_have_and_its_content_type(tabs, serve, tmp_path):
    judged = []
    serve.put("/file", Reply(b"x", 200, "text/x-sh", {"content-disposition": 'attachment; filename="..a.csv"'}))
    await tabs.active.goto(serve("<a href=/file>Get</a>"))
    limits = SideEffectLimits(may_save=lambda file: bool(judged.append(file)))
    async with tabs.watch(settle=True, limits=limits) as after:
        await tabs.active.actions.click(await ref_of(tabs, "Get"))
    assert [told["state"] for told in after.downloads] == ["not_kept"]
    assert judged == [ArrivingFile(f"{serve.origin}/file", clean_name(after.downloads[0]["name"].raw), "text/x-sh")]


async def refused(browser, folder, url):
    async with opened(browser, folder, max_download=4_000) as tabs:
        await tabs.active.goto(url)
        after = await click(tabs, "Get")
    assert [told["state"] for told in after.downloads] == ["too_large"]
    assert "file" not in after.downloads[0]
    assert len(str(plain(after.downloads[0]["url"]))) <= 2_000
    return not (folder / "downloads").exists()


async def test_a_file_over_the_cap_is_not_kept(any_browser, serve, tmp_path):
    serve.put("/large", attachment("large.bin", b"x" * 5_000))
    assert await refused(any_browser, tmp_path, serve("<a href=/large>Get</a>"))


async def test_nor_is_one_that_announces_a_size_of_thousands_of_digits_or_none(chromium, serve, tmp_path):
    serve.put("/large", attachment("large.bin", b"x" * 50, **{"content-length": "9" * 5_000}))
    assert await refused(chromium, tmp_path, serve("<a href=/large>Get</a>"))
    make = "made.href = 'data:application/zip,' + 'x'.repeat(5000)"
    page = serve(f"<a id=made download=large.bin>Get</a><script>{make}</script>")
    assert await refused(chromium, tmp_path, page)


async def test_without_a_folder_a_download_is_cancelled_and_reported(any_browser, serve):
    serve.put("/file", attachment("data.bin"))
    async with opened(any_browser) as tabs:
        await tabs.active.goto(serve("<a href=/file>Get</a>"))
        after = await click(tabs, "Get")
    assert [told["state"] for told in after.downloads] == ["not_kept"]


@asynccontextmanager
async def endless(headers, piece, pause=0.0):
    """A site whose only file never ends, and an event that is set once nobody takes it any more."""
    given_up = asyncio.Event()

    async def pour(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\n" + headers + b"\r\n\r\n")
        try:
            while True:
                writer.write(piece)
                await writer.drain()
                await asyncio.sleep(pause)
        except ConnectionError:
            given_up.set()

    async with Site(pour) as site:
        yield site, given_up


async def test_a_file_without_end_is_given_up(tabs, serve, monkeypatch, any_browser):
    if any_browser.browser_type.name == "firefox":
        pytest.skip("over BiDi a download cannot be cancelled")
    monkeypatch.setattr("handrail.browser.tabs.downloads.DOWNLOAD_TIMEOUT", 0.5)
    async with endless(b"Content-Disposition: attachment; filename=x", b"x" * 100, pause=0.01) as (site, given_up):
        await tabs.active.goto(serve(f"<a href='http://{site.at}/'>Get</a>"))
        [told] = (await click(tabs, "Get")).downloads
        await asyncio.wait_for(given_up.wait(), 30)
    assert told["state"] in ("arriving", "failed")


@pytest.mark.parametrize("wanted", [True, False])
async def test_a_file_without_end_is_stopped_once_it_is_too_large(chromium, tmp_path, monkeypatch, wanted):
    for limit in ("DOWNLOAD_TIMEOUT", "UNASKED_TIMEOUT"):
        monkeypatch.setattr(f"handrail.browser.tabs.downloads.{limit}", 600)
    endless_list = endless(b"Content-Type: text/csv", b"a,b,c\n" * 10_000)
    async with endless_list as (site, given_up), opened(chromium, tmp_path, max_download=4_000_000) as tabs:
        tabs.downloads.may_save = lambda file: wanted
        with pytest.raises(NavigationFailed, match="a file to download"):
            await tabs.active.goto(f"http://{site.at}/list.csv")
        await asyncio.wait_for(given_up.wait(), 60)
        [file] = await tabs.downloads.wait_for_new(0, 5)
    assert file.state == "too_large"
    assert not (tmp_path / "downloads").exists()


async def test_one_act_brings_only_so_many_files_and_all_together_only_so_many_bytes(
    chromium, serve, tmp_path, monkeypatch
):
    monkeypatch.setattr("handrail.browser.tabs.downloads.MOST_OF_ONE_ACT", 2)
    monkeypatch.setattr("handrail.browser.tabs.downloads.MAX_KEPT_BYTES", 4_000)
    script = "for (const n of '1234') { it.download = n; it.click() }"
    page = serve(f"<button onclick=\"{script}\">Get</button><a id=it href='data:application/zip,{'x' * 1_000}'></a>")
    async with opened(chromium, tmp_path) as tabs:
        await tabs.active.goto(page)
        told = (await click(tabs, "Get")).downloads
        assert [one["state"] for one in told] == ["saved", "saved", "not_kept", "not_kept"]
        serve.put("/large", attachment("large.bin", b"x" * 3_000))
        await tabs.active.goto(serve("<a href=/large>Get</a>"))
        [large] = (await click(tabs, "Get")).downloads
    assert large["state"] == "too_large"


async def test_a_name_with_a_path_in_it_stays_in_the_folder(tabs, serve, tmp_path):
    serve.put("/file", attachment("..%2F..%2F..\\\\evil.sh"))
    await tabs.active.goto(serve("<a href=/file download='../../up.txt'>Get</a>"))
    after = await click(tabs, "Get")
    assert after.downloads[0]["state"] == "saved"
    [kept] = (tmp_path / "downloads").iterdir()
    assert kept.parent == tmp_path / "downloads"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["downloads"]


async def test_hostile_names_become_harmless_ones(tabs, serve, tmp_path):
    names = {".bashrc": "bashrc", "-rf": "rf", "CON": "file_CON", "%2e%2e%2fx": "", "in\u202efdp.exe": ""}
    for number, (name, wanted) in enumerate(names.items()):
        serve.put(f"/{number}", attachment(name.encode().decode("latin-1")))
        await tabs.active.goto(serve(f"<a href=/{number}>Get</a>"))
        [told] = (await click(tabs, "Get")).downloads
        assert told["state"] == "saved"
        kept = tmp_path / "downloads" / told["file"].raw
        assert kept.read_bytes() == b"data"
        assert kept.resolve().parent == (tmp_path / "downloads").resolve()
        assert kept.name == (wanted or kept.name)
        assert kept.name[0] not in ".-"
        assert "\u202e" not in kept.name


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("report.pdf", "report.pdf"),
        ("Übersicht 2026.xlsx", "Übersicht 2026.xlsx"),
        ("../../etc/passwd", "_.._etc_passwd"),
        ("..\\..\\boot.ini", "_.._boot.ini"),
        ("C:\\x.txt", "C_x.txt"),
        (".bashrc", "bashrc"),
        ("-rf", "rf"),
        ("a\x00b\n.txt", "ab.txt"),
        ("invoice\u202efdp.exe", "invoicefdp.exe"),
        ("CON", "file_CON"),
        ("nul.txt", "file_nul.txt"),
        ("", "file"),
        ("...", "file"),
        ("<a>|b?.txt", "_a_b_.txt"),
        ("x" * 300 + ".tar", "x" * 97 + ".tar"),
        ("報" * 120 + ".pdf", "報" * 66 + ".pdf"),
    ],
)
def test_what_a_page_calls_a_file_and_what_we_do(given, kept, tmp_path):
    assert clean_name(given) == kept
    (tmp_path / kept).write_bytes(b"data")


def test_a_link_that_leads_nowhere_counts_as_taken(tmp_path):
    (tmp_path / "a.txt").symlink_to(tmp_path / "missing")
    assert free_path(tmp_path, "a.txt").name == "a-2.txt"


async def test_a_page_has_few_files_held_that_are_only_read(tabs, serve, tmp_path, monkeypatch):
    monkeypatch.setattr(downloads, "MOST_HELD", 4)
    monkeypatch.setattr(downloads, "MAX_HELD_BYTES", 50)
    limits = SideEffectLimits(may_save=lambda _: False)
    for number in range(8):
        serve.put(f"/{number}.csv", Reply(b"a,b\n1,2\n" * 3, content_type="text/csv"))
    page = "<title>Here</title><button onclick='next()'>Go</button><iframe></iframe><script>let at = 0; "
    page += "const next = () => { document.querySelector('iframe').src = `/${at++}.csv` }</script>"
    await tabs.active.goto(serve(page))
    told = list[str]()
    for _ in range(8):
        async with tabs.watch(settle=True, limits=limits) as after:
            await tabs.active.actions.click(await ref_of(tabs, "Go"))
        told += [one["state"] for one in after.downloads]
    assert told.count("held") == 2
    assert told.count("not_kept") == len(told) - 2 > 2
    assert len(list((tmp_path / "documents").iterdir())) == 2
