"""Of an outline only what is new travels; what is put together of it is the outline that would have travelled whole."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from handrail.browser.outline.line_format import OutlineNode
from handrail.browser.page.kit_client import KitAnswer
from handrail.browser.page.outline_cache import KitOutline
from handrail.browser.page.page_context import PageContext
from handrail.browser.page.refs import Refs
from handrail.browser.reading import frame_outlines
from handrail.browser.reading.frame_outlines import gather
from handrail.vault.mask import Mask
from tests.browser.stage import Stage

BODY = """<!doctype html><title>Fruit</title><h1>Fruit</h1><ul id=list><li>Apple <button>Buy</button></li>
<li>Pear <button>Buy</button></li><li>Plum <button>Buy</button></li></ul><p id=last>All of them are fresh.</p>"""

EDITS = {
    "nothing": "0",
    "a text at the end": "last.textContent = 'None is left.'",
    "an item before all others": "list.prepend(list.lastElementChild)",
    "an item in the middle": "list.children[1].after(list.children[1].cloneNode(true))",
    "all items": "list.innerHTML = ''",
    "the first and the last": "document.querySelector('h1').textContent = 'Nuts'; last.remove()",
    "a state": "list.querySelectorAll('button')[1].disabled = true",
    "everything": "document.body.innerHTML = ''",
}


async def _sent(core: PageContext, known: str | None) -> dict[str, Any]:
    """What travels, where the caller has the outline of mark ``known``."""
    return (await core.kit.ask(core.page.main_frame, "snapshot", within=None, known=known)).data


async def test_after_an_edit_the_outline_is_the_one_that_stands_there(both: Stage) -> None:
    for name in EDITS:
        await both.page.set_content(BODY)
        await gather(both.core, both.page.main_frame)
        await both.page.evaluate(EDITS[name])
        put_together = await gather(both.core, both.page.main_frame)
        assert put_together.main.nodes == [*map(OutlineNode.of, (await _sent(both.core, None))["nodes"])]


async def test_what_did_not_change_does_not_travel(both: Stage) -> None:
    await both.page.set_content(BODY)
    whole = await _sent(both.core, None)
    again = await _sent(both.core, whole["mark"])
    assert (again["nodes"], again["kept"]) == ([], [len(whole["nodes"]), 0])
    await both.page.evaluate(EDITS["a state"])
    assert [node[5] for node in (await _sent(both.core, again["mark"]))["nodes"]] == [["disabled"]]


async def test_whoever_has_another_outline_than_the_last_gets_all_of_it(both: Stage) -> None:
    await both.page.set_content(BODY)
    first = await _sent(both.core, None)
    await _sent(both.core, None)
    assert (await _sent(both.core, first["mark"]))["nodes"] == first["nodes"]
    other = PageContext("t2", both.page, Refs())
    assert (await gather(other, both.page.main_frame)).main.nodes == [*map(OutlineNode.of, first["nodes"])]


async def test_two_who_ask_at_once_both_get_the_outline(both: Stage) -> None:
    await both.page.set_content(BODY)
    frame = both.page.main_frame
    once = (await gather(both.core, frame)).main.nodes
    for found in await asyncio.gather(*(gather(both.core, frame) for _ in range(4))):
        assert found.main.nodes == once
    assert (await gather(both.core, frame)).main.nodes == once


async def test_an_answer_that_comes_late_is_put_upon_the_outline_it_is_about(both: Stage) -> None:
    frame, outlines = both.page.main_frame, both.core.outlines
    older, newer = KitOutline("m 1", [[0, "", "old", 0, 1]]), [[0, "", "new", 0, 1], [0, "", "newer", 0, 1]]

    def answer(mark: str, nodes: list[Any], kept: list[int]) -> KitAnswer:
        return KitAnswer("n", "u", "o", 0, {"mark": mark, "nodes": nodes, "kept": kept})

    assert outlines.complete(frame, older, answer("m 3", newer, [0, 0])).data["nodes"] == newer
    assert outlines.complete(frame, older, answer("m 2", [], [1, 0])).data["nodes"] == older.nodes


async def test_a_secret_that_is_learnt_later_is_masked_in_what_did_not_travel_again(both: Stage) -> None:
    await both.page.set_content(BODY)
    assert "fresh" in str((await gather(both.core, both.page.main_frame)).main.nodes)
    mask = Mask({"taste": ["them are fresh"]})
    both.core.secrets = SimpleNamespace(mask=mask.value, dots=mask.dots)
    masked = str((await gather(both.core, both.page.main_frame)).main.nodes)
    assert "fresh" not in masked
    assert "[secret:taste]" in masked
    both.core.secrets = None
    assert "fresh" in str((await gather(both.core, both.page.main_frame)).main.nodes)


async def test_a_frame_is_labelled_once_however_often_it_is_read(both: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frame_outlines, "FRAME_SECONDS", 4.0)  # a machine may stall for longer than a second
    await both.page.set_content("<iframe title=Inner srcdoc='<button>In</button>'></iframe><p>Out</p>")
    seen = [[line.text for line in (await gather(both.core, both.page.main_frame)).lines()] for _ in range(3)]
    assert seen[0] == seen[1] == seen[2]
    assert 'frame "Inner" [e1] f1' in seen[0][0]
    assert any('button "In"' in text for text in seen[0])


async def test_letters_of_all_scripts_arrive_as_they_are(both: Stage) -> None:
    for said in [
        "plain",
        "a ¶ sign",
        "£ € — „words“",
        "\N{FACE WITH TEARS OF JOY} laughs",
        "漢字の" * 200,
        'back\\slash and "quotes" ¶',
    ]:
        await both.page.set_content("<p></p><i></i>")
        await both.page.evaluate("said => { document.querySelector('p').textContent = said }", said)
        assert (await gather(both.core, both.page.main_frame)).main.nodes[0][2] == said


async def test_a_letter_cut_in_half_beside_whole_ones_is_the_only_one_replaced(both: Stage) -> None:
    await both.page.set_content("<p></p>")
    await both.page.evaluate(r"document.querySelector('p').textContent = 'a\ud800b \ud83d\ude02 \\ud800 ¶'")
    (node,) = (await gather(both.core, both.page.main_frame)).main.nodes
    assert node[2] == "a\ufffdb \N{FACE WITH TEARS OF JOY} \\ud800 ¶"
