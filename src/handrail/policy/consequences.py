"""What a control does, by its name and address: the words that stand on buttons of consequence.

Sources: the action labels of GOV.UK Design System, Shopify Polaris, GitHub, WordPress and Wagtail, and their usual
translations. A button that says nothing of this is judged by its form alone (`acts.py`).
"""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import parse_qsl, urlsplit

from handrail.browser.types.facts import ElementFacts
from handrail.policy.grant import Verb
from handrail.trust import External, clean

WORDS: dict[Verb, str] = {
    "pay": "pay buy purchase donate bid subscribe checkout 'place order' 'order now' 'confirm order' 'complete order' "
    "'submit order' transfer withdraw 'send money' kaufen bezahlen bestellen spenden überweisen acheter payer "
    "commander virer comprar pagar transferir donar comprare acquista paga ordina kopen betalen bestellen",
    "delete": "delete remove erase destroy purge wipe drop discard trash revoke deactivate 'close account' "
    "'cancel account' 'cancel order' 'cancel subscription' 'clear all' 'reset all' 'empty trash' unpublish löschen "
    "entfernen verwerfen widerrufen supprimer effacer retirer révoquer eliminar borrar quitar excluir apagar elimina "
    "rimuovi cancella verwijderen wissen",
    "access": "share invite authorize authorise grant permit 'allow access' 'make public' 'make admin' 'add member' "
    "'add collaborator' 'add user' 'change password' 'reset password' 'update password' 'change email' 'update email' "
    "'create token' 'generate token' 'new token' 'create key' 'generate key' 'transfer ownership' impersonate "
    "teilen einladen freigeben partager inviter autoriser compartir invitar autorizar condividi delen uitnodigen",
    "send": "send post publish tweet reply comment submit apply message senden absenden veröffentlichen posten "
    "antworten kommentieren envoyer publier répondre commenter enviar publicar responder comentar invia pubblica "
    "rispondi verzenden plaatsen",
}
PATHS: dict[Verb, str] = {
    "delete": "delete remove destroy erase revoke deactivate",
    "pay": "pay purchase checkout transfer donate",
    "access": "token tokens password invite permissions",
}
"""Words that are a step of the path which a control sends to: icon buttons often have no name."""
ACTIONS = frozenset(("action", "do", "op", "cmd", "method", "_method"))
"""Parameters of an address in which sites name what it does."""
LONGEST_LINK = 4
"""Words of a link that does something: "Delete this page" does, "How to delete your account" is an article."""


_REFUSAL = re.compile(
    r"(?:(?:accept|allow|use|continue with) )?(?:only|just) (?:the )?(?:strictly )?(?:necessary|essential|required)"
    r"(?: cookies)?"
    r"|(?:strictly )?(?:necessary|essential|required)(?: cookies)? only"
    r"|(?:reject|decline|refuse|deny)(?: all)?"
    r"(?: (?:optional|additional|non-essential|unnecessary)(?: cookies)?| cookies)"
    r"|nur (?:technisch )?(?:notwendige|erforderliche|essenzielle)(?: cookies)?(?: (?:akzeptieren|zulassen|erlauben))?"
    r"|(?:alle )?(?:optionalen )?cookies ablehnen"
    r"|(?:seulement|uniquement) les cookies (?:nécessaires|essentiels)|(?:tout )?refuser (?:tous )?les cookies"
    r"|solo (?:las )?(?:cookies )?necesarias|rechazar (?:todas )?(?:las )?cookies"
    r"|solo (?:i )?cookie (?:necessari|tecnici|essenziali)|rifiuta (?:tutti )?(?:i )?cookie"
    r"|(?:apenas|só|somente) (?:os )?cookies necessários|rejeitar (?:todos )?(?:os )?cookies"
    r"|alleen noodzakelijke(?: cookies)?|(?:alle )?cookies weigeren",
    re.IGNORECASE,
)
_BETWEEN = r"(?:\s+(?:your|my|this|the|a|an|all))*\s+"
"""Between the words of a phrase: "Place your order"."""


def _pattern(words: str) -> re.Pattern[str]:
    found = [quoted or plain for quoted, plain in re.findall(r"'([^']+)'|(\S+)", words)]
    phrases = [_BETWEEN.join(re.escape(word) for word in phrase.split()) for phrase in found]
    return re.compile(rf"(?<!\w)(?:{'|'.join(phrases)})(?!\w)", re.IGNORECASE)


_NAMES = {verb: _pattern(words) for verb, words in WORDS.items()}
_STEPS = {verb: frozenset(words.split()) for verb, words in PATHS.items()}


def verb_of(element: ElementFacts, *, submits: bool) -> Verb | None:
    """What pressing the element would do, the most serious first; None where nothing suggests a consequence.

    Args:
        submits: its form would be sent; from a field that is what the form's default button does.
    """
    if element.href is not None:
        return _verb_of_link(element.name.raw, element.href.raw)
    if named := verb_of_name(pressed_name(element, submits=submits).raw):
        return named
    posts = submits and element.form is not None and element.form.method == "post"
    return _verb_of_path(element.form.action.raw) if posts and element.form is not None else None


def verb_of_name(name: str) -> Verb | None:
    """What a name says, read as a person sees it: soft hyphens and letters of other widths hide nothing."""
    seen = unicodedata.normalize("NFKC", clean(name))
    return next((verb for verb, pattern in _NAMES.items() if pattern.search(seen)), None)


def refuses_cookies(name: str) -> bool:
    """Whether a button of a cookie banner says no to all that can be refused. (Saying yes is the user's to do.)"""
    return _REFUSAL.fullmatch(" ".join(unicodedata.normalize("NFKC", clean(name)).split())) is not None


def deletes(address: str) -> bool:
    """Whether an address says that opening it deletes: by its last step, or by what it calls an action."""
    parts = urlsplit(address)
    last = parts.path.rstrip("/").rpartition("/")[2].lower()
    actions = [value.lower() for key, value in parse_qsl(parts.query) if key.lower() in ACTIONS]
    return not _STEPS["delete"].isdisjoint((last, *actions))


def destructive_verb(method: str, address: str) -> Verb | None:
    """What a request would do that is asked for every time, by its method and the last step of its address."""
    last = urlsplit(address).path.rstrip("/").rpartition("/")[2].lower()
    if method == "DELETE" or deletes(address):
        return "delete"
    return "pay" if last in _STEPS["pay"] else None


def pressed_name(element: ElementFacts, *, submits: bool) -> External:
    """The name of what is pressed: of a field whose form is sent, the form's default button."""
    button = element.form.submitter if element.form is not None else None
    return button if submits and button is not None and element.kind != "submit" else element.name


def _verb_of_link(name: str, href: str) -> Verb | None:
    """Following a link only reads, by HTTP; but some sites delete by link, so one that names that first is taken at its
    word."""
    if len(name.split()) <= LONGEST_LINK and _NAMES["delete"].match(clean(name).strip()):
        return "delete"
    return "delete" if deletes(href) else None


def _verb_of_path(address: str) -> Verb | None:
    steps = set(re.split(r"[/_.-]+", urlsplit(address).path.lower()))
    return next((verb for verb, words in _STEPS.items() if steps & words), None)
