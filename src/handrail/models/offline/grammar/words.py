"""Words of English as they are compared here: folded, cut into words, made singular, synonyms made one."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+(?:['’.@+#-]*[^\W_]+)*[+#]*|[$€£¥%×›‹»«→←☰<>+]")

_IRREGULAR = {
    "people": "person",
    "children": "child",
    "men": "man",
    "women": "woman",
    "indices": "index",
    "matrices": "matrix",
    "criteria": "criterion",
    "data": "data",
    "series": "series",
    "news": "news",
    "movies": "movie",
    "cookies": "cookie",
    "quizzes": "quiz",
    "this": "this",
    "address": "address",
    "status": "status",
    "always": "always",
    "css": "css",
    "js": "js",
}

_SAME = (
    ("sign in", "log in", "login", "signin", "log on", "logon"),
    ("sign out", "log out", "logout", "signout", "log off", "logoff"),
    ("sign up", "signup", "register", "create account", "create an account"),
    ("cart", "basket", "shopping cart", "shopping basket", "shopping bag", "trolley"),
    ("email", "e-mail", "mail", "email address", "e-mail address", "mail address"),
    ("phone", "telephone", "phone number", "telephone number", "mobile number"),
    ("color", "colour"),
    ("quantity", "qty"),
    ("first name", "given name", "forename"),
    ("last name", "surname", "family name"),
    ("zip", "zip code", "postcode", "post code", "postal code"),
    ("username", "user name", "user id", "login name"),
    ("password", "passphrase", "pass word"),
    ("delete", "remove", "trash"),
    ("submit", "send"),
    ("settings", "preferences"),
    ("picture", "image", "photo", "photograph"),
    ("close", "×", "x", "dismiss"),
    ("next", "›", "»", "→", ">"),
    ("previous", "prev", "‹", "«", "←", "<"),
    ("menu", "☰"),
    ("checkout", "check out"),
    ("catalog", "catalogue"),
    ("center", "centre"),
    ("favorite", "favourite"),
    ("price", "cost"),
    ("url", "web address", "href"),
    ("plan", "tier"),
    ("faq", "frequently asked question"),
    ("ok", "okay"),
    ("dropdown", "drop-down", "drop down"),
    ("checkbox", "check box", "tick box", "tickbox"),
    ("textbox", "text box"),
    ("search", "find"),
)
"""Groups of words that a person uses for one another. The first of each stands for all."""


def listed(words: str, by: str = ", ") -> tuple[str, ...]:
    """A small vocabulary, written as one string so that it reads as prose does."""
    return tuple(words.split(by))


def fold(text: str) -> str:
    """Case, width, accents' composition and white space made alike; nothing else lost."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def words(text: str) -> tuple[str, ...]:
    """The words of a text, folded, without punctuation around them."""
    return tuple(_WORD.findall(fold(text).replace("’", "'")))


@lru_cache(maxsize=65_536)
def singular(word: str) -> str:
    """A word without its plural ending. Only for comparing: it need not be a word."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith("'s"):
        word = word[:-2]
    if len(word) <= 3 or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") else word


def stems(text: str) -> tuple[str, ...]:
    """The words of a text in the singular."""
    return tuple(singular(word) for word in words(text))


@lru_cache(maxsize=65_536)
def meaning(text: str) -> tuple[str, ...]:
    """The words of a text in the singular, with every synonym replaced by the one that stands for its group."""
    left: tuple[str, ...] = stems(text)
    out: list[str] = []
    while left:
        size = next((n for n in range(min(_LONGEST, len(left)), 0, -1) if left[:n] in _CANON), 0)
        out += _CANON[left[:size]] if size else left[:1]
        left = left[max(size, 1) :]
    return tuple(out)


_CANON = {stems(word): stems(group[0]) for group in _SAME for word in group}
_LONGEST = max(map(len, _CANON))

FILLERS = frozenset(listed("the a an this that these those my your our their its his her some any all of", " "))
"""Words that say nothing about which thing is meant."""


def content(text: str) -> tuple[str, ...]:
    """What is left of a phrase's meaning without its fillers; all of it where nothing would be left."""
    found = meaning(text)
    return tuple(word for word in found if word not in FILLERS) or found


def synonyms(word: str) -> tuple[str, ...]:
    """A word and the single words that mean the same."""
    group = next((group for group in _SAME if word in map(singular, group)), (word,))
    return tuple(other for other in group if " " not in other)
