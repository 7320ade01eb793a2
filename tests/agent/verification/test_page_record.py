"""What of each page and each call is taken down, without a browser."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from handrail.agent.verification.evidence_log import (
    CHANGED,
    CHANGED_BY_ITSELF,
    MOST_CHARS,
    PAGE_CHARS,
    EvidenceLog,
)
from handrail.attachments import Attachment
from handrail.models import Call
from handrail.results import Failed, Observation, Ok, Result, Target
from handrail.tools.core.table import Table
from handrail.trust import External
from tests.agent.verification.doings import SHOP, button, field, form, node, outside, request, seen

TABLE = Table.load()
PICTURE = Attachment("image", "image/png", b"x", "shot")


def did(log: EvidenceLog, tool: str, result: Result, **params: Any) -> None:
    log.record(TABLE.get(tool), Call(tool, params), result)


def changed(log: EvidenceLog, observation: Observation) -> list[str]:
    """The lines that went and came since the page was seen last."""
    page = log.look(observation)
    return [] if page is None else [*(f"- {line}" for line in page.gone), *(f"+ {line}" for line in page.new)]


def test_of_a_page_each_line_that_came_or_went_is_taken_down_without_refs() -> None:
    log = EvidenceLog()
    outline = seen("heading Shop level=1\n button Send [e3] not-visible focused")
    assert changed(log, outline) == ["+ heading Shop", "+ button Send"]
    assert changed(EvidenceLog(), seen(": a focusedness of level=x [ee]")) == ["+ : a focusedness of level=x [ee]"]
    again = seen("heading Shop level=2\n text: Sent")
    assert changed(log, again) == ["- button Send", "+ text: Sent"]
    assert log.look(again) is None
    assert log.look(None) is None
    assert log.look(Observation(None, [], None)) is None
    assert [(one.new, one.gone) for one in log.changes.pages] == [
        (["heading Shop", "button Send"], []),
        (["text: Sent"], ["button Send"]),
    ]
    assert [page.text.raw for page in log.pages] == ["heading Shop\n button Send", "heading Shop\n text: Sent"]


def test_of_lines_alike_each_one_counts() -> None:
    log = EvidenceLog()
    log.look(seen("item\nitem\nitem"))
    assert changed(log, seen("item\n item")) == ["- item"]
    assert changed(log, seen("item\nitem\nitem\nitem")) == ["+ item", "+ item"]


def test_on_another_page_nothing_went_and_what_stood_on_the_one_before_is_not_new() -> None:
    log = EvidenceLog()
    log.look(seen("heading Shop\ntext: One"))
    there = "https://shop.example/2"
    assert changed(log, seen("heading Shop\ntext: Two", url=there)) == ["+ text: Two"]
    assert changed(log, seen("text: One", url=there)) == ["- heading Shop", "- text: Two", "+ text: One"]


def test_what_came_of_a_call_stands_with_it_where_a_later_call_of_its_turn_showed_the_page() -> None:
    log = EvidenceLog()
    log.look(seen("heading Shop"))
    there = "https://shop.example/2"
    lines = "heading Shop\ntext: Two", "heading Shop\ntext: Saved", "heading Shop\ntext: Saved\ntext: News"
    two, saved, news = (seen(one, url=there) for one in lines)
    did(log, "click", Ok({}, followed={"navigated_to": outside(there)}), ref="e1")
    did(log, "search_page", Ok({}, observation=two), pattern="x")
    did(log, "reload", Ok({}, followed={"navigated_to": outside(there)}))
    did(log, "page_info", Ok({}, observation=replace(saved, by_itself=True)))
    did(log, "page_info", Ok({}, observation=replace(news, by_itself=True)))
    did(log, "goto", Ok({}, followed={"navigated_to": outside(SHOP)}, observation=seen("text: Read among the pages")))
    shown = {call["step"]: {key: call[key] for key in (CHANGED, CHANGED_BY_ITSELF) if key in call}
             for call in log.calls}  # fmt: skip
    assert shown == {
        1: {CHANGED: "+ text: Two"},
        2: {},
        3: {CHANGED: "- text: Two\n+ text: Saved"},
        4: {},
        5: {CHANGED_BY_ITSELF: "+ text: News"},
        6: {},
    }


def test_where_changes_were_shown_they_are_what_was_read_and_the_whole_page_is_compared() -> None:
    log = EvidenceLog()
    log.look(seen("heading Shop\ntext: One\ntext: Two"))
    whole = "heading Shop\ntext: Three [e4]\ntext: Four"
    changes = seen("- text: One (and 1 line up to text: Two)\n+ text: Four", mode="changes", whole=whole)
    assert changed(log, changes) == ["- text: One", "- text: Two", "+ text: Three", "+ text: Four"]
    assert log.pages[-1].text.raw == "text: Three\ntext: Four"
    assert [page.outline for page in log.pages] == [True, False]
    assert changed(log, seen("heading Shop\ntext: Two\ntext: Three\ntext: Four")) == ["+ text: Two"]


def test_of_a_page_that_was_shown_in_part_the_whole_is_kept() -> None:
    log = EvidenceLog()
    log.look(seen("main\n text: One\n… 12 more lines", whole='banner [e1]\n link "Shop" [e2]\nmain\n text: One'))
    assert log.pages[-1].text.raw == 'banner\n link "Shop"\nmain\n text: One'
    folded = 'banner [e4] … 7 lines as shown before: use their labels, or snapshot(within_ref="e4")\nmain\n text: Two'
    whole = 'banner [e4]\n link "Shop" [e5]\nmain\n text: Two'
    assert changed(log, seen(folded, whole=whole)) == ["- text: One", "+ text: Two"]


def test_what_a_tool_read_is_kept_with_its_name_but_for_text() -> None:
    log = EvidenceLog()
    attributes = {"data-theme": outside("dark"), "hidden": True}
    did(log, "find_elements", Ok({"elements": [{"role": "li", "name": outside("Lamp"), "attributes": attributes}]}))
    assert log.pages[-1].text.raw == "name: Lamp\ndata-theme: dark\nelements: 1"


def test_a_page_is_kept_with_its_address_and_title() -> None:
    log = EvidenceLog()
    log.look(seen("a"))
    log.look(seen("b", url="https://shop.example/2", title=outside("Two")))
    assert [(page.url, page.title) for page in log.pages] == [(SHOP, "Shop"), ("https://shop.example/2", "Two")]


def test_the_controls_of_a_page_are_kept_and_an_act_has_the_page_before_it() -> None:
    log = EvidenceLog()
    name = node("textbox", "Name", "e1")
    log.look(seen("a", name))
    did(log, "click", Ok(observation=seen("b", node("button", "Next"))), ref="e1")
    assert log.changes.acts[0].before.controls == (name,)
    assert [one.name.raw for one in log.changes.pages[1].controls] == ["Next"]
    assert [one.step for one in log.changes.pages] == [0, 1]


def test_a_page_too_long_or_with_a_picture_leaves_the_record_incomplete() -> None:
    whole, cut, picture = EvidenceLog(), EvidenceLog(), EvidenceLog()
    whole.look(seen("x" * PAGE_CHARS))
    cut.look(seen("x" * (PAGE_CHARS + 1)))
    picture.look(seen("x", pictures=[PICTURE]))
    assert [log.complete for log in (whole, cut, picture)] == [True, False, False]
    assert len(cut.pages[0].text) == PAGE_CHARS
    picture.look(seen("y"))
    assert not picture.complete
    for number in range(MOST_CHARS // PAGE_CHARS):
        assert whole.complete
        whole.look(seen("y" * PAGE_CHARS, url=f"https://shop.example/{number}"))
    assert not whole.complete
    assert sum(len(page.text) for page in whole.pages) == MOST_CHARS


def test_acts_are_calls_that_change_something_and_each_has_what_came_of_it() -> None:
    log = EvidenceLog()
    log.look(seen("a"))
    did(log, "read_page", Ok({"text": outside("x")}))
    target = button("Save")
    did(
        log,
        "click",
        Ok({"x": 1}, target=target, followed={"sent": [request(200)], "http_status": 500}, page_changed=True),
        ref="e3",
    )
    [one] = log.changes.acts
    assert (one.step, one.tool, one.params, one.ok, one.code) == (2, "click", {"ref": "e3"}, True, None)
    assert (one.data, one.target, one.changed, one.asked, one.sent) == ({"x": 1}, target, True, "", [request(200)])
    assert one.followed["http_status"] == 500
    assert one.before.url == SHOP


def test_an_answer_that_comes_late_belongs_to_the_act_before() -> None:
    log = EvidenceLog()
    did(log, "read_page", Ok({"text": outside("x")}, followed={"sent": [request(500)]}))
    assert log.changes.acts == []
    did(log, "click", Ok(target=button()), ref="e1")
    did(log, "read_page", Ok({"text": outside("x")}, followed={"sent": [request(201)]}))
    assert log.changes.acts[0].sent == [request(201)]


@pytest.mark.parametrize(
    ("followed", "tool", "asked"),
    [
        ({"dialog": {"kind": "confirm", "message": outside("Sure?")}}, "dialog", "confirm"),
        ({"dialog": {"kind": "alert", "message": outside("Hm")}}, "dialog", "alert"),
        ({}, "dialog", ""),
        ({"dialog": {"kind": "confirm", "message": outside("Sure?")}}, "click", ""),
    ],
)
def test_the_answer_to_a_dialog_is_about_what_opened_it(followed: dict[str, Any], tool: str, asked: str) -> None:
    log = EvidenceLog()
    opener, own = button("Delete"), field()
    did(log, "click", Ok(target=opener, followed=followed), ref="e1")
    did(log, tool, Ok(target=own), accept=True, ref="e2")
    assert (log.changes.acts[1].asked, log.changes.acts[1].target) == (asked, opener if asked else own)


def test_a_dialog_that_no_act_opened_is_answered_for_itself() -> None:
    log = EvidenceLog()
    did(log, "dialog", Ok(), accept=True)
    assert log.changes.acts[0].asked == ""


def test_a_file_is_kept_as_it_was_last_reported_with_the_step_that_began_it() -> None:
    log = EvidenceLog()
    begun, saved = {"id": "d1", "name": outside("a.pdf"), "state": "running"}, {"id": "d1", "state": "saved"}
    did(log, "click", Ok(target=button("Get", "link"), followed={"downloads": [begun]}), ref="e1")
    did(log, "wait", Ok(followed={"downloads": [saved]}))
    assert log.changes.files == {"d1": {"id": "d1", "step": 1, "name": "a.pdf", "state": "saved"}}


def test_a_file_that_download_kept_counts_as_come() -> None:
    log = EvidenceLog()
    did(log, "download", Ok({"id": "d1", "name": outside("a.csv"), "state": "saved", "bytes": 7}), url="/a")
    assert log.changes.files["d1"]["state"] == "saved"
    did(log, "download", Failed("http_error", "404"), url="/b")
    assert [*log.changes.files] == ["d1"]


LATE = Failed("timeout", "It did not finish.")
GONE = Failed("not_found", "No such element.")


@pytest.mark.parametrize(
    ("calls", "open_steps"),
    [
        ([("click", GONE)], [1]),
        ([("goto", GONE)], [1]),
        ([("read_page", GONE)], []),
        ([("click", GONE), ("read_page", Ok({"text": outside("x")}))], []),
        ([("click", GONE), ("note", Ok({}))], [1]),
        ([("click", GONE), ("read_page", GONE)], [1]),
        ([("click", LATE), ("goto", GONE)], [1, 2]),
        ([("click", LATE)], [1]),
    ],
)
def test_a_last_act_that_failed_is_open_until_something_else_goes_well(
    calls: list[tuple[str, Result]], open_steps: list[int]
) -> None:
    log = EvidenceLog()
    for tool, result in calls:
        did(log, tool, result, ref="e1")
    assert [doubt.step for doubt in log.changes.find_doubts()] == open_steps


@pytest.mark.parametrize("code", ["unknown_tool", "invalid_params"])
def test_a_call_that_never_began_is_no_act_and_leaves_nothing_undone(code: str) -> None:
    log = EvidenceLog()
    for tool in ("get_text", "click"):
        did(log, tool, Failed(code, "It takes ref."))
    assert (log.changes.acts, log.changes.find_doubts()) == ([], [])


def test_a_call_that_failed_says_why_and_what_to_do() -> None:
    log = EvidenceLog()
    did(log, "click", GONE, ref="e1")
    [doubt] = log.changes.find_doubts()
    assert doubt.reason.raw == (
        "Step 1, click: it failed, and nothing was tried after it (No such element.). Look again, or try another way."
    )


def test_what_a_tool_read_is_kept_at_the_page_s_address_with_counts_and_without_refs() -> None:
    log = EvidenceLog()
    log.look(seen("a"))
    did(log, "goto", Ok(followed={"navigated_to": outside("https://shop.example/3")}))
    data = {"elements": [{"ref": "e4", "text": outside("Lamp")}, {"text": outside("Chair e5")}], "total": 7}
    did(log, "find_elements", Ok(data))
    read = log.pages[-1]
    assert (read.url, read.text.raw, read.text.origin) == (
        "https://shop.example/3",
        "Lamp\nChair e5\ntotal: 7\nelements: 2",
        "https://shop.example",
    )
    assert (read.outline, read.title) == (False, "")
    count = len(log.pages)
    did(log, "note", Ok({"text": External("Lamp is cheap", "model", "notes")}))
    did(log, "read_page", GONE)
    did(log, "click", Ok({"text": outside("pressed")}), ref="e1")
    assert len(log.pages) == count
    did(log, "read_page", Ok({"count": 3}))
    assert (log.pages[-1].text.raw, log.pages[-1].text.origin) == ("count: 3", "")


def test_what_a_tool_collects_by_calls_of_its_own_or_finds_on_the_web_was_read_and_what_the_model_says_was_not() -> (
    None
):
    log = EvidenceLog()
    did(log, "collect", Ok({"records": [{"price": outside("€19.00")}], "pages": 2}))
    did(log, "web_search", Ok({"results": [{"title": outside("Lamps from €7")}]}))
    did(log, "done", Ok({"result": External("It costs €5", "model", "notes"), "data": None}))
    assert [page.text.raw for page in log.pages] == [
        "price: €19.00\npages: 2\nrecords: 1",
        "title: Lamps from €7\nresults: 1",
    ]


def test_what_came_of_each_step_is_kept_whole_for_a_judge() -> None:
    log = EvidenceLog()
    target = Target("button", outside("S" * 100), "submit", form())
    result = Ok(
        {"a": "x" * 900}, target=target, followed={"navigated_to": outside("/n")}, observation=seen("y" * 2_000)
    )
    did(log, "click", result, ref="e1")
    told = log.calls[0]
    assert told["on"] == f"button {'S' * 80}"
    assert told["came_of_it"] == {"navigated_to": "/n"}
    assert told["result"] == {"a": "x" * 900}
    assert told[CHANGED] == "+ " + "y" * 2_000
    assert set(told) == {"step", "call", "params", "on", "came_of_it", "result", CHANGED}
    did(log, "click", Failed("not_found", "No Ärger.", details={"near": outside("x")}), ref="e1")
    made = {"step": 2, "call": "click", "params": {"ref": "e1"}}
    assert log.calls[1] == made | {"error": "No Ärger.", "details": {"near": "x"}}
    did(log, "read_page", Ok({"text": outside("Ärger")}))
    made = {"step": 3, "call": "read_page", "params": {}}
    assert log.calls[2] == made | {"result": "Ärger", "on_page": "https://shop.example/order"}


def test_an_address_and_what_only_helps_to_act_are_not_told_a_judge_again() -> None:
    log = EvidenceLog()
    went = Ok({"url": outside("/n"), "title": outside("N")}, followed={"navigated_to": outside("/n")})
    did(log, "goto", went, url="/n")
    did(log, "scroll", Ok({"in_view": [outside("N")], "moved_y": 9, "near": [{"ref": "e2", "name": outside("B")}]}))
    assert [one.get("came_of_it") for one in log.calls] == [None, None]
    assert [one["result"] for one in log.calls] == [
        {"url": "/n", "title": "N"},
        {"moved_y": 9, "near": [{"name": "B"}]},
    ]


def test_a_field_of_a_record_that_the_page_calls_a_reference_is_told_a_judge() -> None:
    log = EvidenceLog()
    did(log, "collect", Ok({"records": [{"ref": outside("A-17")}], "ref": "e3"}))
    assert log.calls[-1]["result"] == {"records": [{"ref": "A-17"}]}
