"""A tool of one's own, for programs and for models: ``python custom_tool.py http://127.0.0.1:8000/``."""

import sys

from pydantic import Field

from handrail import Ok, Result, SyncSession
from handrail.tools import Context, Params, Table, tool


class Prices(Params):
    most: float = Field(ge=0)
    """Only prices up to this, in euros."""


@tool(effect="read")
async def prices(ctx: Context, p: Prices) -> Result:
    """List the prices on the page as numbers."""
    found = await ctx.tab.reader.query(".price", max_results=1_000)
    amounts = [float(element.text.raw.removeprefix("€").replace(",", "")) for element in found.elements]
    return Ok({"prices": [amount for amount in amounts if amount <= p.most]})


if __name__ == "__main__":
    with SyncSession(plain=True, raise_errors=True, table=Table.load(prices)) as session:
        session.goto(f"{sys.argv[1]}products")
        print(session.call("prices", most=50).unwrap()["prices"])
