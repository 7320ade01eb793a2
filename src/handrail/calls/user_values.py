"""Asks the user for values that go into a page, and that no model sees."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

from handrail.calls.human_input import waited_for
from handrail.calls.state import SessionState
from handrail.errors import UsageError
from handrail.tools.core.context import GiveValues, ValueRequest
from handrail.vault import GivenValue


class RequestedValues:
    """A `handrail.tools.core.context.UserValues` of one call; ``give_values`` is None where nobody can be asked."""

    def __init__(self, state: SessionState, give_values: GiveValues | None) -> None:
        self._state = state
        self._give_values = give_values
        self._names = list[str]()

    async def ask(self, request: ValueRequest) -> Mapping[str, str] | None:
        """Ask the user; see `UserValues.ask`."""
        if self._give_values is None:
            raise UsageError("Nobody is there to give values.")
        with waited_for():
            answered = await self._give_values(request)
        given = {field.name: value for field in request.fields if (value := (answered or {}).get(field.name))}
        names = {field: self._free_name(field) for field in given}
        for field, value in given.items():
            self._state.keep_value(GivenValue(names[field], lambda: (request.origin,), "field"), value)
            self._names.append(names[field])
        return names or None

    def retire(self) -> None:
        """Stop the values from going anywhere; see `UserValues.retire`."""
        for name in self._names:
            self._state.vault.retire(name)

    def _free_name(self, field: str) -> str:
        """Return a name that no secret has, so that the user's own secrets keep theirs."""
        taken = self._state.vault.names()
        return next(name for number in count(1) if (name := field if number == 1 else f"{field}-{number}") not in taken)
