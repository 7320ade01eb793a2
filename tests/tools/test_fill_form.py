"""fill_form, through a session, in a real browser."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from handrail import Session
from handrail.events.kinds import ResultEvent
from handrail.policy import Answer, Ask
from handrail.results import Failed, Ok, Result, Target
from handrail.tools.input import FillForm, fill_form
from handrail.tools.support.form_values import FormValue
from handrail.trust import External, plain
from tests.pages import PageServer
from tests.tools.acting import hasty, js, ref, shown

NOT_PERMITTED = "not_permitted"


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
    with hasty(session):
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

    form = FillForm(fields=[FormValue(ref="Name", value="x"), FormValue(ref="Street", value="y")])
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


CLOSES = """<style>#list { height: 200px }</style><select aria-label=Role><option>Author<option>Editor</select>
<p id=list>Tours</p><form onsubmit="return false"><input type=hidden><button>Save</button></form><script>
onmousedown = () => list.remove()
document.forms[0].append(document.querySelector('select'), list, document.querySelector('button'))</script>"""


async def test_a_form_whose_button_a_press_only_brought_nearer_is_not_told_as_sent(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, CLOSES)
    unsent = await session.call("fill_form", fields=[{"ref": "Role", "value": ["Editor"]}], submit=True)
    assert (unsent.data["submitted"], unsent.data["button"]["name"]) == (False, "Save"), unsent


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


OFFERING = """<label>Key <input id=k role=combobox aria-controls=list></label><label>Name <input></label>
<ul id=list role=listbox hidden></ul><button onclick="out.textContent = 'sent'">Save</button><p id=out></p><script>
k.oninput = () => { list.innerHTML = `<li role=option>Add "${k.value}"`; list.hidden = false }
k.onblur = () => { list.hidden = true; if (DROPS) k.value = '' }</script>"""


async def test_a_form_tells_what_a_field_offered_and_whether_it_dropped_its_text_then(
    session: Session, serve: PageServer
) -> None:
    for drops in (True, False):
        await shown(session, serve, f"<form>{OFFERING.replace('DROPS', str(drops).lower())}</form>")
        fields = [{"ref": "Key", "value": "team"}, {"ref": "Name", "value": "Ada"}]
        first, second = (await session.call("fill_form", fields=fields)).data["filled"]
        assert [plain(one["name"]) for one in first["suggestions"]] == ['Add "team"'], drops
        assert (first.get("mismatch", False), "suggestions" in second) == (drops, False)


TOKENS = """<label>Tags <span id=made></span><input id=t></label><label>Note <input></label><script>
t.onblur = () => { if (MAKES) made.append(Object.assign(document.createElement('b'), {textContent: t.value}))
  t.value = HELD }</script>"""


async def test_a_field_that_drops_its_text_when_it_is_left_is_a_mismatch_unless_it_made_an_item_of_it(
    any_session: Session, serve: PageServer
) -> None:
    for makes, held in ((False, ""), (False, "old"), (True, "")):
        page = TOKENS.replace("MAKES", str(makes).lower()).replace("HELD", f"'{held}'")
        await shown(any_session, serve, page.replace("<input id=t>", f"<input id=t value='{held}'>"))
        fields = [{"ref": "Tags", "value": "bug"}, {"ref": "Note", "value": "x"}]
        first, second = (await any_session.call("fill_form", fields=fields)).data["filled"]
        assert (first.get("mismatch", False), plain(first.get("value"))) == ((False, None) if makes else (True, held))
        assert "mismatch" not in second, makes


async def test_boxes_and_lists_that_a_ref_names_are_set_by_their_own_tools_at_once(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, FORM)
    made: list[str] = []
    session.events.subscribe(lambda event: made.append(event.tool) if isinstance(event, ResultEvent) else None)
    values = {"#n": "Ada", "#s": "Large", "#c": "true", "#d": "no"}
    fields = [{"ref": await ref(session, where), "value": value} for where, value in values.items()]
    made.clear()
    assert (await session.call_as("model", "fill_form", fields=fields)).ok
    assert [one for one in made if one != "fill_form"] == ["fill", "select", "check", "uncheck"]
