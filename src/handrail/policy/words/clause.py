"""A clause of a text of the user."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from handrail.policy.words.lexicon import Lexicon, Phrase, stem

Mood = Literal["asked", "looked", "denied", "other"]
PAUSES = (".", ",", ":", "/")
"""Each stands for all of its kind, "." for the beginning of a sentence; "/" also joins, as "or" does."""


class Known(NamedTuple):
    """The words of a text with a capital letter within a sentence, those of them in capitals throughout, those of its
    addresses and names of files, and whether most of the others are known in its language."""

    names: frozenset[str] = frozenset()
    capitals: frozenset[str] = frozenset()
    values: frozenset[str] = frozenset()
    is_sure: bool = True


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause. A quoted span is one word, which begins with a quotation mark.

    Attributes:
        words: in lower case, without accents and without the polite words at its beginning.
        mark: what stands before it: a word that joins, a pause, "" where a denial begins within.
        carried: its mood is that of a clause before it.
        prohibits: it denies as an order does ("do not ..."), not in passing ("if there is no ...").
        conditional: it denies as an order does, for the case that something is not there or not so.
        verb: what it denies, where that is not its first word ("it must not be sent").
        later: it asks for nothing now: its sentence waits for the user ("once I have approved it"), or says that
            something stays as it is.
        instead: it denies what stands in for something else: "rather than Send".
    """

    words: Phrase
    mood: Mood
    lexicon: Lexicon
    mark: str = ","
    carried: bool = False
    prohibits: bool = False
    conditional: bool = False
    verb: str = ""
    later: bool = False
    instead: bool = False
    known: Known = field(default_factory=Known)

    @property
    def joint(self) -> str | None:
        """The word that joins it to the clause before; None where it stands apart."""
        return self.mark if self.mark not in PAUSES else None

    @property
    def binds(self) -> bool:
        """Whether what it says can be held to: of what it denies, that which is surely denied."""
        return self.prohibits or self.mood != "denied"

    @property
    def heads(self) -> set[str]:
        """The stems of what may be its verb: its first word, and its last where a language puts infinitives there."""
        return {stem(self.verb)} if self.verb else self.lexicon.heads(self.words)
