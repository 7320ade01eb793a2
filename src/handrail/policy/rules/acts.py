"""Where forms go, and acts of consequence: rules 6 and 7. (What a form says is judged when it is sent.)"""

from __future__ import annotations

from dataclasses import replace

from handrail.browser.types.facts import ElementFacts
from handrail.browser.types.keys import enters, presses
from handrail.messages import Sentence
from handrail.policy.decision import Ask, Decision, ask_for_grant, excerpt, flag, quotation
from handrail.policy.facts import CallRequest, Facts
from handrail.policy.permissions import EVERY_TIME, Refusal, Verb
from handrail.policy.rules.earlier import describe_press
from handrail.policy.rules.files import links_to_program
from handrail.policy.rules.pressed import heading_of_drop
from handrail.policy.rules.text_entry import LOOKING, is_operational, is_search, not_your_words
from handrail.policy.words.consequences import (
    CONSEQUENCES,
    Evidence,
    pressed_name,
    verbs,
    verbs_of,
)
from handrail.policy.words.cookie_refusals import refuses_all, refuses_cookies
from handrail.policy.words.user_words import UserWords
from handrail.trust import site_line

FIELDS = frozenset(("text", "checkbox", "radio", "select", "file"))
"""Kinds of elements in which Enter sends their form; to click them presses nothing."""
SWITCHES = frozenset(("switch", "menuitemcheckbox", "menuitemradio"))
"""Roles of boxes that take effect at once."""
ROWS = frozenset(("listitem", "treeitem", "row", "cell", "gridcell"))
"""Roles of what stands for a thing, and is called like it."""
POINTING = frozenset(("hover", "focus"))
"""Capabilities that point at an element, which its page may take up."""
AT_ONCE = SWITCHES | {"listbox"}
GRAVITY = tuple(CONSEQUENCES)
"""The most serious first."""


def forms_go_where_allowed(request: CallRequest, facts: Facts) -> Decision | None:
    """Rule 6, where to: the submitter's own address goes before the form's, and both may lead to another origin than
    the page's. What is sent there leaves the page's origin."""
    form = facts.form
    if form is None or facts.element is None or not is_submit(request, facts) or form.method == "dialog":
        return None
    if form.action_origin == facts.element.origin or request.permissions.may_write(form.action_origin):
        return None
    where = site_line(form.action_origin)
    is_site = form.action_origin.startswith("http")
    return Ask(
        "forms_go_where_allowed",
        Sentence("The model wants to send the form to {where}, where you have not allowed changes.", where=where),
        flag("--allow-origin", where) if is_site else "",
        origins=(form.action_origin,) if is_site else (),
    )


EVERYTHING: frozenset[Verb] = frozenset((*CONSEQUENCES, "submit"))
"""What is asked for by who names what is pressed, or the address that is opened."""


def asked_for(facts: Facts, words: UserWords) -> frozenset[Verb]:
    """Return what the user asked a request to do that comes of the call: by the name of what is pressed what that says
    and what their words ask for, to send by words of theirs that the task asks to send. To "submit" is to send a form
    that does nothing graver, as one that they chose something in."""
    if facts.named or facts.chose_to_change:
        labels = facts.element.labels if facts.element is not None else ()
        if facts.element is not None and facts.form is not None and facts.submits:
            labels = (*labels, facts.form.submitter or facts.element.name)
        said = verbs(Evidence(tuple(label.raw for label in labels), option=" ".join(facts.chosen)))
        return frozenset(("submit", *said, *(verb for verb in EVERYTHING if words.asks(verb))))
    if _says_your_words(facts):
        return frozenset(("send", "submit"))
    return frozenset(("submit",)) if facts.user_chose else frozenset()


def asked_by_address(words: UserWords, url: str) -> frozenset[Verb]:
    """Return what the user asked requests to do that come of opening an address of theirs: what they ask for in one
    breath with the address, and no more, since whoever fills the page chooses what it sends."""
    return frozenset(verb for verb in EVERYTHING if verb == "submit" or words.asks_at(verb, url))


def may_press(request: CallRequest, facts: Facts) -> bool:
    """Return whether a call presses what a script may take up: not where it only looks or opens, or puts the user's own
    words into a field to search in, or into any for a task that wants more than that."""
    if request.effect != "change" or request.capability in LOOKING:
        return False
    takes_them = facts.wants_change or (facts.element is not None and is_search(facts.element))
    return facts.text is None or facts.submits or bool(facts.keys) or not (facts.text.own and takes_them)


def is_wanted(facts: Facts) -> bool:
    """Return whether the user named what is pressed, or its row or item, by any word of what they want; or a secret was
    put into its form, or words of theirs, which they did not only want to be filled in."""
    in_form = facts.own_typed and facts.form is not None
    signs_in = facts.signs_in and not not_your_words(facts) and not facts.prefilled
    return facts.relevant or signs_in or (in_form and facts.wants_change)


def _says_your_words(facts: Facts) -> bool:
    own = facts.own_typed or facts.user_chose or (facts.text is not None and facts.text.own and bool(facts.written))
    return own and not (not_your_words(facts) or facts.prefilled) and facts.asks_to_send


def may_refuse_cookies(facts: Facts) -> bool:
    """Return whether the element is a button of a cookie banner that refuses ("Reject all"), of no form or of one
    without fields. One that says "cookies" may stand anywhere. Whether it refuses them, its request tells."""
    in_banner, names = facts.element is not None and facts.element.in_cookie_banner, _names_of_button(facts)
    return bool(names) and all(
        (refuses_cookies(one) and (in_banner or "cookie" in one.lower())) or (in_banner and refuses_all(one))
        for one in names
    )


def _names_of_button(facts: Facts) -> list[str]:
    """Return the names of a button of no form or of one without fields; none for any other element."""
    element = facts.element
    if element is None or element.kind not in ("submit", "button") or (element.form and element.form.fields):
        return []
    return [name.raw for name in element.names or (element.name,)]


def sends_by_script(request: CallRequest, facts: Facts) -> bool:
    """Enter in a field that belongs to no form, or to one that a script sends: messages are sent so. One that searches
    only asks, and elsewhere what is sent can only ask (`reads_only`)."""
    element = facts.element
    if element is None or element.kind not in ("text", "editable"):
        return False
    if element.form is not None and not (element.form.scripted and request.permissions.may_write(facts.acted_on)):
        return False
    # In a combobox Enter takes what it suggests.
    return _enters(request, facts) and not is_operational(element) and element.role != "combobox"


def consequential_acts(request: CallRequest, facts: Facts) -> Decision | None:
    """Rule 7. Paying and deleting are asked every time, except on an origin that the user trusts. Sending and changing
    access need a grant, or that the user named the very button."""
    element = facts.element
    if element is None:
        return None
    submits = is_submit(request, facts)
    found = consequences(request, facts, element, submits=submits)
    left = _left_to_requests(request, facts, found)
    asked = frozenset[Verb]() if _opens_thing(request, facts) else EVERY_TIME
    found = [one for one in found if one[0] in asked or one not in left]
    verb, name = min(found, key=lambda one: GRAVITY.index(one[0]), default=(None, ""))
    if verb is None or request.permissions.allows(verb, facts.acted_on):
        return None
    if verb == "send" and submits and _only_asks(request, facts) and not not_your_words(facts):
        # "Apply filters" sends nothing to anybody.
        return None
    origin = facts.acted_on
    pressed, before = describe_press(facts, element, name, verb)
    question = Sentence(
        "The model wants to press {what} on {site}, {consequence}{before}.",
        what=pressed,
        site=site_line(origin),
        consequence=CONSEQUENCES[verb],
        before=Sentence.joined("", before),
    )
    if verb in EVERY_TIME:
        return Ask("consequential_acts", question, flag("--trust", origin), refusable=(Refusal(verb, origin),))
    named = facts.user_chose if facts.chosen else facts.named or (verb == "send" and _says_your_words(facts))
    return None if named else ask_for_grant("consequential_acts", verb, origin, question)


def is_judged_when_sent(request: CallRequest, facts: Facts) -> bool:
    """Return whether what is written on a control is judged with the requests that come of it: one that only opens a
    menu does nothing by its words. Where requests are not judged, or websockets are open, its words are."""
    return facts.element is not None and facts.element.opens and _are_requests_judged(request, facts)


def _opens_thing(request: CallRequest, facts: Facts) -> bool:
    """Return whether a click is on a row: to open the task "Buy milk" buys nothing, unless its page sends something. (A
    link is judged by where it leads, and as a button where a script takes it over.)"""
    is_row = facts.element is not None and facts.element.role in ROWS
    return is_row and request.capability == "click" and _are_requests_judged(request, facts)


def _are_requests_judged(request: CallRequest, facts: Facts) -> bool:
    is_held = not facts.websockets and request.permissions.may_write(facts.acted_on)
    return is_held and not is_submit(request, facts)


def words_not_asked(request: CallRequest, facts: Facts) -> frozenset[Verb]:
    """Return what the labels of what is pressed say that it does, where that is judged with the requests."""
    found = consequences(request, facts, facts.element, submits=False) if facts.element is not None else []
    return frozenset(verb for verb, _ in _left_to_requests(request, facts, found))


def _left_to_requests(request: CallRequest, facts: Facts, found: list[tuple[Verb, str]]) -> list[tuple[Verb, str]]:
    """Return which of these acts are judged with the requests: on a row that it pays, on a control that only opens
    something all. An option of a list that opens is pressed as any button is, and opens nothing. (Whom it lets see
    something is what it stands for.)"""
    if _opens_thing(request, facts):
        return [one for one in found if one[0] == "pay"]
    options = facts.chosen if request.capability == "select" else ()
    pressed = [(verb, name) for name in options for verb in verbs(Evidence((name,)))]
    return [one for one in found if one not in pressed] if is_judged_when_sent(request, facts) else []


def _only_asks(request: CallRequest, facts: Facts) -> bool:
    """Return whether the element's form can only ask: by GET, or because nothing else gets out (`reads_only`)."""
    form = facts.form
    if form is None or form.method != "get":
        return False
    return not form.scripted or not request.permissions.may_write(facts.acted_on)


def consequences(request: CallRequest, facts: Facts, element: ElementFacts, *, submits: bool) -> list[tuple[Verb, str]]:
    """Return what the call may do by what is written on what it presses, with the label that says so: a choice in a
    list is pressed too, and a switch takes effect at once."""
    options = (*facts.chosen, *heading_of_drop(facts))
    chosen = [(verb, name) for name in options for verb in verbs(Evidence(option=name))]
    if request.capability == "select":
        written = _written(element, submits=False)
        if element.kind not in ("button", "submit", "link"):
            # A list that a page draws is called like what it is for ("Share with"), and is pressed to open it.
            is_drawn = element.tag not in ("select", "input", "textarea")
            written = _written_over(element) + [one for one in written if is_drawn and one[0] in EVERY_TIME]
        return written if _waits_for_submit(element) else chosen + written
    if request.capability == "drag":
        return chosen + _written(element, submits=False)
    if not (_presses(request, facts) or request.capability == "check"):
        return []
    if submits or element.role in AT_ONCE or element.kind not in FIELDS:
        return _written(element, submits=submits)
    return _written_over(element) if element.kind in ("checkbox", "radio") else []


def _written_over(element: ElementFacts) -> list[tuple[Verb, str]]:
    """Return what pressing a field would do by what is written on controls around it and what lies over it, which take
    the press, too. What a field itself says is what it stands for."""
    own = [name.raw for name in (element.name, *element.names)]
    return [one for one in _written(element, submits=False) if not any(one[1] in name for name in own)]


def _written(element: ElementFacts, *, submits: bool) -> list[tuple[Verb, str]]:
    """Return what pressing the element would do by each label of what is pressed, seen or not: any of them may tell."""
    own, form = pressed_name(element, submits=submits), element.form
    labels = form.submitter_labels if form is not None and own is form.submitter else element.labels
    found = [(verb, own.raw) for verb in verbs_of(element, submits=submits)]
    for label in (label for label in labels if label.raw != own.raw):
        is_link = element.href is not None
        written = verbs_of(replace(element, name=label), submits=False) if is_link else verbs(Evidence((label.raw,)))
        found += [(verb, label.raw) for verb in written]
    return found


def _waits_for_submit(element: ElementFacts) -> bool:
    """Return whether a choice in a native list is sent by a button later, as far as the page's markup tells. A script
    may send it at once all the same; then its request tells what it does."""
    button = element.form.submitter if element.form is not None else None
    return element.tag == "select" and button is not None and not element.reacts


def downloads_that_were_meant(request: CallRequest, facts: Facts) -> Decision | None:
    """Rule 7. A click on what is made to download, and an address that is downloaded, need a grant, that the user named
    it, or that the task asks for a file of a site that they opened, which is no program then. (What turns out to be one
    is judged when it arrives: `files.may_keep`.)"""
    element, address = facts.element, facts.address
    if request.capability == "download" and address is not None:
        is_named, url, origin = address.by_user, address.url, address.origin or ""
    elif element is not None and element.downloads and _presses(request, facts):
        is_named, url, origin = facts.names_press, element.saves.raw if element.saves else "", facts.acted_on
    else:
        return None
    if is_named or request.permissions.allows("download", origin):
        return None
    is_asked = facts.named or (facts.wants_file and request.permissions.may_write(origin))
    if is_asked and not links_to_program(url):
        return None
    shown: str = excerpt((url,))
    if element is not None:
        name = quotation(element.name.raw, 60)
        shown = Sentence("{text} → {place}", text=name, place=quotation(url, 500)) if url else name
    question = Sentence(
        "The model wants to download {what} from {site}.",
        what=shown,
        site=site_line(origin) or Sentence("another site"),
    )
    rule = "downloads_that_were_meant"
    return ask_for_grant(rule, "download", origin, question) if origin else Ask(rule, question, "")


def is_submit(request: CallRequest, facts: Facts) -> bool:
    """Return whether the call would send the element's form, as a browser does it: its submit button is pressed, or
    Enter in one of its fields or in a part of it that stands for one."""
    element = facts.element
    if element is None or element.form is None:
        return False
    if element.kind == "submit":
        return _presses(request, facts)
    return _enters(request, facts) and element.kind not in ("button", "link")


def _enters(request: CallRequest, facts: Facts) -> bool:
    return facts.submits or (request.tool == "enter") or any(map(enters, facts.keys))


def _presses(request: CallRequest, facts: Facts) -> bool:
    if facts.keys:
        return any(map(presses, facts.keys))
    return request.capability in ("click", "press") or facts.submits
