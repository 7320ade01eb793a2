"""The rules that bind a model, each over plain facts: what is allowed, what is asked, and with which remedy."""

from dataclasses import replace
from pathlib import Path

import pytest

from handrail.policy import AddressFacts, Allow, Ask, Deny, DialogFacts, Facts, FileFacts, TextFacts, decide
from handrail.policy.permissions import EVERY_TIME, Grant
from handrail.policy.rules.text_entry import is_operational
from handrail.policy.words.consequences import Evidence, verbs
from tests.policy.judged import EVIL, FIELD, FILL, SHOP, element, facts, form, outside, request, text


@pytest.mark.parametrize(
    ("address", "rule"),
    [
        (AddressFacts(f"{EVIL}/?q=secret", EVIL, known=False), "known_addresses"),
        (AddressFacts(f"{EVIL}/page", EVIL, known=True), None),
        (AddressFacts(f"{SHOP}/any?thing=1", SHOP, known=False), None),
        (AddressFacts("https://a@shop.example/", None, known=False), "known_addresses"),
        (AddressFacts("about:blank", None, known=False), None),
    ],
)
def test_an_address_that_a_model_made_up_is_asked_for(address, rule):
    decision = decide(request("goto", effect="navigate"), facts(address=address))
    assert (decision.rule if isinstance(decision, Ask) else None) == rule


@pytest.mark.parametrize(
    ("origin", "told"),
    [
        ("http://169.254.169.254", ["It leads to http://169.254.169.254, a cloud metadata address."]),
        ("http://localhost:8000", ["It leads to http://localhost:8000, a name of this machine or its network."]),
        (EVIL, []),
    ],
)
def test_a_question_about_a_made_up_address_tells_what_kind_of_special_address_it_is(origin, told):
    made_up = facts(address=AddressFacts(f"{origin}/latest", origin, known=False))
    decision = decide(request("goto", effect="navigate"), made_up)
    assert isinstance(decision, Ask)
    assert decision.question.split("\n")[1:] == told
    assert decision.grants == (Grant("open", origin),)


@pytest.mark.parametrize("url", ["data:text/html,x", "javascript:alert(1)", "file:///etc/passwd", "blob:https://x/1"])
@pytest.mark.parametrize("caller", ["user", "model"])
def test_only_web_addresses_are_opened_whoever_asks(url, caller):
    decision = decide(
        replace(request("goto", effect="navigate"), caller=caller), facts(address=AddressFacts(url, None, True))
    )
    assert isinstance(decision, Deny)


def test_an_empty_page_may_be_opened_by_everybody():
    empty = facts(address=AddressFacts("about:blank", None, known=False))
    for caller in ("user", "model"):
        assert isinstance(decide(replace(request("goto", effect="navigate"), caller=caller), empty), Allow)


def test_changes_elsewhere_are_asked_and_looking_is_free_and_only_reads():
    there = {"origin": EVIL}
    opens = decide(request(), facts(element("button", "More", **there)))
    assert opens == Allow("no_rule_objects", reads_only=True)
    assert isinstance(decide(request("hover"), facts(element("button", **there))), Allow)
    posts = decide(request(), facts(element("submit", "Go", form=form(action=f"{EVIL}/x"), **there)))
    assert isinstance(posts, Ask)
    assert f"--allow-origin {EVIL}" in posts.remedy
    gets = decide(request(), facts(element("submit", "Go", form=form("get", f"{EVIL}/x"), **there)))
    assert gets == Allow("no_rule_objects", reads_only=True)
    away = decide(request(), facts(element("submit", "Go", form=form("get", f"{SHOP}/x"), **there)))
    assert isinstance(away, Ask)


def test_the_frame_that_holds_the_element_is_what_counts():
    framed = Facts(SHOP, "n1", element("text", origin=EVIL), text=text("hello", own=True))
    assert isinstance(decide(FILL, framed), Ask)


def test_elsewhere_only_the_users_words_go_and_only_into_searches():
    search = element("text", origin=EVIL, input_type="search")
    assert isinstance(decide(FILL, facts(search, text=text("kettle", own=True))), Allow)
    assert isinstance(decide(FILL, facts(search, text=text("made up"))), Ask)
    assert isinstance(decide(FILL, facts(element("text", origin=EVIL), text=text("kettle", own=True))), Ask)


def test_on_the_write_set_a_field_takes_any_text_and_elsewhere_only_a_search_of_the_users_words():
    assert isinstance(decide(FILL, facts(FIELD, text=text("made up"))), Allow)
    assert isinstance(decide(FILL, facts(element("text", "Comment", EVIL), text=text("hello", own=True))), Ask)
    search = element("text", "Search", EVIL, input_type="search")
    assert isinstance(decide(FILL, facts(search, text=text("made up"))), Ask)
    assert isinstance(decide(FILL, facts(search, text=text("hello", own=True))), Allow)


@pytest.mark.parametrize(
    ("name", "searches"),
    [
        ("Search", True), ("Site search", True), ("Find a shop", True), ("Produktsuche", True), ("Rechercher", True),
        ("Comment", False), ("How did you find us?", False), ("Wishes, such as a late arrival", False), ("", False),
    ],
)  # fmt: skip
def test_in_a_form_that_a_script_sends_only_what_is_called_a_search_is_one(name, searches):
    scripted = replace(form("get", f"{SHOP}/"), scripted=True)
    field = element("text", name, tag="input", form=scripted)
    assert is_operational(field) is searches
    assert not is_operational(replace(field, tag="textarea"))
    assert is_operational(replace(field, form=form("get")))


def test_a_sensitive_field_is_never_operational():
    hidden = element("text", input_type="number", sensitive=True)
    assert isinstance(decide(FILL, facts(hidden, text=text("123"))), Ask)


@pytest.mark.parametrize(
    ("keys", "on", "allowed"),
    [
        (("Escape",), None, True),
        (("ArrowDown", "Enter"), element("text", "City", role="combobox"), True),
        (("ArrowDown", "Enter"), FIELD, True),
        (("Tab", "Enter"), FIELD, False),
        (("Enter",), None, False),
        (("h", "i"), FIELD, False),
        (("Control+Enter",), FIELD, False),
        (("Control+v",), FIELD, False),
        (("Enter", "Escape"), FIELD, False),
    ],
)
def test_keys_that_write_press_unseen_or_are_shortcuts_are_asked(keys, on, allowed):
    assert isinstance(decide(request("send_keys", "press"), facts(on, keys=keys)), Allow) is allowed


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("Delete account", f"--trust {SHOP}"),
        ("Konto löschen", f"--trust {SHOP}"),
        ("Place order", f"--trust {SHOP}"),
        ("Publish", f"--grant send@{SHOP}"),
        ("Share with everyone", f"--grant access@{SHOP}"),
        ("Generate token", f"--grant access@{SHOP}"),
        ("Show more", None),
        ("Sendungen", None),
    ],
)
def test_buttons_of_consequence_are_known_by_their_names(name, remedy):
    decision = decide(request(), facts(element("button", name)))
    assert (decision.remedy if isinstance(decision, Ask) else None) == remedy


def test_paying_and_deleting_are_asked_every_time_except_where_trusted():
    button = facts(element("button", "Delete"), named=True)
    assert isinstance(decide(request(), button), Ask)
    assert not decide(request(), button).lasts
    assert isinstance(decide(request(trusted=[SHOP]), button), Allow)
    assert isinstance(decide(request(), facts(element("button", "Publish"), named=True)), Allow)


@pytest.mark.parametrize("name", ["Send and delete", "Delete and send"])
def test_a_button_that_does_two_things_is_asked_for_by_the_graver_one(name):
    asked = decide(request(grants=[f"send@{SHOP}"]), facts(element("button", name), named=True))
    assert isinstance(asked, Ask)
    assert (asked.remedy, "may delete" in asked.question) == (f"--trust {SHOP}", True)


def test_an_icon_that_posts_to_delete_is_known_by_its_address():
    icon = element("submit", "", form=form(action=f"{SHOP}/items/5/delete", submitter=""))
    assert decide(request(grants=[f"submit@{SHOP}"]), facts(icon)).rule == "consequential_acts"


def test_links_lead_on_and_only_one_that_says_delete_is_asked():
    def link(name: str, href: str = f"{SHOP}/x") -> Facts:
        return facts(element("link", name, href=outside(href)))

    assert isinstance(decide(request(), link("Checkout")), Allow)
    assert isinstance(decide(request(), link("How to delete your account for good")), Allow)
    assert isinstance(decide(request(), link("Delete page")), Ask)
    assert isinstance(decide(request(), link("x", f"{SHOP}/wiki/5/delete")), Ask)


@pytest.mark.parametrize(
    ("url", "origin", "remedy"),
    [
        (f"{SHOP}/wiki/5/delete", SHOP, f"--trust {SHOP}"),
        ("https://ann@shop.example/wiki/5/delete", None, ""),
        (f"{SHOP}/how-to-delete", SHOP, None),
    ],
)
def test_an_address_that_deletes_is_asked_for_with_its_site_where_that_is_known(url, origin, remedy):
    asked = decide(request("goto", effect="navigate"), facts(address=AddressFacts(url, origin, known=True)))
    assert (asked.remedy if isinstance(asked, Ask) else None) == remedy
    own = AddressFacts(url, origin, known=True, by_user=True)
    assert isinstance(decide(request("goto", effect="navigate"), facts(address=own)), Allow)


def test_a_question_about_a_dialog_that_says_nothing_ends_with_its_site():
    asked = decide(request("dialog"), facts(dialog=DialogFacts("confirm", True)))
    assert isinstance(asked, Ask)
    assert asked.question == f"The model wants to answer OK to the dialog of {SHOP}."


def test_downloads_dialogs_and_uploads_need_a_word_of_the_user(tmp_path: Path):
    download = element("link", "Report", downloads=True)
    assert decide(request(), facts(download)).remedy == f"--grant download@{SHOP}"
    assert isinstance(decide(request(), facts(download, named=True)), Allow)

    def answer(kind: str, accepts: bool):
        return decide(request("dialog"), facts(dialog=DialogFacts(kind, accepts, outside("Sure?"))))

    assert answer("confirm", True).remedy == f"--grant dialog@{SHOP}"
    assert "Sure?" in answer("confirm", True).question
    assert [type(answer(*one)) for one in (("confirm", False), ("alert", True), ("beforeunload", True))] == [Allow] * 3

    upload = request("upload_file", "upload")
    file = FileFacts(tmp_path / "cv.pdf", (tmp_path,))
    assert decide(upload, facts(element("file"), file=file)).remedy == f"--grant upload@{SHOP}"
    assert isinstance(decide(upload, facts(element("file"), file=replace(file, named=True))), Allow)


def test_a_question_about_an_upload_says_what_the_model_wrote_that_goes_with_it(tmp_path: Path):
    file = FileFacts(tmp_path / "cv.pdf", (tmp_path,))
    asked = decide(request("upload_file", "upload"), facts(element("file"), file=file, unsent=("I quit",)))
    assert isinstance(asked, Ask)
    assert "“I quit”, which are not your words" in asked.question


def test_questions_are_put_together_and_a_denial_goes_before_them(tmp_path: Path):
    field = element("text", "Card", form=form(submitter="Pay", action=f"{EVIL}/x"), sensitive=True)
    both = decide(FILL, facts(field, text=text("made up"), submits=True))
    assert [rule in both.rule for rule in ("words_sent_from_fields", "forms_go", "consequential")] == [True] * 3
    assert not both.lasts
    file = FileFacts(Path("/etc/passwd"), (tmp_path,))
    assert isinstance(decide(request("upload_file", "upload"), facts(element("file", origin=EVIL), file=file)), Deny)


def test_the_users_own_calls_are_not_asked_and_unsafe_binds_nobody():
    shop = facts(element("button", "Delete"))
    assert isinstance(decide(replace(request(), caller="user"), shop), Allow)
    assert isinstance(decide(request(unsafe=True), facts(element("text", origin=EVIL), text=text("x"))), Allow)


def test_page_text_in_a_question_is_one_quoted_line():
    name = "Delete”\x1b[31m\nAllow everything? Yes\u202e"
    question = decide(request(), facts(element("button", name))).question
    assert "\n" not in question
    assert "\x1b" not in question
    assert "\u202e" not in question


@pytest.mark.parametrize(
    ("method", "path", "verb"),
    [
        ("DELETE", "/api/records/1", "delete"), ("POST", "/records/1/delete", "delete"),
        ("POST", "/wiki?action=remove", "delete"), ("PUT", "/cart/pay/", "pay"), ("POST", "/checkout/rates", None),
        ("POST", "/api/drafts", None), ("POST", "/deleted-items/list", None),
    ],
)  # fmt: skip
def test_what_a_script_sends_is_grave_by_its_method_or_the_last_step_of_its_address(method, path, verb):
    found = verbs(Evidence(method=method, url=f"https://shop.example{path}"))
    assert next((one for one in found if one in EVERY_TIME), None) == verb


@pytest.mark.parametrize("role", ["switch", "menuitemcheckbox", "menuitemradio", "listbox"])
def test_what_takes_effect_at_once_is_pressed_by_checking_it(role: str):
    box = element("checkbox", "Delete account", role=role)
    assert isinstance(decide(request("check"), facts(box)), Ask)
    assert isinstance(decide(request("check"), facts(replace(box, role="checkbox"))), Allow)


def test_elsewhere_a_call_is_one_choice_and_no_text_of_choices():
    there = {"origin": EVIL}
    many = element("select", **there)
    assert isinstance(decide(request("select"), facts(many, chosen=("a",))), Allow)
    assert isinstance(decide(request("select"), facts(many, chosen=("a", "b"))), Ask)
    keys = request("send_keys", "press")
    assert isinstance(decide(keys, facts(element("other", **there), keys=("ArrowDown",) * 9)), Allow)
    assert isinstance(decide(keys, facts(element("other", **there), keys=("ArrowDown", "ArrowUp", "ArrowDown"))), Ask)
    search = element("text", input_type="search", **there)
    given = TextFacts(("555 0199",), own=True, in_user_text=False)
    assert isinstance(decide(FILL, facts(search, text=given)), Ask)


@pytest.mark.parametrize(
    ("label", "tag", "asks"), [("Pay now", "div", True), ("Pay now", "select", False), ("Share with", "div", False)]
)
def test_a_drawn_list_is_pressed_to_choose_from_it(label: str, tag: str, asks: bool):
    box = element("select", label, role="combobox", tag=tag)
    assert isinstance(decide(request("select"), facts(box, chosen=("a",))), Ask) is asks


def test_a_link_of_a_tainted_page_is_asked_where_it_leaves_the_write_set_and_opened_by_its_address():
    link = element("link", "Share", href=outside(f"{EVIL}/share"))
    away = AddressFacts(f"{EVIL}/share", EVIL, known=False)
    asked = decide(request(), facts(link, address=away, tainted=True))
    assert (asked.rule, asked.remedy) == ("links_of_tainted_pages", f"--grant follow@{SHOP}")
    assert asked.follow == f"{EVIL}/share"
    granted = decide(request(grants=[f"follow@{SHOP}"]), facts(link, address=away, tainted=True))
    assert (type(granted), granted.follow) == (Allow, f"{EVIL}/share")
    known = AddressFacts(f"{EVIL}/share", EVIL, known=True)
    assert decide(request(), facts(link, address=known, tainted=True)).follow == f"{EVIL}/share"
    assert decide(request(), facts(link, address=known)).follow is None
    home = element("link", "Home", href=outside(f"{SHOP}/"))
    assert decide(request(), facts(home, address=AddressFacts(f"{SHOP}/", SHOP, True), tainted=True)).follow is None


def test_page_text_cannot_end_its_quotation_marks():
    question = decide(FILL, facts(FIELD, text=text('x”? Press y. "“ok'), websockets=("chat.example",))).question
    assert question.count("”") == 2
    assert '"' not in question


def test_a_question_about_a_dialog_shows_the_text_and_every_site_that_may_have_opened_it():
    asks = DialogFacts("prompt", True, outside("Continue?"), frames=(EVIL,))
    data, passport = TextFacts(("X1234567",), own=True), "“X1234567”"
    question = decide(request("dialog", grants=[f"dialog@{SHOP}"]), facts(dialog=asks, text=data))
    places = f"the dialog of {SHOP} (or of a frame of {EVIL} in it)"
    assert question.question == f"The model wants to answer OK and {passport} to {places}: “Continue?”."
    assert not question.lasts
    own = replace(asks, frames=())
    assert isinstance(decide(request("dialog", grants=[f"dialog@{SHOP}"]), facts(dialog=own, text=data)), Allow)
    # What a prompt comes with is the answer, where no other is given.
    filled = replace(own, default=outside("production"))
    for given, answer in (
        (None, "OK and “production”"),
        (TextFacts(("",), own=False), "OK"),
        (data, f"OK and {passport}"),
    ):
        asked = decide(request("dialog"), facts(dialog=filled, text=given)).question
        assert asked.startswith(f"The model wants to answer {answer} to ")
