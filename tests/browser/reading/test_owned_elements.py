"""What an outline makes of aria-owns."""

from __future__ import annotations

import re

from tests.browser.conftest import Read
from tests.pages import PageServer

LIST = "<div id=m><button>Create</button></div>"


async def test_an_owner_that_is_not_rendered_or_can_hold_nothing_takes_nothing_from_its_place(
    read: Read, serve: PageServer
):
    for owner, below in [
        ("<a href=#m style='display:none' aria-owns=m>More</a>", False),
        ("<div hidden><a href=#m aria-owns=m>More</a></div>", False),
        ("<input role=combobox aria-expanded=true aria-owns=m>", False),
        ("<button aria-haspopup=menu aria-owns=m>Actions</button>", False),
        ("<a href=#m role=button aria-expanded=true aria-owns=m>Actions</a>", False),
        ("<div role=group aria-label=Owner aria-owns=m></div>", True),
    ]:
        reader = await read(serve(f"<!doctype html><div role=toolbar aria-label=Bar>{LIST}</div>{owner}"))
        text = (await reader.snapshot("full")).text.raw
        parent = 'group "Owner"' if below else 'toolbar "Bar"'
        assert f'{parent}\n button "Create"' in text
        assert text.count("Create") == 1


async def test_a_menu_is_shown_beside_the_button_that_owns_it_and_is_no_part_of_its_name(read: Read, serve: PageServer):
    button = "<button aria-haspopup=menu aria-expanded=true aria-owns=m>Actions</button>"
    items = (
        "<div role=listitem style='cursor:pointer'>Copy</div><div role=listitem style='cursor:pointer'>Archive</div>"
    )
    reader = await read(serve(f"<!doctype html>{button}<div id=m><div role=list>{items}</div></div>"))
    text = (await reader.snapshot("full")).text.raw
    assert 'button "Actions" [' in text
    assert re.search(r"listitem \[e\d+\] clickable: Archive", text)
