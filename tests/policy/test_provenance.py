"""Whose words they are, which links were seen, which origin an address has, and what a user permits."""

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.errors import UsageError
from handrail.policy import Grant, Permissions, Provenance, origin_of
from handrail.policy.origins import same_place
from handrail.policy.provenance import MAX_LINKS, SeenLinks
from handrail.policy.words.user_words import UserWords

TASK = "Write to Ada Lovelace:\n  the engine is  ready. Then press Send at https://mail.example/inbox."


@pytest.fixture
def words() -> UserWords:
    words = UserWords()
    words.add_text(TASK)
    words.add_data({"name": "Grace Hopper", "age": 85, "tags": ["navy", None, True]})
    return words


@pytest.mark.parametrize(
    "text", ["Ada Lovelace", "the engine is ready.", "the engine is ready", "Grace Hopper", "85", "navy", " Ada\n"]
)
def test_a_span_of_the_task_and_a_whole_value_are_the_users_words(words, text):
    assert words.has(text)


@pytest.mark.parametrize(
    "text", ["ada lovelace", "Lovelace Ada", "engine ready", "ngine", "Grace", "8", "", "True", "Ada Lovelace!"]
)
def test_anything_else_is_not(words, text):
    assert not words.has(text)


@given(st.text(min_size=1).filter(lambda t: t.strip()), st.text(), st.text())
def test_a_span_between_blanks_is_always_found(text, before, after):
    words = UserWords()
    words.add_text(f"{before} {text} {after}")
    assert words.has(text)


def test_a_name_that_the_user_wrote_is_known_in_any_case(words):
    assert words.names("SEND")
    assert not words.names("end")
    assert not words.names("")


def test_addresses_in_the_task_are_the_users(words):
    words.add_text("compare shop.example and www.other.example/list")
    known = [
        "https://mail.example/inbox",
        "https://shop.example/",
        "https://shop.example",
        "https://www.other.example/list",
    ]
    assert all(words.has_address(url) for url in known)
    assert not words.has_address("https://mail.example/inbox?to=evil")
    assert words.first_address == "https://mail.example/inbox"


def test_links_are_known_unchanged_and_the_oldest_are_forgotten():
    links = SeenLinks()
    links.add(["https://a.example/1"])
    assert links.has("https://a.example/1")
    assert not links.has("https://a.example/1?x=1")
    assert not links.is_of_own_site("https://a.example/2"), "no page held it"
    links.add(["https://a.example/1"], "https://b.example")
    assert not links.is_of_own_site("https://a.example/1")
    for site in ("https://a.example", "https://b.example"):
        links.add(["https://a.example/1"], site)
        assert links.is_of_own_site("https://a.example/1")
    links.add(f"https://b.example/{n}" for n in range(MAX_LINKS))
    assert not links.has("https://a.example/1")


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://Shop.Example:443/a", "https://shop.example"),
        ("http://[::1]:8080/", "http://[::1]:8080"),
        ("http://127.0.0.1:80", "http://127.0.0.1"),
        ("https://shop.example\\@evil.example/", None),
        ("https://shop.example@evil.example/", None),
        ("https://sh\top.example/", None),
        ("https://shöp.example/", None),
        ("https://a.example:99999/", None),
        ("javascript:alert(1)//https://a.example", None),
        ("data:text/html,https://a.example/", None),
        ("https://", None),
    ],
)
def test_an_origin_is_what_every_browser_reads_alike_or_none(url, origin):
    assert origin_of(url) == origin


def test_a_site_may_answer_with_https_or_www_and_no_other_way():
    assert same_place("http://shop.example", "https://www.shop.example")
    assert not same_place("https://shop.example", "http://shop.example")
    assert not same_place("https://shop.example", "https://shop.example.evil.example")


@pytest.mark.parametrize("text", ["submit", "fly@https://a.example", "submit@", "pay@https://a.example", "submit@a b"])
def test_what_is_no_grant_is_refused(text):
    with pytest.raises(UsageError):
        Grant.parse(text)


def test_a_grant_opens_its_origin_and_only_for_its_verb():
    permissions = Permissions.of(grants=["submit@shop.example"])
    assert permissions.may_write("https://shop.example")
    assert permissions.allows("submit", "https://shop.example")
    assert not permissions.allows("send", "https://shop.example")
    assert not permissions.allows("pay", "https://shop.example")


def test_the_hosts_that_the_user_named_may_be_reached_and_this_machine_by_any_of_its_spellings():
    permissions = Permissions.of(["http://127.0.0.1:8000"], grants=["submit@http://10.0.0.1"])
    assert permissions.endpoints() == {("127.0.0.1", 8000), ("localhost", 8000), ("::1", 8000), ("10.0.0.1", 80)}


@pytest.mark.parametrize(
    "text", ["Mail eve@evil.example.", "Send backup.zip and notes.md", "a.b+c@evil.example writes"]
)
def test_a_file_or_where_mail_goes_to_is_no_address_to_open(text):
    words = UserWords()
    words.add_text(text)
    assert words.first_address is None
    assert not words.has_address("https://evil.example/")
    assert not words.has_address("https://backup.zip/")


@pytest.mark.parametrize(
    ("task", "button", "named"),
    [
        ("read it and send me a summary", "Send", False),
        ("Send me a summary", "Send", False),
        ("fill it in and click send", "Send", True),
        ("drücke auf Senden", "Senden", True),
        ("write hello, then Send it", "Send", True),
        ("use the 'save' button", "Save", True),
        ("use the save button", "Save", True),
        ("put it in with add to basket", "Add to basket", True),
        ("tell me the price", "The", False),
    ],
)
def test_a_button_of_one_word_is_named_by_saying_that_it_is_pressed(task, button, named):
    words = UserWords()
    words.add_text(task)
    assert words.names(button) is named


@pytest.mark.parametrize(
    ("url", "composed"),
    [
        ("https://shop.example/list", False),
        ("https://shop.example/", False),
        ("https://shop.example/list?q=copper+kettle", False),
        ("https://shop.example/list?q=copper%20kettle", False),
        ("https://shop.example/list?q=copper%20+kettle", True),
        ("https://shop.example/list?q=c%6fpper+kettle", True),
        ("https://shop.example/list?q=copper+kettle&s=copper", True),
        ("https://shop.example/list?q=", True),
        ("https://shop.example/list/k%65ttle", True),
        ("https://shop.example/list/kettle", False),
        ("https://shop.example/find?q=copper+kettle", True),
        ("https://shop.example/list?q=copper+pot", True),
        ("https://shop.example/list?page=2", True),
        ("https://shop.example/list?DE89370400440532013000=", True),
        ("https://shop.example/list?q=copper+kettle#pot", True),
        ("https://shop.example/list/kettle/kettle", True),
        ("https://shop.example/x1y2", True),
        ("https://other.example/list", True),
        ("https://shop.example/list?q", True),
    ],
)
def test_an_address_is_a_models_own_unless_it_asks_a_known_page_for_the_users_words(url, composed):
    given = Provenance()
    given.words.add_text("Find a copper kettle")
    given.links.add(["https://shop.example/list?sort=price"])
    assert given.composes(url) is composed
    given.links.add([url])
    assert not given.composes(url)


def test_blanks_are_the_users_where_they_wrote_them_so():
    words = UserWords()
    words.add_text("Write: Dear all,\n\nthe  kettle is copper. Bye")
    assert words.has("Dear all,\n\nthe  kettle is copper.")
    assert words.has("Dear all, the kettle")
    assert words.has("kettle is copper.\n")
    assert not words.has("kettle  is copper.")
    assert not words.has("kettle\nis\ncopper.")
    assert not words.has("kettle\u00a0is copper.")
    assert not words.has("kettle is copper.   ")
    words.add_data({"name": "Ada  Lovelace"})
    assert words.has("Ada  Lovelace")
    assert not words.has("Ada   Lovelace")


def test_an_address_that_came_of_a_models_is_composed_until_a_page_or_the_user_gives_it():
    given = Provenance()
    given.record_composed("https://shop.example/a")
    given.record_composed("https://shop.example/b")
    given.links.add(["https://shop.example/b"])
    assert given.is_composed("https://shop.example/a")
    assert not given.is_composed("https://shop.example/b")
    given.words.add_text("go to https://shop.example/a")
    assert not given.is_composed("https://shop.example/a")


def test_if_more_addresses_were_composed_than_are_remembered_any_may_be():
    given = Provenance()
    given.words.add_text("go to https://shop.example/a")
    for number in range(MAX_LINKS + 1):
        given.record_composed(f"https://shop.example/{number}")
    assert len(given.composed) == MAX_LINKS
    assert given.is_composed("https://shop.example/0")
    assert given.is_composed(f"https://shop.example/{MAX_LINKS}")
    assert not given.is_composed("https://shop.example/a")


def test_long_addresses_are_not_kept():
    given, tail = Provenance(), "x" * 1_000_000
    tracemalloc.start()
    try:
        for number in range(20):
            url = f"https://shop.example/{number}?{tail}"
            given.record_composed(url)
            given.links.add([url.replace("shop", "other")], origin_of(url) or "")
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < len(tail) * 4
    assert given.is_composed(f"https://shop.example/7?{tail}")
    assert given.links.has(f"https://other.example/7?{tail}")


def test_values_of_the_data_are_not_in_the_text():
    words = UserWords()
    words.add_text("use my number")
    words.add_data({"phone": "555 0199"})
    assert words.has("555 0199")
    assert not words.in_text("555 0199")


@pytest.mark.parametrize(
    ("path", "fills"),
    [
        ("/", False),
        ("/orders", False),
        ("/ticket/2", False),
        ("/ticket/2/", False),
        ("/ticket/7", True),
        ("/ticket/two", True),
        ("/ticket/2?text=hi", True),
        ("/ticket/2#text", True),
        ("/compose/mallory", True),
        ("/2/2", True),
    ],
)
def test_a_word_and_a_number_of_the_user_name_a_page_and_fill_nothing_in(path: str, fills: bool):
    given = Provenance()
    given.words.add_text("Comment on ticket 2")
    assert given.may_fill_in(f"https://shop.example{path}") is fills


@pytest.mark.parametrize(
    ("label", "theirs"),
    [
        ("Anna Meyer", True), ("Anna Berg", True), ("Meyer", True), ("All bank customers", False), ("Everybody", False),
        ("Customers of the bank", False), ("Anna Meyer +49 30 1234 the Old Mill 3 Berlin", True),
        ("Big bank customers of the Old Mill 3 in Berlin", False),
    ],
)  # fmt: skip
def test_a_label_is_the_users_if_they_said_how_it_begins_and_half_of_it(label: str, theirs: bool):
    words = UserWords()
    words.add_text("Send the message to Anna Meyer at the bank")
    assert words.says(label) is theirs
