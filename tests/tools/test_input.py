"""type_text, fill_form and set_viewport, through a session."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from handrail import Session
from handrail.policy import Answer, Ask
from handrail.results import Failed, Ok, Result, Target
from handrail.tools.input import FillForm, FormValue, fill_form
from handrail.trust import External, plain
from tests.pages import PageServer
from tests.tools.acting import js, ref, shown

NOT_PERMITTED = "not_permitted"
EDITOR = """<div id=e contenteditable style="min-height:50px;border:1px solid">Dear</div><input id=i><p id=p>x</p>
<input id=jump oninput="if (value.length > 50) i.focus()"><input id=w type=password>
<form action=/sent><input id=f name=f></form>
<script>window.keys = []; addEventListener('keydown', (event) => keys.push(event.key), true)</script>"""


async def typing(session: Session, serve: PageServer) -> None:
    await shown(session, serve, EDITOR)
    typed = await session.call_as("model", "type_text", ref=await ref(session, "#i"), text="Grüße 😀!")
    assert plain(typed.data) == {"typed": 8, "ref": await ref(session, "#i"), "value": "Grüße 😀!"}
    assert await js(session, "i.value") == "Grüße 😀!"
    # The keys of line ends would send the form.
    await session.call("type_text", ref=await ref(session, "#f"), text="a\nb\tc")
    assert await js(session, "[location.pathname.includes('sent'), document.activeElement.id]") == [False, "f"]
    assert "Enter" not in await js(session, "keys")
    # Without a ref where the focus is.
    await session.call("focus", ref=await ref(session, "#i"))
    await session.call_as("model", "type_text", text="x")
    assert "x" in await js(session, "i.value")


async def test_text_is_typed_with_real_keys(session: Session, serve: PageServer) -> None:
    await typing(session, serve)
    await session.call("type_text", ref=await ref(session, "#e"), text="Ada")
    assert "Ada" in await js(session, "e.textContent")
    keys = await js(session, "keys")
    assert keys[-3:] == ["A", "d", "a"]


async def test_text_is_typed_with_real_keys_in_firefox(firefox_session: Session, serve: PageServer) -> None:
    await typing(firefox_session, serve)


async def test_typing_stops_where_the_focus_goes_elsewhere(session: Session, serve: PageServer) -> None:
    await shown(session, serve, EDITOR)
    result = await session.call("type_text", ref=await ref(session, "#jump"), text="x" * 200)
    assert result.code == "page_changed"
    assert len(await js(session, "i.value")) < 40
    assert (await session.call("type_text", ref=await ref(session, "#p"), text="x")).code == "wrong_element"
    assert (await session.call("type_text", text="x" * 1_000, delay_ms=100)).code == "invalid_params"


async def test_a_model_types_into_a_password_field_only_what_the_user_said(session: Session, serve: PageServer) -> None:
    await shown(session, serve, EDITOR)
    field = await ref(session, "#w")
    assert (await session.call_as("model", "type_text", ref=field, text="guess-1234")).code == NOT_PERMITTED
    await session.call("focus", ref=field)
    assert (await session.call_as("model", "type_text", text="guess-1234")).code == NOT_PERMITTED
    assert await js(session, "w.value") == ""


FORM = """<form action=/sent method=post><label>Name <input id=n name=n></label>
<label>Size <select id=s><option>Small<option>Large</select></label><label><input id=c type=checkbox> Agree</label>
<label><input id=d type=checkbox checked> News</label><label>Note <input id=o disabled></label>
<label>City <input id=city></label><button>Send</button></form>"""


async def test_a_form_is_filled_in_by_refs_and_labels(session: Session, serve: PageServer) -> None:
    await shown(session, serve, FORM)
    fields = [
        {"ref": await ref(session, "#n"), "value": "Ada"},
        {"ref": "Size", "value": "Large"},
        {"ref": "Agree", "value": True},
        {"ref": await ref(session, "#d"), "value": "no"},
    ]
    filled = await session.call_as("model", "fill_form", fields=fields)
    assert [one["tool"] for one in filled.data["filled"]] == ["fill", "select", "check", "uncheck"]
    assert await js(session, "[n.value, s.value, c.checked, d.checked]") == ["Ada", "Large", True, False]


async def test_what_a_form_filled_in_is_told_as_its_own_doing(session: Session, serve: PageServer) -> None:
    await shown(session, serve, FORM)
    await session.observe()
    fields = [{"ref": "Name", "value": "Ada"}, {"ref": "Agree", "value": True}]
    filled = await session.perform("model", "fill_form", {"fields": fields}, observe=True)
    assert filled.observation is not None
    assert not filled.observation.by_itself


async def test_a_form_stops_at_the_first_field_that_fails_and_says_what_was_done(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, FORM)
    fields = [{"ref": "Name", "value": "Ada"}, {"ref": "Note", "value": "x"}, {"ref": "City", "value": "Rome"}]
    result = await session.call("fill_form", fields=fields)
    assert (result.code, result.error.startswith("Field 2 of 3:")) == ("not_actionable", True)
    assert [one["tool"] for one in result.details["filled"]] == ["fill"]
    assert await js(session, "city.value") == ""


SAVERS = """<script>const save = name => {
  Object.assign(document.createElement('a'), {href: 'data:,x', download: name}).click() }</script>
<label>One <input oninput="save('one')"></label><label>Two <input oninput="save('two')"></label>"""


async def test_what_came_of_each_field_of_a_form_is_told(session: Session, serve: PageServer) -> None:
    await shown(session, serve, SAVERS)
    filled = await session.call("fill_form", fields=[{"ref": one, "value": "x"} for one in ("One", "Two")])
    assert [plain(one["name"]) for one in filled.followed["downloads"]] == ["one.txt", "two.txt"]


async def test_a_form_that_is_lost_with_its_page_says_what_came_of_it_before() -> None:
    target, file = Target("textbox", External("Name", "", "page-elements")), {"name": "one"}
    results: list[Result[Any]] = [
        Ok({"ref": "e1"}, target=target, followed={"downloads": [file]}),
        Failed("browser_lost", "The browser was lost.", recoverable=False, followed={"downloads": [file]}),
    ]

    async def perform(name: str, /, **params: object) -> Result[Any]:
        return results.pop(0)

    form = FillForm(fields=[FormValue(ref="e1", value="x"), FormValue(ref="e2", value="y")])
    lost = await fill_form(cast(Any, SimpleNamespace(perform=perform)), form)
    assert (lost.error, lost.recoverable, lost.target) == ("The browser was lost.", False, target)
    assert (lost.followed, lost.details["filled"]) == ({"downloads": [file, file]}, [{"tool": "fill", "ref": "e1"}])


async def test_what_a_form_sends_is_asked_once(session: Session, serve: PageServer) -> None:
    await shown(session, serve, FORM)
    asked: list[str] = []

    async def approve(question: Ask) -> Answer:
        asked.append(question.question)
        return "no"

    session.approve = approve
    fields = [{"ref": "City", "value": "Rome"}, {"ref": "Name", "value": "Ada"}]
    await session.call_as("model", "fill_form", fields=fields, submit=True)
    assert len(asked) == 1
    assert not [one for one in serve.requests if one.method == "POST"]


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
"""An editor of blocks whose model leaves line ends out, pasted ones too: only Enter makes a block."""


@pytest.mark.parametrize("pastes", ["true", "false"])
async def test_an_editor_that_leaves_line_ends_out_is_given_enter(
    any_session: Session, serve: PageServer, pastes: str
) -> None:
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


@pytest.mark.parametrize("style", ["", "white-space: pre-wrap"])
async def test_line_ends_that_rich_text_takes_are_not_put_in_twice(
    any_session: Session, serve: PageServer, style: str
) -> None:
    html = f"<div id=e contenteditable role=textbox aria-multiline=true style='{style}'>Dear all,</div>"
    await shown(any_session, serve, html)
    await any_session.call("focus", ref=await ref(any_session, "#e"))
    await any_session.call("send_keys", keys="Control+End")
    typed = await any_session.call("type_text", text="\nwe\nmeet")
    assert (typed.data.get("line_ends_lost"), plain(typed.data["value"])) == (None, "Dear all,\nwe\nmeet")


CHOICES = """<label>Animal <input id=f role=combobox aria-expanded=false aria-controls=choices value=cat
onblur="value = chosen" onfocus="value = ''" oninput="choices.hidden = false; choices.firstChild.textContent = value">
</label><ul id=choices role=listbox hidden><li role=option onmousedown="chosen = f.value = textContent">x</li></ul>
<label>Name <input></label><script>let chosen = 'cat'</script>"""


async def test_a_form_takes_the_choice_that_a_field_suggests_for_the_very_words(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, CHOICES)
    fields = [{"ref": "Animal", "value": "dog"}, {"ref": "Name", "value": "Ada"}]
    filled = await session.call("fill_form", fields=fields)
    assert [one["tool"] for one in filled.data["filled"]] == ["click", "fill"]
    assert await js(session, "f.value") == "dog"


async def test_a_refused_choice_of_a_suggestion_is_not_tried_another_way(session: Session, serve: PageServer) -> None:
    await shown(session, serve, CHOICES)
    asked: list[str] = []

    async def refuse(question: Ask) -> Answer:
        asked.append(question.rule)
        return "no"

    session.approve = refuse
    fields = [{"ref": "Animal", "value": "Delete all"}, {"ref": "Name", "value": "Ada"}]
    filled = await session.call_as("model", "fill_form", fields=fields)
    assert filled.code == NOT_PERMITTED
    assert asked == ["consequential_acts"]
    assert await js(session, "chosen") == "cat"


SEVERAL = """<div id=tags></div><input id=f aria-label=Colours role=combobox aria-controls=list aria-expanded=true
oninput="value = value.toUpperCase(); show(value)"><ul id=list role=listbox aria-multiselectable=true></ul><script>
const all = ['RED', 'GREEN', 'BLUE', 'PLUM'], chosen = [];
const show = (text) => {
  const left = all.filter((one) => one.includes(text));
  while (list.children.length > left.length) list.lastChild.remove();
  left.forEach((one, place) => {
    const item = list.children[place] ?? list.appendChild(document.createElement('li'));
    item.role = 'option'; item.textContent = one; item.ariaSelected = chosen.includes(one);
    item.onclick = () => { chosen.push(item.textContent); tags.textContent = chosen; f.value = ''; show('') };
  });
};
show('')
</script>"""


async def test_a_form_takes_choices_of_an_open_list_that_uses_its_items_again(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, SEVERAL)
    for value in ("BLUE", "GREEN"):
        assert await session.observe()
        filled = await session.call("fill_form", fields=[{"ref": "Colours", "value": value}])
        assert filled.data["filled"] == [{"tool": "click", "ref": await ref(session, "#f")}]
    assert await js(session, "chosen") == ["BLUE", "GREEN"]


DRAFT = """<label>Pet <input id=f role=combobox aria-controls=pets aria-expanded=false
oninput="value = value.slice(0, 2); pets.hidden = false"></label>
<ul id=pets role=listbox hidden><li role=option onmousedown="f.value = 'horse'; pets.hidden = true">horse</li></ul>"""


async def test_a_form_does_not_say_of_a_choice_what_its_field_held_before(session: Session, serve: PageServer) -> None:
    await shown(session, serve, DRAFT)
    filled = await session.call("fill_form", fields=[{"ref": "Pet", "value": "horse"}])
    assert filled.data["filled"] == [{"tool": "click", "ref": await ref(session, "#f")}]
    assert await js(session, "f.value") == "horse"


LISTS = """<style>ul { position: absolute; background: #fff; width: 200px; height: 90px; margin: 0 }</style>
<div role=combobox id=half aria-label=Half aria-haspopup=listbox aria-expanded=false tabindex=0 onclick='turn(this)'
  >AM</div><input role=combobox id=rep aria-label=Repeat readonly aria-expanded=false onclick='turn(this)' value=Never>
<div role=listbox id=of-half hidden><p role=option>AM<p role=option>PM</div>
<div role=listbox id=of-rep hidden><p role=option>Never<p role=option>Monthly</div>
<p><input id=near aria-label=Near aria-controls=L role=combobox>
<ul role=listbox id=L hidden><li role=option>Rome IT</ul>
<p><input type=checkbox id=box aria-label=Box><p><input id=note aria-label=Note>
<script>let open; const list = of => document.getElementById('of-' + of.id);
const turn = of => { open = of; list(of).hidden = !list(of).hidden;
  of.setAttribute('aria-expanded', !list(of).hidden) };
for (const option of document.querySelectorAll('p[role=option]')) option.onclick = () => {
  open.value = open.textContent = option.textContent; turn(open) };
near.oninput = () => { L.hidden = false }; near.onblur = () => { L.hidden = true };</script>"""


async def test_a_form_chooses_where_nothing_is_typed_and_goes_on_past_the_open_list_of_a_field(
    session: Session, serve: PageServer
) -> None:
    """And says that Enter did nothing, and which list is open at the end."""
    await shown(session, serve, LISTS)
    fields = [
        {"ref": "Half", "value": "PM"},
        {"ref": "Repeat", "value": "Monthly"},
        {"ref": "Near", "value": "Ro"},
        {"ref": "Box", "value": True},
        {"ref": "Note", "value": "x"},
    ]
    filled = await session.call("fill_form", fields=fields, submit=True)
    assert filled.ok, filled
    assert [one["tool"] for one in filled.data["filled"]] == ["select", "select", "fill", "check", "fill"]
    assert await js(session, "[half.textContent, rep.value, near.value, box.checked, L.hidden]") == [
        "PM", "Monthly", "Ro", True, True,
    ]  # fmt: skip
    assert (filled.data["submitted"], "Enter" in filled.data["why"]) == (False, True)
    again = await session.call("fill_form", fields=fields[1:3])
    assert [plain(one["name"]) for one in again.data["filled"][-1]["suggestions"]] == ["Rome IT"]
    unsent = await session.call("fill_form", fields=fields[3:4], submit=True)
    assert (unsent.data["submitted"], "button" in unsent.data["why"]) == (False, True)


CHOSEN = """<form onsubmit="event.preventDefault(); out.textContent = 'sent by ' + event.submitter.textContent">
{first}<select aria-label=Role><option>Author<option>Editor</select><button>Change</button></form><p id=out></p>"""


async def test_a_form_whose_last_field_takes_no_enter_is_sent_by_its_button_or_names_that_where_there_are_several(
    session: Session, serve: PageServer
) -> None:
    fields = [{"ref": "Role", "value": ["Editor"]}]
    await shown(session, serve, CHOSEN.format(first=""))
    sent = await session.call("fill_form", fields=fields, submit=True)
    assert (sent.data["submitted"], await js(session, "out.textContent")) == (True, "sent by Change")
    await shown(session, serve, CHOSEN.format(first="<button>Delete all</button>"))
    named = await session.call("fill_form", fields=fields, submit=True)
    assert (named.data["submitted"], await js(session, "out.textContent")) == (False, "")
    assert named.data["button"] == {
        "ref": await ref(session, "button:last-of-type"),
        "role": "button",
        "name": "Change",
    }
    await shown(session, serve, CHOSEN.format(first="").replace("Change", "Delete the account"))
    held = await session.call_as("model", "fill_form", fields=fields, submit=True)
    assert (held.data["submitted"], await js(session, "out.textContent")) == (False, "")
    assert held.data["button"]["name"] == "Delete the account"
