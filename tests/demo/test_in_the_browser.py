"""The parts that live in the browser: widgets, dialogs, frames, and how the pages look."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Browser, Dialog, FilePayload, Page, Request, expect

from handrail.demo import DemoSite
from tests.demo.test_server import PAGES

LOOKED_AT = [
    path for path in PAGES if not path.startswith(("/downloads", "/static", "/art", "/favicon", "/journal/more"))
]


BROKEN_PICTURES = """async () => {
    const broken = [];
    for (const image of document.images) {
        image.scrollIntoView();
        await image.decode().catch(() => broken.push(image.src));
        if (!image.naturalWidth) broken.push(image.src);
    }
    return broken;
}"""


@pytest.fixture
async def phone(chromium: Browser) -> AsyncIterator[Page]:
    context = await chromium.new_context(viewport={"width": 390, "height": 844})
    yield await context.new_page()
    await context.close()


async def test_no_page_breaks_a_rule_calls_elsewhere_or_is_wider_than_a_phone(phone: Page, shop: DemoSite) -> None:
    complaints: list[str] = []
    elsewhere: list[str] = []

    def note(request: Request) -> None:
        if urlsplit(request.url).port != shop.port:
            elsewhere.append(request.url)

    phone.on("console", lambda message: complaints.append(f"{phone.url}: {message.text}"))
    phone.on("pageerror", lambda error: complaints.append(f"{phone.url}: {error}"))
    phone.on("request", note)
    for path in LOOKED_AT:
        await phone.goto(shop.url + path.lstrip("/"))
        wide = await phone.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390, f"{path} is {wide} px wide"
        assert await phone.evaluate(BROKEN_PICTURES) == [], path
    assert complaints == []
    assert elsewhere == []


async def test_every_field_and_button_has_a_name_and_ids_are_unique(page: Page, shop: DemoSite) -> None:
    await page.goto(shop.url + "products/field-mug")
    await page.get_by_role("button", name="Add to basket").click()
    for path in [*LOOKED_AT, "/checkout"]:
        await page.goto(shop.url + path.lstrip("/"))
        outline = await page.locator("body").aria_snapshot()
        bare = [
            line for line in outline.splitlines() if line.strip() in {"- button", "- textbox", "- link", "- combobox"}
        ]
        assert bare == [], path
        twice = await page.evaluate(
            "(() => { const ids = [...document.querySelectorAll('[id]')].map(e => e.id);"
            " return ids.filter((id, n) => ids.indexOf(id) !== n); })()"
        )
        assert twice == [], path
        assert await page.locator("h1").count() == (0 if path in {"/stores/hours", "/stores/map"} else 1), path


async def test_the_stepper_orders_as_many_as_it_says_and_the_care_guide_opens_a_tab(page: Page, shop: DemoSite) -> None:
    await page.goto(shop.url + "products/field-mug")
    await page.get_by_role("button", name="More").click()
    await page.get_by_role("button", name="More").click()
    await page.get_by_role("button", name="Fewer").click()
    await page.get_by_text("Clay").click()
    await expect(page.locator(".gallery-main")).to_have_attribute("alt", "Field Mug in clay, front view")
    async with page.expect_popup() as popup:
        await page.locator("main").get_by_role("link", name="Care guide").click()
    await expect((await popup.value).get_by_role("heading", level=1)).to_have_text("Care guide")
    await page.get_by_role("button", name="Add to basket").click()
    await expect(page.locator(".basket-line")).to_contain_text("Colour: Clay, Size: 250 ml")
    await expect(page.locator(".basket-count")).to_have_text("2")


async def test_dialogs_tell_take_a_note_and_ask_before_removing(page: Page, shop: DemoSite) -> None:
    asked: list[str] = []
    answers: Iterator[Callable[[Dialog], Awaitable[None]]] = iter(
        [Dialog.accept, lambda dialog: dialog.accept("To Ada"), Dialog.dismiss, Dialog.accept]
    )

    async def answer(dialog: Dialog) -> None:
        asked.append(f"{dialog.type}: {dialog.message}")
        await next(answers)(dialog)

    page.on("dialog", answer)
    await page.goto(shop.url + "products/clip-lamp")
    await page.get_by_role("button", name="Tell me when it is back").click()
    await page.goto(shop.url + "products/oak-board")
    await page.get_by_role("button", name="Add to basket").click()
    await page.get_by_role("button", name="Add a gift note").click()
    await expect(page.locator(".gift-note")).to_have_text("Gift note: “To Ada”")
    remove = page.get_by_role("button", name="Remove Oak Board")
    await remove.click()
    await expect(page.locator(".basket-line")).to_have_count(1)
    await remove.click()
    await expect(page.get_by_role("heading", name="Your basket is empty")).to_be_visible()
    assert [one.partition(":")[0] for one in asked[:2]] == ["alert", "prompt"]
    assert asked[2:] == ["confirm: Remove Oak Board from the basket?"] * 2


async def test_checkout_from_the_first_field_to_the_confirmation(page: Page, shop: DemoSite) -> None:
    """The combobox by keyboard, the custom checkbox, the radio cards, the card fields."""
    await page.goto(shop.url + "products/brass-pen")
    await page.get_by_role("button", name="Add to basket").click()
    await page.get_by_role("link", name="Go to checkout").click()
    await page.wait_for_url("**/checkout")  # its load event says that the widgets are there
    await page.get_by_role("button", name="Only necessary").click()
    await expect(page.locator("[data-cookies]")).to_have_count(0)
    for label, value in {
        "Email address": "ada@example.com",
        "Full name": "Ada Byron",
        "Street and house number": "Main Street 1",
        "Postcode": "9000",
        "Town or city": "Ghent",
        "Name on the card": "Ada Byron",
    }.items():
        await page.locator(".checkout").get_by_label(label, exact=True).fill(value)
    country = page.get_by_role("combobox", name="Country")
    await country.press_sequentially("land")
    await expect(page.locator("#country-list").get_by_role("option")).to_have_text(
        ["Finland", "Iceland", "Ireland", "Netherlands", "Poland", "Switzerland"]
    )
    await country.press("ArrowDown")
    await country.press("ArrowDown")
    await expect(page.locator("#country-list").get_by_role("option", selected=True)).to_have_text("Iceland")
    await country.press("Enter")
    await expect(country).to_have_value("Iceland")
    await expect(country).to_have_attribute("aria-expanded", "false")
    await page.get_by_text("Express").click()
    await expect(page.locator("[data-total]")).to_have_text("€60.90")
    await page.get_by_role("checkbox", name="Wrap it as a gift").press("Space")
    await page.get_by_role("combobox", name="Time of day").select_option("evening")
    await page.get_by_label("Card number").press_sequentially("4242424242424242")
    await expect(page.get_by_label("Card number")).to_have_value("4242 4242 4242 4242")
    await page.get_by_label("Expiry date").press_sequentially("1240")
    await page.get_by_label("Security code").fill("123")
    await page.get_by_role("button", name="Place order").click()
    await expect(page.locator(".error-summary")).to_be_focused()
    await expect(page.locator(".error-summary li")).to_have_text(["Accept the terms of sale to place the order."])
    await expect(page.get_by_role("checkbox", name="Wrap it as a gift")).to_be_checked()
    await page.get_by_label("Card number").fill("4242 4242 4242 4242")
    await page.get_by_label("Expiry date").fill("12 / 40")
    await page.get_by_label("Security code").fill("123")
    await page.get_by_text("I accept the terms of sale").click()
    await page.get_by_role("button", name="Place order").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Thank you for your order")
    await expect(page.locator(".facts")).to_contain_text("As a gift")


async def test_yearly_prices_show_at_once_and_go_with_the_form(page: Page, shop: DemoSite) -> None:
    await page.goto(shop.url + "pricing")
    await page.get_by_text("Yearly, two months free").click()
    await expect(page.locator(".tier-price")).to_have_text(["€0 a year", "€60 a year", "€140 a year", "€390 a year"])
    await page.get_by_role("button", name="Choose Home").click()
    await expect(page.locator(".message")).to_have_text("You are now on the Home plan, paid yearly.")


async def test_the_journal_grows_to_its_end(page: Page, shop: DemoSite) -> None:
    await page.goto(shop.url + "journal")
    status = page.locator("[data-endless-status]")
    notes = page.locator(".note-card")
    for count in range(16, 145, 8):
        await status.scroll_into_view_if_needed()
        await expect(notes.nth(count - 1)).to_be_attached()
    await status.scroll_into_view_if_needed()
    await expect(status).to_have_text("That was the first note of all.")
    await expect(notes).to_have_count(144)


async def test_one_frame_is_of_this_site_and_the_other_of_another(page: Page, shop: DemoSite) -> None:
    await page.goto(shop.url + "stores")
    shop_map = page.frame_locator(".frame--map")
    await shop_map.get_by_role("button", name="Ghent").click()
    await expect(shop_map.get_by_role("status")).to_contain_text("Serpentstraat 7")
    hours = page.frame_locator(".frame--hours")
    await hours.get_by_label("Store").select_option("Copenhagen")
    await hours.get_by_role("button", name="Ask for this time").click()
    await expect(hours.locator("[data-visit-status]")).to_have_text("Noted: the bench in Copenhagen at 14:00.")
    assert {frame.url for frame in page.frames[1:]} == {shop.url + "stores/hours", shop.other_site + "stores/map"}


async def test_a_rating_is_given_by_keyboard_in_its_shadow_root(page: Page, shop: DemoSite) -> None:
    await page.goto(shop.url + "products/tool-roll")
    await page.get_by_role("radio", name="1 star").press("ArrowLeft")
    await expect(page.get_by_role("radio", name="5 stars")).to_be_checked()
    await page.get_by_label("What should others know?").fill("Holds my files")
    await page.get_by_role("button", name="Send review").click()
    await expect(page.locator(".review").first).to_contain_text("Holds my files")
    await expect(page.locator(".review").first).to_contain_text("5.0")


async def test_the_modal_opens_and_closes(page: Page, shop: DemoSite) -> None:
    await page.goto(shop.url)
    modal = page.get_by_role("dialog")
    for close in (modal.get_by_role("button", name="Close").click, lambda: page.keyboard.press("Escape")):
        await page.get_by_role("button", name="Get our letter").click()
        await expect(modal).to_be_visible()
        await close()
        await expect(modal).to_be_hidden()


async def test_sorting_takes_effect_at_once_and_empty_filters_stay_out_of_the_address(
    page: Page, shop: DemoSite
) -> None:
    await page.goto(shop.url + "products")
    await page.get_by_label("Lighting").check()
    await page.get_by_label("Sort by").select_option("price-desc")
    await page.wait_for_url("**/products?category=lighting&sort=price-desc")
    await expect(page.locator(".product-card .price").first).to_have_text("€145.00")


async def test_chosen_files_are_named_and_arrive(page: Page, shop: DemoSite) -> None:
    await page.goto(shop.url + "support")
    file: FilePayload = {"name": "list.txt", "mimeType": "text/plain", "buffer": b"two mugs"}
    await page.locator("input[name=file]").set_input_files([file])
    await expect(page.locator("[data-names]")).to_have_text("list.txt")
    await page.get_by_role("button", name="Send files").click()
    await expect(page.locator(".received-file")).to_contain_text("8 bytes, text/plain")
