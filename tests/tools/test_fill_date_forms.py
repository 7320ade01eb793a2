"""fill of dates and times in the form that a field for text declares, in a real browser."""

from __future__ import annotations

import pytest

from handrail import Session
from handrail.browser.actions.actions import PlaywrightActions
from handrail.browser.actions.fields.date_forms import in_form_of_letters
from handrail.browser.clock import loop_time
from tests.pages import PageServer
from tests.tools.acting import hasty, js, ref, shown

HEARD = """<script>const heard = []; for (const name of ['input', 'change', 'blur'])
  d.addEventListener(name, () => heard.push(name + ' ' + d.value))</script>"""


async def test_a_date_is_written_in_the_form_that_its_field_declares_for_its_script(
    session: Session, serve: PageServer
) -> None:
    for page, held in (
        ("<input id=d data-date-format=dd.mm.yyyy>", "04.03.2027"),
        ("<input id=d data-inputmask-inputformat=mm/dd/yyyy>", "03/04/2027"),
        ("""<input id=d data-inputmask="'alias': 'datetime', 'inputFormat': 'dd/mm/yyyy'">""", "04/03/2027"),
        ("""<input id=d data-inputmask='"alias":"dd/mm/yyyy"'>""", "04/03/2027"),
        ("<input id=d data-inputmask-alias=mm/dd/yyyy>", "03/04/2027"),
        ("""<input id=d data-inputmask="'mask': '99/99/9999'">""", "2027-03-04"),
        ("<p data-date-format=DD/MM/YYYY><input id=d></p>", "04/03/2027"),
        ("<p data-date-format=DD/MM/YYYY><input id=d><input></p>", "2027-03-04"),
        ("<input id=d data-date-format='dd M yyyy'>", "2027-03-04"),
        ("<input id=d data-date-format=d.m.Y>", "2027-03-04"),
        ("<input id=d title='as DD.MM.YYYY' aria-description='04.13.2027'>", "2027-03-04"),
    ):
        await shown(session, serve, page + HEARD)
        filled = await session.call("fill", ref=await ref(session, "#d"), value="2027-03-04")
        assert (filled.data["value"].raw, filled.data["mismatch"]) == (held, False), page
        assert await js(session, "heard") == [f"{name} {held}" for name in ("input", "change", "blur")], page


MASKED = """<input id=d MASK><script>d.oninput = () => { const digits = d.value.replace(/\\D/g, '').slice(0, 8);
  d.value = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].join('/') }</script>"""


async def test_a_mask_that_makes_another_date_of_one_is_a_mismatch_unless_it_declares_its_form(
    any_session: Session, serve: PageServer
) -> None:
    for mask, held, mismatch in (
        ("data-inputmask=\"'alias': 'datetime', 'inputFormat': 'dd/mm/yyyy'\"", "04/03/2027", False),
        ("", "20/27/0304", True),
    ):
        await shown(any_session, serve, MASKED.replace("MASK", mask))
        filled = await any_session.call("fill", ref=await ref(any_session, "#d"), value="2027-03-04")
        assert (filled.data["value"].raw, filled.data["mismatch"]) == (held, mismatch)


async def test_a_date_that_a_page_finds_wrong_stays_in_the_form_that_its_field_declares_and_is_written_once(
    any_session: Session, serve: PageServer
) -> None:
    page = "<input id=d aria-label=Day placeholder=DD/MM/YYYY oninput='d.ariaInvalid = true'>"
    await shown(any_session, serve, page + HEARD)
    filled = await any_session.call("fill", ref=await ref(any_session, "#d"), value="2027-03-04")
    assert (filled.data["value"].raw, filled.data["invalid"].raw) == ("04/03/2027", "")
    assert [one for one in await js(any_session, "heard") if one.startswith("input")] == ["input 04/03/2027"]


GOES_WHEN_LEFT = """<input id=d aria-label=Day placeholder=DD.MM.YYYY>
<div id=pop style="position: absolute; top: 60px" hidden><b id=head>November 2026</b><div id=days></div></div><script>
  days.innerHTML = Array.from({ length: 30 }, (_, day) => `<button>${day + 1}</button>`).join('');
  d.onfocus = () => { pop.hidden = false };
  d.onblur = () => { pop.hidden = true; head.textContent = 'March 2027' };
</script>"""


async def test_a_calendar_may_go_to_a_date_in_the_form_of_its_field_only_when_that_is_left(
    any_session: Session, serve: PageServer
) -> None:
    await shown(any_session, serve, GOES_WHEN_LEFT + HEARD)
    filled = await any_session.call("fill", ref=await ref(any_session, "#d"), value="2027-03-04")
    assert filled.data["written_as"].raw == "04.03.2027"
    assert "calendar_still_at" not in filled.data
    assert {"input 04.03.2027", "blur 04.03.2027"} <= set(heard := await js(any_session, "heard"))
    assert len(heard) == len(set(heard))


PRESSED = """<script>for (const name of ['pointerdown', 'focusin'])
  addEventListener(name, () => { document.title = name })</script>"""


async def test_a_read_only_field_of_a_picker_fails_without_a_press_and_says_to_choose_in_what_opens(
    session: Session, serve: PageServer
) -> None:
    for field in (
        "<input id=d readonly class='form-control flatpickr-input'>",
        "<input id=d readonly class=hasDatepicker>",
        "<div class=ant-picker-input><input id=d readonly></div>",
        "<input id=d readonly role=combobox aria-haspopup=dialog>",
        "<input id=d readonly aria-haspopup=menu>",
        "<input id=d readonly placeholder=DD.MM.YYYY>",
        "<input id=d readonly value=28/11/2026>",
    ):
        await shown(session, serve, field + PRESSED)
        target, patience = await ref(session, "#d"), 20
        session.tab.actions = PlaywrightActions(session.tab.core, patience=patience)
        began = loop_time()
        failed = await session.call("fill", ref=target, value="2027-03-04")
        assert failed.code == ("wrong_element" if "haspopup" in field else "not_actionable")
        assert f"`click` {target}" in str(failed.hint), field
        assert loop_time() - began < patience, field
        assert await js(session, "document.title") == "", field


async def test_a_field_of_a_picker_that_is_read_only_while_the_page_loads_is_filled(
    session: Session, serve: PageServer
) -> None:
    page = "<input id=d readonly class=datepicker><script>setTimeout(() => { d.readOnly = false }, 50)</script>"
    await shown(session, serve, page)
    assert (await session.call("fill", ref=await ref(session, "#d"), value="2027-03-04")).data["value"] is not None


LISTS_DATES = "<input id=d readonly role=combobox aria-haspopup=listbox class=picker>"


async def test_of_another_field_that_cannot_be_edited_no_picker_is_named(session: Session, serve: PageServer) -> None:
    for field in ("<input id=d readonly value=28>", LISTS_DATES, "<input id=d class=datepicker disabled>"):
        await shown(session, serve, field)
        with hasty(session):
            failed = await session.call("fill", ref=await ref(session, "#d"), value="2027-03-04")
        assert "picker" not in str(failed.hint), field


async def test_a_list_that_only_shows_what_was_chosen_still_takes_select(session: Session, serve: PageServer) -> None:
    await shown(session, serve, "<input id=d readonly role=combobox value=Red>")
    failed = await session.call("fill", ref=await ref(session, "#d"), value="Blue")
    assert (failed.code, failed.hint) == ("wrong_element", "Use `select`.")


@pytest.mark.parametrize(
    ("form", "value", "text"),
    [
        ("hh:mm a", "14:30", "02:30 pm"),
        ("hh:mm aa", "14:30", "02:30 PM"),
        ("h:mm A", "00:05", "12:05 AM"),
        ("HH:MM AM/PM", "12:00", "12:00 PM"),
        ("HH:mm:ss", "09:30", "09:30:00"),
        ("HH:mm", "09:30", None),
        ("HH:mm", "09:30:15", None),
        ("MM/DD/YYYY hh:mm aa", "2027-03-04T14:30", "03/04/2027 02:30 PM"),
        ("DD.MM.YYYY, HH:mm", "2027-03-04 14:30", "04.03.2027, 14:30"),
        ("DD.MM.YYYY HH:mm", "2027-03-04", "04.03.2027"),
        ("DD.MM.YYYY HH:mm", "14:30", None),
        ("MM/DD/YYYY – MM/DD/YYYY", "2027-03-04 – 2027-03-09", "03/04/2027 – 03/09/2027"),
        ("dd.MM.yyyy to dd.MM.yyyy", "2027-03-04/2027-03-09", "04.03.2027 to 09.03.2027"),
        ("DD.MM.YYYY or MM/DD/YYYY", "2027-03-04 - 2027-03-09", None),
        ("DD.MM.YYYY", "2027-03-04 - 2027-03-09", None),
        ("DD.MM.YYYY", "2027-13-04", None),
        ("DD.MM.YYYY", "3/4/2027", None),
        ("DD.MM.YYYY", "5", None),
        ("DD.MM.YYYY", "-5", None),
        ("DD.MM.YYYY", "on 2027-03-04", None),
        ("MM/MM/YYYY", "2027-03-04", None),
        ("Comments hh:mmm", "14:30", None),
    ],
)
def test_iso_dates_and_times_are_written_in_a_form_of_letters(form: str, value: str, text: str | None) -> None:
    assert in_form_of_letters(value, form) == text
