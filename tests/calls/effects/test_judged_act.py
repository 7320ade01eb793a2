"""What an act meets is judged once more at the moment of the press or the drop."""

from __future__ import annotations

import re

import pytest

from handrail import Session
from tests.calls.effects.test_request_judge import Person
from tests.pages import PageServer
from tests.tools.acting import js, ref, shown

BOARD = """<style>div { position: absolute; top: 100px; width: 200px; height: 40px; background: #ccc }</style>
<div id=card draggable=true role=listitem>Red card</div>
<div id=done style='left:400px' role=listitem>Done</div>
<div id=bin style='left:380px;top:80px;width:300px;height:90px;display:none' role=button>LABEL</div>
<script>
  card.ondragstart = (event) => {
    event.dataTransfer.setData('text', '1');
    setTimeout(() => (bin.style.display = 'block'), 0);
  };
  for (const place of [bin, done]) {
    place.ondragover = (event) => event.preventDefault();
    place.ondrop = (event) => { event.preventDefault(); document.title = 'on ' + place.id };
  }
</script>"""


@pytest.mark.parametrize(
    ("label", "to", "code", "title"),
    [
        ("Delete forever", {"to_ref": "Done"}, "page_changed", ""),
        ("Send to everybody", {"to_x": 500, "to_y": 120}, "page_changed", ""),
        ("Pay now", {"by_x": 380, "by_y": 0}, "page_changed", ""),
        ("Later", {"to_ref": "Done"}, None, "on bin"),
    ],
)
async def test_what_comes_under_the_pointer_during_a_drag_is_judged_before_the_drop(
    any_session: Session, serve: PageServer, label: str, to: dict[str, object], code: str | None, title: str
) -> None:
    any_session.provenance.words.add_text("Move the red card to Done")
    await shown(any_session, serve, BOARD.replace("LABEL", label))
    result = await any_session.call_as("model", "drag", from_ref="Red card", **to)
    assert (result.code, await js(any_session, "document.title")) == (code, title)


async def press_with_a_yes(session: Session, button: object = "button") -> list[str]:
    """Press the button as a model does, while a person says yes to all; return what they were asked."""
    session.approve = person = Person(True)
    button = await ref(session, button) if isinstance(button, str) else button
    await session.call_as("model", "click", ref=button)
    return person.questions


ROW = """<ul><li id=row><span>Backup</span> <a href=#more style='display:none'>More</a>
<button onclick="document.title = 'deleted ' + row.querySelector('span').textContent">Delete</button></li></ul>
<script>row.onmouseover = () => { CHANGE }</script>"""


@pytest.mark.parametrize(
    ("change", "title"),
    [
        ("row.querySelector('span').textContent = 'Backup and all else of the server'", ""),
        ("row.querySelector('a').style.display = 'inline'", "deleted Backup"),
        ("row.append(document.createElement('button')); row.lastChild.textContent = 'Rename'", "deleted Backup"),
    ],
)
async def test_a_yes_is_for_the_row_that_was_asked_about_with_whatever_shows_in_it_under_the_pointer(
    session: Session, serve: PageServer, change: str, title: str
) -> None:
    await shown(session, serve, ROW.replace("CHANGE", change))
    assert (len(await press_with_a_yes(session)), await js(session, "document.title")) == (1, title)


NAMED = [
    ("<button id=n>Backup</button>", "n.textContent = 'All'"),
    ("<button id=n>Backup</button><button id=o hidden>All</button>", "n.hidden = true; o.hidden = false"),
    ("<input id=n value=Backup>", "n.value = 'All'"),
    ("<select id=n><option>Backup<option>All</select>", "n.selectedIndex = 1"),
    ("<img id=n alt=Backup width=20 height=20>", "n.alt = 'All'"),
    ("<span id=n title=Backup>B</span>", "n.title = 'All'"),
    ("<style>#n::after { content: var(--n, 'Backup') }</style><b id=n></b>", "n.style = '--n: \"All\"'"),
    ("<p hidden>" + "x" * 900 + "</p><b id=n>Backup</b>", "n.textContent = 'All'"),
    ("<span id=n aria-label=Backup>B</span>", "n.setAttribute('aria-label', 'All')"),
    ("<style>#n::before { content: var(--n, 'Backup') }</style><b id=n></b>", "n.style = '--n: \"All\"'"),
]
NAMED_ROW = """<li id=rowN>NAME made on 12 May <button aria-label=Delete onclick="document.title = 'deleted'">X</button>
</li><script>rowN.onmouseover = () => { CHANGE }</script>"""


async def test_a_yes_is_for_the_row_whatever_it_is_named_by(session: Session, serve: PageServer) -> None:
    rows = []
    for at, (name, change) in enumerate(NAMED):
        row = NAMED_ROW.replace("rowN", f"row{at}").replace("NAME", name).replace("CHANGE", change)
        row = re.sub(r"(\bid=|#)([no])\b", rf"\1\g<2>{at}", row)
        rows.append(re.sub(r"\b([no])(?=\.)", rf"\g<1>{at}", row))
    await shown(session, serve, f"<ul>{''.join(rows)}</ul>")
    for at, (name, _) in enumerate(NAMED):
        (question,) = await press_with_a_yes(session, f"#row{at} [aria-label=Delete]")
        assert "Backup" in question or "id=n>" in name, name
        assert await js(session, "document.title") == "", name


STANDING = """<div id=box>AROUND<button id=b onclick="document.title = 'deleted'">Delete</button></div>
<script>b.onmouseover = () => { CHANGE }</script>"""


@pytest.mark.parametrize(
    ("around", "change", "title"),
    [
        ("<label>Room <input id=n value=12></label>", "n.value = 13", ""),
        ("<button id=n aria-pressed=true>Anna</button><button id=o aria-pressed=false>Ben</button>", "SWAP", ""),
        ("<label>Room <input id=n value=12></label>", "document.body.append('Saved')", "deleted"),
    ],
)
async def test_a_yes_is_for_the_values_that_the_question_told(
    session: Session, serve: PageServer, around: str, change: str, title: str
) -> None:
    swap = "n.setAttribute('aria-pressed', false); o.setAttribute('aria-pressed', true)"
    page = STANDING.replace("AROUND", around).replace("CHANGE", change.replace("SWAP", swap))
    await shown(session, serve, page)
    (question,) = await press_with_a_yes(session, {"role": "button", "name": "Delete"})
    assert any(told in question for told in ("12", "Anna"))
    assert await js(session, "document.title") == title


IN_FORM = """<form onsubmit="document.title = 'deleted'; return false">Delete room <b id=n>12</b> in
<i id=clock>0:09</i><button id=b>Delete</button></form><script>b.onmouseover = () => { CHANGE }</script>"""


@pytest.mark.parametrize(
    ("before", "after", "title"),
    [
        ("24m ago", "25m ago", "deleted"),
        ("vor 59 Minuten", "vor 1 Stunde", "deleted"),
        ("hace 3 min", "hace 4 min", "deleted"),
        ("24m", "25m", ""),
        ("24m ago by Anna", "25m ago by Ben", ""),
        ("30 days ago", "31 days ago", ""),
    ],
)
async def test_a_yes_is_kept_where_only_the_time_since_something_goes_on(
    session: Session, serve: PageServer, before: str, after: str, title: str
) -> None:
    page = IN_FORM.replace("12</b> in", f"{before}</b> in").replace("CHANGE", f"n.textContent = '{after}'")
    await shown(session, serve, page)
    (question,) = await press_with_a_yes(session)
    assert before in question
    assert await js(session, "document.title") == title


@pytest.mark.parametrize(("change", "title"), [("n.textContent = 13", ""), ("clock.textContent = '0:08'", "deleted")])
async def test_a_yes_is_for_the_words_of_a_form_whatever_the_time(
    session: Session, serve: PageServer, change: str, title: str
) -> None:
    await shown(session, serve, IN_FORM.replace("CHANGE", change))
    (question,) = await press_with_a_yes(session)
    assert "Delete room 12 in …" in question
    assert await js(session, "document.title") == title


async def test_a_field_that_is_filled_in_and_sent_is_not_told_by_what_it_held(
    session: Session, serve: PageServer
) -> None:
    page = """<form onsubmit="document.title = 'sent'; return false"><label>Message <input value="Old words"></label>
    <label>To <textarea>Anna</textarea></label><button>Send message</button></form>"""
    await shown(session, serve, page)
    session.approve = person = Person(True)
    filled = await session.call_as("model", "fill", ref=await ref(session, "input"), value="New words", submit=True)
    assert filled.ok, filled
    assert await js(session, "document.title") == "sent"
    assert any("Anna" in one for one in person.questions)
    assert not any("Old words" in one for one in person.questions)


FORM = """<form onsubmit="document.title = 'done'; return false"><label>Room <input value=12></label>"""
LIVE = {
    "a counter": (f"{FORM}Ends in <i id=n>59</i> s<button id=b>Delete</button></form>", "n.textContent = 58"),
    "a relative time": (f"{FORM}<i id=n>2 seconds ago</i><button id=b>Delete</button></form>", "n.textContent = 3"),
    "a hint": (f"{FORM}<button id=b>Delete</button><i id=n hidden>For good</i></form>", "n.hidden = false"),
    "a hidden field": (f"{FORM}<input type=hidden id=n><button id=b>Delete</button></form>", "n.value = 1"),
    "tabs that turn": (
        """<button role=tab id=n aria-selected=true>One</button><button role=tab id=o aria-selected=false>Two</button>
        <ul><li>Invoice <button id=b onclick="document.title = 'done'">Delete</button></ul>""",
        "n.ariaSelected = 'false'; o.ariaSelected = 'true'",
    ),
    "a mark of what is scrolled to": (
        """<nav style='position: fixed; top: 0'>
        <a href=#x id=n aria-current=true>Intro</a> <a href=#y id=o>End</a></nav>
        <ul><li>Invoice <button id=b onclick="document.title = 'done'">Delete</button></ul>""",
        "n.ariaCurrent = null; o.ariaCurrent = 'true'",
    ),
}


@pytest.mark.parametrize(("page", "change"), LIVE.values(), ids=LIVE)
async def test_what_a_question_did_not_tell_may_change_until_the_press(
    session: Session, serve: PageServer, page: str, change: str
) -> None:
    await shown(session, serve, f"{page}<script>b.onmouseover = () => {{ {change} }}</script>")
    assert len(await press_with_a_yes(session, {"role": "button", "name": "Delete"})) == 1
    assert await js(session, "document.title") == "done"


@pytest.mark.parametrize("kind", ["span", "output"])
async def test_what_a_script_makes_of_the_text_that_an_act_types_does_not_stop_it(
    session: Session, serve: PageServer, kind: str
) -> None:
    page = f"""<form onsubmit="document.title = 'sent'; return false"><label>Message <input id=m></label>
    <{kind} id=n>200 left</{kind}><label>To <textarea>anna@x.org</textarea></label><button>Send message</button></form>
    <script>m.oninput = () => {{ n.textContent = (200 - m.value.length) + ' left' }}</script>"""

    await shown(session, serve, page)
    session.approve = Person(True)
    filled = await session.call_as("model", "fill", ref=await ref(session, "#m"), value="New words", submit=True)
    assert filled.ok, filled
    assert await js(session, "document.title") == "sent"


COVERED = """<button id=b style='position:absolute;top:90px;left:90px' onclick="document.title = 'saved'">Save</button>
<div id=c style='position:absolute;top:80px;left:80px;width:90px;height:60px;background:red;display:none'>Delete</div>
<script>
  let moves = 0;
  document.onmousemove = () => { if (++moves === MOVES) c.style.display = 'block' };
  c.onclick = () => (document.title = 'deleted');
</script>"""


@pytest.mark.parametrize("moves", [1, 2, 3])
async def test_no_move_of_the_pointer_comes_between_the_judgement_and_the_press(
    any_session: Session, serve: PageServer, moves: int
) -> None:
    any_session.provenance.words.add_text("Press Save")
    await shown(any_session, serve, COVERED.replace("MOVES", str(moves)))
    await any_session.call_as("model", "click", ref="Save")
    assert await js(any_session, "document.title") in ("", "saved")


TIPS = {
    "in an attribute": "link.dataset.qtipOldtitle = link.title; link.removeAttribute('title')",
    "in a tip": "tip.textContent = link.title; link.title = ''; link.setAttribute('aria-describedby', 'tip')",
    "in a tip that says it again": "tip.textContent = link.title; link.setAttribute('aria-describedby', 'tip')",
}
TITLED = """<div><span>Old party</span> <a href='#' id=link title='Delete event' style='padding: 9px'></a>
<a href='#' title='Move event' style='padding: 9px'></a></div>
<div><span>New party</span> <a href='#' title='Delete event' style='padding: 9px'></a></div>
<div id=tip role=tooltip></div><script>
link.onclick = () => (document.title = 'deleted');
link.onmouseover = () => { CHANGE };
</script>"""


@pytest.mark.parametrize("change", TIPS.values(), ids=TIPS)
async def test_a_yes_is_kept_where_a_script_shows_the_title_as_a_tip(
    any_session: Session, serve: PageServer, change: str
) -> None:
    await shown(any_session, serve, TITLED.replace("CHANGE", change))
    asked = await press_with_a_yes(any_session, "#link")
    assert (len(asked), await js(any_session, "document.title")) == (1, "deleted")


async def test_a_title_that_becomes_another_one_in_its_tip_takes_the_yes_away(
    session: Session, serve: PageServer
) -> None:
    change = "link.dataset.qtipOldtitle = 'Delete all accounts'; link.removeAttribute('title')"
    await shown(session, serve, TITLED.replace("CHANGE", change))
    asked = await press_with_a_yes(session, "#link")
    assert (len(asked), await js(session, "document.title")) == (1, "")


AROUND = """<div role=dialog aria-label=Files><p id=p>Delete the draft?</p>
<form onsubmit="event.preventDefault(); document.title = 'sent'">
<input id=to value=anna@good.example><button>BUTTON</button></form>
</div><script>document.querySelector('button').onmouseover = () => { CHANGE }</script>"""


@pytest.mark.parametrize(
    ("button", "change", "title"),
    [
        ("Delete", "p.textContent = 'Delete the whole account?'", ""),
        ("Send", "to.value = 'mallory@evil.example'", ""),
        ("Delete", "p.style.color = 'red'", "sent"),
    ],
)
async def test_a_yes_is_for_what_the_question_told_of_what_stands_around(
    session: Session, serve: PageServer, button: str, change: str, title: str
) -> None:
    await shown(session, serve, AROUND.replace("BUTTON", button).replace("CHANGE", change))
    assert (len(await press_with_a_yes(session)), await js(session, "document.title")) == (1, title)


CHECKED = """<label><input type=checkbox id=draft checked>Draft</label><button>Delete</button><script>
const button = document.querySelector('button');
button.onclick = () => (document.title = 'deleted');
button.onmouseover = () => { CHANGE };
</script>"""


@pytest.mark.parametrize(("change", "title"), [("draft.checked = false", ""), ("draft.click = 1", "deleted")])
async def test_a_yes_to_checked_boxes_is_none_to_a_press_beside_none(
    session: Session, serve: PageServer, change: str, title: str
) -> None:
    await shown(session, serve, CHECKED.replace("CHANGE", change))
    assert (len(await press_with_a_yes(session)), await js(session, "document.title")) == (1, title)


TO = """<form onsubmit="return false"><label>To <input id=to role=combobox></label></form><ul id=all></ul><script>
  to.onkeydown = (event) => { if (event.key === 'Enter') { all.innerHTML += `<li>${to.value}</li>`; to.value = '' } };
</script>"""


@pytest.mark.parametrize("task", ["Write to bob@example.org", "Write to Bob"])
async def test_an_address_that_the_act_itself_wrote_is_no_change_of_what_stands_around(
    session: Session, serve: PageServer, task: str
) -> None:
    session.provenance.words.add_text(task)
    await shown(session, serve, TO)

    session.approve = Person(True)
    to = await ref(session, "#to")
    assert (await session.call_as("model", "fill", ref=to, value="bob@example.org", submit=True)).ok
    assert await js(session, "all.textContent") == "bob@example.org"
