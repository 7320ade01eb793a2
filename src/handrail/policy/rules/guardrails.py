"""Guardrails: limits that the user sets for one run in words, as far as words can be made rules."""

from __future__ import annotations

import re
from dataclasses import dataclass

from handrail.policy.permissions import NavigationLimits, Verb
from handrail.policy.words.asked_acts import ACTS, acts_forbidden_in
from handrail.policy.words.lexicon import lexicon_of, stem, stems_of

_NOT = r"(?:do\s+not|don'?t|never|no|without|avoid)\s+(?:ever\s+)?"
_ANY = r"(?:\s+(?:anything|any|something|things?|stuff|at\s+all)\b)?"
_LOOK = (
    re.compile(r"\b(?:brows|read|look|search|view|observ)\w*(?:\s+and\s+\w+)?[\s-]+only\b", re.I),
    re.compile(r"\bonly\s+(?:brows|read|look|search|view|observ)\w*", re.I),
    re.compile(rf"\b{_NOT}(?:chang|modif|edit|alter|touch|mak\w*\s+(?:any\s+)?chang)\w*{_ANY}", re.I),
)
"""Words for ask mode: look, and change nothing."""
_ALL_CHANGES = frozenset(ACTS) - {"download"}
"""What is forbidden in a clause that forbids any change, in whatever language: ask mode, too."""
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
    rf"\b(?:stay|remain|keep|only\s+(?:visit|use|open|go\s+to|browse|work)|(?:do\s+not|don'?t|never)\s+leave"
    r"|(?:brows|read|look|search|work)\w*\s+only)\b"
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
        forbidden = acts_forbidden_in(clause)
        looks = any(pattern.search(clause) for pattern in _LOOK) or forbidden >= _ALL_CHANGES
        left_out = _OFF.search(clause)
        stays = _STAY.search(clause[: left_out.start()] if left_out is not None else clause)
        verbs = _forbidden(clause) | (set() if looks else forbidden - {"submit"})
        stay_on, keep_off = _hosts(stays[1] if stays else ""), _hosts(left_out[1] if left_out else "")
        hosts |= stay_on
        off |= keep_off
        ask |= looks
        never |= verbs
        if not (looks or stays or left_out or verbs) or _hosts(clause) - stay_on - keep_off:
            rest.append(clause)
        elif not looks:
            rest += _uncovered(clause)
    return CompiledGuardrails(ask, NavigationLimits(frozenset(hosts), frozenset(never), frozenset(off)), tuple(rest))


def _hosts(text: str) -> set[str]:
    return {host.lower() for host in re.findall(_HOST, text, re.I)}


def _forbidden(clause: str) -> set[Verb]:
    """Return the verbs that a clause forbids, alone or in a list: "do not buy, delete or post anything"."""
    return set[Verb]().union(*map(_verbs, _listed(clause)))


def _uncovered(clause: str) -> list[str]:
    """Return of such a list what begins with a verb that no rule covers: "do not buy anything or rename files"."""
    verbs = lexicon_of(("en",)).orders | stems_of("everyday")
    others = [one for one in _listed(clause) if not (_verbs(one) or _hosts(one))]
    return [f"not {one}" for one in others if stem(one.split()[0].lower()) in verbs]


def _listed(clause: str) -> list[str]:
    found = re.search(rf"\b{_NOT}(.*)", clause, re.I)
    return [one for one in re.split(r"\s*,\s*|\s+(?:or|and|nor)\s+", found[1]) if one.strip()] if found else []


def _verbs(words: str) -> set[Verb]:
    return {verb for verb, stems in _NEVER.items() if re.match(rf"(?:{stems})\w*", words, re.I)}
