"""What the scripts of Birch's pages send: each area of it answers a few methods and paths."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from handrail.evals.applications import birch_frameworks
from handrail.evals.applications.birch_state import ADDRESSES, CATALOGUE, MAILS, ORDERS, PAGE_SIZE, BirchState

Body = dict[str, Any]
Area = Callable[[BirchState, str, list[str], Body], Any]
"""Answers a request from the state, the method, the path within the area, and the body."""


class NoSuchPath(Exception):
    """The area knows no such request."""


def cart(state: BirchState, method: str, path: list[str], body: Body) -> Any:
    match method, path:
        case "GET", []:
            pass
        case "POST", ["items"]:
            state.basket[body["sku"]] = state.basket.get(body["sku"], 0) + body.get("quantity", 1)
        case "PATCH", ["items", sku]:
            state.basket[sku] = int(body["quantity"])
        case "DELETE", ["items", sku]:
            state.basket.pop(sku)
        case "POST", ["coupon"]:
            state.coupon = body["code"]
        case _:
            raise NoSuchPath
    items = [{**CATALOGUE[sku]._asdict(), "quantity": count} for sku, count in state.basket.items()]
    return {"items": items, "coupon": state.coupon}


def catalog(state: BirchState, method: str, path: list[str], body: Body) -> Any:
    match method, path:
        case "POST", ["query"]:
            words, colours, sort, page = body["q"].casefold(), body["colours"], body["sort"], body["page"]
            found = [
                one for one in CATALOGUE.values()
                if words in one.name.casefold() and (not colours or one.colour in colours)
            ]  # fmt: skip
            if sort != "relevance":
                found.sort(key=lambda one: getattr(one, sort.lstrip("-")), reverse=sort.startswith("-"))
            shown = found[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]
            return {"items": [one._asdict() for one in shown], "total": len(found)}
        case "PUT", ["wishes", sku]:
            state.wishes.append(sku)
            return {}
        case _:
            raise NoSuchPath


def preferences(state: BirchState, method: str, path: list[str], body: Body) -> Any:
    match method, path:
        case "POST", ["view"]:
            state.view = body["view"]
        case "POST", ["consent"]:
            state.consent = body
        case _:
            raise NoSuchPath
    return {}


def posts(state: BirchState, method: str, path: list[str], body: Body) -> Any:
    match method, path:
        case "POST" | "PUT", [key, "like" | "bookmark" | "follow" as mark]:
            state.marks[mark].add(key)
        case "DELETE", [key, "like" | "bookmark" | "follow" as mark]:
            state.marks[mark].discard(key)
        case "POST", [key, "votes"]:
            state.votes[key] = body["choice"]
        case "PUT", [key, "rating"]:
            state.ratings[key] = body["stars"]
        case "PUT", [key, "notify"]:
            state.notify[key] = body["level"]
        case "POST", [key, "replies"]:
            state.replies.append((key, body["text"]))
        case _:
            raise NoSuchPath
    return {}


def settings(state: BirchState, method: str, path: list[str], body: Body) -> Any:
    match method, path:
        case "PUT" | "PATCH", []:
            state.settings.update(body)
        case "POST", ["newsletter"]:
            state.subscribers.append(body["email"])
        case "POST", ["suggest"]:
            return [one for one in ADDRESSES if body["q"].casefold() in one.casefold()]
        case _:
            raise NoSuchPath
    return state.settings


def forms(state: BirchState, method: str, path: list[str], body: Body) -> Any:
    match method, path:
        case "POST", ["enquiry"]:
            state.enquiries.append(body)
            return {}
        case "POST", ["availability"]:
            free = body["guests"] == 3 and (body["from"], body["to"]) == ("2027-06-12", "2027-06-15")
            return {"rooms": ["Loft under the roof, 96 euros"] if free else []}
        case "POST", ["orders"]:
            half = len(ORDERS) // 2
            return ORDERS[(body["page"] - 1) * half : body["page"] * half]
        case _:
            raise NoSuchPath


def mail(state: BirchState, method: str, path: list[str], body: Body) -> Any:
    match method, path:
        case "POST", ["sync"]:
            pass
        case "POST", ["actions"] if body["action"] == "archive":
            state.archived += body["ids"]
        case "POST", ["actions"] if body["action"] == "label":
            state.labels.update(dict.fromkeys(body["ids"], body["label"]))
        case "POST", ["notifications", "read"]:
            state.unread = 0
        case _:
            raise NoSuchPath
    left = [{**one, "label": state.labels.get(one["id"], "")} for one in MAILS if one["id"] not in state.archived]
    return {"mails": left, "unread": state.unread}


def wiki(state: BirchState, method: str, path: list[str], body: Body) -> Any:
    match method, path:
        case "PUT", ["drafts", name]:
            state.drafts[name] = body["text"]
        case "DELETE", ["drafts", name]:
            state.drafts.pop(name, None)
        case "PUT", ["pages", name]:
            state.pages[name] = body["text"]
        case _:
            raise NoSuchPath
    return {}


def todos(state: BirchState, method: str, path: list[str], body: Body) -> Any:
    match method, path:
        case "GET", []:
            pass
        case "PATCH", []:
            state.list_name = body["name"]
        case "POST", []:
            state.todos[str(len(state.todos) + 1)] = body["text"]
        case "PUT", ["order"]:
            state.todos = {key: state.todos[key] for key in body["ids"]}
        case "PATCH", [key]:
            (state.ticked.add if body["done"] else state.ticked.discard)(key)
        case _:
            raise NoSuchPath
    items = [{"id": key, "text": text, "done": key in state.ticked} for key, text in state.todos.items()]
    return {"name": state.list_name, "items": items}


def files(state: BirchState, method: str, path: list[str], body: Body) -> Any:
    match method, path:
        case "POST", []:
            state.files.update(body["files"])
        case "PUT", ["tree"]:
            state.open_folders = body["open"]
        case _:
            raise NoSuchPath
    return sorted(state.files)


def kernels(state: BirchState, method: str, path: list[str], _: Body) -> Any:
    match method, path:
        case "DELETE", [name]:
            state.kernels.remove(name)
        case _:
            raise NoSuchPath
    return state.kernels


def timer(state: BirchState, method: str, path: list[str], body: Body) -> Any:
    match method, path:
        case "GET", []:
            pass
        case "POST", ["entries"]:
            state.timer.update(project=body["project"], running=True)
        case "PATCH", ["entries", "current"]:
            state.timer.update(running=body["running"], breaks=state.timer["breaks"] + 1)
        case _:
            raise NoSuchPath
    return state.timer


def graphql(state: BirchState, method: str, path: list[str], body: Body) -> Any:
    """Execute one of the operations that the page sends, by its first field."""
    if method != "POST" or path:
        raise NoSuchPath
    found = re.search(r"\{\s*(\w+)", body.get("query", ""))
    values = body.get("variables") or {}
    match found and found[1]:
        case "cards":
            words = values.get("text", "").casefold()
            found_cards = [one for one in state.cards if words in one["title"].casefold()]
            return {"data": {"cards": found_cards[: values["first"]]}}
        case "likeCard":
            card = next(one for one in state.cards if one["id"] == values["id"])
            card["likes"] += 1
            return {"data": {"likeCard": card}}
        case "addCard":
            state.cards.append({"id": f"n{len(state.cards)}", "title": values["title"], "column": "Later", "likes": 0})
            return {"data": {"addCard": state.cards[-1]}}
        case "moveCard":
            card = next(one for one in state.cards if one["id"] == values["id"])
            card["column"] = values["column"]
            return {"data": {"moveCard": card}}
        case _:
            raise NoSuchPath


AREAS: dict[str, Area] = {
    "cart": cart, "catalog": catalog, "files": files, "forms": forms, "graphql": graphql, "kernels": kernels,
    "mail": mail, "posts": posts, "preferences": preferences, "settings": settings, "timer": timer, "todos": todos,
    "wiki": wiki, "library": birch_frameworks.actions, "livewire": birch_frameworks.livewire,
    "htmx": birch_frameworks.htmx, "rpc": birch_frameworks.rpc,
}  # fmt: skip
