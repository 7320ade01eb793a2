"""Whether what was put into fields was sent, and whether they hold it."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.agent.verification.acts import Act, PageRecord
from handrail.agent.verification.changes import Changes
from handrail.browser.types.facts import FormFacts
from tests.agent.verification.doings import (
    NOT_HELD,
    NOT_SENT,
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

PLAIN = page(3)


def fill(step: int = 3, of: FormFacts | None = None, **more: Any) -> Act:
    more = {"ref": "e1", "value": "Ann", **more}
    return act(step, "fill", more.pop("on", field(of=of or form())), **more)


@pytest.mark.parametrize(
    ("one", "pages", "doubt"),
    [
        (fill(), [PLAIN], True),
        (fill(), [page(3, new=["text: Hello"])], True),
        (fill(ok=False), [PLAIN], False),
        (fill(sent=[request(200)]), [PLAIN], False),
        (fill(on=field("Search", form("get"))), [PLAIN], False),
        (fill(on=None), [PLAIN], False),
        (act(3, "hover", field(of=form())), [PLAIN], False),
        (fill(data={"submitted": True}, changed=True), [], False),
        (fill(followed={"navigated_to": SHOP}), [PLAIN], False),
        # A form that only asks, none at all, or one without a button: a page that reacts will do.
        (fill(of=form("get")), [PLAIN], True),
        (fill(of=form("get")), [page(3, new=["text: Hello"])], False),
        (fill(of=form("get")), [page(3, new=["textbox Ann"])], True),
        (fill(of=form("get")), [page(3, gone=["text: Old"])], False),
        (fill(of=form("get")), [page(3, gone=["textbox: Old"])], True),
        (fill(of=form("get")), [page(2, new=["text: Hello"])], True),
        (fill(of=form("post", None)), [page(3, new=["text: Hello"])], False),
        (fill(of=form("post", None)), [PLAIN], True),
        (fill(on=field()), [page(3, new=["text: Hello"])], False),
        (fill(on=field()), [PLAIN], True),
        # Without a button, choices send themselves.
        (act(3, "check", field(), ref="e1"), [PLAIN], False),
        (act(3, "uncheck", field(of=form(submitter=None)), ref="e1"), [PLAIN], False),
        (act(3, "select", field(), ref="e1", data={"chosen": ["Blue"]}), [PLAIN], False),
        (act(3, "check", field(of=form()), ref="e1"), [PLAIN], True),
        (act(3, "upload_file", field(), ref="e1"), [PLAIN], True),
    ],
)
def test_what_was_put_into_a_form_must_be_sent(one: Act, pages: list[PageRecord], doubt: bool) -> None:
    found = Changes([one], pages).find_doubts()
    assert [(doubt.step, doubt.why, doubt.unsent) for doubt in found] == ([(3, NOT_SENT, True)] if doubt else [])
    if doubt:
        assert "Send it" in found[0].shows


SEND = button()


@pytest.mark.parametrize(
    ("one", "later", "doubt"),
    [
        (fill(), act(5, "click", SEND, sent=[request(200)]), False),
        (fill(), act(1, "click", SEND, sent=[request(200)]), True),
        (fill(), act(5, "click", button(document="d2"), sent=[request(200)]), True),
        (fill(), act(5, "click", button("More", "button")), True),
        (fill(), act(5, "click", button("More", "button"), sent=[request(200)]), False),
        (fill(), act(5, "click", SEND, changed=True), False),
        (fill(on=field()), act(5, "click", button("More", "button")), False),
        (fill(on=field()), act(5, "hover", button("More", "button")), True),
        (fill(), act(5, "wait"), True),
        (fill(), act(5, "check", field(), ref="e1"), False),
        (fill(), act(5, "check", field(), ref="e2"), True),
    ],
)
def test_a_later_act_in_the_same_document_sends_it(one: Act, later: Act, doubt: bool) -> None:
    acts = sorted((one, later), key=lambda each: each.step)
    assert (3, NOT_SENT) in doubts(acts, [PLAIN, page(5)]) or not doubt
    assert (3, NOT_SENT) not in doubts(acts, [PLAIN, page(5)]) or doubt


def test_one_doubt_stands_for_all_that_was_not_sent_beside_the_others() -> None:
    three = [fill(), fill(5, ref="e2"), fill(7, ref="e3")]
    assert doubts(three, [PLAIN]) == [(7, NOT_SENT)]
    assert doubts([fill(), fill(5)], [PLAIN]) == [(5, NOT_SENT)]
    failed = act(6, "click", button("More", "button"), sent=[request(500)])
    assert [step for step, _ in doubts([*three, failed], [PLAIN])] == [3 + 3, 7]


def seen(step: int, value: str | None = None, *states: str, ref: str = "e1", **more: Any) -> PageRecord:
    """A page with the field, as it is then."""
    return page(step, node("textbox", "Name", ref, value, *states), **more)


BEFORE = seen(2)


@pytest.mark.parametrize(
    ("pages", "held"),
    [
        ([seen(3, "Ann")], True),
        ([seen(3, "ann")], True),
        ([seen(3, "Ann Lee (you)")], True),
        ([seen(3, "A-n_n")], True),
        ([seen(3, "An")], False),
        ([seen(3, "Bob")], False),
        ([seen(2, "Bob")], True),
        ([seen(3, "Bob"), seen(4, "Ann")], True),
        ([seen(3, "Ann"), seen(4, "Bob")], False),
        ([seen(3, "Bob"), page(4)], False),
        ([seen(3, "•••")], True),
        ([seen(3, None)], True),
        ([seen(3, "")], True),
        ([seen(3, "Bob", ref="e7")], False),
        ([seen(3, "Bob", ref="e7", url="https://shop.example/other")], True),
        ([seen(3, "Bob"), page(4, url="https://shop.example/other", new=["text: for ann."])], True),
        ([seen(3, "Bob"), page(4, url="https://shop.example/other", new=["textbox: Ann"])], True),
        ([seen(3, "Bob"), page(4, new=["text: for Ann"])], True),
        ([seen(3, "Bob"), page(4, new=["textbox: Ann"])], False),
        ([seen(3, "Bob"), page(4, new=["text: for Anna"])], False),
        ([seen(3, "Bob"), page(4, new=["text: Joann"])], False),
        ([seen(3, "Bob", new=["text: for Ann"])], False),
    ],
)
def test_a_field_that_is_seen_again_must_hold_what_was_put_into_it(pages: list[PageRecord], held: bool) -> None:
    one = fill(before=BEFORE, sent=[request(200)])
    found = Changes([one], pages).find_doubts()
    assert [(doubt.why, doubt.quote) for doubt in found] == ([] if held else [(NOT_HELD, found[0].quote)])
    if not held:
        assert found[0].quote in ("Bob", "An")


@pytest.mark.parametrize(("value", "held"), [("15/12/2026", True), ("12/15/2026", True), ("16/12/2026", False)])
def test_a_date_is_held_in_any_form(value: str, held: bool) -> None:
    one = fill(value="2026-12-15", before=BEFORE, sent=[request(200)])
    assert doubts([one], [seen(3, value)]) == ([] if held else [(3, NOT_HELD)])


@pytest.mark.parametrize(
    ("later", "doubt"),
    [
        (act(4, "wait"), True),
        (act(4, "click", field("Anna", role="option")), False),
        (act(4, "click", field("12", role="gridcell")), False),
        (act(4, "click", field("Anna", role="menuitem")), False),
        (act(4, "click", field("Anna", role="button")), True),
        (act(2, "click", field("Anna", role="option")), True),
        (fill(4, value="Bob", sent=[request(200)]), False),
        (fill(4, value="Bob", ref="e2", sent=[request(200)]), True),
        (fill(2, value="Bob", sent=[request(200)]), True),
    ],
)
def test_a_choice_or_another_entry_later_may_change_the_field(later: Act, doubt: bool) -> None:
    one = fill(before=BEFORE, sent=[request(200)])
    acts = sorted((one, later), key=lambda each: each.step)
    assert ((3, NOT_HELD) in doubts(acts, [seen(3, "Bob")])) is doubt


def test_of_an_act_that_failed_nothing_is_expected_to_be_held() -> None:
    assert doubts([fill(before=BEFORE, sent=[request(200)], ok=False)], [seen(3, "Bob")]) == []


@pytest.mark.parametrize(
    ("data", "held"),
    [
        ({"mismatch": True, "value": outside("Bob")}, False),
        ({"mismatch": True, "value": outside("•••")}, True),
        ({"mismatch": False, "value": outside("Bob")}, True),
    ],
)
def test_of_a_field_that_is_not_seen_again_the_call_itself_tells(data: dict[str, Any], held: bool) -> None:
    one = fill(data=data, sent=[request(200)])
    assert doubts([one], [page(3)]) == ([] if held else [(3, NOT_HELD)])


@pytest.mark.parametrize(
    ("tool", "state", "held"),
    [
        ("check", "checked", True),
        ("check", "unchecked", False),
        ("uncheck", "unchecked", True),
        ("uncheck", "checked", False),
    ],
)
def test_a_box_must_be_as_it_was_set(tool: str, state: str, held: bool) -> None:
    one = act(3, tool, field(), ref="e1", before=BEFORE, sent=[request(200)])
    assert doubts([one], [page(3, node("checkbox", "Name", "e1", None, "focused", state))]) == (
        [] if held else [(3, NOT_HELD)]
    )


@pytest.mark.parametrize(
    ("later", "doubt"),
    [
        (act(5, "check", field("Team", role="radio"), ref="e2"), False),
        (act(5, "check", field("Team", role="radio"), ref="e2", ok=False), True),
        (act(5, "click", field("Team", role="text")), False),
        (act(5, "check", field("Monthly", role="radio"), ref="e4"), True),
        (act(5, "hover", field("Team", role="radio"), ref="e2"), True),
        (act(1, "check", field("Team", role="radio"), ref="e2"), True),
    ],
)
def test_another_radio_button_of_its_group_corrects_one(later: Act, doubt: bool) -> None:
    public = node("radio", "Public", "e1", None, "unchecked")
    team = node("radio", "Team", "e2", None, "checked")
    others = node("textbox", "Note", "e3"), node("radio", "Monthly", "e4", None, "unchecked")
    one = act(3, "check", field("Public", role="radio"), ref="e1", before=page(2, public), sent=[request(200)])
    acts = sorted((one, later), key=lambda each: each.step)
    assert ((3, NOT_HELD) in doubts(acts, [page(5, public, team, *others)])) is doubt


def test_a_box_that_was_unchecked_by_its_label_is_as_it_was_set_last() -> None:
    box = node("checkbox", "News", "e1", None, "unchecked")
    one = act(3, "check", field("News", role="checkbox"), ref="e1", before=page(2, box), sent=[request(200)])
    assert doubts([one], [page(5, box)]) == [(3, NOT_HELD)]
    assert doubts([one, act(5, "click", field("News", role="text"))], [page(5, box)]) == []


@pytest.mark.parametrize(
    ("sends", "last", "doubt"),
    [
        ({"sent": [request(200)]}, [node("textbox", "Name")], False),
        ({"sent": [request(200)]}, [node("textbox", "Name"), node("textbox", "Mail", None, "x")], True),
        ({"sent": [request(200)]}, [node("button", "Next", None, "x")], True),
        ({"sent": [request(500)]}, [node("textbox", "Name")], True),
        ({"on": button("More", "button"), "sent": [request(200)]}, [node("textbox", "Name")], True),
    ],
)
def test_a_box_that_is_empty_again_after_its_form_was_sent_was_sent_with_it(
    sends: dict[str, Any], last: list[Any], doubt: bool
) -> None:
    ticked = act(3, "check", field(of=form()), ref="e1", before=BEFORE)
    send = act(5, "click", sends.pop("on", SEND), changed=True, **sends)
    box = node("checkbox", "Name", "e1", None, "unchecked")
    assert ((3, NOT_HELD) in doubts([ticked, send], [page(3, box), page(5, box, *last)])) is doubt


def test_each_field_of_a_form_is_looked_at() -> None:
    fields = [{"ref": "e1", "value": "Ann"}, {"ref": "e2", "value": "a@b.example"}]
    one = act(3, "fill_form", field(of=form()), fields=fields, before=BEFORE, sent=[request(200)])
    after = page(3, node("textbox", "Name", "e1", "Ann"), node("textbox", "Mail", "e2", "wrong"))
    assert [(doubt.why, doubt.quote) for doubt in Changes([one], [after]).find_doubts()] == [(NOT_HELD, "wrong")]
    several = act(3, "select", field(), ref="e1", before=BEFORE, data={"chosen": ["Blue", "Red"]}, sent=[request(200)])
    assert doubts([several], [seen(3, "Red, Blue")]) == []
    assert doubts([several], [seen(3, "Blue")]) == [(3, NOT_HELD)]
