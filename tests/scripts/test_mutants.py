"""The faults that `make mutants` puts into the code."""

from __future__ import annotations

import ast
import json
import tomllib

import pytest
from scripts.mutants.__main__ import EQUIVALENT, SUFFIXES, TESTS, mutants_in, parts
from scripts.mutants.entries import entries_of
from scripts.mutants.mutations import mutants_of
from scripts.mutants.runner import PACKAGE


def changed(source: str) -> list[str]:
    """The source with each fault, as far as that is one line."""
    whole = ast.unparse(ast.parse(source)).split("\n")
    faulty = [mutant.source().rstrip("\n").split("\n") for mutant in mutants_of("it.py", source)]
    return [" / ".join(line.strip() for line in lines if line not in whole) for lines in faulty]


@pytest.mark.parametrize(
    ("source", "faults"),
    [
        ("x = a < b", ["x = a <= b", "x = a >= b"]),
        ("x = a in b", ["x = a not in b"]),
        ("x = a and b", ["x = a or b", "x = a", "x = b"]),
        ("x = a or b or c", ["x = a and b and c", "x = b or c", "x = a or c", "x = a or b"]),
        ("x = not a", ["x = a"]),
        ("x = a + 1", ["x = a - 1", "x = a + 2"]),
        ("x = f('a', k=b)", ["x = f('a')", "x = f('', k=b)"]),
        ("x = 'A sentence of words'", []),
        ("x = frozenset(('a', 'b'))", ["x = frozenset(('b',))", "x = frozenset(('a',))"]),
        ("x = any(a)", ["x = all(a)"]),
        ("x = a.lower()", ["x = a"]),
        ("x: int = 1", ["x: int = 2"]),
        ("x = re.compile(r'a|b\\b')", ["x = re.compile('ab\\\\b')", "x = re.compile('a|b')"]),
        ("if a:\n    b()", ["if not a:", "pass"]),
        ("def f():\n    '''Text.'''\n    return a", ["return None"]),
        ("def f(a: int = 1) -> None:\n    a.b = 2", ["def f(a: int=2) -> None:", "pass", "a.b = 3"]),
        ("for a in b:\n    continue", ["break"]),
        ("try:\n    a = b\nexcept E:\n    a = c", ["raise"]),
        ("match a:\n    case 1:\n        b = c\n    case _:\n        b = d", ["", "", "case 2:"]),
    ],
)
def test_a_fault_changes_one_thing(source: str, faults: list[str]) -> None:
    assert changed(source) == faults


def test_a_fault_keeps_its_name_when_other_lines_move() -> None:
    source = "def f(a):\n    return a < 3\n"
    moved = [mutant.name for mutant in mutants_of("it.py", f"import os\n\n\n{source}")]
    assert moved == [mutant.name for mutant in mutants_of("it.py", source)]
    assert moved[0] == "it.py f: return a < 3 -> return None in: return a < 3"


def test_of_data_each_entry_is_left_out_once() -> None:
    lists = entries_of("it.json", '{"a": {"b": ["x", "y"]}, "c": ["z"], "d": "e"}')
    assert [(one.name, json.loads(one.source())["a"]["b"]) for one in lists] == [
        ('it.json a.b: "x" -> nothing', ["y"]),
        ('it.json a.b: "y" -> nothing', ["x"]),
    ]
    rows = entries_of("it.json", '{"a": {"b": "x y|z", "note": "of it"}, "sources": ["s", "t"]}')
    assert [(one.name, json.loads(one.source())["a"]["b"]) for one in rows] == [
        ('it.json a.b: "x" -> nothing', "y|z"),
        ('it.json a.b: "y|z" -> nothing', "x"),
    ]
    patterns = entries_of("it.toml", "# a|b\na = '''(?:one|two words|\nthree)'''\n")
    assert [(one.name, tomllib.loads(one.source())["a"]) for one in patterns] == [
        ("it.toml a: 'one' -> nothing", "(?:two words|\nthree)"),
        ("it.toml a: 'two words' -> nothing", "(?:one|\nthree)"),
        ("it.toml a: 'three' -> nothing", "(?:one|two words)"),
    ]


def test_of_rows_of_groups_each_word_beside_others_is_left_out_once() -> None:
    text = '[en]\nspaced = true\npatterns = [\n  "one|<|two + three",\n]\n'
    assert [
        (one.line, one.name, tomllib.loads(one.source())["en"]["patterns"]) for one in entries_of("it.toml", text)
    ] == [
        (4, "it.toml en 'one': 'one' -> nothing", ["<|two + three"]),
        (4, "it.toml en 'one': '<|two' -> nothing", ["one + three"]),
    ]


def test_every_file_of_the_packages_that_decide_is_tried() -> None:
    tried = {file for part in parts(list(TESTS)) for file in part.files}
    every = {file for name in TESTS for file in (PACKAGE / name).rglob("*") if file.suffix in SUFFIXES}
    assert every == tried


def test_those_known_to_change_nothing_are_faults_of_the_code_as_it_is() -> None:
    files = {name.split(" ")[0] for name in EQUIVALENT}
    names = {mutant.name for file in files for mutant in mutants_in(PACKAGE / file)}
    assert set(EQUIVALENT) - names == set()
    assert all(len(reason) > 20 for reason in EQUIVALENT.values())
