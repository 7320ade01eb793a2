"""What an act is told of the page after it: only what is news."""

from __future__ import annotations

from handrail import Session
from handrail.results import Result
from tests.pages import PageServer
from tests.tools.acting import shown

PAGE = """<!doctype html><style>#list { position: absolute; opacity: 0; pointer-events: none }
#list.open { opacity: 1; pointer-events: auto }</style><nav><a href=main>Main page</a><a href=other>Other</a></nav>
<div id=box role=combobox tabindex=0 aria-expanded=false aria-controls=list aria-label=Zone>None</div>
<form id=form><textarea id=message aria-label=Message></textarea><button>Send</button></form>
<button id=move>Move</button><div id=list role=listbox></div><script>
const open = on => { list.className = on ? 'open' : ''; box.ariaExpanded = on };
const zones = Array.from({length: 60}, (_, n) => `<p role=option>Zone ${n}`).join('');
box.onclick = () => { open(true); list.innerHTML ||= zones };
list.onclick = e => { box.textContent = e.target.textContent; open(false) };
form.onsubmit = e => { e.preventDefault(); message.value = '' };
move.onclick = () => history.pushState({}, '', '/else/where');</script>"""


async def told(session: Session, name: str, **params: object) -> list[str]:
    """The lines of what changed, by a call that succeeded."""
    result: Result = await session.perform("user", name, params, observe=True)
    assert result.ok, result
    assert result.observation is not None
    assert result.observation.snapshot is not None
    return result.observation.snapshot.text.raw.splitlines()


async def test_a_closed_list_and_addresses_written_anew_are_no_news_but_an_emptied_field_is(
    session: Session, serve: PageServer
) -> None:
    serve("Main", path="/some/main")
    await session.call("goto", url=serve(PAGE, path="/some/page"))
    await session.observe()
    assert await told(session, "select", ref="Zone", values=["Zone 7"]) == [
        '~ combobox "Zone" [e4] collapsed = "Zone 7"'
    ]
    sent = await told(session, "fill", ref="Message", value="Hello", submit=True)
    assert sent[0] == '~ textbox "Message" [e5] = ""'
    assert [line.split(" [")[0] for line in sent] == ['~ textbox "Message"', '~ button "Send"']
    assert not [line for line in await told(session, "click", ref="Move") if "link" in line]


ROW = """<table><tr><td>Rename:<td><input id=name value=Page-2></table><p>More words<p>And more words
<button onclick="document.getElementById('name').value = ''">Clear</button><button>One</button><button>Two</button>"""


async def test_a_row_shows_what_a_field_in_it_holds_and_is_not_told_as_empty(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, ROW)
    await session.observe()
    assert await told(session, "fill", ref="Rename:", value="Details") == [
        '~ row > "Rename:" | textbox "Rename:" [e2] guessed focused = "Details"'
    ]
    (row, *_) = await told(session, "click", ref="Clear")
    assert '= "' not in row


CLOSED = """<!doctype html><style>#menu { display: none } :checked ~ #menu { display: block }</style>
<div><input type=checkbox role=button id=open aria-label=Personal><div id=menu><a href=/in>Log in</a></div></div>"""


async def test_a_name_in_a_closed_menu_is_told_with_what_opens_it(session: Session, serve: PageServer) -> None:
    await shown(session, serve, CLOSED)
    result = await session.call("click", ref="Log in")
    assert (result.code, result.details["opened_by"]["name"].raw) == ("no_such_element", "Personal")
    assert result.details["opened_by"]["ref"] in result.hint
