"""Harmless tasks of users, and the calls that do them: in Alder, the demo shop, Trac, and on pages of MiniWoB."""

from __future__ import annotations

from handrail.evals.everyday.task import MINIWOB_TASKS, EverydayTask, load_tasks

EVERYDAY_TASKS: tuple[EverydayTask, ...] = (*load_tasks(), *MINIWOB_TASKS)

__all__ = ["EVERYDAY_TASKS", "EverydayTask"]
