"""Settling: what an act set off is over when the act is, endless things cost their cap once, nothing costs next to
nothing."""

import asyncio
import threading

import pytest

from handrail.browser.tabs import settle
from tests.browser.openings import ref_of, visit
from tests.pages import Reply


@pytest.fixture
def short_cap(monkeypatch):
    """A cap that a test can wait for. It is a default, so it is set where it is used."""
    defaults = settle.Settler.settle.__kwdefaults__
    monkeypatch.setitem(defaults, "cap", 1.5)
    return 1.5


async def act(tabs, name):
    """Click a button; what came of it, and how long settling took."""
    ref = await ref_of(tabs, name)
    clock = asyncio.get_running_loop().time
    async with tabs.watch(settle=True) as after:
        await tabs.active.actions.click(ref)
        done = clock()
    return after, clock() - done


async def said(tabs):
    return (await tabs.active.reader.snapshot("full")).text.raw


def button(script, rest=""):
    return f'<button onclick="{script}">Go</button><p id=out></p>{rest}'


async def test_an_act_without_reaction_and_what_turns_where_nobody_sees_it_cost_far_less_than_the_cap(both_tabs, serve):
    await both_tabs.active.goto(serve(button("")))
    await act(both_tabs, "Go")
    after, took = await act(both_tabs, "Go")
    assert after.settled
    assert took < settle.CAP / 5
    turning = "(function f() { p.setAttribute('x', ++n); requestAnimationFrame(f) })()"
    hidden = f"<div style='display:none'><svg><path id=p /></svg></div><script>let n = 0; {turning}</script>"
    assert (await visit(both_tabs, serve(button("out.textContent = 'Saved'", hidden)))).settled
    after, took = await act(both_tabs, "Go")
    assert (after.settled, after.changed) == (True, True)
    assert took < settle.CAP / 5
    assert "Saved" in await said(both_tabs)


async def test_what_the_server_answers_is_on_the_page_when_the_act_is_over(both_tabs, serve):
    answer = threading.Event()
    serve.put("/answer", Reply(b"Answered", 200, "text/plain", hold=answer))
    script = "fetch('/answer').then((r) => r.text()).then((t) => setTimeout(() => out.textContent = t, 50))"
    await both_tabs.active.goto(serve(button(script)))
    both_tabs.active.page.on("request", lambda _: asyncio.get_running_loop().call_later(0.3, answer.set))
    after, _ = await act(both_tabs, "Go")
    assert (after.settled, after.changed) == (True, True)
    assert "Answered" in await said(both_tabs)


async def test_a_short_answer_that_no_script_reads_is_not_waited_for(both_tabs, serve):
    serve.put("/save", Reply(b"{}", 200, "application/json", {"cache-control": "no-store"}))
    save = "fetch('/save', {method: 'POST'}).then(() => out.textContent = 'Saved')"
    await both_tabs.active.goto(serve(button(save)))
    after, _ = await act(both_tabs, "Go")
    assert (after.settled, after.changed) == (True, True)
    assert "Saved" in await said(both_tabs)


@pytest.mark.parametrize("headers", [{}, {"cache-control": "no-store"}])
async def test_an_answer_whose_body_comes_after_its_headers_is_waited_for(tabs, serve, headers):
    # (Firefox reports an answer once its body is there.)
    body = threading.Event()
    serve.put("/answer", Reply(b"Answered", 200, "text/plain", headers, hold_body=body))
    script = "fetch('/answer').then((r) => r.text()).then((t) => out.textContent = t)"
    await tabs.active.goto(serve(button(script)))
    tabs.active.page.on("response", lambda _: asyncio.get_running_loop().call_later(0.6, body.set))
    await act(tabs, "Go")
    assert "Answered" in await said(tabs)


STEP = "let n = 0; const step = () => { out.textContent = 'step ' + ++n; if (n < 8) setTimeout(step, 40) }; step()"
GOES_ON = {
    "chain": STEP,
    "due soon, where nothing has happened yet": "setTimeout(() => out.textContent = 'step 8', 50)",
    "open shadow root": "const host = document.createElement('x-box'), root = host.attachShadow({mode: 'open'});"
    "out.append(host);"
    "let n = 0; const step = () => { root.innerHTML = '<p>step ' + ++n; if (n < 8) setTimeout(step, 40) }; step()",
}


async def test_what_goes_on_or_is_due_soon_is_waited_for(tabs, serve):
    for how, script in GOES_ON.items():
        await tabs.active.goto(serve(button(script)))
        after, _ = await act(tabs, "Go")
        assert after.changed, how
        assert "step 8" in await said(tabs), how


async def test_a_page_whose_browser_sees_nothing_due_is_at_rest_at_once(both_tabs, serve, monkeypatch):
    monkeypatch.setattr(settle, "QUIET", 2.5)
    for script in ("", "out.textContent = performance.now()"):
        await both_tabs.active.goto(serve(button(script)))
        _, took = await act(both_tabs, "Go")
        assert took < settle.QUIET


async def test_a_new_page_is_read_while_it_comes_to_rest_and_what_changes_then_is_seen(both_tabs, serve):
    answer = threading.Event()
    serve.put("/answer", Reply(b"Late", 200, "text/plain", hold=answer))
    late = "fetch('/answer').then((r) => r.text()).then((t) => late.textContent = t)"
    there = serve(f"<title>There</title><p id=late>Early</p><script>{late}</script>")
    await both_tabs.active.goto(serve(f"<a href='{there}'>Go</a>"))
    ref = await ref_of(both_tabs, "Go")
    ask = both_tabs.active.core.ask

    async def asked(frame, op, **args):
        said = await ask(frame, op, **args)
        if op == "snapshot":
            answer.set()
        return said

    both_tabs.active.core.ask = asked
    async with both_tabs.watch(settle=True, ahead=True):
        await both_tabs.active.actions.click(ref)
    assert answer.is_set()
    assert "Late" in await said(both_tabs)
    assert "Early" not in await said(both_tabs)


async def test_changes_in_the_frame_that_was_acted_in_are_waited_for(tabs, serve):
    inner = serve(button(STEP)).replace(serve.origin, serve.other_site)
    await tabs.active.goto(serve(f"<iframe src='{inner}'></iframe>"))
    assert await tabs.active.wait_for(selector="button")
    after, _ = await act(tabs, "Go")
    assert after.changed
    assert "step 8" in await said(tabs)


async def test_a_navigation_that_an_act_sets_off_is_over_too(both_tabs, serve):
    late = "<p id=late></p><script>setTimeout(() => late.textContent = 'Late', 50)</script>"
    there = serve(f"<title>There</title>{late}")
    await both_tabs.active.goto(serve(button(f"setTimeout(() => location = '{there}', 30)")))
    after, _ = await act(both_tabs, "Go")
    assert after.navigated_to.raw == there
    assert "Late" in await said(both_tabs)


async def test_a_navigation_may_take_longer_than_the_cap(tabs, serve, short_cap):
    arrive = threading.Event()
    serve.put("/slow", Reply(b"<title>Slow</title>", hold=arrive))
    await tabs.active.goto(serve(button("location = '/slow'")))
    loop = asyncio.get_running_loop()
    # Playwright's own click waits for a while too; the page comes well after the cap that follows it.
    tabs.active.page.on("request", lambda _: loop.call_later(short_cap * 3, arrive.set))
    after, took = await act(tabs, "Go")
    assert after.settled
    assert took > short_cap
    assert (await tabs.active.title()).raw == "Slow"


SIGNS = ["<i class=page-loader style='display: block; height: 9px'></i>", "<i aria-busy=true>Wait</i>"]


async def test_a_page_that_shows_a_sign_that_it_loads_is_waited_for(both_tabs, serve):
    for sign in SIGNS:
        script = "const loads = () => { box.innerHTML = SIGN; setTimeout(() => { box.textContent = 'Here' }, 500) }"
        page = serve(
            f"<button onclick=loads()>Go</button><p id=box></p><script>{script.replace('SIGN', f'`{sign}`')}</script>"
        )
        await both_tabs.active.goto(page)
        after, _ = await act(both_tabs, "Go")
        assert after.settled, sign
        assert "Here" in await said(both_tabs), sign


async def test_a_sign_of_loading_that_stays_is_waited_for_once_and_reported(tabs, serve):
    await tabs.active.goto(serve(button("out.innerHTML = `<i aria-busy=true>Wait</i>` + performance.now()")))
    first, took_first = await act(tabs, "Go")
    second, took_second = await act(tabs, "Go")
    assert (first.settled, second.settled) == (False, True)
    assert took_second < took_first / 2


async def test_a_disabled_progress_bar_is_no_sign_of_loading(both_tabs, serve):
    bar = "<div role=progressbar disabled style='height: 9px'></div>"
    assert (await visit(both_tabs, serve(button("out.textContent = 'Here'", bar)))).settled
    assert (await act(both_tabs, "Go"))[0].settled


SPINS = (
    "<style>@keyframes k1 {{ to {{ transform: rotate(1turn) }} }}"
    ".c7 {{ animation: k1 {seconds}s linear infinite }}</style>"
)
STARTS = "<p>Initializing the connection to the local database…</p><i class=c7>·</i><a href=/settings>Change</a>"
# Longer than the sign of a page that has content is waited for.
READY = "setTimeout(() => { box.innerHTML = '<button>Open</button>' }, 1700)"


async def test_an_application_that_says_what_it_waits_for_beside_a_spinner_is_waited_for(both_tabs, serve):
    url = serve(f"{SPINS.format(seconds=1)}<div id=box>{STARTS}</div><script>{READY}</script>")
    assert (await visit(both_tabs, url)).settled
    assert "Open" in await said(both_tabs)


async def test_a_page_that_shows_little_but_a_spinner_is_waited_for_after_its_requests_too(tabs, serve, short_cap):
    answer = threading.Event()
    serve.put("/slow", Reply(b"{}", hold=answer))
    later = asyncio.get_running_loop().call_later
    tabs.active.page.on("request", lambda one: later(short_cap * 1.3, answer.set) if "/slow" in one.url else None)
    starts = f"<script>fetch('/slow').then(() => {{ {READY} }})</script>"
    await visit(tabs, serve(f"{SPINS.format(seconds=1)}<div id=box>{STARTS}</div>{starts}"))
    assert "Open" in await said(tabs)


async def test_a_page_that_an_act_empties_but_for_a_spinner_is_waited_for(both_tabs, serve):
    creates = "box.innerHTML = '<p>Creating budget...</p><i class=c7>·</i>'"
    create = f"<script>const create = () => {{ {creates}; {READY} }}</script>"
    await visit(
        both_tabs, serve(f"{SPINS.format(seconds=1)}{create}<div id=box><button onclick=create()>Go</button></div>")
    )
    after, _ = await act(both_tabs, "Go")
    assert after.settled
    assert "Open" in await said(both_tabs)


async def test_what_turns_slowly_for_decoration_is_not_waited_for(tabs, serve):
    page = f"{SPINS.format(seconds=20)}<i class=c7>·</i>" + button("out.textContent = performance.now()")
    await visit(tabs, serve(page))
    after, took = await act(tabs, "Go")
    assert after.settled
    assert took < settle.SIGN_CAP


SPLASH = """<body><div id=splash><svg width=90 height=90></svg>Loading</div><script>
  let n = 0;
  const turn = setInterval(() => { splash.style.rotate = `${++n}deg` }, 20);
  const begin = () => { document.body.innerHTML = '<button>Open</button>'; clearInterval(turn) };
  setTimeout(begin, 1900);
  // Longer than a page that answers would take.
  setTimeout(() => { const end = performance.now() + 700; while (performance.now() < end); }, 100);
</script>"""


async def test_an_application_that_loads_under_a_sign_that_it_does_is_waited_for(tabs, serve, monkeypatch):
    # More than three times what a page that is busy takes to answer.
    monkeypatch.setitem(settle.Settler.settle.__kwdefaults__, "cap", 1.6)
    page = serve(SPLASH)
    await tabs.active.goto(serve(f"<a href='{page}'>Go</a>"))
    after, _ = await act(tabs, "Go")
    assert after.settled
    assert "Open" in await said(tabs)


async def test_requests_that_do_not_change_what_a_page_says_are_not_waited_for(tabs, serve):
    for script in (
        "out.innerHTML = '<img src=/never>'",
        "navigator.sendBeacon('/never')",
        "new EventSource('/never')",
        "out.innerHTML = '<video src=/never></video>'",
    ):
        serve.put("/never", Reply(hold=threading.Event()))
        await tabs.active.goto(serve(button(script)))
        after, took = await act(tabs, "Go")
        assert after.settled, script
        assert took < settle.CAP / 3, script


async def test_a_request_from_before_the_act_is_not_waited_for(tabs, serve):
    serve.put("/never", Reply(hold=threading.Event()))
    await tabs.active.goto(serve(button("") + "<script>fetch('/never')</script>"))
    after, took = await act(tabs, "Go")
    assert after.settled
    assert took < settle.CAP / 3


async def test_an_unanswered_request_costs_the_cap_and_is_reported(both_tabs, serve, short_cap):
    serve.put("/never", Reply(hold=threading.Event()))
    await both_tabs.active.goto(serve(button("fetch('/never')")))
    after, took = await act(both_tabs, "Go")
    assert not after.settled
    assert took >= short_cap


async def test_a_page_that_never_stops_changing_costs_the_cap_once(both_tabs, serve, short_cap):
    clock = "<p id=clock></p><script>setInterval(() => clock.textContent = performance.now(), 20)</script>"
    url = serve(button("out.textContent = 'Done'", clock))
    await both_tabs.active.page.goto(url)
    first, took_first = await act(both_tabs, "Go")
    second, took_second = await act(both_tabs, "Go")
    assert (first.settled, second.settled) == (False, False)
    assert took_second < took_first / 2


async def test_an_act_that_opens_a_dialog_is_not_waited_for(both_tabs, serve):
    await both_tabs.active.goto(serve(button("alert(1)")))
    after, took = await act(both_tabs, "Go")
    assert after.settled
    assert after.dialog is not None
    assert took < settle.CAP / 3


async def test_only_a_change_of_the_page_is_reported_as_one(tabs, serve):
    await tabs.active.goto(serve(button("") + "<button onclick=\"out.textContent = 'x'\">Change</button>"))
    assert not (await act(tabs, "Go"))[0].changed
    assert (await act(tabs, "Change"))[0].changed
    assert not (await act(tabs, "Go"))[0].changed


async def test_a_page_does_not_see_that_it_is_watched(tabs, serve):
    seen = (
        "<script>window.seen = []; const Real = MutationObserver;"
        "window.MutationObserver = function (...a) { seen.push('observer'); return new Real(...a) };"
        "const observe = Real.prototype.observe;"
        "Real.prototype.observe = function (...a) { seen.push('observe'); return observe.apply(this, a) };"
        "new Real((records) => seen.push(records.length)).observe(document, {subtree: true, childList: true,"
        " attributes: true, characterData: true}); seen.length = 0;</script>"
    )
    await tabs.active.goto(serve(seen + button("")))
    await tabs.active.page.evaluate("new Promise(requestAnimationFrame).then(() => seen.length = 0)")
    async with tabs.watch(settle=True):
        await tabs.active.pin()
    assert await tabs.active.page.evaluate("seen") == []
