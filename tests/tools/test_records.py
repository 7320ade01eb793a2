"""read_table and collect, through a session: spans, nested heads, grids, pages, scrolling, and files."""

from __future__ import annotations

import csv
import json

from handrail import Session
from handrail.trust import plain
from tests.pages import PageServer, Reply, Request
from tests.tools.acting import ref, shown

TABLE = """<table id=small><tr><td>one</td></tr></table>
<table id=t><caption>Plans</caption>
<thead><tr><th rowspan=2>Plan</th><th colspan=2>Price</th></tr><tr><th>net</th><th>gross</th></tr></thead>
<tbody><tr><th>Team</th><td>10</td><td>12</td></tr><tr><td rowspan=2>Solo</td><td colspan=2>free</td></tr>
<tr><td>0</td><td><table><tr><td>inner</td></tr></table></td></tr>
<tr style="display:none"><td>hidden</td><td>1</td><td>2</td></tr></tbody></table>
<div role=grid id=g aria-rowcount=500>
<div role=row><span role=columnheader>Name</span><span role=columnheader>Name</span></div>
<div role=row><span role=gridcell>Ada</span>
<span role=gridcell>Lovelace</span></div></div>
<p id=p>No table</p>"""


async def test_spans_are_filled_and_nested_heads_put_together(session: Session, serve: PageServer) -> None:
    await shown(session, serve, TABLE)
    found = await session.call("read_table", save="../plans.csv")
    assert plain(found.data) == {
        "total": 3,
        "columns": ["Plan", "Price / net", "Price / gross"],
        "rows": [["Team", "10", "12"], ["Solo", "free", "free"], ["Solo", "0", "inner"]],
        "caption": "Plans",
        "file": "_plans.csv",
        "path": str(session.run_dir / "files" / "_plans.csv"),
    }
    with (session.run_dir / "files" / "_plans.csv").open(newline="") as file:
        assert list(csv.reader(file))[1] == ["Team", "10", "12"]
    assert found.data["rows"][0][0].origin == serve.origin


async def test_what_describes_a_table_is_read_with_its_caption(session: Session, serve: PageServer) -> None:
    table = "<table aria-describedby='i gone'><caption>Orders</caption><tr><td>1</table>"
    await shown(session, serve, f"{table}<p id=i>Showing 1 to 10 of 57</p>")
    found = await session.call("read_table")
    assert plain(found.data["caption"]) == "Orders Showing 1 to 10 of 57"


async def test_a_cell_reaches_down_beside_cells_that_its_rows_leave_out(session: Session, serve: PageServer) -> None:
    rows = "<tr><td>1<td>2<td rowspan=2>3<tr><td>4<tr><td>5<td>6<td>7"
    await shown(session, serve, f"<table>{rows}</table>")
    found = await session.call("read_table")
    assert plain(found.data["rows"]) == [["1", "2", "3"], ["4", "", "3"], ["5", "6", "7"]]


async def test_a_grid_says_how_many_rows_it_does_not_hold(session: Session, serve: PageServer) -> None:
    await shown(session, serve, TABLE)
    found = await session.call("read_table", ref=await ref(session, "#g"))
    assert (plain(found.data["columns"]), plain(found.data["rows"])) == (["Name", "Name (2)"], [["Ada", "Lovelace"]])
    assert "500 rows" in found.data["not_in_page"]
    assert (await session.call("read_table", ref=await ref(session, "#p"))).code == "wrong_element"
    assert (await session.call("read_table", selector=".none")).code == "no_table"
    assert (await session.call("read_table", save="x.exe")).code == "wrong_ending"


PINNED = """<div role=grid aria-colcount=5>
<div><div role=row aria-rowindex=1><span role=columnheader aria-colindex=1>Name</span></div></div>
<div><div role=row aria-rowindex=1><span role=columnheader aria-colindex=3 aria-colspan=2>Loss</span></div>
<div role=row aria-rowindex=2><span role=columnheader aria-colindex=3>first</span>
<span role=columnheader aria-colindex=4>last</span></div></div>
<div><div role=row aria-rowindex=4><b role=gridcell aria-colindex=1>Bo</b></div>
<div role=row aria-rowindex=3><b role=gridcell aria-colindex=1>Al</b></div></div>
<div><div role=row aria-rowindex=4><i role=gridcell aria-colindex=4>5</i><i role=gridcell aria-colindex=3>4</i></div>
<div role=row aria-rowindex=3><i role=gridcell aria-colindex=3>1</i></div></div>
<div role=row aria-rowindex=5><b role=gridcell>in all</b></div></div>"""


async def test_the_parts_of_a_row_that_a_grid_keeps_in_boxes_of_their_own_are_one_row(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, PINNED)
    found = (await session.call("read_table")).data
    assert plain(found) == {
        "total": 3,
        "columns": ["Name", "Loss / first", "Loss / last"],
        "rows": [["Al", "1", ""], ["Bo", "4", "5"], ["in all", "", ""]],
    }


async def test_rows_of_one_number_that_are_no_parts_stay_rows(session: Session, serve: PageServer) -> None:
    rows = "".join(f"<tr aria-rowindex=1><td aria-colindex=1>{name}" for name in "abc")
    await shown(session, serve, f"<table>{rows}<tr aria-rowindex=2><td>d<tr aria-rowindex=2><td>e</table>")
    assert plain((await session.call("read_table")).data["rows"]) == [["a"], ["b"], ["c"], ["d"], ["e"]]


DRAWN = """<canvas id=c width=400 height=200><table role=grid aria-rowcount=ROWS>
  <tr role=row><th role=columnheader>Item</th><th role=columnheader>Price</th></tr>
  <tr role=row><td role=gridcell>Apples</td><td role=gridcell>2</td></tr></table></canvas>"""


async def test_a_grid_that_is_drawn_is_read_from_what_stands_in_its_canvas_for_readers(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, DRAWN.replace("ROWS", "2"))
    seen = (await session.observe()).snapshot
    assert seen is not None
    assert 'canvas "Item Price; Apples 2"' in seen.outline.raw
    found = await session.call("read_table", ref=await ref(session, "#c"))
    assert (plain(found.data["columns"]), plain(found.data["rows"])) == (["Item", "Price"], [["Apples", "2"]])
    assert "not_in_page" not in found.data
    await shown(session, serve, DRAWN.replace("ROWS", "50"))
    assert "50 rows; scroll" in (await session.call("read_table")).data["not_in_page"]


async def test_a_long_table_is_paged(session: Session, serve: PageServer) -> None:
    rows = "".join(f"<tr><td>{number}</td><td>{'x' * 80}</td></tr>" for number in range(300))
    await shown(session, serve, f"<table>{rows}</table>")
    found, numbers = await session.call("read_table"), []
    while True:
        numbers += [row[0].raw for row in found.data["rows"]]
        if not found.truncated:
            break
        found = await session.call(found.next.tool, **found.next.params)
    assert numbers == [str(number) for number in range(300)]


def shop_page(request: Request) -> Reply:
    """The third of three pages has no next one."""
    at = int(request.path.partition("=")[2] or 1)
    items = "".join(f"<li class=p><h3>Item {at}{n}</h3><a href=/item/{at}{n}>more</a></li>" for n in range(3))
    following = f"<a class=next href=/shop?page={at + 1}>Next</a>" if at < 3 else ""
    return Reply(f"<title>{at}</title><ul>{items}</ul>{following}".encode())


FIELDS = {"name": "h3", "link": "a@href", "none": ".none"}


async def test_pages_are_collected_until_there_is_no_next_one(session: Session, serve: PageServer) -> None:
    await session.call("goto", url=serve.put("/shop", shop_page))
    found = await session.call_as(
        "model", "collect", item="li.p", fields=FIELDS, next="a.next", max_pages=9, save="shop.jsonl"
    )
    assert (found.data["total"], found.data["pages"], found.data["stopped"]) == (9, 3, "end")
    assert plain(found.data["records"][-1]) == {"name": "Item 21", "link": f"{serve.origin}/item/21", "none": None}
    assert len(found.data["records"]) == 5, "the file has them all"
    lines = (session.run_dir / "files" / "shop.jsonl").read_text().splitlines()
    assert json.loads(lines[0])["name"] == "Item 10"
    assert len(lines) == 9


async def test_a_ref_or_a_name_leads_to_the_next_page_of_every_page(session: Session, serve: PageServer) -> None:
    for name in (
        lambda: ref(session, "a.next"),
        "Next",
        {"role": "link", "name": "Next"},
        '{"role": "link", "name": "Next"}',
    ):
        await session.call("goto", url=serve.put("/shop", shop_page))
        wanted = await name() if callable(name) else name
        found = await session.call_as("model", "collect", item="li.p", fields=FIELDS, next=wanted)
        assert (found.data["total"], found.data["pages"], found.data["stopped"]) == (9, 3, "end"), name
    assert (await session.call("collect", item="li.p", fields=FIELDS, next="e1")).code == "stale_ref"


async def test_that_the_first_page_has_no_next_one_is_said(session: Session, serve: PageServer) -> None:
    await session.call("goto", url=serve.put("/shop", shop_page))
    for wanted in (".further", {"role": "link", "name": "Further"}):
        found = await session.call("collect", item="li.p", fields=FIELDS, next=wanted)
        assert (found.code, found.error) == ("no_such_element", "Nothing on this page is what `next` says.")
    assert (await session.call("collect", item="li.p", fields=FIELDS, next=".further", max_items=3)).data["total"] == 3
    await shown(session, serve, "<ul><li>One</ul><a class=next href=/two style='display: none'>Next</a>")
    assert (await session.call("collect", item="li", fields={"t": ""}, next=".next")).data["stopped"] == "end"


TURNED = """<ul id=list><li>1</ul><ul><li>Beside</ul><button class=next onclick="list.innerHTML = `<li>${++at}`;
if (at > 3) this.remove()">Next</button><script>let at = 1</script>"""


async def test_of_a_page_that_is_turned_in_its_place_only_what_is_in_the_element_is_collected(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, TURNED)
    within = await ref(session, "#list")
    found = await session.call("collect", item="li", fields={"text": ""}, next=".next", within_ref=within)
    assert [plain(record["text"]) for record in found.data["records"]] == ["1", "2", "3", "4"]


async def test_pages_are_collected_though_the_element_of_the_first_is_gone(session: Session, serve: PageServer) -> None:
    await session.call("goto", url=serve.put("/shop", shop_page))
    within = await ref(session, "ul")
    found = await session.call("collect", item="li", fields=FIELDS, next="a.next", within_ref=within)
    assert (found.data["total"], found.data["pages"]) == (9, 3)


async def test_collecting_stops_at_its_limits(session: Session, serve: PageServer) -> None:
    url = serve.put("/shop", shop_page)
    for params, total, stopped in (
        ({}, 3, "end"),
        ({"next": "a.next", "max_pages": 2}, 6, "max_pages"),
        ({"next": "a.next", "max_pages": 3}, 9, "end"),
        ({"next": "a.wrong", "max_pages": 1}, 3, "max_pages"),
        ({"next": "e999", "max_pages": 1}, 3, "max_pages"),
        ({"next": "a.next", "max_items": 5}, 5, "max_items"),
        ({"next": "a.next", "max_items": 6}, 6, "max_items"),
        ({"next": "a.next", "max_items": 9}, 9, "end"),
        ({"max_items": 2}, 2, "max_items"),
        ({"max_items": 3}, 3, "end"),
        ({"scroll": True, "max_items": 3}, 3, "max_items"),
        ({"next": "li.p", "max_pages": 9}, 3, "nothing_new"),
    ):
        await session.call("goto", url=url)
        found = await session.call("collect", item="li.p", fields=FIELDS, **params)
        assert (found.data["total"], found.data["stopped"]) == (total, stopped), params
        assert found.truncated == stopped.startswith("max"), params


async def test_of_more_than_a_hundred_items_it_is_said_that_there_are_more(session: Session, serve: PageServer) -> None:
    await shown(session, serve, "<ul>" + "".join(f"<li>Item {n}" for n in range(120)))
    found = await session.call("collect", item="li", fields={"t": ""})
    assert (found.data["total"], found.data["stopped"], found.truncated) == (100, "max_items", True)
    found = await session.call("collect", item="li", fields={"t": ""}, max_items=200)
    assert (found.data["total"], found.data["stopped"], found.truncated) == (120, "end", False)


async def test_to_turn_a_page_is_judged_like_the_click_that_it_is(session: Session, serve: PageServer) -> None:
    page = "<li>One</li><form method=post action=/buy><button class=next>Buy now</button></form>"
    serve.put("/buy", Reply(b"<li>Bought"))
    await session.call("goto", url=serve(page, "/basket"))
    found = await session.call_as("model", "collect", item="li", fields={"t": ""}, next=".next", max_pages=5)
    assert (found.data["total"], found.data["stopped"]) == (1, "not_permitted")
    assert not [one for one in serve.requests if one.method == "POST"]


GROWING = """<ul id=l></ul><script>
let n = 0; const more = () => { for (let i = 0; i < 20; i++) { const e = document.createElement('li');
e.textContent = 'Item ' + n++; e.style.height = '80px'; l.append(e) } };
const near = () => innerHeight + scrollY > document.body.scrollHeight - 200;
more(); addEventListener('scroll', () => { if (n < 60 && near()) more() })
</script>"""


async def scroll_to_the_end(session: Session, serve: PageServer) -> None:
    await shown(session, serve, GROWING)
    found = await session.call_as("model", "collect", item="li", fields={"t": ""}, scroll=True, max_pages=20)
    assert (found.data["total"], found.data["stopped"]) == (60, "nothing_new")


async def test_a_list_that_grows_is_scrolled_to_its_end(session: Session, serve: PageServer) -> None:
    await scroll_to_the_end(session, serve)


async def test_a_list_that_grows_is_scrolled_to_its_end_in_firefox(firefox_session: Session, serve: PageServer) -> None:
    await scroll_to_the_end(firefox_session, serve)


async def test_what_is_no_selector_fails(session: Session, serve: PageServer) -> None:
    await shown(session, serve, TABLE)
    assert (await session.call("collect", item="li[", fields={"t": ""})).code == "invalid_selector"
    assert (await session.call("collect", item="td", fields={"t": "b["})).code == "invalid_selector"
    assert (await session.call("collect", item="td", fields={})).code == "invalid_params"


SIGNS = """<div role=grid aria-rowcount=61><div role=row aria-rowindex=1><span role=columnheader>Name</span>
<span role=columnheader>Active</span><span role=columnheader>Do</span></div>
<div role=row aria-rowindex=2><span role=gridcell>Jon</span>
<span role=gridcell><svg width=16 height=16 aria-label=yes><circle r=8 /></svg></span>
<span role=gridcell><button><img alt=Delete src=data:, width=9 height=9></button></span></div></div>"""


async def test_a_cell_of_a_picture_says_what_that_says_and_heads_are_no_rows(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, SIGNS)
    read = plain((await session.call("read_table")).data)
    assert read["rows"] == [["Jon", "yes", ""]]
    assert read["not_in_page"].startswith("The page holds 1 of 60 rows")
