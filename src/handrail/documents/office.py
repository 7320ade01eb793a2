"""Reads office files and books: DOCX, PPTX, ODT and EPUB to Markdown.

Word files go through mammoth, which knows styles, lists, tables and footnotes. The known libraries for slides,
OpenDocument and EPUB have had no release for years, or a license that does not fit; what is wanted of these is text in
order, which is a walk over their XML. defusedxml parses it and expands no entities.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urljoin
from xml.etree.ElementTree import Element
from zipfile import ZipFile

from handrail.documents.archives import open_zip, read_entry
from handrail.documents.errors import DocumentError
from handrail.documents.limits import MAX_TEXT

_LINK = re.compile(r"\]\((?!#)([^()\s]*)")
_DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_SLIDES = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_XLINK = "{http://www.w3.org/1999/xlink}href"
_PACKAGE = "{http://www.idpf.org/2007/opf}"


def read_docx(path: Path) -> str:
    """Return a Word file as Markdown."""
    import mammoth

    open_zip(path).close()
    with path.open("rb") as file:
        # Pictures would stand in the text as data: addresses.
        without = mammoth.images.img_element(lambda _: {"src": ""})
        html = mammoth.convert_to_html(file, convert_image=without, ignore_empty_paragraphs=True).value
    return html_text(re.sub(r"<img\b[^>]*>", "", html))


def read_pptx(path: Path) -> str:
    """Return the slides of a presentation in order, with their tables and the speaker's notes."""
    with open_zip(path) as archive:
        targets = _relations(archive, "ppt/presentation.xml")
        slides = [
            targets.get(slide.get(_RELATION, ""), "")
            for slide in _xml(archive, "ppt/presentation.xml").iter(f"{_SLIDES}sldId")
        ]
        parts = list[str]()
        for number, name in enumerate(filter(None, slides), start=1):
            parts += [f"## Slide {number}", *_drawing(_xml(archive, name))]
            notes = [one for one in _relations(archive, name).values() if "notesSlide" in one]
            parts += [f"Notes: {text}" for one in notes[:1] for text in _drawing(_xml(archive, one))]
            if sum(map(len, parts)) > MAX_TEXT:
                break
        return "\n\n".join(parts)


def _drawing(root: Element) -> Iterator[str]:
    """Yield paragraphs and tables of a slide, in the order in which they stand in the file."""
    in_tables = {id(paragraph) for table in root.iter(f"{_DRAWING}tbl") for paragraph in table.iter(f"{_DRAWING}p")}
    for element in root.iter():
        if element.tag == f"{_DRAWING}tbl":
            rows = [
                [" ".join(map(_words, cell.iter(f"{_DRAWING}p"))) for cell in row.iter(f"{_DRAWING}tc")]
                for row in element.iter(f"{_DRAWING}tr")
            ]
            yield table_text(rows)
        elif element.tag == f"{_DRAWING}p" and id(element) not in in_tables and (text := _words(element).strip()):
            yield text


def _words(paragraph: Element) -> str:
    return "".join(run.text or "" for run in paragraph.iter(f"{_DRAWING}t"))


def read_odt(path: Path) -> str:
    """Return an OpenDocument text as Markdown."""
    with open_zip(path) as archive:
        root = _xml(archive, "content.xml")
    return "\n\n".join(_open_document(root))


def _open_document(parent: Element) -> Iterator[str]:
    for element in parent:
        if element.tag == f"{_TEXT}h":
            level = element.get(f"{_TEXT}outline-level", "1")
            yield f"{'#' * min(int(level) if level.isdecimal() else 1, 6)} {_inline(element)}"
        elif element.tag == f"{_TEXT}p":
            if text := _inline(element).strip():
                yield text
        elif element.tag == f"{_TEXT}list-item":
            yield "- " + "\n".join(_open_document(element))
        elif element.tag == f"{_TABLE}table":
            rows = [
                [" ".join(_open_document(cell)) for cell in row if cell.tag == f"{_TABLE}table-cell"]
                for row in element.iter(f"{_TABLE}table-row")
            ]
            yield table_text(rows)
        elif element.tag != f"{_TEXT}tracked-changes":
            yield from _open_document(element)


def _inline(element: Element) -> str:
    """Return the text of a paragraph, with its links, blanks and line ends."""
    parts = [element.text or ""]
    for child in element:
        match child.tag.removeprefix(_TEXT):
            case "s":
                count = child.get(f"{_TEXT}c", "1")
                parts.append(" " * min(int(count) if count.isdecimal() else 1, 100))
            case "tab":
                parts.append("\t")
            case "line-break":
                parts.append("\n")
            case "a":
                parts.append(f"[{_inline(child)}]({child.get(_XLINK, '')})")
            case "note-citation" | "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}annotation":
                # The number of a footnote, which stands in its place, and a comment, which is no part of the text.
                pass
            case _:
                parts.append(_inline(child))
        parts.append(child.tail or "")
    return "".join(parts)


def read_epub(path: Path) -> str:
    """Return the chapters of a book in reading order, as Markdown."""
    with open_zip(path) as archive:
        container = _xml(archive, "META-INF/container.xml")
        package = next((one.get("full-path", "") for one in container.iter() if one.tag.endswith("}rootfile")), "")
        root = _xml(archive, package)
        files = {one.get("id"): one.get("href", "") for one in root.iter(f"{_PACKAGE}item")}
        parts, size = list[str](), 0
        for item in root.iter(f"{_PACKAGE}itemref"):
            name = posixpath.normpath(
                posixpath.join(posixpath.dirname(package), unquote(files.get(item.get("idref"), "")))
            )
            if name in archive.NameToInfo:
                parts.append(html_text(read_entry(archive, name).decode("utf-8", "replace")))
                size += len(parts[-1])
            if size > MAX_TEXT:
                break
    return "\n\n".join(filter(None, parts))


def html_text(html: str, base: str = "") -> str:
    """Return HTML as Markdown, with links absolute where the address is known that they are relative to."""
    from html_to_markdown import ConversionOptions, convert

    body = re.sub(r"<head\b.*?</head>", "", html, flags=re.DOTALL | re.IGNORECASE)
    options = ConversionOptions(output_format="markdown", extract_metadata=False, bullets="-", autolinks=False)
    text = re.sub(r"\n\s*\n\s*\n", "\n\n", convert(body, options).content or "").strip()
    return _LINK.sub(lambda link: f"]({_resolve(base, link[1])}", text) if base else text


def _resolve(base: str, address: str) -> str:
    try:
        return urljoin(base, address)
    except ValueError:
        return address


def table_text(rows: list[list[str]]) -> str:
    """Return rows as a Markdown table; the first is its head."""
    cells = [[" ".join(cell.split()).replace("|", "\\|") for cell in row] for row in rows]
    lines = [f"| {' | '.join(row)} |" for row in cells]
    if lines:
        lines.insert(1, "|" + " --- |" * len(rows[0]))
    return "\n".join(lines)


def _relations(archive: ZipFile, part: str) -> dict[str, str]:
    """Return where the parts are that a part of an office file refers to, by their ids."""
    folder, name = posixpath.split(part)
    relations = f"{folder}/_rels/{name}.rels"
    if relations not in archive.NameToInfo:
        return {}
    return {
        one.get("Id", ""): posixpath.normpath(posixpath.join(folder, one.get("Target", ""))).lstrip("/")
        for one in _xml(archive, relations)
        if one.get("TargetMode") != "External"
    }


def _xml(archive: ZipFile, name: str) -> Element:
    from xml.etree.ElementTree import ParseError

    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    try:
        root: Element = fromstring(read_entry(archive, name))
    except DefusedXmlException:
        raise DocumentError("too_large", "The file defines entities, as bombs do, so it was not opened.") from None
    except ParseError:
        raise DocumentError("broken_document", "A part of the file is not valid; it may be broken.") from None
    return root
