"""Values that an instruction takes from the page: "enter the value of Religion into the text field"."""

from __future__ import annotations

from collections.abc import Generator

from handrail.models.offline.grammar.steps import ValueOf
from handrail.models.offline.page.values import values
from handrail.models.offline.program import Choose, Later, PageView, ProgramTurn, Stop
from handrail.models.protocol import Call


def look_up(asked: ValueOf) -> Generator[Choose, ProgramTurn, str]:
    """Read a value from the page and note it, so that later turns know it too."""
    turn = yield lambda page: _note_value(page, asked)
    return str(turn.call.params["text"]) if turn.call else ""


def _note_value(page: PageView, asked: ValueOf) -> Call:
    if page.dialog:
        raise Later(asked.whole.text)
    found = values(page.outline, asked.label.text, asked.of.text if asked.of else None)
    if not found:
        raise Later(f"not found on this page: a value for “{asked.whole.text}”.")
    if len(found) > 1:
        raise Stop(
            f"{len(found)} values fit “{asked.whole.text}” equally well: " + "; ".join(value.text for value in found)
        )
    return Call("note", {"text": found[0].text})
