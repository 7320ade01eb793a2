"""Says why the filtering proxy did not reach an address: clients learn only that it failed."""

from __future__ import annotations

from handrail.browser.network.filtering_proxy import FilteringProxy
from handrail.browser.network.filtering_proxy.connector import ProxyUnreachable, Refused, WrongCertificate
from handrail.browser.types.errors import NavigationFailed


def proxy_failure(proxy: FilteringProxy | None, address: str) -> NavigationFailed | None:
    """Return why the proxy refused a request, or did not reach its host; None if it did reach it."""
    failure = proxy.last_failure(address) if proxy is not None else None
    if failure is None:
        return None
    if isinstance(failure, Refused):
        return NavigationFailed(
            f"The network rules do not let requests go there: it is {failure}.", hint="Only the user can allow it."
        )
    if isinstance(failure, ProxyUnreachable):
        return NavigationFailed(str(failure), hint="Check the proxy that an option or the environment names.")
    if isinstance(failure, WrongCertificate):
        return NavigationFailed(str(failure), hint="Someone may stand between. Do not go on unless the user says so.")
    return NavigationFailed(str(failure), hint="Check the address; if it is right, the site or the network is down.")
