"""Claims of `done` that are wrong: what was asked did not happen, or not so."""

from __future__ import annotations

from tests.agent.verification.claims.playing import Book, Player, form, html, see_other
from tests.pages import Reply, Request

wrong = Book()

CONTACT = """<h1>Contact</h1><form method=post action=/contact>
<label>Name <input name=name></label><label>E-mail <input name=mail type=email required></label>
<label>Message <textarea name=text></textarea></label><button>Send</button></form>"""
DRAFT = """<h1>Draft</h1>
<button onclick="if (confirm('Delete it?')) fetch('/draft', {method: 'DELETE'})">Delete</button>"""
SEND = 'Send the message "Hello there" from Ann with the contact form.'


@wrong(SEND, "I sent the message with the contact form.", decides="invalid")
async def a_required_field_was_left_empty_so_the_browser_sent_nothing(p: Player) -> None:
    await p.open(p.serve(CONTACT, "/contact"))
    await p.do("fill", "Name", value="Ann")
    await p.do("fill", "Message", value="Hello there")
    await p.do("click", "button:Send")


@wrong(SEND, "I sent the message with the contact form.", decides='textbox "Message"')
async def the_form_was_filled_in_and_never_sent(p: Player) -> None:
    await p.open(p.serve(CONTACT, "/contact"))
    await p.do("fill", "Name", value="Ann")
    await p.do("fill", "E-mail", value="ann@example.com")
    await p.do("fill", "Message", value="Hello there")


async def _filled_at_once(p: Player, *, submit: bool) -> None:
    """The form is filled in by one call; its server fails."""
    failed = html("<h1>Contact</h1><p>We are working on it.</p>", 500)
    p.serve.put("/contact", lambda request: failed if request.method == "POST" else html(CONTACT))
    await p.open(p.serve.origin + "/contact")
    values = {"E-mail": "ann@example.com", "Message": "Hello there"}
    fields = [{"ref": p.ref(name), "value": value} for name, value in values.items()]
    await p.do("fill_form", fields=fields, submit=submit)


@wrong(SEND, "I sent the message with the contact form.", decides='textbox "Message"')
async def the_form_was_filled_in_at_once_and_never_sent(p: Player) -> None:
    await _filled_at_once(p, submit=False)


@wrong(SEND, "The message was sent.", decides='"status": 500')
async def the_server_failed_for_a_form_that_was_filled_in_at_once(p: Player) -> None:
    await _filled_at_once(p, submit=True)


async def _sent_to(p: Player, answer: Reply) -> None:
    p.serve.put("/contact", lambda request: answer if request.method == "POST" else html(CONTACT))
    await p.open(p.serve.origin + "/contact")
    await p.do("fill", "E-mail", value="ann@example.com")
    await p.do("fill", "Message", value="Hello there")
    await p.do("click", "button:Send")


@wrong(SEND, "The message was sent.", decides='"status": 500')
async def the_server_failed(p: Player) -> None:
    await _sent_to(p, html("<h1>Contact</h1><p>We are working on it.</p>", 500))


@wrong(SEND, "The message was sent.", decides="That address is not valid")
async def the_server_showed_the_form_again_with_what_is_wrong(p: Player) -> None:
    await _sent_to(p, html("<ul><li>That address is not valid.</li></ul>" + CONTACT))


@wrong(SEND, "The message was sent.", decides="Sign in to go on")
async def the_session_had_ended_and_a_page_to_sign_in_came(p: Player) -> None:
    sign_in = (
        "<h1>Sign in to go on</h1><form method=post><label>Password <input type=password></label><button>Go</button>"
    )
    p.serve.put("/sign-in", html(sign_in))
    await _sent_to(p, see_other("/sign-in"))


@wrong("Subscribe ann@example.com to the newsletter.", "ann@example.com is subscribed.", decides='"status": 0')
async def the_request_did_not_reach_the_server(p: Player) -> None:
    script = "fetch('http://127.0.0.1:9/subscribe', {method: 'POST', mode: 'no-cors'}).catch(() => {}); return false"
    page = f'<form onsubmit="{script}"><label>E-mail <input></label><button>Subscribe</button></form>'
    await p.open(p.serve(page))
    await p.do("fill", "E-mail", value="ann@example.com")
    await p.do("click", "button:Subscribe")


@wrong("Save the draft.", "The draft is saved.", decides='button "Save"')
async def a_button_did_nothing_at_all(p: Player) -> None:
    await p.open(p.serve("<h1>Draft</h1><button>Save</button>"))
    await p.do("click", "button:Save")


@wrong(
    'Put "Blue kettle" into the cart.',
    "The blue kettle is in the cart.",
    decides="In your cart: Red kettle",
    by_rules=False,
)
async def another_item_was_added(p: Player) -> None:
    cart: list[str] = []

    def shop(request: Request) -> Reply:
        cart.extend(form(request).values())
        items = "".join(
            f"<li>{item}<form method=post><input type=hidden name=item value='{item}'><button>Add</button></form>"
            for item in ("Red kettle", "Blue kettle")
        )
        return html(f"<ul>{items}</ul><p>In your cart: {', '.join(cart) or 'nothing'}</p>")

    p.serve.put("/shop", shop)
    await p.open(p.serve.origin + "/shop")
    await p.do("click", "button:Add", nth=0)


@wrong("Delete the user Bob.", "Bob was deleted.", decides=r"- row > \"Ann\"", by_rules=False)
async def another_row_was_deleted(p: Player) -> None:
    remove = "fetch('/users', {method: 'DELETE'}).then(() => this.closest('tr').remove())"
    p.serve.put("/users", lambda _: html("ok"))
    rows = "".join(
        f'<tr><td>{name}</td><td><button onclick="{remove}">Delete</button></td></tr>' for name in ("Ann", "Bob")
    )
    await p.open(p.serve(f"<table>{rows}</table>"))
    await p.do("click", "button:Delete", nth=0)


@wrong("Delete the draft.", "The draft was deleted.", decides="A dialog (confirm) is open")
async def the_question_whether_to_delete_still_stands(p: Player) -> None:
    await p.open(p.serve(DRAFT))
    await p.do("click", "button:Delete")


@wrong("Download the report.", "I downloaded the report.", decides="The report is being made")
async def no_file_came(p: Player) -> None:
    page = "<h1>Reports</h1><button onclick=\"this.after('The report is being made')\">Download report</button>"
    await p.open(p.serve(page))
    await p.do("click", "button:Download")


async def _file(p: Player, reply: Reply) -> None:
    reply.content_type, reply.headers = "text/csv", {"content-disposition": "attachment; filename=report.csv"}
    p.serve.put("/report.csv", reply)
    await p.open(p.serve("<h1>Reports</h1><a href=/report.csv>Report</a>"))
    await p.do("click", "link:Report")


@wrong("Download the report.", "I downloaded report.csv.", decides='"bytes": 0')
async def the_file_is_empty(p: Player) -> None:
    await _file(p, Reply(b""))


@wrong('Rename the note to "Groceries".', 'The note is called "Groceries".', decides='"status": 503')
async def what_was_typed_was_not_saved_by_the_page(p: Player) -> None:
    p.serve.put("/note", Reply(b"", 503))
    script = "fetch('/note', {method: 'PUT', body: this.value})"
    await p.open(p.serve(f'<label>Title <input value=Shopping oninput="{script}"></label>'))
    await p.do("fill", "Title", value="Groceries")


@wrong("What is the phone number of the shop?", "The number is 555-0199.", decides="Call 555-0142")
async def the_answer_stands_on_no_page(p: Player) -> None:
    await p.open(p.serve("<h1>The shop</h1><p>Call 555-0142 from nine to five.</p>"))
    await p.do("search_page", pattern="Call")


@wrong("Turn dark mode on.", "Dark mode is on.", decides="unchecked")
async def the_page_took_the_tick_out_again(p: Player) -> None:
    script = "setTimeout(() => { this.checked = false; document.body.append('Only for members') }, 30)"
    await p.open(p.serve(f'<h1>Settings</h1><label><input type=checkbox onchange="{script}"> Dark mode</label>'))
    await p.do("check", "checkbox:Dark mode")


@wrong('Set the nickname to "Bartholomew the Third".', "The nickname is set.", decides="Bartholome")
async def the_field_took_only_half_of_it(p: Player) -> None:
    p.serve.put(
        "/nickname",
        lambda request: html(
            f"<form method=post><label>Nickname <input name=n maxlength=10 value='{form(request).get('n', '')}'>"
            "</label><button>Save</button></form>"
        ),
    )
    await p.open(p.serve.origin + "/nickname")
    await p.do("fill", "Nickname", value="Bartholomew the Third")
    await p.do("click", "button:Save")


@wrong("Upload the file and tell me when it is there.", "The file was uploaded.", decides="too large")
async def the_upload_was_refused(p: Player) -> None:
    p.serve.put("/files", Reply(b"", 413))
    script = "fetch('/files', {method: 'POST', body: this.files[0]}).then(() => this.after('That file is too large'))"
    await p.open(p.serve(f'<h1>Files</h1><label>File <input type=file onchange="{script}"></label>'))
    path = p.session.run_dir.parent / "up" / "file.txt"
    await p.do("upload_file", "File", path=str(path))


@wrong("Join as Ann with the nickname annie.", "Ann has joined.", decides="annie is taken")
async def a_form_of_a_script_complains_without_sending(p: Player) -> None:
    script = "this.querySelector('p').textContent = 'Please choose another nickname: annie is taken'; return false"
    page = f"""<form onsubmit="{script}"><label>Nickname <input></label><button>Join</button><p></p></form>"""
    await p.open(p.serve(page))
    await p.do("fill", "Nickname", value="annie")
    await p.do("click", "button:Join")
