"""Harmless tasks of users, with the calls that do them: in Alder, the demo shop, Trac, and on pages of MiniWoB."""

from __future__ import annotations

from handrail.evals.everyday import alder, miniwob, shop, trac
from handrail.evals.everyday.task import EverydayTask

ERRANDS: tuple[EverydayTask, ...] = (
    *alder.READING,
    *alder.CHANGING,
    *shop.READING,
    *shop.CHANGING,
    *trac.ERRANDS,
    *miniwob.ERRANDS,
)

__all__ = ["ERRANDS", "EverydayTask"]
