"""Lines of a page that change by themselves as time passes."""

from __future__ import annotations

import pytest

from handrail.browser.outline.line_format import OutlineNode
from handrail.browser.outline.lines import OutlineDocument, OutlineLine
from handrail.browser.outline.passing_time import Clocks
from handrail.browser.page.refs import Refs
from handrail.browser.reading.page_reader import PlaywrightReader
from tests.browser.stage import Stage

TICKING = f"""<p id=c></p>{"<p>Much more text stands here than changes.</p>" * 9}<script>
setInterval(() => {{ c.textContent = `Now ${{new Date().toISOString().slice(11, 19)}}` }}, 20)</script>"""


async def test_a_clock_is_told_to_run_once(reader: PlaywrightReader, both: Stage) -> None:
    await both.page.set_content(TICKING)
    await both.page.wait_for_function("c.textContent")
    await reader.snapshot("full")
    told = []
    for _ in range(2):
        now = await both.page.text_content("#c")
        await both.page.wait_for_function("before => c.textContent !== before", arg=now)
        told.append("+ : Now" in (await reader.snapshot("changes")).text.raw)
    assert told == [True, False]


def lines(*texts: str) -> list[OutlineLine]:
    document = OutlineDocument("", "", "", "", Refs().of_document("t1", None, ""), [])  # type: ignore[arg-type]
    return [OutlineLine(0, text, OutlineNode(0, "", text, 0, 0), document) for text in texts]


@pytest.mark.parametrize(
    ("first", "second", "third", "is_told"),
    [
        ("Now 10:00:01", "Now 10:00:06", "Now 10:00:11", False),
        ("Elapsed 12 s", "Elapsed 17 s", "Elapsed 22 s", False),
        ("0:58 / 3:45", "1:03 / 3:45", "1:08 / 3:45", False),
        ("-0:58", "-0:53", "-0:48", False),
        # It jumped, was not seen to run before, counts no time, or says something else too.
        ("Now 10:00:01", "Now 10:00:06", "Now 10:25:00", True),
        ("Now 10:00:06", "Now 10:00:06", "Now 10:00:11", True),
        ("10 items", "15 items", "20 items", True),
        ("Now 10:00:01", "Now 10:00:06", "Late: now 10:00:11", True),
    ],
)
def test_what_ran_on_since_as_before_is_no_news(first: str, second: str, third: str, is_told: bool) -> None:
    clocks = Clocks()
    assert [line.text for line in clocks.run_on(lines("A", first), lines("A", second), 5)] == ["A", first]
    known = clocks.run_on(lines("A", second), lines("A", third), 5)
    assert [line.text for line in known] == ["A", second if is_told else third]
