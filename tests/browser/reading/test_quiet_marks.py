"""What pages say without text: signs by class, hints, words of assistive technology, and insertions."""

from __future__ import annotations

from handrail.browser.reading.page_reader import PlaywrightReader
from tests.browser.reading.test_snapshot import outline
from tests.browser.stage import Stage


async def test_a_cell_that_holds_only_a_sign_is_called_by_it(both: Stage) -> None:
    html = """<table><tr><th>Name<th>Active<th>Admin<tr><td>Ann
    <td class=tick><span class="icon-only icon-ok"></span><td></table>"""
    assert (await outline(both, html)).splitlines()[-1].strip() == "row: Ann | (ok) |"


async def test_a_separator_of_a_menu_is_no_line_though_it_takes_the_focus(both: Stage) -> None:
    html = """<ul><li tabindex=0 role=presentation>Cut</li><li tabindex=0 role=presentation data-type=separator></li>
    <li tabindex=0>Paste</li></ul>"""
    lines = (await outline(both, html)).splitlines()
    assert [line.rpartition(" ")[2] for line in lines] == ["list", "Cut", "Paste"]


async def test_what_was_inserted_in_a_text_is_told_and_no_word_is_cut_by_a_mark(both: Stage) -> None:
    for html, shown in [
        ("<p>Garden in <ins>late</ins> <del>early</del> spring", ": Garden in ++late++ ~~early~~ spring"),
        ("<p><mark>Gar</mark>den", ": Garden"),
        ("<p><ins>Whole line</ins>", ": ++Whole line++"),
    ]:
        assert await outline(both, html) == shown


TABS = "<ul role=tablist>{}</ul>"
TAB = "<li class={}><a role=tab aria-expanded=true href=#{}>{}</a></li>"


async def test_a_tab_is_selected_where_only_the_class_of_its_item_says_so(both: Stage) -> None:
    tabs = [TAB.format("active", "a", "Leads"), TAB.format("x", "b", "Won"), TAB.format("x", "c", "Lost")]
    assert await outline(both, TABS.format("".join(tabs))) == "\n".join(
        ["tablist", ' tab "Leads" [e1] selected', ' tab "Won" [e2]', ' tab "Lost" [e3]']
    )
    assert await outline(both, TABS.format("".join(tabs[1:]))) == "\n".join(
        ["tablist", ' tab "Won" [e1] expanded', ' tab "Lost" [e2] expanded']
    )


async def test_random_values_and_the_middle_of_long_queries_are_left_out_of_addresses(stage: Stage) -> None:
    random, dated = "38e84777f0a91b2c5d6e", "2026-11-24T10:00:00Z"
    html = f"<a href='#?monkey={random}&amp;x=1'>One</a> <a href='#?since={dated}&amp;id=a_word_of_2026'>Two</a>"
    columns = "&amp;".join(f"column_{number}=all" for number in range(1, 9))
    text = await outline(stage, f"{html} <a href='#?{columns}&amp;sort=name'>Three</a>")
    assert text.splitlines() == [
        'link "One" [e1] -> #?monkey=…&x=1',
        f'link "Two" [e2] -> #?since={dated}&id=a_word_of_2026',
        'link "Three" [e3] -> #?column_1=all&column_2=all&column_3=all&col…olumn_8=all&sort=name',
    ]


async def test_of_choices_that_do_not_fit_a_few_are_shown_and_the_others_counted(stage: Stage) -> None:
    def choices(count: int) -> str:
        return "".join(f"<option>Time zone {number:02}" for number in range(count))

    fits, many = (f"<select>{choices(count)}</select>" for count in (20, 200))
    assert "more" not in await outline(stage, fits)
    line = await outline(stage, many)
    assert line.endswith('"Time zone 06" and 193 more')


async def changes(reader: PlaywrightReader) -> str:
    return (await reader.snapshot("changes")).text.raw


async def test_a_changed_row_does_not_repeat_the_choices_of_its_dropdowns(both: Stage) -> None:
    choices = "".join(f"<option>{name}" for name in ("is", "is not", "contains"))
    named = ("'of &quot;it&quot;'", "Other")
    row = "<tr>" + "".join(f"<td><select aria-label={name}>{choices}</select>" for name in named)
    await both.page.set_content(f"<!doctype html><body><table>{row}{'<tr><td>Other<td>2' * 9}</table>")
    reader = PlaywrightReader(both.core)
    await reader.snapshot("full")
    await both.page.evaluate("document.querySelector('select').value = 'contains'")
    changed = await changes(reader)
    assert changed.endswith('"of \\"it\\"" [e2] = "contains" of … | combobox "Other" [e3] = "is" of …')
    await both.page.evaluate("document.querySelector('option').remove()")
    assert '"contains" of "is not", "contains" | combobox "Other" [e3] = "is" of …' in await changes(reader)


async def test_a_key_in_the_address_of_a_link_is_shortened_and_the_link_still_works(stage: Stage) -> None:
    key, words = "38e84777f0a91b2c5d6e", "words_that_are_long_2"
    html = (
        f"<a href='#?id=7&amp;sectok={key}&amp;do=delete'>Delete</a> <a href='#?monkey={words}&amp;key=short'>Stay</a>"
    )
    assert await outline(stage, html) == "\n".join(
        ['link "Delete" [e1] -> #?id=7&sectok=…&do=delete', f'link "Stay" [e2] -> #?monkey={words}&key=short']
    )
    await stage.actions.click("e1")
    assert stage.page.url.endswith(f"sectok={key}&do=delete")


async def test_that_time_passes_is_not_told_and_that_it_begins_anew_is(stage: Stage) -> None:
    rest = "".join(f"<p>Line {number}" for number in range(20))
    await stage.page.set_content(
        f"<!doctype html><body><p id=p>Saved 58 seconds ago</p><button>2 hours ago</button>{rest}"
    )
    reader = PlaywrightReader(stage.core)
    await reader.snapshot("full")
    await stage.page.evaluate(
        "p.textContent = 'Saved 1 minute ago'; document.querySelector('button').textContent = '3h ago'"
    )
    assert await changes(reader) == "(nothing changed)"
    await stage.page.evaluate("p.textContent = 'Saved 2 seconds ago'")
    assert await changes(reader) == "- : Saved 1 minute ago\n+ : Saved 2 seconds ago"


HANDS = """<style>tr:hover, .js { cursor: pointer } td { width: 200px }</style>
<table><tr><td>Ann<td>1<tr><td>Bob<td>2</table><p id=p>Text</p>
<script>p.onmouseenter = () => p.className = 'js'; p.onmouseleave = () => p.className = ''</script>"""


async def test_a_hand_that_comes_with_the_pointer_changes_a_line_once_at_most(both: Stage) -> None:
    await both.page.set_content(f"<!doctype html>{HANDS}")
    reader = PlaywrightReader(both.core)
    await both.page.mouse.move(600, 600)
    before = (await reader.snapshot("full")).text.raw.splitlines()
    assert before == ["table [e1]", " row [e2] clickable: Ann | 1", " row [e3] clickable: Bob | 2", ": Text"]
    await both.page.mouse.move(30, 20)
    assert (await reader.snapshot("changes")).text.raw == "(nothing changed)"
    box = await both.page.locator("p").bounding_box()
    assert box is not None
    await both.page.mouse.move(box["x"] + 5, box["y"] + 5)
    assert '+ clickable "Text" [e4]' in (await reader.snapshot("changes")).text.raw
    await both.page.mouse.move(600, 600)
    await both.page.mouse.move(30, 20)
    assert (await reader.snapshot("changes")).text.raw == "(nothing changed)"


RESIZED = """<style>span, [role*=cell] { display: inline-block } span { width: 6px; height: 20px }</style>
<div role=grid><div role=row><div role=columnheader>Name</div><span class=col-resize-handle></span></div>
<div role=row><div role=gridcell>Ann</div><span class=col-resize-handle></span><div role=gridcell>12</div></div></div>
<script>for (const one of document.querySelectorAll('span')) one.addEventListener('mousedown', () => {})</script>"""


async def test_what_widens_a_column_has_no_place_in_the_lines_of_a_table(stage: Stage) -> None:
    await stage.page.set_content(f"<!doctype html>{RESIZED}")
    text = (await PlaywrightReader(stage.core).snapshot("full")).text.raw
    assert "resize handle" not in text
    assert text.splitlines()[-1] == ' row > "Ann" [e2] | "12" [e3]'


OUTLINES = {
    "a sign without text says what its label says": (
        """<table><tr><th><span>Date</span> <b aria-label="Sorted descending"></b><th>Size<tr><td>1<td>2</table>
    <p>Gone <span aria-label=Hidden style='display:none'></span></p>""",
        ["table [e1]", " row: Date Sorted descending | Size", " row: 1 | 2", ": Gone"],
    ),
    "a link that its class calls chosen or active says so": (
        """<a href=#a class='button toggle selected'>all</a> <a href=#b class='button toggle'>unused</a>
    <a href=#c class=active>Home</a> <a href=#d class=link>Help</a>
    <a href=#e class=selected aria-current=page>Now</a>""",
        [
            'link "all" [e1] selected -> #a',
            'link "unused" [e2] -> #b',
            'link "Home" [e3] current -> #c',
            'link "Help" [e4] -> #d',
            'link "Now" [e5] current=page -> #e',
        ],
    ),
    "a box of the size of an icon is not scrolled": (
        """<div title=Open style='width: 20px; height: 20px; overflow: auto'><div style='height: 40px'>
    <button>Open</button></div></div>""",
        ['button "Open" [e1]'],
    ),
}


async def test_an_outline_says_of_each_page_what_a_person_sees(both: Stage) -> None:
    for case, (html, lines) in OUTLINES.items():
        assert (case, (await outline(both, html)).splitlines()) == (case, lines)


OUTLINES_IN_CHROMIUM = {
    "the hint of an item says what its text does not": (
        """<ul><li title="Name: a.csv\nSize: 3 B\nPath: x/a.csv\nModified: May 3">a.csv</li>
    <li title="Name: b.csv\nSize: 4 B"><b>b.csv</b> <i>4 B</i></li><li title="Ask Ann:\nshe knows">c.csv</li></ul>""",
        [
            "list",
            ' listitem "Size: 3 B; Modified: May 3": a.csv',
            ' listitem "Size: 4 B": b.csv 4 B',
            ' listitem "Ask Ann:": c.csv',
        ],
    ),
}


async def test_an_outline_says_of_each_page_what_a_person_sees_in_chromium(stage: Stage) -> None:
    for case, (html, lines) in OUTLINES_IN_CHROMIUM.items():
        assert (case, (await outline(stage, html)).splitlines()) == (case, lines)
