"""A field is found by the label that a person sees, though it is called otherwise or drawn in place of a hidden one."""

from handrail import Session
from tests.conftest import shared_session
from tests.pages import PageServer
from tests.tools.acting import hasty, js, shown

session = shared_session

FORM = """<style>.required::before{content:"* "} .colon::after{content:" :"}</style>
<p><label class="required colon" for=user>User</label> <input id=user></p>
<p><label for=day>Start</label> <input id=day aria-label="Choose date"></p>
<p><input id=command aria-label="Global menu" placeholder="Type a command..."></p>
<p><label id=who for=owner>Owner</label> <button id=owner
aria-expanded=false aria-labelledby="who owner">Ada</button></p>
<p><label for=text>Body</label></p><textarea id=text hidden></textarea>
<div><div role=toolbar><button>Bold</button></div><div role=textbox
contenteditable aria-label="Rich text" id=editor></div></div>
<p><label for=note>Note</label></p><textarea id=note hidden></textarea>
<div><iframe srcdoc="<body contenteditable aria-label='Rich area'>"></iframe></div>
<p><label for=lost>Lost</label> <textarea id=lost hidden></textarea></p><p>Other <input id=other></p>
<div><span onclick="born.focus()">Born</span> <div role=group aria-label=Born id=born tabindex=-1><span role=spinbutton
contenteditable aria-label=day>dd</span></div></div>
<div><span onclick="pet.focus()" id=animal>Animal</span>
<select id=pet aria-expanded=false aria-labelledby="held animal"><option>Cat<option>Dog</select>
<b id=held hidden>Any</b></div>
<div role=radiogroup aria-label=Colour><label><input type=radio name=c>Blue</label>
<label><input type=radio name=c id=red>Red</label></div><dialog id=modal><button>Close</button></dialog>"""


async def test_a_field_is_found_by_the_label_that_shows(session: Session, serve: PageServer):
    await shown(session, serve, FORM)
    for label in ("User", "Start", "Type a command...", "Body", "Note"):
        assert (await session.fill(label, f"my {label}")).ok, label
    values = "[user.value, day.value, command.value, editor.innerText, frames[0].document.body.innerText]"
    assert await js(session, values) == ["my User", "my Start", "my Type a command...", "my Body", "my Note"]
    assert (await session.element_info("Owner")).data["tag"] == "button"
    # Nothing is drawn for this one: no other field is meant.
    with hasty(session):
        assert not (await session.fill("Lost", "x")).ok
    assert await js(session, "other.value") == ""


async def test_the_label_that_takes_presses_is_not_meant_by_a_call_that_acts_on_a_field(
    session: Session, serve: PageServer
):
    await shown(session, serve, FORM)
    assert (await session.select("Animal", "Dog")).ok
    assert (await session.select("Colour", "Red")).ok
    assert await js(session, "[pet.value, red.checked]") == ["Dog", True]
    # Nor is one behind a dialog.
    await js(session, "modal.showModal()")
    assert (await session.fill("Start", "x")).code == "no_such_element"
    assert await js(session, "day.value") == ""


REPLACED = """<label for=place>Files</label><div id=place><input type=file id=files style="opacity:0">
<label for=files>Drop your files here</label></div>
<label for=list id=l>City</label><select hidden placeholder="Pick one"><option></select>
<div><input role=combobox id=list aria-expanded=false aria-labelledby=l placeholder="Pick one"></div>
<label for=tongues>Tongues</label><div role=combobox aria-expanded=false tabindex=0><select id=tongues multiple hidden>
<option selected>English</select><div><span>English</span> <button aria-label="Remove English">x</button></div></div>"""


async def test_what_is_drawn_for_a_hidden_field_keeps_its_label(session: Session, serve: PageServer):
    await shown(session, serve, REPLACED)
    assert (await session.element_info("Files")).data["attributes"]["id"].raw == "files"
    outline = (await session.snapshot()).text.raw
    assert 'combobox "City"' in outline
    assert outline.count('"Tongues"') == 1


async def test_only_elements_with_a_word_of_a_name_are_proposed_for_it(session: Session, serve: PageServer):
    await shown(
        session, serve, "<label>Male <input type=radio></label> <label>Search <input></label>"
        "<label>New password <input type=password></label> <button>Pick a date</button> <div><button>Pay</button>"
        "<label>Pay by <input id=by></label></div>",
    )  # fmt: skip
    for name in ("Username", "Bea"):
        assert "candidates" not in (await session.click(name)).details
    failed = await session.click("Pasword")
    assert [one["name"].raw for one in failed.details["candidates"]] == ["New password"]
    assert "nearest" not in (await session.fill("Pick a date", "x")).details
    assert (await session.fill("Pay", "x")).details["nearest"]["name"].raw == "Pay by"


async def test_a_sign_that_a_style_puts_beside_a_label_need_not_be_said(session: Session, serve: PageServer) -> None:
    page = """<style>.r::after { content: " •"; color: red }</style><label for=a>Login Name<span class=r></span></label>
    <input id=a><label class=r for=b>Nickname</label><input id=b>"""
    await shown(session, serve, page)
    for label in ("Login Name", "Nickname"):
        assert (await session.fill(label, "Ada")).ok, label
    assert await js(session, "[a.value, b.value]") == ["Ada", "Ada"]
