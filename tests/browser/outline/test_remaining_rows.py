"""Of a table that a filter shortens, the changes tell which rows are left."""

from __future__ import annotations

from handrail.browser.reading.page_reader import PlaywrightReader
from tests.browser.stage import Stage

TABLES = {
    "links": "<tr><td><input type=checkbox aria-label=Select><td><a href=#{0}>Note {0}</a><td><button>Edit</button>",
    "words": "<tr><td>Note {0}<td>open since the first day of this long year",
    "cells that take presses": "<tr><td onclick=''>{0}<td onclick=''>Note {0}<td onclick=''><a href=#></a>",
    "links that each row has": "<tr><td><a href=#e>Edit it</a><td><a href=#c>Copy it</a><td>Note {0}<td>open",
    "items": "<li><b>Note {0}</b> <a href=#{0}>Open</a>",
}


def table(row: str, numbers: list[int]) -> str:
    rows = "".join(row.format(number) for number in numbers)
    return f"<ul>{rows}</ul>" if row.startswith("<li>") else f"<table><tr><th>Title<th>State<th>Act{rows}</table>"


async def test_the_rows_that_a_filter_leaves_are_counted_and_named(stage: Stage) -> None:
    for kind in TABLES:
        await stage.page.set_content(f"<!doctype html><body><div id=d>{table(TABLES[kind], list(range(20, 40)))}</div>")
        reader = PlaywrightReader(stage.core)
        await reader.snapshot("full")
        await stage.page.evaluate(
            "document.querySelectorAll('tr:has(td), li').forEach((row, at) => at % 19 > 5 && row.remove())"
        )
        last = (await reader.snapshot("changes")).text.raw.splitlines()[-1]
        what = "list now has 7 items" if kind == "items" else "table now has 7 rows"
        assert last == f'= {what}: "Note 20", "Note 21", "Note 22", "Note 23", "Note 24" …'


TAGGED = "<li><a href=#{0}>Note {0}</a><ul><li><a href=#a>a</a><li><a href=#b>b</a></ul>"


async def test_a_list_whose_own_name_counts_its_items_tells_which_are_left(stage: Stage) -> None:
    for row in (TABLES["items"], TAGGED):
        items = "".join(map(row.format, range(20, 30)))
        await stage.page.set_content(f"<!doctype html><body><p>Inbox</p><ul id=u aria-label='10 notes'>{items}</ul>")
        reader = PlaywrightReader(stage.core)
        await reader.snapshot("full")
        await stage.page.evaluate("for (const item of [...u.children].slice(0, 6)) item.remove(); u.ariaLabel = '4'")
        last = (await reader.snapshot("changes")).text.raw.splitlines()[-1]
        assert last == '= list now has 4 items: "Note 26", "Note 27", "Note 28", "Note 29"'
        # Nothing is left of a list in whose place another one stands.
        await stage.page.evaluate("u.outerHTML = '<ul aria-label=Tags><li>New</ul><p>None</p>'")
        assert "\n= " not in (await reader.snapshot("changes")).text.raw


async def test_items_with_lists_of_their_own_are_told_of_the_list_that_they_stand_in(stage: Stage) -> None:
    items, rest = "".join(map(TAGGED.format, range(9))), "<p>Much more text stands here.</p>" * 40
    await stage.page.set_content(f"<!doctype html><body><ul id=u>{items}</ul>{rest}")
    reader = PlaywrightReader(stage.core)
    await reader.snapshot("full")
    await stage.page.evaluate("for (const item of [...u.children].slice(2, 7)) item.remove()")
    last = (await reader.snapshot("changes")).text.raw.splitlines()[-1]
    assert last == '= list now has 4 items: "Note 0", "Note 1", "Note 7", "Note 8"'


async def test_where_few_rows_go_the_lines_that_went_say_enough(stage: Stage) -> None:
    choices = "".join(f"<li onclick=''>Choice {number}" for number in range(5))
    form = f"<ul><li>Length <button>Hours</button><ul id=choices>{choices}</ul><li>Name <input></ul>"
    files = "".join(f"<li role=treeitem tabindex=0>File {number}" for number in range(4))
    tree = f"<ul role=tree><li role=treeitem tabindex=0>Folder<ul role=group id=files>{files}</ul></ul>"
    await stage.page.set_content(f"<!doctype html><body>{form}{tree}{table(TABLES['words'], list(range(20, 40)))}")
    reader = PlaywrightReader(stage.core)
    await reader.snapshot("full")
    await stage.page.evaluate("document.querySelector('tr:nth-child(3)').remove()")
    assert "\n= " not in (await reader.snapshot("changes")).text.raw
    # A list that closes has none left, and the one around it lost none.
    await stage.page.evaluate("choices.remove()")
    assert "\n= " not in (await reader.snapshot("changes")).text.raw
    # So does what is folded in a tree.
    await stage.page.evaluate("files.remove()")
    assert "\n= " not in (await reader.snapshot("changes")).text.raw


async def test_texts_that_go_and_rows_that_come_anew_are_not_counted(stage: Stage) -> None:
    texts = "".join(f"<li>The text of item {number}" for number in range(20))
    await stage.page.set_content(f"<!doctype html><body><ul>{texts}</ul>{table(TABLES['words'], list(range(20)))}")
    reader = PlaywrightReader(stage.core)
    await reader.snapshot("full")
    await stage.page.evaluate("document.querySelectorAll('li').forEach((item, at) => at > 15 && item.remove())")
    await stage.page.evaluate(
        "document.querySelectorAll('td:first-child').forEach((cell, at) => { if (at > 15) cell.append(' anew') })"
    )
    changed = (await reader.snapshot("changes")).text.raw
    assert "Note 19 anew" in changed
    assert "\n= " not in changed


async def test_rows_that_did_not_move_are_counted_between_those_that_did(stage: Stage) -> None:
    rest = "<p>Much more text stands here than changes.</p>" * 40
    await stage.page.set_content(f"<!doctype html><body>{table(TABLES['words'], list(range(20, 36)))}{rest}")
    reader = PlaywrightReader(stage.core)
    await reader.snapshot("full")
    await stage.page.evaluate(
        """() => { const rows = [...document.querySelectorAll('tr')]; rows[0].cells[0].ariaSort = 'ascending';
        rows[5].after(rows[2]); rows[12].after(rows[6]) }"""
    )
    told = [line.split(" | ")[0] for line in (await reader.snapshot("changes")).text.raw.splitlines()]
    assert told[3:] == [
        "   row: Note 20",
        "- row: Note 21",
        "   … 2 rows as before",
        "   row: Note 24",
        "- row: Note 25",
        "+  row: Note 21",
        "   … 5 rows as before",
        "   row: Note 31",
        "+  row: Note 25",
    ]
