"""Makes the judge of an act's requests when the act begins, from the facts by which the act itself was judged."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from handrail.browser.types.facts import ElementFacts
from handrail.browser.types.side_effects import Taint
from handrail.calls.effects.confirmed_presses import ApprovedPress
from handrail.calls.effects.page_retries import trigger_of
from handrail.calls.effects.request_judge import RequestJudge
from handrail.calls.human_input import Askers
from handrail.calls.judged_requests import Trigger
from handrail.calls.state import SessionState
from handrail.calls.written.sent_choices import stands_for_choice
from handrail.messages import Sentence
from handrail.policy import AddressFacts, Allow, Ask, Facts
from handrail.policy.decide import SENDING, SHOWING
from handrail.policy.decision import quotation, rules_that_asked
from handrail.policy.facts import CallRequest
from handrail.policy.permissions import Verb
from handrail.policy.requests.facts import ActFacts
from handrail.policy.requests.judge import approved_verbs
from handrail.policy.rules import acts
from handrail.policy.rules.dialogs import agreed_dialogs
from handrail.policy.rules.earlier import after_opener
from handrail.policy.rules.limits import withheld
from handrail.policy.rules.page_tools import RULE as PAGE_TOOLS
from handrail.policy.rules.pressed import NAME_CHARS, called, called_field, called_press
from handrail.policy.rules.text_entry import changes_where_allowed, fills_in, not_your_words
from handrail.policy.rules.websockets import accepted_with, presses_beside_websockets


def judge_of(
    state: SessionState, request: CallRequest, facts: Facts, decision: Allow | Ask, taint: Taint, asks: Askers
) -> RequestJudge:
    """Return the judge of the requests of a model's act, which begins now, by the facts and the decision of the call,
    in a tab of this taint; see `RequestJudge`."""
    if request.effect == "change":
        state.requests.touched.add(facts.acted_on)
    confirmed = frozenset[Verb]()
    if isinstance(decision, Allow) and state.confirmed is not None and (rule := _answers(request, facts)):
        # What is answered unasked, by "OK", confirms what the user agreed to when it was pressed.
        question = Ask(rule, "", "")
        confirmed = state.confirmed(question, facts)
        decision = question if confirmed else decision
    asked = rules_that_asked(decision)
    if presses_beside_websockets.__name__ in asked:
        state.provenance.accepted.update(accepted_with(request, facts))
    agreed = not SENDING.isdisjoint(asked)
    # A question about what goes into a field says nothing of what the page sends with it.
    only_fills = asked & SENDING == {changes_where_allowed.__name__} and fills_in(request, facts)
    _note_agreement(state, facts, asked, sends=agreed and not only_fills)
    act = _facts_of(state, request, facts, decision, taint, agreed=agreed)
    act = replace(act, verbs=confirmed or act.verbs, only_fills=only_fills)
    _note_act(state, request, facts, decision, act)
    tool = (facts.page_tool, facts.acted_on) if facts.page_tool is not None and PAGE_TOOLS in asked else None
    judge = RequestJudge(state, act, facts.nonce, taint, request.tool, trigger_of(request, facts), asks, tool)
    press = ApprovedPress.of(decision, facts, judge)
    state.confirmed = press.covers if press is not None else None
    return judge


def _note_agreement(state: SessionState, facts: Facts, asked: Collection[str], *, sends: bool) -> None:
    """Note which texts the user saw in the question about a press that these rules ``asked``, and agreed to.
    ``sends``: it was about what is sent, and showed earlier texts too."""
    state.texts.agreed_press = ""
    state.texts.agreed_on = frozenset(facts.reached) if sends else frozenset()
    if sends:
        earlier = (*facts.chose_before, *facts.entered_before, *facts.keys, *agreed_label(facts, asked))
        state.agree_to_send((*not_your_words(facts), *earlier), *facts.reached)
    elif not SHOWING.isdisjoint(asked):
        state.agree_to_send(not_your_words(replace(facts, unsent=())), *facts.reached)


def _note_act(state: SessionState, request: CallRequest, facts: Facts, decision: Allow | Ask, act: ActFacts) -> None:
    """Note a model's act, of which dialogs, pages and requests may come from now on."""
    if state.browser is not None and (tab := state.tabs.active_or_none) is not None:
        documents = dict(one.document for one in state.tabs.all())
        state.presses.note(request, facts, tab, documents, agreed=approved_verbs(decision, facts))
    opened = facts.address if request.effect == "navigate" else None
    state.requests.acts |= dict.fromkeys([opened.origin or ""] if opened is not None else facts.reached, act)
    for origin in facts.reached if acts.may_press(request, facts) else ():
        state.requests.unnamed.pop(origin, None)
        if not act.relevant:
            state.requests.unnamed[origin] = act


def _answers(request: CallRequest, facts: Facts) -> str:
    """Return the rule that would ask about an answer to a dialog of browser or page; "" where there is none."""
    if facts.dialog is not None:
        return agreed_dialogs.__name__ if facts.dialog.accepts else ""
    asks_back = facts.element is not None and facts.element.around.confirms and acts.may_press(request, facts)
    return acts.consequential_acts.__name__ if asks_back else ""


def _facts_of(
    state: SessionState, request: CallRequest, facts: Facts, decision: Allow | Ask, taint: Taint, *, agreed: bool
) -> ActFacts:
    """Return what the requests that come of an act are judged by; ``agreed``: the user agreed to what may be sent."""
    opened = facts.address if request.effect == "navigate" else None
    by_user = opened is not None and opened.by_user
    words, element, presses = state.provenance.words, facts.element, acts.may_press(request, facts)
    asked = acts.asked_by_address(words, opened.url) if opened is not None and by_user else acts.asked_for(facts, words)
    moves = not (presses or request.capability in acts.POINTING)
    standing = frozenset(not_your_words(facts)).difference(facts.earlier).union(facts.entered)
    pressed = element if presses and not fills_in(request, facts) else None
    return ActFacts(
        reads_only=isinstance(decision, Allow) and decision.reads_only,
        agreed_on=facts.acted_on if agreed else "",
        pressed=_pressed(facts, pressed) if pressed is not None else "",
        label=_label(facts, pressed) if pressed is not None else "",
        is_mentioned=pressed is not None and words.in_text(pressed.name.raw),
        follows=_follows(request, facts) or _opens_within(state, opened),
        verbs=approved_verbs(decision, facts),
        written=acts.words_not_asked(request, facts),
        touched=state.requests.touched,
        forbidden=state.permissions.rails.never | words.forbidden,
        withheld=withheld(request, facts),
        asked=asked,
        relevant=bool(asked) or moves or acts.is_wanted(facts),
        wanted=acts.is_wanted(facts),
        opens=request.effect == "navigate",
        prefilled=taint.prefilled and not agreed,
        ends=state.provenance.ends_alone(taint.filled_by),
        acted_on="" if request.effect == "navigate" else facts.acted_on,
        in_form=standing if element is not None and element.form is not None else frozenset(),
        habits=state.requests.habits,
        looks=state.mode == "ask",
        refuses=acts.may_refuse_cookies(facts),
        came=frozenset(one.raw for one in facts.form.came) if facts.form is not None else frozenset(),
    )


def _follows(request: CallRequest, facts: Facts) -> Sequence[Sentence]:
    """Return what a call does to an element, as ends of a question about a request."""
    element = facts.element
    if element is None or request.effect != "change" or request.capability in acts.POINTING:
        return ()
    if fills_in(request, facts):
        what = called(element) if element.name.raw.strip() else called_field(element)
        return (Sentence(", after the model filled in {what}", what=what),)
    return (Sentence(", after the model pressed {what}", what=_pressed(facts, element)),)


def _opens_within(state: SessionState, opened: AddressFacts | None) -> Sequence[Sentence]:
    """Return as ends of a question that a model goes to another part of the page that its tab shows, which is not left
    then."""
    tab = state.tabs.active_or_none if state.browser is not None else None
    page, mark, _ = opened.url.partition("#") if opened is not None else ("", "", "")
    if opened is None or tab is None or not (mark and page == tab.core.url.partition("#")[0]):
        return ()
    return (Sentence(", after the model opened {what}", what=quotation(opened.url, NAME_CHARS)),)


def _label(facts: Facts, element: ElementFacts) -> str:
    """Return what is written on what a call presses: of a field, its form's button; "" where that is a choice."""
    if not _by_key(facts, element):
        return "" if stands_for_choice(element) or facts.chosen else element.name.raw
    button = element.form.submitter if element.form is not None else None
    return button.raw if button is not None else ""


def agreed_label(facts: Facts, asked: Collection[str]) -> tuple[str, ...]:
    """Return the name of what the user let the model press, if the question was what that does, by the rules that
    ``asked``: it is then no choice of the model's. A row or an option stands for one all the same."""
    element = facts.element
    if element is None or stands_for_choice(element) or facts.chosen or acts.consequential_acts.__name__ not in asked:
        return ()
    return (element.name.raw,)


def _pressed(facts: Facts, element: ElementFacts) -> str:
    """Return what a press is called in the question about a request that follows. In a field, it is the key."""
    pressed = after_opener(called_press(facts, element), facts)
    return Sentence("Enter in {what}", what=pressed) if _by_key(facts, element) else pressed


def _by_key(facts: Facts, element: ElementFacts) -> bool:
    return element.kind in ("text", "editable") and (facts.submits or bool(facts.keys))


def judge_of_start(state: SessionState, taint: Taint, asks: Askers) -> RequestJudge:
    """Return the judge of the requests of the page that a model begins with, which the user named. It may send what a
    page may send that a model opens."""
    return RequestJudge(state, _opens(state, named=True), "opened", taint, "goto", Trigger("goto"), asks)


def judge_of_return(state: SessionState, url: str, taint: Taint, *, may_change: bool) -> RequestJudge:
    """Return the judge of the requests of a page that is opened again. Nobody is asked for them: it may send as little
    as a page that the user did not name."""
    words = state.provenance.words
    asked = acts.asked_by_address(words, url) if words.has_address(url) else frozenset()
    act = replace(_opens(state, named=words.has_address(url)), reads_only=not may_change, asked=asked)
    return RequestJudge(state, act, "opened", taint, "goto", Trigger("goto"), Askers())


def _opens(state: SessionState, *, named: bool) -> ActFacts:
    """Return the facts of an act for a page that no call of a model opens."""
    return ActFacts(
        touched=state.requests.touched,
        forbidden=state.permissions.rails.never | state.provenance.words.forbidden,
        withheld=state.provenance.words.withheld,
        asked=frozenset(("submit",)) if named else frozenset(),
        relevant=named,
        opens=True,
        habits=state.requests.habits,
        looks=state.mode == "ask",
    )
