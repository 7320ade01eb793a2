"""Chooses from ARIA lists: listboxes, comboboxes and menus, which a page's own script opens, fills and closes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from handrail.browser.actions.actionability import POLL, ActionAttempt
from handrail.browser.actions.fields.open_lists import NUDGE, OPENING, close_list, list_once, open_list
from handrail.browser.actions.fields.select_options import (
    REACTION,
    UNCONFIRMED,
    ChosenLabels,
    Item,
    check_count,
    held_of,
    is_chosen,
    match,
    no_such_option,
    others_chosen,
    pick,
    takes_one,
    to_press,
    wait_until_chosen,
)
from handrail.browser.actions.press import ITSELF, Meant, click
from handrail.browser.clock import loop_time
from handrail.browser.page.kit_client import KitAnswer
from handrail.browser.page.refs import RefTarget
from handrail.browser.types.errors import BrowserError, StaleRef, WrongElement

FILLING = 0.5
"""Seconds that a list may take to make the options that it was scrolled to."""
MOST_SCROLLS = 60
MOST_TAKEN_OUT = 50
MOST_MADE_ANEW = 4
"""How often an option may be made anew before it is pressed."""


async def choose_custom(
    attempt: ActionAttempt, target: RefTarget, answer: KitAnswer, values: Sequence[str]
) -> ChosenLabels:
    """Choose these options and return their labels. A list that was opened for it is closed again."""
    opened = not answer.data["open"]
    if opened:
        answer = await _opened(attempt, target, answer, values)
    try:
        return await _choose_in_list(attempt, target, answer, values, opened=opened)
    except BrowserError as error:
        if opened and error.details.get("reason") != UNCONFIRMED:
            with suppress(BrowserError):
                await close_list(attempt, target)
        raise


async def _opened(attempt: ActionAttempt, target: RefTarget, answer: KitAnswer, values: Sequence[str]) -> KitAnswer:
    """Return the list of a trigger once it is open. Some open none before something is typed to search for."""
    try:
        return await open_list(attempt, target, answer)
    except WrongElement:
        found = await _searched(attempt, target, answer, values) if answer.data["opens"] else None
        if found is None:
            with suppress(BrowserError):
                await close_list(attempt, target)
            raise
        return found


async def _choose_in_list(
    attempt: ActionAttempt, target: RefTarget, answer: KitAnswer, values: Sequence[str], *, opened: bool
) -> ChosenLabels:
    # Of a list that does not say whether it takes several, the first press tells.
    tries_several = len(values) > 1 and not answer.data["multiple"] and bool(answer.data.get("untold"))
    if not tries_several:
        check_count(target, answer, values)
    now = target
    answer.data["multiple"] |= tries_several
    if len(values) > 1 and (answer.data.get("part") or _offers_only_to_search(answer, values)):
        return await _choose_each(attempt, target, answer, values, opened=opened)
    answer = await _without_others(attempt, target, answer, values)
    held = held_of(answer.data, values)
    missing = [value for value in values if value not in held]
    answer, wanted = await _offered(attempt, target, answer, missing)
    pressing = to_press(answer.data, wanted)
    for number, option in enumerate(pressing):
        await _press(attempt, now, answer, option)
        if len(pressing) > 1:
            now = await _once_taken(attempt, target, now, answer, option)
        if tries_several and not number and not (await attempt.ask(now, "listbox", open=True)).data["open"]:
            # A list of several stays open.
            raise takes_one(target, values)
    labels = {value: option["label"] for value, option in zip(missing, wanted, strict=True)} | held
    others = others_chosen(answer, list(labels.values()))
    if wanted or pressing:
        exactly = partial(is_chosen, exactly=answer.data["multiple"])
        others = (await wait_until_chosen(attempt, now, answer, wanted, exactly)).others
    chosen = ChosenLabels(answer.external(labels[value]) for value in values)
    chosen.others = tuple(other for other in others if other.raw not in held.values())
    if opened and (answer.data["multiple"] or others):
        await close_list(attempt, now)
    return chosen


def _offers_only_to_search(answer: KitAnswer, values: Sequence[str]) -> bool:
    """Return whether a list has a field to search it, and offers none of the values before something is typed there."""
    offered = [match(answer.data["options"], value) for value in values]
    return bool(answer.data.get("search")) and not any(offered)


async def _choose_each(
    attempt: ActionAttempt, target: RefTarget, answer: KitAnswer, values: Sequence[str], *, opened: bool
) -> ChosenLabels:
    """Choose one after the other in a list that never has all its options at once."""
    chosen: list[Item] = []
    for value in values:
        if chosen and not answer.data["open"]:
            answer = await open_list(attempt, target, answer)
        answer, (option,) = await _offered(attempt, target, answer, [value])
        if not option["selected"]:
            await _press(attempt, target, answer, option)
            target = await _once_taken(attempt, target, target, answer, option)
        chosen.append(option)
        answer = await attempt.ask(target, "listbox", open=True)
    labels = [option["label"] for option in chosen]
    taken = ChosenLabels(map(answer.external, labels))
    taken.others = others_chosen(answer, labels)
    if opened:
        await close_list(attempt, target)
    return taken


async def _without_others(
    attempt: ActionAttempt, target: RefTarget, answer: KitAnswer, values: Sequence[str]
) -> KitAnswer:
    """Return the list of a field of several once that holds nothing but these values, of what has left its list.

    Backspace in the empty field takes the last chip out, and can meet nothing beside it. It is pressed only where all
    values are held or offered, and no more once it took out nothing.
    """
    known = held_of(answer.data, values)
    if not all(value in known or match(answer.data["options"], value) for value in values):
        return answer
    for _ in range(MOST_TAKEN_OUT):
        held: list[str] = answer.data["held"]
        field = answer.data.get("erases")
        if field is None or set(held) <= set(held_of(answer.data, values).values()):
            break
        answer = await _without_last(attempt, target, replace(target, local=field), held)
        if not _is_shorter(answer.data, held):
            break
    return answer if answer.data["open"] else await open_list(attempt, target, answer)


async def _without_last(attempt: ActionAttempt, target: RefTarget, field: RefTarget, held: Sequence[str]) -> KitAnswer:
    """Return the list once the last one was taken out, or time is up."""
    await attempt.keep_focus(field)
    await attempt.press_key("Backspace", to=field)
    return await attempt.ask_until(target, "listbox", lambda now: _is_shorter(now.data, held), REACTION, open=True)


def _is_shorter(now: Item, held: Sequence[str]) -> bool:
    """Return whether less is held than before. A closed list does not say."""
    return bool(now["open"]) and len(now["held"]) < len(held)


async def _offered(
    attempt: ActionAttempt, target: RefTarget, answer: KitAnswer, values: Sequence[str]
) -> tuple[KitAnswer, list[Item]]:
    """Return the list with the options that these values mean in it, and those options, which may be pressed."""
    answer = await _with_options(attempt, target, answer, values)
    options = pick(target, answer, values)
    if (judge := attempt.core.judge) is not None:
        for option in options:
            # Policy judged the words that were given, which may be values; what is pressed is the label.
            judge.choose([option["label"]])
    return answer, options


async def _with_options(
    attempt: ActionAttempt, target: RefTarget, answer: KitAnswer, values: Sequence[str]
) -> KitAnswer:
    """Return the list with the options in it; a field that filters is given the text of one that is not there yet."""
    missing = [value for value in values if match(answer.data["options"], value) is None]
    if not missing:
        return answer
    found = await _scroll_to(attempt, target, answer, missing[0]) if len(values) == 1 else None
    if found is not None and match(found.data["options"], missing[0]) is not None:
        return found
    answer = found or answer
    found = await _searched(attempt, target, answer, missing) if len(values) == 1 else None
    if found is None:
        raise no_such_option(target, answer, missing)
    return found


async def _searched(
    attempt: ActionAttempt, target: RefTarget, answer: KitAnswer, missing: Sequence[str]
) -> KitAnswer | None:
    """Return the list of a field that filters, once it was given the text of the one option that is missing; None where
    it may not be, or does not offer that even then."""
    permits = [attempt.core.limits.may_type, attempt.core.judge and attempt.core.judge.may_type]
    typed = answer.data["typed"]
    now = answer
    if not typed:
        # Some lists that only say what to do hand the focus to their field a moment after they open.
        seconds = NUDGE if len(answer.data["options"]) < 2 else 0
        now = await attempt.ask_until(target, "listbox", lambda now: bool(now.data.get("search")), seconds, open=True)
    local = now.data["trigger"] if typed else now.data.get("search")
    if local is None or len(missing) != 1 or any(may_type and not may_type(missing[0]) for may_type in permits):
        return None
    field = replace(target, local=local)
    await attempt.set_text(field, missing[0])
    found = await list_once(attempt, target, lambda now: match(now["options"], missing[0]) is not None, OPENING)
    if found is None:
        await attempt.set_text(field, answer.data["shows"] if typed else "")
    return found


async def _scroll_to(attempt: ActionAttempt, target: RefTarget, answer: KitAnswer, value: str) -> KitAnswer | None:
    """Return a list that makes its options as it scrolls, with the one that is looked for; with all that it has made on
    the way, where none is that. None for a list that has all its options."""
    if not answer.data.get("part"):
        return None
    seen, shown = dict[str, Item](), list[str]()

    def shows_others(now: Item) -> bool:
        return [option["label"] for option in now["options"]] != shown

    for number in range(MOST_SCROLLS):
        moved = (await attempt.ask(target, "scroll_list", start=not number)).data["moved"]
        if number and not moved:
            break
        shown = [option["label"] for option in answer.data["options"]] if moved else []
        found = await list_once(attempt, target, shows_others, FILLING)
        if number and found is None:
            break
        answer = found or await attempt.ask(target, "listbox", open=True)
        if match(answer.data["options"], value) is not None:
            return answer
        seen |= {option["label"]: option for option in answer.data["options"]}
    answer.data["options"] = list(seen.values())
    return answer


async def _press(attempt: ActionAttempt, target: RefTarget, before: KitAnswer, option: Item) -> None:
    """Press an option. The list may have been closed or made anew since it was read: the option is found again."""
    answer = await attempt.ask(target, "listbox", open=True)
    if before.data["expanded"] and not answer.data["expanded"]:
        # It still fades out.
        answer = await attempt.ask_until(target, "listbox", lambda now: not now.data["open"], NUDGE, open=True)
    if not answer.data["open"]:
        answer = await open_list(attempt, target, answer)
    now = match(answer.data["options"], option["label"], option["local"]) or option
    judge = attempt.core.judge
    meant = ITSELF if judge is None else Meant(judge=partial(judge.press_option, label=now["label"]))
    for left in reversed(range(MOST_MADE_ANEW)):
        try:
            await click(attempt, replace(target, local=now["local"]), meant=meant)
            return
        except StaleRef:
            # Brought into view, it was made anew, perhaps once for each step of the scrolling. It was not pressed.
            again = await list_once(
                attempt, target, lambda it: match(it["options"], option["label"]) is not None, FILLING
            )
            found = again and match(again.data["options"], option["label"])
            if not found or not left:
                raise
            now = found


async def _once_taken(
    attempt: ActionAttempt, first: RefTarget, target: RefTarget, before: KitAnswer, option: Item
) -> RefTarget:
    """Return the field of a list once it shows that an option was pressed, or time is up. The page may make it anew
    then: it is the only one called like the first."""
    end = loop_time() + REACTION
    taken = False
    while loop_time() < end:
        try:
            now = (await attempt.ask(target, "listbox", open=True)).data
            if taken:
                return target
            found = match(now["options"], option["label"])
            taken = found is None or found["selected"] != option["selected"]
        except StaleRef:
            near = (await attempt.stale(first)).details.get("candidates", ())
            made_anew = [one["ref"] for one in near if [one["role"], one["name"].raw] == before.data["called"]]
            if len(made_anew) != 1:
                raise
            target = attempt.core.target(made_anew[0])
        await asyncio.sleep(POLL)
    return target
