"""A page that shows a secret a letter to an element: no tool puts it together, whole or read part by part."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser

from handrail import Session
from handrail.results import Ok
from handrail.trust import plain
from tests.conftest import OpenSession
from tests.pages import PageServer

SECRET = "Qx7vK2mZp9Wd4R"
HOW = {
    "spans": "<p>{}</p>", "spans between words": "<p>{}</p>", "table": "<table>{}</table>", "list": "<ul>{}</ul>",
    "fields": "<form>{}</form>", "buttons": "<div>{}</div>",
    "column": "<div style='writing-mode: vertical-rl'>{}</div>",
    "choices": "<select aria-label=Pick class=s>{}</select>",
}  # fmt: skip
LETTERS = {
    "spans": "<span class=s>{0}</span>", "spans between words": "<span class=s>{0}</span> then comes ",
    "table": "<tr><td class=s>{0}</td><td>Copy it</td><td><button>Share</button></td></tr>",
    "list": "<li><b class=s>{0}</b> <a href=/x>Delete</a></li>", "fields": "<input class=s aria-label=Part value={0}>",
    "buttons": "<button class=s title={0}>{0}</button>", "column": "<span class=s>{0}</span><br>",
    "choices": "<option value={0}>{0}</option>",
}  # fmt: skip


async def shown(open_session: OpenSession, chromium: Browser, serve: PageServer, folder: Path, how: str) -> Session:
    (folder / "password").write_text(SECRET)
    secret = f"login=file:{folder / 'password'}@{serve.origin}"
    session = await open_session(chromium, folder / "run", secrets=[secret])
    page = HOW[how].format("".join(LETTERS[how].format(letter) for letter in SECRET))
    assert (await session.call("goto", url=serve(f"<h1>Your account</h1>{page}<p>End</p>"))).ok
    return session


def read(result: Any) -> str:
    """The letters of the secret that a result says in words of a letter, in order."""
    said = json.dumps({**plain(result.data), "box": None}, ensure_ascii=False)
    for sign in '"[]{}()|:,\\':
        said = said.replace(sign, " ")
    return "".join(word for word in said.split() if len(word) == 1 and word in SECRET)


def test_the_secret_is_put_together_of_what_a_result_says() -> None:
    assert read(Ok({"elements": [{"text": letter, "name": ""} for letter in SECRET]})) == SECRET


@pytest.mark.parametrize("how", LETTERS)
async def test_no_tool_gives_the_letters_away(
    open_session: OpenSession, chromium: Browser, serve: PageServer, tmp_path: Path, how: str
) -> None:
    session = await shown(open_session, chromium, serve, tmp_path, how)
    for tool, params in (
        ("snapshot", {"mode": "full"}), ("snapshot", {"mode": "interactive"}), ("read_page", {"main_only": False}),
        ("find_elements", {"selector": ".s, option", "attributes": ["value", "title"]}),
        ("search_page", {"pattern": "\\b\\w\\b", "regex": True, "max_results": 20}),
    ):  # fmt: skip
        result = await session.perform("model", tool, params)
        assert result.ok, result
        assert len(read(result)) < 4, (tool, result.data)
    assert "Your account" in json.dumps(plain((await session.call("snapshot")).data))
    if how != "choices":
        await read_one_after_the_other(session)


async def read_one_after_the_other(session: Session) -> None:
    """Read one element after the other: no letter is told."""
    (all_of_them,) = [await session.call("find_elements", selector=".s")]
    refs = [element["ref"] for element in all_of_them.data["elements"]]
    assert len(refs) == len(SECRET)
    told: dict[str, str] = {}
    for place, ref in enumerate(refs[:5]):
        for tool, params in (
            ("find_elements", {"selector": ":scope", "within_ref": ref, "attributes": ["value", "title"]}),
            ("element_info", {"ref": ref}), ("snapshot", {"within_ref": ref, "mode": "full"}),
            ("read_page", {"within_ref": ref}),
        ):  # fmt: skip
            result = await session.perform("model", tool, params)
            assert result.ok, (tool, result)
            told[tool] = told.get(tool, "") + read(result)
        assert not any(told.values()), (place, told)
