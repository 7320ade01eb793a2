"""Forms as browsers send them: urlencoded, and multipart with files."""

from __future__ import annotations

from dataclasses import dataclass, field
from email.message import Message
from urllib.parse import parse_qsl

MOST_FIELDS = 100


class BadForm(Exception):
    """The body is not a form that a browser sends. The message is a sentence."""


@dataclass(frozen=True)
class Upload:
    """One file of a form."""

    name: str
    content_type: str
    content: bytes


@dataclass(frozen=True)
class Fields:
    """The fields of a form or of a query, in order. A field may come more than once."""

    pairs: tuple[tuple[str, str], ...] = ()

    def get(self, name: str, default: str = "") -> str:
        return next((value for key, value in self.pairs if key == name), default)

    def all(self, name: str) -> list[str]:
        return [value for key, value in self.pairs if key == name]

    def number(self, name: str, default: int) -> int:
        """The field as a whole number; ``default`` when it is not one."""
        text = self.get(name).strip()
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else default


@dataclass(frozen=True)
class Form:
    fields: Fields = field(default_factory=Fields)
    uploads: tuple[tuple[str, Upload], ...] = ()

    def files(self, name: str) -> list[Upload]:
        return [upload for key, upload in self.uploads if key == name]


def parse_query(text: str) -> Fields:
    try:
        return Fields(tuple(parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_FIELDS)))
    except ValueError as bad:
        raise BadForm("The form has too many fields.") from bad


def parse_form(content_type: str, body: bytes) -> Form:
    kind, params = _header(content_type)
    if kind == "application/x-www-form-urlencoded":
        return Form(parse_query(body.decode("utf-8", "replace")))
    if kind == "multipart/form-data" and params.get("boundary"):
        return _multipart(params["boundary"].encode("latin-1", "replace"), body)
    raise BadForm("The body is not a form.")


def _multipart(boundary: bytes, body: bytes) -> Form:
    parts = (b"\r\n" + body).split(b"\r\n--" + boundary)
    # Before the first boundary stands nothing of ours; the last one is followed by "--".
    if len(parts) < 3 or not parts[-1].startswith(b"--"):
        raise BadForm("The form stops in the middle.")
    if len(parts) > MOST_FIELDS:
        raise BadForm("The form has too many fields.")
    fields: list[tuple[str, str]] = []
    uploads: list[tuple[str, Upload]] = []
    for part in parts[1:-1]:
        head, gap, content = part.partition(b"\r\n\r\n")
        headers = _part_headers(head)
        _, params = _header(headers.get("content-disposition", ""))
        if not gap or "name" not in params:
            raise BadForm("A part of the form has no name.")
        if "filename" not in params:
            fields.append((params["name"], content.decode("utf-8", "replace")))
        elif params["filename"]:  # a file input left empty sends a file without a name
            kind = headers.get("content-type", "application/octet-stream")
            uploads.append((params["name"], Upload(_base_name(params["filename"]), kind, content)))
    return Form(Fields(tuple(fields)), tuple(uploads))


def _part_headers(head: bytes) -> dict[str, str]:
    lines = head.decode("utf-8", "replace").split("\r\n")
    pairs = (line.partition(":") for line in lines if ":" in line)
    return {name.strip().lower(): value.strip() for name, _, value in pairs}


def _header(value: str) -> tuple[str, dict[str, str]]:
    """A header such as ``form-data; name="a"; filename="b"`` in its parts."""
    message = Message()
    # The parser reads backslashes in quotes as escapes; browsers do not write any, but Windows paths have them.
    message["content-type"] = value.replace("\\", "\\\\")
    params = message.get_params(failobj=[], header="content-type") or []
    kind = params[0][0].strip().lower() if params else ""
    return kind, {name.lower(): text for name, text in params[1:]}


def _base_name(name: str) -> str:
    return name.replace("\\", "/").rsplit("/", 1)[-1].replace("%22", '"')[:200]
