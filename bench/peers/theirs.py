"""browser-use's side, run by the Python of its own environment: imports nothing of ours."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from typing import Any

os.environ |= {
    "ANONYMIZED_TELEMETRY": "false",
    "BROWSER_USE_CLOUD_SYNC": "false",
    "BROWSER_USE_LOGGING_LEVEL": "result",
    "BROWSER_USE_VERSION_CHECK": "false",
}


async def main(plan: dict[str, Any]) -> None:
    """As `ours.main`."""
    from browser_use import Agent, BrowserProfile, BrowserSession
    from browser_use.llm import ChatOpenAI

    for task in plan["tasks"]:
        llm = ChatOpenAI(model="scripted", base_url=task["model"], api_key="none")
        with tempfile.TemporaryDirectory() as folder:
            profile = BrowserProfile(
                executable_path=plan["executable"],
                headless=True,
                chromium_sandbox=False,
                user_data_dir=folder,
                enable_default_extensions=False,
            )
            browser = BrowserSession(browser_profile=profile)
            agent = Agent(
                task=task["words"],
                llm=llm,
                browser_session=browser,
                use_vision=False,
                use_judge=plan["judged"],
                enable_planning=plan["judged"],
                initial_actions=[{"navigate": {"url": task["url"], "new_tab": False}}],
                directly_open_url=False,
                enable_signal_handler=False,
            )
            history = await agent.run(max_steps=20)
            await browser.kill()
        errors = [str(error)[:100] for error in history.errors() if error]
        outcome = "done" if history.is_done() else "not done"
        print("\n" + json.dumps({"outcome": outcome, "failed": errors}), flush=True)


if __name__ == "__main__":
    asyncio.run(main(json.loads(sys.argv[1])))
