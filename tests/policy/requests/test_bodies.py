"""What the body of a request names, whatever its form."""

from __future__ import annotations

import base64
import json
from urllib.parse import quote

import pytest

from handrail.browser.types.acts import HeldRequest
from handrail.policy.requests.bodies import MAX_KEYS, BodyNames, names_of
from handrail.policy.requests.facts import RequestFacts
from handrail.policy.requests.fields import MAX_OBJECTS, MAX_VALUE_CHARS
from handrail.policy.requests.graphql import MAX_NAME_CHARS
from handrail.policy.words.consequences import MAX_URL_CHARS, Evidence, verbs
from tests.policy.requests.sent import request


def test_a_json_body_names_its_fields_at_every_depth_with_short_values():
    body = json.dumps({"item": {"id": 7, "note": "x" * 100}, "tags": [{"name": "blue"}], "gone": None}).encode()
    assert names_of(body) == BodyNames(
        ("item", "tags", "gone", "id=7", "note", "name=blue", "tags=blue"), fields=("item", "tags", "gone")
    )


def test_a_form_names_its_fields_with_and_without_files():
    names = ("_method", "to", "empty")
    keys = ("_method=delete", "to=Anna B", "empty")
    assert names_of(b"_method=delete&to=Anna+B&empty=") == BodyNames(keys, fields=names)
    part = b'--x\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\nText\r\n'
    assert names_of(part % (b"title", b"") + part % (b"file", b'; filename="a.txt"')) == BodyNames(
        ("title=Text", "file"), fields=("title", "file")
    )
    assert names_of(b"\r\n" + part % (b"_method", b"")).fields == ("_method",)
    # In an encoding of its own, a form is read as far as it can be.
    assert names_of(part % (b"_method", b"") + part % (b"ti\xe9", b"")).fields == ("_method", "ti\ufffd")


@pytest.mark.parametrize(
    ("document", "operations", "mutates"),
    [
        ("query Cart { cart { id } }", ("Cart", "cart"), False),
        ("mutation { deletePost(id: 1) { id } }", ("deletePost",), True),
        ("mutation M($id: ID!) { alias: removeItem(id: $id) { id } }", ("M", "removeItem"), True),
        ("{ cart { id } }", (), False),
        ("query A { a } mutation B { b }", ("A", "a", "B", "b"), True),
        ("fragment F on X { id }", (), None),
        ("mutation { touch(at: {x: 1}) { id } deleteItem(id: 5) { id } }", ("touch", "deleteItem"), True),
        (
            "mutation M @live { a: touch { b: deleted } ... on Mutation @skip(if: $x) { gone: deleteItem } }",
            ("M", "touch", "deleteItem"),
            True,
        ),
        ("mutation { ...F } fragment F on Mutation { shareItem(id: 5) { reply } }", ("shareItem",), True),
        (
            "mutation { ...F } fragment F on Mutation { ...G } fragment G on Mutation { deleteItem }",
            ("deleteItem",),
            True,
        ),
        ("mutation { like { ...F } } fragment F on Item { share }", ("like",), True),
        # What a text of several lines ends with is read again.
        ('{ a(x: """it is 5" {\n remove {""") { d } } mutation { b }', ("b",), True),
    ],
)
def test_a_graphql_document_names_its_operations_and_whether_it_changes_something(document, operations, mutates):
    found = names_of(json.dumps({"query": document}).encode())
    assert (found.operations, found.mutates) == (operations, mutates)


@pytest.mark.parametrize(
    "start", ["", "query Q { a } ", "fragment F on X { id } ", "subscription S { a } ", "# A note\n", "{ a } ", " , "]
)
def test_a_document_that_changes_something_is_known_in_any_field_whatever_it_begins_with(start: str):
    found = names_of(json.dumps({"text": f"{start}mutation M {{ deleteItem }}"}).encode())
    assert found.mutates is True
    assert "deleteItem" in found.operations


def test_a_stored_document_is_an_operation_that_tells_requests_apart():
    for name in ("doc_id", "id", "documentHash"):
        first, other = ({name: stored, "variables": {"item": 7}} for stored in ("4711", "9922"))
        assert names_of(json.dumps(first).encode()).operations == ("4711",)
        assert request(body=first).shape != request(body=other).shape
        form = f"{name}=4711&variables=%7B%22item%22%3A7%7D".encode()
        assert names_of(form).operations == ("4711",)
    stored = {"persistedQuery": {"version": 1, "sha256Hash": "ab" * 32}}
    assert names_of(json.dumps({"extensions": stored}).encode()).operations == ("ab" * 32,)
    assert names_of(json.dumps({"operationName": "Items", "extensions": stored}).encode()).operations == ("Items",)


def test_a_batch_changes_something_if_one_of_it_does():
    batch = [{"query": "query A { a }"}, {"operationName": "B", "query": "mutation B { b }"}]
    found = names_of(json.dumps(batch).encode())
    assert (found.operations, found.mutates) == (("A", "a", "B", "b"), True)


def test_a_call_of_json_rpc_has_a_list_of_parameters_where_it_says_no_version():
    calls = [{"id": 1, "method": "find", "params": given} for given in ([1], {"a": 1})]
    assert [names_of(json.dumps(call).encode()).is_call for call in calls] == [True, False]
    assert names_of(b'{"doc_id": ""}').operations == (), "an empty name is none of a document"


def test_a_json_rpc_call_names_its_method():
    assert names_of(b'{"jsonrpc": "2.0", "method": "user.delete", "params": [1]}').operations == ("user.delete",)


@pytest.mark.parametrize(
    "body", [None, b"", b"{", b"[" * 5000, b"{" * 5000, b"\xff\xfe", b"plain text", b'"text"', b"--"]
)
def test_what_has_no_fields_names_nothing(body):
    assert not names_of(body).operations
    assert len(names_of(body).keys) <= 1


def test_a_body_that_is_one_short_text_names_what_that_says():
    assert names_of(b"close account") == BodyNames(text="close_account")
    assert names_of(b"a" * 100) == BodyNames(("a" * 100,), fields=("a" * 100,))


def test_a_long_body_is_read_to_a_bound():
    different = [{f"a{number}": 1} for number in range(10_000)]
    assert len(names_of(json.dumps(different).encode()).keys) == MAX_KEYS
    assert len(names_of(b"&".join(b"a%d=1" % number for number in range(10_000))).keys) == MAX_KEYS


def test_a_body_of_more_fields_than_are_read_is_known_to_be_cut():
    fields = {f"k{number}": 1 for number in range(MAX_KEYS + 1)}
    assert names_of(json.dumps(fields).encode()).is_cut
    assert names_of("&".join(f"{name}=1" for name in fields).encode()).is_cut
    assert names_of(b"data=" + quote(json.dumps(fields)).encode()).is_cut
    assert not names_of(json.dumps([{"k": 1}] * 10_000).encode()).is_cut


@pytest.mark.parametrize(("value", "is_cut"), [(b'{"a": 1}', False), (b'{"a": [1', True), (b"Text", False)])
def test_a_field_whose_code_cannot_be_read_to_its_end_is_known_to_be_cut_in_forms_with_files_too(value, is_cut):
    part = b'--x\r\nContent-Disposition: form-data; name="data"\r\n\r\n%s\r\n--x--'
    assert names_of(part % value).is_cut is is_cut
    assert names_of(b"data=" + quote(value).encode()).is_cut is is_cut


def test_a_body_of_more_objects_than_are_read_is_known_to_be_cut():
    assert names_of(json.dumps([{"k": 1}] * (MAX_OBJECTS + 1)).encode()).is_cut
    assert names_of(b'{"k":1}\n' * (MAX_OBJECTS + 1)).is_cut


def test_what_is_said_many_times_hides_nothing():
    assert names_of(json.dumps([{"id": 1}] * 10_000 + [{"deleted": True}]).encode()).keys == ("id=1", "deleted=True")
    assert names_of(b'{"id":1}\n' * 10_000 + b'{"deleted":true}').keys == ("id=1", "deleted=True")
    assert names_of(b"id=1&" * 10_000 + b"deleted=1").keys == ("id=1", "deleted=1")


def _nested_batch(levels: int) -> bytes:
    body = b"x=1"
    for _ in range(levels):
        body = json.dumps({"method": "POST", "url": "/a", "body": base64.b64encode(body).decode()}).encode()
    return body


HOSTILE = {
    "strings that do not end": b'{"query": "%s"}' % (rb"\"" * 300_000),
    "operations without a brace": b'{"query": "%s"}' % (b"query " * 150_000),
    "operations in a form": b"query=" + b"query+" * 150_000,
    "parts without a name": b"--x" + b"content-disposition:form-data;" * 30_000,
    "parts without an end": b"--x\r\n" + b'content-disposition:form-data; name="' * 25_000,
    "selections that do not end": b'{"query": "mutation %s"}' % (b"{a" * 330_000),
    "fragments of fragments": b'{"query": "mutation {...F} %s"}' % (b"fragment F on M {a ...F} " * 39_000),
    "parts of parts": b"--x\r\n\r\n" * 110_000,
    "batches in batches": b"--x\nContent-Type: multipart/mixed\n\n" * 25_000,
    "many fields": json.dumps({f"status{number}": "x deleted" for number in range(30_000)}).encode(),
    "JSON in JSON in JSON": json.dumps({"a": "[" * 300_000, "b": json.dumps({"c": "{" * 300_000})}).encode(),
    "arguments": json.dumps({"query": "mutation { a(" + "aB:" * 200_000 + ") }"}).encode(),
    "records without an end": b'{"a":1}\x1e' * 110_000,
    "JSON that is none": b"{" + b"aB " * 330_000,
    "brackets that do not close": b"[" * 900_000 + b"x",
    "frames around frames": b"data:a," * 140_000,
    "batches in encoded batches": _nested_batch(22),
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


DELETES = b"DELETE /items/5 HTTP/1.1\r\nAccept: */*\r\n\r\n"
PART = b"--b\r\nContent-Type: application/http\r\n\r\n"
BODIES = {
    "a batch of parts": PART + b"GET /items HTTP/1.1\r\n\r\n\r\n" + PART + DELETES + b"--b--",
    "a set of changes in a batch": b"--a\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
    + PART
    + DELETES
    + b"--b--\r\n--a--",
    "a change in a batch": PART + b'PATCH /items/5 HTTP/1.1\r\n\r\n{"status": "deleted"}\r\n--b--',
    "a batch in JSON": b'{"requests": [{"method": "GET", "url": "/x"}, {"method": "DELETE", "url": "/items/5"}]}',
    "bodies in a batch in JSON": b'[{"method": "POST", "relative_url": "me", "body": "a=1&deleted=true"}]',
    "a call within a call": b'{"jsonrpc": "2.0", "method": "call", "params": {"model": "item", "method": "unlink"}}',
    "one of many": b'[{"id": 1, "deleted": false}, {"id": 2, "deleted": true}]',
    "a JSON Patch": b'[{"op": "replace", "path": "/items/5/status", "value": "deleted"}]',
    "a field by its name": b'{"fields": [{"name": "status", "value": "deleted"}]}',
    "one of a list": b'{"status": ["deleted"]}',
    "the value of a field": b'{"status": {"value": "DELETED"}}',
    "JSON in a form": b"id=5&data=%7B%22status%22%3A%22deleted%22%7D",
    "a batch in a form": b'batch=[{"method": "DELETE", "relative_url": "items/5"}]',
    "JSON in JSON": json.dumps({"data": json.dumps({"item": json.dumps({"deleted": True})})}).encode(),
    "an argument of a mutation": json.dumps({"query": "mutation { edit(id: 5, deleted: true) { id } }"}).encode(),
    "a variable of a mutation": json.dumps(
        {"query": "mutation M($in: In!) { edit(in: $in) { id } }", "variables": {"in": {"deleted": True}}}
    ).encode(),
    "a state in a mutation": json.dumps({"query": 'mutation { edit(id: 5, in: {status: "deleted"}) { id } }'}).encode(),
    "a mutation in a form": b"query=mutation { edit(id: 5, status: TRASHED) { id } }",
    "a form with files": b'--b\r\nContent-Disposition: form-data; name="_method"\r\n\r\ndelete\r\n--b--',
    "a message of SignalR": b'{"type": 1, "target": "DeleteUser", "arguments": [5]}\x1e',
    "a message of Socket.IO": b'42["delete message",{"id": 1}]',
    "a message of Phoenix": b'["1", "2", "room:lobby", "delete_message", {"id": 5}]',
    "a call of WAMP": b'[48, 1, {}, "com.app.delete_user", [5]]',
    "lines of JSON": b'{"index": {"_id": "1"}}\n{"title": "delete"}\n{"delete": {"_id": "5"}}\n',
    "JSON behind a guard": b')]}\'\n{"action": "delete", "id": 5, "reason": "' + b"x" * 100 + b'"}',
    "a call with arguments": b'{"name": "deleteAccount", "args": [1]}',
    "words before JSON": b"delete [1]",
    "JSON before code": b'{"id": 5}{action: remove',
    "a field at the greatest depth": b'{"a": {"b": {"c": {"d": {"deleted": true}}}}}',
    "a call with parameters and arguments": b'{"params": {"method": "unlink"}, "args": []}',
    "almost JSON": b"{action: 'delete', id: 5}",
    "a field at any depth": b'{"a": ' * 50 + b'{"deleted": true}' + b"}" * 50,
    "a field that stands there twice": b'{"action": "delete", "action": "show"}',
    "a flag that stands there twice": b'{"deleted": true, "deleted": true, "deleted": false}',
    "a field by its name among many": b'{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "name": "delete all", "value": "x"}',
    **{
        f"a field by its {naming} among many": json.dumps(
            {**dict.fromkeys("abcde", 1), naming: "/items/delete all", "value": "x"}
        ).encode()
        for naming in ("path", "field", "key")
    },
    "a field beside its new value": b'{"column": "status", "newValue": "deleted"}',
    "a pair": b'{"id": 5, "changes": [["status", "deleted"]]}',
    "another encoding of Unicode": '{"action": "delete"}'.encode("utf-16"),
    "the same without its mark": '{"action": "delete"}'.encode("utf-16-le"),
    "one of more than a thousand": json.dumps(
        {**{f"k{number}": number for number in range(3000)}, "deleted": True}
    ).encode(),
    "a form of plain text": b"callCount=1\r\nid=0\r\n_method=delete\r\n",
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_what_deletes_is_found_in_a_body_of_any_form(body: bytes):
    facts = RequestFacts.of(HeldRequest("POST", "https://site.example/x", body=body))
    assert verbs(facts.evidence) == ["delete"]


@pytest.mark.parametrize("body", [b"c0-methodName=remove", b"doc_id=12&fb_api_req_friendly_name=useDeleteMember"])
def test_what_deletes_is_found_in_fields_that_name_what_is_called(body: bytes):
    facts = RequestFacts.of(HeldRequest("POST", "https://site.example/x", body=body))
    assert verbs(facts.evidence) == ["delete"]


@pytest.mark.parametrize("action", ["Members.DeleteMember", "urn:members#DeleteMember"])
def test_what_deletes_is_found_in_a_header_that_names_the_action(action: str):
    facts = RequestFacts.of(HeldRequest("POST", "https://site.example/", body=b'{"id": 5}', action=action))
    assert verbs(facts.evidence) == ["delete"]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/g/collect", {"events": [{"role": "admin", "cancelled": True, "plan": "pro"}]}),
        ("/orders/search", {"status": "cancelled"}),
        ("/orders", {"status": "cancelled", "page": 2}),
        ("/graphql", {"query": "{ orders(status: CANCELLED) { id } }"}),
        ("/events", {"role": "button", "status": "done"}),
        ("/$batch", {"requests": [{"method": "GET", "url": "/orders?status=cancelled"}]}),
    ],
)
def test_what_is_counted_or_looked_for_is_not_done(path: str, body: object):
    request = HeldRequest("POST", f"https://site.example{path}", body=json.dumps(body).encode())
    assert verbs(RequestFacts.of(request).evidence) == []


LONG = "and what else there is to know of it, in more words than any name of an act has."


@pytest.mark.parametrize(
    ("value", "deletes"),
    [
        (f"[[start]] is where we say how to delete an account, {LONG}", False),
        (f"{{{{logo.png}}}} delete this file {LONG}", False),
        (f"[x] delete the draft {LONG}", False),
        (f"[How to delete](https://wiki.example/delete) {LONG}", False),
        ("[delete(7)]", True),
        (json.dumps({"action": "delete", "why": LONG}), True),
        (f'[{{"op": "delete"}}] {LONG}', True),
        (f"{{action: 'delete', why: '{LONG}'}}", True),
        (f"[{{ action: 'delete', why: '{LONG}'}}]", True),
        (f"['delete', 7, '{LONG}']", True),
        (f'{{"action": "delete", "why": "{LONG}",}}', True),
    ],
)
def test_a_long_text_in_a_field_is_no_code_though_it_begins_with_a_bracket(value: str, deletes: bool):
    for begin in ("id=start&text=", "do[save]=1&text="):
        request = HeldRequest("POST", "https://wiki.example/doku.php", body=f"{begin}{quote(value)}".encode())
        assert ("delete" in verbs(RequestFacts.of(request).evidence)) is deletes


def test_a_form_that_holds_a_document_of_graphql_is_a_call_and_a_search_is_none() -> None:
    assert names_of(b"query=query+Items+%7B+items+%7B+id+%7D+%7D").is_call
    assert not names_of(b"query=kettle").is_call


def test_signs_of_another_coding_leave_the_names_of_a_body_readable() -> None:
    assert names_of(b'{"deleted": "\xff"}').keys == ("deleted=\ufffd",)


def test_a_list_of_texts_is_no_call() -> None:
    assert not names_of(b'["get", "list"]').is_call
