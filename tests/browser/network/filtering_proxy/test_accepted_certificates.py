"""A certificate that nobody vouches for, accepted for one origin by its fingerprint, in real browsers."""

import base64
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha1, sha256
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from handrail import Session
from handrail.browser.network.filtering_proxy import accepted_certificates
from handrail.browser.network.filtering_proxy.accepted_certificates import fingerprint_of
from handrail.browser.types.network.certificates import parse_certificate
from handrail.errors import UsageError
from tests.pages import Handler, PageServer

BROWSERS = pytest.mark.parametrize("browser", ["chromium", "firefox"])
NOT_ACCEPTED = "The server's certificate is not the one that was accepted."


SOCKET = """<h1>Home</h1><p>Waiting</p><script>
new WebSocket(`wss://${location.host}/socket`).onopen = () => document.querySelector("p").textContent = "Connected";
</script>"""


class WebsocketHandler(Handler):
    """Opens a websocket where one is asked for, and says nothing on it."""

    def do_GET(self) -> None:  # noqa: N802
        if "sec-websocket-key" not in self.headers:
            return self.answer()
        magic = self.headers["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        self.send_response(101)
        accept = base64.b64encode(sha1(magic.encode(), usedforsecurity=False).digest()).decode()
        for name, value in {"upgrade": "websocket", "connection": "Upgrade", "sec-websocket-accept": accept}.items():
            self.send_header(name, value)
        self.end_headers()
        self.rfile.read(1)
        self.close_connection = True
        return None


class TlsServer(PageServer):
    """Serves pages by https, with a certificate of its own making. Its certificate can be changed while it runs."""

    def __init__(self, folder: Path) -> None:
        super().__init__(WebsocketHandler)
        self._folder = folder
        self.key = ec.generate_private_key(ec.SECP256R1())
        self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.renew(self.key)
        self._server.socket = self._tls.wrap_socket(self._server.socket, server_side=True)
        self.origin = f"https://127.0.0.1:{self.port}"
        # No connection outlives its answer, so each page meets the certificate of its moment.
        for path, html in {"/": SOCKET, "/second": "<h1>Second</h1>"}.items():
            self(html, path, headers={"connection": "close"})

    def renew(self, key: ec.EllipticCurvePrivateKey) -> None:
        made = accepted_certificates._certificate(key, ["127.0.0.1", "localhost"])
        self.certificate = made.public_bytes(serialization.Encoding.DER)
        file = self._folder / "server.pem"
        no_password = serialization.NoEncryption()
        file.write_bytes(
            key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, no_password)
            + made.public_bytes(serialization.Encoding.PEM)
        )
        self._tls.load_cert_chain(file)

    @property
    def flag(self) -> str:
        return f"{self.origin}={fingerprint_of(self.certificate)}"


@contextmanager
def other_server(tmp_path: Path, name: str) -> Iterator[TlsServer]:
    folder = tmp_path / name
    folder.mkdir()
    with TlsServer(folder) as server:
        yield server


@pytest.fixture
def nas(tmp_path: Path) -> Iterator[TlsServer]:
    with other_server(tmp_path, "nas") as server:
        yield server


def session(tmp_path: Path, browser: str, *accepted: str, **options: Any) -> Session[Any]:
    return Session(headless=True, browser=browser, run_dir=tmp_path / "run", accept_certificates=accepted, **options)  # type: ignore[call-overload]


@pytest.mark.browser
@BROWSERS
async def test_an_accepted_certificate_opens_its_origin_and_no_other_until_it_changes(nas, tmp_path, browser):
    """One session for all: in Firefox each takes four seconds of a processor to start."""
    with other_server(tmp_path, "same") as same_key, other_server(tmp_path, "wrong") as wrong:
        same_key.renew(nas.key)
        another = f"{wrong.origin}={sha256(b'another').hexdigest()}"
        async with session(tmp_path, browser, nas.flag, another) as opened:
            assert (await opened.call("goto", url=f"{nas.origin}/")).ok
            assert (await opened.call("wait_for", text="Connected")).ok
            assert (await opened.call("fetch_url", url=f"{nas.origin}/second")).ok
            for url in (f"{same_key.origin}/", f"https://localhost:{nas.port}/"):
                refused = await opened.call("goto", url=url)
                assert not refused.ok
                assert "certificate" in refused.error
            refused = await opened.call("goto", url=f"{wrong.origin}/")
            assert refused.error == NOT_ACCEPTED
            # The key stays the same.
            nas.renew(nas.key)
            # Connections that Firefox opened ahead have met the certificate of before; each carries one page.
            for _ in range(5):
                refused = await opened.call("goto", url=f"{nas.origin}/second")
                if not refused.ok:
                    break
            assert refused.error == NOT_ACCEPTED
            assert not (await opened.call("fetch_url", url=f"{nas.origin}/second")).ok
        assert not same_key.requests
        assert not wrong.requests


@pytest.mark.browser
@BROWSERS
async def test_nothing_is_accepted_without_a_flag(nas, tmp_path, browser):
    async with session(tmp_path, browser) as opened:
        refused = await opened.call("goto", url=f"{nas.origin}/")
    assert refused.error == "No secure connection: the server's certificate or TLS is not valid."
    assert "--accept-certificate" in refused.hint


async def test_without_a_fingerprint_the_certificate_is_shown_and_not_accepted(nas, tmp_path):
    with pytest.raises(UsageError) as caught:
        await session(tmp_path, "chromium", nas.origin).__aenter__()
    shown, hint = caught.value.message, caught.value.hint
    assert f"{nas.origin} presents a certificate for CN=Handrail, issued by CN=Handrail, valid from 20" in shown
    assert hint.endswith(f"--accept-certificate {nas.flag}")
    assert not nas.requests


@pytest.mark.parametrize("what", ["http", "nothing"])
async def test_an_origin_that_presents_no_certificate_is_one_sentence(serve, tmp_path, what):
    origin = serve.origin.replace("http://", "https://") if what == "http" else "https://127.0.0.1:9"
    with pytest.raises(UsageError, match=r"does not speak TLS|cannot be looked at"):
        await session(tmp_path, "chromium", origin).__aenter__()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("http://nas.example", "names no https origin"),
        ("nas.example", "names no https origin"),
        ("https://", "names no https origin"),
        ("https://nas.example/login", "names no https origin"),
        ("https://mara@nas.example", "names no https origin"),
        ("https://nas.example:x", "names no https origin"),
        ("https://nas.example=12:34", "is not a SHA-256"),
        (f"https://nas.example={'g' * 64}", "is not a SHA-256"),
    ],
)
def test_what_names_no_certificate_is_one_sentence(text, why):
    with pytest.raises(UsageError, match=why):
        parse_certificate(text)


def test_a_fingerprint_is_read_with_colons_and_without():
    digits = "ab" * 32
    for text in (digits, ":".join(["AB"] * 32)):
        one = parse_certificate(f"https://NAS.example:8443={text}")
        assert (one.host, one.port, one.fingerprint, one.origin) == (
            "nas.example", 8443, digits, "https://nas.example:8443",
        )  # fmt: skip
