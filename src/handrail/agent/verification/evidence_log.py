"""What a run did and read, taken down call by call: the evidence when it claims to be done."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

from handrail.agent.verification.acts import Act, PageRecord, Unverified
from handrail.agent.verification.changes import Changes
from handrail.agent.verification.facts import EvidencePage, leaves
from handrail.browser.types.reading import Snapshot
from handrail.models.protocol import Call
from handrail.results import Observation, Result, externals
from handrail.tools.core.table import Record
from handrail.trust import External, plain

MOST_PAGES = 80
PAGE_CHARS = 20_000
RESULT_CHARS, NEW_LINES_CHARS = 600, 1_200
"""Characters of a result, and of what was new on the page after it, that a judge is shown."""
_PASSING = re.compile(r" \[e\d+\]| level=\d+| focused\b")
"""What of a line says nothing of the page's words."""
_REF = re.compile(r"e\d+")
_SIGNS = ("+ ", "~ ", "- ")


class EvidenceLog:
    """Filled with every call of a run, in order; asked when the run claims to be done."""

    def __init__(self) -> None:
        self.pages: list[EvidencePage] = []
        self.complete = True
        """All that was read stands in ``pages``: no picture or document, and nothing too long."""
        self.came_of: dict[int, dict[str, Any]] = {}
        """What came of each step. Words of pages: they reach a model fenced."""
        self.changes = Changes()
        self._step = 0
        self._at = ""
        """The address of the page that was seen last, or that a call led to since."""
        self._lines: set[str] = set()
        self._page = PageRecord(0, "")
        self._snapshot: Snapshot | None = None
        self._failed: Unverified | None = None

    @property
    def unverified(self) -> tuple[Unverified, ...]:
        """Changes that were not seen to have happened, and a last act that failed."""
        found = self.changes.unverified()
        if self._failed is not None and self._failed.step > self.changes.looked:
            found = [*(doubt for doubt in found if doubt.step != self._failed.step), self._failed]
        return tuple(found)

    def record(self, record: Record | None, call: Call, result: Result) -> None:
        """Take down one call and what came of it."""
        self._step += 1
        effect = record.effect if record is not None and isinstance(record.effect, str) else "navigate"
        if effect == "change":
            self._act(call, result)
        if self.changes.acts:
            # Answers come late: what a reading call brought belongs to the act before it.
            self.changes.acts[-1].sent += plain(result.followed.get("sent", []))
        for file in plain(result.followed.get("downloads", [])):
            self.changes.files[file["id"]] = {"step": self._step, **self.changes.files.get(file["id"], {}), **file}
        if result.ok and effect != "control":
            self.changes.looked = self._step
        elif not result.ok and effect in ("change", "navigate"):
            why = "it failed, and nothing was tried after it"
            self._failed = Unverified(self._step, call.name, why, "Look again, or try another way.", result.error or "")
        self.complete &= not result.attachments
        self._at = plain(result.followed.get("navigated_to")) or self._at
        new = self.look(result.observation)
        if result.ok and effect in ("read", "navigate"):
            self._read(result)
        self.came_of[self._step] = _describe_outcome(result, new)

    def look(self, observation: Observation | None) -> str:
        """Take in the page as it is now, once, and return the lines that came, changed or went.

        The first page of a run, and pictures added to an observation, come by no call: they are added here."""
        if observation is None:
            return ""
        snapshot, self.complete = observation.snapshot, self.complete and not observation.attachments
        if snapshot is None or snapshot is self._snapshot:
            return ""
        lines = [_PASSING.sub("", line) for line in snapshot.text.raw.split("\n")]
        partly = snapshot.mode == "changes"
        if partly:
            marked = [line for line in lines if line.startswith(_SIGNS)]
            gone = [line[2:].strip() for line in marked if line.startswith("- ")]
            lines = [line[2:] for line in marked if not line.startswith("- ")]
        flat = [line.strip() for line in lines]
        if not partly:
            gone = sorted(self._lines.difference(flat)) if self._page.url == snapshot.url.raw else []
        new = [line for line in flat if line not in self._lines]
        self._lines = set(flat) | (self._lines.difference(gone) if partly else set())
        self._at = snapshot.url.raw
        self._page, self._snapshot = PageRecord(self._step, self._at, new, gone), snapshot
        if self.changes.acts:
            self._page.controls = snapshot.controls
        self.changes.pages.append(self._page)
        text, cut = snapshot.text.map(lambda _: "\n".join(lines)), bool(snapshot.left_out)
        self._keep(EvidencePage(snapshot.url.raw, snapshot.title.raw, text, not partly, cut))
        return "\n".join([f"- {line}" for line in gone] + [f"+ {line}" for line in new])

    def _act(self, call: Call, result: Result) -> None:
        if not self._page.controls and self._snapshot is not None:
            self._page.controls = self._snapshot.controls
        target, asked, before = result.target, "", self.changes.acts[-1] if self.changes.acts else None
        if call.name == "dialog" and before is not None and "dialog" in before.followed:
            target, asked = before.target, before.followed["dialog"]["kind"]
        outcome = (result.ok, result.code, result.data, target, result.followed, result.page_changed, asked)
        self.changes.acts.append(Act(self._step, call.name, call.params, self._page, *outcome))

    def _read(self, result: Result) -> None:
        """Keep what a tool read, and how much of it there is: what we counted is evidence too. A note is not read."""
        leaf = next(iter(externals(result.data)), None)
        if leaf is None or leaf.label != "notes":
            values = [value for value in leaves(plain(result.data)) if not _REF.fullmatch(str(value))]
            counts = [len(value) for value in result.data.values() if isinstance(value, list)]
            text = "\n".join(map(str, [*values, *counts]))
            read = External(text, leaf.origin if leaf else "", "page-text")
            self._keep(EvidencePage(self._at, "", read, outline=False))

    def _keep(self, page: EvidencePage) -> None:
        self.complete &= len(page.text) <= PAGE_CHARS and len(self.pages) < MOST_PAGES
        self.pages.append(replace(page, text=page.text.map(lambda raw: raw[:PAGE_CHARS])))
        del self.pages[:-MOST_PAGES]


def _describe_outcome(result: Result, new: str) -> dict[str, Any]:
    outcome = {
        "on": result.target and f"{result.target.role} {result.target.name.raw[:80]}",
        "error": result.error,
        "details": plain(result.details),
        "came_of_it": plain(result.followed),
        "result": json.dumps(plain(result.data), ensure_ascii=False)[:RESULT_CHARS] if result.data else "",
        "changed_on_the_page": new[:NEW_LINES_CHARS],
    }
    return {key: value for key, value in outcome.items() if value}
