"""Which requests count as the same, and which as others."""

from __future__ import annotations

import pickle

import pytest

from handrail.browser.types.acts import HeldRequest
from handrail.policy.requests.facts import RequestFacts
from tests.policy.requests.sent import HOME, request


def test_requests_that_do_the_same_have_one_shape():
    def shape(*args: object) -> object:
        return request(*args).shape  # type: ignore[arg-type]  # a row of a table

    assert shape("POST", "/posts/17/like", {"id": 3}) == shape("POST", "/posts/18/like", {"id": 4})
    assert shape("POST", "/posts/a81f00e29c/like") == shape("POST", "/posts/b9012ffe77/like")
    assert shape("POST", "/posts/17/like") != shape("DELETE", "/posts/17/like")
    assert shape("POST", "/api", {"id": 3}) != shape("POST", "/api", {"to": 3})
    assert shape("POST", "/ajax", {"action": "beat"}) != shape("POST", "/ajax", {"action": "post"})
    assert shape("POST", "/ajax?action=beat&n=1") != shape("POST", "/ajax?action=post&n=1")
    assert shape("POST", "/ajax?action=beat&n=1") == shape("POST", "/ajax?action=beat&n=2")
    assert shape("POST", "/rpc", {"procedure": "star"}) != shape("POST", "/rpc", {"procedure": "upgrade"})
    acted = [RequestFacts.of(HeldRequest("POST", HOME, action=one)) for one in ("a1", "b2")]
    assert acted[0].shape != acted[1].shape
    assert acted[0].whole != acted[1].whole
    like, drop = ({"query": f"mutation {{ {name}(id: 1) {{ id }} }}"} for name in ("like", "drop"))
    assert shape("POST", "/graphql", like) != shape("POST", "/graphql", drop)


def test_requests_are_told_apart_by_all_that_they_say_and_remembered_in_a_few_bytes():
    said = [("POST", "", b"a"), ("PUT", "", b"a"), ("POST", "?b", b"a"), ("POST", "", b"b"), ("POST", "", None)]
    said += [("POST", "", b""), ("POST", "?" + "a" * 100_000, b"a"), ("POST", "", b"a" * 900_000)]
    seen = {RequestFacts.of(HeldRequest(method, HOME + url, body=body)).whole for method, url, body in said}
    assert len(seen) == len(said)
    assert len(pickle.dumps(seen)) < 1_000


@pytest.mark.parametrize(
    "field", ["call", "calls", "fn", "func", "function", "handler", "intent", "procedure", "rpc", "action", "method"]
)
def test_requests_that_name_another_operation_have_another_shape(field: str):
    assert request("POST", "/api", {field: "a"}).shape != request("POST", "/api", {field: "b"}).shape
    assert request("POST", "/api", {"colour": "a"}).shape == request("POST", "/api", {"colour": "b"}).shape
