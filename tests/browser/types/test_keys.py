"""Keys that paste are known by every spelling that a browser takes for one."""

from __future__ import annotations

from itertools import combinations

from handrail.browser.actions.keys import parse
from handrail.browser.types.keys import pastes
from tests.browser.stage import Stage

HELD = ("Shift", "Control", "Alt", "Meta")


async def test_whatever_pastes_in_a_browser_is_known(both: Stage):
    await both.page.set_content("<textarea id=from>copied</textarea><textarea id=to></textarea>")
    await both.page.focus("#from")
    for key in ("Control+a", "Control+c"):
        await both.page.keyboard.press(key)
    pasted = list[str]()
    for held in (held for count in range(4) for held in combinations(HELD, count)):
        for last in ("v", "V", "KeyV", "Insert", "Numpad0", "y", "p", "Delete"):
            await both.page.evaluate("to.value = ''; to.focus()")
            await both.page.keyboard.press(key := "+".join((*held, last)))
            if await both.page.evaluate("to.value") == "copied":
                pasted.append(key)
    assert {"Control+v", "Shift+Insert", "Shift+Control+v"} <= set(pasted)
    assert [key for key in pasted if not pastes(key)] == []


def test_spellings_of_people_are_known_and_other_keys_are_none():
    assert all(map(pastes, parse(["ctrl+v", "cmd+V", "mod+v", "ControlLeft+KeyV", "shift+ins", "ShiftRight+Insert"])))
    assert not any(map(pastes, parse(["v", "V", "Shift+v", "Insert", "Alt+v", "ctrl+c", "ctrl+a", "ctrl++"])))
