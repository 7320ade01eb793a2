"""Questions that the page answers: tables, sums, words, searches, lists on several pages."""

from __future__ import annotations

import re

from bench.miniwob.episode import Episode, Unsolved, css, solves


@solves("read-table", "read-table-2")
async def copy_from_a_table(e: Episode) -> None:
    table = await e.call("read_table", selector="#area table")
    rows = [table["header"], *table["rows"]] if table.get("header") else table["rows"]
    values = {str(row[0]).strip(): str(row[1]).strip() for row in rows}
    fields = await e.find("#area input")
    labels = [one.name.rstrip(":") for one in fields]
    if asked := re.search(r"value of (.*) into", e.task):
        labels = [asked[1]]
    for field, label in zip(fields, labels, strict=True):
        await e.fill(field.ref, values[label])
    await e.submit()


@solves("simple-arithmetic", "simple-algebra")
async def solve_for_a_number(e: Episode) -> None:
    """Try numbers until both sides are equal."""
    text = " ".join(one.text for one in await e.find("#math-problem, #area :is(#problem, #math-problem)"))
    equation = re.search(r"([\dx]+) *([-+x×*]) *([\dx]+) *= *(-?[\dx]*)", text)
    if equation is None:
        raise Unsolved(text)
    left, sign, right, result = equation.groups()
    for x in range(-1000, 1001):
        one, other, total = (x if part in ("x", "") else int(part) for part in (left, right, result))
        if {"+": one + other, "-": one - other}.get(sign, one * other) == total:
            await e.fill(css("#area input"), str(x))
            await e.submit()
            return
    raise Unsolved(text)


@solves("visual-addition")
async def count_blocks(e: Episode) -> None:
    await e.fill(css("#math-answer"), str(len(await e.find("#area .addition-block"))))
    await e.submit()


@solves("find-word")
async def find_a_word(e: Episode) -> None:
    (place,) = e.match_task(r"(\d+)\w\w word")
    words = (await e.find("#area p"))[0].text.split()
    await e.fill(css("#answer-input"), re.sub(r"[^a-zA-Z]", "", words[int(place) - 1]))
    await e.submit()


@solves("scroll-text")
async def enter_the_last_word(e: Episode) -> None:
    text = (await e.call("element_info", ref=css("#area textarea")))["value"]
    await e.fill(css("#answer-input, #area input"), re.sub(r"[^a-zA-Z]", "", text.split()[-1]))
    await e.submit()


@solves("scroll-text-2")
async def scroll_to_an_end(e: Episode) -> None:
    (end,) = e.match_task(r"to the (bottom|top)")
    await e.call("scroll", to=end, ref=css("#text-area"))
    await e.submit()


@solves("sign-agreement")
async def sign_an_agreement(e: Episode) -> None:
    if signs := re.search(r'the name "(.*)" then press "(.*)"', e.task):
        await e.call("scroll", to="bottom", ref=css("#text-area"))
        await e.call("wait_for", selector="#agree:enabled")
        await e.fill(css("#name"), signs[1])
        await e.click(signs[2])
        return
    await e.click("Cancel")


@solves("search-engine")
async def click_a_search_result(e: Episode) -> None:
    name, place = e.match_task(r'enter "(.*)" and press "Search", then find and click the (\d)')
    await e.fill(css("#search-text"), name)
    await e.click("Search")
    page, place_there = divmod(int(place) - 1, 3)
    await e.click({"role": "link", "name": str(page + 1)})
    await e.click((await e.find("#page-content a"))[place_there].ref)


@solves("phone-book")
async def look_up_a_person(e: Episode) -> None:
    name, detail = e.match_task(r"Find (\w+) in the contact book and click on their (\w+)")
    for page in range(5):
        if page:
            await e.click({"role": "link", "name": ">"})
        if (await e.find("#contact .name"))[0].text.strip() == name:
            await e.click(css(f"#contact .{detail}"))
            return
    raise Unsolved(f"no {name}")


@solves("odd-or-even")
async def mark_odd_and_even(e: Episode) -> None:
    numbers = [int(one.text) for one in await e.find(".display-number")]
    odd, even = await e.find("#area .odd"), await e.find("#area .even")
    for place, number in enumerate(numbers):
        await e.click((odd if number % 2 else even)[place].ref)
    await e.submit()


@solves("highlight-text", "highlight-text-2")
async def highlight_a_paragraph(e: Episode) -> None:
    """Click it three times."""
    place = re.search(r"(\d)\w\w paragraph", e.task)
    paragraphs = await e.find("#randomText p") if place else await e.find("#randomText")
    await e.call("click", ref=paragraphs[int(place[1]) - 1 if place else 0].ref, count=3)
    await e.submit()
