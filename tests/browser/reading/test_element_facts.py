"""Facts of elements: what policy is told before an act."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from handrail.browser.reading.element_facts import facts
from handrail.browser.types.errors import StaleRef, UnknownRef
from tests.browser.stage import Stage
from tests.pages import PageServer

KINDS = """
<a id=link href=/next>Next</a> <a id=fake href=#>More</a> <a id=script href="javascript:void 0">Do</a>
<button id=plain type=button>Plain</button>
<form id=f action=/go method=post>
  <button id=send><b id=inner>Send</b></button> <input id=text name=q> <textarea id=area></textarea>
  <input id=box type=checkbox> <input id=one type=radio> <select id=list><option>A</select> <input id=file type=file>
  <label id=label>Agree <input type=checkbox id=agree></label>
</form>
<div id=rich contenteditable><p id=para>Hi</p></div> <div id=custom role=switch tabindex=0>On</div>
<div id=combo role=combobox tabindex=0>Pick</div> <span id=none>Words</span> <summary id=lone>x</summary>
"""


MET = [
    ("#link", "link"),
    ("#plain", "button"),
    ("#send", "submit"),
    ("#inner", "submit"),
    ("#text", "text"),
    ("#area", "text"),
    ("#box", "checkbox"),
    ("#one", "radio"),
    ("#list", "select"),
    ("#file", "file"),
    ("#label", "checkbox"),
    ("#rich", "editable"),
    ("#para", "editable"),
    ("#custom", "checkbox"),
    ("#combo", "select"),
    ("#none", "other"),
]


async def test_kind_is_what_a_click_would_meet(stage: Stage) -> None:
    await stage.show(KINDS)
    for selector, kind in MET:
        assert (selector, (await stage.facts(selector)).kind) == (selector, kind)


LINKS = """<base href="/deep/"><a id=plain href="page?x=1"><span id=icon>Page</span></a>
<a id=hash href=#>More</a><a id=js href="javascript:go()">Go</a><a id=handler href=/x onclick="return false">No</a>
<a id=button href=/x role=button>Menu</a><a id=save href=/x download>Save</a><a id=mail href=mailto:a@b.c>Mail</a>"""


async def test_a_plain_link_tells_its_address_to_what_is_in_it_too_and_one_that_needs_its_script_none(
    both: Stage, serve: PageServer
) -> None:
    await both.page.goto(serve(LINKS))
    for selector in ("#plain", "#icon"):
        told = await both.facts(selector)
        assert (told.href, told.origin) == (f"{serve.origin}/deep/page?x=1", serve.origin)
    for selector in ("#hash", "#js", "#handler", "#button", "#save", "#mail"):
        assert (selector, (await both.facts(selector)).href) == (selector, None)


FORM = """
<form id=f action=/save method=post>
  <label>Name <input id=name name=action value=Ann></label>
  <input id=method name=method> <input type=hidden name=token value=x>
  <button id=other formaction="https://other.example/take" formmethod=get>Send</button>
  <input type=image id=image alt=Go>
</form>
<button id=outside form=f type=submit>Save</button> <input id=stray>
"""


async def test_a_form_is_reported_as_it_is_though_fields_shadow_its_properties_and_a_submitter_overrides_it(
    both: Stage, serve: PageServer
) -> None:
    await both.page.goto(serve(FORM))
    form = (await both.facts("#outside")).form
    assert form is not None
    assert (form.method, form.action, form.action_origin) == ("post", f"{serve.origin}/save", serve.origin)
    assert [name.raw for name in form.fields] == ["Name", "method"]
    # Enter in a field uses the first submitter.
    for selector in ("#other", "#name"):
        form = (await both.facts(selector)).form
        assert form is not None
        assert (form.method, form.action_origin) == ("get", "https://other.example")
    assert (await both.facts("#stray")).form is None


PROMOTE = "<button id=it name=do value=promote>Go</button></form>"
TOLD: dict[str, tuple[Callable[[Any], Any], list[tuple[str, Any]]]] = {
    "a form that says neither where nor how it goes is one of a script": (
        lambda it: it.form.scripted,
        [
            ("<form><button id=it>Go</button></form>", True),
            ("<form action='' method=' '><input id=it><button>Go</button></form>", True),
            ("<form action=#><button id=it>Go</button></form>", True),
            ("<form action=' javascript:void 0'><button id=it>Go</button></form>", True),
            ("<form method=post action='javascript:void 0'><button id=it>Go</button></form>", True),
            ("<form><button id=it formaction=/find>Go</button></form>", False),
            ("<form method=get><button id=it>Go</button></form>", False),
            ("<form action=/find><button id=it>Go</button></form>", False),
            ("<form role=search><input id=it></form>", False),
            ("<search><form><input id=it></form></search>", False),
        ],
    ),
    "a form sent by GET acts if a hidden input holds a token": (
        lambda it: [one.raw for one in it.form.acts],
        [
            (f"<form action=/users><input type=hidden name=sectok value=5c1d0f6a2b7e4c39>{PROMOTE}", ["do=promote"]),
            (
                f"<form action=/users><input type=hidden name=t value=1732640000,5c1d0f6a2b7e4c39>{PROMOTE}",
                ["do=promote"],
            ),
            (f"<form action=/users><input type=hidden name=_wpnonce value=a1b2>{PROMOTE}", ["do=promote"]),
            (f"<form action=/users><input type=hidden name=sid value=5c1d0f6a2b7e4c39>{PROMOTE}", []),
            (f"<form action=/users><input type=hidden name=hash value=''>{PROMOTE}", []),
            (f"<form action=/users><input name=key value=5c1d0f6a2b7e4c39>{PROMOTE}", []),
        ],
    ),
    "secret fields are recognized by type, autocomplete and name": (
        lambda it: it.sensitive,
        [
            ("<input id=it type=password>", True),
            ("<input id=it autocomplete=cc-number>", True),
            ("<input id=it autocomplete='one-time-code'>", True),
            ("<input id=it name=card_number>", True),
            ("<input id=it name=city>", False),
        ],
    ),
    "a control opens a part of the page where it or the box that holds it alone says so": (
        lambda it: it.opens,
        [
            ("<button id=it aria-haspopup=true>Write</button>", True),
            ("<my-trigger aria-haspopup=true><button id=it>Write</button></my-trigger>", True),
            ("<div aria-haspopup=false><button id=it>Write</button></div>", False),
            ("<div aria-haspopup=true><button id=it>Write</button><button>Close</button></div>", False),
            ("<div role=button aria-expanded=false><button id=it>Write</button></div>", False),
            ("<button id=it>Write</button>", False),
        ],
    ),
    "states": (
        lambda it: (it.disabled, it.editable, it.visible),
        [
            ("<input id=it>", (False, True, True)),
            ("<input id=it disabled>", (True, False, True)),
            ("<fieldset disabled><input id=it></fieldset>", (True, False, True)),
            ("<input id=it readonly>", (False, False, True)),
            ("<input id=it style='display:none'>", (False, True, False)),
        ],
    ),
}


async def test_what_is_told_of_an_element(stage: Stage) -> None:
    for what, (told, cases) in TOLD.items():
        for html, expected in cases:
            await stage.show(html)
            assert (what, html, told(await stage.facts("#it"))) == (what, html, expected)


async def test_the_value_is_not_carried_only_its_length(stage: Stage) -> None:
    await stage.show("<input value='four'><input type=submit value='Send it'>")
    assert (await stage.facts("input")).value_length == 4
    assert (await stage.facts("input[type=submit]")).value_length == 0


async def test_the_origin_is_that_of_the_frame_that_holds_the_element(both: Stage, serve: PageServer) -> None:
    inner = serve("<form action=/in><button>Pay</button></form>", "/inner").replace(serve.origin, serve.other_site)
    await both.page.goto(serve(f"<iframe src='{inner}'></iframe>"))
    frame = both.page.frames[1]
    told = await both.facts("button", frame)
    assert told.origin == serve.other_site
    assert told.form is not None
    assert told.form.action_origin == serve.other_site


async def test_a_ref_of_an_old_document_or_of_nothing_fails(stage: Stage, serve: PageServer) -> None:
    await stage.page.goto(serve("<button>A</button>"))
    ref = await stage.ref("button")
    await stage.page.goto(serve("<button>A</button>"))
    with pytest.raises(StaleRef):
        await facts(stage.core, ref)
    with pytest.raises(UnknownRef):
        await facts(stage.core, "e99")


async def test_reading_facts_changes_nothing(stage: Stage) -> None:
    await stage.show("<div style='height:3000px'></div><input id=far>")
    await stage.js(
        "window.seen = 0; new MutationObserver(r => seen += r.length).observe(document, "
        "{subtree: true, childList: true, attributes: true}); addEventListener('focusin', () => seen++)"
    )
    await stage.facts("#far")
    assert await stage.js("[seen, scrollY]") == [0, 0]


async def test_a_button_says_whether_it_stands_in_a_banner_about_cookies(stage: Stage) -> None:
    banners = {
        "fixed": "<div style='position: fixed'><p>We use cookies.</p><div><button>Reject all</button></div></div>",
        "dialog": "<dialog open id=it>Cookies? <form><button>Reject all</button></form></dialog>",
        "role": "<div role=dialog id=it><p>Wir nutzen Cookies.</p><button>Reject all</button></div>",
    }
    for html in banners.values():
        await stage.show(html)
        assert (await stage.facts("button")).in_cookie_banner, html
    for html in (
        "<p>We use cookies.</p><table><tr><td>Cookies and cream<td><button>Reject all</button></table>",
        "<div style='position: fixed'><p>12 applicants</p><button>Reject all</button></div>",
        f"<div style='position: fixed'><button>Reject all</button>{'<p>We sell cookies and tea.</p>' * 300}</div>",
    ):
        await stage.show(html)
        assert not (await stage.facts("button")).in_cookie_banner, html
