"""What a page sends is read for a limited time, so that it cannot keep everything else waiting."""

from __future__ import annotations

import json

import pytest

from handrail.browser.types.acts import HeldRequest
from handrail.calls.effects import request_reader
from handrail.calls.effects.request_reader import RequestReader

HOME = "https://shop.test"


def test_no_body_is_read_once_the_time_for_it_is_over(monkeypatch: pytest.MonkeyPatch):
    body = json.dumps({"deleted": True}).encode()
    request = HeldRequest(method="POST", url=f"{HOME}/api/items/7", origin=HOME, body=body)
    reader = RequestReader()
    assert reader.read(request).verbs == ("delete",)
    monkeypatch.setattr(request_reader, "READING_TIME", 0.0)
    unread = reader.read(request)
    assert (unread.verbs, unread.is_cut) == ((), True)
