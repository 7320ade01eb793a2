"""Choosing from native selects and data lists, and finding the option that was meant in any list."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from handrail.browser.actions.actionability import POLL, ActionAttempt, not_actionable
from handrail.browser.actions.fill import FieldFiller, InvalidValue
from handrail.browser.clock import loop_time
from handrail.browser.types.errors import DialogOpen, DocumentChanged, NotActionable, StaleRef, WrongElement
from handrail.trust import External

if TYPE_CHECKING:
    from handrail.browser.page.kit_client import KitAnswer
    from handrail.browser.page.refs import RefTarget

LABEL = "page-elements"
TAKING = 1.0
"""Seconds that a choice may take to show."""
TOLD = 50
"""Choices that an error lists."""

Item = dict[str, Any]


class NoSuchOption(WrongElement):
    """The list does not offer what was asked for. ``details["choices"]`` are the labels it offers."""

    code = "no_such_option"


class NativeSelect:
    """Lists that the browser itself makes.

    Args:
        grip: takes hold of the list.
        filling: fills in a field that has a data list.
    """

    def __init__(self, grip: ActionAttempt, filling: FieldFiller) -> None:
        self._grip = grip
        self._filling = filling

    async def native(self, target: RefTarget, answer: KitAnswer, values: Sequence[str]) -> list[External]:
        """Choose options of a ``<select>``: exactly these, and return the labels now chosen."""
        answer = await self._enabled(target, answer)
        check_count(target, answer, values)
        wanted = pick(target, answer, values)
        select = replace(target, local=answer.data["local"])
        # By position: values can occur twice, labels too.
        indexes = [option["index"] for option in wanted]
        locator = self._grip.core.locator(select)
        await self._grip.persist(lambda ms: locator.select_option(index=indexes, timeout=ms), select)
        return await confirmed(self._grip, select, answer, wanted, _as_wanted)

    async def datalist(self, target: RefTarget, answer: KitAnswer, values: Sequence[str]) -> list[External]:
        """Choose from the suggestions that a field declares: it then holds the option's value."""
        check_count(target, answer, values)
        (wanted,) = pick(target, answer, values)
        await self._filling.fill(target.ref, wanted["value"])
        return [External(wanted["label"], answer.origin, LABEL)]

    async def _enabled(self, target: RefTarget, answer: KitAnswer) -> KitAnswer:
        end = loop_time() + self._grip.patience
        while answer.data["why"]:
            if loop_time() >= end:
                raise not_actionable(target.ref, answer.data["why"])
            await asyncio.sleep(POLL)
            answer = await self._grip.ask(target, "listbox")
        return answer


def check_count(target: RefTarget, answer: KitAnswer, values: Sequence[str]) -> None:
    """Only a list that takes several may be given none or several."""
    if len(values) != 1 and not answer.data["multiple"]:
        raise InvalidValue(f"{target.ref} takes one option, not {len(values)}.", hint="Give one value.")


def pick(target: RefTarget, answer: KitAnswer, values: Sequence[str]) -> list[Item]:
    """The options that are meant, one for each value.

    Raises:
        NoSuchOption: one of them is not offered.
        NotActionable: one of them is disabled.
    """
    options: list[Item] = answer.data["options"]
    found = {value: match(options, value) for value in values}
    missing = [value for value, option in found.items() if option is None]
    if missing:
        raise no_such_option(target, answer, missing)
    wanted = [option for option in found.values() if option is not None]
    for option in wanted:
        if option["disabled"]:
            raise NotActionable(
                f"The option of {target.ref} is disabled.",
                hint="Choose another one; `dropdown_options` says which can be chosen.",
                details={"reason": "disabled", "option": External(option["label"], answer.origin, LABEL)},
            )
    return wanted


def match(options: Sequence[Item], value: str) -> Item | None:
    """The option with this label or value: as written, else whatever the case where that leaves one."""
    plain = _flat(value)
    for test in (
        lambda option: _flat(option["label"]) == plain,
        lambda option: option["value"] == value,
    ):
        if exact := next(filter(test, options), None):
            return exact
    for key in ("label", "value"):
        same = [option for option in options if option[key] and _flat(option[key]).casefold() == plain.casefold()]
        if len(same) == 1:
            return same[0]
    return None


def no_such_option(target: RefTarget, answer: KitAnswer, missing: Sequence[str]) -> NoSuchOption:
    """The error that lists what there is."""
    labels = [External(option["label"], answer.origin, LABEL) for option in answer.data["options"]]
    return NoSuchOption(
        f"{target.ref} does not offer {'that option' if len(missing) == 1 else 'some of those options'}.",
        hint="Use one of the labels in `details.choices`; `dropdown_options` lists them all.",
        details={"missing": list(missing), "choices": labels[:TOLD], "total": len(labels)},
    )


async def confirmed(
    grip: ActionAttempt,
    target: RefTarget,
    before: KitAnswer,
    wanted: Sequence[Item],
    taken: Callable[[Item, Sequence[Item]], bool],
) -> list[External]:
    """Wait until the page shows the choice. A list that cannot be asked any more was changed by the choice.

    Raises:
        NotActionable: the page shows something else.
    """
    labels = [External(option["label"], before.origin, LABEL) for option in wanted]
    end = loop_time() + TAKING
    while True:
        try:
            now = (await grip.ask(target, "listbox", open=True)).data
        except (DialogOpen, DocumentChanged, StaleRef):
            return labels
        if taken(now, wanted):
            return labels
        if loop_time() >= end:
            break
        await asyncio.sleep(POLL)
    raise NotActionable(
        f"The page does not show the choice in {target.ref}.",
        hint="Take a snapshot to see what it shows.",
        details={"reason": "no_reaction"},
    )


def _as_wanted(now: Item, wanted: Sequence[Item]) -> bool:
    chosen = {option["label"] for option in now["options"] if option["selected"]}
    return chosen == {option["label"] for option in wanted}


def _flat(text: str) -> str:
    return " ".join(text.split())
