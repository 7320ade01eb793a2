"""The modules of the kit are joined in the order of their imports, and what cannot be joined is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from handrail.browser.page.kit_source import KitError, handed_over_engine, join, kit_engine, world_script


def script(folder: Path, **modules: str) -> str:
    for name, code in modules.items():
        path = folder / f"{name.replace('__', '/')}.js"
        path.parent.mkdir(exist_ok=True)
        path.write_text(code, "utf-8")
    return join(folder, "engine.js")


def test_a_module_stands_after_all_that_it_imports(tmp_path: Path) -> None:
    joined = script(
        tmp_path,
        engine="import {\n  b,\n} from './parts/b.js';\nexport const engine = b;\n",
        parts__b="import { c } from '../c.js';\nimport './d.js';\nexport const b = c;\n",
        c="export function c() {}\n",
        parts__d="document.title = 'seen';\n",
    )
    places = [joined.index(name) for name in ("$c =", "$parts_d =", "$parts_b =", "$engine =")]
    assert places == sorted(places)
    assert joined.endswith("const { engine } = $engine;")


def test_names_that_are_not_exported_do_not_meet(tmp_path: Path) -> None:
    joined = script(
        tmp_path,
        engine="import { a } from './a.js';\nconst LIMIT = 1;\nexport const engine = a + LIMIT;\n",
        a="const LIMIT = 2;\nexport const a = LIMIT;\n",
    )
    assert joined.count("(() => {") == 2
    assert "return { a };" in joined


def test_imported_json_stands_in_the_script(tmp_path: Path) -> None:
    (tmp_path / "data.json").write_text('{"fields": ["depth"]}')
    code = "import data from './data.json' with { type: 'json' };\nexport const engine = data.fields;\n"
    assert 'const data = {"fields": ["depth"]};' in script(tmp_path, engine=code)


def test_comments_are_left_out(tmp_path: Path) -> None:
    code = "/** A doc\n * comment.\n */\n// A line.\nexport const engine = '// kept';\n"
    assert "comment" not in script(tmp_path, engine=code)
    assert "// kept" in script(tmp_path, engine=code)


@pytest.mark.parametrize(
    ("modules", "complaint"),
    [
        ({"engine": "import { a } from './a.js';\n", "a": "import { b } from './engine.js';\n"}, "Circular import"),
        ({"engine": "import { a } from './a.js';\n"}, "engine.js imports a.js, which is not there"),
        ({"engine": "import { a } from './a.js';\n", "a": "const a = 1;\n"}, "a.js does not export"),
        ({"engine": "import { a } from './a.js';\nexport const a = 1;\n", "a": "export const a = 1;\n"}, "two things"),
        ({"engine": "import { a as b } from './a.js';\n", "a": "export const a = 1;\n"}, "cannot import .a as b."),
        ({"engine": "import * as a from './a.js';\n", "a": "export const a = 1;\n"}, "cannot join .import"),
        ({"engine": "export default 1;\n"}, "cannot join .export default"),
        ({"engine": "export let count = 1;\n"}, "cannot join .export let"),
        ({"engine": "import { a } from './a.js'\n", "a": "export const a = 1;\n"}, "cannot join .import"),
    ],
)
def test_what_cannot_be_joined_is_refused(tmp_path: Path, modules: dict[str, str], complaint: str) -> None:
    with pytest.raises(KitError, match=complaint):
        script(tmp_path, **modules)


def test_the_kit_is_ascii_and_holds_every_module() -> None:
    kit = Path(__file__).parents[3] / "src" / "handrail" / "browser" / "kit"
    modules = [path for path in kit.rglob("*.js") if "node_modules" not in path.parts]
    joined = [world_script(), kit_engine(), handed_over_engine()]
    assert all(script.isascii() for script in joined)
    placed = {place for script in joined for place in re.findall(r"^const (\$\w+) = \(\(\) => \{$", script, re.M)}
    assert len(placed) == len(modules)
