"""Every product of the shop, page after page, as CSV: ``python paginated_list.py http://127.0.0.1:8000/ out.csv``."""

import csv
import sys
from pathlib import Path

from handrail import SyncSession


def export(session: SyncSession[str], shop: str, file: Path) -> None:
    with file.open("w", newline="") as out:
        rows = csv.writer(out)
        address: str | None = f"{shop}products"
        while address:
            session.goto(address)
            for card in session.find_elements("article.product-card", max_results=None).unwrap()["elements"]:
                found = session.find_elements("h2 a, .price", within_ref=card["ref"]).unwrap()["elements"]
                rows.writerow([element["text"] for element in found] + [found[0]["attributes"]["href"]])
            following = session.find_elements("a[rel=next]").unwrap()["elements"]
            address = following[0]["attributes"]["href"] if following else None


if __name__ == "__main__":
    with SyncSession(plain=True, raise_errors=True) as session:
        export(session, sys.argv[1], Path(sys.argv[2]))
