"""Finds the options that were meant in any list, and waits until the page shows the choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from handrail.browser.actions.actionability import ActionAttempt
from handrail.browser.actions.fields.editable import InvalidValue
from handrail.browser.page.kit_client import KitAnswer
from handrail.browser.page.refs import RefTarget
from handrail.browser.types.errors import PAGE_CHANGE_ERRORS, NotActionable, WrongElement
from handrail.trust import External

REACTION = 1.0
"""Seconds that a choice may take to show."""
UNCONFIRMED = "unconfirmed"
MAX_CHOICES = 50
"""Choices that an error lists."""

Item = dict[str, Any]
_READINGS: tuple[Callable[[Item], str], ...] = (
    lambda option: _flat(option["label"]),
    lambda option: _flat(option["value"]),
    lambda option: _flat(option.get("title") or ""),
    lambda option: _without_number(_flat(option["label"])),
)


class ChosenLabels(list[External]):
    """The labels that were chosen. ``others``: what else stands chosen, and was not taken out."""

    others: tuple[External, ...] = ()


class NoSuchOption(WrongElement):
    """The list does not offer what was asked for. ``details["choices"]`` are the labels it offers."""

    code = "no_such_option"


def check_count(target: RefTarget, answer: KitAnswer, values: Sequence[str]) -> None:
    """Only a list that takes several may be given none or several."""
    if len(values) != 1 and not answer.data["multiple"]:
        raise takes_one(target, values)


def takes_one(target: RefTarget, values: Sequence[str]) -> InvalidValue:
    """Return the error for a list of one that was given none or several."""
    return InvalidValue(f"{target.ref} takes one option, not {len(values)}.", hint="Give one value.")


def pick(target: RefTarget, answer: KitAnswer, values: Sequence[str]) -> list[Item]:
    """Return the options that are meant, one for each value. Raises `NoSuchOption`, and `NotActionable` where one of
    them is disabled."""
    options: list[Item] = answer.data["options"]
    found = {value: match(options, value) for value in values}
    missing = [value for value, option in found.items() if option is None]
    if missing:
        raise no_such_option(target, answer, missing)
    wanted = [option for option in found.values() if option is not None]
    if disabled := next((option for option in wanted if option["disabled"]), None):
        raise NotActionable(
            f"The option of {target.ref} is disabled.",
            hint="Choose another one; `dropdown_options` says which can be chosen.",
            details={"reason": "disabled", "option": answer.external(disabled["label"])},
        )
    return wanted


def match(options: Sequence[Item], value: str, local: int | None = None) -> Item | None:
    """Return the option with this label or value: as written, else whatever the case where that leaves one; else the
    only one that is called so in its first line, or before a number in brackets. ``local``: of the element to prefer
    among those of one label, such as stars."""
    plain = _flat(value)
    options = sorted(options, key=lambda option: option["local"] != local)
    for test in (lambda option: _flat(option["label"]) == plain, lambda option: option["value"] == value):
        if exact := next(filter(test, options), None):
            return exact
    for read in _READINGS:
        same = [option for option in options if read(option).casefold() == plain.casefold() != ""]
        if len(same) == 1:
            return same[0]
    return None


def no_such_option(target: RefTarget, answer: KitAnswer, missing: Sequence[str]) -> NoSuchOption:
    """Return the error that lists what there is."""
    options: list[Item] = answer.data["options"]
    labels, disabled = (
        [answer.external(option["label"]) for option in some]
        for some in (options, [option for option in options if option["disabled"]])
    )
    # The heads of groups are options too in some lists.
    cannot = {"disabled": disabled[:MAX_CHOICES]} if disabled else {}
    return NoSuchOption(
        f"{target.ref} does not offer {'that option' if len(missing) == 1 else 'some of those options'}.",
        hint="Use one of the labels in `details.choices`; `dropdown_options` lists them all."
        + (
            " Some open others: `click` the field, then each option on the way to one of those."
            if answer.data.get("opens_others")
            else ""
        )
        + (" To filter them, type into the field with `fill`." if answer.data.get("typed") else ""),
        details={"missing": list(missing), "choices": labels[:MAX_CHOICES], "total": len(labels), **cannot},
    )


async def wait_until_chosen(
    attempt: ActionAttempt,
    target: RefTarget,
    before: KitAnswer,
    wanted: Sequence[Item],
    is_chosen: Callable[[Item, Sequence[Item]], bool],
) -> ChosenLabels:
    """Return the labels chosen, once the page shows them. The choice changed a list that cannot be asked any more.
    Raises `NotActionable`: the page shows something else."""
    labels = ChosenLabels(before.external(option["label"]) for option in wanted)
    try:
        now = await attempt.ask_until(
            target,
            "listbox",
            lambda now: is_chosen(now.data, wanted),
            REACTION,
            open=True,
            since=before.data.get("at"),
        )
    except PAGE_CHANGE_ERRORS:
        return labels
    if is_chosen(now.data, wanted):
        await _check_confirmed(attempt, target, now)
        labels.others = others_chosen(now, [option["label"] for option in wanted])
        return labels
    raise NotActionable(
        f"The page does not show the choice in {target.ref}.",
        hint="Take a snapshot to see what it shows.",
        details={"reason": "no_reaction"},
    )


async def _check_confirmed(attempt: ActionAttempt, target: RefTarget, answer: KitAnswer) -> None:
    """Raise where a choice was made in a dialog that stays open, for a button there to confirm it."""
    if answer.data.get("confirmed_in_dialog") and not answer.data["own"]:
        with suppress(*PAGE_CHANGE_ERRORS):
            answer = await attempt.ask_until(target, "listbox", lambda now: not now.data["open"], REACTION, open=True)
        if answer.data["open"]:
            raise NotActionable(
                f"The choice for {target.ref} is made in a dialog that is still open.",
                hint="Press the button there that confirms it.",
                details={"reason": UNCONFIRMED},
            )


def chosen_labels(listing: Item) -> set[str]:
    """Return the labels of the options that are chosen now."""
    return {option["label"] for option in listing["options"] if option["selected"]}


def others_chosen(answer: KitAnswer, labels: Sequence[str]) -> tuple[External, ...]:
    """Return what else than these labels stands chosen in a list of several."""
    if not answer.data["multiple"]:
        return ()
    others = {*answer.data.get("held", ()), *chosen_labels(answer.data)} - set(labels)
    return tuple(answer.external(label) for label in sorted(others))


def held_of(listing: Item, values: Sequence[str]) -> dict[str, str]:
    """Return which of the values a field of several holds already that has let go of them in its list: its own word for
    each."""
    held = [{"label": label, "value": label, "local": None} for label in listing.get("held", ())]
    found = {value: match(held, value) for value in values}
    return {value: one["label"] for value, one in found.items() if one and not match(listing["options"], value)}


def to_press(listing: Item, wanted: Sequence[Item]) -> list[Item]:
    """Return what to press: in a list of several, those whose state has to change; else the one, unless it stands
    chosen in an open list."""
    places = {option["local"] for option in wanted}
    if listing["multiple"]:
        return [option for option in listing["options"] if option["selected"] != (option["local"] in places)]
    if listing["own"] and all(option["selected"] for option in wanted):
        return []
    return list(wanted)


def is_chosen(now: Item, wanted: Sequence[Item], *, exactly: bool = True) -> bool:
    """Return whether all are chosen in the list, shown by the trigger, or the list that was open is closed.
    ``exactly``: and nothing else in a list of several."""
    chosen = chosen_labels(now)
    # Some lists let go of what was chosen, and show it beside the field.
    offered = {option["label"] for option in now["options"]}
    beside = {*now["tags"], *now["held"]}
    chosen |= {tag for tag in beside if tag not in offered and any(tag == one["label"] for one in wanted)}
    if exactly and now["multiple"] and now["open"]:
        return chosen == {option["label"] for option in wanted}
    shows = now["shows"].casefold() if not now["own"] else ""
    return all(option["label"] in chosen or option["label"].casefold() in shows for option in wanted) or (
        not now["open"] and not now["own"]
    )


def _without_number(label: str) -> str:
    """Return a label without a code, a count or a price behind it: "Austria (+43)"."""
    name, mark, behind = label.rpartition(" (")
    return name if mark and behind.endswith(")") and not any(map(str.isalpha, behind)) else label


def _flat(text: str) -> str:
    return " ".join(text.split())
