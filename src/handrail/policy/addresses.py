"""Where a model may go: rule 3."""

from __future__ import annotations

import shlex

from handrail.policy.consequences import CONSEQUENCES, Evidence, gravest
from handrail.policy.decision import Allow, Ask, Decision, Deny, quoted
from handrail.policy.facts import CallRequest, Facts


def web_addresses_only(_request: CallRequest, facts: Facts) -> Decision | None:
    """Promise G5: only http and https are navigated to, whoever asks. An empty tab is no address."""
    if facts.address is None or facts.address.url == "about:blank":
        return None
    if facts.address.url.lower().startswith(("http://", "https://")):
        return None
    return Deny("web_addresses_only", "Only http and https addresses are opened.")


def known_addresses(request: CallRequest, facts: Facts) -> Decision | None:
    """An address is data that leaves: a model may open one that the user wrote, one that was unchanged as a link in
    what was read, and any on the write set. One it made up is asked for, and so is a link that holds what it made up:
    some pages put their own address, or what was looked for, into the links to others."""
    address = facts.address
    if address is None or address.known or address.url == "about:blank":
        return None
    if address.origin is not None and request.permissions.may_write(address.origin):
        return None
    shown = quoted(address.url, 300)
    # Without an origin that everybody reads alike there is nothing that could be allowed for good.
    remedy = f"--allow-origin {shlex.quote(address.origin)}" if address.origin else ""
    return Ask(
        "known_addresses", f"The model wants to open {shown}, which you did not mention and no page linked to.", remedy
    )


def addresses_that_delete(request: CallRequest, facts: Facts) -> Decision | None:
    """Rule 7. A link that says that it deletes or pays is asked for when it is pressed, and so is its address."""
    address = facts.address
    if request.effect != "navigate" or address is None or address.by_user:
        return None
    verb = gravest(Evidence(url=address.url))
    if verb is None or (address.origin is not None and request.permissions.allows(verb, address.origin)):
        return None
    return Ask(
        "addresses_that_delete",
        f"The model wants to open {quoted(address.url, 300)}, {CONSEQUENCES[verb]}.",
        f"--trust {shlex.quote(address.origin)}" if address.origin else "",
    )


def links_that_tell_nothing(request: CallRequest, facts: Facts) -> Decision | None:
    """A link that leads off the write set, on a page whose address a model made up, is opened by its address: a click
    would tell that site where it came from, on some pages in full."""
    element, address = facts.element, facts.address
    if not facts.page_echoes or element is None or element.href is None or address is None or element.downloads:
        return None
    if address.origin is not None and request.permissions.may_write(address.origin):
        return None
    return Allow("links_that_tell_nothing", follow=element.href.raw)
