"""What is taken down of a run, and what answers cite."""

from __future__ import annotations

import re
from asyncio import sleep

import pytest

from handrail import Session
from handrail.agent.verification.answer_facts import AnswerFacts
from handrail.agent.verification.evidence_log import MOST_PAGES, EvidenceLog
from handrail.agent.verification.judge import render_claim
from handrail.attachments import Attachment
from handrail.models import Call
from handrail.results import Failed, Ok
from handrail.tools.core.render import message_parts
from handrail.tools.core.table import Table
from handrail.trust import External, Fenced
from tests.agent.verification.claims.playing import Case, Player
from tests.pages import PageServer, Reply, Request

TABLE = Table.load()


@pytest.fixture
def player(session: Session, serve: PageServer) -> Player:
    session.permissions.unsafe = True
    return Player(session, serve)


def texts(ledger: EvidenceLog) -> str:
    return "\n".join(page.text.raw for page in ledger.pages)


async def test_what_was_read_is_kept_with_where_it_stood_and_without_refs(player: Player) -> None:
    url = player.serve("<title>Lamps</title><h1>Lamps</h1><p>From $12.50</p><button>More</button>")
    await player.open(url)
    await player.do("find_elements", selector="button")
    await player.do("note", text="Lamps are cheap: $3")
    assert {page.url for page in player.evidence.pages} == {url}
    assert player.evidence.pages[0].title == "Lamps"
    assert player.evidence.pages[0].text.origin == player.serve.origin
    assert "From $12.50" in texts(player.evidence)
    assert "[e" not in texts(player.evidence)
    assert "$3" not in texts(player.evidence)
    assert player.evidence.complete


async def test_a_picture_and_too_many_pages_leave_it_incomplete() -> None:
    seen = EvidenceLog()
    image = Attachment("image", "image/png", b"x", "shot")
    seen.record(TABLE.get("screenshot"), Call("screenshot"), Ok(attachments=(image,)))
    assert not seen.complete
    long = EvidenceLog()
    for number in range(MOST_PAGES + 1):
        result = Ok({"text": External(f"Page {number}", "https://a.example", "page-text")})
        long.record(TABLE.get("read_page"), Call("read_page"), result)
    assert not long.complete
    assert len(long.pages) == MOST_PAGES
    assert "Page 0\n" not in texts(long)


async def test_a_failed_save_is_no_doubt_once_the_same_request_succeeds_and_only_then(player: Player) -> None:
    answers = [503, 200]
    player.serve.put("/a", lambda _: Reply(b"", answers.pop(0)))
    player.serve.put("/b", Reply(b"", 503))
    buttons = "".join(f"<button onclick=\"fetch('/{n}', {{method: 'PUT'}})\">Save {n}</button>" for n in "ab")
    await player.open(player.serve(buttons))
    for name in ("Save a", "Save b", "Save a"):
        result = await player.do("click", name)
    assert "sent" in result.followed
    [doubt] = player.evidence.changes.find_doubts()
    assert (doubt.step, doubt.what) == (2, f"click {player.ref('Save b')}")
    assert doubt.reason.label == "validator-feedback"


async def test_a_model_is_shown_requests_that_failed_and_in_short_those_that_went_well_beside_them(
    player: Player,
) -> None:
    player.serve.put("/good", Reply(b"", 200))
    player.serve.put("/bad", Reply(b"", 500))
    await player.open(
        player.serve("<button onclick=\"for (const a of ['/good', '/bad']) fetch(a, {method: 'POST'})\">Go</button>")
    )
    result = await player.do("click", "Go")
    text = "\n".join(part.body for part in message_parts(result) if isinstance(part, Fenced))
    assert "/bad" in text
    assert re.search(r'"sent_and_accepted": \["POST http://\S+/good 200"\]', text)
    assert [one["status"] for one in result.followed["sent"]] == [200, 500]


def test_calls_that_were_refused_before_they_began_are_taken_down_too() -> None:
    ledger = EvidenceLog()
    ledger.record(None, Call("fly", {}), Failed("unknown_tool", "There is no tool fly."))
    ledger.record(TABLE.get("fill"), Call("fill", {"value": 3}), Failed("invalid_params", "ref is missing."))
    ledger.record(
        TABLE.get("page_info"), Call("page_info"), Ok({"title": External("x", "https://a.example", "page-info")})
    )
    assert ledger.changes.find_doubts() == []
    assert ledger.calls[0]["error"] == "There is no tool fly."


async def test_controls_of_a_snapshot_are_its_fields_its_buttons_and_what_is_invalid(player: Player) -> None:
    await player.open(
        player.serve(
            "<h1>Order</h1><input aria-label=Name value=Ann><a href=/x>More</a><button>Send</button><p>Text</p>"
        )
    )
    shot = await player.session.snapshot("full")
    assert [(node.role, node.name.raw) for node in shot.controls] == [("textbox", "Name"), ("button", "Send")]
    assert [node.ref for node in shot.controls] == [n.ref for n in shot.nodes if n.role in ("textbox", "button")]


def test_the_name_and_size_of_a_file_that_a_press_downloaded_are_read() -> None:
    log, page = EvidenceLog(), External("Download tarball", "https://a.example", "page-text")
    log.record(TABLE.get("read_page"), Call("read_page"), Ok({"text": page}))
    file = {"id": "d1", "name": External("ledger-core.tgz", "https://a.example", "page-info"), "bytes": 4544}
    log.record(TABLE.get("click"), Call("click", {"ref": "e1"}), Ok(followed={"downloads": [file]}))
    answer = AnswerFacts("Download the file", None, "ledger-core.tgz has 4,544 bytes.", None, log.pages)
    assert answer.facts
    assert answer.missing_facts() == []


def test_a_match_is_kept_between_the_words_around_it() -> None:
    def outside(text: str) -> External:
        return External(text, "https://a.example", "page-text")

    match = {"match": outside("€16"), "before": outside("Mug\n"), "after": outside(".50\n"), "heading": outside("Mugs")}
    more = {"ref": "e5", "frame": "", "visible": True}
    seen = EvidenceLog()
    seen.record(TABLE.get("search_page"), Call("search_page"), Ok({"total": 1, "matches": [{**match, **more}]}))
    assert seen.pages[0].text.raw.startswith("Mugs\nMug\n€16.50\n")
    assert seen.calls[0]["result"]["matches"] == [
        {"match": "€16", "before": "Mug\n", "after": ".50\n", "heading": "Mugs"}
    ]


async def test_what_an_act_changed_is_told_in_the_order_of_the_page_and_a_page_that_a_link_opened_is_none(
    player: Player,
) -> None:
    row = "<tr><td>{}<td>4.5<td>In stock<td><a href=/next>Edit</a></tr>"
    more = row.format("Cedar") + row.format("Birch")
    player.serve.put("/next", Reply(b"<title>Next</title><h1>Next</h1>"))
    player.serve.put("/add", Reply(b""))
    script = f"document.querySelector('table').innerHTML += `{more}`; fetch('/add', {{method: 'POST'}})"
    await player.open(player.serve(f'<button onclick="{script}">Add</button><table>{row.format("Oak")}</table>'))
    await player.do("click", "Add")
    added = player.evidence.calls[-1]["changed_on_the_page"]
    words = [one for one in ("Cedar", "4.5", "Birch") if one in added]
    assert words == ["Cedar", "4.5", "Birch"]
    assert added.index("Cedar") < added.index("4.5") < added.index("Birch") < added.rindex("4.5")
    edit = [one.ref for one in (await player.session.snapshot()).nodes if one.name.raw == "Edit"][1]
    await player.do("click", ref=edit)
    assert player.evidence.calls[-1]["on"].startswith("link Edit (its row read “Cedar")
    assert "changed_on_the_page" not in player.evidence.calls[-1]


async def test_a_field_of_a_form_and_the_head_of_a_table_have_no_row_that_reads_something(player: Player) -> None:
    fields = "".join(f"<div class=f><label>{name} <input></label></div>" for name in ("First", "Last", "Mail"))
    steps = f"<div class=step>{fields}</div><div class=step><p>Two</p></div><div class=step><p>Three</p></div>"
    head = "<tr><th><button>Name</button><th>Age<tr><td>Ada<td><button>Edit</button>"
    await player.open(player.serve(f"<form>{steps}</form><table>{head}</table>"))
    await player.do("fill", "First", value="Ada")
    assert player.evidence.calls[-1]["on"] == "textbox First"
    await player.do("click", "button:Name")
    assert player.evidence.calls[-1]["on"] == "button Name"
    await player.do("click", "button:Edit")
    assert player.evidence.calls[-1]["on"] == "button Edit (its row read “Ada Edit” before)"


async def test_a_box_without_a_name_is_called_by_the_words_beside_it(player: Player) -> None:
    await player.open(player.serve("<ul><li><input type=checkbox><span>Buy milk</span></li></ul>"))
    [box] = [one.ref for one in (await player.session.snapshot()).nodes if one.role == "checkbox"]
    await player.do("check", ref=box)
    assert "Buy milk" in player.evidence.calls[-1]["on"]


async def test_what_fields_held_before_calls_of_the_turn_set_them_is_not_told_as_a_change_of_the_press(
    player: Player,
) -> None:
    owners = iter(["alice", "bob"])

    def page(request: Request) -> Reply:
        if request.method == "POST":
            return Reply(b"", 303, headers={"Location": "/edit"})
        form = "<form method=post action=/edit><label>Owner <input name=owner value={}></label><button>Save</button>"
        return Reply(f"{form.format(name := next(owners))}</form><p>Owned by {name}</p>".encode())

    player.serve.put("/edit", page)
    await player.open(f"{player.serve.origin}/edit")
    fill = {"ref": player.ref("Owner"), "value": "bob"}
    filled = await player.session.perform("model", "fill", fill)
    player.evidence.record(TABLE.get("fill"), Call("fill", fill), filled)
    await player.do("click", "Save")
    changed = player.evidence.calls[-1]["changed_on_the_page"].split("\n")
    assert changed == ["- : Owned by alice", '+ textbox "Owner" = "bob"', "+ : Owned by bob"]


async def test_what_two_acts_put_under_one_address_is_told_with_both(player: Player) -> None:
    player.serve.put("/list", Reply(b"", 200))
    button = "<button onclick=\"fetch('/list', {{method: 'PUT', body: 1}})\">{}</button>"
    await player.open(player.serve(button.format("Longest first") + button.format("Next")))
    for name in ("Longest first", "Next"):
        await player.do("click", name)
    claim = await player.claim(Case("sorted", "Sort it", lambda _: sleep(0), "It is sorted."))
    [calls] = [part for part in render_claim(claim) if isinstance(part, Fenced) and part.label == "page-info"][:1]
    assert calls.body.count('"PUT"') == 2


async def test_the_page_at_the_end_belongs_to_the_last_call_and_not_to_the_claim(player: Player) -> None:
    await player.open(player.serve("<h1>Lamps</h1><p id=p>From $12.50</p>"))
    await player.do("search_page", pattern="Lamps")
    player.evidence.record(TABLE.get("done"), Call("done", {"result": "$9"}), Ok({"result": "$9"}))
    await player.session.tab.page.evaluate("p.textContent = 'From $9'")
    player.evidence.look(await player.session.observe(whole=True))
    assert [page.step for page in player.evidence.pages if "From $9" in page.text.raw] == [1]
