"""Forms that act by an address: they are sent by GET, and hold a token against forgery."""

from __future__ import annotations

from handrail.messages import Sentence
from handrail.policy.decision import MAX_SHOWN, Decision, ask_for_grant, quotation
from handrail.policy.facts import CallRequest, Facts
from handrail.policy.rules.acts import is_submit, is_wanted
from handrail.policy.rules.pressed import called
from handrail.policy.rules.text_entry import not_your_words, says_search, site_name
from handrail.policy.words.consequences import pressed_name


def guarded_forms_that_act(request: CallRequest, facts: Facts) -> Decision | None:
    """Nothing holds what is sent by GET, since by HTTP it only asks. A site guards by a token what acts all the same,
    such as a list in which a role is given to users. So what was chosen in such a form is asked for when it is sent,
    but for a search, and for what the user named."""
    element = facts.element
    form = element.form if element is not None else None
    if element is None or form is None or not form.acts or not is_submit(request, facts):
        return None
    origin, button = facts.acted_on, pressed_name(element, submits=True)
    if request.permissions.allows("submit", origin) or says_search(button.raw):
        return None
    if (facts.named or is_wanted(facts)) and not (not_your_words(facts) or facts.prefilled):
        return None
    question = Sentence(
        "The model wants to press {what} on {site}, which may change something there: {values}.",
        what=called(element, button.raw),
        site=site_name(origin),
        values=quotation(" / ".join(one.raw for one in form.acts), MAX_SHOWN),
    )
    return ask_for_grant("guarded_forms_that_act", "submit", origin, question)
