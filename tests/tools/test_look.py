"""snapshot, page_info and screenshot, through a session, in a real browser."""

from __future__ import annotations

import json
import os
from pathlib import Path

from handrail import Session
from tests.pages import PageServer

PAGE = """<!doctype html><title>Shop</title><h1>Shop</h1><p>Pens and ink.</p>
<form aria-label=Search><input aria-label=Find><button>Go</button></form><div style="height:3000px"></div>"""
LONG = "<!doctype html><title>Long</title>" + "".join(
    f'<p>Paragraph "{i}" <a href=/{i}>more</a></p>' for i in range(800)
)


async def test_snapshot_gives_the_outline_as_outside_text(session: Session, serve: PageServer) -> None:
    await session.call("goto", url=serve(PAGE))
    result = await session.call("snapshot")
    assert result.ok
    assert result.data["mode"] == "full"
    assert 'button "Go" [' in result.data["snapshot"].raw
    assert (result.data["snapshot"].label, result.data["snapshot"].origin) == ("page-snapshot", serve.origin)
    assert result.data["title"] == "Shop"
    assert not result.truncated


async def test_snapshot_of_a_part_and_in_a_mode(session: Session, serve: PageServer) -> None:
    await session.call("goto", url=serve(PAGE))
    form = next(node.ref for node in (await session.snapshot()).nodes if node.role == "form")
    part = await session.call("snapshot", within_ref=form, mode="interactive")
    assert [line.split(" [")[0] for line in part.data["snapshot"].raw.splitlines()] == [
        'form "Search"',
        ' textbox "Find"',
        ' button "Go"',
    ]


async def test_a_long_snapshot_fits_and_its_next_call_goes_on(session: Session, serve: PageServer) -> None:
    max_chars = 2_000
    await session.call("goto", url=serve(LONG))
    first = await session.call("snapshot", mode="full", max_chars=max_chars)
    assert first.truncated
    assert len(json.dumps(first.to_dict()["data"], ensure_ascii=False)) <= max_chars
    assert first.next is not None
    second = await session.call(first.next.tool, **first.next.params)
    last = first.data["snapshot"].raw.splitlines()[-1]
    following = second.data["snapshot"].raw.splitlines()[0]
    whole = (await session.snapshot("full", max_chars=10**6)).text.raw.splitlines()
    assert whole.index(following, whole.index(last)) > whole.index(last)
    assert "more lines" in first.data["left_out"]


async def test_bad_parameters_are_reported(session: Session, serve: PageServer) -> None:
    await session.call("goto", url=serve(PAGE))
    assert (await session.call("snapshot", mode="fully")).code == "invalid_params"
    assert (await session.call("snapshot", max_chars=3)).code == "invalid_params"
    for params, code in (({"within_ref": "e999"}, "unknown_ref"), ({"cursor": "s7:1"}, "invalid_cursor")):
        failed = await session.call("snapshot", **params)
        assert (failed.ok, failed.code, failed.recoverable) == (False, code, True)
        assert failed.hint


async def test_page_info_says_where_things_stand(session: Session, serve: PageServer) -> None:
    inner = serve("<p>inside</p>")
    banner = "<div id=cookie-consent>We use cookies <button>Accept</button></div>"
    dialog = "<dialog id=d aria-label=Offer>x</dialog><script>d.showModal()</script>"
    await session.call("goto", url=serve(f"{PAGE}<iframe src='{inner}'></iframe>{banner}{dialog}", status=404))
    data = (await session.call("page_info")).data
    assert (data["title"], data["status"], data["load_state"]) == ("Shop", 404, "complete")
    assert data["page_size"]["height"] > data["viewport"]["height"]
    assert data["scroll"] == {"x": 0, "y": 0}
    assert [(frame["frame"], frame["url"].raw, frame["state"]) for frame in data["frames"]] == [("f1", inner, "ready")]
    assert (data["modal"], data["cookie_banner"]) == ("Offer", True)
    assert [tab["active"] for tab in data["tabs"]] == [True]
    assert data["dialog"] is None


async def test_page_info_works_while_a_dialog_is_open(session: Session, serve: PageServer) -> None:
    await session.call("goto", url=serve("<button onclick=\"alert('Careful')\">Warn</button>"))
    (button,) = [node.ref for node in (await session.snapshot()).nodes if node.role == "button"]
    await session.call("click", ref=button)
    assert (await session.call("snapshot")).code == "dialog_open"
    data = (await session.call("page_info")).data
    assert (data["dialog"]["kind"], data["dialog"]["message"].raw) == ("alert", "Careful")


async def test_a_screenshot_travels_beside_the_result_and_is_kept_under_a_name_of_its_own(
    session: Session, serve: PageServer
) -> None:
    await session.call("goto", url=serve(PAGE))
    result = await session.call("screenshot")
    (picture,) = result.attachments
    assert picture.kind == "image"
    assert result.data == {"mime": picture.mime, "bytes": len(picture.data)}
    assert (await session.call("screenshot", ref="e1", full_page=True)).code == "invalid_params"
    assert (await session.call("screenshot", ref="e77")).code == "unknown_ref"
    paths = [Path((await session.call("screenshot", save=True)).data["path"]) for _ in range(2)]
    assert paths[0] != paths[1]
    assert all(path.parent == session.run_dir and path.stat().st_size > 0 for path in paths)
    if os.name == "posix":
        assert [path.stat().st_mode & 0o777 for path in (session.run_dir, *paths)] == [0o700, 0o600, 0o600]


async def test_a_screenshot_that_cannot_be_kept_is_a_failure(session: Session, serve: PageServer) -> None:
    session.run_dir.write_text("not a folder")
    await session.call("goto", url=serve(PAGE))
    result = await session.call("screenshot", save=True)
    assert (result.code, result.error) == (
        "cannot_save",
        "The picture cannot be saved in the run's folder: Not a directory.",
    )


async def test_firefox_looks_the_same(firefox_session: Session, session: Session, serve: PageServer) -> None:
    url = serve(PAGE)
    texts = []
    for each in (firefox_session, session):
        await each.call("goto", url=url)
        texts.append((await each.call("snapshot", mode="full")).data["snapshot"].raw)
        assert (await each.call("page_info")).data["title"] == "Shop"
        assert (await each.call("screenshot")).attachments
    assert texts[0] == texts[1]


async def test_a_full_page_picture_says_what_it_leaves_out(session: Session, serve: PageServer) -> None:
    await session.call("goto", url=serve("<body style='margin:0'><div style='height:9000px'>tall</div>"))
    result = await session.call("screenshot", full_page=True)
    assert result.data["cut"] == "only the first 8000 of 9000 px are shown"
