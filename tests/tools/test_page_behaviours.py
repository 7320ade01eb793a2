"""What browsers and pages do that a web agent has to stand: the rows of docs/behaviours.md that no other test shows in
Chromium and in Firefox."""

from __future__ import annotations

import threading

import pytest

from handrail import Session
from handrail.policy.facts import Caller
from tests.documents.making import pdf
from tests.pages import PageServer, Reply
from tests.tools.acting import js, ref, shown


async def outline(session: Session) -> str:
    return (await session.snapshot()).text.raw


async def press(session: Session, name: str) -> None:
    pressed = await session.call("click", ref=name)
    assert pressed.ok, pressed.to_dict()


# Frames


async def test_a_frameset_is_read_and_a_link_of_one_frame_opens_in_the_other(
    any_session: Session, serve: PageServer
) -> None:
    serve("<p>First chapter</p>", "/one")
    serve("<p>Second chapter</p><button onclick=\"this.textContent = 'Turned'\">Turn</button>", "/two")
    serve("<a href=/two target=text>Second</a>", "/menu")
    serve("<frameset cols='30%,70%'><frame src=/menu name=menu><frame src=/one name=text></frameset>", "/book")
    assert (await any_session.call("goto", url=f"{serve.origin}/book")).ok
    assert "First chapter" in await outline(any_session)
    await press(any_session, "Second")
    assert (await any_session.call("wait_for", text="Second chapter")).ok
    await press(any_session, "Turn")
    assert "Turned" in await outline(any_session)


async def test_a_frame_that_never_comes_holds_nothing_up(any_session: Session, serve: PageServer) -> None:
    serve.put("/held", Reply(hold=threading.Event()))
    frames = f"<iframe src=/held></iframe><iframe src='{serve.other_site}/held'></iframe>"
    await shown(any_session, serve, f"{frames}<button onclick=\"this.textContent = 'Gone on'\">Go on</button>")
    await press(any_session, "Go on")
    assert "Gone on" in await outline(any_session)


async def test_a_frame_without_scripts_is_read_and_operated(any_session: Session, serve: PageServer) -> None:
    inner = serve("<a href='#here'>Jump</a><label>Name <input id=i></label><script>document.body.remove()</script>")
    await shown(any_session, serve, f"<iframe sandbox src='{inner}'></iframe>")
    assert (await any_session.call("fill", ref="Name", value="Ada")).data["value"] == "Ada"
    await press(any_session, "Jump")
    assert any_session.tab.page.frames[1].url == inner + "#here"


async def test_an_editor_that_is_a_document_of_its_own_is_filled_in(any_session: Session, serve: PageServer) -> None:
    editor = (
        "<iframe id=f title=Text srcdoc='<body contenteditable role=textbox aria-label=Letter><p>old</p>'></iframe>"
    )
    await shown(any_session, serve, editor)
    assert (await any_session.call("fill", ref="Letter", value="Dear all,")).ok
    assert (await js(any_session, "f.contentDocument.body.innerText")).strip() == "Dear all,"


async def test_a_frame_that_its_own_button_takes_away_fails_nothing(any_session: Session, serve: PageServer) -> None:
    inner = "<button onclick='parent.document.querySelector(`iframe`).remove()'>Close</button>"
    await shown(any_session, serve, f'<p>Page</p><iframe srcdoc="{inner}"></iframe>')
    close = await ref(any_session, "button")
    await press(any_session, close)
    assert "iframe" not in await js(any_session, "document.body.innerHTML")
    assert (await any_session.call("click", ref=close)).code == "stale_ref"


# Tabs


async def test_after_the_active_tab_is_closed_the_one_before_is_active(any_session: Session, serve: PageServer) -> None:
    await shown(any_session, serve, "<title>One</title>")
    for title in ("Two", "Three"):
        assert (await any_session.call("new_tab", url=serve(f"<title>{title}</title>"))).ok
    await any_session.call("switch_tab", tab="t1")
    await any_session.call("switch_tab", tab="t3")
    closed = await any_session.call("close_tab")
    assert (closed.data["active"]["tab"], closed.data["active"]["title"].raw) == ("t1", "One")


async def test_after_the_last_tab_is_closed_there_is_an_empty_one(any_session: Session, serve: PageServer) -> None:
    await shown(any_session, serve, "<title>One</title>")
    closed = await any_session.call("close_tab")
    assert (closed.data["active"]["tab"], closed.data["active"]["url"].raw) == ("t2", "about:blank")
    assert (await any_session.call("goto", url=serve("<title>Two</title>"))).ok


async def test_a_tab_whose_page_asks_before_it_is_left_is_closed_all_the_same(
    any_session: Session, serve: PageServer
) -> None:
    await shown(any_session, serve, "<title>One</title>")
    page = "<button onclick='onbeforeunload = (e) => e.preventDefault()'>Edit</button>"
    await any_session.call("new_tab", url=serve(page))
    await press(any_session, "Edit")
    assert (await any_session.call("close_tab")).data["active"]["tab"] == "t1"
    assert (await any_session.call("page_info")).data["title"] == "One"


@pytest.mark.parametrize("caller", ["user", "model"])
async def test_a_popup_that_closes_itself_is_reported_as_closed(
    any_session: Session, serve: PageServer, caller: Caller
) -> None:
    popup = serve("<button onclick='window.close()'>Done</button>")
    await shown(any_session, serve, f"<button onclick=\"window.open('{popup}')\">Open</button>")
    await press(any_session, "Open")
    await any_session.call("switch_tab", tab="t2")
    done = await any_session.call_as(caller, "click", ref="Done")
    assert (done.ok, done.followed["closed_tabs"]) == (True, ["t2"])
    assert [tab["id"] for tab in (await any_session.call("page_info")).data["tabs"]] == ["t1"]


async def test_several_popups_of_one_press_are_all_reported(any_session: Session, serve: PageServer) -> None:
    popup = serve("<title>Popup</title>")
    ways = ("", ", '', 'width=300,height=200'", ", '', 'noopener'")
    script = "; ".join(f"window.open('{popup}'{way})" for way in ways)
    await shown(any_session, serve, f'<button onclick="{script}">Open</button>')
    opened = (await any_session.call("click", ref="Open")).followed["opened_tabs"]
    assert [(tab["id"], tab["title"].raw) for tab in opened] == [(f"t{number}", "Popup") for number in (2, 3, 4)]


# Navigation


async def test_a_chain_of_redirects_over_sites_is_followed_to_its_end(any_session: Session, serve: PageServer) -> None:
    serve("<title>End</title>", "/5")
    for number, status in enumerate((301, 302, 303, 307, 308)):
        site = serve.origin if number % 2 else serve.other_site
        serve.put(f"/{number}", Reply(b"", status, headers={"location": f"{site}/{number + 1}"}))
    opened = await any_session.call("goto", url=f"{serve.origin}/0")
    assert (opened.data["url"].raw, opened.data["title"].raw) == (f"{serve.other_site}/5", "End")


async def test_a_page_that_leads_on_by_itself_is_seen_where_it_led(any_session: Session, serve: PageServer) -> None:
    end = serve("<title>End</title><h1>Arrived</h1>")
    for leads in (f"<meta http-equiv=refresh content='0; url={end}'>", f"<script>location.replace('{end}')</script>"):
        assert (await any_session.call("goto", url=serve(f"<title>On the way</title>{leads}"))).ok
        assert (await any_session.call("wait_for", text="Arrived")).ok
        assert (await any_session.call("page_info")).data["url"] == end


async def test_a_link_within_the_page_keeps_the_document_and_its_refs(any_session: Session, serve: PageServer) -> None:
    html = "<a href='#end'>End</a><button>Stay</button><p style='height:3000px'></p><h2 id=end>The end</h2>"
    await shown(any_session, serve, html)
    stay = await ref(any_session, "button")
    ended = await any_session.call("click", ref="End")
    assert ended.followed["navigated_to"].raw.endswith("#end")
    assert await js(any_session, "scrollY > 1000")
    assert (await any_session.call("click", ref=stay)).ok


async def test_a_link_to_another_program_leaves_the_page_as_it_is(any_session: Session, serve: PageServer) -> None:
    await shown(any_session, serve, "<a href='mailto:a@b.example'>Write</a><a href='tel:+411234'>Call</a><p>Here</p>")
    for name in ("Write", "Call"):
        await press(any_session, name)
        assert "Here" in await outline(any_session)


async def test_a_server_that_asks_for_a_password_answers_with_its_own_page(
    any_session: Session, serve: PageServer
) -> None:
    asks = Reply(b"<h1>Members only</h1>", 401, headers={"www-authenticate": 'Basic realm="Club"'})
    opened = await any_session.call("goto", url=serve.put("/club", asks))
    assert opened.data["status"] == 401
    assert "Members only" in await outline(any_session)


# What a page asks of the browser


async def test_a_page_that_prints_goes_on(any_session: Session, serve: PageServer) -> None:
    await shown(any_session, serve, "<button onclick=\"print(); this.textContent = 'Printed'\">Print</button>")
    await press(any_session, "Print")
    assert "Printed" in await outline(any_session)


async def test_a_page_that_asks_for_place_camera_and_messages_is_refused_and_goes_on(
    any_session: Session, serve: PageServer
) -> None:
    script = """const out = document.querySelector('p');
    navigator.geolocation.getCurrentPosition(() => {}, () => { out.append('no place ') });
    navigator.mediaDevices.getUserMedia({video: true}).catch(() => { out.append('no camera ') });
    Notification.requestPermission().then((answer) => { out.append(answer == 'granted' ? 'told' : 'no messages ') });"""
    await shown(any_session, serve, f'<button onclick="{script}">Start</button><p></p>'.replace(chr(10), " "))
    await press(any_session, "Start")
    for word in ("no place", "no camera", "no messages"):
        assert (await any_session.call("wait_for", text=word)).ok


async def test_twenty_alerts_in_a_row_are_answered_one_by_one(any_session: Session, serve: PageServer) -> None:
    script = "for (let i = 1; i < 21; i++) alert('Number ' + i); this.textContent = 'Quiet'"
    await shown(any_session, serve, f'<button onclick="{script}">Ask</button>')
    followed = (await any_session.call("click", ref="Ask")).followed
    for number in range(1, 21):
        assert followed["dialog"]["message"] == f"Number {number}"
        followed = (await any_session.call("dialog", accept=True)).followed
    assert "Quiet" in await outline(any_session)


# What stands on a page


async def test_a_page_of_50000_pixels_is_read_and_operated_to_its_end(any_session: Session, serve: PageServer) -> None:
    await shown(
        any_session,
        serve,
        "<h1>Top</h1><div style='height:50000px'></div><button onclick=\"this.textContent = 'Reached'\">Last</button>",
    )
    assert "Last" in await outline(any_session)
    assert (await any_session.call("search_page", pattern="Last")).data["total"] == 1
    pictured = await any_session.call("screenshot", full_page=True)
    assert (pictured.ok, len(pictured.attachments)) == (True, 1)
    await press(any_session, "Last")
    assert await js(any_session, "scrollY") > 49_000
    assert "Reached" in await outline(any_session)


async def test_a_page_that_permits_no_script_but_its_own_is_read_and_operated(
    any_session: Session, serve: PageServer
) -> None:
    strict = "default-src 'none'; form-action 'self'; sandbox allow-forms; require-trusted-types-for 'script'"
    url = serve(
        "<form action=/sent><label>Name <input name=n></label><button>Send</button></form>",
        headers={"content-security-policy": strict},
    )
    assert (await any_session.call("goto", url=url)).ok
    assert (await any_session.call("fill", ref="Name", value="Ada")).data["value"] == "Ada"
    await press(any_session, "Send")
    assert "/sent?n=Ada" in [request.path for request in serve.requests]


async def test_elements_that_are_turned_and_scaled_are_pressed(any_session: Session, serve: PageServer) -> None:
    places = ("transform:rotate(30deg)", "transform:scale(3) translate(40px,40px)", "zoom:2", "transform:skewX(20deg)")
    buttons = [
        f"<p style='margin:60px;width:90px;{how}'><button onclick='this.remove()'>B{at}</button>"
        for at, how in enumerate(places)
    ]
    await shown(any_session, serve, "".join(buttons))
    for at in range(len(places)):
        await press(any_session, f"B{at}")
    assert await js(any_session, "document.querySelectorAll('button').length") == 0


async def test_a_page_that_writes_itself_anew_ends_the_old_refs(any_session: Session, serve: PageServer) -> None:
    script = "document.open(); document.write('<h1>New</h1><button>Go on</button>'); document.close()"
    await shown(any_session, serve, f'<button onclick="{script}">Old</button>')
    old = await ref(any_session, "button")
    await press(any_session, old)
    assert "New" in await outline(any_session)
    assert (await any_session.call("click", ref=old)).code == "stale_ref"
    await press(any_session, "Go on")


# Drags


BY_EVENTS = """<ol id=l><li draggable=true>One<li draggable=true>Two<li draggable=true>Three</ol><script>
let held = null;
l.addEventListener('dragstart', (e) => { held = e.target; e.dataTransfer.setData('text/plain', held.textContent) });
l.addEventListener('dragover', (e) => { e.preventDefault() });
l.addEventListener('drop', (e) => { e.preventDefault(); e.target.closest('li').after(held) });
</script>"""
BY_POINTER = """<style>li { touch-action: none; user-select: none; height: 30px }</style>
<ol id=l><li>One<li>Two<li>Three</ol><script>
let held = null;
l.addEventListener('pointerdown', (e) => { held = e.target; l.setPointerCapture(e.pointerId) });
l.addEventListener('pointermove', (e) => {
  if (held === null) return;
  const over = document.elementsFromPoint(e.clientX, e.clientY).find((one) => one.matches('li') && one !== held);
  if (over) over.getBoundingClientRect().top > held.getBoundingClientRect().top ? over.after(held) : over.before(held);
});
l.addEventListener('pointerup', () => { held = null });
</script>"""


@pytest.mark.parametrize("page", [BY_EVENTS, BY_POINTER], ids=["drag events", "pointer"])
async def test_a_list_is_sorted_by_a_drag(page: str, any_session: Session, serve: PageServer) -> None:
    await shown(any_session, serve, page)
    places = {
        name: await ref(any_session, f"li:nth-of-type({at})") for at, name in enumerate(("One", "Two", "Three"), 1)
    }
    dragged = await any_session.call_as("model", "drag", from_ref=places["One"], to_ref=places["Three"])
    assert dragged.ok, dragged.to_dict()
    assert await js(any_session, "[...l.children].map((one) => one.textContent.trim())") == ["Two", "Three", "One"]


# Documents


async def test_a_pdf_in_a_frame_is_read_by_the_frame(any_session: Session, serve: PageServer) -> None:
    prices = pdf([[(72, 700, 10, "Kettle 30 francs")]])
    url = serve.put("/prices.pdf", Reply(prices, content_type="application/pdf"))
    await shown(
        any_session,
        serve,
        f"<h1>Prices</h1><iframe src={url} title=List></iframe><embed src={url}><object data={url}></object>",
    )
    assert 'frame "List"' in await outline(any_session)
    for tag in ("iframe", "embed", "object"):
        read = await any_session.call_as("model", "read_pdf", ref=await ref(any_session, tag))
        assert read.ok, read.to_dict()
        assert read.data["pages"][0]["text"] == "Kettle 30 francs"
