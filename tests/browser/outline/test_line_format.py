import json
from importlib import resources

from handrail.browser.outline.changes import changes
from handrail.browser.outline.line_format import OutlineNode
from handrail.browser.outline.lines import OutlineDocument, lines
from handrail.browser.page.refs import Refs
from handrail.browser.types.reading import ActedOn

FORMAT = json.loads((resources.files("handrail.browser") / "kit" / "snapshot" / "node_format.json").read_text("utf-8"))


def test_a_node_has_the_fields_that_the_kit_sends_in_their_order():
    assert OutlineNode._fields[: len(FORMAT["fields"])] == tuple(FORMAT["fields"])


def test_fields_that_the_kit_leaves_out_say_nothing():
    link = OutlineNode.of([0, "link", "Home", 7, 1, None, None, "/"])
    assert (link.states, link.value, link.url, link.has_details, link.is_simple) == ((), None, "/", True, False)
    button = OutlineNode.of([0, "button", "OK", 8, 1, ["pressed"]])
    assert (button.states, button.has_details, button.is_simple) == (["pressed"], False, True)


def test_a_node_that_leads_somewhere_tells_no_other_value_than_an_act_says():
    refs = Refs().of_document("t1", None, "")  # type: ignore[arg-type]
    home = OutlineNode(0, "link", "Home", 1, 1, url="/")
    shown = list(lines(OutlineDocument("", "", "https://shop.example/", "n", refs, [home])))
    assert changes(shown, shown, ActedOn(refs[1], "Rosa", None)) == []
