"""Modules of the kit by themselves: a bare page imports them as the browser imports any; nothing of Handrail runs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page, Route

KIT = Path(__file__).parents[3] / "src" / "handrail" / "browser" / "kit"
ORIGIN = "http://kit.test"


@pytest.fixture(scope="module")
async def page(chromium: Browser) -> AsyncIterator[Page]:
    async def serve(route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN).lstrip("/")
        body = (KIT / path).read_text("utf-8") if path else "<!doctype html><title>Kit</title>"
        kind = {".js": "text/javascript", ".json": "application/json"}.get(Path(path).suffix, "text/html")
        await route.fulfill(body=body, content_type=kind)

    page = await chromium.new_page()
    await page.route(f"{ORIGIN}/**", serve)
    await page.goto(f"{ORIGIN}/")
    yield page
    await page.close()


async def call(page: Page, module: str, function: str, html: str) -> list[Any]:
    """What an exported function answers for each element of ``html`` that has an attribute ``t``."""
    script = """async ([module, name, html]) => {
        const functions = await import(module);
        const { forgetCall } = await import('/dom/per_call.js');
        document.body.innerHTML = html;
        forgetCall();
        return Array.from(document.querySelectorAll('[t]'), (element) => functions[name](element));
    }"""
    return list(await page.evaluate(script, [f"/{module}", function, html]))


async def apply(page: Page, module: str, function: str, *arguments: Any) -> Any:
    """What an exported function answers."""
    script = "async ([module, name, args]) => (await import(module))[name](...args)"
    return await page.evaluate(script, [f"/{module}", function, arguments])


ROLES = [
    ("<a t>x</a><a t href=#>x</a><a t onclick=1>x</a>", ["", "link", "link"]),
    ("<div t role='nothing button'></div><div t role=none></div>", ["button", "presentation"]),
    ("<table><tr><th t>a<td t>b</table><div><span t role=image></span></div>", ["rowheader", "cell", "img"]),
]


async def test_roles(page: Page) -> None:
    for html, roles in ROLES:
        assert await call(page, "accessibility/roles.js", "roleOf", html) == roles


VISIBLE = [
    ("<p t>x</p><p t hidden>x</p>", [True, False]),
    ("<p t style='opacity:0'>x</p><p t style='visibility:hidden'>x</p>", [False, False]),
    ("<p t style='position:absolute;left:-9999px'>x</p>", [False]),
    ("<div style='width:1px;height:1px;overflow:hidden'><p t>x</p></div>", [False]),
    ("<p t style='position:absolute;clip:rect(0 0 0 0)'>x</p><p t style='clip-path:inset(50%)'>x</p>", [False] * 2),
    ("<div style='display:contents'><p t>x</p></div><div style='height:3000px'></div><p t>below</p>", [True, True]),
]


async def test_visibility(page: Page) -> None:
    for html, visible in VISIBLE:
        assert await call(page, "style/visibility.js", "isVisible", html) == visible, html


READABLE = [
    ("<p t style='color:#fff'>x</p><p t>x</p>", [False, True]),
    ("<p t style='background:rgb(9,9,9);color:#080808'>x</p>", [False]),
    ("<p t style='font-size:0'>x</p>", [False]),
    ("<div style='height:20px;overflow:hidden'>a<p t style='margin-top:90px'>x</p></div>", [False]),
    ("<div style='height:20px;overflow:auto'>a<p t style='margin-top:90px'>x</p></div>", [True]),
    ("<select><option t>a<option t selected>b</select>", [False, True]),
]


async def test_visibility_of_text(page: Page) -> None:
    for html, visible in READABLE:
        assert await call(page, "style/text_visibility.js", "isTextVisible", html) == visible, html


KEYS = {
    "p": ["p"],
    "#a .b > i": [".b i"],
    ".a.b, [data-x] em": [".a", "em"],
    "td[class*='col-']": ["td"],
    ":is(.f, .g) em": ["em"],
    r".md\:i": [".md:i"],
    "p::before": [],
    "*": ["*"],
    ":root": ["html"],
}


async def test_keys_of_selectors(page: Page) -> None:
    assert {one: await apply(page, "style/selector_keys.js", "selectorKeys", one) for one in KEYS} == KEYS


async def test_colors(page: Page) -> None:
    assert await apply(page, "style/colors.js", "channelsOf", "rgba(1, 2, 3, 0.5)") == [1, 2, 3, 0.5]
    assert await apply(page, "style/colors.js", "channelsOf", "navy") == [0, 0, 128]
    assert await apply(page, "style/colors.js", "channelsOf", "var(--ink)") is None
    assert await apply(page, "style/colors.js", "isIndistinct", "rgb(250, 250, 250)", "rgb(252, 252, 252)")
    assert not await apply(page, "style/colors.js", "isIndistinct", "black", "white")


CHANGES = {
    "opacity: 1; width: 3px": [],
    "display: none": ["DISPLAY"],
    "position: fixed; overflow-y: scroll": ["OUT_OF_FLOW", "OVERFLOW"],
    "cursor: pointer; text-transform: uppercase": ["CURSOR", "TEXT_CASE"],
    "color: red": ["LITERAL_COLOR"],
    "color: var(--ink)": ["COLOR"],
    "background: white": ["LITERAL_BACKGROUND"],
}


async def test_what_declarations_change(page: Page) -> None:
    script = """async ([css]) => {
        const { declarationsOf, ...bits } = await import('/style/declarations.js');
        const element = document.createElement('p');
        element.style.cssText = css;
        const found = declarationsOf(element.style)?.bits ?? 0;
        return Object.entries(bits).filter(([name, bit]) => name !== 'ALL_STYLE' && found & bit).map(([name]) => name);
    }"""
    assert {css: sorted(await page.evaluate(script, [css])) for css in CHANGES} == CHANGES
