"""What a person is told in place of a sentence that a model was: elements by their names, and nothing of its tools."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from handrail.trust import External, one_line

NAME_CHARS = 80
REF = r"e[1-9]\d{0,6}"
_REF = re.compile(
    r"(?<!\w)'[^'\n]{1,200}'(?!\w)|"
    rf"(?P<no>\bno element )?(?P<the>\b[Tt]he element )?(?<![\w“\"'/#.-])(?P<ref>{REF})\b"
)
"""A ref; or what stands in quotes, which are the words of whoever made the call."""
_QUOTED = r'"(?:[^"\\\n]|\\.){0,400}+"'
_ELEMENT = re.compile(rf"(?<![\w-])(?P<role>[\w-]{{1,40}})(?: (?P<name>{_QUOTED}))? \[(?P<ref>{REF})\]|{_QUOTED}|: .*")
"""An element in a line of an outline, or the page's own words, which must not be taken for one."""
_SNAPSHOT = re.compile(r"(?:[,;] (?:or |else )?|^)take a (?:new )?snapshot\b[^.;]*", re.IGNORECASE)
_STEP = re.compile(rf"Step \d+, \w+ {REF}:")
_ADVICE = re.compile(r"(?<=\.) [^.`]*`(?:abort|done|missing|wait|snapshot)`[^.]*\.$")
_LOOK_FIRST = "Look at the page before you try it again."
_ADVISED = {
    "Look at what the page says, and do it again only if it was not taken.": _LOOK_FIRST,
    "Look at the page before anything else.": _LOOK_FIRST,
    "Look once where it would show.": "Look where it would show before you try it again.",
    "Look again, or try another way.": "",
    "Send it, if the task asks for more than filling it in.": "To have it sent, name its button in the task.",
    "the page that it leads to did not come. Wait for it, or go another way.": "no page came of it in time, so nobody "
    "knows whether it worked. Look at the site before you try it again.",
}
"""How reasons of the rules end, which a model reads as what to do next, and what a person is told there."""
_COMPLAINS = " the page that followed complains"
_TOOL_TO_USE = re.compile(r": `\w+`(?=[.;])")
_FOR_MODELS = re.compile(r"`|\b(?:snapshot|refs?|candidates?|goto|\w+_\w+|[Uu]se (?:click|fill|select))\b")
_BY_CODE = {
    "invalid_params": "The model asked for this in a way that cannot be carried out.",
    "unknown_tool": "The model asked for something that does not exist.",
}
"""What is told of calls that only a model can mend."""


def element_words(role: str, name: External | str) -> str:
    """Return ``button “Save”``; of an element without a name its role."""
    words = one_line(name.raw if isinstance(name, External) else name, NAME_CHARS)
    return " ".join(filter(None, (one_line(role, 40) or "element", words and f"“{words}”")))


def elements_of_outline(outline: str) -> Iterator[tuple[str, str]]:
    """Yield the ref of each element of an outline, and what it is called."""
    for found in _ELEMENT.finditer(outline):
        if found["ref"]:
            yield found["ref"], element_words(found["role"], re.sub(r"\\(.)", r"\1", (found["name"] or "")[1:-1]))


def in_words(sentence: str, elements: Mapping[str, str]) -> str:
    """Return a sentence of ours with the elements by name where it has refs."""

    def name(found: re.Match[str]) -> str:
        if found["ref"] is None:
            return found[0]
        if found["no"]:
            return "no such element"
        before = sentence[: found.start()]
        begins = (found["the"] or "").startswith("The") or not before or before.endswith((". ", "? "))
        return f"{'The' if begins else 'the'} {elements.get(found['ref'], 'element')}"

    return _REF.sub(name, sentence)


def error_in_words(error: str, code: str, elements: Mapping[str, str]) -> str:
    """Return the error of a model's call as a person is told it. What was not permitted holds words of the page."""
    return _BY_CODE.get(code) or (error if code == "not_permitted" else in_words(error, elements))


def reason_in_words(reason: str, elements: Mapping[str, str]) -> str:
    """Return a reason of a check with its element by name, and with what a person can do about it in place of what the
    model is to do. What else stands there may be the page's words, and stays."""
    if found := _STEP.match(reason):
        what = re.sub(f"^{_COMPLAINS}", " the page complains", reason[found.end() :])
        reason = in_words(found[0], elements) + what
    told = _ADVICE.sub("", reason)
    ending = next((one for one in _ADVISED if told.endswith(one)), "")
    return f"{told.removesuffix(ending)}{_ADVISED.get(ending, '')}".rstrip()


def check_in_words(
    reasons: Iterable[str], missing: Iterable[str], elements: Mapping[str, str], *, by: str
) -> tuple[list[str], list[str]]:
    """Return the reasons of a check for a person, and of what is missing what they do not say. Those of a ``model``
    stay as they are: it writes of the page."""
    raw = list(reasons)
    if by == "model":
        return raw, list(missing)
    left = [one for one in missing if "`" not in one and not any(reason.endswith(one) for reason in raw)]
    return [reason_in_words(reason, elements) for reason in raw], left


def hint_in_words(hint: str, elements: Mapping[str, str]) -> str:
    """Return what of a hint a person can follow."""
    shorter = _SNAPSHOT.sub("", _TOOL_TO_USE.sub("", hint)).lstrip(";,. ")
    sentences = (one for one in re.split(r"(?<=[.!?]) +", shorter) if not _FOR_MODELS.search(one))
    said = in_words(" ".join(sentences), elements)
    return said[:1].upper() + said[1:]


def elements_of_data(data: Any) -> Iterator[tuple[str, str]]:
    """Yield the same of the elements that a result lists."""
    listed = data.get("elements") if isinstance(data, Mapping) else None
    for one in listed if isinstance(listed, list) else ():
        if isinstance(one, Mapping) and re.fullmatch(REF, str(one.get("ref"))):
            yield str(one["ref"]), element_words(str(one.get("role") or ""), str(one.get("name") or ""))
