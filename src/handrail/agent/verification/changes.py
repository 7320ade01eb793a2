"""The changes of a run, and the rules by which one counts as seen to have happened."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

from handrail.agent.verification.acts import NOT_PERMITTED, UNCONFIRMED, Act, PageRecord, Unverified, field_value
from handrail.browser.types.acts import stopped_in
from handrail.browser.types.reading import Node
from handrail.calls.effects.sent_outcomes import kind_of, may_be_taken, succeeded
from handrail.models.protocol import Call
from handrail.results import Result
from handrail.texts.held_values import holds
from handrail.texts.task_words import mentions
from handrail.trust import plain

UNCERTAIN = frozenset({"timeout", "uncertain"})
"""Failures after which an act may have happened all the same."""
NEVER_BEGUN = frozenset({"unknown_tool", "invalid_params"})
"""Failures of calls that no page had a part in: nothing is left undone by them."""
LOUD = ("alert", "error", "status", "heading", "dialog")
"""Roles at the beginning of a line that speak of what was just done."""
CHOSEN = frozenset({"option", "gridcell", "menuitem"})
"""Roles whose click puts something else into a field than what was typed."""


@dataclass(slots=True)
class Changes:
    """What was done, in order, and the pages in between."""

    acts: list[Act] = field(default_factory=list)
    pages: list[PageRecord] = field(default_factory=list)
    files: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Downloads by id, each as it was last reported, with the ``step`` that began it."""
    looked: int = 0
    """The last step that went well and was not one of steering."""
    failed: Unverified | None = None
    """The last act or navigation that failed."""

    def record(self, step: int, before: PageRecord, call: Call, result: Result, effect: str) -> None:
        """Take down what a call did, sent and loaded, and whether it failed; ``before``: the page it was made on."""
        if result.code in NEVER_BEGUN:
            return
        if effect == "change":
            self.acts.append(self._act(step, before, call, result))
        if self.acts:
            # Answers come late: what a reading call brought belongs to the act before it.
            self.acts[-1].sent += plain(result.followed.get("sent", []))
        fetched = [result.data] if result.ok and call.name == "download" else []
        for file in plain([*result.followed.get("downloads", []), *fetched]):
            self.files[file["id"]] = {"step": step, **self.files.get(file["id"], {}), **file}
        if result.ok and effect != "control":
            self.looked = step
        elif not result.ok and effect in ("change", "navigate"):
            why, shows = "it failed, and nothing was tried after it", "Look again, or try another way."
            if refused := result.code == "not_permitted":
                why, shows = "it was not permitted, so it did not happen", NOT_PERMITTED
            aside = refused and effect == "change" and self.acts[-1].is_stopped_aside
            self.failed = Unverified(step, call.name, why, shows, result.error or "", refused=refused, aside=aside)

    def _act(self, step: int, before: PageRecord, call: Call, result: Result) -> Act:
        """Return a call as an act; one that answers a dialog is about what opened that."""
        target, asked, last = result.target, "", self.acts[-1] if self.acts else None
        if call.name == "dialog" and last is not None and "dialog" in last.followed:
            target, asked = last.target, last.followed["dialog"]["kind"]
        outcome = (result.ok, result.code, result.data, target, result.followed, result.page_changed, asked)
        return Act(step, call.name, call.params, before, *outcome)

    def find_doubts(self) -> list[Unverified]:
        """Return doubts by step, one for each act not seen to have happened or last and failed, one for all unsent."""
        rules = (
            *(self._uncertain_act, self._missing_page, self._failed_request, self._act_without_effect),
            *(self._page_complaint, self._unsent_field, self._lost_value),
        )
        first = (next((doubt for rule in rules for doubt in rule(act)), None) for act in self.acts)
        found = [*filter(None, first), *self._missing_file()]
        if (failed := self.failed) is not None and failed.step > self.looked:
            found = [*(doubt for doubt in found if doubt.step != failed.step), failed]
        unsent = [doubt for doubt in found if doubt.unsent]
        return sorted((doubt for doubt in found if doubt not in unsent[:-1]), key=lambda doubt: doubt.step)

    @property
    def may_be_taken(self) -> list[dict[str, Any]]:
        """What acts sent to the page's own site and nothing there found fault with: it may have been taken."""
        own = [(one, act) for act in self.acts for one in act.own_sent if may_be_taken(one)]
        return list({(one["method"], one["url"]): one for one, act in own if not self._goes_on(one, act)}.values())

    def sent_by(self, step: int) -> list[dict[str, Any]]:
        """Return what the act of a step sent, with the answers in the end, without what the page posts by itself."""
        sent = [(one, act) for act in self.acts if act.step == step for one in act.sent]
        own = [one for one, act in sent if one["method"] != "POST" or not self._goes_on(one, act)]
        return list({(one["method"], one["url"]): one for one in own}.values())

    def _uncertain_act(self, act: Act) -> Iterator[Unverified]:
        if act.code in UNCERTAIN and self.looked <= act.step:
            yield _doubt(act, "nobody knows whether it happened", shows="Look at the page before anything else.")

    def _missing_page(self, act: Act) -> Iterator[Unverified]:
        """Yield a doubt for a page that was still on its way and not seen later: no other address and nothing new."""
        is_late = "still_loading" in act.followed or "page_could_not_be_read" in act.followed
        later = [sight for sight in self.pages if sight.step > act.step]
        if act.ok and is_late and not any(sight.new or sight.url != act.before.url for sight in later):
            yield _doubt(act, "the page that it leads to did not come", shows="Wait for it, or go another way.")

    def _failed_request(self, act: Act) -> Iterator[Unverified]:
        """Yield a doubt for each request that was not answered below 400, nor the same one later. What rules stopped
        did not leave; it counts with the act that it came of."""
        later = [one for other in self.acts if other.step >= act.step for one in other.sent]
        stopped = stopped_in(plain(act.followed.get("stopped_requests", [])))
        for at, one in enumerate(act.sent):
            if f"{one['method']} {one['url']}" in stopped:
                continue
            succeeded_later = {kind_of(other) for other in later[at + 1 :] if succeeded(other)}
            is_fine = succeeded(one) or one not in act.own_sent or self._goes_on(one, act)
            if is_fine or kind_of(one) in succeeded_later:
                continue
            failed = f"the server answered {one['status']}" if one["status"] else "it failed on the way"
            how, open_end = ("no answer came", UNCONFIRMED) if may_be_taken(one) else (failed, {})
            yield _doubt(act, f"a {one['method']} request left, and {how}", quote=one["url"], **open_end)

    def _act_without_effect(self, act: Act) -> Iterator[Unverified]:
        """Yield a doubt for what should change something and came to nothing, nor did the same later."""
        if not act.commits or self._done_later(act):
            return
        if status := act.followed.get("http_status"):
            taken = any(succeeded(one) for one in self.sent_by(act.step))
            yield _doubt(act, f"the page that followed has HTTP status {status}", **(UNCONFIRMED if taken else {}))
        if act.followed.get("stopped_requests"):
            why, aside = "its request was not permitted to leave", act.is_stopped_aside
            yield _doubt(act, why, shows=NOT_PERMITTED, refused=True, aside=aside)
        if act.ok and act.tool == "dialog" and not act.params.get("accept"):
            yield _doubt(act, "the question that the page asked was answered with no")
        if act.ok and not self._took_effect(act) and not self._complaint(act):
            yield _doubt(act, "nothing was sent and nothing changed")

    def _page_complaint(self, act: Act) -> Iterator[Unverified]:
        # Of what only opens something, or saved it, a page may complain that its own request was stopped.
        is_stopped = act.followed.get("stopped_requests") and (not act.commits or act.is_stopped_aside)
        is_retried = "tried_again" in act.followed and (not act.commits or act.taken)
        if not (is_stopped or is_retried) and (complaint := self._complaint(act)) and not self._done_later(act):
            yield _doubt(act, "the page that followed complains", quote=complaint)

    def _unsent_field(self, act: Act) -> Iterator[Unverified]:
        """Yield a doubt for what was put into a form and not sent; without a button for it, a reaction will do."""
        if not act.ok or not act.wanted_values or act.sent or act.searches or act.target is None or act.commits:
            return
        has_button = act.form is not None and act.form.submitter is not None
        if act.opened_something or (not has_button and act.tool in ("check", "uncheck", "select")):
            return
        only_asks = act.form is not None and act.form.method == "get"
        sight, texts = self._after(act), [text for _, wanted in act.wanted_values for text in wanted]
        is_stopped = "stopped_requests" in act.followed and self.looked <= act.step
        if not is_stopped and (only_asks or not has_button) and sight and sight.shows_more_than(texts):
            return
        here = [other for other in self._later(act) if other.target and other.target.document == act.target.document]
        rewritten = any(ref == act.wanted_values[0][0] for other in here for ref, _ in other.wanted_values)
        pressed = act.form is None and any(other.tool == "click" for other in here)
        if not rewritten and not pressed and not any(other.commits or other.sent for other in here):
            why = "what it put into the page was never sent"
            shows = "Send it, if the task asks for more than filling it in."
            file = (str(act.params.get("path")), act.target.name.raw) if act.tool == "upload_file" else None
            yield _doubt(act, why, shows=shows, unsent=True, file=file)

    def _lost_value(self, act: Act) -> Iterator[Unverified]:
        """Yield a doubt for a field that is seen again without what was put into it, which no later page shows."""
        if not act.ok or any(other.target and other.target.role in CHOSEN for other in self._later(act)):
            return
        for ref, wanted in act.wanted_values:
            if wanted and not self._set_anew(act, ref):
                held = self._held_value(act, ref)
                if held is not None and not holds(held, wanted) and not self._read_back(act, wanted[0]):
                    yield _doubt(act, "the field does not hold what was put into it", quote=held)

    def _missing_file(self) -> Iterator[Unverified]:
        good = {file["name"] for file in self.files.values() if file["state"] == "saved" and file.get("bytes")}
        for file in self.files.values():
            if file["name"] not in good:
                why = "the file is empty" if file["state"] == "saved" else f"the file is not there ({file['state']})"
                yield Unverified(file["step"], "download", why, quote=file["name"])
        for act in self.acts:
            marked = act.ok and act.target is not None and act.target.downloads
            if marked and not any(file["step"] >= act.step for file in self.files.values()):
                yield _doubt(act, "no file came")

    def _took_effect(self, act: Act) -> bool:
        """Return whether something came of an act, and nothing speaks against it."""
        if not act.ok or any(not succeeded(one) for one in act.own_sent):
            return False
        sight = self._after(act)
        changed = act.changed if sight is None or sight.step > act.step else bool(sight.new or sight.gone)
        happened = bool(act.sent) or act.opened_something or changed
        return happened and not act.followed.get("stopped_requests") and not act.followed.get("http_status")

    def _done_later(self, act: Act) -> bool:
        """Return whether the same button was pressed again, and then all was well."""
        again = (other for other in self._later(act) if act.pressed_name and other.pressed_name == act.pressed_name)
        return any(self._took_effect(other) and not self._complaint(other) for other in again if other.commits)

    def _complaint(self, act: Act) -> str:
        """Return what the page has against it, in its words: an alert, faults beside the form, a page to sign in."""
        dialog, sight = act.followed.get("dialog"), self._after(act)
        if dialog and dialog["kind"] == "alert" and mentions("fault", message := str(plain(dialog["message"]))):
            return message
        if sight is None or not (act.commits or act.sent or act.tool == "upload_file"):
            return ""
        if not act.commits and any(one.step <= sight.step and (one.commits or one.sent) for one in self._later(act)):
            return ""  # A later act of its turn is more likely what is complained about.
        invalid = [node for node in sight.controls if "invalid" in node.states]
        refused = [node for node in invalid if not self._emptied(act, node, sight)]
        if refused and act.commits:
            is_empty = "required" in refused[0].states and not refused[0].value
            return f"{refused[0].name.raw}: {'required' if is_empty else 'invalid'}"
        # A box that must not be empty says so once what it held was sent.
        emptied = len(refused) < len(invalid)
        if self._signed_out(act, sight):
            return "a page to sign in"
        written = [text for other in self.acts for _, texts in other.wanted_values for text in texts if text]
        lines = [line for line in sight.new_texts if not (emptied and line.startswith("error"))]
        # A page may say again what was written into it.
        own = {line: reduce(lambda left, text: left.replace(text, ""), written, line) for line in lines}
        here = act.form_stands_on(sight)
        faults = [line for line in lines if mentions("fault", own[line]) and (here or line.startswith(LOUD))]
        asks = here and not emptied and not act.opened_form_on(sight)
        demands = [line for line in lines if mentions("demand", own[line]) and asks]
        return next(iter([*faults, *demands]), "").removeprefix(": ")

    def _emptied(self, act: Act, node: Node, sight: PageRecord) -> bool:
        """Return whether a page took a field's text and emptied it: that shows elsewhere, or its request succeeded."""
        values = (pair for other in self.acts if other.step <= act.step for pair in other.wanted_values)
        put = [text for ref, texts in values if ref == node.ref for text in texts if text]
        answered = "navigated_to" not in act.followed and bool(act.taken)
        shown = any(text.split("\n")[0] in line for text in put for line in sight.new_texts)
        return bool(put) and not node.value and (answered or shown)

    def _signed_out(self, act: Act, sight: PageRecord) -> bool:
        """Return whether what was typed went to a page that asks for a password, and had none itself."""
        typed = any(other.wanted_values for other in self.acts if other.step <= act.step)
        if any(other.target and mentions("password", other.target.name.raw) for other in self._later(act)):
            # It only asked for the password after the name.
            return False
        asks = [any(mentions("password", node.name.raw) for node in one.controls) for one in (act.before, sight)]
        return typed and bool(act.followed.get("navigated_to")) and asks == [False, True]

    def _last_seen(self, act: Act, ref: str) -> tuple[PageRecord, Node] | None:
        """Return a field where it was last seen. On the same page read anew, its role and name tell which it is."""
        like = act.before.find(ref)
        for sight in reversed([sight for sight in self.pages if sight.step >= act.step]):
            if (node := sight.find(ref, like if sight.url == act.before.url else None)) is not None:
                return sight, node
        return None

    def _set_anew(self, act: Act, ref: str) -> bool:
        """Return whether a later act set the field; a box also by its label or by another radio button of its group."""
        seen, later = self._last_seen(act, ref), self._later(act)
        group = seen[0].alternatives(seen[1]) if seen and "checked" in str(field_value(seen[1])) else []
        refs, names = {ref, *(node.ref for node in group)}, {node.name.raw for node in group if node.name}
        clicked = {other.target.name.raw for other in later if other.ok and other.tool == "click" and other.target}
        return not names.isdisjoint(clicked) or any(one in refs for other in later for one, _ in other.wanted_values)

    def _held_value(self, act: Act, ref: str) -> str | None:
        """Return what the field held when it was last seen, or else what the act itself read there."""
        if (seen := self._last_seen(act, ref)) is not None:
            return field_value(seen[1])
        held = str(plain(act.data.get("value")))
        return held if act.data.get("mismatch") and "•" not in held else None

    def _read_back(self, act: Act, wanted: str) -> bool:
        """Return whether what was put in is seen elsewhere; or a form that was sent is empty again, for the next."""
        if not wanted.endswith("checked"):
            elsewhere = [sight for sight in self.pages if sight.step > act.step]
            lines = [line for s in elsewhere for line in (s.new if s.url != act.before.url else s.new_texts)]
            return any(re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", line, re.IGNORECASE) for line in lines)
        sent = any(self._took_effect(other) and other.commits for other in self._later(act))
        texts = [node for node in self.pages[-1].controls if node.role == "textbox"]
        return sent and bool(texts) and not any(node.value for node in texts)

    def _goes_on(self, one: dict[str, Any], act: Act) -> bool:
        """Return whether a page asks again and again by itself, or waits for news: not caused by this act."""
        others = [other for each in self.acts if each is not act for other in each.sent]
        asked = not act.commits and not act.wanted_values and any(kind_of(other) == kind_of(one) for other in others)
        return asked or (one["status"] is None and bool(act.taken))

    def _after(self, act: Act) -> PageRecord | None:
        return next((sight for sight in self.pages if sight.step >= act.step), None)

    def _later(self, act: Act) -> list[Act]:
        return [other for other in self.acts if other.step > act.step]


def _doubt(act: Act, why: str, **more: Any) -> Unverified:
    return Unverified(act.step, act.what, why, **more)
