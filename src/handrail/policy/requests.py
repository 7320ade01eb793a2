"""What a page may send after a model's act. What changes state is the request, whatever is written on the button."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence, Set
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from handrail.browser.types.acts import MAX_BODY_BYTES, HeldRequest
from handrail.policy.consequences import CONSEQUENCES, Evidence, names_act, verbs, verbs_of
from handrail.policy.decision import Allow, Ask, Decision, Deny, ask_for_grant, excerpt, quoted
from handrail.policy.facts import Facts
from handrail.policy.origins import origin_of, same_site
from handrail.policy.permissions import EVERY_TIME, Permissions, Verb
from handrail.policy.reading_requests import only_asks
from handrail.policy.request_bodies import names_of
from handrail.trust import one_line

_ID = re.compile(r"\d+|(?=.*\d)[\w-]{8,}|[0-9a-f]{8,}", re.IGNORECASE)
MAX_URL_CHARS = 5000
"""Characters of an address that is read; a longer one may name anything."""
SAY_OTHERWISE, NOT_NAMED = "requests_say_what_you_said", "requests_you_named"
"""Rules of requests that may say what the user did not, and that may do what they did not ask for."""
Shape = tuple[str, str, str, tuple[str, ...]]
"""What requests have in common that do the same: origin, method, path without ids, names of the fields in query and
body, with what those ask for that name an act or an operation."""
WholeRequest = tuple[str, str, bytes | None, str]
"""Method, address, body and action of a request, as they are."""
_OPERATIONS = frozenset(("call", "calls", "fn", "func", "function", "handler", "intent", "procedure", "rpc"))
"""Names of fields by which interfaces name what is to be done, beside those of `names_act`."""


@dataclass(frozen=True, slots=True)
class RequestFacts:
    """A held request as policy sees it.

    Attributes:
        from_origin: what sends it; "" where the browser hides that.
        to_origin: where it goes; "" where that has none.
        only_asks: it changes nothing, by what it is called.
    """

    request: HeldRequest
    from_origin: str
    to_origin: str
    shape: Shape
    whole: WholeRequest
    evidence: Evidence
    only_asks: bool = False

    @classmethod
    def of(cls, request: HeldRequest) -> RequestFacts:
        """What is known of a request."""
        is_short = request.body is not None and len(request.body) <= MAX_BODY_BYTES
        names, parts = names_of(request.body if is_short else None), urlsplit(request.url)
        path = "/".join("*" if _ID.fullmatch(step) else step for step in parts.path.split("/"))
        query = [f"{name}={value}" for name, value in parse_qsl(parts.query, keep_blank_values=True)]
        operations = [name for name in (*names.operations, names.text) if name]
        keys = tuple(sorted({_without_value(key) for key in (*query, *names.keys)} | set(operations)))
        to_origin = origin_of(request.url) or ""
        return cls(
            request,
            request.origin if request.origin != "null" else "",
            to_origin,
            (to_origin, request.method, path, (*keys, request.action)),
            (request.method, request.url, request.body, request.action),
            Evidence(method=request.method, url=request.url, body_keys=names.keys, operation=" ".join(operations)),
            only_asks(request.method, request.url, names),
        )


@dataclass(frozen=True, slots=True)
class ActFacts:
    """The act of a model that a request came after.

    Attributes:
        decision: what the rules said of it; an `Ask` that the user approved.
        verbs: what the user knew that it does when they approved it.
        written: what the labels say that it does, where that was not asked for.
        touched: origins on which a model has done anything but look, also after the act.
        forbidden: what the user forbade, which nothing lifts.
        named: the user named what was pressed, or asked for the form by its text.
        relevant: what a script sends may be of what the user wants.
        wanted: they named what was pressed, or its row or item, or put words of theirs into its form.
        opens: it opens a page, or goes to another one.
        prefilled: it was in a document that an address of the model's own may have filled in.
        unsent: text of the tab that the model wrote, and the user has not agreed to.
        drafts: what of it was no search.
        habits: what pages sent before a model had done anything on their origin, and its shapes.
    """

    decision: Allow | Ask
    verbs: frozenset[Verb] = frozenset()
    written: frozenset[Verb] = frozenset()
    touched: Set[str] = frozenset()
    forbidden: Set[Verb] = frozenset()
    named: bool = False
    relevant: bool = False
    wanted: bool = False
    opens: bool = False
    prefilled: bool = False
    unsent: Sequence[str] = ()
    drafts: Sequence[str] = ()
    habits: Set[WholeRequest | Shape] = frozenset()


def judge_request(facts: RequestFacts, act: ActFacts, permissions: Permissions) -> Decision:
    """Return the decision on a request that may change something, after an act that was let through.

    Args:
        facts: the request.
        act: what it came after.
        permissions: what the user permits.
    """
    shown = quoted(f"{facts.request.method} {facts.request.url}", 200)
    allowed = act.decision if isinstance(act.decision, Allow) else None
    is_foreign = facts.from_origin in act.touched and not permissions.may_write(facts.from_origin)
    if allowed is not None and (allowed.reads_only or is_foreign):
        return Deny("requests_where_allowed", f"{shown} was stopped, since {facts.from_origin} may only be read.")
    found = verbs(facts.evidence)
    # What is word for word as before says nothing new; what only asks may be called so by what the model wrote.
    repeats = facts.request.body is not None and facts.whole in act.habits
    quiet = repeats or (facts.only_asks and not found and not act.drafts)
    is_habit = facts.shape in act.habits
    if not (quiet or is_habit):
        found = [verb for verb in CONSEQUENCES if verb in found or verb in act.written]
    if forbidden := [verb for verb in found if verb in act.forbidden]:
        return Deny("within_rails", f"{shown} was stopped: you forbade this run to {forbidden[0]}.")
    if len(facts.request.url) > MAX_URL_CHARS:
        return ask_for_grant("requests_that_can_be_read", "submit", facts.to_origin, f"The page wants to send {shown}.")
    if (verb := next((one for one in found if _is_asked(one, act, permissions, facts.to_origin)), None)) is not None:
        remedy = f"--trust {shlex.quote(facts.to_origin)}" if facts.to_origin else ""
        return Ask("requests_of_consequence", f"The page wants to send {shown}, {CONSEQUENCES[verb]}.", remedy)
    agreed = allowed is None and not act.unsent
    grave = [verb for verb in found if verb not in act.verbs and not permissions.allows(verb, facts.to_origin)]
    may_submit = permissions.allows("submit", facts.to_origin)
    # Who may send forms may not change access thereby.
    granted = may_submit and (act.named or not grave)
    free = agreed or granted or quiet
    if not free and (why := _doubt(facts, act, grave, permissions)):
        needed: Verb = grave[0] if may_submit else "submit"
        # Much that pages send while they are opened is their own.
        by_itself = act.opens and not (act.unsent or grave or facts.request.opens_document)
        rule = NOT_NAMED if by_itself else SAY_OTHERWISE
        return ask_for_grant(rule, needed, facts.to_origin, f"The page wants to send {shown}{why}.")
    if not (free or is_habit or act.relevant) and same_site(facts.from_origin, facts.to_origin):
        # What counts visits and reports faults is mostly sent to other sites.
        question = f"The page wants to send {shown}, after an act that you did not name."
        return ask_for_grant(NOT_NAMED, "submit", facts.to_origin, question)
    return Allow("requests_that_change_little")


def _without_value(key: str) -> str:
    name = key.partition("=")[0]
    return key if names_act(name) or name.lower() in _OPERATIONS else name


def _doubt(facts: RequestFacts, act: ActFacts, grave: Sequence[Verb], permissions: Permissions) -> str:
    """Why a request might say what the user did not, as the end of a sentence; "" where nothing suggests that."""
    if act.unsent:
        return f", after the model wrote {excerpt(act.unsent)}, which are not your words"
    if act.prefilled and permissions.may_write(facts.to_origin):
        return ", on a page that may have been filled in by an address that you did not give"
    if facts.from_origin != facts.to_origin and not permissions.may_write(facts.from_origin):
        return f", from a page of {one_line(facts.from_origin, 200) or 'another site'}"
    if grave and not act.named:
        return f", {CONSEQUENCES[grave[0]]}"
    return ", a form that you did not ask for" if facts.request.opens_document and not (act.named or act.wanted) else ""


def approved_verbs(decision: Decision, facts: Facts) -> frozenset[Verb]:
    """What the user agreed to when they approved an act: what the question named. Who answers a page's own question
    knows what that is about, so its requests are not asked for once more."""
    rules = decision.rule.split("+") if isinstance(decision, Ask) else []
    if "agreed_dialogs" in rules:
        return EVERY_TIME
    if "consequential_acts" not in rules or facts.element is None:
        return frozenset()
    return frozenset((*verbs_of(facts.element, submits=True), *verbs(Evidence(labels=facts.chosen))))


def _is_asked(verb: Verb, act: ActFacts, permissions: Permissions, origin: str) -> bool:
    """Whether it is asked for every time, and was not known of the act itself."""
    return verb in EVERY_TIME and verb not in act.verbs and not permissions.allows(verb, origin)
