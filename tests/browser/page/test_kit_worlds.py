"""The kit in a world of its own in every document, and elements handed over to Playwright (Chromium)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest
from playwright.async_api import Frame, Playwright

from handrail.browser.network.page_session import page_session
from handrail.browser.page.kit_worlds import WorldKit
from handrail.browser.page.page_context import PageContext
from handrail.browser.page.refs import Refs, RefTarget
from handrail.browser.reading.page_reader import PlaywrightReader
from handrail.browser.tabs.tabs import PlaywrightTabs
from handrail.browser.types.errors import DocumentChanged, TabLost
from tests.browser.openings import isolated_browser, visit
from tests.browser.stage import Stage
from tests.pages import PageServer


@pytest.fixture(params=["a process for each site", "one process"])
async def sites(request: pytest.FixtureRequest, playwright_: Playwright, stage: Stage) -> AsyncIterator[Stage]:
    """A stage where frames of other sites are in processes of their own, and where they are not."""
    if request.param == "one process":
        yield stage
        return
    async with isolated_browser(playwright_) as browser:
        yield Stage(await browser.new_page())


async def address(stage: Stage, frame: Frame) -> str:
    return (await stage.core.ask(frame, "title")).url


async def child(stage: Stage, selector: str = "iframe") -> Frame | None:
    target = stage.core.target(await stage.ref(selector))
    return await stage.core.frames.child(target.frame, target.nonce, target.local)


async def test_playwright_puts_nothing_of_its_own_into_a_page_that_is_only_read(
    tabs: PlaywrightTabs, serve: PageServer
) -> None:
    await visit(tabs, serve("<h1>Here</h1><a href=/there>There</a>"))
    core = tabs.active.core
    await tabs.active.reader.snapshot()
    assert isinstance(core.kit, WorldKit)
    main = core.kit.worlds.of_page[0]
    (theirs,) = core.kit.worlds.playwrights(main.frame)
    assert (
        await theirs.call("() => Reflect.ownKeys(globalThis).filter((key) => /playwright/i.test(String(key))).length")
    )["value"] == 0


async def test_a_page_finds_nothing_of_the_kit_in_its_own_world(both_tabs: PlaywrightTabs, serve: PageServer) -> None:
    """Also where Playwright puts the kit into it, for a script of its own (Firefox)."""
    keys = "Reflect.ownKeys(globalThis).filter((key) => /handrail/.test(String(key)))"
    await visit(both_tabs, serve(f"<script>setInterval(() => fetch('/found?' + {keys}.length), 20)</script>"))
    await both_tabs.active.reader.snapshot()
    serve.requests.clear()
    while not (found := [one.path for one in serve.requests if one.path.startswith("/found")][5:]):
        await both_tabs.active.reader.snapshot()
    assert set(found) == {"/found?0"}


async def test_a_page_that_is_acted_on_needs_nothing_of_playwright_in_it(stage: Stage) -> None:
    await stage.page.set_content(
        "<div style='height: 3000px'></div><button onclick='this.textContent = `Gone`'>Go</button>"
        "<label><input type=checkbox> Box</label><input id=t value=old><input id=d type=date>"
        "<select><option>One<option>Two</select><p tabindex=0>Here</p>"
    )
    actions = stage.actions
    await actions.click(await stage.ref("button"))
    await actions.set_checked(await stage.ref("[type=checkbox]"), True)
    await actions.hover(await stage.ref("label"))
    filled = [await actions.fill(await stage.ref(field), text) for field, text in (("#t", "new"), ("#d", "2026-01-31"))]
    await actions.focus(await stage.ref("p"))
    await actions.drag(await stage.ref("p"), await stage.ref("button"))
    chosen = await actions.select(await stage.ref("select"), ["Two"])
    assert all(one.kept for one in filled)
    assert [one.raw for one in chosen] == ["Two"]
    says = "() => [document.querySelector('button').textContent, document.querySelector('input').checked]"
    assert await stage.page.evaluate(says) == ["Gone", True]
    assert isinstance(stage.core.kit, WorldKit)
    (theirs,) = stage.core.kit.worlds.playwrights(stage.core.kit.worlds.of_page[0].frame)
    handed_over = await theirs.call("() => globalThis[Symbol.for('handrail.handed')]?.size ?? 0")
    assert handed_over["value"] == 0


async def test_a_page_that_navigates_during_the_first_question_is_asked_when_it_has_come(
    stage: Stage, serve: PageServer
) -> None:
    there = serve("<title>There</title>")
    here = serve(f"<script>location.replace('{there}')</script>")
    await stage.page.goto(here, wait_until="commit")
    asked = [stage.core.ask(stage.page.main_frame, "title") for _ in range(5)]
    answers = await asyncio.gather(*asked)
    assert {answer.url for answer in answers} <= {here, there}
    await stage.page.wait_for_url(there)
    assert await address(stage, stage.page.main_frame) == there


async def test_a_question_to_a_document_that_was_replaced_is_not_answered_by_the_next(
    stage: Stage, serve: PageServer
) -> None:
    await stage.page.goto(serve("<title>One</title>"))
    nonce = (await stage.core.ask(stage.page.main_frame, "title")).nonce
    moved = asyncio.ensure_future(stage.page.goto(serve("<title>Two</title>")))
    while not moved.done():
        with suppress(DocumentChanged):
            assert (await stage.core.ask(stage.page.main_frame, "title", nonce=nonce)).data["title"] == "One"
    with pytest.raises(DocumentChanged):
        await stage.core.ask(stage.page.main_frame, "title", nonce=nonce)


async def test_a_frame_is_asked_wherever_it_goes(sites: Stage, serve: PageServer) -> None:
    same = serve("<title>Same</title>")
    other = serve.other_site + serve("<title>Other</title>").removeprefix(serve.origin)
    await sites.page.goto(serve(f"<iframe src='{same}'></iframe>"))
    frame = await child(sites)
    assert frame is not None
    assert await address(sites, frame) == same
    for there in (other, same, other):
        await sites.js(f"document.querySelector('iframe').src = '{there}'")
        await frame.wait_for_url(there)
        assert await address(sites, frame) == there
        assert await child(sites) is frame


async def test_an_element_of_a_frame_is_pressed_wherever_the_frame_comes_from(sites: Stage, serve: PageServer) -> None:
    button = "<button onclick='this.textContent = \"Pressed\"'>Press</button>"
    same, other = serve(button), serve.other_site + serve(button).removeprefix(serve.origin)
    srcdoc = button.replace('"', "&quot;")
    await sites.page.goto(
        serve(f"<iframe src='{same}'></iframe><iframe src='{other}'></iframe><iframe srcdoc=\"{srcdoc}\"></iframe>")
    )
    for nth in (1, 2, 3):
        frame = await child(sites, f"iframe:nth-of-type({nth})")
        assert frame is not None
        await sites.actions.click(await sites.ref("button", frame))
        assert await frame.locator("button").text_content() == "Pressed"


async def test_a_frame_is_known_though_nobody_asked_for_its_element(sites: Stage, serve: PageServer) -> None:
    inner = serve("<title>Inner</title>")
    sandboxed = "<iframe sandbox srcdoc='<title>Sandboxed</title>'></iframe>"
    await sites.page.goto(serve(f"<iframe srcdoc=\"<iframe src='{inner}'></iframe>\"></iframe>{sandboxed}"))
    titles = [(await sites.core.ask(frame, "title")).data["title"] for frame in sites.page.frames]
    assert sorted(titles) == ["", "", "Inner", "Sandboxed"]


async def test_steps_back_and_forward_lead_to_the_kit_of_the_document_that_is_there(
    stage: Stage, serve: PageServer
) -> None:
    one, two = serve("<title>One</title>"), serve.other_site + serve("Two").removeprefix(serve.origin)
    for there in (one, two):
        await stage.page.goto(there)
        assert await address(stage, stage.page.main_frame) == there
    for step, there in ((stage.page.go_back, one), (stage.page.go_forward, two), (stage.page.go_back, one)):
        await step()
        assert await address(stage, stage.page.main_frame) == there


async def test_a_popup_without_an_opener_is_asked(tabs: PlaywrightTabs, serve: PageServer) -> None:
    there = serve("<title>Popup</title>")
    await visit(tabs, serve(f"<a href='{there}' target=_blank rel=noopener>Open</a>"))
    async with tabs.watch(settle=True):
        await tabs.active.page.click("a")
    (_, popup) = tabs.all()
    answer = await popup.core.ask(popup.page.main_frame, "title")
    assert (answer.url, answer.data["title"]) == (there, "Popup")


async def test_a_global_that_outlives_its_document_gets_another_kit(stage: Stage, serve: PageServer) -> None:
    """The frame's history holds its address, so its empty document goes to it, and its global stays."""
    await stage.page.goto(serve("<iframe src='about:blank'></iframe>"))
    frame = stage.page.frames[1]
    before = (await stage.core.ask(frame, "title")).nonce
    await frame.goto(serve("<title>There</title>"))
    await stage.page.goto(serve("Elsewhere"))
    await stage.page.go_back()
    frame = stage.page.frames[1]
    await frame.wait_for_load_state()
    after = await stage.core.ask(frame, "title")
    assert (after.data["title"], after.nonce == before) == ("There", False)


WATCHED = """<button id=b>Press</button><script>
globalThis.seen = [];
new MutationObserver((all) => seen.push(...all.map((one) => one.type)))
  .observe(document, { attributes: true, childList: true, characterData: true, subtree: true });
for (const [kind, name] of [[Document, 'createElement'], [WeakRef, 'deref'], [Node, 'getRootNode']]) {
  const own = kind.prototype[name];
  kind.prototype[name] = function (...rest) { seen.push(name); return Reflect.apply(own, this, rest); };
}
addEventListener('error', () => seen.push('error'));
const known = Reflect.ownKeys(globalThis).length;
globalThis.found = () => [...seen, Reflect.ownKeys(globalThis).length - known, b.getAttributeNames().join(),
  typeof globalThis[Symbol.for('handrail.kit')], typeof globalThis[Symbol.for('handrail.handed')]];
</script>"""


async def test_a_page_sees_neither_the_kit_nor_what_is_handed_over(stage: Stage, serve: PageServer) -> None:
    await stage.page.goto(serve(WATCHED))
    before = await stage.js("found()")
    target = stage.core.target(await stage.ref("button"))
    assert await (await stage.core.locator(target)).text_content() == "Press"
    assert await stage.js("found()") == before
    assert before[-3:] == ["id", "undefined", "undefined"]


async def count(stage: Stage, target: RefTarget) -> int:
    return await (await stage.core.locator(target)).count()


async def test_an_element_that_was_handed_over_is_found_only_in_its_document(both: Stage, serve: PageServer) -> None:
    await both.page.goto(serve("<button>One</button>"))
    target = both.core.target(await both.ref("button"))
    handed = await both.core.locator(target)
    assert await handed.count() == 1
    await both.page.goto(serve("<button>One</button>"))
    await both.ref("button")
    assert await handed.count() == 0
    assert await count(both, target) == 0


async def test_an_element_that_left_is_not_found(both: Stage) -> None:
    await both.show("<button>One</button><iframe></iframe>")
    target = both.core.target(await both.ref("button"))
    handed = await both.core.locator(target)
    await both.js("globalThis.held = document.querySelector('button'); held.remove()")
    assert await handed.count() == 0
    await both.js("document.querySelector('iframe').contentDocument.body.append(held)")
    assert (await handed.count(), await count(both, target)) == (0, 0)


async def test_a_question_ends_with_its_frame_or_its_tab(stage: Stage) -> None:
    await stage.show("<iframe></iframe>")
    frame = stage.page.frames[1]
    await stage.core.ask(frame, "title")
    await stage.js("document.querySelector('iframe').remove()")
    with pytest.raises(DocumentChanged, match="no longer in the page"):
        await stage.core.ask(frame, "title")
    await stage.page.close()
    with pytest.raises(TabLost):
        await stage.core.ask(stage.page.main_frame, "title")


async def test_what_takes_the_place_of_an_element_that_was_handed_over_is_found_instead(both: Stage) -> None:
    await both.show("<main><button>One</button></main>")
    reader = PlaywrightReader(both.core)
    (button,) = [node for node in (await reader.snapshot("full")).nodes if node.role == "button"]
    assert button.ref is not None
    target = both.core.target(button.ref)
    assert await count(both, target) == 1
    await both.js("document.querySelector('main').innerHTML = '<button>One</button>'")
    assert button.ref in [node.ref for node in (await reader.snapshot("full")).nodes]
    assert await count(both, target) == 1


async def test_a_frame_whose_element_was_acted_on_first_is_found(stage: Stage) -> None:
    await stage.show("<iframe title=A srcdoc='<p>one'></iframe><iframe title=B srcdoc='<p>two'></iframe>")
    first, second = stage.page.frames[1:]
    assert (await stage.core.ask(first, "title")).nonce
    assert await count(stage, stage.core.target(await stage.ref("[title=B]"))) == 1
    assert (await stage.core.ask(second, "title")).nonce


async def test_all_who_read_a_page_ask_one_kit_over_one_session_which_is_opened_again_where_it_was_closed(
    stage: Stage, serve: PageServer
) -> None:
    await stage.page.goto(serve("<title>Here</title>"))
    await stage.core.ask(stage.page.main_frame, "title")
    other = PageContext("t2", stage.page, Refs())
    assert other.kit is stage.core.kit
    assert isinstance(other.kit, WorldKit)
    session = await page_session(stage.page)
    assert await other.kit.worlds.session() is session
    await session.detach()
    assert (await other.ask(stage.page.main_frame, "title")).data["title"] == "Here"
    assert await page_session(stage.page) is not session
