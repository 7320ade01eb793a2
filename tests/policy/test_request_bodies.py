"""What the body of a request names, whatever its form."""

from __future__ import annotations

import json

import pytest

from handrail.policy.request_bodies import MAX_KEYS, BodyNames, names_of


def test_a_json_body_names_its_fields_at_every_depth_with_short_values():
    body = json.dumps({"item": {"id": 7, "note": "x" * 100}, "tags": [{"name": "blue"}], "gone": None}).encode()
    assert names_of(body) == BodyNames(("item", "id=7", "note", "tags", "name=blue", "gone"))


def test_a_form_names_its_fields_with_and_without_files():
    assert names_of(b"_method=delete&to=Anna+B&empty=") == BodyNames(("_method=delete", "to=Anna B", "empty"))
    part = b'--x\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\nText\r\n'
    assert names_of(part % (b"title", b"") + part % (b"file", b'; filename="a.txt"')) == BodyNames(("title", "file"))


@pytest.mark.parametrize(
    ("document", "operations", "mutates"),
    [
        ("query Cart { cart { id } }", ("Cart", "cart"), False),
        ("mutation { deletePost(id: 1) { id } }", ("deletePost",), True),
        ("mutation M($id: ID!) { alias: removeItem(id: $id) { id } }", ("M", "removeItem"), True),
        ("{ cart { id } }", (), False),
        ("query A { a } mutation B { b }", ("A", "a", "B", "b"), True),
        ("fragment F on X { id }", (), None),
    ],
)
def test_a_graphql_document_names_its_operations_and_whether_it_changes_something(document, operations, mutates):
    found = names_of(json.dumps({"query": document}).encode())
    assert (found.operations, found.mutates) == (operations, mutates)


def test_a_batch_changes_something_if_one_of_it_does():
    batch = [{"query": "query A { a }"}, {"operationName": "B", "query": "mutation B { b }"}]
    found = names_of(json.dumps(batch).encode())
    assert (found.operations, found.mutates) == (("A", "a", "B", "b"), True)


def test_a_json_rpc_call_names_its_method():
    assert names_of(b'{"jsonrpc": "2.0", "method": "user.delete", "params": [1]}').operations == ("user.delete",)


@pytest.mark.parametrize("body", [None, b"", b"{", b"[" * 5000, b"\xff\xfe", b"plain text", b'"text"', b"--"])
def test_what_has_no_fields_names_nothing(body):
    assert not names_of(body).operations
    assert len(names_of(body).keys) <= 1


def test_a_body_that_is_one_short_text_names_what_that_says():
    assert names_of(b"close account") == BodyNames(text="close_account")
    assert names_of(b"a" * 100) == BodyNames(("a" * 100,))


def test_a_long_body_is_read_to_a_bound():
    assert len(names_of(json.dumps([{"a": 1}] * 10_000).encode()).keys) == MAX_KEYS
    assert names_of(b"&".join([b"a=1"] * (MAX_KEYS + 1))) == BodyNames()
