"""What acts by an address, with a token against forgery in it: forms that are sent by GET, and links."""

from __future__ import annotations

import mimetypes
from itertools import pairwise
from urllib.parse import parse_qsl, unquote, urlsplit

from handrail.browser.types.forgery_tokens import is_code, is_forgery_token, names_forgery_token
from handrail.messages import Sentence
from handrail.policy.decision import MAX_SHOWN, Ask, Decision, ask_for_grant, excerpt, quotation
from handrail.policy.facts import CallRequest, Facts
from handrail.policy.rules.acts import is_submit, is_wanted
from handrail.policy.rules.pressed import called, site_name, with_times
from handrail.policy.rules.text_entry import not_your_words, says_search
from handrail.policy.words.consequences import names_act, pressed_name
from handrail.policy.words.lexicon import plain, stem, stems_of

_LEAST_IN_PATH = 16
"""Characters of a code in a path: shorter ones are mostly numbers of things."""
_OF_CONTENT = ("image/", "audio/", "video/", "font/", "application/pdf")


def guarded_links_that_act(request: CallRequest, facts: Facts) -> Decision | None:
    """A link whose address holds a token against forgery does something, though by HTTP to open it only asks: "rollback
    1 edit". So it is asked for, but where the user named it or wrote the address."""
    address, element = facts.address, facts.element
    if address is None or address.by_user or not _holds_token(address.url):
        return None
    origin = address.origin
    if origin is not None and request.permissions.allows("submit", origin):
        return None
    if element is not None and (facts.named or is_wanted(facts)):
        return None
    where = excerpt((address.url,))
    question = Sentence(
        "The model wants to open {url}, which may change something there: it holds a token, as links that act do.",
        url=where,
    )
    if element is not None:
        question = Sentence(
            "The model wants to press {what} on {site}, which may change something there: its address holds a token, "
            "as links that act do: {url}.",
            what=with_times(called(element), facts),
            site=site_name(facts.acted_on),
            url=where,
        )
    rule = "guarded_links_that_act"
    return ask_for_grant(rule, "submit", origin, question) if origin is not None else Ask(rule, question, "")


def _holds_token(url: str) -> bool:
    """Return whether a parameter of an address is a token, or a step of its path behind one that says so
    ("/csrf/5c1d..."), or that says what is done ("/unsubscribe/5c1d..."). The address of a picture or document is
    signed so, too: there it counts only by a name that no signature has, or beside what says what is done."""
    if not url.isprintable():
        return False
    parts = urlsplit(url)
    query = parse_qsl(parts.query)
    if any(value and names_forgery_token(name) for name, value in query):
        return True
    if (mimetypes.guess_type(unquote(parts.path))[0] or "").startswith(_OF_CONTENT):
        return any(map(names_act, dict(query))) and any(is_forgery_token(name, value) for name, value in query)
    if any(is_forgery_token(name, value) for name, value in query):
        return True
    steps = parts.path.split("/")
    given = [one.partition("=") for step in steps for one in step.split(";")[1:]]
    return any(is_forgery_token(name, unquote(value)) for name, _, value in given) or any(
        is_code(code, _LEAST_IN_PATH) and (is_forgery_token(before, "1") or stem(plain(before)) in stems_of("everyday"))
        for before, code in pairwise(map(unquote, steps))
    )


def guarded_forms_that_act(request: CallRequest, facts: Facts) -> Decision | None:
    """Nothing holds what is sent by GET, since by HTTP it only asks. A site guards by a token what acts all the same,
    such as a list in which a role is given to users. So what was chosen in such a form is asked for when it is sent,
    but for a search, and for what the user named."""
    element = facts.element
    form = element.form if element is not None else None
    if element is None or form is None or not form.acts or not is_submit(request, facts):
        return None
    origin, button = facts.acted_on, pressed_name(element, submits=True)
    if request.permissions.allows("submit", origin) or says_search(button.raw):
        return None
    if (facts.named or is_wanted(facts)) and not (not_your_words(facts) or facts.prefilled):
        return None
    question = Sentence(
        "The model wants to press {what} on {site}, which may change something there: {values}.",
        what=with_times(called(element, button.raw), facts),
        site=site_name(origin),
        values=quotation(" / ".join(one.raw for one in form.acts), MAX_SHOWN),
    )
    return ask_for_grant("guarded_forms_that_act", "submit", origin, question)
