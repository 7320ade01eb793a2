"""The Markdown of an answer as HTML. A model may have taken any of it from a page: nothing is loaded, no tag in it is
markup, and a link shows where it leads."""

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
    """Markdown as HTML that can do nothing."""
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
    parser.validateLink = _may_lead_to  # type: ignore[method-assign]
    parser.core.ruler.push("handrail", lambda state: _tame(state.tokens))
    parser.add_render_rule("image", _as_words)
    return parser


def _may_lead_to(url: str) -> bool:
    """Other addresses stay the text they were written as."""
    return url.lower().startswith(("http://", "https://"))


def _tame(tokens: Sequence[Token]) -> None:
    """Links tell nobody where they were clicked, and are followed by their target; headings stand below those of the
    report."""
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + 2)}"
        if token.children:
            token.children = list(_with_targets(token.children))


def _with_targets(tokens: Sequence[Token]) -> Iterator[Token]:
    from markdown_it.token import Token

    target, said = "", ""
    for token in tokens:
        if token.type == "link_open":
            target, said = str(token.attrGet("href") or ""), ""
            token.attrs = {"href": target, "rel": "noopener noreferrer nofollow", "target": "_blank"}
        said += token.content
        yield token
        if token.type == "link_close" and said != target:
            yield Token("text", "", 0, content=f" ({one_line(target, 120)})")


def _as_words(_renderer: Any, tokens: Sequence[Token], index: int, _options: Any, _env: Any) -> str:
    from markupsafe import escape

    token = tokens[index]
    return str(escape(f"[picture: {token.content}, {one_line(str(token.attrGet('src') or ''), 120)}]"))
