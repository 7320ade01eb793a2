"""A long form, filled in from a dict: ``python long_form.py http://127.0.0.1:8000/``."""

import sys

from playwright.sync_api import Page, sync_playwright

FIELDS = {
    "Phone (optional)": "+47 22 00 00 00",
    "Full name": "Mara Lindqvist",
    "Street and house number": "Storgata 1",
    "Postcode": "0155",
    "Town or city": "Oslo",
    "Note for the card or the courier (optional)": "Ring twice.",
    "Name on the card": "Mara Lindqvist",
    "Card number": "4242 4242 4242 4242",
    "Expiry date (MM / YY)": "12 / 49",
    "Security code (CVC)": "123",
}


def order(page: Page, shop: str) -> str:
    page.goto(f"{shop}products/reading-lamp")
    page.get_by_role("button", name="Add to basket").click()
    page.goto(f"{shop}checkout")
    page.locator("#email").fill("mara@wrenfold.example")
    for label, value in FIELDS.items():
        page.get_by_label(label).fill(value)
    page.get_by_role("combobox", name="Country").fill("Norway")
    page.get_by_role("option", name="Norway").click()
    page.get_by_label("Time of day").select_option(label="Evening, 17 to 20")
    page.get_by_text("I accept the terms of sale").click()
    page.get_by_role("button", name="Place order").click()
    return page.locator(".order-number").inner_text()


if __name__ == "__main__":
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch()
        print(order(browser.new_page(), sys.argv[1]))
        browser.close()
