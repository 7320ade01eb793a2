"""What a name that stands for no element, or not for one alone, is answered with."""

from handrail import Session
from tests.pages import PageServer
from tests.tools.acting import js, shown


async def test_the_forms_that_an_error_names_are_texts_as_the_schema_has_it(session: Session, serve: PageServer):
    await shown(session, serve, "<button>Save</button>")
    failed = await session.call_as("model", "click", ref={"text": "Save"})
    assert "an element is a text: " in f"{failed.error} {failed.hint}"
    assert (await session.call_as("model", "click", ref='{"selector": "button"}')).ok


CLOSED = """<button aria-controls=menu aria-expanded=false onclick="menu.hidden = false">Account</button>
<button>Search</button><div id=menu hidden><p><button onclick="document.title = 'out'">Log out</button></p></div>
<button popovertarget=tip>Tip</button><button>Help</button><div id=tip popover><button>Got it</button></div>"""


async def test_a_name_in_a_closed_part_is_told_by_what_the_part_is_opened_though_other_controls_stand_between(
    any_session: Session, serve: PageServer
):
    await shown(any_session, serve, CLOSED)
    for name, opens in (("Log out", "Account"), ("Got it", "Tip")):
        failed = await any_session.click(name)
        assert (failed.code, failed.details["opened_by"]["name"].raw) == ("no_such_element", opens)
    # No button in it is meant by a call that fills in a field.
    filled = await any_session.call("fill", ref="Log out", value="x")
    assert (filled.code, "opened_by" in filled.details) == ("no_such_element", False)
    assert (await any_session.click("Account")).ok
    assert (await any_session.click("Log out")).ok
    assert await js(any_session, "document.title") == "out"


OPENERS = """<ul><li><a href="#">Products</a><ul hidden><li><button>Kettles</button></ul></ul>
<div><button aria-expanded=false>Files</button><ul hidden><li><button>Upload</button></ul></div>
<button data-target="#docs">Docs</button><button>Other</button><div id=docs hidden><button>Edit</button></div>
<details><summary>Advanced</summary><button>Purge</button></details>
<label for=open>Menu</label><input type=checkbox id=open style="display: none"><nav hidden><button>Nested</button></nav>
<button>Add device</button><p><a href=/>Home</a></p><div hidden><button>Yes</button></div>
<i id=dots aria-haspopup=menu aria-controls=pop tabindex=-1></i>
<div id=pop role=menu hidden><button>Dots</button></div>"""


async def test_only_what_surely_opens_a_closed_part_and_is_shown_is_told(session: Session, serve: PageServer) -> None:
    await shown(session, serve, OPENERS)
    opens = {"Kettles": "Products", "Upload": "Files", "Edit": "Docs", "Purge": "Advanced", "Nested": "Menu"}
    for name, by in opens.items():
        failed = await session.click(name)
        assert failed.details["opened_by"]["name"].raw == by, name
    for name in ("Yes", "Dots"):
        failed = await session.click(name)
        assert (failed.code, "opened_by" in failed.details) == ("no_such_element", False), name
        assert "closed part" in failed.error


async def test_on_a_page_that_was_read_in_part_no_element_is_said_not_to_be_there(session: Session, serve: PageServer):
    await shown(session, serve, "<button>Live</button>")
    script = """() => { let at = document.body; for (let i = 0; i < 1400; i++)
      at = at.appendChild(document.createElement('div')); at.append('deep') }"""
    await session.tab.page.evaluate(script)
    failed = await session.click("Delete")
    assert failed.code == "no_such_element"
    assert "in the part of the page that was read" in failed.error
    assert "search_page" in failed.hint
