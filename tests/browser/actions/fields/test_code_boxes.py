"""Codes that are entered letter by letter, in boxes side by side."""

from __future__ import annotations

from tests.browser.stage import Stage

# Some scripts hand the focus on, some wait for keys alone.
CODE = """<p>Code <input value=Other aria-label=Name></p><p id=box></p><button>Send</button><script>
for (let at = 0; at < 4; at++) { const one = document.createElement('input')
  one.maxLength = 1; one.value = HELD; box.append(one)
  one.onkeyup = () => { if (MOVES && one.value) one.nextSibling?.focus() } }
const held = () => [...box.children].map(one => one.value)</script>"""


async def test_a_code_goes_into_its_boxes(both: Stage) -> None:
    for moves in ("true", "false"):
        await both.show(CODE.replace("MOVES", moves).replace("HELD", "''"))
        filled = await both.actions.fill(await both.ref("#box input"), "4821")
        assert (filled.value, filled.kept) == ("4821", True), moves
        assert await both.js("held()") == ["4", "8", "2", "1"], moves


async def test_what_is_no_code_for_the_boxes_stays_in_one(stage: Stage) -> None:
    for selector, value in (("#box input", "48"), ("#box input:nth-child(2)", "4821")):
        await stage.show(CODE.replace("MOVES", "false").replace("HELD", "''"))
        filled = await stage.actions.fill(await stage.ref(selector), value)
        assert (filled.kept, await stage.js("held().join('')")) == (False, "4"), selector


async def test_boxes_that_hold_a_code_stay_as_they_are_but_for_the_first(stage: Stage) -> None:
    """A page that checks a code as soon as it is whole would check some that are half another."""
    await stage.show(CODE.replace("MOVES", "false").replace("HELD", "'7'"))
    filled = await stage.actions.fill(await stage.ref("#box input"), "4821")
    assert (filled.kept, await stage.js("held().join('')")) == (False, "4777")


async def test_fields_of_their_own_and_a_box_among_other_fields_are_no_boxes_of_a_code(stage: Stage) -> None:
    for fields in (
        "S <input id=w maxlength=1> M <input maxlength=1> L <input maxlength=1>",
        "<label>S <input id=w maxlength=1></label> <label>M <input maxlength=1></label> <input maxlength=1>",
        "<ul><li><input id=w maxlength=1><li><input maxlength=1><li><input maxlength=1></ul>",
        "<input id=w size=1><input size=1><input size=1>",
        "<input id=w type=number maxlength=1><input type=number maxlength=1><input type=number maxlength=1>",
    ):
        await stage.show(f"<p>{fields}</p>")
        await stage.actions.fill(await stage.ref("#w"), "150")
        held = await stage.js("[...document.querySelectorAll('input')].map(one => one.value)")
        assert held[1:] == ["", ""], fields
    await stage.show("<p><input id=w maxlength=1><input><input><input maxlength=1>")
    await stage.actions.fill(await stage.ref("#w"), "MCXX")
    assert await stage.js("[...document.querySelectorAll('input')].map(one => one.value)") == ["M", "", "", ""]


async def test_a_code_that_is_sent_with_its_last_letter_is_filled(stage: Stage) -> None:
    await stage.show(CODE.replace("MOVES", "true").replace("HELD", "''"))
    await stage.js("box.oninput = () => { if (held().join('').length === 4) box.textContent = 'Thank you' }")
    filled = await stage.actions.fill(await stage.ref("#box input"), "4821")
    assert (filled.kept, await stage.js("box.textContent")) == (True, "Thank you")


async def test_a_code_that_is_secret_stays_in_the_page(both: Stage) -> None:
    await both.show(
        CODE.replace("MOVES", "true").replace("HELD", "''").replace("one.max", "one.type = 'password'; one.max")
    )
    filled = await both.actions.fill(await both.ref("#box input"), "4821")
    assert (filled.value, filled.kept) == ("•••", True)
    assert await both.js("held().join('')") == "4821"
