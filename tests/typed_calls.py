"""A program that calls each tool by its method, as its example does: mypy checks it, nothing runs it.

Made from the records of the tools by ``make docs``. The methods without ``async`` have the same signatures.
"""

from __future__ import annotations

from handrail import Session


async def calls(session: Session) -> None:
    await session.click(ref="e12")
    await session.fill(ref="e7", value="blue kettle", submit=True)
    await session.select(ref="e9", values=["Express"])
    await session.check(ref="e14")
    await session.uncheck(ref="e14")
    await session.hover(ref="e3")
    await session.focus(ref="e5")
    await session.enter(ref="e7")
    await session.send_keys(keys=["ArrowDown", "Enter"])
    await session.scroll(direction="down")
    await session.type_text(ref="e12", text="Dear all,")
    await session.drag(from_ref="e12", to_ref="e20")
    await session.fill_form(fields=[{"ref": "Name", "value": "Ada"}, {"ref": "e14", "value": True}])
    await session.set_viewport(width=390, height=844)
    await session.click_at(x=420, y=260)
    await session.drag_at(from_x=100, from_y=100, to_x=300, to_y=100)
    await session.move_to(x=420, y=260)
    await session.goto(url="https://example.org/")
    await session.back()
    await session.forward()
    await session.reload()
    await session.new_tab(url="https://example.org/")
    await session.switch_tab(tab="t2")
    await session.close_tab(tab="t2")
    await session.wait(seconds=2)
    await session.wait_for(text="Thank you", timeout=10)
    await session.dialog(accept=True)
    await session.page_info()
    await session.search_page(pattern="log out")
    await session.find_elements(selector="table.plans tbody tr", max_results=10)
    await session.dropdown_options(ref="e12")
    await session.read_page(format="markdown")
    await session.element_info(ref="e12")
    await session.extract(
        description="the name and monthly price of every plan",
        output_schema={
            "type": "object",
            "properties": {
                "plans": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {"name": {"type": "string"}, "price": {"type": "number"}},
                        "required": ["name", "price"],
                    },
                }
            },
            "required": ["plans"],
        },
    )
    await session.read_table(selector="table.plans", save="plans.csv")
    await session.collect(item="li.product", fields={"name": "h3", "link": "a@href"}, next="a.next", max_pages=5)
    await session.console(level="error")
    await session.network(kind="fetch", contains="/api/")
    await session.fetch_url(url="https://example.org/feed.xml")
    await session.list_page_tools()
    await session.call_page_tool(name="add_to_cart", arguments={"id": 3})
    await session.web_search(query="copper kettle")
    await session.tabstack_extract_markdown(url="https://example.org/")
    await session.tabstack_extract_json(url="https://example.org/", json_schema={"type": "object"})
    await session.tabstack_generate_json(
        url="https://example.org/", json_schema={"type": "object"}, instructions="Sum it up"
    )
    await session.read_pdf(url="https://example.org/report.pdf", pages="2-5")
    await session.read_download(file="d1")
    await session.list_downloads()
    await session.upload_file(ref="e21", path="~/Documents/cv.pdf")
    await session.download(url="https://example.org/prices.csv")
    await session.write_file(name="prices.csv", content="item,price\nKettle,30")
    await session.save_pdf(name="receipt.pdf")
    await session.fill_secret(ref="e7", name="login")
    await session.request_user_data(
        reason="To pay the invoice", form_description="Bank details", fields=[{"name": "iban", "ref": "e7"}]
    )
    await session.note(key="cheapest", text="Team plan, 19 dollars a month (t1)")
    await session.read_notes()
    await session.ask_user(question="Which size do you want?", options=["Small", "Large"])
    await session.hand_over(reason="Please solve the CAPTCHA.")
