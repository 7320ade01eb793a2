"""The caret in rich text: put by the words of a paragraph, and told by what stands beside it."""

from __future__ import annotations

from handrail import Session
from handrail.trust import plain
from tests.pages import PageServer
from tests.tools.acting import js, shown

EDITOR = f"""<!doctype html><div contenteditable role=textbox aria-label=Page id=page><h2>Prices</h2>
<p>The price follows the area.</p><p>{"And so on. " * 20}</p><p>Deposits are <b>due</b> on 1 May.</p></div>"""


async def test_the_caret_is_put_by_the_words_of_a_paragraph_and_told_with_those_beside_it(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, EDITOR)
    text = (await session.tab.reader.snapshot("full")).text.raw
    assert (text.count("follows"), text.splitlines()[0]) == (1, 'textbox "Page" [e1] bold="due"')
    assert (await session.call("click", ref="The price follows the area.")).ok
    ended = await session.call("send_keys", keys=["End"])
    assert plain(ended.data["caret"]) == "The price follows the area.|"
    typed = await session.call("type_text", ref="Deposits are due on 1 May.", text=" No cash.")
    assert plain(typed.data["caret"]) == "Deposits are due on 1 May. No cash.|"
    begun = await session.call("send_keys", keys=["Home"])
    assert ("value" in begun.data, plain(begun.data["caret"])) == (False, "|Deposits are due on 1 May. No cash.")
    assert await js(session, "page.children[1].textContent") == "The price follows the area."


FRAME = "<body contenteditable=true role=textbox aria-multiline=true aria-label=Story>"


async def test_text_is_typed_into_a_frame_all_of_which_is_a_field(any_session: Session, serve: PageServer) -> None:
    await shown(any_session, serve, f"<!doctype html><iframe id=f srcdoc='{FRAME}'></iframe>")
    assert (await any_session.call("type_text", ref="Story", text="Hello")).ok
    assert (await any_session.call("type_text", text=" Bob")).ok
    assert await js(any_session, "f.contentDocument.body.innerText.trim()") == "Hello Bob"


BROKEN = """<!doctype html><div contenteditable role=textbox aria-label=Mail id=mail>
<p>Hello Bob,<br>here <b>is</b>
the list<br></p></div>"""


async def test_the_lines_of_a_paragraph_stay_apart_beside_the_caret(session: Session, serve: PageServer) -> None:
    await shown(session, serve, BROKEN)
    await js(session, "mail.focus(); getSelection().collapse(mail.querySelector('b').firstChild, 2)")
    moved = await session.call("send_keys", keys=["ArrowLeft"])
    assert plain(moved.data["caret"]) == "Hello Bob,\nhere i|s the list"
