"""Whatever a page does, a ref means its own element or none, and `changes` makes the new outline of the old one.

Pages are edited at random. Every element carries its truth where the kit cannot read it, in the page's own world: which
node it is, and which thing it stands for, which a re-rendered node shares with the one before it. Only a thing that
came when another was gone, and is like it to the letter, may have its refs: nobody who looks at the page can tell.

`EXAMPLES=3000 pytest --timeout=0 tests/browser/test_refs_property.py` looks longer; `-k firefox` in one alone.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from playwright.async_api import Browser, Page

from handrail.browser.page.page_context import PageContext
from handrail.browser.page.refs import Refs
from handrail.browser.reading.page_reader import PlaywrightReader
from handrail.browser.types.errors import StaleRef

EXAMPLES = {"chromium": 40, "firefox": 10}
if asked := os.environ.get("EXAMPLES"):
    EXAMPLES = dict.fromkeys(EXAMPLES, int(asked))
EVERYTHING = 10**9

# Things are shown as items of two lists, rows of a table, and cards; many share a name. The page keeps its things, and
# renders a box anew from them or edits nodes in their place.
PAGE = """<!doctype html><title>Things</title>
<main><h1>Things</h1><ul id=a></ul><section aria-label=Second><ul id=b></ul></section>
<table><tbody id=c></tbody></table><div id=d></div></main>
<p>Much that does not change stands here too.</p><button>Help</button>
<script>{
  const boxes = { a: [], b: [], c: [], d: [] };
  const nodes = new WeakMap(), truths = new WeakMap();
  let born = 0, next = 0;
  const html = {
    a: t => `<li>${t.name} <button>Delete</button></li>`,
    b: t => `<li><label>${t.name} <input type=checkbox></label><a href="#${t.id}">Open</a></li>`,
    c: t => `<tr><td>${t.name}</td><td><button>Edit</button> <button>Delete</button></td></tr>`,
    d: t => `<div><div><h3>${t.name}</h3><p>In stock</p><button>Buy</button></div></div>`,
  };
  // What each control stands for: its thing, and which of the thing's controls it is.
  const mark = () => {
    for (const [name, things] of Object.entries(boxes)) {
      [...document.getElementById(name).children].forEach((item, at) => {
        item.querySelectorAll('button, input, a').forEach((part, of) => {
          truths.set(part, [things[at].id, `${things[at].name} in ${name}, part ${of}`]);
        });
      });
    }
    for (const part of document.querySelectorAll('button, input, a')) if (!nodes.has(part)) nodes.set(part, ++born);
  };
  const make = (box, thing) => {
    const holder = document.createElement(box === 'c' ? 'tbody' : 'div');
    holder.innerHTML = html[box](thing);
    return holder.firstElementChild;
  };
  const render = box => { document.getElementById(box).innerHTML = boxes[box].map(html[box]).join('') };
  const edits = {
    insert(box, at, name) {
      const thing = { id: ++next, name };
      const parent = document.getElementById(box);
      at = Math.min(at, boxes[box].length);
      parent.insertBefore(make(box, thing), parent.children[at] ?? null);
      boxes[box].splice(at, 0, thing);
    },
    remove(box, at) {
      if (!boxes[box].length) return;
      at %= boxes[box].length;
      document.getElementById(box).children[at].remove();
      boxes[box].splice(at, 1);
    },
    move(box, at, name, to) {
      if (!boxes[box].length) return;
      at %= boxes[box].length;
      const parent = document.getElementById(box);
      const item = parent.children[at];
      const [thing] = boxes[box].splice(at, 1);
      item.remove();
      to = Math.min(to, boxes[box].length);
      parent.insertBefore(item, parent.children[to] ?? null);
      boxes[box].splice(to, 0, thing);
    },
    render,
    removeAndRender(box, at) {
      if (boxes[box].length) boxes[box].splice(at % boxes[box].length, 1);
      render(box);
    },
    insertAndRender(box, at, name) { boxes[box].splice(at, 0, { id: ++next, name }); render(box); },
    reverseAndRender(box) { boxes[box].reverse(); render(box); },
    rename(box, at, name) {
      // A card says nowhere that it is one.
      if (!boxes[box].length || box === 'd') return;
      at %= boxes[box].length;
      // Whether its thing was renamed, or its node is used for another one by now, nobody can tell.
      if (boxes[box][at].name !== name) boxes[box][at] = { id: ++next, name };
      const walker = document.createTreeWalker(document.getElementById(box).children[at], NodeFilter.SHOW_TEXT);
      walker.nextNode().data = `${name} `;
    },
    wrap(box) { const inner = document.getElementById(box); const outer = document.createElement('fieldset');
      outer.innerHTML = '<legend>Wrapped</legend>'; inner.replaceWith(outer); outer.append(inner); },
    hide(box) { document.getElementById(box).toggleAttribute('hidden') },
    check(box, at) { const all = document.querySelectorAll('input'); if (all.length) all[at % all.length].click() },
    title(box, at, name) { document.querySelector('h1').textContent = name },
  };
  window.edit = (kind, box, at, name, to) => { edits[kind](box, at, name, to); mark() };
  window.truth = part => [nodes.get(part), ...(truths.get(part) ?? [0, ''])];
  window.things = () => Object.values(boxes).flat().map(thing => thing.id);
  mark();
}</script>"""

EDITS = (
    "insert", "remove", "move", "render", "removeAndRender", "insertAndRender", "reverseAndRender", "rename", "wrap",
    "hide", "check", "title",
)  # fmt: skip
EDIT = st.tuples(
    st.sampled_from(EDITS), st.sampled_from("abcd"), st.integers(0, 4), st.sampled_from(["Ada", "Bob", "Cyd"]),
    st.integers(0, 4),
)  # fmt: skip
# A round is some edits and what is asked after them: a ref of before, or a snapshot at once.
ROUND = st.tuples(st.lists(EDIT, min_size=1, max_size=4), st.booleans())
STORY = st.tuples(st.lists(EDIT, min_size=3, max_size=10), st.lists(ROUND, min_size=2, max_size=5))


@pytest.fixture
async def desk(any_browser: Browser) -> AsyncIterator[Page]:
    page = await (await any_browser.new_context()).new_page()
    yield page
    await page.context.close()


async def test_a_ref_means_its_own_element_and_changes_make_the_new_outline(desk: Page, any_browser: Browser) -> None:
    modes: Counter[str] = Counter()
    for first, rounds in _examples(STORY, EXAMPLES[any_browser.browser_type.name]):
        story = _Story(desk)
        await story.begin(first)
        for edits, ask_first in rounds:
            modes[await story.go_on(edits, ask_first)] += 1
    assert modes["changes"] > modes.total() / 2, "most edits are small enough to be told as changes"


def _examples(strategy: st.SearchStrategy[Any], count: int) -> list[Any]:
    """Drawn beforehand, since the browser lives in the loop of the tests and hypothesis calls plain functions."""
    drawn: list[Any] = []

    @settings(max_examples=count, deadline=None, derandomize=True, database=None, phases=[Phase.generate])
    @given(strategy)
    def draw(example: Any) -> None:
        drawn.append(example)

    draw()
    return drawn


Truth = list[Any]
"""The number of a thing, greater than those of older ones, and what a control says of it to who looks at the page."""


@dataclass
class _Story:
    page: Page
    told: list[Any] = field(default_factory=list)

    async def begin(self, edits: Sequence[Any]) -> None:
        await self.page.set_content(PAGE)
        self.core = PageContext("t1", self.page, Refs())
        self.reader = PlaywrightReader(self.core)
        self.meant: dict[str, Truth] = {}
        self.refs: dict[tuple[object, object], str] = {}
        await self._edit(edits)
        await self._look(await self.reader.snapshot("full", max_chars=EVERYTHING))

    async def go_on(self, edits: Sequence[Any], ask_first: bool) -> str:
        """Edit the page and look again; gives how that was told."""
        await self._edit(edits)
        if ask_first:
            await self._ask_some()
        before = self.lines
        changed = await self.reader.snapshot("changes", max_chars=EVERYTHING)
        await self._look(changed)
        if changed.mode == "changes":
            said = changed.text.raw.splitlines()
            assert applied(before, said) == _flat(self.lines), ("\n".join(said), self.told)
        return str(changed.mode)

    async def _edit(self, edits: Sequence[Any]) -> None:
        self.told += edits
        await self.page.evaluate("edits => { for (const each of edits) edit(...each) }", edits)

    async def _look(self, snapshot: Any) -> None:
        """What every ref of a snapshot means is what it always meant, and what stayed has its ref still."""
        self.lines = [line.indented for line in snapshot.gathered.whole()]
        shown = {node.ref for node in snapshot.nodes if node.ref}
        for ref, (node, *truth) in (await self._truths()).items():
            if ref not in shown:
                continue
            await self._check(ref, truth)
            assert self.refs.setdefault((node, truth[0]), ref) == ref, (node, self.told)
        self.newest = max(await self.page.evaluate("things()"), default=0)

    async def _check(self, ref: str, truth: Truth) -> None:
        thing, words = self.meant.setdefault(ref, truth)
        if thing != truth[0]:
            there = await self.page.evaluate("things()")
            assert thing not in there, (ref, thing, truth, self.told)
            assert truth[0] > self.newest, (ref, thing, truth, self.told)
            assert truth[1] == words, (ref, thing, truth, self.told)
        self.meant[ref] = truth

    async def _truths(self) -> dict[str, tuple[int, int, str]]:
        frame = self.page.main_frame
        asked = await self.core.ask(frame, "query", selector="button, input, a", within=None, most=1000)
        truths = await self.page.evaluate("[...document.querySelectorAll('button, input, a')].map(truth)")
        names = [self.core.refs.name("t1", frame, asked.nonce, local) for local in asked.data["locals"]]
        return dict(zip(names, truths, strict=True))

    async def _ask_some(self) -> None:
        """Refs of the snapshot before, asked before the next one: the way of an act."""
        for ref in sorted(self.meant)[::3][:4]:
            try:
                target = await self.core.live(ref)
            except StaleRef:
                continue
            _, *truth = await (await self.core.locator(target)).evaluate("part => truth(part)")
            await self._check(ref, truth)


def applied(old: Sequence[str], told: Sequence[str]) -> list[str]:
    """The new outline, without indentation, of the old one and what `changes` told: as its own documentation says."""
    if told == ["(nothing changed)"]:
        return _flat(old)
    in_place = {_ref(line): line[2:] for line in _flat(told) if line.startswith("~ ")}
    moved = {_ref(line) for line in told if line.startswith("+ ")} - {None}
    rest = [in_place.get(_ref(line), line) for line in _flat(old) if _ref(line) not in moved]
    made: list[str] = []
    for line in told:
        mark, text = line[:2], line[2:].strip()
        if text.startswith("… "):
            continue
        if mark in ("  ", "~ ", "- "):
            text, _, after = text.partition(" (and ") if mark == "- " else (text, "", "")
            found = rest.index(_flat([text])[0])
            made += rest[: found + (mark != "- ")]
            del rest[: found + 1 + int(after.split(" ")[0] or 0)]
        elif mark == "+ ":
            made.append(text)
    return _flat(made + rest)


def _flat(lines: Sequence[str]) -> list[str]:
    return [line.strip().replace(" focused", "") for line in lines]


def _ref(line: str) -> str | None:
    found = re.search(r"(?<= \[)e\d+(?=\])", re.sub(r'"(?:[^"\\]|\\.)*"', '""', line.split(": ")[0]))
    return found[0] if found else None
