"""A model server for both sides: OpenAI's chat protocol, answers from a script, and the times and sizes of requests."""

from __future__ import annotations

import json
import time

from tests.pages import HttpServer, Reply, Request

from bench.peers.sides import Json, browser_use, handrail, words_of
from bench.peers.task_progress import ModelRequest, TaskProgress
from bench.peers.tasks import TASKS


class ModelServer(HttpServer):
    """Listens on this machine alone. Use `url` as a base URL for each run, `runs` afterwards."""

    def __init__(self) -> None:
        self.runs: dict[str, TaskProgress] = {}
        super().__init__(self._answer)

    def url(self, side: str, number: int, *, several: bool) -> str:
        """Return the base URL for one task of one side."""
        key = f"{side}-{number}"
        self.runs[key] = TaskProgress(TASKS[number], several)
        return f"{self.origin}/{key}/v1"

    def _answer(self, request: Request) -> Reply:
        received = time.perf_counter()
        progress = self.runs[request.path.split("/")[1]]
        body = json.dumps(respond(progress, json.loads(request.body), received)).encode()
        progress.requests[-1].answered = time.perf_counter()
        return Reply(body, content_type="application/json")


def respond(progress: TaskProgress, body: Json, received: float) -> Json:
    """Return the answer to one request, in the form that the calling side expects."""
    text = words_of(body["messages"])
    rest = {key: value for key, value in body.items() if key in ("tools", "response_format")}
    characters = len(text) + (len(json.dumps(rest)) if rest else 0)
    tools = {tool["function"]["name"] for tool in body.get("tools", [])}
    if tools:
        purpose, message = handrail(progress, tools, body["messages"])
    else:
        purpose, message = browser_use(progress, body)
    progress.requests.append(ModelRequest(received, characters, purpose))
    usage = {"prompt_tokens": characters // 4, "completion_tokens": 20, "total_tokens": characters // 4 + 20}
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls" if "tool_calls" in message else "stop"}
    return {
        "id": "x",
        "object": "chat.completion",
        "created": 1,
        "model": body["model"],
        "choices": [choice],
        "usage": usage,
    }
