"""Search the text of a page or a file, without a model."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pydantic import Field

from handrail.browser.reading.text import FEW
from handrail.browser.types.errors import StaleRef
from handrail.browser.types.reading import TextMatch
from handrail.results import Failed, Result
from handrail.results.data.pages import MatchData, SearchPageData
from handrail.tools.core.context import Context
from handrail.tools.core.element_params import named_element
from handrail.tools.core.paging import Cursor, first_that_fit, offset_of, page_of
from handrail.tools.core.render import GO_BY_LINKS, NO_SUCH_PAGE
from handrail.tools.core.table import Params, Security, tool
from handrail.tools.support.documents.document_search import PlaceInDocument, search_document
from handrail.tools.support.documents.document_source import DocumentSource, find_file, local_path
from handrail.tools.support.matcher import TIME_LIMIT, InvalidPattern, Matcher, PatternTooSlow
from handrail.trust import External

MOST_LISTS = 3
"""Lists that hold more than is in the page, of which a search that found nothing tells."""
AFTER_FEW, AFTER_SOME, SOME = 240, 160, 10
"""Characters after each of a few matches, and of up to ``SOME``: the answer often stands a sentence further on."""
LINE_OF_ONE = 1_000
"""Characters after a single match, where the line in which those of a few would end is no longer."""
_WANTS_MORE_LINES = re.compile(r"\\n|\[[^][]*?(?:\\s\\S|\\S\\s|\\w\\W|\\W\\w|\\d\\D|\\D\\d)|\(\?[a-z]*s")
"""Parts of a regular expression that its writer uses to go on beyond the end of a line."""
_PATTERN_MARKS = re.compile(r"[^\W\d][?+*].|\.[*+]|\w\|\w|\\[a-zA-Z]|\[[^][]{1,80}\]|^\^|[^\W\d]\$$")
"""What a regular expression has that few texts do; a question mark at the end of one is no mark of it."""
MAX_MATCH = 500
"""Characters of a match that are shown; a regular expression can match a whole block."""


class SearchPage(Params):
    pattern: str = Field(min_length=1, max_length=1_000)
    """Text to look for.

    Or a regular expression, if `regex` is set."""
    regex: bool = False
    """Read `pattern` as a regular expression."""
    case_sensitive: bool = False
    """Tell capital letters from small ones."""
    context_chars: int = Field(80, ge=0, le=500)
    """Characters of visible text on each side of a match.

    By itself 240 after each of up to three, 160 of up to ten: what is looked for often follows. A single match has the
    rest of its line, up to 1,000."""
    max_results: int = Field(10, ge=1, le=50)
    """Matches to show; `total` counts all of them."""
    file: str | None = Field(None, min_length=1, max_length=4_096)
    """A download's id or an allowed path, to search that instead."""
    cursor: Cursor = None

    @property
    def local_path(self) -> str | None:
        return local_path(self.file)


@tool(
    effect="read",
    example={"pattern": "log out"},
    label="Search the page[ for {what}]",
    label_keys=("pattern",),
    security=Security(reads_page=True, changes_state=False, sends_data=False, takes_text=True),
)
async def search_page(ctx: Context, p: SearchPage) -> Result[SearchPageData]:
    """Find text, here or in a file: how often, what is around it, the nearest ref, and controls named so.

    On the current page, in every frame, also what cannot be seen; or in a file, where each match in a PDF has its page.
    Free and instant: prefer it to `extract` when you
    know what to look for, and to count. A phrase is found across inline elements and in any case; a pattern that is not
    valid, or that does not finish within 2 s, fails with a hint."""
    skip = offset_of("search_page", p.cursor)
    try:
        matcher = Matcher.compile(p.pattern, regex=p.regex, case_sensitive=p.case_sensitive)
        if p.file is not None:
            return await _search_file(ctx, p, p.file, matcher, skip)
        by_itself = "context_chars" not in p.model_fields_set
        few, some = (AFTER_FEW, AFTER_SOME) if by_itself else (p.context_chars,) * 2
        of_one = LINE_OF_ONE if by_itself else few
        # One character more than is shown tells whether there is more.
        found = await ctx.tab.reader.search(
            matcher, skip=skip, limit=p.max_results, context=max(p.context_chars, some) + 1, after_few=of_one + 1
        )
        # Where more text is found than is shown, names would mostly repeat what comes next.
        named = [] if found.total > len(found.matches) else await ctx.tab.reader.named(matcher, p.max_results)
    except InvalidPattern as bad:
        what = "a valid regular expression" if p.regex else "text that can be looked for"
        return Failed("invalid_pattern", f"Not {what}: {bad.reason}.", hint=bad.hint)
    except PatternTooSlow:
        return Failed(
            "pattern_too_slow",
            f"The pattern did not finish within {TIME_LIMIT:.0f} s and was stopped; the page is untouched.",
            hint="Avoid nested repeats such as (a+)+, or look for plain text.",
        )
    after = few if found.total <= FEW else some if found.total <= SOME else p.context_chars
    if found.total == 1 and found.matches:
        after = _end_of_line(found.matches[0].after.raw, after, of_one)
    listed = [_match(match) for match in found.matches]
    _cut_around(listed, p.context_chars, after, in_words=ctx.caller == "model")
    shown = first_that_fit(listed)
    data: SearchPageData = {"total": found.total, "matches": shown}
    if found.missing:
        data["not_read"] = list(found.missing)
    refs = {match.ref for match in found.matches}
    if controls := [named_element(one) for one in named if one.ref not in refs]:
        data["controls"] = first_that_fit(controls)
    lists = [] if found.total else await ctx.tab.reader.lists_in_part()
    canvases = [] if found.total else await ctx.tab.reader.canvases()
    remarks = [*_remarks(p, lists, canvases), *await _closed_part(ctx, found.matches)]
    if not found.total and (pattern := _as_pattern(p)) is not None:
        try:
            matched = (await ctx.tab.reader.search(pattern, skip=0, limit=1, context=0, after_few=0)).total
        except PatternTooSlow:
            matched = 0
        remarks += [f"As a regular expression it is found here ({matched}): set `regex`."] if matched else []
    if not found.total and ctx.caller == "model":
        # Of several pages in one turn, it must be told on which nothing was found.
        data["page"] = found.url
        remarks += [GO_BY_LINKS] if (await ctx.tab.reader.info()).status in NO_SUCH_PAGE else []
    if remarks:
        data["remark"] = " ".join(remarks)
    return page_of("search_page", p, data, skip + len(shown), found.total, bool(shown))


async def _closed_part(ctx: Context, matches: Sequence[TextMatch]) -> list[str]:
    """Return a sentence on the first match that cannot be seen, where it is sure what opens the part that it is in."""
    unseen = next((one.passage for one in matches if not one.visible and one.passage is not None), None)
    if unseen is None:
        return []
    try:
        _, by = await ctx.tab.reader.opener(unseen)
    except StaleRef:
        # The page replaced it meanwhile.
        return []
    return [f"{unseen} stands in a closed part of the page, which {by} opens."] if by is not None else []


def _cut_around(matches: list[MatchData], before: int, after: int, *, in_words: bool) -> None:
    """Cut what stands around matches to so many characters: for a model at the ends of words, with an ellipsis where
    there is more, and nothing twice."""
    more = [(len(one["before"]) > before > 0, len(one["after"]) > after > 0) for one in matches]
    for one in matches:
        one["before"] = one["before"].map(lambda raw: _begin(raw[::-1], before, in_words=in_words)[::-1])
        one["after"] = one["after"].map(lambda raw: _begin(raw, after, in_words=in_words))
    if not in_words:
        return
    shorten_overlaps(matches)
    for one, (more_before, more_after) in zip(matches, more, strict=True):
        if more_before:
            one["before"] = one["before"].map(lambda raw: f"…{raw}")
        if more_after and not one["after"].raw.endswith("…"):
            one["after"] = one["after"].map(lambda raw: f"{raw}…")


def shorten_overlaps(matches: Sequence[MatchData]) -> None:
    """Cut off the text after each match that the next one shows before itself, but never a match's own line, nor the
    one below a match that ends its line: it may be a label and that its value.

    An ellipsis says that it goes on there."""
    for match, following in pairwise(matches):
        text, before = match["after"].raw, following["before"].raw
        own_line = text.find("\n", text.startswith("\n")) + 1 or len(text)
        match["after"] = _cut_at(match["after"], max(own_line, _new_chars(text, before, following["match"].raw)))


def _new_chars(text: str, before: str, following: str) -> int:
    """Return how many characters of ``text`` stand in it before those that ``before`` has too."""
    reached = text.find(following)
    if following and reached >= 0 and before.endswith(text[:reached]):
        return 0
    return next((at for at in range(len(text)) if before.startswith(text[at:])), len(text))


def _cut_at(text: External, end: int) -> External:
    return text if end >= len(text.raw) else text.map(lambda raw: f"{raw[:end]}…")


def _end_of_line(text: str, least: int, most: int) -> int:
    """Return where the line ends that goes on at ``least`` characters; ``least`` if that is beyond ``most``."""
    end = text.find("\n", least)
    end = len(text) if end < 0 else end
    return end if end <= most else least


def _begin(text: str, most: int, *, in_words: bool) -> str:
    """Return the beginning of a text; in words, up to the end of the last that fits, where one is near."""
    word = re.match(rf"(?s).{{{most // 2},{most}}}(?=\s)", text) if in_words and len(text) > most else None
    return word[0] if word else text[:most]


def _as_pattern(p: SearchPage) -> Matcher | None:
    """Return the matcher for a text that its writer may have meant as a regular expression; None for any other."""
    if p.regex or not _PATTERN_MARKS.search(p.pattern):
        return None
    try:
        return Matcher.compile(p.pattern, regex=True, case_sensitive=p.case_sensitive)
    except InvalidPattern:
        return None


def _remarks(p: SearchPage, lists: Sequence[tuple[str, str]], canvases: Sequence[str]) -> Iterator[str]:
    """Yield what a search cannot say with matches. ``lists`` that hold more than is in the page, and ``canvases``, are
    those of a page on which nothing was found, by ref."""
    if canvases:
        refs = ", ".join(canvases[:MOST_LISTS])
        yield f"Text drawn in a canvas ({refs}) cannot be searched: a `screenshot` shows it."
    if lists:
        parts = ", ".join(f"{ref} ({part})" for ref, part in lists[:MOST_LISTS])
        yield f"Not all is in the page: {parts}. Scroll and search again; or filter the list on the page."
    if p.regex and _WANTS_MORE_LINES.search(p.pattern):
        yield "A regular expression sees one line at a time: look for words of one, and for more use `read_page`."


async def _search_file(ctx: Context, p: SearchPage, file: str, matcher: Matcher, skip: int) -> Result[SearchPageData]:
    source = find_file(ctx, file)
    # One character more than is shown tells whether there is more.
    found = await search_document(ctx, source, matcher, skip=skip, limit=p.max_results, context=p.context_chars + 1)
    listed = [_match_in_file(source, place) for place in found.places]
    _cut_around(listed, p.context_chars, p.context_chars, in_words=ctx.caller == "model")
    shown = first_that_fit(listed)
    data: SearchPageData = {"total": found.total, "matches": shown}
    if found.unread is not None:
        data["unread_from"] = found.unread
    return page_of("search_page", p, data, skip + len(shown), found.total, bool(shown))


def _match_in_file(source: DocumentSource, place: PlaceInDocument) -> MatchData:
    def outside(text: str) -> External:
        return source.outside(text, "file-content")

    match, before, after = map(outside, (place.match, place.before, place.after))
    data = _match(TextMatch(match, before, after, None, None, outside(""), "", True))
    if place.page is not None:
        data["page"] = place.page
    return data


def _match(match: TextMatch) -> MatchData:
    return {
        "match": match.match.shorten(MAX_MATCH),
        "before": match.before,
        "after": match.after,
        "ref": match.passage,
        "heading": match.heading.shorten(200),
        "frame": match.frame,
        "visible": match.visible,
    }
