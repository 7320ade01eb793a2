"""find_elements, through a session, in a real browser."""

from __future__ import annotations

import json

from handrail import Session
from handrail.trust import plain
from tests.conftest import shared_session
from tests.pages import PageServer

session = shared_session

SHOP = """
<nav><a href="/home">Home</a></nav>
<ul id=list><li class=item data-id=1><a href="red?size=4#top">Red <b>shoes</b></a></li>
<li class=item data-id=2><a href="blue">Blue shoes</a></li><li class=item hidden>Gone</li></ul>
<iframe srcdoc="<p class=item>Framed</p>"></iframe>
<div id=host></div><script>host.attachShadow({mode: 'open'}).innerHTML = '<p class=item>In the shadow</p>'</script>
"""


async def test_elements_are_counted_and_listed_in_every_frame_and_shadow_tree_with_what_was_asked_for(
    session: Session, serve: PageServer
) -> None:
    await session.call("goto", url=serve(SHOP, "/shop/list"))
    result = await session.call("find_elements", selector=".item")
    assert result.data["total"] == 5
    assert [(e["text"].raw, e["visible"]) for e in result.data["elements"]] == [
        ("Red shoes", True), ("Blue shoes", True), ("Gone", False), ("Framed", True), ("In the shadow", True),
    ]  # fmt: skip
    assert [e["frame"] for e in result.data["elements"]] == ["", "", "", "f1", ""]
    (element,) = (await session.call("find_elements", selector="#list a", max_results=1)).data["elements"]
    assert (element["tag"], element["role"], element["name"].raw) == ("a", "link", "Red shoes")
    assert element["attributes"] == {"href": f"{serve.origin}/shop/red?size=4#top"}
    assert (element["name"].label, element["name"].origin) == ("page-elements", serve.origin)
    asked = {"selector": "li.item", "attributes": ["data-id", "title"], "include_text": False}
    items = (await session.call("find_elements", **asked)).data["elements"]
    assert [e["attributes"] for e in items] == [{"data-id": "1"}, {"data-id": "2"}, {}]
    assert all("text" not in e for e in items)
    again = await session.call("find_elements", selector="[data-id='2']")
    assert again.data["elements"][0]["ref"] == items[1]["ref"]
    inside = await session.call("find_elements", selector="a", within_ref=items[1]["ref"])
    assert [e["text"].raw for e in inside.data["elements"]] == ["Blue shoes"]


async def test_what_cannot_be_looked_for_is_a_recoverable_failure(session: Session, serve: PageServer) -> None:
    await session.call("goto", url=serve(SHOP))
    gone = (await session.call("find_elements", selector="#list")).data["elements"][0]["ref"]
    await session.tab.page.evaluate("document.getElementById('list').remove()")
    for params, code in (
        ({"selector": "li:nth-child("}, "invalid_selector"),
        ({"selector": "a", "within_ref": gone}, "stale_ref"),
        ({"selector": "a", "within_ref": "e999"}, "unknown_ref"),
        ({"selector": "a", "cursor": "-1"}, "bad_cursor"),
    ):
        result = await session.call("find_elements", **params)
        assert (result.ok, result.code, result.recoverable, result.hint != "") == (False, code, True, True)


async def test_an_address_that_the_outline_shortens_is_had_whole_by_its_ref(
    session: Session, serve: PageServer
) -> None:
    url = f"https://example.com/{'a' * 2000}?id=7"
    await session.call("goto", url=serve(f"<p><a href='{url}'>Far</a> <a href=/x>Near</a></p>"))
    (line,) = [line for line in (await session.call("snapshot")).data["snapshot"].raw.splitlines() if "Far" in line]
    assert len(line) < 150
    ref = line.split("[")[1].split("]")[0]
    result = await session.call("find_elements", selector=":scope", within_ref=ref)
    assert (result.data["total"], result.data["elements"][0]["attributes"]) == (1, {"href": url})


async def test_secrets_are_masked(session: Session, serve: PageServer) -> None:
    html = (
        "<input type=password value=hunter2><input name=card_number value=4111111111111111><input name=q value=shoes>"
    )
    await session.call("goto", url=serve(html))
    result = await session.call("find_elements", selector="input", attributes=["value"])
    assert [e["attributes"]["value"].raw for e in result.data["elements"]] == ["•••", "•••", "shoes"]
    assert "hunter2" not in json.dumps(result.to_dict())


async def test_many_elements_fit_into_results_that_go_on(session: Session, serve: PageServer) -> None:
    rows = "".join(f"<p><a href=/{number}>{'word ' * 30}{number}</a></p>" for number in range(90))
    await session.call("goto", url=serve(rows))
    result = await session.call("find_elements", selector="a", max_results=100)
    found = [e["ref"] for e in result.data["elements"]]
    while result.truncated:
        assert len(json.dumps(result.to_dict(), ensure_ascii=False)) <= 8000
        assert result.next is not None
        result = await session.call(result.next.tool, **result.next.params)
        found += [e["ref"] for e in result.data["elements"]]
    assert len(set(found)) == 90


async def test_a_program_gets_all_when_it_asks_and_is_told_what_is_left_out(
    session: Session, serve: PageServer
) -> None:
    await session.goto(serve("".join(f"<p>Paragraph number {n} of a long page</p>" for n in range(1_200))))
    some = await session.find_elements("p")
    assert (len(some.data["elements"]), some.truncated) == (20, True)
    assert some.data["left_out"] == "20 of 1200 elements are listed. max_results=None (null) lists all."
    every = await session.find_elements("p", max_results=None)
    assert [len(every.data["elements"]), every.truncated, "left_out" in every.data] == [1_200, False, False]
    assert every.data["elements"][-1]["text"] == "Paragraph number 1199 of a long page"
    for_model = await session.call_as("model", "find_elements", selector="p", max_results=None)
    assert (len(for_model.data["elements"]) <= 100, for_model.truncated, "left_out" in for_model.data) == (
        True,
        True,
        False,
    )


async def test_a_box_is_seen_though_its_text_is_not(session: Session, serve: PageServer) -> None:
    """Tiles, cards turned over, buttons whose words make way for a picture."""
    await session.call(
        "goto",
        url=serve("""<style>* { margin: 0 } .tile { height: 20px }</style>
        <div class=tile style='background:black'></div>
        <div class=tile style='background:red; font-size:0'><span>6</span></div>
        <button style='font-size:0; background:url(x.png)' class=tile>Save</button>
        <p class=tile style='color:white'>hidden words</p>
        <p class=tile style='visibility:hidden; background:red'></p>"""),
    )
    result = await session.call("find_elements", selector=".tile")
    assert [(e["visible"], e["text"].raw) for e in result.data["elements"]] == [
        (True, ""), (True, ""), (True, ""), (False, "hidden words"), (False, ""),
    ]  # fmt: skip


async def test_a_field_without_a_name_has_the_guess_that_the_outline_has(session: Session, serve: PageServer) -> None:
    await session.call("goto", url=serve("<p>Owner <input></p><label>City <input></label>"))
    result = await session.call("find_elements", selector="input")
    assert [(e["name"].raw, e.get("guessed", False)) for e in result.data["elements"]] == [
        ("Owner", True), ("City", False),
    ]  # fmt: skip
    details = await session.call("element_info", ref=result.data["elements"][0]["ref"])
    assert (details.data["name"].raw, details.data["guessed"]) == ("Owner", True)


async def test_states_are_told_as_in_the_outline(session: Session, serve: PageServer) -> None:
    page = "<input type=radio checked aria-label=leave><input disabled aria-label=to><select><option disabled>Three"
    await session.call("goto", url=serve(f"{page}</select><p>Text</p>", "/states"))
    found = (await session.call("find_elements", selector="input, option, p")).data["elements"]
    assert [e["states"] for e in found] == [["checked"], ["disabled"], ["disabled"], []]


async def test_a_placeholder_is_no_text_of_a_field(session: Session, serve: PageServer) -> None:
    await session.call("goto", url=serve("<input placeholder=you@company.com><input placeholder=Name value=Ada>"))
    found = await session.call("find_elements", selector="input", attributes=["placeholder"])
    assert [plain(one.get("text", "")) for one in found.data["elements"]] == ["", "Ada"]
    assert "you@company.com" in str(plain(found.data["elements"][0]["attributes"]))
