"""What a model reads where a page did not come, or a connection was lost before an answer came."""

from __future__ import annotations

import pytest

from handrail import Session
from handrail.results import Result
from handrail.tools.core.render import MAY_BE_TAKEN, message_parts
from handrail.trust import Fenced
from tests.calls.test_pipeline_policy import refs
from tests.pages import HttpServer, PageServer, Reply, Request

SHOP = """<title>Shop</title><form method=post action={there}/order><button>Order</button></form>
<button onclick="fetch('{there}/order', {{ method: 'POST', mode: 'no-cors' }}).catch(() => 0)">Ask</button>
<a href={there}/order>Terms</a>"""


def hang_up(_: Request) -> Reply:
    raise ConnectionAbortedError


async def press(session: Session, name: str) -> tuple[Result, str]:
    """Press a button as the user, and return what a model would read of it."""
    ref = (await refs(session))[name]
    result = await session.perform("user", "click", {"ref": ref}, observe=True)
    parts = message_parts(result)
    return result, "\n".join(one.text if isinstance(one, Fenced) else str(one) for one in parts)


@pytest.mark.parametrize("name", ["Order", "Ask"])
async def test_what_was_sent_and_not_answered_may_have_been_taken(
    any_session: Session, serve: PageServer, name: str
) -> None:
    serve.put("/order", hang_up)
    await any_session.call("goto", url=serve(SHOP.format(there=serve.origin)))
    result, text = await press(any_session, name)
    assert [(one["status"], one["may_be_taken"]) for one in result.followed["sent"]] == [(0, True)]
    assert MAY_BE_TAKEN in text


async def test_what_never_left_is_not_said_to_be_taken(any_session: Session, serve: PageServer) -> None:
    with HttpServer(lambda _: Reply()) as gone:
        there = gone.origin.replace("http:", "https:")
    await any_session.call("goto", url=serve(SHOP.format(there=there)))
    _, text = await press(any_session, "Order")
    assert MAY_BE_TAKEN not in text


async def test_an_error_page_of_the_browser_says_which_address_did_not_open_and_why(
    any_session: Session, serve: PageServer
) -> None:
    with HttpServer(lambda _: Reply()) as gone:
        there = gone.origin.replace("http:", "https:")
    await any_session.call("goto", url=serve(SHOP.format(there=there)))
    _, text = await press(any_session, "Terms")
    assert f"{there}/order" in text
    # Firefox says so in its own words.
    assert any(one in text for one in ("own error page for the address in its title: The server refused", "Unable to"))
    again = await any_session.call("goto", url=serve("<title>Next</title><p>Here"))
    assert again.ok
    assert "error page" not in str((await any_session.observe()).parts())
