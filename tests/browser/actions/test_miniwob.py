"""Acts on pages that nobody here wrote: tasks of MiniWoB, solved through the actions and judged by the task itself."""

from __future__ import annotations

import re
from pathlib import Path

import miniwob

from tests.browser.stage import Stage

PAGES = Path(miniwob.__file__).parent / "html" / "miniwob"
SUBMIT = "#subbtn, button"


async def begin(stage: Stage, task: str) -> str:
    """Open a task and return what it asks for."""
    await stage.page.goto((PAGES / f"{task}.html").as_uri())
    await stage.js("Math.seedrandom?.('handrail'); core.EPISODE_MAX_TIME = 1e9; core.startEpisodeReal()")
    return str(await stage.js("document.querySelector('#query').innerText"))


def asked(pattern: str, query: str) -> tuple[str, ...]:
    found = re.search(pattern, query)
    assert found, query
    return found.groups()


async def reward(stage: Stage) -> float:
    return float(await stage.js("WOB_RAW_REWARD_GLOBAL"))


async def choose_list(both: Stage) -> None:
    (name,) = asked(r"Select (.*) from", await begin(both, "choose-list"))
    await both.actions.select(await both.ref("#options"), [name])
    await both.actions.click(await both.ref(SUBMIT))
    assert await reward(both) == 1


async def click_scroll_list(both: Stage) -> None:
    (names,) = asked(r"Select (.*) from", await begin(both, "click-scroll-list"))
    await both.actions.select(await both.ref("#options"), names.split(", "))
    await both.actions.click(await both.ref(SUBMIT))
    assert await reward(both) == 1


async def click_checkboxes(both: Stage) -> None:
    (names,) = asked(r"Select (.*) and click", await begin(both, "click-checkboxes"))
    labels = await both.js("[...document.querySelectorAll('#boxes label')].map(l => l.innerText.trim())")
    for place, label in enumerate(labels, 1):
        if label in names.split(", "):
            await both.actions.set_checked(await both.ref(f"#boxes label:nth-of-type({place})"), True)
    await both.actions.click(await both.ref(SUBMIT))
    assert await reward(both) == 1


async def enter_date(both: Stage) -> None:
    month, day, year = asked(r"(\d+)/(\d+)/(\d+)", await begin(both, "enter-date"))
    filled = await both.actions.fill(await both.ref("#tt"), f"{year}-{month}-{day}")
    await both.actions.click(await both.ref(SUBMIT))
    assert filled.kept
    assert await reward(both) == 1


async def use_autocomplete(both: Stage) -> None:
    await begin(both, "use-autocomplete")
    field = await both.ref("#tags")
    await both.actions.fill(field, "Ba")
    found = await both.actions.suggestions(field)
    assert "Bahamas" in [one.name for one in found]
    await both.actions.click(next(one.ref for one in found if one.name == "Bahamas"))
    assert await both.js("document.querySelector('#tags').value") == "Bahamas"


async def click_dialog(both: Stage) -> None:
    await begin(both, "click-dialog")
    await both.actions.click(await both.ref(".ui-dialog button"))
    assert await reward(both) == 1


async def text_editor(both: Stage) -> None:
    await begin(both, "text-editor")
    filled = await both.actions.fill(await both.ref(".ql-editor"), "hello world")
    assert (filled.value, filled.kept) == ("hello world", True)


async def use_slider(both: Stage) -> None:
    for keys in (["ArrowRight"] * 3, ["End"]):
        await begin(both, "use-slider")
        before = await both.js("document.querySelector('#val').innerText")
        await both.actions.press(keys, ref=await both.ref(".ui-slider-handle"))
        assert await both.js("document.querySelector('#val').innerText") != before, keys


TASKS = (
    choose_list,
    click_scroll_list,
    click_checkboxes,
    enter_date,
    use_autocomplete,
    click_dialog,
    text_editor,
    use_slider,
)


async def test_tasks_are_solved(both: Stage) -> None:
    for solve in TASKS:
        await solve(both)
