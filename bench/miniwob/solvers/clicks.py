"""Buttons, links, boxes, tabs, menus and dialogs."""

from __future__ import annotations

import time

from bench.miniwob.episode import Episode, Unsolved, css, solves


@solves("click-test")
async def click_the_button(e: Episode) -> None:
    await e.click(css("#area button"))


@solves("click-test-2", "click-test-transfer", "click-button-sequence")
async def click_buttons_in_order(e: Episode) -> None:
    for name in e.match_task(r"button (\w+)(?:, then click button (\w+))?"):
        if name:
            await e.click({"role": "button", "name": name})


@solves("button-delay")
async def click_with_a_delay(e: Episode) -> None:
    (seconds,) = e.match_task(r"wait (\d+) seconds")
    began = time.monotonic()
    await e.click("ONE")
    await e.call("wait", seconds=max(0.0, int(seconds) - (time.monotonic() - began)))
    await e.click("TWO")


@solves("click-button", "unicode-test")
async def click_a_named_button(e: Episode) -> None:
    (name,) = e.match_task(r'"(.*)"')
    await e.click(await e.with_text("#area button", name))


@solves("click-dialog")
async def close_the_dialog(e: Episode) -> None:
    await e.click({"role": "button", "name": "Close"})


@solves("click-dialog-2")
async def click_in_the_dialog(e: Episode) -> None:
    (name,) = e.match_task(r'"(.*)"')
    await e.click({"role": "button", "name": "Close" if name == "x" else name})


@solves("click-link")
async def click_a_link(e: Episode) -> None:
    (name,) = e.match_task(r'"(.*)"')
    await e.click(await e.with_text("#area .alink", name))


@solves("click-checkboxes", "click-checkboxes-large", "click-checkboxes-transfer")
async def check_boxes(e: Episode) -> None:
    (names,) = e.match_task(r"Select (.*) and click Submit")
    for name in names.split(", ") if names != "nothing" else ():
        await e.call("check", ref={"role": "checkbox", "name": name})
    await e.submit()


@solves("click-option")
async def choose_an_option(e: Episode) -> None:
    (name,) = e.match_task(r"Select (.*) and click Submit")
    await e.call("check", ref={"role": "radio", "name": name})
    await e.submit()


@solves("choose-list", "click-scroll-list")
async def choose_from_a_list(e: Episode) -> None:
    (names,) = e.match_task(r"Select (.*) from the (?:scroll )?list")
    await e.call("select", ref=css("#area select"), values=names.split(", "))
    await e.submit()


@solves("click-widget")
async def click_a_widget(e: Episode) -> None:
    (kind,) = e.match_task(r'"(.*)"')
    selector = {"text": "input:not([type=radio], [type=checkbox])"}.get(kind, f"{kind}, input[type={kind}]")
    await e.click((await e.find(f"#area :is({selector})"))[0].ref)


@solves("click-tab")
async def click_a_tab(e: Episode) -> None:
    (name,) = e.match_task(r"Click on (.*)\.")
    await e.click({"role": "link", "name": name})


@solves("click-tab-2", "click-tab-2-easy", "click-tab-2-medium", "click-tab-2-hard")
async def find_a_link_behind_tabs(e: Episode) -> None:
    await _open_until_there(e, "#area li a")


@solves("click-collapsible-2", "click-collapsible-2-nodelay")
async def find_a_link_in_sections(e: Episode) -> None:
    await _open_until_there(e, "#area h3")


async def _open_until_there(e: Episode, openers: str) -> None:
    """Click each opener until the link that the task names can be seen, and click that."""
    (name,) = e.match_task(r'"(.*)"')
    for opener in await e.find(openers):
        await e.click(opener.ref)
        await e.call("wait_for", state="stable")
        for link in await e.find("#area .alink"):
            if link.text.strip() == name:
                await e.click(link.ref)
                return
    raise Unsolved(f"no link {name}")


@solves("click-collapsible", "click-collapsible-nodelay")
async def expand_and_submit(e: Episode) -> None:
    await e.click(css("#area h3"))
    await e.call("wait_for", state="stable")
    await e.submit()


@solves("click-menu")
async def follow_a_menu(e: Episode) -> None:
    *above, last = e.match_task(r"Select (.*)")[0].split(">")
    for name in above:
        await e.call("hover", ref=await e.with_text("#area li > div", name))
        await e.call("wait_for", state="stable")
    await e.click(await e.with_text("#area li > div", last))


@solves("click-menu-2")
async def find_in_a_menu(e: Episode) -> None:
    """Click an item by its label, or by the icon that the task shows."""
    await e.click("Menu")
    icons = await e.find("#query .ui-icon", "class")
    for submenu in (None, "Playback"):
        if submenu is not None:
            await e.call("hover", ref=await e.with_text("#menu li > div", submenu))
            await e.call("wait_for", state="stable")
        if icons:
            shown = f"#menu .{icons[0].attributes['class'].split()[-1]}"
            if found := await e.find(shown):
                await e.click(found[0].ref)
                return
        elif (name := e.match_task(r'labeled "(.*)"')[0]) in [
            one.text.strip() for one in await e.find("#menu li > div")
        ]:
            await e.click(await e.with_text("#menu li > div", name))
            return
    raise Unsolved("no such item")


@solves("click-pie", "click-pie-nodelay")
async def click_in_a_pie_menu(e: Episode) -> None:
    (name,) = e.match_task(r'"(.*)"')
    await e.click(await e.with_text("#area text", "+"))
    await e.call("wait_for", state="stable")
    await e.click(await e.with_text("#area text", name))


@solves("ascending-numbers")
async def click_in_ascending_order(e: Episode) -> None:
    """Remember where the numbers stand: with the first click they become blank boxes."""
    places = {one.text: (await e.box(one.ref)).at() for one in await e.find("#area text")}
    for number in sorted(places, key=int):
        await e.click_at(places[number])


@solves("navigate-tree")
async def open_folders(e: Episode) -> None:
    """Open folder by folder until the name can be seen."""
    (name,) = e.match_task(r'"(.*)"')
    opened = set[str]()
    while True:
        nodes = await e.find("#area li > *:is(span, div)", "class")
        for node in nodes:
            if node.text.strip() == name:
                await e.click(node.ref)
                return
        folder = next((n for n in nodes if "hitarea" in n.attributes.get("class", "") and n.ref not in opened), None)
        if folder is None:
            raise Unsolved(f"no {name}")
        opened.add(folder.ref)
        await e.click(folder.ref)
        await e.call("wait_for", state="stable")
