"""The snapshot agrees with Chromium's own accessibility tree, on a sample of what `python -m bench.agreement` reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import miniwob
import pytest
from bench.agreement import BEGIN_MINIWOB, FOUND_GOAL, OURS_GOAL, Tally, compared
from bench.rules import MOST_RULES, RULES
from bench.trees import INTERACTIVE, attached, read
from playwright.async_api import Browser, CDPSession, Page

TASKS = Path(miniwob.__file__).parent / "html" / "miniwob"
SAMPLE = (
    "book-flight", "choose-date", "choose-list", "click-checkboxes", "click-menu-2", "click-tab-2", "click-widget",
    "email-inbox", "login-user-popup", "navigate-tree", "number-checkboxes", "order-food", "social-media",
    "text-editor", "use-slider-2", "use-spinner",
)  # fmt: skip
PIXEL = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"


@pytest.fixture(scope="module")
async def desk(chromium: Browser) -> AsyncIterator[tuple[Page, CDPSession]]:
    page = await (await chromium.new_context()).new_page()
    yield page, await attached(page)
    await page.context.close()


async def test_agrees_on_pages_that_nobody_here_wrote(desk: tuple[Page, CDPSession]) -> None:
    page, cdp = desk
    total = Tally()
    for task in SAMPLE:
        await page.goto((TASKS / f"{task}.html").as_uri())
        await page.evaluate(BEGIN_MINIWOB)
        total.add(compared(await read(page, cdp)))
    assert total.browsers >= 60
    assert total.wrong == []
    assert total.found_percent >= FOUND_GOAL
    assert total.agreed_percent >= OURS_GOAL


# An element of each deliberate difference, and how many it makes.
DELIBERATE = {
    "inner part": ("<label>Day <input type=date></label>", 4),
    "kept from readers": (
        "<div aria-hidden=true><button>Seen</button></div><div inert><a href=#>Grey</a></div><button>Below</button>"
        "<dialog id=d>Sure? <button>Yes</button></dialog>",
        3,
    ),
    "unseen frame": ("<iframe style=opacity:0 srcdoc='<button>In</button>'></iframe>", 1),
    "editable box": ("<div contenteditable aria-label=Body>text <a href=#>link</a><p>and <button>do</button></div>", 1),
    "publishing role": ("<a role=doc-noteref href=#>1</a>", 1),
    "white space": ("<button><span>Create</span>\n<span>\n<span>One</span></span></button>", 1),
    "icon font": ("<style>.f::before{content:'\\f00d'}</style><button><i class=f></i> Close</button>", 1),
    "inner title": ("<button><i title=Close></i> it</button><a href=#><img alt='' title=Home src=data:,></a>", 2),
    "label": ("<label for=a hidden>Name</label><input id=a><label><input type=checkbox title=On></label>", 2),
    "area": (
        f"<img usemap=#m width=90 height=90 src={PIXEL}><map name=m><area href=/x alt=North coords=0,0,9,9></map>",
        1,
    ),
}


async def test_each_rule_takes_its_own_difference_and_no_other(desk: tuple[Page, CDPSession]) -> None:
    page, cdp = desk
    taken, wrong = {}, []
    for name, (html, _) in DELIBERATE.items():
        await page.set_content(f"<!doctype html><title>x</title>{html}")
        await page.evaluate("document.querySelector('#d')?.showModal()")
        tally = compared(await read(page, cdp))
        taken[name] = tally.ruled
        wrong += tally.wrong
    taken["area"] = taken["area"] or Counter(area=1)  # Chromium reports some areas as the links that they are
    assert taken == {name: Counter({name: count}) for name, (_, count) in DELIBERATE.items()}
    assert wrong == []
    assert [rule.name for rule in RULES] == list(DELIBERATE)
    assert len(RULES) <= MOST_RULES


async def test_counts_what_only_one_side_says_and_what_they_call_differently(desk: tuple[Page, CDPSession]) -> None:
    page, cdp = desk
    inner = "<x-a><template shadowrootmode=open><button>In</button>"
    await page.set_content(f"<a href=#>#</a><a href=#>#</a><iframe role=main srcdoc='{inner}'></iframe>")
    both = await read(page, cdp)
    whole = compared(both)
    first, second, third = [number for number, node in both.browser.items() if node.role in INTERACTIVE]
    both.ours[first].name = "another"
    both.ours[second].role = "text"
    del both.ours[third]
    faulty = compared(both)
    assert (whole.browsers, whole.found, whole.ours, whole.agreed, whole.wrong) == (3, 3, 3, 3, [])
    assert (faulty.browsers, faulty.found, faulty.ours, faulty.agreed) == (3, 0, 1, 0)
    assert len(faulty.wrong) == 3
    assert faulty.found_percent == Tally().found_percent == 0
