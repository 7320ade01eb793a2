"""Office files, books, archives, tables and text; and what is made to break their readers."""

from __future__ import annotations

import io
import sys
import zipfile
from pathlib import Path

import docx
import openpyxl
import pytest

from handrail.documents import read, sheets
from handrail.documents.errors import DocumentError
from handrail.documents.read import read_document
from tests.documents.making import epub, odt, packed, pptx


async def test_a_workbook_is_read_sheet_by_sheet(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.title = "Prices"
    for row in (["item", "price"], ["kettle, red", 30], ["teapot", 24.5]):
        book.active.append(row)
    book.create_sheet("Empty")
    book.save(tmp_path / "prices.xlsx")
    found = await read_document(tmp_path / "prices.xlsx")
    assert found["text"] == '## Prices\n\nitem,price\n"kettle, red",30\nteapot,24.5\n\n## Empty\n\n'
    assert found["sheets"][0] == {"name": "Prices", "rows": 3, "columns": 2}
    assert (await read_document(tmp_path / "prices.xlsx", part="Prices"))["text"].startswith("item,price\n")
    with pytest.raises(DocumentError) as caught:
        await read_document(tmp_path / "prices.xlsx", part="Costs")
    assert caught.value.code == "no_such_part"


async def test_a_cell_far_from_the_others_of_a_sheet_hides_none(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for row in range(1, 12_001):
        book.active.cell(row, 1, row)
    book.active.cell(1, 100, "far")
    book.save(tmp_path / "wide.xlsx")
    found = await read_document(tmp_path / "wide.xlsx")
    assert found["text"].splitlines()[0].endswith(",far")
    assert found["text"].splitlines()[-1] == "12000"
    assert "cut" not in found


async def test_a_sheet_of_more_cells_than_are_read_says_that_it_is_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheets, "MAX_CELLS", 4)
    book = openpyxl.Workbook()
    for row in (["a", "b"], ["c", "d"], ["e", "f"]):
        book.active.append(row)
    book.save(tmp_path / "long.xlsx")
    found = sheets.read_workbook(tmp_path / "long.xlsx", "xlsx", None)
    assert (found["text"], found["cut"]) == ("a,b\nc,d", True)


async def test_a_word_file_keeps_headings_and_tables(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_heading("Terms", 1)
    document.add_paragraph("They hold.")
    table = document.add_table(rows=2, cols=2)
    for cell, text in zip(table._cells, ("Item", "Price", "Kettle", "30"), strict=True):
        cell.text = text
    document.save(str(tmp_path / "terms.docx"))
    text = (await read_document(tmp_path / "terms.docx"))["text"]
    assert text.startswith("# Terms\n\nThey hold.")
    assert "| Kettle" in text


async def test_slides_come_in_the_order_in_which_they_are_shown(tmp_path: Path) -> None:
    text = (await read_document(pptx(tmp_path / "talk.pptx", ["Hello", "Numbers", "Thanks"])))["text"]
    assert text == "## Slide 1\n\nHello\n\n## Slide 2\n\nNumbers\n\n## Slide 3\n\nThanks"


async def test_an_open_document_keeps_headings_lists_links_and_tables(tmp_path: Path) -> None:
    cells = "".join(f"<table:table-cell><text:p>{word}</text:p></table:table-cell>" for word in ("Item", "Price"))
    body = (
        '<text:h text:outline-level="2">Terms</text:h><text:p>See <text:a xlink:href="https://example.org/">here'
        "</text:a>.</text:p><text:list><text:list-item><text:p>One</text:p></text:list-item></text:list>"
        f"<table:table><table:table-row>{cells}</table:table-row></table:table>"
    )
    text = (await read_document(odt(tmp_path / "terms.odt", body)))["text"]
    assert text.split("\n\n") == [
        "## Terms",
        "See [here](https://example.org/).",
        "- One",
        "| Item | Price |\n| --- | --- |",
    ]


async def test_comments_of_an_open_document_are_no_part_of_its_text(tmp_path: Path) -> None:
    comment = "<office:annotation><text:p>Is that so?</text:p></office:annotation>"
    text = (await read_document(odt(tmp_path / "terms.odt", f"<text:p>It costs{comment} 7 euros</text:p>")))["text"]
    assert text == "It costs 7 euros"


async def test_a_book_is_read_in_the_order_of_its_spine(tmp_path: Path) -> None:
    text = (await read_document(epub(tmp_path / "book.epub", ["<h1>One</h1><p>First.</p>", "<h1>Two</h1>"])))["text"]
    assert text == "# One\n\nFirst.\n\n# Two"


@pytest.mark.parametrize(
    ("name", "data", "kind", "text"),
    [
        ("list.csv", "item,price\nTeekännchen,24".encode(), "csv", "item,price\nTeekännchen,24"),
        ("old.txt", "Teekännchen".encode("cp1252"), "text", "Teekännchen"),
        ("old-end.txt", "Café".encode("cp1252"), "text", "Café"),
        ("wide.txt", "Teekännchen".encode("utf-16"), "text", "Teekännchen"),
        ("data.json", b'{"a": [1, 2]}', "json", '{\n "a": [\n  1,\n  2\n ]\n}'),
        ("feed", b"<?xml version='1.0'?><a/>", "xml", "<?xml version='1.0'?><a/>"),
        ("empty.txt", b"", "text", ""),
    ],
)
async def test_text_in_whatever_encoding(tmp_path: Path, name: str, data: bytes, kind: str, text: str) -> None:
    (tmp_path / name).write_bytes(data)
    found = await read_document(tmp_path / name)
    assert (found["kind"], found["text"]) == (kind, text)


@pytest.mark.parametrize(
    "page",
    [
        "<main-nav>Home</main-nav><main><p>A kettle</p></main>",
        "<my-nav>Home</my-nav><my-app role=main><my-card><p>A</p></my-card><p>kettle</p></my-app>",
        "<p>Home</p><main class=x><main-part><p>A kettle</p></main-part></main>",
    ],
)
async def test_the_main_part_of_a_page_comes_first(tmp_path: Path, page: str) -> None:
    (tmp_path / "page.html").write_text(f"<!doctype html>{page}")
    found = await read_document(tmp_path / "page.html")
    parts = found["text"][: found["main"]], found["text"][found["main"] :]
    assert [part.split() for part in parts] == [["A", "kettle"], ["Home"]]


async def test_an_archive_is_listed_and_an_entry_read(tmp_path: Path) -> None:
    archive = packed(tmp_path / "all.zip", {"a/notes.txt": "hello", "../../outside.txt": "x"})
    found = await read_document(archive)
    assert found["entries"][0] == {"name": "a/notes.txt", "bytes": 5}
    assert (await read_document(archive, part="a/notes.txt"))["text"] == "hello"
    assert not (tmp_path.parent.parent / "outside.txt").exists()


def bomb(path: Path) -> Path:
    """A workbook of a few kilobytes whose one sheet unpacks to 400 MB."""
    sheet = b"<row>" + b" " * 1_000_000
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
        with archive.open("xl/worksheets/sheet1.xml", "w", force_zip64=True) as entry:
            for _ in range(400):
                entry.write(sheet)
    return path


def nested_entities(path: Path) -> Path:
    """A text of few lines whose entities expand to gigabytes."""
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10 if n else "x" * 100}">' for n in range(9))
    return packed(
        path,
        {
            "mimetype": "application/vnd.oasis.opendocument.text",
            "content.xml": f"<!DOCTYPE a [{entities}]><a>&e8;</a>",
        },
    )


def deep(path: Path) -> Path:
    """JSON in a hundred thousand levels."""
    path.write_text("[" * 100_000 + "]" * 100_000)
    return path


def inside_itself(path: Path) -> Path:
    """An archive in an archive, forty times."""
    inner = b"x" * 1_000
    for _ in range(40):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("inner.zip", inner)
        inner = out.getvalue()
    path.write_bytes(inner)
    return path


async def test_bombs_are_not_opened(tmp_path: Path) -> None:
    for made in (bomb(tmp_path / "big.xlsx"), nested_entities(tmp_path / "laughs.odt")):
        with pytest.raises(DocumentError) as caught:
            await read_document(made)
        assert caught.value.code == "too_large", made
    assert (await read_document(deep(tmp_path / "deep.json")))["text"].startswith("[[[")
    assert (await read_document(inside_itself(tmp_path / "nested.zip")))["total"] == 1


@pytest.mark.parametrize("name", ["a.xlsx", "a.docx", "a.pptx", "a.odt", "a.epub", "a.zip"])
async def test_a_broken_file_is_said_to_be_broken(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"PK\x03\x04" + b"\0" * 100)
    with pytest.raises(DocumentError) as caught:
        await read_document(tmp_path / name)
    assert caught.value.code == "broken_document"


async def test_a_file_without_text_is_said_to_have_none(tmp_path: Path) -> None:
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0")
    with pytest.raises(DocumentError) as caught:
        await read_document(tmp_path / "picture.png")
    assert caught.value.code == "no_text"


async def test_reading_that_takes_too_long_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read, "TIME_LIMIT", 0.001)
    (tmp_path / "a.txt").write_text("x")
    with pytest.raises(DocumentError) as caught:
        await read_document(tmp_path / "a.txt")
    assert caught.value.code == "too_slow"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
async def test_the_process_that_reads_has_no_keys_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-canary")
    reader = tmp_path / "reader"
    reader.write_text('#!/bin/sh\nprintf \'{"kind": "%s"}\' "$ANTHROPIC_API_KEY"')
    reader.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(reader))
    assert await read_document(tmp_path / "a.txt") == {"kind": ""}
