"""Pages as applications make them that nobody here tuned for: everything positioned, lines that count."""

from __future__ import annotations

from handrail.browser.reading.page_reader import PlaywrightReader
from tests.browser.reading.test_snapshot import outline
from tests.browser.stage import Stage

FLAT = """<!doctype html><style>html, body { margin: 0; height: 0; overflow: hidden }
#all { position: absolute; inset: 0 }
#all > * { position: absolute } ul { inset: 60px 0 0 0; overflow: auto; margin: 0 } .pin { height: 0; overflow: hidden }
.pin > p { position: absolute; top: 500px }</style><body><div id=all><button>Run</button>
<p style='top:30px'>Kernel is ready</p><ul><li style='height:900px'>report.csv</ul></div>
<div class=pin><p>Out of its box</p></div>
<div class=pin style='position:relative'><p>Cut away</p></div>
<div class=pin style='transform:scale(1)'><p style='position:fixed'>Cut away too</p></div>"""


async def test_a_page_whose_body_has_no_height_is_as_visible_as_any(both: Stage) -> None:
    await both.page.set_content(FLAT)
    reader = PlaywrightReader(both.core)
    shown = (await reader.query("button, p, li", include_text=False)).elements
    assert [element.visible for element in shown] == [True] * 4 + [False] * 2
    assert "Kernel is ready" in (await reader.html()).html.raw
    text = (await reader.snapshot("full")).text.raw
    assert "Out of its box" in text
    assert "Cut away" not in text
    assert not (await both.core.ask(both.page.main_frame, "out_of_sight", local=1, nonce=None)).data["hidden"]


async def test_what_can_be_operated_inside_a_box_with_a_hand_has_a_ref(stage: Stage) -> None:
    html = """<div style='cursor:pointer'><ul style='list-style:none'><li tabindex=0 aria-haspopup=true>Open with</li>
    <li onclick='1'>Rename</li><li>Plain</li></ul><p aria-haspopup=menu>Sort</p></div>
    <button>Save <b onclick='1'>now</b></button><div onclick='1' aria-label=Add><button>Add</button></div>"""
    text = await outline(stage, html)
    for line in ("listitem [e2] clickable: Open with", "listitem [e3] clickable: Rename", 'clickable "Sort" [e4]'):
        assert line in text
    assert text.splitlines()[-2:] == ['button "Save now" [e5]', 'button "Add" [e6]']


async def test_lines_and_indentation_of_code_and_values_are_kept(stage: Stage) -> None:
    html = """<pre>def f():\n    return 1\n\nf()</pre>
    <div style='white-space:pre-wrap'>one\ntwo <b>bold</b>\n  three</div>
    <pre><span>if</span> x:\n\t<span>pass</span></pre>
    <div contenteditable aria-label=Note><p>alpha</p><p>beta</p></div>
    <textarea aria-label=Text>a\n "b"</textarea><p>not\nhere</p>"""
    assert await outline(stage, html) == "\n".join(
        [
            ": def f():",
            ":     return 1",
            ": f()",
            ": one",
            ": two bold",
            ":   three",
            ": if x:",
            ":   pass",
            'textbox "Note" [e1] = "alpha\\n\\nbeta"',
            'textbox "Text" [e2] = "a\\n \\"b\\""',
            ": not here",
        ]
    )
