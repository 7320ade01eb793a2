"""Closed shadow roots and elements operable only through listeners, seen through the browser's own protocol."""

from __future__ import annotations

import pytest

from handrail.browser.reading import closed_shadow
from handrail.browser.reading.closed_shadow import ClosedShadow
from handrail.browser.reading.page_reader import PlaywrightReader
from tests.browser.stage import Stage

CLOSED = """
<x-card></x-card><div id=plain></div><main><p>Around</p></main>
<script>
  const card = document.querySelector('x-card').attachShadow({ mode: 'closed' });
  card.innerHTML = '<p>Inside</p><button>Buy</button><x-inner></x-inner>';
  card.querySelector('x-inner').attachShadow({ mode: 'closed' }).innerHTML = '<a href=#deep>Deep</a>';
  plain.attachShadow({ mode: 'closed' }).innerHTML = '<button>Agree</button>';
  card.querySelector('button').onclick = () => { document.title = 'bought' };
</script>
"""
LISTENING = """
<title>x</title><div id=tile>Tile</div><p id=quiet>Quiet</p><div id=list><button>A</button></div><a id=go>Go</a>
<ul id=menu><li>One</li><li>Two</li></ul>
<svg width=20 height=20><circle id=dot r=9 cx=9 cy=9><title>Dot</title></circle></svg>
<script>
  const on = (id, type, work) => document.getElementById(id).addEventListener(type, work);
  on('tile', 'mousedown', () => { document.title = 'pressed' });
  on('quiet', 'mouseover', () => {});
  on('list', 'click', () => {});
  on('go', 'click', () => { document.title = 'gone' });
  document.addEventListener('click', () => {});
  for (const item of document.querySelectorAll('li')) item.addEventListener('click', () => {});
  on('menu', 'click', () => {});
  on('dot', 'click', () => {});
</script>
"""


async def test_closed_shadow_roots_are_read_and_their_controls_work(stage: Stage) -> None:
    reader = PlaywrightReader(stage.core)
    await stage.show(CLOSED)
    snapshot = await reader.snapshot("full")
    found = [(node.role, node.name.raw) for node in snapshot.nodes]
    assert found == [
        ("text", "Inside"), ("button", "Buy"), ("link", "Deep"), ("button", "Agree"), ("main", ""),
        ("text", "Around"),
    ]  # fmt: skip
    await stage.actions.click(snapshot.nodes[1].ref or "")
    assert await stage.js("document.title") == "bought"


async def test_elements_that_only_listen_are_operable_once_and_boxes_around_controls_are_not(stage: Stage) -> None:
    reader = PlaywrightReader(stage.core)
    await stage.show(LISTENING)
    snapshot = await reader.snapshot("full")
    found = [(node.role, node.name.raw) for node in snapshot.nodes if node.ref]
    assert found == [
        ("clickable", "Tile"), ("button", "A"), ("link", "Go"), ("listitem", ""), ("listitem", ""),
        ("clickable", "Dot"),
    ]  # fmt: skip
    await stage.actions.click(snapshot.nodes[0].ref or "")
    assert await stage.js("document.title") == "pressed"


async def test_what_is_added_later_is_found_and_a_page_that_stays_is_not_asked_again(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = PlaywrightReader(stage.core)
    await stage.show("<p>One</p>")
    for _ in range(3):
        await reader.snapshot("full")
    asked, look = list[ClosedShadow](), ClosedShadow._look

    async def noted(closed_shadow: ClosedShadow) -> bool:
        asked.append(closed_shadow)
        return await look(closed_shadow)

    monkeypatch.setattr(ClosedShadow, "_look", noted)
    await reader.snapshot("full")
    assert asked == []
    await stage.js("document.body.append(Object.assign(document.createElement('p'), { textContent: 'Two' }))")
    await stage.js("document.querySelector('p:last-child').addEventListener('click', () => {})")
    assert [node.role for node in (await reader.snapshot("full")).nodes] == ["text", "clickable"]


IN_A_FRAME = """
<x-card></x-card><p id=tile>Tile</p>
<script>
  document.querySelector('x-card').attachShadow({ mode: 'closed' }).innerHTML = '<button>Buy</button>';
  tile.addEventListener('click', () => { parent.document.title = 'pressed' });
</script>
"""


async def test_frames_of_the_same_site_are_pierced_too(stage: Stage) -> None:
    await stage.show(f'<title>x</title><button>Out</button><iframe title=In srcdoc="{IN_A_FRAME}"></iframe>')
    snapshot = await PlaywrightReader(stage.core).snapshot("full")
    found = [(node.role, node.name.raw) for node in snapshot.nodes if node.ref and node.frame]
    assert found == [("button", "Buy"), ("clickable", "Tile")]
    await stage.actions.click(snapshot.nodes[-1].ref or "")
    assert await stage.js("document.title") == "pressed"


# What these are, they tell the browser alone.
INTERNALS = """
<style>x-box { display: inline-block; width: 9px; height: 9px }</style>
<x-box id=box tabindex=0></x-box><x-tab tabindex=-1>One</x-tab><x-slider tabindex=0></x-slider>
<x-plain tabindex=0>Plain</x-plain><x-bold tabindex=0>Bold</x-bold><p>Text</p>
<script>
  const define = (name, work) => customElements.define(name, class extends HTMLElement {
    constructor() { super(); work(this.attachInternals(), this) }
  });
  define('x-box', (own, box) => {
    Object.assign(own, { role: 'checkbox', ariaLabel: 'Agree', ariaChecked: 'false' });
    box.addEventListener('click', () => { own.ariaChecked = 'true' });
    box.busy = () => { own.ariaDisabled = 'true' };
  });
  define('x-tab', (own) => { own.role = 'tab'; own.ariaSelected = 'true' });
  define('x-slider', (own) => { Object.assign(own, { role: 'slider', ariaLabel: 'Volume', ariaValueNow: '3' }) });
  define('x-bold', (own) => { own.role = 'button'; own.ariaPressed = 'true' });
  define('x-plain', () => {});
</script>
"""


async def test_custom_elements_are_what_they_tell_the_browser_they_are(stage: Stage) -> None:
    reader = PlaywrightReader(stage.core)
    await stage.show(INTERNALS)
    snapshot = await reader.snapshot("full")
    assert snapshot.text.raw.splitlines() == [
        'checkbox "Agree" [e1] unchecked', 'tab "One" [e2] selected', 'slider "Volume" [e3] = "3"',
        'clickable "Plain" [e4]', 'button "Bold" [e5] pressed', ": Text",
    ]  # fmt: skip
    await stage.actions.click("e1")
    await stage.js("box.busy()")
    changed = await reader.snapshot("changes")
    assert changed.text.raw.splitlines()[0] == '~ checkbox "Agree" [e1] checked disabled focused'


# Rows with controls in them and without, items whose list alone listens, boxes alike, a row whose cells listen.
ITEMS = """
<table>{rows}</table><ul id=u><li>One</li><li>Two</li></ul>
<div class=card>Card one <button>More</button></div><div class=card>Card two <button>More</button></div>
<table><tr class=l><td class=l>Cell</td></tr></table><p class=l>Around <b class=l>Inner</b></p>
<script>for (const each of document.querySelectorAll('.l, .card, #u')) each.addEventListener('click', () => 1)</script>
"""
ROWS = f"<tr class=l><td>Ann<td>{'long ' * 50}<tr class=l><td>Bob<td><button>Del</button>"


async def test_each_item_that_listens_has_a_ref_whatever_stands_in_it(stage: Stage) -> None:
    await stage.show(ITEMS.format(rows=ROWS))
    snapshot = await PlaywrightReader(stage.core).snapshot("full")
    found = [(node.role, node.name.raw[:8]) for node in snapshot.nodes if node.ref]
    assert found == [
        ("table", ""), ("row", "Ann long"), ("row", "Bob Del"), ("button", "Del"),
        ("listitem", ""), ("listitem", ""),
        ("clickable", ""), ("button", "More"), ("clickable", ""), ("button", "More"),
        ("table", ""), ("cell", "Cell"), ("clickable", "Inner"),
    ]  # fmt: skip


async def test_the_strip_that_makes_a_column_wider_is_no_control_and_the_one_between_two_panes_is(stage: Stage) -> None:
    strip = (
        "<span class=l style='cursor: ew-resize; display: inline-block; width: 6px; height: 20px' title=strip></span>"
    )
    listen = "for (const one of document.querySelectorAll('.l')) one.addEventListener('mousedown', () => 1)"
    handle = "<span class='l col-resize-handle' style='display: inline-block; width: 6px; height: 20px'></span>"
    row = f"<div role=row><div role=gridcell>Ann</div>{strip}<div role=gridcell>42</div>{handle}</div>"
    await stage.show(f"<div role=grid>{row}{row}</div><aside>Menu</aside>{strip}<script>{listen}</script>")
    nodes = (await PlaywrightReader(stage.core).snapshot("full")).nodes
    assert [node.name.raw for node in nodes if node.role == "clickable"] == ["strip"]


async def test_listeners_that_come_after_their_elements_are_found_and_what_they_made_operable_stays(
    stage: Stage,
) -> None:
    reader = PlaywrightReader(stage.core)
    await stage.show("<ul><li>One</li><li>Two</li></ul>")
    assert not [node for node in (await reader.snapshot("full")).nodes if node.ref]
    await stage.js("document.querySelectorAll('li').forEach(item => item.addEventListener('click', () => {}))")
    assert [node.ref for node in (await reader.snapshot("full")).nodes if node.ref] == ["e1", "e2"]
    await stage.js("document.querySelector('li').append(document.createElement('button'))")
    await stage.js("document.querySelectorAll('li').forEach(item => item.replaceWith(item.cloneNode(true)))")
    await stage.js("document.querySelectorAll('li').forEach(item => item.addEventListener('click', () => {}))")
    roles = [node.role for node in (await reader.snapshot("full")).nodes if node.ref]
    assert roles == ["listitem", "button", "listitem"]


async def test_more_elements_that_listen_than_are_passed_on_at_once_are_all_found(stage: Stage) -> None:
    items = "".join(f"<p>Item {number}</p>" for number in range(350))
    script = "for (const item of document.querySelectorAll('p')) item.addEventListener('click', () => 1)"
    await stage.show(f"{items}<script>{script}</script>")
    reader = PlaywrightReader(stage.core)
    # What a machine has no time for comes with the readings that follow.
    for _ in range(10):
        snapshot = await reader.snapshot("full")
    assert len([node for node in snapshot.nodes if node.ref]) == 350


MANY_ROWS = """
<table><tr class=head><th>Name<th>Act</table>
<script>
  for (let number = 0; number < 80; number++)
    document.querySelector('tbody').insertAdjacentHTML('beforeend',
      `<tr class=${number % 2 ? 'odd' : 'even'}><td>Row ${number}<td><a href=#x>Edit</a>`);
  for (const one of document.querySelectorAll('tr.odd, tr.even, a')) one.addEventListener('click', () => {});
</script>
"""


async def test_rows_alike_are_told_alike_though_the_time_to_ask_what_listens_is_over(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = PlaywrightReader(stage.core)
    monkeypatch.setattr(closed_shadow, "NODES_SECONDS", 0)
    monkeypatch.setattr(closed_shadow, "NODES_AT_ONCE", 60)  # of 160
    await stage.show(MANY_ROWS)
    outlines = [(await reader.snapshot("full")).outline.raw for _ in range(4)]
    assert outlines[0].count("clickable") == 80
    assert len(set(outlines)) == 1


async def test_what_listens_is_read_again_after_the_browser_did_not_answer_in_time(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = PlaywrightReader(stage.core)
    await stage.show("<p>One</p>")
    await reader.snapshot("full")
    monkeypatch.setattr(closed_shadow, "SECONDS", 0)
    await stage.js("document.body.append(document.createElement('hr'))")
    await reader.snapshot("full")
    monkeypatch.undo()
    await stage.js("document.querySelector('p').addEventListener('click', () => {})")
    await stage.js("document.body.append(document.createElement('hr'))")
    assert "clickable" in (await reader.snapshot("full")).outline.raw
