"""Sign in and keep a file: ``SHOP_PASSWORD=lantern-42 python sign_in_and_download.py http://127.0.0.1:8000/``.

The password is in no log, result or picture, and goes to the shop alone."""

import sys
from pathlib import Path

from handrail import SyncSession


def fetch(session: SyncSession[str], shop: str) -> Path:
    session.goto(f"{shop}sign-in")
    session.fill("Email address", "mara@wrenfold.example")
    session.fill_secret("Password", "login")
    session.click({"role": "button", "name": "Sign in"})
    session.wait_for("Hello, Mara")
    session.goto(f"{shop}support")
    return Path(session.download(ref="Price list").unwrap()["path"])


if __name__ == "__main__":
    shop = sys.argv[1]
    secret = f"login=env:SHOP_PASSWORD@{shop.rstrip('/')}"
    with SyncSession(plain=True, raise_errors=True, secrets=[secret]) as session:
        print(fetch(session, shop))
