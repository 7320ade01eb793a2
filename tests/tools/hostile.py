"""A page that looks for whoever reads it: it overrides what it can reach, shadows names, and counts what it sees."""

from __future__ import annotations

from typing import Any

WATCHED = """<form id=form><input name=getAttribute><input name=parentNode><input name=childNodes>
<input name=textContent><input name=localName><input name=action value="Log out of the form"></form>
<h1>Plans</h1><p>Log <b>out</b> here</p><select id=pick><option>One<option>Two</select><a href=/there>There</a>
<script>
window.seen = [];
const note = (what) => window.seen.push(what);
for (const proto of [
  Node.prototype, Element.prototype, Document.prototype, HTMLElement.prototype, CharacterData.prototype,
  HTMLSelectElement.prototype, HTMLOptionElement.prototype, HTMLInputElement.prototype, ShadowRoot.prototype]) {
  for (const name of Object.getOwnPropertyNames(proto)) {
    const own = Object.getOwnPropertyDescriptor(proto, name);
    if (!own.configurable || name === 'constructor') continue;
    const get = function () { note('get ' + name); return own.get.call(this); };
    const value = function (...args) { note('call ' + name); return own.value.apply(this, args); };
    if (own.get) Object.defineProperty(proto, name, { ...own, get });
    else if (typeof own.value === 'function') Object.defineProperty(proto, name, { ...own, value });
  }
}
const styles = window.getComputedStyle;
window.getComputedStyle = (...args) => { note('styles'); return styles.apply(window, args); };
JSON.stringify = () => { note('json'); return '{}'; };
const before = new Set(Object.getOwnPropertyNames(window));
window.report = () => {
  watcher.takeRecords().forEach((record) => note('mutation ' + record.type));
  const calls = window.seen.slice();
  for (const name of Object.getOwnPropertyNames(window)) {
    if (!before.has(name) && !['report', 'watcher'].includes(name)) calls.push('global ' + name);
  }
  return { calls, scroll: [window.scrollX, window.scrollY] };
};
window.watcher = new MutationObserver((records) => records.forEach((record) => note('mutation ' + record.type)));
watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
for (const kind of ['focus', 'blur', 'scroll', 'click', 'keydown', 'selectionchange', 'toggle', 'change', 'input']) {
  window.addEventListener(kind, () => note('event ' + kind), true);
}
window.seen.length = 0;
</script>"""


async def what_it_saw(session: Any) -> list[str]:
    """What the page noticed since it was loaded; what asking makes it notice is left out."""
    report = await session.tab.page.evaluate("window.report()")
    return sorted(set(report["calls"]) - {"global __pw_bidiInsertText"})
