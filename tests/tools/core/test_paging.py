"""Cursors of long texts: where the rest begins, and what says nothing of the kind."""

from __future__ import annotations

import pytest

from handrail.results import ToolFailed
from handrail.tools.core.paging import LEAST_ROOM, text_page

TEXT = "One paragraph of words.\n\n" * 20


def test_a_text_is_read_in_parts_to_its_end() -> None:
    parts = [text_page("read_page", TEXT, None, 100, None)]
    while (last := parts[-1]).cursor is not None:
        parts.append(text_page("read_page", TEXT, last.cursor, 100, None))
    assert "".join(part.text for part in parts) == TEXT


@pytest.mark.parametrize("cursor", ["", "-", "x-1", "5", "-5-x", "²-x", "1e3-x", "900-x", "9" * 5_000 + "-x"])
def test_a_cursor_that_names_no_place_of_the_text_fails(cursor: str) -> None:
    with pytest.raises(ToolFailed) as failed:
        text_page("read_page", TEXT, cursor, 100, None)
    assert (failed.value.code, failed.value.error) == ("bad_cursor", "This is not a cursor of read_page.")


@pytest.mark.timeout(10)
def test_a_piece_of_text_has_some_room_however_much_stands_around_it():
    piece = text_page("read_download", "word " * 200, None, 8_000, -20_000)
    assert 0 < len(piece.text) <= LEAST_ROOM
