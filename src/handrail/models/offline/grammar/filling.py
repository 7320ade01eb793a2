"""What goes into which field: "bob into Username", "Username with bob", 'the username "kai" and the password "q"'."""

from __future__ import annotations

from handrail.models.offline.grammar.phrases import Phrase
from handrail.models.offline.grammar.steps import FillStep, Step, Unknown
from handrail.models.offline.grammar.things import value_of
from handrail.models.offline.grammar.words import listed

_INTO = ("into", "inside")
_IN = ("in", "to", "at", "on")
_AS = ("as", "for")
_ARTICLES = (
    "the",
    "a",
    "an",
    "my",
    "your",
    "value",
    "text",
    "word",
    "words",
    "string",
    "number",
    "following",
    "phrase",
)
_VAGUE = ("something", "anything", "someone", "some", "random", "any")
_FIELD_NAMES = frozenset(
    listed(
        "username password email e-mail name phone telephone code pin city street zip postcode country "
        "address login user "
        "date time age subject title amount quantity comment message company surname",
        " ",
    )
)


def fills(rest: Phrase) -> list[Step]:
    """The fields that an instruction to type fills, in order."""
    while rest and rest.low[0] in (",", ":"):
        rest = rest[1:]
    if not rest:
        return []
    if rest.low[0] in _VAGUE or rest.after("an item that", "a value that", "one of") is not None:
        return [Unknown(rest.text, "it does not say what to type")]
    if pairs := _named_values(rest):
        return pairs
    if pairs := _words_and_values(rest) or _several(rest):
        return pairs
    if pairs := _several_with(rest):
        return pairs
    if (with_value := _with(rest)) is not None:
        return [with_value]
    cut = filled(rest, _INTO) or filled(rest, _IN) or filled(rest, _AS)
    if cut is not None:
        value, target = cut
        if target.low in (("it",), ("there",)):
            return [FillStep(_value(value), None)]
        return [_read_from_page(value, target) or FillStep(_value(value), target, others=_other_cuts(rest, target))]
    return [_label_and_value(rest) or FillStep(_value(rest), None)]


def _other_cuts(rest: Phrase, target: Phrase) -> tuple[tuple[str, Phrase], ...]:
    if rest.quoted:
        return ()
    cuts = [(rest[:place], rest[place + 1 :].trim()) for place in rest.places((*_INTO, *_IN)) if place]
    return tuple((_value(value), other) for value, other in cuts if other and other.tokens != target.tokens)


def _read_from_page(value: Phrase, target: Phrase) -> Step | None:
    """ "the value of Religion into the field": what to type stands on the page."""
    label = value.after("the value of", "the value for", "the value under")
    if not label:
        return None
    asked = value_of(label)
    return FillStep("", target, asked)


def set_to(rest: Phrase) -> list[Step]:
    """ "the size to Large", "quantity = 5", "Colour: Blue"."""
    for separators in (("to", "with", "=", "as", "by"), (":",)):
        for place in rest.places(separators):
            target, value = rest[:place].trim(("the", "value", "of")), rest[place + 1 :]
            if target and value:
                return [FillStep(_value(value), target)]
    return []


def filled(rest: Phrase, prepositions: tuple[str, ...]) -> tuple[Phrase, Phrase] | None:
    """What stands before and after the preposition: the first behind a quoted value, else the last."""
    places = [place for place in rest.places(prepositions) if 0 < place < len(rest) - 1]
    if not places:
        return None
    quoted = [index for index, token in enumerate(rest.tokens) if token.quoted]
    behind = [place for place in places if quoted and place > quoted[0]]
    place = behind[0] if behind else places[-1]
    return rest[:place], rest[place + 1 :].trim()


def _value(phrase: Phrase) -> str:
    """The user's own words, to the letter: one quoted string alone stands for itself."""
    while phrase and phrase.tokens[-1].mark and phrase.low[-1] in ",;.:":
        phrase = phrase[:-1]
    if len(phrase.quoted) == 1 and phrase.tokens[-1].quoted and phrase[:-1].trim(_ARTICLES).tokens == ():
        return phrase.quoted[0].text
    return phrase.text


def _several_with(rest: Phrase) -> list[Step]:
    """ "the name with Ann and the email with a@b.org"."""
    found = [_with(part) for part in rest.items()]
    return [fill for fill in found if fill is not None] if len(found) > 1 and all(found) else []


def _with(rest: Phrase) -> Step | None:
    """ "fill the name with bob", "the field Name with bob"."""
    for place in rest.places(("with", "=", ":")):
        target, value = rest[:place].trim(("in", "out", "the")), rest[place + 1 :]
        if target and value and target.quoted[:1] != target.tokens[:1]:
            return FillStep(_value(value), target)
        if target and value and rest.low[place] == "with":
            return FillStep(_value(value), target)
    return None


def _named_values(rest: Phrase) -> list[Step]:
    """'the username "kai" and the password "q"': each quoted value behind the words that name it."""
    found: list[Step] = []
    begin = 0
    for index, token in enumerate(rest.tokens):
        if not token.quoted:
            continue
        name = rest[begin:index].trim((*_ARTICLES, "and", "with", "of", "is", "to"), ("of", "is", "as", "with"))
        if not name or name.places((*_INTO, *_IN, *_AS)):
            return []
        found.append(FillStep(token.text, name))
        begin = index + 1
    behind = rest[begin:].trim()
    if not behind:
        return found
    if behind.low[0] not in (*_INTO, *_IN):
        return []
    if len(found) == 1 and isinstance(found[0], FillStep) and {"both", "all"} & set(behind.low):
        return [FillStep(found[0].value, behind[1:].trim(("the",)))]
    return found if len(found) > 1 and behind.low[-1].endswith("s") else []


def _several(rest: Phrase) -> list[Step]:
    """ "bob as username and secret as password": every part is whole by itself."""
    parts = rest.items()
    if len(parts) < 2:
        return []
    found: list[Step] = []
    for part in parts:
        cut = filled(part, _INTO) or filled(part, ("as", "for", "in"))
        if cut is None:
            return []
        found.append(FillStep(_value(cut[0]), cut[1]))
    return found


def _words_and_values(rest: Phrase) -> list[Step]:
    """ "username bob and password secret", without quotes."""
    pairs = [_label_and_value(part) for part in rest.items()]
    return [pair for pair in pairs if pair is not None] if len(pairs) > 1 and all(pairs) else []


def _label_and_value(rest: Phrase) -> Step | None:
    """ "username bob": a word that names a field, and one value."""
    words = rest.trim(("the", "my", "a"))
    if len(words) == 2 and words.low[0] in _FIELD_NAMES:
        return FillStep(words[1:].text, words[:1])
    return None
