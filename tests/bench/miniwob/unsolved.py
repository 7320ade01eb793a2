"""The tasks without a solver, and why."""

from __future__ import annotations

PIXELS = "graded by the distance from a place between whole pixels: 1 cannot be reached"
MOVES = "what is to be pointed at moves by itself, faster than a call of a tool"
SEEN = "told by pixels only, which no tool reads: for a model with eyes"

UNSOLVED: dict[str, str] = {
    "bisect-angle": PIXELS,
    "chase-circle": MOVES,
    "circle-center": PIXELS,
    "click-checkboxes-soft": "asks which words mean nearly the same: knowledge of English, not of the page",
    "count-sides": SEEN,
    "daily-calendar": "draws a new event beside the pointer where rows are taller than it assumes, and waits for the "
    "button to be released on it",
    "drag-cube": "turns by how fast the pointer moves, and its faces never lie still enough to be pressed",
    "draw-circle": "asks for a round of the pointer; `drag` and `drag_at` draw straight lines",
    "find-midpoint": PIXELS,
    "hover-shape": MOVES,
    "moving-items": MOVES,
    "number-checkboxes": SEEN,
    "right-angle": PIXELS,
    "simon-says": "shows its sequence while the page is being opened",
    "stock-market": "the price changes ten times a second: buying at the right one is luck",
}
