"""Help: the files that customers send."""

from __future__ import annotations

from pathlib import PureWindowsPath

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response

from handrail.demo.forms import MAX_FIELDS, see_other
from handrail.demo.sessions import ReceivedFile, current_session
from handrail.demo.templating import page

MAX_UPLOADS = 5
MAX_FILE_SIZE = 2_000_000
EXCERPT_LENGTH = 500


async def support(request: Request) -> Response:
    return _support(request)


async def receive_files(request: Request) -> Response:
    async with request.form(max_files=MAX_FIELDS, max_fields=MAX_FIELDS) as form:
        # A file input that is left empty sends a file without a name.
        sent = [file for file in form.getlist("file") if isinstance(file, UploadFile) and file.filename]
        files = [(file, await file.read()) for file in sent]
    if error := _error([content for _, content in files]):
        return _support(request, error, 422)
    session = current_session(request)
    for file, content in files:
        session.uploads.insert(0, _describe_upload(file, content))
    del session.uploads[MAX_UPLOADS:]
    session.message = "1 file arrived." if len(files) == 1 else f"{len(files)} files arrived."
    return see_other("/support#received")


def _support(request: Request, error: str = "", status: int = 200) -> Response:
    return page(request, "support", status, error=error, max_megabytes=MAX_FILE_SIZE // 1_000_000)


def _error(files: list[bytes]) -> str:
    if not files:
        return "Choose a file first."
    if len(files) > MAX_UPLOADS:
        return f"Send at most {MAX_UPLOADS} files at once."
    if any(len(content) > MAX_FILE_SIZE for content in files):
        return f"A file may have at most {MAX_FILE_SIZE // 1_000_000} MB."
    return "" if all(files) else "This file is empty."


def _describe_upload(file: UploadFile, content: bytes) -> ReceivedFile:
    name = PureWindowsPath(file.filename or "").name.replace("%22", '"')[:200]
    kind = file.content_type or "application/octet-stream"
    return ReceivedFile(name, len(content), kind[:100], _excerpt(content))


def _excerpt(content: bytes) -> str | None:
    """Return the beginning of a text file; None for anything else."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text[:EXCERPT_LENGTH]
