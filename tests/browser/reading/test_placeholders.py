"""What an outline shows of the placeholders of fields."""

from __future__ import annotations

from tests.browser.conftest import Read
from tests.pages import PageServer

FIELDS = """<!doctype html><input aria-label=Birthday placeholder="YYYY-MM-DD">
<input aria-label=Start placeholder="YYYY-MM-DD" value=2026-01-02><input placeholder=Search>
<label>Your name <input placeholder="your  name"></label>"""


async def test_an_empty_field_shows_a_placeholder_that_its_name_does_not_say(read: Read, serve: PageServer):
    lines = (await (await read(serve(FIELDS))).snapshot("full")).text.raw.split("\n")
    assert lines == [
        'textbox "Birthday" [e1] placeholder="YYYY-MM-DD"',
        'textbox "Start" [e2] = "2026-01-02"',
        'textbox "Search" [e3]',
        'textbox "Your name" [e4]',
    ]
