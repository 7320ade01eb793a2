"""Conversations with the offline model, without a browser."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from handrail.browser.types.tabs import DialogInfo, TabInfo
from handrail.models.offline import Offline
from handrail.models.protocol import Call, Message, ToolSpec
from handrail.results import Observation, Ok, Result
from handrail.trust import External
from tests.models.offline.fakes import ORIGIN, outline

TOOLS = """
    goto click fill fill_secret select check uncheck send_keys scroll wait wait_for search_page dropdown_options note
    done abort dialog back reload upload_file hover find_elements
""".split()  # noqa: SIM905  # shorter than a list


@dataclass
class FakeSnapshot:
    nodes: Any
    title: External = field(default_factory=lambda: said("Shop"))
    url: External = field(default_factory=lambda: said(ORIGIN))
    left_out: str = ""
    same_page: bool = False
    mode: str = "full"


def said(text: str) -> External:
    return External(text, ORIGIN, "page-info")


@dataclass
class Talk:
    """A conversation with the offline model about one task."""

    task: str
    tools: list[str] = field(default_factory=lambda: list(TOOLS))
    messages: list[Message] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)

    def turn(
        self,
        page: str,
        result: Result | None = None,
        *,
        dialog: str = "",
        question: str = "Sure?",
        tabs: int = 1,
        left_out: str = "",
    ) -> Call:
        """What it calls now: ``result`` is what came of its last call, ``page`` the page as it is then."""
        if not self.messages:
            self.messages = [Message("system", ["..."]), Message("user", [self.task], pinned=True)]
        else:
            last = self.calls[-1]
            came = Ok() if result is None else result
            self.messages.append(Message("tool", ["..."], call_id=last.id, name=last.name, result=came))
        info = [TabInfo(f"t{n}", said(ORIGIN), said(f"Tab {n}"), n == 1) for n in range(1, tabs + 1)]
        shown = None if dialog else FakeSnapshot(outline(page).nodes, left_out=left_out)
        asked = DialogInfo(dialog, said(question), said("")) if dialog else None
        specs = [ToolSpec(name, "", {}) for name in self.tools]
        model = Offline()
        reply = asyncio.run(model.respond(self.messages, specs, observation=Observation(shown, info, asked)))  # type: ignore[arg-type]
        self.messages.append(Message("assistant", [], calls=reply.calls))
        self.calls += reply.calls
        return reply.calls[0]


def shape(call: Call) -> tuple[str, dict[str, Any]]:
    return call.name, call.params


SIGN_IN = """
    textbox "Username"
    textbox "Password"
    button "Sign in"
"""
