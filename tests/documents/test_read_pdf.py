"""PDFs, read page by page."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from handrail.documents.errors import DocumentError
from handrail.documents.limits import MAX_PAGES, MAX_PICTURES
from handrail.documents.read import read_pdf
from tests.documents.making import pdf, scan

LINES = [(72, 780, 20, "Prices"), (72, 740, 10, "All of these hold until"), (72, 728, 10, "the end of the year.")]
TABLE = [
    (x, y, 10, word)
    for y, row in ((680, ("Item", "Price", "Stock")), (665, ("Kettle", "30", "7")), (650, ("Red teapot", "24", "0")))
    for x, word in zip((72, 250, 400), row, strict=True)
]


@pytest.fixture
def document(tmp_path: Path) -> Path:
    path = tmp_path / "prices.pdf"
    second = [(72, 780, 10, "Terms")]
    path.write_bytes(pdf([LINES + TABLE, second], link="https://example.org/more", field=("Name", "Ada")))
    return path


async def test_a_page_has_headings_paragraphs_tables_links_and_fields(document: Path) -> None:
    found = await read_pdf(document, max_chars=10_000)
    first, second = found["pages"]
    assert (found["count"], found["next"], second["text"]) == (2, None, "Terms")
    assert first["text"].split("\n\n") == [
        "# Prices",
        "All of these hold until\nthe end of the year.",
        "| Item | Price | Stock |\n| --- | --- | --- |\n| Kettle | 30 | 7 |\n| Red teapot | 24 | 0 |",
    ]
    assert first["links"] == ["https://example.org/more"]
    assert first["fields"] == [{"name": "Name", "kind": "text", "value": "Ada"}]


async def test_pages_are_read_as_far_as_there_is_room(document: Path) -> None:
    found = await read_pdf(document, max_chars=10)
    assert ([page["number"] for page in found["pages"]], found["next"]) == ([1], 2)
    found = await read_pdf(document, first=2, max_chars=10)
    assert ([page["number"] for page in found["pages"]], found["next"]) == ([2], None)


async def test_two_columns_are_read_one_after_the_other(tmp_path: Path) -> None:
    left = [f"left column, line {number} of many words" for number in range(6)]
    right = [line.replace("left", "right") for line in left]
    texts = [
        (x, 700 - 12 * number, 10, line)
        for number, pair in enumerate(zip(left, right, strict=True))
        for x, line in zip((50, 320), pair, strict=True)
    ]
    (tmp_path / "columns.pdf").write_bytes(pdf([texts]))
    [page] = (await read_pdf(tmp_path / "columns.pdf", max_chars=10_000))["pages"]
    assert page["text"].split("\n\n") == ["\n".join(left), "\n".join(right)]


async def test_accents_that_are_printed_over_letters_are_part_of_them(tmp_path: Path) -> None:
    path = tmp_path / "tex.pdf"
    path.write_bytes(pdf([[(60, 700, 12, "na"), (72.7, 700, 12, "\xa8"), (73.3, 700, 12, "ive")]]))
    assert (await read_pdf(path, max_chars=1_000))["pages"][0]["text"] == "naïve"


async def test_a_blank_without_room_in_persian_stands_within_a_word(tmp_path: Path) -> None:
    path = tmp_path / "persian.pdf"
    places = [(399.7, "a"), (389.7, " b"), (387, "c"), (380.3, "d"), (370.3, " e"), (364.3, "c"), (357.6, "e")]
    path.write_bytes(pdf([[(x, 700, 12, letter) for x, letter in places]], meaning="میکند"))
    assert (await read_pdf(path, max_chars=1_000))["pages"][0]["text"] == "می\u200cکند کد"


async def test_a_scanned_page_comes_as_a_picture(tmp_path: Path) -> None:
    (tmp_path / "scan.pdf").write_bytes(scan())
    [page] = (await read_pdf(tmp_path / "scan.pdf", max_chars=10_000))["pages"]
    assert (page["text"], page["scanned"]) == ("", True)
    assert base64.b64decode(page["picture"]).startswith(b"\xff\xd8")


async def test_a_document_of_many_pages_is_read_in_parts(tmp_path: Path) -> None:
    (tmp_path / "many.pdf").write_bytes(pdf([[(72, 700, 10, str(number))] for number in range(1, 801)]))
    found = await read_pdf(tmp_path / "many.pdf", max_chars=50_000)
    assert (found["count"], len(found["pages"]), found["next"]) == (800, MAX_PAGES, MAX_PAGES + 1)
    last = await read_pdf(tmp_path / "many.pdf", first=800, max_chars=50_000)
    assert (last["pages"][0]["text"], last["next"]) == ("800", None)
    shown = await read_pdf(tmp_path / "many.pdf", max_chars=50_000, pictures=True)
    assert (len(shown["pages"]), shown["next"]) == (MAX_PICTURES, MAX_PICTURES + 1)


@pytest.mark.parametrize(
    ("data", "first", "code"),
    [
        (b"%PDF-1.7\nnothing of the kind", 1, "broken_document"),
        (b"plain text", 1, "not_a_pdf"),
        (pdf([LINES]), 2, "no_such_page"),
    ],
)
async def test_what_cannot_be_read_is_said_in_one_sentence(tmp_path: Path, data: bytes, first: int, code: str) -> None:
    (tmp_path / "file.pdf").write_bytes(data)
    with pytest.raises(DocumentError) as caught:
        await read_pdf(tmp_path / "file.pdf", first=first, max_chars=1_000)
    assert (caught.value.code, caught.value.message.count(". ")) == (code, 0)
    assert caught.value.message.endswith(".")
