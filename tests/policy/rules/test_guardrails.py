"""Guardrails in words: what becomes a rule, what the rule forbids, and what is left to the model."""

from dataclasses import replace
from pathlib import Path

import pytest

from handrail.policy import AddressFacts, Allow, Deny, DialogFacts, FileFacts, decide
from handrail.policy.permissions import NavigationLimits
from handrail.policy.rules.guardrails import compile_guardrails
from tests.policy.judged import SHOP, element, facts, form, outside, request, text

EVIL = "https://evil.example"


@pytest.mark.parametrize(
    "words", ["browse only", "Read only.", "read-only", "only look at things", "Do not change anything", "never edit"]
)
def test_words_for_looking_only_are_ask_mode(words):
    assert compile_guardrails(words).ask
    assert compile_guardrails(words).rest == ()


@pytest.mark.parametrize("words", ["Read OnlyOffice's manual", "Search onlychairs.example", "Read it and be polite"])
def test_words_that_begin_like_only_are_not_ask_mode(words):
    assert not compile_guardrails(words).ask


@pytest.mark.parametrize(
    ("words", "never"),
    [
        ("do not buy anything", {"pay"}),
        ("Don't delete or post anything", {"delete", "send"}),
        ("never buy, delete or upload", {"pay", "delete", "upload"}),
        ("do not upload, download or confirm anything", {"upload", "download", "dialog"}),
        ("do not upload nor download and confirm anything", {"upload", "download", "dialog"}),
        ("no downloads", {"download"}),
        ("Find the price without ordering it", {"pay"}),
        ("do not delete my drafts", {"delete"}),
    ],
)
def test_acts_that_are_forbidden_become_rules(words, never):
    compiled = compile_guardrails(words)
    assert compiled.rails.never == never
    assert not compiled.ask


@pytest.mark.parametrize(
    ("words", "hosts"),
    [
        ("stay on shop.example", {"shop.example"}),
        ("only visit shop.example and https://www.help.example/faq", {"shop.example", "www.help.example"}),
        ("do not leave localhost:8000", {"localhost"}),
    ],
)
def test_sites_that_the_run_is_limited_to_become_rules(words, hosts):
    assert compile_guardrails(words).rails.hosts == hosts


@pytest.mark.parametrize(
    ("words", "url", "covered"),
    [
        ("stay on shop.example but not on admin.shop.example", "https://shop.example/", True),
        ("stay on shop.example but not on admin.shop.example", "https://admin.shop.example/users", False),
        ("stay on shop.example, never on admin.shop.example", "https://admin.shop.example/", False),
        ("stay on shop.example except for a.shop.example and b.shop.example", "https://b.shop.example/", False),
        ("do not go to evil.example", "https://evil.example/", False),
        ("do not go to evil.example", "https://shop.example/", True),
        ("do not stay on evil.example", "https://shop.example/", True),
        ("do not leave shop.example", "https://shop.example/", True),
        ("do not leave shop.example", "https://evil.example/", False),
    ],
)
def test_sites_that_the_run_is_kept_from_become_rules(words, url, covered):
    compiled = compile_guardrails(words)
    assert compiled.rails.covers(url) is covered
    assert compiled.rest == ()
    assert compiled.describe()


@pytest.mark.parametrize(
    ("words", "button", "denied"),
    [
        ("do not book anything", "Book now", True),
        ("do not book anything", "Book room 5", True),
        ("do not order anything", "Place the order", True),
        ("do not donate anything", "Donate", True),
        ("nichts bestellen", "Jetzt bestellen", True),
        ("do not book anything", "Show rooms", False),
        ("do not delete anything", "Book now", False),
        ("do not send anything", "Contact us", False),
    ],
)
def test_the_very_word_that_is_forbidden_is_known_on_a_button(words, button, denied):
    judged = request()
    judged = replace(judged, permissions=replace(judged.permissions, rails=compile_guardrails(words).rails))
    assert isinstance(decide(judged, facts(element("button", button), wants_change=True)), Deny) is denied


def test_a_button_that_the_user_named_is_not_known_by_its_word_alone():
    judged = request()
    judged = replace(judged, permissions=replace(judged.permissions, rails=compile_guardrails("do not pay").rails))
    assert not isinstance(decide(judged, facts(element("button", "Book now"), wants_change=True, named=True)), Deny)


def test_several_clauses_are_each_compiled_and_the_rest_is_named():
    compiled = compile_guardrails("Stay on shop.example; do not buy anything. Be polite, and prefer blue. Look only")
    assert (compiled.ask, compiled.rails) == (True, NavigationLimits(frozenset({"shop.example"}), frozenset({"pay"})))
    assert compiled.rest == ("Be polite", "and prefer blue")
    assert "only the model is asked" in compiled.unenforced()
    assert "the offline model does not read" in compiled.unenforced(offline=True)
    assert compiled.describe() == [
        "Ask mode: nothing is changed.",
        "Only shop.example and what is below.",
        "Never: pay.",
    ]


def railed(words, **options):
    made = request(**options)
    made.permissions.rails = compile_guardrails(words).rails
    return made


@pytest.mark.parametrize(
    ("words", "rest"),
    [
        ("do not buy anything or rename files", ("not rename files",)),
        ("never buy, rename or archive anything", ("not rename", "not archive anything")),
        ("stay on shop.example, never open the menu", ("not open the menu",)),
        ("buy nothing on evil.example", ("buy nothing on evil.example",)),
        ("do not buy shoes, hats or socks", ()),
        ("do not go to evil.example or other.example", ()),
        ("browse only on shop.example", ()),
    ],
)
def test_of_a_clause_that_is_covered_in_part_the_rest_is_named(words: str, rest: tuple[str, ...]):
    assert compile_guardrails(words).rest == rest


@pytest.mark.parametrize(
    "words",
    [
        "ändere nichts",
        "ne change rien",
        "não mude nada",
        "do not change anything",
        "if there is no list, say so and change nothing",
    ],
)
def test_who_forbids_every_change_in_any_language_gets_ask_mode(words: str):
    assert compile_guardrails(words).ask


def test_no_trust_no_grant_and_no_unsafe_goes_over_a_guardrail():
    buy = facts(element("button", name="Buy now"))
    for options in ({"trusted": [SHOP]}, {"unsafe": True}, {"grants": ["send@" + SHOP]}):
        assert isinstance(decide(railed("do not buy", **options), buy), Deny)
    assert isinstance(decide(railed("do not delete", trusted=[SHOP]), buy), Allow)


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        (f"{EVIL}/x", Deny),
        ("https://shop.example.evil.example/", Deny),
        (f"{SHOP}/x", Allow),
        ("https://a.shop.example/", Allow),
    ],
)
def test_addresses_off_the_limits_are_refused_and_those_below_are_not(url, kind):
    asked = railed("stay on shop.example", tool="goto", effect="navigate")
    assert isinstance(decide(asked, facts(address=AddressFacts(url, None, known=True))), kind)


def test_typing_that_is_forbidden_is_refused_though_the_words_are_the_users():
    typing = facts(element("text"), text=text("x", own=True))
    for words, kind in (("do not type anything", Deny), ("browse politely", Allow)):
        assert isinstance(decide(railed(words, tool="fill", capability="write"), typing), kind)


@pytest.mark.parametrize(
    ("words", "never"),
    [
        ("nichts kaufen und nichts löschen", {"pay", "delete"}),
        ("ne rien envoyer", {"send"}),
        ("no compres nada", {"pay"}),
        ("non cancellare niente", {"delete"}),
        ("não publique nada", {"send"}),
        ("niets verwijderen", {"delete"}),
    ],
)
def test_guardrails_are_understood_in_other_languages(words, never):
    assert compile_guardrails(words).rails.never == never


def test_what_the_task_forbids_no_trust_and_no_grant_allows():
    send, save = facts(element("button", name="Send")), facts(element("button", name="Save"))
    for options in ({"trusted": [SHOP]}, {"unsafe": True}, {"grants": ["send@" + SHOP]}):
        assert isinstance(decide(request(**options), replace(send, forbidden=frozenset({"send"}))), Deny)
        assert isinstance(decide(request(**options), replace(save, denied=True)), Deny)
    assert isinstance(decide(request(), replace(save, forbidden=frozenset({"send"}))), Allow)


def test_a_field_whose_button_is_forbidden_may_be_filled_and_not_sent():
    calls = [("text", "fill", "write"), ("select", "select", "select"), ("radio", "check", "check")]
    calls += [("checkbox", "uncheck", "check"), ("text", "click", "click"), ("editable", "fill", "write")]
    for kind, tool, capability in calls:
        for told in ({"denied_button": "Save"}, {"withheld": "submit it"}):
            field = facts(element(kind, form=form(submitter="Save")), user_chose=True, **told)
            field = replace(field, text=text("x", own=True)) if capability == "write" else field
            assert isinstance(decide(request(tool, capability), field), Allow), (kind, tool)
            assert isinstance(decide(request(tool, capability), replace(field, submits=True)), Deny)
            assert isinstance(decide(request("send_keys", "press"), replace(field, keys=("Enter",))), Deny)
            assert isinstance(decide(request("enter", "press"), replace(field, text=None)), Deny)
    typed = facts(element("other", "Save"), text=text(" ", own=True), keys=("Space",), denied=True)
    assert isinstance(decide(request("type_text", "write"), typed), Deny)


def test_a_field_that_the_user_forbade_to_send_may_be_filled():
    denied = facts(element("text", "Comment"), text=text("x", own=True), denied=True)
    assert isinstance(decide(request("fill", "write"), denied), Allow)
    assert isinstance(decide(request("fill", "write"), replace(denied, submits=True)), Deny)
    assert isinstance(decide(request("type_text", "write"), replace(denied, keys=("Enter",))), Deny)
    assert isinstance(decide(request("select"), facts(element("select"), chosen=("a",), denied=True)), Deny)


def test_who_forbids_uploads_and_downloads_gets_neither_though_the_file_is_named(tmp_path: Path):
    file = FileFacts(tmp_path / "cv.pdf", (tmp_path,), named=True)
    uploads = facts(element("file"), file=file)
    list_ = AddressFacts(f"{SHOP}/list.csv", SHOP, known=True, by_user=True)
    for words, upload, download in (("never upload", Deny, Allow), ("never download", Allow, Deny)):
        sends = railed(words, tool="upload_file", capability="upload")
        keeps = railed(words, tool="download", effect="navigate")
        assert isinstance(decide(sends, uploads), upload)
        assert isinstance(decide(keeps, facts(address=list_)), download)


def test_who_forbids_to_submit_a_form_may_search():
    never = frozenset({"submit"})
    for method, kind in (("post", Deny), ("get", Allow)):
        button = element("submit", "Go", form=form(method, submitter="Go"))
        assert isinstance(decide(request(), facts(button, named=True, forbidden=never)), kind)


def test_who_forbids_to_submit_forbids_enter_in_what_a_script_sends():
    enter = request("enter", "press")
    enter.permissions.rails = NavigationLimits(never=frozenset(["submit"]))
    for field in (element("editable", "Line"), element("text", "Line")):
        assert isinstance(decide(enter, facts(field)), Deny)
        # In a list of suggestions Enter takes one.
        assert isinstance(decide(enter, facts(replace(field, role="combobox"))), Allow)
    assert isinstance(decide(enter, facts(element("button", "More"))), Allow)


def test_the_users_own_calls_are_not_bound():
    asked = replace(railed("do not buy"), caller="user")
    assert isinstance(decide(asked, facts(element("button", name="Buy now"))), Allow)


@pytest.mark.parametrize(
    ("path", "kind"), [("/posts/delete/42", Deny), ("/posts/del%65te", Deny), ("/how-to-delete-a-post", Allow)]
)
def test_an_address_that_does_what_is_forbidden_is_refused_unless_the_user_wrote_it(path, kind):
    asked = railed("never delete anything", tool="goto", effect="navigate", trusted=[SHOP])
    assert isinstance(decide(asked, facts(address=AddressFacts(SHOP + path, SHOP, known=True))), kind)
    assert isinstance(decide(asked, facts(address=AddressFacts(SHOP + path, SHOP, known=True, by_user=True))), Allow)


def test_a_control_that_does_two_things_does_neither_against_a_guardrail():
    assert isinstance(decide(railed("never send", trusted=[SHOP]), facts(element("button", name="Pay and send"))), Deny)


@pytest.mark.parametrize(("message", "kind"), [("Delete 7 pictures?", Deny), ("Save?", Allow)])
def test_a_dialog_that_asks_for_what_is_forbidden_is_not_agreed_to(message, kind):
    asked = railed("never delete", tool="dialog", capability="dialog", trusted=[SHOP])
    dialog = DialogFacts("confirm", True, outside(message))
    assert isinstance(decide(asked, facts(dialog=dialog)), kind)


@pytest.mark.parametrize(
    ("kind", "accepts", "verdict"),
    [("confirm", True, Deny), ("prompt", True, Deny), ("confirm", False, Allow), ("alert", True, Allow)],
)
def test_who_forbids_to_agree_lets_what_only_tells_something_be_closed(kind, accepts, verdict):
    asked = railed("never agree to anything", tool="dialog", capability="dialog", trusted=[SHOP])
    dialog = DialogFacts(kind, accepts, outside("Saved."))
    assert isinstance(decide(asked, facts(dialog=dialog)), verdict)


def test_the_users_limits_bind_links_that_are_followed_in_ask_mode():
    rails = NavigationLimits(frozenset(("shop.example",)), frozenset(("delete",)))
    call = replace(request(), mode="ask", permissions=replace(request().permissions, rails=rails))
    leads_off = element("link", "Off site", href=outside(f"{EVIL}/off"))
    deletes = element("link", "Older version", href=outside(f"{SHOP}/pages/12/delete?confirm=1"))
    home = element("link", "Home", href=outside(f"{SHOP}/"))
    assert isinstance(decide(call, facts(leads_off, address=AddressFacts(f"{EVIL}/off", EVIL, known=True))), Deny)
    assert isinstance(decide(call, facts(deletes)), Deny)
    assert decide(call, facts(home)) == Allow("ask_mode", follow=f"{SHOP}/")
