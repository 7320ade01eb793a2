"""What an act does, by all that tells of it: words on controls, method and address, and what a request carries.

`verb_words.json` holds the words, by language, and says where they come from. An act in which nothing here recognises a
consequence is judged by its form (`acts.py`) and by what it sends.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from itertools import chain, pairwise
from urllib.parse import parse_qsl

from handrail.browser.types.facts import ElementFacts
from handrail.messages import Sentence
from handrail.policy.permissions import EVERY_TIME, Verb
from handrail.policy.words.compounds import numbers_apart, words_apart
from handrail.trust import External
from handrail.trust.words import UNSPACED, address_steps, fold, identifier_words, pattern_of

_WORDS = json.loads((resources.files("handrail.policy.words") / "verb_words.json").read_text("utf-8"))
_LANGUAGES: Mapping[str, Mapping[str, list[str]]] = _WORDS["labels"]
_ADDRESSES: Mapping[str, list[str]] = _WORDS["addresses"]
_ACTS: Mapping[str, Mapping[Verb, list[str]]] = _WORDS["acts"]
_ALL: Mapping[str, list[str]] = _WORDS["all"]
CONSEQUENCES: dict[Verb, Sentence] = {
    "pay": Sentence("which may pay or order something"),
    "delete": Sentence("which may delete or revoke something"),
    "access": Sentence("which may change who has access"),
    "send": Sentence("which may send or publish something"),
}
"""How a question words what pressing a control, or opening an address, may do; the most serious first."""
LONGEST_LINK, LETTERS_A_WORD = 4, 5
"""Words of a link that does something: "Delete this page" does, "How to delete your account" is an article."""
MAX_URL_CHARS = 5_000
"""Characters of an address that are read, half of them at its end."""
LONGEST_SLUG, LONGEST_NAME = 3, 5
"""Words of a step of a path that names an act: with hyphens (a longer one is an article), and written otherwise."""
_HOST = re.compile(r"\A[a-z][a-z0-9+.-]*:[/\\]{2}[^/?#\\]*", re.IGNORECASE)
_PROGRAM = re.compile(r"(?<=\w)(?:(?: all)?(?: (?:php\d?|aspx?|jsp|cgi))?| all html?)\Z")
"""What follows the verb in the name of a program: "delete_all.php"."""
_ID = re.compile(r"\d+|(?=.*\d)[0-9a-f-]{8,}|[a-z]{1,3}-?\d{2,}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of an act before a control is pressed, or while a request is held.

    Attributes:
        labels: every text of what is pressed: accessible name, visible text, value, title.
        body_keys: names of the body's fields, "name=value" where the value may name an act.
        operation: GraphQL operations and fields, the method of a JSON-RPC call, with spaces between them.
        asks: it only asks, so that what is, or is to be, says what is looked for: "status=deleted".
        queries: it is a document of GraphQL that holds queries alone, which read as a GET does.
    """

    labels: tuple[str, ...] = ()
    option: str = ""
    dialog: str = ""
    method: str = "GET"
    url: str = ""
    body_keys: tuple[str, ...] = ()
    operation: str = ""
    asks: bool = False
    parts: tuple[Evidence, ...] = ()
    queries: bool = False


def gravest(evidence: Evidence) -> Verb | None:
    """Return the most serious act that any of the evidence tells of; None where nothing suggests a consequence."""
    return next(iter(verbs(evidence)), None)


def verbs(evidence: Evidence) -> list[Verb]:
    """Return every act of consequence that the evidence tells of, the most serious first."""
    method = evidence.method.lower()
    found = _verbs_in_name("anywhere", method)
    for label in map(_label, filter(None, (*evidence.labels, evidence.option, evidence.dialog))):
        found |= {verb for verb in CONSEQUENCES if any(words.search(label) for words in _in_each_language(verb))}
    option = fold(evidence.option)
    if option and any(words.search(option) for words in _in_each_language("everyone")):
        found.add("access")
    pairs = [key.partition("=")[::2] for key in evidence.body_keys]
    pages = _asks_for_page(evidence.url, pairs)
    reads = method in ("get", "head", "options")
    found |= _named_by_address(evidence.url, reads=reads, creates=bool(pairs) and not reads and not pages)
    if ("grant_type", "password") in pairs:
        # A user signs in by OAuth: the token of the address is for the session of this page.
        found.discard("access")
    for name, value in pairs:
        # What is only asked for may be called like an act: the field "_delete" of a record.
        is_name = evidence.asks and "/" not in value and not names_act(name)
        found |= set() if is_name else _named_by_parameter(name, value)
        found |= set() if value.lower() in _ADDRESSES["negations"] else _verbs_in_name("body_keys", name)
    # A document of GraphQL is called "query", whatever it does.
    if not (reads or evidence.asks or (pages and not evidence.operation)):
        query = parse_qsl(cut(evidence.url).partition("#")[0].partition("?")[2]) if evidence.url.isprintable() else []
        found |= {verb for name, value in (*pairs, *query) for verb in _named_by_state(name, value)}
    for name in evidence.operation.split():
        found |= _verbs_in_name("anywhere", name)
    if evidence.queries:
        found &= EVERY_TIME
    found |= {verb for part in evidence.parts for verb in verbs(part)}
    return [verb for verb in CONSEQUENCES if verb in found]


def _asks_for_page(url: str, pairs: Sequence[tuple[str, str]]) -> bool:
    """Return whether a body asks for a page of a list and for nothing else: its fields say which page, or of what
    state, and the address is not of one thing. ("item", "size" order a shirt.)"""
    names = [identifier_words(name) for name, _ in pairs]
    paging = [" ".join(words) in _ADDRESSES["page_parameters"] for words in names]
    states = [words[-1:] and words[-1] in _ADDRESSES["state_parameters"] for words in names]
    of_list = all(page or state for page, state in zip(paging, states, strict=True))
    step = next(reversed(_steps(_HOST.sub("", cut(url)).partition("?")[0])), "")
    return any(paging) and of_list and _ID.fullmatch(step) is None


def verbs_of(element: ElementFacts, *, submits: bool) -> list[Verb]:
    """Return every act that pressing the element would be; ``submits``: its form would be sent, from a field as its
    default button does. A form that a script sends has no address of its own."""
    if element.href is not None:
        return _verbs_of_link(element.name.raw, element.href.raw)
    label, form = pressed_name(element, submits=submits).raw, element.form
    if not submits or form is None or form.scripted or form.method == "dialog":
        return verbs(Evidence((label,)))
    opened = pattern_of(_ADDRESSES["opened"])
    acts = tuple(f"action={value.raw}" for value in form.values if opened.fullmatch(fold(value.raw)))
    found = {*verbs(Evidence((label,), method=form.method, url=form.action.raw, body_keys=acts))}
    found |= {*verbs(Evidence(method="POST", body_keys=tuple(one.raw for one in form.acts)))} if form.acts else set()
    return [verb for verb in CONSEQUENCES if verb in found]


def verb_of_name(name: str) -> Verb | None:
    """Return what a control of this name does. Soft hyphens and wide letters hide nothing."""
    return gravest(Evidence((name,)))


def speaks_of_all(text: str) -> bool:
    """Return whether a text is about all things of a kind, or a whole."""
    flat = fold(text)
    return any(pattern_of(words).search(flat) for words in _ALL.values())


def pressed_name(element: ElementFacts, *, submits: bool) -> External:
    """Return the name of what is pressed: of a field whose form is sent, the form's default button."""
    button = element.form.submitter if element.form is not None else None
    return button if submits and button is not None and element.kind != "submit" else element.name


def _verbs_of_link(name: str, href: str) -> list[Verb]:
    """Return the acts of a link's address. Following one only reads, by HTTP; but some sites delete by link, so one
    that names that first, or in two words, is taken at its word."""
    text = re.sub(r"\A\W+", "", _label(name))
    length = len(text) / LETTERS_A_WORD if UNSPACED.search(text) else len(text.split())
    deletes = _in_each_language("delete") if length <= LONGEST_LINK else ()
    if any(one.match(text) or (length <= 2 and one.search(text)) for one in deletes):
        return ["delete"]
    return verbs(Evidence(url=href))


def _named_by_address(url: str, *, reads: bool, creates: bool) -> set[Verb]:
    """Return the acts that an address names. To open an address (GET) reads, by HTTP: only what pays or deletes counts,
    where it is clearly no article. A body that asks for no page of a list creates one of what the address ends with:
    "/orders"."""
    rest, _, fragment = _HOST.sub("", cut(url)).partition("#")
    path, _, query = rest.partition("?")
    pairs = dict.fromkeys(parse_qsl(query, keep_blank_values=True))
    aimed = any(_ID.fullmatch(value) or name.lower() in _ADDRESSES["amounts"] for name, value in pairs)
    found = _named_by_path(f"{path}/{fragment}" if fragment[:1] in ("/", "!") else path, reads=reads, aimed=aimed)
    last = next((step for step in reversed(_steps(path)) if creates), "")
    found |= _verbs_in_name("last_step", last) if len(last.split()) == 1 and "-" not in last else set()
    named = [step for step in _steps(path) if not _ID.fullmatch(step)]
    found |= _verbs_in_name("last_two_steps", " ".join(named[-2:])) if creates else set()
    for name, value in pairs:
        if value.lower() not in _ADDRESSES["negations"]:
            found |= _verbs_in_name("anywhere", name) & {"delete"}
        found |= _named_by_parameter(name, value, reads=reads, aimed=aimed)
    return found & EVERY_TIME if reads else found


def cut(url: str) -> str:
    """Return what is read of an address: of a long one its beginning and its end."""
    return url if len(url) <= MAX_URL_CHARS else url[: MAX_URL_CHARS // 2] + url[-MAX_URL_CHARS // 2 :]


def names_act(parameter: str) -> bool:
    """Return whether a parameter of this name says what is to be done: "action", "cmd". ("loginMethod" says how.)"""
    words = identifier_words(parameter)
    # "methodName" of DWR.
    words = words[:-1] if len(words) > 1 and words[-1] == "name" else words
    says_how = not {" ".join(words[-length:]) for length in (2, 3)}.isdisjoint(_ADDRESSES["sign_in_methods"])
    return bool(words) and words[-1] in _ADDRESSES["action_parameters"] and not says_how


def sets(parameter: str) -> bool:
    """Return whether a field of this name says what is done to something, or what it is to be: "action", "status"."""
    words = identifier_words(parameter)
    endings = {" ".join(words[-length:]) for length in (1, 2)}
    flags = chain.from_iterable((*_ACTS["flags"].values(), *_ACTS["unset_flags"].values()))
    return names_act(parameter) or not endings.isdisjoint((*_ADDRESSES["state_parameters"], *flags))


def _named_by_parameter(name: str, value: str, *, reads: bool = False, aimed: bool = False) -> set[Verb]:
    """Return the acts that a parameter names ("action=trash"), or an address in it ("route=post/delete")."""
    last = next(reversed(identifier_words(name)), "")
    if names_act(name):
        found = _verbs_in_name("anywhere", value) | (set() if reads else _verbs_in_name("steps", value))
        return found | ({"delete"} if pattern_of(_ADDRESSES["opened"]).fullmatch(fold(value)) else set())
    if (last in _ADDRESSES["text_parameters"] and not (reads and "/" in value)) or any(map(str.isspace, value)):
        return set()
    return _named_by_path(_HOST.sub("", value), reads=True, aimed=aimed) & EVERY_TIME


def _named_by_state(name: str, value: str) -> set[Verb]:
    """Return the acts of a field that says what is to be: "deleted=true", "private=false", "status=published"."""
    words, said = identifier_words(name), identifier_words(value)
    if not set(words).isdisjoint(_ADDRESSES["shows"]):
        return set()
    words = words[:-1] if len(words) > 1 and words[-1] in _KINDS_OF_NAME else words
    endings, found = {" ".join(words[-length:]) for length in (1, 2)}, set[Verb]()
    # "isdeleted" in one word.
    endings |= {_IS.sub("", words[-1])} if words else set()
    for kind, holds in (("flags", affirms(value)), ("unset_flags", value.lower() in _ADDRESSES["negations"])):
        found |= {verb for verb, flags in _ACTS[kind].items() if holds and not endings.isdisjoint(flags)}
    if words[-1:] and words[-1] in _ADDRESSES["state_parameters"]:
        # A text of several words may be any: a job title, a remark.
        last = said[-1:] if not any(map(str.isspace, value)) and said[:-1] != ["not"] else []
        states = {" ".join(said), *last}
        found |= {verb for verb, entries in _ACTS["states"].items() if not states.isdisjoint(entries)}
    return found


_KINDS_OF_NAME = frozenset(("id", "code", "name", "key"))
"""Ends of the name of a field that says a state by a code: "statusId"."""
_IS = re.compile(r"\A(?:is|was|set|mark)(?=\w{4})")
_TIME = re.compile(r"\d{4}-\d\d-\d\d|(?:\d{10}|\d{13})(?:\.\d+)?\Z")
"""A date, or the seconds or milliseconds since 1970."""


def affirms(value: str) -> bool:
    """Return whether a value says yes, now, or when."""
    return value.lower().removesuffix(".0") in _ADDRESSES["affirmations"] or _TIME.match(value) is not None


def is_sent(keys: Iterable[str]) -> bool:
    """Return whether fields say that what they hold is sent, or is a draft no more."""
    return any("send" in _named_by_state(*key.partition("=")[::2]) for key in keys)


def _named_by_path(path: str, *, reads: bool, aimed: bool) -> set[Verb]:
    steps, found = _steps(path), set[Verb]()
    article = not set(_ADDRESSES["articles"]).isdisjoint(steps)
    for written, after in dict.fromkeys(pairwise([*steps, ""])):
        step = _PROGRAM.sub("", written)
        words, acts = re.split("[ -]", step), _verbs_in_name("anywhere", step)
        at_one = aimed or _ID.fullmatch(after) is not None
        if len(words) > (LONGEST_SLUG if "-" in step else LONGEST_NAME) or (reads and words[-1] in _ADDRESSES["files"]):
            continue
        if not reads:
            found |= acts | _verbs_in_name("steps", step)
            found |= {"delete"} if pattern_of(_ADDRESSES["opened"]).search(_cut(_words_of_name(step))) else set()
        elif len(words) == 1:
            found |= {"delete"} if pattern_of(_ADDRESSES["opened"]).fullmatch(step) else set()
            found |= acts & {"pay"} if aimed and not after else set()
            # "/trash" may be a folder.
            found |= acts & {"delete"} if step != written else set()
        elif at_one or (not article and ("-" not in step or words[-1] in _ADDRESSES["objects"])):
            found |= acts & (EVERY_TIME if at_one else {"delete"})
    return found


def _steps(path: str) -> list[str]:
    return [step for step in _cut(address_steps(path)).split("/") if step.strip(" .")]


def _label(text: str) -> str:
    """Return a label without what only sounds grave ("Remove filter"); a single identifier as its words."""
    one = " " not in text.strip() and ("_" in text or not text[:1].isupper())
    flat = _words_of_name(text) if one else numbers_apart(fold(text))
    for words in _in_each_language("harmless"):
        flat = words.sub(".", flat)
    return flat


# Each label is compared with all of them: to look a pattern up by its words takes as long as to search with it.
@cache
def _in_each_language(kind: str) -> list[re.Pattern[str]]:
    return [pattern_of(words.get(kind, ())) for words in _LANGUAGES.values()]


def _cut(text: str) -> str:
    return pattern_of(_ADDRESSES["harmless"]).sub(".", text)


@lru_cache(maxsize=5_000)
def _words_of_name(name: str) -> str:
    things, acts = chain(_ADDRESSES["objects"], *_ACTS["last_step"].values()), _ACTS["anywhere"]
    deletes = filter(_ADDRESSES["opened"].__contains__, acts["delete"])
    return words_apart(" ".join(identifier_words(name)), deletes, chain(*acts.values()), things)


def _verbs_in_name(kind: str, name: str) -> set[Verb]:
    """Return the acts that a name in an address or in a body tells of."""
    # What has a verb of its own is no thing that is created: "confirmemail".
    is_whole = kind in ("last_step", "last_two_steps")
    text = _cut(numbers_apart(" ".join(identifier_words(name))) if is_whole else _words_of_name(name))
    return {verb for verb, entries in _ACTS[kind].items() if pattern_of(entries).search(text)}
