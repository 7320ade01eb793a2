"""Serves pages of MiniWoB++ (MIT licence, from the PyPI package miniwob)."""

from __future__ import annotations

import asyncio
import importlib.util
import threading
from pathlib import Path
from typing import NamedTuple

from handrail.evals.applications.web_server import WebReply, WebRequest, WebServer

# An episode is the same for each seed, and reports its reward, before the page takes off what it took of time.
_BEGIN = """<script>addEventListener('load', () => {
  Math.seedrandom(new URLSearchParams(location.search).get('seed') ?? 'handrail');
  core.EPISODE_MAX_TIME = 1e9;
  const end = core.endEpisode;
  let ended = false;
  core.endEpisode = (reward, ...more) => {
    if (!ended) fetch('/reward/' + reward + location.search);
    ended = true;
    end(reward, ...more);
  };
  core.startEpisodeReal();
})</script>"""
_KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".css": "text/css",
    ".png": "image/png",
    ".gif": "image/gif",
    ".jpg": "image/jpeg",
}


class EpisodeAddress(NamedTuple):
    url: str
    key: str
    """What its reward is known by."""


class MiniWob(WebServer):
    """Serves the pages, and records the reward of each episode."""

    def __init__(self) -> None:
        pages = self.folder()
        assert pages is not None, "the package miniwob is not installed"
        self._pages = pages
        self._count = 0
        self.rewards: dict[str, float] = {}
        """The reward of each episode that has ended, by the query of its page."""
        self._ended = threading.Condition()
        super().__init__("127.0.0.1", self._serve)

    @staticmethod
    def folder() -> Path | None:
        """Return the folder of its pages; None if the package is not installed."""
        found = importlib.util.find_spec("miniwob")
        return None if found is None or found.origin is None else Path(found.origin).parent / "html"

    def tasks(self) -> list[str]:
        """Return the names of all tasks."""
        return sorted(page.stem for page in (self._pages / "miniwob").glob("*.html"))

    def episode(self, task: str, seed: int) -> EpisodeAddress:
        """Return the address of an episode that no other has."""
        self._count += 1
        key = f"episode={self._count}&seed={seed}"
        return EpisodeAddress(f"{self.origin}/miniwob/{task}.html?{key}", key)

    async def reward(self, key: str, seconds: float) -> float | None:
        """Return the reward of an episode once it has ended; None if it does not in this time."""

        def wait() -> None:
            with self._ended:
                self._ended.wait_for(lambda: key in self.rewards, timeout=seconds)

        await asyncio.to_thread(wait)
        return self.rewards.get(key)

    def _serve(self, request: WebRequest) -> WebReply:
        if request.path.startswith("/reward/"):
            with self._ended:
                self.rewards[request.target.partition("?")[2]] = float(request.path.removeprefix("/reward/"))
                self._ended.notify_all()
            return WebReply()
        path = self._pages / request.path.lstrip("/")
        if not path.is_file() or path.suffix not in _KINDS:
            return WebReply(status=404)
        page = path.read_bytes()
        return WebReply(page + _BEGIN.encode() if path.suffix == ".html" else page, kind=_KINDS[path.suffix])
