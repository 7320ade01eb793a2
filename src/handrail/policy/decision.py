"""The three decisions of policy: allow, ask, deny. Each names the rule that made it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from handrail.browser.types.network.addresses import hide_passwords
from handrail.messages import Sentence
from handrail.policy.origins import same_places
from handrail.policy.permissions import SITE_VERBS, Grant, Permissions, Refusal, Verb
from handrail.trust import clean, one_line, without_quotes

MAX_SHOWN = 10_000
"""Characters of a text that a question shows: a yes covers all of it, so a longer one is refused."""
NAMELESS = "an option"
"""In place of the label of a choice that has none."""
CHECKED, UNCHECKED = "☑", "☐"
"""What a box shows, in every language."""
TOO_LONG = "texts_that_can_be_shown"
"""The rule that refuses what no question can show."""
_CUT_AT_END, _CUT_AT_START = re.compile(r" \S{1,20}\Z"), re.compile(r"\A\S{1,20} ")
"""The part of a word beside a cut. A longer one, such as an address, is shown up to the cut."""


@dataclass(frozen=True, slots=True)
class Allow:
    """Carry out the call, or in its place a `goto` of the address to ``follow``; ``reads_only``: what comes of it may
    only read: requests with another method than GET or HEAD are stopped."""

    rule: str
    follow: str | None = None
    reads_only: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """Let the user decide. Where nobody can answer, it is a no.

    Args:
        rule: what asks.
        question: what the model wants, a sentence a line (a `Sentence`); page text is in it only as quoted, cleaned
            values.
        remedy: the flag that would allow it; shown to the user alone.
        grants, origins: what an answer "always" permits; empty where only this one call can be permitted.
        follow: as for `Allow`.
        sites: the sites that an answer for longer opens, where one question asks for a site (`ask_for_site`).
        refusable: what an answer "never" refuses beside the grants and origins: what no "always" permits.
    """

    rule: str
    question: str
    remedy: str
    grants: tuple[Grant, ...] = ()
    origins: tuple[str, ...] = ()
    follow: str | None = None
    sites: tuple[str, ...] = ()
    refusable: tuple[Refusal, ...] = ()

    @property
    def prompt(self) -> Sentence:
        """The question as it is put to a person."""
        ask = Sentence("{question} Allow?", question=self.question)
        if self.sites:
            longer = Sentence(
                "A yes for the session lets it read, fill in and send on {sites}. "
                "Paying, deleting, changing access, dialogs and files are still asked.",
                sites=", ".join(self.sites),
            )
            return Sentence.joined(" ", [ask, longer])
        lets = [grant.meaning for grant in self.grants]
        lets += [Sentence("change things on {origin}", origin=origin) for origin in self.origins]
        if not lets:
            return ask
        longer = Sentence(
            "A yes for longer than once lets the model {acts}.", acts=Sentence.joined("; ", dict.fromkeys(lets))
        )
        return Sentence.joined(" ", [ask, longer])

    def covers(self, other: Ask) -> bool:
        """Return whether an answer to this question answers the other one: all that it says stands here."""
        return set(other.question.split("\n")) <= set(self.question.split("\n"))

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """What an answer "never" refuses: what "always" would permit; empty where it cannot be said for a site."""
        of_grants = (Refusal(grant.verb, grant.origin) for grant in self.grants)
        return (*self.refusable, *of_grants, *(Refusal(None, origin) for origin in self.origins))

    @property
    def never(self) -> Sentence:
        """What an answer "never" means, to a person."""
        # The prompt says what may be done on a site: to repeat it for each kind of act and each origin helps nobody.
        refused = self.refusable if self.sites else self.refusals
        acts = Sentence.joined("; ", dict.fromkeys((*self.sites, *(refusal.meaning for refusal in refused))))
        return Sentence("“Never” refuses the model this for good: {acts}.", acts=acts)

    @property
    def lasts(self) -> bool:
        """Whether an answer can hold for more than this one call."""
        return bool(self.grants or self.origins)


def flag(name: str, value: str) -> str:
    """Return a flag with its value as a person may paste it into a shell: a page chooses the names of its sites."""
    return f"{name} {shlex.quote(one_line(value, 500))}"


def ask_for_grant(rule: str, verb: Verb, origin: str, question: str) -> Ask:
    """Return a question that a grant of the verb on the origin would answer."""
    return Ask(rule, question, flag("--grant", f"{verb}@{origin}"), (Grant(verb, origin),))


def ask_for_site(question: Ask) -> Ask:
    """Return the question, so that a yes for the session opens the whole site that it is about: for reading, writing
    and sending. Unchanged where it asks for anything else, too."""
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
Answer = Literal["no", "once", "run", "always", "never"]
"""The user's answer to an `Ask`: no, this one call, for the session, for good, or no for good."""
STANDING = "standing_refusals"
"""The rule of what the user refused for good."""


def rules_that_asked(decision: Decision) -> frozenset[str]:
    """Return the rules of a question; none of any other decision."""
    return frozenset(decision.rule.split("+")) if isinstance(decision, Ask) else frozenset()


def standing_refusal(refusals: Iterable[Refusal]) -> Deny | None:
    """Return the refusal of what the user answered "never" to; None where there is none."""
    first = next(iter(refusals), None)
    if first is None:
        return None
    return Deny(STANDING, f"You refused this for good; `handrail grants revoke {first}` takes that back.")


def refused_question(question: Decision, permissions: Permissions) -> Deny | None:
    """Return the refusal of a question to which the user answered "never" before; None for any other decision."""
    if not isinstance(question, Ask):
        return None
    return standing_refusal(refusal for refusal in question.refusals if refusal in permissions.refusals)


def excerpt(texts: Sequence[str]) -> str:
    """Return what a model wrote as a value in a question, all of it: who uses it asks `is_shown` before."""
    return quotation(" / ".join(texts), MAX_SHOWN)


def told_by_kind(
    texts: Sequence[str], earlier: Collection[str], picked: Collection[str], unchecked: Collection[str]
) -> tuple[list[str], list[str], list[str], list[str]]:
    """Return the texts of a model as a question tells them: the boxes that it unchecked, what it wrote of what may be
    sent now, what it chose, pressed or said in an address of that, and what stands neither in the form nor in the
    request, the newest first. What it chose that says nothing is left out, unless nothing else is left; what it wrote
    never."""
    texts = [text for text in texts if text not in picked or (text != NAMELESS and clean(text).strip())] or texts
    off, texts = [text for text in texts if text in unchecked], [text for text in texts if text not in unchecked]
    now = [text for text in texts if text not in earlier]
    return (
        off,
        [text for text in now if text not in picked],
        [text for text in now if text in picked],
        [text for text in reversed(texts) if text in earlier],
    )


def entry_sentences(entered: Sequence[str], before: Sequence[str]) -> list[Sentence]:
    """Return what a question says of all that a model filled in or chose, in the user's words too: what it ``entered``
    in what would be sent, and ``before`` on other pages of the site, the newest last."""
    sentences = []
    if entered:
        sentences.append(Sentence("The model filled in or chose {text}.", text=excerpt(entered)))
    if before:
        earlier = excerpt([*reversed(before)])
        sentences.append(Sentence("Earlier on this site the model filled in or chose {text}.", text=earlier))
    return sentences


def is_shown(texts: Sequence[str]) -> bool:
    """Return whether a question can show these texts from their beginning to their end."""
    return len(" / ".join(texts)) <= MAX_SHOWN


def both_ends(text: str, limit: int) -> str:
    """Return a text on one line, of one that is longer than ``limit`` its beginning and its end, without the parts of
    words between them: names of many things differ at their end."""
    line, end = one_line(text, len(text) + 1), limit // 3
    if len(line) <= limit:
        return line
    cut = limit - end - 1
    first = line[:cut] if line[cut] == " " else _CUT_AT_END.sub(" ", line[:cut])
    last = line[-end:] if line[-end - 1] == " " else _CUT_AT_START.sub(" ", line[-end:])
    return f"{first}…{last}"


def quotation(text: str, limit: int) -> str:
    """Return outside text as a value in a question: one cleaned line, which cannot end its own quotation marks."""
    # A client may render Markdown: neither links nor pictures, which would be fetched.
    line = both_ends(hide_passwords(text), limit).replace("](", "] (").replace("![", "! [")
    return "“" + without_quotes(line).replace("<", "‹") + "”"
