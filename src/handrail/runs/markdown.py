"""The Markdown of an answer as HTML. A model may have copied any of it from a page: nothing is loaded, tags are shown
as text, and a link shows its address."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from handrail.trust import clean, one_line

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token
    from markupsafe import Markup

LONGEST = 50_000
"""Characters that are rendered; what is longer is shown as it was written."""


def to_html(text: str) -> Markup:
    """Return Markdown as HTML without anything active."""
    from markupsafe import Markup, escape

    text = clean(text)
    if len(text) > LONGEST:
        return Markup("<pre>{}</pre>").format(text)
    try:
        return Markup(_parser().render(text))
    except RecursionError:
        return Markup("<pre>{}</pre>").format(escape(text))


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    parser.validateLink = _is_web_address  # type: ignore[method-assign]  # how markdown-it says to replace it
    parser.core.ruler.push("handrail", lambda state: _make_safe(state.tokens))
    parser.add_render_rule("image", _picture_as_text)
    return parser


def _is_web_address(url: str) -> bool:
    """Return whether a link may lead there; other links stay text."""
    return url.lower().startswith(("http://", "https://"))


def _make_safe(tokens: Sequence[Token]) -> None:
    """Give links no referrer and show their address after them; put headings below those of the report."""
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + 2)}"
        if token.children:
            token.children = list(_with_targets(token.children))


def _with_targets(tokens: Sequence[Token]) -> Iterator[Token]:
    from markdown_it.token import Token

    target, text = "", ""
    for token in tokens:
        if token.type == "link_open":
            target, text = str(token.attrGet("href") or ""), ""
            token.attrs = {"href": target, "rel": "noopener noreferrer nofollow", "target": "_blank"}
        text += token.content
        yield token
        if token.type == "link_close" and text != target:
            yield Token("text", "", 0, content=f" ({one_line(target, 120)})")


def _picture_as_text(_renderer: Any, tokens: Sequence[Token], index: int, _options: Any, _env: Any) -> str:
    from markupsafe import escape

    token = tokens[index]
    return str(escape(f"[picture: {token.content}, {one_line(str(token.attrGet('src') or ''), 120)}]"))
