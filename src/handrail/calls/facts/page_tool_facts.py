"""Finds the tool of a page that a call would use, and checks its arguments, before anybody is asked."""

from __future__ import annotations

import json
from typing import Any

from handrail.browser.types.page_tools import PageTool
from handrail.calls.state import SessionState
from handrail.policy import Facts
from handrail.policy.facts import PageToolFacts
from handrail.results import Failed
from handrail.trust import External
from handrail.trust.words import identifier_words

MOST_SAID = 300
"""Characters of the message about one wrong argument."""


async def facts_of_page_tool(state: SessionState, name: str, arguments: dict[str, Any]) -> Facts | Failed:
    """Return the facts of a call of a page's tool as it is now, or the failure that says why it cannot be called. Raise
    `BrowserError` where the page does not answer, or can have no tools."""
    tool = await state.tab.page_tools.find(name)
    if tool is None:
        return Failed("no_such_page_tool", "The page has no tool of this name now.", hint="See list_page_tools.")
    if (fault := _fault(tool, arguments)) is not None:
        return fault
    words, taint = state.provenance.words, state.tab.core.taint
    text = json.dumps(arguments, ensure_ascii=False) if arguments else ""
    hidden = state.vault.mask_text(text) != text or state.vault.mask(arguments) != arguments
    return Facts(
        tool.origin,
        tool.nonce,
        page_tool=PageToolFacts(tool.name, text, hidden),
        prefilled=taint.prefilled,
        tainted=taint.holds,
        denied=words.denies(" ".join(identifier_words(tool.name))),
        forbidden=words.forbidden,
        withheld=words.withheld,
        wants_file=words.asks("download"),
        unsent=tuple(state.unsent_on(tool.origin)),
        websockets=state.websockets.hosts,
    )


def _fault(tool: PageTool, arguments: dict[str, Any]) -> Failed | None:
    """Return why the arguments do not fit the schema that the page gave for its tool."""
    # Few pages have tools, and the validator takes a moment to import.
    from handrail.tools.support.json_schema import BadSchema, OutputSchema

    try:
        schema = json.loads(tool.schema.raw)
        faults = OutputSchema(schema if isinstance(schema, dict) else {}).faults(arguments)
    except (BadSchema, ValueError, RecursionError):
        return Failed("bad_page_tool", "The page gave this tool a schema that nothing can be checked by.")
    if not faults:
        return None
    said = [{"at": _of_page(tool, fault.path), "problem": _of_page(tool, fault.problem)} for fault in faults]
    return Failed(
        "wrong_arguments",
        "The arguments do not fit the tool's schema.",
        hint="See list_page_tools.",
        details={"faults": said},
    )


def _of_page(tool: PageTool, text: str) -> External:
    return External(text, tool.origin, "page-tool").shorten(MOST_SAID)
