"""Fill in secrets that the user named; a model sees their names alone."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from pydantic import Field

from handrail.browser.types.errors import NotPermitted
from handrail.browser.types.facts import ElementFacts
from handrail.errors import UsageError
from handrail.policy.facts import Caller, SecretFacts
from handrail.policy.secrets import secret_goes_home
from handrail.results import Failed, Ok, Result
from handrail.results.data import FillSecretData
from handrail.tools.core.context import Context
from handrail.tools.core.element_params import Ref
from handrail.tools.core.table import Params, Security, tool


class FillSecret(Params):
    ref: Ref
    """The field: its ref (e12) or its label."""
    name: str = Field(min_length=1, max_length=100)
    """The secret, by its name."""


@tool(
    effect="change",
    capability="secret",
    needs=("secrets",),
    ref_fields=("ref",),
    label_keys=("name", "ref"),
    example={"ref": "e7", "name": "login"},
    security=Security(reads_page=False, changes_state=True, sends_data=True, takes_text=True),
)
async def fill_secret(ctx: Context, p: FillSecret) -> Result[FillSecretData]:
    """Put a secret that the user named into a field, without seeing it; only on the site that it is for.

    A password, user name, card number or one-time code, in a field of its kind. `kept` is false if the field holds
    another number of characters than the secret has."""
    vault = ctx.vault
    secret = vault.facts(p.name)
    if secret is None:
        return Failed(
            "no_such_secret", "There is no secret of that name.", hint=f"There are: {', '.join(vault.names())}."
        )
    try:
        # A value that was not read yet may take long to come.
        await asyncio.to_thread(vault.value, p.name)
    except UsageError as error:
        return Failed("no_secret_value", error.message, hint=error.hint, recoverable=False)

    def judge(field: ElementFacts, leads_to: Sequence[str]) -> None:
        _judge(secret, field, leads_to, ctx.caller)

    kept = await ctx.tab.actions.fill_secret(p.ref, lambda: vault.value(p.name), judge)
    return Ok({"ref": p.ref, "name": p.name, "filled": True, "kept": kept})


def _judge(secret: SecretFacts, field: ElementFacts, leads_to: Sequence[str], caller: Caller) -> None:
    """Judge the field behind the ref as it is now; policy judged the ref. A user reads the reason, a model does not."""
    denied = secret_goes_home(secret, field, leads_to)
    if denied is None:
        return
    if caller == "model":
        raise NotPermitted("This action is not permitted.")
    raise NotPermitted(denied.reason, hint=f"Allow it with {denied.remedy}." if denied.remedy else "")
