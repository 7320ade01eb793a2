"""The options of a session as keyword parameters, for editors and type checkers.

Made from `handrail.session_options` and `handrail.browser.types.options` by ``make docs``; change them there.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, Literal, TypedDict

from handrail.browser.types.network.network_rules import HttpSignIn, NetworkRule
from handrail.browser.types.network.proxy import Proxy
from handrail.browser.types.option_values import BrowserName, LockedProfile, ResourceKind


class SessionKeywords(TypedDict, total=False):
    """See docs/settings.md for what each option means."""

    mode: Literal["act", "ask"]
    upload_dirs: Sequence[str | Path]
    upload_urls: Sequence[str]
    allow_origins: Sequence[str]
    ask_per_site: bool
    grants: Sequence[str]
    trust: Sequence[str]
    secrets: Sequence[Any]
    http_credentials: str | None
    search: str | None
    search_url: str | None
    search_key: str | None
    tabstack_key: str | None
    unsafe: bool
    guardrails: str
    run_dir: str | Path | None
    log: bool | None
    tabstack_url: str | None
    call_timeout: float
    model_timeout: float
    raise_errors: bool
    browser: BrowserName
    executable: str | Path | None
    channel: str | None
    headless: bool | str | None
    sandbox: bool | None
    viewport: tuple[int, int] | str
    device: str | None
    locale: str | None
    timezone: str | None
    user_agent: str | None
    proxy: Proxy | str | None
    network: NetworkRule | None
    profile: str | Path | None
    profile_locked: LockedProfile
    storage_state: str | Path | None
    save_state: str | Path | None
    cdp_url: str | None
    cdp_urls: Sequence[str]
    ungated: bool
    block: Collection[ResourceKind]
    http_sign_in: HttpSignIn | None
    accept_certificates: Sequence[str]
    page_tools: bool
    downloads: str | Path | None
    timeout: float
    shared: bool | None
