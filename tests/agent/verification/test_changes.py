"""Which changes of a run count as seen to have happened: rules over its acts and the pages between them."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.agent.verification.acts import Act, PageRecord
from handrail.agent.verification.changes import Changes
from handrail.browser.types.reading import Node
from handrail.results import Target
from tests.agent.verification.doings import (
    COMPLAINS,
    NOTHING_CAME,
    SHOP,
    act,
    button,
    doubts,
    field,
    form,
    node,
    outside,
    page,
    request,
)

UNKNOWN = "nobody knows whether it happened"
SENT = request(200)
THANKS = page(3, new=["heading Thank you"])
MORE = button("More", "button")


def press(step: int = 3, **more: Any) -> Act:
    """A press of a button that commits, and was seen to do something."""
    return act(step, "click", more.pop("on", button()), **{"sent": [SENT], "changed": True, **more})


@pytest.mark.parametrize(
    ("code", "looked", "doubt"),
    [("timeout", 3, True), ("uncertain", 2, True), ("timeout", 4, False), ("not_found", 0, False)],
)
def test_an_act_that_may_have_happened_is_open_until_somebody_looks(code: str, looked: int, doubt: bool) -> None:
    one = press(ok=False, code=code)
    assert doubts([one], looked=looked) == ([(3, UNKNOWN)] if doubt else [])


@pytest.mark.parametrize(
    ("status", "why"),
    [
        (200, None),
        (399, None),
        (400, "the server answered 400"),
        (500, "the server answered 500"),
        (0, "it failed on the way"),
        (None, "no answer came"),
    ],
)
def test_a_request_must_have_been_answered_well(status: int | None, why: str | None) -> None:
    found = Changes([press(sent=[request(status)])], [THANKS]).find_doubts()
    assert [one.why for one in found] == ([] if why is None else [f"a POST request left, and {why}"])
    assert [one.quote for one in found] == ([] if why is None else [SHOP])


def test_what_failed_and_may_have_left_is_only_unconfirmed() -> None:
    lost = Changes([press(sent=[request(0) | {"may_be_taken": True}])], [THANKS])
    assert [(one.why, one.unconfirmed) for one in lost.find_doubts()] == [
        ("a POST request left, and no answer came", True)
    ]
    assert [one["url"] for one in lost.may_be_taken] == [SHOP]
    assert Changes([press(sent=[request(0)])], [THANKS]).may_be_taken == []


FAILED = request(503)


@pytest.mark.parametrize(
    ("sent", "later", "good"),
    [
        ([FAILED], [], False),
        ([FAILED], [SENT], True),
        ([FAILED, SENT], [], True),
        ([SENT, FAILED], [], False),
        ([SENT, FAILED, request(200, SHOP + "?try=2")], [], True),
        ([FAILED], [FAILED], False),
        ([FAILED], [request(200, method="PUT")], False),
        ([FAILED], [request(200, "https://shop.example/other")], False),
    ],
)
def test_a_failed_request_is_no_doubt_once_the_same_one_succeeds(
    sent: list[dict[str, Any]], later: list[dict[str, Any]], good: bool
) -> None:
    one, two, three = (
        act(step, "fill", field(), ref=f"e{step}", value="x", sent=requests)
        for step, requests in ((1, [SENT]), (3, sent), (5, later))
    )
    assert any(step == 3 for step, _ in doubts([one, two, three])) is not good


@pytest.mark.parametrize(
    ("url", "at", "own"),
    [
        ("https://api.shop.example/x", SHOP, True),
        ("https://other.example/x", SHOP, False),
        ("https://other.example/x", "", True),
        ("https://shop.example/telemetry/x", SHOP, False),
        ("https://shop.example/Collect", SHOP, False),
        ("http://10.2.0.1/x", "http://10.1.0.1/", False),
        ("http://10.1.0.1/x", "http://10.1.0.1/", True),
        ("http://[::2]/x", "http://[::1]/", False),
    ],
)
def test_only_requests_to_the_page_s_own_site_that_count_no_visits_are_judged(url: str, at: str, own: bool) -> None:
    one = press(sent=[SENT, request(500, url)], before=page(2, url=at))
    assert bool(doubts([one], [THANKS])) is own


def test_what_a_page_asks_again_and_again_by_itself_is_no_doubt() -> None:
    poll = request(502, "https://shop.example/poll")
    hover = act(3, "hover", button("Menu", "button"), sent=[poll])
    assert doubts([hover]) == [(3, "a POST request left, and the server answered 502")]
    other = act(5, "scroll", sent=[poll])
    assert doubts([hover, other]) == []
    # Of what commits or sets a field it is the act's own.
    assert [step for step, _ in doubts([press(3, sent=[SENT, poll]), other], [THANKS])] == [3]
    filled = act(3, "fill", field(), ref="e1", value="x", sent=[poll], changed=True)
    assert [step for step, _ in doubts([filled, other])] == [3]
    assert [step for step, _ in doubts([hover, act(5, "scroll", sent=[request(502, "https://shop.example/x")])])] == [
        3,
        5,
    ]


def test_a_request_that_waits_for_news_beside_one_that_was_answered_is_no_doubt() -> None:
    waits = request(None, "https://shop.example/news")
    assert doubts([act(3, "click", MORE, sent=[SENT, waits])]) == []
    assert doubts([act(3, "click", MORE, sent=[request(200, "https://ads.test/x"), waits])]) != []
    assert doubts([act(3, "click", MORE, sent=[FAILED, waits])]) != []


@pytest.mark.parametrize(
    ("followed", "why"),
    [
        ({"http_status": 404}, "the page that followed has HTTP status 404"),
        ({"stopped_requests": ["x"]}, "its request was not permitted to leave"),
    ],
)
def test_a_page_of_an_error_and_a_stopped_request_are_doubts_of_what_commits(
    followed: dict[str, Any], why: str
) -> None:
    assert doubts([press(followed=followed)], [THANKS]) == [(3, why)]
    assert doubts([act(3, "click", MORE, followed=followed)], [THANKS]) == []
    again = press(5)
    assert doubts([press(followed=followed), again], [THANKS, page(5, new=["x"])]) == []
    twice = doubts([press(followed=followed), press(5, followed=followed)], [THANKS, page(5, new=["x"])])
    assert twice == [(3, why), (5, why)]


@pytest.mark.parametrize("times", [1, 2])
def test_a_request_that_rules_stopped_did_not_leave_and_counts_with_what_commits_alone(times: int) -> None:
    line = f"POST {SHOP}" + (f" ({times} times)" if times > 1 else "")
    stopped: dict[str, Any] = {"followed": {"stopped_requests": [line]}, "sent": [request(0)] * times}
    assert doubts([act(3, "click", MORE, ok=False, code="not_permitted", **stopped)]) == []
    [doubt] = Changes([press(ok=False, code="not_permitted", **stopped)]).find_doubts()
    assert (doubt.why, doubt.refused) == ("its request was not permitted to leave", True)


@pytest.mark.parametrize(
    ("one", "pages", "doubt"),
    [
        (press(sent=[], changed=False), [page(3)], True),
        (press(sent=[], changed=True), [page(3)], True),
        (press(sent=[], changed=False), [THANKS], False),
        (press(sent=[], changed=False), [page(3, gone=["text"])], False),
        (press(sent=[], changed=True), [], False),
        (press(sent=[], changed=True), [page(4)], False),
        (press(sent=[], changed=False), [page(4, new=["x"])], True),
        (press(sent=[], changed=True), [page(2, new=["x"])], False),
        (press(sent=[], changed=False), [page(2, new=["x"])], True),
        (press(sent=[SENT], changed=False), [page(3)], False),
        (press(sent=[], changed=False, followed={"navigated_to": SHOP}), [page(3)], False),
        (press(sent=[], changed=False, ok=False), [page(3)], False),
        (act(3, "click", MORE), [page(3)], False),
    ],
)
def test_what_commits_must_send_open_or_change_something(one: Act, pages: list[PageRecord], doubt: bool) -> None:
    assert doubts([one], pages) == ([(3, NOTHING_CAME)] if doubt else [])


def test_a_press_of_which_nothing_is_known_came_to_nothing() -> None:
    assert doubts([act(3, "click", button())]) == [(3, NOTHING_CAME)]


def test_what_came_to_nothing_is_no_doubt_once_the_same_button_worked() -> None:
    nothing = press(sent=[], changed=False)
    pages = [page(3), page(5, new=["Saved"])]
    assert doubts([nothing, press(5)], pages) == []
    assert doubts([nothing, press(5, on=button("Save"))], pages) == [(3, NOTHING_CAME)]
    assert doubts([nothing, press(5, on=button("Send", "link"))], pages) == [(3, NOTHING_CAME)]
    assert doubts([press(1), nothing], [page(1, new=["x"]), *pages]) == [(3, NOTHING_CAME)]
    assert doubts([nothing, press(5, sent=[], changed=False, ok=False)], [page(3), page(5)]) == [(3, NOTHING_CAME)]
    complained = [page(3), page(5, node("button", "Send"), new=["text: Error"])]
    assert doubts([nothing, press(5)], complained) == [(3, NOTHING_CAME), (5, COMPLAINS)]
    nameless = press(sent=[], changed=False, on=button(""))
    assert doubts([nameless, press(5, on=button(""))], pages) == [(3, NOTHING_CAME)]


def test_of_several_acts_of_a_turn_the_last_that_sent_something_is_complained_about() -> None:
    complains = [page(4, node("button", "Send"), new=["alert: Network Error"])]
    draft = act(3, "fill", field(of=form()), value="x", ref="e1", sent=[SENT])
    assert doubts([draft, press(4)], complains) == [(4, COMPLAINS)]
    # Of two that commit, neither is above suspicion.
    assert doubts([press(3), press(4, on=button("Save"))], complains) == [(3, COMPLAINS), (4, COMPLAINS)]
    assert doubts([draft, act(4, "scroll")], complains) == [(3, COMPLAINS)]


def test_of_what_only_opens_something_a_page_may_complain_that_its_own_request_was_stopped() -> None:
    stopped = {"stopped_requests": [f"PUT {SHOP}"]}
    pages = [page(3, node("link", "Note"), new=["heading: Network Error"])]
    opens = {"sent": [request(204, method="PUT")], "changed": True}
    link = button("Note", "link")
    assert (3, COMPLAINS) not in doubts([act(3, "click", link, followed=stopped, **opens)], pages)
    assert doubts([act(3, "click", link, **opens)], pages) == [(3, COMPLAINS)]
    assert doubts([press(3, followed=stopped)], pages) != []


def test_of_text_whose_autosave_was_stopped_a_page_says_nothing_that_makes_it_sent() -> None:
    stopped = {"stopped_requests": [f"PUT {SHOP}"]}
    pages = [page(3, field_node := node("textbox", "Name", "e1", "rope"), new=["text: Not saved"])]
    filled = act(3, "fill", field(), ref="e1", value="rope", followed=stopped, changed=True)
    assert doubts([filled], pages, looked=3) == [(3, "what it put into the page was never sent")]
    # Who looked since may have found that it does not matter.
    assert doubts([filled], [*pages, page(4, field_node)], looked=4) == []


def test_what_a_page_tried_again_by_itself_is_no_doubt_and_what_it_says_of_that_no_complaint() -> None:
    retried = {"tried_again": "The page tried again by itself what was refused."}
    pages = [page(3, node("button", "Save"), new=["heading: Network Error"])]
    saved = press(3, followed=retried, sent=[request(204, method="PUT")], changed=True)
    assert doubts([saved], pages) == []
    assert doubts([act(3, "click", MORE, followed=retried, changed=True)], pages) == []
    # Where nothing was saved, the page may speak of that.
    assert doubts([press(3, followed=retried, sent=[], changed=True)], pages) == [(3, COMPLAINS)]


@pytest.mark.parametrize(
    ("params", "asked", "why"),
    [
        ({"accept": False}, "confirm", ["the question that the page asked was answered with no"]),
        ({}, "confirm", ["the question that the page asked was answered with no"]),
        ({"accept": True}, "confirm", []),
        ({"accept": False}, "alert", []),
    ],
)
def test_a_question_answered_with_no_undoes_what_commits(params: dict[str, Any], asked: str, why: list[str]) -> None:
    one = act(3, "dialog", button("Delete", "button"), asked=asked, sent=[SENT], **params)
    assert [reason for _, reason in doubts([one], [THANKS])] == why


@pytest.mark.parametrize(
    ("file", "why"),
    [
        ({"state": "saved", "bytes": 3}, None),
        ({"state": "saved", "bytes": 0}, "the file is empty"),
        ({"state": "saved"}, "the file is empty"),
        ({"state": "failed", "bytes": 3}, "the file is not there (failed)"),
    ],
)
def test_a_file_must_have_come_whole(file: dict[str, Any], why: str | None) -> None:
    found = Changes(files={"f1": {"step": 4, "name": "a.pdf", **file}}).find_doubts()
    wanted = [] if why is None else [(4, "download", why, "a.pdf")]
    assert [(one.step, one.what, one.why, one.quote) for one in found] == wanted


def test_a_file_that_came_later_makes_one_of_its_name_good() -> None:
    bad, good = {"step": 4, "name": "a.pdf", "state": "failed"}, {"step": 5, "state": "saved", "bytes": 3}
    assert doubts([], files={"f1": bad, "f2": {**good, "name": "a.pdf"}}) == []
    assert len(doubts([], files={"f1": bad, "f2": {**good, "name": "b.pdf"}})) == 1


@pytest.mark.parametrize(("file_step", "ok", "doubt"), [(3, True, False), (2, True, True), (3, False, False)])
def test_a_link_to_a_file_must_bring_one(file_step: int, ok: bool, doubt: bool) -> None:
    files = {"f": {"step": file_step, "name": "a", "state": "saved", "bytes": 1}}
    one = act(3, "click", button("Report", "link", downloads=True), ok=ok)
    assert doubts([one], files=files) == ([(3, "no file came")] if doubt else [])
    if ok:
        assert doubts([one]) == [(3, "no file came")]
        assert doubts([act(3, "click", button("Report", "link")), act(5, "wait")]) == []


def test_doubts_stand_in_the_order_of_steps_one_for_an_act() -> None:
    acts = [press(5, sent=[FAILED], followed={"http_status": 503}), press(3, on=button("Save"), sent=[FAILED])]
    files = {"f": {"step": 4, "name": "a", "state": "failed"}}
    pages = [page(3, new=["x"]), page(5, new=["y"])]
    acts[1].sent = [request(503, "https://shop.example/save")]
    assert [step for step, _ in doubts(acts, pages, files=files)] == [3, 4, 5]


ALERT = {"dialog": {"kind": "alert", "message": outside("Saving failed")}}


@pytest.mark.parametrize(
    ("one", "after", "quote"),
    [
        (press(followed=ALERT), page(3), "Saving failed"),
        (press(followed={"dialog": {"kind": "confirm", "message": outside("Saving failed")}}), page(3), ""),
        (press(followed={"dialog": {"kind": "alert", "message": outside("Saved")}}), page(3), ""),
        (press(), page(3, node("textbox", "Mail", "e1", None, "invalid"), node("textbox", "x")), "Mail: invalid"),
        (press(), page(3, node("textbox", "Mail", "e1", None, "required", "invalid")), "Mail: required"),
        (press(), page(3, node("textbox", "Mail", "e1", "a@", "required", "invalid")), "Mail: invalid"),
        (press(), page(3, node("button", "Send"), new=["text: An error happened"]), "text: An error happened"),
        (press(), page(3, node("button", "Send"), new=["text: Name is required"]), "text: Name is required"),
        (press(), page(3, node("button", "Send"), new=[": Name is required"]), "Name is required"),
        (press(), page(3, node("button", "Next"), new=["text: Name is required"]), ""),
        (
            press(),
            page(
                3,
                node("button", "Send"),
                node("textbox", "Mail"),
                node("textbox", "Why"),
                new=["text: All are required"],
            ),
            "",
        ),
        (
            press(),
            page(3, node("button", "Send"), node("combobox", "Size"), new=["text: Size is required"]),
            "text: Size is required",
        ),
        (
            press(before=page(2, node("textbox", "Mail"))),
            page(
                3,
                node("button", "Send"),
                node("textbox", "Mail"),
                node("textbox", "Why"),
                new=["text: Why is required"],
            ),
            "text: Why is required",
        ),
        (press(), page(3, node("button", "Next"), new=["text: An error happened"]), ""),
        (press(), page(3, node("button", "Next"), new=["alert: An error happened"]), "alert: An error happened"),
        (press(), page(3, node("button", "Next"), new=["heading: An error happened"]), "heading: An error happened"),
        (press(), page(3, node("button", "Send"), new=["textbox: An error happened"]), ""),
        (press(), page(3, node("button", "Send"), new=["text: required", "text: Error"]), "text: Error"),
        (act(3, "click", MORE), page(3, new=["alert: Error"]), ""),
        (act(3, "click", MORE, sent=[SENT]), page(3, new=["text: Error"]), "text: Error"),
        (act(3, "upload_file", field(), changed=True), page(3, new=["text: Error"]), "text: Error"),
        (
            act(3, "click", MORE, sent=[SENT]),
            page(3, node("textbox", "Mail", "e1", None, "invalid")),
            "",
        ),
    ],
)
def test_a_page_complains_in_its_own_words_about_what_was_done(one: Act, after: PageRecord, quote: str) -> None:
    found = Changes([one], [after]).find_doubts()
    assert [(doubt.why, doubt.quote) for doubt in found] == ([(COMPLAINS, quote)] if quote else [])


def test_a_complaint_counts_beside_the_fields_that_were_there_before() -> None:
    before, faulty = page(2, node("textbox", "Name"), node("text", "Hint")), ["text: Error"]
    assert doubts([press(before=before)], [page(3, node("textbox", "Name"), node("button", "Send"), new=faulty)])
    assert not doubts([press(before=before)], [page(3, node("text", "Hint"), node("button", "Send"), new=faulty)])


def test_the_user_s_own_words_on_a_page_are_no_complaint() -> None:
    fill = act(1, "fill", field(of=form()), ref="e1", value="Error 5 in my order", before=page(0))
    one = [fill, press()]
    assert doubts(one, [page(3, node("button", "Send"), new=["text: Error 5 in my order"])]) == []
    assert doubts(one, [page(3, node("button", "Send"), new=["text: Error 5 in my order: failed"])]) == [(3, COMPLAINS)]


@pytest.mark.parametrize(
    ("box", "new", "more", "quote"),
    [
        (node("textbox", "Message", "e1", None, "invalid"), ["text: Hello", "error Please fill it in"], {}, ""),
        (node("textbox", "Message", "e1", None, "invalid"), ["text: Message is required"], {"sent": [SENT]}, ""),
        (node("textbox", "Message", "e1", None, "invalid"), ["error Please fill it in"], {}, "Message: invalid"),
        (node("textbox", "Message", "e1", "Hello", "invalid"), ["text: Hello"], {}, "Message: invalid"),
        (node("textbox", "Mail", "e2", None, "invalid"), ["text: Hello"], {}, "Mail: invalid"),
        (node("textbox", "Message", "e1", None, "invalid"), ["textbox: Hello"], {}, "Message: invalid"),
        (
            node("textbox", "Message", "e1", None, "invalid"),
            [],
            {"sent": [SENT], "followed": {"navigated_to": SHOP}},
            "Message: invalid",
        ),
    ],
)
def test_a_box_that_is_empty_again_after_it_was_sent_complains_of_nothing(
    box: Node, new: list[str], more: dict[str, Any], quote: str
) -> None:
    before = page(2, node("textbox", "Message", "e1"))
    one = act(
        3, "fill", field("Message", form()), ref="e1", value="Hello", data={"submitted": True}, before=before, **more
    )
    found = Changes([one], [page(3, box, node("button", "Send"), new=new)]).find_doubts()
    assert [(doubt.why, doubt.quote) for doubt in found] == ([(COMPLAINS, quote)] if quote else [])


PASSWORD = node("textbox", "Password")


@pytest.mark.parametrize(
    ("filled", "followed", "before", "later", "doubt"),
    [
        (1, {"navigated_to": SHOP}, page(2), None, True),
        (5, {"navigated_to": SHOP}, page(2), None, False),
        (1, {}, page(2), None, False),
        (1, {"navigated_to": SHOP}, page(2, PASSWORD), None, False),
        (1, {"navigated_to": SHOP}, page(2), field("Password"), False),
        (1, {"navigated_to": SHOP}, page(2), field("Phone"), True),
    ],
)
def test_a_page_to_sign_in_after_something_was_typed_is_a_complaint(
    filled: int, followed: dict[str, Any], before: PageRecord, later: Target | None, doubt: bool
) -> None:
    fill = act(filled, "fill", field(of=form()), ref="e1", value="x", before=page(0))
    acts = [fill, press(followed=followed, before=before), act(4, "focus", later)]
    found = Changes(sorted(acts, key=lambda one: one.step), [page(3, PASSWORD, new=["x"])]).find_doubts()
    assert any(one.quote == "a page to sign in" for one in found) is doubt


@pytest.mark.parametrize("sign", ["still_loading", "page_could_not_be_read"])
def test_a_page_that_was_still_on_its_way_must_have_been_seen(sign: str) -> None:
    link = act(2, "click", button("Slow", "link"), followed={"not_settled": True, sign: "It has not come."})
    late = [(2, "the page that it leads to did not come")]
    assert doubts([link]) == late
    assert doubts([link], [page(2), page(3)]) == late
    assert doubts([link], [page(3, url=SHOP + "/slow")]) == []
    assert doubts([link], [page(3, new=["heading Slow"])]) == []
    assert doubts([act(2, "click", button("Slow", "link"), followed={"not_settled": True})]) == []
    # An act that failed leads nowhere.
    assert doubts([act(2, "click", button("Slow", "link"), ok=False, followed={sign: "It has not come."})]) == []
