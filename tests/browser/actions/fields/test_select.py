"""Choosing from lists, native and made of script."""

from __future__ import annotations

import pytest

from handrail.browser.actions.fields.editable import InvalidValue
from handrail.browser.actions.fields.select_options import NoSuchOption
from handrail.browser.reading.page_reader import PlaywrightReader
from handrail.browser.types.errors import NotActionable, WrongElement
from tests.browser.actions.widgets import (
    CONFIRMED,
    DEAF,
    EDITABLE,
    MADE_BY_SCROLLING,
    MENU,
    MIRRORED,
    MULTI,
    NEVER_OPENS,
    PLAIN_MENU,
    PORTAL,
    READONLY_BOX,
    SELECT_ONLY,
    SHOWN_AS_TEXTBOX,
    SLOTTED,
    STANDS_IN,
    TAGS,
    TOKENS,
    UNSAID,
)
from tests.browser.stage import Stage

NATIVE = """<label>Ship <select id=s onchange='window.n = (window.n || 0) + 1'><option value=''>Choose</option>
<optgroup label=Fast><option value=x>Express</option></optgroup><option value=s>Standard  post</option>
<option value=d disabled>Drone</option><option value=x2>Express</option></select></label>
<select id=m multiple><option selected>A<option>B<option>C</select>"""


async def test_a_native_select_by_label_or_value_several_exactly_and_with_the_choices_where_one_is_missing(
    both: Stage,
) -> None:
    for value, held in (("Express", "x"), ("s", "s"), ("standard post", "s"), ("x2", "x2"), ("S", "s")):
        await both.show(NATIVE)
        await both.js("window.n = 0")
        chosen = await both.actions.select(await both.ref("#s"), [value])
        assert await both.js("[s.value, n]") == [held, 1], value
        assert [label.raw for label in chosen] == [await both.js("s.selectedOptions[0].label.replace(/\\s+/g, ' ')")]
    await both.show(NATIVE)
    ref = await both.ref("#m")
    await both.actions.select(ref, ["B", "C"])
    assert await both.js("[...m.selectedOptions].map(o => o.value)") == ["B", "C"]
    await both.actions.select(ref, [])
    assert await both.js("m.selectedOptions.length") == 0
    await both.show(NATIVE)
    with pytest.raises(NoSuchOption) as caught:
        await both.actions.select(await both.ref("#s"), ["Pigeon"])
    details = caught.value.details
    assert details["missing"] == ["Pigeon"]
    assert [one.raw for one in details["choices"]] == ["Choose", "Express", "Standard post", "Drone", "Express"]
    assert await both.js("[s.value, window.n ?? 0]") == ["", 0]


async def test_an_option_is_found_by_what_stands_before_a_number_in_brackets_where_one_is_called_so(
    stage: Stage,
) -> None:
    labels = ("Austria (+43)", "Samoa (+685)", "Samoa (+1)", "Oslo (closed)")
    await stage.show(f"<select id=s><option>{'<option>'.join(labels)}</select>")
    ref = await stage.ref("#s")
    assert [label.raw for label in await stage.actions.select(ref, ["austria"])] == ["Austria (+43)"]
    for value in ("Samoa", "Oslo", "(+43)", ""):
        with pytest.raises(NoSuchOption):
            await stage.actions.select(ref, [value])


async def test_wrong_uses_of_a_native_select(stage: Stage) -> None:
    await stage.show(NATIVE + "<select id=off disabled><option>A</select><button id=b>x</button>")
    with pytest.raises(InvalidValue):
        await stage.actions.select(await stage.ref("#s"), ["x", "s"])
    with pytest.raises(NotActionable) as caught:
        await stage.actions.select(await stage.ref("#s"), ["Drone"])
    assert caught.value.details["option"] == "Drone"
    with pytest.raises(NotActionable):
        await stage.hasty.select(await stage.ref("#off"), ["A"])
    with pytest.raises(WrongElement):
        await stage.actions.select(await stage.ref("#b"), ["A"])


async def test_a_label_stands_for_its_select_and_a_dialog_does_not_hang(both: Stage) -> None:
    await both.show(NATIVE.replace("window.n = (window.n || 0) + 1", "alert(1)"))
    await both.actions.select(await both.ref("label"), ["Express"])
    assert both.core.dialog is not None
    await both.accept()
    assert await both.js("s.value") == "x"


async def test_a_page_that_puts_the_choice_back_is_reported(stage: Stage) -> None:
    await stage.show("<select id=s onchange='s.value = 1'><option>1<option>2</select>")
    with pytest.raises(NotActionable) as caught:
        await stage.actions.select(await stage.ref("#s"), ["2"])
    assert caught.value.details["reason"] == "no_reaction"


async def test_a_list_that_makes_a_row_of_a_choice_and_is_set_back_took_it(both: Stage) -> None:
    row = "rows.append(Object.assign(document.createElement('li'), {textContent: s.value})); s.value = ''"
    await both.show(f"<select id=s onchange=\"{row}\"><option value=''><option>Due<option>Owner</select><ul id=rows>")
    assert [one.raw for one in await both.actions.select(await both.ref("#s"), ["Due"])] == ["Due"]
    assert await both.js("rows.innerText") == "Due"


async def test_a_field_with_a_data_list(both: Stage) -> None:
    await both.show("<input id=i list=l><datalist id=l><option value=DE>Germany<option value=CH>Swiss</datalist>")
    await both.actions.select(await both.ref("#i"), ["Germany"])
    assert await both.js("i.value") == "DE"


async def test_a_select_only_combobox_shows_the_choice_and_closes_again_without_one(both: Stage) -> None:
    await both.show(SELECT_ONLY)
    ref = await both.ref("#w")
    for value, label in (("Huge", "Huge"), ("medium", "Medium"), ("S", "Small")):
        assert [one.raw for one in await both.actions.select(ref, [value])] == [label]
        assert await both.js("[w.textContent, box.style.display]") == [label, "none"]
    await both.show(SELECT_ONLY)
    with pytest.raises(NoSuchOption) as caught:
        await both.actions.select(await both.ref("#w"), ["Tiny"])
    assert len(caught.value.details["choices"]) == 6
    assert await both.js("[w.textContent, box.style.display]") == ["Choose", "none"]
    with pytest.raises(NotActionable):
        await both.actions.select(await both.ref("#w"), ["Sold out"])
    assert await both.js("w.textContent") == "Choose"


async def test_a_list_that_is_made_when_opened_and_names_no_owner(both: Stage) -> None:
    await both.show(PORTAL)
    await both.actions.select(await both.ref("#w"), ["Green"])
    assert await both.js("[w.textContent, document.getElementById('pop')]") == ["Colour: Green", None]


async def test_an_editable_combobox_is_typed_into_for_what_it_does_not_show_yet_and_keeps_its_text_without_that(
    both: Stage,
) -> None:
    await both.show(EDITABLE)
    ref = await both.ref("#w")
    await both.actions.select(ref, ["Bonn"])
    assert await both.js("[w.value, box.style.display]") == ["Bonn", "none"]
    await both.show(EDITABLE)
    with pytest.raises(NoSuchOption):
        await both.actions.select(await both.ref("#w"), ["Paris"])
    assert await both.js("w.value") == ""


async def test_the_text_that_names_a_drop_down_field_does_not_cover_it(both: Stage) -> None:
    await both.show(SHOWN_AS_TEXTBOX)
    await both.actions.select(await both.ref("#w"), ["Red"])
    assert await both.js("shown.textContent") == "Red"


async def test_a_menu_of_a_button(both: Stage) -> None:
    await both.show(MENU)
    ref = await both.ref("#w")
    await both.actions.select(ref, ["Delete"])
    assert await both.js("[did, m.hidden]") == ["Delete", True]


async def test_the_list_beside_a_button_that_says_nothing_of_it_is_chosen_from_closed_or_open(both: Stage) -> None:
    await both.show(UNSAID)
    ref = await both.ref("#w")
    await both.actions.select(ref, ["3"])
    assert await both.js("[v.value, z.className]") == ["3", ""]
    await both.js("void z.classList.add('open')")
    await both.actions.select(ref, ["0"])
    assert await both.js("[v.value, z.className]") == ["0", ""]
    with pytest.raises(NoSuchOption):
        await both.actions.select(ref, ["7"])
    assert await both.js("[v.value, z.className]") == ["0", ""]
    # Some lists move what is below them, in place of covering it.
    await both.js("void document.querySelector('style').append('z-select.open ul { position: static }')")
    await both.actions.select(ref, ["1"])
    assert await both.js("[v.value, z.className]") == ["1", ""]
    # A list beside a button that sends a form is of errors or hints.
    await both.js("void w.setAttribute('type', 'submit')")
    await both.js(
        "{ const [form, box] = [document.createElement('form'), z]; box.replaceWith(form); form.append(box) }"
    )
    with pytest.raises(WrongElement):
        await both.actions.select(ref, ["3"])
    assert await both.js("[v.value, z.className]") == ["1", ""]


async def test_an_entry_of_a_menu_that_only_holds_a_link_or_a_button_is_pressed(both: Stage) -> None:
    await both.show(PLAIN_MENU)
    ref = await both.ref("#w")
    for value in ("Summer (Public)", "Winter"):
        await both.actions.select(ref, [value])
        assert await both.js("[did, m.style.display]") == [value, "none"]


async def test_several_of_an_aria_listbox_are_exactly_those(both: Stage) -> None:
    await both.show(MULTI)
    await both.actions.select(await both.ref("#w"), ["Olives", "Corn"])
    assert await both.js("[...w.children].map(o => o.getAttribute('aria-selected'))") == ["false", "true", "true"]


async def test_a_list_that_does_not_react_is_reported(stage: Stage) -> None:
    await stage.show(DEAF)
    with pytest.raises(NotActionable) as caught:
        await stage.actions.select(await stage.ref("#w"), ["One"])
    assert caught.value.details["reason"] == "no_reaction"


async def test_reading_options_that_are_built_when_open_leaves_the_list_closed(both: Stage) -> None:
    for html in (PORTAL, SELECT_ONLY, MENU):
        await both.show(html)
        options = await both.actions.open_options(await both.ref("#w"))
        labels = [option.label.raw for option in options.options]
        assert labels[:2] in (["Red", "Green"], ["Small", "Medium"], ["Copy", "Delete"]), html
        assert options.built_when_open, html
        shown = "[...document.querySelectorAll('[role=listbox], [role=menu]')].filter(e => e.checkVisibility()).length"
        assert await both.js(shown) == 0, html


async def test_a_list_that_stood_on_the_page_before_belongs_to_something_else(stage: Stage) -> None:
    await stage.show(
        "<div id=s role=group aria-label=Day><button aria-haspopup=dialog>Open</button></div>"
        "<ul role=listbox aria-label=Panels style='margin-top:300px'><li role=option onclick='window.hit = 1'>Logs</ul>"
    )
    with pytest.raises(WrongElement):
        await stage.hasty.select(await stage.ref("#s"), ["Logs"])
    assert await stage.js("window.hit") is None


async def test_a_list_that_makes_its_options_as_it_scrolls_is_scrolled_to_them(both: Stage) -> None:
    await both.show(MADE_BY_SCROLLING)
    button = await both.ref("#w")
    assert [label.raw for label in await both.actions.select(button, ["Field 22"])] == ["Field 22"]
    assert await both.js("out.textContent") == "Field 22"
    assert [label.raw for label in await both.actions.select(button, ["Field 2"])] == ["Field 2"]
    with pytest.raises(NoSuchOption) as caught:
        await both.actions.select(button, ["Field 99"])
    offered = caught.value.details
    assert (offered["total"], offered["choices"][-1].raw, offered["disabled"][0].raw) == (26, "Field 25", "Recent")
    assert (await both.actions.open_options(button)).part == "19-26/~26"


async def test_what_leaves_the_list_and_stands_beside_its_field_is_chosen(both: Stage) -> None:
    await both.show(TAGS)
    await PlaywrightReader(both.core).snapshot("full")
    chosen = await both.actions.select(await both.ref("#w"), ["German", "Polish"])
    assert [label.raw for label in chosen] == ["German", "Polish"]
    assert await both.js("[chosen.join(), box.style.display]") == ["German,Polish", "none"]


async def test_a_field_takes_several_where_its_list_stays_open_though_it_does_not_say_so(both: Stage) -> None:
    await both.show(TOKENS)
    ref = await both.ref("#w")
    await both.actions.select(ref, ["Red", "Green", "Blue"])
    assert await both.js("[...chosen].sort()") == ["Blue", "Green", "Red"]
    await both.actions.select(ref, ["Red", "Black"])
    assert await both.js("[...chosen].sort()") == ["Black", "Red"]


async def test_a_field_whose_list_closes_takes_one(both: Stage) -> None:
    await both.show(TOKENS.replace("const several = true", "const several = false"))
    with pytest.raises(InvalidValue):
        await both.actions.select(await both.ref("#w"), ["Red", "Green"])
    assert await both.js("[...chosen]") == ["Red"]


async def test_a_field_that_takes_no_keys_chooses_from_the_list_that_its_box_opens(both: Stage) -> None:
    for selector in ("#w", "#box"):
        await both.show(READONLY_BOX)
        chosen = await both.actions.select(await both.ref(selector), ["Published"])
        assert ([one.raw for one in chosen], await both.js("[w.value, pop]")) == (["Published"], ["Published", None])
        offered = await both.actions.open_options(await both.ref(selector))
        assert [one.label.raw for one in offered.options] == ["Draft", "Published", "Archived"], selector
        assert await both.js("pop") is None, selector


async def test_a_field_that_nothing_opens_has_no_list(both: Stage) -> None:
    await both.show("<ul><li>One</ul><input id=w readonly value=One>")
    with pytest.raises(WrongElement):
        await both.actions.select(await both.ref("#w"), ["One"])


async def test_options_are_found_through_the_slots_of_shadow_trees(both: Stage) -> None:
    await both.show(SLOTTED)
    await PlaywrightReader(both.core).snapshot("full")
    ref = await both.ref("#t")
    assert [one.raw for one in await both.actions.select(ref, ["Chile"])] == ["Chile"]
    assert [one.label.raw for one in (await both.actions.open_options(ref)).options][1:3] == ["Belize", "Chile"]
    for value, error in (("Nowhere", NoSuchOption), ("Dominica", NotActionable)):
        with pytest.raises(error):
            await both.actions.select(ref, [value])
    assert await both.js("[held, listOpen]") == ["Chile", False]


async def test_a_list_that_does_not_open_leaves_what_was_chosen(both: Stage) -> None:
    await both.show(NEVER_OPENS)
    with pytest.raises(WrongElement):
        await both.hasty.select(await both.ref("#t"), ["Chile"])
    assert await both.js("held") == "Belize"


async def test_a_list_that_an_arrow_changes_and_does_not_open_is_said_to_hold_something_else(stage: Stage) -> None:
    await stage.show(NEVER_OPENS.replace(" && !event.altKey", ""))
    with pytest.raises(WrongElement, match="what it holds has changed") as caught:
        await stage.hasty.select(await stage.ref("#t"), ["Belize"])
    assert caught.value.details["holds"] == "Chile"


async def test_options_without_a_role_are_found_beside_a_list_that_nobody_sees(both: Stage) -> None:
    await both.show(MIRRORED)
    ref = await both.ref("#w")
    await both.actions.select(ref, ["Item 25"])
    assert await both.js("[shown.textContent, pop.style.display]") == ["Item 25", "none"]
    with pytest.raises(NotActionable):
        await both.actions.select(ref, ["Item 30"])
    assert (await both.actions.open_options(ref)).part.endswith("/~30")
    assert await both.js("[shown.textContent, pop.style.display]") == ["Item 25", "none"]


async def test_a_select_that_nobody_sees_is_chosen_from_by_what_stands_in_for_it(both: Stage) -> None:
    for selector in ("#s", "#w"):
        await both.show(STANDS_IN)
        await both.actions.select(await both.ref(selector), ["Bee", "Cat"])
        assert await both.js("[chosen, list.style.display]") == [["Bee", "Cat"], "none"], selector


async def test_a_choice_that_a_button_of_a_dialog_confirms_is_said_to_wait_for_it(both: Stage) -> None:
    await both.show(CONFIRMED)
    with pytest.raises(NotActionable) as caught:
        await both.actions.select(await both.ref("#w"), ["Full"])
    assert caught.value.details["reason"] == "unconfirmed"
    await both.actions.click(await both.ref("#ok"))
    assert await both.js("taken") == "Full"
