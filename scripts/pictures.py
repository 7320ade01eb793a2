"""Makes the pictures of the documents: a run in a terminal, the page where it ended, and its report. Run by hand when
they change."""

from __future__ import annotations

import asyncio
import html
from io import StringIO
from pathlib import Path

from rich.console import Console

from handrail import Agent, Session
from handrail.cli.event_views import TerminalView
from handrail.demo import serve
from handrail.models import choose_model
from handrail.runs.log_reader import read_run
from handrail.runs.report import render

IMAGES = Path("docs/images")
TASKS = (
    ("How many pricing tiers are there?", "pricing"),
    ("Search for lamp, open Reading Lamp, click Add to basket, then open the basket", ""),
)


async def main() -> None:
    """Carry out both tasks, record the terminal, and photograph it in the browser that we drive anyway."""
    console = Console(record=True, width=96, force_terminal=True, highlight=False, file=StringIO())
    with serve(port=8000) as shop:
        model, why = choose_model("offline")
        for number, (task, page) in enumerate(TASKS, 1):
            async with Session(model=model, headless=True, run_dir=f"demo-output/{number}") as session:
                view = TerminalView()
                view.console = view.out = console
                session.events.subscribe(view.on_event)
                console.print(f'[bold green]$[/] handrail run "{task}" --url {shop.url}{page}', highlight=False)
                view.model(model.name, why)
                # The banner would hide what the picture is for.
                await session.call("goto", url=shop.url)
                await session.tab.page.get_by_role("button", name="Only necessary").click()
                result = await Agent(session, pictures="step").run(task, url=shop.url + page)
                view.result(result)
                console.print()
                await session.tab.page.screenshot(path=IMAGES / "basket.png", scale="css")
    svg = console.export_svg(title="handrail", clear=True)
    async with Session(headless=True, viewport=(1020, 800)) as session:
        page_ = session.tab.page
        await page_.set_content(f"<body style='margin:0;background:#fff'>{_local(svg)}</body>")
        await page_.locator("svg").screenshot(path=IMAGES / "run.png")
        await page_.set_content(render(read_run(result.log)))
        await page_.screenshot(path=IMAGES / "report.png", scale="css")


def _local(svg: str) -> str:
    """The drawing without its web fonts: nothing is fetched."""
    start, end = svg.index("@font-face"), svg.rindex("@font-face")
    end = svg.index("}", end) + 1
    return svg[:start] + svg[end:].replace("Fira Code", html.escape("Liberation Mono"))


if __name__ == "__main__":
    asyncio.run(main())
