"""What the body of a request names, whatever its form."""

from __future__ import annotations

import json

import pytest

from handrail.browser.types.acts import HeldRequest
from handrail.policy.requests.bodies import MAX_KEYS, MAX_NAME_CHARS, MAX_VALUE_CHARS, BodyNames, names_of
from handrail.policy.requests.judge import RequestFacts
from handrail.policy.words.consequences import MAX_URL_CHARS, Evidence, verbs


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


HOSTILE = {
    "strings that do not end": b'{"query": "%s"}' % (rb"\"" * 300_000),
    "operations without a brace": b'{"query": "%s"}' % (b"query " * 150_000),
    "operations in a form": b"query=" + b"query+" * 150_000,
    "parts without a name": b"--x" + b"content-disposition:form-data;" * 30_000,
    "parts without an end": b"--x\r\n" + b'content-disposition:form-data; name="' * 25_000,
    "long names": json.dumps({f"{'aB' * 2000}{number}": number for number in range(200)}).encode(),
}


@pytest.mark.parametrize("body", HOSTILE.values(), ids=HOSTILE)
def test_a_megabyte_that_was_made_to_be_slow_is_read_at_once(body: bytes):
    """Read in a time that grows with the square of the length, it would take an hour."""
    names = names_of(body)
    longest = MAX_NAME_CHARS + len("=") + MAX_VALUE_CHARS
    assert sum(map(len, (*names.keys, *names.operations))) <= MAX_KEYS * longest


@pytest.mark.parametrize("unit", ["a=b&", "a1b/", "aB", "%20", "a-b-"])
def test_an_address_of_two_megabytes_is_read_to_a_bound(unit: str):
    request = HeldRequest("POST", "https://site.example/x?" + unit * (2_000_000 // len(unit)))
    facts = RequestFacts.of(request)
    assert len(facts.evidence.url) == MAX_URL_CHARS
    assert verbs(facts.evidence) == verbs(Evidence(url=request.url)) == []
