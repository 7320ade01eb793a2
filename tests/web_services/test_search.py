"""What search providers are sent, and how their answers are read."""

from __future__ import annotations

import json

import pytest

from handrail.errors import UsageError
from handrail.web_services.search import SearchResult, SearchService, search_providers

RESULT = SearchResult("Copper & kettles", "https://shop.example/kettle", "A kettle of copper")
ANSWERS = {
    "brave": {
        "type": "search", "query": {"original": "kettle"}, "web": {"type": "search", "results": [{
            "title": "Copper &amp; kettles", "url": RESULT.url, "description": "A <strong>kettle</strong> of copper",
            "meta_url": {"hostname": "shop.example"},
        }]},
    },
    "searxng": {
        "query": "kettle", "number_of_results": 0, "answers": [], "results": [{
            "url": RESULT.url, "title": "Copper & kettles", "content": "A kettle of copper", "engine": "mojeek",
        }],
    },
    "exa": {
        "requestId": "r", "searchType": "auto", "results": [{
            "id": RESULT.url, "url": RESULT.url, "title": "Copper & kettles", "highlights": ["A kettle of copper"],
        }],
    },
    "tavily": {
        "query": "kettle", "answer": None, "images": [], "response_time": 0.7, "results": [{
            "title": "Copper & kettles", "url": RESULT.url, "content": "A kettle of copper", "score": 0.9,
        }],
    },
    "parallel": {
        "search_id": "search_1", "warnings": None, "results": [{
            "url": RESULT.url, "title": "Copper & kettles", "publish_date": None, "excerpts": ["A kettle of copper"],
        }],
    },
}  # fmt: skip
"""In the forms of the providers' documentation."""


def service(name: str) -> SearchService:
    made = SearchService(name, "https://search.example/api" if name == "searxng" else None)
    made.load_key(
        {"BRAVE_API_KEY": "key-1", "EXA_API_KEY": "key-1", "TAVILY_API_KEY": "key-1", "PARALLEL_API_KEY": "key-1"}
    )
    return made


def test_each_provider_with_an_api_has_a_recorded_answer():
    assert set(ANSWERS) == {name for name, one in search_providers().items() if one.page is None}


@pytest.mark.parametrize("name", ANSWERS)
def test_the_answer_of_each_provider_is_read(name: str):
    assert service(name).results(json.dumps(ANSWERS[name]).encode()) == [RESULT]


@pytest.mark.parametrize("name", ANSWERS)
@pytest.mark.parametrize(
    "answer", [b"", b"<html>", b"[]", b'"x"', b"[" * 200_000, b'{"results": "x", "web": {"results": 1}}']
)
def test_an_answer_of_another_form_is_not_read(name: str, answer: bytes):
    assert service(name).results(answer) is None


def test_results_without_a_web_address_are_left_out():
    answer = {"results": [{"url": "javascript:alert(1)", "title": "x"}, {"title": "x"}, "x"]}
    assert service("tavily").results(json.dumps(answer).encode()) == []


def test_an_address_that_comes_again_keeps_its_first_place():
    results = [{"url": f"https://{name}.example/", "title": name} for name in ("a", "b", "c", "a")]
    found = service("tavily").results(json.dumps({"results": results}).encode())
    assert [one.title for one in found or ()] == ["a", "b", "c"]


def test_each_provider_is_asked_as_its_documentation_says():
    asked = service("brave").request("copper kettle")
    assert (asked.method, asked.url) == ("GET", "https://api.search.brave.com/res/v1/web/search?q=copper+kettle")
    assert asked.headers["X-Subscription-Token"] == "key-1"
    assert service("searxng").request("a").url == "https://search.example/api?q=a&format=json"
    bodies = {name: json.loads(service(name).request("a").body or b"") for name in ("exa", "tavily", "parallel")}
    assert bodies == {
        "exa": {"query": "a", "numResults": 10, "contents": {"highlights": True}},
        "tavily": {"query": "a", "max_results": 10},
        "parallel": {"search_queries": ["a"], "mode": "basic"},
    }
    assert service("tavily").request("a").headers["Authorization"] == "Bearer key-1"
    assert "key-1" not in repr(service("tavily").request("a"))


def test_links_by_way_of_a_provider_lead_to_their_results():
    wrapped = {
        "duckduckgo": "https://duckduckgo.com/l/?uddg=https%3A%2F%2Fshop.example%2Fkettle&rut=1",
        "google": "https://www.google.com/url?q=https://shop.example/kettle&sa=U",
        "bing": "https://www.bing.com/ck/a?!&&p=1&u=a1aHR0cHM6Ly9zaG9wLmV4YW1wbGUva2V0dGxl&ntb=1",
    }
    for name, link in wrapped.items():
        assert service(name).unwrap(link) == RESULT.url
        assert service(name).unwrap(RESULT.url) == RESULT.url
    for bad in ("https://www.bing.com/ck/a?u=a1%%%", "https://www.bing.com/ck/a?u=a1é", "http://["):
        assert service("bing").unwrap(bad) == bad


def test_a_provider_that_cannot_be_used_is_refused_in_one_sentence():
    with pytest.raises(UsageError, match="no search provider"):
        SearchService("altavista")
    with pytest.raises(UsageError, match="SearXNG needs the address"):
        SearchService("searxng")
    with pytest.raises(UsageError, match="Tavily needs a key, and TAVILY_API_KEY is not set"):
        SearchService("tavily").load_key({})
    assert SearchService("duckduckgo").load_key({}) == ""
