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


async def test_links_of_one_name_follow_where_they_lead_and_others_their_name(both: Stage) -> None:
    sheet = Sheet(both)
    await both.page.set_content("""<p>Run 7 <a href=/runs/7>View</a><p>Run 8 <a href=/runs/8>View</a>
        <p><a href='?page=2'>Next</a> <a href=/page/2>Older</a><p><a href='?month=2'>Next</a>""")
    seven, eight = await sheet.refs("link", "View")
    paging = [*await sheet.refs("link", "Next"), *await sheet.refs("link", "Older")]
    await both.page.evaluate("""() => {
        const [first, second] = document.querySelectorAll('p');
        first.firstChild.data = 'Run 8 '; first.children[0].href = '/runs/8'; second.remove();
        for (const link of document.querySelectorAll('a')) link.href = link.getAttribute('href').replace(/2$/, '3');
    }""")
    (left,) = await sheet.refs("link", "View")
    assert left == eight
    with pytest.raises(StaleRef):
        await facts(sheet.core, seven)
    assert [*await sheet.refs("link", "Next"), *await sheet.refs("link", "Older")] == paging


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


VIEWS = """<style>.cell { cursor: pointer }</style><nav><button id=next>Next</button></nav><main id=view></main><script>
  const show = (place, html) => { history.pushState(0, '', '#' + place); view.innerHTML = html };
  const transactions = '<h2>Transactions</h2><div class=cell>Food</div><div class=cell>80.00</div>';
  const budget = '<h2>Budget</h2><div><div class=cell>Food</div><div class=cell>80.00</div></div>';
  view.innerHTML = transactions;
</script>"""


async def test_what_is_called_the_same_in_another_view_is_another(stage: Stage) -> None:
    sheet = Sheet(stage)
    await stage.page.set_content(VIEWS)
    food, amount = await sheet.refs("clickable")
    (following,) = await sheet.refs("button", "Next")
    await stage.page.evaluate("view.innerHTML = transactions")
    assert await sheet.refs("clickable") == [food, amount]
    await stage.page.evaluate("view.innerHTML = budget")
    with pytest.raises(StaleRef):
        await sheet.core.live(food)
    assert not {food, amount} & set(await sheet.refs("clickable"))
    assert await sheet.refs("button", "Next") == [following]


GRID = """<div id=grid></div><script>
  const rows = ['Pets', 'Food', 'Rent'];
  const edit = at => {
    grid.innerHTML = rows.map((name, i) =>
      `<div><span>${name}</span> ${i == at ? '<input data-testid=budget value=0.00>' : '0.00'}</div>`).join('');
  };
  edit(0);
</script>"""


async def test_a_field_made_anew_in_the_next_row_is_another(stage: Stage) -> None:
    sheet = Sheet(stage)
    await stage.page.set_content(GRID)
    (pets,) = await sheet.refs("textbox")
    await stage.page.evaluate("edit(0)")
    assert await sheet.refs("textbox") == [pets]
    await stage.page.evaluate("edit(1)")
    with pytest.raises(StaleRef):
        await sheet.core.live(pets)
    assert await sheet.refs("textbox") != [pets]


async def test_a_field_that_is_moved_to_the_next_row_is_another(stage: Stage) -> None:
    sheet = Sheet(stage)
    await stage.page.set_content(GRID)
    (pets,) = await sheet.refs("textbox")
    await stage.page.evaluate("grid.children[1].lastChild.replaceWith(document.querySelector('input'))")
    with pytest.raises(StaleRef):
        await sheet.core.live(pets)
    assert await sheet.refs("textbox") != [pets]


async def test_a_control_that_is_called_by_another_thing_is_another(stage: Stage) -> None:
    for html, now in [
        ("<input aria-label='Amount for Pets'>", "Amount for Food"),
        ("<button aria-label='Delete Pets'></button>", "Delete Food"),
    ]:
        await stage.page.set_content(html)
        ref = await stage.ref("[aria-label]")
        await Sheet(stage).refs("textbox")
        await stage.page.evaluate("name => document.querySelector('[aria-label]').ariaLabel = name", now)
        with pytest.raises(StaleRef):
            await stage.core.live(ref)


async def test_a_field_whose_name_says_more_stays_what_it_is(stage: Stage) -> None:
    await stage.page.set_content("<input aria-label='Start date'>")
    sheet = Sheet(stage)
    (ref,) = await sheet.refs("textbox")
    await stage.page.evaluate("document.querySelector('input').ariaLabel = 'Start date, required'")
    assert await sheet.refs("textbox") == [ref]


async def test_a_box_that_takes_presses_and_says_something_else_by_now_is_another(stage: Stage) -> None:
    await stage.page.set_content("<div id=a style='cursor: pointer'>Food</div><p>80.00</p>")
    sheet = Sheet(stage)
    (ref,) = await sheet.refs("clickable")
    assert await sheet.core.live(ref)
    await stage.page.evaluate("a.textContent = 'Rent'")
    with pytest.raises(StaleRef):
        await sheet.core.live(ref)


MAILS = "".join(
    f"<li aria-label='Letter {at}'><span>News</span> <i>Letter {at}</i> <p>725 B</p><button>Select</button></li>"
    for at in (30, 29)
)


async def test_what_stands_in_a_row_of_another_label_is_another_whatever_text_stays(stage: Stage) -> None:
    await stage.page.set_content(f"<ul>{MAILS}</ul>")
    sheet = Sheet(stage)
    first, second = await sheet.refs("button", "Select")
    await stage.page.evaluate(
        "() => { const row = document.querySelector('li'); row.ariaLabel = row.children[1].textContent = 'Invoice' }"
    )
    assert (await sheet.refs("button", "Select"))[1] == second
    assert (await sheet.refs("button", "Select"))[0] != first
    with pytest.raises(StaleRef):
        await facts(sheet.core, first)


async def test_of_a_button_that_is_called_otherwise_by_now_the_ref_that_it_has_now_is_told(both: Stage) -> None:
    sheet = Sheet(both)
    row = "<li><b>{}</b> <button class=f>Follow</button></li>"
    await both.page.set_content(f"<button class=f>Follow</button><ul>{row.format('Ada')}{row.format('Bob')}</ul>")
    refs = await sheet.refs("button", "Follow")
    await both.page.evaluate("document.querySelectorAll('.f').forEach(f => { f.textContent = 'Following' })")
    for ref, now in zip(refs, await sheet.refs("button", "Following"), strict=True):
        with pytest.raises(StaleRef) as stale:
            await both.core.live(ref)
        assert [(near["ref"], near["name"].raw) for near in stale.value.details["candidates"]] == [(now, "Following")]


async def test_of_a_button_that_went_to_another_row_no_ref_is_told(both: Stage) -> None:
    sheet = Sheet(both)
    await both.page.set_content("<ul><li><b>Ada</b> <button>Follow</button></li><li><b>Bob</b></li></ul>")
    (ref,) = await sheet.refs("button", "Follow")
    await both.page.evaluate(
        "document.querySelector('b').textContent = 'Cleo'; document.querySelector('button').textContent = 'Remove'"
    )
    with pytest.raises(StaleRef) as stale:
        await both.core.live(ref)
    assert not stale.value.details.get("candidates")


async def test_of_several_like_it_the_only_one_with_its_label_in_its_place_is_told_first(both: Stage) -> None:
    sheet = Sheet(both)
    bar = "<button>Execute query</button> <button>Execute options</button>"
    await both.page.set_content(f"<p id=s><button aria-label='Execute script'>x</button></p>{bar}<b id=n>Runs now</b>")
    (ref,) = await sheet.refs("button", "Execute script")
    await both.page.evaluate("s.innerHTML = '<button aria-label=\"Execute script\" aria-labelledby=n>x</button>'")
    (now,) = await sheet.refs("button", "Runs now")
    with pytest.raises(StaleRef) as stale:
        await both.core.live(ref)
    assert stale.value.hint == f"It may be {now} now, which is called as it was; else see the other candidates."
    assert stale.value.details["candidates"][0]["ref"] == now
