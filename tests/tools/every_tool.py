"""A page with something for every tool of the table, and a call of each that it can carry out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from handrail import Session
from handrail.tools.core.context import Question, ValueRequest
from handrail.tools.core.plan import Plan
from tests.documents.making import pdf
from tests.pages import PageServer, Reply
from tests.tools.acting import ref

PAGE = """<title>Here</title><button id=b onclick="did('click')">Go</button>
<input id=i aria-label=Note oninput="did('input')">
<select id=s onchange="did('change')"><option>One<option>Two</select><input id=c type=checkbox onchange="did('check')">
<input id=f type=file onchange="did('file')"><input id=w type=password oninput="did('secret')">
<p id=p>Text</p><table><tr><td>One<td>Two</table><div style='height:3000px'></div>
<script>window.done = []; function did(what) { done.push(what) }
for (const kind of ['keydown', 'mousedown', 'focusin', 'scroll']) addEventListener(kind, () => did(kind), true);
(document.modelContext ?? navigator.modelContext)?.registerTool(
  { name: 'greet', description: 'Greets', execute: async () => 'Hi' })
</script>"""

# `#b` stands for the ref of the button, URL, PDF and FILE for addresses and a file that are there.
CALLS: dict[str, dict[str, Any]] = {
    "click": {"ref": "#b"},
    "fill": {"ref": "#i", "value": "x"},
    "select": {"ref": "#s", "values": "Two"},
    "check": {"ref": "#c"},
    "uncheck": {"ref": "#c"},
    "hover": {"ref": "#b"},
    "focus": {"ref": "#i"},
    "enter": {"ref": "#i"},
    "send_keys": {"keys": "a", "ref": "#i"},
    "scroll": {"direction": "down"},
    "upload_file": {"ref": "#f", "path": "FILE"},
    "fill_secret": {"ref": "#w", "name": "login"},
    "request_user_data": {
        "reason": "To go on",
        "form_description": "A note",
        "fields": [{"name": "note", "ref": "Note"}],
    },
    "dialog": {"accept": True},
    "dropdown_options": {"ref": "#s"},
    "snapshot": {},
    "page_info": {},
    "screenshot": {},
    "search_page": {"pattern": "text"},
    "find_elements": {"selector": "p"},
    "element_info": {"ref": "#i"},
    "read_page": {},
    "extract": {"description": "the text"},
    "type_text": {"ref": "#i", "text": "x"},
    "drag": {"from_ref": "#p", "to_ref": "#b"},
    "click_at": {"x": 5, "y": 400},
    "drag_at": {"from_x": 5, "from_y": 400, "to_x": 9, "to_y": 410},
    "move_to": {"x": 5, "y": 400},
    "fill_form": {"fields": [{"ref": "Note", "value": "x"}]},
    "set_viewport": {"width": 1280, "height": 800},
    "read_table": {"selector": "table"},
    "collect": {"item": "td", "fields": {"text": ""}},
    "console": {},
    "network": {},
    "list_page_tools": {},
    "call_page_tool": {"name": "greet"},
    "fetch_url": {"url": "URL"},
    "web_search": {"query": "What does"},
    "tabstack_extract_markdown": {"url": "URL"},
    "tabstack_extract_json": {"url": "URL", "json_schema": {"type": "object"}},
    "tabstack_generate_json": {"url": "URL", "json_schema": {"type": "object"}, "instructions": "Sum it up"},
    "read_pdf": {"url": "PDF"},
    "read_download": {"file": "FILE"},
    "list_downloads": {},
    "download": {"url": "URL"},
    "write_file": {"name": "a.txt", "content": "x"},
    "save_pdf": {},
    "wait": {"seconds": 0},
    "wait_for": {"text": "text", "timeout": 3},
    "note": {"text": "x", "key": "k"},
    "read_notes": {},
    "revise_plan": {"plan": ["Look elsewhere"], "reason": "It is not here."},
    "ask_user": {"question": "Which size?", "options": ["Small", "Large"]},
    "hand_over": {"reason": "Please solve the CAPTCHA."},
    "done": {"result": "Two", "data": [2]},
    "abort": {"reason": "No price is shown."},
    "switch_tab": {"tab": "t1"},
    "goto": {"url": "URL"},
    "back": {},
    "forward": {},
    "reload": {},
    "new_tab": {"url": "URL"},
    "close_tab": {},
}
LEAVING = ("goto", "back", "forward", "reload", "new_tab", "close_tab")
"""Tools that leave the page where they can."""


PLAN = Plan(("The size is known.",), ("Look it up",))


class Beside:
    """A person who answers, until they leave."""

    there = True

    async def answer(self, question: Question) -> str | None:
        return f"{question.options[0]}, please" if self.there else None

    async def take_over(self, reason: str) -> bool:
        return self.there

    async def give_values(self, request: ValueRequest) -> dict[str, str] | None:
        return {field.name: "given by hand" for field in request.fields} if self.there else None


def services_of(serve: PageServer) -> dict[str, Any]:
    """Options of a session that asks services of the web, which this server plays."""
    serve.put("/search", Reply(b'{"results": []}', content_type="application/json"))
    for path in ("extract/markdown", "extract/json", "generate/json"):
        serve.put(f"/tabstack/{path}", Reply(b'{"content": "Text"}', content_type="application/json"))
    url, stack = f"{serve.origin}/search", f"{serve.origin}/tabstack"
    return {"search": "searxng", "search_url": url, "tabstack_url": stack, "tabstack_key": "env:TABSTACK_KEY_OF_TESTS"}


def secrets_for(serve: PageServer, folder: Path) -> list[str]:
    """A secret for the page, for a session that is to call `fill_secret`."""
    (folder / "password").write_text("cor2rect-Horse!")
    return [f"login=file:{folder / 'password'}@{serve.origin},{serve.other_site}"]


async def calls_for(session: Session, serve: PageServer, file: Path) -> dict[str, dict[str, Any]]:
    """`CALLS` with the refs of the page that is open, or of a frame in it, and a file that is there."""
    # A frame may come after its page.
    assert (await session.call("wait_for", selector="#b", timeout=30)).ok
    document = Reply(pdf([[(72, 700, 10, "Text")]]), content_type="application/pdf")
    filled = {"URL": serve("<title>Fine</title>", "/fine"), "FILE": str(file), "PDF": serve.put("/a.pdf", document)}
    # A model reads a file of this machine where the user spoke of it.
    session.provenance.words.add_text(f"What does {file.name} say?")
    for name in ("#b", "#i", "#s", "#c", "#f", "#w", "#p"):
        filled[name] = await ref(session, name)
    return {name: {key: filled.get(str(value), value) for key, value in call.items()} for name, call in CALLS.items()}
