"""Search providers: where a query goes, and how their results are read."""

from __future__ import annotations

import base64
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import unescape
from importlib import resources
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from handrail.errors import UsageError
from handrail.options import flag_and_keyword
from handrail.session_options import SessionOptions
from handrail.web_services.service import Service, ServiceRequest, read_json

MOST_RESULTS = 10
SNIPPET_CHARS, TITLE_CHARS, URL_CHARS = 400, 200, 1_000
_TAG = re.compile(r"</?[a-zA-Z][^>]*>")


@dataclass(frozen=True, slots=True)
class ResultsPage:
    """How results are read of a provider's page: CSS selectors, as of `collect`.

    Args:
        item: a result; ``heading``, ``link`` and ``snippet`` are in it.
        captcha, consent, nothing: what shows that there are no results, and why.
        wrapped: the path and the parameter of links that lead to results by way of the provider, and whether it is in
            base64.
    """

    item: str
    heading: str
    link: str
    snippet: str
    captcha: str
    nothing: str
    consent: str = ""
    wrapped: Mapping[str, Any] = field(default_factory=dict)

    @property
    def anything(self) -> str:
        """A selector of whatever the page shows when it is there."""
        return ", ".join(filter(None, (self.item, self.captcha, self.consent, self.nothing)))


@dataclass(frozen=True, slots=True)
class SearchProvider:
    """A provider, as `search_providers.toml` declares it.

    Args:
        title: for people.
        url: that it is asked at; "" for one that everybody runs themselves.
        page: how its page is read, which is opened in a tab; None for one that answers with JSON.
        method, query, several, fixed: how the query is sent: under which name, as a list of one, and what else.
        key_variable, key_header, key_prefix: where its key comes from and goes to; "" for one without.
        results, snippet: where its answer holds the results, and in them the text; ``title`` and ``url`` are so called.
    """

    title: str
    url: str
    page: ResultsPage | None = None
    method: str = "GET"
    query: str = "q"
    several: bool = False
    fixed: Mapping[str, Any] = field(default_factory=dict)
    key_variable: str = ""
    key_header: str = ""
    key_prefix: str = ""
    results: str = ""
    snippet: str = ""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """One result, as it came."""

    title: str
    url: str
    snippet: str


@cache
def search_providers() -> Mapping[str, SearchProvider]:
    """Return every provider by its name."""
    text = (resources.files("handrail.web_services") / "search_providers.toml").read_text("utf-8")
    return {name: _provider(**record) for name, record in tomllib.loads(text).items()}


def _provider(page: dict[str, Any] | None = None, **record: Any) -> SearchProvider:
    return SearchProvider(page=ResultsPage(**page) if page is not None else None, **record)


class SearchService(Service):
    """The provider that a session searches with.

    Args:
        name: of the provider.
        url: in place of the provider's own.
        key: where its key comes from, as of a secret; None for the provider's own variable.

    Raises:
        UsageError: no such provider, or one that needs a URL.
    """

    def __init__(self, name: str, url: str | None = None, key: str | None = None) -> None:
        known = search_providers()
        if name not in known:
            raise UsageError(f"There is no search provider {name[:40]!r}.", hint=f"There are: {', '.join(known)}.")
        self.provider = known[name]
        super().__init__(self.provider.title, url or self.provider.url, self.provider.key_variable, key)
        if not self.origin:
            raise UsageError(
                f"{self.title} needs the address that it is asked at.",
                hint=f"Name it with {flag_and_keyword('--search-url https://search.example/search', SessionOptions)}.",
            )

    def address(self, query: str) -> str:
        """Return what a query opens or fetches; of a provider that it is posted to, where to."""
        if self.provider.method != "GET":
            return self.url
        mark = "&" if urlsplit(self.url).query else "?"
        return f"{self.url}{mark}{urlencode({self.provider.query: query, **self.provider.fixed})}"

    def request(self, query: str) -> ServiceRequest:
        """Return what asks a provider that answers with JSON."""
        one = self.provider
        headers = {"accept": "application/json"}
        if one.key_header:
            headers[one.key_header] = one.key_prefix + self._key
        if one.method == "GET":
            return ServiceRequest(self.address(query), headers=headers)
        return ServiceRequest.post(self.url, headers, {**one.fixed, one.query: [query] if one.several else query})

    def results(self, answer: bytes) -> list[SearchResult] | None:
        """Return the results of an answer; None where it is none of this provider's."""
        found = read_json(answer)
        if not isinstance(found, dict):
            return None
        *above, last = self.provider.results.split(".")
        for step in above:
            # Brave leaves a part out that holds nothing.
            found = found.get(step) or {}
        records = found.get(last, []) if isinstance(found, dict) else None
        if not isinstance(records, list):
            return None
        return self.usable([self._result(record) for record in records if isinstance(record, dict)])

    def usable(self, results: Sequence[SearchResult]) -> list[SearchResult]:
        """Return the results that lead to an address of the web, each address once."""
        first = dict[str, SearchResult]()
        for one in results:
            if one.url.startswith(("https://", "http://")):
                first.setdefault(one.url, one)
        return list(first.values())[:MOST_RESULTS]

    def _result(self, record: Mapping[str, Any]) -> SearchResult:
        return SearchResult(
            _text(record.get("title")), str(record.get("url") or ""), _text(record.get(self.provider.snippet))
        )

    def unwrap(self, link: str) -> str:
        """Return the address that a link of the results leads to, where it does so by way of the provider."""
        wrapped = self.provider.page.wrapped if self.provider.page is not None else {}
        try:
            parts = urlsplit(link)
            if not wrapped or parts.path != wrapped["path"]:
                return link
            inner = parse_qs(parts.query).get(wrapped["parameter"], [""])[0]
            if wrapped.get("base64"):
                # Two characters say how it is encoded.
                coded = inner[2:]
                inner = base64.urlsafe_b64decode(coded + "=" * (-len(coded) % 4)).decode()
        except ValueError:  # no address, or not in base64
            return link
        return inner if inner.startswith(("https://", "http://")) else link


def _text(value: Any) -> str:
    """Return the text of a part of a result: some are lists, and some hold tags that mark words of the query."""
    text = (
        " … ".join(map(str, value)) if isinstance(value, Sequence) and not isinstance(value, str) else str(value or "")
    )
    return " ".join(unescape(_TAG.sub("", text)).split())
