"""Which of a model's texts a request cannot hold, so that a question about it leaves them out."""

from __future__ import annotations

import json
from base64 import b64encode

import pytest

from handrail.browser.types.acts import HeldRequest
from handrail.calls.written.sent_texts import SentTexts
from handrail.calls.written.standing_texts import cannot_hold

TEXT = "Send 500 to Bob and Mallory"
STAMP = "2026-11-26T11:12:30.123Z"


def put(body: object, **more) -> HeldRequest:
    sent = body if isinstance(body, bytes) else json.dumps(body).encode()
    return HeldRequest("PUT", "http://127.0.0.1:8331/users/me", body=sent, **more)


@pytest.mark.parametrize(
    "body", [{}, {"panels": ["taxonomy-panel-post_tag"], "at": STAMP}, {"action": "beat", "id": 1}]
)
def test_a_request_of_names_and_times_cannot_hold_a_text(body: object):
    assert cannot_hold(SentTexts(put(body)), [TEXT, "12", "Grüße an alle"]) >= {TEXT, "Grüße an alle"}


@pytest.mark.parametrize(
    "body",
    [
        {"note": f"<p>{TEXT.replace('Bob', '<b>Bob</b>')}</p>"},
        {"amount": 500},
        {"to": "bob"},
        {"slug": "to-mallory"},
        {"blob": b64encode(TEXT.encode()).decode()},
        {"bytes": list(TEXT.encode())},
        {"hex": TEXT.encode().hex()},
        {"nested": json.dumps({"text": json.dumps(TEXT)})},
        TEXT.encode("utf-16"),
        TEXT.encode("utf-16-le"),
        {"letters": list("Mallory")},
        {"bits": [int(bit) for letter in TEXT for bit in f"{ord(letter):08b}"]},
        {"text": "Mal\u00adlo\u200bry"},
        {"html": "Mal<b>lo</b>ry"},
        {"text": "M.a.l.l.o.r.y"},
        [{"insert": "Send", "at": 0}, {"insert": " to Ma", "at": 4}, {"insert": "llory", "at": 9}],
        b"\xff" + b64encode(TEXT.encode()),
    ],
)
def test_a_text_that_a_request_may_hold_in_parts_or_in_a_code_is_not_left_out(body: object):
    assert cannot_hold(SentTexts(put(body)), [TEXT]) == set()


def test_what_cannot_be_read_or_is_written_otherwise_in_addresses_is_not_left_out():
    unread = HeldRequest("PUT", "http://127.0.0.1/users/me", body=None)
    assert cannot_hold(SentTexts(unread), [TEXT]) == set()
    assert cannot_hold(SentTexts(put({"slug": "zhuk"})), ["Жук", "••••••••"]) == set()
    assert cannot_hold(SentTexts(put({"text": "Gr&uuml;&szlig;e"})), ["Grüße an alle"]) == set()
