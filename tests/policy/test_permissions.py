"""What a user permits, and the origins that it is permitted on."""

from __future__ import annotations

import pytest

from handrail.errors import UsageError
from handrail.policy.decision import Ask, ask_for_grant, quotation
from handrail.policy.origins import origin_of, same_place
from handrail.policy.permissions import EVERY_TIME, VERBS, Grant, Permissions, Refusal, parse_origin

SHOP, EVIL = "https://shop.example", "https://evil.example"


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://shop.example/a?b#c", SHOP),
        ("HTTPS://SHOP.example", SHOP),
        ("https://shop.example:443/", SHOP),
        ("http://shop.example:80/", "http://shop.example"),
        ("http://shop.example:443/", "http://shop.example:443"),
        ("https://shop.example:8443", "https://shop.example:8443"),
        ("http://[::1]:8080/x", "http://[::1]:8080"),
        ("https://[::1]", "https://[::1]"),
        ("https://shop.example/?next=https://user@evil.example/%41 ü", SHOP),
        ("https://ann@shop.example/", None),
        ("https://shop.example\\@evil.example/", None),
        ("https://sho%70.example/", None),
        ("https://shöp.example/", None),
        ("https://shop .example/", None),
        ("https://shop.example:x/", None),
        ("https://shop.example:99999/", None),
        ("https://[::1/", None),
        ("https:///x", None),
        ("ftp://shop.example/", None),
        ("javascript:alert(1)", None),
        ("shop.example", None),
        ("", None),
    ],
)
def test_an_address_has_the_origin_that_every_browser_reads_or_none(url: str, origin: str | None) -> None:
    assert origin_of(url) == origin


@pytest.mark.parametrize(
    ("asked", "landed", "same"),
    [
        (SHOP, SHOP, True),
        (SHOP, "https://www.shop.example", True),
        ("https://www.shop.example", SHOP, True),
        ("http://shop.example", SHOP, True),
        ("http://shop.example", "http://www.shop.example", True),
        (SHOP, "http://shop.example", False),
        (SHOP, "https://shop.example:8443", False),
        (SHOP, "https://m.shop.example", False),
        (SHOP, EVIL, False),
    ],
)
def test_a_site_may_answer_with_https_and_with_or_without_www(asked: str, landed: str, same: bool) -> None:
    assert same_place(asked, landed) is same


def test_where_the_user_went_and_where_that_answers_may_be_changed() -> None:
    went = Permissions()
    assert not went.may_write(SHOP)
    went.open(f"{SHOP}/kettles")
    assert went.may_write(SHOP)
    went.open("http://b.example", "https://www.b.example")
    went.open("https://c.example", EVIL)
    went.open("about:blank", EVIL)
    assert went.origins == {SHOP, "http://b.example", "https://www.b.example", "https://c.example"}


def test_flags_are_read_as_origins_and_grants() -> None:
    held = Permissions.of(["shop.example"], [f"submit@{EVIL}/x"], ["http://localhost:8000/"], unsafe=True)
    assert (held.origins, held.trusted, held.unsafe) == ({SHOP}, {"http://localhost:8000"}, True)
    assert held.grants == {Grant("submit", EVIL)}
    assert not Permissions.of().unsafe


@pytest.mark.parametrize("verb", VERBS)
def test_a_grant_is_written_as_verb_and_origin_and_grave_acts_have_none(verb: str) -> None:
    assert set(VERBS) == {
        "open", "write", "press", "submit", "send", "access", "upload", "download", "follow", "dialog", "pay", "delete",
    }  # fmt: skip
    if verb in ("pay", "delete"):
        with pytest.raises(UsageError, match=rf"'{verb}' is asked every time; only --trust {SHOP} ends that"):
            Grant.parse(f"{verb}@{SHOP}")
        with pytest.raises(UsageError, match="only --trust ORIGIN ends that"):
            Grant.parse(f"{verb}@")
    else:
        assert str(Grant.parse(f"{verb}@{SHOP}/x")) == f"{verb}@{SHOP}"


@pytest.mark.parametrize("text", ["fly@https://shop.example", "submit", "", "submit https://shop.example", "x" * 90])
def test_what_is_no_grant_is_reported_with_the_verbs_that_there_are(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        Grant.parse(text)
    assert caught.value.message == (
        f"{text[:60]!r} is not a grant: write VERB@ORIGIN with one of "
        "open, write, press, submit, send, access, upload, download, follow, dialog."
    )


def test_an_origin_is_written_in_short_too_and_what_is_none_is_reported() -> None:
    written = (" shop.example ", "https://shop.example/", "http://localhost:8000/x", "localhost:8443", "http://wiki")
    read = [SHOP, SHOP, "http://localhost:8000", "https://localhost:8443", "http://wiki"]
    assert [parse_origin(text) for text in written] == read
    for text in ("ftp://shop.example", "foo", "foo:8000", ""):
        with pytest.raises(UsageError, match=f"'{text}' is not an origin: write it like https://shop.example"):
            parse_origin(text)
    with pytest.raises(UsageError) as caught:
        parse_origin("a b" * 40)
    assert repr(("a b" * 40)[:60]) in caught.value.message


@pytest.mark.parametrize(
    ("held", "verb", "origin", "allowed"),
    [
        (Permissions(), "submit", SHOP, False),
        (Permissions.of([SHOP]), "submit", SHOP, False),
        (Permissions.of(grants=[f"submit@{SHOP}"]), "submit", SHOP, True),
        (Permissions.of(grants=[f"submit@{SHOP}"]), "send", SHOP, False),
        (Permissions.of(grants=[f"submit@{SHOP}"]), "submit", EVIL, False),
        (Permissions.of(trusted=[SHOP]), "send", SHOP, True),
        (Permissions.of(trusted=[SHOP]), "pay", SHOP, True),
        (Permissions.of(trusted=[SHOP]), "pay", EVIL, False),
        (Permissions(grants={Grant("pay", SHOP)}), "pay", SHOP, False),
        (Permissions(grants={Grant("delete", SHOP)}), "delete", SHOP, False),
    ],
)
def test_a_grant_permits_its_act_on_its_origin_and_trust_all(held, verb, origin, allowed) -> None:
    assert held.allows(verb, origin) is allowed
    assert {"pay", "delete"} == EVERY_TIME


def test_changes_are_permitted_by_origin_by_trust_and_by_a_grant() -> None:
    held = Permissions.of(["https://a.example"], ["press@https://b.example"], ["https://c.example"])
    assert [held.may_write(f"https://{name}.example") for name in "abcd"] == [True, True, True, False]


def test_what_the_user_named_may_stand_on_a_special_address() -> None:
    held = Permissions.of(["http://nas.example:8080"], ["press@http://10.0.0.5"], ["https://10.0.0.6"])
    held.reachable.add("http://10.0.0.7:81")
    assert held.endpoints() == {("nas.example", 8080), ("10.0.0.5", 80), ("10.0.0.6", 443), ("10.0.0.7", 81)}


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "[::1]"])
def test_this_machine_has_three_spellings_at_one_port(name: str) -> None:
    assert Permissions.of([f"http://{name}:8000"]).endpoints() == {
        ("localhost", 8000),
        ("127.0.0.1", 8000),
        ("::1", 8000),
    }


def test_a_question_is_put_with_the_flag_that_would_answer_it() -> None:
    asked = ask_for_grant("words", "write", SHOP, "The model wants to write.")
    assert asked == Ask("words", "The model wants to write.", f"--grant write@{SHOP}", (Grant("write", SHOP),))
    longer = f"A yes for longer than once lets the model write any text on {SHOP}."
    assert asked.prompt == f"The model wants to write. Allow? {longer}"
    opened = Ask("r", "It wants to.", "", origins=(SHOP,))
    assert opened.prompt == f"It wants to. Allow? A yes for longer than once lets the model change things on {SHOP}."
    assert Ask("r", "It wants to.", "").prompt == "It wants to. Allow?"
    assert asked.lasts
    assert Ask("r", "q", "", origins=(SHOP,)).lasts
    assert not Ask("r", "q", "--flag").lasts


@pytest.mark.parametrize("sign", '“”‘’«»‹›„‟"″〃＂〝〞〟❝❞🙶🙷ʺˮ˝˶״‴⁗‶‷‛')
def test_no_quotation_mark_of_a_page_ends_ours(sign: str) -> None:
    shown = quotation(f"a{sign}b", 60)
    assert (shown[0], shown[-1]) == ("“", "”")
    assert shown[1:-1] in ("a'b", f"a{sign}b" if sign == "‛" else "a'b")


def test_a_quotation_is_one_line_of_limited_length() -> None:
    assert quotation("a\n b", 60) == "“a b”"
    assert quotation("abcdef", 4) == "“ab…f”"


def test_a_quotation_holds_no_link_and_no_picture_of_markdown() -> None:
    assert quotation("![a](https://evil.example/x)", 60) == "“! [a] (https://evil.example/x)”"


def test_a_refusal_may_be_written_with_blanks_around_it() -> None:
    assert Refusal.parse(f" pay@{SHOP} ") == Refusal("pay", SHOP)
