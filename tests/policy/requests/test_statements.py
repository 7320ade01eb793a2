"""Statements of query languages: which of them change something."""

from __future__ import annotations

import pytest

from tests.policy.requests.sent import request
from tests.policy.requests.test_forms_of_text import PART


@pytest.mark.parametrize(
    ("body", "asks"),
    [
        (b'{"sql": "SELECT name FROM users WHERE deleted = 0"}', True),
        (b'{"query": "how to update a kettle and delete from memory what it was"}', False),
        (b'{"query": "updated kettles, set of two"}', True),
        (b'{"sql": "UPDATE users SET role=\'admin\'"}', False),
        (b'{"sql": "DELETE FROM users"}', False),
        (b"update=DELETE+WHERE+%7B+%3Fs+%3Fp+%3Fo+%7D", False),
        (b'{"statement": "MATCH (n) DETACH DELETE n"}', False),
        (b'{"sql": "DELETE\\nFROM users"}', False),
        (b'{"sql": "UPDATE users u\\nSET role=\'admin\'"}', False),
        (b'{"sql": "\\u0064elete/**/from users"}', False),
        (b'{"sql": "delete u from users u"}', False),
        (b'{"sql": "replace into users values (7)"}', False),
        (b'{"sql": "CALL close_account(7)"}', False),
        (b'{"sql": "grant select, insert on x to mallory"}', False),
        (b'{"statement": "match (n:User) set n.role = 1"}', False),
        (b'{"query": "FOR u IN users REMOVE u IN users"}', False),
        (b'{"query": "DELETE user"}', False),
        (b'{"gremlin": "g.V().drop()"}', False),
        (b"q=DROP+MEASUREMENT+cpu", False),
        ('{"sql": "DELETE FROM users"}'.encode("utf-16-le"), False),
        (PART % b'operations"\r\n\r\n{"query": "mutation { rename(id: 7) { ok } }"}', False),
        (b'{"params": {"sql": "drop table users"}}', False),
        (b'{"sql": "SELECT \'http://a\'; delete from users"}', False),
        (b'{"sql": "/*! delete from users */ select 1"}', False),
        (b'{"query": "PREFIX a: <http://x/> delete where { ?s ?p ?o }"}', False),
        (b'{"sql": "update users as u set role = 1"}', False),
        (b'{"sql": "load data infile x"}', False),
        (b'{"command": "DEL users"}', False),
        (b'{"search": "index=main | delete"}', False),
        (b')]}\',\n{"sql": "drop table users"}', False),
        (b'{"sql": "select * from users where name = \'update\'"}', False),
        (b'{"sql": "with t as (select 1) select * from t"}', True),
        (b'{"query": "delete key of a laptop"}', True),
        (b'{"query": "kettle | set of two"}', True),
        (b'{"query": "match point tennis racket"}', True),
        (b'{"q": "call of duty"}', True),
    ],
)
def test_a_statement_of_a_query_language_that_changes_something_does_not_only_ask(body: bytes, asks: bool):
    assert request(path="/api/query", body=body).only_asks is asks
