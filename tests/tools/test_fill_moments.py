"""fill of dates and times in fields that say no form, or leave it for when they are left, in a real browser."""

from __future__ import annotations

import pytest

from handrail import Session
from tests.pages import PageServer
from tests.tools.acting import js, ref, shown

# As bootstrap-datepicker: reads what is typed in its own order, shows that in its calendar, and takes it when something
# else is pressed. Numbers that it cannot read it takes for others.
READS = """<html lang=en><input id=d aria-label=Arrival value='HELD'><button id=go>Book</button>
<div id=pop style="position: absolute; top: 60px" hidden><b id=head></b><div id=days></div></div><script>
  let at = new Date(2026, 10, 1), given = false;
  const two = (number) => String(number).padStart(2, '0');
  const show = () => {
    head.textContent = at.toLocaleDateString('en', { month: 'long', year: 'numeric' });
    days.innerHTML = Array.from({ length: 30 }, (_, day) => `<div role=button>${day + 1}</div>`).join('');
  };
  d.onfocus = () => { pop.hidden = false; show() };
  d.oninput = () => {
    const [first, second, year] = d.value.split(/\\D/).map(Number);
    given = true;
    at = new Date(0, 0, 1);
    at.setFullYear(year, ORDER ? Math.min(first, 12) - 1 : Math.min(second, 12) - 1, ORDER ? second : first);
    show();
  };
  document.addEventListener('mousedown', () => {
    pop.hidden = true;
    if (!given || !NAMED) return;
    d.value = (ORDER ? [at.getMonth() + 1, at.getDate()] : [at.getDate(), at.getMonth() + 1]).map(two)
      .concat(at.getFullYear()).join(ORDER ? '/' : '.');
  });
</script>"""


def reads(*, month_first: bool, held: str = "") -> str:
    page = READS.replace("ORDER", "true" if month_first else "false")
    return page.replace("NAMED", "true").replace("HELD", held)


@pytest.mark.parametrize("date", ["2027-01-15", "2027-03-04"])
@pytest.mark.parametrize("month_first", [True, False])
async def test_a_date_that_a_picker_takes_for_another_is_written_in_the_order_in_which_its_calendar_reads_it(
    any_session: Session, serve: PageServer, date: str, month_first: bool
) -> None:
    await shown(any_session, serve, reads(month_first=month_first))
    filled = await any_session.call("fill", ref="Arrival", value=date)
    year, month, day = date.split("-")
    written = f"{month}/{day}/{year}" if month_first else f"{day}.{month}.{year}"
    assert (filled.data["written_as"].raw, filled.data["mismatch"]) == (written, False)
    assert await js(any_session, "[d.value, pop.hidden, at.getMonth() + 1]") == [written, True, int(month)]


NEVER = """<input id=d aria-label=Day value='HELD'><script>
  d.onblur = () => { if (d.value) d.value = '11/01/15' }</script>"""


@pytest.mark.parametrize("held", ["11/28/2026", "tomorrow"])
async def test_a_date_of_which_a_field_makes_another_is_a_mismatch_and_is_taken_out_again(
    any_session: Session, serve: PageServer, held: str
) -> None:
    await shown(any_session, serve, NEVER.replace("HELD", held).replace("if (d.value)", f"if (d.value != '{held}')"))
    filled = await any_session.call("fill", ref="Day", value="2027-01-15")
    assert (filled.data["value"].raw, filled.data["mismatch"]) == (held, True)
    assert await js(any_session, "d.value") == held


HALF_DAY = """<input id=t aria-label=Time placeholder='HINT'><script>
  t.onblur = () => { if (!/^\\d\\d?:\\d\\d [AP]M$/.test(t.value)) t.value = '' }</script>"""


@pytest.mark.parametrize("hint", ["hh:mm aa", ""])
async def test_a_time_is_written_as_one_of_half_a_day_where_its_field_takes_that(
    any_session: Session, serve: PageServer, hint: str
) -> None:
    await shown(any_session, serve, HALF_DAY.replace("HINT", hint))
    filled = await any_session.call("fill", ref="Time", value="14:30")
    assert (filled.data["written_as"].raw, filled.data["mismatch"]) == ("02:30 PM", False)
    assert await js(any_session, "t.value") == "02:30 PM"


@pytest.mark.parametrize(
    ("hint", "value", "written"),
    [
        ("MM/DD/YYYY hh:mm aa", "2026-12-24 18:30", "12/24/2026 06:30 PM"),
        ("mm/dd/yyyy - mm/dd/yyyy", "2026-12-01 - 2026-12-05", "12/01/2026 - 12/05/2026"),
        ("TT.MM.JJJJ", "2026-12-24", "24.12.2026"),
        ("DD MMM YYYY", "2026-12-24", "24 Dec 2026"),
    ],
)
async def test_dates_with_times_and_ranges_are_written_as_the_field_says(
    session: Session, serve: PageServer, hint: str, value: str, written: str
) -> None:
    await shown(session, serve, f"<input id=d aria-label=Stay placeholder='{hint}'>")
    filled = await session.call("fill", ref="Stay", value=value)
    assert (filled.data["written_as"].raw, filled.data["mismatch"]) == (written, False)


# The everyday control: what says nothing of dates keeps what it is given, which is put in once.
@pytest.mark.parametrize("value", ["2026-12-24", "14:30", "Room 2026", "12/24", "2026-13-45", "a-b-c", "555-1234"])
async def test_a_field_for_any_text_holds_it_as_it_was_given(session: Session, serve: PageServer, value: str) -> None:
    await shown(session, serve, "<input id=f aria-label=Note><script>f.oninput = () => { f.n = -~f.n }</script>")
    filled = await session.call("fill", ref="Note", value=value)
    assert (filled.data["value"].raw, filled.data["mismatch"], "written_as" in filled.data) == (value, False, False)
    assert await js(session, "f.n") == 1


OPENED = """<input id=d readonly aria-label=Day><script>
  d.onmousedown = () => { d.readOnly = false };
  d.onblur = () => { d.readOnly = true };
</script>"""


async def test_a_field_that_is_read_only_until_it_is_pressed_takes_a_date(
    any_session: Session, serve: PageServer
) -> None:
    await shown(any_session, serve, OPENED)
    filled = await any_session.call_as("model", "fill", ref=await ref(any_session, "#d"), value="2026-12-24")
    assert (filled.data["value"].raw, filled.data["mismatch"]) == ("2026-12-24", False)


# As of Element Plus, Naive and Ant Design: a range is taken when both of its fields hold a date.
RANGE = """<div><input id=a aria-label=From><input id=b aria-label=To></div><script>
  for (const one of [a, b]) one.onblur = ({ relatedTarget }) => {
    if (relatedTarget !== a && relatedTarget !== b && !(a.value && b.value)) a.value = b.value = '';
  };
</script>"""


async def test_the_fields_of_a_range_that_takes_both_alone_are_filled_one_after_the_other(
    any_session: Session, serve: PageServer
) -> None:
    await shown(any_session, serve, RANGE)
    for field, date in (("From", "2026-12-01"), ("To", "2026-12-05")):
        assert not (await any_session.call("fill", ref=field, value=date)).data["mismatch"]
    assert await js(any_session, "[a.value, b.value]") == ["2026-12-01", "2026-12-05"]


WRITES = """<input id=f aria-label=Amount AUTO><script>f.oninput = () => { f.value = (SCRIPT)(f.value) }</script>"""
GROUPS = "text => text.replace(/\\\\D/g, '').replace(/\\\\B(?=(\\\\d{3})+$)/g, ',')".replace("\\\\", "\\")


@pytest.mark.parametrize(
    ("value", "script", "held", "same"),
    [
        ("1234567", GROUPS, "1,234,567", True),
        ("1500", "text => '$' + text + '.00'", "$1500.00", True),
        ("5551239999", "text => '(555) 123-' + text.slice(6)", "(555) 123-9999", True),
        ("12/29", "text => text.replace('/', ' / ')", "12 / 29", True),
        ("1500", "text => '15.00'", "15.00", False),
        ("12.50", "text => text.replace('.', '')", "1250", False),
        ("1/2", "text => text.replace('/', '')", "12", False),
        ("-5", "text => text.replace('-', '')", "5", False),
        ("5551239999", "text => '(555) 123-999'", "(555) 123-999", False),
    ],
)
async def test_a_value_that_its_field_only_groups_or_masks_is_no_mismatch_and_another_is(
    session: Session, serve: PageServer, value: str, script: str, held: str, same: bool
) -> None:
    await shown(session, serve, WRITES.replace("SCRIPT", script))
    filled = await session.call("fill", ref="Amount", value=value)
    assert (filled.data["value"].raw, filled.data["mismatch"]) == (held, not same)
    assert ("written_as" in filled.data) == (same and held.replace(" ", "") != value)


@pytest.mark.parametrize(("cut", "mismatch"), [("text", False), ("text.slice(0, -1)", True)])
async def test_a_card_number_is_compared_without_its_groups(
    session: Session, serve: PageServer, cut: str, mismatch: bool
) -> None:
    script = f"text => ({cut}).replace(/(....)(?=.)/g, '$1 ')"
    page = WRITES.replace("AUTO", "autocomplete=cc-number").replace("SCRIPT", script)
    await shown(session, serve, page)
    filled = await session.call("fill", ref="Amount", value="4242424242424242")
    assert (filled.data["value"].raw, filled.data["mismatch"]) == ("•••", mismatch)
