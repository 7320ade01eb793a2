"""Whether words of the user name a file.

The model chooses among the files of a folder, the user chose the words. So a file is named by its whole name as it is
written, not by a word that happens to be one: "to my profile" does not name ".profile", nor "the config screenshot"
a file "config".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import urlsplit

from handrail.policy.origins import same_site
from handrail.policy.words.clause import Clause
from handrail.policy.words.lexicon import Phrase, plain, quote, stem, stems_of, tokens_of, words_of
from handrail.policy.words.naming import strip_quotes


def is_file_named(clauses: Iterable[Clause], texts: Sequence[str], name: str, longer: Iterable[str] = ()) -> bool:
    """Return whether one of the clauses names a file.

    Args:
        texts: all that the user wrote: punctuation decides, which clauses do not keep.
        name: a file's name or its whole path. Where the user wrote the file with a folder, only the path counts.
        longer: names of other files, of which the name is a part: where one of them stands, the file is not meant.
    """
    short = plain(name)
    others = [re.escape(one) for one in map(plain, longer) if short in one and one != short]
    elsewhere = re.compile("|".join(sorted(others, key=len, reverse=True)) or "(?!)")
    if not any(_stands_alone(elsewhere.sub(" ", plain(text)), short) for text in texts):
        return False
    wanted = tokens_of(name)
    return any(_has(clause.words, wanted, name) for clause in clauses)


def is_elsewhere(clause: Clause, addresses: Iterable[str], site: str) -> bool:
    """Return whether a clause says hosts of the user's addresses, and none of them belongs to a site (an origin)."""
    said = [address for address in addresses if urlsplit(address).hostname in clause.words]
    return bool(said) and not any(same_site(address, site) for address in said)


def fetches(clauses: Sequence[Clause]) -> Iterator[Clause]:
    """Return the clauses of a text that ask for a file to be sent, put somewhere or fetched: by their verb, or as the
    next item of its list ("upload a.pdf, b.pdf and c.pdf to Anna"). Others say something of it ("c.pdf stays here")."""
    return _items(clauses, _stems_of_sending() | _stems_of_fetching())


def hands_over(clauses: Sequence[Clause]) -> Iterator[Clause]:
    """Yield the same, without what is only fetched: "download a.pdf" hands over no file of that name that the user has,
    but "get a.pdf and send it to Anna" does."""
    sending, fetching = list(_items(clauses, _stems_of_sending())), list(_items(clauses, _stems_of_fetching()))
    for at, clause in enumerate(clauses):
        passed_on = clause in fetching and any(one in sending and _says_it(one) for one in clauses[at + 1 : at + 2])
        if clause in sending or passed_on:
            yield clause


def _stems_of_sending() -> frozenset[str]:
    return frozenset[str]().union(
        *(stems_of("acts", act) for act in ("upload", "send", "submit")),
        *(stems_of(key) for key in ("enter", "fill", "attach", "change")),
    ) - {stem("make")}  # Dutch "maken"; "make sure that c.pdf stays private" hands over nothing


def _stems_of_fetching() -> frozenset[str]:
    return stems_of("acts", "download") | stems_of("fetch")


def _items(clauses: Sequence[Clause], verbs: frozenset[str]) -> Iterator[Clause]:
    lists = False
    for clause in clauses:
        by_verb = not verbs.isdisjoint(clause.heads)
        goes_on = lists and clause.mark not in words_of("contrast") and _is_item(clause)
        lists = clause.mood == "asked" and (by_verb or goes_on)
        if lists:
            yield clause


def _says_it(clause: Clause) -> bool:
    """Return whether a clause names no file, and means the one before by "it"."""
    names = any(word.startswith('"') or "." in word for word in clause.words)
    return not names and not clause.lexicon.words("it").isdisjoint(clause.words)


def _is_item(clause: Clause) -> bool:
    """Return whether a clause is a name, with nothing said of it: what follows says where to."""
    rest = [word for word in clause.words if not (word.startswith('"') or "." in word)]
    aside = clause.lexicon.words("toward") | clause.lexicon.words("stop")
    named = len(rest) < len(clause.words)
    return named and (not rest or rest[0] in aside)


def _stands_alone(text: str, name: str) -> bool:
    """Return whether a name stands in a text, not as the end of a path or a part of another name."""
    return re.search(rf"(?<![\w./\\-]){re.escape(name)}(?![\w/\\-]|\.\w)", text) is not None


def _is_given(before: Phrase) -> bool:
    """Return whether a file is what a clause is about, by the words before its name: not an exception ("all files
    excluding ..."), nor what something else is taken from ("the total of ...")."""
    if not words_of("all").isdisjoint(before):
        return False
    aside = words_of("article") | words_of("adjective")
    near = [word for word in before if word not in aside and "." not in word and stem(word) not in stems_of("file")]
    if len(near) <= 1:
        # The verb alone.
        return True
    last = near[-1]
    if stem(last) in stems_of("of"):
        at = max(at for at, word in enumerate(before) if word == last)
        return stem(before[at - 1]) in stems_of("copy")
    takes_from = last in words_of("stop") and stem(last) not in stems_of("with")
    return not (takes_from or last.endswith("ing") or stem(last) in stems_of("excepting"))


def _has(words: Phrase, wanted: Phrase, name: str) -> bool:
    if quote(name) in words:
        return True
    spread = strip_quotes(words)
    found = [at for at in range(len(spread) - len(wanted) + 1) if wanted and spread[at : at + len(wanted)] == wanted]
    # "All files but c.pdf", where the language is not known by so few words.
    found = [at for at in found if (words_of("and") & words_of("contrast")).isdisjoint(spread[:at])]
    found = [at for at in found if _is_given(spread[:at])]
    if re.search(r"\w\.\w|^\.|[/\\]", name):
        return bool(found)
    # A name without an ending may be any word; beside "file" it is one.
    beside = (spread[max(0, at - 1) : at] + spread[at + len(wanted) :][:1] for at in found)
    return any(stem(word) in stems_of("file") for near in beside for word in near)
