"""Every word of a number and of a language, beside a copy that was written apart from the code."""

from __future__ import annotations

import pytest

from handrail.policy.words.meanings import meaning_of
from tests.policy.words.test_user_words import words_of

# The words, from two on, and a task in the language of which they are a part.
NUMBERS = {
    "en": ("Order {} of the kettles", "two three four five six seven eight nine ten eleven twelve"),
    "de": ("Bestelle {} von den Kesseln", "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf"),
    "fr": ("Commande {} de ces bouilloires", "deux trois quatre cinq six sept huit neuf dix onze douze"),
    "es": ("Pide {} de las teteras", "dos tres cuatro cinco seis siete ocho nueve diez once doce"),
    "it": ("Ordina {} di questi bollitori", "due tre quattro cinque sei sette otto nove dieci undici dodici"),
    "pt": ("Encomende {} das chaleiras", "dois três quatro cinco seis sete oito nove dez onze doze"),
    "nl": ("Bestel {} van de ketels", "twee drie vier vijf zes zeven acht negen tien elf twaalf"),
}
LARGER = {
    "en": "twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand million billion dozen point",
    "de": "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig hundert tausend million millionen mio "
    "milliarde milliarden mrd dutzend komma",
    "fr": "vingt vingts trente quarante cinquante soixante cent cents mille million millions milliard milliards "
    "douzaine virgule",
    "es": "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien ciento cientos mil millón millones "
    "docena coma punto",
    "it": "venti trenta quaranta cinquanta sessanta settanta ottanta novanta cento mille mila milione milioni "
    "miliardo miliardi dozzina virgola",
    "pt": "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cem cento mil milhão milhões bilhão "
    "bilhões dúzia vírgula",
    "nl": "twintig dertig veertig vijftig zestig zeventig tachtig negentig honderd duizend miljoen miljard "
    "dozijn komma",
}
LANGUAGES = {
    "English": "english englisch anglais inglés inglese inglês engels",
    "Deutsch": "german allemand alemán tedesco alemão duits",
    "Français": "french französisch francés francese francês frans",
    "Español": "spanish spanisch espagnol spagnolo espanhol spaans",
    "Italiano": "italian italienisch italien italiaans",
    "Português": "portuguese portugiesisch portugais portugués portoghese portugees",
    "Nederlands": "dutch niederländisch néerlandais neerlandés olandese holandês",
    "Polski": "polish polnisch polonais polaco polacco pools",
    "Čeština": "czech tschechisch tchèque checo ceco tcheco tsjechisch",
    "Русский": "russian russisch russe ruso russo",
    "Українська": "ukrainian ukrainisch ukrainien ucraniano ucraino oekraïens",
    "Türkçe": "turkish türkisch turc turco turks",
    "العربية": "arabic arabisch arabe árabe arabo",
    "עברית": "hebrew hebräisch hébreu hebreo ebraico hebraico hebreeuws",
    "हिन्दी": "hindi",
    "日本語": "japanese japanisch japonais japonés giapponese japonês japans",
    "한국어": "korean koreanisch coréen coreano koreaans",
    "中文": "chinese chinesisch chinois chino cinese chinês chinees",
    "Svenska": "swedish schwedisch suédois sueco svedese zweeds",
    "Dansk": "danish dänisch danois danés danese dinamarquês deens",
    "Norsk": "norwegian norwegisch norvégien noruego norvegese norueguês noors",
    "Suomi": "finnish finnisch finnois finlandés finlandese finlandês fins",
}


@pytest.mark.parametrize("language", NUMBERS)
def test_a_number_is_the_users_by_its_word(language: str) -> None:
    task, words = NUMBERS[language]
    for number, word in enumerate(words.split(), 2):
        given = words_of(task.format(word))
        assert given.has(str(number)), word
        assert not given.has(str(number + 1)), word


def test_two_has_two_words_in_portuguese() -> None:
    assert words_of(NUMBERS["pt"][0].format("duas")).has("2")


@pytest.mark.parametrize("language", LARGER)
def test_a_number_that_is_a_part_of_a_larger_one_is_not_the_users(language: str) -> None:
    task, words = NUMBERS[language]
    three = words.split()[1]
    for larger in LARGER[language].split():
        for written in (f"{three} {larger}", f"{larger} {three}", f"3 {larger}"):
            assert not words_of(task.format(written)).has("3"), written


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_is_called_by_each_of_its_names(language: str) -> None:
    for name in LANGUAGES[language].split():
        assert words_of(f"Switch the site to {name.capitalize()}").chooses(language), name


def test_another_word_means_itself() -> None:
    assert meaning_of("kettle") == "kettle"
