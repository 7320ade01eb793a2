"""What Playwright's AI snapshot or the browser's own text of a page has, and our snapshot has not. Part of
`bench.snapshot`."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

ROLES = frozenset(
    (
        "button", "checkbox", "combobox", "link", "listbox", "menuitem", "menuitemcheckbox", "menuitemradio", "option",
        "radio", "searchbox", "slider", "spinbutton", "switch", "tab", "textbox", "treeitem",
    )
)  # fmt: skip
UNSEEN = """() => {
  const isShut = box => {
    const { overflow, display } = getComputedStyle(box);
    const isBox = display !== 'inline' && display !== 'contents';
    return isBox && overflow !== 'visible' && (box.clientHeight <= 1 || box.clientWidth <= 1);
  };
  const isAway = box => {
    if (getComputedStyle(box).position !== 'fixed') return false;
    const { left, right, top, bottom } = box.getBoundingClientRect();
    return right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight;
  };
  const isUnseen = element => {
    if (!element.checkVisibility()) return false;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return true;
    for (let at = element; at; at = at.parentElement) if (isShut(at) || isAway(at)) return true;
    return false;
  };
  const words = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (isUnseen(walker.currentNode.parentElement)) words.push(walker.currentNode.data);
  return words.join(' ');
}"""
"""Text that `innerText` has, since it has a box, but that no person can see: transparent (a popover that waits for the
mouse), in a box that is shut (an answer folded to no height), or fixed outside of the window (a drawer)."""


def missing_elements(nodes: Any, text: str, theirs: str) -> Counter[str]:
    """Interactive elements that Playwright shows, by role and name, and we do not."""
    ours = Counter((_kind(node.role), _folded(node.name.raw)) for node in nodes)
    # Choices of a closed select stand on its line.
    for choices in re.findall(r' of (".*)$', text, re.M):
        ours.update(("option", _folded(name)) for name in re.findall(r'"((?:[^"\\]|\\.)*)"', choices))
    more = sum(map(int, re.findall(r" and (\d+) more$", text, re.M)))
    shown: Counter[tuple[str, str]] = Counter()
    for role, name in re.findall(r'^\s*- \'?([a-z]+)(?: "((?:[^"\\]|\\.)*)")?[^\n]*\[ref=', theirs, re.M):
        if role in ROLES:
            shown[_kind(role), _folded(name)] += 1
    missing: Counter[str] = Counter()
    for (role, name), count in (shown - ours).items():
        if name:
            missing[f'{role} "{name}"'] += count
    # Playwright leaves a name out where the lines below say it: those are compared by number.
    for role in {role for role, _ in shown}:
        fewer = sum(n for (r, _), n in shown.items() if r == role) - sum(n for (r, _), n in ours.items() if r == role)
        if fewer > 0:
            missing[role] = max(0, fewer - sum(n for key, n in missing.items() if key.startswith(f'{role} "')))
    hidden = sum(count for key, count in missing.items() if key.startswith("option "))
    return missing if hidden > more else Counter({k: n for k, n in missing.items() if not k.startswith("option ")})


def _kind(role: str) -> str:
    return "textbox" if role == "searchbox" else role


def _folded(name: str) -> str:
    return " ".join(name.replace('\\"', '"').replace("\\\\", "\\").replace("''", "'").split()).casefold()


def missing_words(text: str, inner: str, unseen: str) -> Counter[str]:
    """Words of the browser's ``innerText`` that we lack, but those that nobody can see."""
    shown = Counter(re.findall(r"\w+", inner.lower())) - Counter(re.findall(r"\w+", unseen.lower()))
    return shown - Counter(re.findall(r"\w+", text.lower()))
