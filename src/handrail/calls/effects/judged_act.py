"""Judges what a model's act presses and chooses again at that moment, because the page may have changed since."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from handrail.browser.types.errors import NotPermitted, PageChanged
from handrail.browser.types.facts import NOT_LOOKED_AT, ElementFacts, Surroundings
from handrail.browser.types.keys import presses
from handrail.calls.written.standing_texts import with_surroundings
from handrail.policy import Allow, Ask, CallRequest, Decision, Facts, TextFacts, decide
from handrail.policy.decide import OF_WHAT_IS_PRESSED
from handrail.policy.rules.keys import ARROWS, QUIET_KEYS
from handrail.policy.rules.pressed import LISTED_CHARS
from handrail.policy.rules.text_entry import words_in_fields
from handrail.policy.words.user_words import UserWords
from handrail.trust import External

_TYPING_NOTHING = QUIET_KEYS - ARROWS | {"Home", "End"}
"""Keys that change no value of a field."""
_AGO = re.compile(
    r"\b\d{1,2} ?(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?) ago\b"
    r"|\bvor \d{1,2} (?:Sek\.|Sekunden?|Min\.|Minuten?|Std\.|Stunden?)"
    r"|\bil y a \d{1,2} (?:s|secondes?|min|minutes?|h|heures?)\b"
    r"|\bhace \d{1,2} (?:s|segundos?|min|minutos?|h|horas?)\b"
    r"|\b\d{1,2} (?:secondi|secondo|minut[io]|or[ae]) fa\b"
    r"|\bhá \d{1,2} (?:segundos?|minutos?|horas?)\b"
    r"|\b\d{1,2} (?:seconden|seconde|minuten|minuut|uur) geleden\b",
    re.IGNORECASE,
)
"""How long ago something was, as pages count on while a person reads the question."""


@dataclass(frozen=True, slots=True)
class JudgedAct:
    """An `ActJudge` that lets nothing happen that is graver than what was permitted.

    A label may have changed by then, if the rules would have decided the same: counters count, and pages write "Saved"
    on a button.

    Args:
        with_element: returns the facts for the call's element as it is now.
        with_drop: returns the facts for a drag with what lies at its end.
    """

    request: CallRequest
    facts: Facts
    words: UserWords
    with_element: Callable[[Facts, ElementFacts], Facts]
    with_drop: Callable[[Facts, ElementFacts], Facts]

    @property
    def looks_around(self) -> bool:
        """Whether the user was asked: what a question says of what stands around has to be so at the press."""
        return isinstance(decide(self.request, self.facts), Ask)

    def press(self, now: ElementFacts | None) -> None:
        if now is None:
            again = replace(self.facts, element=None, address=None, named=False, names_press=False)
        else:
            if self.looks_around and self._shows_otherwise(now.around):
                raise PageChanged(
                    "What stands around it changed since the user was asked; it was not pressed.",
                    hint="Take a snapshot.",
                )
            again = self.with_element(self.facts, replace(now, around=self._around(now), item=self._item(now)))
        # Of a rating that is filled in, a star is pressed, which is called otherwise.
        keeps_name = again.named or not self.facts.named or self.request.capability == "write"
        lost_name = not (keeps_name or self.request.permissions.unsafe)
        # What `fill` and the like press, as a star of a rating, is a press all the same.
        as_click = replace(self.request, capability="click")
        may_click = bool(self.facts.keys) or self._is_covered(again, as_click)
        if lost_name or not (may_click and self._is_covered(again, self.request)):
            raise PageChanged(
                "What would be pressed changed since it was judged; it was not pressed.", hint="Take a snapshot."
            )

    def drop(self, on: ElementFacts | None) -> None:
        now = self.with_drop(self.facts, on) if on is not None else self.facts
        if not self._is_covered(now, self.request):
            raise PageChanged(
                "Something else lies there since the drag began; nothing was dropped on it.",
                hint="If it is meant, the user has to do that.",
            )

    def may_enter(self, now: ElementFacts | None) -> bool:
        if now is None:
            return False
        facts = replace(self.with_element(self.facts, replace(now, around=self._around(now))), keys=("Enter",))
        return isinstance(decide(replace(self.request, tool="send_keys", capability="press"), facts), Allow)

    def take_keys(self, origin: str) -> None:
        if origin != self.facts.acted_on and not self.request.permissions.unsafe:
            raise PageChanged(
                "The focus is in another page by now; the keys were not pressed.", hint="Take a snapshot."
            )

    def choose(self, names: Sequence[str], labels: Sequence[str] = ()) -> None:
        chose = chosen_by(self.words, names)
        for chosen in (tuple(names), *((label,) for label in labels)):
            denied = self.facts.denied or any(map(self.words.denies, chosen))
            now = replace(self.facts, chosen=chosen, user_chose=chose, denied=denied)
            if not self._is_covered(now, self.request):
                raise NotPermitted("This action is not permitted.")

    def press_option(self, now: ElementFacts, label: str) -> None:
        name, labels = now.name.raw or label, [one.raw for one in now.labels]
        self.choose([name], labels)
        if self.request.permissions.unsafe:
            return
        # A question names the row of the list; its options may stand anywhere.
        list_item = self.facts.element.item if self.facts.element is not None else now.item
        option = replace(now, around=self._around(now), item=list_item)
        again = self.with_element(replace(self.facts, chosen=(name,)), option)
        as_click = replace(self.request, capability="click")
        before, decided = decide(self.request, self.facts), decide(as_click, again, OF_WHAT_IS_PRESSED)
        if not _is_no_stricter(before, decided):
            raise NotPermitted(
                "This option does more than to be chosen.", hint="Open the list, and press the option with `click`."
            )

    def may_type(self, text: str) -> bool:
        typed = TextFacts((text,), self.words.has(text), self.words.in_text(text))
        return self.request.permissions.unsafe or words_in_fields(self.request, replace(self.facts, text=typed)) is None

    def _shows_otherwise(self, now: Surroundings) -> bool:
        """Return whether the question would say something else of what stands around, where that was looked at again.
        (What it does not say may change: pages count down, and mark what is scrolled to.)"""
        element = self.facts.element
        if element is None or now is NOT_LOOKED_AT:
            return False
        before = element.around
        own = self.facts.parts
        if own or any(key not in _TYPING_NOTHING and not presses(key) for key in self.facts.keys):
            # What the act itself types is there by now, and what scripts make of it.
            now = replace(now, value=before.value, outputs=before.outputs, words=before.words)
        if _always_told(now, own) != _always_told(before, own):
            return True
        again = with_surroundings(replace(self.facts, element=replace(element, around=now)), now)
        questions = decide(self.request, self.facts), decide(self.request, replace(again, earlier=self.facts.earlier))
        told, tells = (one.question if isinstance(one, Ask) else "" for one in questions)
        return bool(tells) and _AGO.sub("", tells) != _AGO.sub("", told)

    def _around(self, now: ElementFacts) -> Surroundings:
        # What stands around it is only told before the act.
        return self.facts.element.around if self.facts.element is not None else now.around

    def _item(self, now: ElementFacts) -> External | None:
        """Return the text of the row that the element stands in. With the pointer over it, a row shows its actions
        too: while it holds all that it held, it is called by what it said before."""
        before = self.facts.element
        if before is None or not before.item_content or now.item_content != before.item_content:
            return now.item
        return now.item if Counter(before.item_buttons) - Counter(now.item_buttons) else before.item

    def _is_covered(self, again: Facts, request: CallRequest) -> bool:
        """Return whether the rules, asked again about such a call, decide no more strictly than before."""
        before, now = decide(request, self.facts), decide(request, again)
        match before, now:
            case Allow(reads_only=False), Allow(reads_only=True):
                # Keys without an element go where the focus is then, and no limits were set for that element.
                return self.facts.element is None and _is_no_stricter(before, now)
        return _is_no_stricter(before, now)


def _is_no_stricter(before: Decision, now: Decision) -> bool:
    match before, now:
        case Ask(), Allow():
            return True
        case Ask(), Ask():
            return before.covers(now)
        case Allow(), Allow():
            return now.follow in (None, before.follow)
    return False


def _always_told(around: Surroundings, own: Sequence[str]) -> tuple[object, ...]:
    """Return what every question says of the surroundings, and values of which it shows only both ends; without values
    that are the act's ``own`` texts."""
    single = tuple((text,) if text else () for text in (around.dialog, around.apart, around.heading))
    long = tuple(text for text in around.standing if len(text.raw) > LISTED_CHARS)
    texts = (around.checked, around.selected, around.menu, *single)
    written = tuple(tuple(one.raw for one in part if one.raw not in own) for part in (around.addressed, long))
    return (*written, *(tuple(text.raw for text in part) for part in texts))


def chosen_by(words: UserWords, choices: Sequence[str]) -> bool:
    """Return whether the user named each of these choices."""
    return bool(choices) and all(map(words.chooses, choices))
