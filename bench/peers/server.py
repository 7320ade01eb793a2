"""A model server for both sides: OpenAI's chat protocol, answers from a script, and the times and sizes of requests."""

from __future__ import annotations

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from bench.peers.plays import Asked, Play
from bench.peers.sides import Json, browser_use, handrail, words_of
from bench.peers.tasks import TASKS


class ModelServer:
    """Listens on this machine alone. Use `url` as a base URL for each play, `plays` afterwards."""

    def __init__(self) -> None:
        self.plays: dict[str, Play] = {}
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                came = time.perf_counter()
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                play = outer.plays[self.path.split("/")[1]]
                answer = json.dumps(answered(play, body, came)).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)
                play.asked[-1].answered = time.perf_counter()

            def log_message(self, *_: object) -> None:
                return

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def url(self, side: str, number: int, *, several: bool) -> str:
        """The base URL for one task of one side."""
        key = f"{side}-{number}"
        self.plays[key] = Play(TASKS[number], several)
        return f"http://127.0.0.1:{self._server.server_address[1]}/{key}/v1"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def answered(play: Play, body: Json, came: float) -> Json:
    """The answer to one request, in the form that the asking side takes."""
    said = words_of(body["messages"])
    rest = {key: value for key, value in body.items() if key in ("tools", "response_format")}
    characters = len(said) + (len(json.dumps(rest)) if rest else 0)
    tools = {tool["function"]["name"] for tool in body.get("tools", [])}
    if tools:
        purpose, message = handrail(play, tools, body["messages"])
    else:
        purpose, message = browser_use(play, body)
    play.asked.append(Asked(came, characters, purpose))
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
