"""Fill in what the user named or is asked for; a model sees the names alone."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from handrail.browser.types.element_names import ElementName, element_text
from handrail.browser.types.errors import NotPermitted
from handrail.browser.types.facts import ElementFacts
from handrail.errors import UsageError
from handrail.policy.facts import Caller, SecretFacts
from handrail.policy.rules.secrets import secret_goes_home
from handrail.results import Failed, Ok, Result
from handrail.results.data.elements import FillSecretData, RequestUserDataData
from handrail.tools.core.context import Context, ValueField, ValueRequest
from handrail.tools.core.element_params import FIELDS, Ref
from handrail.tools.core.needs import hint_to_allow
from handrail.tools.core.table import Params, Security, tool
from handrail.trust import one_line
from handrail.vault.secret import NAME


class FillSecret(Params):
    ref: Ref
    """The field: its ref (e12) or its label."""
    name: str = Field(min_length=1, max_length=100)
    """Of the secret."""


@tool(
    effect="change",
    capability="secret",
    needs=("secrets",),
    label="Fill in a secret[: {what}]",
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


class RequestedField(BaseModel):
    """A field that the user gives a value for."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    name: str = Field(pattern=NAME.pattern, max_length=41)
    """A word for it: iban."""
    ref: Annotated[str, BeforeValidator(element_text)]
    """The field: its ref or label."""


class RequestUserData(Params):
    reason: str = Field(min_length=1, max_length=500)
    """Why the user should give it."""
    form_description: str = Field(min_length=1, max_length=200)
    """What form it is for."""
    fields: list[RequestedField] = Field(min_length=1, max_length=20)
    """Each {name, ref}."""


@tool(
    effect="control",
    calls_tools=True,
    ask=False,
    needs=("values",),
    label="Ask you for data[: {what}]",
    label_keys=("form_description",),
    rare=True,
    example={
        "reason": "To pay the invoice",
        "form_description": "Bank details",
        "fields": [{"name": "iban", "ref": "e7"}],
    },
    # Each field is filled by a call of `fill_secret`, which is judged, watched and logged by itself.
    security=Security(reads_page=True, changes_state=False, sends_data=False, takes_text=False),
)
async def request_user_data(ctx: Context, p: RequestUserData) -> Result[RequestUserDataData]:
    """Have the user give values for fields, unseen by you: bank details, passwords.

    For text fields of one site, which the question names. What they give goes into these fields once, and shows as
    its name from then on. Each value has at least four characters. Over MCP not for passwords and card data."""
    if ctx.mode == "ask":
        return Failed("not_permitted", "In ask mode nothing is filled in.", recoverable=False)
    if len({field.name for field in p.fields}) < len(p.fields):
        return Failed("invalid_params", "Two fields have the same name.", hint="Give each a name of its own.")
    refs = {field.name: await _ref_of(ctx, field) for field in p.fields}
    targets = {name: await ctx.tab.reader.facts(ref) for name, ref in refs.items()}
    origin = next(iter(targets.values())).origin
    for name, target in targets.items():
        if (fault := _unfit(name, target, origin)) is not None:
            return fault
    asked = tuple(ValueField(name, one_line(_label(one), 100), one.sensitive) for name, one in targets.items())
    request = ValueRequest(origin, one_line(p.reason, 500), one_line(p.form_description, 200), asked)
    try:
        given = await ctx.user_values.ask(request)
        if given is None:
            return Failed("not_answered", "The user gave no values.", hint="Go on without them, or abort.")
        filled = list[str]()
        for name, secret in given.items():
            result = await ctx.perform("fill_secret", ref=refs[name], name=secret)
            if not result.ok:
                return Failed(
                    str(result.code), f"The field {name}: {result.error}", hint=result.hint, details={"filled": filled}
                )
            filled.append(name)
    except UsageError as error:
        return Failed("no_value", error.message, hint=error.hint)
    finally:
        ctx.user_values.retire()
    return Ok({"filled": filled, "not_given": [name for name in refs if name not in filled]})


async def _ref_of(ctx: Context, field: RequestedField) -> str:
    name = ElementName.parse(field.ref)
    return field.ref if name is None else await ctx.tab.reader.find(name, FIELDS)


def _unfit(name: str, target: ElementFacts, origin: str) -> Failed | None:
    """Why a field is not one that the user could be asked for; policy judges it again when it is filled in."""
    if not origin.startswith("http"):
        return Failed("wrong_element", "The page has no site of its own that the user could be told.")
    if target.origin != origin:
        return Failed("wrong_element", "The fields are of different sites.", hint="Ask for those of one at a time.")
    if secret_goes_home(SecretFacts(name, (origin,), "text", "field"), target) is not None:
        fault = f"The field {name} is not for text, or its form leads to another site."
        return Failed("wrong_element", fault, hint="Use ask_user.")
    return None


def _label(field: ElementFacts) -> str:
    return field.name.raw if field.name.raw.strip() else (field.near.raw if field.near is not None else "")


def _judge(secret: SecretFacts, field: ElementFacts, leads_to: Sequence[str], caller: Caller) -> None:
    """Judge the field behind the ref as it is now; policy judged the ref. A user reads the reason, a model does not."""
    denied = secret_goes_home(secret, field, leads_to)
    if denied is None:
        return
    if caller == "model":
        raise NotPermitted("This action is not permitted.")
    raise NotPermitted(denied.reason, hint=hint_to_allow(denied.remedy))
