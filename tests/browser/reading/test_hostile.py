"""Pages that tamper with everything they can reach see nothing of a snapshot, and do not change it."""

from __future__ import annotations

from playwright.async_api import Page

from handrail.browser.reading.page_reader import PlaywrightReader
from tests.browser.stage import Stage
from tests.pages import PageServer

BODY = """
<h1>Sign up</h1>
<form id=form action="/join">
  <input name=action aria-label=Action value=go><input name=parentNode aria-label=Parent>
  <input name=getAttribute aria-label=Attribute><input name=childNodes aria-label=Children>
  <input name=firstChild aria-label=First><input name=nodeType aria-label=Type><input name=localName aria-label=Local>
  <input name=shadowRoot aria-label=Shadow><input name=attributes aria-label=Attributes><input name=id aria-label=Id>
  <input name=tagName aria-label=Tag><input name=children aria-label=Kids><input name=textContent aria-label=Text>
  <input name=hasAttribute aria-label=Has><input name=matches aria-label=Matches><input name=style aria-label=Style>
  <button name=submit>Join</button>
</form>
<img name=body alt="a body"><img name=querySelectorAll alt="a query"><img name=getElementById alt="by id">
<p id=nextSibling>A paragraph with <a href="/terms">terms</a>.</p>
<div id=host></div>
<ul><li>One<li>Two</ul>
<div style="height:3000px"></div><p>The end</p>
<script>host.attachShadow({mode: 'open'}).innerHTML = '<button>In the shadow</button>'</script>
"""

WATCH = """<script>
  window.seen = [];
  const before = new Set(Object.getOwnPropertyNames(window));
  const saw = what => { window.seen.push(what) };
  new MutationObserver(list => saw('mutation ' + list[0].type)).observe(document,
    {subtree: true, childList: true, attributes: true, characterData: true});
  // A window that opens is given the focus, whoever reads it.
  const heard = event => { if (event.target !== window) saw('event ' + event.type) };
  const names = new Set();
  for (const type of [window, document, HTMLElement.prototype, Element.prototype])
    for (const key of Object.getOwnPropertyNames(type)) if (key.startsWith('on')) names.add(key.slice(2));
  const QUIET = new Set(['load', 'pageshow', 'readystatechange', 'DOMContentLoaded', 'animationstart',
    'devicemotion', 'deviceorientation', 'deviceorientationabsolute']);
  for (const name of [...names, 'focusin', 'focusout', 'DOMNodeInserted', 'DOMSubtreeModified', 'selectionchange'])
    if (!QUIET.has(name)) window.addEventListener(name, heard, {capture: true});
  // Playwright's BiDi adds one name of its own to every page.
  const own = ['looked', 'saw', 'seen', 'before', 'names', 'heard', 'QUIET', 'own', '__pw_bidiInsertText'];
  const looked = () => {
    const now = Object.getOwnPropertyNames(window).filter(key => !before.has(key) && !own.includes(key));
    for (const key of now) saw('global ' + key);
  };
</script>"""

TAMPER = """<script>
  const lie = name => function () { saw('call ' + name); return null };
  const types = ['Node', 'Element', 'HTMLElement', 'Document', 'DocumentFragment', 'CharacterData', 'HTMLInputElement',
    'HTMLAnchorElement', 'HTMLSlotElement', 'ShadowRoot', 'Text', 'HTMLFormElement', 'HTMLLabelElement',
    'CSSStyleDeclaration', 'DOMRect', 'DOMRectReadOnly', 'Range', 'TreeWalker', 'NodeList', 'HTMLCollection'];
  for (const type of types) {
    const proto = window[type].prototype;
    for (const key of Object.getOwnPropertyNames(proto)) {
      if (key === 'constructor' || key.startsWith('on')) continue;
      const found = Object.getOwnPropertyDescriptor(proto, key);
      try {
        if (found.get) Object.defineProperty(proto, key, {get: lie(type + '.' + key), set: found.set});
        else if (typeof found.value === 'function') Object.defineProperty(proto, key, {value: lie(type + '.' + key)});
      } catch {}
    }
  }
  for (const [proto, keys] of [[Array.prototype, ['push', 'map', 'filter', 'join']],
    [String.prototype, ['trim', 'replace', 'split', 'startsWith']], [RegExp.prototype, ['exec', 'test']]])
    for (const key of keys) { const own = proto[key]; proto[key] = function (...a) { return own.apply(this, a) } }
  Object.prototype.toJSON = () => 'tampered';
</script>"""


# Apart, because the test itself asks a page of the next test what it saw, and that needs these.
BUILT_INS = """<script>
  for (const key of ['getComputedStyle', 'JSON', 'Map', 'Set', 'WeakMap', 'WeakRef', 'atob', 'crypto', 'performance',
    'TextDecoder', 'Symbol', 'Promise']) {
    try { Object.defineProperty(window, key, {get: () => { saw('global ' + key); return undefined }}) } catch {}
  }
</script>"""


async def _outline(stage: Stage, url: str) -> str:
    await stage.page.goto(url)
    snapshot = await PlaywrightReader(stage.core).snapshot("full")
    lines = snapshot.text.raw.splitlines()
    return "\n".join(" ".join(word for word in line.split(" ") if not word.startswith("[e")) for line in lines)


async def test_a_page_that_lies_about_everything_gets_the_same_snapshot(both: Stage, serve: PageServer) -> None:
    plain = await _outline(both, serve(f"<!doctype html>{BODY}", path="/a/plain"))
    lying = await _outline(both, serve(f"<!doctype html>{WATCH}{BODY}{TAMPER}{BUILT_INS}", path="/a/lying"))
    assert lying == plain
    assert 'textbox "Parent"' in plain
    assert 'button "In the shadow"' in plain


async def test_a_page_sees_nothing_of_what_is_read(both: Stage, serve: PageServer) -> None:
    await both.page.goto(serve(f"<!doctype html>{WATCH}{BODY}{TAMPER}"))
    # The browser tells a new page where the mouse is, once it has drawn it.
    await both.page.mouse.move(5, 5)
    await both.page.evaluate("new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    await both.page.evaluate("seen.length = 0")
    reader = PlaywrightReader(both.core)
    snapshot = await reader.snapshot("full")
    await reader.snapshot("viewport")
    await reader.snapshot("changes")
    await reader.info()
    for node in snapshot.nodes:
        if node.ref:
            await both.core.live(node.ref)
    assert await _seen(both.page) == []


async def test_reading_moves_nothing(both: Stage, serve: PageServer) -> None:
    await both.page.goto(serve(f"<!doctype html>{BODY}"))
    await both.page.evaluate("scrollTo(0, 700); document.querySelector('[name=id]').focus()")
    before = await both.page.evaluate("[scrollY, document.activeElement.name, document.documentElement.outerHTML]")
    reader = PlaywrightReader(both.core)
    await reader.snapshot("full")
    await reader.info()
    assert (
        await both.page.evaluate("[scrollY, document.activeElement.name, document.documentElement.outerHTML]") == before
    )


async def _seen(page: Page) -> list[str]:
    await page.evaluate("looked()")
    return list(await page.evaluate("seen"))
