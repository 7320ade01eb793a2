"""Checks the certificates that the user accepts on every connection, and keeps them from the browser.

A browser can only be told to accept a key wherever it meets it (Chromium), or any certificate at all. Instead the proxy
itself terminates TLS for the named origins, and compares the site's certificate with the accepted fingerprint. It shows
the browser a certificate of its own, whose key is made for this session and never leaves its memory. The browser is
started to accept that one. What it says to other origins passes through unread, as always.
"""

from __future__ import annotations

import asyncio
import base64
import ssl
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

from handrail.browser.types.network.certificates import AcceptedCertificate

if TYPE_CHECKING:
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec

_LIFETIME = timedelta(days=30)
_PROTOCOL = ["http/1.1"]


@dataclass(frozen=True, slots=True)
class AcceptedCertificates:
    """The certificates that the user accepts, and the one that the browser is shown in their place.

    Attributes:
        der: the certificate that the browser is shown.
        key_hash: the SHA-256 of its public key, in base64, as Chromium takes it.
    """

    der: bytes
    key_hash: str
    _browser_side: ssl.SSLContext
    _fingerprints: dict[tuple[str, int], str]

    @classmethod
    def make(cls, accepted: Sequence[AcceptedCertificate]) -> AcceptedCertificates:
        """Make a key, and a certificate for the hosts of these."""
        # Imported only here: few sessions need it.
        from cryptography.hazmat.primitives import serialization as form
        from cryptography.hazmat.primitives.asymmetric import ec

        key = ec.generate_private_key(ec.SECP256R1())
        signed = _certificate(key, sorted({one.host for one in accepted}))
        pem = key.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption())
        public = key.public_key().public_bytes(form.Encoding.DER, form.PublicFormat.SubjectPublicKeyInfo)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.set_alpn_protocols(_PROTOCOL)
        # Python takes a key only from a file: this file is deleted before anything can connect.
        with tempfile.TemporaryDirectory(prefix="handrail-") as folder:
            file = Path(folder) / "key.pem"
            file.touch(mode=0o600)
            file.write_bytes(pem + signed.public_bytes(form.Encoding.PEM))
            context.load_cert_chain(file)
        return cls(
            signed.public_bytes(form.Encoding.DER),
            base64.b64encode(sha256(public).digest()).decode(),
            context,
            {(one.host, one.port): one.fingerprint for one in accepted},
        )

    def __contains__(self, at: tuple[str, int]) -> bool:
        host, port = at
        return (host.lower(), port) in self._fingerprints

    async def is_presented(self, host: str, port: int, writer: asyncio.StreamWriter) -> bool:
        """Begin TLS with a site, and return whether its certificate is the one that was accepted. Raises `OSError`: TLS
        fails."""
        return sha256(await present(host, writer)).hexdigest() == self._fingerprints[host.lower(), port]

    async def answer(self, writer: asyncio.StreamWriter) -> None:
        """Begin TLS with the browser, on a connection that it opened. Raises `OSError`: TLS fails."""
        await writer.start_tls(self._browser_side)

    def client_context(self) -> ssl.SSLContext:
        """Return what our own clients behind the proxy verify servers with: public authorities, and our own."""
        context = ssl.create_default_context()
        context.load_verify_locations(cadata=self.der)
        return context


async def present(host: str, writer: asyncio.StreamWriter) -> bytes:
    """Return the certificate (DER) that a site presents when TLS begins on an open connection. Nothing is verified.
    Raises `OSError`: TLS fails."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_alpn_protocols(_PROTOCOL)
    await writer.start_tls(context, server_hostname=host)
    certificate: bytes = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
    return certificate


def fingerprint_of(certificate: bytes) -> str:
    """Return the SHA-256 of a certificate, as browsers show it."""
    return ":".join(f"{one:02X}" for one in sha256(certificate).digest())


def describe(certificate: bytes) -> str:
    """Return what a certificate says about itself, for a person; the words are those of whoever made it."""
    from cryptography import x509

    with suppress(ValueError):
        read = x509.load_der_x509_certificate(certificate)
        first, last = read.not_valid_before_utc.date(), read.not_valid_after_utc.date()
        subject, issuer = (name.rfc4514_string()[:80] or "nobody" for name in (read.subject, read.issuer))
        return f"for {subject}, issued by {issuer}, valid from {first} to {last}"
    return "which cannot be read"


def _certificate(key: ec.EllipticCurvePrivateKey, hosts: Sequence[str]) -> x509.Certificate:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes

    name, now = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Handrail")]), datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + _LIFETIME)
        .add_extension(x509.SubjectAlternativeName([_general_name(host) for host in hosts]), critical=False)
        .sign(key, hashes.SHA256())
    )


def _general_name(host: str) -> x509.GeneralName:
    from cryptography import x509

    try:
        return x509.IPAddress(ip_address(host))
    except ValueError:
        return x509.DNSName(host)
