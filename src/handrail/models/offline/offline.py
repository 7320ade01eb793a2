"""`offline`: a small language in place of a model. What it cannot read and find to the last word, it refuses."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from typing import Any, NamedTuple

from handrail.models.offline.acts import can_begin, confirms, do, unanswered
from handrail.models.offline.answers import answer
from handrail.models.offline.find import NotFound
from handrail.models.offline.language import ASKS, Item, Part, Reading, Request
from handrail.models.offline.program import BEGIN, Answer, CallResult, Choose, PageView, Program, Stop, act
from handrail.models.offline.tool_answers import ask, by_tool, can_ask
from handrail.models.offline.words import forms_like, only_english
from handrail.models.protocol import Call, Message, ModelReply, ToolSpec, Usage, callable_names
from handrail.options import flag_and_keyword
from handrail.results import Observation, Ok
from handrail.session_options import TURNS_ON, SessionOptions

HELP = "`handrail help offline` prints the language. For any other words configure a model: `handrail models` says how."
MOST_WAITS = 3
"""How often to wait for a thing that is not on the page yet, each time longer."""
NOTE_CHARS = 4_000
_NEEDS = {"upload_file": "uploads", "fill_secret": "secrets"}
"""Needs of the tools that a request may call and a session may not offer."""
_VERBS = {"upload_file": "upload files", "fill_secret": "fill in secrets", "goto": "open addresses"}
_ENTERING = frozenset(("fill", "select", "check", "uncheck", "dropdown_options", "note"))
_ID = re.compile(r"s(\d+)-(\d+)-(\d+)-(\d+)-(\d+)")


class CallPlace(NamedTuple):
    """Where a call belongs: its clause's first word, the item, its number there; the clause's end and reading."""

    start: int
    item: int
    number: int
    end: int
    reading: int


class Past(NamedTuple):
    """The calls of the conversation so far: by their places, and how many at the end only waited."""

    calls: dict[CallPlace, CallResult]
    waits: int
    last: str

    def entered(self) -> list[CallResult]:
        """Return the calls since the last that did more than to enter values, in order."""
        return list(takewhile(_only_enters, reversed(self.calls.values())))[::-1]


@dataclass(frozen=True, slots=True)
class Offline:
    """A language with a grammar in place of a model: it finds names on the page and never makes up an answer."""

    name: str = "offline"
    context_window: int = 1_000_000

    async def respond(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSpec],
        *,
        observation: Observation | None = None,
        **_: Any,
    ) -> ModelReply:
        """Return the next call of the request, from the conversation so far and the page as it is now."""
        past, page = _past(messages), PageView.of(observation, callable_names(tools))
        page.entered, page.notice = past.entered(), _notice(messages)
        call = _Run(Request(_task(messages)), past, page).next_call()
        if call.name not in page.offered and page.offered:
            call = Call("abort", {"reason": _not_offered(call.name)})
        return ModelReply((replace(call, id=call.id or f"e{len(past.calls)}-{past.waits}"),), usage=Usage())


class _Run:
    """A request, what was done for it, and the page now."""

    def __init__(self, request: Request, past: Past, page: PageView) -> None:
        self.request, self.past, self.page = request, past, page
        self.did: list[str] = []
        self.answers: list[Answer] = []

    def next_call(self) -> Call:
        """Return the call that follows those of the past."""
        if not self.request.tokens or not self.request.parts(0):
            return Call("abort", {"reason": self._not_understood()})
        try:
            return self._advance()
        except NotFound as missing:
            return self._wait(missing)
        except Stop as stop:
            return self._stop(str(stop))

    def _advance(self) -> Call:
        start = 0
        while start < len(self.request.tokens):
            part, reading = self._chosen(start)
            clause = part.readings[reading]
            for number, item in enumerate(clause.items):
                place = CallPlace(start, number, 0, part.end, reading)
                last = part.next == len(self.request.tokens) and number == len(clause.items) - 1
                program = self._ask(clause, item, last=last) if clause.rule in ASKS else do(clause, item)
                if (call := self._replay(program, place)) is not None:
                    return call
            start = part.next
        if self.page.dialog:
            raise unanswered(self.page)
        return _done(self.answers or [Answer(f"Done: {'; '.join(self.did)}.")])

    def _chosen(self, start: int) -> tuple[Part, int]:
        """Return the clause that begins here: the one whose calls were made, or the only one with names on the page."""
        parts = {part.end: part for part in self.request.parts(start)}
        for place in self.past.calls:
            if place.start == start and place.end in parts:
                return parts[place.end], place.reading
        later = [place.start for place in self.past.calls if place.start > start]
        if later:  # It needed no call, such as opening what was open.
            return max((part for part in parts.values() if part.next <= min(later)), key=lambda part: part.next), 0
        fitting: dict[Reading, tuple[Part, int]] = {}
        faults: list[NotFound] = []
        for part in parts.values():
            for number, clause in enumerate(part.readings):
                try:
                    self._can_begin(clause)
                except NotFound as missing:
                    faults.append(missing)
                else:
                    fitting.setdefault(clause, (part, number))
        if not fitting:
            # The fault that helps most; of equal ones that of the simplest reading.
            raise min(faults, key=lambda fault: (-fault.tells, len(str(fault))))
        fitting = _with_named_fields(fitting)
        if len({self._meaning(clause) for clause in fitting}) > 1:
            ways = "; or ".join(_describe(clause) for clause in list(fitting)[:4])
            said = self.request.words_between(start, max(parts))
            raise Stop(f"“{said}” can be read in several ways on this page: {ways}. Put names in quotes.")
        return next(iter(fitting.values()))

    def _can_begin(self, clause: Reading) -> None:
        if clause.rule not in ASKS:
            can_begin(clause, self.page)
        elif self.page.dialog:
            raise unanswered(self.page)
        elif self.page.is_blank:
            raise NotFound(self.page.nothing)
        elif by_tool(clause):
            can_ask(clause, self.page)
        else:
            answer(clause, self.page)

    def _meaning(self, clause: Reading) -> object:
        """Return what a reading comes to on this page: two that come to the same are no two."""
        if clause.rule in ASKS and not by_tool(clause):
            return answer(clause, self.page).text
        things = [(item.value, item.thing) for item in clause.items if item.thing is not None]
        if clause.rule == "select" and all(thing.place is None for _, thing in things):
            return "choose", *((value, thing.name) for value, thing in things)
        chosen = ("choose", *((thing.name.text, thing.place) for _, thing in things))
        return chosen if clause.rule == "choose" else clause

    def _ask(self, clause: Reading, item: Item, *, last: bool) -> Program:
        """Answer a question: at once at the end of the request, else in a note."""
        compose: Callable[[PageView], Answer] = partial(answer, Reading(clause.rule, (item,)))
        if by_tool(clause):
            compose = yield from ask(clause, item)
        if last:
            yield lambda page: _done([*self.answers, compose(page)])
        key = f"answer-{len(self.answers) + 1}"
        outcome = yield from act(
            lambda page: Call("note", {"key": key, "text": _in_full(compose(page))[:NOTE_CHARS]}), "note it"
        )
        self.answers.append(Answer(outcome.call.params["text"] if outcome.call is not None else ""))
        return ""

    def _replay(self, program: Program, place: CallPlace) -> Call | None:
        """Feed a program the calls made so far, and return its next one, or None where it is through."""
        reached = max((done[:3] for done in self.past.calls), default=(-1, 0, 0))
        dialogs: list[str] = []
        try:
            choose: Choose = next(program)
            while True:
                outcome = self.past.calls.get(place)
                # Where a later call was made already, this place had nothing to do.
                if outcome is None and place[:3] > reached and (call := choose(self.page)) is not None:
                    return replace(call, id="s" + "-".join(map(str, place)))
                dialogs += [outcome.dialog] if outcome is not None and outcome.dialog else []
                choose = program.send(outcome or CallResult())
                place = place._replace(number=place.number + 1)
        except StopIteration as done:
            told = dialogs and self.page.dialog == ""
            self.did += [f"{done.value} ({'; '.join(dialogs)})" if told else done.value] if done.value else []
            return None

    def _wait(self, missing: NotFound) -> Call:
        """Return what an act brings may come late; an alert in the way is closed, and a yes given where only what the
        user had pressed is asked. Any other dialog is the user's to answer."""
        past, page, ident = self.past, self.page, f"w{len(self.past.calls)}-{self.past.waits}"
        if past.last != "dialog" and (page.dialog == "alert" or self._is_confirmed()):
            return Call("dialog", {"accept": True}, id=ident)
        acted = any(outcome.call is not None and outcome.call.name != "note" for outcome in past.calls.values())
        if (acted or not page.read or page.partial) and past.waits < MOST_WAITS and not page.dialog:
            return Call("wait", {"seconds": 0.5 * 2**past.waits}, id=ident)
        return self._stop(str(missing))

    def _is_confirmed(self) -> bool:
        """Return whether the open dialog asks for a yes to the press that was the last call."""
        place, pressed = next(reversed(self.past.calls.items()), (None, CallResult()))
        if place is None or pressed.call is None or pressed.call.name != "click":
            return False
        clause = {part.end: part for part in self.request.parts(place.start)}[place.end].readings[place.reading]
        return confirms(clause.items[place.item], self.page)

    def _stop(self, reason: str) -> Call:
        before = "; ".join([*self.did, *(one.text for one in self.answers)])
        reason += f" Before that: {before}." if before else " Nothing was done."
        last = next(reversed(self.past.calls.values()), CallResult()).result
        refused = last.code == "not_permitted" or "stopped_requests" in last.followed
        return Call("abort", {"reason": reason, **({"not_permitted": True} if refused else {})})

    def _not_understood(self) -> str:
        understood, rest = self.request.understood() if self.request.tokens else ([], "an empty request")
        known = f"I understand “{'”; “'.join(understood)}”. " if understood else ""
        if self.page.is_blank and not known and self.page.read:
            return f"There is no page yet, and “{rest}” opens none. {BEGIN} {HELP}"
        return f"{known}I do not understand “{rest}”, so nothing was done. {only_english(rest)}{forms_like(rest)}{HELP}"


def _with_named_fields(fitting: dict[Reading, tuple[Part, int]]) -> dict[Reading, tuple[Part, int]]:
    """Leave out searches for what ends with the name of a field, where another reading searches in that field."""
    searches = [clause for clause in fitting if clause.rule == "search"]
    if not any(clause.items[0].thing is not None for clause in searches):
        return fitting
    return {clause: at for clause, at in fitting.items() if clause not in searches or clause.items[0].thing is not None}


def _in_full(answer: Answer) -> str:
    return f"{answer.text} {answer.missing}".strip()


def _done(answers: Sequence[Answer]) -> Call:
    params = {"result": "\n\n".join(one.text for one in answers)}
    if answers[-1].missing:
        params["missing"] = answers[-1].missing
    only = answers[0].data if len(answers) == 1 else None
    return Call("done", params if only is None else {**params, "data": only})


def _not_offered(tool: str) -> str:
    """Return why a request cannot be carried out without a tool, and for the user, who alone reads it, the option that
    turns the tool on."""
    option = TURNS_ON.get(_NEEDS.get(tool, ""))
    hint = f" Turn it on with {flag_and_keyword(option, SessionOptions)}." if option else ""
    return f"This session cannot {_VERBS.get(tool, tool.replace('_', ' '))}.{hint}"


def _only_enters(outcome: CallResult) -> bool:
    call = outcome.call
    return call is not None and call.name in _ENTERING and not call.params.get("submit")


def _describe(clause: Reading) -> str:
    things = ", ".join(" ".join(str(part) for part in (item.value, item.thing) if part) for item in clause.items)
    return f"{clause.rule.replace('_', ' ')} {things}".strip()


def _task(messages: Sequence[Message]) -> str:
    """Return the user's own words: the first of the message that stays, or of the first one."""
    said = sorted((one for one in messages if one.role == "user"), key=lambda one: not one.pinned)
    return next((part for one in said[:1] for part in one.parts if isinstance(part, str)), "")


def _notice(messages: Sequence[Message]) -> str:
    """Return what the run said last before the first call, behind the task: a message of one text shows no page."""
    begun = [one for one in takewhile(lambda one: one.role != "assistant", messages) if one.role == "user"]
    said = [one.parts for one in begun[1:] if not one.pinned and len(one.parts) == 1]
    return next((str(part) for (part,) in reversed(said) if isinstance(part, str)), "")


def _past(messages: Sequence[Message]) -> Past:
    """Return the calls made so far, with their results."""
    results = {message.call_id: message.result for message in messages if message.result is not None}
    calls = [call for message in messages if message.role == "assistant" for call in message.calls]
    made = {
        CallPlace(*map(int, found.groups())): CallResult(call, results.get(call.id, Ok()))
        for call in calls
        if (found := _ID.fullmatch(call.id))
    }
    trailing = takewhile(lambda call: call.id.startswith("w"), reversed(calls))
    return Past(made, sum(call.name == "wait" for call in trailing), calls[-1].name if calls else "")
