"""Questions name each press that may have led to what they are about, and a yes is for the row that it named."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from handrail import Session
from handrail.browser.tabs import settle
from handrail.policy import Ask
from tests.calls.effects.test_request_judge import Person, changed
from tests.calls.test_pipeline_policy import refs
from tests.pages import PageServer

ROW = """<li class=row>NAME <input type=checkbox aria-label=Pick><button onclick="toast.append('x')">Details</button>
<button onclick="due = 'NAME'; LATE" aria-label=Dismiss>×</button>
<button onclick="due = 'NAME'; AT_ONCE">Delete</button><a href="#NAME">Link</a>
<button aria-label=More aria-haspopup=menu onclick="due = 'NAME'; menu.hidden = false">⋮</button></li>"""
PAGE = f"""<title>Reports</title><ul>{ROW.replace("NAME", "Alpha")}{ROW.replace("NAME", "Beta")}</ul>
<p id=toast></p><div role=menu id=menu hidden><button role=menuitem onclick="ask()">Delete</button></div>
<button onclick="ask()">Delete selected</button>
<dialog id=asks><p>Are you sure?</p><button onclick="remove()">Delete</button><button onclick="asks.close()">No</button>
</dialog><script>
let due = '';
const remove = (name = due) => fetch('/' + name, {{ method: 'DELETE' }}).then(() => 'sent', () => 'stopped');
const ask = () => asks.showModal();
const confirms = () => confirm('Are you sure?') && remove();
onhashchange = () => {{ due = location.hash.slice(1); due ? ask() : asks.close() }};
</script>"""


class Owner(Person):
    """Wants the report Alpha to be deleted, and no other."""

    def __init__(self) -> None:
        super().__init__(True)

    async def __call__(self, question: Ask) -> bool:
        self.answer = "Alpha" in question.question and "Beta" not in question.question
        return await super().__call__(question)


class Reports:
    """The page with both reports, on which a model acts for the owner."""

    def __init__(self, session: Session) -> None:
        self.session = session
        session.approve = self.owner = Owner()

    async def act(self, tool: str, name: str, row: str = "", **more: object) -> bool:
        where = f".row:nth-child({('Alpha', 'Beta').index(row) + 1})" if row else "body >"
        selector = name if name.startswith(("dialog", "#")) else f"{where} [aria-label='{name}']"
        found = (await self.session.call("find_elements", selector=selector)).data["elements"]
        if not found:
            found = (await self.session.call("find_elements", selector=f"{where} button, {where} a")).data["elements"]
            found = [one for one in found if one["name"].raw == name]
        return (await self.session.call_as("model", tool, ref=str(found[0]["ref"]), **more)).ok

    async def press(self, name: str, row: str = "") -> bool:
        return await self.act("click", name, row)

    async def confirm(self) -> str:
        """Press the button of the page's dialog that deletes, and return what was asked."""
        await self.act("click", "dialog button")
        return self.owner.questions[-1]


async def opened(session: Session, serve: PageServer, late: str = "ask()", at_once: str = "remove()") -> Reports:
    await session.call("goto", url=serve(PAGE.replace("LATE", late).replace("AT_ONCE", at_once)))
    return Reports(session)


async def test_a_dialog_is_told_after_a_press_that_is_tried_again_behind_it(session: Session, serve: PageServer):
    page = await opened(session, serve)
    await page.press("Dismiss", "Beta")
    assert not await page.press("Dismiss", "Beta")
    assert ", after the model pressed “Dismiss” in “Beta" in await page.confirm()
    assert changed(serve) == []


@pytest.mark.parametrize("tool", ["click", "hover", "focus"])
async def test_what_is_tried_behind_a_dialog_did_not_open_it(
    session: Session, serve: PageServer, tool: str, monkeypatch: pytest.MonkeyPatch
):
    # Each pointing would be watched for what opens late.
    monkeypatch.setattr(settle, "REACTION", 0.0)
    monkeypatch.setattr(settle, "SEARCH_REACTION", 0.0)
    page = await opened(session, serve)
    await page.press("Dismiss", "Beta")
    assert not await page.act(tool, "Details", "Alpha")
    for _ in range(21):
        assert await page.act("hover", "dialog button")
    assert ", after the model pressed “Dismiss” in “Beta" in (asked := await page.confirm())
    assert "Alpha" not in asked
    assert changed(serve) == []


async def test_a_dialog_that_may_come_late_of_an_earlier_press_is_told_after_both(session: Session, serve: PageServer):
    page = await opened(session, serve, late="")
    await page.press("Dismiss", "Beta")
    await page.press("Details", "Alpha")
    await session.tab.page.evaluate("ask()")
    asked = await page.confirm()
    assert asked.index("after the model pressed “Details” in “Alpha") < asked.index("“Dismiss” in “Beta")
    assert changed(serve) == []


@pytest.mark.parametrize("way", ["goto", "back"])
async def test_a_dialog_that_the_address_opens_is_told_after_that(session: Session, serve: PageServer, way: str):
    page = await opened(session, serve, late="")
    if way == "back":
        await page.press("Link", "Beta")
        await page.press("dialog button:last-child")
        await session.tab.page.evaluate("location.hash = ''")
    await page.act("hover", "Details", "Alpha")
    url = f"{session.tab.url.raw.partition('#')[0]}#Beta"
    assert (await session.call_as("model", way, **({"url": url} if way == "goto" else {}))).ok
    asked = await page.confirm()
    assert ("after the model opened “http" if way == "goto" else "after the model pressed “Link” in “Beta") in asked
    assert "Alpha" not in asked


async def test_a_dialog_of_the_browser_is_told_after_the_presses_of_its_tab(session: Session, serve: PageServer):
    page = await opened(session, serve, late="setTimeout(confirms)")
    await session.call("new_tab", url=session.tab.url.raw)
    await session.call("switch_tab", tab="t1")
    await page.press("Dismiss", "Beta")
    await session.call_as("model", "switch_tab", tab="t2")
    await page.press("Details", "Alpha")
    await session.call_as("model", "switch_tab", tab="t1")
    assert not (await session.call_as("model", "dialog", accept=True)).ok
    assert "after the model pressed “Dismiss” in “Beta" in page.owner.questions[-1]
    assert "Alpha" not in page.owner.questions[-1]


@pytest.mark.parametrize("act", ["click", "hover"])
async def test_a_late_request_is_told_after_the_press_that_it_may_come_of(
    session: Session, serve: PageServer, act: str
):
    page = await opened(session, serve, late="")
    await page.press("Dismiss", "Beta")
    await page.act(act, "Details", "Alpha")
    assert await session.tab.page.evaluate("remove('Beta')") == "stopped"
    assert "after the model pressed “Dismiss” in “Beta" in page.owner.questions[-1]
    assert ("“Details” in “Alpha" in page.owner.questions[-1]) is (act == "click")


async def test_a_yes_to_an_act_that_fails_covers_no_dialog(session: Session, serve: PageServer):
    page = await opened(session, serve, late="")
    await page.press("Dismiss", "Beta")
    assert not await page.act("select", "Dismiss", "Alpha", values=["Delete"])
    await session.tab.page.evaluate("ask()")
    assert "“Dismiss” in “Beta" in await page.confirm()
    assert changed(serve) == []


async def test_a_press_that_stands_in_no_row_is_told_with_those_of_rows(session: Session, serve: PageServer):
    page = await opened(session, serve, late="")
    await page.press("Dismiss", "Beta")
    await page.press("Delete selected")
    assert ", after the model pressed “Dismiss” in “Beta" in page.owner.questions[0]


def in_cards(html: str) -> str:
    """Return the page with boxes in place of the items of its list."""
    for tag in ("ul", "li"):
        html = html.replace(f"<{tag}", "<div").replace(f"</{tag}>", "</div>")
    return html


async def test_a_yes_to_a_card_covers_its_dialog(session: Session, serve: PageServer):
    page = Reports(session)
    await session.call("goto", url=serve(in_cards(PAGE.replace("LATE", "").replace("AT_ONCE", "ask()"))))
    await page.press("Details", "Alpha")
    await page.press("Delete", "Alpha")
    await page.confirm()
    assert len(page.owner.questions) == 1
    assert changed(serve) == ["DELETE /Alpha"]


async def test_rows_that_hold_only_buttons_are_told_apart(session: Session, serve: PageServer):
    page = Reports(session)
    row = "<li class=row><button>NAME</button> <button aria-label=Dismiss>×</button></li>"
    rows = row.replace("NAME", "Alpha") + row.replace("NAME", "Beta")
    await session.call("goto", url=serve(f"<ul>{rows}</ul>{PAGE.partition('</ul>')[2]}"))
    await page.press("Dismiss", "Beta")
    await page.press("Dismiss", "Alpha")
    await session.tab.page.evaluate("ask()")
    asked = await page.confirm()
    assert asked.index("“Dismiss” in “Alpha") < asked.index("“Dismiss” in “Beta")


async def ask_in_row(page: Reports) -> None:
    await page.press("Details", "Alpha")
    await page.press("Delete", "Alpha")


async def ask_by_menu(page: Reports) -> None:
    await page.press("More", "Alpha")
    await page.press("#menu button")


async def ask_after_other_document(page: Reports) -> None:
    await page.press("Details", "Beta")
    await page.session.call_as("model", "goto", url=page.session.tab.url.raw)
    await page.press("Delete", "Alpha")


async def ask_after_the_user_acted(page: Reports) -> None:
    await page.press("Details", "Beta")
    await page.session.call("scroll")
    await page.press("Delete", "Alpha")


async def ask_after_looking(page: Reports) -> None:
    await page.act("hover", "Details", "Beta")
    await page.press("Delete", "Alpha")


Steps = Callable[[Reports], Awaitable[None]]
EVERYDAY: list[Steps] = [ask_in_row, ask_by_menu, ask_after_other_document, ask_after_the_user_acted, ask_after_looking]


@pytest.mark.parametrize("steps", EVERYDAY)
async def test_a_yes_to_a_row_covers_its_dialog(session: Session, serve: PageServer, steps: Steps):
    page = await opened(session, serve, late="", at_once="ask()")
    await steps(page)
    await page.confirm()
    assert len(page.owner.questions) == 1
    assert "after the model" not in page.owner.questions[0]
    assert changed(serve) == ["DELETE /Alpha"]


async def test_a_yes_to_what_deletes_the_checked_boxes_covers_its_dialog(session: Session, serve: PageServer):
    page = await opened(session, serve)
    session.approve = person = Person(True)
    for row in ("Alpha", "Beta"):
        assert await page.act("check", "Pick", row)
    await page.press("Delete selected")
    await page.act("click", "dialog button")
    [question] = person.questions
    assert "checked: “Pick: Alpha / Pick: Beta”" in question
    assert "after the model" not in question


async def test_a_row_that_the_user_agreed_to_is_told_no_more(session: Session, serve: PageServer):
    page = await opened(session, serve, late="", at_once="remove()")
    assert await page.press("Dismiss", "Alpha")
    assert await page.press("Delete", "Alpha")
    session.approve = person = Person(True)
    assert await page.press("Delete", "Beta")
    assert len(person.questions) == 1
    assert changed(serve) == ["DELETE /Alpha", "DELETE /Beta"]


async def test_a_dialog_around_a_frame_is_told_after_a_press_in_it(session: Session, serve: PageServer):
    rows = f"<ul>{ROW.replace('NAME', 'Alpha')}{ROW.replace('NAME', 'Beta')}</ul>".replace(
        "LATE", "parent.asks.showModal()"
    )
    serve(f"<p id=toast></p>{rows}", "/rows")
    await session.call("goto", url=serve(f"<iframe src=/rows></iframe>{PAGE.partition('</ul>')[2]}"))
    session.approve = person = Person(False)
    assert (await session.call_as("model", "click", ref=(await refs(session))["Dismiss"])).ok
    button = (await session.call("find_elements", selector="dialog button")).data["elements"][0]
    assert not (await session.call_as("model", "click", ref=str(button["ref"]))).ok
    assert "after the model pressed “Dismiss” in “Beta" in person.questions[0]
