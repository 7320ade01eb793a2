"""Where an act was: what tells the requests that a page sends as it is left, or by itself when it has come."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from handrail.calls.written.earlier_presses import DocumentKey
from handrail.policy.requests.facts import RequestFacts

if TYPE_CHECKING:
    # An MCP server starts without Playwright.
    from handrail.browser.tabs.tabs import PlaywrightTabs


@dataclass(frozen=True, slots=True)
class ActPlace:
    """The page that a model acts in.

    Attributes:
        tabs: all of the browser; None where it does not run.
        document: that of its tab; None where there is none.
        left: the address of the page that the act leaves; None where it leaves none.
    """

    tabs: PlaywrightTabs | None
    document: DocumentKey | None = None
    left: str | None = None

    @classmethod
    def of(cls, tabs: PlaywrightTabs | None, *, opens: bool) -> Self:
        """Return the place of an act that begins now; ``opens``: it opens another page."""
        tab = tabs.active_or_none if tabs is not None else None
        if tab is None:
            return cls(tabs)
        return cls(tabs, tab.document, tab.core.url.partition("#")[0] if opens else None)

    def is_left(self, facts: RequestFacts) -> bool:
        """Return whether a page sends a request as it is left."""
        return facts.request.referrer == self.left and not facts.request.opens_document

    def as_it_is(self, facts: RequestFacts, *, is_filled: bool) -> RequestFacts:
        """Return a request without what it is only called like: it releases a lock as its page is left, or hands over
        an empty password as its page begins; ``is_filled``: an address may have filled in the page."""
        if facts.releases_lock and self.is_left(facts):
            # By what it is called it also removes, and so deletes.
            facts = replace(facts, verbs=tuple(verb for verb in facts.verbs if verb != "delete"))
        if facts.hands_empty_password and not is_filled and self._is_of_new_page(facts):
            # The page asks whether one is needed.
            facts = replace(facts, verbs=tuple(verb for verb in facts.verbs if verb != "access"))
        return facts

    def _is_of_new_page(self, facts: RequestFacts) -> bool:
        """Return whether a script sends a request in a page that came since the act, in which no model did anything."""
        tab_id, parsed_at = self.document or ("", 0.0)
        tabs = self.tabs.all() if self.tabs is not None else ()
        tab = next((one for one in tabs if one.id == tab_id), None)
        # Until a document is parsed, nothing tells it from another.
        if tab is None or not 0 < parsed_at < tab.document[1] or facts.request.opens_document:
            return False
        return facts.request.referrer == tab.core.url.partition("#")[0]
