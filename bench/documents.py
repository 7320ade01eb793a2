"""The text of documents that nobody here wrote, beside what pdftotext, openpyxl and python-docx read in them.

The files are in Debian's packages. Two texts agree by the share of words that both have: twice the common words, each
counted as often as it stands, by the words of both. How many seconds and how much memory page 300 of a long PDF takes
is measured in the process that reads it.

Eight of the forty fall short: a card of formulas, whose letters the two put together differently; and seven with Arabic
or Persian. Of those pdftotext joins words with the digits and Latin words beside them (lshort) or cuts them at vowel
points (arabluatex, quran-doc); three have fonts that name wrong letters, so that both read something else (na-box,
Persian-bib, user_guide); one prints signs of transcription over letters in a way of its own (arabdoc).

    python -m bench.documents
"""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import re
import subprocess
import sys
import time
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.corpus import Unavailable, debian
from handrail.documents.read import read_document, read_pdf
from handrail.documents.sheets import cell_text

GOAL = 0.98
FILES: dict[str, tuple[str, ...]] = {
    "libtasn1-doc": ("libtasn1.pdf",),
    "debian-faq": ("debian-faq.en.pdf.gz",),
    "debian-policy": ("policy.pdf.gz", "fhs-3.0.pdf.gz"),
    "maint-guide": ("maint-guide.en.pdf",),
    "developers-reference": ("developers-reference.pdf",),
    "bash-doc": ("bashref.pdf", "bash.pdf"),
    "pari-doc": ("refcard.pdf", "refcard-ell.pdf", "tutorial.pdf", "users.pdf", "parallel.pdf"),
    "r-doc-pdf": ("R-intro.pdf", "R-lang.pdf", "R-data.pdf", "R-ints.pdf"),
    "texlive-lang-arabic": (
        "lshort.pdf", "user_guide.pdf", "arabtex-doc.pdf", "arabdoc.pdf", "arabluatex.pdf", "luabidi.pdf",
        "simurgh-doc.pdf", "na-box_doc.pdf", "Persian-bib-userguide.pdf", "quran-doc.pdf",
    ),
    "r-cran-readxl": ("deaths.xlsx", "geometry.xlsx", "clippy.xlsx", "type-me.xlsx"),
    "r-cran-openxlsx": (
        "loadExample.xlsx", "readTest.xlsx", "inlineStr.xlsx", "groupTest.xlsx", "namedRegions3.xlsx",
        "cloneWorksheetExample.xlsx", "namedRegions.xlsx", "namedRegions2.xlsx",
    ),
    "r-cran-officer": ("example.docx",),
}  # fmt: skip
"""Of each package, by name: 27 PDFs, of which two have columns and ten Arabic or Persian, and 13 office files."""
LONG = ("r-doc-pdf", "fullrefman.pdf", 300)
MOST_SECONDS, MOST_TIMES, MOST_MORE = 0.5, 1.5, 100_000_000
"""Seconds for a page of a long PDF; memory: times the size of the file, and bytes beside that."""
_CONTROLS = re.compile("[\u200b-\u200f\u202a-\u202e\u2066-\u2069\u00ad]")


def files() -> Iterator[Path]:
    """Every file that can be had; PDFs without the packing of the package."""
    for package, names in FILES.items():
        try:
            folder = debian(package)
        except Unavailable as reason:
            print(f"skipped {package}: {reason}")
            continue
        for name in names:
            yield _unpacked(next(path for path in sorted(folder.rglob(name)) if path.is_file()))


def _unpacked(path: Path) -> Path:
    if path.suffix != ".gz":
        return path
    plain = path.with_suffix("")
    if not plain.exists():
        plain.write_bytes(gzip.decompress(path.read_bytes()))
    return plain


def words(text: str) -> Counter[str]:
    """Words as they are compared: without what no reader sees and without accents and vowel points, ligatures as
    letters, parts at line ends joined."""
    marked = unicodedata.normalize("NFKD", _CONTROLS.sub("", text)).casefold()
    flat = "".join(char for char in marked if not unicodedata.combining(char))
    return Counter(re.findall(r"\w+", re.sub(r"(\w)[-\u2010]\n\s*(\w)", r"\1\2", flat)))


def overlap(one: Counter[str], other: Counter[str]) -> float:
    return 2 * (one & other).total() / max(one.total() + other.total(), 1)


async def our_text(path: Path) -> str:
    """All text of a document, by Handrail's reader."""
    if path.suffix != ".pdf":
        found = await read_document(path)
        sheets = [await read_document(path, part=sheet["name"]) for sheet in found.get("sheets", ())]
        return "\n".join(one["text"] for one in sheets or [found])
    pages, first = list[str](), 1
    while first is not None:
        found = await read_pdf(path, first=first, max_chars=2_000_000)
        pages += [page["text"] for page in found["pages"]]
        first = found["next"]
    return "\n".join(pages)


def _pdftotext(path: Path) -> str:
    return subprocess.run(["pdftotext", "-q", path, "-"], check=True, capture_output=True).stdout.decode("utf-8")


def _openpyxl(path: Path) -> str:
    import openpyxl

    try:
        book = openpyxl.load_workbook(path, data_only=True)
    except KeyError:
        # A drawing is missing, which it does not look for then.
        book = openpyxl.load_workbook(path, data_only=True, read_only=True)
    cells = (cell for sheet in book.worksheets for row in sheet.iter_rows(values_only=True) for cell in row)
    # Dates and numbers as we write them: their values are compared.
    return "\n".join(cell_text(cell) for cell in cells if cell is not None)


def _docx(path: Path) -> str:
    import docx

    document = docx.Document(str(path))
    # One that spans columns or rows is listed in each of them.
    spans = {id(cell._tc): cell for table in document.tables for row in table.rows for cell in row.cells}
    cells = [cell.text for cell in spans.values()]
    return "\n".join([*(one.text for one in document.paragraphs), *cells])


READERS: dict[str, Callable[[Path], str]] = {".pdf": _pdftotext, ".xlsx": _openpyxl, ".docx": _docx}


def long_page() -> tuple[float, float, int, int]:
    """Seconds and bytes of memory that page 300 takes the process that reads it, its start with it; the size of the
    file; its pages.

    To be called before much memory is used: a process on Linux counts as its own what the one that started it had."""
    package, name, number = LONG
    path = next(debian(package).rglob(name)).resolve()
    runs = [_measured(path, number) for _ in range(3)]
    return min(one[0] for one in runs), max(one[1] for one in runs), path.stat().st_size, int(runs[0][2])


def _measured(path: Path, number: int) -> tuple[float, int, int]:
    """Seconds, bytes and pages of one process."""
    job = {"read": "pdf", "first": number, "last": number, "max_chars": 8_000, "pictures": False}
    started = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "handrail.documents.worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None, "it is a pipe"
    assert process.stdout is not None, "it is a pipe"
    process.stdin.write(json.dumps({**job, "path": str(path), "password": ""}).encode())
    process.stdin.close()
    found = json.loads(process.stdout.read())
    _, _, used = os.wait4(process.pid, 0)
    seconds = time.monotonic() - started
    return seconds, used.ru_maxrss * 1024, found["count"]


async def compare() -> list[tuple[Path, float, int]]:
    rows = list[tuple[Path, float, int]]()
    for path in files():
        theirs = words(READERS[path.suffix](path))
        rows.append((path, overlap(words(await our_text(path)), theirs), theirs.total()))
    return rows


def main() -> int:
    seconds, memory, size, pages = long_page()
    rows = asyncio.run(compare())
    table = Table("file", "words", "overlap")
    for path, share, count in sorted(rows, key=lambda row: row[1]):
        table.add_row(path.name, f"{count:,}", f"{share:.3f}" + ("" if share >= GOAL else "  below"))
    Console(width=100).print(table)
    agree = sum(share >= GOAL for _, share, _ in rows)
    print(f"{agree} of {len(rows)} files have an overlap of at least {GOAL}.")
    room = MOST_TIMES * size + MOST_MORE
    print(
        f"Page {LONG[2]} of {pages} ({size / 1e6:.1f} MB): {seconds:.2f} s with the start of its process, "
        f"{memory / 1e6:.0f} MB of {room / 1e6:.0f}."
    )
    return 0 if agree == len(rows) and seconds < MOST_SECONDS and memory < room else 1


if __name__ == "__main__":
    sys.exit(main())
