"""A tool of one's own, for programs and for models: ``python custom_tool.py http://127.0.0.1:8000/``."""

import sys
from typing import Any

from playwright.sync_api import Page, sync_playwright
from pydantic import BaseModel, Field


class Prices(BaseModel):
    most: float = Field(ge=0, description="Only prices up to this, in euros.")


def prices(page: Page, p: Prices) -> list[float]:
    """List the prices on the page as numbers."""
    texts = page.locator(".price").all_inner_texts()
    amounts = [float(text.removeprefix("€").replace(",", "")) for text in texts]
    return [amount for amount in amounts if amount <= p.most]


TOOLS = {"prices": (prices, Prices)}
SCHEMAS = [{"name": name, "parameters": params.model_json_schema()} for name, (_, params) in TOOLS.items()]


def call(page: Page, name: str, **params: Any) -> list[float]:
    handler, model = TOOLS[name]
    return handler(page, model.model_validate(params))


if __name__ == "__main__":
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch()
        page = browser.new_page()
        page.goto(f"{sys.argv[1]}products")
        print(call(page, "prices", most=50))
        browser.close()
