"""One list of Birch as several frameworks serve it: what a request does can stand in any part of it."""

from __future__ import annotations

from typing import Any

from handrail.evals.applications.birch_state import BirchState

BOOKS: tuple[dict[str, Any], ...] = (
    {"id": "b1", "title": "A year of bees", "year": 1987},
    {"id": "b2", "title": "The quiet mill", "year": 2011},
    {"id": "b3", "title": "Stones and rain", "year": 1954},
)
WIRES = ("actions", "htmx", "livewire", "liveview", "postback", "rpc")
_ACTIONS = {"40c1e8": "list", "40d93a": "sort", "407b02": "search", "40fe51": "reserve"}
_SHOWN = 2


def library(state: BirchState, event: str, value: str) -> dict[str, Any]:
    """Return the first books of the list after an event of its page."""
    found = list(BOOKS)
    match event:
        case "sort" | "sortBy":
            found.sort(key=lambda book: book["year"])
        case "search":
            found = [book for book in found if value.casefold() in book["title"].casefold()]
        case "reserve":
            state.reserved.append(value)
    return {"books": found[:_SHOWN], "reserved": len(state.reserved)}


def livewire(state: BirchState, _: str, __: list[str], body: dict[str, Any]) -> Any:
    component = body["components"][0]
    if "term" in component["updates"]:
        return library(state, "search", component["updates"]["term"])
    return library(state, component["calls"][0]["method"], component["calls"][0]["params"][0])


def actions(state: BirchState, _: str, __: list[str], body: dict[str, Any]) -> Any:
    return library(state, _ACTIONS[body["action"]], body["arguments"][0])


def htmx(state: BirchState, _: str, path: list[str], body: dict[str, Any]) -> Any:
    return library(state, path[0], body["value"])


def rpc(state: BirchState, _: str, __: list[str], body: dict[str, Any]) -> Any:
    return library(state, body["method"].partition(".")[2], body["params"]["value"])


def live_view(state: BirchState, message: list[Any]) -> Any:
    """Answer a message of the websocket: the reference of its join, its own, the topic, the kind, what happened."""
    happened = message[4]
    return library(state, happened["event"], happened["value"]["value"])


def post_back(state: BirchState, form: dict[str, str]) -> list[dict[str, Any]]:
    """Return the books after a form that holds the control and what it was told, as of ASP.NET."""
    event, _, value = form.get("__EVENTARGUMENT", "").partition("$")
    books: list[dict[str, Any]] = library(state, {"Sort": "sort", "Select": "reserve"}.get(event, "list"), value)[
        "books"
    ]
    return books
