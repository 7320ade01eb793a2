"""Where a model may go: rule 3."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from urllib.parse import unquote_plus

from handrail.messages import Sentence
from handrail.policy.decision import Allow, Ask, Decision, Deny, ask_for_grant, excerpt, flag
from handrail.policy.facts import CallRequest, Facts
from handrail.policy.permissions import Grant, Refusal
from handrail.policy.reachable_hosts import endpoint, reason_to_refuse
from handrail.policy.words.consequences import CONSEQUENCES, Evidence, gravest
from handrail.trust import site_line


def web_addresses_only(_request: CallRequest, facts: Facts) -> Decision | None:
    """Promise G5: only http and https are navigated to, whoever asks. An empty tab is no address."""
    if facts.address is None or facts.address.url == "about:blank":
        return None
    if facts.address.url.lower().startswith(("http://", "https://")):
        return None
    return Deny("web_addresses_only", "Only http and https addresses are opened.")


def known_addresses(request: CallRequest, facts: Facts) -> Decision | None:
    """An address is data that leaves: a model may open one that the user wrote, one that was unchanged as a link in
    what was read, and any on the write set. One it made up is asked for."""
    address = facts.address
    if address is None or address.known or address.url == "about:blank" or (facts.tainted and facts.element):
        return None
    origin = address.origin
    if origin is not None and request.permissions.may_open(origin):
        return None
    question = Sentence(
        "The model wants to open {url}, which is neither in your words nor a link it read.", url=excerpt((address.url,))
    )
    # Without an origin that everybody reads alike there is nothing that could be allowed for good.
    remedy = flag("--allow-origin", origin) if origin else ""
    return Ask("known_addresses", question, remedy, (Grant("open", origin),) if origin else ())


def leads_elsewhere(facts: Facts) -> tuple[str, ...]:
    """Return where a call leads, as a sentence of a question: a link that would be pressed, where that is another
    origin, and an address of the model's own that stands on a special network address, which a yes lets it reach."""
    address, there = facts.address, endpoint(facts.address.url) if facts.address is not None else None
    if address is None or address.origin is None or (facts.element is not None and address.origin == facts.acted_on):
        return ()
    reason = reason_to_refuse(*there, (), ()) if there is not None else None
    site = site_line(address.origin)
    if reason and (facts.element is not None or not address.known):
        return (Sentence("It leads to {site}, {reason}.", site=site, reason=reason),)
    return (Sentence("It leads to {site}.", site=site),) if facts.element is not None else ()


def addresses_that_delete(request: CallRequest, facts: Facts) -> Decision | None:
    """Rule 7. A link that says that it deletes or pays is asked for when it is pressed, and so is its address, whether
    it is opened or only fetched."""
    address = facts.address
    if request.effect == "change" or address is None or address.by_user:
        return None
    verb = gravest(Evidence(url=address.url))
    if verb is None or (address.origin is not None and request.permissions.allows(verb, address.origin)):
        return None
    return Ask(
        "addresses_that_delete",
        Sentence(
            "The model wants to open {url}, {consequence}.", url=excerpt((address.url,)), consequence=CONSEQUENCES[verb]
        ),
        flag("--trust", address.origin) if address.origin else "",
        refusable=(Refusal(verb, address.origin),) if address.origin else (),
    )


def links_of_tainted_pages(request: CallRequest, facts: Facts) -> Decision | None:
    """A link that leads off the write set, on a page that holds what a model made up, is opened by its address, after
    the page was left. It may hold, in any encoding, what the model made up, so it is asked for, unless the user lets
    links of this site be followed, as they would of a search engine."""
    element, address = facts.element, facts.address
    if not facts.tainted or element is None or element.href is None or address is None or address.by_user:
        return None
    if address.origin is not None and request.permissions.may_write(address.origin):
        return None
    origin = facts.acted_on
    if address.known or request.permissions.allows("follow", origin):
        return Allow("links_of_tainted_pages", follow=element.href.raw)
    question = Sentence(
        "The model wants to follow a link to {url}, on a page of {site} that it searched in its own words or opened by "
        "an address of its own.",
        url=excerpt((address.url,)),
        site=site_line(origin),
    )
    return replace(ask_for_grant("links_of_tainted_pages", "follow", origin, question), follow=element.href.raw)


def said_by_addresses(facts: Facts, texts: Iterable[str]) -> dict[str, str]:
    """Return those of the model's texts that no field holds and an address that it opened says, each with that."""
    picked = [text for text in texts if text in facts.picked and text in facts.earlier]
    found = {text: next((one for one in facts.filled_by if text in unquote_plus(one)), "") for text in picked}
    return {text: address for text, address in found.items() if address}
