"""The scripts that put the kit into pages: its ES modules, joined into one script in the order of their imports.

A selector engine is one script, and a page must not fetch others. So the modules use only a part of the language that
can be joined without a parser: named imports of whole lines, exported declarations, JSON as it is, no circular imports.
"""

from __future__ import annotations

import json
import posixpath
import re
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

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
_IMPORT = re.compile(r"^import (?:\{([^{}]*)\} from )?'([^']*)';\n", re.MULTILINE)
_DATA = re.compile(r"^import (\w+) from '([^']*\.json)' with \{ type: 'json' \};\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:const|function\*?|class) (\w+))", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
_COMMENT = re.compile(r"^ *(?://.*|/\*\*(?:[^*]|\*(?!/))*\*/ *)\n", re.MULTILINE)


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


class KitError(Exception):
    """The modules of the kit cannot be joined."""


def join(folder: Traversable, entry: str) -> str:
    """Return ``entry`` and its imports as one script; at its end the exports of ``entry`` are constants.

    Each module is a function scope of its own, so that names which are not exported stay private.

    Raises:
        KitError: an import is missing, circular, repeated, or written in a way that cannot be joined.
    """
    scripts: list[str] = []
    exports: dict[str, list[str]] = {}

    def add(path: str, above: tuple[str, ...]) -> None:
        if path in above:
            raise KitError(f"Circular import: {' -> '.join([*above[above.index(path) :], path])}")
        if path in exports:
            return
        code, imports, exported = _parse(path, _with_data(folder, path, _read(folder, path, above)))
        for target, _ in imports:
            add(target, (*above, path))
        exports[path] = exported
        lines = []
        for target, names in imports:
            for name in names:
                if name not in exports[target]:
                    raise KitError(f"{path} imports {name}, which {target} does not export")
            if names:
                lines.append(f"const {{ {', '.join(names)} }} = {_variable(target)};")
        body = "\n".join([*lines, code, f"return {{ {', '.join(exported)} }};"])
        scripts.append(f"const {_variable(path)} = (() => {{\n{body}\n}})();")

    add(entry, ())
    return "\n".join([*scripts, f"const {{ {', '.join(exports[entry])} }} = {_variable(entry)};"])


def _read(folder: Traversable, path: str, above: tuple[str, ...]) -> str:
    try:
        return folder.joinpath(*path.split("/")).read_text("utf-8")
    except FileNotFoundError:
        raise KitError(f"{above[-1] if above else 'Python'} imports {path}, which is not there") from None


def _with_data(folder: Traversable, path: str, code: str) -> str:
    """Return the code of a module with the imported JSON files in place of their imports."""

    def constant(found: re.Match[str]) -> str:
        data = json.loads(_read(folder, _resolve(path, found[2]), (path,)))
        return f"const {found[1]} = {json.dumps(data)};\n"

    return _DATA.sub(constant, code)


def _resolve(path: str, target: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), target))


def _parse(path: str, source: str) -> tuple[str, list[tuple[str, list[str]]], list[str]]:
    """Return the code of a module without its comments, what it imports from where, and the names that it exports."""
    code = _COMMENT.sub("", source)
    imports = [
        (_resolve(path, target), re.findall(r"[^\s,][^,]*[^\s,]|[^\s,]", names))
        for names, target in _IMPORT.findall(code)
    ]
    exported: list[str] = _EXPORT.findall(code)
    code = _EXPORT.sub("", _IMPORT.sub("", code))
    if other := _OTHER.search(code):
        raise KitError(f"{path}: cannot join {other[0]!r}")
    seen = set(exported)
    for name in (name for _, names in imports for name in names):
        if not name.isidentifier():
            raise KitError(f"{path}: cannot import {name!r}; import names as they are exported")
        if name in seen:
            raise KitError(f"{path} has two things called {name}")
        seen.add(name)
    return code, imports, exported


def _variable(path: str) -> str:
    return "$" + re.sub(r"\W", "_", path.removesuffix(".js"))
