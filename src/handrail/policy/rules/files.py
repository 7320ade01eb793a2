"""Files: uploads only from where the user allowed, and only of what they named; downloads that the user meant.

What may run something when it is opened cannot be listed: systems and their programs add to it. `content_files.json`
lists the endings of files that are opened as data (documents, pictures, sound, films, archives, sources), the content
types of programs, and the endings of pages that hand over a file of another name.
"""

from __future__ import annotations

import json
import shlex
import unicodedata
from importlib import resources
from urllib.parse import unquote, urlsplit

from handrail.browser.types.side_effects import ArrivingFile
from handrail.messages import Sentence
from handrail.policy.decision import Ask, Decision, Deny, ask_for_grant, flag, quotation
from handrail.policy.facts import CallRequest, Facts, FileFacts, RemoteFileFacts
from handrail.policy.origins import origin_of
from handrail.policy.permissions import Permissions
from handrail.policy.words.user_words import UserWords
from handrail.trust import one_line, site_line

_LISTS = json.loads((resources.files("handrail.policy.rules") / "content_files.json").read_text("utf-8"))
_ENDINGS, _OF_PAGES, _PROGRAM_TYPES = (frozenset(_LISTS[key]) for key in ("endings", "page_endings", "program_types"))


def uploads_from_allowed_folders(_request: CallRequest, facts: Facts) -> Decision | None:
    """Promise G4. The path is judged after links and ``..`` are resolved, for every caller: a folder is also what keeps
    the user from sending the wrong file."""
    if not isinstance(facts.file, FileFacts):
        return None
    if any(facts.file.path.is_relative_to(folder) for folder in facts.file.allowed):
        return None
    # A model may have composed the path.
    return Deny(
        "uploads_from_allowed_folders",
        f"The file {_quoted(facts.file.shown)} is not in a folder that uploads may come from.",
        remedy=flag("--upload-dir", str(facts.file.path.parent)),
    )


def uploads_from_allowed_addresses(_request: CallRequest, facts: Facts) -> Decision | None:
    """Promise G4, for a file that is fetched to be uploaded: only from an address that the user allowed beforehand."""
    if not isinstance(facts.file, RemoteFileFacts) or facts.file.is_allowed:
        return None
    why = "is not one that uploads may come from"
    if facts.file.is_below:
        why = "is below one that uploads may come from, but neither in your words nor a link that was read"
    return Deny(
        "uploads_from_allowed_addresses",
        f"The address {_quoted(facts.file.url)} {why}.",
        remedy=flag("--upload-url", facts.file.url),
    )


def no_files_of_the_run(_request: CallRequest, facts: Facts) -> Decision | None:
    """Promises G2 and G4. What a model wrote, or had kept, is neither the user's file nor what was read, though the
    run's folder lies in one that uploads may come from."""
    if not isinstance(facts.file, FileFacts) or not facts.file.of_run:
        return None
    return Deny(
        "no_files_of_the_run",
        f"The file {_quoted(facts.file.shown)} lies in the run's own folder, where the model writes.",
        remedy="",
    )


def uploads_that_were_meant(request: CallRequest, facts: Facts) -> Decision | None:
    """Rule 7. Of the allowed folders a model sends or reads the file that the user named; any other needs a grant."""
    if facts.file is None or facts.file.named:
        return None
    if request.effect == "read":
        # What a model reads goes to its provider. There is no origin that it could be granted for.
        question = Sentence("The model wants to read {file}.", file=quotation(facts.file.shown, 500))
        return Ask("uploads_that_were_meant", question, "")
    if request.permissions.allows("upload", facts.acted_on):
        return None
    question = Sentence(
        "The model wants to upload {file} to {site}.",
        file=quotation(facts.file.shown, 500),
        site=one_line(facts.acted_on, 200),
    )
    return ask_for_grant("uploads_that_were_meant", "upload", facts.acted_on, question)


def is_program(name: str, content_type: str = "") -> bool:
    """Return whether a file may run something when it is opened: its ending is not one of data. Without an ending, a
    system opens it as what it holds, and programs need more than that."""
    kind = content_type.partition(";")[0].strip().lower()
    return (
        not (_ending_of(name) in _ENDINGS or _has_no_ending(name)) or kind in _PROGRAM_TYPES or "macroenabled" in kind
    )


def links_to_program(address: str) -> bool:
    """Return whether a link names a program by its address; what comes of it is judged again."""
    name = unquote(urlsplit(address).path).rpartition("/")[2]
    return is_program(name) and _ending_of(name) not in _OF_PAGES


def _ending_of(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold().rstrip(". ").rpartition(".")[2]


def _has_no_ending(name: str) -> bool:
    """Return whether a name has no ending, or a number as the end of a version or of a part ("notes-1.2")."""
    return "." not in unicodedata.normalize("NFKC", name).rstrip(". ") or _ending_of(name).isdecimal()


def may_keep(
    file: ArrivingFile, facts: Facts, permissions: Permissions, words: UserWords, *, approved: bool, asked: bool
) -> bool:
    """Rule 7 for what turns out to be a file, whatever it came of: the user named it, its address or the control; a
    task that asks for a file in other words allows no programs, and only files of an origin that the user opened;
    ``approved``: the user agreed to the act; ``asked``: the question was whether to download."""
    origin = arrives_from(file, facts)
    if _is_forbidden(file, facts, permissions, words):
        return False
    opened, program = permissions.may_write(origin), is_program(file.name, file.content_type)
    by_user = facts.address is not None and facts.address.by_user and facts.address.origin == origin
    pressed = facts.names_press and (not program or opened or origin == facts.acted_on)
    if asked or by_user or pressed or permissions.allows("download", origin):
        return True
    if opened and words.names_file(file.name, arrives=True):
        return True
    if program:
        return False
    granted = permissions.allows("download", facts.acted_on)
    return approved or granted or facts.named or (opened and words.asks("download"))


def question_to_keep(
    file: ArrivingFile, facts: Facts, permissions: Permissions, words: UserWords, pressed: str = ""
) -> Ask | None:
    """Return the question whether a file is kept that `may_keep` does not keep; None where the user forbade it;
    ``pressed``: what the model pressed that the file comes of, as a question calls it."""
    origin = arrives_from(file, facts)
    if _is_forbidden(file, facts, permissions, words) or not origin:
        return None
    shown = {"site": site_line(origin), "file": quotation(file.name, 200)}
    program = is_program(file.name, file.content_type)
    if program and pressed:
        question = Sentence(
            "After the model pressed {what}, {site} hands over {file}, which may be a program.", what=pressed, **shown
        )
    elif program:
        question = Sentence("{site} hands over {file}, which may be a program, and you did not ask for it.", **shown)
    elif pressed:
        question = Sentence("After the model pressed {what}, {site} hands over the file {file}.", what=pressed, **shown)
    else:
        question = Sentence("{site} hands over the file {file}, which you did not ask for.", **shown)
    return ask_for_grant("files_that_were_meant", "download", origin, question)


def _is_forbidden(file: ArrivingFile, facts: Facts, permissions: Permissions, words: UserWords) -> bool:
    if "download" in permissions.rails.never | words.forbidden or words.denies_file(file.name):
        return True
    return permissions.refuses("download", arrives_from(file, facts), facts.acted_on)


def arrives_from(file: ArrivingFile, facts: Facts) -> str:
    """Return the origin that a file is of. What a script made, or the address holds, is of its page."""
    return facts.acted_on if file.url.startswith("data:") else origin_of(file.url.removeprefix("blob:")) or ""


def _quoted(file: str) -> str:
    """Return a path or address as a person may paste it into a shell."""
    return shlex.quote(one_line(file, 500))
