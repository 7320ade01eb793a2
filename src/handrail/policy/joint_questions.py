"""One question about several calls that one call is made of, such as the fields of a form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from handrail.messages import Sentence
from handrail.policy.decide import decide
from handrail.policy.decision import CHECKED, UNCHECKED, Ask, Decision, excerpt, is_shown
from handrail.policy.facts import CallRequest, Facts
from handrail.policy.rules.pressed import called, site_name
from handrail.policy.rules.text_entry import HIDDEN_TEXT, sent_to, words_in_fields, words_sent_from_fields
from handrail.policy.rules.websockets import presses_beside_websockets

_LISTED = (words_in_fields, words_sent_from_fields, presses_beside_websockets)
"""Rules of which a joint question says in one sentence what they ask."""


@dataclass(frozen=True, slots=True)
class ForeseenCall:
    """A call that is still to be made with these parameters, judged as the page stands; ``shown``: what later questions
    would say of what it puts into the page."""

    request: CallRequest
    params: object
    facts: Facts
    decision: Decision
    shown: frozenset[str]


def joint_question(calls: Sequence[ForeseenCall]) -> Ask | None:
    """Return one question that asks for all of these calls, with what each puts where; None where that is too much to
    be shown, or where fewer than two of them would be asked."""
    asks = [call.decision for call in calls if isinstance(call.decision, Ask)]
    if len(asks) < 2 or not is_shown([text for call in calls for text in call.shown]):
        return None
    site = site_name(calls[0].facts.acted_on)
    entries = Sentence.joined("; ", [_entry(call) for call in calls])
    question = Sentence("The model wants to fill in {entries} on {site}.", entries=entries, site=site)
    sending = [call.facts for call in calls if words_sent_from_fields(call.request, call.facts) is not None]
    if sending:
        question = Sentence(
            "The model wants to fill in {entries} on {site}, and to send it to {where}.",
            entries=entries,
            site=site,
            where=Sentence.joined(", ", dict.fromkeys(map(sent_to, sending))),
        )
    lines = dict.fromkeys(line for call in calls for line in _other_lines(call))
    return Ask(
        "+".join(dict.fromkeys(rule for ask in asks for rule in ask.rule.split("+"))),
        Sentence.joined("\n", [question, *lines]),
        " ".join(dict.fromkeys(ask.remedy for ask in asks if ask.remedy)),
        tuple(dict.fromkeys(grant for ask in asks for grant in ask.grants)),
        tuple(dict.fromkeys(origin for ask in asks for origin in ask.origins)),
        refusable=tuple(dict.fromkeys(refusal for ask in asks for refusal in ask.refusable)),
    )


def is_as_foreseen(call: ForeseenCall, facts: Facts, shown: frozenset[str]) -> bool:
    """Return whether a call, by the facts of the moment at which it is made, would be asked as it was foreseen, but for
    what the joint question has ``shown`` of all its calls."""

    def untold(texts: Sequence[str]) -> tuple[str, ...]:
        return tuple(text for text in texts if text not in shown)

    left = replace(
        facts,
        unsent=untold(facts.unsent),
        entered=untold(facts.entered),
        entered_before=untold(facts.entered_before),
        chose_before=untold(facts.chose_before),
    )
    now = decide(call.request, left)
    is_shown_so = _entry(replace(call, facts=facts)) == _entry(call)
    return is_shown_so and isinstance(call.decision, Ask) and isinstance(now, Ask) and call.decision.covers(now)


def _other_lines(call: ForeseenCall) -> Iterator[str]:
    """Yield what the question about one call says beside what the list of entries does."""
    if not isinstance(call.decision, Ask):
        return
    listed = {
        str(one.question).partition("\n")[0]
        for rule in _LISTED
        if isinstance(one := rule(call.request, call.facts), Ask)
    }
    lines = call.decision.question.lines if isinstance(call.decision.question, Sentence) else [call.decision.question]
    yield from (line for line in lines if line not in listed)


def _entry(call: ForeseenCall) -> str:
    """Return a field with what a call puts into it, as a line of the question."""
    assert call.facts.element is not None, "a call of a form acts on a field"
    return Sentence.joined(": ", [called(call.facts.element), value_put_in(call.request, call.facts)])


def value_put_in(request: CallRequest, facts: Facts) -> str:
    """Return what a call puts into a field, box or list, as a question says it: a text, a mark, the choice."""
    if facts.secret is not None or (facts.written and facts.element is not None and facts.element.sensitive):
        return HIDDEN_TEXT
    if request.capability == "check":
        return UNCHECKED if request.tool == "uncheck" else CHECKED
    file = () if facts.file is None else (facts.file.shown.rsplit("/", 1)[-1],)
    return excerpt([" ".join(facts.written)] if facts.written else [*facts.chosen, *file])
