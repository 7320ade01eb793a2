"""The care manual, a PDF of two pages: written by hand, since the format is text with a table of offsets."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

WIDTH, HEIGHT, MARGIN = 595, 842, 64  # A4 in points
GREEN, INK, GREY = "0.18 0.36 0.31", "0.12 0.14 0.13", "0.45 0.46 0.44"
FONTS = {"F1": "Helvetica", "F2": "Helvetica-Bold", "F3": "Times-Roman"}
# Where the link of the second page lies, and what it opens.
LINK_BOX, LINK = (64, 392, 330, 412), "https://wrenfold.example/repairs"

CARE = (
    ("Carbon steel", "Wipe, dry, oil. Never leave it wet.", "Every use"),
    ("Oak and ash", "Linseed oil, rubbed in and left overnight.", "Twice a year"),
    ("Waxed canvas", "Brush. Re-wax when rain no longer beads.", "Once a year"),
    ("Wool", "Air it outside on a damp evening.", "Each month"),
    ("Brass", "Nothing at all, or lemon and salt.", "As you like"),
    ("Enamel", "Any soap. Chips do no harm.", "Every use"),
)
REPAIR = (
    "Every Wrenfold thing can be repaired. Parts are kept for at least",
    "twenty years after the last piece was sold.",
    "",
    "1. Find the article number. It begins with WF and is stamped",
    "   under the base or sewn into the seam.",
    "2. Send a picture of the damage on the support page.",
    "3. We answer within two working days with a price, or with the",
    "   part in the post.",
    "",
    "The warranty lasts ten years for metal and wood, five years for",
    "cloth and leather, and two years for batteries.",
)


@cache
def manual() -> bytes:
    pages = [_care_page(), _repair_page()]
    first = 3 + len(FONTS)  # objects 1 and 2 are the catalogue and the list of pages
    kids = " ".join(f"{first + 2 * n} 0 R" for n in range(len(pages)))
    objects = ["<< /Type /Catalog /Pages 2 0 R /Lang (en) >>", f"<< /Type /Pages /Count {len(pages)} /Kids [{kids}] >>"]
    objects += [f"<< /Type /Font /Subtype /Type1 /BaseFont /{f} /Encoding /WinAnsiEncoding >>" for f in FONTS.values()]
    fonts = " ".join(f"/{name} {3 + n} 0 R" for n, name in enumerate(FONTS))
    for number, content in enumerate(pages):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] /Resources << /Font << {fonts} >> >> "
            f"/Contents {first + 2 * number + 1} 0 R{_annotations() if number == 1 else ''} >>"
        )
        objects.append(f"<< /Length {len(content.encode('cp1252'))} >>\nstream\n{content}\nendstream")
    info = "<< /Title (Wrenfold care manual) /Author (Wrenfold) /CreationDate (D:20260901090000Z) >>"
    return _file([*objects, info])


def _care_page() -> str:
    parts = [
        f"{GREEN} rg 0 {HEIGHT - 190} {WIDTH} 190 re f",
        _text("Wrenfold", MARGIN, HEIGHT - 80, 15, "F2", "1 1 1"),
        _text("Care manual", MARGIN, HEIGHT - 132, 44, "F3", "1 1 1"),
        _text("Useful things, made to last. Here is how.", MARGIN, HEIGHT - 162, 13, "F1", "0.87 0.92 0.88"),
        _text("Material", MARGIN, 600, 11, "F2", GREEN),
        _text("What to do", 180, 600, 11, "F2", GREEN),
        _text("How often", 440, 600, 11, "F2", GREEN),
    ]
    for row, (material, what, often) in enumerate(CARE):
        y = 566 - 36 * row
        parts.append(f"0.85 0.85 0.82 RG {MARGIN} {y + 20} m {WIDTH - MARGIN} {y + 20} l S")
        parts += [_text(material, MARGIN, y, 12, "F2"), _text(what, 180, y, 12), _text(often, 440, y, 12)]
    return "\n".join([*parts, _footer(1)])


def _repair_page() -> str:
    parts = [_text("Repairs and warranty", MARGIN, HEIGHT - 110, 32, "F3", GREEN)]
    parts += [_text(line, MARGIN, HEIGHT - 160 - 22 * row, 13) for row, line in enumerate(REPAIR)]
    parts += [_text("Ask for a repair: wrenfold.example/repairs", LINK_BOX[0], 397, 13, "F2", GREEN)]
    return "\n".join([*parts, _footer(2)])


def _footer(number: int) -> str:
    return _text(f"Wrenfold care manual, edition 7. Page {number} of 2", MARGIN, 48, 9, "F1", GREY)


def _text(text: str, x: int, y: int, size: int, font: str = "F1", colour: str = INK) -> str:
    escaped = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return f"BT {colour} rg /{font} {size} Tf {x} {y} Td ({escaped}) Tj ET"


def _annotations() -> str:
    box = " ".join(map(str, LINK_BOX))
    return f" /Annots [<< /Type /Annot /Subtype /Link /Rect [{box}] /Border [0 0 0] /A << /S /URI /URI ({LINK}) >> >>]"


def _file(objects: Iterable[str]) -> bytes:
    """The objects one after the other, then the table that says where each begins. The last one is the info."""
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode("cp1252")
    table = "".join(f"{offset:010d} 00000 n \n" for offset in offsets)
    count = len(offsets) + 1
    trailer = f"trailer\n<< /Size {count} /Root 1 0 R /Info {count - 1} 0 R >>\nstartxref\n{len(out)}\n%%EOF\n"
    return bytes(out) + f"xref\n0 {count}\n0000000000 65535 f \n{table}{trailer}".encode()
