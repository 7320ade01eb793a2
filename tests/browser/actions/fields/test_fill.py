"""Filling fields: every kind, read back, refused where it cannot be."""

from __future__ import annotations

import pytest

from handrail.browser.actions.fields.editable import InvalidValue
from handrail.browser.types.errors import DeadlineHit, NotActionable, PageChanged, WrongElement
from tests.browser.stage import Stage
from tests.pages import PageServer

FIELDS = [
    ("<input id=f>", "Jörg Müller 日本"),
    ("<input id=f value=old>", ""),
    ("<input id=f type=number>", "12.5"),
    ("<input id=f type=number value=3>", ""),
    ("<input id=f type=email>", "a@b.c"),
    ("<input id=f type=date>", "2026-01-31"),
    ("<input id=f type=date value=2026-01-31>", ""),
    ("<input id=f type=time>", "09:30"),
    ("<input id=f type=month>", "2026-01"),
    ("<input id=f type=week>", "2026-W05"),
    ("<input id=f type=datetime-local>", "2026-01-31T09:30"),
    ("<input id=f type=range max=200>", "120"),
    ("<input id=f type=color>", "#1a2b3c"),
    ("<textarea id=f>old</textarea>", "one\ntwo"),
    ("<div id=f contenteditable>old <b>words</b></div>", "new words"),
    ("<div id=f contenteditable>old</div>", ""),
    ("<div id=f role=textbox contenteditable=plaintext-only>old</div>", "new"),
]


async def test_fields_of_every_kind_take_their_values(both: Stage) -> None:
    for html, value in FIELDS:
        await both.show(html)
        filled = await both.actions.fill(await both.ref("#f"), value)
        assert (filled.kept, filled.value) == (True, value), html
        assert await both.js("f.value ?? f.innerText.trim()") == value, html


async def test_a_field_that_holds_something_and_has_the_focus_takes_another_value(both: Stage) -> None:
    for kind, values in (("number", ("4", "7")), ("text", ("a", "b")), ("date", ("2026-01-31", "2026-02-01"))):
        await both.show(f"<input id=f type={kind}><button id=b>Go</button>")
        for value in values:
            filled = await both.actions.fill(await both.ref("#f"), value)
            assert (filled.kept, filled.value) == (True, value), kind
            await both.actions.click(await both.ref("#b"))


async def test_pages_hear_real_input(both: Stage) -> None:
    await both.show("<input id=f>")
    await both.js(
        "window.got = []; for (const t of ['focus', 'input', 'change', 'blur']) f.addEventListener(t, e => got.push(t))"
    )
    await both.actions.fill(await both.ref("#f"), "Ann")
    assert await both.js("got") == ["focus", "input"]


async def test_pages_hear_of_a_change_once_as_the_field_is_left(both: Stage) -> None:
    await both.show("<label>Name <input id=f value=Bo></label><textarea id=g></textarea><button id=b>Go</button>")
    await both.js(
        "window.got = []; for (const one of [f, g]) for (const t of ['change', 'blur'])"
        " one.addEventListener(t, e => got.push(one.id + ' ' + t))"
    )
    for field, text in (("#f", "Ann"), ("#g", "Words"), ("#f", "Ann")):
        await both.actions.fill(await both.ref(field), text)
    await both.actions.click(await both.ref("#b"))
    # The last one held what was put into it.
    assert await both.js("got") == ["f change", "f blur", "g change", "g blur", "f blur"]


WRONG = [
    ("<input id=f type=number value=1>", "twelve", "12.5"),
    ("<input id=f type=number value=1>", "1,5", "12.5"),
    ("<input id=f type=date>", "31.01.2026", "2026-01-31"),
    ("<input id=f type=date>", "2026-02-31", "2026-01-31"),
    ("<input id=f type=time>", "half past nine", "09:30"),
    ("<input id=f type=color>", "red", "#1a2b3c"),
    ("<input id=f type=range max=10>", "11", "between"),
    ("<input id=f type=range>", "", "between"),
]


async def test_a_value_of_the_wrong_form_is_refused_with_an_example(both: Stage) -> None:
    for html, value, example in WRONG:
        await both.show(html)
        before = await both.js("f.value")
        with pytest.raises(InvalidValue) as caught:
            await both.actions.fill(await both.ref("#f"), value)
        assert example in caught.value.hint, (html, value)
        assert await both.js("f.value") == before, (html, value)


async def test_what_the_field_makes_of_a_value_is_a_mismatch(both: Stage) -> None:
    await both.show("<input id=f maxlength=4><input id=g oninput='g.value = g.value.toUpperCase()'>")
    short = await both.actions.fill(await both.ref("#f"), "123456")
    assert (short.value, short.kept) == ("1234", False)
    upper = await both.actions.fill(await both.ref("#g"), "abc")
    assert (upper.value, upper.kept) == ("ABC", False)


async def test_a_slider_takes_the_nearest_step_and_says_so(stage: Stage) -> None:
    await stage.show("<input id=f type=range max=100 step=10>")
    filled = await stage.actions.fill(await stage.ref("#f"), "33")
    assert filled.value == "30"


async def test_a_secret_is_never_read_back_but_a_cut_one_is_reported(both: Stage) -> None:
    await both.show("<input id=f type=password><input id=g type=password maxlength=3>")
    for secret in ("hunter2", "hunter😀"):
        whole = await both.actions.fill(await both.ref("#f"), secret)
        assert (whole.value, whole.kept) == ("•••", True), secret
    cut = await both.actions.fill(await both.ref("#g"), "hunter2")
    assert (cut.value, cut.kept) == ("•••", False)


NO_FIELDS = [
    ("<a id=f href=/x>x</a>", "click"),
    ("<button id=f>x</button>", "click"),
    ("<input id=f type=checkbox>", "check"),
    ("<select id=f><option>A</select>", "select"),
    ("<input id=f type=file>", "upload_file"),
    ("<p id=f>x</p>", "snapshot"),
]


async def test_what_takes_no_text_names_the_right_tool(stage: Stage) -> None:
    for html, tool in NO_FIELDS:
        await stage.show(html)
        with pytest.raises(WrongElement) as caught:
            await stage.actions.fill(await stage.ref("#f"), "x")
        assert tool in caught.value.hint, html


async def test_a_field_that_cannot_be_edited_says_why(stage: Stage) -> None:
    for html, reason in (
        ("<input id=f readonly>", "readonly"),
        ("<div id=f contenteditable aria-readonly=true>x</div>", "readonly"),
        ("<input id=f disabled>", "disabled"),
        ("<input id=f style='display:none'>", "hidden"),
    ):
        await stage.show(html)
        with pytest.raises(NotActionable) as caught:
            await stage.hasty.fill(await stage.ref("#f"), "x")
        assert caught.value.details["reason"] == reason, html


BUSY = """<input id=f><script>f.oninput = () => {
  const end = performance.now() + 1500; while (performance.now() < end); KEEPS }</script>"""


@pytest.mark.parametrize("keeps", [True, False])
async def test_a_page_that_is_busy_with_a_value_has_taken_it_where_its_field_holds_it(
    stage: Stage, *, keeps: bool
) -> None:
    await stage.show(BUSY.replace("KEEPS", "" if keeps else "f.value = ''"))
    if keeps:
        assert (await stage.hasty.fill(await stage.ref("#f"), "x")).kept
        return
    with pytest.raises(DeadlineHit):
        await stage.hasty.fill(await stage.ref("#f"), "x")


async def test_a_label_and_a_wrapper_stand_for_their_field(both: Stage) -> None:
    await both.show("<label id=l>Name <input id=a></label><div id=w role=combobox><span>City</span><input id=b></div>")
    await both.actions.fill(await both.ref("#l"), "Ann")
    await both.actions.fill(await both.ref("#w"), "Bonn")
    assert await both.js("[a.value, b.value]") == ["Ann", "Bonn"]


KEYS_ONLY = """<div id=f role=textbox tabindex=0 style='width:200px;height:30px'>old</div><script>
let all = false;
f.onkeydown = e => {
  if (e.key === 'a' && (e.ctrlKey || e.metaKey)) all = true;
  else if (e.key === 'Delete' && all) { f.textContent = ''; all = false; }
  else if (e.key === 'Enter') window.sent = f.textContent;
  else if (e.key.length === 1) f.textContent += e.key;
};</script>"""


async def test_a_field_made_of_script_is_typed_over_with_keys_but_for_line_ends_which_may_send(both: Stage) -> None:
    await both.show(KEYS_ONLY)
    ref = await both.ref("#f")
    for value in ("new words", ""):
        filled = await both.actions.fill(ref, value)
        assert (filled.value, filled.kept) == (value, True)
    await both.actions.fill(await both.ref("#f"), "Dear all,\tnews\nMore")
    assert await both.js("[f.textContent, document.activeElement.id, window.sent]") == [
        "Dear all, news More",
        "f",
        None,
    ]


HANDS_ON = """<button id=b onclick='pressed = 1' onkeydown='got.push(event.key)'>Send</button><script>
window.got = []; window.pressed = 0;
f.addEventListener('keyup', (event) => { if (event.key === 'KEY') b.focus() });</script>"""


async def test_a_field_made_of_script_that_hands_the_focus_on_gets_no_more_keys(both: Stage) -> None:
    for key in ("a", "Delete", "w"):
        await both.show(KEYS_ONLY + HANDS_ON.replace("KEY", key))
        with pytest.raises(PageChanged):
            await both.actions.fill(await both.ref("#f"), "new words")
        assert await both.js("[pressed, ...got].filter((one) => ![...'words'].includes(one))") == [0], key


async def test_an_editor_that_hands_the_focus_on_is_not_emptied_by_a_key(both: Stage) -> None:
    await both.show(EDITOR.replace("PASTES", "false") + HANDS_ON.replace("KEY", "a"))
    with pytest.raises(PageChanged):
        await both.actions.fill(await both.ref("#f"), "one two")
    assert await both.js("[pressed, got.length]") == [0, 0]


async def test_a_dialog_that_a_change_opens_does_not_hang(both: Stage) -> None:
    await both.show("<input id=f oninput=\"alert('Hi')\">")
    filled = await both.actions.fill(await both.ref("#f"), "x")
    assert (filled.value, filled.kept) == (None, True)
    assert both.core.dialog is not None
    await both.accept()


async def test_enter_submits_a_field_and_a_text_area_uses_its_button(both: Stage) -> None:
    form = "<form id=form onsubmit='window.by = event.submitter?.id ?? null; window.sent = 1; return false'>"
    await both.show(f"{form}<input id=f><textarea id=t></textarea><button id=go>Go</button></form>")
    await both.actions.submit(await both.ref("#f"))
    assert await both.js("[sent, by]") == [1, "go"]
    await both.js("window.sent = 0")
    await both.actions.submit(await both.ref("#t"))
    assert await both.js("[sent, by, t.value]") == [1, "go", ""]


SUGGESTING = """<input id=f autocomplete=off style='width:200px'>
<ul id=list style='position:absolute;margin:0' hidden></ul><script>
const cities = ['Bonn', 'Bern', 'Berlin', 'Oslo'];
f.oninput = () => setTimeout(() => {
  const found = cities.filter(city => f.value && city.startsWith(f.value));
  list.innerHTML = found.map(city => `<li>${city}</li>`).join('');
  list.hidden = !found.length;
  list.style.top = f.getBoundingClientRect().bottom + 'px';
}, 200)</script>"""
COMBO = """<input id=f role=combobox aria-controls=box aria-expanded=false><p>Words</p>
<ul id=box role=listbox hidden><li role=option>Bonn</li><li role=option>Bern</li></ul>
<script>f.oninput = () => { box.hidden = false }</script>"""


async def test_suggestions_below_a_field_are_found_with_and_without_aria(both: Stage) -> None:
    for html, names in ((SUGGESTING, ["Bern", "Berlin"]), (COMBO, ["Bonn", "Bern"])):
        await both.show(html)
        ref = await both.ref("#f")
        await both.actions.fill(ref, "Ber")
        found = await both.actions.suggestions(ref)
        assert [one.name.raw for one in found] == names, html
        await both.actions.click(found[0].ref)


LOADED = """<input id=f role=combobox aria-controls=l><ul id=l role=listbox><li role=option>News</li></ul><script>
f.oninput = () => {
  l.insertAdjacentHTML('afterbegin', '<li role=option class=list-loading-message>Loading options…</li>')
  setTimeout(() => { l.innerHTML = '<li role=option>Add Rides…</li>' }, 400)
}</script>"""


async def test_suggestions_are_not_those_that_stand_there_while_others_load(both: Stage) -> None:
    await both.show(LOADED)
    ref = await both.ref("#f")
    assert (await both.actions.fill(ref, "Rides")).suggests
    assert [one.name.raw for one in await both.actions.suggestions(ref)] == ["Add Rides…"]


async def test_no_suggestions_where_there_are_none(stage: Stage) -> None:
    await stage.show("<input id=f><ul><li>News</li></ul>")
    assert await stage.actions.suggestions(await stage.ref("#f")) == []


EDITOR = """<div id=shown style='white-space:pre'></div>
<div style='position:absolute;overflow:hidden;width:3px;height:0'><textarea id=f style='width:500px'></textarea></div>
<script>
// As well-known editors are made: it alone knows its text and what is selected, and it indents what is typed.
let text = 'old\\n\\nlines', all = false, pastes = PASTES
const put = piece => { text = all ? piece : piece + text; all = false; shown.textContent = text }
f.addEventListener('keydown', e => {
  if (e.key === 'a' && (e.ctrlKey || e.metaKey)) { all = true; e.preventDefault() }
  if (e.key === 'Delete' && all) put('')
})
f.addEventListener('input', () => { put(f.value.replaceAll('\\n', '\\n  ')); f.value = '' })
f.addEventListener('paste', e => { if (pastes) { e.preventDefault(); put(e.clipboardData.getData('text/plain')) } })
put('')
</script>"""


async def test_an_editor_that_takes_keys_through_a_hidden_field_is_replaced_as_a_whole(both: Stage) -> None:
    await both.show(EDITOR.replace("PASTES", "true"))
    filled = await both.actions.fill(await both.ref("#f"), "if x:\n  y()\nz")
    assert (filled.kept, await both.js("shown.textContent")) == (True, "if x:\n  y()\nz")
    await both.actions.fill(await both.ref("#f"), "")
    assert await both.js("shown.textContent") == ""


async def test_one_that_takes_no_pasting_is_typed_into(stage: Stage) -> None:
    await stage.show(EDITOR.replace("PASTES", "false"))
    await stage.actions.fill(await stage.ref("#f"), "one")
    assert await stage.js("shown.textContent") == "one"


async def test_pages_that_listen_for_keys_alone_hear_that_a_field_was_filled(both: Stage) -> None:
    await both.show("<input id=f onkeyup='go.disabled = !value'><button id=go disabled>Go</button>")
    await both.actions.fill(await both.ref("#f"), "Ann")
    assert not await both.js("go.disabled")


RICH = """<div id=f contenteditable>old</div><script>
f.addEventListener('paste', e => {
  e.preventDefault()
  const lines = e.clipboardData.getData('text/plain').split('\\n')
  if (TAKES) f.innerHTML = lines.map(line => `<p>${line}</p>`).join('')
})</script>"""


async def test_lines_become_paragraphs_of_a_rich_text_editor(both: Stage) -> None:
    await both.show(RICH.replace("TAKES", "true"))
    filled = await both.actions.fill(await both.ref("#f"), "Why\nWe like it")
    assert (filled.kept, await both.js("f.innerHTML")) == (True, "<p>Why</p><p>We like it</p>")


async def test_a_blank_at_the_end_stays_in_an_editor_that_trims_what_is_pasted_but_where_it_hands_the_focus_on(
    both: Stage,
) -> None:
    await both.show(RICH.replace("TAKES", "true").replace("${line}", "${line.trim()}"))
    filled = await both.actions.fill(await both.ref("#f"), "Why\nBring a ")
    assert (filled.kept, (await both.js("f.lastElementChild.textContent")).replace("\xa0", " ")) == (True, "Bring a ")
    await both.show("<input id=next>" + RICH.replace("e.preventDefault()", "e.preventDefault(); next.focus()", 1))
    await both.js("globalThis.TAKES = true")
    filled = await both.actions.fill(await both.ref("#f"), "Why ")
    assert (await both.js("f.textContent"), await both.js("next.value")) == ("Why", "")
    assert filled.value.raw == "Why"


OWN_DOCUMENT = """<div id=e contenteditable><div class=block><span><br></span></div></div><script>
e.addEventListener('paste', (event) => {
  event.preventDefault();
  e.querySelector('span').textContent = event.clipboardData.getData('text/plain');
});
new MutationObserver(() => { if (!e.querySelector('.block > span')) document.body.textContent = 'The editor crashed' })
  .observe(e, { childList: true, subtree: true });
</script>"""


async def test_an_editor_whose_blocks_must_stay_is_filled_as_if_pasted(both: Stage) -> None:
    await both.show(OWN_DOCUMENT)
    filled = await both.actions.fill(await both.ref("#e"), "Made of clay.")
    assert (filled.kept, await both.js("document.body.innerText.trim()")) == (True, "Made of clay.")


async def test_an_editor_that_throws_away_what_is_pasted_is_filled_all_the_same(stage: Stage) -> None:
    await stage.show(RICH.replace("TAKES", "false"))
    filled = await stage.actions.fill(await stage.ref("#f"), "Why\nWe like it")
    assert (filled.kept, "old" in await stage.js("f.innerText")) == (True, False)


THIEF = "<input id=x><script>setInterval(() => x.focus(), 1)</script>"


async def test_a_frame_of_another_site_that_takes_the_focus_gets_no_text(both: Stage, serve: PageServer) -> None:
    thief = serve(THIEF, "/thief").replace(serve.origin, serve.other_site)
    await both.page.goto(serve(f"<div id=place></div><iframe src='{thief}'></iframe>"))
    shown = "html => { heard = 0; place.innerHTML = html; f.addEventListener('input', () => { heard++ }) }"
    for html, value in FIELDS:
        await both.page.evaluate(shown, html)
        filled = await both.actions.fill(await both.ref("#f"), value)
        assert (filled.kept, filled.value) == (True, value), html
        assert await both.js("f.value ?? f.innerText.trim()") == value, html
        assert await both.js("heard"), html
        assert await both.page.frames[1].evaluate("x.value") == "", html


async def test_a_slider_that_the_page_draws_takes_the_value_as_after_a_move_by_keys(both: Stage) -> None:
    await both.show(
        """<div style='position:absolute;width:1px;height:1px;clip-path:inset(50%);overflow:hidden'>
        <input id=s type=range min=0 max=10 value=3 aria-label=Level></div><b id=shown>3</b>
        <script>s.oninput = () => shown.textContent = s.value;
        s.onkeyup = e => { if (/Arrow/.test(e.key)) kept = s.value; };</script>"""
    )
    for value in ("7", "10", "0"):
        assert (await both.actions.fill(await both.ref("#s"), value)).kept
        assert await both.js("[kept, shown.textContent]") == [value, value]
