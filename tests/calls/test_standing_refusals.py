"""A person's "never", through a session, in real browsers: of a press, and of what its page then wants to send."""

from __future__ import annotations

from handrail import Session
from handrail.policy import Answer, Ask
from tests.calls.test_pipeline_policy import refs
from tests.pages import PageServer

PAGE = """<title>Account</title>
<button onclick="go('DELETE', '/api/1')">OK</button>
<button onclick="go('DELETE', '/api/2')">Fine</button>
<form method=post action=/gone><button>Delete account</button></form>
<script>const go = (method, path) => fetch(path, { method })</script>"""


class Never:
    """Answers "never", and keeps the questions."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def __call__(self, question: Ask) -> Answer:
        self.asked.append(question.question)
        return "never"


def sent(serve: PageServer) -> list[str]:
    return [one.method for one in serve.requests if one.method != "GET"]


async def test_a_press_and_a_request_of_the_kind_are_refused_unasked(any_session: Session, serve: PageServer):
    session, person = any_session, Never()
    await session.call("goto", url=serve(PAGE))
    session.approve = person
    first = await session.call_as("model", "click", ref=(await refs(session))["OK"])
    assert (first.code, len(person.asked)) == ("not_permitted", 1)
    session.permissions.trusted.add(serve.origin)
    for name in ("Fine", "Delete account"):
        result = await session.call_as("model", "click", ref=(await refs(session))[name])
        assert result.code == "not_permitted", name
    assert (result.error, result.hint) == ("The user refuses this here, for good.", "")
    assert (len(person.asked), sent(serve)) == (1, [])
    # The user's own acts are theirs.
    assert (await session.call("click", ref=(await refs(session))["Delete account"])).ok
    assert sent(serve) == ["POST"]
