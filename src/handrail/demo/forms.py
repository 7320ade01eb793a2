"""What the views read of a request: form fields, whole numbers, addresses to return to."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse

MAX_FIELDS = 100


async def read_fields(request: Request) -> dict[str, str]:
    """Return the text fields of the form that was sent."""
    async with request.form(max_files=MAX_FIELDS, max_fields=MAX_FIELDS) as form:
        return {name: value for name, value in form.items() if isinstance(value, str)}


def whole_number(text: str, default: int) -> int:
    """Return the number that a text is; `default` when it is not one."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else default


def local_path(target: str, default: str) -> str:
    """Return an address of this shop, never one of another site."""
    inside = target.startswith("/") and not target.startswith(("//", "/\\")) and target.isprintable()
    return target if inside else default


def see_other(path: str) -> RedirectResponse:
    """Return the answer to a form: the browser gets the next page with GET, so that reloading sends nothing twice."""
    return RedirectResponse(path, 303)
