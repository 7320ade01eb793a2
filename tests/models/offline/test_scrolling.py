"""The offline model scrolls to what has a name, also where that cannot be operated."""

from __future__ import annotations

import pytest

from handrail.results import Ok, Result
from tests.models.offline.talk import Talk, said, shape

PAGE = """
    heading "Files" level=1
    button "Archive"
    heading "Reviews" level=2
    list "Sums"
     listitem
      : Pens
    heading "Reviews" level=2
"""


def elements(*found: tuple[str, str, str]) -> Result:
    listed = [{"ref": ref, "role": role, "name": said(name), "frame": ""} for ref, role, name in found]
    return Ok(data={"total": len(found), "elements": listed})


HEADINGS = elements(("e7", "heading", "Files"), ("e8", "heading", "Reviews"), ("e9", "heading", "Reviews"))
LISTS = elements(("e5", "list", "Sums"))


@pytest.mark.parametrize(
    ("task", "found", "ref"),
    [
        ("scroll to Files", HEADINGS, "e7"),
        ("scroll to the second Reviews", HEADINGS, "e9"),
        ("scroll down to the list Sums", LISTS, "e5"),
    ],
)
def test_a_heading_or_a_list_is_looked_for_and_scrolled_to(task: str, found: Result, ref: str) -> None:
    talk = Talk(task)
    assert talk.turn(PAGE).name == "find_elements"
    assert shape(talk.turn(PAGE, found)) == ("scroll", {"to": ref})
    assert talk.turn(PAGE).name == "done"


def test_where_the_elements_do_not_tell_which_is_meant_it_does_not_scroll() -> None:
    talk = Talk("scroll to Files")
    talk.turn(PAGE)
    two = elements(("e7", "heading", "Files"), ("e8", "heading", "Files"))
    assert talk.turn(PAGE, two).name == "abort"


def test_what_can_be_operated_is_scrolled_to_at_once() -> None:
    assert shape(Talk("scroll to Archive").turn(PAGE)) == ("scroll", {"to": "e2"})
