"""Tokens by which sites guard against forgery what acts: parameters of an address, and hidden fields of a form."""

from __future__ import annotations

import re

from handrail.trust.words import identifier_words

_SURE = re.compile(
    r"nonce|csrf|xsrf|authenticity|sesskey|form_?(?:key|hash|token)|(?:verification|(?<!cr)edit)_?token"
    r"|\A(?:_authenticator|p_auth)\Z",
    re.IGNORECASE,
)
"""Names of tokens, whatever the value: of WordPress, Django, Rails, Moodle, phpBB, ASP.NET, Magento, MediaWiki, Plone,
Liferay. (A field called "authenticator" alone may take what the user's app shows.)"""
_PROVING = frozenset(
    {"token", "key", "hash", "ticket", "crumb", "auth", "sig", "signature", "secret", "code", "security"}
)
_PROVING_NO_RIGHT = frozenset({"id", "page", "next", "previous", "continuation", "sort", "cache", "session", "api"})
_ENDS_AS_TOKEN = re.compile(r"tok(?:en)?\Z")
_TOKEN = re.compile(r"_?token", re.IGNORECASE)
"""A name that guards whatever the value, but in the address of a picture, which is signed by it, too."""
_TIMED = re.compile(r"\d{10}\W[0-9a-f]{8,}", re.IGNORECASE)
_WRITTEN_AS_CODE = re.compile(r"[\w.,~+/=-]+", re.ASCII)
_HEX = re.compile(r"[0-9a-f]+", re.IGNORECASE)
_DIGITS_BESIDE_LETTERS = re.compile(r"(?<=\d)(?=[^\W\d_])|(?<=[^\W\d_])(?=\d)")
LEAST_OF_HEX, LEAST_OF_CODE, LENGTH_OF_NAME = 8, 12, 32
_LEAST_CHANGES = 2
"""Between digits and letters: "SKU12345" is a number, "5c1d0f6a" a code."""


def names_forgery_token(name: str) -> bool:
    """Return whether a field or parameter of this name guards against forgery, whatever its value."""
    return _SURE.search(name) is not None


def is_forgery_token(name: str, value: str) -> bool:
    """Return whether a field or parameter guards against forgery: its name is that of a token, or says that it proves
    something and its value is a code; or its value is a time with a code; or its name is a code itself."""
    if not value:
        return False
    words = identifier_words(name)
    proves = not _PROVING.isdisjoint(words) or any(map(_ENDS_AS_TOKEN.search, words))
    if (
        names_forgery_token(name)
        or _TOKEN.fullmatch(name)
        or (proves and _PROVING_NO_RIGHT.isdisjoint(words) and is_code(value))
    ):
        return True
    return bool(_TIMED.fullmatch(value)) or (value == "1" and len(name) == LENGTH_OF_NAME and is_code(name))


def is_code(value: str, least: int = LEAST_OF_HEX) -> bool:
    """Return whether a part of a value, between signs, is made of digits and letters by chance. ``least``: its fewest
    characters."""
    # Sites count clicks with "item2f0e8a3c4d:g:KpkA".
    return _WRITTEN_AS_CODE.fullmatch(value) is not None and any(
        len(part) >= (least if _HEX.fullmatch(part) else max(least, LEAST_OF_CODE))
        and len(_DIGITS_BESIDE_LETTERS.findall(part)) >= _LEAST_CHANGES
        for part in re.split(r"[\W_]+", value)
    )
