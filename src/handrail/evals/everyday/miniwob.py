"""Everyday tasks on pages of MiniWoB: the page states the task and judges it; the model `offline` carries it out."""

from __future__ import annotations

from handrail.evals.everyday.task import EverydayTask

_TASKS = (
    "click-test-2",
    "click-link",
    "click-checkboxes",
    "click-option",
    "click-tab",
    "click-button-sequence",
    "click-scroll-list",
    "choose-list",
    "enter-text",
)

MINIWOB_TASKS = tuple(
    EverydayTask(
        f"miniwob_{task.replace('-', '_')}",
        "",
        None,
        lambda world, _: world.miniwob is not None and world.miniwob.rewards.get(world.folder.name, 0) > 0,
        start=f"{{w.miniwob.origin}}/miniwob/{task}.html?{{w.folder.name}}",
        needs="miniwob",
    )
    for task in _TASKS
)
