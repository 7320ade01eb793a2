"""A yes to a press, where all that came of the press is that its page asks whether that is meant."""

from __future__ import annotations

from dataclasses import dataclass

from handrail.calls.request_judge import RequestJudge
from handrail.policy import Allow, Ask, Facts
from handrail.policy.permissions import Verb
from handrail.policy.requests.judge import approved_verbs
from handrail.policy.rules.acts import agreed_dialogs, consequential_acts
from handrail.policy.rules.text_entry import not_your_words
from handrail.policy.words.consequences import Evidence, verbs


@dataclass(frozen=True, slots=True)
class ApprovedPress:
    """What the user agreed to when a model pressed something. To be kept until the model's next act.

    Attributes:
        facts: by which the press was judged.
        verbs: what they knew that it does.
        judge: of the requests that came of it.
    """

    facts: Facts
    verbs: frozenset[Verb]
    judge: RequestJudge

    @classmethod
    def of(cls, decision: Allow | Ask, facts: Facts, judge: RequestJudge) -> ApprovedPress | None:
        """None where nobody was asked about what it does, or it pays: the page may name the amount only then."""
        approved = approved_verbs(decision, facts)
        return cls(facts, approved, judge) if approved and "pay" not in approved else None

    def covers(self, question: Ask, facts: Facts) -> bool:
        """Whether a question is about the same act: the page did nothing yet but ask, in a dialog that came since and
        has nothing in it but a yes and a no, and the model says yes there and no more.

        Args:
            question, facts: of the next act.
        """
        writes = facts.text is not None and not facts.text.empty
        if self.judge.has_sent or self.facts.websockets or facts.websockets or writes:
            return False
        if facts.acted_on != self.facts.acted_on or not self._shows(facts):
            return False
        if facts.dialog is not None:
            named = self.facts.element is not None and facts.dialog.pressed == self.facts.element.name.raw
            message = facts.dialog.message.raw if facts.dialog.message is not None else ""
            is_plain = facts.dialog.kind == "confirm" and not facts.dialog.frames
            asked_alone = question.rule == agreed_dialogs.__name__
            return asked_alone and named and is_plain and self.verbs.issuperset(verbs(Evidence(dialog=message)))
        if question.rule != consequential_acts.__name__ or facts.element is None or facts.nonce != self.facts.nonce:
            return False
        is_same = self.verbs.issuperset(approved_verbs(question, facts))
        return is_same and facts.element.around.confirms and facts.element.item is None and facts.times == 1

    def _shows(self, facts: Facts) -> bool:
        return set(not_your_words(facts)) <= set(not_your_words(self.facts))
