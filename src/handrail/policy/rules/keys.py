"""Keys that a model presses: they are text, presses and shortcuts at once. Rule 4."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from handrail.browser.types.keys import PRESSING_KEYS, pastes
from handrail.messages import Sentence
from handrail.policy.decision import MAX_SHOWN, Ask, Decision, ask_for_grant, excerpt, flag
from handrail.policy.facts import CallRequest, Facts
from handrail.policy.rules.pressed import site_name
from handrail.trust import one_line, site_line

ARROWS = frozenset(("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "PageUp", "PageDown", "Home", "End"))
"""Keys that move, and choose in a list."""
QUIET_KEYS = ARROWS | {
    "Escape", "Tab", "Shift+Tab", "Control+a", "Meta+a", "ControlOrMeta+a", "Shift", "Control", "Alt", "Meta",
    # By words, lines or the whole text, and what marks text on the way. (Alt+ArrowLeft goes back.)
    *(
        f"{held}+{key}"
        for held in ("Shift", "Control", "ControlOrMeta", "Control+Shift", "Shift+Control")
        for key in ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End")
    ),
}  # fmt: skip
"""Keys that move and select; what else a page makes of them is its own doing."""


def keys_that_move(request: CallRequest, facts: Facts) -> Decision | None:
    """Keys are text, presses and shortcuts at once. Those that move are free, and so are Enter and Space on an element
    that is judged like a click, unless a key before them moved the focus to another one. A grant frees the others."""
    if not facts.keys or facts.dialog is not None or all(key in QUIET_KEYS for key in facts.keys):
        return None
    if _presses_what_is_judged(facts):
        return None
    if request.permissions.allows("press", origin := facts.acted_on):
        return None
    # A text that is typed where none may stand is read as a text.
    keys = excerpt(facts.written) if facts.written else _in_runs(facts.keys)
    question = Sentence("The model wants to press {what} on {site}.", what=keys, site=site_name(origin))
    return ask_for_grant("keys_that_move", "press", origin, question)


def pastes_are_asked(request: CallRequest, facts: Facts) -> Decision | None:
    """Promise G2: what a page's own button, the user or another program copied reaches no other page unasked. Nobody
    knows what that is, so it is asked every time, except on an origin that the user trusts."""
    origin = facts.acted_on
    if not any(map(pastes, facts.keys)) or origin in request.permissions.trusted:
        return None
    question = Sentence(
        "The model wants to paste on {site} what the clipboard holds, whatever page or program of this machine it is "
        "from.",
        site=site_line(origin),
    )
    return Ask("pastes_are_asked", question, flag("--trust", origin))


def _in_runs(keys: Sequence[str]) -> str:
    runs = ((key, len(list(run))) for key, run in groupby(keys))
    return one_line(" ".join(f"{key} (×{n})" if n > 2 else " ".join([key] * n) for key, n in runs), MAX_SHOWN)


def _presses_what_is_judged(facts: Facts) -> bool:
    *before, last = facts.keys
    moved = any(key in ("Tab", "Shift+Tab") for key in before)
    return facts.element is not None and last in PRESSING_KEYS and not moved and QUIET_KEYS.issuperset(before)
