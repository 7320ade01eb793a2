"""What a page may send after an act, by what is sent."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from handrail.browser.types.acts import MAX_BODY_BYTES, HeldRequest
from handrail.policy import Allow, Ask, Deny, Permissions
from handrail.policy.facts import DialogFacts
from handrail.policy.requests.bodies import MAX_KEYS
from handrail.policy.requests.facts import ActFacts, RequestFacts
from handrail.policy.requests.judge import approved_verbs, judge_request
from handrail.policy.words.consequences import CONSEQUENCES, MAX_URL_CHARS
from handrail.trust import External
from tests.policy.judged import element, facts
from tests.policy.requests.sent import HOME, request

OTHER = "https://other.example"
PLAIN = ActFacts(relevant=True)


def judged(sent: RequestFacts, act: ActFacts = PLAIN, **permitted: list[str]) -> str:
    permissions = Permissions.of(permitted.get("origins", [HOME]), trusted=permitted.get("trusted", []))
    match judge_request(sent, act, permissions):
        case Allow():
            return "allow"
        case Ask():
            return "ask"
        case Deny():
            return "deny"


@pytest.mark.parametrize(
    ("sent", "verdict"),
    [
        (request("POST", "/api/views"), "allow"),
        (request("DELETE", "/api/1"), "ask"),
        (request("POST", "/posts/1/delete"), "ask"),
        (request("POST", "/api", {"_method": "delete"}), "ask"),
        (request("POST", "/graphql", {"query": "mutation { deletePost(id: 1) { id } }"}), "ask"),
        (request("POST", "/graphql", {"query": "mutation { likePost(id: 1) { id } }"}), "allow"),
        (request("POST", "/rpc", {"jsonrpc": "2.0", "method": "user.delete", "params": [1]}), "ask"),
        (request("POST", "/checkout/pay"), "ask"),
    ],
)
def test_a_request_that_pays_or_deletes_is_asked_for_however_it_says_so(sent: RequestFacts, verdict: str):
    assert judged(sent) == verdict
    assert judged(sent, trusted=[HOME]) == "allow"


@pytest.mark.parametrize(
    ("text", "verdict"), [(b"pay 500", "ask"), (b"close account", "ask"), (b"here", "allow"), (b"colour blue", "allow")]
)
def test_a_body_that_is_a_short_text_is_judged_by_its_words(text: bytes, verdict: str):
    sent = RequestFacts.of(HeldRequest("POST", HOME + "/api/step", origin=HOME, body=text))
    assert judged(sent) == verdict
    # What the page sends by itself is no habit of another text.
    assert sent.shape != RequestFacts.of(HeldRequest("POST", HOME + "/api/step", origin=HOME, body=b"beat")).shape


def test_a_page_removes_its_draft_after_an_act_that_the_user_named_and_that_is_not_to_delete():
    draft, named = request("DELETE", "/drafts/5"), replace(PLAIN, asked=frozenset({"submit"}))
    assert judged(draft, named) == "allow"
    assert judged(draft, PLAIN) == "ask"
    assert judged(request("DELETE", "/mails/5"), named) == "ask"
    assert judged(draft, replace(named, written=frozenset(["delete"]))) == "ask"
    assert judged(draft, replace(named, forbidden=frozenset(["delete"]))) == "deny"


def test_what_the_act_was_known_to_do_is_not_asked_for_again():
    known = ActFacts(agreed_on=HOME, verbs=frozenset(["delete"]))
    assert judged(request("DELETE", "/api/1"), known) == "allow"
    assert judged(request("POST", "/checkout/pay"), known) == "ask"


def test_after_an_act_where_nothing_may_be_changed_nothing_is_sent():
    assert judged(request(), ActFacts(reads_only=True)) == "deny"


def test_a_site_that_may_only_be_read_sends_nothing_once_a_model_acted_on_it():
    foreign = request(origin=OTHER)
    assert judged(foreign) == "ask"
    touched = replace(PLAIN, touched=frozenset([OTHER]))
    assert judged(foreign, touched) == "deny"
    assert judged(request(), touched) == "allow"
    assert judged(foreign, touched, origins=[HOME, OTHER]) == "allow"


def test_what_the_user_forbade_is_refused_though_the_origin_is_trusted():
    act = ActFacts(agreed_on=HOME, verbs=frozenset(["delete"]), forbidden=frozenset(["delete"]))
    assert judged(request("DELETE", "/api/1"), act, trusted=[HOME]) == "deny"
    assert judged(request("POST", "/api/views"), act) == "allow"


def test_an_address_that_is_too_long_to_be_read_is_asked_for():
    assert judged(request("POST", "/api/" + "a" * MAX_URL_CHARS)) == "ask"
    assert judged(request("POST", "/api/" + "a" * 1000)) == "allow"


def test_a_body_that_is_too_long_to_be_read_is_asked_for_unless_it_is_a_file():
    fields = json.dumps({f"k{number}": 1 for number in range(MAX_KEYS + 1)}).encode()
    assert judged(request("POST", "/api/save", fields)) == "ask"
    assert judged(request("POST", "/api/save", b'{"text": "' + b"x" * MAX_BODY_BYTES + b'"}')) == "ask"
    assert judged(request("POST", "/api/save", b"\x89PNG" + b"\0" * MAX_BODY_BYTES)) == "allow"
    assert judged(request("POST", "/api/save", b'{"text": "' + b"x" * 500_000 + b'"}')) == "allow"


def test_a_body_that_there_was_no_time_to_read_is_asked_for_and_has_no_shape_that_another_has():
    form = b'--x\r\ncontent-disposition: form-data; name="action"\r\n\r\ndelete\r\n--x--'
    unread = RequestFacts.of(request(body=form).request, reads_body=False)
    assert judged(unread, replace(PLAIN, asked=frozenset({"submit"}), relevant=True, wanted=True)) == "ask"
    assert unread.shape not in (request(body=form).shape, request().shape)


@pytest.mark.parametrize("method", ["REVOKE", "UNLINK", "REMOVE", "TRASH"])
def test_a_method_of_a_sites_own_is_judged_by_its_name(method: str):
    assert judged(request(method, "/api/items/5")) == "ask"


def test_a_mutation_in_the_address_is_judged_like_one_in_the_body():
    assert judged(request("POST", "/graphql?query=mutation%7BdeleteAccount%7Bok%7D%7D")) == "ask"
    assert judged(request("POST", "/graphql?query=query%7Baccount%7Bdeleted%7D%7D")) == "allow"


FORM = RequestFacts.of(HeldRequest("POST", HOME + "/save", opens_document=True, origin=HOME))
SEARCH = request("POST", "/api/search")
SHARE = request("POST", "/api/documents/7/share")
WROTE = ActFacts(asked=frozenset({"submit"}), unsent=("I quit",))
PREFILLED = ActFacts(asked=frozenset({"submit"}), prefilled=True)


@pytest.mark.parametrize(
    ("sent", "act", "verdict"),
    [
        (FORM, PLAIN, "ask"),
        (FORM, replace(PLAIN, asked=frozenset({"submit"})), "allow"),
        (FORM, replace(PLAIN, agreed_on=HOME), "allow"),
        (request(), WROTE, "ask"),
        (request(), replace(WROTE, agreed_on=HOME), "ask"),
        (request(), replace(WROTE, habits=frozenset([request().whole])), "allow"),
        (SEARCH, WROTE, "allow"),
        # What is no search may be said by what is called one.
        (SEARCH, replace(WROTE, drafts=("I quit",)), "ask"),
        (
            request("POST", "/api", {"id": 2}),
            replace(WROTE, habits=frozenset([request("POST", "/api", {"id": 1}).whole])),
            "ask",
        ),
        (request(), PREFILLED, "ask"),
        (FORM, PREFILLED, "ask"),
        (SEARCH, PREFILLED, "allow"),
        # The question showed neither.
        (request(), replace(PREFILLED, agreed_on=HOME), "ask"),
        (FORM, replace(PLAIN, agreed_on=OTHER), "ask"),
        (SHARE, replace(PLAIN, agreed_on=HOME), "ask"),
    ],
)
def test_what_the_user_may_not_have_said_is_asked_for_where_it_may_change_something(sent, act, verdict):
    assert judged(sent, act) == verdict


MESSAGE = request("POST", "/api/messages", {"recipient": "x", "message": "y"})


@pytest.mark.parametrize("sent", [SHARE, MESSAGE])
def test_a_request_that_shares_or_sends_is_asked_for_unless_the_user_named_the_act(sent: RequestFacts):
    assert judged(sent) == "ask"
    assert judged(sent, replace(PLAIN, asked=frozenset(["access", "send", "submit"]))) == "allow"
    # What a banner that refuses cookies sends was wanted, but nothing grave.
    assert judged(sent, replace(PLAIN, asked=frozenset({"submit"}))) == "ask"
    assert judged(sent, ActFacts(agreed_on=HOME, verbs=frozenset(["access", "send"]))) == "allow"


@pytest.mark.parametrize("path", ["/analytics/reports/7/share", "/beacon/notes", "/share/search", "/delete/ping"])
def test_a_request_that_is_called_a_reading_one_is_judged_by_what_else_it_says(path: str):
    assert judged(request("POST", path), WROTE) == "ask"


def test_what_a_page_sends_that_is_opened_by_an_address_of_the_models_own_is_asked_for_on_opened_origins():
    act = replace(PREFILLED, opens=True, relevant=True)
    for sent, rule in ((request(), "requests_you_named"), (FORM, "requests_say_what_you_said")):
        asked = judge_request(sent, act, Permissions.of([HOME]))
        assert isinstance(asked, Ask)
        assert asked.rule == rule
        assert isinstance(judge_request(sent, act, Permissions.of([OTHER])), Deny)


def test_what_another_site_sends_to_an_opened_one_is_asked_for_also_where_it_hides_itself():
    form = HeldRequest("POST", HOME + "/email", opens_document=True, origin="null")
    assert judged(RequestFacts.of(form), replace(PLAIN, asked=frozenset({"submit"}))) == "ask"
    assert judged(request(origin=OTHER), replace(PLAIN, asked=frozenset({"submit"}))) == "ask"
    assert judged(request(origin=OTHER), replace(PLAIN, asked=frozenset({"submit"})), origins=[HOME, OTHER]) == "allow"


@pytest.mark.parametrize("path", ["/profile/save", "/team/invite", "/messages/send", "/checkout/pay"])
@pytest.mark.parametrize("origin", [OTHER, "null"])
def test_what_the_model_may_send_to_a_site_no_other_sites_page_may(path: str, origin: str):
    act = replace(PLAIN, asked=frozenset({"submit", "send", "access"}), opens=True)
    grants = [f"{verb}@{HOME}" for verb in ("submit", "send", "access")]
    for permissions in (Permissions.of([HOME], grants), Permissions.of([HOME], trusted=[HOME])):
        asked = judge_request(request("POST", path, origin=origin), act, permissions)
        assert isinstance(asked, Ask), permissions
        # An answer for longer would let the model do the same.
        assert not asked.lasts
        assert asked.remedy == (f"--allow-origin {OTHER}" if origin == OTHER else "")
    opened = judge_request(request("POST", path, origin=OTHER), act, Permissions.of([HOME, OTHER], trusted=[HOME]))
    assert isinstance(opened, Allow)


def test_what_a_site_sends_that_is_not_opened_may_only_ask():
    there = replace(PLAIN, opens=True, relevant=True)
    assert judged(RequestFacts.of(HeldRequest("POST", OTHER + "/contacts/accept", origin=OTHER)), there) == "deny"
    assert judged(RequestFacts.of(HeldRequest("POST", OTHER + "/items/search", origin=OTHER)), there) == "allow"


def test_who_forbids_to_submit_forbids_whatever_is_sent_once_something_was_filled_in():
    forbidden = replace(PLAIN, relevant=True, asked=frozenset({"submit"}), wanted=True, forbidden=frozenset({"submit"}))
    assert judged(request("POST", "/api/contact"), forbidden) == "allow"
    assert judged(request("POST", "/api/contact"), replace(forbidden, filled=True)) == "deny"
    assert judged(request("POST", "/api/items/search"), replace(forbidden, filled=True)) == "allow"


def test_without_policy_what_the_user_forbade_holds_and_nothing_else():
    unsafe = Permissions.of(unsafe=True)
    assert judge_request(request("DELETE"), PLAIN, unsafe) == Allow("requests_without_policy")
    assert isinstance(judge_request(request("DELETE"), replace(PLAIN, forbidden=frozenset({"delete"})), unsafe), Deny)
    assert isinstance(judge_request(request("DELETE"), replace(PLAIN, looks=True), unsafe), Deny)


def test_a_grant_lets_forms_be_sent_and_the_question_shows_what_the_model_wrote():
    permissions = Permissions.of([HOME], grants=[f"submit@{HOME}"])
    assert isinstance(judge_request(FORM, WROTE, permissions), Allow)
    asked = judge_request(request(), WROTE, Permissions.of([HOME]))
    assert isinstance(asked, Ask)
    assert "after the model wrote “I quit”, which are not your words" in asked.question
    assert asked.remedy == f"--grant submit@{HOME}"


UNNAMED = ActFacts()
ELSEWHERE = RequestFacts.of(HeldRequest("POST", "https://visits.example/t", origin=HOME))
API = RequestFacts.of(HeldRequest("POST", "https://api.shop.example/t", origin="https://www.shop.example"))


@pytest.mark.parametrize(
    ("sent", "act", "verdict"),
    [
        (request(), UNNAMED, "ask"),
        (request("PATCH", "/api/1"), UNNAMED, "ask"),
        (request(), replace(UNNAMED, relevant=True), "allow"),
        (request(), replace(UNNAMED, habits=frozenset([request().whole])), "allow"),
        (SEARCH, UNNAMED, "allow"),
        (request("POST", "/graphql", {"query": "{ items { id } }"}), UNNAMED, "allow"),
        (request(), replace(UNNAMED, agreed_on=HOME), "allow"),
        (request("PUT", "/graphql", {"query": "{ items { id } }"}), UNNAMED, "ask"),
        (
            request("POST", "/api", {"page": 2}),
            replace(UNNAMED, habits=frozenset([request("POST", "/api", {"page": 1}).shape])),
            "allow",
        ),
        # A page that sends its beat sends no other action thereby.
        (request("POST", "/api", {"calls": "up"}), replace(UNNAMED, habits=frozenset([request().whole])), "ask"),
        # "Reject all" in a cookie banner, where the request is about that.
        (request("POST", "/api/consent"), replace(UNNAMED, refuses=True), "allow"),
        (request("POST", "/choice", {"cookieLevel": 0}), replace(UNNAMED, refuses=True), "allow"),
        (request("POST", "/orders/decline"), replace(UNNAMED, refuses=True), "ask"),
        # An OAuth server calls what gives an application access a consent.
        (request("POST", "/oauth/consent?client_id=evil"), replace(UNNAMED, refuses=True), "ask"),
        (request("POST", "/api/consents/7"), replace(UNNAMED, refuses=True), "ask"),
        (request("POST", "/cookies/friends"), replace(UNNAMED, refuses=True), "ask"),
        (request("POST", "/consent", {"accept": "all"}), replace(UNNAMED, refuses=True), "ask"),
        (request("POST", "/consent", {"choice": "reject"}), replace(UNNAMED, refuses=True), "allow"),
        (request("POST", "/consent", {"choice": "approve"}), replace(UNNAMED, refuses=True), "ask"),
        (request("POST", "/consent", {"state": "app-of-eve"}), replace(UNNAMED, refuses=True), "ask"),
        (
            request("POST", "/cookies", {"choice": "necessary", "back": "/jars?q=jar"}),
            replace(UNNAMED, refuses=True),
            "allow",
        ),
        (
            request("POST", "/cookies", {"choice": "necessary", "back": "//eve.example"}),
            replace(UNNAMED, refuses=True),
            "ask",
        ),
        (request("POST", "/cookies", {"choice": "necessary", "back": "I quit"}), replace(UNNAMED, refuses=True), "ask"),
        (request("POST", "/api/consent"), UNNAMED, "ask"),
        (request("POST", "/api/consent"), replace(UNNAMED, refuses=True, unsent=("I quit",)), "ask"),
        # What counts visits is sent to other sites; a site's own parts are none.
        (ELSEWHERE, UNNAMED, "allow"),
        (API, UNNAMED, "ask"),
    ],
)
def test_a_request_after_an_act_that_the_user_did_not_name_is_asked_for(sent, act, verdict):
    permitted = [HOME, "https://www.shop.example"]
    assert judged(sent, act, origins=permitted) == verdict
    permissions = Permissions.of(permitted, grants=[f"submit@{sent.to_origin}"])
    assert isinstance(judge_request(sent, act, permissions), Allow)


def test_a_form_of_what_the_user_wants_is_sent_though_they_did_not_name_its_button():
    assert judged(FORM, replace(PLAIN, wanted=True)) == "allow"
    assert judged(FORM, replace(PLAIN, wanted=True, unsent=("I quit",))) == "ask"
    assert judged(FORM, replace(PLAIN, wanted=True, prefilled=True)) == "ask"
    assert judged(SHARE, replace(PLAIN, wanted=True)) == "ask"


def test_an_approval_covers_what_its_question_named_and_no_more():
    button = element("button", "Delete account")
    asked = Ask("consequential_acts", "Delete?", "")
    assert approved_verbs(asked, facts(button)) == {"delete"}
    assert approved_verbs(Ask("words_in_fields+consequential_acts", "", ""), facts(button)) == {"delete"}
    assert approved_verbs(Ask("words_in_fields", "", ""), facts(button)) == set()
    assert approved_verbs(Allow("no_rule_objects"), facts(button)) == set()
    for message, pressed, verbs in (
        ("Sure?", None, set()),
        ("Delete all?", None, {"delete"}),
        ("Sure?", "Pay", {"pay"}),
    ):
        opener = element("button", pressed) if pressed else None
        dialog = DialogFacts("confirm", True, External(message, HOME, "page-info"), pressed=opener)
        assert approved_verbs(Ask("agreed_dialogs", "", ""), replace(facts(), dialog=dialog)) == verbs
    # Of two acts the question names the graver one.
    assert approved_verbs(asked, facts(element("button", "Pay and delete"))) == {"pay"}
    assert approved_verbs(asked, facts(element("option", "Public"), chosen=("Remove",))) == {"delete"}


def test_what_the_user_agreed_to_on_one_site_frees_nothing_that_another_one_sends():
    agreed = ActFacts(agreed_on=HOME)
    assert judged(request(), agreed) == "allow"
    assert judged(request(origin=OTHER), agreed) == "ask"
    # A frame of another site may hide where it is from.
    hidden = RequestFacts.of(HeldRequest("POST", HOME + "/save", origin="null"))
    assert judged(hidden, agreed) == "ask"
    delete = ActFacts(agreed_on=HOME, verbs=frozenset(["delete"]))
    assert judged(request("POST", "/items/9/delete"), delete) == "allow"
    assert judged(request("POST", "/items/9/delete", origin=OTHER), delete) == "ask"
    # A site that is not opened, on which they agreed to one act, sends to itself and not to an opened one.
    own = RequestFacts.of(HeldRequest("POST", OTHER + "/save", origin=OTHER))
    act = ActFacts(agreed_on=OTHER, touched=frozenset([OTHER]))
    assert judged(own, act) == "allow"
    assert judged(request(origin=OTHER), act) == "ask"


@pytest.mark.parametrize(("says", "verdict"), [("send", "ask"), ("delete", "ask"), ("", "allow")])
def test_a_press_on_what_says_that_it_sends_frees_no_request_by_its_shape_or_by_only_asking(says: str, verdict: str):
    seen, now = request(body={"v": 1}), request(body={"v": 7})
    act = ActFacts(written=frozenset(one for one in CONSEQUENCES if one == says), habits=frozenset([seen.shape]))
    assert judged(now, act) == verdict
    assert judged(request(path="/api/search", body={"query": "7"}), act) == verdict
    assert judged(now, replace(act, habits=frozenset([now.whole]))) == "allow"
    assert judged(now, replace(act, asked=act.written)) == ("ask" if says == "delete" else "allow")


@pytest.mark.parametrize(
    ("method", "body", "releases"),
    [
        ("POST", b"action=wp-remove-post-lock&post_ID=65", True),
        ("POST", b"action=release_lock", True),
        ("POST", b"action=remove-post", False),
        ("POST", b"action=remove-lock-and-post", False),
        ("POST", b"action=remove-post-lock&deleted=true", False),
        ("POST", b"action=remove-post-lock&do=delete", False),
        ("DELETE", b"action=remove-post-lock", False),
        ("POST", b"name=remove-post-lock", False),
    ],
)
def test_a_lock_is_released_where_nothing_else_is_deleted(method: str, body: bytes, releases: bool):
    assert request(method, "/ajax.php", body).releases_lock is releases


@pytest.mark.parametrize("path", ["/subscribe", "/book", "/orders/place"])
def test_who_forbids_to_pay_forbids_what_an_address_may_call_so(path: str):
    forbidding = replace(PLAIN, forbidden=frozenset({"pay"}))
    assert (judged(request("POST", path)), judged(request("POST", path), forbidding)) == ("allow", "deny")
    for other in ("/api/views", "/api/notes"):
        assert judged(request("POST", other), forbidding) == "allow"
    assert judged(request("POST", path), replace(forbidding, asked=frozenset({"submit"}))) == "allow"
