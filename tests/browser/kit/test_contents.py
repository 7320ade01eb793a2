"""A page is read again from what was kept of it: whatever has changed since, and however, is seen."""

from __future__ import annotations

import pytest

from handrail.browser.reading.page_reader import PlaywrightReader
from tests.browser.stage import Stage

BODY = """<!doctype html>
<style>.gone { display: none } :focus + i { display: none } #on:checked ~ u { display: none }</style>
<p id=text>One <b id=bold>two</b> three</p><ul id=list><li id=first>First</li><li id=second>Second</li></ul>
<div id=box><section id=inner><em id=deep>Deep</em> inside</section></div>
<button id=press>Press</button><i>Beside</i><input id=on type=checkbox><u>Unless on</u><input id=field value=old>
<x-y id=host><span>Slotted</span></x-y><div id=hidden hidden>Hidden</div>"""

# What is done to the page, what is seen then, and what no more.
DONE = {
    "text": ("bold.firstChild.data = 'zwei'", "zwei", "two"),
    "text content": ("deep.textContent = 'Shallow'", "Shallow", "Deep"),
    "a text split, and a part of it taken out": ("first.firstChild.splitText(2).remove()", ": Fi", "First"),
    "an element put in": ("list.append(document.createElement('li')); list.lastChild.append('Third')", "Third", ""),
    "elements for text": ("first.innerHTML = '<b>Bold</b> words'", "Bold words", "First"),
    "an element taken out": ("second.remove()", "First", "Second"),
    "an element moved": ("box.prepend(bold)", ": One three", "two three"),
    "changed while it was out of the page": (
        "part.remove(); await later(); within.textContent = 'Else'; part.lastChild.data = ' now'; box.append(part)",
        "Else now", "Deep",
    ),
    "changed as soon as it was out of the page": (
        "part.remove(); within.textContent = 'At once'; box.append(part)", "At once", "Deep",
    ),
    "a shadow tree": ("host.attachShadow({ mode: 'open' }).innerHTML = '<s>Shade</s>'", "Shade", "Slotted"),
    "a comment put in between": ("bold.before(document.createComment('unsaid'))", "One two three", ""),
    "the page written anew": ("document.open(); document.write('<p>Anew</p>'); document.close()", "Anew", "One"),
    # Nothing of these changes the DOM.
    "focus": ("press.focus()", "Press", "Beside"),
    "a value": ("field.value = 'new'", '"new"', '"old"'),
    "a box checked": ("document.getElementById('on').checked = true", "Beside", "Unless on"),
    "a rule": ("document.styleSheets[0].insertRule('#text { display: none }')", "First", "One two"),
    # Nothing in the elements that they hide and show.
    "a class": ("list.className = 'gone'", "One two", "First"),
    "a class around": ("document.body.className = 'gone'", "", "One two"),
    "an attribute": ("document.getElementById('hidden').hidden = false", "Hidden", ""),
}  # fmt: skip


@pytest.mark.parametrize("name", DONE)
async def test_what_has_changed_since_the_last_look_is_seen(both: Stage, name: str) -> None:
    script, seen, unseen = DONE[name]
    page = both.page
    await page.set_content(BODY)
    reader = PlaywrightReader(both.core)
    before = (await reader.snapshot("full")).text.raw
    assert unseen in before
    assert (await reader.snapshot("full")).text.raw == before
    later = "const part = inner, within = deep, later = () => new Promise((done) => setTimeout(done));"
    await page.evaluate(f"async () => {{ {later} {script} }}")
    after = (await reader.snapshot("full")).text.raw
    assert seen in after
    assert not unseen or unseen not in after


async def test_a_page_that_is_still_arriving_is_read_whole(both: Stage) -> None:
    page = both.page
    await page.evaluate("document.open(); document.write('<!doctype html><p id=p>One')")
    reader = PlaywrightReader(both.core)
    assert "One" in (await reader.snapshot("full")).text.raw
    await page.evaluate("document.write(' two')")
    assert "One two" in (await reader.snapshot("full")).text.raw
    await page.evaluate("document.write(' three</p>'); document.close()")
    assert "One two three" in (await reader.snapshot("full")).text.raw


async def test_what_was_scrolled_to_is_in_the_window(both: Stage) -> None:
    await both.page.set_content("<!doctype html><p>Above</p><div style='height:5000px'></div><p>Below</p>")
    reader = PlaywrightReader(both.core)
    assert "Below" not in (await reader.snapshot("viewport")).text.raw
    await both.page.evaluate("scrollTo(0, 1e6)")
    text = (await reader.snapshot("viewport")).text.raw
    assert "Below" in text
    assert "Above" not in text


async def test_a_rule_for_narrow_windows_counts_when_the_window_is(both: Stage) -> None:
    rules = "#under { display: none } p:hover + #under { display: block }"
    rules += "@media (max-width: 600px) { #wide { display: none } }"
    await both.page.set_content(
        f"<!doctype html><style>{rules}</style><p>Here</p><div id=under>Menu</div><div id=wide>Wide</div>"
    )
    reader = PlaywrightReader(both.core)
    before = (await reader.snapshot("full")).text.raw
    assert "Wide" in before
    assert "Menu" not in before
    await both.page.hover("p")
    assert "Menu" in (await reader.snapshot("full")).text.raw
    size = both.page.viewport_size
    await both.page.set_viewport_size({"width": 500, "height": 600})
    assert "Wide" not in (await reader.snapshot("full")).text.raw
    if size is not None:
        await both.page.set_viewport_size(size)
