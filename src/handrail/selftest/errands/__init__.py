"""Harmless tasks of users, with the calls that do them: in Alder, the demo shop, Trac, and on pages of MiniWoB."""

from __future__ import annotations

from handrail.selftest.errands import alder, miniwob, shop, trac
from handrail.selftest.errands.errand import Errand

ERRANDS: tuple[Errand, ...] = (
    *alder.READING,
    *alder.CHANGING,
    *shop.READING,
    *shop.CHANGING,
    *trac.ERRANDS,
    *miniwob.ERRANDS,
)

__all__ = ["ERRANDS", "Errand"]
