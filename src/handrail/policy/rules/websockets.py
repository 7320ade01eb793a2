"""What a model may press beside an open websocket, through which a page sends what nothing holds."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from handrail.messages import Sentence
from handrail.policy.decision import Decision, ask_for_grant
from handrail.policy.facts import CallRequest, Facts
from handrail.policy.rules.acts import consequences, is_submit
from handrail.policy.rules.keys import QUIET_KEYS
from handrail.policy.rules.pressed import called_in_menu, site_name, with_times
from handrail.policy.rules.text_entry import LOOKING, only_writes
from handrail.trust import one_line

MOST_ACCEPTED = 3
"""Addresses whose pages one question offers to accept."""
_PLAIN_PATH = re.compile(r"(?:/[a-z0-9]+(?:[_-][a-z0-9]+)*){1,6}/?", re.IGNORECASE | re.ASCII)
_PLAIN_QUERY = re.compile(r"[a-z][a-z_-]{0,19}=\d{1,4}(?:&[a-z][a-z_-]{0,19}=\d{1,4})?", re.IGNORECASE | re.ASCII)
"""One or two short numbers, which a path may hold as well."""
_MOST_CHARACTERS = 80


def presses_beside_websockets(request: CallRequest, facts: Facts) -> Decision | None:
    """What goes through a websocket is judged by nobody. So where one is open, what presses or chooses is asked for
    that the user did not choose. On a page that an address may have filled in, each press is: until the user accepted
    that page, and later what sends or has consequences. A grant to write there frees it."""
    if not facts.websockets or request.permissions.allows("write", facts.acted_on):
        return None
    chooses = facts.chooses or (bool(facts.chosen) and not facts.user_chose)
    in_doubt = facts.prefilled and _presses(request, facts) and (facts.filled_by or _may_send(request, facts))
    if not (chooses or in_doubt):
        return None
    question = bare_press(facts)
    if addresses := accepted_with(request, facts):
        accepts = Sentence("A yes also accepts the page as {addresses} opened it.", addresses=", ".join(addresses))
        question = Sentence.joined("\n", [question, accepts])
    return ask_for_grant("presses_beside_websockets", "write", facts.acted_on, question)


def bare_press(facts: Facts) -> Sentence:
    """Return what a question says of a press of which nothing more is known."""
    what = Sentence("something") if facts.element is None else with_times(called_in_menu(facts.element), facts)
    return Sentence("The model wants to press {what} on {site}.", what=what, site=site_name(facts.acted_on))


def websocket_sentences(facts: Facts) -> list[Sentence]:
    """Return what a question says of the open websockets: that they may send before anybody can be asked, and where."""
    if not facts.websockets:
        return []
    hosts = one_line(", ".join(facts.websockets), 200)
    return [
        Sentence(
            "The page has an open connection (websocket) to {hosts}, "
            "by which it may send at once what is typed or pressed.",
            hosts=hosts,
        )
    ]


def accepted_with(request: CallRequest, facts: Facts) -> tuple[str, ...]:
    """Return the addresses of which a yes to a press accepts the page: those that may have filled it in, where a person
    can read what they say. All are plain words with a short number or two, or none is accepted."""
    addresses = facts.filled_by if facts.prefilled and _presses(request, facts) else ()
    return addresses if len(addresses) <= MOST_ACCEPTED and all(map(_is_plain, addresses)) else ()


def _presses(request: CallRequest, facts: Facts) -> bool:
    return request.effect == "change" and not (request.capability in LOOKING or only_writes(request, facts))


def _may_send(request: CallRequest, facts: Facts) -> bool:
    element = facts.element
    if element is None or facts.submits or is_submit(request, facts) or not QUIET_KEYS.issuperset(facts.keys):
        return True
    return bool(consequences(request, facts, element, submits=False))


def _is_plain(address: str) -> bool:
    parts = urlsplit(address)
    if parts.fragment or "@" in parts.netloc or not parts.netloc.isascii() or len(address) > _MOST_CHARACTERS:
        return False
    is_plain_query = not parts.query or _PLAIN_QUERY.fullmatch(parts.query) is not None
    return is_plain_query and _PLAIN_PATH.fullmatch(parts.path) is not None
