"""search_page, through a session, in a real browser."""

from __future__ import annotations

import json
import re

import pytest

from handrail import Session
from tests.browser.actions.widgets import ROWS_BY_SCROLLING
from tests.conftest import shared_session
from tests.pages import PageServer, Reply
from tests.tools.acting import ref, shown
from tests.tools.hostile import WATCHED, what_it_saw

session = shared_session

PLANS = """
<h1>Plans</h1>
<article><h2>Team</h2><p>$19.00 a month. Log <b>out</b> any time.</p></article>
<p hidden>Log out of everything</p>
<iframe srcdoc="<p>Log out of the frame</p>"></iframe>
"""


@pytest.fixture
async def plans(session: Session, serve: PageServer) -> Session:
    await session.call("goto", url=serve(PLANS))
    return session


async def test_text_is_found_in_every_frame_with_its_heading_and_what_stands_around_it(
    plans: Session, serve: PageServer
) -> None:
    result = await plans.call("search_page", pattern="log out")
    told = [(one["heading"].raw, one["visible"]) for one in result.data["matches"]]
    assert told == [("Team", True), ("Team", False), ("", True)]
    assert result.data["total"] == 3
    said = (await plans.call("search_page", pattern="any", context_chars=8)).data["matches"][0]
    assert (said["before"].raw, said["after"].raw) == ("Log out ", " time.")
    assert {(said[key].label, said[key].origin) for key in ("match", "before", "after", "heading")} == {
        ("page-text", serve.origin)
    }
    result = await plans.call("search_page", pattern="LOG", case_sensitive=True)
    assert result.data == {"total": 0, "matches": []}
    # To a regular expression blocks are texts of their own.
    result = await plans.call("search_page", pattern=r"^\$\d+\.\d\d.*time\.$", regex=True)
    assert [match["match"].raw for match in result.data["matches"]] == ["$19.00 a month. Log out any time."]


DETAILS = """<details><summary>Delivery</summary><p>On Tuesdays only.</p></details>
<details open><summary>Returns</summary><p>On Fridays.</p></details><p hidden>On Sundays.</p>"""


async def test_of_what_stands_in_closed_details_it_is_said_what_opens_them(session: Session, serve: PageServer) -> None:
    await session.call("goto", url=serve(DETAILS))
    found = (await session.call("search_page", pattern="tuesdays")).data
    summary = await ref(session, "details:first-of-type > summary")
    closed = f"{found['matches'][0]['ref']} stands in a closed part of the page, which {summary} opens."
    assert found["remark"] == closed
    await session.call("click", ref=summary)
    for pattern in ("tuesdays", "fridays", "sundays"):
        assert "remark" not in (await session.call("search_page", pattern=pattern)).data


async def test_a_ref_found_can_be_clicked(session: Session, serve: PageServer) -> None:
    there = serve("<title>There</title>", "/there")
    await session.call("goto", url=serve("<a href=/there><span>Go <b>on</b></span></a>"))
    found = await session.call("search_page", pattern="go on")
    clicked = await session.call("click", ref=found.data["matches"][0]["ref"])
    assert clicked.ok, clicked.error
    assert session.tab.url == there


async def test_an_invalid_pattern_is_a_recoverable_failure_that_names_the_fault(plans: Session) -> None:
    for pattern in ("(", "[z-a]", "(?<n"):
        result = await plans.call("search_page", pattern=pattern, regex=True)
        assert (result.ok, result.code, result.recoverable) == (False, "invalid_pattern", True), pattern
        assert result.hint


async def test_an_endless_pattern_is_stopped_and_the_page_lives(
    session: Session, serve: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("handrail.tools.support.matcher.TIME_LIMIT", 0.3)
    await session.call("goto", url=serve(f"<p>{'x' * 5000}? y ! z</p>"))
    result = await session.call("search_page", pattern="(x+x+)+y", regex=True)
    assert (result.ok, result.code, result.recoverable) == (False, "pattern_too_slow", True)
    assert (await session.call("page_info")).ok


async def test_more_matches_than_asked_for_are_reached_by_the_next_call(session: Session, serve: PageServer) -> None:
    await session.call("goto", url=serve("".join(f"<p>item {number}</p>" for number in range(25))))
    result = await session.call("search_page", pattern="item", max_results=10, context_chars=0)
    seen = len(result.data["matches"])
    while result.truncated:
        assert result.next is not None
        result = await session.call(result.next.tool, **result.next.params)
        seen += len(result.data["matches"])
    assert (seen, result.data["total"]) == (25, 25)


async def test_long_matches_are_cut_and_results_fit(session: Session, serve: PageServer) -> None:
    await session.call("goto", url=serve("".join(f"<p>{number} {'long ' * 400}</p>" for number in range(60))))
    result = await session.call("search_page", pattern=r"\d+ .*", regex=True, max_results=50, context_chars=500)
    assert len(json.dumps(result.to_dict(), ensure_ascii=False)) <= 8000
    assert result.truncated
    assert "left_out" not in result.data


async def test_parameters_out_of_range_and_a_cursor_of_something_else_are_refused(plans: Session) -> None:
    bad: list[dict[str, object]] = [
        {"pattern": ""},
        {"pattern": "x", "context_chars": 501},
        {"pattern": "x", "max_results": 0},
        {"patern": "x"},
    ]
    for params in bad:
        result = await plans.call("search_page", **params)
        assert (result.ok, result.code) == (False, "invalid_params"), params
    result = await plans.call("search_page", pattern="x", cursor="12-abc")
    assert (result.ok, result.code, result.recoverable) == (False, "bad_cursor", True)


async def test_a_page_that_watches_sees_nothing_of_what_is_read(session: Session, serve: PageServer) -> None:
    await session.call("goto", url=serve(WATCHED))
    result = await session.call("search_page", pattern="log out")
    assert [m["match"].raw for m in result.data["matches"]] == ["Log out", "Log out"]
    found = (await session.call("find_elements", selector="form, a, option")).data["elements"]
    assert [e["tag"] for e in found] == ["form", "option", "option", "a"]
    assert "Log **out** here" in (await session.call("read_page")).data["text"]
    choices = await session.call("dropdown_options", ref=await ref(session, "#pick"))
    assert [one["label"].raw for one in choices.data["options"]] == ["One", "Two"]
    assert await what_it_saw(session) == []


NAMED = """<a href=/basket aria-label='Basket, 0 items'>&#128722;</a><button title='Empty basket'><svg></svg></button>
<button>Basket sizes</button><label>Basket name <input></label><p>Your basket</p><img alt='A basket'>
<iframe srcdoc="<button aria-label='Basket help'>?</button>"></iframe>"""


async def test_controls_are_found_by_a_name_that_is_no_text_with_refs_that_can_be_acted_on(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, NAMED)
    found = (await session.call("search_page", pattern="basket")).data
    assert (found["total"], [one["match"].raw for one in found["matches"]]) == (3, ["Basket", "Basket", "basket"])
    named = [(one["role"], one["name"].raw) for one in found["controls"]]
    assert named == [
        ("link", "Basket, 0 items"),
        ("button", "Empty basket"),
        ("textbox", "Basket name"),
        ("button", "Basket help"),
    ]
    only = (await session.call("search_page", pattern=r"\d items", regex=True)).data
    assert (only["total"], only["controls"][0]["ref"]) == (0, found["controls"][0]["ref"])
    assert "controls" not in (await session.call("search_page", pattern="basket", max_results=1)).data
    assert (await session.call("element_info", ref=found["controls"][2]["ref"])).data["tag"] == "input"


async def test_a_search_in_vain_names_the_lists_that_hold_more_than_is_in_the_page(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, ROWS_BY_SCROLLING)
    remark = (await session.call("search_page", pattern="Order 47")).data["remark"]
    assert re.search(r"\be\d+ \(items=1-12/~60\)", remark)
    assert "remark" not in (await session.call("search_page", pattern="Order 7")).data


MANUAL = """<nav><a href=/a>Home</a></nav><style>.mark { visibility: hidden }</style>
<h1>Kettle<a class=mark href=#kettle>¶</a></h1><dl><dt>Weight</dt><dd>46 g</dd><dt>Made in</dt><dd>Japan</dd></dl>
<h2>Calls</h2><p>boil(cups)<a class=mark href=#boil>¶</a> <s class=mark>soon</s></p>
<h2>Cleaning <b>it</b></h2>
<dl><dt>descale (days)</dt><dd>How often it asks to be descaled, if the water is hard. It counts from the day of the
last descaling, also while it is not used. A filter that is worn out does not count, nor does one that was put in the
wrong way round, whatever the lamp beside it says. By itself it asks every 90 days.</dd></dl><p>End.</p>"""


async def test_a_match_comes_with_the_value_that_follows_it(session: Session, serve: PageServer) -> None:
    await shown(session, serve, MANUAL)
    labels = await session.call_as("model", "search_page", pattern="Weight|Made in", regex=True)
    assert labels.data["matches"][0]["after"].raw.startswith("\n46 g\n")
    [term] = (await session.call("search_page", pattern="descale (days)")).data["matches"]
    assert term["after"].raw.endswith("By itself it asks every 90 days."), "the rest of the line of a single match"
    assert len((await session.call("search_page", pattern="it")).data["matches"][0]["after"].raw) <= 160


async def test_what_is_cut_off_around_a_match_ends_with_a_word_and_an_ellipsis(
    session: Session, serve: PageServer
) -> None:
    line = "The width of a line is counted in characters, and a string of lesser width is filled up with blanks. "
    for count, most in ((3, 240), (10, 160), (11, 80)):
        text = line * count + "It may be empty. " * 20
        await shown(session, serve, f"<p>{text}</p>")
        found = await session.call_as("model", "search_page", pattern="is counted in")
        assert found.data["total"] == count
        first, last = (found.data["matches"][at] for at in (0, -1))
        assert first["before"].raw == "The width of a line "
        assert last["before"].raw.startswith("…")
        assert f" {last['before'].raw[1:]}is counted" in text
        assert f"counted in{last['after'].raw[:-1]} " in text
        assert last["after"].raw.endswith("…")
        assert most - 12 < len(last["after"].raw) <= most + 1
    [one] = (await session.call("search_page", pattern="It may be empty. It", context_chars=9)).data["matches"][:1]
    assert len(one["after"].raw) == 9
    for lines, is_whole in ((9, True), (10, False)):
        await shown(session, serve, f"<p>The width {line * lines}</p>")
        [one] = (await session.call("search_page", pattern="The width The")).data["matches"]
        assert len(one["after"].raw) == (len(line) * lines - len("The ") if is_whole else 240), "the line is too long"
    await shown(session, serve, f"<p>{line * 11}</p>")
    exact = (await session.call("search_page", pattern="is counted in", context_chars=9)).data["matches"][1]
    assert (exact["before"].raw, exact["after"].raw) == ("f a line ", " characte")


async def test_a_match_in_a_heading_stands_under_that_and_marks_for_the_pointer_hide_nothing(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, MANUAL)
    for pattern, heading, visible in (
        ("Cleaning it", "Cleaning it", True),
        (r"Kettle.*", "Kettle", True),
        (r"boil\(.*\)¶", "Calls", True),
        (r"boil\(.*soon", "Calls", False),
        ("46 g", "Kettle › Weight", True),
        ("90 days", "Cleaning it › descale (days)", True),
    ):
        [match] = (await session.call("search_page", pattern=pattern, regex=True)).data["matches"]
        assert (match["heading"].raw, match["visible"]) == (heading, visible), pattern


async def test_a_pattern_that_goes_on_beyond_its_line_is_told_that_it_is_held_to_it(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, MANUAL)
    for pattern in (r"descale[\s\S]{0,900}", r"Weight\n46 g"):
        assert "one line" in (await session.call("search_page", pattern=pattern, regex=True)).data["remark"], pattern
    assert "remark" not in (await session.call("search_page", pattern=r"descale.*\s\w+", regex=True)).data


async def test_a_model_is_told_on_which_page_nothing_was_found(session: Session, serve: PageServer) -> None:
    await shown(session, serve, MANUAL)
    found = await session.call_as("model", "search_page", pattern="teapot")
    assert (found.data["total"], found.data["page"].raw) == (0, session.tab.url)
    assert found.data["page"].origin == serve.origin


async def test_nothing_found_beside_a_drawing_says_that_its_text_cannot_be_searched(
    session: Session, serve: PageServer
) -> None:
    await session.call("goto", url=serve("<h1>Sales</h1><canvas width=200 height=100></canvas>"))
    missed = await session.call("search_page", pattern="March")
    assert re.match(r"Text drawn in a canvas \(e\d+\)", missed.data["remark"])
    assert "remark" not in (await session.call("search_page", pattern="Sales")).data


async def test_where_not_all_matches_are_shown_those_that_can_be_seen_come_first(
    session: Session, serve: PageServer
) -> None:
    menu = "".join(f"<li>get {number}" for number in range(4))
    await session.call("goto", url=serve(f"<ul hidden>{menu}</ul><p>get A<p>get B<p>get C", "/menu"))
    pages = [await session.call("search_page", pattern="get", max_results=4)]
    pages.append(await session.call("search_page", pattern="get", max_results=4, cursor=pages[0].next.params["cursor"]))
    shown = [[match["visible"] for match in page.data["matches"]] for page in pages]
    assert shown == [[True, True, True, False], [False, False, False]]


async def test_the_ref_of_a_match_is_of_what_can_be_read_or_followed_there(session: Session, serve: PageServer) -> None:
    links = "<dl><dt>age_limit</dt><dd><dl><dt>parameter, <a href=/vacuum>Vacuuming</a></dt></dl></dd></dl>"
    text = "<dl><dt><span><code>naptime</code> (integer)</span></dt><dd>The default is <b>one</b> minute.</dd></dl>"
    await session.call("goto", url=serve(f"{links}{text}<p>A <em>rare</em> case of rust.</p>"))
    found = [
        (await session.call("search_page", pattern=word)).data["matches"][0]["ref"] for word in ("age_", "napt", "rare")
    ]
    followed = await session.call("find_elements", selector="a", within_ref=found[0])
    assert [one["name"].raw for one in followed.data["elements"]] == ["Vacuuming"]
    told = [(await session.call("read_page", within_ref=ref)).data["text"].raw for ref in found[1:]]
    assert told == ["The default is **one** minute.", "A *rare* case of rust."]


async def test_that_nothing_was_found_on_a_page_that_the_server_does_not_have_is_said(
    session: Session, serve: PageServer
) -> None:
    await session.call("goto", url=serve.put("/jobs", Reply(b"<h1>Not found</h1>", 404)))
    found = await session.call_as("model", "search_page", pattern="--jobs")
    assert found.data["remark"] == "The server does not have this page: go by links or search."


async def test_a_text_that_is_found_only_as_a_regular_expression_is_told_to_be_one(
    session: Session, serve: PageServer
) -> None:
    for pattern, more, told in [
        ("rows? where", {}, True),
        (r"\d+ rows", {}, True),
        ("rows|columns", {}, True),
        ("row? when", {}, False),
        ("where?", {}, False),
        ("3+7", {}, False),
        ("rows? when", {"regex": True}, False),
    ]:
        await shown(session, serve, "<p>37 rows where author is Moor</p>")
        found = (await session.call("search_page", pattern=pattern, **more)).data
        assert (found["total"], found.get("remark")) == (
            0,
            "As a regular expression it is found here (1): set `regex`." if told else None,
        )
