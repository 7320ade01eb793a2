"""Serves pages of MiniWoB (MIT licence, from the PyPI package miniwob)."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from handrail.evals.applications.web_server import WebReply, WebRequest, WebServer

# The episode is the same each time, and a request to the server reports its success.
_BEGIN = """<script>addEventListener('load', () => {
  Math.seedrandom('handrail');
  core.EPISODE_MAX_TIME = 1e9;
  const end = core.endEpisode;
  core.endEpisode = (reward, ...more) => (reward > 0 && fetch('/won' + location.search), end(reward, ...more));
  core.startEpisodeReal();
})</script>"""
_KINDS = {".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css"}


class MiniWob(WebServer):
    """Serves the pages, and records which episodes succeeded."""

    def __init__(self) -> None:
        pages = self.folder()
        assert pages is not None, "the package miniwob is not installed"
        self._pages = pages
        self.won: set[str] = set()
        """The queries of the pages whose episodes succeeded."""
        super().__init__("127.0.0.1", self._serve)

    @staticmethod
    def folder() -> Path | None:
        """Return the folder of its pages; None if the package is not installed."""
        found = importlib.util.find_spec("miniwob")
        return None if found is None or found.origin is None else Path(found.origin).parent / "html"

    def _serve(self, request: WebRequest) -> WebReply:
        if request.path == "/won":
            self.won.add(request.target.partition("?")[2])
            return WebReply()
        path = self._pages / request.path.lstrip("/")
        if not path.is_file() or path.suffix not in _KINDS:
            return WebReply(status=404)
        page = path.read_text("utf-8")
        return WebReply(page + _BEGIN if path.suffix == ".html" else page, kind=_KINDS[path.suffix])
