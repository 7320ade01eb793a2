"""Calls and plain facts for rules to judge."""

from typing import Any

from handrail.browser.types.facts import ElementFacts, FormFacts
from handrail.policy import CallRequest, Facts, Permissions, TextFacts
from handrail.trust import External

SHOP = "https://shop.example"
EVIL = "https://evil.example"


def outside(text: str) -> External:
    return External(text, SHOP, "page-elements")


def form(method: str = "post", action: str = f"{SHOP}/save", submitter: str | None = "Save") -> FormFacts:
    origin = action.partition("://")[0] + "://" + action.partition("://")[2].partition("/")[0]
    return FormFacts(method, outside(action), origin, (), outside(submitter) if submitter else None)


def element(kind: str, name: str = "It", origin: str = SHOP, **more) -> ElementFacts:
    plain: dict[str, Any] = {
        "nonce": "n1", "origin": origin, "tag": "x", "role": "", "name": outside(name), "kind": kind, "input_type": "",
        "autocomplete": "", "href": None, "disabled": False, "editable": kind == "text", "visible": True,
        "sensitive": False, "value_length": 0, "form": None,
    }  # fmt: skip
    return ElementFacts(**(plain | more))


def request(tool: str = "click", capability: str | None = None, effect: Any = "change", **permissions) -> CallRequest:
    allowed = Permissions.of(**{"origins": [SHOP], **permissions})
    return CallRequest("model", "act", tool, effect, capability or tool, False, allowed)


def facts(of: ElementFacts | None = None, **more) -> Facts:
    return Facts(of.origin if of else SHOP, "n1", of, **more)


def text(*parts: str, own: bool = False) -> TextFacts:
    return TextFacts(parts, own, in_user_text=own)


FILL = request("fill", "write")
FIELD = element("text", "Comment")
BUTTON = element("submit", "Save", form=form())
