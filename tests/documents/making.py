"""Makes documents for tests: small PDFs by hand, office files as their programs pack them, and bombs."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path

Text = tuple[float, float, float, str]
"""A text on a page: points from the left and from the bottom, size of its print, and its words."""


def pdf(
    pages: Sequence[Sequence[Text]], *, link: str = "", field: tuple[str, str] | None = None, meaning: str = ""
) -> bytes:
    """A PDF in Helvetica; its first page has a link and a text field with this name and value.

    Args:
        meaning: what the letters a, b, c ... stand for, where they are none of these.
    """
    font = "/Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding"
    objects = ["", f"<< {font} >>"]
    annotations = list[str]()
    if link:
        annotations.append(f"<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI ({link}) >> >>")
    if field is not None:
        named = f"/FT /Tx /T ({field[0]}) /V ({field[1]})"
        objects.append(f"<< /Type /Annot /Subtype /Widget {named} /Rect [9 9 99 29] >>")
        annotations.append("3 0 R")
    if meaning:
        objects.append(_meaning(meaning))
        objects[1] = f"<< {font} /ToUnicode {len(objects)} 0 R >>"
    form = " /AcroForm << /Fields [3 0 R] >>" if field is not None else ""
    kids = list[int]()
    for number, texts in enumerate(pages):
        content = "\n".join(f"BT /F1 {size} Tf {x} {y} Td ({words}) Tj ET" for x, y, size, words in texts)
        objects.append(f"<< /Length {len(content)} >>\nstream\n{content}\nendstream")
        notes = f" /Annots [{' '.join(annotations)}]" if number == 0 and annotations else ""
        objects.append(
            f"<< /Type /Page /Parent {{tree}} 0 R /MediaBox [0 0 595 842] /Contents {len(objects)} 0 R "
            f"/Resources << /Font << /F1 2 0 R >> >>{notes} >>"
        )
        kids.append(len(objects))
    tree = len(objects) + 1
    objects = [one.replace("{tree}", str(tree)) for one in objects]
    objects.append(f"<< /Type /Pages /Count {len(kids)} /Kids [{' '.join(f'{kid} 0 R' for kid in kids)}] >>")
    objects[0] = f"<< /Type /Catalog /Pages {tree} 0 R{form} >>"
    return _file(objects)


def _meaning(letters: str) -> str:
    entries = "\n".join(f"<{ord('a') + at:02x}> <{ord(letter):04x}>" for at, letter in enumerate(letters))
    content = (
        "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange\n"
        f"{len(letters)} beginbfchar\n{entries}\nendbfchar endcmap end"
    )
    return f"<< /Length {len(content)} >>\nstream\n{content}\nendstream"


def scan(text: str = "") -> bytes:
    """A PDF whose one page is a grey picture."""
    picture = zlib.compress(bytes([128]) * 64 * 64).decode("latin-1")
    content = "q 500 0 0 700 40 70 cm /Im1 Do Q"
    image = "/Type /XObject /Subtype /Image /Width 64 /Height 64 /ColorSpace /DeviceGray /BitsPerComponent 8"
    return _file(
        [
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R "
            "/Resources << /XObject << /Im1 5 0 R >> >> >>",
            f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
            f"<< {image} /Filter /FlateDecode /Length {len(picture)} >>\nstream\n{picture}\nendstream",
        ]
    )


def _file(objects: Sequence[str]) -> bytes:
    out, places = b"%PDF-1.7\n", list[int]()
    for number, text in enumerate(objects, start=1):
        places.append(len(out))
        out += f"{number} 0 obj\n{text}\nendobj\n".encode("latin-1")
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    size = len(objects) + 1
    table = f"xref\n0 {size}\n0000000000 65535 f \n{table}"
    return out + f"{table}trailer << /Size {size} /Root 1 0 R >>\nstartxref\n{len(out)}\n%%EOF".encode()


def packed(path: Path, files: dict[str, str | bytes]) -> Path:
    """A ZIP of these files."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


_A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
_P = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
_R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
_REL = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'


def pptx(path: Path, slides: Sequence[str]) -> Path:
    """A presentation with a text on each slide; the file numbers them from the last to the first."""
    names = [f"slide{len(slides) - number}" for number in range(len(slides))]
    ids = "".join(f'<p:sldId id="{256 + at}" r:id="r{at}"/>' for at in range(len(slides)))
    targets = "".join(f'<Relationship Id="r{at}" Target="slides/{name}.xml"/>' for at, name in enumerate(names))
    return packed(
        path,
        {
            "ppt/presentation.xml": f"<p:presentation {_P} {_R}><p:sldIdLst>{ids}</p:sldIdLst></p:presentation>",
            "ppt/_rels/presentation.xml.rels": f"<Relationships {_REL}>{targets}</Relationships>",
            **{
                f"ppt/slides/{name}.xml": f"<p:sld {_P} {_A}><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:sld>"
                for name, text in zip(names, slides, strict=True)
            },
        },
    )


_OFFICE = 'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
_TEXT = 'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
_TABLE = 'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
_XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"'


def odt(path: Path, body: str) -> Path:
    """An OpenDocument text with this body."""
    content = f"<office:document-content {_OFFICE} {_TEXT} {_TABLE} {_XLINK}>{body}</office:document-content>"
    return packed(path, {"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": content})


def epub(path: Path, chapters: Sequence[str]) -> Path:
    """A book with these chapters as HTML."""
    items = "".join(f'<item id="c{at}" href="text/{at}.xhtml"/>' for at in range(len(chapters)))
    spine = "".join(f'<itemref idref="c{at}"/>' for at in range(len(chapters)))
    return packed(
        path,
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
            '<rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
            "OEBPS/book.opf": f'<package xmlns="http://www.idpf.org/2007/opf"><manifest>{items}</manifest>'
            f"<spine>{spine}</spine></package>",
            **{f"OEBPS/text/{at}.xhtml": text for at, text in enumerate(chapters)},
        },
    )
