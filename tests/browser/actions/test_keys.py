"""Keys: names, aliases, order, and where they go."""

from __future__ import annotations

import pytest

from handrail.browser.actions.keys import UnknownKey, parse
from handrail.browser.types.errors import DialogOpen, DocumentChanged, WrongElement
from tests.browser.stage import Stage
from tests.pages import PageServer


@pytest.mark.parametrize(
    ("written", "press"),
    [
        ("Escape", "Escape"),
        ("esc", "Escape"),
        ("Return", "Enter"),
        ("Ctrl+a", "Control+a"),
        ("cmd + shift + P", "Meta+Shift+P"),
        ("shift+tab", "Shift+Tab"),
        ("arrowdown", "ArrowDown"),
        ("down", "ArrowDown"),
        ("PgDn", "PageDown"),
        (" ", "Space"),
        ("+", "+"),
        ("Control++", "Control++"),
        ("é", "é"),
        ("F5", "F5"),
    ],
)
def test_names_and_aliases(written: str, press: str) -> None:
    assert parse([written]) == [press]


@pytest.mark.parametrize(
    ("written", "nearest"),
    [("Escpe", "Escape"), ("ArowDown", "ArrowDown"), ("Contrl+a", "Control"), ("pagedwn", "PageDown")],
)
def test_an_unknown_name_gets_the_nearest_ones(written: str, nearest: str) -> None:
    with pytest.raises(UnknownKey) as caught:
        parse([written])
    assert nearest in caught.value.details["nearest"]
    assert nearest in caught.value.hint


@pytest.mark.parametrize("written", ["", "Control+", "a+b", "hello", "Enter+a", "F13"])
def test_what_is_no_press_of_a_key(written: str) -> None:
    with pytest.raises(UnknownKey) as caught:
        parse([written])
    assert caught.value.hint
    with pytest.raises(UnknownKey):
        parse([])


LISTEN = "<input id=f value=abc><button id=b>B</button><script>window.got = [];" \
    "addEventListener('keydown', e => got.push([e.key, e.target.id, e.ctrlKey, e.isTrusted]))</script>"  # fmt: skip


async def test_keys_go_to_an_element_or_the_focus_in_turn(both: Stage) -> None:
    await both.show(LISTEN)
    await both.actions.press(["End", "Backspace", "x", "Tab", "ArrowDown"], ref=await both.ref("#f"))
    assert await both.js("f.value") == "abx"
    assert [entry[:2] for entry in await both.js("got")] == [
        ["End", "f"], ["Backspace", "f"], ["x", "f"], ["Tab", "f"], ["ArrowDown", "b"],
    ]  # fmt: skip
    assert all(entry[3] for entry in await both.js("got"))
    await both.actions.focus(await both.ref("#f"))
    await both.actions.press(["Ctrl+a", "Delete"])
    assert await both.js("f.value") == ""


async def test_nothing_is_pressed_when_one_name_is_wrong_or_the_element_takes_no_focus(stage: Stage) -> None:
    await stage.show(LISTEN)
    with pytest.raises(UnknownKey):
        await stage.actions.press(["x", "Nokey"], ref=await stage.ref("#f"))
    assert await stage.js("got") == []
    await stage.show("<p id=p>Text</p>")
    with pytest.raises(WrongElement):
        await stage.actions.press(["Enter"], ref=await stage.ref("#p"))


async def test_a_dialog_after_the_last_key_returns_and_before_it_stops(both: Stage) -> None:
    await both.show("<input id=f onkeydown=\"if (event.key === 'Enter') alert('Hi'); else window.more = 1\">")
    await both.actions.press(["Enter"], ref=await both.ref("#f"))
    assert both.core.dialog is not None
    await both.accept()
    with pytest.raises(DialogOpen):
        await both.actions.press(["Enter", "x"], ref=await both.ref("#f"))
    await both.accept()
    assert await both.js("window.more ?? 0") == 0


async def test_keys_that_were_meant_for_one_page_are_not_pressed_on_the_next(stage: Stage, serve: PageServer) -> None:
    there = serve("<body><script>window.got = 0; addEventListener('keydown', () => got++)</script>")
    await stage.page.goto(serve(f"<form action='{there}'><input id=f></form>"))
    keys = ["Enter", *["x"] * 200]
    with pytest.raises(DocumentChanged):
        await stage.actions.press(keys, ref=await stage.ref("#f"))
    await stage.page.wait_for_url("**" + there.removeprefix(serve.origin) + "*")
    assert await stage.js("got") <= 1
