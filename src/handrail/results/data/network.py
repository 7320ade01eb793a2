"""What the data of the tools for requests and the console holds."""

from __future__ import annotations

from typing import Generic, NotRequired, TypedDict

from handrail.trust import Text


class ConsoleMessageData(TypedDict, Generic[Text]):
    """A message, and the address and line of the script that wrote it."""

    kind: str
    text: Text
    where: Text


class ConsoleData(TypedDict, Generic[Text]):
    """The messages that are shown, the latest last, of all that there are."""

    total: int
    messages: list[ConsoleMessageData[Text]]


class RequestData(TypedDict, Generic[Text]):
    """A request; ``status`` is 0 where it failed, None while there is no answer; ``ms`` until its end."""

    id: str
    method: str
    url: Text
    kind: str
    status: int | None
    content_type: Text
    ms: int | None


class NetworkData(TypedDict, Generic[Text], total=False):
    """The requests that are shown, of all that there are; or one with its headers and bodies."""

    total: int
    requests: list[RequestData[Text]]
    request_headers: dict[str, Text]
    response_headers: dict[str, Text]
    request_body: Text
    response_body: Text


class FetchUrlData(TypedDict, Generic[Text]):
    """What an address answered; ``document`` names it in later calls, as ``file``; sentences say what could not be read
    of it."""

    url: Text
    status: int
    content_type: Text
    document: str
    text: NotRequired[Text]
    cut: NotRequired[str]
    unreadable: NotRequired[str]


class SearchResultData(TypedDict, Generic[Text]):
    """One result of a search."""

    title: Text
    url: Text
    snippet: Text


class WebSearchData(TypedDict, Generic[Text]):
    """What a search provider found."""

    provider: str
    results: list[SearchResultData[Text]]


class TabstackMarkdownData(TypedDict, Generic[Text]):
    """A page as Markdown."""

    text: Text


class TabstackData(TypedDict, Generic[Text]):
    """What Tabstack made of a page: JSON."""

    json: Text
