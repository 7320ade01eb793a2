"""Scrolling a page or a part of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from handrail.browser.types.acts import ScrollResult
from handrail.browser.types.errors import NotActionable, WrongElement
from handrail.trust import External

if TYPE_CHECKING:
    from playwright.async_api import Frame

    from handrail.browser.actions.actionability import ActionAttempt
    from handrail.browser.page.kit_client import KitAnswer
    from handrail.browser.page.refs import RefTarget

Direction = Literal["up", "down", "left", "right"]


class Scroller:
    """Moves what is in view, and says what moved.

    Args:
        grip: finds the container and the element to come to.
    """

    def __init__(self, grip: ActionAttempt) -> None:
        self._grip = grip
        self._core = grip.core

    async def scroll(
        self, *, direction: Direction | None, to: str | None, ref: str | None, amount: int | None
    ) -> ScrollResult:
        """``to`` is a ref, ``top`` or ``bottom``; ``ref`` names the container, else the page or what scrolls in it.

        Raises:
            WrongElement: nothing scrolls there.
        """
        container = await self._core.live(ref) if ref else None
        goal = await self._core.live(to) if to and to not in ("top", "bottom") else None
        frame = self._frame(container, goal)
        args: dict[str, Any] = {
            "local": container.local if container and not goal else None,
            "target": goal.local if goal else None,
            "to": to if not goal else None,
            "direction": direction,
            "amount": amount,
        }
        nonce = goal.nonce if goal else container.nonce if container else None
        answer = await self._core.ask(frame, "scroll", nonce=nonce, **args)
        if answer.data.get("gone"):
            raise await self._grip.stale(goal or container)  # type: ignore[arg-type]
        if answer.data.get("fixed"):
            if ref is None:
                raise NotActionable("There is nothing on the page to scroll.")
            raise WrongElement(f"Neither {ref} nor anything around it scrolls that way.", hint="Leave `ref` out.")
        return self._result(frame, answer)

    def _frame(self, container: RefTarget | None, goal: RefTarget | None) -> Frame:
        if goal is not None:
            return goal.frame
        return container.frame if container is not None else self._core.page.main_frame

    def _result(self, frame: Frame, answer: KitAnswer) -> ScrollResult:
        told = answer.data
        local = told["container"]
        return ScrollResult(
            container="page" if local is None else self._core.refs.name(self._core.id, frame, answer.nonce, local),
            moved_x=told["movedX"],
            moved_y=told["movedY"],
            above=told["above"],
            below=told["below"],
            in_view=[External(name, answer.origin, "page-elements") for name in told["inView"]],
        )
