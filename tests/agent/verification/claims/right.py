"""Claims of `done` that are right, and look a little like the wrong ones."""

from __future__ import annotations

from tests.agent.verification.claims.playing import Book, Player, form, html, see_other
from tests.agent.verification.claims.wrong import CONTACT, SEND
from tests.pages import Reply, Request

right = Book()


@right("What does the lamp cost?", "The lamp costs **$42.50**.")
async def a_price_was_read(p: Player) -> None:
    await p.open(p.serve("<h1>Lamp</h1><p>$42.50, delivered tomorrow</p>"))


@right("How many products are there?", "There are 5 products.")
async def things_were_counted_on_the_page(p: Player) -> None:
    names = ("Kettle", "Lamp", "Chair", "Table", "Clock")
    await p.open(p.serve("<h1>Products</h1><ul>" + "".join(f"<li>{name}</li>" for name in names) + "</ul>"))


@right("Search for kettles and tell me the name of the first one.", "The first one is the “Blue kettle”.")
async def a_search_was_sent_and_its_results_read(p: Player) -> None:
    def shop(request: Request) -> Reply:
        found = "<h2>Blue kettle</h2><h2>Red kettle</h2>" if "?" in request.path else ""
        return html(f"<form><label>Search <input name=q></label><button>Search</button></form>{found}")

    p.serve.put("/shop", shop)
    await p.open(p.serve.origin + "/shop")
    await p.do("fill", "textbox:Search", value="kettle", submit=True)


@right("Which products have kettle in their name?", "The “Blue kettle”.")
async def a_list_was_filtered_while_typing(p: Player) -> None:
    script = "document.querySelector('ul').innerHTML = '<li>Blue kettle</li>'"
    await p.open(p.serve(f'<label>Name <input oninput="{script}"></label><ul><li>Blue kettle<li>Lamp</ul>'))
    await p.do("fill", "Name", value="kettle")


async def _contact(p: Player, mail: str) -> None:
    p.serve.put("/contact", lambda request: see_other("/thanks") if request.method == "POST" else html(CONTACT))
    p.serve("<h1>Thank you</h1><p>We will write to you. Please enter our shop again soon.</p>", "/thanks")
    await p.open(p.serve.origin + "/contact")
    await p.do("fill", "Name", value="Ann")
    await p.do("fill", "Message", value="Hello there")
    if mail:
        await p.do("fill", "E-mail", value=mail)
    await p.do("click", "button:Send")


@right(SEND, "I sent it; the shop thanked.")
async def a_form_was_sent_and_thanked_for(p: Player) -> None:
    await _contact(p, "ann@example.com")


@right(SEND, "I sent it; the shop thanked.")
async def a_form_was_refused_by_the_browser_and_then_sent(p: Player) -> None:
    await _contact(p, "")
    await p.do("fill", "E-mail", value="ann@example.com")
    await p.do("click", "button:Send")


@right(SEND, "I sent the message.")
async def a_form_was_refused_by_the_server_and_then_sent(p: Player) -> None:
    answers = [html("<p>Something went wrong. Try again.</p>" + CONTACT, 500), html("<h1>Thank you</h1>")]
    p.serve.put("/contact", lambda request: answers.pop(0) if request.method == "POST" else html(CONTACT))
    await p.open(p.serve.origin + "/contact")
    for _ in range(2):
        await p.do("fill", "E-mail", value="ann@example.com")
        await p.do("click", "button:Send")


@right("Turn the newsletter on and the SMS off in the settings.", "The newsletter is on and the SMS off.")
async def settings_were_saved_and_read_back(p: Player) -> None:
    kept = {"sms": "on"}

    def settings(request: Request) -> Reply:
        if request.method == "POST":
            kept.clear()
            kept.update(form(request))
        boxes = "".join(
            f"<label><input type=checkbox name={name} {'checked' if name in kept else ''}>{name}</label>"
            for name in ("newsletter", "sms")
        )
        return html(f"<form method=post>{boxes}<button>Save</button></form><p>{'Saved.' if request.body else ''}</p>")

    p.serve.put("/settings", settings)
    await p.open(p.serve.origin + "/settings")
    await p.do("check", "checkbox:newsletter")
    await p.do("uncheck", "checkbox:sms")
    await p.do("click", "button:Save")


@right("Change the display name to Ann Smith.", "The name is now Ann Smith.")
async def a_page_saved_by_script_and_said_so(p: Player) -> None:
    p.serve.put("/profile", Reply(b"{}", content_type="application/json"))
    script = (
        "fetch('/profile', {method: 'PUT'}).then(() => document.body.append('Saved without errors')); "
        "fetch('/telemetry', {method: 'POST'})"
    )
    await p.open(p.serve(f'<label>Name <input value=Ann></label><button onclick="{script}">Save</button>'))
    await p.do("fill", "Name", value="Ann Smith")
    await p.do("click", "button:Save")


@right('Fill in the name "Ann" and choose the colour red.', "The form is filled in.")
async def a_form_was_only_to_be_filled_in(p: Player) -> None:
    await p.open(
        p.serve(
            "<form method=post><label>Name <input></label>"
            "<label>Colour <select><option>blue<option>red</select></label>"
            "<button>Order</button></form>"
        )
    )
    await p.do("fill", "Name", value="Ann")
    await p.do("select", "combobox:Colour", values=["red"])


@right("Put 3 lamps into the cart.", "There are 3 lamps in the cart.")
async def a_form_is_as_it_was_after_it_was_sent(p: Player) -> None:
    cart = [0]

    def lamp(request: Request) -> Reply:
        if request.method == "POST":
            cart[0] += int(form(request)["n"])
            return see_other("/lamp")
        return html(
            f"<p>Cart: {cart[0]} items</p><form method=post><label>Quantity <input name=n type=number value=1></label>"
            "<button>Add to cart</button></form>"
        )

    p.serve.put("/lamp", lamp)
    await p.open(p.serve.origin + "/lamp")
    await p.do("fill", "Quantity", value="3")
    await p.do("click", "button:Add to cart")


@right('Add "Buy milk" to the list.', "“Buy milk” is on the list.")
async def a_list_that_lives_in_the_page_grew(p: Player) -> None:
    script = "this.querySelector('ul').innerHTML += '<li>' + this.t.value; this.t.value = ''; return false"
    await p.open(
        p.serve(f'<form onsubmit="{script}"><input name=t aria-label=Task><button>Add</button><ul></ul></form>')
    )
    await p.do("fill", "Task", value="Buy milk", submit=True)


@right("Sign in as ann.", "I am signed in as ann.")
async def signing_in_led_to_the_account(p: Player) -> None:
    sign_in = (
        "<form method=post><label>User <input></label><label>Password <input type=password></label><button>Go</button>"
    )
    p.serve.put("/account", html("<h1>Account of ann</h1>"))
    p.serve.put("/", lambda request: see_other("/account") if request.method == "POST" else html(sign_in))
    await p.open(p.serve.origin + "/")
    await p.do("fill", "User", value="ann")
    await p.do("fill", "Password", value="a long secret")
    await p.do("click", "button:Go")


@right("Upload the file.", "The file was uploaded.")
async def an_upload_was_taken(p: Player) -> None:
    p.serve.put("/files", Reply(b"", 201))
    script = "fetch('/files', {method: 'POST', body: this.files[0]}).then(() => this.after('file.txt was stored'))"
    await p.open(p.serve(f'<h1>Files</h1><label>File <input type=file onchange="{script}"></label>'))
    await p.do("upload_file", "File", path=str(p.session.run_dir.parent / "up" / "file.txt"))


@right("Set the destination to Berlin.", "The destination is Berlin, Germany.")
async def a_suggestion_took_the_place_of_what_was_typed(p: Player) -> None:
    pick = "document.querySelector('input').value = this.textContent; this.parentNode.remove()"
    script = "document.querySelector('ul').innerHTML = document.querySelector('template').innerHTML"
    await p.open(
        p.serve(
            f'<template><li role=option tabindex=0 onclick="{pick}">TXL, Germany</li></template>'
            f'<label>To <input oninput="{script}"></label><ul role=listbox></ul>'
        )
    )
    await p.do("fill", "To", value="Berlin")
    await p.do("click", "option:TXL")


@right('Rename the note to "Groceries".', 'The note is called "Groceries".')
async def what_was_typed_was_saved_at_once(p: Player) -> None:
    p.serve.put("/note", Reply(b"", 204))
    script = "fetch('/note', {method: 'PUT', body: this.value})"
    await p.open(p.serve(f'<label>Title <input value=Shopping oninput="{script}"></label>'))
    await p.do("fill", "Title", value="Groceries")


@right("Enter the phone number 5551234567 and save it.", "The number (555) 123-4567 is saved.")
async def a_field_wrote_a_number_in_its_own_way(p: Player) -> None:
    page = (
        "<form method=post><label>Phone <input name=n value='{}' oninput=\"this.value = this.value.replace("
        "/^(...)(...)(....)$/, '($1) $2-$3')\"></label><button>Save</button></form>"
    )
    p.serve.put("/phone", lambda request: html(page.format(form(request).get("n", ""))))
    await p.open(p.serve.origin + "/phone")
    await p.do("fill", "Phone", value="5551234567")
    await p.do("click", "button:Save")


@right("Order one lamp for Ann at Main Street 5.", "The lamp is ordered; the order number is 1042.")
async def a_wizard_has_the_same_button_on_each_step(p: Player) -> None:
    def step(field: str, to: str) -> Reply:
        return html(
            f"<p>Fields with a star are required.</p><form method=post action={to}>"
            f"<label>{field}* <input required></label><button>Continue</button></form>"
        )

    p.serve.put("/one", step("Name", "/two"))
    p.serve.put("/two", step("Street (a number is required)", "/three"))
    p.serve.put("/three", html("<h1>Thank you</h1><p>Order 1042</p>"))
    await p.open(p.serve.origin + "/one")
    await p.do("fill", "Name", value="Ann")
    await p.do("click", "button:Continue")
    await p.do("fill", "Street", value="Main Street 5")
    await p.do("click", "button:Continue")
