"""What names and addresses say that a control does."""

import pytest

from handrail.policy import Allow, Ask, decide
from handrail.policy.consequences import Evidence, gravest, refuses_cookies, verb_of_name
from tests.policy.judged import BUTTON, element, facts, form, request


@pytest.mark.parametrize(
    ("name", "verb"),
    [
        ("Place your order", "pay"),
        ("Jetzt kostenpflichtig bestellen", "pay"),
        ("Cancel my subscription", "delete"),
        ("L\u00f6\u00adschen", "delete"),
        ("De\u200blete", "delete"),
        ("\uff24\uff45\uff4c\uff45\uff54\uff45", "delete"),
        ("Make public", "access"),
        ("Change your password", "access"),
        ("Invia", "send"),
        ("Save", None),
        ("Undeleted", None),
        ("Order by price", None),
    ],
)
def test_a_name_says_what_its_control_does(name, verb):
    assert verb_of_name(name) == verb


@pytest.mark.parametrize("path", ["/pages/7/delete", "/x/Delete/", "/post.php?action=delete&id=1", "/a?op=revoke"])
def test_an_address_that_deletes(path):
    assert gravest(Evidence(url="https://shop.example" + path)) == "delete"


@pytest.mark.parametrize("path", ["/how-to-delete", "/search?q=delete", "/"])
def test_an_address_that_does_not(path):
    assert gravest(Evidence(url="https://shop.example" + path)) is None


@pytest.mark.parametrize(
    "name",
    ["Only necessary", "Accept only essential cookies", "Reject all cookies", "Necessary cookies only",
     "Nur notwendige Cookies", "Refuser tous les cookies", "Rechazar todas las cookies", "Rifiuta tutti i cookie",
     "Apenas cookies necess\u00e1rios", "Alleen noodzakelijke cookies", "Decline optional cookies"],
)  # fmt: skip
def test_a_banner_may_be_refused(name):
    assert refuses_cookies(name)
    assert isinstance(decide(request(), facts(element("submit", name, form=form(submitter=name)))), Allow)


@pytest.mark.parametrize("name", ["Accept all", "Accept all cookies", "OK", "Only necessary? Delete all", "Reject all"])
def test_a_banner_is_not_accepted(name):
    assert not refuses_cookies(name)
    assert isinstance(decide(request(), facts(element("submit", name, form=form(submitter=name)))), Ask)


def test_a_form_with_fields_is_no_banner():
    from dataclasses import replace

    name = "Only necessary"
    filled = replace(form(submitter=name), fields=(BUTTON.name,))
    assert isinstance(decide(request(), facts(element("submit", name, form=filled))), Ask)
