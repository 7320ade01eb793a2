import json
from importlib import resources

from handrail.browser.outline.line_format import OutlineNode

FORMAT = json.loads((resources.files("handrail.browser") / "kit" / "snapshot" / "node_format.json").read_text("utf-8"))


def test_a_node_has_the_fields_that_the_kit_sends_in_their_order():
    assert OutlineNode._fields[: len(FORMAT["fields"])] == tuple(FORMAT["fields"])


def test_fields_that_the_kit_leaves_out_say_nothing():
    link = OutlineNode.of([0, "link", "Home", 7, 1, None, None, "/"])
    assert (link.states, link.value, link.url, link.has_details, link.is_simple) == ((), None, "/", True, False)
    button = OutlineNode.of([0, "button", "OK", 8, 1, ["pressed"]])
    assert (button.states, button.has_details, button.is_simple) == (["pressed"], False, True)
