"""The limits that the user sets: ask mode (rule 1), guardrails, what a task forbids, and what they refused for good."""

from __future__ import annotations

from handrail.browser.types.keys import PRESSING_KEYS
from handrail.policy.decision import Allow, Decision, Deny, quotation, standing_refusal
from handrail.policy.facts import CallRequest, DialogFacts, Facts, RemoteFileFacts
from handrail.policy.permissions import WHOLE_ACTS, Refusal, Verb
from handrail.policy.rules.acts import FIELDS, SWITCHES, consequences, is_submit, sends_by_script
from handrail.policy.rules.keys import QUIET_KEYS
from handrail.policy.rules.text_entry import LOOKING, only_writes
from handrail.policy.words.asked_acts import says_paying
from handrail.policy.words.consequences import Evidence
from handrail.policy.words.consequences import verbs as named_verbs
from handrail.policy.words.lexicon import tokens_of
from handrail.trust import one_line
from handrail.trust.words import identifier_words

MOST_LABEL_WORDS = 6
"""Of what a button is called; more is a sentence."""


def ask_mode(request: CallRequest, facts: Facts) -> Decision | None:
    """Rule 1. In ask mode reading and control go on to the rules that follow, and so does navigation by links.

    A click on a plain link becomes a `goto` of its address: the page's own script never sees the click. The user's own
    navigation stays theirs. An alert, which only informs, may be put away, and so may a question by not agreeing to
    it: otherwise one alert would end every look at a page. Nobody, the user included, changes a page by accident in a
    mode that promises not to.
    """
    may_look = request.effect != "change" and (request.offered_in_ask or request.caller == "user")
    if request.mode != "ask" or may_look:
        return None
    href = facts.element.href if facts.element and request.tool == "click" else None
    if href is not None:
        return Allow("ask_mode", follow=href.raw)
    if request.tool == "dialog" and facts.dialog is not None and _only_puts_away(facts.dialog):
        return None
    return Deny("ask_mode", f"In ask mode nothing is changed, and {request.tool} could.", remedy="--mode act")


def _only_puts_away(dialog: DialogFacts) -> bool:
    return dialog.kind == "alert" or (dialog.kind in ("confirm", "prompt") and not dialog.accepts)


def within_rails(request: CallRequest, facts: Facts) -> Decision | None:
    """The user's own limits of this run. No grant, approval or trust in an origin lifts them."""
    rails = request.permissions.rails
    if request.caller != "model":
        return None
    if rails.limits_sites and (request.effect in ("navigate", "change") or facts.address is not None):
        going = facts.address.url if facts.address is not None else facts.acted_on
        form = facts.form if is_submit(request, facts) else None
        fetched = (facts.file.url,) if isinstance(facts.file, RemoteFileFacts) else ()
        for url in (going, form.action_origin if form is not None else going, *fetched):
            if url != "about:blank" and not rails.covers(url):
                return Deny("within_rails", f"{one_line(url, 200)} is off the sites that you limited this run to.")
    looks, fills = request.capability in LOOKING, _only_fills(request, facts)
    if (facts.denied and not (looks or only_writes(request, facts))) or (facts.denied_button and not (looks or fills)):
        return Deny("within_rails", "You said not to press, choose or send this.")
    if not fills and _posts(request, facts) and (said := withheld(request, facts)):
        return Deny("within_rails", f"You forbade this: {quotation(said, 100)}.")
    by_task = facts.forbidden if _posts(request, facts) else facts.forbidden - {"submit"}
    forbidden = sorted(_verbs(request, facts) & (rails.never | by_task))
    return Deny("within_rails", f"You forbade this run to {forbidden[0]}.") if forbidden else None


def standing_refusals(request: CallRequest, facts: Facts) -> Decision | None:
    """What the user refused for good, though their words, a grant or a flag would allow it. Kinds of acts that are no
    `WHOLE_ACTS` are refused where their question would be asked (`decide`)."""
    permissions = request.permissions
    if request.caller != "model" or not permissions.refusals:
        return None
    origins = {facts.acted_on}
    if request.effect != "change" and facts.address is not None and facts.address.origin is not None:
        origins.add(facts.address.origin)
    verbs = _verbs(request, facts) & WHOLE_ACTS
    return standing_refusal(
        Refusal(verb, one) for verb in sorted(verbs) for one in origins if permissions.refuses(verb, one)
    )


def withheld(request: CallRequest, facts: Facts) -> str:
    """Return the words by which the user forbade that a call sends what is filled in, or the button of its form that
    they forbade; "" where it may: to sign in, and to go on by what they named, unless that says that it sends."""
    goes_on = facts.signs_in or (facts.named and "send" not in _verbs(request, facts))
    return facts.denied_button or ("" if goes_on else facts.withheld)


def _only_fills(request: CallRequest, facts: Facts) -> bool:
    """Return whether a call puts something into a field or chooses in it, and presses nothing else. Who forbids to send
    a form may have it filled in; a page that sends it all the same is held by its request."""
    element = facts.element
    by_key = facts.submits or request.tool == "enter" or not QUIET_KEYS.issuperset(facts.keys)
    return element is not None and element.kind in FIELDS | {"editable"} and element.role not in SWITCHES and not by_key


def _posts(request: CallRequest, facts: Facts) -> bool:
    """Return whether what is sent may change something: who says not to submit a form may still search."""
    form = facts.form
    sends = facts.page_tool is not None or sends_by_script(request, facts)
    return sends or (form is not None and (form.method == "post" or bool(form.acts)))


def _verbs(request: CallRequest, facts: Facts) -> set[Verb]:
    element, verbs = facts.element, set[Verb]()
    submits = is_submit(request, facts)
    if element is not None:
        verbs |= {verb for verb, _ in consequences(request, facts, element, submits=submits)}
        verbs |= {"download"} if element.downloads else set()
        if element.kind in ("button", "submit") and not facts.named:
            labels = (tokens_of(name.raw) for name in element.names or (element.name,))
            verbs |= {"pay"} if any(says_paying(label[:MOST_LABEL_WORDS]) for label in labels) else set()
    if submits or sends_by_script(request, facts):
        verbs.add("submit")
    if (tool := facts.page_tool) is not None:
        said = Evidence(labels=(" ".join(identifier_words(tool.name)),), operation=tool.name)
        verbs |= {*named_verbs(said), *(("write",) if tool.arguments else ())}
    if request.capability == "upload":
        verbs.add("upload")
    if request.capability == "download":
        verbs.add("download")
    if facts.dialog is not None and facts.dialog.accepts and facts.dialog.kind in ("confirm", "prompt"):
        message = facts.dialog.message.raw if facts.dialog.message is not None else ""
        verbs |= {"dialog", *named_verbs(Evidence(dialog=message))}
    if request.effect != "change" and facts.address is not None and not facts.address.by_user:
        verbs |= set(named_verbs(Evidence(url=facts.address.url)))
    writes = facts.written and request.capability != "upload"
    if writes or request.capability == "select" or not QUIET_KEYS.union(PRESSING_KEYS).issuperset(facts.keys):
        verbs.add("write")
    return verbs
