"""Facts of elements: what policy is told before an act."""

from __future__ import annotations

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


@pytest.fixture
async def links(both: Stage, serve: PageServer) -> tuple[Stage, PageServer]:
    html = """<base href="/deep/"><a id=plain href="page?x=1"><span id=icon>Page</span></a>
    <a id=hash href=#>More</a><a id=js href="javascript:go()">Go</a>
    <a id=handler href=/x onclick="return false">No</a>
    <a id=button href=/x role=button>Menu</a>
    <a id=save href=/x download>Save</a><a id=mail href=mailto:a@b.c>Mail</a>"""
    await both.page.goto(serve(html))
    return both, serve


async def test_a_plain_link_tells_its_absolute_address_to_what_is_in_it_too(links: tuple[Stage, PageServer]) -> None:
    stage, serve = links
    for selector in ("#plain", "#icon"):
        told = await stage.facts(selector)
        assert told.href == f"{serve.origin}/deep/page?x=1"
        assert told.origin == serve.origin


async def test_a_link_that_needs_its_script_or_no_page_has_no_plain_address(links: tuple[Stage, PageServer]) -> None:
    for selector in ("#hash", "#js", "#handler", "#button", "#save", "#mail"):
        assert (selector, (await links[0].facts(selector)).href) == (selector, None)


FORM = """
<form id=f action=/save method=post>
  <label>Name <input id=name name=action value=Ann></label>
  <input id=method name=method> <input type=hidden name=token value=x>
  <button id=other formaction="https://other.example/take" formmethod=get>Send</button>
  <input type=image id=image alt=Go>
</form>
<button id=outside form=f type=submit>Save</button> <input id=stray>
"""


async def test_a_form_whose_fields_shadow_its_properties_is_reported_as_it_is(both: Stage, serve: PageServer) -> None:
    await both.page.goto(serve(FORM))
    form = (await both.facts("#outside")).form
    assert form is not None
    assert (form.method, form.action, form.action_origin) == ("post", f"{serve.origin}/save", serve.origin)
    assert [name.raw for name in form.fields] == ["Name", "method"]


async def test_a_submitter_overrides_the_form_and_enter_in_a_field_uses_the_first_submitter(
    stage: Stage,
    serve: PageServer,
) -> None:
    await stage.page.goto(serve(FORM))
    for selector in ("#other", "#name"):
        form = (await stage.facts(selector)).form
        assert form is not None
        assert (form.method, form.action_origin) == ("get", "https://other.example")
    assert (await stage.facts("#stray")).form is None


SENT_BY_SCRIPT = [
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
]


async def test_a_form_that_says_neither_where_nor_how_it_goes_is_reported_as_one_of_a_script(stage: Stage) -> None:
    for html, scripted in SENT_BY_SCRIPT:
        await stage.show(html)
        form = (await stage.facts("#it")).form
        assert form is not None
        assert (html, form.scripted) == (html, scripted)


GUARDED = [
    ("<input type=hidden name=sectok value=5c1d0f6a2b7e4c39>", True),
    ("<input type=hidden name=t value=1732640000,5c1d0f6a2b7e4c39>", True),
    ("<input type=hidden name=_wpnonce value=a1b2>", True),
    ("<input type=hidden name=sid value=5c1d0f6a2b7e4c39>", False),
    ("<input type=hidden name=hash value=''>", False),
    ("<input name=key value=5c1d0f6a2b7e4c39>", False),
]


async def test_a_form_sent_by_get_acts_if_a_hidden_input_holds_a_token(stage: Stage) -> None:
    for html, acts in GUARDED:
        await stage.show(f"<form action=/users>{html}<button id=it name=do value=promote>Go</button></form>")
        form = (await stage.facts("#it")).form
        assert form is not None
        assert (html, [one.raw for one in form.acts]) == (html, ["do=promote"] if acts else [])


SECRET = [
    ("<input type=password>", True),
    ("<input autocomplete=cc-number>", True),
    ("<input autocomplete='one-time-code'>", True),
    ("<input name=card_number>", True),
    ("<input name=city>", False),
]


async def test_secret_fields_are_recognized_by_type_autocomplete_and_name(stage: Stage) -> None:
    for html, sensitive in SECRET:
        await stage.show(html)
        assert (html, (await stage.facts("input")).sensitive) == (html, sensitive)


async def test_the_value_is_not_carried_only_its_length(stage: Stage) -> None:
    await stage.show("<input value='four'><input type=submit value='Send it'>")
    assert (await stage.facts("input")).value_length == 4
    assert (await stage.facts("input[type=submit]")).value_length == 0


OPENERS = [
    ("<button id=it aria-haspopup=true>Write</button>", True),
    ("<my-trigger aria-haspopup=true><button id=it>Write</button></my-trigger>", True),
    ("<div aria-haspopup=false><button id=it>Write</button></div>", False),
    ("<div aria-haspopup=true><button id=it>Write</button><button>Close</button></div>", False),
    ("<div role=button aria-expanded=false><button id=it>Write</button></div>", False),
    ("<button id=it>Write</button>", False),
]


async def test_a_control_opens_a_part_of_the_page_where_it_or_the_box_that_holds_it_alone_says_so(stage: Stage) -> None:
    for html, opens in OPENERS:
        await stage.show(html)
        assert (html, (await stage.facts("#it")).opens) == (html, opens)


STATES = [
    ("<input>", (False, True, True)),
    ("<input disabled>", (True, False, True)),
    ("<fieldset disabled><input></fieldset>", (True, False, True)),
    ("<input readonly>", (False, False, True)),
    ("<input style='display:none'>", (False, True, False)),
]


async def test_states(stage: Stage) -> None:
    for html, expected in STATES:
        await stage.show(html)
        told = await stage.facts("input")
        assert (html, (told.disabled, told.editable, told.visible)) == (html, expected)


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
