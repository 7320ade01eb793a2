"""The process that reads one document: takes a job as JSON on its standard input, answers as JSON, and ends.

Parsers of hostile files are where programs get taken over, hang and run out of memory. So they run here, without the
session's memory, secrets and environment, and what they may take is limited before they see a byte.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from handrail.documents.errors import DocumentError
from handrail.documents.kinds import kind_of
from handrail.documents.limits import MAX_FILE_BYTES, MAX_TEXT, MEMORY_LIMIT, TIME_LIMIT


def main() -> None:
    """Answer one job."""
    limit_resources()
    try:
        answer = read(json.load(sys.stdin))
    except DocumentError as error:
        answer = {"error": [error.code, error.message, error.hint]}
    except (MemoryError, RecursionError):
        answer = {"error": ["too_large", "The document needs more memory than it may take, so it was not read.", ""]}
    except Exception:  # noqa: BLE001 - a parser that fails in a way of its own; the file is at fault
        answer = {"error": ["broken_document", "The file cannot be read; it may be broken.", ""]}
    sys.stdout.buffer.write(json.dumps(answer).encode())


def limit_resources() -> None:
    """Limit memory and time of this process where the system can, and let it write no files."""
    try:
        import resource
    except ImportError:  # Windows: the process that started this one ends it in time
        return
    seconds = int(TIME_LIMIT) + 1
    for what, limit in (
        (resource.RLIMIT_AS, MEMORY_LIMIT),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        try:
            resource.setrlimit(what, (limit, limit))
        except (ValueError, OSError):  # macOS has no limit of address space
            continue


def read(job: dict[str, Any]) -> dict[str, Any]:
    """Return what one job asks for. Raises `DocumentError`: the document cannot be read."""
    path = Path(job["path"])
    if path.stat().st_size > MAX_FILE_BYTES:
        raise DocumentError(
            "too_large", f"The file is larger than {MAX_FILE_BYTES // 1_000_000} MB, so it was not opened."
        )
    kind = kind_of(path, job.get("name", ""))
    if job["read"] == "pdf":
        from handrail.documents.pdf import read_pdf

        if kind != "pdf":
            raise DocumentError("not_a_pdf", "The file is not a PDF.", "read_download reads other documents.")
        return read_pdf(path, job["first"], job["last"], job["max_chars"], job["password"], job["pictures"])
    return {"kind": kind, **_cap_text(_read_kind(path, kind, job["part"], job["base"]))}


def _read_kind(path: Path, kind: str | None, part: str | None, base: str) -> dict[str, Any]:
    from handrail.documents import archives, office, plain_text, sheets

    match kind:
        case "xlsx" | "xls" | "ods":
            return sheets.read_workbook(path, kind, part)
        case "zip" if part is None:
            return archives.list_zip(path)
        case "zip":
            with archives.open_zip(path) as archive:
                return {"text": archives.read_entry(archive, part or "").decode("utf-8", "replace")}
        case "docx":
            return {"text": office.read_docx(path)}
        case "pptx":
            return {"text": office.read_pptx(path)}
        case "odt":
            return {"text": office.read_odt(path)}
        case "epub":
            return {"text": office.read_epub(path)}
        case "json":
            return {"text": plain_text.read_json(path)}
        case "html":
            return plain_text.read_page(plain_text.read_text(path), base)
        case "csv" | "xml" | "text":
            return {"text": plain_text.read_text(path)}
        case "pdf":
            raise DocumentError("is_a_pdf", "The file is a PDF.", "read_pdf reads it.")
        case _:
            raise DocumentError("no_text", "The file is of no kind whose text can be read.")


def _cap_text(found: dict[str, Any]) -> dict[str, Any]:
    text = found.get("text", "")
    return {**found, "text": text[:MAX_TEXT], "cut": True} if len(text) > MAX_TEXT else found


if __name__ == "__main__":
    main()
