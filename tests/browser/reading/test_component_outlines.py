"""What an outline says of the parts of component libraries."""

from __future__ import annotations

from tests.browser.conftest import Read
from tests.pages import PageServer

BARS = """<!doctype html><style>.off { height: 0; overflow: hidden; opacity: 0 }</style>
<div class=off role=progressbar aria-valuemin=0 aria-valuemax=100><div style='height: 4px'></div></div>
<div role=progressbar style='height: 0'><div></div></div>
<div role=progressbar aria-label=Upload style='height: 4px'></div>
<div role=progressbar style='height: 8px'></div><div role=progressbar aria-valuenow=40 style='height: 0'></div>"""


async def test_a_bar_that_nobody_sees_is_left_out_and_one_that_tells_something_is_not(
    read: Read, serve: PageServer
) -> None:
    reader = await read(serve(BARS))
    lines = (await reader.snapshot("full")).text.raw.splitlines()
    assert [line for line in lines if line.startswith("progressbar")] == [
        'progressbar "Upload"', "progressbar", 'progressbar = "40"'
    ]  # fmt: skip


HANDLES = """<!doctype html><div class=noUi-base>
<div class='noUi-handle noUi-handle-lower' role=slider tabindex=0 aria-valuenow=20></div>
<div class='noUi-handle noUi-handle-upper' role=slider tabindex=0 aria-valuenow=80></div></div>
<section><div class=ant-slider-handle role=slider tabindex=0 aria-valuenow=5></div></section>"""


async def test_a_handle_is_called_by_its_end_and_not_by_its_library(read: Read, serve: PageServer) -> None:
    reader = await read(serve(HANDLES))
    text = (await reader.snapshot("full")).text.raw
    assert [line.split('"')[1] for line in text.splitlines() if line.startswith("slider")] == [
        "handle lower", "handle upper", "slider handle"
    ]  # fmt: skip
