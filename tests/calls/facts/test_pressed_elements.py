"""What is judged is what is pressed: the element that takes the press, by all that is written on it, at that moment."""

from __future__ import annotations

import random
from typing import Any

import pytest

from handrail import Session
from handrail.browser.actions.actions import PlaywrightActions
from handrail.browser.reading import closed_shadow
from handrail.policy import Answer, Ask
from tests.calls.effects.test_request_judge import Person
from tests.calls.test_pipeline_attacks import posted
from tests.calls.test_pipeline_policy import as_model
from tests.pages import PageServer
from tests.tools.acting import ref

POST = "fetch('/done', {method: 'POST'})"


async def shown(session: Session, serve: PageServer, html: str) -> None:
    session.permissions.origins.add(serve.origin)
    assert (await session.call("goto", url=serve(html))).ok


async def test_a_part_of_a_button_is_judged_as_the_button(session: Session, serve: PageServer):
    names = ("Send money", "Delete account")
    await shown(session, serve, "".join(f'<button onclick="{POST}"><span>{name}</span></button>' for name in names))
    for place in (1, 2):
        assert not await as_model(session, "click", ref=await ref(session, f"button:nth-child({place}) span"))
    assert posted(serve) == []


LABELLED = [
    "<div id=it onclick=\"{post}\">Delete account</div>",
    "<button id=it aria-label=Next onclick=\"{post}\">Delete account</button>",
    "<button id=it aria-label=Next title='Delete account' onclick=\"{post}\">Go</button>",
    "<button id=it value=delete-account title=Next onclick=\"{post}\">Go</button>",
    "<button id=it aria-label=Next onclick=\"{post}\"><img alt='Delete account' width=40 height=40></button>",
    "<div role=button id=it aria-label=Next onclick=\"{post}\"><p>Delete <b>account</b></p></div>",
    "<div onclick=\"{post}\" title='Delete account'><p id=it>Next</p></div>",
    "<ul role=listbox><li id=it onclick=\"{post}\">Delete account</li></ul>",
    "<ul role=listbox id=it><li onclick=\"{post}\">Delete account</li></ul>",
    "<style>.after::after {{ content: 'Delete account' }}</style>"
    "<button id=it class=after aria-label=Next onclick=\"{post}\"></button>",
]  # fmt: skip


async def test_any_label_of_what_is_pressed_makes_the_press_grave(session: Session, serve: PageServer):
    page = "".join(f"<main>{html.replace('id=it', f'id=it{at}')}</main>" for at, html in enumerate(LABELLED))
    await shown(session, serve, page.format(post=POST))
    for at, html in enumerate(LABELLED):
        assert not await as_model(session, "click", ref=await ref(session, f"#it{at}")), html
    assert posted(serve) == []


async def test_a_blank_that_is_typed_where_no_text_can_stand_is_a_press(session: Session, serve: PageServer):
    await shown(session, serve, "<div id=it tabindex=0 onkeydown='1'>Delete account</div>")
    session.permissions = session.permissions.of([serve.origin], [f"press@{serve.origin}"])
    no = session.approve = Person(False)
    for tool, given in (("type_text", {"text": " "}), ("send_keys", {"keys": "Space"})):
        await session.call_as("model", tool, ref=await ref(session, "#it"), **given)
        asked = f"press “Delete account” on {serve.origin}, which may delete or revoke something."
        assert asked in no.questions.pop(), tool


async def test_an_option_that_a_typed_blank_presses_is_the_models_choice(session: Session, serve: PageServer):
    await shown(session, serve, "<ul role=listbox><li role=option id=it tabindex=0 onkeydown='1'>Mallory</ul>")
    yes = session.approve = Person(True)
    for tool, given in (("send_keys", {"keys": "Space"}), ("type_text", {"text": " "})):
        await session.call_as("model", tool, ref=await ref(session, "#it"), **given)
        assert session.state.texts.presses.pop().chosen == ("Mallory",), (tool, yes.questions)


CONTROLS_BESIDE = [
    # A panel that listens has a control of each kind: what is pressed is the nameless one.
    ("<div onclick='1'>Server <a id=it><i>+</i></a><button>Cancel</button><button>Delete</button></div>", False),
    ("<div onclick='1'>Delete it <a id=it><i>+</i></a><button>Cancel</button><button>No</button></div>", True),
    # A single control may say what the card around it does.
    ("<div onclick='1'><p id=it>Old draft</p><button>Delete</button></div>", True),
    (
        "<ul role=tree><li role=treeitem tabindex=0 onclick='1'><span id=it>Notes</span>"
        "<ul role=group><li role=treeitem>Delete message</li></ul></ul>",
        False,
    ),
    ("<ul role=tree><li role=treeitem tabindex=0 onclick='1'><span id=it>Delete message</span></ul>", True),
]


async def test_what_other_controls_and_items_below_say_is_not_written_on_what_is_pressed(
    session: Session, serve: PageServer
):
    pages = [html.replace("id=it", f"id=it{at}") for at, (html, _) in enumerate(CONTROLS_BESIDE)]
    await shown(session, serve, "".join(f"<main>{html}</main>" for html in pages))
    for at, (html, is_asked) in enumerate(CONTROLS_BESIDE):
        assert await as_model(session, "click", ref=await ref(session, f"#it{at}")) is not is_asked, html


async def test_a_button_without_a_name_in_a_closed_shadow_tree_is_judged_by_the_text_on_it(
    session: Session, serve: PageServer, monkeypatch: pytest.MonkeyPatch
):
    # A busy machine reads no closed tree in time.
    monkeypatch.setattr(closed_shadow, "SECONDS", 30.0)
    await shown(
        session,
        serve,
        "<x-act id=it></x-act><script>const inside = document.querySelector('x-act').attachShadow({mode: 'closed'});"
        f"inside.innerHTML = '<div tabindex=0>Delete account</div>'; inside.firstChild.onclick = () => {POST}</script>",
    )
    await session.call("snapshot")
    assert not await as_model(session, "click", ref=await ref(session, "#it"))
    assert posted(serve) == []


async def test_a_link_that_a_script_takes_over_is_judged_as_a_button(session: Session, serve: PageServer):
    attributes = ("data-turbo-method=post", "hx-post=/done", "data-remote=true", "onmousedown=1")
    await shown(session, serve, "".join(f"<a href='/there' {attribute}>Pay now</a>" for attribute in attributes))
    for at, attribute in enumerate(attributes, 1):
        assert not await as_model(session, "click", ref=await ref(session, f"a:nth-child({at})")), attribute


async def test_a_hidden_label_does_not_win_a_name_that_the_user_gave(session: Session, serve: PageServer):
    session.provenance.words.add_text('click "Save"')
    await shown(session, serve, f'<button aria-label=Save onclick="{POST}">Send to all</button>')
    assert not await as_model(session, "click", ref=await ref(session, "button"))
    assert posted(serve) == []


NAMED_SEND = [
    "<button onclick=\"{post}\">Send</button>",
    "<button aria-label=Send onclick=\"{post}\">➤</button>",
    "<button onclick=\"{post}\"><i aria-hidden=true style='font-family: Material Icons'>arrow</i> Send</button>",
    "<button aria-label='Send the message' onclick=\"{post}\">Send</button>",
]  # fmt: skip


async def test_the_name_that_the_user_gave_still_allows_the_press(session: Session, serve: PageServer):
    session.provenance.words.add_text('click "Send"')
    await shown(session, serve, "".join(NAMED_SEND).format(post=POST))
    for at, html in enumerate(NAMED_SEND, 1):
        assert await as_model(session, "click", ref=await ref(session, f"button:nth-child({at})")), html
        assert posted(serve) == ["/done"] * at


BECOMES_GRAVE = {
    "pointed": "<button id=pointed onclick=\"{post}\" onmouseenter=\"this.textContent = 'Delete account'\">Next"
    "</button>",
    "other": "<button id=other onclick=\"{post}\" onmouseenter=\"this.firstChild.hidden = true; "
    "this.lastChild.hidden = false\"><b>Next</b><i hidden>Delete account</i></button>",
    "formed": "<form method=get><button id=formed onmouseenter=\"form.method = 'post'; form.action = '/delete'\">Next"
    "</button></form>",
}  # fmt: skip


async def test_what_changes_while_an_element_is_waited_for_is_not_pressed(
    session: Session, serve: PageServer, monkeypatch: pytest.MonkeyPatch
):
    click = PlaywrightActions.click

    async def click_later(actions: PlaywrightActions, *args: Any, **named: Any) -> None:
        await session.tab.page.evaluate("it.textContent = 'Delete account'; it.disabled = false")
        await click(actions, *args, **named)

    monkeypatch.setattr(PlaywrightActions, "click", click_later)
    await shown(session, serve, f'<button disabled id=it onclick="{POST}">Next</button>')
    result = await session.call_as("model", "click", ref=await ref(session, "#it"))
    assert (result.ok, result.code) == (False, "page_changed")
    assert posted(serve) == []


async def test_what_changes_between_judgement_and_press_is_not_pressed(session: Session, serve: PageServer):
    await shown(session, serve, "".join(BECOMES_GRAVE.values()).format(post=POST))
    for name in BECOMES_GRAVE:
        result = await session.call_as("model", "click", ref=await ref(session, f"#{name}"))
        assert (result.ok, result.code) == (False, "page_changed"), name
    assert posted(serve) == []


TITLE_MOVED = """<table><tr><td>Old party<td><a href=# class=x title="Delete event"></a><tr><td>New party<td>
<a href=# class=x title="Delete event" id=it></a></table><style>.x::before { content: '✕' }</style><script>
  for (const one of document.querySelectorAll('.x')) {
    one.onmouseenter = () => {
      one.setAttribute('ATTRIBUTE', one.title);
      one.removeAttribute('title');
      one.setAttribute('aria-describedby', 'tip');
      document.body.insertAdjacentHTML('beforeend', '<p id=tip TIP>Delete event');
    };
    one.onclick = () => { document.title = 'pressed' };
  }
</script>"""


@pytest.mark.parametrize(
    ("attribute", "tip"), [("oldtitle", "role=alert class=qtip"), ("data-original-title", "role=tooltip")]
)
async def test_what_a_user_agreed_to_is_pressed_though_a_tooltip_of_the_page_took_its_title(
    any_session: Session, serve: PageServer, attribute: str, tip: str
):
    await shown(any_session, serve, TITLE_MOVED.replace("ATTRIBUTE", attribute).replace("TIP", tip))
    any_session.approve = person = Person(True)
    result = await any_session.call_as("model", "click", ref=await ref(any_session, "#it"))
    assert result.ok, result
    assert "Delete event" in person.questions[0]
    assert await any_session.tab.page.title() == "pressed"


async def test_the_second_press_of_a_double_click_is_judged_by_itself(session: Session, serve: PageServer):
    page = f"<button id=it onclick=\"it.textContent === 'Next' ? it.textContent = 'Pay now' : {POST}\">Next</button>"
    await shown(session, serve, page)
    result = await session.call_as("model", "click", ref=await ref(session, "#it"), count=2)
    assert (result.ok, result.code) == (False, "page_changed")
    assert posted(serve) == []


async def test_a_key_does_not_press_what_became_grave_with_the_focus(session: Session, serve: PageServer):
    button = f"<button onfocus=\"this.textContent = 'Pay now'\" onclick=\"{POST}\">Next</button>"  # fmt: skip
    await shown(session, serve, 2 * button)
    for place, (tool, keys) in enumerate((("enter", {}), ("send_keys", {"keys": "Space"})), 1):
        result = await session.call_as("model", tool, ref=await ref(session, f"button:nth-child({place})"), **keys)
        assert (result.ok, result.code) == (False, "page_changed"), tool
    assert posted(serve) == []


async def test_a_switch_that_becomes_grave_under_the_pointer_is_not_checked(session: Session, serve: PageServer):
    page = (
        "<div id=it role=switch aria-checked=false tabindex=0 onmouseenter=\"it.textContent = 'Make public'\" "
        f"onclick=\"{POST}\">Compact view</div>"
    )  # fmt: skip
    await shown(session, serve, page)
    result = await session.call_as("model", "check", ref=await ref(session, "#it"))
    assert (result.ok, result.code) == (False, "page_changed")
    assert posted(serve) == []


async def test_an_option_that_becomes_grave_under_the_pointer_is_not_pressed(session: Session, serve: PageServer):
    page = (
        "<div id=it role=listbox aria-label=Act><div role=option id=o "
        f'onmouseenter="o.textContent = \'Delete account\'" onclick="{POST}">Rename</div></div>'
    )
    await shown(session, serve, page)
    result = await session.call_as("model", "select", ref=await ref(session, "#it"), values="Rename")
    assert (result.ok, result.code) == (False, "not_permitted")
    assert posted(serve) == []


async def test_a_label_that_counts_is_pressed_all_the_same(session: Session, serve: PageServer):
    page = f'<button id=it onmouseenter="it.textContent = \'Seen by 13\'" onclick="{POST}">Seen by 12</button>'
    await shown(session, serve, page)
    session.provenance.words.add_text("Press the button that says by how many it was seen")
    assert await as_model(session, "click", ref=await ref(session, "#it"))
    assert posted(serve) == ["/done"]


async def test_a_press_that_a_person_approved_is_carried_out(session: Session, serve: PageServer):
    async def agree(_: Ask) -> bool:
        return True

    session.approve = agree
    await shown(session, serve, f'<button id=it onclick="{POST}">Delete account</button>')
    result = await session.call_as("model", "click", ref=await ref(session, "#it"))
    assert result.ok
    assert posted(serve) == ["/done"]


LISTS = [
    "<select onchange=\"{post}\"><option>Keep<option value=1>{option}</select>",
    "<form><select onchange=\"{post}\"><option>Keep<option value=1>{option}</select><button>Go</button></form>",
    "<form><select><option>Keep<option value=1>{option}</select></form>",
]  # fmt: skip


async def test_a_choice_in_a_native_list_that_takes_effect_at_once_is_judged_as_its_option(
    session: Session, serve: PageServer
):
    options = ("Delete", "Make public")
    await shown(session, serve, "".join(one.format(post=POST, option=option) for option in options for one in LISTS))
    found = (await session.call("find_elements", selector="select")).data["elements"]
    for at, one in enumerate(found):
        for values in (options[at // len(LISTS)], "1"):
            assert not (await session.call_as("model", "select", ref=str(one["ref"]), values=values)).ok, at
    assert len(found) == len(options) * len(LISTS)
    assert posted(serve) == []


async def test_a_choice_that_a_button_sends_later_needs_no_question(session: Session, serve: PageServer):
    page = "<form method=post><select id=it name=do><option>Keep<option>Delete</select><button>Apply</button></form>"
    await shown(session, serve, page)
    assert await as_model(session, "select", ref=await ref(session, "#it"), values="Delete")


async def test_what_opens_a_list_is_pressed_and_judged_so(session: Session, serve: PageServer):
    await shown(session, serve, f'<button id=it aria-haspopup=menu onclick="{POST}">Delete account</button>')
    assert not (await session.call_as("model", "select", ref=await ref(session, "#it"), values="x")).ok
    assert posted(serve) == []


RECIPIENTS = """<input id=it role=combobox aria-label=To aria-controls=l aria-expanded=true
oninput="l.innerHTML = '<li role=option>' + this.value">
<ul role=listbox id=l><li role=option onclick="it.value = this.textContent">anna@home.example</ul>"""


async def test_a_text_that_a_list_does_not_offer_is_judged_when_it_is_sent_as_one_of_fill(
    session: Session, serve: PageServer
):
    await shown(session, serve, f'{RECIPIENTS}<button id=go onclick="{POST}">OK</button>')
    it = await ref(session, "#it")
    assert (await session.call_as("model", "select", ref=it, values="eve@evil.example")).ok
    assert (await session.call_as("model", "click", ref=await ref(session, "#go"))).code == "not_permitted"
    assert posted(serve) == []


async def test_the_texts_of_a_wide_row_do_not_depend_on_how_far_it_is_scrolled(session: Session, serve: PageServer):
    # The press scrolls the button into view, and the first columns out of the window.
    cells = "".join(f"<th style='min-width: 400px'>Column {letter}</th>" for letter in "ABCDE")
    button = f'<th onclick="{POST}"><span id=it>Delete selected</span></th>'
    wide = f"<div style='overflow: auto'><table><tr title=Books tabindex=0>{cells}{button}</tr></table></div>"
    await shown(session, serve, wide)
    asked: list[str] = []

    async def agree(question: Ask) -> Answer:
        asked.append(question.question)
        return "once"

    session.approve = agree
    result = await session.call_as("model", "click", ref=await ref(session, "#it"))
    assert result.ok
    assert "Column A" in asked[0]
    assert len(posted(serve)) == 1


PARTS = [
    "<b>{}</b>",
    "<span>{}</span>",
    "<i><u>{}</u></i>",
    "<span><img alt=x width=9 height=9>{}</span>",
    "<em title=T>{}</em>",
]
AROUND = [
    "<button id=it aria-label=Next>{}</button>", "<a id=it href=/there>{}</a>",
    "<div id=it role=button tabindex=0>{}</div>",
    "<form method=post action=/go><button id=it>{}</button></form>", "<div id=it role=menuitem tabindex=0>{}</div>",
    "<label id=it><input type=checkbox>{}</label>", "<summary id=it>{}</summary>",
]  # fmt: skip


async def test_facts_are_the_same_for_each_part_that_the_press_would_reach(session: Session, serve: PageServer):
    pages = []
    for seed in range(8):
        pick = random.Random(seed)
        inner = pick.choice(PARTS).format(pick.choice(["Pay now", "Next", "Share"]) + pick.choice(PARTS).format("it"))
        pages.append(pick.choice(AROUND).format(inner).replace("id=it", f"id=it{seed}"))
    await shown(session, serve, "".join(f"<main>{page}</main>" for page in pages))

    def judged(one: Any) -> tuple[Any, ...]:
        form = one.form and (one.form.method, one.form.action.raw, one.form.local)
        return one.tag, one.role, one.name.raw, one.kind, one.href and one.href.raw, one.names, form

    for seed, page in enumerate(pages):
        selector = f"#it{seed} :not(input), #it{seed}"
        parts = (await session.call("find_elements", selector=selector)).data["elements"]
        facts = [await session.tab.reader.facts(str(part["ref"])) for part in parts]
        assert len({repr(judged(one)) for one in facts}) == 1, page
        names = {one.name.raw for one in facts if one.name.raw}
        assert all(names <= {label.raw for label in each.labels} for each in facts), page
        assert facts[0].labels


async def test_a_press_that_a_field_lets_through_is_judged_as_one_on_the_box_around_it(
    session: Session, serve: PageServer
):
    field = "<div onclick=\"document.title = 'open'\" title='{}'><input style='pointer-events: none'></div>"
    await shown(session, serve, field.format("Delete account") + field.format("Status"))
    for place, code, title in ((1, "page_changed", ""), (2, None, "open")):
        result = await session.call_as("model", "click", ref=await ref(session, f"div:nth-child({place}) input"))
        assert (result.code, await session.tab.page.title()) == (code, title)
