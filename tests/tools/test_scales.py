"""What takes a number without a field for it, through a session, in a real browser: stars and sliders."""

from __future__ import annotations

from handrail import Session
from tests.pages import PageServer
from tests.tools.acting import js, ref, shown

# In the manner of Calibre-Web, PrimeVue, Ant Design, Shoelace and bootstrap-star-rating.
SCALES = """<style>i, .s { display: inline-block; width: 20px; height: 20px; background: #ccc }
#over span { position: absolute; left: 0; top: 0; white-space: nowrap }</style>
<div id=icons style='cursor:pointer;width:100px'></div>
<div>Shown: <b class='fa fa-star'></b><b class='fa fa-star'></b><b class='fa fa-star-o'></b></div>
<div id=drawn></div><ul id=aria tabindex=0 style='list-style:none'></ul>
<div id=slider role=slider tabindex=0 aria-label=Speed aria-valuemin=0 aria-valuemax=5 aria-valuenow=2>x</div>
<div id=over tabindex=0 style='position:relative;width:100px;height:20px;cursor:pointer'><span></span><span id=filled
  style='overflow:hidden;width:40px'></span></div>
<script>
const five = [1, 2, 3, 4, 5];
const draw = count => { icons.dataset.n = count;
  icons.innerHTML = five.map(n => `<i data-n=${n} class='fa fa-star${n > count ? '-o' : ''}'></i>`).join(''); };
icons.onclick = event => draw(event.target.dataset.n);
draw(3);
drawn.innerHTML = five.map(n => `<span style='position:relative;display:inline-block;width:20px;height:20px'><input
  type=radio name=q value=${n} aria-label='${n} of 5' style='position:absolute;opacity:.01;width:1px;height:1px'
  ><u class=s style='position:absolute;inset:0'></u></span>`).join('');
drawn.onclick = event => { event.target.parentNode.querySelector('input').checked = true; };
aria.innerHTML = five.map(n => `<li style='display:inline-block'><div class=s role=radio tabindex=0 aria-label=star
  aria-posinset=${n} aria-setsize=5 aria-checked=${n < 4}></div></li>`).join('');
aria.onclick = ({target}) => { const at = Number(target.getAttribute('aria-posinset'));
  for (const one of aria.querySelectorAll('div'))
    one.setAttribute('aria-checked', one.getAttribute('aria-posinset') <= at); };
slider.onkeydown = ({key}) => { const by = {ArrowRight: 1, ArrowLeft: -1}[key];
  if (by) slider.setAttribute('aria-valuenow', Number(slider.getAttribute('aria-valuenow')) + by); };
for (const part of over.children) part.innerHTML = five.map(() => "<i class='star'></i>").join('');
over.onclick = event => { const at = Math.ceil((event.clientX - over.getBoundingClientRect().left) / 20);
  filled.style.width = at * 20 + 'px'; };
</script>"""


async def test_a_row_of_stars_is_read_and_set(any_session: Session, serve: PageServer) -> None:
    await shown(any_session, serve, SCALES)
    outline = (await any_session.snapshot()).text.raw
    assert ": Shown: (2 of 3 stars)" in outline
    for selector, before in (("#icons", 3), ("#over", 2)):
        assert f'clickable "({before} of 5 stars)"' in outline
        for value in ("4", "1"):
            filled = await any_session.call("fill", ref=await ref(any_session, selector), value=value)
            assert (filled.data["value"], filled.data["mismatch"]) == (value, False)
    assert await js(any_session, "[icons.dataset.n, filled.style.width]") == ["1", "20px"]
    assert (await any_session.call("fill", ref=await ref(any_session, "#icons"), value="7")).code == "invalid_value"


async def test_stars_that_are_radio_buttons_are_checked_and_chosen_from(
    any_session: Session, serve: PageServer
) -> None:
    await shown(any_session, serve, SCALES)
    assert (await any_session.call("check", ref="4 of 5")).ok
    assert await js(any_session, "drawn.querySelector(':checked').value") == "4"
    assert (await any_session.call("select", ref=await ref(any_session, "#drawn"), values="2 of 5")).ok
    assert await js(any_session, "drawn.querySelector(':checked').value") == "2"
    for value in ("5", "2"):
        field = {"ref": await ref(any_session, "#aria"), "value": value}
        assert (await any_session.call("fill_form", fields=[field])).ok
        assert await js(any_session, "aria.querySelectorAll('[aria-checked=true]').length") == int(value)


async def test_a_slider_without_a_field_is_set_by_keys(any_session: Session, serve: PageServer) -> None:
    await shown(any_session, serve, SCALES)
    for value in ("4", "1"):
        filled = await any_session.call("fill", ref="Speed", value=value)
        assert (filled.data["value"], filled.data["mismatch"]) == (value, False)
    assert (await any_session.call("fill", ref="Speed", value="9")).code == "invalid_value"


TRACK = """<div id=track role=slider tabindex=0 aria-label=Priority aria-valuemin=0 aria-valuemax=9 aria-valuenow=NaN
style='width:300px;height:30px;background:#ddd'></div><script>track.onpointerdown = event =>
track.setAttribute('aria-valuenow', Math.round(9 * (event.clientX - track.getBoundingClientRect().x) / 300))</script>"""


async def test_a_slider_that_holds_no_number_yet_is_pressed_on_its_track(
    any_session: Session, serve: PageServer
) -> None:
    await shown(any_session, serve, TRACK)
    for value in ("7", "0", "9"):
        filled = await any_session.call_as("model", "fill", ref=await ref(any_session, "#track"), value=value)
        assert (filled.data["value"], filled.data["mismatch"]) == (value, False)
