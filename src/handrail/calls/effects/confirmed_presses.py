"""Recognises that the user's yes to a press also answers the page's own question whether the press is meant."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from handrail.browser.types.facts import NOT_LOOKED_AT, ElementFacts
from handrail.calls.effects.request_judge import RequestJudge
from handrail.policy import Allow, Ask, Facts
from handrail.policy.permissions import Verb
from handrail.policy.requests.judge import approved_verbs
from handrail.policy.requests.wording import ID
from handrail.policy.rules.acts import consequential_acts
from handrail.policy.rules.dialogs import agreed_dialogs
from handrail.policy.rules.text_entry import not_your_words
from handrail.policy.words.consequences import Evidence, speaks_of_all, verbs
from handrail.policy.words.quotes import QUOTED, quoted_in
from handrail.trust.words import UNSPACED

_END = re.compile(r"""["'”’»]?\s*[?.!？。](?:\s|\Z)""")
_JOINED = re.compile(r"[\w./\\-]\Z")
_SEVERAL = re.compile(r"[,、،\d&+]|\b(?:and|und|et|y|e|en|i)\b", re.IGNORECASE)
"""What a list, or a number of things, is written with."""
_LETTER = rf"[^\W{UNSPACED.pattern[1:-1]}]"
_AMOUNT = re.compile(
    rf"(?<![.,])(?<!{_LETTER})\d+(?:[.,]\d+)*(?:\+|[百千万萬億亿백천만억]+|{_LETTER}+)?"
    r"(?:\s(?:thousand|million|tausend|millionen|mille|mil|millones|milioni|duizend|miljoen)\b)?"
)
"""A number, with what makes it larger: "1k", "10万", "1 million". Scripts without spaces have letters close to it."""
_SIGN_OF_NUMBER = re.compile(
    r"[\u2460-\u249b\u24ea-\u24ff\u2776-\u2793\u3220-\u3229\u3248-\u325f\u3280-\u3289\u32b1-\u32bf]"
)
"""A number in one letter: circled, or in brackets. Such signs for an amount are in no question of ours."""
_ORDINAL = re.compile(r"(?<=\d)(?:st|nd|rd|th)\Z")
_IN_QUESTION = re.compile(r"“([^“”]*)”")
"""Outside text, as `quotation` writes it."""


@dataclass(frozen=True, slots=True)
class ApprovedPress:
    """What the user agreed to when a model pressed something. Keep it until the model's next act; ``verbs``: what they
    knew that the press does; ``question``: what they were asked."""

    facts: Facts
    verbs: frozenset[Verb]
    judge: RequestJudge
    question: str

    @classmethod
    def of(cls, decision: Allow | Ask, facts: Facts, judge: RequestJudge) -> ApprovedPress | None:
        """Return None if nobody was asked what the press does, or if it pays: its dialog may name the amount."""
        approved = approved_verbs(decision, facts)
        question = decision.question if isinstance(decision, Ask) else ""
        return cls(facts, approved, judge, question) if approved and "pay" not in approved else None

    def covers(self, question: Ask, facts: Facts) -> frozenset[Verb]:
        """Return what the user agreed to if the question about the next act is about the same one, else nothing. The
        page must have done nothing but ask, in a new dialog with only a yes and a no, and the model must do nothing but
        say yes there."""
        return self.verbs if self._is_asked_back(question, facts) else frozenset()

    def _is_asked_back(self, question: Ask, facts: Facts) -> bool:
        if self.judge.refusals.has_sent or facts.written:
            return False
        if (self.facts.websockets or facts.websockets) and not self._asks_of_same(facts):
            return False
        if facts.acted_on != self.facts.acted_on or not self._shows(facts):
            return False
        if facts.dialog is not None:
            pressed = facts.dialog.pressed.name.raw if facts.dialog.pressed is not None else ""
            named = self.facts.element is not None and pressed == self.facts.element.name.raw
            message = facts.dialog.message.raw if facts.dialog.message is not None else ""
            is_plain = facts.dialog.kind == "confirm" and not facts.dialog.frames and not self._asks_of_more(message)
            asked_alone = question.rule == agreed_dialogs.__name__
            return asked_alone and named and is_plain and self.verbs.issuperset(self._verbs_asked(message))
        if question.rule != consequential_acts.__name__ or facts.element is None or facts.times != 1:
            return False
        said_there = {facts.element.name, *facts.element.labels, *facts.element.names, facts.in_dialog}
        if self._asks_of_more("\n".join(one.raw for one in said_there if one is not None)):
            return False
        asks_back = facts.nonce == self.facts.nonce and facts.element.around.confirms and facts.element.item is None
        # "OK" says nothing: then what it agrees to is what the dialog says.
        asked = facts.element.around.dialog
        said = approved_verbs(question, facts) or self._verbs_asked(asked.raw if asked is not None else "")
        is_same = self.verbs.issuperset(said)
        return is_same and (asks_back or (bool(self._address) and _confirms_at(facts.element, self._address)))

    def _verbs_asked(self, message: str) -> Collection[Verb]:
        """Return what a dialog says that it does, but for what it only quotes of the row, or the opener of the menu,
        that the question named: the task "Buy milk" is not bought when it is deleted."""
        element = self.facts.element
        around = (element.item, *element.around.menu) if element is not None else ()
        told = [text.raw for text in around if text is not None]
        for quoted in QUOTED:
            message = quoted.sub(lambda said: "" if any(said[1] in one for one in told) else said[0], message)
        return verbs(Evidence(dialog=message))

    def _asks_of_same(self, facts: Facts) -> bool:
        """Return whether a dialog of the page asks, with a button of the same words, about the thing that the menu was
        opened for. Beside a websocket nobody knows whether the press has done something already: it may ask of no
        other."""
        pressed, asked = self.facts.element, facts.in_dialog
        if pressed is None or len(pressed.around.menu) != 1 or asked is None or facts.element is None:
            return False
        name, button = pressed.around.menu[0].raw.strip(), facts.element.name.raw.strip()
        return bool(name and button) and _names_only(name, asked.raw) and pressed.name.raw.startswith(button)

    def _asks_of_more(self, text: str) -> bool:
        """Return whether a dialog names a thing or an amount that the question did not, or all things."""
        around = self.facts.element.around if self.facts.element else NOT_LOOKED_AT
        # Only of the page's words: ours, and the name of its site, tell of no thing.
        asked = "\n".join(_IN_QUESTION.findall(self.question)).casefold()
        counted = ("1", str(len(around.checked)), str(len(around.selected)))
        if not {*counted, *_amounts_in(asked)}.issuperset(_amounts_in(text.casefold())):
            return True
        if any(said.strip() not in asked for said in quoted_in(text.casefold())):
            return True
        # A name of a row may be a word of another language.
        pressed, dialog = self.facts.element, self.facts.in_dialog
        told = "\n".join(one.raw for one in (pressed.name if pressed is not None else None, dialog) if one is not None)
        several = max(len(around.checked), len(around.selected)) > 1
        return not (several or speaks_of_all(told)) and speaks_of_all(text)

    @property
    def _address(self) -> str:
        """Where the link leads that was pressed, as the question said; "" where that was none."""
        return self.facts.element.href.raw if self.facts.element is not None and self.facts.element.href else ""

    def _shows(self, facts: Facts) -> bool:
        shown, address = not_your_words(self.facts), unquote(self._address)
        return all(text in shown or text in address for text in not_your_words(facts))


def _amounts_in(text: str) -> set[str]:
    return {_ORDINAL.sub("", found) for found in _AMOUNT.findall(text)}.union(_SIGN_OF_NUMBER.findall(text))


def _names_only(name: str, text: str) -> bool:
    """Return whether a dialog asks about the thing of this name, at the end of a sentence, and of no others."""
    before, found, after = text.partition(name)
    is_whole = bool(found) and _END.match(after) is not None and _JOINED.search(before) is None
    return is_whole and _SEVERAL.search(before) is None


def _confirms_at(button: ElementFacts, address: str) -> bool:
    """Return whether a button sends a form without fields to an address that names one thing: the page behind a link
    asks so whether what the link says is meant."""
    form = button.form
    if form is None or button.kind != "submit" or form.scripted or form.method != "post" or form.fields:
        return False
    page, _, query = address.partition("?")
    names_one = any(ID.fullmatch(step) for step in urlsplit(page).path.split("/"))
    return form.action.raw == address or (form.action.raw == page and (names_one or not query))
