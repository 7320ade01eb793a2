"""Runs that do much of the same, and get somewhere."""

from __future__ import annotations

from handrail.models import Call
from tests.agent.loops.stage import Loop, Visit, click, goto, ref

MONTHS = """<h1 id=title></h1><button onclick="go(-1)">Back</button><button onclick="go(1)">Next</button><p id=days></p>
<script>
let at = new Date(2026, 0, 1)
function go(step) {
  at.setMonth(at.getMonth() + step)
  title.textContent = at.toLocaleString('en', { month: 'long', year: 'numeric' })
  days.textContent = Array.from({ length: new Date(at.getFullYear(), at.getMonth() + 1, 0).getDate() }, (_, i) => i + 1).join(' ')
}
go(0)</script>"""  # noqa: E501
NUMBERED = """<h1 id=title></h1><button onclick="go()">Next</button><script>
let at = 2025 * 12
function go() { title.textContent = Math.floor(++at / 12) + '-' + (at % 12 + 1) }
go()</script>"""
STEPPER = """<button onclick="n.textContent = +n.textContent + 1">More</button><p>Pieces: <b id=n>1</b></p>"""
ROWS = "<ul>" + "<li>Old message <button onclick='this.parentNode.remove()'>Dismiss</button>" * 10 + "</ul>"
SHELF = "".join(f"<article><h2>Pan {at}</h2><button>Add</button></article>" for at in range(10))
LONG = "".join(f"<h2>Part {at}</h2><div style='height:700px'></div>" for at in range(14))
FORM = "".join(f"<label>Field {at} <input></label>" for at in range(12))
NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hal"]


def listing(visit: Visit) -> str:
    page = int(visit.query.get("page", "1"))
    return f"<h1>Results</h1><p>Record {page * 7}</p><a href='/?page={page + 1}'>Next page</a>"


def job(visit: Visit) -> str:
    return "<h1>Your export is ready</h1>" if visit.number > 9 else "<h1>Your export is being made</h1>"


def busy(visit: Visit) -> str:
    return "<h1>Prices</h1>" if visit.number > 7 else "<h1>Too busy</h1><p>Please try again.</p>"


def status(visit: Visit) -> str:
    return "Ready" if visit.number > 5 else "Working"


def percent(visit: Visit) -> str:
    return f"<h1>Import</h1><p>{visit.number * 4} %</p>"


REFRESHED = """<p id=out>Working</p>
<button onclick="fetch('/status').then(a => a.text()).then(t => out.textContent = t)">Refresh</button>"""


def at_month(at: int, turn):
    return click(turn, "Next") if at < 8 else click(turn, "Back")


def items(at: int, turn):
    return click(turn, f"Item {at // 2}") if at % 2 == 0 else Call("back")


HONEST = [
    Loop("a calendar paged 24 months", {"/": MONTHS}, lambda _, turn: click(turn, "Next"), turns=24),
    Loop("a calendar of numbers alone, 24 months", {"/": NUMBERED}, lambda _, turn: click(turn, "Next"), turns=24),
    Loop("eight months forward and back again", {"/": MONTHS}, at_month, turns=16),
    Loop("15 pages of results by their link", {"/": listing}, lambda _, turn: click(turn, "Next page"), turns=15),
    Loop(
        "15 pages of results, each searched as soon as its link is followed",
        {"/": listing},
        lambda _, turn: [click(turn, "Next page"), Call("search_page", {"pattern": "bargain"})],
        turns=15,
    ),
    Loop("a job asked after by loading the page again", {"/": job}, lambda _, __: Call("reload"), turns=9),
    Loop("a job that says how far it is", {"/": percent}, lambda _, __: Call("reload"), turns=18),
    Loop(
        "a job asked after with a button, waiting between",
        {"/": REFRESHED, "/status": status},
        lambda at, turn: Call("wait", {"seconds": 0}) if at % 2 else click(turn, "Refresh"),
        turns=12,
    ),
    Loop("a page that is too busy at first", {"/": busy}, lambda _, turn: goto(turn, "/"), turns=7),
    Loop(
        "the items of a list one by one",
        {
            "/": "<h1>List</h1>" + "".join(f"<a href='/item?id={at}'>Item {at}</a> " for at in range(9)),
            "/item": lambda visit: f"<h1>Thing {visit.query['id']}</h1>",
        },
        items,
        turns=18,
    ),
    Loop("twelve more of a thing", {"/": STEPPER}, lambda _, turn: click(turn, "More"), turns=12),
    Loop("ten rows alike put away", {"/": ROWS}, lambda _, turn: click(turn, "Dismiss"), turns=10),
    Loop("ten buttons of one name pressed", {"/": SHELF}, lambda at, turn: click(turn, "Add", at), turns=10),
    Loop("a long page scrolled", {"/": LONG}, lambda _, __: Call("scroll", {"direction": "down"}), turns=9),
    Loop(
        "a form of twelve fields",
        {"/": FORM},
        lambda at, turn: Call("fill", {"ref": ref(turn, f"Field {at}"), "value": "task"}),
        turns=12,
    ),
    Loop(
        "names looked for, half of them there",
        {"/": "<p>Ada, Cleo, Eva and Gus</p>"},
        lambda at, _: Call("search_page", {"pattern": NAMES[at]}),
        turns=8,
    ),
    Loop(
        "two pages compared row by row",
        {"/": "<p>Left: a1 a2 a3 a4</p>", "/right": "<p>Right: b1 b2 b3 b4</p>"},
        lambda at, turn: [
            goto(turn, "/" if at // 2 % 2 else "/right"),
            Call("search_page", {"pattern": f"{'a' if at // 2 % 2 else 'b'}{at // 4 + 1}"}),
        ][at % 2],
        turns=16,
    ),
    Loop(
        "five pages visited and looked at again",
        {"/": "<h1>Start</h1>", **{f"/{at}": f"<h1>Page {at}</h1>" for at in range(5)}},
        lambda at, turn: goto(turn, f"/{at % 5}"),
        turns=10,
    ),
]
