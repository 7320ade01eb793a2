"""Targets have one reading or none."""

from __future__ import annotations

from urllib.parse import urlsplit

from hypothesis import example, given, settings
from hypothesis import strategies as st

from handrail.browser.network.filtering_proxy.syntax import absolute_target, authority, connect_target

pieces = st.sampled_from(
    ["http://", "https://", "shop.test", "127.0.0.1", "[::1]", "[fe80::1%25eth0]", "::1", ":", "80", "65536", "/", "?",
     "#", "@", "\\", "%2e", " ", "\t", "\n", "\x00", "é", "user", ".", "..", "-", "_", "x"]
)  # fmt: skip
starts = st.sampled_from(["http://", "HTTP://", "http://shop.test", "http://127.0.0.1/", ""])
targets = st.tuples(starts, st.lists(pieces, max_size=6)).map(lambda parts: (parts[0] + "".join(parts[1])).encode())


@settings(max_examples=500)
@given(targets)
@example(b"http://shop.test@127.0.0.1/")
@example(b"http://127.0.0.1\\@shop.test/")
@example(b"http://shop.test#@127.0.0.1/")
def test_an_absolute_target_names_the_host_that_others_read_in_it(target: bytes):
    found = absolute_target(target)
    if found is None:
        return
    host, port, path = found
    read = urlsplit(target.decode("latin-1"))
    assert (read.hostname, read.port or 80) == (host.lower().replace("%", "%25"), port)
    assert read.username is None
    assert path.startswith(b"/")
    assert not set(path) & set(b" \r\n\t\x00#")
    assert absolute_target(b"http://" + authority(host, port, default=80) + path) == found


@given(targets)
def test_a_connect_target_is_a_host_and_a_port_and_nothing_else(target: bytes):
    found = connect_target(target)
    if found is not None:
        host, port, path = found
        assert path == b""
        assert not set(host) & set("@/\\?# []\r\n\x00")
        assert connect_target(authority(host, port)) == found
