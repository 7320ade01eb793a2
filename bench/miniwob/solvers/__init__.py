"""Solvers of tasks, by families: each is a function of an `Episode`."""

from __future__ import annotations

from bench.miniwob.solvers import clicks, drags, fields, games, mail, reading, shapes

__all__ = ["clicks", "drags", "fields", "games", "mail", "reading", "shapes"]
