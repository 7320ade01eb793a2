"""The table of rules, in the order in which they are asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal

from handrail.messages import Sentence
from handrail.policy.decision import TOO_LONG, Allow, Ask, Decision, Deny, is_shown, refused_question
from handrail.policy.facts import CallRequest, Facts
from handrail.policy.rules import (
    acts,
    addresses,
    dialogs,
    files,
    guarded_forms,
    keys,
    limits,
    page_tools,
    secrets,
    services,
    text_entry,
    websockets,
)
from handrail.policy.rules.earlier import names_in_question

Rule = Callable[[CallRequest, Facts], Decision | None]
Mark = Literal["pressed", "sending", "showing", "websocket"]
"""A rule judges a press by where its element leads and what is written on it; its question says what may be sent, and
what of it the user did not say (who approves it agrees to that); or it shows all that the call itself puts into the
page; or it asks what an open websocket may send at once."""

FOR_ALL: tuple[Rule, ...] = (
    limits.ask_mode,
    addresses.web_addresses_only,
    files.uploads_from_allowed_folders,
    files.uploads_from_allowed_addresses,
    secrets.secrets_go_home,
)
"""These bind everybody: they keep the user from accidents."""
_MARKS: dict[Rule, tuple[Mark, ...]] = {
    limits.within_rails: ("pressed",),
    limits.standing_refusals: (),
    services.texts_for_services: (),
    services.services_read_public_pages: (),
    page_tools.page_tools_are_asked: ("showing",),
    addresses.known_addresses: ("pressed",),
    text_entry.changes_where_allowed: ("sending",),
    text_entry.words_in_fields: ("showing", "websocket"),
    secrets.secrets_in_other_fields: (),
    text_entry.words_sent_from_fields: ("sending", "showing", "websocket"),
    websockets.presses_beside_websockets: ("sending", "websocket"),
    keys.keys_that_move: ("sending",),
    keys.pastes_are_asked: (),
    acts.forms_go_where_allowed: ("pressed", "sending"),
    guarded_forms.guarded_forms_that_act: ("pressed", "sending"),
    guarded_forms.guarded_links_that_act: ("pressed", "sending"),
    acts.consequential_acts: ("pressed", "sending"),
    addresses.addresses_that_delete: ("pressed",),
    acts.downloads_that_were_meant: ("pressed",),
    dialogs.agreed_dialogs: ("sending",),
    files.no_files_of_the_run: (),
    files.uploads_that_were_meant: ("sending",),
    addresses.links_of_tainted_pages: ("pressed",),
}
"""These bind a model, whatever its prompt is."""
FOR_MODELS: tuple[Rule, ...] = tuple(_MARKS)
RULES: tuple[Rule, ...] = FOR_ALL + FOR_MODELS
OF_WHAT_IS_PRESSED: tuple[Rule, ...] = tuple(rule for rule, marks in _MARKS.items() if "pressed" in marks)
SENDING, SHOWING, BESIDE_WEBSOCKETS = (
    frozenset(rule.__name__ for rule, marks in _MARKS.items() if mark in marks)
    for mark in ("sending", "showing", "websocket")
)
WITHOUT_POLICY: tuple[Rule, ...] = (limits.ask_mode, limits.within_rails, limits.standing_refusals)
"""The limits that the user set themselves hold without policy too."""


def decide(request: CallRequest, facts: Facts, rules: Sequence[Rule] | None = None) -> Decision:
    """Return the decision of the rules that bind the caller; ``rules``: in place of the table.

    A rule is pure and answers None where it has nothing to say. One `Deny` decides; questions are put together, so that
    an approval answers all of them; an `Allow` (a click that becomes a navigation) holds if no other rule objects.
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
    return allowed if allowed.follow else replace(allowed, reads_only=text_entry.reads_only(request, facts))


def _rules_for(request: CallRequest) -> tuple[Rule, ...]:
    if request.permissions.unsafe:
        return WITHOUT_POLICY
    return RULES if request.caller == "model" else FOR_ALL


def _shown_values(facts: Facts) -> Sequence[str]:
    """Return what a question about the call has to show of the model's."""
    address = (facts.address.url,) if facts.address is not None else ()
    filled_by = facts.filled_by if facts.prefilled else ()
    texts = (*facts.entered, *text_entry.not_your_words(facts), *facts.chose_before, *facts.parts, *filled_by)
    return (*dict.fromkeys(texts), *facts.keys, *address)


def _told(questions: Sequence[Ask], facts: Facts) -> list[str]:
    """Return what several questions say, and beside an open websocket where it leads."""
    rules = {question.rule for question in questions}
    told = [question.question for question in questions]
    if acts.consequential_acts.__name__ in rules:
        # What it says of a press says more than that it presses.
        bare = websockets.bare_press(facts)
        told = [one for one in told if one != bare]
    return told if rules.isdisjoint(BESIDE_WEBSOCKETS) else [*told, *websockets.websocket_sentences(facts)]


def _together(questions: Sequence[Ask], follow: str | None, facts: Facts) -> Ask:
    rules = {question.rule for question in questions}
    told, doubts = _told(questions, facts), list(addresses.leads_elsewhere(facts))
    if not rules.isdisjoint(SENDING):
        pressed = names_in_question(facts, "\n".join(told))
        doubts += text_entry.in_doubt(facts, shows_text=not rules.isdisjoint(SHOWING), pressed=pressed)
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
