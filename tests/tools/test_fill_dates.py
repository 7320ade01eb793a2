"""fill of dates, with calendars that open beside a field, through a session, in a real browser."""

from __future__ import annotations

from handrail import Session
from tests.pages import PageServer
from tests.tools.acting import js, ref, shown

PICKER = """<html lang=LANGUAGE><input id=d aria-label=Born><button>Save</button>
<div id=pop style="position: absolute; top: 60px" hidden><b id=head></b><div id=days></div></div><script>
  let at = new Date(2026, 10, 1);
  const show = () => {
    head.textContent = at.toLocaleDateString('LANGUAGE', { month: 'long', year: 'numeric' });
    days.innerHTML = Array.from({ length: 30 }, (_, day) => `<div role=button>${day + 1}</div>`).join('');
  };
  d.onfocus = () => { pop.hidden = false; show() };
  d.oninput = () => {
    const [all, month, day, year] = d.value.match(/^(\\d\\d)\\.(\\d\\d)\\.(\\d{4})$/) ?? [];
    if (all) { at = new Date(year, month - 1, day); show() }
  };
</script>"""


async def test_a_date_that_an_open_calendar_does_not_go_to_is_told_with_where_it_stays(
    session: Session, serve: PageServer
) -> None:
    for language in ("en", "de"):
        await shown(session, serve, PICKER.replace("LANGUAGE", language))
        field = await ref(session, "#d")
        passed_over = await session.call("fill", ref=field, value="2020-01-15")
        assert passed_over.data["calendar_still_at"].raw == "November 2026", language
        assert await js(session, "!pop.hidden"), language
        assert "calendar_still_at" not in (await session.call("fill", ref=field, value="01.15.2020")).data, language


async def test_a_date_that_did_not_stick_is_written_once_more_as_the_field_says(
    any_session: Session, serve: PageServer
) -> None:
    for placeholder in ("MM.DD.YYYY", "mm.dd.yyyy", "e.g. 12.31.2026"):
        page = PICKER.replace("LANGUAGE", "en").replace("<input id=d", f"<input id=d placeholder='{placeholder}'")
        await shown(any_session, serve, page)
        filled = await any_session.call("fill", ref=await ref(any_session, "#d"), value="2020-01-15")
        assert (filled.data["value"].raw, filled.data["mismatch"]) == ("01.15.2020", False), placeholder
        assert "calendar_still_at" not in filled.data, placeholder


async def test_a_date_that_did_not_stick_is_told_with_what_the_field_says_of_itself(
    session: Session, serve: PageServer
) -> None:
    page = PICKER.replace("LANGUAGE", "en").replace("<input id=d", "<input id=d placeholder='Month first'")
    await shown(session, serve, page)
    filled = await session.call("fill", ref=await ref(session, "#d"), value="2020-01-15")
    assert (filled.data["value"].raw, filled.data["placeholder"].raw) == ("2020-01-15", "Month first")


ON_ESCAPE = """<script>d.onkeydown = (event) => { if (event.key === 'Escape') { SCRIPT } }</script>"""
ON_LEAVING = "<script>d.onblur = () => { SCRIPT }</script>"
DATE = "01.15.2020"


async def test_a_field_whose_calendar_took_a_date_is_left_and_read_again(
    any_session: Session, serve: PageServer
) -> None:
    for leaves, value, is_open in (
        ("pop.hidden = true", DATE, False),
        ("pop.hidden = true; d.value = ''", "", False),
        ("", DATE, True),
    ):
        await shown(any_session, serve, PICKER.replace("LANGUAGE", "en") + ON_LEAVING.replace("SCRIPT", leaves))
        filled = await any_session.call("fill", ref=await ref(any_session, "#d"), value=DATE)
        assert (filled.data["value"].raw, filled.data["mismatch"]) == (value, value != DATE), leaves
        still_open = filled.data.get("calendar_open")
        assert (still_open and still_open.raw) == ("January 2020" if is_open else None), leaves
        assert await js(any_session, "[d.value, !pop.hidden]") == [value, is_open], leaves


async def test_a_calendar_is_never_closed_by_escape_which_may_cancel_what_it_stands_in(
    any_session: Session, serve: PageServer
) -> None:
    for around in ("<dialog open>PAGE</dialog>", "<div>PAGE</div>"):
        cancels = ON_ESCAPE.replace("SCRIPT", "document.body.textContent = 'Cancelled'")
        await shown(any_session, serve, around.replace("PAGE", PICKER.replace("LANGUAGE", "en")) + cancels)
        assert not (await any_session.call("fill", ref=await ref(any_session, "#d"), value=DATE)).data["mismatch"]
        assert await js(any_session, "d.value") == DATE, around


CHECKED_WHEN_LEFT = """<input id=d aria-label=Start value="HELD"><input aria-label=Other>
<script>d.onblur = () => { if (!/^\\d\\d\\/\\d\\d\\/\\d{4}$/.test(d.value)) d.value = '' }</script>"""


async def test_a_date_that_a_field_refuses_when_it_is_left_is_written_as_the_one_it_held_or_a_mismatch(
    any_session: Session, serve: PageServer
) -> None:
    for held, value in (("11/28/2026", "01/15/2027"), ("", "")):
        await shown(any_session, serve, CHECKED_WHEN_LEFT.replace("HELD", held))
        filled = await any_session.call("fill", ref=await ref(any_session, "#d"), value="2027-01-15")
        assert (filled.data["value"].raw, filled.data["mismatch"]) == (value, not value), held
        assert await js(any_session, "d.value") == value, held


async def test_a_calendar_that_is_open_for_something_else_stays_open(session: Session, serve: PageServer) -> None:
    page = PICKER.replace("LANGUAGE", "en") + ON_ESCAPE.replace("SCRIPT", "pop.hidden = true")
    await shown(session, serve, f"{page}<input id=note><script>note.onkeydown = d.onkeydown</script>")
    await js(session, "d.focus(), d.blur()")
    assert (await session.call("fill", ref=await ref(session, "#note"), value="November 1, 2026")).ok
    assert await js(session, "!pop.hidden")


async def test_of_a_date_in_a_field_for_text_it_is_said_in_which_form_that_held_one(
    session: Session, serve: PageServer
) -> None:
    for held, said in (("28-Nov-26", True), ("Nov 28, 2026", True), ("2026-11-28", False), ("Room 5", False)):
        await shown(session, serve, f"<input id=f aria-label=From value='{held}'>")
        filled = await session.call("fill", ref=await ref(session, "#f"), value="2026-12-03")
        before = filled.data.get("held_before")
        assert (before and before.raw) == (held if said else None)


VALIDATED = """<input id=d aria-label=Date ATTRIBUTES><input aria-label=Place><p id=why hidden>Not a day</p><script>
  d.setAttribute('aria-errormessage', 'why');
  d.EVENT = () => d.setAttribute('aria-invalid', !/^\\d\\d\\/\\d\\d\\/\\d{4}$/.test(d.value));
</script>"""


async def test_a_date_is_written_in_the_form_that_its_field_shows_before_the_page_can_call_it_invalid(
    any_session: Session, serve: PageServer
) -> None:
    for attributes in ("placeholder=DD/MM/YYYY", "value=29/11/2026"):
        page = (
            VALIDATED.replace("EVENT", "oninput") + "<script>d.addEventListener('input', () => { heard.push(d.value) })"
        )
        await shown(any_session, serve, page.replace("ATTRIBUTES", attributes) + "; const heard = []</script>")
        filled = await any_session.call("fill", ref=await ref(any_session, "#d"), value="2026-12-15")
        assert (filled.data["value"].raw, filled.data["mismatch"]) == ("15/12/2026", False), attributes
        assert filled.data["written_as"].raw == "15/12/2026", attributes
        assert "invalid" not in filled.data, attributes
        assert "2026-12-15" not in await js(any_session, "heard"), attributes


async def test_of_a_field_that_became_invalid_at_once_or_when_it_was_left_it_is_said_so_in_the_words_of_the_page(
    any_session: Session, serve: PageServer
) -> None:
    await shown(any_session, serve, VALIDATED.replace("EVENT", "oninput").replace("ATTRIBUTES", ""))
    field = await ref(any_session, "#d")
    for _ in range(2):
        filled = await any_session.call("fill", ref=field, value="tomorrow")
        assert (filled.data["invalid"].raw, filled.data["mismatch"]) == ("Not a day", False)
    assert "invalid" not in (await any_session.call("fill", ref=field, value="15/12/2026")).data
    await shown(any_session, serve, VALIDATED.replace("EVENT", "onblur").replace("ATTRIBUTES", ""))
    fields = [{"ref": "Date", "value": "tomorrow"}, {"ref": "Place", "value": "Bonn"}]
    date, place = (await any_session.call("fill_form", fields=fields)).data["filled"]
    assert (date["invalid"].raw, "invalid" in place) == ("Not a day", False)


async def test_a_field_that_a_server_marked_is_not_said_to_have_become_invalid(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, "<input aria-label=Name aria-invalid=true>")
    assert "invalid" not in (await session.call("fill", ref="Name", value="Ada")).data


IN_DIALOG = "<div role=dialog aria-label=Leave>PAGE</div>"


async def test_of_a_calendar_that_stays_open_it_is_said_what_may_close_it(session: Session, serve: PageServer) -> None:
    for around, date, expected in (
        ("PAGE", DATE, "Escape to REF"),
        ("PAGE", "2020-01-15", "Escape may put back what REF"),
        (IN_DIALOG, DATE, "Escape may close what REF"),
        (IN_DIALOG, "2020-01-15", "Escape may close what REF"),
    ):
        await shown(session, serve, around.replace("PAGE", PICKER.replace("LANGUAGE", "en")))
        field = await ref(session, "#d")
        filled = await session.call("fill", ref=field, value=date)
        assert expected.replace("REF", field) in filled.data["to_close_calendar"], around
        assert await js(session, "!pop.hidden"), around


OPENS_LATE = """<input id=d aria-label=Born role=combobox>
<div id=pop style="position: absolute; top: 60px"></div><script>
  const days = Array.from({ length: 31 }, (_, day) => `<button>${day + 1}</button>`).join('');
  d.oninput = () => setTimeout(() => pop.innerHTML = `<b>January 2020</b>${days}`, 100);
</script>"""


async def test_the_month_of_a_calendar_is_told_without_what_its_arrows_are_called_also_of_one_that_opens_late(
    session: Session, serve: PageServer
) -> None:
    head = "<div><span>Prev</span><span>Next</span><b id=head></b></div>"
    await shown(session, serve, PICKER.replace("LANGUAGE", "en").replace("<b id=head></b>", head))
    filled = await session.call("fill", ref=await ref(session, "#d"), value=DATE)
    assert filled.data["calendar_open"].raw == "January 2020"
    await shown(session, serve, OPENS_LATE)
    filled = await session.call("fill", ref=await ref(session, "#d"), value=DATE)
    assert filled.data["calendar_open"].raw == "January 2020"


REWRITES = """<input id=d aria-label=Date><input id=n aria-label=Note>
<script>d.EVENT = () => { d.value = '08/20/1905' }; n.onfocus = () => { d.value = 'LATER' || d.value }</script>"""
GROUPED = "<input id=s aria-label=Sum><script>s.onblur = () => { s.value = '1,234.00' }</script>"


async def test_of_a_form_it_is_told_which_other_date_a_field_holds(session: Session, serve: PageServer) -> None:
    for event, later in (("onblur", ""), ("onfocus", "08/20/1905")):
        await shown(session, serve, REWRITES.replace("EVENT", event).replace("LATER", later))
        fields = [{"ref": "Date", "value": "2027-03-04"}, {"ref": "Note", "value": "x"}]
        date, note = (await session.call("fill_form", fields=fields)).data["filled"]
        assert (date["mismatch"], date["value"].raw) == (True, "08/20/1905"), event
        assert "mismatch" not in note, event


async def test_a_date_that_a_form_kept_and_a_number_that_it_grouped_are_no_mismatch(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, REWRITES.replace("EVENT", "oncopy").replace("'LATER'", "''") + GROUPED)
    fields = [{"ref": one, "value": value} for one, value in (("Sum", "1234"), ("Date", "2027-03-04"), ("Note", "x"))]
    filled = (await session.call("fill_form", fields=fields)).data["filled"]
    assert not any("mismatch" in one for one in filled)


async def test_what_the_browser_will_say_of_a_value_is_told_when_it_is_filled_in(
    session: Session, serve: PageServer
) -> None:
    for field, value, is_invalid in (
        ("<input id=f type=number max=9>", "12", True),
        ("<input id=f type=number max=9>", "9", False),
        ("<input id=f type=email>", "bob", True),
        ("<form novalidate><input id=f type=email></form>", "bob", False),
        ("<input id=f type=email aria-invalid=false>", "bob", False),
        ("<input id=f type=password pattern=.{8}>", "bob", False),
        ("<input id=f required>", "", False),
    ):
        await shown(session, serve, f"{field}<input>")
        filled = await session.call("fill", ref=await ref(session, "#f"), value=value)
        assert ("invalid" in filled.data, bool(filled.data.get("invalid"))) == (is_invalid, is_invalid), field
        if is_invalid:
            assert filled.data["invalid"].raw == await js(session, "f.validationMessage"), field
