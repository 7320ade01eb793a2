"""What the person at a client reads of a refusal: which flag would allow it. A model reads only that it is not
permitted."""

from __future__ import annotations

import sys

import mcp_types as types

from handrail.events import kinds
from handrail.mcp.elicitation import CallWithQuestions
from handrail.session import Session
from handrail.trust import one_line, plain

NOBODY = "this client shows no questions, so nobody could be asked"


class CallRefusals:
    """Collects what the decisions of a session refused in a call."""

    def __init__(self, session: Session) -> None:
        self._refused: list[kinds.DecisionEvent] = []
        session.events.subscribe(self._on_event)

    def take(self, call: CallWithQuestions) -> types.TextContent | None:
        """Return a note for the person on what was refused in a call, marked as theirs; None where nothing was but what
        they refused themselves.

        It holds our own words, origins and short paths: a model may read it all the same. Standard error, which clients
        keep as the server's log, has the whole question.
        """
        refused, self._refused = [one for one in self._refused if plain(one.reason) not in call.answered], []
        if not refused:
            return None
        unheard = call.unheard
        for event in refused:
            sys.stderr.write(f"handrail: {_line(event, unheard=unheard)}\n")
        sys.stderr.flush()
        remedies = " ".join(dict.fromkeys(event.remedy for event in refused if event.remedy))
        if not remedies:
            return None
        # The act that it came after may have worked.
        requests = ", ".join(dict.fromkeys(event.request for event in refused if event.request))
        what = "a request of the page" if refused[0].of_request else one_line(refused[0].tool, 60)
        what += f" ({one_line(requests, 200)})" if refused[0].of_request and requests else ""
        because = f", since {NOBODY}" if unheard else ""
        return types.TextContent(
            type="text",
            text=f"For the person at this client, not for the model: Handrail refused {what}"
            f"{because}. To allow it, start the server with: handrail mcp {one_line(remedies, 400)}",
            annotations=types.Annotations(audience=["user"], priority=1.0),
        )

    def _on_event(self, event: kinds.Event) -> None:
        if isinstance(event, kinds.DecisionEvent) and event.caller == "model" and not event.allowed:
            self._refused.append(event)


def _line(event: kinds.DecisionEvent, *, unheard: bool) -> str:
    why = one_line(plain(event.reason), 600)
    what = f"refused, since {NOBODY}" if unheard else "refused"
    remedy = f" To allow it: handrail mcp {one_line(event.remedy, 300)}" if event.remedy else ""
    return f"{what}: {why}{remedy}"
