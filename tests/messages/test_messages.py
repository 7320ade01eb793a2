"""A sentence in the person's language, from the parts that it was made of."""

import copy

import pytest

from handrail.errors import UsageError
from handrail.messages import Sentence, isolate, language_of, tr, translate, use_language


def test_a_message_is_its_english_sentence():
    message = Sentence("Click[ {what}]", what="x")
    assert message == "Click[ x]"
    assert (copy.deepcopy(message).template, copy.deepcopy(message)) == (message.template, message)


def test_values_are_put_in_as_they_are_and_messages_in_them_translated():
    use_language("de")
    text = Sentence.joined(": ", [Sentence("button"), "{what} button"])
    assert (text, translate(text)) == ("button: {what} button", "Schaltfläche: {what} button")
    assert translate(str(text)) == "button: {what} button"


def test_what_has_no_translation_is_english():
    use_language("ja")
    assert tr("{count} thing", "{count} things", count=2) == "2 things"
    assert translate(Sentence.joined(" ", [])) == ""


@pytest.mark.parametrize(("language", "isolated"), [("ar", True), ("he", True), ("fa", True), ("de", False)])
def test_values_keep_their_own_direction_in_a_line_from_right_to_left(language, isolated):
    use_language(language)
    assert isolate("x") == ("\u2068x\u2069" if isolated else "x")
    lines = translate(Sentence.joined("\n", [Sentence("{text}!", text="x"), "y"]))
    assert (lines == "\u2067\u2068x\u2069!\u2069\n\u2067\u2068y\u2069\u2069") is isolated
    assert lines.splitlines()[0] == tr("{text}!", text="x")


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({"LC_ALL": "de_CH.UTF-8", "LANG": "fr_FR"}, "de"),
        ({"LC_ALL": "", "LC_MESSAGES": "pt_BR", "LANG": "fr_FR"}, "pt"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "xx_YY.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_environment_names_the_language_and_an_unknown_one_is_english(environ, language):
    assert language_of(environ) == language


def test_an_unknown_language_is_an_error_that_names_those_that_exist():
    with pytest.raises(UsageError, match="There is no language 'klingon'") as error:
        use_language("klingon")
    assert "de, en, es" in error.value.hint
