"""What the user's rules did not permit in a run: what the model is told of it, and the user afterwards."""

from __future__ import annotations

from handrail.events.kinds import DecisionEvent, Event
from handrail.models.protocol import Call
from handrail.results import Failed, Result
from handrail.tools.core.table import Record

_GO_ON = (
    "other wordings and ways to do it are refused too, but reading is not. Finish what can be done without it, then "
    "call `done`, with `missing` if the task asks for more than that; if nothing can, `abort` with `not_permitted`."
)
HINT = f"A rule of the user does not allow this here; {_GO_ON}"
DECLINED_HINT = f"The user was asked, and said no to this; {_GO_ON}"
UNHEARD_HINT = f"It needs the user's yes, and nobody can be asked now; {_GO_ON} The user is told what allows it."
PREFILLED_HINT = (
    "Nothing may be sent from this page: its address may have filled it in, and neither the user nor a link that you "
    "were shown gave it. Open it by a link or by the page's own search; then it may be allowed."
)
FILE_HINT = "No allowed folder holds such a file. One is found there by its name alone; a folder cannot be uploaded."
ADDRESS_HINT = "Go by links and by the page's own search: an address that nobody gave you is not opened."
DIALOG_HINT = "A dialog is open: all that is possible now is `dialog` with `accept` false, which closes it."


class Refusals:
    """The refusals of one run, without those that were made good later."""

    def __init__(self) -> None:
        self._last: dict[tuple[str, str, bool], list[str | None]] = {}
        """Refused since an act sent something, by tool, element, sends a form: the flags; None where the user did."""
        self._earlier: dict[tuple[str, str, bool], list[str | None]] = {}
        self._heard: list[DecisionEvent] = []

    def collect(self, event: Event) -> None:
        """Remember a refusal until the call that it belongs to is over."""
        if isinstance(event, DecisionEvent) and not event.allowed and event.caller == "model":
            self._heard.append(event)

    def look(self, record: Record | None, call: Call, result: Result, *, prefilled: bool = False) -> str:
        """Take down a call, tell the model what a refusal means, and return its kind; empty where nothing was.
        ``prefilled``: the page was opened by an address that may have filled it in."""
        heard, self._heard = self._heard, []
        what = call.name, result.target.words if result.target else "", bool(call.params.get("submit"))
        if result.ok and record is not None and record.security.changes_state and not heard:
            if not result.followed.get("stopped_requests"):
                self._last.pop(what, None)
                self._earlier.pop(what, None)
            if result.followed.get("sent"):
                # Who only looks on after a refusal, or fills in more, still ends for that.
                self._earlier, self._last = self._earlier | self._last, {}
        if heard or result.code == "not_permitted":
            self._last.setdefault(what, []).extend(None if event.declined else event.remedy for event in heard)
        if not isinstance(result, Failed) or result.code != "not_permitted":
            return ""
        unheard = all(event.unheard for event in heard)
        hint = UNHEARD_HINT if heard and unheard else DECLINED_HINT if result.declined else HINT
        hint = PREFILLED_HINT if prefilled and unheard and not result.declined else hint
        hint = next((FILE_HINT for event in heard if event.rule == "uploads_from_allowed_folders"), hint)
        hint = ADDRESS_HINT if call.name in ("goto", "new_tab") else hint
        result.hint = DIALOG_HINT if result.observation is not None and result.observation.dialog is not None else hint
        return " ".join(f"{event.rule} {event.remedy}" for event in heard) or call.name

    def remedies(self, outcome: str) -> list[str]:
        """Return the flags that would have mattered for a run that ended so: none for what the user refused, nor where
        it was done or given up for something else; where it went on to something else, only what a partial answer
        lacks."""
        earlier, last = self._earlier, self._last
        kept = {"done": {}, "gave_up": {}, "partial": earlier | last, "blocked": last or earlier}.get(outcome, last)
        return list(dict.fromkeys(flag for flags in kept.values() for flag in flags if flag))

    @property
    def any(self) -> bool:
        """Whether something was refused, and not made good."""
        return bool(self._last or self._earlier)
