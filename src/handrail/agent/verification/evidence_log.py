"""What a run did and read, taken down call by call: the evidence when it claims to be done."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from handrail.agent.verification.acts import Act, PageRecord, Unverified
from handrail.agent.verification.changes import NOT_PERMITTED, Changes
from handrail.agent.verification.facts import EvidencePage
from handrail.attachments import Attachment
from handrail.browser.reading.shown_parts import FOLDED
from handrail.browser.types.reading import Snapshot
from handrail.models.protocol import Call
from handrail.results import Observation, Result, externals
from handrail.tools.core.render import without_empty
from handrail.tools.core.table import Record
from handrail.trust import External, plain

MOST_PAGES = 80
PAGE_CHARS = 20_000
WHOLE_CHARS, MOST_WHOLE = 200_000, 20
"""Characters of a page that was too long to be shown as a whole, and how many of those are kept for a judge."""
MOST_PICTURES = 4
"""The last pictures and documents that the model was shown, for a judge."""
_PASSING = re.compile(r" \[e\d+\]| level=\d+| focused\b")
"""What of a line says nothing of the page's words."""
_ELEMENT = re.compile(r'\w+ ".*?"')
_SIGNS = ("+ ", "~ ", "- ")
CHANGED, CHANGED_BY_ITSELF = "changed_on_the_page", "changed_meanwhile_not_by_this_call"


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
        self._led = 0
        """The step that led to the page which is seen next, if any did since the last look."""
        self._lines: set[str] = set()
        self._page = PageRecord(0, "")
        self._snapshot: Snapshot | None = None
        self._failed: Unverified | None = None
        self.pictures: list[tuple[int, Attachment]] = []
        """What the model was shown beside text, each with the step that brought it."""
        self._whole: dict[str, EvidencePage] = {}

    @property
    def for_judge(self) -> list[EvidencePage]:
        """All that was read, but for mere addresses, and before it the whole of pages too long to be shown."""
        read = (page for page in self.pages if page.outline or not page.text.raw.startswith(page.url))
        return [*self._whole.values(), *read]

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
            refused = result.code == "not_permitted"
            why, shows = "it failed, and nothing was tried after it", "Look again, or try another way."
            if refused:
                why, shows = "it was not permitted, so it did not happen", NOT_PERMITTED
            self._failed = Unverified(self._step, call.name, why, shows, result.error or "", refused=refused)
        self._see_pictures(result.attachments)
        if (led := plain(result.followed.get("navigated_to"))) is not None:
            self._at, self._led = led, self._step
        before, by = self._page.url, self._led or self._step
        new = self.look(result.observation)
        by_itself = by == self._step and result.observation is not None and result.observation.by_itself
        key = "page_opened" if self._page.url != before else CHANGED_BY_ITSELF if by_itself else CHANGED
        if result.ok and effect in ("read", "navigate"):
            self._read(call.name, result)
        self.came_of[self._step] = _describe_outcome(result, is_act=effect == "change")
        if new.strip("+ "):
            # A page is shown after the last call of a turn; another one of it may have opened that.
            self.came_of[by][key] = new
        if effect == "read":
            self.came_of[self._step]["on_page"] = self._at

    def look(self, observation: Observation | None) -> str:
        """Take in the page as it is now, once, and return the lines that came, changed or went.

        The first page of a run, and pictures added to an observation, come by no call: they are added here."""
        if observation is None:
            return ""
        self._see_pictures(observation.attachments)
        if (dialog := observation.dialog) is not None:
            self._keep(EvidencePage(self._at, f"dialog ({dialog.kind})", dialog.message, outline=False))
        snapshot = observation.snapshot
        if snapshot is None or snapshot is self._snapshot:
            return ""
        shown = FOLDED.sub(r"\1", snapshot.text.raw)
        lines = [_PASSING.sub("", line) for line in shown.split("\n")]
        marked = [line for line in lines if line.startswith(_SIGNS)]
        if partly := snapshot.mode == "changes":
            lines = [line[2:] for line in marked if not line.startswith("- ")]
        flat = [line.strip() for line in lines]
        if partly:
            gone, lost = self._lost(snapshot, marked, flat)
        else:
            gone = lost = self._gone(snapshot, flat) if self._page.url == snapshot.url.raw else []
        new = [line for line in flat if line not in self._lines]
        stays = partly or shown != snapshot.text.raw
        self._lines = set(flat) | (self._lines.difference(lost) if stays else set())
        self._at, before = snapshot.url.raw, self._page.url
        self._page, self._snapshot = PageRecord(self._step, self._at, new, gone), snapshot
        led, self._led = self._led or self._step, 0
        if self.changes.acts:
            self._page.controls = snapshot.controls
        self.changes.pages.append(self._page)
        text, cut = snapshot.text.map(lambda _: "\n".join(lines)), bool(snapshot.left_out)
        page = EvidencePage(snapshot.url.raw, snapshot.title.raw, text, not partly, cut)
        self._keep(page, led)
        if cut:
            self._keep_whole(replace(page, text=snapshot.outline))
        if not partly and self._page.url != before:
            # Of another page all is new, also what the one before said too.
            new = flat
        # Behind a dialog, or beyond what fits, a line is not gone for being left out.
        left = [f"- {line}" for line in gone if not cut or partly]
        return "\n".join([*left, *(f"+ {line}" for line in new)])

    def _lost(self, snapshot: Snapshot, marked: Sequence[str], shown: Sequence[str]) -> tuple[list[str], list[str]]:
        """The lines that changes name as gone, and all that the page no longer has by them."""
        # An element that was made anew comes again as it was.
        named = [words for line in marked if line.startswith("- ") and (words := line[2:].strip()) not in shown]
        # Of lines that went together the first and the last are named; of one that changed, what it says now.
        together = any(" (and " in line for line in named)
        altered = {_element(line[2:]) for line in marked if line.startswith("~ ")}
        missing = self._gone(snapshot, shown) if together or altered else []
        return named, [*named, *(line for line in missing if together or _element(line) in altered)]

    def _gone(self, snapshot: Snapshot, shown: Sequence[str]) -> list[str]:
        """The lines of the page before that this one no longer has; one that is not shown again may still be there."""
        if not (missing := self._lines.difference(shown)):
            return []
        there = {_PASSING.sub("", line).strip() for line in snapshot.outline.raw.split("\n")}
        return sorted(missing - there)

    def _act(self, call: Call, result: Result) -> None:
        if not self._page.controls and self._snapshot is not None:
            self._page.controls = self._snapshot.controls
        target, asked, before = result.target, "", self.changes.acts[-1] if self.changes.acts else None
        if call.name == "dialog" and before is not None and "dialog" in before.followed:
            target, asked = before.target, before.followed["dialog"]["kind"]
        outcome = (result.ok, result.code, result.data, target, result.followed, result.page_changed, asked)
        self.changes.acts.append(Act(self._step, call.name, call.params, self._page, *outcome))

    def _read(self, tool: str, result: Result) -> None:
        """Keep what a tool read, and how much of it there is: what we counted is evidence too. A note is not read."""
        leaf = next(iter(externals(result.data)), None)
        if leaf is None or leaf.label != "notes":
            data = dict(result.data)
            found = [_as_it_stands(plain(one)) for one in data.pop("matches", [])] if tool == "search_page" else []
            # Words of our own (roles, refs, whether something is seen) are nobody's evidence.
            counts = [f"{key}: {len(value)}" for key, value in result.data.items() if isinstance(value, list)]
            text = "\n".join([*found, *_values(data), *counts])
            read = External(text, leaf.origin if leaf else "", "page-text")
            self._keep(EvidencePage(self._at, "", read, outline=False))

    def _keep(self, page: EvidencePage, step: int | None = None) -> None:
        self.complete &= len(page.text) <= PAGE_CHARS and len(self.pages) < MOST_PAGES
        page = replace(page, text=page.text.map(lambda raw: raw[:PAGE_CHARS]), step=step or self._step)
        self.pages.append(page)
        del self.pages[:-MOST_PAGES]

    def _keep_whole(self, page: EvidencePage) -> None:
        text = page.text.map(lambda raw: _PASSING.sub("", raw[:WHOLE_CHARS]))
        self._whole.pop(page.url, None)
        self._whole[page.url] = replace(page, text=text, step=self._step, beyond=True)
        if len(self._whole) > MOST_WHOLE:
            del self._whole[next(iter(self._whole))]

    def _see_pictures(self, attachments: Sequence[Attachment]) -> None:
        self.complete &= not attachments
        new = [one for one in attachments if all(one is not known for _, known in self.pictures)]
        self.pictures = [*self.pictures, *((self._step, one) for one in new)][-MOST_PICTURES:]


def _element(line: str) -> str:
    """The role and the name of a line, without its state."""
    return match[0] if (match := _ELEMENT.match(line.strip())) else line


def _values(value: Any, key: str = "text") -> Iterator[str]:
    """What the page says in a result, and what was counted, each with its key but for the text itself."""
    match value:
        case dict():
            for name, part in value.items():
                yield from _values(part, name)
        case list():
            for part in value:
                yield from _values(part, key)
        case External() | int() | float() if not isinstance(value, bool):
            words = str(plain(value))
            yield words if key == "text" or "\n" in words else f"{key}: {words}"


def _as_it_stands(match: dict[str, Any]) -> str:
    """A match of a search between the words around it: apart from them, a value would stand beside the wrong name."""
    page = f"page {match['page']}\n" if "page" in match else ""
    return f"{page}{match['heading']}\n{match['before']}{match['match']}{match['after']}"


def _describe_outcome(result: Result, *, is_act: bool) -> dict[str, Any]:
    # What a page sends by itself while it is read comes of no call; what an act sent is known from the act.
    followed = {key: value for key, value in plain(result.followed).items() if is_act or key != "sent"}
    outcome = {
        "on": result.target and f"{result.target.role} {result.target.name.raw[:80]}",
        "error": result.error,
        "details": plain(result.details),
        "came_of_it": followed,
        "result": plain(without_empty(result.data)),
    }
    return {key: value for key, value in outcome.items() if value}
