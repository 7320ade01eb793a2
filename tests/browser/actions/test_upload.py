"""Giving files to a page: the input behind whatever the ref names."""

from __future__ import annotations

from pathlib import Path

import pytest

from handrail.browser.types.errors import NotActionable, WrongElement
from tests.browser.stage import Stage

PAGES = {
    "the field itself": ("<input type=file id=x>", "#x"),
    "its label": ("<label id=x>CV <input type=file hidden></label>", "#x"),
    "a label elsewhere": ("<input type=file id=i style='display:none'><p><label for=i id=x>Choose</label></p>", "#x"),
    "a button beside it": ("<div><button id=x type=button>Browse</button><input type=file hidden></div>", "#x"),
    "a drop zone around it": ("<div id=x style='padding:40px'>Drop here<input type=file hidden></div>", "#x"),
    "the only one of the page": ("<main><div><button id=x>Attach</button></div></main><input type=file hidden>", "#x"),
    "a field that a button makes": (
        "<button id=x>Attach</button><script>x.onclick = () => { const i = document.createElement('input');"
        "i.type = 'file'; i.onchange = () => { window.told = i.files[0].name }; i.click(); }</script>",
        "#x",
    ),
}
TOLD = "window.told = ''; document.addEventListener('change', e => { window.told = e.target.files[0].name })"


@pytest.fixture
def cv(tmp_path: Path) -> Path:
    path = tmp_path / "cv.txt"
    path.write_text("My life")
    return path


async def test_the_input_behind(both: Stage, cv: Path) -> None:
    for html, selector in PAGES.values():
        await both.show(html)
        await both.js(TOLD)
        await both.actions.set_files(await both.ref(selector), [cv])
        await both.page.wait_for_function("window.told")
        assert await both.js("window.told") == "cv.txt", html


async def test_several_files(both: Stage, cv: Path) -> None:
    other = cv.with_name("photo.png")
    other.write_bytes(b"x")
    await both.show("<input type=file id=many multiple><input type=file id=one>")
    await both.actions.set_files(await both.ref("#many"), [cv, other])
    assert await both.js("[...many.files].map(f => f.name)") == ["cv.txt", "photo.png"]
    with pytest.raises(WrongElement):
        await both.actions.set_files(await both.ref("#one"), [cv, other])


async def test_what_takes_no_file_says_so(stage: Stage, cv: Path) -> None:
    await stage.show("<button id=b>Save</button><input type=file id=dir webkitdirectory hidden>")
    with pytest.raises(WrongElement):
        await stage.actions.set_files(await stage.ref("#dir"), [cv])
    await stage.show("<button id=b>Save</button>")
    with pytest.raises(WrongElement):
        await stage.actions.set_files(await stage.ref("#b"), [cv])
    await stage.show("<input type=file id=f disabled>")
    with pytest.raises(NotActionable):
        await stage.actions.set_files(await stage.ref("#f"), [cv])
