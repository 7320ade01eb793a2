"""Where a model may go: rule 3."""

from __future__ import annotations

import shlex

from handrail.policy.decision import Ask, Decision, Deny
from handrail.policy.facts import Facts, Request
from handrail.trust import one_line


def web_addresses_only(_request: Request, facts: Facts) -> Decision | None:
    """Promise G5: only http and https are navigated to, whoever asks. An empty tab is no address."""
    if facts.address is None or facts.address.url == "about:blank":
        return None
    if facts.address.url.lower().startswith(("http://", "https://")):
        return None
    return Deny("web_addresses_only", "Only http and https addresses are opened.")


def known_addresses(request: Request, facts: Facts) -> Decision | None:
    """An address is data that leaves: a model may open one that the user said, one that stood unchanged as a link in
    what was read, and any on the write set. One it made up is asked for."""
    address = facts.address
    if address is None or address.known or address.url == "about:blank":
        return None
    if address.origin is not None and request.permissions.may_write(address.origin):
        return None
    shown = one_line(address.url, 300)
    # Without an origin that everybody reads alike there is nothing that could be allowed for good.
    remedy = f"--allow-origin {shlex.quote(address.origin)}" if address.origin else ""
    return Ask("known_addresses", f"Open the address “{shown}”, which stood on no page that was read?", remedy)
