"""Trees: how deep an item stands."""

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
