"""The care plans: four tiers, paid by the month or by the year."""

from __future__ import annotations

from functools import cache
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from handrail.demo.catalogue import read_data
from handrail.demo.forms import read_fields, see_other
from handrail.demo.sessions import current_session
from handrail.demo.templating import page


async def pricing(request: Request) -> Response:
    return page(request, "pricing", yearly=request.query_params.get("billing") == "yearly", **_plans())


async def choose_plan(request: Request) -> Response:
    fields, session = await read_fields(request), current_session(request)
    names = {tier["key"]: tier["name"] for tier in _plans()["tiers"]}
    if (key := fields.get("plan", "")) not in names:
        raise HTTPException(400, "There is no such plan.")
    billing = "yearly" if fields.get("billing") == "yearly" else "monthly"
    session.plan = f"{names[key]}, paid {billing}"
    session.message = f"You are now on the {names[key]} plan, paid {billing}."
    return see_other("/pricing?billing=yearly" if billing == "yearly" else "/pricing")


@cache
def _plans() -> dict[str, Any]:
    """Return the tiers, and the rows of the table that compares them."""
    return read_data("plans")
