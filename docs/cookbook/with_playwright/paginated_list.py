"""Every product of the shop, page after page, as CSV: ``python paginated_list.py http://127.0.0.1:8000/ out.csv``."""

import csv
import sys
from pathlib import Path
from urllib.parse import urljoin

from playwright.sync_api import Page, sync_playwright


def export(page: Page, shop: str, file: Path) -> None:
    with file.open("w", newline="") as out:
        rows = csv.writer(out)
        address: str | None = f"{shop}products"
        while address:
            page.goto(address)
            for card in page.locator("article.product-card").all():
                link = card.locator("h2 a")
                href = urljoin(page.url, link.get_attribute("href") or "")
                rows.writerow([link.inner_text(), card.locator(".price").inner_text(), href])
            following = page.locator("a[rel=next]")
            address = urljoin(page.url, following.get_attribute("href") or "") if following.count() else None


if __name__ == "__main__":
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch()
        export(browser.new_page(), sys.argv[1], Path(sys.argv[2]))
        browser.close()
