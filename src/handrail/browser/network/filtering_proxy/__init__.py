"""The filtering proxy: everything that a browser sends passes it. The network rules are enforced only here.

A forward proxy on 127.0.0.1, on the session's own event loop. The browser is started so that every request passes it
(`handrail.browser.opening`), whatever sends it: a page, a frame, a worker, a service worker, a websocket, a
download. For each request it

1. asks for the password, which only this browser knows (`handrail.browser.network.filtering_proxy.sign_in`),
   and, of a websocket, the rule that `FilteringProxy.hold_websockets` sets,
2. resolves the name itself (`resolve`),
3. asks the rule, a callable that the session gives: may this host, port and these addresses be reached? (`connector`)
4. connects to one of the addresses that were judged, so a name that resolves differently the next moment gains nothing,
5. relays (`connection`, `tunnel`).

No protocol of a browser shows websockets before they are opened, so the browser is started to send them elsewhere:
Chromium to a port of their own, Firefox to a socket that speaks SOCKS5 (`socks5`).

Contexts of one Chromium can have a proxy each: they share its two ports, and each connection belongs to the proxy whose
password it carries (`listener`). Chromium keeps passwords, connections and caches apart by context.

It fails closed: without the proxy the browser reaches nothing, since its own resolver is off and it has no other
connection. A rule that raises refuses.

Why our own: of the libraries, `proxy.py` (last release February 2025) can choose the address by a hook, but runs
threads and selectors of its own beside our loop; `mitmproxy` brings some forty dependencies for taking TLS apart, which
nobody wants here; `pproxy` has no hook between resolving and connecting. What is hard is left to libraries: parsing
HTTP without being fooled to h11, which is under httpx and uvicorn, trying several addresses to aiohappyeyeballs, SOCKS
to python-socks.

Limits: with a proxy of the user's, names resolve there, so only the host's text is judged (`connector`). A call that
blocks the event loop holds the browser's traffic up as long.
"""

from handrail.browser.network.filtering_proxy.listener import ProxyPorts
from handrail.browser.network.filtering_proxy.proxy import FilteringProxy

__all__ = ["FilteringProxy", "ProxyPorts"]
