"""Files: uploads, which of them are refused, and the two downloads."""

from __future__ import annotations

import csv
import io
import re

import pytest

from handrail.demo.views.information import MAX_FILE_SIZE
from tests.demo.client import BOUNDARY, Client, multipart

KIND = f"multipart/form-data; boundary={BOUNDARY}"


def test_a_received_file_is_shown_with_size_and_text(client: Client) -> None:
    answer = client.upload(("list.txt", "two mugs, 1 <b>pan</b>, ü".encode()))
    assert answer.status == 303
    text = client.get("/support").text
    assert "<h3>list.txt</h3>" in text
    assert "26 bytes, text/plain" in text
    assert "<pre>two mugs, 1 &lt;b&gt;pan&lt;/b&gt;, ü</pre>" in text


def test_several_files_and_binary_ones(client: Client) -> None:
    client.upload(("a.png", b"\x89PNG\r\n\x1a\n\x00\xff"), ("b.txt", b"b"))
    text = client.get("/support").text
    assert "2 files arrived." in text
    assert "10 bytes" in text
    assert "This is not a text file." in text


def test_a_file_name_is_escaped_and_loses_its_folders(client: Client) -> None:
    client.upload(("C:\\secret\\<script>.txt", b"x"))
    text = client.get("/support").text
    assert "<h3>&lt;script&gt;.txt</h3>" in text
    assert "secret" not in text


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ([("", b"")], "Choose a file first."),
        ([("empty.txt", b"")], "This file is empty."),
        ([("big.bin", b"x" * (MAX_FILE_SIZE + 1))], "A file may have at most 2 MB."),
        ([(f"{n}.txt", b"x") for n in range(6)], "Send at most 5 files at once."),
    ],
)
def test_a_refused_upload_is_explained(client: Client, files: list[tuple[str, bytes]], sentence: str) -> None:
    answer = client.upload(*files)
    assert answer.status == 422
    assert sentence in answer.text
    assert "Nothing yet." in answer.text


def test_only_the_last_five_files_are_kept(client: Client) -> None:
    for n in range(7):
        client.upload((f"file{n}.txt", b"x"))
    text = client.get("/support").text
    assert re.findall(r"<h3>(file\d)", text) == ["file6", "file5", "file4", "file3", "file2"]


def test_a_file_may_hold_the_beginning_of_a_boundary(client: Client) -> None:
    content = b"\r\n--not-the-boundary\r\n\r\n"
    client.upload(("tricky.txt", content))
    text = client.get("/support").text
    assert f"{len(content)} bytes" in text
    assert f"<pre>{content.decode()}</pre>" in text


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"nonsense",
        pytest.param(
            multipart(("a", b"b"))[:-6],
            # Starlette leaves the file of a part without an end to the garbage collector.
            marks=pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
        ),
        b"--" + BOUNDARY.encode() + b"\r\nno gap\r\n--" + BOUNDARY.encode() + b"--\r\n",
        multipart(*[("a", b"b")] * 101),
    ],
)
def test_a_broken_form_is_refused(client: Client, body: bytes) -> None:
    answer = client.send("POST", "/support/files", body, {"Content-Type": KIND, "Content-Length": str(len(body))})
    assert answer.status in {400, 422}
    assert "Nothing yet." in client.get("/support").text


def test_the_price_list_is_csv_with_every_product(client: Client) -> None:
    answer = client.get("/downloads/price-list.csv")
    assert answer.headers["content-disposition"] == 'attachment; filename="wrenfold-price-list.csv"'
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert len(rows) == 36
    assert rows[0] == {
        "article": "WF-DE-101",
        "name": "Field Notebook",
        "category": "Desk",
        "price_eur": "14.00",
        "in_stock": "84",
    }


def test_the_manual_is_shown_or_saved(client: Client) -> None:
    shown, saved = client.get("/downloads/care-manual.pdf"), client.get("/downloads/care-manual.pdf?save=1")
    assert shown.headers["content-type"] == "application/pdf"
    assert "content-disposition" not in shown.headers
    assert saved.headers["content-disposition"] == 'attachment; filename="wrenfold-care-manual.pdf"'
    assert shown.body == saved.body


def test_the_offsets_of_the_manual_point_at_its_objects(client: Client) -> None:
    pdf = client.get("/downloads/care-manual.pdf").body
    table = pdf[int(pdf.rsplit(b"startxref\n", 1)[1].split()[0]) :]
    assert table.startswith(b"xref\n0 11\n")
    offsets = [int(line.split()[0]) for line in table.split(b"\n")[3:13]]
    assert [pdf[offset:].split(b"\n")[0] for offset in offsets] == [f"{n} 0 obj".encode() for n in range(1, 11)]
    lengths = re.findall(rb"<< /Length (\d+) >>\nstream\n(.*?)\nendstream", pdf, re.DOTALL)
    assert [int(length) for length, _ in lengths] == [len(stream) for _, stream in lengths]
    assert b"(Repairs and warranty) Tj" in pdf
