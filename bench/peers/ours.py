"""Our side: one task after another, in one process, a browser each."""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from typing import Any


async def main(plan: dict[str, Any]) -> None:
    """Carry out the tasks of ``plan``: ``tasks`` with ``words``, ``url`` and ``model``; ``judged``; ``executable``."""
    from handrail import Agent, Session
    from handrail.models.providers.llm import Llm

    for task in plan["tasks"]:
        model = Llm("openai-compatible:scripted", base_url=task["model"], context_window=200_000)
        with tempfile.TemporaryDirectory() as folder:
            async with Session(
                model=model, run_dir=folder, executable=plan["executable"], headless=True, trust=[task["origin"]]
            ) as session:
                agent = Agent(
                    session,
                    vision="never",
                    plan="auto" if plan["judged"] else "none",
                    verify=1 if plan["judged"] else 0,
                )
                result = await agent.run(task["words"], url=task["url"])
        print(json.dumps({"outcome": result.outcome, "failed": [s.code for s in result.steps if not s.ok]}), flush=True)


if __name__ == "__main__":
    asyncio.run(main(json.loads(sys.argv[1])))
