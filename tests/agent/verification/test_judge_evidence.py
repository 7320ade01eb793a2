"""A judge is shown the fact that decides, wherever it stood in a long run: 30 claims about one run, right and wrong."""

from __future__ import annotations

from dataclasses import replace

from handrail import Session
from handrail.agent.verification.judge import MAX_CHARS, render_claim
from handrail.attachments import Attachment
from handrail.models import Message
from tests.agent.verification.claims.playing import Case, Player, see_other
from tests.pages import PageServer, Reply

START = """<title>Harbour Tools</title><h1>Harbour Tools</h1><p>Delivery takes 5 working days.</p>
<p>Call +1 415 555 2671 or write to crew@harbour.example</p><p>Founded on 12 May 1987 by Ada Quill</p>
<button onclick="confirm('Discard 14 drafts of Mona Reyes?')">Tidy up</button><a href=/bill download>Bill</a>"""
ITEMS = "".join(f"<li><h3>Model {n}</h3><p>Weight {n * 3} grams, price €{n}.37</p></li>" for n in range(100, 500))
LONG = f"<title>Catalogue</title><h1>Catalogue</h1><ul>{ITEMS}</ul><p>Curator: Ines Falk</p>"
STORY = " ".join(f"Sentence {n} of a story that goes on and on about nothing." for n in range(140))
ORDER = "<title>Order</title><form method=post><label>Name <input name=n></label><button>Send</button></form>"

# What the agent answers, and the words that decide whether it is right.
CLAIMS = [
    # On the start page, which no call brought.
    ("Delivery takes 5 working days.", "Delivery takes 5 working days"),
    ("Delivery takes 2 working days.", "Delivery takes 5 working days"),
    ("Their number is +1 415 555 2671.", "+1 415 555 2671"),
    ("Write to crew@harbour.example.", "crew@harbour.example"),
    ("It was founded on 12 May 1987.", "12 May 1987"),
    ("It was founded in 1987 by Ada Quill.", "by Ada Quill"),
    ("The founder is Ada Quince.", "by Ada Quill"),
    ("You can phone 415-555-2671.", "+1 415 555 2671"),
    # Early on a long page.
    ("Model 101 costs €101.37.", "price €101.37"),
    ("Model 102 weighs 306 grams.", "Weight 306 grams"),
    ("Model 102 weighs 309 grams.", "Weight 306 grams"),
    # In the part of it that was cut off, found there by a search.
    ("Model 480 costs €480.37.", "€480.37"),
    ("Model 480 costs €408.37.", "€480.37"),
    ("Model 480 weighs 1440 grams.", "Weight 1440 grams"),
    # In that part, and never shown to the agent.
    ("Model 455 costs €455.37.", "price €455.37"),
    ("Model 455 costs €544.37.", "price €455.37"),
    ("The curator is Ines Falk.", "Curator: Ines Falk"),
    ("The curator is Ines Falke.", "Curator: Ines Falk"),
    # Late in a long text, many calls ago.
    ("Sentence 137 is about nothing.", "Sentence 137 of a story"),
    ("The story has a Sentence 139.", "Sentence 139 of a story"),
    # In a dialog.
    ("It would discard 14 drafts of Mona Reyes.", "Discard 14 drafts of Mona Reyes?"),
    ("It would discard 41 drafts of Mona Reyes.", "Discard 14 drafts of Mona Reyes?"),
    # A file that came.
    ("The bill is saved as bill-77.csv.", "bill-77.csv"),
    ("The bill has 23 bytes.", '"bytes": 23'),
    # What was sent, and how the server answered, after which much was read.
    ("The order of Otto Brandt was sent.", "Order K-2041 of Otto Brandt"),
    ("The order number is K-2041.", "Order K-2041"),
    ("The order number is K-2042.", "Order K-2041"),
    ("The order was sent and accepted.", '"status": 303'),
    # It is not there: what was looked for, and how often it stood there.
    ("There is no Model 999 in the catalogue.", '"pattern": "Model 999"'),
    ("There is no Model 999 in the catalogue.", '"total": 0'),
]


async def play(p: Player) -> None:
    """Twenty calls, whose results have 90,000 characters together."""
    for path, body in (("/", START), ("/long", LONG), ("/story", f"<title>Story</title><p>{STORY}</p>")):
        p.serve.put(path, Reply(f"<!doctype html>{body}".encode()))
    bill = {"content-disposition": "attachment; filename=bill-77.csv"}
    p.serve.put("/bill", Reply(b"item,price\nlamp,42.50\n1", content_type="text/csv", headers=bill))
    p.serve.put("/order", lambda asked: see_other("/sent") if asked.method == "POST" else Reply(ORDER.encode()))
    p.serve.put("/sent", Reply(b"<title>Sent</title><h1>Order K-2041 of Otto Brandt</h1>"))
    at = p.serve.origin
    await p.open(at + "/")
    await p.do("click", "Tidy up")
    await p.do("dialog", accept=False)
    await p.do("click", "Bill")
    await p.do("goto", url=at + "/long")
    for words in ("Model 480", "€480.37", "Weight 1440", "Model 999"):
        await p.do("search_page", pattern=words)
    await p.do("goto", url=at + "/story")
    await p.do("read_page")
    await p.do("goto", url=at + "/order")
    await p.do("fill", "Name", value="Otto Brandt", submit=True)
    await p.do("screenshot")
    for number in range(3):
        p.serve.put(f"/f{number}", Reply(f"<title>Other</title><p>{STORY.replace('Sentence', 'Line')}</p>".encode()))
        await p.do("goto", url=f"{at}/f{number}")
        await p.do("read_page")


async def test_what_decides_is_shown(session: Session, serve: PageServer) -> None:
    session.permissions.unsafe = True
    player = Player(session, serve)
    await play(player)
    about = await player.claim(Case("", "Answer the question.", play, ""))
    for answer, decides in CLAIMS:
        parts = render_claim(replace(about, answer=answer))
        shown = " ".join(Message("user", parts).text.replace("\n| ", " ").split())
        assert decides in shown.replace('\\"', '"'), answer
        assert len(shown) < 2 * MAX_CHARS
        assert sum(isinstance(part, Attachment) for part in parts) == 1
