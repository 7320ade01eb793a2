"""Parses the targets of requests that a browser sends to the proxy; ambiguous ones are rejected."""

from __future__ import annotations

import re

MAX_HEAD = 256 * 1024
"""Bytes of the head of a request or response; as much as Chromium takes."""

_HOST = rb"(?:[A-Za-z0-9_.-]{1,255}|\[[0-9A-Fa-f:.]{2,45}(?:%25[A-Za-z0-9_.-]{1,32})?\])"
_CONNECT = re.compile(rb"(%s):([0-9]{1,5})" % _HOST)
_ABSOLUTE = re.compile(rb"[hH][tT][tT][pP]://(%s)(?::([0-9]{1,5}))?((?:[/?][\x21\x22\x24-\x7e\x80-\xff]*)?)" % _HOST)


def connect_target(target: bytes) -> tuple[str, int, bytes] | None:
    """Return host and port of a ``CONNECT``, and no path; None if it does not have that form."""
    match = _CONNECT.fullmatch(target)
    found = _endpoint(match[1], match[2]) if match else None
    return (*found, b"") if found else None


def absolute_target(target: bytes) -> tuple[str, int, bytes] | None:
    """Return host, port and path of a request in absolute form, ``http`` only and without user name; None otherwise."""
    match = _ABSOLUTE.fullmatch(target)
    if match is None:
        return None
    found = _endpoint(match[1], match[2] or b"80")
    path: bytes = match[3]
    return (*found, path if path.startswith(b"/") else b"/" + path) if found else None


def authority(host: str, port: int, *, default: int | None = None) -> bytes:
    """Return ``host:port`` as a request writes it, without the port if that is the ``default``."""
    shown = f"[{host.replace('%', '%25')}]" if ":" in host else host
    return (shown if port == default else f"{shown}:{port}").encode("ascii")


def _endpoint(host: bytes, port: bytes) -> tuple[str, int] | None:
    number = int(port)
    name = host.decode("ascii").strip("[]").replace("%25", "%")
    return (name, number) if 0 < number < 65536 else None
