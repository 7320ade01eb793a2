"""Instructions that move: scroll, wait, search, tabs, dialogs, addresses."""

from __future__ import annotations

import re

from handrail.models.offline.grammar import steps
from handrail.models.offline.grammar.clauses import object_of
from handrail.models.offline.grammar.filling import filled
from handrail.models.offline.grammar.numbers import number_in
from handrail.models.offline.grammar.phrases import Phrase
from handrail.models.offline.grammar.words import listed

_ARTICLES = ("the", "a", "an", "my", "your", "this", "that")


def scroll(rest: Phrase) -> list[steps.Step]:
    rest = object_of(rest)
    until = next((place for place in rest.places(("until", "till"))), None)
    if until is not None:
        return [
            steps.ScrollStep(
                target=rest[until + 1 :].trim(("you", "i", "see", "find", "reach", "the", "is", "visible"))
            )
        ]
    to = rest.after("down to", "up to", "to", "over to", "until")
    to = to if to is not None else rest if rest.starts("top") or rest.starts("bottom") else None
    if to is None and (shown := rest.before("into view")) is not None:
        to = shown
    if to is not None:
        return [_scroll_to(to.trim(("the", "very")))]
    direction = next((low for low in rest.low if low in ("up", "down", "left", "right")), "down")
    amount = number_in(rest.text)
    inside = next((place for place in rest.places(("in", "inside", "within"))), None)
    target = rest[inside + 1 :] if inside is not None else None
    pixels = amount is not None and any(low in ("px", "pixels", "pixel") or low.endswith("px") for low in rest.low)
    return [steps.ScrollStep(direction=direction, target=target, amount=int(amount or 0) if pixels else None)]  # type: ignore[arg-type]  # one of the literals


def _scroll_to(to: Phrase) -> steps.Step:
    end = {"top": "top", "start": "top", "beginning": "top", "bottom": "bottom", "end": "bottom"}.get(
        to.low[0] if to else ""
    )
    if end and (len(to) == 1 or to[1:].starts("of the page") or to[1:].starts("of page") or to[1:].starts("of this")):
        return steps.ScrollStep(edge=end)  # type: ignore[arg-type]  # one of the literals
    return steps.ScrollStep(target=to) if to else steps.Unknown("scroll to", "it does not say where to")


def wait(rest: Phrase) -> list[steps.Step]:
    rest = object_of(rest)
    rest = rest.after("for", "until", "about", "till") or rest
    if not rest or rest.starts("a moment") or rest.starts("a bit") or rest.starts("a while"):
        return [steps.WaitStep(1)]
    unit = next((low for low in rest.low if low.startswith(("second", "sec", "minute", "millisecond", "ms", "s"))), "")
    seconds = number_in(rest.text)
    if not rest.quoted and seconds is not None and (unit or len(rest) == 1):
        scale = 0.001 if unit.startswith(("ms", "milli")) else 60 if unit.startswith("minute") else 1
        return [steps.WaitStep(min(30.0, seconds * scale))]
    return [_wait_for(rest)]


_GONE = listed(
    "to disappear|to vanish|to go away|to be gone|to close|disappears|is gone|vanishes|goes away|has gone|is hidden|"
    "has disappeared|is no longer shown|to be hidden|is no longer visible",
    "|",
)


_SHOWN = listed(
    "to appear|to show up|to show|to load|to be shown|to be visible|to come up|appears|appear|"
    "shows up|shows|loads|is shown|"
    "is visible|is there|is loaded|is displayed|has appeared|has loaded|comes up|to be displayed|"
    "is present|to be ready",
    "|",
)


def _wait_for(rest: Phrase) -> steps.Step:
    rest = rest.after("you see", "i see", "the text", "the words", "there is") or rest
    if (what := rest.before(*_GONE)) is not None:
        return steps.WaitForStep(what.trim(_ARTICLES), gone=True)
    what = rest.before(*_SHOWN) or rest
    what = what.trim(_ARTICLES)
    return steps.WaitForStep(None) if what.low in (("page",), ("it",), ()) else steps.WaitForStep(what)


def search(rest: Phrase) -> list[steps.Step]:
    rest = object_of(rest)
    cut = next((place for place in rest.places(("for",)) if place), None)
    if cut is not None and not rest[:cut].quoted:
        # "search the docs for x"
        return [steps.Search(rest[cut + 1 :].text, rest[:cut].trim(("in", *_ARTICLES)))] if rest[cut + 1 :] else []
    rest = rest.after("for") or rest
    pair = filled(rest, ("in", "on", "with", "using", "within")) if rest.quoted or len(rest) > 3 else None
    query, target = pair if pair and _is_search_place(pair[1]) else (rest, None)
    return [steps.Search(query.text, target)] if query else []


def _is_search_place(target: Phrase) -> bool:
    return any(
        word in target.low for word in ("search", "box", "bar", "field", "page", "site", "here", "docs", "input")
    )


def tabs(verb: str, rest: Phrase) -> list[steps.Step]:
    if "open" in verb:
        url = next((url for token in rest.tokens if (url := address(token.text))), None)
        return [steps.GotoStep(url or "about:blank", new_tab=True)]
    if "close" in verb:
        return [steps.TabsStep("close_tab", rest if rest else None)]
    named = {"browser", "new", "other", "first", "last", "previous", "next"}
    if "tab" in rest.low and (named & set(rest.low) or any(re.fullmatch(r"t?\d+", low) for low in rest.low)):
        return [steps.TabsStep("switch_tab", rest)]
    return [steps.ClickStep(rest)] if rest else []


def dialog(verb: str, rest: Phrase) -> list[steps.Step]:
    text = rest.after("with", "with the text") or rest
    return [steps.DialogStep(accept=verb.split()[0] in ("accept", "confirm", "answer"), text=text.text or None)]


def address(text: str) -> str | None:
    """An address the user wrote, made whole; None where it is none."""
    if _ADDRESS.fullmatch(text):
        return text if "://" in text else f"http://{text}"
    if _HOST.fullmatch(text):
        host = re.split(r"[/?#:]", text)[0]
        if host.rpartition(".")[2].casefold() not in _FILE_ENDINGS:
            return f"https://{text}"
    return None


_ADDRESS = re.compile(r"(?i)[a-z][a-z0-9+.-]*://\S+|(?:localhost|\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?(?:/\S*)?")


_HOST = re.compile(r"(?i)(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?(?:[/?#]\S*)?")


_FILE_ENDINGS = frozenset(listed("html htm js py css json txt pdf csv xml md png jpg zip exe php", " "))
