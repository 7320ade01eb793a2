"""How questions reach the kit."""

from __future__ import annotations

import pytest

from handrail.browser.page import kit_client
from handrail.browser.tabs.storage_state import LastState
from handrail.browser.tabs.tabs import PlaywrightTabs
from tests.browser.openings import visit
from tests.pages import PageServer


async def test_what_is_asked_beside_the_calls_goes_by_the_protocol_too(
    tabs: PlaywrightTabs, serve: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    await visit(tabs, serve("<script>localStorage.kept = 1</script>here"))
    core, state, asked = tabs.active.core, LastState(), list[str]()
    await tabs.active.reader.snapshot()
    as_selector = kit_client.selector

    def noted(request: dict[str, str]) -> str:
        asked.append(request["op"])
        return as_selector(request)

    monkeypatch.setattr(kit_client, "selector", noted)
    await state.remember(core.page.context, core)
    (origin,) = state.to_dict()["origins"]
    assert origin["localStorage"] == [{"name": "kept", "value": "1"}]
    assert asked == []
