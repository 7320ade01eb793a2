"""Requests that only ask, by what they are called."""

from __future__ import annotations

import json

import pytest

from handrail.policy.requests.bodies import names_of
from handrail.policy.requests.read_only import keeps_draft, only_asks, removes_draft, says_text

READS = {"operationName": "Viewer", "variables": {}, "query": "query Viewer { viewer { name } }"}
STORED = {"operationName": "Approve", "extensions": {"persistedQuery": {"version": 1, "sha256Hash": "ab" * 32}}}


@pytest.mark.parametrize(
    ("path", "body", "asks"),
    [
        ("/api/search", {"q": "kettle"}, True),
        ("/api/search", {"query": "kettle"}, True),
        ("/products/_msearch", {}, True),
        ("/orders/list", {}, True),
        ("/v12/lookup", {"name": "Ann"}, True),
        ("/users/12/lookup", {"name": "Ann"}, False),
        ("/graphql", {"query": "subscription S { items }"}, True),
        ("/list", {}, False),
        ("/filters", {}, False),
        ("/api/pages", {}, False),
        ("/v1/places:searchText", {}, True),
        ("/rooms/check-availability", {}, True),
        ("/api/orders/filter", {}, True),
        ("/g/collect", {}, True),
        ("/invoices/7/collect", {}, False),
        ("/invoices/collect", {}, False),
        ("/me/availability", {"available": False}, False),
        ("/me/availability", {}, False),
        ("/v1/availability", {"from": "2026-01-01", "to": "2026-01-03", "guests": 2}, True),
        ("/rooms/availability", {"checkIn": "2026-01-01", "checkOut": "2026-01-03", "csrf_token": "x"}, True),
        ("/tasks/sort", {"ids": [3, 2, 1]}, False),
        ("/tasks/sort", {}, False),
        ("/tasks/sort", {"sort": "date", "page": 1}, True),
        ("/mail/filter", {"from": "*", "forward": 1}, False),
        ("/mail/filter", {"filters": {"brand": ["x"]}, "page": 1}, True),
        ("/stock/9/count", {"n": 0}, False),
        ("/stock/9/count", {}, False),
        ("/items/_count", {"query": {"match_all": {}}}, True),
        ("/friends/suggestions", {"accept": 5}, False),
        ("/places/suggest", {"input": "Ber", "language": "de"}, True),
        ("/api/12/envelope/", {}, True),
        ("/wp-admin/heartbeat", {}, True),
        ("/rpc", {"jsonrpc": "2.0", "method": "users.list", "params": []}, True),
        ("/rpc", {"jsonrpc": "2.0", "method": "getUser", "params": []}, True),
        ("/rpc", {"jsonrpc": "2.0", "method": "users.invite", "params": []}, False),
        ("/rpc", [{"jsonrpc": "2.0", "method": "get"}, {"jsonrpc": "2.0", "method": "invite"}], False),
        ("/rpc", {"jsonrpc": "2.0", "method": "playlist.list.reset.count"}, False),
        ("/rpc", {"jsonrpc": "2.0", "method": "resetList"}, False),
        ("/graphql", {"operationName": "UpdateMailingList", "extensions": {}}, False),
        ("/graphql", {"operationName": "GetList", "extensions": {}}, True),
        ("/graphql", {"query": "query Items { items { id } }"}, True),
        ("/graphql", {"query": "{ items { id } }"}, True),
        ("/search", {"query": "mutation Like { like(id: 1) { id } }"}, False),
        ("/saved-searches", {}, False),
        # Fields beside the query tell what else is sent.
        ("/profile", {"email": "m@evil.example", "query": "{a}"}, False),
        ("/profile", {"email": "m@evil.example", "params": 1, "method": "get"}, False),
        ("/profile.php/search", {}, False),
        # What names no operation says nothing of itself.
        ("/rpc", {"jsonrpc": "2.0", "do": "x"}, False),
        ("/graphql", {"operationName": 5}, False),
        ("/graphql", {"query": "any text", "id": 7}, False),
        ("/graphql", {"query": "# query\nmutation B { setX }"}, False),
        ("/graphql", {"query": "{ a },mutation B { setX }", "operationName": "B"}, False),
        ("/graphql", {"query": "\ufeffmutation B { setX }"}, False),
        ("/rpc", {"jsonrpc": "2.0", "method": "findOneAndUpdate", "params": []}, False),
        # JSON-RPC 1.0, and a model whose name has several parts.
        ("/shop/", {"id": 1, "method": "model.party.address.read", "params": [[7], ["name", "_delete"], {}]}, True),
        ("/shop/", {"id": 1, "method": "model.party.party.fields_view_get", "params": [None, "form"]}, True),
        ("/shop/", {"id": 1, "method": "model.party.party.copy", "params": [[7]]}, False),
        ("/shop/", {"id": 1, "method": "list.reset.count", "params": []}, False),
        ("/shop/", {"id": 1, "method": "getUser", "params": [7], "delete": 8}, False),
        ("/rpc", {"jsonrpc": "2.0", "method": "getOrCreateRoom", "params": []}, False),
        ("/api/users/search", {"filter": {"id": 7}, "update": {"email": "a@b.example"}}, False),
        ("/api/users/search", {"query": "kettle", "status": "open"}, True),
        ("/api/items/7/view", {"visibility": "public"}, False),
        ("/api/items/7/view", {"from": "/home"}, True),
        # A server may read the string in another way.
        ("/graphql", {"query": 'query A { items(name: "mutation B {") { id } }'}, False),
        ("/graphql", {"query": 'query A { a(x: """ \\""" """) } mutation B { c b(x: """z""") }'}, False),
        ("/search/save", {}, False),
        # Of a batch each call has to read.
        ("/graphql", [READS, STORED], False),
        ("/graphql", [READS, READS], True),
        ("/graphql", [{"operationName": "GetList", "extensions": {}}, STORED], False),
        ("/rpc", {"jsonrpc": "2.0", "method": "closeAccount", "params": {"query": "{ a }"}}, False),
        # A stored document says nothing of itself, whatever the path is called.
        ("/query", {"doc_id": "8f21aa", "variables": {"id": 7}}, False),
        ("/api/query", {"id": "8f21aa", "variables": {"id": 7}}, False),
        ("/search", {"documentId": "8f21aa"}, False),
        ("/query", {"extensions": {"persistedQuery": {"version": 1, "sha256Hash": "ab" * 32}}}, False),
        ("/query", {"query": "kettle", "id": 7}, True),
        ("/search", {"id": 7}, True),
        # Of one thing a name that is an act as well does not read.
        ("/tickets/42/ping", {}, False),
        ("/api/ping", {}, True),
        ("/nfts/42/list", {}, False),
        ("/nfts/42/list", {"page": 2}, True),
        ("/threads/42/load-more", {}, True),
        ("/items/42/view", {}, True),
        ("/rpc", {"jsonrpc": "2.0", "method": "listForSale", "params": {"item": 7}}, False),
        ("/rpc", {"jsonrpc": "2.0", "method": "suggestFriend", "params": {"user": 7}}, False),
        ("/api/messages", {}, False),
        ("/collections", {}, False),
        ("/", {}, False),
    ],
)
def test_a_request_only_asks_where_its_name_or_its_operations_say_so(path: str, body: object, asks: bool) -> None:
    names = names_of(json.dumps(body).encode())
    assert only_asks("POST", f"https://shop.example{path}", names) is asks


def test_other_methods_than_post_change_something_whatever_they_are_called() -> None:
    assert not only_asks("PUT", "https://shop.example/search", names_of(b""))
    assert not only_asks("DELETE", "https://shop.example/search", names_of(b""))


@pytest.mark.parametrize(
    ("path", "body", "asks"),
    [
        ("/search", b"q=kettle", True),
        ("/search", b"page=2&_csrf_token=x", True),
        ("/search", b"save=1", False),
        ("/search", b"", False),
        ("/me/availability", b"n=0", False),
        ("/mail/filter", b"", False),
        ("/orders/filter", b"from=2026-01-01&to=2026-02-01", True),
        ("/g/collect", b"", False),
    ],
)
def test_a_form_only_asks_where_a_field_of_it_does(path: str, body: bytes, asks: bool) -> None:
    assert only_asks("POST", f"https://shop.example{path}", names_of(body), is_form=True) is asks


def test_of_a_body_that_cannot_be_read_only_a_name_that_is_never_an_act_tells() -> None:
    unread = names_of(None)
    assert only_asks("POST", "https://shop.example/search", unread, is_form=True, is_read=False)
    assert not only_asks("POST", "https://shop.example/orders/filter", unread, is_read=False)


@pytest.mark.parametrize(
    ("path", "body", "keeps"),
    [
        ("/drafts/5", {"text": "I agree"}, True),
        ("/drafts/5", {"text": "I agree", "status": "draft", "draft": True, "send": False}, True),
        ("/drafts/5", {"submit": "Save draft"}, True),
        ("/drafts/5", {"status": "sent"}, False),
        ("/drafts/5", {"message": {"state": "PUBLISHED"}}, False),
        ("/drafts/5", {"submit": True}, False),
        ("/drafts/5", {"deliver": "now"}, False),
        ("/drafts/5", {"send_at": "2026-01-01T08:00"}, False),
        ("/api/draft", {"draft": False}, False),
        ("/api/draft", {"isDraft": 0}, False),
        ("/drafts", {"requests": [{"method": "POST", "url": "/drafts/5/x"}]}, False),
        ("/rpc", {"jsonrpc": "2.0", "method": "draft.save", "params": {"publish": True}}, False),
        ("/rpc", {"jsonrpc": "2.0", "method": "draft.save", "params": {"text": "x"}}, True),
    ],
)
def test_a_draft_is_none_where_a_field_says_that_it_is_sent(path: str, body: object, keeps: bool) -> None:
    assert keeps_draft(f"https://mail.example{path}", names_of(json.dumps(body).encode())) is keeps


@pytest.mark.parametrize(
    ("method", "path", "removes"),
    [
        ("DELETE", "/api/drafts/Handbook", True),
        ("DELETE", "/api/pages/7/draft", True),
        ("POST", "/api/drafts/Handbook", False),
        ("DELETE", "/api/pages/Handbook", False),
        ("DELETE", "/api/drafts/7/owners/3", False),
        ("DELETE", "/api/drafts?of=everyone", False),
    ],
)
def test_a_draft_is_removed_by_a_request_that_names_a_draft_and_nothing_below_it(method: str, path: str, removes: bool):
    assert removes_draft(method, f"https://wiki.example{path}", names_of(b"")) is removes


@pytest.mark.parametrize(
    "path", ["/submit-draft", "/post-draft", "/deliver-draft", "/release/draft", "/convert-draft-to-mail"]
)
def test_what_is_done_with_a_draft_keeps_none(path: str) -> None:
    assert not keeps_draft(f"https://mail.example{path}", names_of(b""))
    assert not keeps_draft("https://mail.example/rpc", names_of(b'{"jsonrpc": "2.0", "method": "submitDraft"}'))
    assert keeps_draft("https://mail.example/api/save-draft", names_of(b""))


def test_a_field_for_text_is_known_by_the_end_of_its_name() -> None:
    assert says_text(["id", "message.body"])
    assert says_text(["comment=x"])
    assert not says_text(["q", "page", "text_size"])


@pytest.mark.parametrize(
    ("path", "body", "asks"),
    [
        ("/wp-admin/admin-ajax.php", b"action=heartbeat&interval=60&data%5Block%5D%5Bpost_id%5D=65", True),
        ("/wp-admin/admin-ajax.php", b"action=heartbeat&data%5Bautosave%5D%5Bcontent%5D=x", False),
        ("/wp-admin/admin-ajax.php", b"action=heartbeat&do_action=save", False),
        ("/wp-admin/admin-ajax.php", b"action=save", False),
        ("/wp-admin/admin-ajax.php?action=save", b"action=heartbeat", False),
        ("/wp-admin/admin-ajax.php", b"interval=60", False),
        ("/beats/5", b"action=heartbeat", False),
    ],
)
def test_one_program_for_all_asks_only_where_a_field_says_that_it_does(path: str, body: bytes, asks: bool) -> None:
    assert only_asks("POST", f"https://shop.example{path}", names_of(body)) is asks
