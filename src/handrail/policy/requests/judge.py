"""What a page may send after a model's act. What changes state is the request, whatever is written on the button."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from handrail.browser.types.acts import HeldRequest
from handrail.browser.types.forgery_tokens import is_code
from handrail.messages import Sentence
from handrail.policy.decision import (
    TOO_LONG,
    Allow,
    Ask,
    Decision,
    Deny,
    ask_for_grant,
    entry_sentences,
    excerpt,
    flag,
    is_shown,
    quotation,
    refused_question,
    rules_that_asked,
    standing_refusal,
)
from handrail.policy.facts import Facts
from handrail.policy.origins import same_site
from handrail.policy.permissions import EVERY_TIME, VERBS, WHOLE_ACTS, Permissions, Refusal, Verb
from handrail.policy.requests import wording
from handrail.policy.requests.facts import ActFacts, RequestFacts, ends_of
from handrail.policy.requests.wording import is_whole_record, question, short_request, told_fields, told_texts
from handrail.policy.rules.earlier import after_openers
from handrail.policy.rules.pressed import NAME_CHARS
from handrail.policy.words.asked_acts import says_paying
from handrail.policy.words.consequences import CONSEQUENCES, MAX_URL_CHARS, Evidence, names_act, verbs, verbs_of
from handrail.trust import site_line
from handrail.trust.words import fold, identifier_words

SAY_OTHERWISE, NOT_NAMED = "requests_say_what_you_said", "requests_you_named"
"""Rules of requests that may say what the user did not, and that may do what they did not ask for."""
OF_CONSEQUENCE, UNREAD = "requests_of_consequence", "requests_that_can_be_read"
"""The rules of requests that pay or delete, and of those that are too long to be read."""


def judge_request(facts: RequestFacts, act: ActFacts, permissions: Permissions) -> Decision:
    """Return the decision on a request that may change something, after an act that was let through."""
    decision = _judge(facts, act, permissions)
    bound = decision
    if permissions.unsafe and permissions.refusals:
        bound = _judge(facts, act, replace(permissions, unsafe=False))
    if (refusal := refused_question(bound, permissions)) is not None:
        return refusal
    if not isinstance(decision, Ask):
        return decision
    if not is_shown(act.told):
        return Deny(TOO_LONG, "A request was stopped, since what the model wrote is too long for a question.")
    # What was pressed is no second thing that was chosen.
    is_told = act.pressed in decision.question
    entered = [text for text in act.entered if not (is_told and act.pressed.startswith(quotation(text, NAME_CHARS)))]
    entries = entry_sentences(entered, () if says_all(facts, act) else act.entered_before)
    return replace(decision, question=Sentence.joined("\n", [decision.question, *entries])) if entries else decision


def says_all(facts: RequestFacts, act: ActFacts) -> bool:
    """Return whether a request says itself what it is about: a script's that does nothing grave. What a form sends, and
    what is grave, may be about what earlier pages were told."""
    by_script = not facts.request.opens_document and facts.request.body is not None and not facts.is_cut
    return by_script and not (act.written or facts.verbs)


def refused_unread(request: HeldRequest, act: ActFacts, permissions: Permissions) -> Deny | None:
    """Return the refusal of a request by where it comes from and goes to, whatever it holds."""
    from_origin, to_origin = ends_of(request)
    only_read = from_origin in act.touched and not permissions.may_write(from_origin)
    if not permissions.unsafe and (act.reads_only or (only_read and not act.has_agreed(from_origin))):
        reason = f"{short_request(request)} was stopped, since {from_origin} may only be read."
        return Deny("requests_where_allowed", reason)
    redirected = request.may_be_redirected and not permissions.unsafe
    if redirected and not any(map(permissions.may_write, (from_origin, to_origin))):
        reason = "since this browser does not say where sites that may only be read let it lead on to."
        return Deny("requests_that_are_followed", f"{short_request(request)} was stopped, {reason}")
    return None


@dataclass(frozen=True, slots=True)
class _Reading:
    """How a request is read after an act.

    Attributes:
        shown: what questions and refusals call it.
        came: its fields as in `access_that_came`.
        is_foreign: another site's page sends it to where things may be changed, and chooses how it calls that.
        repeats: it is word for word as before, so that it says nothing new.
        is_habit: the like of it was sent before the model had done anything.
        is_quiet: it says nothing new, or only asks.
        verbs: the grave acts by which it is judged.
    """

    shown: str
    came: tuple[str, ...]
    is_foreign: bool
    repeats: bool
    is_habit: bool
    is_quiet: bool
    verbs: Sequence[Verb]

    @classmethod
    def of(cls, facts: RequestFacts, act: ActFacts, permissions: Permissions) -> _Reading:
        """Return how a request is read after this act."""
        came = () if permissions.allows("access", facts.to_origin) else access_that_came(facts, act)
        is_foreign = _crosses(facts, permissions) and permissions.may_write(facts.to_origin)
        repeats = facts.request.body is not None and facts.whole in act.habits
        # Where a press says that it sends, also one that opened a menu, no request is free by its shape or address.
        says_more = bool(act.written - act.verbs - act.asked.difference(EVERY_TIME))
        # What only asks may be called so by what the model wrote.
        only_asks = facts.only_asks and not (facts.verbs or act.drafts or says_more)
        is_quiet = not is_foreign and (repeats or only_asks)
        is_habit = facts.shape in act.habits and not says_more
        counted = _acts_that_count(facts, act, as_before=is_quiet or is_habit)
        return cls(_called(facts, act, came), came, is_foreign, repeats, is_habit, is_quiet, counted)


def _called(facts: RequestFacts, act: ActFacts, came: Sequence[str]) -> str:
    """Return what questions and refusals call a request; ``came``: fields that are told apart from its others."""
    action = facts.request.action
    acts = (f"action={action}",) if action and not is_code(action) else ()
    fields = [key for key in (*acts, *facts.evidence.body_keys) if key not in came]
    whole = is_whole_record(facts.request.method, facts.fields, facts.evidence.body_keys)
    called = short_request(facts.request, told_fields(fields, act.told, whole=whole))
    return Sentence("{request}, as its page is left", request=called) if act.leaves else called


def _judge(facts: RequestFacts, act: ActFacts, permissions: Permissions) -> Decision:
    if (refusal := refused_unread(facts.request, act, permissions)) is not None:
        return refusal
    reading = _Reading.of(facts, act, permissions)
    if (refusal := _forbidden(facts, act, permissions, reading)) is not None:
        return refusal
    if permissions.unsafe:
        return Allow("requests_without_policy")
    opened = permissions.may_write(facts.from_origin) or permissions.may_write(facts.to_origin)
    if not (opened or act.has_agreed(facts.from_origin) or reading.is_quiet):
        reason = f"{reading.shown} was stopped, since you have not allowed changes there."
        return Deny("requests_where_allowed", reason)
    if act.refuses and facts.of_consent:
        act = replace(act, asked=act.asked | {"submit"}, relevant=True)
    return _ask_or_allow(facts, act, permissions, reading)


def _forbidden(facts: RequestFacts, act: ActFacts, permissions: Permissions, reading: _Reading) -> Deny | None:
    """Return the refusal of a request by what the user forbade, which also holds without policy."""
    shown, is_quiet = reading.shown, reading.is_quiet
    if act.looks and not is_quiet:
        return Deny("ask_mode", f"{shown} was stopped, since in ask mode nothing is changed.", "--mode act")
    keeps_back = act.withheld or ("submit it" if "submit" in act.forbidden else "")
    asks = is_quiet and not (facts.says_text and facts.whole not in act.habits)
    if act.filled and keeps_back and not (asks or reading.is_habit or (facts.is_draft and not facts.verbs)):
        return Deny("within_rails", f"{shown} was stopped: you forbade this: {quotation(keeps_back, 100)}.")
    if forbidden := [verb for verb in reading.verbs if verb in act.forbidden]:
        return Deny("within_rails", f"{shown} was stopped: you forbade this run to {forbidden[0]}.")
    never = (Refusal(verb, one) for verb in reading.verbs for one in (facts.to_origin, facts.from_origin))
    return standing_refusal(one for one in never if one.verb in WHOLE_ACTS and one in permissions.refusals)


def _ask_or_allow(facts: RequestFacts, act: ActFacts, permissions: Permissions, reading: _Reading) -> Decision:
    """Return the decision on a request that nothing forbids."""
    shown, came, is_foreign = reading.shown, reading.came, reading.is_foreign
    has_agreed = act.has_agreed(facts.from_origin)
    doubts, known = _doubts(facts, act, permissions, shown), act.verbs if has_agreed else frozenset[Verb]()
    # What the user lets the model do there, they let no page of another site do.
    allowed = {verb for verb in VERBS if not is_foreign and permissions.allows(verb, facts.to_origin)}
    grave = [verb for verb in reading.verbs if verb not in known | allowed]
    if came:
        # The server may have it so already: nobody changed it, but nobody may have seen it, either.
        grave.remove("access")
        doubts.append(Sentence(", and the page came with {fields}", fields=excerpt(came)))
        doubts.append(Sentence(", {consequence}", consequence=CONSEQUENCES["access"]))
    if not EVERY_TIME.isdisjoint(grave):
        return _question_of_consequence(facts, act, grave, shown, doubts, is_foreign=is_foreign)
    is_long = (length := len(facts.request.url)) > MAX_URL_CHARS
    if is_long or (facts.is_cut and not (reading.repeats or reading.is_habit)):
        long = Sentence(", to an address of {count} character", ", to an address of {count} characters", count=length)
        long = long if is_long else Sentence(", with more in it than can be checked")
        return Ask(UNREAD, question(shown, [long, *doubts]), flag("--grant", f"submit@{facts.to_origin}"))
    # Who may send forms may not change access thereby.
    granted = "submit" in allowed and act.asked.issuperset(grave)
    free = reading.is_quiet or (granted and not came) or (has_agreed and not (act.only_fills or doubts or grave))
    if not free and (why := doubts or _overreach(facts, act, grave)):
        needed: Verb = grave[0] if grave and "submit" in allowed else "submit"
        # Much that pages send while they are opened is their own.
        by_itself = act.opens and not (act.unsent or grave or facts.request.opens_document)
        rule = NOT_NAMED if by_itself else SAY_OTHERWISE
        asked = ask_for_grant(rule, needed, facts.to_origin, question(shown, [*_came_after(act, act.follows), *why]))
        if came:
            # Who lets it send forms for longer has not seen this one.
            remedy = flag("--grant", f"access@{facts.to_origin}")
            asked = replace(asked, remedy=remedy, grants=(), refusable=asked.refusals)
        return _of_other_site(asked, facts) if is_foreign else asked
    if not (free or reading.is_habit or act.relevant) and same_site(facts.from_origin, facts.to_origin):
        # What counts visits and reports faults is mostly sent to other sites.
        # What a frame of another site sends then was named by nobody.
        is_mentioned = act.is_mentioned and facts.from_origin == act.acted_on
        unnamed = wording.came_unnamed(act.pressed, act.follows, is_mentioned=is_mentioned)
        return ask_for_grant(NOT_NAMED, "submit", facts.to_origin, question(shown, unnamed))
    return Allow("requests_that_change_little")


def access_that_came(facts: RequestFacts, act: ActFacts) -> tuple[str, ...]:
    """Return the fields of a form by which alone it may change who has access, if all of them stand as the page came
    with them, and the user did not ask for that: "is_public=on" of a page of settings."""
    keys, is_own = facts.evidence.body_keys, facts.from_origin == facts.to_origin
    if "access" not in facts.verbs or not (is_own and facts.request.opens_document):
        return ()
    if "access" in act.written | act.verbs | act.asked:
        return ()
    came = tuple(key for key in keys if key in act.came)
    others = tuple(key for key in keys if key not in came)
    # A body without fields creates nothing at its address.
    if not others or "access" in verbs(replace(facts.evidence, body_keys=others)):
        return ()
    return tuple(key for key in came if "access" in verbs(replace(facts.evidence, body_keys=(*others, key))))


def _acts_that_count(facts: RequestFacts, act: ActFacts, *, as_before: bool) -> list[Verb]:
    """Return the grave acts by which a request is judged; ``as_before``: it says nothing new."""
    found = facts.verbs
    counted = list(found) if as_before else [verb for verb in CONSEQUENCES if verb in found or verb in act.written]
    if facts.removes_draft and act.asked and "delete" not in act.forbidden | act.written | act.verbs:
        # What was in it is saved by the act that the user asked for.
        counted = [verb for verb in counted if verb != "delete"]
    by_word = "pay" in act.forbidden and not (as_before or act.asked)
    if by_word and says_paying(identifier_words(urlsplit(facts.request.url).path)):
        counted.append("pay")
    return counted


def _question_of_consequence(
    facts: RequestFacts, act: ActFacts, grave: list[Verb], shown: str, doubts: list[Sentence], *, is_foreign: bool
) -> Ask:
    """Return the question about acts of which one is asked about every time: it says them all."""
    remedy = flag("--trust", facts.to_origin) if facts.to_origin else ""
    reasons = (
        [Sentence(", and any others beside it that the same act sends")] if facts.request.method == "DELETE" else []
    )
    # What the address says it does comes before what a field lets it do.
    named = verbs(replace(facts.evidence, body_keys=()))
    by_address = sorted(grave, key=lambda verb: (verb not in EVERY_TIME, verb not in named))
    reasons += [Sentence(", {consequence}", consequence=CONSEQUENCES[verb]) for verb in by_address]
    if not is_foreign:
        pressed = [Sentence(", after the model pressed {what}", what=act.pressed)] if act.pressed else act.follows
        reasons += _came_after(act, pressed)
    refusable = tuple(Refusal(verb, facts.to_origin) for verb in by_address if verb in EVERY_TIME and facts.to_origin)
    asked = Ask(OF_CONSEQUENCE, question(shown, reasons + doubts), remedy, refusable=refusable)
    return _of_other_site(asked, facts) if is_foreign else asked


def _came_after(act: ActFacts, last: Sequence[Sentence]) -> list[Sentence]:
    """Return what a request may come of, as ends of a sentence: the last act, and others before it."""
    told = "".join(last)
    return [*last, *(one for one in after_openers(act.openers) if one not in told)]


def _of_other_site(question: Ask, facts: RequestFacts) -> Ask:
    """Return a question about what another site's page sends, of which a yes permits this alone."""
    remedy = flag("--allow-origin", facts.from_origin) if facts.from_origin else ""
    return replace(question, remedy=remedy, grants=(), refusable=question.refusals)


def _doubts(facts: RequestFacts, act: ActFacts, permissions: Permissions, shown: str) -> list[Sentence]:
    """Return why a request, called so in a question, might say what the user did not, in ends of a sentence."""
    to_opened = permissions.may_write(facts.to_origin)
    texts = [text for text in act.unsent if text not in act.absent]
    # The question says already what a field names that is to be done.
    acts = [key.partition("=")[::2] for key in facts.evidence.body_keys if names_act(key.partition("=")[0])]
    said = {fold(value) for name, value in acts if f"{name}: {value}" in shown}
    untold = [text for text in texts if text not in act.picked or fold(text) not in said]
    found = told_texts(untold or texts, act)
    if act.again:
        found.append(Sentence(", once more"))
    if act.prefilled and to_opened:
        found.append(wording.filled_in(act.ends))
    if _crosses(facts, permissions) and (to_opened or facts.from_origin != act.agreed_on):
        site = site_line(facts.from_origin) or Sentence("a site that the browser does not name")
        found.append(Sentence(", from a page of {site}", site=site))
    if act.unsent and not found:
        found.append(Sentence(", in which nothing was found of what the model wrote or chose on this site"))
    return found


def _crosses(facts: RequestFacts, permissions: Permissions) -> bool:
    """Return whether a page that may only be read sends to another origin than its own."""
    return facts.from_origin != facts.to_origin and not permissions.may_write(facts.from_origin)


def _overreach(facts: RequestFacts, act: ActFacts, grave: Sequence[Verb]) -> list[Sentence]:
    """Return what the user did not ask for, as the end of a sentence; nothing where nothing suggests that."""
    if unasked := [verb for verb in grave if verb not in act.asked]:
        return [Sentence(", {consequence}", consequence=CONSEQUENCES[verb]) for verb in unasked]
    is_unasked = facts.request.opens_document and not (act.asked or act.wanted)
    return [Sentence(", a form that you did not ask for")] if is_unasked else []


def approved_verbs(decision: Decision, facts: Facts) -> frozenset[Verb]:
    """Return what the user agreed to when they approved an act: the gravest act by the words of what is pressed, which
    the question named, or what the page's own question and the press that led to it say."""
    rules = rules_that_asked(decision)
    if "agreed_dialogs" in rules and facts.dialog is not None:
        message = facts.dialog.message.raw if facts.dialog.message is not None else ""
        pressed = facts.dialog.pressed
        label = pressed.name.raw if pressed is not None else ""
        return frozenset(verbs(Evidence(dialog=message, labels=(label,))))
    if "consequential_acts" not in rules or facts.element is None:
        return frozenset()
    element = facts.element
    # A row has no name of its own; a link is judged by where it leads.
    labels = tuple(label.raw for label in element.labels) if element.href is None else ()
    said = {*verbs_of(element, submits=True), *verbs(Evidence(labels=(*labels, *facts.chosen)))}
    return frozenset([verb for verb in CONSEQUENCES if verb in said][:1])
