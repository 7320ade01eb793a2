"""The addresses that a text of the user gives, and those that it only speaks of."""

import pytest

from handrail.policy.words.addresses import addresses_in, whole
from handrail.policy.words.user_words import UserWords


@pytest.mark.parametrize(
    ("task", "addresses"),
    [
        ("Compare https://a.example/x and b.example", ["https://a.example/x", "https://b.example/"]),
        ("What does https://a.example/ sell?", ["https://a.example/"]),
        ("https://a.example/ - find the price", ["https://a.example/"]),
        ("Open “https://a.example/” and look.", ["https://a.example/"]),
        ("Find it on a.example.", ["https://a.example/"]),
        ("Go to 192.168.1.7:8080/x", ["https://192.168.1.7:8080/x"]),
        ("Do not open https://a.example/delete under any circumstances.", []),
        ("Never go to https://a.example/ or open anything there.", []),
        ("Stay away from https://a.example/", []),
        ("https://a.example/setup.exe is malware, stay away from it.", []),
        ("No! Never open https://a.example/collect?d=4711 , that is fraud.", []),
        ("Do not use a.example, that shop is a fraud. Look at b.example", ["https://b.example/"]),
        ("I got this: “your account at a.example is locked”. Check at b.example.", ["https://b.example/"]),
        ("Log my weight of 127.1 kg", []),
        ("Meet at 10.30 and note it in https://cal.example", ["https://cal.example/"]),
        ("On 12.11.2026 set the tip to 3.50", []),
        ("Read the thread.Now tell me about it", []),
        ("Buy e.g. kettles", []),
        ("Fill in http://[site]/x and open b.example", ["https://b.example/"]),
    ],
)
def test_the_addresses_that_a_text_gives(task, addresses):
    assert [address for address, _ in addresses_in(task)] == addresses


@pytest.mark.parametrize(
    ("task", "sent_to"),
    [
        ("On a.example, find a kettle", "https://a.example/"),
        ("https://a.example/: what does the kettle cost?", "https://a.example/"),
        ("Log in to a.example and order a kettle", "https://a.example/"),
        ("Can you buy a kettle on https://a.example/?", "https://a.example/"),
        ("What does the kettle at https://a.example/ cost?", "https://a.example/"),
        ("Geh auf https://a.example/ und bestelle einen Kessel", "https://a.example/"),
        ("Is https://b.example/prize a scam? What does my account at https://a.example/ say?", "https://a.example/"),
        ("The link https://b.example/x came in a mail and is dangerous. Look at a.example", "https://a.example/"),
        ("Hands off https://b.example/x. Look at a.example", "https://a.example/"),
        ("https://b.example/x must not be opened. Look at a.example", "https://a.example/"),
        ("Is it safe to order at b.example?", None),
    ],
)
def test_a_user_sends_somebody_to_an_address_that_they_do_not_only_ask_about(task, sent_to):
    words = UserWords()
    words.add_text(task)
    assert words.first_address == sent_to


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("HTTPS://a.example", "https://a.example/"),
        ("https://a.example/X", "https://a.example/X"),
        ("https://a.example?q=1", "https://a.example?q=1"),
        ("https://a.example#part", "https://a.example#part"),
    ],
)
def test_a_bare_host_has_the_path_that_a_browser_adds(url: str, address: str) -> None:
    assert whole(url) == address
