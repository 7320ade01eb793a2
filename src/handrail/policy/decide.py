"""The table of rules, in the order in which they are asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from handrail.policy.acts import (
    agreed_dialogs,
    consequential_acts,
    downloads_that_were_meant,
    forms_go_where_allowed,
)
from handrail.policy.addresses import (
    addresses_that_delete,
    known_addresses,
    links_of_tainted_pages,
    web_addresses_only,
)
from handrail.policy.decision import Allow, Ask, Decision
from handrail.policy.facts import CallRequest, Facts
from handrail.policy.files import no_files_of_the_run, uploads_from_allowed_folders, uploads_that_were_meant
from handrail.policy.guardrails import within_rails
from handrail.policy.mode import ask_mode
from handrail.policy.secrets import secrets_go_home
from handrail.policy.text_entry import changes_where_allowed, keys_that_move, reads_only, words_in_fields

Rule = Callable[[CallRequest, Facts], Decision | None]

FOR_ALL: tuple[Rule, ...] = (ask_mode, web_addresses_only, uploads_from_allowed_folders, secrets_go_home)
"""These bind everybody: they keep the user from accidents."""
FOR_MODELS: tuple[Rule, ...] = (
    within_rails,
    known_addresses,
    changes_where_allowed,
    words_in_fields,
    keys_that_move,
    forms_go_where_allowed,
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
WITHOUT_POLICY: tuple[Rule, ...] = (ask_mode, within_rails)
"""The limits that the user set themselves hold without policy too."""


def decide(request: CallRequest, facts: Facts, rules: Sequence[Rule] | None = None) -> Decision:
    """Return the decision of the rules that bind the caller.

    A rule is pure and answers None where it has nothing to say. One `Deny` decides; questions are put together, so that
    an approval answers all of them; an `Allow` of a rule (a click that becomes a navigation) is judged no further.

    Args:
        request: the call.
        facts: what the pipeline collected for it.
        rules: in place of the table.
    """
    questions: list[Ask] = []
    for rule in rules if rules is not None else _binding(request):
        match rule(request, facts):
            case None:
                continue
            case Ask() as question:
                questions.append(question)
            case Allow() if questions:
                continue
            case decision:
                return decision
    if questions:
        return _together(questions)
    return Allow("no_rule_objects", reads_only=reads_only(request, facts))


def _binding(request: CallRequest) -> tuple[Rule, ...]:
    if request.permissions.unsafe:
        return WITHOUT_POLICY
    return RULES if request.caller == "model" else FOR_ALL


def _together(questions: Sequence[Ask]) -> Ask:
    if len(questions) == 1:
        return questions[0]
    lasts = all(question.lasts for question in questions)
    return Ask(
        "+".join(question.rule for question in questions),
        " ".join(question.question for question in questions),
        " ".join(dict.fromkeys(question.remedy for question in questions if question.remedy)),
        tuple(grant for question in questions for grant in question.grants) if lasts else (),
        tuple(origin for question in questions for origin in question.origins) if lasts else (),
        next((question.follow for question in questions if question.follow), None),
    )
