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


ZONE = """<div id=zone style='padding:40px;border:1px dashed'>Drop files <button id=b>here</button></div><p id=out></p>
<script>
window.kinds = [];
for (const kind of ['dragenter', 'dragover', 'dragleave', 'drop']) zone.addEventListener(kind, (event) => {
  kinds.push([kind, event.isTrusted, [...event.dataTransfer.types].join(), event.clientX > 0]);
  event.preventDefault();
});
zone.addEventListener('drop', async (event) => {
  const [item] = event.dataTransfer.items;
  const files = [...event.dataTransfer.files];
  const texts = await Promise.all(files.map(async (file) => file.name + ':' + await file.text()));
  out.textContent = texts.join() + '|' + item.kind + '|' + item.getAsFile().name;
});
</script>"""


async def test_dropped_on_a_zone_without_a_field(both: Stage, cv: Path) -> None:
    other = cv.with_name("note.md")
    other.write_text("# Note")
    await both.show(ZONE)
    assert (await both.actions.set_files(await both.ref("#zone"), [cv, other])).dropped
    await both.page.wait_for_function("out.textContent")
    assert await both.js("out.textContent") == "cv.txt:My life,note.md:# Note|file|cv.txt"
    assert [kind for kind, *_ in await both.js("kinds")] == ["dragenter", "dragover", "drop"]
    assert all(types == "Files" and inside for _, _, types, inside in await both.js("kinds"))
    # The page sees no input that was not there, and one that is elsewhere is not meant.
    assert await both.js("document.querySelectorAll('input').length") == 0
    await both.js("document.body.insertAdjacentHTML('beforeend', '<form><input type=file id=f></form>')")
    assert (await both.actions.set_files(await both.ref("#zone"), [cv])).dropped
    assert await both.js("f.files.length") == 0


async def test_a_button_in_a_drop_zone_opens_its_chooser_and_takes_no_drop(both: Stage, cv: Path) -> None:
    chooser = PAGES["a field that a button makes"][0]
    await both.show(f"<div id=zone ondragover='event.preventDefault()' ondrop='event.preventDefault()'>{chooser}</div>")
    assert not (await both.actions.set_files(await both.ref("#x"), [cv])).dropped
    await both.page.wait_for_function("window.told")


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
    never = "<div ondragover='event.preventDefault()' id=b style='padding:9px'>It lets drops go by</div>"
    for html in ("<button id=b>Save</button>", never):
        await stage.show(html)
        with pytest.raises(WrongElement, match="neither asks for a file nor takes a dropped one"):
            await stage.hasty.set_files(await stage.ref("#b"), [cv])
    await stage.show("<input type=file id=f disabled>")
    with pytest.raises(NotActionable):
        await stage.actions.set_files(await stage.ref("#f"), [cv])
