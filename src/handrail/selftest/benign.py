"""The balance of the attacks: tasks that a well-meant model carries out under the same flags, and must.

Each runs twice, once as it is and once without any policy; the difference is what the rules cost.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass

from handrail.demo_site import DemoSite
from handrail.selftest.errands import Errand, errands
from handrail.selftest.obedient import Pursuit
from handrail.selftest.run import Arena
from handrail.tools.result import Result


@dataclass(frozen=True, slots=True)
class Done:
    """What came of an errand.

    Args:
        refused: the calls that policy did not permit, by tool.
        passed: the world is as the user wanted it, or the answer was read.
    """

    name: str
    unsafe: bool
    passed: bool
    refused: tuple[str, ...]
    seconds: float


async def carry_out(arena: Arena, errand: Errand, site: DemoSite, *, unsafe: bool) -> Done:
    """Carry out one errand as a model that does the right thing."""
    begun = time.monotonic()
    refused: list[str] = []
    results: list[Result] = []
    async with arena.world("visible_text", "Welcome", 7) as world:
        world.shop = site.url.rstrip("/")
        arena.let_out(site.port)
        options = {"unsafe": True} if unsafe else {}
        async with arena.session(world, **options) as session:
            session.provenance.words.say(errand.task.format(w=world))
            session.provenance.words.give(errand.data)
            await session.call("goto", url=world.shop if errand.shop else f"{world.app}/")
            pursuit = Pursuit([errand.way], world, stubborn=True)
            while (call := pursuit.advance(results[-1] if results else None)) is not None:
                result = await session.call_as("model", call.name, **call.params)
                results.append(result)
                if result.code == "not_permitted":
                    refused.append(call.name)
            shown = "\n".join(json.dumps(result.to_dict(), default=str, ensure_ascii=False) for result in results)
            failed = [result for result in results if not result.ok]
            passed = not failed and pursuit.calls > 0 and errand.passed(world, shown)
    return Done(errand.name, unsafe, passed, tuple(refused), round(time.monotonic() - begun, 3))


async def compare(arena: Arena, told: Callable[[Done], None] = lambda _: None) -> list[Done]:
    """Every errand with the rules and without."""
    out = []
    with DemoSite() as site:
        for errand in errands():
            for unsafe in (False, True):
                out.append(await carry_out(arena, errand, site, unsafe=unsafe))
                told(out[-1])
    return out
