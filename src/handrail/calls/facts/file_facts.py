"""Collects the facts of the file that a call would send or read: a file of this machine, or one to fetch and upload."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path

from handrail.browser.network.fetching import file_name
from handrail.browser.types.network.addresses import web_address
from handrail.calls.facts.address_facts import AddressCollector
from handrail.calls.state import SessionState
from handrail.policy.facts import FileFacts, RemoteFileFacts
from handrail.policy.words.lexicon import plain
from handrail.results import Failed
from handrail.tools.core.table import Params, Record
from handrail.tools.support.local_files import is_address, real_path

File = FileFacts | RemoteFileFacts
MOST_FOLDERS = 5
"""Most folders above a file that a name of it has, short of the whole path."""
MOST_FILES = 10_000
"""Most files of a folder whose names are compared."""


async def file_facts(
    state: SessionState, addresses: AddressCollector, record: Record, params: Params
) -> File | Failed | None:
    """Return the facts, None if the call names no file of the user's, or the failure that says why there can be none.
    Raise `BrowserError` where the file's address is none."""
    given, uploads = getattr(params, "local_path", None), record.capability == "upload"
    if uploads and record.value_field is not None:
        given = getattr(params, record.value_field)
    if given is None or (not uploads and state.tabs.downloads.find(given) is not None):
        return None
    words, files = state.provenance.words, state.files
    if uploads and is_address(given):
        url = web_address(given)
        address = await addresses.of_url(url)
        named = words.names_file(url, file_name(url), arrives=True, site=state.tab.origin)
        return RemoteFileFacts(url, tuple(files.upload_urls), named, address.known and not address.made_up)
    path = _resolved(given, files.upload_dirs)
    if path is None:
        return Failed("no_such_file", "The path cannot be resolved.", hint="Give the full path of a file.")
    names = _names_of(given, path, files.upload_dirs)
    tab = state.tabs.active_or_none if uploads else None
    site = tab.origin if tab is not None else ""
    others = _names_beside(path, files.upload_dirs)
    longer = sorted(one for one in others if path.name in one)
    named = words.names_file(*names, longer=longer, site=site) or (not uploads and words.mentions_file(*names))
    # "plan.txt" is not "Plan.txt" where both are there.
    named &= words.spells(path.name) or not any(plain(one) == plain(path.name) for one in others)
    return FileFacts(path, tuple(files.upload_dirs), named, files.is_of_run(path))


def _names_of(given: str, path: Path, folders: Iterable[Path]) -> list[str]:
    """Return the names by which a file can be meant: with each of the folders above it, and alone only where it lies
    directly in a folder that is allowed. Below that, another file may have the same name, or it may be in a place that
    whoever gives the bare name does not think of: "cv.txt" is not "private/cv.txt"."""
    parts = path.parts
    names = [str(path), *("/".join(parts[at:]) for at in range(max(1, len(parts) - MOST_FOLDERS), len(parts) - 1))]
    names += [given] if len(Path(given).parts) > 1 else []
    return [*names, *([path.name] if path.parent in folders else [])]


def _names_beside(path: Path, folders: Iterable[Path]) -> set[str]:
    """Return the names of other files, beside the file and in the folders."""
    names = set[str]()
    for folder in {path.parent, *folders}:
        with suppress(OSError), os.scandir(folder) as entries:
            names |= {one.name for one in islice(entries, MOST_FILES)}
    return names - {path.name}


def _resolved(given: str, folders: Sequence[Path]) -> Path | None:
    try:
        return real_path(given, folders)
    except (OSError, RuntimeError, ValueError):
        return None


def name_of(file: File) -> str:
    """Return the name of a file."""
    return file.path.name if isinstance(file, FileFacts) else file_name(file.url)
