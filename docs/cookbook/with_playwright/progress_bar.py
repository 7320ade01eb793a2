"""A progress bar that follows a page's events: ``python progress_bar.py http://127.0.0.1:8000/``."""

import sys

from playwright.sync_api import Page, Response, sync_playwright
from rich.progress import Progress


def visit(page: Page, addresses: list[str], progress: Progress) -> None:
    bar = progress.add_task("Pages", total=len(addresses))

    def show(response: Response) -> None:
        if response.request.is_navigation_request() and response.frame == page.main_frame:
            progress.advance(bar)

    page.on("response", show)
    for address in addresses:
        page.goto(address)


if __name__ == "__main__":
    with sync_playwright() as playwright, Progress() as progress:
        browser = playwright.chromium.launch()
        visit(browser.new_page(), [f"{sys.argv[1]}products?page={number}" for number in (1, 2, 3)], progress)
        browser.close()
