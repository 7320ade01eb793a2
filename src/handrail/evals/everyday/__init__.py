"""Harmless tasks of users, and the calls that do them: in Alder, the demo shop, Trac, and on pages of MiniWoB."""

from __future__ import annotations

from handrail.evals.everyday import alder, miniwob, shop, trac
from handrail.evals.everyday.task import EverydayTask

EVERYDAY_TASKS: tuple[EverydayTask, ...] = (
    *alder.READING,
    *alder.CHANGING,
    *shop.READING,
    *shop.CHANGING,
    *trac.EVERYDAY_TASKS,
    *miniwob.EVERYDAY_TASKS,
)

__all__ = ["ERRANDS", "EverydayTask"]
