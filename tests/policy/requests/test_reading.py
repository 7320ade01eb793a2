"""Requests that only ask, by what they are called."""

from __future__ import annotations

import json

import pytest

from handrail.policy.requests.bodies import names_of
from handrail.policy.requests.reading import only_asks


@pytest.mark.parametrize(
    ("path", "body", "asks"),
    [
        ("/api/search", {"q": "kettle"}, True),
        ("/products/_msearch", {}, True),
        ("/orders/list", {}, True),
        ("/list", {}, False),
        ("/filters", {}, False),
        ("/api/pages", {}, False),
        ("/v1/places:searchText", {}, True),
        ("/rooms/check-availability", {}, True),
        ("/api/orders/filter", {}, True),
        ("/g/collect", {}, True),
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
        ("/graphql", {"query": 'query A { items(name: "mutation B {") { id } }'}, True),
        ("/search/save", {}, False),
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
