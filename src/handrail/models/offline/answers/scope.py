"""Which part of a page a question is about, and whether its outline alone tells what a noun means."""

from __future__ import annotations

from handrail.models.offline.answers.answering import not_found
from handrail.models.offline.answers.answers import by_name, by_role
from handrail.models.offline.grammar.nouns import roles_of
from handrail.models.offline.grammar.steps import Things
from handrail.models.offline.grammar.words import content, listed, stems
from handrail.models.offline.outline import OutlineTree
from handrail.models.offline.page.finding import describe_ambiguous
from handrail.models.offline.page.places import regions
from handrail.models.offline.program import PageView, Stop


def span_of(page: PageView, things: Things) -> range:
    """The part of the page that a question is about."""
    whole = range(len(page.outline))
    if things.scope is None:
        return whole
    said = things.scope.text
    if set(stems(said)) - FILLER_STEMS <= _WHOLE_PAGE:
        return whole
    for span in regions(page.outline, said):
        if span:
            return span
    kind = roles_of(said)
    if kind and (alike := [place for place in whole if page.outline[place].role in kind]):
        raise Stop(describe_ambiguous(page.outline, said, alike))
    about = set(stems(f"{page.title} {page.url.replace('/', ' ').replace('-', ' ').replace('.', ' ')}"))
    if set(content(said)) - {"page", "site", "website", "document"} <= about:
        return whole
    raise not_found(f"“{said}”")


_WHOLE_PAGE = frozenset(listed("page site website document module article app shop store documentation screen", " "))
FILLER_STEMS = frozenset(stems("the a this that these current web"))


def outline_tells(outline: OutlineTree, noun: str, span: range) -> bool:
    """Whether the outline itself tells what the noun means: by a role, or by the name of a list or group."""
    found = by_role(outline, noun, span)
    return (found is not None and found.total > 0) or by_name(outline, noun, span) is not None
