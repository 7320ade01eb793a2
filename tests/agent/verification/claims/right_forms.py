"""More claims of `done` that are right: forms and what pages send by themselves."""

from __future__ import annotations

from tests.agent.verification.claims.playing import Player, html, see_other
from tests.agent.verification.claims.right import right
from tests.agent.verification.claims.wrong import CONTACT


@right('Send the message "Hello there" from Ann with the contact form.', "I sent it; the shop thanked.")
async def a_form_was_filled_in_at_once_and_then_sent(p: Player) -> None:
    p.serve.put("/contact", lambda request: see_other("/thanks") if request.method == "POST" else html(CONTACT))
    p.serve("<h1>Thank you</h1>", "/thanks")
    await p.open(p.serve.origin + "/contact")
    values = {"Name": "Ann", "E-mail": "ann@example.com", "Message": "Hello there"}
    await p.do("fill_form", fields=[{"ref": p.ref(name), "value": value} for name, value in values.items()])
    await p.do("click", "button:Send")


@right("Sign in as ann with the password a-long-secret.", "I am signed in as ann.")
async def signing_in_asks_for_the_name_first(p: Player) -> None:
    p.serve.put("/account", html("<h1>Account of ann</h1>"))
    password = (
        "<form method=post action=/done><label>Password <input type=password></label><button>Sign in</button></form>"
    )
    p.serve.put("/password", html(password))
    p.serve.put("/done", see_other("/account"))
    name = "<form method=post><label>User <input></label><button>Next</button></form>"
    p.serve.put("/", lambda request: see_other("/password") if request.method == "POST" else html(name))
    await p.open(p.serve.origin + "/")
    await p.do("fill", "User", value="ann")
    await p.do("click", "button:Next")
    await p.do("fill", "Password", value="a-long-secret")
    await p.do("click", "button:Sign in")


@right("How much is 100 degrees Celsius in Fahrenheit?", "212 degrees.")
async def a_page_works_out_what_is_typed(p: Player) -> None:
    script = "document.querySelector('output').textContent = this.value * 1.8 + 32"
    await p.open(p.serve(f'<form><label>Celsius <input oninput="{script}"></label><output></output></form>'))
    await p.do("fill", "Celsius", value="100")


@right("Which sizes can the blue mug be had in?", "In “250 ml” and “350 ml”.", value={"sizes": ["250 ml", "350 ml"]})
async def a_choice_was_made_to_see_what_comes_of_it(p: Player) -> None:
    script = "document.querySelector('p').textContent = '250 ml, 350 ml'"
    options = "<option>red<option>blue"
    page = f'<form method=post><label>Colour <select onchange="{script}">{options}</select></label></form><p></p>'
    await p.open(p.serve(page))
    await p.do("select", "combobox:Colour", values=["blue"])


PLANS = "".join(f"<label><input type=radio name=plan> {name}</label>" for name in ("Free", "Pro", "Business"))
