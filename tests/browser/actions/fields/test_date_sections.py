"""Dates and times that are entered part by part, as those of MUI X and React Aria."""

from __future__ import annotations

import pytest

from handrail.browser.actions.fields.date_sections import holds_part, parts_for
from handrail.browser.actions.fields.editable import InvalidValue
from handrail.browser.reading.page_reader import PlaywrightReader
from tests.browser.stage import Stage

SECTIONS = """<span id=l>Due</span><div role=group aria-labelledby=l></div><p id=out></p><script>
const group = document.querySelector('[role=group]');
const parts = [['Month', 1, 12, 'MM'], ['Day', 1, 31, 'DD'], ['Year', 1, 9999, 'YYYY'], ['Hours', 1, 12, 'hh'],
  ['Minutes', 0, 59, 'mm'], ['Meridiem', 0, 1, 'aa']];
for (const [label, least, most, empty] of parts) {
  const part = document.createElement('b');
  for (const [name, value] of Object.entries({role: 'spinbutton', 'aria-label': label, 'aria-valuemin': least,
    'aria-valuemax': most, contenteditable: 'true', inputmode: 'numeric'})) part.setAttribute(name, value);
  let typed = '';
  part.textContent = empty;
  part.onfocus = () => { typed = '' };
  part.onbeforeinput = event => event.preventDefault();
  part.onkeydown = event => {
    const key = event.key.length > 1 ? '' : most === 1 ? event.key + 'M' : event.key;
    typed = event.key === 'Delete' ? '' : typed + key;
    if (event.key.length === 1 || !typed) part.textContent = typed.toUpperCase() || empty;
    out.textContent = group.textContent };
  group.append(part, ' ');
}</script>"""


async def test_a_date_fills_the_sections_of_its_group_and_a_part_one_of_them(both: Stage) -> None:
    await both.show(SECTIONS)
    text = (await PlaywrightReader(both.core).snapshot("full")).text.raw
    assert 'group "Due" [e1]' in text
    filled = await both.actions.fill("e1", "2027-03-14T21:05")
    assert (filled.kept, filled.value and filled.value.raw) == (True, "03 14 2027 09 05 PM")
    assert (await both.actions.fill(await both.ref("[aria-label=Year]"), "2028")).kept
    assert (await both.js("out.textContent")).strip() == "03 14 2028 09 05 PM"
    with pytest.raises(InvalidValue):
        await both.actions.fill("e1", "2027-03-14")
    assert (await both.actions.fill("e1", "")).kept
    assert (await both.js("out.textContent")).strip() == "MM DD YYYY hh mm aa"


async def test_no_line_end_is_pressed_in_a_part(both: Stage) -> None:
    await both.show(SECTIONS)
    await both.js("window.keys = []; addEventListener('keydown', event => keys.push(event.key))")
    await both.actions.fill(await both.ref("[aria-label=Year]"), "20\n27")
    assert await both.js("keys") == ["2", "0", " ", "2", "7"]


async def test_a_part_may_hold_a_number_of_any_length(both: Stage) -> None:
    await both.show("<div role=group><b role=spinbutton tabindex=0 id=a>1</b><b role=spinbutton tabindex=0>2</b></div>")
    await both.js("a.textContent = '9'.repeat(5000)")
    assert not (await both.actions.fill(await both.ref("#a"), "5")).kept


def test_what_a_section_counts_is_known_by_its_numbers() -> None:
    day, month, year, hours, minutes = ({"max": most} for most in (31, 12, 9999, 23, 59))
    assert parts_for([day, month, year], "2027-3-4") == ["04", "03", "2027"]
    assert parts_for([day, month, year], "4.3.2027") == ["4", "3", "2027"]
    assert parts_for([hours, minutes, minutes], "21:05") == ["21", "05", "00"]
    assert parts_for([{"max": 12}, minutes, {"max": None}], "00:05") == ["12", "05", "a"]
    assert parts_for([day, month, year], "21:05") is None


@pytest.mark.parametrize(("shown", "part"), [("PM", "p"), ("March", "Mar"), ("Mar", "march"), ("03", "3"), ("MM", "")])
def test_a_section_holds_a_part_as_it_shows_it(shown: str, part: str) -> None:
    assert holds_part(shown, part)


@pytest.mark.parametrize(("shown", "part"), [("June", "July"), ("May", "Mar"), ("AM", "p"), ("03", "8"), ("", "Mar")])
def test_a_section_with_the_same_first_letter_is_not_what_was_typed(shown: str, part: str) -> None:
    assert not holds_part(shown, part)
