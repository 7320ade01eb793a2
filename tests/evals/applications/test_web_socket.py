"""The server's side of a websocket."""

from io import BytesIO

import pytest

from handrail.evals.applications.web_server import accept_key, converse

MASK = bytes([7, 1, 9, 200])


def sent(kind: int, data: bytes) -> bytes:
    """A frame as a browser sends it."""
    size = len(data)
    length = bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + size.to_bytes(2, "big")
    return bytes([0x80 | kind]) + length + MASK + bytes(byte ^ MASK[at % 4] for at, byte in enumerate(data))


END = sent(8, b"")


def answers(*frames: bytes) -> bytes:
    writes = BytesIO()
    converse(BytesIO(b"".join(frames)), writes, lambda text: text.upper())
    return writes.getvalue()


def test_the_key_of_the_standard_has_its_answer():
    assert accept_key("dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="


@pytest.mark.parametrize(("size", "head"), [(3, b"\x81\x03"), (300, b"\x81\x7e\x01\x2c")])
def test_each_text_is_answered(size: int, head: bytes):
    assert answers(sent(1, b"a" * size), sent(1, b""), END) == head + b"A" * size + b"\x88\x00"


def test_a_ping_and_an_end_are_answered_and_nothing_after_the_end():
    assert answers(sent(9, b"x"), END, sent(1, b"a")) == b"\x8a\x01x\x88\x00"


def test_a_frame_that_is_too_long_ends_the_talk():
    assert answers(bytes([0x81, 0xFF]) + (1 << 40).to_bytes(8, "big"), sent(1, b"a")) == b"\x88\x00"
