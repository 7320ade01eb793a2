"""What a page may send after a model's act. What changes state is the request, whatever is written on the button."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from urllib.parse import parse_qsl, urlsplit

from handrail.browser.types.acts import MAX_BODY_BYTES, HeldRequest
from handrail.messages import Sentence
from handrail.policy.decision import (
    TOO_LONG,
    Allow,
    Ask,
    Decision,
    Deny,
    ask_for_grant,
    entry_sentences,
    flag,
    is_shown,
    quoted,
    refused,
    refused_question,
)
from handrail.policy.facts import Facts
from handrail.policy.origins import origin_of, same_site
from handrail.policy.permissions import EVERY_TIME, WHOLE_ACTS, Permissions, Refusal, Verb
from handrail.policy.requests.bodies import names_of
from handrail.policy.requests.reading import keeps_draft, only_asks, removes_draft, says_text
from handrail.policy.requests.wording import ID, question, short_address, told_texts
from handrail.policy.words.asked_acts import says_paying
from handrail.policy.words.consequences import CONSEQUENCES, MAX_URL_CHARS, Evidence, cut, names_act, verbs, verbs_of
from handrail.trust import one_line
from handrail.trust.words import identifier_words

SAY_OTHERWISE, NOT_NAMED = "requests_say_what_you_said", "requests_you_named"
"""Rules of requests that may say what the user did not, and that may do what they did not ask for."""
OF_CONSEQUENCE, UNREAD = "requests_of_consequence", "requests_that_can_be_read"
"""The rules of requests that pay or delete, and of those to an address that is too long to be read."""
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
        is_draft: it only keeps a draft, by what it is called.
        removes_draft: it only removes a draft, by what it is called.
        says_text: a field of it is for text that somebody reads, by what it is called.
    """

    request: HeldRequest
    from_origin: str
    to_origin: str
    shape: Shape
    whole: WholeRequest
    evidence: Evidence
    only_asks: bool = False
    is_draft: bool = False
    removes_draft: bool = False
    says_text: bool = False

    @classmethod
    def of(cls, request: HeldRequest) -> RequestFacts:
        """What is known of a request."""
        is_short = request.body is not None and len(request.body) <= MAX_BODY_BYTES
        url = cut(request.url)
        names, parts = names_of(request.body if is_short else None), urlsplit(url)
        path = "/".join("*" if ID.fullmatch(step) else step for step in parts.path.split("/"))
        query = [f"{name}={value}" for name, value in parse_qsl(parts.query, keep_blank_values=True)]
        operations = [name for name in (*names.operations, names.text) if name]
        keys = tuple(sorted({_without_value(key) for key in (*query, *names.keys)} | set(operations)))
        to_origin = origin_of(request.url) or ""
        asks = only_asks(request.method, url, names, is_form=request.opens_document, is_read=request.body is not None)
        inner = tuple(Evidence(method=one.method, url=cut(one.url), body_keys=one.keys) for one in names.parts)
        return cls(
            request,
            request.origin if request.origin != "null" else "",
            to_origin,
            (to_origin, request.method, path, (*keys, request.action)),
            (request.method, request.url, request.body, request.action),
            Evidence(
                method=request.method,
                url=url,
                body_keys=names.keys,
                operation=" ".join((*operations, request.action)),
                asks=asks,
                parts=inner,
            ),
            asks,
            keeps_draft(url, names),
            removes_draft(request.method, url, names),
            says_text(names.keys),
        )


@dataclass(frozen=True, slots=True)
class ActFacts:
    """The act of a model that a request came after.

    Attributes:
        reads_only: nothing that comes of it may change anything.
        agreed_on: the origin on which the user agreed to what may be sent; "" where they were asked for nothing.
        pressed: what was pressed, as a question calls it; "" where that was nothing with a name.
        verbs: what the user knew that it does when they approved it.
        written: what the labels say that it does, where that was not asked for.
        touched: origins on which a model has done anything but look, also after the act.
        forbidden: what the user forbade, which nothing lifts.
        withheld: the words by which they forbade that what is filled in is sent; "" where they did not.
        asked: what the user asked it to do, by the name of what was pressed or by the text of its form; to "submit" is
            to do nothing graver.
        relevant: what a script sends may be of what the user wants.
        wanted: they named what was pressed, or its row or item, or put words of theirs into its form.
        opens: it opens a page, or goes to another one.
        prefilled: it was in a document that an address of the model's own may have filled in.
        unsent: text of the tab that the model wrote, and the user has not agreed to.
        earlier: what of it neither the request holds, as far as that can be read, nor the form that was sent.
        picked: what of it the model chose, pressed or said in an address, and did not write.
        in_form: texts that the form held that was sent.
        entered, entered_before: what the model filled in or chose besides, in the request or form, and elsewhere.
        drafts: what of it was no search.
        habits: what pages sent before a model had done anything on their origin, and its shapes.
        looks: in ask mode, where nothing is changed.
        filled: a model put something into a field of its origin, for other than to search.
        again: a page is opened that answered such a request before: this one sends it once more.
    """

    reads_only: bool = False
    agreed_on: str = ""
    pressed: str = ""
    verbs: frozenset[Verb] = frozenset()
    written: frozenset[Verb] = frozenset()
    touched: Set[str] = frozenset()
    forbidden: Set[Verb] = frozenset()
    withheld: str = ""
    asked: frozenset[Verb] = frozenset()
    relevant: bool = False
    wanted: bool = False
    opens: bool = False
    prefilled: bool = False
    unsent: Sequence[str] = ()
    earlier: Sequence[str] = ()
    picked: Sequence[str] = ()
    in_form: Set[str] = frozenset()
    entered: Sequence[str] = ()
    entered_before: Sequence[str] = ()
    drafts: Sequence[str] = ()
    habits: Set[WholeRequest | Shape] = frozenset()
    looks: bool = False
    filled: bool = False
    again: bool = False

    def within(self, other: ActFacts) -> ActFacts:
        """The act, with no more let through than by another one that the request may come of."""
        return replace(
            self,
            reads_only=self.reads_only or other.reads_only,
            agreed_on=self.agreed_on if self.agreed_on == other.agreed_on else "",
            pressed=other.pressed or self.pressed,
            verbs=self.verbs & other.verbs,
            written=self.written | other.written,
            withheld=self.withheld or other.withheld,
            asked=self.asked & other.asked,
            relevant=self.relevant and other.relevant,
            wanted=self.wanted and other.wanted,
        )


def judge_request(facts: RequestFacts, act: ActFacts, permissions: Permissions) -> Decision:
    """Return the decision on a request that may change something, after an act that was let through.

    Args:
        facts: the request.
        act: what it came after.
        permissions: what the user permits.
    """
    decision = _judge(facts, act, permissions)
    bound = decision
    if permissions.unsafe and permissions.refusals:
        bound = _judge(facts, act, replace(permissions, unsafe=False))
    if (refusal := refused_question(bound, permissions)) is not None:
        return refusal
    if not isinstance(decision, Ask):
        return decision
    if not is_shown((*act.entered, *act.unsent)):
        return Deny(TOO_LONG, "A request was stopped, since what the model wrote is too long for a question.")
    entries = entry_sentences(act.entered, act.entered_before)
    return replace(decision, question=Sentence.joined("\n", [decision.question, *entries])) if entries else decision


def _judge(facts: RequestFacts, act: ActFacts, permissions: Permissions) -> Decision:
    shown = quoted(f"{facts.request.method} {short_address(facts.request.url)}", 300)
    only_read = facts.from_origin in act.touched and not permissions.may_write(facts.from_origin)
    has_agreed = bool(act.agreed_on) and facts.from_origin == act.agreed_on
    if not permissions.unsafe and (act.reads_only or (only_read and not has_agreed)):
        return Deny("requests_where_allowed", f"{shown} was stopped, since {facts.from_origin} may only be read.")
    redirected = facts.request.may_be_redirected and not permissions.unsafe
    if redirected and not any(map(permissions.may_write, (facts.from_origin, facts.to_origin))):
        reason = "since this browser does not say where sites that may only be read let it lead on to."
        return Deny("requests_that_are_followed", f"{shown} was stopped, {reason}")
    found = verbs(facts.evidence)
    # Another site chooses how it calls what it sends.
    is_foreign = _crosses(facts, permissions) and permissions.may_write(facts.to_origin)
    # What is word for word as before says nothing new; what only asks may be called so by what the model wrote.
    repeats = facts.request.body is not None and facts.whole in act.habits
    quiet = not is_foreign and (repeats or (facts.only_asks and not found and not act.drafts))
    is_habit = facts.shape in act.habits
    if act.looks and not quiet:
        return Deny("ask_mode", f"{shown} was stopped, since in ask mode nothing is changed.", "--mode act")
    keeps_back = act.withheld or ("submit it" if "submit" in act.forbidden else "")
    asks = quiet and not (facts.says_text and facts.whole not in act.habits)
    if act.filled and keeps_back and not (asks or is_habit or (facts.is_draft and not found)):
        return Deny("within_rails", f"{shown} was stopped: you forbade this: {quoted(keeps_back, 100)}.")
    if not (quiet or is_habit):
        found = [verb for verb in CONSEQUENCES if verb in found or verb in act.written]
    if facts.removes_draft and act.asked and "delete" not in act.forbidden | act.written | act.verbs:
        # What was in it is saved by the act that the user asked for.
        found = [verb for verb in found if verb != "delete"]
    by_word = "pay" in act.forbidden and not (quiet or is_habit or act.asked)
    if by_word and says_paying(identifier_words(urlsplit(facts.request.url).path)):
        found = [*found, "pay"]
    if forbidden := [verb for verb in found if verb in act.forbidden]:
        return Deny("within_rails", f"{shown} was stopped: you forbade this run to {forbidden[0]}.")
    never = (Refusal(verb, one) for verb in found for one in (facts.to_origin, facts.from_origin))
    if refusal := refused(one for one in never if one.verb in WHOLE_ACTS and one in permissions.refusals):
        return refusal
    if permissions.unsafe:
        return Allow("requests_without_policy")
    opened = permissions.may_write(facts.from_origin) or permissions.may_write(facts.to_origin)
    if not (opened or has_agreed or quiet):
        return Deny("requests_where_allowed", f"{shown} was stopped, since you have not allowed changes there.")
    doubts, known = _doubts(facts, act, permissions), act.verbs if has_agreed else frozenset[Verb]()
    grave = [verb for verb in found if verb not in known and not permissions.allows(verb, facts.to_origin)]
    if (verb := next((one for one in grave if one in EVERY_TIME), None)) is not None:
        remedy = flag("--trust", facts.to_origin) if facts.to_origin else ""
        reasons = [Sentence(", with others beside it")] if facts.request.method == "DELETE" else []
        reasons.append(Sentence(", {consequence}", consequence=CONSEQUENCES[verb]))
        if act.pressed and not is_foreign:
            reasons.append(Sentence(", after the model pressed {what}", what=act.pressed))
        refusable = (Refusal(verb, facts.to_origin),) if facts.to_origin else ()
        return Ask(OF_CONSEQUENCE, question(shown, reasons + doubts), remedy, refusable=refusable)
    if (length := len(facts.request.url)) > MAX_URL_CHARS:
        long = Sentence(", to an address of {count} character", ", to an address of {count} characters", count=length)
        return Ask(UNREAD, question(shown, [long, *doubts]), flag("--grant", f"submit@{facts.to_origin}"))
    may_submit = permissions.allows("submit", facts.to_origin)
    # Who may send forms may not change access thereby.
    granted = may_submit and act.asked.issuperset(grave)
    free = granted or quiet or (has_agreed and not (doubts or grave))
    if not free and (why := doubts or _overreach(facts, act, grave)):
        needed: Verb = grave[0] if may_submit else "submit"
        # Much that pages send while they are opened is their own.
        by_itself = act.opens and not (act.unsent or grave or facts.request.opens_document)
        rule = NOT_NAMED if by_itself else SAY_OTHERWISE
        return ask_for_grant(rule, needed, facts.to_origin, question(shown, why))
    if not (free or is_habit or act.relevant) and same_site(facts.from_origin, facts.to_origin):
        # What counts visits and reports faults is mostly sent to other sites.
        unnamed = Sentence(", after an act that you did not name")
        if act.pressed:
            unnamed = Sentence(", after the model pressed {what}, which you did not name", what=act.pressed)
        return ask_for_grant(NOT_NAMED, "submit", facts.to_origin, question(shown, [unnamed]))
    return Allow("requests_that_change_little")


def _without_value(key: str) -> str:
    name = key.partition("=")[0]
    return key if names_act(name) or name.lower() in _OPERATIONS else name


def _doubts(facts: RequestFacts, act: ActFacts, permissions: Permissions) -> list[Sentence]:
    """Why a request might say what the user did not, in ends of a sentence."""
    to_opened, found = permissions.may_write(facts.to_origin), told_texts(act.unsent, act.earlier, act.picked)
    if act.again:
        found.append(Sentence(", once more"))
    if act.prefilled and to_opened:
        found.append(Sentence(", on a page that may have been filled in by an address that you did not give"))
    if _crosses(facts, permissions) and (to_opened or facts.from_origin != act.agreed_on):
        site = one_line(facts.from_origin, 200) or Sentence("another site")
        found.append(Sentence(", from a page of {site}", site=site))
    return found


def _crosses(facts: RequestFacts, permissions: Permissions) -> bool:
    """Whether a page that may only be read sends to another origin than its own."""
    return facts.from_origin != facts.to_origin and not permissions.may_write(facts.from_origin)


def _overreach(facts: RequestFacts, act: ActFacts, grave: Sequence[Verb]) -> list[Sentence]:
    """What the user did not ask for, as the end of a sentence; nothing where nothing suggests that."""
    if unasked := [verb for verb in grave if verb not in act.asked]:
        return [Sentence(", {consequence}", consequence=CONSEQUENCES[unasked[0]])]
    is_unasked = facts.request.opens_document and not (act.asked or act.wanted)
    return [Sentence(", a form that you did not ask for")] if is_unasked else []


def approved_verbs(decision: Decision, facts: Facts) -> frozenset[Verb]:
    """What the user agreed to when they approved an act: the gravest act by the words of what is pressed, which the
    question named, or what the page's own question and the press that led to it say."""
    rules = decision.rule.split("+") if isinstance(decision, Ask) else []
    if "agreed_dialogs" in rules and facts.dialog is not None:
        message = facts.dialog.message.raw if facts.dialog.message is not None else ""
        return frozenset(verbs(Evidence(dialog=message, labels=(facts.dialog.pressed,))))
    if "consequential_acts" not in rules or facts.element is None:
        return frozenset()
    said = {*verbs_of(facts.element, submits=True), *verbs(Evidence(labels=facts.chosen))}
    return frozenset([verb for verb in CONSEQUENCES if verb in said][:1])
