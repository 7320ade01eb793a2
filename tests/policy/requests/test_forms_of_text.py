"""What bodies name that are neither JSON nor a form."""

from __future__ import annotations

import pytest

from handrail.browser.types.acts import HeldRequest
from handrail.policy.requests.facts import RequestFacts
from handrail.policy.requests.forms_of_text import fields_within
from handrail.policy.requests.graphql import MAX_DOCUMENT_CHARS, is_cut
from tests.policy.requests.sent import HOME, request
from tests.policy.requests.test_judge import judged

PART = b'--x\r\nContent-Disposition: form-data; name="%s\r\n--x--\r\n'


@pytest.mark.parametrize(
    "body",
    [
        b'{"deleted": {"set": true}}',
        b'{"isdeleted": true}',
        b'{"deleted": 1.0}',
        b'{"op": "set", "field": "deleted", "to": true}',
        b"id,deleted\n7,true",
        b"id: 7\ndeleted: true",
        b"<item><deleted>true</deleted></item>",
        b"twenty-four letters here" + b'{"deleted": true}',
        b'{"payload": "eyJkZWxldGVkIjp0cnVlfQ=="}',
        b"payload=eyJkZWxldGVkIjp0cnVlfQ%3D%3D",
        b'{"document": "mutation { deleteAccount(id: 7) { id } }"}',
        PART % b'data"\r\n\r\n{"id": 7, "deleted": true}',
        PART % b'data"; filename="blob"\r\nContent-Type: application/json\r\n\r\n{"deleted": true}',
        PART % b'operations"\r\n\r\n{"query": "mutation { deleteAccount(id: 7) { ok } }"}',
        b"mutation RemoveOneAccountOfThisPlace { deleteAccount(id: 7) { id } }",
        b'{"requests": [{"body": {"document": "mutation { deleteAccount(id: 7) { id } }"}}]}',
        b"data=id%3D7%26deleted%3Dtrue",
        b'{"data": "deleted=true&id=7"}',
        b'{"data": " {\\"deleted\\": true}"}',
        b'{"data": "42[\\"x\\",{\\"deleted\\": true}]"}',
        b'{"rows": "id,deleted\\n7,true"}',
        b'{"yaml": "deleted: true"}',
        b"eyJpZCI6NywiZGVsZXRlZCI6dHJ1ZX0=",
        b'{"payload": "ZGVsZXRlZD10cnVlJmlkPTc="}',
        b'{"payload": "ZGVsZXRlZD10cnVlJmlkPTc"}',
        b'{"payload": "%5B%7B%22deleted%22%3Atrue%7D%5D"}',
        b'"id": 7\n"deleted": true',
        b"item:\n            deleted: true",
        b'"name","id","deleted"\n"Lind, Rosa","7","true"',
        b"id,deleted\n" + b"7,false\n" * 250 + b"8,true",
        b"id|deleted\n7|true",
        b"data=item%255Bdeleted%255D%3Dtrue%26id%3D7",
        b"data=q%3D%26deleted%3Dtrue",
        b"data=name%3DAnna%20B%26deleted%3Dtrue",
        b'{"payload": "ZXlKa1pXeGxkR1ZrSWpwMGNuVmxmUT09"}',
        b'{"file": "data:application/json;base64,eyJkZWxldGVkIjp0cnVlfQ=="}',
        b'{"rows": [["id", "deleted"], [7, true]]}',
        b'{"set": [["deleted", true, 7]]}',
        b'{"changes": [{"k": "deleted", "v": true}]}',
        b'[["DELETE", "/items/7"]]',
        b'[{"op": "replace", "path": ["items", "deleted"], "value": true}]',
        b'{"deleted": {"old": false, "new": true}}',
        b'{"deleted": [false, true]}',
        '{"deleted": true}'.encode("utf-16-le"),
        b'{"query": "mutation { ' + b"a " * 3 + b"".join(b"f%d " % n for n in range(1_000)) + b'deleteAccount }"}',
    ],
)
def test_a_body_that_says_in_any_usual_form_that_something_is_deleted_is_asked_for(body: bytes):
    assert judged(request(body=body)) == "ask"


@pytest.mark.parametrize("body", [(PART % b'a"\r\n\r\n1')[:-6] * 4_001, b"".join(b"%d,x\n" % n for n in range(5_000))])
def test_a_form_or_table_of_more_parts_than_are_read_is_known_to_be_cut(body: bytes):
    assert RequestFacts.of(HeldRequest("POST", HOME, origin=HOME, body=body)).is_cut


def test_a_state_that_is_named_by_its_code_is_one():
    assert RequestFacts.of(HeldRequest("POST", HOME, origin=HOME, body=b'{"statusId": "PUBLISHED"}')).verbs == ("send",)


def test_a_text_of_lines_and_a_form_of_names_alone_keep_all_that_they_name():
    assert RequestFacts.of(HeldRequest("POST", HOME, origin=HOME, body=b"confirm&" + b"x" * 60 + b"&purge")).fields == (
        "confirm", "purge", "x" * 60,
    )  # fmt: skip


def test_a_text_with_a_colon_in_one_line_is_no_list_of_fields():
    assert {("id", "7"), ("deleted", "true")} <= set(fields_within('"id": "7",\n"deleted": "true",'))
    for gap in ("\n", "\n\n", "\n  \n"):
        assert fields_within(f"id: 7{gap}deleted: true") == [("id", "7"), ("deleted", "true")]
    assert fields_within("Dear Ann\ndeleted: true") == []


def test_a_document_that_is_too_long_to_be_read_whole_is_known_to_be_cut():
    assert is_cut("x" * (MAX_DOCUMENT_CHARS + 1), ())
    assert not is_cut("x" * MAX_DOCUMENT_CHARS, ())
