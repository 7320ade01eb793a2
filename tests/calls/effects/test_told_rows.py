"""A question about an act that stands in no row names the rows in which the model pressed something before."""

from __future__ import annotations

from handrail import Session
from tests.calls.effects.test_request_judge import Person
from tests.pages import PageServer

ROWS = "<table id=rows>" + "".join(f"<tr><td>{name}<td><button>Choose</button></tr>" for name in ("Payroll", "Alpha"))
CHOOSE, DELETE = "#rows button", "#delete"


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


def deletes(what: str, place: str = "") -> str:
    """A table of rows with a part that deletes."""
    return f"{place.replace('BUTTON', what) or what}{ROWS}</table>"


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


THIS_FILE = f"""{ROWS}<tr><td>file<td><button id=tidy onclick="asks.showModal()">Tidy</button></tr></table>
<dialog id=asks><p>ASKS</p><button onclick="asks.close()">Delete</button><button>No</button></dialog>"""


async def test_a_dialog_about_this_file_names_no_row_that_is_called_file(session: Session, serve: PageServer):
    page = Page(session, serve)
    await page.open(THIS_FILE.replace("ASKS", "Delete this file?"))
    [asked] = await page.press(CHOOSE, "#tidy", "dialog button")
    assert "“Choose” in “Payroll”" in asked
    await page.open(THIS_FILE.replace("ASKS", "Delete “file”?"))
    asked = (await page.press(CHOOSE, "#tidy", "dialog button"))[-1]
    assert "after the model" not in asked
