"""type_text and set_viewport, through a session, in a real browser."""

from __future__ import annotations

from handrail import Session
from handrail.trust import plain
from tests.pages import PageServer
from tests.tools.acting import js, ref, shown

NOT_PERMITTED = "not_permitted"


EDITOR = """<div id=e contenteditable style="min-height:50px;border:1px solid">Dear</div><input id=i><p id=p>x</p>
<input id=jump oninput="if (value.length > 50) i.focus()"><input id=w type=password>
<form action=/sent><input id=f name=f></form><a id=l href="#quote">Quote</a>
<script>window.keys = []; addEventListener('keydown', (event) => keys.push(event.key), true)</script>"""


async def test_text_is_typed_with_real_keys(any_session: Session, serve: PageServer) -> None:
    await shown(any_session, serve, EDITOR)
    typed = await any_session.call_as("model", "type_text", ref=await ref(any_session, "#i"), text="Grüße 😀!")
    assert plain(typed.data) == {"typed": 8, "ref": await ref(any_session, "#i"), "value": "Grüße 😀!"}
    assert await js(any_session, "i.value") == "Grüße 😀!"
    # The keys of line ends would send the form.
    await any_session.call("type_text", ref=await ref(any_session, "#f"), text="a\nb\tc")
    assert await js(any_session, "[location.pathname.includes('sent'), document.activeElement.id]") == [False, "f"]
    assert "Enter" not in await js(any_session, "keys")
    # Without a ref where the focus is.
    await any_session.call("focus", ref=await ref(any_session, "#i"))
    await any_session.call_as("model", "type_text", text="x")
    assert "x" in await js(any_session, "i.value")
    await any_session.call("type_text", ref=await ref(any_session, "#e"), text="Ada")
    assert "Ada" in await js(any_session, "e.textContent")
    keys = await js(any_session, "keys")
    assert keys[-3:] == ["A", "d", "a"]


async def test_typing_stops_where_the_focus_goes_elsewhere(session: Session, serve: PageServer) -> None:
    await shown(session, serve, EDITOR)
    result = await session.call("type_text", ref=await ref(session, "#jump"), text="x" * 200)
    assert result.code == "page_changed"
    assert len(await js(session, "i.value")) < 40
    assert (await session.call("type_text", ref=await ref(session, "#p"), text="x")).code == "wrong_element"
    assert (await session.call("type_text", text="x" * 1_000, delay_ms=100)).code == "invalid_params"


async def test_text_is_typed_only_where_it_can_stand(session: Session, serve: PageServer) -> None:
    await shown(session, serve, EDITOR)
    nowhere = await session.call("type_text", text="Mine too")
    assert (nowhere.code, "on no field" in nowhere.error) == ("wrong_element", True)
    link = await ref(session, "#l")
    await session.call("focus", ref=link)
    on_link = await session.call("type_text", text="Mine too")
    assert (on_link.code, plain(on_link.details["focused"]["name"])) == ("wrong_element", "Quote")
    assert (await session.call("type_text", ref=link, text="Mine too")).code == "wrong_element"
    assert await js(session, "keys") == []


async def test_a_model_types_into_a_password_field_only_what_the_user_said(session: Session, serve: PageServer) -> None:
    await shown(session, serve, EDITOR)
    field = await ref(session, "#w")
    assert (await session.call_as("model", "type_text", ref=field, text="guess-1234")).code == NOT_PERMITTED
    await session.call("focus", ref=field)
    assert (await session.call_as("model", "type_text", text="guess-1234")).code == NOT_PERMITTED
    assert await js(session, "w.value") == ""


async def test_the_window_gets_another_size(session: Session, firefox_session: Session, serve: PageServer) -> None:
    for one in (session, firefox_session):
        await shown(one, serve, "<p>x")
        assert (await one.call_as("model", "set_viewport", width=390, height=844)).data == {"width": 390, "height": 844}
        assert await js(one, "[innerWidth, innerHeight]") == [390, 844]
    assert (await session.call("set_viewport", width=10, height=844)).code == "invalid_params"


async def test_a_model_gives_the_window_few_sizes_and_scrolls_few_distances(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, "<p style='height: 9000px'>x")
    sizes, places = set[tuple[int, int]](), set[int]()
    for number in range(83, 1500, 131):
        await session.call_as("model", "set_viewport", width=300 + number, height=300 + 9 * number % 700)
        width, height = await js(session, "[innerWidth, innerHeight]")
        sizes.add((width, height))
        await js(session, "scrollTo(0, 0)")
        await session.call_as("model", "scroll", amount=number)
        places.add(await js(session, "Math.round(scrollY)"))
    assert (len(sizes), len(places)) <= (4, 5)
    assert (await session.call("set_viewport", width=377, height=611)).data == {"width": 377, "height": 611}


RICH = """<div id=e contenteditable></div><script>
e.addEventListener('paste', event => {
  event.preventDefault()
  if (event.clipboardData.getData('text/plain') === '\\n') document.execCommand('insertParagraph')
})</script>"""


async def test_line_ends_that_are_typed_into_rich_text_make_paragraphs(session: Session, serve: PageServer) -> None:
    await shown(session, serve, RICH)
    typed = await session.call("type_text", ref=await ref(session, "#e"), text="Why\nWe like it")
    assert plain(typed.data["value"]) == "Why\nWe like it"
    assert await js(session, "[...e.childNodes].map(node => node.textContent)") == ["Why", "We like it"]


BLOCKS = """<div id=page></div><input id=after><script>
window.keys = []; addEventListener('keydown', event => keys.push(event.key), true)
const block = text => {
  const made = Object.assign(document.createElement('p'), { contentEditable: true, textContent: text })
  made.role = 'document'; made.setAttribute('aria-multiline', MULTILINE); made.style.whiteSpace = 'pre-wrap'
  made.addEventListener('paste', event => PASTES && event.preventDefault())
  made.addEventListener('input', () => { if (made.innerText.includes('\\n')) {
    made.textContent = made.textContent.replaceAll('\\n', ''); getSelection().selectAllChildren(made)
    getSelection().collapseToEnd() } })
  made.addEventListener('keydown', event => { if (event.key !== 'Enter') return
    event.preventDefault(); const next = block(''); made.after(next); setTimeout(() => next.focus(), 50) })
  return made }
page.append(block(''))</script>"""


async def test_an_editor_that_leaves_line_ends_out_is_given_enter(any_session: Session, serve: PageServer) -> None:
    for pastes in ("true", "false"):
        await shown(any_session, serve, BLOCKS.replace("PASTES", pastes).replace("MULTILINE", "true"))
        typed = await any_session.call_as(
            "model", "type_text", ref=await ref(any_session, "p"), text="Bring seeds.\nenvelopes\na pen"
        )
        assert await js(any_session, "[...page.children].map(one => one.textContent)") == [
            "Bring seeds.",
            "envelopes",
            "a pen",
        ]
        assert plain(typed.data) == {"typed": 28, "ref": await ref(any_session, "p:last-child"), "value": "a pen"}


HEADINGS = """<div id=page></div><script>
const block = (tag, text) => {
  const made = Object.assign(document.createElement(tag), { contentEditable: true, textContent: text })
  made.role = 'document'; made.setAttribute('aria-multiline', true)
  made.addEventListener('input', () => { if (!made.textContent.match(/^#\\s/)) return
    const heading = block('h2', ''); made.replaceWith(heading); heading.focus() })
  made.addEventListener('keydown', event => { if (event.key !== 'Enter') return
    event.preventDefault(); const next = block('p', ''); made.after(next); next.focus() })
  made.addEventListener('paste', event => event.preventDefault())
  return made }
page.append(block('p', ''))</script>"""


async def test_typing_goes_on_in_the_block_that_an_editor_puts_in_place_of_the_one_typed_into(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, HEADINGS)
    typed = await session.call_as("model", "type_text", ref=await ref(session, "p"), text="# Bring along\na pen")
    assert typed.ok, typed
    assert await js(session, "[...page.children].map(one => one.localName + ' ' + one.textContent)") == [
        "h2 Bring along",
        "p a pen",
    ]


async def test_line_ends_that_are_left_out_are_told_where_enter_may_not_be_pressed(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, BLOCKS.replace("PASTES", "true").replace("MULTILINE", "false"))
    typed = await session.call("type_text", ref=await ref(session, "p"), text="one\ntwo")
    assert (typed.data["line_ends_lost"], plain(typed.data["value"])) == (1, "onetwo")
    # Enter may send a form to a site that nobody opened.
    elsewhere = (
        BLOCKS.replace("PASTES", "true").replace("MULTILINE", "true").replace("<div", "<form action=//x.test><div")
    )
    await shown(session, serve, elsewhere)
    typed = await session.call_as("model", "type_text", ref=await ref(session, "p"), text="one\ntwo")
    assert (typed.data["line_ends_lost"], "Enter" in await js(session, "keys")) == (1, False)


async def test_line_ends_that_rich_text_takes_are_not_put_in_twice(any_session: Session, serve: PageServer) -> None:
    for style in ("", "white-space: pre-wrap"):
        html = f"<div id=e contenteditable role=textbox aria-multiline=true style='{style}'>Dear all,</div>"
        await shown(any_session, serve, html)
        await any_session.call("focus", ref=await ref(any_session, "#e"))
        await any_session.call("send_keys", keys="Control+End")
        typed = await any_session.call("type_text", text="\nwe\nmeet")
        assert (typed.data.get("line_ends_lost"), plain(typed.data["value"])) == (None, "Dear all,\nwe\nmeet"), style
