"""Output schemas: what is refused, what is found wrong, and that nothing runs for ever or is fetched."""

import pytest

from handrail.tools.support import json_schema
from handrail.tools.support.json_schema import BadSchema, OutputSchema


def doubling(depth: int) -> dict:
    """A schema of a few hundred characters that takes 2 ** depth steps to check."""
    steps = {f"a{n}": {"allOf": [{"$ref": f"#/$defs/a{n - 1}"}] * 2} for n in range(1, depth)}
    return {"$ref": f"#/$defs/a{depth - 1}", "$defs": {"a0": {"type": "string"}, **steps}}


def test_a_schema_that_refers_to_itself_for_ever_is_stopped():
    with pytest.raises(BadSchema, match="refers to itself"):
        OutputSchema({"$ref": "#"}).faults({})
    with pytest.raises(BadSchema, match="refers to itself"):
        OutputSchema(doubling(40)).faults("x")


def test_recursion_that_ends_is_fine():
    tree = {"type": "object", "properties": {"kids": {"type": "array", "items": {"$ref": "#"}}}, "required": ["kids"]}
    assert OutputSchema(tree).faults({"kids": [{"kids": []}]}) == []
    (fault,) = OutputSchema(tree).faults({"kids": [{"kids": [{}]}]})
    assert fault.path == "kids[0].kids[0].kids"


def test_each_validation_counts_for_itself():
    schema = OutputSchema({"type": "array", "items": {"$ref": "#/$defs/a"}, "$defs": {"a": {"type": "integer"}}})
    for _ in range(5):
        assert schema.faults(list(range(5_000))) == []


def test_an_endless_pattern_is_stopped():
    schema = OutputSchema({"type": "string", "pattern": r"^(a|a|aa)+(b|c)*?(\1)+$"})
    with pytest.raises(BadSchema, match="too long to match"):
        schema.faults("a" * 4_000 + "!")


def test_a_validation_has_one_limit_whatever_takes_its_time(monkeypatch: pytest.MonkeyPatch):
    """Each match stays below its own limit, and each comparison is quick: all of them would take hours."""
    names = {"a" * 24 + "b" * number: 1 for number in range(1, 200)}
    slow: dict[str, object] = {"patternProperties": {f"(a|aa)+$|x{number}": {} for number in range(600)}}
    schemas = [OutputSchema(one) for one in (slow, {**doubling(40), "unevaluatedProperties": False})]
    monkeypatch.setattr(json_schema, "TIME_LIMIT", 0.6)
    for schema in schemas:
        with pytest.raises(BadSchema, match="too long to be checked"):
            schema.faults(names)
    links = {f"z{number}": {"$anchor": f"z{number}", "$ref": f"#z{number}"} for number in range(400)}
    with pytest.raises(BadSchema, match="refer"):
        OutputSchema({"$defs": links, "$ref": "#z1"}).faults({})


def test_things_of_a_list_are_compared_by_what_they_hold():
    schema = OutputSchema({"uniqueItems": True})
    assert schema.faults([{"id": number, "at": [True]} for number in range(20_000)]) == []
    assert schema.faults([True, 1, "1", {"a": 1}, {"a": True}]) == []
    assert schema.faults([{"a": 1, "b": 2.0}, {"b": 2, "a": 1}])


NESTED = "(?:" * 20 + "a" + ")+" * 20


@pytest.mark.parametrize("pattern", ["(?:(?:a{1000}){1000}){1000}", r"\\{99999999}", r"(?<!a+)\p{Nonsense}", NESTED])
def test_a_pattern_that_the_engine_cannot_take_is_refused_before_it_fills_the_memory(pattern: str) -> None:
    schemas: list[dict[str, object]] = [{"pattern": pattern}, {"anyOf": [{"patternProperties": {pattern: {}}}]}]
    for schema in schemas:
        with pytest.raises(BadSchema, match="a pattern in it cannot be used"):
            OutputSchema({"properties": {"a": schema}})


def test_python_compiles_no_pattern_of_a_schema_or_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes over a minute for 3,500 sets of all letters, in any case."""
    pattern, asked = "(?i)" + "[ -\uffff]" * 1_000, list[str]()
    with monkeypatch.context() as patched:
        patched.setattr("re.compile", lambda pattern, *_: asked.append(pattern))
        assert OutputSchema({"type": "string", "pattern": pattern}).faults("a")
        assert OutputSchema({"format": "regex"}).faults(pattern) == []
    assert pattern not in asked


@pytest.mark.parametrize(
    ("schema", "path", "value"),
    [
        ({"type": "number", "exclusiveMinimum": 0}, "its root", 0),
        ({"properties": {"a": {"pattern": "^[A-Z]"}}}, "a", {"a": "globe"}),
        ({"items": {"enum": ["new", None]}}, "[0]", ["broken"]),
        ({"type": "array", "minItems": 1}, "its root", []),
    ],
)
def test_a_value_that_does_not_fit_is_told_by_its_place(schema, path, value):
    assert [fault.path for fault in OutputSchema(schema).faults(value)] == [path]


def test_a_schema_is_refused_by_the_place_where_it_is_none():
    with pytest.raises(BadSchema, match=r"not valid at properties\.a\.enum"):
        OutputSchema({"properties": {"a": {"enum": "x"}}})
    with pytest.raises(BadSchema, match="points nowhere"):
        OutputSchema({"$ref": "#/$defs/none"})


def test_names_are_matched_by_patterns_and_the_others_are_additional():
    schema = OutputSchema({"patternProperties": {"^x_": {"type": "integer"}}, "additionalProperties": False})
    assert schema.faults({"x_a": 1}) == []
    assert [fault.path for fault in schema.faults({"x_a": "one"})] == ["(other)"]
    assert [fault.path for fault in schema.faults({"y": 1})] == ["its root"]


def test_additional_properties_may_have_a_schema_of_their_own():
    schema = OutputSchema({"properties": {"a": {}}, "additionalProperties": {"type": "integer"}})
    assert schema.faults({"a": "x", "b": 1}) == []
    assert [fault.path for fault in schema.faults({"b": "x"})] == ["(other)"]


def test_the_first_fault_is_the_most_telling_and_the_rest_follow():
    schema = OutputSchema(
        {"properties": {"a": {"type": "integer"}, "b": {"anyOf": [{"type": "null"}, {"minimum": 3}]}}}
    )
    assert {fault.path for fault in schema.faults({"a": "x", "b": 1})} == {"a", "b"}


@pytest.mark.parametrize("reference", ["http://127.0.0.1:9/x", "file:///etc/passwd", "other.json", "//host/x"])
def test_nothing_is_fetched(reference):
    with pytest.raises(BadSchema, match="nothing is fetched"):
        OutputSchema({"properties": {"a": {"$ref": reference}}})


def test_formats_are_checked():
    schema = OutputSchema({"type": "string", "format": "date"})
    assert schema.faults("2026-02-28") == []
    assert schema.faults("2026-02-30")


def test_a_property_may_be_called_like_a_keyword():
    schema = OutputSchema({"properties": {"$ref": {"type": "string"}, "pattern": {"type": "integer"}}})
    assert schema.faults({"$ref": "http://x", "pattern": 1}) == []
