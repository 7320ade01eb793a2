"""Text, dates, times, sliders and whole forms."""

from __future__ import annotations

import re

from bench.miniwob.episode import Episode, Unsolved, css, solves


@solves("enter-text", "enter-text-dynamic")
async def enter_text(e: Episode) -> None:
    await e.fill(css("#area input"), e.match_task(r'"(.*)"')[0])
    await e.submit()


@solves("enter-text-2")
async def enter_in_a_case(e: Episode) -> None:
    text, case = e.match_task(r'"(.*)" in all (upper|lower) case')
    await e.fill(css("#area input"), text.upper() if case == "upper" else text.lower())
    await e.submit()


@solves("enter-password")
async def enter_a_password_twice(e: Episode) -> None:
    for field in ("Password", "Verify password"):
        await e.fill(field, e.match_task(r'"(.*)"')[0])
    await e.submit()


@solves("login-user", "login-user-popup")
async def sign_in(e: Episode) -> None:
    """Fill in both fields, and dismiss a question that comes between."""
    name, password = e.match_task(r'username "(.*)" and the password "(.*)" into')
    for field, value in (("Username", name), ("Password", password)):
        result = await e.attempt("fill", ref=field, value=value)
        for button in await e.find("#popup-cancel"):
            await e.click(button.ref)
        if not result.ok or result.data.get("mismatch"):
            await e.fill(field, value)
    await e.click(css("#subbtn"))


@solves("enter-date")
async def enter_a_date(e: Episode) -> None:
    month, day, year = e.match_task(r"(\d+)/(\d+)/(\d+)")
    await e.fill(css("#area input"), f"{year}-{month}-{day}")
    await e.submit()


@solves("enter-time")
async def enter_a_time(e: Episode) -> None:
    hour, minute, half = e.match_task(r"(\d+):(\d+) ([AP]M)")
    await e.fill(css("#area input"), f"{int(hour) % 12 + 12 * (half == 'PM'):02}:{minute}")
    await e.submit()


@solves("choose-date", "choose-date-easy", "choose-date-medium", "choose-date-nodelay")
async def choose_a_date(e: Episode) -> None:
    await pick_date(e, *e.match_task(r"(\d+)/(\d+)/(\d+)"))
    await e.submit()


MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


async def pick_date(e: Episode, month: str, day: str, year: str) -> None:
    """Turn the pages of jQuery UI's date picker to a month, and click the day."""
    await e.click(css("#datepicker"))
    await e.call("wait_for", state="stable")
    wanted = int(year) * 12 + int(month) - 1
    for _ in range(24):
        (title,) = await e.find(".ui-datepicker-title")
        name, shown = re.findall(r"[A-Za-z]+|\d+", title.text)
        now = int(shown) * 12 + MONTHS.index(name)
        if now == wanted:
            await e.click(await e.with_text(".ui-datepicker-calendar a", str(int(day))))
            return
        await e.click(css(".ui-datepicker-prev" if now > wanted else ".ui-datepicker-next"))
    raise Unsolved("the month is not there")


@solves("focus-text", "focus-text-2")
async def focus_a_field(e: Episode) -> None:
    place = re.search(r"(\d)\w\w input", e.task)
    fields = await e.find("#area input")
    await e.call("focus", ref=fields[int(place[1]) - 1 if place else 0].ref)


@solves("copy-paste", "copy-paste-2")
async def copy_and_paste(e: Episode) -> None:
    place = re.search(r"(\d)\w\w text area", e.task)
    areas = await e.find("#area textarea")
    info = await e.call("element_info", ref=areas[int(place[1]) - 1 if place else 0].ref)
    await e.fill(css("#answer-input"), info["value"])
    await e.submit()


@solves("use-autocomplete", "use-autocomplete-nodelay")
async def take_a_suggestion(e: Episode) -> None:
    begin, end = (*re.findall(r'"(.*?)"', e.task), "")[:2]
    filled = await e.call("fill", ref=css("#tags"), value=begin)
    for one in filled.get("suggestions", []):
        if one["name"].startswith(begin) and one["name"].endswith(end):
            await e.click(one["ref"])
            await e.submit()
            return
    raise Unsolved(f"not among the suggestions: {filled}")


@solves("use-slider", "use-slider-2")
async def set_sliders(e: Episode) -> None:
    wanted = [int(number) for number in re.findall(r"-?\d+", e.task)]
    for place, handle in enumerate(await e.find("#area .ui-slider-handle")):
        await move_slider(e, handle.ref, place, wanted[place])
    await e.submit()


async def move_slider(e: Episode, handle: str, place: int, number: int) -> None:
    """Press arrow keys on a slider until the text beside it says the number."""
    for _ in range(3):
        values = [one.text for one in await e.find("#area :is(#val, .slider-val, [id^=val])")]
        missing = number - int(values[place])
        if not missing:
            return
        key = "ArrowRight" if missing > 0 else "ArrowLeft"
        await e.call("send_keys", ref=handle, keys=[key] * min(abs(missing), 100))
    raise Unsolved("the slider stays elsewhere")


@solves("use-spinner")
async def set_a_spinner(e: Episode) -> None:
    await e.fill(css("#spinner"), e.match_task(r"Select (-?\d+)")[0])
    await e.submit()


@solves("use-colorwheel")
async def name_a_colour(e: Episode) -> None:
    (name,) = e.match_task(r"Select (\w+) with")
    await e.fill(css("#col"), COLOURS[name])
    await e.submit()


COLOURS = {
    "red": "FF0000", "lime": "00FF00", "blue": "0000FF", "yellow": "FFFF00", "cyan": "00FFFF", "aqua": "00FFFF",
    "magenta": "FF00FF", "black": "000000", "white": "FFFFFF", "green": "008000", "teal": "008080", "navy": "000080",
    "purple": "800080", "olive": "808000", "maroon": "800000", "gray": "808080", "grey": "808080", "silver": "C0C0C0",
    "orange": "FFA500", "pink": "FFC0CB", "brown": "A52A2A",
}  # fmt: skip


@solves("form-sequence")
async def slider_box_submit(e: Episode) -> None:
    number, place = e.match_task(r"Select (-?\d+) with the slider, click the (\d)")
    (handle,) = await e.find("#area .ui-slider-handle")
    await move_slider(e, handle.ref, 0, int(number))
    boxes = await e.find("#area input[type=checkbox]")
    await e.call("check", ref=boxes[int(place) - 1].ref)
    await e.submit()


@solves("form-sequence-2")
async def radio_and_field(e: Episode) -> None:
    radio, number, place = e.match_task(r'the (\d)\w\w radio button and enter the number "(-?\d+)" into the (\d)')
    await e.call("check", ref=(await e.find("#area input[type=radio]"))[int(radio) - 1].ref)
    await e.fill((await e.find("#area input[type=text]"))[int(place) - 1].ref, number)
    await e.submit()


@solves("form-sequence-3")
async def dropdown_and_button(e: Episode) -> None:
    option, button = e.match_task(r'Choose (.*) from the dropdown, then click the button labeled "(.*)"')
    await e.call("select", ref=css("#dropdown"), values=option)
    await e.click({"role": "button", "name": button})


@solves("multi-layouts", "multi-orderings")
async def search_films(e: Episode) -> None:
    genre, director, year = e.match_task(r"Search for (.*) movies directed by (.*) from year (\d+)")
    values = {"genre": genre, "director": director, "year": year, "date": year}
    for field in await e.find("#area input"):
        await e.fill(field.ref, next(value for word, value in values.items() if word in field.name.lower()))
    await e.click((await e.find("#area :is(button, .final, .ui-submit)"))[0].ref)


@solves("book-flight", "book-flight-nodelay")
async def book_a_flight(e: Episode) -> None:
    """Fill in the search, with the airports as they are suggested, and take the cheapest or the shortest flight."""
    which, origin, destination, date = e.match_task(r"the (\w+) one-way flight from: (.*) to: (.*) on ([\d/]+)\.")
    for field, place in (("#flight-from", origin), ("#flight-to", destination)):
        filled = await e.call("fill", ref=css(field), value=place)
        await e.click(next(one["ref"] for one in filled["suggestions"] if place in one["name"]))
    await pick_date(e, *date.split("/"))
    await e.click("Search")
    await e.call("wait_for", selector=".flight-price")
    prices = [int(one.text.split("$")[1]) for one in await e.find(".flight-price")]
    durations = [_minutes(one.text) for one in await e.find(".time-duration")]
    measure = prices if which == "cheapest" else durations
    await e.click((await e.find(".flight-price"))[measure.index(min(measure))].ref)


@solves("buy-ticket")
async def buy_a_ticket(e: Episode) -> None:
    which, measure = e.match_task(r"with the ([\w ]+) (duration|cost)")
    buttons = await e.find(".buy-ticket")
    if measure == "cost":
        values = [int(one.text.split("$")[1]) for one in buttons]
    else:
        values = [_minutes(one.text) for one in await e.find(".time-duration")]
    best = min(values) if which in ("cheapest", "shortest") else max(values)
    await e.click(buttons[values.index(best)].ref)


def _minutes(duration: str) -> int:
    hours, minutes = re.findall(r"\d+", duration)
    return int(hours) * 60 + int(minutes)


@solves("use-colorwheel-2")
async def copy_a_colour(e: Episode) -> None:
    (shown,) = await e.find("#query .cc", "style")
    await e.fill(css("#col"), hex_colour(shown.attributes["style"]))
    await e.submit()


def hex_colour(style: str) -> str:
    """Return the colour of a style as six hexadecimal digits."""
    if found := re.search(r"#([0-9a-f]{6})", style):
        return found[1]
    red, green, blue = (int(number) for number in re.findall(r"\d+", style)[:3])
    return f"{red:02x}{green:02x}{blue:02x}"


@solves("resize-textarea")
async def resize_by_its_corner(e: Episode) -> None:
    """Drag the corner of the area, which changes both its width and its height."""
    (change,) = e.match_task(r"is (smaller|larger) than")
    box = await e.box(css(".ui-resizable-se"))
    x, y = box.at()
    by = 15 if change == "larger" else -15
    await e.drag_at((x, y), (x + by, y + by))
    await e.submit()


@solves("text-transform")
async def type_a_slanted_text(e: Episode) -> None:
    letters = "".join(one.text for one in await e.find("#captcha span"))
    await e.fill(css("#tt"), letters)
    await e.submit()


@solves("text-editor")
async def style_a_text(e: Episode) -> None:
    """Select words in the editor with the keyboard, and press the button of a style or pick a colour."""
    text = (await e.find(".ql-editor"))[0].text
    style = e.task
    if "everything" in e.task:
        keys = ["Control+a"]
    else:
        (word,) = e.match_task(r"give the text (.*?) the (?:style|color)")
        start = text.index(word)
        keys = ["Control+Home", *["ArrowRight"] * start, *["Shift+ArrowRight"] * len(word)]
    await e.call("send_keys", ref=css(".ql-editor"), keys=keys)
    if "color" in style:
        (colour,) = e.match_task(r"color (\w+)")
        await e.click(css(".ql-color .ql-picker-label"))
        for item in await e.find(".ql-color .ql-picker-item", "style", "data-value"):
            if item.attributes.get("data-value") == QUILL[colour]:
                await e.click(item.ref)
                await e.submit()
                return
        raise Unsolved("no such colour")
    (name,) = e.match_task(r"style (\w+)")
    await e.click(css({"bold": ".ql-bold", "italics": ".ql-italic", "underlined": ".ql-underline"}[name]))
    await e.submit()


QUILL = {
    "red": "#e60000", "orange": "#ff9900", "yellow": "#ffff00", "green": "#008a00", "blue": "#0066cc",
    "purple": "#9933ff",
}  # fmt: skip
"""What the editor's palette holds, as anybody would name it."""
