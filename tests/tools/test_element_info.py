"""element_info, through a session, in a real browser."""

from __future__ import annotations

import re
from typing import Any

from handrail import Session
from tests.conftest import shared_session
from tests.pages import PageServer
from tests.tools.acting import ref

session = shared_session


async def told(session: Session, selector: str) -> dict[str, Any]:
    result = await session.call("element_info", ref=await ref(session, selector))
    assert result.ok, result.error
    return dict(result.data)


async def test_what_a_field_is_how_it_is_set_and_where_it_stands(session: Session, serve: PageServer) -> None:
    style = "<style>#i { position: absolute; inset: 40px 0 0 20px; width: 200px; height: 30px; box-sizing: border-box }"
    field = "<label for=i>Name</label><input id=i value=Ada required style='color: black'>"
    await session.call("goto", url=serve(f"{style}</style>{field}"))
    found = await told(session, "#i")
    assert (found["tag"], found["role"], found["name"].raw, found["value"].raw) == ("input", "textbox", "Name", "Ada")
    assert found["states"] == ["required"]
    assert found["box"] == [20, 40, 200, 30]
    assert {"id", "value", "required", "style"} == set(found["attributes"])
    assert (found["visible"], found["frame"]) == (True, "")
    assert "covered_by" not in found


async def test_what_would_take_the_press_is_named(session: Session, serve: PageServer) -> None:
    over = "<div id=over role=dialog aria-label=Cookies style='position:fixed;inset:0'>Accept all?</div>"
    await session.call("goto", url=serve(f"<button id=b>Buy</button>{over}"))
    by = (await told(session, "#b"))["covered_by"]
    assert (by["ref"], by["role"], by["name"].raw) == (await ref(session, "#over"), "dialog", "Cookies")
    assert "covered_by" not in await told(session, "#over")


async def test_what_is_long_secret_hidden_framed_or_of_many_attributes_is_told_as_such(
    session: Session, serve: PageServer
) -> None:
    path = "/to/" + "far/" * 300 + "?q=" + "x" * 900
    html = f"""<a id=a href='{path}'>There</a><input id=p type=password value=sesame aria-label=Password>
    <button id=b hidden>Later</button><iframe srcdoc='<button id=in aria-pressed=true>In</button>'></iframe>
    <p id=many {" ".join(f"data-a{number}={number}" for number in range(60))}>x</p>"""
    await session.call("goto", url=serve(html))
    assert (await told(session, "#a"))["attributes"]["href"].raw == serve.origin + path
    field = await told(session, "#p")
    assert field["value"].raw == field["attributes"]["value"].raw == "•••"
    hidden = await told(session, "#b")
    assert (hidden["visible"], hidden["box"], "covered_by" in hidden) == (False, [0, 0, 0, 0], False)
    framed = await told(session, "#in")
    assert (framed["frame"], framed["states"]) == ("f1", ["pressed"])
    many = await told(session, "#many")
    assert (len(many["attributes"]), many["left_out"][:18]) == (50, "11 more attributes")


async def test_words_of_an_editor_that_are_bold_or_in_italics_are_told(session: Session, serve: PageServer) -> None:
    html = """<p id=e contenteditable>Meet <b>on Saturday <i>at ten</i></b> in
      <span style="font-weight: 700">Zurich</span>, or <a href=/>write</a> <em></em></p><p id=p>Not <b>here</b></p>"""
    await session.call("goto", url=serve(html))
    marked = [(one["text"].raw, one["mark"]) for one in (await told(session, "#e"))["marked"]]
    assert marked == [("on Saturday at ten", "bold"), ("at ten", "italic"), ("Zurich", "bold")]
    assert "marked" not in await told(session, "#p")
    outline = (await session.call("snapshot")).data["snapshot"].raw
    assert re.search(r'clickable \[e\d+\] bold="on Saturday at ten; Zurich" italic="at ten"\n', outline)
    await session.call("goto", url=serve("<div contenteditable aria-label=Note>A <b>pen</b></div>"))
    noted = (await session.call("snapshot")).data["snapshot"].raw
    assert noted.endswith('] bold="pen" = "A pen"')
