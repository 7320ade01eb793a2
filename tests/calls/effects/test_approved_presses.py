"""What a yes to a press covers of the requests that come of it."""

from __future__ import annotations

from handrail import Session
from handrail.policy import Ask
from tests.calls.effects.test_request_judge import Person, changed, click
from tests.pages import PageServer

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


async def test_a_yes_to_a_press_covers_one_request_that_shares_and_its_like(session: Session, serve: PageServer):
    await session.call("goto", url=serve(MORE))
    await click(session, "Share", OnlyPresses(True))
    assert changed(serve) == ["POST /api/notes/5/share", "POST /api/notes/6/share"]
