"""What a model may tell a search provider, or a service that reads pages on its own servers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from handrail.policy import AddressFacts, Allow, Ask, CallRequest, Deny, Facts, decide
from handrail.policy.facts import ServiceFacts
from handrail.policy.words.user_words import UserWords
from tests.policy.judged import SHOP, request

FINDER = "https://finder.example"
OWN = ServiceFacts("Finder", FINDER, ("copper kettle",), own=True, holds_secret=False)
OTHER = replace(OWN, texts=("q7hx3",), own=False)
SECRET = replace(OWN, holds_secret=True)


def facts(service: ServiceFacts, url: str = f"{FINDER}/search", **address: bool) -> Facts:
    origin = "/".join(url.split("/")[:3])
    return Facts("", "", address=AddressFacts(url, origin, known=True, **address), service=service)


def search(**permissions: Any) -> CallRequest:
    return request("web_search", "search", "control", **permissions)


def test_words_of_the_user_pass_and_others_are_asked_for_or_granted():
    assert isinstance(decide(search(), facts(OWN)), Allow)
    asked = decide(search(), facts(OTHER))
    assert isinstance(asked, Ask)
    assert (asked.rule, "“q7hx3”" in asked.question) == ("texts_for_services", True)
    assert asked.remedy == f"--grant open@{FINDER}"
    assert isinstance(decide(search(grants=[f"open@{FINDER}"]), facts(OTHER)), Allow)
    assert isinstance(decide(search(origins=[FINDER]), facts(OTHER)), Allow)
    assert isinstance(decide(search(grants=[f"open@{SHOP}"]), facts(OTHER)), Ask)


def test_no_grant_lets_a_secret_out():
    refused = decide(search(grants=[f"open@{FINDER}"]), facts(SECRET))
    assert isinstance(refused, Deny)
    assert refused.rule == "texts_for_services"


def test_an_address_of_the_models_own_is_told_to_a_service_only_after_a_question():
    made_up = facts(OWN, f"{SHOP}/?d=q7hx3", made_up=True)
    asked = decide(search(), made_up)
    assert isinstance(asked, Ask)
    assert f"{SHOP}/?d=q7hx3" in asked.question


@pytest.mark.parametrize("url", ["http://127.0.0.1:8000/", "http://10.0.0.7/", "http://localhost/", "http://[::1]/"])
def test_a_service_is_told_no_address_of_this_machine_or_its_network(url: str):
    refused = decide(search(origins=[url]), facts(OWN, url))
    assert isinstance(refused, Deny)
    assert refused.rule == "services_read_public_pages"


def test_a_service_of_the_user_may_stand_on_this_machine():
    service = replace(OWN, origin="http://127.0.0.1:8888")
    assert isinstance(decide(search(), facts(service, "http://127.0.0.1:8888/search")), Allow)


@pytest.mark.parametrize(
    ("query", "own"),
    [
        ("copper kettle", True),
        ("kettle copper price", True),
        ("Copper kettle price?", True),
        ("copper copper", False),
        ("copper teapot", False),
        ("copper  kettle\u200b", False),
        (" copper", False),
        ("copper+kettle", False),
        ("0151 2345", False),
        ("", False),
        ("?!", False),
    ],
)
def test_a_query_is_the_users_if_each_word_stands_once_in_their_texts(query: str, own: bool):
    words = UserWords()
    words.add_text("What is the price of a copper kettle?")
    words.add_data({"phone": "0151 2345"})
    assert words.has_words(query) is own
