"""Chooses from the lists that the browser itself makes: native selects and data lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from handrail.browser.actions.actionability import ActionAttempt
from handrail.browser.actions.fields.fill import fill_field
from handrail.browser.actions.fields.select_options import (
    ChosenLabels,
    Item,
    check_count,
    chosen_labels,
    pick,
    wait_until_chosen,
)
from handrail.browser.actions.obstacles import not_actionable
from handrail.browser.page.kit_client import KitAnswer
from handrail.browser.page.refs import RefTarget


async def choose_native(
    attempt: ActionAttempt, target: RefTarget, answer: KitAnswer, values: Sequence[str]
) -> ChosenLabels:
    """Choose exactly these options of a ``<select>``, and return the labels now chosen."""
    if answer.data["why"]:
        answer = await attempt.ask_until(target, "listbox", lambda now: not now.data["why"])
    if answer.data["why"]:
        raise not_actionable(target.ref, answer.data["why"])
    check_count(target, answer, values)
    wanted = pick(target, answer, values)
    select = replace(target, local=answer.data["local"])
    if attempt.core.judge is not None:
        # The words that were judged may be values, or a part of the label in another case.
        attempt.core.judge.choose([option["label"] for option in wanted])
    # By position: values can occur twice, labels too.
    indexes = [option["index"] for option in wanted]
    if attempt.is_firefox:
        await attempt.persist(lambda field, ms: field.select_option(index=indexes, timeout=ms), select)
    else:
        await attempt.do(select, "choose", indexes=indexes)
    labels, before = {option["label"] for option in wanted}, chosen_labels(answer.data)

    def is_taken(now: Item, _: Sequence[Item]) -> bool:
        # Some pages make something of each choice, as a new row, and set the list back for the next one.
        chosen = chosen_labels(now)
        has_reacted = now["reacted"] or now["fields"] != answer.data["fields"]
        return chosen == labels or (chosen == before and has_reacted)

    return await wait_until_chosen(attempt, select, answer, wanted, is_taken)


async def choose_datalist(
    attempt: ActionAttempt, target: RefTarget, answer: KitAnswer, values: Sequence[str]
) -> ChosenLabels:
    """Choose from the suggestions that a field declares: it then holds the option's value."""
    check_count(target, answer, values)
    (wanted,) = pick(target, answer, values)
    await fill_field(attempt, target.ref, wanted["value"])
    return ChosenLabels([answer.external(wanted["label"])])
