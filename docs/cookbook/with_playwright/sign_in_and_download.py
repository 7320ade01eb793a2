"""Sign in and keep a file: ``SHOP_PASSWORD=lantern-42 python sign_in_and_download.py http://127.0.0.1:8000/``."""

import os
import sys
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright


def fetch(page: Page, shop: str, password: str, folder: Path) -> Path:
    page.goto(f"{shop}sign-in")
    page.get_by_label("Email address").first.fill("mara@wrenfold.example")
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_text("Hello, Mara")).to_be_visible()
    page.goto(f"{shop}support")
    with page.expect_download() as arriving:
        page.get_by_role("link", name="Price list").click()
    file = folder / arriving.value.suggested_filename
    arriving.value.save_as(file)
    return file


if __name__ == "__main__":
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch()
        print(fetch(browser.new_page(), sys.argv[1], os.environ["SHOP_PASSWORD"], Path.cwd()))
        browser.close()
