"""Buttons of cookie banners that refuse what can be refused. (Accepting is left to the user.)"""

from __future__ import annotations

import json
import re
import unicodedata
from importlib import resources

from handrail.trust import clean

_WORDS = json.loads((resources.files("handrail.policy.words") / "cookie_refusals.json").read_text("utf-8"))
_COOKIES, _ALL = (re.compile("|".join(_WORDS[kind]), re.IGNORECASE) for kind in ("cookies", "all"))


def refuses_cookies(name: str) -> bool:
    """Return whether a button says that it refuses all cookies that can be refused."""
    return _COOKIES.fullmatch(" ".join(unicodedata.normalize("NFKC", clean(name)).split())) is not None


def refuses_all(name: str) -> bool:
    """Return whether a button says that it refuses, and not what: "Reject all"."""
    return _ALL.fullmatch(" ".join(clean(name).split())) is not None
