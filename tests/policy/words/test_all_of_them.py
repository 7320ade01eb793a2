"""Every word that says that a dialog is about all of something, beside a table of texts and verdicts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from handrail.policy.words import consequences
from handrail.policy.words.consequences import speaks_of_all

TEXTS = json.loads(Path(__file__).with_name("all_of_them.json").read_text("utf-8"))
"""By language: texts that speak of all things, or a whole, and texts that do not."""


def test_every_language_has_its_texts():
    assert list(TEXTS) == list(consequences._ALL) == list(consequences._LANGUAGES)


@pytest.mark.parametrize("language", TEXTS)
def test_a_text_speaks_of_all_things_where_the_table_says_so(language: str):
    assert [text for text in TEXTS[language]["all"] if not speaks_of_all(text)] == []
    assert [text for text in TEXTS[language]["some"] if speaks_of_all(text)] == []


@pytest.mark.parametrize("language", TEXTS)
def test_no_word_can_be_taken_out_unnoticed(language: str):
    entries = consequences._ALL[language]
    left = []
    for place, entry in enumerate(list(entries)):
        del entries[place]
        if all(map(speaks_of_all, TEXTS[language]["all"])):
            left.append(entry)
        entries.insert(place, entry)
    assert left == []
