"""A progress bar that follows a session's events: ``python progress_bar.py http://127.0.0.1:8000/``."""

import sys

from rich.progress import Progress

from handrail import SyncSession
from handrail.events.kinds import Event


def visit(session: SyncSession[str], addresses: list[str], progress: Progress) -> None:
    bar = progress.add_task("Pages", total=len(addresses))

    def show(event: Event) -> None:
        if event.kind == "result" and event.tool == "goto":
            progress.advance(bar)

    session.events.subscribe(show)
    for address in addresses:
        session.goto(address)


if __name__ == "__main__":
    with SyncSession(plain=True, raise_errors=True) as session, Progress() as progress:
        visit(session, [f"{sys.argv[1]}products?page={number}" for number in (1, 2, 3)], progress)
