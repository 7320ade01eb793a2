"""Each name by which a request is known to only ask, or to keep a draft: none can go unnoticed."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from handrail.policy.requests.bodies import names_of
from handrail.policy.requests.read_only import is_plain_act, keeps_draft, only_asks, says_text

NAMES = {
    kind: str(names).split()
    for kind, names in tomllib.loads(Path(__file__).with_name("request_names.toml").read_text()).items()
}
SITE = "https://shop.example"


def asks(path: str, body: object) -> bool:
    return only_asks("POST", SITE + path, names_of(json.dumps(body).encode()))


def calls(method: str) -> bool:
    return asks("/rpc", {"jsonrpc": "2.0", "method": method})


@pytest.mark.parametrize("step", NAMES["asking_steps"])
def test_a_step_of_a_path_that_asks(step: str) -> None:
    assert asks(f"/orders/{step}", {})
    assert not asks(f"/orders/{step}", {"delete": 7})


@pytest.mark.parametrize("step", NAMES["steps_below"])
def test_a_step_that_says_what_only_below_another(step: str) -> None:
    assert not asks(f"/{step}", {})


@pytest.mark.parametrize("step", NAMES["viewing_steps"])
def test_where_a_thing_is_viewed_its_state_is_set(step: str) -> None:
    assert not asks(f"/tickets/{step}", {"status": "open"})
    assert asks("/tickets/search", {"status": "open"})


@pytest.mark.parametrize("step", NAMES["acts_on_one"])
def test_an_act_on_one_thing(step: str) -> None:
    assert not asks(f"/items/7/{step}", {})
    assert asks("/items/7/preview", {})


@pytest.mark.parametrize("step", NAMES["asking_steps_with_fields"])
def test_a_step_that_asks_where_all_its_fields_do(step: str) -> None:
    assert asks(f"/items/{step}", {"q": "kettle"})
    assert not asks(f"/items/{step}", {"q": "kettle", "accept": 5})
    assert asks(f"/items/{step}", {}) is (step not in ("sort", "availability"))


@pytest.mark.parametrize("field", NAMES["asking_fields"])
def test_a_field_that_asks(field: str) -> None:
    assert asks("/items/sort", {field: 1})


@pytest.mark.parametrize("step", [*NAMES["counting_places"], pytest.param("", id="none")])
def test_where_visits_are_counted(step: str) -> None:
    assert asks(f"/{step}/collect", {})
    assert not asks("/invoices/collect", {})


@pytest.mark.parametrize("verb", NAMES["reading_verbs"])
def test_an_operation_that_reads(verb: str) -> None:
    assert calls(f"{verb}Users")
    assert not calls(f"all{verb.title()}")


@pytest.mark.parametrize("name", NAMES["reading_operations"])
def test_an_operation_that_reads_where_it_is_called_so_alone(name: str) -> None:
    assert calls(name)
    assert not calls(f"{name}_all")


@pytest.mark.parametrize("word", NAMES["changing_words"])
def test_an_operation_that_changes_beside_what_it_reads(word: str) -> None:
    assert not calls(f"get_users_{word}")


@pytest.mark.parametrize("name", NAMES["drafts"])
def test_a_draft_by_its_name(name: str) -> None:
    assert keeps_draft(f"{SITE}/{name}", names_of(b""))


@pytest.mark.parametrize("word", NAMES["keeping_words"])
def test_a_draft_that_is_kept(word: str) -> None:
    assert keeps_draft(f"{SITE}/{word}-draft", names_of(b""))


@pytest.mark.parametrize("word", NAMES["ending_words"])
def test_a_draft_that_ends(word: str) -> None:
    assert not keeps_draft(f"{SITE}/drafts/5", names_of(json.dumps({word: True}).encode()))


@pytest.mark.parametrize("word", [word for word in NAMES["ending_words"] if "_" not in word])
def test_a_draft_that_ends_by_the_step_before(word: str) -> None:
    assert not keeps_draft(f"{SITE}/posts/{word}/draft", names_of(b""))
    assert keeps_draft(f"{SITE}/posts/{word}s/draft", names_of(b""))


@pytest.mark.parametrize("name", NAMES["text_fields"])
def test_a_field_for_text(name: str) -> None:
    assert says_text([f"the_{name}"])


@pytest.mark.parametrize("value", NAMES["plain_steps"])
def test_a_plain_step_of_a_form(value: str) -> None:
    assert is_plain_act("action", value)
    assert not is_plain_act("colour", value)
    assert not is_plain_act("action", f"{value}-all")
