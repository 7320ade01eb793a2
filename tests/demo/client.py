"""A customer without a browser: one cookie, forms, no redirects followed unless asked."""

from __future__ import annotations

import http.client
from dataclasses import dataclass
from urllib.parse import urlencode

from handrail.demo import DemoSite

BOUNDARY = "----test7MA4YWxkTrZu0gW"


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8")

    @property
    def location(self) -> str:
        return self.headers["location"]


class Client:
    def __init__(self, site: DemoSite) -> None:
        self.site = site
        self.cookie = ""

    def get(self, path: str, **headers: str) -> Answer:
        return self.send("GET", path, b"", headers)

    def post(self, path: str, fields: dict[str, str] | None = None, **headers: str) -> Answer:
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.send("POST", path, urlencode(fields or {}).encode(), kind | headers)

    def upload(self, *files: tuple[str, bytes], path: str = "/support/files") -> Answer:
        return self.send("POST", path, multipart(*files), {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"})

    def send(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Answer:
        connection = http.client.HTTPConnection(self.site.host, self.site.port, timeout=20)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            if self.cookie:
                named.setdefault("Cookie", self.cookie)
            connection.request(method, path, body or None, named)
            response = connection.getresponse()
            answer = Answer(response.status, {k.lower(): v for k, v in response.getheaders()}, response.read())
        finally:
            connection.close()
        if "set-cookie" in answer.headers:
            self.cookie = answer.headers["set-cookie"].split(";")[0]
        return answer

    def put_in_basket(self, product: str = "field-mug", **fields: str) -> Answer:
        return self.post("/basket/add", {"product": product, **fields})

    def sign_in(self) -> Answer:
        return self.post("/sign-in", {"email": "mara@wrenfold.example", "password": "lantern-42"})


def multipart(*files: tuple[str, bytes]) -> bytes:
    parts = [
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'.encode()
        + b"Content-Type: text/plain\r\n\r\n"
        + content
        + b"\r\n"
        for name, content in files
    ]
    return b"".join(parts) + f"--{BOUNDARY}--\r\n".encode()
