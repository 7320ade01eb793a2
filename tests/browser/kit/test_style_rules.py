"""Elements that style sheets hide, however a rule names them: the kit asks for no style that no rule touches."""

from __future__ import annotations

import asyncio

from handrail.browser.reading.page_reader import PlaywrightReader
from tests.browser.stage import Stage

# Each rule hides one element with the text "Secret <number>", and touches none of the texts "Seen".
HIDING = {
    ".a": ("{display:none}", "<p class=a>{}</p>"),
    "#b": ("{visibility:hidden}", "<p id=b>{}</p>"),
    "[data-c]": ("{opacity:0}", "<p data-c=1>{}</p>"),
    ".d > span": ("{display:none}", "<p class=d>Seen <span>{}</span></p>"),
    "#e span": ("{font-size:0}", "<p id=e>Seen <b><span>{}</span></b></p>"),
    ":is(.f, .g) em": ("{opacity:0}", "<p class=g>Seen <em>{}</em></p>"),
    ":where(.h)": ("{color:transparent}", "<p class=h>{}</p>"),
    r".md\:i": ("{display:none!important}", "<p class='x md:i'>{}</p>"),
    "p:not(.x):nth-of-type(1)": ("{clip-path:inset(50%)}", "<div><p>{}</p></div>"),
    ".j + i": ("{position:absolute;left:-9999px}", "<p class=j>Seen</p><i>{}</i>"),
    ".k{ & u": ("{display:none} }", "<p class=k>Seen <u>{}</u></p>"),
    "@media (min-width:1px){ small": ("{opacity:0%} }", "<small>{}</small>"),
    "@supports (color:red){ .l": ("{color:#fff} }", "<p class=l>{}</p>"),
    ".m{background:rgb(20,40,60)} .m b": ("{color:#14283c}", "<p class=m><b>{}</b></p>"),
    ".n": ("{content-visibility:hidden}", "<div class=n><p>{}</p></div>"),
    "@layer base { kbd": ("{visibility:collapse} }", "<kbd>{}</kbd>"),
    ".o{--hide:none} .o q": ("{display:var(--hide)}", "<p class=o>Seen <q>{}</q></p>"),
    ".p": ("{all:unset;display:none}", "<p class=p>{}</p>"),
}
SHEET = "".join(f"{selector}{body}" for selector, (body, _) in HIDING.items())
BODY = "".join(html.format(f"Secret {number}") for number, (_, html) in enumerate(HIDING.values()))
PLAIN = "<div><p class=x>Seen first</p></div><p>Seen <em>and</em> <span>told</span></p><i>Seen</i>"
MANY = "".join(f".unused-{number}{{margin:{number}px}}" for number in range(500))


async def outline(stage: Stage) -> str:
    return (await PlaywrightReader(stage.core).snapshot("full")).text.raw


async def test_rules_hide_elements_however_they_name_them(both: Stage) -> None:
    await both.page.set_content(f"<!doctype html><style>{SHEET}</style><body>{BODY}{PLAIN}")
    text = await outline(both)
    assert "Secret" not in text
    assert ": Seen and told" in text
    assert text.count("Seen") == BODY.count("Seen") + PLAIN.count("Seen")


async def test_long_sheets_say_the_same_before_and_after_they_are_read(both: Stage) -> None:
    await both.page.set_content(f"<!doctype html><style>{MANY}{SHEET}</style><body>{BODY}{PLAIN}")
    first = await outline(both)
    await both.page.evaluate("() => new Promise((done) => requestIdleCallback(() => requestIdleCallback(done)))")
    await asyncio.sleep(0)
    assert "Secret" not in first
    assert await outline(both) == first


async def test_rules_of_now_count_not_those_of_the_last_snapshot(both: Stage) -> None:
    page = both.page
    await page.set_content(
        "<!doctype html><style>p{margin:1px}</style><body><p>One</p><p class=two>Two</p><b>Three</b>"
    )
    assert "Two" in await outline(both)
    await page.evaluate("document.styleSheets[0].insertRule('.two { display: none }', 1)")
    assert "Two" not in await outline(both)
    await page.evaluate("""() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('b { opacity: 0 }');
      document.adoptedStyleSheets = [sheet];
    }""")
    assert "Three" not in await outline(both)
    await page.evaluate("document.adoptedStyleSheets = []; document.styleSheets[0].deleteRule(1)")
    text = await outline(both)
    assert "Two" in text
    assert "Three" in text
    await page.evaluate("document.querySelector('b').animate({ opacity: [0, 0] }, { duration: 1e6 })")
    assert "Three" not in await outline(both)


async def test_a_part_of_a_page_in_the_middle_of_a_line_is_read(both: Stage) -> None:
    html = "<style>.box em{display:none}</style><div class=box><a href=/x>Go <b>on</b><em>Secret</em></a> Seen</div>"
    await both.page.set_content(f"<!doctype html>{html}")
    reader = PlaywrightReader(both.core)
    link = next(node for node in (await reader.snapshot("full")).nodes if node.role == "link")
    assert (await reader.snapshot("full", within_ref=link.ref)).text.raw.startswith('link "Go on" [e1]')


async def test_a_rule_for_narrow_windows_counts_when_the_window_is(both: Stage) -> None:
    rules = "#under { display: none } p:hover + #under { display: block }"
    rules += "@media (max-width: 600px) { #wide { display: none } }"
    await both.page.set_content(
        f"<!doctype html><style>{rules}</style><p>Here</p><div id=under>Menu</div><div id=wide>Wide</div>"
    )
    reader = PlaywrightReader(both.core)
    before = (await reader.snapshot("full")).text.raw
    assert "Wide" in before
    assert "Menu" not in before
    await both.page.hover("p")
    assert "Menu" in (await reader.snapshot("full")).text.raw
    size = both.page.viewport_size
    await both.page.set_viewport_size({"width": 500, "height": 600})
    assert "Wide" not in (await reader.snapshot("full")).text.raw
    if size is not None:
        await both.page.set_viewport_size(size)
