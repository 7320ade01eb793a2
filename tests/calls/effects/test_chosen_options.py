"""An option of a list that a page draws is pressed, and judged as what it is by then."""

from __future__ import annotations

import pytest

from handrail import Session
from tests.calls.effects.test_request_judge import Person
from tests.pages import PageServer
from tests.tools.acting import js, ref, shown

LIST = """<div id=w role=combobox tabindex=0 aria-haspopup=listbox aria-expanded=false aria-label=Owner>Nobody</div>
<form method=post action=ACTION><div id=box role=listbox style='display:none'>OPTIONS</div></form><script>
const open = (on) => { box.style.display = on ? 'block' : 'none'; w.setAttribute('aria-expanded', on) }
w.onclick = () => open(true)
w.onkeydown = (event) => { if (event.key === 'Escape') open(false) }
box.onclick = (event) => { document.title = 'pressed'; w.textContent = event.target.textContent; open(false) }
document.forms[0].onsubmit = (event) => event.preventDefault()
</script>"""
BEN = "<div role=option>Ben</div>"


async def choose(
    session: Session, serve: PageServer, options: str, value: str, action: str = "/do"
) -> tuple[object, list[str], str]:
    """Choose an option as a model does, while a person says yes to all; return how it failed, what was asked, and what
    the page notes of it."""
    await shown(session, serve, LIST.replace("OPTIONS", options + BEN).replace("ACTION", action))
    session.approve = person = Person(True)
    result = await session.call_as("model", "select", ref=await ref(session, "#w"), values=value)
    return result.code, person.questions, str(await js(session, "document.title"))


@pytest.mark.parametrize("label", ["Send", "Share with all", "Delete all"])
async def test_an_option_that_says_that_it_sends_is_asked_as_a_button_would_be(
    session: Session, serve: PageServer, label: str
) -> None:
    session.provenance.words.add_text("Set the owner to Ben")
    code, asked, title = await choose(session, serve, f"<div role=option>{label}</div>", label)
    assert (code, len(asked), title) == (None, 1, "pressed")
    assert f"press “{label}”" in asked[0]


@pytest.mark.parametrize(
    ("task", "option"),
    [
        ("Set the owner to Send", "<div role=option>Send</div>"),
        ("Set the owner to Ben", "<div role=option>Public</div>"),
        ("Set the owner to Ben", "<a role=option href=/anna>Anna</a>"),
        ("Set the owner to Anna", "<button role=option>Anna</button>"),
    ],
)
async def test_what_the_user_chose_and_what_only_stands_for_something_is_not_asked(
    session: Session, serve: PageServer, task: str, option: str
) -> None:
    session.provenance.words.add_text(task)
    code, asked, _ = await choose(session, serve, option, option.split(">")[1].split("<")[0])
    assert (code, asked) == (None, [])


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("<div role=option data-value=anna>Send to all</div>", "anna"),
        ("<div role=option onmouseover='this.textContent = \"Send\"'>Anna</div>", "Anna"),
        ("<a role=option download href=/anna.exe>Anna</a>", "Anna"),
        ("<button role=option formaction=https://elsewhere.test/>Anna</button>", "Anna"),
    ],
)
async def test_an_option_that_does_more_than_its_choice_says_is_not_pressed(
    session: Session, serve: PageServer, option: str, value: str
) -> None:
    session.provenance.words.add_text("Set the owner to Ben")
    assert await choose(session, serve, option, value) == ("not_permitted", [], "")
