"""Whether words of the user name a file.

The model chooses among the files of a folder, the user chose the words. So a file is named by its whole name as it is
written, not by a word that happens to be one: "to my profile" does not name ".profile", nor "the config screenshot"
a file "config".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from handrail.policy.words.clause import Clause
from handrail.policy.words.lexicon import Phrase, plain, quote, stem, stems_of, tokens_of
from handrail.policy.words.naming import unquoted


def is_file_named(clauses: Iterable[Clause], texts: Sequence[str], name: str) -> bool:
    """Whether one of the clauses names a file.

    Args:
        texts: all that the user wrote: punctuation decides, which clauses do not keep.
        name: a file's name or its whole path. Where the user wrote the file with a folder, only the path counts.
    """
    if not any(_stands_alone(plain(text), plain(name)) for text in texts):
        return False
    wanted = tokens_of(name)
    return any(_has(clause.words, wanted, name) for clause in clauses)


def _stands_alone(text: str, name: str) -> bool:
    """Whether a name stands in a text, not as the end of a path or a part of another name."""
    return re.search(rf"(?<![\w./\\-]){re.escape(name)}(?![\w/\\-]|\.\w)", text) is not None


def _has(words: Phrase, wanted: Phrase, name: str) -> bool:
    if quote(name) in words:
        return True
    spread = unquoted(words)
    found = [at for at in range(len(spread) - len(wanted) + 1) if wanted and spread[at : at + len(wanted)] == wanted]
    if re.search(r"\w\.\w|^\.|[/\\]", name):
        return bool(found)
    # A name without an ending may be any word; beside "file" it is one.
    beside = (spread[max(0, at - 1) : at] + spread[at + len(wanted) :][:1] for at in found)
    return any(stem(word) in stems_of("file") for near in beside for word in near)
