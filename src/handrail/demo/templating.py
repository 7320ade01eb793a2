"""Pages and drawings, rendered from the files in `templates`."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import Response
from starlette.templating import Jinja2Templates

from handrail.demo import catalogue
from handrail.demo.catalogue import CATEGORIES, COLOURS, VIEWS, Product, money
from handrail.demo.orders import DELIVERY
from handrail.demo.sessions import current_session

INK = "#1f2421"

environment = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
environment.filters["money"] = money
environment.globals.update(CATEGORIES=CATEGORIES, COLOURS=COLOURS, DELIVERY=DELIVERY, VIEWS=VIEWS, catalogue=catalogue)
_templates = Jinja2Templates(env=environment)


def page(request: Request, template: str, status_code: int = 200, **context: object) -> Response:
    """Return a page of the shop; a new visitor gets a session."""
    return fragment(request, template, status_code, session=current_session(request), **context)


def fragment(request: Request, template: str, status_code: int = 200, **context: object) -> Response:
    """Return what needs no session: a framed page, or a piece of one."""
    return _templates.TemplateResponse(request, f"{template}.html", context, status_code)


def problem_page(request: Request, status_code: int, message: str) -> Response:
    """Return the page that explains an error; it starts no session."""
    return fragment(request, "problem", status_code, session=request.state.session, status=status_code, message=message)


def draw(product: Product, colour: str, view: str) -> str:
    """Return the SVG of a product in one of `COLOURS`, from one of `VIEWS`."""
    return environment.get_template("drawing.svg").render(
        COLOURS[colour]._asdict(), ink=INK, product=product, view=view, drawing=f"drawings/{product.art}.svg"
    )
