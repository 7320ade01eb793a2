"""What a model may put into a page, and where it may change anything: rules 2, 4 and 5."""

from __future__ import annotations

import re
from collections.abc import Collection
from urllib.parse import unquote

from handrail.browser.types.facts import ElementFacts
from handrail.browser.types.keys import enters
from handrail.messages import Sentence
from handrail.policy.decision import (
    MAX_SHOWN,
    Ask,
    Decision,
    ask_for_grant,
    entry_sentences,
    excerpt,
    flag,
    is_shown,
    quotation,
    told_by_kind,
)
from handrail.policy.facts import CHOOSING, CallRequest, Facts
from handrail.policy.rules.addresses import said_by_addresses
from handrail.policy.rules.keys import QUIET_KEYS
from handrail.policy.rules.pressed import called_field, site_name
from handrail.trust import clean

OPERATIONAL_TYPES = frozenset(("search", "number", "date", "month", "week", "time", "datetime-local", "range", "color"))
OPERATIONAL_ROLES = frozenset(("searchbox", "spinbutton", "slider"))
_SEARCH = re.compile(
    r"\bsearch\b|suche\b|^\W*(?:find|filter|suchen|suchbegriff|recherche|rechercher|chercher|buscar|búsqueda|busca|"
    r"pesquisar|procurar|cerca|ricerca|zoek|zoeken)\b",
    re.IGNORECASE,
)
"""What a field is called that searches, in the languages of `policy.words`; "How did you find us?" is not so called."""
FILLING = frozenset(("write", "select", "secret", "upload"))
"""Capabilities that put something into what they act on."""
HIDDEN_TEXT = "••••••••"
"""In place of what goes into a password, card or code field, always as long."""
FILLED_IN = Sentence(
    "An address that you did not give opened this page, so the model or another site may have chosen what stands in it."
)
LOOKING = frozenset(("hover", "focus", "scroll", "secret"))
"""Capabilities that neither write nor press, and a secret, which has a rule of its own on where it goes."""


def changes_where_allowed(request: CallRequest, facts: Facts) -> Decision | None:
    """Rules 2 and 5. State changes only on the write set, judged by the frame that holds the element.

    Elsewhere a model may open, expand, page, choose and follow, and may search with the user's own words; what comes of
    it can only read (`reads_only`).
    """
    if request.effect != "change" or request.capability in LOOKING or facts.dialog is not None:
        return None
    if request.permissions.may_write(facts.acted_on) or _only_looks(request, facts):
        return None
    origin = facts.acted_on
    return Ask(
        "changes_where_allowed",
        Sentence(
            "The model wants to change something on {site}, where you have not allowed changes: {what}.",
            site=site_name(origin),
            what=_what(facts),
        ),
        flag("--allow-origin", origin),
        origins=(origin,) if origin.startswith("http") else (),
    )


def _what(facts: Facts) -> str:
    """Return what a call puts where, or presses, without words that would need a translation."""
    element = facts.element
    place = quotation(element.name.raw, 60) if element is not None else Sentence("the page")
    if facts.written:
        hidden = element is not None and element.sensitive
        return Sentence("{text} → {place}", text=HIDDEN_TEXT if hidden else excerpt(facts.written), place=place)
    if facts.keys:
        return quotation(" ".join(facts.keys), MAX_SHOWN)
    return Sentence("{text} → {place}", text=excerpt(facts.chosen), place=place) if facts.chosen else place


def _only_looks(request: CallRequest, facts: Facts) -> bool:
    """Return whether an act on an origin that is only read is of the kind that looks: clicks and choices that send
    nothing, and searches in the user's own words."""
    element = facts.element
    if facts.keys:
        # Two keys that only move are the two values of a bit: a run of them is a text.
        if len(set(facts.keys[:-1])) > 1:
            return False
        return all(key in QUIET_KEYS for key in facts.keys) or (element is not None and _only_opens(facts, element))
    if element is None or element.kind == "file":
        return False
    if request.capability == "write":
        own = facts.text is not None and (facts.text.in_user_text or not facts.written)
        searches = is_operational(element) or _only_asks(element)
        return own and searches and (not facts.submits or _only_opens(facts, element))
    # One choice a call, as one link a click: many at once would be a text.
    if request.follows_choice and request.capability in CHOOSING:
        return False
    return (
        request.capability in ("click", "press", *CHOOSING) and len(facts.chosen) <= 1 and _only_opens(facts, element)
    )


def _only_opens(facts: Facts, element: ElementFacts) -> bool:
    """Return whether a form, if one is sent, is sent by GET to its own origin."""
    form = element.form
    if form is None or not (element.kind == "submit" or facts.submits or any(map(enters, facts.keys))):
        return True
    return form.method == "get" and form.action_origin == element.origin and not form.acts


def only_writes(request: CallRequest, facts: Facts) -> bool:
    """Return whether a call puts a text into a field, and presses nothing."""
    return request.capability == "write" and not (facts.submits or facts.keys)


def fills_in(request: CallRequest, facts: Facts) -> bool:
    """Return whether a call puts something into a field, or chooses in a list: a key in a field does, but for Enter."""
    if facts.submits or any(map(enters, facts.keys)):
        return False
    if facts.keys:
        return facts.element is not None and facts.element.kind in ("text", "editable")
    return facts.text is not None or request.capability in FILLING


def reads_only(request: CallRequest, facts: Facts) -> bool:
    """Return whether what comes of the call may only read: a model acts on an origin outside the write set."""
    return (
        request.caller == "model"
        and request.effect == "change"
        # What an open dialog asks is judged by itself; while it is open, nothing can be set up in the page.
        and facts.dialog is None
        and not request.permissions.unsafe
        and not request.permissions.may_write(facts.acted_on)
    )


def words_in_fields(request: CallRequest, facts: Facts) -> Decision | None:
    """Rule 4. On the write set a field takes any text: what is sent of it is judged when it is sent. A sensitive field,
    and the prompt of a page, take the user's own words, or what a grant or an approval lets in; so does every field of
    a page that may send by a websocket, which nothing holds."""
    if not _needs_own_words(request, facts) or _is_sent_on(facts):
        return None
    said = _entry(facts)
    question = Sentence("The model wants to write {text}, which are not your words, into {field} on {site}.", **said)
    if facts.wordless:
        question = Sentence("The model wants to write {text} into {field} on {site}.", **said)
    return ask_for_grant("words_in_fields", "write", facts.acted_on, question)


def words_sent_from_fields(request: CallRequest, facts: Facts) -> Decision | None:
    """Rule 4, where the same call sends the text, and for a password, which is written to be sent: one question asks
    for both."""
    if not _needs_own_words(request, facts) or not _is_sent_on(facts):
        return None
    to = {**_entry(facts), "where": sent_to(facts)}
    question = Sentence(
        "The model wants to write {text}, which are not your words, into {field} on {site}, and to send it to {where}.",
        **to,
    )
    if facts.wordless:
        question = Sentence("The model wants to write {text} into {field} on {site}, and to send it to {where}.", **to)
    return ask_for_grant("words_sent_from_fields", "write", facts.acted_on, question)


def sent_to(facts: Facts) -> str:
    """Return where a form or a page sends what a field holds, as a question names it."""
    form = facts.form
    return site_name(facts.acted_on if form is None or form.scripted else form.action_origin)


def _needs_own_words(request: CallRequest, facts: Facts) -> bool:
    if facts.text is None or facts.text.own or facts.agreed_text or not facts.written:
        return False
    if facts.element is not None and not facts.element.sensitive and not facts.websockets:
        return False
    return not request.permissions.allows("write", facts.acted_on)


def _is_sent_on(facts: Facts) -> bool:
    return facts.element is not None and (facts.submits or facts.element.input_type == "password")


def _entry(facts: Facts) -> dict[str, str]:
    """Return what a question says of text that a call writes: the text, the field and the site."""
    hidden = facts.element is not None and facts.element.sensitive
    return {
        "text": HIDDEN_TEXT if hidden else excerpt([" ".join(facts.written)]),
        "field": called_field(facts.element) if facts.element is not None else Sentence("the page"),
        "site": site_name(facts.acted_on),
    }


def not_your_words(facts: Facts) -> tuple[str, ...]:
    """Return what the model wrote into the tab, before and now, without the user's agreement."""
    now = facts.text.parts if facts.text is not None and not (facts.text.own or facts.agreed_text) else ()
    if now and facts.element is not None and facts.element.sensitive:
        now = (HIDDEN_TEXT,)
    if facts.page_tool is not None and facts.page_tool.arguments:
        now = (facts.page_tool.arguments,)
    return tuple(dict.fromkeys((*facts.unsent, *now)))


def in_doubt(facts: Facts, *, shows_text: bool, pressed: Collection[str]) -> tuple[str, ...]:
    """Return what the user did not say of what may be sent, in sentences of a question; ``shows_text``: that shows
    already what the call writes; ``pressed``: names of what it says already that the model pressed."""
    opened = said_by_addresses(facts, unsaid := facts.unsent if shows_text else not_your_words(facts))
    unsaid = tuple(text for text in unsaid if text not in opened)
    off, wrote, chose, before = told_by_kind(unsaid, facts.earlier, facts.picked, facts.unchecked)
    said = entry_sentences(facts.entered, facts.entered_before)
    if off:
        said.append(Sentence("It unchecked {text}.", text=excerpt(off)))
    if wrote:
        own = Sentence("It wrote {text}, which are not your words.", text=excerpt(wrote))
        said.append(Sentence("It wrote {text}.", text=excerpt(wrote)) if facts.wordless else own)
    if chose:
        said.append(Sentence("It chose {text}, pressed it, or put it into an address.", text=excerpt(chose)))
    if attempts := [text for text in before if text in facts.tried]:
        said.append(Sentence("Earlier on this site it tried to write or choose {text}.", text=excerpt(attempts)))
        before = [text for text in before if text not in facts.tried]
    told = facts.entered_before if is_shown(facts.entered_before) else ()
    others = dict.fromkeys(text for text in (*before, *facts.chose_before) if text not in (*told, *pressed))
    if before := [text for text in others if clean(text).strip()]:
        said.append(Sentence("Earlier on this site it wrote, chose or pressed {text}.", text=excerpt(before)))
    if opened:
        # Of this site, which the question names: its name again, and codes for letters, help nobody.
        urls = excerpt([*dict.fromkeys(unquote(_path_on(facts.acted_on, url)) for url in opened.values())])
        said.append(Sentence("Earlier on this site it opened {addresses}.", addresses=urls))
    return (*said, *([_filled_in(facts)] if facts.prefilled else []))


def _filled_in(facts: Facts) -> Sentence:
    if not facts.ends:
        return FILLED_IN
    end = excerpt(facts.ends)
    return Sentence(
        "You did not give {end}, the end of this page's address, which may have chosen what stands in it.", end=end
    )


def _path_on(origin: str, url: str) -> str:
    """Return the path of an address on a site; the whole address of another one."""
    path = url.removeprefix(origin)
    return path if path.startswith("/") else url


def is_operational(element: ElementFacts) -> bool:
    """Return whether a field searches, counts, dates or filters: by its type or role, or because its form says that it
    only asks (GET) its own origin. A form that a script sends says nothing of the kind, so there the field has to be
    called a search. A sensitive field never does."""
    if element.sensitive:
        return False
    if element.input_type in OPERATIONAL_TYPES or element.role in OPERATIONAL_ROLES:
        return True
    if not _only_asks(element) or element.form is None:
        return False
    return not element.form.scripted or (element.tag == "input" and says_search(element.name.raw))


def takes_text(element: ElementFacts) -> bool:
    """Return whether a field takes any text that is put into it."""
    counts = element.input_type in OPERATIONAL_TYPES - {"search", "number"}
    return element.kind == "editable" or (element.kind == "text" and not counts)


def is_search_box(element: ElementFacts) -> bool:
    """Return whether a field says itself that it searches: by its type, role or name."""
    says = element.input_type == "search" or element.role == "searchbox" or says_search(element.name.raw)
    return says and not element.sensitive


def says_search(name: str) -> bool:
    """Return whether a field or button of this name searches."""
    return _SEARCH.search(name) is not None


def is_search(element: ElementFacts) -> bool:
    """Return whether a field searches: what it holds is no draft."""
    counts = element.input_type in OPERATIONAL_TYPES or element.role in OPERATIONAL_ROLES
    return is_search_box(element) or (is_operational(element) and not counts)


def _only_asks(element: ElementFacts) -> bool:
    """Return whether a field stands in a form that by its HTML asks its own origin."""
    form = element.form
    if element.sensitive or element.kind != "text" or form is None:
        return False
    return form.method == "get" and form.action_origin == element.origin
