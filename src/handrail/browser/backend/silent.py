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
# A released Firefox takes another settings server only when this is set.
FIREFOX_ENV = {"MOZ_REMOTE_SETTINGS_DEVTOOLS": "1"}
