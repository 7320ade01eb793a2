"""Runs that get nowhere."""

from __future__ import annotations

from handrail.models import Call
from tests.agent.loops.stage import Loop, Visit, click, goto, ref

SAVE = "<h1>Form</h1><button>Save</button><p>Nothing comes of it.</p>"
MENU = """<button onclick="box.hidden = !box.hidden">Menu</button><ul id=box hidden><li>Home<li>Help</ul>"""
SHOW_HIDE = """<button onclick="box.hidden=false">Show</button><button onclick="box.hidden=true">Hide</button>
<p id=box hidden>Details of the thing</p>"""
RENEWED = """<div id=box></div><script>
function draw() { box.innerHTML = '<button onclick="draw()">Load</button><p>No entries</p>' }
draw()</script>"""
CLOCK = """<p id=clock>Time: 0</p><button>Save</button><script>
let n = 0; document.onclick = () => { clock.textContent = 'Time: ' + ++n }</script>"""
BANNER = """<p id=banner>Buy lamps</p><button>Save</button><script>
let n = 0; document.onclick = () => { banner.textContent = ['Buy lamps', 'Buy pans', 'Buy tents'][++n % 3] }</script>"""
COVERED = """<div style="position:fixed;inset:0;background:white">Wait</div><button>Red</button><button>Green</button>
<button>Blue</button>"""
CHOICE = "<label>Size <select><option>Small<option>Large</select></label><p>Sizes</p>"
FIELD = "<label>Name <input></label>"


def searched(visit: Visit) -> str:
    word = visit.query.get("q", "")
    found = f"<p>No results for {word}</p>" if word else ""
    return f"<form><label>Search <input name=q></label><button>Go</button></form>{found}"


WORDS = ["lamp", "lantern", "torch", "candle", "chandelier", "headlight", "flashlight", "bulb", "beacon", "glow"]


def site_search(at: int, turn):
    return [
        Call("fill", {"ref": ref(turn, "Search"), "value": WORDS[at % len(WORDS)]}),
        click(turn, "Go"),
    ]


def between(*calls):
    """These one after the other, again and again."""
    return lambda at, turn: calls[at % len(calls)](turn)


STUCK = [
    Loop("a button that does nothing", {"/": SAVE}, lambda _, turn: click(turn, "Save"), "same_call"),
    Loop("an element that is made anew each time", {"/": RENEWED}, lambda _, turn: click(turn, "Load"), "same_call"),
    Loop("a menu opened and closed", {"/": MENU}, lambda _, turn: click(turn, "Menu"), "round"),
    Loop(
        "two buttons in turn",
        {"/": SHOW_HIDE},
        between(lambda turn: click(turn, "Show"), lambda turn: click(turn, "Hide")),
        "round",
    ),
    Loop(
        "a link and back",
        {"/": "<h1>A</h1><a href=/b>Next</a>", "/b": "<h1>B</h1>"},
        between(lambda turn: click(turn, "Next"), lambda _: Call("back")),
        "round",
    ),
    Loop(
        "scrolling where nothing moves",
        {"/": "<h1>Short</h1>"},
        lambda at, _: Call("scroll", {"direction": "down", "amount": 100 + at}),
        "no_movement",
    ),
    Loop(
        "different words that are not on the page",
        {"/": "<h1>Pans</h1>"},
        lambda at, _: Call("search_page", {"pattern": f"word {at}"}),
        "finds_nothing",
    ),
    Loop("a site's own search that finds nothing", {"/": searched}, site_search, "same_page"),
    Loop("addresses that were guessed", {"/": SAVE}, lambda at, turn: goto(turn, f"/guess{at}"), "same_page"),
    Loop(
        "clicks on what is covered, and looks between",
        {"/": COVERED},
        lambda at, turn: click(turn, ("Red", "Green", "Blue")[at // 2 % 3]) if at % 2 == 0 else Call("page_info"),
        "same_failure",
    ),
    Loop(
        "choices that a list does not have, and looks between",
        {"/": CHOICE},
        lambda at, turn: (
            Call("select", {"ref": ref(turn, "Size"), "values": [f"Size {at}"]})
            if at % 2 == 0
            else Call("search_page", {"pattern": "s" * (at % 3 + 1)})
        ),
        "same_failure",
    ),
    Loop(
        "two pages in turn, each searched as soon as its link is followed",
        {"/": "<h1>A</h1><a href=/b>Next</a>", "/b": "<h1>B</h1><a href=/>Next</a>"},
        lambda _, turn: [click(turn, "Next"), Call("search_page", {"pattern": "bargain"})],
        "round",
    ),
    Loop("a page loaded again and again", {"/": SAVE}, lambda _, __: Call("reload"), "same_call"),
    Loop("waiting for nothing", {"/": SAVE}, lambda _, __: Call("wait", {"seconds": 0}), "same_call"),
    Loop("a clock that hides that nothing happens", {"/": CLOCK}, lambda _, turn: click(turn, "Save"), "only_numbers"),
    Loop("advertisements that hide that nothing happens", {"/": BANNER}, lambda _, turn: click(turn, "Save"), "round"),
    Loop(
        "a field filled and emptied",
        {"/": FIELD},
        lambda at, turn: Call("fill", {"ref": ref(turn, "Name"), "value": "" if at % 2 else "task"}),
        "round",
    ),
    Loop(
        "notes about a button that does nothing",
        {"/": SAVE},
        lambda at, turn: Call("note", {"text": f"Try {at}"}) if at % 2 else click(turn, "Save"),
        "same_call",
    ),
]
