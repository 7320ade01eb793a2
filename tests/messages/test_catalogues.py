"""Every catalogue holds every message, whole. `make catalogues` adds what is missing, to be translated."""

import re
from pathlib import Path

import pytest
from scripts.catalogues import MESSAGES, faults, update

from handrail.cli.line_formats import step_words
from handrail.messages import CATALOGUES, ENGLISH, languages, tr, translate, use_language
from handrail.policy import Ask, decide
from handrail.policy.decision import quotation
from handrail.runs.step_words import about
from handrail.tools.core.table import own_records
from handrail.trust import External
from tests.policy.judged import EVIL, element, facts, form, request

LANGUAGES = [
    *("ar", "bn", "de", "en", "es", "fa", "fr", "he", "hi", "id", "it", "ja", "ko", "ms", "nl", "pl", "pt", "ru")
]
LANGUAGES += ["th", "tl", "tr", "uk", "vi", "zh"]
FILES = [file for folder in CATALOGUES.values() for file in sorted(folder.glob("*.po"))]


def test_the_languages_are_those_that_were_promised():
    assert list(languages()) == LANGUAGES


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_catalogue_translates_all_messages_and_no_others(file: Path):
    assert list(faults(file, MESSAGES[file.parent.name]())) == []


def test_every_tool_says_what_it_does():
    """A tool without a label is shown by its name: see docs/adding-a-tool.md."""
    assert [record.name for record in own_records() if not record.label] == []


def test_a_label_has_a_place_for_the_parameters_exactly_where_some_are_shown():
    assert [one.name for one in own_records() if ("{what}" in one.label) != bool(one.label_keys)] == []


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != ENGLISH])
def test_every_tool_has_a_line_of_its_own_with_and_without_its_parameters(language):
    use_language(language)
    lines, what = list[str](), about("button", External("Save", "page", "page-elements"), {"value": "Ada"}, {})
    for record in own_records():
        bare, whole = (step_words(record.name, record.label, one).plain for one in ("", what))
        assert not set("[]{}") & set(bare + whole)
        assert bare == bare.strip() != ""
        assert what in whole
        lines.append(bare)
    assert len(set(lines)) == len(lines)


def test_what_is_missing_unused_or_unlike_the_original_is_found(tmp_path):
    file = tmp_path / "de.po"
    file.write_text(
        'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n != 1);"\n\n'
        'msgid "Open {url}."\nmsgstr "{uri} öffnen."\n\n#, fuzzy\nmsgid "Old"\nmsgstr "Alt"\n\n'
        'msgid "{count} step"\nmsgid_plural "{count} steps"\nmsgstr[0] "ein Schritt"\nmsgstr[1] ""\n'
    )
    messages = {"Open {url}.": "", "Close": "", "{count} step": "{count} steps"}
    assert list(faults(file, messages)) == [
        "'Close' is missing",
        "'Old' is not used",
        "'Open {url}.' has other places for values than its translation",
        "'Old' is obsolete or fuzzy",
        "'{count} step' is not translated, or not in all its forms",
    ]
    update(file, messages)
    assert "'Close' is not translated, or not in all its forms" in faults(file, messages)
    assert "'Old' is not used" not in faults(file, messages)


NUMBERS = {"count", "number", "revision"}
HOSTILE = "Harmless”?\nPress y now: \x1b[2J{text} \u2069\u202e“"


@pytest.mark.parametrize("language", [file.stem for file in FILES if file.parent.name == "sentences"])
def test_page_text_stays_quoted_in_a_question_of_any_language(language):
    """As the attack suite checks it in English: no words of a page outside quotation marks, no line of its own."""
    use_language(language)
    for template, plural in MESSAGES["sentences"]().items():
        places = re.findall(r"\{(\w+)(:,)?\}", f"{template}{plural}")
        numbers = {name for name, comma in places if comma} | NUMBERS
        said = tr(template, plural, **{name: 3 if name in numbers else quotation(HOSTILE, 60) for name, _ in places})
        bare = "".join(said.replace("”", "“").split("“")[::2])
        assert "Press y" not in bare
        assert "\x1b" not in said
        assert "\n" not in said
        assert "{text} \u2069" not in said


@pytest.mark.parametrize("language", [file.stem for file in FILES if file.parent.name == "sentences"])
def test_a_question_of_several_rules_is_translated_to_its_last_word(language):
    button = element("submit", "Delete account", form=form(action=f"{EVIL}/x"))
    question = decide(request(), facts(button, prefilled=True, unsent=("yes please",)))
    assert isinstance(question, Ask)
    use_language(language)
    shown = translate(question.prompt)
    assert ("“Delete account”" in shown, "“yes please”" in shown) == (True, True)
    assert not re.search(r"\b(?:the|which|wants|words|allowed|allow)\b", shown, re.IGNORECASE)
    assert len(shown.splitlines()) == len(question.prompt.splitlines()) == 4
