"""A question about an act that stands in no row names the rows in which the model pressed something before."""

from __future__ import annotations

import pytest

from handrail import Session
from tests.calls.effects.test_request_judge import Person
from tests.pages import PageServer

ROWS = "<table id=rows>" + "".join(f"<tr><td>{name}<td><button>Choose</button></tr>" for name in ("Payroll", "Alpha"))
ROWS = f"{ROWS}</table>"
CHOOSE, DELETE = "#rows button", "#delete"
CHOSEN = "after the model pressed “Choose” in “Payroll”"


class Page:
    """A page on which a model presses what selectors find first, for a person who agrees to all of it."""

    def __init__(self, session: Session, serve: PageServer) -> None:
        self.session, self.serve = session, serve
        session.approve = self.person = Person(True)

    async def open(self, page: str, path: str = "/") -> None:
        await self.session.call("goto", url=self.serve(page, path))

    async def press(self, *selectors: str) -> list[str]:
        """Press each, and return all questions so far."""
        for selector in selectors:
            [found, *_] = (await self.session.call("find_elements", selector=selector)).data["elements"]
            assert (await self.session.call_as("model", "click", ref=str(found["ref"]))).ok
        return self.person.questions


SHARED_WORD = """<table><tr><td>Doctor invoices<td><button id=late>Prepare</button></tr></table>
<button id=more aria-haspopup=menu aria-controls=menu onclick="menu.hidden = false">Doc</button>
<div id=menu role=menu hidden><button role=menuitem onclick="menu.hidden = true">Delete</button></div>
<dialog id=asks><p>Remove all of it?</p><button onclick="asks.close()">Delete</button><button>No</button></dialog>"""


async def test_a_yes_to_one_thing_answers_nothing_of_another_whose_name_begins_like_it(
    session: Session, serve: PageServer
):
    page = Page(session, serve)
    await page.open(SHARED_WORD)
    await page.press("#late", "#more", "#menu button")
    await session.tab.page.evaluate("asks.showModal()")
    assert "after the model pressed “Prepare” in “Doctor invoices”" in (await page.press("dialog button"))[1]


THIS_FILE = f"""{ROWS.removesuffix("</table>")}<tr><td>file
<td><button id=tidy onclick="asks.showModal()">Tidy</button></tr></table>
<dialog id=asks><p>ASKS</p><button onclick="asks.close()">Delete</button><button>No</button></dialog>"""


async def test_a_dialog_about_this_file_names_no_row_that_is_called_file(session: Session, serve: PageServer):
    page = Page(session, serve)
    await page.open(THIS_FILE.replace("ASKS", "Delete this file?"))
    [asked] = await page.press(CHOOSE, "#tidy", "dialog button")
    assert CHOSEN in asked
    await page.open(THIS_FILE.replace("ASKS", "Delete “file”?"))
    asked = (await page.press(CHOOSE, "#tidy", "dialog button"))[-1]
    assert "after the model" not in asked


BUTTON = "<button id=delete>Delete</button>"
TOOLBARS = [
    f"<ul><li>Files {BUTTON}</li></ul>",
    f"<ul><li>1 chosen</li><li>{BUTTON} Shift+Del</li></ul>",
    f"<table><tr><td>{BUTTON}<td>Folder: Inbox</tr></table>",
    f"<table><thead><tr><th>Name<th>{BUTTON}</tr></thead><tbody><tr><td>x<td>y</tr></table>",
    f"<table><tfoot><tr><td>Total 3<td>{BUTTON}</tr></tfoot></table>",
    f"<article>All files {BUTTON}</article>",
    f"<div><button id=delete>Delete</button></div>{ROWS}<div><button>Delete</button></div>",
]


@pytest.mark.parametrize("bar", TOOLBARS)
async def test_a_toolbar_that_stands_in_a_list_or_table_is_no_row_of_one_thing(
    session: Session, serve: PageServer, bar: str
):
    page = Page(session, serve)
    await page.open(bar if ROWS in bar else bar + ROWS)
    [asked] = await page.press(CHOOSE, DELETE)
    assert CHOSEN in asked


REMOVES = ["<button>Delete</button>", "<button aria-label='Delete NAME'>x</button>", "<a href=#>Delete</a>"]
OF_SEVERAL = ["<li>NAME CONTROL", "<li>NAME<ul><li>1 KB CONTROL</ul>", "<div><article>NAME CONTROL</article></div>"]


async def test_a_row_of_several_is_about_itself_alone(session: Session, serve: PageServer):
    page = Page(session, serve)
    rows = [row.replace("CONTROL", control) for row in OF_SEVERAL for control in REMOVES]
    both = [row.replace("NAME", f"Ann {at}") + row.replace("NAME", f"Ben {at}") for at, row in enumerate(rows)]
    await page.open(ROWS + "".join(f"<ul id=own{at}>{html}</ul>" for at, html in enumerate(both)))
    await page.press(CHOOSE)
    for at, row in enumerate(rows):
        asked = await page.press(f"#own{at} button, #own{at} a")
        assert len(asked) == at + 1, row
        assert "Payroll" not in asked[-1], row


CONFIRM = f"""{ROWS}<ul><li>Files <button id=delete onclick="asks.showModal()">Delete</button></ul>
<dialog id=asks><p>Are you sure?</p><button onclick="asks.close(); fetch('/x', {{method: 'DELETE'}})">Delete</button>
<button>No</button></dialog>"""


async def test_one_question_names_the_row_that_a_toolbar_deletes_and_the_next_one_does_not(
    session: Session, serve: PageServer
):
    page = Page(session, serve)
    await page.open(CONFIRM)
    [asked] = await page.press(CHOOSE, DELETE, "dialog button")
    assert CHOSEN in asked
    asked = (await page.press(DELETE))[-1]
    assert "Payroll" not in asked


async def test_a_yes_to_a_press_that_fails_answers_nothing(session: Session, serve: PageServer):
    page = Page(session, serve)
    await page.open(f"{ROWS}{BUTTON}<div id=cover style='position: fixed; inset: 0' hidden></div>")
    await page.press(CHOOSE)
    await session.tab.page.evaluate("cover.hidden = false")
    found = (await session.call("find_elements", selector=DELETE)).data["elements"][0]
    assert not (await session.call_as("model", "click", ref=str(found["ref"]))).ok
    await session.tab.page.evaluate("cover.remove()")
    assert CHOSEN in (await page.press(DELETE))[-1]


PICKED = f"{ROWS}<a id=on href=/bin>On</a>"


@pytest.mark.parametrize("way", ["link", "goto", "tab", "closed"])
async def test_what_was_chosen_on_another_page_of_the_site_is_named(session: Session, serve: PageServer, way: str):
    page = Page(session, serve)
    await page.open(BUTTON, "/bin")
    if way in ("tab", "closed"):
        await session.call_as("model", "new_tab")
    await session.call_as("model", "goto", url=serve(PICKED))
    await page.press(CHOOSE, *(["#on"] if way == "link" else []))
    if way == "goto":
        await session.call_as("model", "goto", url=f"{serve.origin}/bin")
    if way == "closed":
        await session.call_as("model", "close_tab", tab="t2")
    if way in ("tab", "closed"):
        await session.call_as("model", "switch_tab", tab="t1")
    [asked] = await page.press(DELETE)
    assert CHOSEN in asked


LINKS = """<ul id=links><li>Payroll <a href=/payroll>Open</a><li>Alpha <a href=/alpha>Open</a></ul>
<p>No row here</p><button id=delete>Delete</button>"""


async def test_a_link_that_led_to_another_page_chose_nothing(session: Session, serve: PageServer):
    page = Page(session, serve)
    serve("<p>Opened</p>", "/payroll")
    await page.open(LINKS)
    await page.press("#links a")
    await session.call_as("model", "back")
    [asked] = await page.press(DELETE)
    assert "Payroll" not in asked


MENU = f"""<ul id=own><li>Doc
<button aria-haspopup=menu aria-controls=menu onclick="menu.hidden = false">⋮</button></ul>
{ROWS}<div id=menu role=menu style="position: fixed; bottom: 0" hidden><button role=menuitem>Delete</button></div>"""


@pytest.mark.parametrize("chosen_while_open", [True, False])
async def test_an_entry_of_a_menu_names_rows_that_were_pressed_while_it_was_open(
    session: Session, serve: PageServer, *, chosen_while_open: bool
):
    page = Page(session, serve)
    await page.open(MENU)
    steps = ("#own button", CHOOSE) if chosen_while_open else (CHOOSE, "#own button")
    [asked] = await page.press(*steps, "#menu button")
    assert "“Delete” in “Doc" in asked
    assert (CHOSEN in asked) is chosen_while_open


@pytest.mark.parametrize("act", ["Send", "Share"])
async def test_what_sends_or_gives_access_names_the_rows_that_were_pressed_before(
    session: Session, serve: PageServer, act: str
):
    page = Page(session, serve)
    await page.open(f"{ROWS}<button id=send>{act}</button>")
    [asked] = await page.press(CHOOSE, "#send")
    assert CHOSEN in asked
    await page.open(MENU.replace(">Delete<", f">{act}<"))
    assert CHOSEN in (await page.press("#own button", CHOOSE, "#menu button"))[-1]


async def test_a_question_says_once_what_was_pressed_before(session: Session, serve: PageServer):
    page = Page(session, serve)
    await page.open(f"{ROWS}<button id=other>Prepare</button>{BUTTON}")
    [asked] = await page.press(CHOOSE, "#other", DELETE)
    assert asked.count("“Choose") == 1
    assert asked.endswith("Earlier on this site it wrote, chose or pressed “Prepare”.")
