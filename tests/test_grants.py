"""What the user permitted for good: the file, and the sessions that have it."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from handrail import Session
from handrail.errors import UsageError
from handrail.grants import GrantBook
from handrail.policy import Ask, Grant, Permissions
from handrail.policy.permissions import Refusal

SHOP = "https://shop.example"
QUESTION = Ask("test", "?", "", (Grant("submit", SHOP),), ("https://docs.example",))


@pytest.fixture
def book(tmp_path: Path) -> GrantBook:
    return GrantBook(tmp_path / "grants")


def test_an_answer_for_good_is_kept_once_readably_and_for_its_owner_alone(book):
    book.keep(QUESTION)
    book.keep(QUESTION)
    assert book.entries() == [f"submit@{SHOP}", "https://docs.example"]
    assert f"submit@{SHOP} " in book.path.read_text()
    if os.name == "posix":
        assert book.path.stat().st_mode & 0o777 == 0o600


def test_a_session_that_is_given_the_book_has_what_stands_in_it(book):
    book.keep(QUESTION)
    permissions = Session(grant_book=book).permissions
    assert permissions.allows("submit", SHOP)
    assert permissions.may_write("https://docs.example")
    assert not Session().permissions.allows("submit", SHOP)


def test_what_is_no_grant_is_not_in_the_list_and_cannot_be_revoked(book):
    assert not book.revoke("foo")


def test_what_is_revoked_is_gone_and_what_is_not_there_cannot_be(book):
    book.keep(QUESTION)
    assert book.revoke("submit@shop.example")
    assert book.entries() == ["https://docs.example"]
    assert not book.revoke(f"submit@{SHOP}")


def test_what_a_person_wrote_into_the_file_stays_with_the_dates_of_older_lines(book):
    book.path.write_text("# mine, for the shop\npress@https://shop.example # on 2026-01-02\n")
    book.keep(QUESTION)
    lines = book.path.read_text().splitlines()
    assert lines[:2] == ["# mine, for the shop", "press@https://shop.example # on 2026-01-02"]
    assert len(lines) == 4
    assert book.revoke(f"submit@{SHOP}")
    assert book.path.read_text().splitlines() == lines[:2] + lines[3:]


@pytest.mark.skipif(os.name != "posix", reason="Windows makes links for administrators only")
def test_a_link_to_the_file_stays_a_link(book):
    kept = book.path.with_name("dotfiles")
    kept.write_text("")
    book.path.symlink_to(kept)
    book.keep(QUESTION)
    assert book.path.is_symlink()
    assert SHOP in kept.read_text()


def test_what_was_refused_for_good_is_kept_wins_in_a_session_and_can_be_taken_back(book):
    pays = Ask("test", "?", "", refusable=(Refusal("pay", SHOP),))
    book.keep(QUESTION)
    for question in (pays, QUESTION, pays):
        book.refuse(question)
    assert book.entries()[2:] == [f"never pay@{SHOP}", f"never submit@{SHOP}", "never https://docs.example"]
    permissions = Session(grant_book=book, trust=["docs.example"], allow_origins=["docs.example"]).permissions
    assert not permissions.allows("submit", SHOP)
    assert not permissions.may_write("https://docs.example")
    assert book.revoke("never  submit@shop.example")
    assert Session(grant_book=book).permissions.allows("submit", SHOP)


def test_a_line_that_is_no_permission_is_reported_and_permits_nothing(book):
    book.path.write_text("# mine\nsubmit@https://shop.example\npay@https://shop.example\n")
    permissions = Permissions()
    with pytest.raises(UsageError, match="asked every time"):
        book.add_to(permissions)
    assert permissions == Permissions()


@pytest.mark.parametrize("option", [{"grants": ["fly@x.example"]}, {"allow_origins": ["ftp://x"]}, {"trust": [""]}])
def test_a_permission_that_is_none_is_a_clear_error(option):
    with pytest.raises(UsageError):
        Session(**option)


def test_answers_of_several_sessions_at_the_same_moment_are_all_kept(book):
    begin = Barrier(8)

    def refuse(shop: int) -> None:
        begin.wait()
        refusal = Refusal("pay", f"https://shop{shop}.example")
        GrantBook(book.path).refuse(Ask("test", "?", "", refusable=(refusal,)))

    with ThreadPoolExecutor(8) as sessions:
        list(sessions.map(refuse, range(8)))
    assert sorted(book.entries()) == [f"never pay@https://shop{shop}.example" for shop in range(8)]
