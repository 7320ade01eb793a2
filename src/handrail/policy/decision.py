"""The three decisions of policy: allow, ask, deny. Each names the rule that made it."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from handrail.policy.origins import same_places
from handrail.policy.permissions import SITE_VERBS, Grant, Verb
from handrail.trust import one_line

MAX_EXCERPT = 400
"""Characters of a text that a question shows."""


@dataclass(frozen=True, slots=True)
class Allow:
    """Carry out the call.

    Args:
        rule: what allowed it.
        follow: carry it out as a `goto` of this address instead.
        reads_only: what comes of it may only read: requests with another method than GET or HEAD are stopped.
    """

    rule: str
    follow: str | None = None
    reads_only: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """Let the user decide. Where nobody can answer, it is a no.

    Args:
        rule: what asks.
        question: what the model wants, as a sentence; page text is in it only as quoted, cleaned values.
        remedy: the flag that would allow it; shown to the user alone.
        grants, origins: what an answer "always" permits; empty where only this one call can be permitted.
        follow: as for `Allow`.
        sites: the sites that an answer for longer opens, where one question asks for a site (`ask_for_site`).
    """

    rule: str
    question: str
    remedy: str
    grants: tuple[Grant, ...] = ()
    origins: tuple[str, ...] = ()
    follow: str | None = None
    sites: tuple[str, ...] = ()

    @property
    def prompt(self) -> str:
        """The question as it is put to a person."""
        if not self.sites:
            return f"{self.question} Allow?"
        sites = " and ".join(self.sites)
        return (
            f"{self.question} Allow? A yes for the session lets it read, fill in and send on {sites}. "
            "Paying, deleting, changing access, dialogs and files are still asked."
        )

    @property
    def lasts(self) -> bool:
        """Whether an answer can hold for more than this one call."""
        return bool(self.grants or self.origins)


def ask_for_grant(rule: str, verb: Verb, origin: str, question: str) -> Ask:
    """A question that a grant of the verb on the origin would answer."""
    return Ask(rule, question, f"--grant {verb}@{origin}", (Grant(verb, origin),))


def ask_for_site(question: Ask) -> Ask:
    """The question, so that a yes for the session opens the whole site that it is about: for reading, writing and
    sending. Unchanged where it asks for anything else, too."""
    sites = tuple(dict.fromkeys((*(grant.origin for grant in question.grants), *question.origins)))
    if not sites or any(grant.verb not in SITE_VERBS for grant in question.grants):
        return question
    origins = tuple(dict.fromkeys(place for site in sites for place in same_places(site)))
    grants = tuple(Grant(verb, origin) for origin in origins for verb in SITE_VERBS)
    return replace(question, grants=grants, origins=origins, sites=sites)


@dataclass(frozen=True, slots=True)
class Deny:
    """Refuse. ``reason`` and ``remedy`` are for the user; a model learns only that the action is not permitted."""

    rule: str
    reason: str
    remedy: str = ""


Decision = Allow | Ask | Deny
Answer = Literal["no", "once", "run", "always"]
"""The user's answer to an `Ask`: no, this one call, for the session, or for good."""


def excerpt(texts: Sequence[str]) -> str:
    """What a model wrote as a value in a question: of a long text its beginning, its end and how long it is."""
    text = " / ".join(texts)
    if len(text) <= MAX_EXCERPT:
        return quoted(text, MAX_EXCERPT)
    half = MAX_EXCERPT // 2
    return f"{quoted(text[:half], half)} … {quoted(text[-half:], half)} ({len(text)} characters)"


def quoted(text: str, limit: int) -> str:
    """Outside text as a value in a question: one cleaned line, which cannot end its own quotation marks."""
    line = one_line(text, limit)
    return "“" + "".join("'" if _is_quote(char) else char for char in line) + "”"


def _is_quote(char: str) -> bool:
    return unicodedata.category(char) in ("Pi", "Pf") or char in '"″〃＂〝〞〟„‟❝❞🙶🙷'
