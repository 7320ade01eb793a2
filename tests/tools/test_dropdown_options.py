"""dropdown_options, through a session, in a real browser."""

from __future__ import annotations

from typing import Any

from handrail import Session
from handrail.trust import plain
from tests.browser.actions.widgets import READONLY_BOX
from tests.pages import PageServer
from tests.tools.acting import ref

NATIVE = """<label>Size <select><optgroup label=Shoes><option value=4>Four<option value=5 disabled>Five</optgroup>
<option selected>Any</select></label>"""

LAZY = """<button id=b aria-haspopup=listbox aria-expanded=false aria-controls=list>Colour</button>
<script>
b.onclick = () => {
  const old = document.getElementById('list');
  if (old) { old.remove(); b.setAttribute('aria-expanded', 'false'); return; }
  const list = document.createElement('ul');
  list.id = 'list'; list.setAttribute('role', 'listbox');
  list.innerHTML = '<li role=option data-value=r>Red</li><li role=option data-value=b aria-selected=true>Blue</li>';
  b.after(list); b.setAttribute('aria-expanded', 'true'); window.opened = (window.opened || 0) + 1;
};
addEventListener('keydown', (event) => { if (event.key === 'Escape') document.getElementById('list')?.remove(); });
</script>"""


def labels(result: Any) -> list[str]:
    return [option["label"].raw for option in result.data["options"]]


async def test_a_native_select_until_it_is_gone(session: Session, serve: PageServer) -> None:
    await session.call("goto", url=serve(NATIVE))
    result = await session.call("dropdown_options", ref=await ref(session, "select"))
    assert [{key: plain(value) for key, value in option.items()} for option in result.data["options"]] == [
        {"value": "4", "label": "Four", "group": "Shoes"},
        {"value": "5", "label": "Five", "disabled": True, "group": "Shoes"},
        {"value": "Any", "label": "Any", "selected": True},
    ]
    assert (result.data["total"], result.data["multiple"]) == (3, False)
    select = await ref(session, "select")
    await session.tab.page.evaluate("document.body.replaceChildren()")
    assert (await session.call("dropdown_options", ref=select)).code == "stale_ref"


async def test_at_most_200_in_results_that_go_on(session: Session, serve: PageServer) -> None:
    await session.call("goto", url=serve(f"<select multiple>{'<option>a choice with a long label' * 300}</select>"))
    result = await session.call("dropdown_options", ref=await ref(session, "select"))
    listed = len(result.data["options"])
    while result.truncated:
        assert result.next is not None
        result = await session.call(result.next.tool, **result.next.params)
        listed += len(result.data["options"])
    assert (listed, result.data["total"], result.data["multiple"]) == (200, 300, True)
    assert "200 of 300" in result.data["left_out"]


LISTS = """<input list=l><datalist id=l><option value=red>Red<option value=blue></datalist>
<div role=combobox aria-controls=o aria-expanded=false tabindex=0>Pick</div><ul id=o role=listbox>
<li role=option data-value=r aria-selected=true>Red<li role=option aria-disabled=true>Blue</ul>"""


async def test_a_data_list_and_a_list_that_a_combobox_names(any_session: Session, serve: PageServer) -> None:
    await any_session.call("goto", url=serve(LISTS))
    told = [await any_session.call("dropdown_options", ref=await ref(any_session, one)) for one in ("input", "div")]
    assert [plain(one.data["options"]) for one in told] == [
        [{"value": "red", "label": "Red"}, {"value": "blue", "label": "blue"}],
        [{"value": "r", "label": "Red", "selected": True}, {"value": "", "label": "Blue", "disabled": True}],
    ]


async def test_a_list_built_when_open_is_opened_and_closed_again(session: Session, serve: PageServer) -> None:
    await session.call("goto", url=serve(LAZY))
    result = await session.call("dropdown_options", ref=await ref(session, "button"))
    assert result.ok, result.error
    assert labels(result) == ["Red", "Blue"]
    assert "opened" in result.data
    assert (await session.call("find_elements", selector="#list")).data["total"] == 0


async def test_a_model_has_it_opened_by_a_click_that_is_judged(session: Session, serve: PageServer) -> None:
    await session.call("goto", url=serve(LAZY))
    result = await session.call_as("model", "dropdown_options", ref=await ref(session, "button"))
    assert (result.ok, labels(result)) == (True, ["Red", "Blue"])
    assert "closed again" in result.data["opened"]
    assert (await session.call("find_elements", selector="#list")).data["total"] == 0
    session.provenance.words.add_text("Do not press Colour.")
    result = await session.call_as("model", "dropdown_options", ref=await ref(session, "button"))
    assert (labels(result), "opened" in result.data) == ([], False)
    assert await session.tab.page.evaluate("window.opened") == 1


async def test_in_ask_mode_it_is_not_opened_and_the_result_says_so(ask_session: Session, serve: PageServer) -> None:
    await ask_session.call("goto", url=serve(LAZY))
    result = await ask_session.call_as("model", "dropdown_options", ref=await ref(ask_session, "button"))
    assert (result.ok, labels(result)) == (True, [])
    assert "ask mode" in result.data["not_opened"]
    assert await ask_session.tab.page.evaluate("window.opened") is None


async def test_works_in_firefox_and_in_a_frame(firefox_session: Session, serve: PageServer) -> None:
    serve(NATIVE, "/framed")
    await firefox_session.call("goto", url=serve(f"<iframe src={serve.other_site}/framed></iframe>"))
    result = await firefox_session.call("dropdown_options", ref=await ref(firefox_session, "select"))
    assert labels(result) == ["Four", "Five", "Any"]
    assert result.data["options"][0]["label"].origin == serve.other_site


async def test_a_list_without_an_owner_is_read_and_closed_though_only_a_press_closes_it(
    any_session: Session, serve: PageServer
) -> None:
    for caller in ("user", "model"):
        await any_session.call("goto", url=serve(READONLY_BOX))
        result = await any_session.call_as(caller, "dropdown_options", ref=await ref(any_session, "#box"))
        assert labels(result) == ["Draft", "Published", "Archived"], caller
        assert await any_session.tab.page.evaluate("pop") is None, caller
