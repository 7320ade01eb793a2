"""The addresses that a text of the user gives, and those that it only speaks of."""

import pytest

from handrail.policy.words.addresses import addresses_in


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
    ],
)
def test_the_addresses_that_a_text_gives(task, addresses):
    assert list(addresses_in(task)) == addresses
