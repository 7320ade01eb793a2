"""Trees: how deep an item stands, whether it is open, and the arrow that opens it."""

from __future__ import annotations

from tests.browser.reading.test_snapshot import outline
from tests.browser.stage import Stage

ITEMS = """<div role=tree><p role=treeitem aria-level=1>Browser</p><p role=treeitem aria-level=2>Options</p></div>
<div role=tree><div><p role=treeitem>Mail</p><div><div><p role=treeitem>Inbox</p></div></div></div></div>
<ul role=tree><li role=treeitem>Root<ul role=group><li role=treeitem aria-level=2>Leaf</ul></ul>"""


async def test_an_item_of_a_tree_says_its_level_where_its_indentation_does_not(both: Stage) -> None:
    assert [line for line in (await outline(both, ITEMS)).splitlines() if "treeitem" in line] == [
        ' treeitem "Browser" [e2]',
        ' treeitem "Options" [e3] level=2',
        ' treeitem "Mail" [e5]',
        ' treeitem "Inbox" [e6] level=2',
        ' treeitem "Root" [e8]',
        '  treeitem "Leaf" [e9]',
    ]


OUTLINES = {
    "a row of a tree made of boxes says its level and has an arrow of its own": (
        """<style>.row { cursor: pointer } .toggle { display: inline-block; width: 9px; height: 9px }</style>
<div><div><div class="row dir" data-depth=1><i class="dir-toggle toggle open"></i><b>Servers</b></div></div>
<div><div class="row dir" data-depth=2><i class="dir-toggle toggle open"></i><b>Shed</b></div></div>
<div><div class="row dir" data-depth=3><i class="dir-toggle toggle"></i><b>Tables</b></div></div>
<div><div class=row data-depth=3><i class=icon></i><b>Note</b></div></div></div>
<div class="row level-1">Alone</div>""",
        [
            'clickable "Servers" [e1] level=1 expanded > clickable "dir toggle" [e2] guessed',
            'clickable "Shed" [e3] level=2 expanded > clickable "dir toggle" [e4] guessed',
            'clickable "Tables" [e5] level=3 collapsed > clickable "dir toggle" [e6] guessed',
            'clickable "Note" [e7] level=3',
            'clickable "Alone" [e8]',
        ],
    ),
    "an empty part of an item has no line but what may open the item has": (
        """<style>.node { display: flex; height: 24px } .place { width: 20px } .drawn { width: 20px; background: #999;
mask: linear-gradient(#000, #000) } #behind { background: linear-gradient(#999, #999) }</style><div role=tree>
<div role=treeitem><div class=node><span onclick=1><div class=place></div></span>Leaf</div></div>
<div role=treeitem aria-expanded=false><div class=node><span onclick=1><div class=place></div></span>Shut</div></div>
<div role=treeitem aria-expanded=false><div class=node><span onclick=1 class=drawn></span>Shed</div></div>
<div role=treeitem aria-expanded=true><div class=node><b class=place></b><b onclick=1><svg width=20 height=20></svg></b>
Tools</div></div>
<div role=treeitem aria-expanded=false id=behind><div class=node><span onclick=1 class=place></span>Rope</div></div>
</div><div class=node><span onclick=1 class=place></span>Alone</div>""",
        [
            "tree [e1]",
            ' treeitem "Leaf" [e2]',
            ' treeitem "Shut" [e3] collapsed',
            ' treeitem "Shed" [e4] collapsed',
            '  clickable "expander" [e5] guessed',
            ' treeitem "Tools" [e6] expanded',
            '  clickable "expander" [e7] guessed',
            ' treeitem "Rope" [e8] collapsed',
            "  clickable [e9]",
            "clickable [e10]",
            ": Alone",
        ],
    ),
}


async def test_an_outline_says_of_each_page_what_a_person_sees(both: Stage) -> None:
    for case, (html, lines) in OUTLINES.items():
        assert (case, (await outline(both, html)).splitlines()) == (case, lines)
