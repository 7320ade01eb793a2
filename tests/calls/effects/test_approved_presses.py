"""What a yes to a press covers of the requests that come of it."""

from __future__ import annotations

import pytest

from handrail import Session
from handrail.policy import Ask
from tests.calls.effects.test_request_judge import Person, changed, click
from tests.calls.effects.test_taint import opened
from tests.calls.test_pipeline_policy import as_model
from tests.pages import PageServer
from tests.tools.acting import ref

MORE = """<title>More</title>
<button onclick="each('POST', ['/pay/5', '/pay/9'])">Buy</button>
<button onclick="each('POST', ['/api/notes/5/share', '/api/notes/6/share', '/api/all/share'])">Share</button>
<button onclick="each('DELETE', ['/drafts/1', '/drafts/2', '/account'])">Delete draft</button>
<script>
  const each = async (method, paths) => {
    for (const path of paths) await fetch(path, { method }).catch(() => 0)
  }
</script>"""


class OnlyPresses(Person):
    """Says yes to presses alone."""

    async def __call__(self, question: Ask) -> bool:
        self.answer = "wants to press" in question.question
        return await super().__call__(question)


async def test_a_yes_to_a_press_covers_one_payment_and_what_lies_beside_what_is_deleted_first(
    session: Session, serve: PageServer
):
    person = OnlyPresses(True)
    await session.call("goto", url=serve(MORE))
    await click(session, "Buy", person)
    assert changed(serve) == ["POST /pay/5"]
    await click(session, "Delete draft", person)
    assert changed(serve) == ["POST /pay/5", "DELETE /drafts/1", "DELETE /drafts/2"]
    assert len(person.questions) == 4


async def test_a_yes_to_a_press_on_an_item_that_has_no_name_covers_its_deletion(session: Session, serve: PageServer):
    await opened(session, serve, """<ul><li onclick="fetch('/notes/1', {method: 'DELETE'})">Delete note</ul>""")
    session.approve = person = Person(True)
    assert await as_model(session, "click", ref=await ref(session, "li"))
    assert changed(serve) == ["DELETE /notes/1"]
    assert len(person.questions) == 1


SHOWS = "title.textContent = 'Details'"
SENDS = "fetch('/api/orders/7', {method: 'POST', body: '{}'})"


@pytest.mark.parametrize(
    ("element", "does", "asked"),
    [
        ("<ul><li id=it onclick='DOES'>Buy milk</ul>", SHOWS, ""),
        ("<table><tr id=it onclick='DOES'><td>Buy milk<td>today</table>", SHOWS, ""),
        ("<ul><li id=it onclick='DOES'>Buy milk</ul>", SENDS, "The page wants to send"),
        ("<a href=# id=it onclick='DOES'>Buy milk</a>", SENDS, "The model wants to press “Buy milk”"),
        ("<button id=it onclick='DOES'>Buy milk</button>", SHOWS, "The model wants to press “Buy milk”"),
        ("<ul><li role=menuitem id=it onclick='DOES'>Buy milk</ul>", SENDS, "The model wants to press “Buy milk”"),
    ],
)
async def test_a_row_called_like_a_purchase_is_asked_once_it_sends_and_a_control_before(
    session: Session, serve: PageServer, element: str, does: str, asked: str
):
    page = element.replace("'DOES'", f'"{does}"')
    await opened(session, serve, f"<title>Tasks</title><h1 id=title>Tasks</h1>{page}", "Look what is due")
    session.approve = person = Person(False)
    await as_model(session, "click", ref=await ref(session, "#it"))
    assert len(person.questions) == bool(asked)
    assert not asked or (person.questions[0].startswith(asked) and "which may pay" in person.questions[0])
    assert changed(serve) == []


async def test_a_yes_to_a_press_covers_one_request_that_shares_and_its_like(session: Session, serve: PageServer):
    await session.call("goto", url=serve(MORE))
    await click(session, "Share", OnlyPresses(True))
    assert changed(serve) == ["POST /api/notes/5/share", "POST /api/notes/6/share"]
