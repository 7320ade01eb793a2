"""Reads the certificate of an origin once, for the user to decide whether to accept it."""

from __future__ import annotations

from handrail.browser.network.filtering_proxy.accepted_certificates import describe, fingerprint_of, present
from handrail.browser.network.filtering_proxy.connector import Connector, Unreachable
from handrail.browser.network.filtering_proxy.resolve import Resolver
from handrail.browser.network.filtering_proxy.upstream import Upstream
from handrail.browser.types.network.certificates import AcceptedCertificate
from handrail.browser.types.network.proxy import Proxy
from handrail.errors import UsageError


async def unknown_certificate(named: AcceptedCertificate, proxy: Proxy | None) -> UsageError:
    """Return the error for an origin that was named without a fingerprint: what its certificate says, and the flag that
    accepts it. Nothing is sent there, and nothing accepted. ``proxy``: the user's own, if any."""
    connector = Connector(lambda *_: None, Resolver(), Upstream(proxy) if proxy is not None else None)
    try:
        connection = await connector.open(named.host, named.port, tunnel=True)
        try:
            certificate = await present(named.host, connection.writer)
        finally:
            connection.writer.close()
    except Unreachable as error:
        return UsageError(f"The certificate of {named.origin} cannot be looked at. {error}")
    except OSError:
        return UsageError(f"{named.origin} presents no certificate: what answers there does not speak TLS.")
    return UsageError(
        f"Nothing was accepted yet: {named.origin} presents a certificate {describe(certificate)}.",
        hint=f"If it is the one that you expect: --accept-certificate {named.origin}={fingerprint_of(certificate)}",
    )
