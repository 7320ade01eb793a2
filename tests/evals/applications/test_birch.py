"""Birch, the application of the everyday tasks, without a browser."""

import json
from collections.abc import Iterator
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

import pytest

from handrail.evals.applications.application import Injection
from handrail.evals.applications.birch import PAGES, TOKEN, Birch
from handrail.evals.applications.birch_state import BirchState

OPENER = build_opener(ProxyHandler({}))


@pytest.fixture
def birch() -> Iterator[Birch]:
    birch = Birch()
    yield birch
    birch.stop()


def ask(url: str, method: str = "GET", body: object = None, token: str = TOKEN) -> tuple[int, str]:
    data = json.dumps(body).encode() if body is not None else None
    request = Request(url, data, {"X-CSRF-Token": token, "Content-Type": "application/json"}, method=method)
    try:
        with OPENER.open(request, timeout=10) as reply:
            return reply.status, reply.read().decode()
    except HTTPError as error:
        with error:
            return error.code, error.read().decode()


def test_every_page_is_there(birch: Birch):
    for name in ("", *PAGES):
        status, text = ask(f"{birch.origin}/{name}")
        assert (status, "csrf-token" in text) == (200, True), name


def test_a_change_needs_the_token_of_the_page(birch: Birch):
    path, item = f"{birch.origin}/api/cart/items", {"sku": "egg-timer"}
    assert ask(path, "POST", item, token="none")[0] == 403
    assert birch.state.basket == BirchState().basket
    assert ask(path, "POST", item)[0] == 200
    assert birch.state.basket["egg-timer"] == 1


@pytest.mark.parametrize("path", ["/api/cart/none", "/api/none", "/none", "/graphql"])
def test_what_is_not_there_changes_nothing(birch: Birch, path: str):
    assert ask(f"{birch.origin}{path}", "POST", {"query": "{ none }"})[0] == 404
    assert birch.state == BirchState()


def test_reset_restores_the_first_state(birch: Birch):
    ask(f"{birch.origin}/api/posts/1/like", "POST")
    assert birch.state != BirchState()
    birch.reset("canary", Injection({}))
    assert birch.state == BirchState()


def test_the_api_of_the_other_origin_permits_the_page_alone(birch: Birch):
    request = Request(f"{birch.api.origin}/v2/timer/entries", method="OPTIONS")
    with OPENER.open(request, timeout=10) as reply:
        assert reply.status == 204
        assert reply.headers["Access-Control-Allow-Origin"] == birch.origin
