"""The table of rules, in the order in which they are asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from handrail.messages import Sentence
from handrail.policy.decision import TOO_LONG, Allow, Ask, Decision, Deny, is_shown, refused_question
from handrail.policy.facts import CallRequest, Facts
from handrail.policy.rules.acts import (
    agreed_dialogs,
    consequential_acts,
    downloads_that_were_meant,
    forms_go_where_allowed,
)
from handrail.policy.rules.addresses import (
    addresses_that_delete,
    known_addresses,
    leads_elsewhere,
    links_of_tainted_pages,
    web_addresses_only,
)
from handrail.policy.rules.clipboard import pastes_are_asked
from handrail.policy.rules.files import (
    no_files_of_the_run,
    uploads_from_allowed_addresses,
    uploads_from_allowed_folders,
    uploads_that_were_meant,
)
from handrail.policy.rules.guarded_forms import guarded_forms_that_act, guarded_links_that_act
from handrail.policy.rules.guardrails import standing_refusals, within_rails
from handrail.policy.rules.mode import ask_mode
from handrail.policy.rules.page_tools import page_tools_are_asked
from handrail.policy.rules.secrets import secrets_go_home
from handrail.policy.rules.services import services_read_public_pages, texts_for_services
from handrail.policy.rules.text_entry import (
    changes_where_allowed,
    in_doubt,
    keys_that_move,
    not_your_words,
    reads_only,
    secrets_in_other_fields,
    words_in_fields,
    words_sent_from_fields,
)
from handrail.policy.rules.websockets import bare_press, presses_beside_websockets, websocket_sentences

Rule = Callable[[CallRequest, Facts], Decision | None]

FOR_ALL: tuple[Rule, ...] = (
    ask_mode,
    web_addresses_only,
    uploads_from_allowed_folders,
    uploads_from_allowed_addresses,
    secrets_go_home,
)
"""These bind everybody: they keep the user from accidents."""
FOR_MODELS: tuple[Rule, ...] = (
    within_rails,
    standing_refusals,
    texts_for_services,
    services_read_public_pages,
    page_tools_are_asked,
    known_addresses,
    changes_where_allowed,
    words_in_fields,
    secrets_in_other_fields,
    words_sent_from_fields,
    presses_beside_websockets,
    keys_that_move,
    pastes_are_asked,
    forms_go_where_allowed,
    guarded_forms_that_act,
    guarded_links_that_act,
    consequential_acts,
    addresses_that_delete,
    downloads_that_were_meant,
    agreed_dialogs,
    no_files_of_the_run,
    uploads_that_were_meant,
    links_of_tainted_pages,
)
"""These bind a model, whatever its prompt is."""
RULES: tuple[Rule, ...] = FOR_ALL + FOR_MODELS
SENDING = frozenset(
    rule.__name__
    for rule in (
        changes_where_allowed,
        words_sent_from_fields,
        presses_beside_websockets,
        keys_that_move,
        forms_go_where_allowed,
        guarded_forms_that_act,
        guarded_links_that_act,
        consequential_acts,
        agreed_dialogs,
        uploads_that_were_meant,
    )
)
"""Rules whose questions say what may be sent, and what of it the user did not say. Who approves them agrees to that."""
BESIDE_WEBSOCKETS = frozenset(
    rule.__name__ for rule in (words_in_fields, words_sent_from_fields, presses_beside_websockets)
)
"""Rules that ask what an open websocket may send at once."""
SHOWING = frozenset(rule.__name__ for rule in (words_in_fields, words_sent_from_fields, page_tools_are_asked))
"""Rules whose questions show all that the call itself puts into the page."""
OF_WHAT_IS_PRESSED: tuple[Rule, ...] = (
    within_rails,
    known_addresses,
    forms_go_where_allowed,
    guarded_forms_that_act,
    guarded_links_that_act,
    consequential_acts,
    addresses_that_delete,
    downloads_that_were_meant,
    links_of_tainted_pages,
)
"""Rules that judge a press by where its element leads and what is written on it."""
WITHOUT_POLICY: tuple[Rule, ...] = (ask_mode, within_rails, standing_refusals)
"""The limits that the user set themselves hold without policy too."""


def decide(request: CallRequest, facts: Facts, rules: Sequence[Rule] | None = None) -> Decision:
    """Return the decision of the rules that bind the caller.

    A rule is pure and answers None where it has nothing to say. One `Deny` decides; questions are put together, so that
    an approval answers all of them; an `Allow` (a click that becomes a navigation) holds if no other rule objects.

    Args:
        request: the call.
        facts: what the pipeline collected for it.
        rules: in place of the table.
    """
    permissions, binding = request.permissions, rules if rules is not None else _rules_for(request)
    if permissions.refusals and permissions.unsafe and request.caller == "model":
        # Without policy nothing is asked; what the user refused for good is refused all the same.
        answers = (refused_question(answer, permissions) for rule in FOR_MODELS if (answer := rule(request, facts)))
        if refusal := next(filter(None, answers), None):
            return refusal
    questions: list[Ask] = []
    allowed = Allow("no_rule_objects")
    for rule in binding:
        match rule(request, facts):
            case Deny() as refusal:
                return refusal
            case Ask() as question:
                if (refusal := refused_question(question, permissions)) is not None:
                    return refusal
                questions.append(question)
            case Allow() as navigation:
                allowed = navigation
    if questions and not is_shown(_shown_values(facts)):
        return Deny(TOO_LONG, "What the model wrote is too long for a question.")
    if questions:
        return _together(questions, allowed.follow, facts)
    return allowed if allowed.follow else replace(allowed, reads_only=reads_only(request, facts))


def _rules_for(request: CallRequest) -> tuple[Rule, ...]:
    if request.permissions.unsafe:
        return WITHOUT_POLICY
    return RULES if request.caller == "model" else FOR_ALL


def _shown_values(facts: Facts) -> Sequence[str]:
    """Return what a question about the call has to show of the model's."""
    parts = facts.text.parts if facts.text is not None else ()
    address = (facts.address.url,) if facts.address is not None else ()
    addresses = facts.filled_by if facts.prefilled else ()
    texts = (*facts.entered, *not_your_words(facts), *facts.chose_before, *parts, *addresses)
    return (*dict.fromkeys(texts), *facts.keys, *address)


def _told(questions: Sequence[Ask], facts: Facts) -> list[str]:
    """Return what several questions say, and beside an open websocket where it leads."""
    rules = {question.rule for question in questions}
    told = [question.question for question in questions]
    if consequential_acts.__name__ in rules:
        # What it says of a press says more than that it presses.
        bare = bare_press(facts)
        told = [one for one in told if one != bare]
    return told if rules.isdisjoint(BESIDE_WEBSOCKETS) else [*told, *websocket_sentences(facts)]


def _together(questions: Sequence[Ask], follow: str | None, facts: Facts) -> Ask:
    rules = {question.rule for question in questions}
    doubts = () if rules.isdisjoint(SENDING) else in_doubt(facts, shows_text=not rules.isdisjoint(SHOWING))
    doubts = (*leads_elsewhere(facts), *doubts)
    told = _told(questions, facts)
    if len(questions) == len(told) == 1 and not doubts:
        return replace(questions[0], follow=questions[0].follow or follow)
    lasts = all(question.lasts for question in questions)
    return Ask(
        "+".join(question.rule for question in questions),
        Sentence.joined("\n", (*told, *doubts)),
        " ".join(dict.fromkeys(question.remedy for question in questions if question.remedy)),
        tuple(grant for question in questions for grant in question.grants) if lasts else (),
        tuple(origin for question in questions for origin in question.origins) if lasts else (),
        next((question.follow for question in questions if question.follow), follow),
        refusable=tuple(refusal for question in questions for refusal in question.refusable),
    )
