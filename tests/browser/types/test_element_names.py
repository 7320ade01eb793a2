"""What names an element, as one text."""

from __future__ import annotations

import pytest

from handrail.browser.types.element_names import ElementName, element_text


@pytest.mark.parametrize(
    ("given", "name"),
    [
        (" Save ", ElementName(name="Save")),
        ('{"role": "button", "name": "Save", "nth": 2}', ElementName(role="button", name="Save", nth=2)),
        ({"selector": "#a", "near": "Bob"}, ElementName(selector="#a", near="Bob")),
        ("{price}", ElementName(name="{price}")),
        ('{"a":' * 300, ElementName(name='{"a":' * 300)),
    ],
)
def test_a_name_is_read_from_a_label_or_from_its_parts(given: object, name: ElementName) -> None:
    assert ElementName.parse(element_text(given)) == name


@pytest.mark.parametrize("given", ['{"a":' * 100_000, "[" * 100_000, "", "{}", {"nth": 1}])
def test_what_names_no_element_is_refused(given: object) -> None:
    with pytest.raises(ValueError, match="an element is a text"):
        element_text(given)


def test_a_ref_is_no_name() -> None:
    assert ElementName.parse("e12") is None
