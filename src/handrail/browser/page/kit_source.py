"""The scripts that put the kit into pages."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import resources

from handrail.browser.page.kit_loader import join

# A global may outlive its document (the one of an empty frame does): each document gets a kit of its own, when it is
# first asked. A document that nobody asks costs no more than a look over the script.
WORLD = """(() => {
'use strict';
const build = () => {
%s
return kit;
};
let kept = null;
const kitOfDocument = () => {
  if (kept?.document !== document) kept = { document, kit: build() };
  return kept.kit;
};
globalThis[Symbol.for('handrail.kit')] ??= kitOfDocument;
})()"""
ENGINE = """(() => {
'use strict';
%s
return engine;
})()"""
# Firefox keeps such a global too, and Playwright may put the kit into one world twice: the same document gets the same
# kit. Playwright also puts it into the page's own world (once a document, for a script of its own) where nothing asks
# it: there it builds nothing, and leaves nothing that the page could find.
ENGINE_OF_DOCUMENT = """(() => {
'use strict';
const build = () => {
%s
return engine;
};
const engineOfDocument = () => {
  const before = globalThis[Symbol.for('handrail.engine')];
  if (before?.document === document) return before.engine;
  const kept = { value: { document, engine: build() }, configurable: true };
  Object.defineProperty(globalThis, Symbol.for('handrail.engine'), kept);
  return kept.value.engine;
};
return {
  query: (root, selector) => engineOfDocument().query(root, selector),
  queryAll: (root, selector) => engineOfDocument().queryAll(root, selector),
};
})()"""


def _script(frame: str, entry: str) -> str:
    """Return an entry of the kit with all that it imports, in a frame.

    Where it goes into every document, one letter beyond Latin 1 would double the size of what Playwright's driver holds
    and copies each time. So such letters are escaped; in a string or a regular expression the escape means the same
    letter.
    """
    script = frame % join(resources.files("handrail.browser") / "kit", entry)
    return re.sub(r"[^\x00-\x7f]", lambda letter: json.dumps(letter[0])[1:-1], script)


@cache
def world_script() -> str:
    """Return the script that defines the kit in a world of its own (Chromium)."""
    return _script(WORLD, "kit.js")


@cache
def handed_over_engine() -> str:
    """Return the selector engine that finds what was handed over to Playwright's world (Chromium)."""
    return _script(ENGINE, "handed_over.js")


@cache
def kit_engine() -> str:
    """Return the kit as a selector engine (Firefox)."""
    return _script(ENGINE_OF_DOCUMENT, "selector_engine.js")
