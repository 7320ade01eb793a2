"""What changed on a page since it was read last, in few lines."""

from __future__ import annotations

import re

from handrail.browser.page.refs import Refs
from handrail.browser.reading.page_reader import PlaywrightReader
from tests.browser.stage import Stage
from tests.pages import PageServer


async def test_changes_show_what_appeared_went_and_changed_with_where_it_stands(
    reader: PlaywrightReader, both: Stage
) -> None:
    rest = "<p>Much more text stands here than changes.</p>" * 9
    html = f"""<main><h1>List</h1><ul><li>One <button>Drop one</button><li>Two <button>Drop two</button></ul>
    <label>Done <input type=checkbox></label><p>Calm</p>{rest}</main>"""
    await both.page.set_content(html)
    await reader.snapshot("full")
    await both.page.evaluate(
        """() => { document.querySelector('li').remove(); document.querySelector('input').checked = true;
        document.querySelector('ul').insertAdjacentHTML('beforeend', '<li>Three <button>Drop three</button>') }"""
    )
    snapshot = await reader.snapshot("changes")
    assert snapshot.mode == "changes"
    lines = snapshot.text.raw.splitlines()
    assert lines[0].strip() == "list", "where it stood"
    assert "- listitem (and 2 lines in it: One)" in lines
    assert "+    : Three" in lines
    assert any(line.startswith('+    button "Drop three"') for line in lines)
    assert any(line.startswith("~ ") and "checked" in line for line in lines)
    assert "Calm" not in snapshot.text.raw
    assert [line[:2] for line in lines if "Drop two" in line] == ["  "], "what the new item comes after"


REST = "<p>Much more text stands here than changes.</p>" * 9


async def changed_by(reader: PlaywrightReader, both: Stage, html: str, script: str) -> list[str]:
    """The lines of `changes` after a script."""
    both.core.refs = Refs()
    await both.page.set_content(REST + html)
    await reader.snapshot("full")
    await both.page.evaluate(script)
    return (await reader.snapshot("changes")).text.raw.splitlines()


TWO = "<button id=a>One</button><button id=b>Two</button><script>a.focus()</script>"
EDITS = {
    "a control that changes is one line wherever it stands": (
        "<main><form aria-label=Order><p>Text</p><button id=b>Send</button><button>Help</button></form></main>",
        "b.disabled = true",
        ['~ button "Send" [e2] disabled'],
    ),
    "what has the focus is told, and not what has it no longer": (TWO, "b.focus()", ['~ button "Two" [e2] focused']),
    "that nothing has the focus any more is no change": (TWO, "a.blur()", ["(nothing changed)"]),
    "what a banner lies over is no change": (
        "".join(f"<p><button>Button {at}</button></p>" for at in range(9)) + "<p>The end</p>",
        "document.body.insertAdjacentHTML('beforeend', "
        "'<div style=\"position:fixed;inset:0 0 auto 0;height:500px;background:#fff\">Saved</div>')",
        ["+ : Saved"],
    ),
    "a box that comes around lines is one line": (
        "<main><div id=d><p>One</p><p>Two</p><button>Three</button></div></main>",
        "d.setAttribute('role', 'group'); d.setAttribute('aria-label', 'All')",
        ['+  group "All"'],
    ),
    "a line that is moved into another box is told": (
        "<fieldset aria-label=A><fieldset aria-label=B id=b><p>Zero</p><p>One</p><p>Two</p></fieldset></fieldset>",
        "b.after(b.lastElementChild)",
        ["- : Two", "+  : Two"],
    ),
    "what changed and has something new below it is told once": (
        "<main aria-label=Old><button id=b aria-expanded=false>Menu</button>"
        "<input type=checkbox id=c title=Done></main>",
        "b.setAttribute('aria-expanded', 'true'); b.insertAdjacentHTML('afterend', '<p>First</p>'); c.checked = true",
        ['~  button "Menu" [e1] expanded', "+  : First", '~ checkbox "Done" [e2] checked'],
    ),
}


async def test_an_edit_is_told_in_few_lines(reader: PlaywrightReader, both: Stage) -> None:
    for case, (html, script, told) in EDITS.items():
        lines = await changed_by(reader, both, html, f"() => {{ {script} }}")
        assert (case, [line for line in lines if line[0] != " "]) == (case, told)


async def test_a_row_from_which_a_time_went_changed(reader: PlaywrightReader, both: Stage) -> None:
    rows = "<table><tr><td>Backup<td id=at>5 minutes ago<td>Ann<tr><td>Import<td>1 day ago<td>Bob</table>"
    text = await changed_by(reader, both, rows, "at.textContent = ''")
    assert any(line.startswith("+") and "Backup |" in line and "ago" not in line for line in text), text


async def test_a_number_of_any_length_is_no_time(reader: PlaywrightReader, both: Stage) -> None:
    text = await changed_by(reader, both, f"<p id=p>{'8' * 5_000} seconds ago", "p.textContent = '9' + p.textContent")
    assert "98888" in "".join(text)


async def test_what_is_out_of_sight_for_a_while_is_no_change_and_what_comes_into_sight_is(
    reader: PlaywrightReader, both: Stage
) -> None:
    html = "<div id=d style='overflow:hidden;height:50px'><p style='height:90px'>Top</p><button>Low</button></div>"
    assert await changed_by(reader, both, html, "d.scrollTop = 90") == ['~ button "Low" [e1]']
    html = html.replace("hidden", "auto")
    told = await changed_by(reader, both, html, "d.style.overflow = 'hidden'")
    assert [line for line in told if "Low" in line and line[0] != " "] == []


ACTIONS = """<style>td div { position: relative; left: -9999em } .over div { left: 0 }</style><table>""" + "".join(
    f"<tr id={name}><td><input type=checkbox aria-label={name}><td><b>{name}</b>"
    f"<div><a href=#e{name}>Edit {name}</a> | <button>Drop {name}</button></div>"
    for name in ("one", "two", "three")
)


async def test_a_row_that_shows_its_actions_or_has_them_named_since_another_went_did_not_change(
    reader: PlaywrightReader, both: Stage
) -> None:
    """What is new in it is told; the first row of an answer has them named."""
    for html in (ACTIONS, ACTIONS.replace(" | ", "")):
        told = await changed_by(reader, both, html, "one.remove(); three.className = 'over'")
        assert [line[:24] for line in told] == ['- row > checkbox "one" [']
    told = await changed_by(reader, both, ACTIONS, "two.className = 'over'; two.querySelector('b').textContent = 'New'")
    assert any(line[0] in "~+" and '"New"' in line for line in told)
    (row,) = [
        line
        for line in await changed_by(reader, both, ACTIONS, "three.cells[0].firstChild.checked = true")
        if line[0] == "~"
    ]
    assert 'not-visible "Edit three"' in row


async def test_a_panel_that_another_one_replaces_went_in_one_line(reader: PlaywrightReader, both: Stage) -> None:
    panel = "".join(f"<p>Line {at} of{' many' * 20} words</p>" for at in range(6))
    told = await changed_by(reader, both, f"<main id=m>{panel}</main>", "m.innerHTML = '<button>New</button>'")
    (gone,) = [line for line in told if line.startswith("- ")]
    assert re.fullmatch(r"- : Line 0 .{40,60}…[\w ]+ \(and 5 lines up to : Line 5 .{40,60}…[\w ]+\)", gone)


async def test_changes_of_a_page_that_did_not_change_say_so(reader: PlaywrightReader) -> None:
    await reader.snapshot("full")
    assert (await reader.snapshot("changes")).text.raw == "(nothing changed)"


async def test_changes_fall_back_to_a_new_snapshot(reader: PlaywrightReader, both: Stage, serve: PageServer) -> None:
    assert (await reader.snapshot("changes")).mode == "full", "there is nothing to compare with"
    await both.page.evaluate("document.body.innerHTML = '<p>All new</p>'")
    rewritten = await reader.snapshot("changes")
    assert (rewritten.mode, rewritten.text.raw) == ("full", ": All new")
    await both.page.goto(serve("<p>Another page</p>"))
    assert (await reader.snapshot("changes")).mode == "full"


CELLS = """<h2>Week</h2><div id=g></div><script>function week(count, other) { g.innerHTML = '';
for (let i = 0; i < count; i++) g.insertAdjacentHTML('beforeend',
  `<p style='height: 20px; border: 1px solid' onclick=1 tabindex=0>${i == other ? 'Lunch' : ''}</p>`) }</script>"""


async def test_a_long_run_of_controls_without_a_name_is_one_line(reader: PlaywrightReader, both: Stage) -> None:
    assert await changed_by(reader, both, CELLS, "week(100)") == [
        '  heading "Week" level=2',
        "+ clickable [e1] to [e100]",
    ]
    await both.page.evaluate("g.children[50].focus()")
    assert (await reader.snapshot("changes")).text.raw == "(nothing changed)"
    await both.page.evaluate("week(100, 20)")
    assert (await reader.snapshot("changes")).text.raw.splitlines()[2:] == [
        "+ clickable [e101] to [e120]",
        '+ clickable "Lunch" [e121]',
        "+ clickable [e122] to [e200]",
    ]
    await both.page.evaluate("week(7)")
    assert (await reader.snapshot("full")).text.raw.splitlines()[-7:] == [
        f"clickable [e{at}]" for at in range(201, 208)
    ]


CHARTS = "<table>" + "".join(
    f"<tr onclick=1><td><button>Star</button><td>{name}<td>{minutes} minutes ago<td><button>Edit</button>"
    for name, minutes in (("Sales", 21), ("Things", 9), ("Old chart", 12))
)


async def test_rows_that_take_presses_and_in_which_only_time_passed_did_not_change(
    reader: PlaywrightReader, both: Stage
) -> None:
    star = "document.querySelector('button').textContent = 'Starred'"
    ages = "document.querySelectorAll('td:nth-child(3)')"
    passing = f"for (const age of {ages}) age.textContent = `${{2 + parseInt(age.textContent)}} minutes ago`"
    lines = await changed_by(reader, both, CHARTS, f"() => {{ {star}; {passing} }}")
    assert any("Starred" in line for line in lines)
    assert [line for line in lines if "Things" in line or "Old chart" in line] == []


async def test_an_item_in_the_place_of_another_is_told_with_the_lines_that_both_have(
    reader: PlaywrightReader, both: Stage
) -> None:
    items = "".join(f"<li><a href=/{name}>{name}</a><p>Draft</p><p>by Ann</p>" for name in ("Alpha", "Beta", "Gamma"))
    html = f"<ul>{items}</ul>"
    new = "<a href=/New>New</a><p>Draft</p><p>by Ann</p>"
    lines = await changed_by(reader, both, html, f"document.querySelectorAll('li')[1].innerHTML = '{new}'")
    assert [line for line in lines if line.startswith("+")] == [
        "+  listitem", '+   link "New" [e4] -> /New', "+   : Draft", "+   : by Ann",
    ]  # fmt: skip


FOLLOWS = {
    # Address of the link before, after, and whether it is told.
    "another query": ("/totals?q=old&n=1", "/totals?q=new%20one&n=1", False),
    "a query that came": ("/totals?n=1", "/totals?n=1&q=new+one", False),
    "a query of its own": ("/totals?q=old", "/totals?q=other", True),
    "another value beside it": ("/totals?q=old&n=1", "/totals?q=new+one&n=2", True),
    "another path": ("/totals?q=old", "/others?q=new+one", True),
}


async def test_a_link_whose_address_follows_the_query_of_the_page_is_no_news(
    reader: PlaywrightReader, both: Stage, serve: PageServer
) -> None:
    for case, (before, after, told) in FOLLOWS.items():
        address = serve(f"{REST}<a id=a href='{before}'>Totals</a><p id=p>0 hits</p>")
        await both.page.goto(f"{address}?q=old")
        await reader.snapshot("full")
        await both.page.evaluate(
            "to => { history.replaceState(0, '', '?q=new+one'); a.setAttribute('href', to); p.textContent = '2 hits' }",
            after,
        )
        text = (await reader.snapshot("changes")).text.raw
        assert (case, "2 hits" in text, '~ link "Totals"' in text) == (case, True, told)
