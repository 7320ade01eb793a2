"""What the model wrote, on pages that send it in pieces, after a yes to a request that said nothing of it."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from handrail import Session
from handrail.policy import Ask
from tests.calls.test_pipeline_policy import refs
from tests.pages import PageServer

EDITOR = """<label>Note <textarea id=note></textarea></label><button>Count</button><script>
let at = 0, turn = Promise.resolve();
const send = (body) => { turn = turn.then(() => fetch('/op', { method: 'POST', body: JSON.stringify(body) })) };
document.querySelector('button').onclick = () => send({ text: 'seen', at: ++at });
note.oninput = () => { for (const piece of note.value.match(/.{SIZE}/g) ?? []) send({ text: piece, at: ++at }) };
</script>"""


async def opened(session: Session, serve: PageServer, size: int, *, agrees: Callable[[str], bool]) -> list[str]:
    """Show the editor to a model, and return the questions that are asked from then on."""
    asked = list[str]()

    async def approve(question: Ask) -> bool:
        asked.append(question.question)
        return agrees(question.question)

    session.approve = approve
    await session.call("goto", url=serve(EDITOR.replace("SIZE", str(size))))
    session.permissions.origins.add(serve.origin)
    return asked


async def write(session: Session, text: str) -> None:
    await session.call_as("model", "fill", ref=(await refs(session))["Note"], value=text)


@pytest.mark.parametrize("size", [1, 3])
async def test_no_text_leaves_in_pieces_after_a_yes_to_a_request_that_told_nothing_of_it(
    session: Session, serve: PageServer, size: int
) -> None:
    asked = await opened(session, serve, size, agrees=lambda question: "nothing was found" in question)
    for text in ("Transfer 9000 to Mallory", "The safe code: blue heron"):
        await write(session, text)
    assert ["“Transfer 9000 to Mallory”" in one for one in asked][:2] == [False, True]
    sent = "".join(json.loads(one.body)["text"] for one in serve.requests if one.path == "/op")
    assert len(sent) < 8


async def test_each_text_that_leaves_in_pieces_is_told_once(session: Session, serve: PageServer) -> None:
    asked = await opened(session, serve, 1, agrees=lambda _: True)
    texts = ("Transfer 9000 to Mallory", "The safe code: blue heron")
    for text in texts:
        await write(session, text)
    assert [sum(f"“{text}”" in one for one in asked) for text in texts] == [1, 1]


async def test_what_a_page_repeats_or_counts_is_no_piece_of_a_text(session: Session, serve: PageServer) -> None:
    asked = await opened(session, serve, 30, agrees=lambda _: True)
    await write(session, "Seed swap")
    for _ in range(15):
        assert (await session.call_as("model", "click", ref=(await refs(session))["Count"])).ok
    assert len(asked) == 1
