"""How a text is written out before it is read: without what it only quotes, and without forms that say it in short."""

from __future__ import annotations

import re

from handrail.policy.words.lexicon import LANGUAGES, lexicon_of, phrase_length, tokens_of

_TOLD = re.compile(r"<!--(?s:.*?)(?:-->|\Z)|^[ \t]*(?:>|\||//).*$", re.MULTILINE)
"""What is quoted as in a mail, a cell of a table, or a comment."""
_ADDRESS = re.compile(r"https?://[^\s\"'“”„«»)]+", re.IGNORECASE)
_NOT = re.compile(r"n['’]t\b")
_WITHOUT = re.compile(r"\bw/o\b", re.IGNORECASE)
_STRUCK = re.compile(r"~~.*?~~", re.DOTALL)
_LET_KNOW = re.compile(r"\blet\s+((?:\w+\s+){1,3})know\b", re.IGNORECASE)
_IF_HE = re.compile(r"\bs['’](?=ils?\b(?! (?:te|vous) pla))", re.IGNORECASE)
_COMPOUND = re.compile(r"\b(no|non|not|nicht|sans|sin|sem)-(?=\w)", re.IGNORECASE)
""""Non-stop" denies nothing."""
_LIST = re.compile(r"^(.*):[ \t]*\n((?:[ \t]*(?:[-*•]|\d+[.)])[ \t].*(?:\n|$))+)", re.MULTILINE)


def as_written_out(text: str) -> str:
    """Return a text without what it quotes as from a mail, with "not" for "n't", and a list that a line denies as the
    end of that line."""
    text = _ADDRESS.sub(lambda found: re.sub(r"[^\w\s.:/-]", "/", found[0]), _TOLD.sub("", text))
    text = _IF_HE.sub("si ", text)
    text = _LET_KNOW.sub(r"tell \1", _WITHOUT.sub("without", _STRUCK.sub("", text)))
    return _LIST.sub(_in_one_line, _COMPOUND.sub(r"\1", _NOT.sub(" not", text)))


def _in_one_line(found: re.Match[str]) -> str:
    """Return a list below a line that denies, as the end of that line."""
    head = lexicon_of(LANGUAGES)
    words = tokens_of(found[1])
    if not any(word in head.deny_all or phrase_length(head.deny, words, at) for at, word in enumerate(words)):
        return found[0]
    rows = [re.sub(r"^\s*(?:[-*•]|\d+[.)])\s*", "", row) for row in found[2].splitlines()]
    return f"{found[1]} {' / '.join(rows)}\n\n"
