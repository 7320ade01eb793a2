"""Fields of several that show what is chosen as chips before them, as MUI's Autocomplete and react-select do."""

from __future__ import annotations

import pytest

from handrail.browser.actions.fields.fill import InvalidValue
from tests.browser.stage import Stage

# What is chosen leaves the list, which says nothing of several and closes at each choice.
CHIPS = """<style>.chip { display: inline-block } [role=button], li { cursor: pointer }</style>
<p><label for=x>Genres</label> <span>
<i class=chip>Crime <u role=button title=Remove>×</u></i><input id=x role=combobox></span></p>
<p><label for=w>Films</label> <span id=box><input id=w role=combobox aria-expanded=false aria-controls=lb></span></p>
<p><span class=chip>Only new <span role=button onclick='stray = true'>×</span></span></p>
<script>
const films = {'Alien 1979': 'Alien', Brazil: 'Brazil', 'Cube 1997': 'Cube', Duel: 'Duel'}
let chosen = ['Alien 1979'], most = 9, stray = false, ul = null
const draw = () => { document.querySelectorAll('#box .chip').forEach(chip => chip.remove())
  for (const film of chosen) { const chip = document.createElement('span'); chip.className = 'chip'
    chip.innerHTML = `<b>${films[film]}</b><svg class=deleteIcon width=9 height=9></svg>`
    chip.onclick = e => { if (e.target.closest('svg')) { chosen = chosen.filter(one => one !== film); draw() } }
    w.before(chip) } }
const close = () => { ul?.remove(); ul = null; w.ariaExpanded = 'false' }
const open = () => { close(); ul = document.createElement('ul'); ul.id = 'lb'; ul.role = 'listbox'
  for (const film of Object.keys(films)) if (LISTED || !chosen.includes(film)) {
    const li = document.createElement('li'); li.role = 'option'; li.textContent = film
    if (LISTED) li.ariaSelected = chosen.includes(film)
    li.onmousedown = e => e.preventDefault()
    li.onclick = () => { const others = chosen.filter(one => one !== film)
      chosen = chosen.includes(film) ? others : [...others, film].slice(-most); draw(); close() }
    ul.append(li) }
  document.body.append(ul); w.ariaExpanded = 'true' }
w.onmousedown = open; w.onkeydown = e => { if (e.key === 'ArrowDown') open(); if (e.key === 'Escape') close() }
w.onblur = close; draw()</script>"""


def films(*, listed: bool = False) -> str:
    """The field; ``listed``: its list shows what is chosen too."""
    return CHIPS.replace("LISTED", str(listed).lower())


@pytest.mark.parametrize("listed", [False, True])
async def test_exactly_the_values_are_chosen_whatever_the_chips_held(both: Stage, listed: bool) -> None:
    await both.show(films(listed=listed))
    ref = await both.ref("#w")
    for values, held in (
        (["Brazil", "Duel"], ["Brazil", "Duel"]),
        (["Duel", "Cube 1997"], ["Cube 1997", "Duel"]),
        (["Brazil"], ["Brazil"]),
    ):
        chosen = await both.actions.select(ref, values)
        assert [label.raw for label in chosen] == values
        assert await both.js("chosen.toSorted()") == held, values
    # What stands chosen beside other fields, and below this one, is not of it.
    assert await both.js("[stray, document.querySelectorAll('i').length, ul]") == [False, 1, None]


async def test_a_chip_is_an_option_that_stands_chosen(stage: Stage) -> None:
    await stage.show(films())
    ref = await stage.ref("#w")
    chosen = await stage.actions.select(ref, ["Alien", "Brazil"])
    assert [label.raw for label in chosen] == ["Alien", "Brazil"]
    assert await stage.js("chosen") == ["Alien 1979", "Brazil"]
    offered = await stage.actions.open_options(ref)
    assert [(one.label.raw, one.selected) for one in offered.options] == [
        ("Alien", True),
        ("Brazil", True),
        ("Cube 1997", False),
        ("Duel", False),
    ]


async def test_a_list_may_call_otherwise_what_its_chips_say(stage: Stage) -> None:
    await stage.show(films(listed=True))
    await stage.actions.select(await stage.ref("#w"), ["Alien 1979", "Cube 1997"])
    assert await stage.js("chosen") == ["Alien 1979", "Cube 1997"]


async def test_a_field_of_one_that_shows_it_as_a_chip_keeps_what_was_chosen(stage: Stage) -> None:
    await stage.show(films(listed=True))
    await stage.js("most = 1")
    await stage.actions.select(await stage.ref("#w"), ["Brazil"])
    assert await stage.js("chosen") == ["Brazil"]


async def test_a_list_that_takes_one_is_found_out_without_taking_away_what_it_held(stage: Stage) -> None:
    await stage.show(films(listed=True))
    await stage.js("most = 1, chosen = [], draw()")
    with pytest.raises(InvalidValue, match="one of them is chosen now"):
        await stage.actions.select(await stage.ref("#w"), ["Brazil", "Duel"])
    assert await stage.js("chosen") == ["Duel"]
