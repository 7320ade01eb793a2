"""Requests, responses and routes: what the views see of HTTP."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from handrail.demo.markup import Html
from handrail.demo.multipart import Fields, Form
from handrail.demo.shop import Session, Sessions

HTML = "text/html; charset=utf-8"


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    host: str  # as the browser wrote it: "127.0.0.1:8000"
    session: Session
    sessions: Sessions
    query: Fields = field(default_factory=Fields)
    form: Form = field(default_factory=Form)

    @property
    def other_host(self) -> str:
        """The same server under its other name, which a browser takes for another site."""
        name, colon, port = self.host.rpartition(":")
        return f"{'127.0.0.1' if name == 'localhost' else 'localhost'}{colon}{port}"


@dataclass(frozen=True)
class Response:
    body: bytes = b""
    status: int = 200
    content_type: str = HTML
    headers: dict[str, str] = field(default_factory=dict)


def page(markup: Html, status: int = 200, **headers: str) -> Response:
    return Response(markup.encode("utf-8"), status, headers={k.replace("_", "-"): v for k, v in headers.items()})


def see_other(path: str) -> Response:
    """After a form: the browser gets the next page with GET, so that reloading sends nothing twice."""
    return Response(status=303, headers={"Location": path})


def attachment(name: str, body: bytes, content_type: str) -> Response:
    return Response(body, content_type=content_type, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def local_path(target: str, otherwise: str) -> str:
    """An address of this shop, never one of another site."""
    inside = target.startswith("/") and not target.startswith(("//", "/\\")) and target.isprintable()
    return target if inside else otherwise


class Problem(Exception):
    """An answer other than the page asked for: raised by a view, shown as a page."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


View = Callable[..., Response]
V = TypeVar("V", bound=View)


@dataclass(frozen=True)
class Route:
    method: str
    pattern: re.Pattern[str]
    view: View
    needs_session: bool


class Routes:
    """Which view answers which address. A view module makes one and the server puts them together."""

    def __init__(self) -> None:
        self._routes: list[Route] = []

    def get(self, path: str, *, needs_session: bool = True) -> Callable[[V], V]:
        return self._add("GET", path, needs_session)

    def post(self, path: str) -> Callable[[V], V]:
        return self._add("POST", path, True)

    def include(self, other: Routes) -> None:
        self._routes.extend(other._routes)

    def find(self, method: str, path: str) -> tuple[Route, dict[str, str]]:
        """The route and what its path names; HEAD is answered as GET is."""
        wanted = "GET" if method == "HEAD" else method
        hits = list(self._matching(path))
        for route, names in hits:
            if route.method == wanted:
                return route, names
        if hits:
            raise Problem(405, "This address does not take that kind of request.")
        raise Problem(404, "There is nothing at this address.")

    def _matching(self, path: str) -> Iterator[tuple[Route, dict[str, str]]]:
        for route in self._routes:
            if hit := route.pattern.fullmatch(path):
                yield route, hit.groupdict()

    def _add(self, method: str, path: str, needs_session: bool) -> Callable[[V], V]:
        pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[\\w.-]+)", path))

        def register(view: V) -> V:
            self._routes.append(Route(method, pattern, view, needs_session))
            return view

        return register
