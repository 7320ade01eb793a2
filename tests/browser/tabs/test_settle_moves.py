"""Settling: what fades or slides in answer to an act is here or gone when the act is over; decoration costs nothing."""

from tests.browser.openings import ref_of, visit

STYLE = (
    "<style>@keyframes out { to { opacity: 0 } } [hidden] { display: none !important } .leave { animation: out .4s }"
)
DIALOG = "<div id=v><button id=b>Done</button><p>Options</p></div>"
BY_KEYFRAMES = (
    f"{STYLE}</style>{DIALOG}<script>"
    "b.onclick = () => { v.className = 'leave'; v.onanimationend = () => v.hidden = true }</script>"
)
BY_SCRIPT = (
    f"{DIALOG}<script>"
    "b.onclick = () => v.animate([{ opacity: 1 }, { opacity: 0 }], 400).finished.then(() => v.remove())</script>"
)
IN_SHADOW = (
    "<x-box><button id=b>Done</button><p>Options</p></x-box><script>"
    "const host = document.querySelector('x-box'), root = host.attachShadow({ mode: 'open' });"
    "root.innerHTML = '<div><slot></slot></div>'; const leave = [{ opacity: 1 }, { opacity: 0 }];"
    "b.onclick = () => root.firstChild.animate(leave, 400).finished.then(() => host.remove())</script>"
)
BOOTSTRAP = (
    "<style>.fade { transition: opacity .15s } .fade:not(.show) { opacity: 0 } .pane:not(.active) { display: none }"
    "</style><button id=b>Done</button><div id=one class='pane fade show active'>Options</div>"
    "<div id=two class='pane fade'>Reviews</div><script>b.onclick = () => {"
    "one.className = 'pane fade'; two.className = 'pane fade active';"
    "setTimeout(() => two.className = 'pane fade show active', 200) }</script>"
)


async def press(tabs, name):
    ref = await ref_of(tabs, name)
    async with tabs.watch(settle=True) as after:
        await tabs.active.actions.click(ref)
    return after, (await tabs.active.reader.snapshot("full")).text.raw


async def moving(tabs):
    answer = await tabs.active.core.ask(tabs.active.page.main_frame, "activity")
    return answer.data["moving"]


async def test_a_part_that_leaves_by_an_animation_is_gone_when_the_act_is_over(both_tabs, serve):
    for page in (BY_KEYFRAMES, BY_SCRIPT, IN_SHADOW):
        await visit(both_tabs, serve(page))
        after, said = await press(both_tabs, "Done")
        assert after.changed, page
        assert "Options" not in said, page


async def test_a_part_that_is_there_and_will_be_faded_in_is_waited_for(both_tabs, serve):
    await visit(both_tabs, serve(BOOTSTRAP))
    _, said = await press(both_tabs, "Done")
    assert ("Options" in said, "Reviews" in said) == (False, True)


DECORATION = {
    "endless": "out.animate([{ opacity: .5 }, { opacity: 1 }], { duration: 900, iterations: Infinity })",
    "ripple": "out.append(Object.assign(document.createElement('i'), { id: 'r' })); r.animate({ scale: [0, 2] }, 900)",
    "color": "out.animate({ color: ['red', 'blue'] }, 900)",
    "long": "out.animate({ width: ['10px', '100px'] }, 5000)",
    "own button": "b.animate({ transform: ['scale(.9)', 'none'] }, 900)",
    "faded out": "out.style.cssText = 'opacity: 0; transition: none'",
    "hidden tip": "out.innerHTML = '<b style=\\'opacity: 0; transition: opacity .2s; pointer-events: none\\'>Tip</b>'",
}


async def test_decoration_is_not_waited_for(tabs, serve):
    for script in DECORATION.values():
        await visit(tabs, serve(f'<button id=b onclick="{script}">Go</button><p id=out>Words</p>'))
        ref = await ref_of(tabs, "Go")
        await tabs.active.actions.click(ref)
        assert await moving(tabs) == 0, script


async def test_a_new_page_whose_parts_come_by_an_animation_is_not_waited_for(tabs, serve):
    style = "<style>@keyframes in { from { transform: translateY(9px) } } p { animation: in .9s }</style>"
    await tabs.active.goto(serve(f"{style}<p>Words</p>"))
    assert await moving(tabs) == 0


async def test_a_part_that_faded_out_and_stays_there_unseen_is_waited_for_no_longer(tabs, serve):
    style = "<style>#out { transition: opacity .1s }</style>"
    await visit(tabs, serve(f'{style}<button onclick="out.style.opacity = 0">Go</button><p id=out>Words</p>'))
    await press(tabs, "Go")
    assert await moving(tabs) == 0
