"""How browsers are started: what keeps them from calling anyone by themselves, measured behind a proxy that writes down
every request, and what keeps sites apart."""

from __future__ import annotations

NOWHERE = "http://127.0.0.1:9"
"""Browsers refuse this port before they connect (discard, on the list of forbidden ports of the Fetch standard)."""

# On top of what Playwright passes. There is no --disable-features here: a second one would replace Playwright's.
CHROMIUM_ARGS = [
    f"--gaia-url={NOWHERE}",  # is anyone signed in? asked at every start
    f"--component-updater=url-source={NOWHERE}",
    f"--autofill-server-url={NOWHERE}",  # what kind of form is this? tells the forms of every page that is opened
    "--disable-domain-reliability",
    # The headless shell does not isolate sites by itself: a frame that hangs would hang its page.
    "--site-per-process",
]

FIREFOX_PREFS: dict[str, str | float | bool] = {
    # Without these two `go_back` times out, and the address stays that of the page before.
    "browser.sessionhistory.max_total_viewers": 0,
    "fission.bfcacheInParent": False,
    # With site isolation, clicks in frames of other sites say OK and do nothing. docs/browsers.md tells what it costs.
    "fission.autostart": False,
    # Calls nobody by itself.
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.trr.mode": 5,  # names are resolved by the system, not by a service of the browser's choice
    "doh-rollout.disable-heuristics": True,
    "browser.region.network.url": "",
    "browser.region.update.enabled": False,
    "dom.push.connection.enabled": False,
    "extensions.systemAddon.update.enabled": False,
    "toolkit.telemetry.server": "data:,",
    "toolkit.telemetry.unified": False,
    "app.normandy.enabled": False,
    "media.gmp-manager.url": "data:,",
    "browser.topsites.contile.enabled": False,
    "messaging-system.rsexperimentloader.enabled": False,
    "browser.ml.enable": False,
    "geo.provider.network.url": "data:,",
}
# Behind the filtering proxy (`handrail.browser.network.filtering_proxy`), on top of the above: nothing goes out but to
# it. What each does was seen by leaving it out, while a server wrote down what reached it over TCP, UDP and DNS.
PROXIED_CHROMIUM_ARGS = [
    # The browser resolves nothing itself. Without it, names of TURN servers are looked up, and with them goes whatever
    # a page writes into a name.
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    # WebRTC sends no UDP; TCP goes through the proxy. The headless shell reads the first spelling, Chrome the second.
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-quic",  # nothing was seen to use it behind a proxy
]


def proxied_firefox_prefs(port: int) -> dict[str, str | float | bool]:
    """Firefox's preferences behind a filtering proxy at ``port``. It is set here: what Playwright (1.64) sets over BiDi
    is for plain http alone, and https goes out directly."""
    return {
        "network.proxy.type": 1,
        "network.proxy.http": "127.0.0.1",
        "network.proxy.http_port": port,
        "network.proxy.ssl": "127.0.0.1",
        "network.proxy.ssl_port": port,
        "network.proxy.no_proxies_on": "",
        # Without it, localhost and loopback addresses are reached directly.
        "network.proxy.allow_hijacking_localhost": True,
        # Without it, WebRTC sends UDP. TCP goes through the proxy.
        "media.peerconnection.ice.proxy_only": True,
        # No difference was seen without these; they say what must not happen.
        "network.proxy.failover_direct": False,
        "network.proxy.allow_bypass": False,
        "network.dns.disabled": True,
        "network.dns.disablePrefetch": True,
        "network.http.http3.enable": False,
        "network.webtransport.enabled": False,
    }


# A profile that was behind the proxy before keeps that in its settings; without one again, these are as they come.
UNPROXIED_FIREFOX_PREFS: dict[str, str | float | bool] = {
    "network.proxy.type": 5,
    "network.dns.disabled": False,
    "media.peerconnection.ice.proxy_only": False,
}
# A released Firefox takes another settings server only when this is set.
FIREFOX_ENV = {"MOZ_REMOTE_SETTINGS_DEVTOOLS": "1"}
