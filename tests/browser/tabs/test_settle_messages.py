"""Settling of pages whose servers answer over websockets, and of pages that always have a request open."""

import asyncio
import threading

import pytest

from handrail.browser.page import sockets
from handrail.browser.tabs import settle
from tests.browser.openings import visit
from tests.browser.tabs.test_settle import act, said
from tests.chat import ChatServer
from tests.pages import Reply


def chat(server, written):
    """A page whose button says something over a websocket; ``written`` writes the answer."""
    return server(
        f"<button disabled onclick=\"socket.send('Hi')\">Go</button><p id=out></p><script>"
        f"const socket = new WebSocket('{server.chat}'), button = document.querySelector('button');"
        f"socket.onopen = () => {{ button.disabled = false; }};"
        f"socket.onmessage = ({{ data }}) => {{ {written} }}</script>"
    )


@pytest.mark.parametrize("written", ["out.textContent = data", "setTimeout(() => { out.textContent = data }, 200)"])
async def test_what_is_answered_over_a_websocket_is_on_the_page_when_the_act_is_over(tabs, written):
    with ChatServer() as server:
        server.hold = threading.Event()
        later = asyncio.get_running_loop().call_later
        tabs.active.page.on("websocket", lambda one: one.on("framesent", lambda _: later(0.4, server.hold.set)))
        await tabs.active.goto(chat(server, written))
        after, _ = await act(tabs, "Go")
        assert (after.settled, after.changed) == (True, True)
        assert "Hi" in await said(tabs)


async def test_a_page_that_fills_its_main_part_over_a_websocket_is_waited_for(tabs):
    with ChatServer() as server:
        late = "setTimeout(() => { main.innerHTML = '<h1>Here</h1>' }, 700)"
        url = server(
            f"<nav><a href=/>Home</a></nav><main id=main style='min-height: 9em'></main><script>"
            f"const socket = new WebSocket('{server.chat}'); socket.onopen = () => socket.send('Hi');"
            f"socket.onmessage = () => {{ {late} }}</script>"
        )
        await visit(tabs, url)
        assert "Here" in await said(tabs)


POLLING = """<button onclick="fetch('/say', {method: 'POST'})">Go</button><p id=out></p><script>
  const poll = () => fetch('/poll?' + performance.now()).then((reply) => reply.text())
    .then((text) => { out.textContent = text; poll() });
  poll();
</script>"""


async def test_a_request_that_always_stays_open_to_hear_of_news_is_not_waited_for(both_tabs, serve):
    open_polls: list[threading.Event] = []

    def hold(_):
        open_polls.append(threading.Event())
        return Reply(f"News {len(open_polls)}".encode(), 200, "text/plain", hold=open_polls[-1])

    def release(_):
        open_polls[-1].set()
        return Reply(b"{}")

    serve.put("/poll", hold)
    serve.put("/say", release)
    await both_tabs.active.goto(serve(POLLING))
    after, took = await act(both_tabs, "Go")
    assert after.settled
    assert took < settle.CAP / 2
    assert "News 1" in await said(both_tabs)


AGAIN = """<button onclick=load(2)>Go</button><p id=out></p><script>
  const load = (n) => fetch('/list?' + n, {method: 'POST'}).then((reply) => reply.text())
    .then((text) => { out.textContent = text });
  load(1);
</script>"""


async def test_what_an_act_asks_for_once_more_is_waited_for_though_the_page_asked_just_before(tabs, serve):
    second, asked = threading.Event(), list[str]()

    def answer(request):
        asked.append(request.path)
        return Reply(b"Sorted", hold=second) if len(asked) > 1 else Reply(b"Listed")

    serve.put("/list", answer)
    await tabs.active.goto(serve(AGAIN))
    loop = asyncio.get_running_loop()
    # The act comes within the time in which a row of polls goes on.
    loop.call_later(0.4, second.set)
    await act(tabs, "Go")
    assert "Sorted" in await said(tabs)


async def test_a_websocket_without_an_answer_is_waited_for_once_and_reported(tabs):
    with ChatServer() as server:
        server.mute = True
        await tabs.active.goto(chat(server, ""))
        first, took_first = await act(tabs, "Go")
        second, took_second = await act(tabs, "Go")
        assert (first.settled, second.settled) == (False, True)
        assert took_first >= sockets.ANSWER * 0.8
        assert took_second < took_first / 2
