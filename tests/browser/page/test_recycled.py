"""A node that stands for something else by now is another element: long lists put other rows into the same nodes."""

from __future__ import annotations

import pytest

from handrail.browser.reading.element_facts import facts
from handrail.browser.types.errors import StaleRef
from tests.browser.page.test_refs import Sheet
from tests.browser.stage import Stage

FILES = """<ul id=list></ul><ul id=cart><li>Kettle <span>1</span> <button>More</button></ul>
<button id=play>Play</button>
<nav id=bar><a class=tab href=#1>Like 17</a><a class=tab href=#2>Reply 2</a><a class=tab href=#3>Share 1</a></nav>
<script>
  const nodes = [0, 1, 2].map(() => {
    const row = document.createElement('li');
    row.className = 'row';
    row.innerHTML = '<button class=open></button><button aria-label=Delete>x</button>';
    return list.appendChild(row);
  });
  const show = names => names.forEach((name, at) => { nodes[at].firstChild.textContent = name });
  show(['report-1.csv', 'report-2.csv', 'sales']);
</script>"""


@pytest.fixture
async def files(stage: Stage) -> Sheet:
    sheet = Sheet(stage)
    await stage.page.set_content(FILES)
    return sheet


async def test_refs_follow_what_a_row_shows_not_its_node(files: Sheet) -> None:
    first, second, third = await files.refs("button", "Delete")
    (opener,) = await files.refs("button", "report-2.csv")
    await files.page.evaluate("show(['report-2.csv', 'sales', 'archive'])")
    moved = await files.refs("button", "Delete")
    assert moved[:2] == [second, third]
    assert moved[2] != first
    assert await files.refs("button", "report-2.csv") == [opener]
    with pytest.raises(StaleRef):
        await files.core.live(first)


async def test_refs_in_plain_boxes_follow_their_words_too(files: Sheet) -> None:
    await files.page.evaluate("list.innerHTML = nodes.map(n => `<div class=row>${n.innerHTML}</div>`).join('')")
    await files.page.evaluate("nodes.splice(0, 3, ...list.children)")
    before = await files.refs("button", "Delete")
    await files.page.evaluate("show(['report-2.csv', 'sales', 'archive'])")
    moved = await files.refs("button", "Delete")
    assert moved[:2] == before[1:]
    assert moved[2] not in before


async def test_an_act_by_the_old_ref_of_a_row_fails_before_anything_is_done_and_names_what_is_called_the_same(
    files: Sheet,
) -> None:
    first, *_ = await files.refs("button", "Delete")
    (opener,) = await files.refs("button", "sales")
    await files.page.evaluate("show(['a', 'b', 'budget'])")
    for ref, names in ((first, ["Delete"] * 3), (opener, [])):
        with pytest.raises(StaleRef) as stale:
            await facts(files.core, ref)
        assert [near["name"].raw for near in stale.value.details.get("candidates", ())] == names


async def test_a_count_in_a_row_or_a_name_leaves_it_what_it_is(files: Sheet) -> None:
    (more,) = await files.refs("button", "More")
    likes = await files.refs("link")
    await files.page.evaluate("cart.querySelector('span').textContent = '2'; bar.children[0].textContent = 'Like 18'")
    assert await files.refs("button", "More") == [more]
    assert await files.refs("link") == likes


async def test_a_button_that_does_the_opposite_by_now_is_another(files: Sheet) -> None:
    (play,) = await files.refs("button", "Play")
    await files.page.evaluate("play.textContent = 'Pause'")
    with pytest.raises(StaleRef):
        await facts(files.core, play)
    assert await files.refs("button", "Pause") != [play]


ICONS = """<style>i { cursor: pointer; display: inline-block; width: 9px; height: 9px }</style>
<div id=table></div><script>
  const icon = path => `<i class=icon><svg><path d="${path}"/></svg></i>`;
  const head = `<div><span>Name</span>${icon('M0')}${icon('M1')}${icon('M1')}</div>`;
  const row = name => `<div class=row><span>${name}</span><button><svg></svg></button></div>`;
  const show = (names, above = head) => { table.innerHTML = above + names.map(row).join('') };
  show(['Anna', 'Ben', 'Cleo']);
</script>"""


async def test_what_has_no_name_keeps_its_ref_where_a_page_makes_it_anew_in_the_same_place(stage: Stage) -> None:
    sheet = Sheet(stage)
    await stage.page.set_content(ICONS)
    heads, rows = await sheet.refs("clickable", ""), await sheet.refs("button", "")
    await stage.page.evaluate("show(['Ben', 'Cleo', 'Dora'])")
    assert await sheet.refs("clickable", "") == heads
    moved = await sheet.refs("button", "")
    assert moved[:2] == rows[1:]
    assert moved[2] not in rows
    await stage.page.evaluate("show(['Ben', 'Cleo', 'Dora'], head.replace('M0', 'M2'))")
    assert (await sheet.refs("clickable", ""))[1:] == heads[1:]
    assert (await sheet.refs("clickable", ""))[0] not in heads
