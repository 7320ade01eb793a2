"""A page that an act leads back to shows what is new on it; what it showed before is one line."""

from __future__ import annotations

from math import isqrt

import pytest

from handrail import Session
from handrail.browser.outline.known_lines import LineKey
from handrail.browser.outline.shown_pages import MOST_PAIRS, _same
from tests.pages import PageServer


def listing(names: list[str], status: str = "") -> str:
    rows = "".join(f"<tr><td><a href=/{name}>{name}</a><td><button>Edit {name}</button></tr>" for name in names)
    return f"""<title>Pages</title><main><h1>Pages</h1><p role=status>{status}</p><table>{rows}</table>
    <a href=/other>Other</a></main>"""


NAMES = [f"Note {number}" for number in range(1, 13)]


async def visits(session: Session, serve: PageServer, second: str, tool: str = "click", **params: str) -> str:
    """What the model is shown of a page that it comes back to, after another one."""
    url = serve(listing(NAMES), "/pages")
    serve("<title>Other</title><form action=/pages><button>Save</button></form><a href=/pages>List</a>", "/other")
    assert (await session.perform("user", "goto", {"url": url}, observe=True)).ok
    assert (await session.perform("model", "click", {"ref": "Other"}, observe=True)).ok
    serve(second, "/pages")
    result = await session.perform("model", tool, params or {"ref": "Save"}, observe=True)
    assert result.ok
    assert result.observation is not None
    assert result.observation.snapshot is not None
    return result.observation.snapshot.text.raw


async def test_only_what_is_new_on_it_is_shown(session: Session, serve: PageServer):
    text = await visits(session, serve, listing(NAMES, "Note 3 was saved"))
    assert text.splitlines()[0].startswith("… ")
    assert "lines as shown before: use their labels, or snapshot" in text
    assert "Note 3 was saved" in text
    assert "Note 7" not in text
    assert (await session.call_as("model", "click", ref="Edit Note 7")).ok
    whole = await session.call_as("model", "snapshot")
    assert all(name in str(whole.to_dict()) for name in NAMES)


async def test_boxes_without_a_name_whose_content_is_known_are_not_shown(session: Session, serve: PageServer):
    def items(names: list[str]) -> str:
        rows = "".join(
            f"<div tabindex=0><input type=checkbox disabled aria-label='{name}'><p>Page</p><a href=/e>Edit</a></div>"
            for name in names
        )
        return f"<title>Menu</title><main><ul>{rows}</ul><a href=/other>Other</a></main>"

    url = serve(items(NAMES), "/pages")
    serve("<form action=/pages><button>Save</button></form>", "/other")
    assert (await session.perform("user", "goto", {"url": url}, observe=True)).ok
    assert (await session.perform("model", "click", {"ref": "Other"}, observe=True)).ok
    serve(items([*NAMES[:4], NAMES[7], *NAMES[4:7], *NAMES[8:]]), "/pages")
    result = await session.perform("model", "click", {"ref": "Save"}, observe=True)
    assert result.observation is not None
    assert result.observation.snapshot is not None
    lines = result.observation.snapshot.text.raw.splitlines()
    assert "as shown before" in lines[0]
    boxes = [at for at, line in enumerate(lines) if line.startswith("  clickable")]
    assert [lines[at + 1].split(" [")[0] for at in boxes] == ['   checkbox "Note 8"']


async def test_who_wrote_on_a_page_is_shown_though_they_wrote_on_the_one_before(session: Session, serve: PageServer):
    def topic(title: str, second: str) -> str:
        posts = "".join(
            f"<li><a href=/u/{who}>{who}</a><b>{role}</b><i>{who} is away</i><p>{title} {who}</p>"
            for who, role in (("Ruth", "Host"), ("Mira", "Member"))
        )
        tools = "".join(f"<tr><td><a href=/{name}>{name}</a><td><button>Pin {name}</button>" for name in NAMES)
        content = f"<ul>{posts}</ul><table>{tools}</table><a href={second}>Next</a>"
        return f"<title>{title}</title><main><h1>{title}</h1>{content}</main>"

    url = serve(topic("Rope", "/chain"), "/rope")
    serve(topic("Chain", "/rope"), "/chain")
    assert (await session.perform("user", "goto", {"url": url}, observe=True)).ok
    result = await session.perform("model", "click", {"ref": "Next"}, observe=True)
    assert result.observation is not None
    assert result.observation.snapshot is not None
    text = result.observation.snapshot.text.raw
    assert ("as shown before" in text, "Note 7" in text) == (True, False)
    assert all(line in text for line in ("Host", "Chain Ruth", 'link "Mira"', "Member"))


ELSEWHERE = "to=%2Fpeoples&then=https://shop.example/people"
"""Parameters that only begin or end like the address of the page."""


async def test_links_that_lead_back_to_the_page_are_the_same_under_another_query(session: Session, serve: PageServer):
    def people(query: str) -> str:
        rows = "".join(
            f"<tr><td><a href='/edit?id={at}&back=%2Fpeople%3F{query}&{ELSEWHERE}'>{name}</a><td>{name} writes"
            for at, name in enumerate(NAMES)
        )
        form = "<form action=/people><input type=hidden name=saved value=yes><button>Save</button></form>"
        return f"<main><h1>People</h1>{form}<table>{rows}</table></main>"

    serve(people("saved%3Dyes"), "/people?saved=yes")
    assert (await session.perform("user", "goto", {"url": serve(people("x"), "/people")}, observe=False)).ok
    first = (await session.observe()).snapshot
    assert first is not None
    assert f'link "{NAMES[3]}"' in first.text.raw
    assert f"-> /edit?id=3&back=…&{ELSEWHERE}" in first.text.raw
    saved = await session.perform("model", "click", {"ref": "Save"}, observe=True)
    assert saved.observation is not None
    assert saved.observation.snapshot is not None
    assert NAMES[7] not in saved.observation.snapshot.text.raw


async def test_what_is_gone_is_named(session: Session, serve: PageServer):
    text = await visits(session, serve, listing([name for name in NAMES if name != "Note 11"]))
    assert 'lines as shown before: use their labels, or snapshot; gone since: "Note 11"' in text


async def test_of_rows_with_the_same_buttons_the_one_that_went_is_told(session: Session, serve: PageServer):
    def rows(numbers: list[int]) -> str:
        return "<main>" + "".join(f"<h2>Invoice {number}</h2><button>Delete</button>" for number in numbers) + "</main>"

    url = serve(rows(list(range(20))) + "<a href=/other>Other</a>", "/pages")
    serve("<form action=/pages><button>Save</button></form>", "/other")
    assert (await session.perform("user", "goto", {"url": url}, observe=True)).ok
    assert (await session.perform("model", "click", {"ref": "Other"}, observe=True)).ok
    serve(rows([number for number in range(20) if number != 7]) + "<a href=/other>Other</a>", "/pages")
    result = await session.perform("model", "click", {"ref": "Save"}, observe=True)
    assert result.observation is not None
    assert result.observation.snapshot is not None
    assert result.observation.snapshot.text.raw.endswith('; gone since: "Delete", "Invoice 7"')


async def test_a_list_that_was_sorted_anew_is_shown(session: Session, serve: PageServer):
    text = await visits(session, serve, listing(NAMES[::-1]))
    positions = [text.index(f'"{name}"') for name in NAMES]
    assert positions == sorted(positions, reverse=True)


MENU = "<div>" + "".join(f"<p>Part {number}</p><a href=/{number}>Open {number}</a>" for number in range(9)) + "</div>"


@pytest.mark.parametrize(("first", "second"), [("/one", "/two"), ("/wiki?id=one", "/wiki?id=two")])
async def test_what_pages_of_a_site_have_in_common_is_shown_once_also_without_landmarks(
    session: Session, serve: PageServer, first: str, second: str
):
    for address, name in ((first, "One"), (second, "Two")):
        path, _, query = address.partition("?")
        url = f"{serve(f'{MENU}<h1>{name}</h1>', path)}?{query}"
        result = await session.perform("user", "goto", {"url": url}, observe=True)
        assert result.observation is not None
        assert result.observation.snapshot is not None
    text = result.observation.snapshot.text.raw
    assert text.splitlines() == ["… 18 lines as shown before: use their labels, or snapshot", 'heading "Two" level=1']
    assert (await session.call_as("model", "click", ref="Open 3")).ok


async def test_a_page_that_a_model_opens_itself_is_shown_whole(session: Session, serve: PageServer):
    for tool, params in (("click", {"ref": "List"}), ("goto", {"url": f"{serve.origin}/pages"})):
        text = await visits(session, serve, listing(NAMES), tool, **params)
        assert all(name in text for name in NAMES)
        assert "before" not in text


async def test_the_same_path_with_another_query_is_shown_whole_to_a_model_that_opens_it(
    session: Session, serve: PageServer
):
    url = serve(listing(NAMES), "/article")
    serve(listing(NAMES), "/article?ref=home")
    for address in (url, f"{url}?ref=home"):
        result = await session.perform("user", "goto", {"url": address}, observe=True)
        assert result.observation is not None
        assert result.observation.snapshot is not None
        text = result.observation.snapshot.text.raw
        assert all(name in text for name in NAMES)


async def test_links_to_the_same_places_are_the_same_from_another_folder(session: Session, serve: PageServer):
    menu = MENU.replace("href=/", "href=/wiki/")
    for path, name in (("/start", "One"), ("/wiki/two", "Two")):
        result = await session.perform("user", "goto", {"url": serve(f"{menu}<h1>{name}</h1>", path)}, observe=True)
        assert result.observation is not None
        assert result.observation.snapshot is not None
    assert result.observation.snapshot.text.raw.splitlines()[0].startswith("… 18 lines as shown before")


def test_lists_of_too_many_like_lines_are_not_compared():
    def same(rows: int) -> frozenset[int]:
        lines = [LineKey(1, "row", "")] * rows
        return frozenset(_same(lines, lines, 3))

    at_most = isqrt(MOST_PAIRS)
    assert same(at_most) == frozenset(range(at_most))
    assert same(at_most + 1) == frozenset()


async def test_a_page_with_the_menu_of_an_older_page_is_as_recent_as_it_was_shown(session: Session, serve: PageServer):
    serve(f"{MENU}<h1>Start</h1>", "/start")
    serve(f"{MENU}{listing([f'Note {number}' for number in range(1, 40)])}", "/pages")
    serve("<form action=/pages><input aria-label=Title><button>Save</button></form>", "/edit")
    for path in ("/start", *["/edit"] * 6, "/pages", *["/edit"] * 8):
        assert (await session.perform("user", "goto", {"url": f"{serve.origin}{path}"}, observe=True)).ok
    result = await session.perform("model", "click", {"ref": "Save"}, observe=True)
    assert result.observation is not None
    assert result.observation.snapshot is not None
    assert "Note 7" not in result.observation.snapshot.text.raw


async def test_a_list_that_was_sorted_anew_is_shown_in_its_order(session: Session, serve: PageServer):
    sorted_anew = [NAMES[at] for at in (5, 0, 1, 2, 9, 3, 4, 11, 6, 7, 8, 10)]
    menu = "".join(f"<a href=/menu/{number}>Entry {number}</a>" for number in range(30))
    text = await visits(session, serve, f"<nav>{menu}</nav>{listing(sorted_anew)}")
    shown = [name for line in text.splitlines() for name in NAMES if f'link "{name}"' in line]
    assert shown == sorted_anew


async def test_an_item_that_moved_has_its_place_among_the_folded_ones(session: Session, serve: PageServer):
    text = await visits(session, serve, listing([NAMES[6], *NAMES[:6], *NAMES[7:]]))
    first, *rest = text.splitlines()
    assert "lines as shown before" in first
    places = [line.strip() for line in rest if "Note" in line or "…" in line]
    assert "Note 7" in places[-2]
    assert places[-1].startswith("… ")
    assert "Note 8" not in text


async def test_what_was_shown_on_another_page_keeps_its_place_and_its_first_names(session: Session, serve: PageServer):
    books = "".join(f"<p><a href=/book/{n}>{title}</a></p>" for n, title in enumerate(("Emma", "Ulysses", "Dracula")))
    books += "".join(f"<p><a href=/author/{n}>Author {n}</a></p>" for n in range(12))
    pages = {
        "/search": f"<h1>Found</h1>{books}",
        "/home": "<h1>Home</h1><p><a href=/new>New books</a></p>",
        "/shelf": f"<h1>Summer reading</h1>{books}<p><a href=/sort>Sort by title</a></p>",
    }
    for path, page in pages.items():
        result = await session.perform("user", "goto", {"url": serve(page, path)}, observe=True)
        assert result.observation is not None
        assert result.observation.snapshot is not None
    first, heading, gap, *rest = result.observation.snapshot.text.raw.splitlines()
    assert first.startswith("… 15 lines as shown before")
    assert 'heading "Summer reading"' in heading
    assert gap.strip() == '… 15 of these lines: "Emma", "Ulysses", …'
    assert len(rest) == 1
    assert '"Sort by title"' in rest[0]


async def test_an_item_with_something_new_is_shown_whole_and_a_menu_whose_links_lead_elsewhere_is_not(
    session: Session, serve: PageServer
):
    def topic(number: int, title: str, posts: dict[str, str]) -> str:
        menu = "".join(
            f"<a href=/{part}?topic={number}>{part}</a> " for part in ("watch", "print", "move", "lock", "fork")
        )
        items = "".join(
            f"<li><a href=/ruth>ruth</a> <b>ADMIN</b><p>Posted in {place}</p><p>Member</p><a href=/rules>Rules</a>"
            f"<p>{text}</p><a href=/reply>reply</a><a href=/quote>quote</a><a href=/up>up</a><a href=/down>down</a>"
            for text, place in posts.items()
        )
        return f"{MENU}<p>{menu}</p><h1>{title}</h1><ul>{items}</ul>"

    pages = {
        "/topic/1": topic(1, "Skegs", {"Hello all": "Workshop", "Good tide": "Workshop"}),
        "/topic/2": topic(2, "Rope or chain?", {"Rope": "Workshop"}),
    }
    for path, page in pages.items():
        result = await session.perform("user", "goto", {"url": serve(page, path)}, observe=True)
        assert result.observation is not None
        assert result.observation.snapshot is not None
    text = result.observation.snapshot.text.raw
    assert text.splitlines()[0].startswith("… 23 lines as shown before")
    for word in ("Rope or chain?", '"ruth"', "ADMIN", "Rope", '"quote"'):
        assert word in text, text
    assert '"print"' not in text


async def test_only_what_is_new_is_shown_after_a_form_filled_in_by_one_call_leads_back(
    session: Session, serve: PageServer
):
    serve("<title>New</title><form action=/pages><input aria-label=Title><button>Save</button></form>", "/other")
    url = serve(listing(NAMES), "/pages")
    for address in (url, f"{serve.origin}/other"):
        assert (await session.perform("user", "goto", {"url": address}, observe=True)).ok
    fields = [{"ref": "Title", "value": "Note 13"}]
    saved = await session.perform("model", "fill_form", {"fields": fields, "submit": True}, observe=True)
    assert saved.observation is not None
    assert saved.observation.snapshot is not None
    assert "Note 7" not in saved.observation.snapshot.text.raw


async def test_what_is_there_in_another_state_is_not_gone(session: Session, serve: PageServer):
    def page(state: str) -> str:
        menu = "".join(f"<a href=/{name}?at={state}>{name}</a> " for name in ("Edit", "Chart"))
        return listing(NAMES[state == "two" :], f"{menu}<label><input type=checkbox {state}>Any</label>")

    serve(page("checked"), "/pages")
    serve("<title>Other</title><form action=/pages><button>Save</button></form>", "/other")
    assert (await session.perform("user", "goto", {"url": f"{serve.origin}/pages"}, observe=True)).ok
    assert (await session.perform("model", "click", {"ref": "Other"}, observe=True)).ok
    serve(page("two"), "/pages")
    result = await session.perform("model", "click", {"ref": "Save"}, observe=True)
    assert result.observation is not None
    assert result.observation.snapshot is not None
    first, *rest = result.observation.snapshot.text.raw.splitlines()
    assert first.endswith('; gone since: "Note 1"')
    assert any("checkbox" in line and line.endswith("unchecked") for line in rest)


async def test_a_form_is_shown_with_the_fields_that_a_smaller_one_had_too(session: Session, serve: PageServer):
    asked = (
        "<p>Requestors <input aria-label=Requestors></p><p>root</p><a href=#r>remove</a><p>by mail</p><p>or name</p>"
    )
    pages = {
        "/home": f"{MENU}<h1>Home</h1><form>{asked}<button>Create</button></form>",
        "/new": f"{MENU}<h1>New</h1><form><p>Subject <input></p>{asked}<p>Body <textarea></textarea></p></form>",
    }
    for path, page in pages.items():
        result = await session.perform("user", "goto", {"url": serve(page, path)}, observe=True)
        assert result.observation is not None
        assert result.observation.snapshot is not None
    first, *rest = result.observation.snapshot.text.raw.splitlines()
    assert first.startswith("… 18 lines as shown before"), "\n".join([first, *rest])
    fields = [line.split(" [")[0].strip() for line in rest if "textbox" in line]
    assert fields == ['textbox "Subject"', 'textbox "Requestors"', 'textbox "Body"']
