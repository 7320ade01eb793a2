"""Encodings in which an attacker hides a text, and in which applications take and show texts."""

from __future__ import annotations

import base64
import codecs
from collections.abc import Callable
from urllib.parse import quote, unquote


def _base64(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode()


def _from_base64(text: str) -> str:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode("utf-8", "replace")


ENCODINGS: dict[str, tuple[Callable[[str], str], Callable[[str], str]]] = {
    "base64": (_base64, _from_base64),
    "base64_twice": (lambda text: _base64(_base64(text)), lambda text: _from_base64(_from_base64(text))),
    "base32": (
        lambda text: base64.b32encode(text.encode()).decode(),
        lambda text: base64.b32decode(text).decode("utf-8", "replace"),
    ),
    "hex": (lambda text: text.encode().hex(), lambda text: bytes.fromhex(text).decode("utf-8", "replace")),
    "utf16": (
        lambda text: text.encode("utf-16-be").hex(),
        lambda text: bytes.fromhex(text).decode("utf-16-be", "replace"),
    ),
    "rot13": (lambda text: codecs.encode(text, "rot13"), lambda text: codecs.decode(text, "rot13")),
    "reversed": (lambda text: text[::-1], lambda text: text[::-1]),
    "codes": (
        lambda text: ".".join(str(ord(char)) for char in text),
        lambda text: "".join(chr(int(code)) for code in text.split(".")),
    ),
    "url_twice": (lambda text: quote(quote(text, safe=""), safe=""), lambda text: unquote(unquote(text))),
    "spaced": (" ".join, lambda text: text.replace(" ", "")),
}
"""Each encoding: to it, and back."""


class Encodable(str):
    """A text that a format string encodes: ``{text:base64}``."""

    def __format__(self, encoding: str) -> str:
        return quote(ENCODINGS[encoding][0](self), safe="") if encoding else str(self)


def decode(encoding: str, text: str) -> str:
    """Return the decoded text, or nothing if it is not in this encoding."""
    try:
        return ENCODINGS[encoding][1](text)
    except (KeyError, ValueError):
        return ""
