"""What a yes to one request covers of others like it."""

from __future__ import annotations

from handrail import Session
from tests.calls.effects.test_request_judge import Person, click
from tests.pages import PageServer

MEMBERS = """<script>const set = (path, body) => fetch(path, { method: 'POST', body: JSON.stringify(body) })</script>
<button onclick="set('/members/1/role', { level: 1 })">Anna</button>
<button onclick="set('/members/3/role', { level: 9 })">Ben</button>
<button onclick="set('/members/1/role', { level: 9 })">Raise</button>
<button onclick="set('/posts/1/like', { n: 1 })">Like</button>
<button onclick="set('/posts/3/like', { n: 2 })">Like too</button>
<button onclick="set('/members/1/role', { level: 1 }).then(() => set('/members/2/role', { level: 1 }))">Both</button>"""


async def test_a_yes_to_who_gets_access_covers_nobody_else(session: Session, serve: PageServer):
    await session.call("goto", url=serve(MEMBERS))
    person = Person(True)
    for name in ("Anna", "Ben", "Raise"):
        await click(session, name, person)
    assert len(person.questions) == 3
    # Two requests of one act, for two people.
    await click(session, "Both", person)
    assert ["/members/2/role" in one for one in person.questions[3:]] == [False, True]
    for name in ("Like", "Like too", "Like"):
        await click(session, name, person)
    assert len(person.questions) == 6
