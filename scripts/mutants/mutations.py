"""Every small fault that is put into a module: a comparison turned round, a condition or an entry left out.

Words and entries of tables are left out one by one, at the top of a module as in functions, which is where the rules
of this project are written down. Sentences, annotations and decorators stay as they are.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
SWAPPED = {
    "any": "all",
    "all": "any",
    "min": "max",
    "max": "min",
    "startswith": "endswith",
    "endswith": "startswith",
    "partition": "rpartition",
    "rpartition": "partition",
}
NORMAL_FORMS = frozenset(("lower", "casefold", "strip", "lstrip", "rstrip", "removeprefix", "removesuffix"))
"""Methods whose absence only some texts show."""
SKIPPED = frozenset(("annotation", "returns", "decorator_list", "bases"))
REGEX_FUNCTIONS = frozenset(("compile", "search", "match", "fullmatch", "findall", "finditer", "sub", "split"))
LONGEST = 120
"""Characters of a statement in the name of a mutant."""


@dataclass(slots=True)
class Mutant:
    """One fault in one file.

    Args:
        file: below the package.
        line: where the statement begins.
        name: the file, the function, the change and the statement: the same after lines above have moved.
        source: makes the text of the whole file with the fault.
    """

    file: str
    line: int
    name: str
    source: Callable[[], str]


@dataclass(slots=True)
class _Edit:
    """Another value of a node's field, or of one entry of it; None as an entry leaves it out.

    Args:
        shown: the node whose text shows the change; None: the old value and the new one do.
        words: what shows it, where both are too long.
    """

    owner: ast.AST
    field: str
    at: int | None
    new: Any
    shown: ast.AST | None = None
    words: str = ""

    def made(self, tree: ast.AST) -> str:
        """The text of a tree with it, which is as before then."""
        old = getattr(self.owner, self.field)
        if self.at is None:
            new = self.new
        else:
            new = [*old[: self.at], *([] if self.new is None else [self.new]), *old[self.at + 1 :]]
        setattr(self.owner, self.field, new)
        try:
            return ast.unparse(ast.fix_missing_locations(tree))
        finally:
            setattr(self.owner, self.field, old)

    def change(self) -> str:
        """In one line, what it changes."""
        if self.words:
            return self.words
        if self.shown is not None:
            return f"{_short(self.shown)} -> {' '.join(self.made(self.shown).split())}"
        old = getattr(self.owner, self.field)
        old = old if self.at is None else old[self.at]
        return f"{_short(old)} -> {_short(self.new)}"


def mutants_of(file: str, source: str) -> list[Mutant]:
    """Every mutant of a module, each once."""
    tree = ast.parse(source)
    found: dict[str, Mutant] = {}
    for scope, statement, edit in _edits(tree, "", tree):
        name = f"{file} {scope or 'module'}: {edit.change()} in: {_short(statement)[:LONGEST]}"
        name = "".join(char if char.isascii() and char.isprintable() else ascii(char)[1:-1] for char in name)
        found.setdefault(name, Mutant(file, getattr(statement, "lineno", 1), name, partial(edit.made, tree)))
    return list(found.values())


def _edits(node: ast.AST, scope: str, statement: ast.AST) -> Iterator[tuple[str, ast.AST, _Edit]]:
    """The edits inside of a node, with the function and the statement they stand in."""
    for field, at, child in _children(node):
        inner = f"{scope}.{child.name}".lstrip(".") if isinstance(child, ast.FunctionDef | ast.ClassDef) else scope
        if isinstance(child, ast.AsyncFunctionDef):
            inner = f"{scope}.{child.name}".lstrip(".")
        here = child if isinstance(child, ast.stmt | ast.match_case | ast.ExceptHandler) else statement
        for edit in chain(_in_place(child), _replaced(node, field, at, child)):
            yield inner, here, edit
        yield from _edits(child, inner, here)


def _children(node: ast.AST) -> Iterator[tuple[str, int | None, ast.AST]]:
    if isinstance(node, ast.JoinedStr):
        node_values = [(at, part) for at, part in enumerate(node.values) if isinstance(part, ast.FormattedValue)]
        yield from (("values", at, part) for at, part in node_values)
        return
    for field, value in ast.iter_fields(node):
        if field in SKIPPED:
            continue
        if isinstance(value, ast.AST):
            if not _says_nothing(value):
                yield field, None, value
        elif isinstance(value, list):
            yield from (
                (field, at, one) for at, one in enumerate(value) if isinstance(one, ast.AST) and not _says_nothing(one)
            )


def _says_nothing(node: ast.AST) -> bool:
    """Docstrings, imports, and names of types."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Import() | ast.ImportFrom():
            return True
        case ast.Assign(targets=[ast.Name(id="__all__" | "__slots__")]):
            return True
        case ast.Assign(value=ast.Subscript(value=ast.Name(id="Literal" | "Callable"))):
            return True
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.BinOp(op=ast.BitOr(), left=ast.Name())):
            return not name.isupper()
    return False


def _in_place(node: ast.AST) -> Iterator[_Edit]:
    """Changes of a node's own parts."""
    match node:
        case ast.Compare(ops=ops):
            for at, op in enumerate(ops):
                yield from (_Edit(node, "ops", at, other(), node) for other in COMPARISONS[type(op)])
        case ast.BoolOp(op=op, values=values):
            yield _Edit(node, "op", None, ast.Or() if isinstance(op, ast.And) else ast.And(), node)
            if len(values) > 2:
                yield from (_Edit(node, "values", at, None) for at in range(len(values)))
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in OPERATORS:
            yield _Edit(node, "op", None, OPERATORS[type(op)](), node)
        case ast.List(elts=entries) | ast.Set(elts=entries) | ast.Tuple(elts=entries) if _is_table(node):
            yield from (_Edit(node, "elts", at, None) for at in range(len(entries)))
        case ast.Call(keywords=keywords):
            yield from (_Edit(node, "keywords", at, None) for at, one in enumerate(keywords) if one.arg)
        case ast.Match(cases=cases) if len(cases) > 1:
            yield from (_Edit(node, "cases", at, None) for at in range(len(cases)))
        case ast.comprehension(ifs=conditions):
            yield from (_Edit(node, "ifs", at, None) for at in range(len(conditions)))
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) if not _has_edits(test):
            yield _Edit(node, "test", None, ast.UnaryOp(ast.Not(), test))


def _replaced(owner: ast.AST, field: str, at: int | None, node: ast.AST) -> Iterator[_Edit]:
    """Other nodes in place of one."""
    if isinstance(owner, ast.Call) and at == 0 and field == "args" and _called(owner) in REGEX_FUNCTIONS:
        for new, words in _other_patterns(getattr(node, "value", None)):
            yield _Edit(owner, field, at, ast.Constant(new), words=words)
    else:
        yield from (_Edit(owner, field, at, new) for new in _others(node, owner))


def _others(node: ast.AST, owner: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.BoolOp(values=[left, right]):
            yield left
            yield right
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.IfExp(body=body, orelse=orelse):
            yield body
            yield orelse
        case ast.Constant(value=value) if not _in_table(owner):
            yield from (ast.Constant(other) for other in _other_values(value))
        case ast.Call(func=ast.Name(id=name)) if name in SWAPPED:
            yield ast.Call(ast.Name(SWAPPED[name]), node.args, node.keywords)
        case ast.Call(func=ast.Attribute(value=value, attr=name)) if name in SWAPPED:
            yield ast.Call(ast.Attribute(value, SWAPPED[name]), node.args, node.keywords)
        case ast.Call(func=ast.Attribute(value=value, attr=name)) if name in NORMAL_FORMS:
            yield value
        case ast.Return(value=value) if value is not None and not isinstance(value, ast.Constant):
            yield ast.Return(ast.Constant(None))
        case ast.Expr() | ast.AugAssign() | ast.Raise(exc=ast.Call()):
            yield ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()
        case ast.Continue():
            yield ast.Break()
        case ast.Break():
            yield ast.Continue()
        case ast.ExceptHandler(type=kind, name=name):
            yield ast.ExceptHandler(kind, name, [ast.Raise()])


def _other_values(value: object) -> Iterator[str | int | float]:
    match value:
        case bool():
            yield not value
        case int() | float():
            yield value + 1
        case str() if value.count(" ") < 2:
            yield "" if value else "XX"


def _other_patterns(pattern: object) -> Iterator[tuple[str, str]]:
    """A regular expression without one of its signs, where it is one still, and which sign that is."""
    if not isinstance(pattern, str):
        return
    # An escaped character or a class is one piece; of them, only a word boundary is left out.
    for piece in re.finditer(
        r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?(?:[:=!>]|<[=!]|P?<\w+>)?|[|+*?^$]", pattern, re.DOTALL
    ):
        if piece[0] in ("\\b", *"|+*?^$"):
            before, after = pattern[: piece.start()], pattern[piece.end() :]
            try:
                re.compile(before + after)
            except re.error:
                continue
            yield before + after, f"pattern at {len(before)}: {before[-20:]}<<{piece[0]}>>{after[:20]}"


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _is_table(node: ast.AST) -> bool:
    """A collection of plain values, or of names that stand for rules."""
    entries: list[ast.expr] = getattr(node, "elts", [])
    constant = all(isinstance(one, ast.Constant) for one in entries)
    named = all(isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load) for one in entries)
    return len(entries) > 1 and (constant or (named and len(entries) > 3))


def _in_table(owner: ast.AST) -> bool:
    return isinstance(owner, ast.List | ast.Set | ast.Tuple) and _is_table(owner)


def _has_edits(test: ast.expr) -> bool:
    """Whether a condition is changed as a whole by another kind of edit."""
    return isinstance(test, ast.Compare | ast.BoolOp | ast.Constant) or (
        isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
    )


def _short(node: Any) -> str:
    """A node on one line; of what has a body, only its head."""
    if node is None:
        return "nothing"
    if isinstance(node, ast.Module):
        return "module"
    heads: dict[str, list[ast.AST]] = {
        field: [] for field in ("body", "orelse", "finalbody", "cases", "handlers", "decorator_list")
    }
    if isinstance(node, ast.stmt | ast.match_case | ast.ExceptHandler):
        head = type(node)(**{**dict(ast.iter_fields(node)), **{k: v for k, v in heads.items() if k in node._fields}})
        if isinstance(node, ast.Try):
            return "try"
        node = ast.fix_missing_locations(ast.copy_location(head, node)) if hasattr(node, "lineno") else head
    return " ".join(ast.unparse(node).split())
