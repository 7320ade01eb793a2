"""The server: what it answers and refuses, its limits, starting and stopping."""

from __future__ import annotations

import http.client
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing

import pytest

from handrail.demo import DemoSite, serve
from handrail.demo.app import MAX_BODY
from handrail.demo.sessions import MAX_SESSIONS, ShopSession, ShopSessions
from handrail.demo.views import information
from handrail.errors import UsageError
from tests.demo.client import Client
from tests.running import running

PAGES = (
    "/",
    "/products",
    "/products?page=3",
    "/products/field-mug",
    "/products/clip-lamp",
    "/pricing",
    "/sign-in",
    "/basket",
    "/support",
    "/journal",
    "/journal/more?after=8",
    "/stores",
    "/stores/hours",
    "/stores/map",
    "/delivery",
    "/care",
    "/about",
    "/privacy",
    "/slow?ms=0",
    "/downloads/price-list.csv",
    "/downloads/care-manual.pdf",
    "/art/field-mug/clay-size.svg",
    "/static/css/base.css",
    "/static/js/main.js",
    "/favicon.ico",
)


@pytest.mark.parametrize("path", PAGES)
def test_every_page_answers(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status == 200
    assert answer.body


def test_pages_are_private_and_allow_nothing_from_elsewhere(client: Client) -> None:
    headers = client.get("/products").headers
    assert headers["cache-control"] == "no-store"
    assert headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'; script-src 'self'; style-src 'self'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert "HttpOnly; SameSite=Lax" in headers["set-cookie"]


def test_a_file_that_did_not_change_is_not_sent_again(client: Client) -> None:
    first = client.get("/static/css/base.css")
    second = client.get("/static/css/base.css", If_None_Match=first.headers["etag"])
    assert (second.status, second.body) == (304, b"")


def test_head_answers_without_a_body(client: Client) -> None:
    answer = client.send("HEAD", "/products", b"", {})
    assert (answer.status, answer.body) == (200, b"")
    assert int(answer.headers["content-length"]) > 1000


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        "/products/no-such-thing",
        "/orders/W-10412",
        "/art/field-mug/pink-front.svg",
        "/static/css/%2e%2e%2f%2e%2e%2fapp.py",
        "/static/../app.py",
        "/static/js/app.py",
        "/art/..%2f..%2fapp.py/moss-front.svg",
    ],
)
def test_an_unknown_address_answers_404_with_a_page(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status == 404
    assert '<p class="problem-status">404</p>' in answer.text


def test_the_wrong_method_answers_405(client: Client) -> None:
    assert client.get("/basket/add").status == 405
    assert client.post("/products").status == 405


def test_the_broken_page_answers_500(client: Client) -> None:
    answer = client.get("/broken")
    assert answer.status == 500
    assert "Something broke" in answer.text


def test_an_exception_in_a_view_is_logged_and_answered_with_500(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(information, "products", lambda: 1 / 0)
    answer = client.get("/slow?ms=0")
    assert answer.status == 500
    assert "ZeroDivisionError" not in answer.text
    assert "/slow?ms=0 failed" in caplog.text


def test_the_slow_page_has_a_cap(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(information, "MAX_WAIT_MS", 5)
    assert "It took 5 ms." in client.get("/slow?ms=999999").text


def test_the_server_answers_only_to_names_of_this_machine(client: Client) -> None:
    assert client.get("/", Host=f"shop.example:{client.site.port}").status == 421
    assert client.get("/", Host=f"localhost:{client.site.port}").status == 200


def test_a_form_from_another_site_is_refused(client: Client) -> None:
    answer = client.post("/basket/add", {"product": "field-mug"}, Origin="http://evil.example")
    assert answer.status == 403
    own = client.post("/basket/add", {"product": "field-mug"}, Origin=client.site.url.rstrip("/"))
    assert own.status == 303


def test_a_body_that_is_too_large_is_read_and_refused(client: Client) -> None:
    answer = client.upload(("big.txt", b"x" * MAX_BODY))
    assert answer.status == 413
    assert "At most 3 MB" in answer.text


@pytest.mark.parametrize(
    ("header", "status"),
    [
        (("Transfer-Encoding", "chunked"), 411),
        (("Content-Length", "many"), 400),
        (("Content-Length", "-1"), 400),
    ],
)
def test_a_body_of_unknown_length_is_refused(shop: DemoSite, header: tuple[str, str], status: int) -> None:
    with closing(http.client.HTTPConnection(shop.host, shop.port, timeout=20)) as connection:
        connection.putrequest("POST", "/basket/add")
        connection.putheader(*header)
        connection.endheaders()
        with connection.getresponse() as response:
            assert response.status == status


def test_a_body_that_is_not_a_form_is_refused(client: Client) -> None:
    assert client.post("/basket/add", Content_Type="application/json").status == 400


def test_two_customers_do_not_share_a_basket(new_client: Callable[[], Client]) -> None:
    one, other = new_client(), new_client()
    one.put_in_basket("field-mug")
    assert "Field Mug" in one.get("/basket").text
    assert "Your basket is empty" in other.get("/basket").text


def test_beyond_the_limit_the_session_unused_for_longest_is_dropped() -> None:
    sessions = ShopSessions()
    first, second = sessions.renew(ShopSession()), sessions.renew(ShopSession())
    for _ in range(MAX_SESSIONS - 2):
        sessions.renew(ShopSession())
    assert sessions.get(first.id) is first
    sessions.renew(ShopSession())
    assert sessions.get(first.id) is first
    assert sessions.get(second.id) is None


def test_an_unknown_cookie_is_replaced(client: Client) -> None:
    answer = client.get("/", Cookie=f"wrenfold_{client.site.port}=chosen-by-me")
    assert "chosen-by-me" not in answer.headers["set-cookie"]


def test_stopping_frees_the_port() -> None:
    with serve() as site:
        port = site.port
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", port)) != 0


def test_stopping_ends_its_threads_and_a_request_that_is_running() -> None:
    before = set(threading.enumerate())
    with serve() as site, closing(http.client.HTTPConnection(site.host, site.port, timeout=20)) as connection:
        connection.request("GET", "/slow?ms=15000")
        assert Client(site).get("/about").status == 200
        start = time.monotonic()
        site.stop()
    assert time.monotonic() - start < 10
    assert set(threading.enumerate()) <= before


def test_other_machines_cannot_be_served() -> None:
    with pytest.raises(UsageError, match="this machine only"):
        serve("0.0.0.0")


def test_a_port_in_use_is_a_clear_error(shop: DemoSite) -> None:
    with pytest.raises(UsageError, match=f"cannot use port {shop.port}: Address already in use[.]") as caught:
        serve(port=shop.port)
    assert "0 for any" in caught.value.hint


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C cannot be sent to one process there")
def test_main_serves_until_ctrl_c() -> None:
    code = "from handrail.demo import main; main(port=0)"
    with running([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        first = process.stdout.readline()
        assert first.startswith("Wrenfold is open at http://127.0.0.1:")
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
