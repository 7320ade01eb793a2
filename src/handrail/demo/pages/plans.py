"""The care plans: four tiers, paid by the month or by the year."""

from __future__ import annotations

from dataclasses import dataclass

from handrail.demo.markup import NOTHING, Html, fill, flag, join, render
from handrail.demo.pages.layout import show
from handrail.demo.web import Problem, Request, Response, Routes, see_other

routes = Routes()
YEARLY_MONTHS = 10  # a year costs ten months


@dataclass(frozen=True)
class Tier:
    key: str
    name: str
    euros: int  # a month
    who: str
    features: tuple[str, ...]
    featured: bool = False


TIERS = (
    Tier("basic", "Basic", 0, "For a thing or two.", ("Repairs at cost price", "Spare parts by post", "Care guides")),
    Tier(
        "home",
        "Home",
        6,
        "For a household that uses things.",
        ("Two free repairs a year", "Free delivery from €0", "10 % off refills", "Sharpening included"),
        featured=True,
    ),
    Tier(
        "studio",
        "Studio",
        14,
        "For people who work with them.",
        ("Six free repairs a year", "Replacement on loan", "15 % off everything", "Phone support"),
    ),
    Tier(
        "workshop",
        "Workshop",
        39,
        "For teams up to twenty.",
        ("Unlimited repairs", "Next-day replacement", "20 % off everything", "Yearly visit", "One invoice for all"),
    ),
)
COMPARED = (
    ("Free repairs a year", ("None", "2", "6", "Unlimited")),
    ("Discount", ("None", "10 % on refills", "15 %", "20 %")),
    ("Delivery", ("€4.90", "Free", "Free", "Free, next day")),
    ("People", ("1", "5", "5", "20")),
    ("Support by phone", ("No", "No", "Yes", "Yes")),
)


@routes.get("/pricing")
def pricing(request: Request) -> Response:
    yearly = request.query.get("billing") == "yearly"
    body = render(
        "pricing",
        tiers=join(_tier(tier, yearly, request.session.plan) for tier in TIERS),
        monthly_on=flag("checked", not yearly),
        yearly_on=flag("checked", yearly),
        heads=join(fill('<th scope="col">$name</th>', name=tier.name) for tier in TIERS),
        rows=join(_row(label, cells) for label, cells in COMPARED),
    )
    return show(request, "Care plans", body, section="/pricing")


@routes.post("/pricing")
def choose(request: Request) -> Response:
    tier = next((tier for tier in TIERS if tier.key == request.form.fields.get("plan")), None)
    if tier is None:
        raise Problem(400, "There is no such plan.")
    yearly = request.form.fields.get("billing") == "yearly"
    request.session.plan = f"{tier.name}, paid {'yearly' if yearly else 'monthly'}"
    request.session.message = f"You are now on the {tier.name} plan, paid {'yearly' if yearly else 'monthly'}."
    return see_other("/pricing?billing=yearly" if yearly else "/pricing")


def _tier(tier: Tier, yearly: bool, current: str) -> Html:
    monthly_price, yearly_price = f"€{tier.euros}", f"€{tier.euros * YEARLY_MONTHS}"
    return render(
        "parts/tier",
        kind=Html(" tier--featured") if tier.featured else NOTHING,
        ribbon=Html('<p class="ribbon">Most chosen</p>') if tier.featured else NOTHING,
        key=tier.key,
        name=tier.name,
        who=tier.who,
        price=yearly_price if yearly else monthly_price,
        per="a year" if yearly else "a month",
        monthly=monthly_price,
        yearly=yearly_price,
        billing="yearly" if yearly else "monthly",
        features=join(fill("<li>$text</li>", text=text) for text in tier.features),
        current=Html('<p class="current">Your plan</p>') if current.startswith(tier.name) else NOTHING,
    )


def _row(label: str, cells: tuple[str, ...]) -> Html:
    return fill(
        '<tr><th scope="row">$label</th>$cells</tr>',
        label=label,
        cells=join(fill("<td>$cell</td>", cell=cell) for cell in cells),
    )
