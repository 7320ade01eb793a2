"""upload_file, through a session, in a real browser."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.async_api import Browser

from handrail import Session
from handrail.browser.actions.fields import upload
from tests.conftest import OpenSession
from tests.pages import PageServer
from tests.tools.acting import js, ref, shown

PAGE = "<label id=l>CV <input type=file id=f hidden></label><p id=p>x</p><input id=dir type=file webkitdirectory>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "up"
    folder.mkdir()
    (folder / "cv.txt").write_text("My life")
    (folder / "empty.txt").touch()
    (tmp_path / "secret.txt").write_text("not yours")
    return folder


@pytest.fixture
async def form(
    open_session: OpenSession, any_browser: Browser, folder: Path, tmp_path: Path, serve: PageServer
) -> Session:
    return await shown(await open_session(any_browser, tmp_path / "run", upload_dirs=[folder]), serve, PAGE)


CHOOSER = """<button id=b>Import</button><script>b.onclick = () => {
const field = Object.assign(document.createElement('input'), { type: 'file', onchange: () => { window.got = true } })
field.click() }</script>"""


async def test_a_press_that_opens_a_file_chooser_says_which_tool_gives_it_a_file(
    form: Session, serve: PageServer, folder: Path
) -> None:
    await shown(form, serve, CHOOSER)
    button = await ref(form, "#b")
    clicked = await form.call("click", ref=button)
    assert "`upload_file`" in clicked.followed["file_chooser"]
    uploaded = await form.call("upload_file", ref=button, path=str(folder / "cv.txt"))
    assert (uploaded.ok, "file_chooser" in uploaded.followed) == (True, False)
    assert await js(form, "window.got")


async def test_a_file_is_put_beside_others_or_in_their_place_and_the_result_says_which(
    form: Session, folder: Path
) -> None:
    (folder / "photo.txt").write_text("Me")
    await js(form, "f.multiple = true; window.sent = []; f.onchange = () => sent.push(f.files.length); null")
    field = await ref(form, "#l")
    # A program may give a path as such.
    first = await form.upload_file(field, folder / "cv.txt", add=True)
    second = await form.call("upload_file", ref=field, path=str(folder / "photo.txt"), add=True)
    assert (first.data["file"], first.data["bytes"], await js(form, "f.files[0].text()")) == ("cv.txt", 7, "My life")
    assert await js(form, "[[...f.files].map(file => file.name), sent]") == [["cv.txt", "photo.txt"], [1, 2]]
    assert ("beside" in first.data, [one.raw for one in second.data["beside"]]) == (False, ["cv.txt"])
    third = await form.call("upload_file", ref=field, path=str(folder / "cv.txt"))
    assert [one.raw for one in third.data["in_place_of"]] == ["cv.txt", "photo.txt"]


async def test_a_field_of_one_file_takes_no_second_one(form: Session, folder: Path) -> None:
    field = await ref(form, "#l")
    assert (await form.call("upload_file", ref=field, path=str(folder / "cv.txt"))).ok
    assert (await form.call("upload_file", ref=field, path=str(folder / "cv.txt"), add=True)).code == "wrong_element"


async def test_what_is_not_a_file_worth_sending_and_no_path_of_one(form: Session, folder: Path) -> None:
    field = await ref(form, "#f")
    for name, code in (("none.txt", "no_such_file"), ("empty.txt", "empty_file"), (".", "not_a_file")):
        result = await form.call("upload_file", ref=field, path=str(folder / name))
        assert (result.code, bool(result.hint)) == (code, True)
    for path in ("ftp://example.org/cv.pdf", "file:///etc/hostname", "data:text/plain,x", "a\0b", ""):
        result = await form.call("upload_file", ref="e1", path=path)
        assert (result.code, result.recoverable) == ("invalid_params", True), path


async def test_files_elsewhere_are_not_sent_whatever_the_path_looks_like(form: Session, folder: Path) -> None:
    secret = folder.parent / "secret.txt"
    (folder / "link.txt").symlink_to(secret)
    field = await ref(form, "#f")
    for path in (secret, folder / ".." / "secret.txt", folder / "link.txt", os.devnull, f"{folder}x/cv.txt"):
        result = await form.call("upload_file", ref=field, path=str(path))
        assert result.code == "not_permitted", path
        result = await form.call_as("model", "upload_file", ref=field, path=str(path))
        assert result.code == "not_permitted", path
        # A model is not told how to get it allowed.
        assert "upload-dir" not in str(result.to_dict())
    assert await js(form, "f.files.length") == 0


ZONE = """<div id=z style='padding:30px'>Drop your files here</div><script>
z.ondragover = (event) => event.preventDefault();
z.ondrop = (event) => {
  event.preventDefault();
  event.dataTransfer.files[0].text().then((text) => { z.textContent += ': ' + text });
};</script>"""


async def test_a_model_uploads_the_file_whose_whole_name_the_user_wrote(form: Session, folder: Path) -> None:
    (folder / "my long cv.txt").write_text("All of my life")
    form.provenance.words.add_text("Upload the file my long cv.txt")
    field = await ref(form, "#f")
    refused = await form.call_as("model", "upload_file", ref=field, path=str(folder / "cv.txt"))
    assert refused.code == "not_permitted"
    assert (await form.call_as("model", "upload_file", ref=field, path=str(folder / "my long cv.txt"))).ok


async def test_a_name_in_other_letters_names_no_file_beside_one_that_has_it_so(form: Session, folder: Path) -> None:
    for name in ("résumé.txt", "resume.txt"):
        (folder / name).write_text(name)
    field = await ref(form, "#f")
    form.provenance.words.add_text("Upload the file résumé.txt")
    refused = await form.call_as("model", "upload_file", ref=field, path=str(folder / "resume.txt"))
    assert refused.code == "not_permitted"
    assert (await form.call_as("model", "upload_file", ref=field, path=str(folder / "résumé.txt"))).ok
    (folder / "résumé.txt").unlink()
    # Alone, it is what the user means.
    assert (await form.call_as("model", "upload_file", ref=field, path=str(folder / "resume.txt"))).ok


async def test_a_dropped_file_is_judged_as_an_upload(form: Session, folder: Path, serve: PageServer) -> None:
    await shown(form, serve, ZONE)
    zone = await ref(form, "#z")
    for path in (folder / "cv.txt", folder / ".." / "secret.txt"):
        assert (await form.call_as("model", "upload_file", ref=zone, path=str(path))).code == "not_permitted"
    form.provenance.words.add_text("Upload cv.txt here.")
    result = await form.call_as("model", "upload_file", ref=zone, path=str(folder / "cv.txt"))
    assert (result.data["file"], result.data["dropped"]) == ("cv.txt", True)
    assert (await form.call("wait_for", text="Drop your files here: My life")).ok


async def test_page_side_failures(
    form: Session, folder: Path, serve: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = str(folder / "cv.txt")
    assert (await form.call("upload_file", ref=await ref(form, "#dir"), path=file)).code == "wrong_element"
    assert (await form.call("upload_file", ref="e99", path=file)).code == "unknown_ref"
    monkeypatch.setattr(upload, "CHOOSER", 0.5)
    await shown(
        form, serve, """<button onclick="outerHTML = '<dialog open>Crop your picture</dialog>'">Upload</button>"""
    )
    opened = await form.call("upload_file", ref=await ref(form, "button"), path=file)
    assert (opened.code, "asked for no file" in opened.error) == ("wrong_element", True)


async def test_without_an_allowed_folder_it_is_off(session: Session, serve: PageServer, folder: Path) -> None:
    await shown(session, serve, PAGE)
    params = {"ref": await ref(session, "#f"), "path": str(folder / "cv.txt")}
    result = await session.call("upload_file", **params)
    assert (result.code, result.recoverable) == ("not_available", False)
    assert result.hint == (
        "Turn it on with --upload-dir FOLDER or --upload-url URL "
        '(in a program: upload_dirs=["FOLDER"] or upload_urls=["URL"]).'
    )
    assert (await session.call_as("model", "upload_file", **params)).hint == ""
    assert "upload_file" not in [record.name for record in session.offered()]


async def test_ask_mode_sends_nothing(
    open_session: OpenSession, chromium: Browser, folder: Path, tmp_path: Path, serve: PageServer
) -> None:
    session = await open_session(chromium, tmp_path / "run", upload_dirs=[folder], mode="ask")
    await shown(session, serve, PAGE)
    result = await session.call("upload_file", ref=await ref(session, "#f"), path=str(folder / "cv.txt"))
    assert result.code == "not_permitted"
