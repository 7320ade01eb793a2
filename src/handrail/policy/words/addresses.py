"""The addresses that a text of the user gives: those that they want to be opened or asked about."""

from __future__ import annotations

import re
from collections.abc import Iterator

from handrail.browser.types.network.addresses import in_ascii, is_readable
from handrail.policy.words.clause import PAUSES, Clause
from handrail.policy.words.clauses import read
from handrail.policy.words.lexicon import stem, stems_of, words_of
from handrail.policy.words.understanding import is_order

_ENDINGS = "zip|mov|md|py|sh|rs|pl|ps|app|cc|so|js|tar|pdf|docx?|xlsx?|csv|txt|png|jpe?g"
_FILE = re.compile(rf"[\w-]+\.(?:{_ENDINGS})", re.IGNORECASE)
"""The name of a file, though some of these endings are domains that anybody can buy."""
# The part behind an @ is where mail goes to, not where the user goes.
_ADDRESS = re.compile(
    r"https?://[^\s<>\"'`“”„«»]+|(?<![\w@.+-])(?=[\w-]+\.[\w-])[^\s<>\"'`“”„«»@]++(?!@)", re.IGNORECASE
)
_HOST = re.compile(r"(?:\d{1,3}\.){3}\d{1,3}|(?:[\w-]+\.)+(?:[^\W\d_A-Z]{2,}|[^\W\d_a-z]{2,}|xn--[\w-]+)")
"""The host of an address without a scheme: four numbers, or names whose last has letters in one case. "127.1 kg" is
none, nor "10.30", nor the end of one sentence with the beginning of the next ("thread.Now")."""
_TRAILING = ".,;:!?)]}'\""


def addresses_in(text: str) -> Iterator[tuple[str, bool]]:
    """Yield each address that a text gives, whole, with ``https://`` where it has no scheme: none that a clause denies
    ("stay away from …") or says something about ("… is a fraud"), and none within what the user quotes. Beside it
    whether the text sends somebody there, who is to do something: not where it only asks about it ("Is … a fraud?")."""
    found, parts, end = list[str](), list[str](), 0
    for match in _ADDRESS.finditer(text):
        address = match[0].rstrip(_TRAILING)
        host = re.split(r"[/?#:]", address, maxsplit=1)[0]
        if _FILE.fullmatch(address) or not (is_readable(address) and ("://" in address or _HOST.fullmatch(host))):
            continue
        parts += text[end : match.start()], _word(len(found))
        end = match.start() + len(address)
        found.append(whole(address if "://" in address else f"https://{address}"))
    clauses = list(read("".join([*parts, text[end:]]))) if found else []
    for at, address in enumerate(found):
        if given := [clause for clause in clauses if _gives(clause, _word(at))]:
            yield address, any(_sends_to(clause, _word(at)) for clause in given)


def whole(url: str) -> str:
    """Return an address with its host in ASCII, and the path that a browser adds to a bare host."""
    head, mark, rest = in_ascii(url).partition("://")
    return f"{head.lower()}{mark}{rest}" + ("/" if "/" not in rest and "?" not in rest and "#" not in rest else "")


def _word(at: int) -> str:
    """Return what stands for an address while a text is read, in which its signs would end sentences."""
    return f"handrailaddress{at}"


def _gives(clause: Clause, word: str) -> bool:
    if word not in clause.words and f'"{word}' not in clause.words:
        return False
    is_described = clause.words[0] == word and len(clause.words) > 1 and clause.words[1] in words_of("yes_no")
    return clause.mood != "denied" and not clause.later and not is_described


def _sends_to(clause: Clause, word: str) -> bool:
    """Return whether a clause asks for something to be done with an address, or asks for what is found there ("What
    does the kettle at … cost?"), or is the address alone ("On …, find a kettle"). Nobody goes to what is suspected."""
    words, lexicon = clause.words, clause.lexicon
    if any(stem(one) in stems_of("suspect") for one in words):
        return False
    at = next(at for at, one in enumerate(words) if one.removeprefix('"') == word)
    is_place = at > 0 and words[at - 1] in lexicon.words("stop") - lexicon.words("article")
    leads = at == 0 and (len(words) == 1 or words[1] in PAUSES)
    return clause.mood == "looked" or is_place or leads or (clause.mood == "asked" and is_order(clause))
