"""Rules for what is fetched, kept, read from this machine, opened with a secret, and dropped: over plain facts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from handrail.browser.types.facts import ElementFacts
from handrail.policy import AddressFacts, Allow, Ask, CallRequest, Deny, Facts, FileFacts, Grant, Permissions, decide
from handrail.policy.facts import SecretFacts
from handrail.policy.permissions import NavigationLimits
from handrail.policy.rules.secrets import may_open_document
from handrail.policy.words.user_words import UserWords
from handrail.trust import External

SHOP = "https://shop.example"
OPENED = Permissions.of([SHOP])
DOWNLOAD = CallRequest("model", "act", "download", "read", "download", offered_in_ask=False, permissions=OPENED)
FETCH = replace(DOWNLOAD, tool="fetch_url", capability="goto", offered_in_ask=True)


def at(url: str, origin: str | None = SHOP, **known: bool) -> AddressFacts:
    return AddressFacts(url, origin, **{"known": True, **known})


def test_a_download_needs_that_the_user_asked_for_a_file_on_an_opened_origin() -> None:
    facts = Facts("", "", address=at(f"{SHOP}/list.csv"))
    asked = decide(DOWNLOAD, facts)
    assert isinstance(asked, Ask)
    assert asked.grants == (Grant("download", SHOP),)
    assert isinstance(decide(DOWNLOAD, replace(facts, wants_file=True)), Allow)
    assert isinstance(decide(DOWNLOAD, replace(facts, address=at(f"{SHOP}/list.csv", by_user=True))), Allow)
    granted = Permissions.of([SHOP], [f"download@{SHOP}"])
    assert isinstance(decide(replace(DOWNLOAD, permissions=granted), facts), Allow)
    assert isinstance(decide(replace(DOWNLOAD, caller="user"), facts), Allow)


def test_a_wish_for_a_file_fetches_no_program_and_nothing_of_other_origins() -> None:
    for address in (at(f"{SHOP}/setup.exe"), at("https://cdn.example/x.csv", "https://cdn.example")):
        assert isinstance(decide(DOWNLOAD, Facts("", "", address=address, wants_file=True)), Ask)
    nobody = decide(DOWNLOAD, Facts("", "", address=at("https://a@b/", None), wants_file=True))
    assert isinstance(nobody, Ask)
    assert not nobody.lasts


@pytest.mark.parametrize("request_", [DOWNLOAD, FETCH])
def test_an_address_that_deletes_is_asked_for_also_where_it_is_only_fetched(request_: CallRequest) -> None:
    granted = replace(request_, permissions=Permissions.of([SHOP], [f"download@{SHOP}"]))
    facts = Facts("", "", address=at(f"{SHOP}/posts/delete/4"))
    assert isinstance(decide(granted, facts), Ask)
    assert isinstance(decide(granted, replace(facts, address=at(f"{SHOP}/posts/4"))), Allow)


def test_what_the_user_forbade_is_not_fetched() -> None:
    facts = Facts("", "", address=at(f"{SHOP}/list.csv"), wants_file=True, forbidden=frozenset(("download",)))
    assert isinstance(decide(DOWNLOAD, facts), Deny)
    limits = Permissions.of(["https://cdn.example"])
    limits.rails = NavigationLimits(frozenset(("shop.example",)))
    elsewhere = Facts("", "", address=at("https://cdn.example/x", "https://cdn.example"))
    assert isinstance(decide(replace(FETCH, permissions=limits), elsewhere), Deny)
    assert isinstance(decide(replace(FETCH, permissions=limits), Facts("", "", address=at(f"{SHOP}/x"))), Allow)


def test_in_ask_mode_a_model_looks_and_keeps_no_files() -> None:
    facts = Facts("", "", address=at(f"{SHOP}/list.csv"), wants_file=True)
    assert isinstance(decide(replace(DOWNLOAD, mode="ask"), facts), Deny)
    assert isinstance(decide(replace(FETCH, mode="ask"), facts), Allow)
    assert isinstance(decide(replace(DOWNLOAD, mode="ask", caller="user"), facts), Allow)


def test_of_this_machine_a_model_reads_files_that_the_user_spoke_of(tmp_path: Path) -> None:
    read = replace(FETCH, tool="read_download", capability="read_download")
    file = FileFacts(tmp_path / "terms.txt", (tmp_path,))
    asked = decide(read, Facts("", "", file=file))
    assert isinstance(asked, Ask)
    assert not asked.lasts
    assert isinstance(decide(read, Facts("", "", file=replace(file, named=True))), Allow)
    assert isinstance(decide(replace(read, caller="user"), Facts("", "", file=file)), Allow)
    outside = FileFacts(Path("/etc/passwd"), (tmp_path,), named=True)
    assert isinstance(decide(replace(read, caller="user"), Facts("", "", file=outside)), Deny)


def test_a_question_speaks_of_a_file_and_a_prohibition_does_not() -> None:
    words = UserWords()
    words.add_text("What does terms.txt say? Do not open secret.txt.")
    assert words.mentions_file("terms.txt")
    assert not words.mentions_file("secret.txt")
    assert not words.mentions_file("other.txt")


def test_a_secret_is_tried_on_documents_of_its_own_sites_and_of_this_machine() -> None:
    secret = SecretFacts("pdf", (SHOP,), "password")
    assert may_open_document(secret, SHOP)
    assert may_open_document(secret, "file")
    assert not may_open_document(secret, "https://evil.example")


def test_what_is_dropped_on_a_bin_is_deleted() -> None:
    name = External("Note", SHOP, "page-elements")
    item = ElementFacts("n", SHOP, "li", "listitem", name, "other", "", "", None, False, False, True, False, 0, None)
    drag = replace(FETCH, tool="drag", effect="change", capability="drag", offered_in_ask=False)
    assert isinstance(decide(drag, Facts(SHOP, "n", item, chosen=("Done",))), Allow)
    assert isinstance(decide(drag, Facts(SHOP, "n", item, chosen=("Move to trash",))), Ask)
    nowhere = replace(drag, permissions=Permissions())
    assert isinstance(decide(nowhere, Facts(SHOP, "n", item, chosen=("Done",))), Ask)
