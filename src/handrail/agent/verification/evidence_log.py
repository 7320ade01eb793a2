"""What a run did and read, taken down call by call: the evidence when it claims to be done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from handrail.agent.verification.acts import PageRecord
from handrail.agent.verification.answer_facts import EvidencePage
from handrail.agent.verification.changes import Changes
from handrail.attachments import Attachment
from handrail.browser.outline.shown_words import page_words
from handrail.browser.types.reading import Snapshot
from handrail.calls.written.sent_choices import LEAST_CHARS
from handrail.calls.written.sent_texts import address_values
from handrail.models.protocol import Call
from handrail.results import Observation, Result
from handrail.results.result_text import result_text, without_refs
from handrail.runs.result import Step
from handrail.texts.shortening import lines_without
from handrail.tools.core.render import without_empty
from handrail.tools.core.table import Record
from handrail.trust import External, externals, plain

MOST_PAGES, PAGE_CHARS, MOST_CHARS = 80, 200_000, 2_000_000
"""Pages and readings that are kept, characters of each, and of all together. The oldest go first."""
MOST_PICTURES = 4
"""The last pictures and documents that the model was shown, for a judge."""
TABLES = frozenset(("csv", "xlsx", "xls", "ods"))
"""Kinds of files that are read as CSV."""
CHANGED, CHANGED_BY_ITSELF = "changed_on_the_page", "changed_meanwhile_not_by_this_call"


class EvidenceLog:
    """Filled with every call of a run, after ``earlier`` ones that it goes on with; asked when it claims to be done."""

    def __init__(self, earlier: Sequence[Step] = ()) -> None:
        self.pages: list[EvidencePage] = []
        self.goes_on = bool(earlier)
        self.complete = not earlier
        """All that was read stands in ``pages``: no picture or document, nothing too long, and nothing earlier."""
        self.calls = [step.as_evidence for step in earlier]
        """Each call and what came of it. Words of pages: they reach a model fenced."""
        self.changes = Changes()
        self._at = self._told_at = ""
        """The address of the page that was seen last, or that a call led to since, and the last that a call tells."""
        self._led = 0
        """The step that led to the page which is seen next, if any did since the last look."""
        self._lines: list[str] = []
        """Those of the page that was seen last."""
        self._composed: tuple[str, ...] = ()
        """What an address said that a call opened, and nothing that was read before: a page may echo it."""
        self._page = PageRecord(0, "")
        self._snapshot: Snapshot | None = None
        self.pictures: list[tuple[int, Attachment]] = []
        """What the model was shown beside text, each with the step that brought it."""

    @property
    def _step(self) -> int:
        """The number of the last call."""
        return len(self.calls)

    def record(self, record: Record | None, call: Call, result: Result) -> None:
        """Take down one call and what came of it."""
        effect = record.effect if record is not None and isinstance(record.effect, str) else "navigate"
        if effect == "control" and result.target is not None:
            # `fill_form` acts on elements by calls of its own.
            effect = "change"
        if record is not None and record.value_field == "url" and isinstance(call.params.get("url"), str):
            self._composed = self._unread(address_values(call.params["url"]))
        made = {"step": self._step + 1, "call": call.name, "params": call.params}
        self.calls.append(made | _describe_outcome(result, is_act=effect == "change"))
        self.changes.record(self._step, self._page, call, result, effect)
        self._see_pictures(result.attachments)
        if (led := plain(result.followed.get("navigated_to"))) is not None:
            self._at, self._told_at, self._led = led, led, self._step
        if result.observation is not None:
            self._note_change(result.observation)
        if effect == "read" and self._at != self._told_at:
            self.calls[-1]["on_page"] = self._told_at = self._at
        # What goes on by calls of its own (`collect`) reads too.
        if result.ok and effect in ("read", "control"):
            self._read(call.name, result.data, effect)
        if files := result.followed.get("downloads"):
            self._read(call.name, {"downloads": files}, "read")

    def _note_change(self, observation: Observation) -> None:
        """Take in the page after a call, and note what of it is new with the call that led there: a page is shown after
        the last call of a turn. Another page that was opened to be read stands among the pages alone."""
        before, by = self._page, self._led or self._step
        page = self.look(observation)
        # Whoever only follows a link reads what is there.
        acts = [act for act in self.changes.acts if act.step == by]
        does = any(act.sent or act.target is None or act.target.kind != "link" for act in acts)
        if page is None or (page.url != before.url and not does):
            return
        # What a field held before a call of the same turn set it was not sent.
        earlier = [act for act in self.changes.acts if act.before is before and act.step < by]
        nodes = [before.find(ref) for act in earlier for ref, _ in act.wanted_values]
        overwritten = tuple(f'{node.role} "{node.name.raw}"' for node in nodes if node is not None and node.name)
        gone = [line for line in page.gone if not line.startswith(overwritten)]
        if changed := [*(f"- {line}" for line in gone), *(f"+ {line}" for line in page.new)]:
            by_itself = by == self._step and observation.by_itself
            self.calls[by - 1][CHANGED_BY_ITSELF if by_itself else CHANGED] = "\n".join(changed)
            self.pages[-1] = replace(self.pages[-1], beside_call=page.new)

    def look(self, observation: Observation | None) -> PageRecord | None:
        """Take in the page as it is now, and return it; None where it was taken in before.

        The first page of a run, and pictures added to an observation, come by no call: they are added here."""
        if observation is None:
            return None
        self._see_pictures(observation.attachments)
        if (dialog := observation.dialog) is not None:
            self._keep(EvidencePage(self._at, f"dialog ({dialog.kind})", dialog.message, outline=False))
        snapshot = observation.snapshot
        if snapshot is None or snapshot is self._snapshot:
            return None
        # The whole page, also where the model was shown a part of it or what changed.
        text = snapshot.outline.map(page_words)
        lines = [line for one in text.raw.split("\n") if (line := one.strip())]
        new, gone = lines_without(lines, self._lines), lines_without(self._lines, lines)
        self._snapshot, self._lines, self._at, self._led = snapshot, lines, snapshot.url.raw, 0
        # What another page does not have is not gone.
        self._page = PageRecord(
            self._step, self._at, new, gone if self._at == self._page.url else [], snapshot.controls
        )
        self.changes.pages.append(self._page)
        if changes := snapshot.mode == "changes":
            text = text.map(lambda _: "\n".join(new))
        self._keep(EvidencePage(self._at, snapshot.title.raw, text, not changes, status=observation.status or 0))
        return self._page

    def _read(self, tool: str, data: Mapping[str, Any], effect: str) -> None:
        """Keep what a tool read, and how much of it there is: what we counted is evidence too, not notes and plans."""
        leaf = next(iter(externals(data)), None)
        if (leaf is None and effect != "control") or (leaf is not None and leaf.label != "notes"):
            read = External(result_text(tool, data), leaf.origin if leaf else "", "page-text")
            is_csv, lines = data.get("kind") in TABLES, read.raw.split("\n")
            self._keep(EvidencePage(self._at, "", read, outline=False, is_csv=is_csv, beside_call=lines))

    def _keep(self, page: EvidencePage) -> None:
        self.complete &= len(page.text) <= PAGE_CHARS
        text = page.text.map(lambda raw: raw[:PAGE_CHARS])
        step = self._step - (self.calls[-1:] != [] and self.calls[-1]["call"] == "done")
        self.pages.append(replace(page, text=text, step=step, echoes=self._composed))
        while len(self.pages) > MOST_PAGES or sum(len(one.text) for one in self.pages) > MOST_CHARS:
            self.complete = False
            del self.pages[0]

    def _unread(self, said: Sequence[str]) -> tuple[str, ...]:
        """Return those values that stand in nothing that was read. (Shorter ones only choose what is shown.)"""
        return tuple(one for one in said if len(one) >= LEAST_CHARS and not any(p.words.says(one) for p in self.pages))

    def _see_pictures(self, attachments: Sequence[Attachment]) -> None:
        self.complete &= not attachments
        new = [one for one in attachments if all(one is not known for _, known in self.pictures)]
        self.pictures = [*self.pictures, *((self._step, one) for one in new)][-MOST_PICTURES:]


def _describe_outcome(result: Result, *, is_act: bool) -> dict[str, Any]:
    # What a page sends by itself while it is read comes of no call; what an act sent is known from the act.
    told, at = plain(result.followed).items(), plain(result.data.get("url"))
    followed = {key: value for key, value in told if value != at and (is_act or key != "sent")}
    outcome = {
        "on": result.target and result.target.words,
        "error": result.error,
        "details": plain(without_refs(result.details)),
        "came_of_it": followed,
        # A long text as it stands: in JSON of JSON half of it would be marks.
        "result": plain(result.data.get("text") or without_refs(without_empty(result.data))),
    }
    return {key: value for key, value in outcome.items() if value}
