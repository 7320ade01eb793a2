"""Fields of several that hold what is chosen as chips, once it has left their list, as in Tom Select."""

from __future__ import annotations

import pytest

from tests.browser.stage import Stage

# What is chosen leaves the list. Backspace in the empty field takes the last chip out.
CHIPS = """<style>.chip, #files i { display: inline-block } [role=button], li, svg { cursor: pointer }</style>
<p id=files><i>a.pdf <u role=button onclick='stray++'>×</u></i></p>
<p><label for=w>Films</label> <span id=box><input id=w role=combobox aria-expanded=false aria-controls=lb></span></p>
<script>
let chosen = ['Alien', 'Brazil'], stray = 0, ul = null, changes = 0
const draw = () => { document.querySelectorAll('#box .chip').forEach(chip => chip.remove())
  for (const film of chosen) { const chip = document.createElement('span'); chip.className = 'chip'
    chip.innerHTML = `<b>${film}</b><svg width=9 height=9></svg>`; w.before(chip) } }
const set = (films) => { chosen = films; changes++; draw() }
const close = () => { ul?.remove(); ul = null; w.ariaExpanded = 'false' }
const open = () => { ul?.remove(); ul = document.createElement('ul'); ul.id = 'lb'; ul.role = 'listbox'
  if (SAYS) ul.ariaMultiSelectable = 'true'
  for (const film of ['Alien', 'Brazil', 'Cube', 'Duel']) if (!chosen.includes(film)) {
    const li = document.createElement('li'); li.role = 'option'; li.textContent = film
    li.onmousedown = e => e.preventDefault()
    li.onclick = () => { set([...chosen, film]); open() }
    ul.append(li) }
  document.body.append(ul); w.ariaExpanded = 'true' }
w.onmousedown = open; w.onblur = close; draw()
w.onkeydown = e => { if (e.key === 'ArrowDown') open(); if (e.key === 'Escape') close()
  if (e.key === 'Backspace' && ERASES && !w.value) { set(chosen.slice(0, -1)); if (ul) open() } }</script>"""


def films(*, says: bool = True, erases: bool = True) -> str:
    """The field; ``says``: its list says that it takes several; ``erases``: Backspace takes a chip out."""
    return CHIPS.replace("SAYS", str(says).lower()).replace("ERASES", str(erases).lower())


async def test_exactly_the_values_are_chosen_where_the_list_says_that_it_takes_several(both: Stage) -> None:
    for values, changes in (
        (["Brazil", "Duel"], 4),
        (["Alien", "Cube"], 2),
        (["Alien", "Brazil"], 0),
        (["Cube"], 3),
        ([], 2),
    ):
        await both.show(films())
        chosen = await both.actions.select(await both.ref("#w"), values)
        assert ([label.raw for label in chosen], chosen.others) == (values, ())
        assert await both.js("[chosen.toSorted(), changes, stray, ul]") == [values, changes, 0, None]


async def test_what_a_field_does_not_let_go_of_is_said_and_stays(stage: Stage) -> None:
    await stage.show(films(erases=False))
    chosen = await stage.actions.select(await stage.ref("#w"), ["Brazil", "Cube"])
    assert ([label.raw for label in chosen], [label.raw for label in chosen.others]) == (["Brazil", "Cube"], ["Alien"])
    assert await stage.js("[chosen, stray]") == [["Alien", "Brazil", "Cube"], 0]


async def test_nothing_is_taken_out_where_the_list_does_not_say_that_it_takes_several_or_offers_a_value(
    stage: Stage,
) -> None:
    await stage.show(films(says=False))
    await stage.actions.select(await stage.ref("#w"), ["Cube", "Duel"])
    assert await stage.js("chosen") == ["Alien", "Brazil", "Cube", "Duel"]
    await stage.show(films())
    with pytest.raises(Exception, match="does not offer"):
        await stage.actions.select(await stage.ref("#w"), ["Cube", "Zulu"])
    assert await stage.js("[chosen, changes]") == [["Alien", "Brazil"], 0]


# Its middle is what takes its chip out.
MIDDLE = """<div id=w role=combobox tabindex=0 aria-label=Films aria-expanded=false aria-controls=lb
style="display:flex;width:200px;justify-content:center"><span id=chip>
<svg width=60 height=20 style="cursor:pointer"></svg></span></div>
<div id=lb role=listbox hidden aria-multiselectable=true>
<div role=option aria-selected=true>Alien</div><div role=option aria-selected=false>Duel</div></div><script>
let removed = 0
chip.prepend('A')
chip.lastChild.onclick = () => removed++
const open = (on) => { lb.hidden = !on; w.ariaExpanded = on }
w.onclick = (event) => open(lb.hidden)
w.onkeydown = (event) => { if (event.key === 'ArrowDown') open(true); if (event.key === 'Escape') open(false) }
lb.onclick = ({target}) => target.ariaSelected = target.ariaSelected !== 'true'</script>"""


async def test_a_list_is_not_opened_by_a_press_on_what_takes_a_chip_out(both: Stage) -> None:
    await both.show(MIDDLE)
    await both.actions.select(await both.ref("#w"), ["Duel"])
    state = "[removed, [...lb.children].map(one => one.ariaSelected), lb.hidden]"
    assert await both.js(state) == [0, ["false", "true"], True]


async def test_a_list_that_turns_out_to_take_several_keeps_what_was_chosen_and_says_so(stage: Stage) -> None:
    await stage.show(MIDDLE.replace(" aria-multiselectable=true", ""))
    chosen = await stage.actions.select(await stage.ref("#w"), ["Duel"])
    assert ([label.raw for label in chosen], [label.raw for label in chosen.others]) == (["Duel"], ["Alien"])
    assert await stage.js("lb.hidden")
