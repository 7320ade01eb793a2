"""What a model is shown after a call stays short, whatever a page says."""

from handrail.attachments import Attachment
from handrail.browser.types.tabs import TabInfo
from handrail.results import Observation
from handrail.tools.core.render import message_parts
from handrail.trust import External
from tests.tools.acting import ref
from tests.tools.acting import shown as page_shown


def outside(text: str) -> External:
    return External(text, "https://a.example", "page-info")


def tab(number: int, *, active: bool = False, title: str = "T", url: str = "https://a.example/") -> TabInfo:
    return TabInfo(f"t{number}", outside(url), outside(title), active)


def text(parts) -> str:
    return "\n".join(str(getattr(part, "text", part)) for part in parts if not isinstance(part, Attachment))


def test_titles_and_addresses_in_the_list_of_tabs_are_cut():
    said = text(
        Observation(
            None, [tab(1, active=True), tab(2, title="x" * 9_000, url="https://a/" + "y" * 9_000)], None
        ).parts()
    )
    assert ("x" * 199 + "…" in said, "x" * 200 in said) == (True, False)
    assert ("y" * 300 in said, "y" * 400 in said) == (True, False)


def test_of_many_tabs_the_newest_and_the_active_one_are_listed():
    said = text(Observation(None, [tab(n, active=n == 3) for n in range(1, 41)], None).parts())
    listed = [n for n in range(1, 41) if f'"t{n}"' in said]
    assert listed == [3, *range(22, 41)]
    assert "20 older tabs are open too and not listed." in said


async def test_a_page_with_an_endless_title_costs_little(session, serve):
    await page_shown(session, serve, "<button onclick=\"document.title = 'x'.repeat(300000)\">Go</button>")
    await session.call("new_tab")
    await session.call("switch_tab", tab="t1")
    result = await session.perform("model", "click", {"ref": await ref(session, "button")}, observe=True)
    assert len(text(message_parts(result))) < 3_000
    title = (await session.tab.title()).raw
    assert (len(title), title[-1]) == (200, "…")


async def test_an_address_is_whole_for_programs_up_to_a_bound(session, serve):
    url = serve("<p>x</p>") + "?q="
    result = await session.call("goto", url=url + "a" * 1_500)
    assert (result.data["url"].raw, result.followed["navigated_to"].raw) == (url + "a" * 1_500, url + "a" * 1_500)
    result = await session.call("goto", url=url + "b" * 3_000)
    assert (len(result.data["url"]), result.data["url"].raw[-1]) == (2_000, "…")


async def test_a_dialog_is_shown_once_and_not_endlessly(session, serve):
    await page_shown(session, serve, "<button onclick=\"alert('Z'.repeat(1000000))\">Go</button>")
    result = await session.perform("model", "click", {"ref": await ref(session, "button")}, observe=True)
    assert len(result.followed["dialog"]["message"]) == 2_000
    said = text(message_parts(result))
    assert (said.count("Z" * 1_999 + "…"), len(said) < 4_000) == (1, True)


async def test_the_default_of_a_prompt_is_accepted_whole(session, serve):
    await page_shown(
        session,
        serve,
        "<button onclick=\"out.textContent = prompt('?', 'd'.repeat(5000)).length\">Go</button><p id=out></p>",
    )
    clicked = await session.call("click", ref=await ref(session, "button"))
    assert len(clicked.followed["dialog"]["default"]) == 2_000
    await session.call("dialog", accept=True)
    assert "5000" in (await session.snapshot()).text


async def test_a_list_with_endless_labels_fails_briefly(session, serve):
    options = "".join(f"<option>{n}{'w' * 5_000}</option>" for n in range(30))
    await page_shown(session, serve, f"<select>{options}</select>")
    result = await session.call("select", ref=await ref(session, "select"), values="none of these")
    assert result.code == "no_such_option"
    assert len(text(message_parts(result))) < 10_000
    assert result.details["choices"]
