"""What a model may tell a service of the web, such as a search provider."""

from __future__ import annotations

from handrail.messages import Sentence
from handrail.policy.decision import Decision, Deny, ask_for_grant, excerpt
from handrail.policy.facts import CallRequest, Facts
from handrail.policy.reachable_hosts import endpoint, reason_to_refuse


def texts_for_services(request: CallRequest, facts: Facts) -> Decision | None:
    """Promises G1 and G2. A query is data that leaves: it passes if it is made of words of the user's text, or the user
    lets the model open any address of the service; others are asked for. None holds a secret."""
    service = facts.service
    if service is None:
        return None
    if service.holds_secret:
        return Deny("texts_for_services", f"What the model wants to tell {service.title} holds a secret of yours.")
    # On an origin that the user opened a model may open any address, which is no reason to tell it to others.
    made_up = (facts.address.url,) if facts.address is not None and facts.address.made_up else ()
    if (service.own and not made_up) or request.permissions.may_write(service.origin):
        return None
    if request.permissions.allows("open", service.origin):
        return None
    said = {"service": service.title, "texts": excerpt((*service.texts, *made_up))}
    question = Sentence("The model wants to ask {service} for {texts}, which are not your words.", **said)
    if facts.wordless:
        question = Sentence("The model wants to ask {service} for {texts}.", **said)
    return ask_for_grant("texts_for_services", "open", service.origin, question)


def services_read_public_pages(_request: CallRequest, facts: Facts) -> Decision | None:
    """Promise G5. A service that reads a page from elsewhere is told no address of this machine or its network, also
    where the user may open it here."""
    if facts.service is None or facts.address is None or facts.address.origin == facts.service.origin:
        return None
    there = endpoint(facts.address.url)
    reason = reason_to_refuse(*there, (), ()) if there is not None else "no address that it could read"
    if reason is None:
        return None
    return Deny("services_read_public_pages", f"{facts.service.title} is not told this address: it is {reason}.")
