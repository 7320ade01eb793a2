"""A scripted customer of the demo shop, who goes from page to page, reads, looks closer and takes notes."""

from __future__ import annotations

from collections.abc import Iterator

from handrail.demo.catalogue import products
from handrail.models import Call
from handrail.models.scripted import ScriptedTurn


def shopping(site: str, steps: int) -> Iterator[Call]:
    """So many calls; a click has the name of its element in place of a ref."""
    slugs = [product.slug for product in products()]
    for at in range(steps):
        first, second = (slugs[(at // 8 * 2 + more) % len(slugs)] for more in (0, 1))
        yield [
            Call("goto", {"url": f"{site}products?page={at // 8 % 3 + 1}"}),
            Call("search_page", {"pattern": r"€\d+", "regex": True}),
            Call("goto", {"url": f"{site}products/{first}"}),
            Call("click", {"ref": "Show the close-up"}),
            Call("read_page"),
            Call("note", {"text": f"{first}: well made, in stock", "key": f"seen-{at}"}),
            Call("goto", {"url": f"{site}products/{second}"}),
            Call("find_elements", {"selector": "table.specs td"}),
        ][at % 8]


def in_turn(calls: list[Call], turn: ScriptedTurn, at: int) -> Call:
    """The call of a turn, its element found on the page that is shown; `done` when there are no more."""
    if at >= len(calls):
        return Call("done", {"result": "seen"})
    call = calls[at]
    if call.name != "click":
        return call
    assert turn.observation is not None
    assert turn.observation.snapshot is not None
    nodes = turn.observation.snapshot.nodes
    return Call("click", {"ref": next(node.ref for node in nodes if node.ref and node.name == call.params["ref"])})
