"""Guardrails: limits that the user sets for one run in words, as far as words can be made rules."""

from __future__ import annotations

import re
from dataclasses import dataclass

from handrail.policy.permissions import NavigationLimits, Verb
from handrail.policy.words.asked_acts import acts_forbidden_in

_NOT = r"(?:do\s+not|don'?t|never|no|without|avoid)\s+(?:ever\s+)?"
_ANY = r"(?:\s+(?:anything|any|something|things?|stuff|at\s+all)\b)?"
_LOOK = (
    re.compile(r"\b(?:brows|read|look|search|view|observ)\w*(?:\s+and\s+\w+)?[\s-]+only\b", re.I),
    re.compile(r"\bonly\s+(?:brows|read|look|search|view|observ)\w*", re.I),
    re.compile(rf"\b{_NOT}(?:chang|modif|edit|alter|touch|mak\w*\s+(?:any\s+)?chang)\w*{_ANY}", re.I),
)
"""Words for ask mode: look, and change nothing."""
_NEVER: dict[Verb, str] = {
    "pay": r"buy|pay|purchas|order|check\s?out|spend|subscri|donat|book",
    "delete": r"delet|remov|eras|cancel|clear",
    "send": r"send|post|publish|comment|messag|e-?mail|repl|tweet|contact|share",
    "submit": r"submit|sign\s+up|regist",
    "access": r"invit|grant|chang\w*\s+(?:\w+\s+)?(?:password|permission|access)",
    "upload": r"upload",
    "download": r"download",
    "dialog": r"confirm|accept\w*\s+dialog|agree",
    "write": r"typ|writ|fill|enter",
}
_HOST = r"(?:https?://)?((?:[a-z0-9-]+\.)+[a-z]{2,}|localhost|\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?(?:/\S*)?"
_STAY = re.compile(
    rf"\b(?:stay|remain|keep|only\s+(?:visit|use|open|go\s+to|browse|work)|(?:do\s+not|don'?t|never)\s+leave)\b"
    rf"(?:\s+(?:on|at|in|to|within))?\s+({_HOST}(?:\s*(?:,|and|or)\s*{_HOST})*)",
    re.I,
)
_OFF = re.compile(
    rf"\b(?:not|never|avoid|except(?:\s+for)?|without|don'?t)\b(?!\s+(?:ever\s+)?leave\b)(?:\s+\w+){{0,3}}?"
    rf"\s+({_HOST}(?:\s*(?:,|and|or)\s*{_HOST})*)",
    re.I,
)
_CLAUSE = re.compile(r"[.;\n](?=\s|$)|;\s*|,\s*(?=(?:but|and)\b)")


@dataclass(frozen=True, slots=True)
class CompiledGuardrails:
    """The rules that guardrails in words were compiled to; ``ask``: hold the run in ask mode; ``rest``: the clauses
    that no rule covers. They go into the prompt, and nothing enforces them."""

    ask: bool
    rails: NavigationLimits
    rest: tuple[str, ...]

    def describe(self) -> list[str]:
        """Return the limits that became rules, one sentence each."""
        limits = ["Ask mode: nothing is changed."] if self.ask else []
        if self.rails.hosts:
            limits.append(f"Only {', '.join(sorted(self.rails.hosts))} and what is below.")
        if self.rails.off:
            limits.append(f"Not {', '.join(sorted(self.rails.off))} and what is below.")
        return limits + [f"Never: {verb}." for verb in sorted(self.rails.never)]

    def unenforced(self, *, offline: bool = False) -> str:
        """Return what no rule covers, as a sentence; empty where rules cover all. ``offline``: the model follows rules
        alone."""
        who = (
            "nothing enforces, and the offline model does not read" if offline else "only the model is asked to follow"
        )
        return f"Guardrails that {who}: {'; '.join(self.rest)}" if self.rest else ""


def compile_guardrails(text: str) -> CompiledGuardrails:
    """Rules from words such as ``browse only``, ``stay on example.com``, ``do not buy or delete anything``.

    A limit on some things only ("do not delete my drafts") holds for all of them: a rule cannot see drafts.
    """
    ask, hosts, off, never, rest = False, set[str](), set[str](), set[Verb](), []
    for clause in filter(None, (part.strip() for part in _CLAUSE.split(text))):
        looks = any(pattern.search(clause) for pattern in _LOOK)
        left_out = _OFF.search(clause)
        stays = _STAY.search(clause[: left_out.start()] if left_out is not None else clause)
        verbs = _forbidden(clause) | (set() if looks else acts_forbidden_in(clause) - {"submit"})
        if stays is not None:
            hosts.update(host.lower() for host in re.findall(_HOST, stays[1], re.I))
        if left_out is not None:
            off.update(host.lower() for host in re.findall(_HOST, left_out[1], re.I))
        ask |= looks
        never |= verbs
        if not (looks or stays or left_out or verbs):
            rest.append(clause)
    return CompiledGuardrails(ask, NavigationLimits(frozenset(hosts), frozenset(never), frozenset(off)), tuple(rest))


def _forbidden(clause: str) -> set[Verb]:
    """Return the verbs that a clause forbids, alone or in a list: "do not buy, delete or post anything"."""
    listed = re.search(rf"\b{_NOT}(.*)", clause, re.I)
    words = re.split(r"\s*,\s*|\s+(?:or|and|nor)\s+", listed[1]) if listed else []
    return {verb for verb, stems in _NEVER.items() if any(re.match(rf"(?:{stems})\w*", word, re.I) for word in words)}
