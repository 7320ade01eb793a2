"""Chooses from lists: several values of one list are chosen together, since each choice alone would end the others."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from handrail.models.offline.names import sameness
from handrail.models.offline.outline import OutlineTree
from handrail.models.offline.program import CallResult, Choose, PageView, Stop, act
from handrail.models.offline.words import fold, quote_list
from handrail.models.protocol import Call
from handrail.trust import plain


def list_of(outline: OutlineTree, place: int) -> int | None:
    """Return the list that an option stands in, where that can be operated; None for anything else."""
    lists = [up for up in outline.ancestors(place) if outline[up].role in ("listbox", "combobox")]
    return lists[0] if lists and outline[place].role == "option" and outline[lists[0]].ref else None


def select_call(page: PageView, ref: str, values: Sequence[str]) -> Call | None:
    """Return the call that chooses these values beside those just chosen in the list; None where all of them were."""
    before = chosen_before(page, ref)
    together = list(dict.fromkeys((*before, *values)))
    return Call("select", {"ref": ref, "values": together}) if together != before else None


def chosen_before(page: PageView, ref: str) -> list[str]:
    """Return what was chosen in a list since the last act that did more than to enter values."""
    calls = [one.call for one in page.entered if one.ok and one.call is not None and one.call.name == "select"]
    return list(dict.fromkeys(value for call in calls if call.params["ref"] == ref for value in call.params["values"]))


def select(choose: Choose, what: str) -> Generator[Choose, CallResult, CallResult]:
    """Make the call of a chooser. If it chooses from a list, all that it chooses and what was chosen there just before
    must be chosen afterwards."""
    outcome = yield from act(choose, what, may_fail=("invalid_value",))
    if outcome.call is None or outcome.call.name != "select":
        return outcome
    values = outcome.call.params["values"]
    if not outcome.ok:
        several = f" All of these were to be chosen: {quote_list(values)}." if len(values) > 1 else ""
        raise Stop(f"I could not {what}. {outcome.fault()}{several}")
    now = [" ".join(str(one).split()) for one in plain(outcome.data.get("chosen") or [])]
    if any(not _holds(now, value) for value in values):
        raise Stop(f"I did {what}, but {', '.join(now) or 'nothing'} is chosen now.")
    yield _compare_list(outcome, what)
    return outcome


def _holds(labels: Sequence[str], value: str) -> bool:
    return any(sameness(value, label) for label in labels)


def _compare_list(outcome: CallResult, what: str) -> Choose:
    """Compare the list, as the page shows it afterwards, with all that was chosen in it."""

    def compare(page: PageView) -> None:
        place, outline = outcome.place(page), page.outline
        if place is None or page.partial:
            return
        options = [at for at in outline.under(place) if outline[at].role == "option"]
        marked = [outline.name(at) for at in options if "selected" in outline[at].states]
        shown = outline.value(place)
        for value in chosen_before(page, outline[place].ref):
            # A list that marks no option, and shows no value, may show what is chosen elsewhere.
            if (marked and not _holds(marked, value)) or (not marked and shown and fold(value) not in fold(shown)):
                raise Stop(
                    f"I did {what}, but now “{value}” is not chosen: the list shows {shown or ', '.join(marked)}."
                )

    return compare
